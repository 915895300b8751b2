"""The engine protocol (docs/engine.md), from both sides."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from time import monotonic

import pytest

from cacao_core import CacaoError, Deal, Game, IllegalMove, Record, ai
from cacao_core.ai import arena
from cacao_core.cli import main
from cacao_core.engine import Engine, Program, ProgramError, serving
from cacao_core.engine.inbox import Lines
from cacao_core.rules import BASE, Rules, expanded

DOCS = Path(__file__).parents[2] / "docs"
START = Game(Deal.shuffled(2, 7))
GAME_NEAR_ITS_END = Record.from_text(
    (Path(__file__).parent / "data/overbuild.txt").read_text("utf-8")
).game()
FILLING = [
    Record(Deal.shuffled(2, 7), ["W2101@1,0", "Aw1@1,0", move]).game()
    for move in ("W1111@0,-1", "W1111@2,1")
]

FAULTS = """
import os, sys, time

def dies(game):
    os._exit(3)

def hangs(game):
    time.sleep(60)

def raises(game):
    raise RuntimeError("out of ideas")

def answers(game):
    return game.legal_moves

def prints(game):
    print("bestmove W1111@9,9")
    os.write(1, b"bestmove W1111@9,9\\n")
    return game.legal_moves()[0]
"""


class Said(Lines):
    """Lines that are all there from the beginning, or come when something is looked up."""

    def __init__(self, lines: list[str], during: list[str] | None = None) -> None:
        self._left, self._during = iter(lines), iter(during or [])

    def next(self) -> str | None:
        return next(self._left, None)

    def waiting(self) -> str | None:
        return next(self._during, None)


def answers(*lines: str, during: list[str] | None = None) -> list[str]:
    found: list[str] = []
    Engine(Said(list(lines), during), found.append).run()
    return found


def session() -> str:
    text = (DOCS / "engine.md").read_text("utf-8")
    found = re.search(r"```\n(> cacao\n.*?)```", text, re.S)
    assert found
    return found[1]


def plain(told: list[str]) -> list[str]:
    """Without reports and times."""
    return [re.sub(r"cpu .*", "cpu", line) for line in told if " share " not in line]


def test_session_of_the_documentation() -> None:
    asked = [line[2:] for line in session().splitlines() if line.startswith("> ")]
    told = [line for line in session().splitlines() if not line.startswith("> ")]
    assert plain(answers(*asked)) == plain(told)


@pytest.mark.parametrize("rules", [BASE, expanded("huts", "gems"), expanded("map")])
def test_positions_of_all_kinds(rules: Rules) -> None:
    start = Game(Deal.shuffled(2, 7, rules))
    record = Record(Deal.shuffled(2, 7, rules), ["W2101@1,0"])
    lines = record.to_text().splitlines()
    wanted = str(ai.choose(record.game(), "medium", seed=1))
    for position in (
        [f"position {record.game().to_text()}"],
        [f"position {start.to_text()} moves W2101@1,0"],
        [f"position link {record.to_link()}"],
        ["position record", *lines, "."],
    ):
        assert answers(*position, "go level medium seed 1")[-1] == f"bestmove {wanted}"


@pytest.mark.parametrize("level", ["newcomer", "medium", "hard"])
def test_levels_decide_as_ever(level: str) -> None:
    wanted = ai.choose(START, level, seed=3, budget=20)
    told = answers(f"position {START.to_text()}", f"go level {level} seed 3 playouts 20")
    assert told[-1] == f"bestmove {wanted}"


def test_analysis_tells_its_turns() -> None:
    found = ai.analyse(START, 30, best=2)
    *told, _cpu, best = answers(f"position {START.to_text()}", "go playouts 30 best 2")
    ranks = [line for line in told if line.startswith("info rank")]
    assert [line.partition(" turn ")[2] for line in ranks] == [
        " ".join(map(str, candidate.line)) for candidate in found
    ]
    assert best == f"bestmove {found[0].move}"
    asked = answers(f"position {START.to_text()}", "go playouts 5 moves W1111@0,1")
    assert asked[-1] == "bestmove W1111@0,1"


def test_search_is_stopped_and_the_rest_is_answered_after_it() -> None:
    position = f"position {START.to_text()}"
    told = answers(position, "go endless", "isready", during=["isready", "dance", "stop"])
    assert told[0] == "readyok"
    assert told[-3].startswith("bestmove ")
    assert told[-2:] == ["error 'dance': there is no such command", "readyok"]
    assert answers(position, "go endless", during=["quit"])[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("go", "expected a position before"),
        ("position", "expected cacao-position, link or record"),
        ("position link x", "version 1"),
        ("position cacao-position 1 x", "expected"),
        ("setoption depth 3", "expected one of level, playouts"),
        ("dance", "no such command"),
    ],
)
def test_wrong_lines_are_told_and_the_engine_goes_on(line: str, reason: str) -> None:
    told = answers(line, "isready")
    assert told[0].startswith("error ")
    assert reason in told[0]
    assert told[-1] == "readyok"


@pytest.mark.parametrize(
    "words",
    [
        *("depth 3", "playouts x", "playouts 0", "best 0", "seconds", "seconds -1", "limit nan"),
        *("level", "level x", "level easy all", "level hard best 2", "level hard endless"),
        *("seconds .2 playouts 5", "endless playouts 5", "seconds 1 seconds 2", "all all"),
    ],
)
def test_wrong_wishes_are_told(words: str) -> None:
    told = answers(f"position {START.to_text()}", f"go {words}", "isready")
    assert told[0].startswith("error ")
    assert told[1:] == ["readyok"]


@pytest.mark.parametrize("words", ["level bogus", "level", "playouts x", "playouts 0", "depth 3"])
def test_wrong_options_are_told_at_once(words: str) -> None:
    assert answers(f"setoption {words}", "isready")[0].startswith("error ")
    assert answers("setoption level hard", "setoption level default", "isready") == ["readyok"]


def test_record_that_comes_during_a_search_is_read_whole() -> None:
    """None of its lines is a command, and what follows it is for later as well."""
    record = Record(Deal.shuffled(2, 7), ["W2101@1,0"])
    lines = ["position record", *record.to_text().splitlines(), "# stop", ".", "go level medium"]
    told = answers(f"position {START.to_text()}", "go playouts 60", during=[*lines, "quit"])
    assert not [line for line in told if line.startswith("error")]
    assert told[-1] == f"bestmove {ai.choose(record.game(), 'medium')}"


def test_session_that_comes_all_at_once_gives_what_it_gave() -> None:
    asked = [f"position {START.to_text()}", "go playouts 60", "go playouts 90 best 2", "quit"]
    assert plain(answers(*asked[:2], during=asked[2:])) == plain(answers(*asked))


def test_stop_is_for_the_search_before_it() -> None:
    position = f"position {START.to_text()}"
    told = answers(position, "go playouts 60", during=["go endless", "stop"])
    assert plain(told)[:3] == plain(answers(position, "go playouts 60"))
    assert told[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    "game", [START, GAME_NEAR_ITS_END, *FILLING], ids=["start", "end", "fill", "other fill"]
)
def test_stop_answers_with_the_work_done(game: Game) -> None:
    """Not with the first thing that was looked at, in a search that would take hours."""
    asked = f"position {game.to_text()}", "go playouts 10000000"
    assert playouts_of(answers(*asked, during=["stop"])) >= 2


def test_stop_answers_with_all_the_work_done(monkeypatch: pytest.MonkeyPatch) -> None:
    said = Said([f"position {START.to_text()}", "go playouts 10000000"])
    begun = monotonic()
    stops = ["stop"]
    monkeypatch.setattr(
        said, "waiting", lambda: stops.pop() if stops and monotonic() > begun + 1 else None
    )
    told: list[str] = []
    Engine(said, told.append).run()
    shown = [line for line in told if " share " in line]
    assert playouts_of(told) >= int(shown[-1].split()[4]) > 4


def playouts_of(told: list[str]) -> int:
    """Those of the best turn, at the end."""
    ranked = re.search(r"rank 1 .* playouts (\d+) ", " ".join(told))
    assert ranked
    return int(ranked[1])


@pytest.mark.parametrize("how", ["level hard", "", "level master seconds 0.001"])
def test_answer_comes_within_the_limit(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on by a second with each look at it."""
    ticks = count()
    monkeypatch.setattr(serving, "monotonic", lambda: next(ticks))
    told = answers(f"position {START.to_text()}", f"go limit 5 playouts 100000 {how}")
    assert told[-1].startswith("bestmove ")
    assert next(ticks) < 20


def test_game_that_is_over_has_no_move() -> None:
    text = (Path(__file__).parent / "data/golden_v1_2_seed.txt").read_text("utf-8")
    over = Record.from_text(text).game()
    assert answers(f"position {over.to_text()}", "go") == ["error go: the game is over"]


# --- Programs ------------------------------------------------------------------------------------


@pytest.fixture
def program() -> Iterator[Callable[..., Program]]:
    made: list[Program] = []

    def make(*command: str, seconds: float = 20) -> Program:
        made.append(Program(command, seconds))
        return made[-1]

    yield make
    for one in made:
        one.close()


def written(folder: Path, source: str) -> str:
    file = folder / "engine.py"
    file.write_text(source, "utf-8")
    return str(file)


@pytest.mark.long
def test_packages_own_engine_is_such_a_program(program: Callable[..., Program]) -> None:
    own = program(sys.executable, "-m", "cacao_core", "engine")
    assert own.choose(START, 1) == ai.analyse(START)[0].move
    assert own.name.startswith("cacao_core ")
    assert own.cpu > 0


def test_example_in_c(program: Callable[..., Program], tmp_path: Path) -> None:
    """Compiled where there is a compiler; else it is read for what the protocol needs."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    source = DOCS / "engine/last.c"
    if compiler is None:
        assert all(word in source.read_text("utf-8") for word in ("cacaook", "bestmove", "fflush"))
        return
    built = str(tmp_path / "engine")
    subprocess.run([compiler, "-Wall", "-Werror", "-o", built, str(source)], check=True)
    assert program(built).choose(START) == START.legal_moves()[-1]
    results = arena.play([built, "easy"], deals=1, jobs=1)
    assert [played.forfeit for played in results.games] == [None, None]
    assert results.contestants == ("engine", "easy")


TALK = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    said = {"cacao": "cacaook", "isready": "readyok"}.get(word)
    print(said or (GO if word == "go" else "well"), flush=True)
"""


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("raise SystemExit(4)", "ended"),
        ("input(); print('error no licence')", "error"),
        (TALK.replace("GO", "'error Lost: my way'"), "Lost"),
        (TALK.replace("GO", "sys.exit(1)"), "ended"),
        (TALK.replace("GO", "'well'"), "too slow"),
        ("input(); print('protocol 2'); print('cacaook')", "other protocol"),
    ],
)
def test_programs_that_fail(
    source: str, kind: str, program: Callable[..., Program], tmp_path: Path
) -> None:
    bad = program(sys.executable, written(tmp_path, source), seconds=1)
    with pytest.raises(ProgramError) as failed:
        bad.choose(START)
    assert failed.value.kind == kind


def test_words_of_a_program_that_was_not_asked_are_no_answer(
    program: Callable[..., Program], tmp_path: Path
) -> None:
    """Two moves for each question; and more than anybody reads, which waits with the program."""
    twice = "'bestmove ' + line.split()[-1] + '\\nbestmove W1111@9,9'"
    source = TALK.replace("GO", twice).replace('"well"', '"bestmove W1111@9,9"')
    both = program(sys.executable, written(tmp_path, source))
    assert [both.choose(START) for _time in range(3)] == [START.legal_moves()[-1]] * 3
    flood = "import sys\nprint('cacaook')\nwhile True: print('info ' + 99 * '!')"
    flooding = program(sys.executable, written(tmp_path, flood), seconds=0.5)
    flooding.start()
    with pytest.raises(ProgramError) as failed:
        flooding.choose(START)
    assert failed.value.kind in ("nonsense", "too slow")


def test_program_that_talks_nonsense(program: Callable[..., Program], tmp_path: Path) -> None:
    source = TALK.replace("GO", "'bestmove north'")
    bad = program(sys.executable, written(tmp_path, source))
    with pytest.raises(IllegalMove):
        bad.choose(START)
    with pytest.raises(ProgramError) as failed:
        program("./no/such/program").choose(START)
    assert failed.value.kind == "not started"


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("dies", "ended: the program has ended with exit code 3"),
        ("hangs", "too slow: no answer in time"),
        ("raises", "RuntimeError: out of ideas"),
        ("answers", "illegal move: "),
    ],
)
def test_bots_that_fail_forfeit_and_the_arena_goes_on(
    bot: str, reason: str, tmp_path: Path
) -> None:
    entry = arena.contestants([f"{written(tmp_path, FAULTS)}:{bot}", "easy"], seconds=1.0)
    results = arena.play(entry, deals=1, jobs=1)
    assert len(results.games) == 2
    for played in results.games:
        assert played.forfeit
        assert reason in played.forfeit.reason
        assert all(0 <= seconds < 10 for turns in played.turns for seconds in turns)


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("def choose(game, rng): ...", r"choose\(game, rng\): .* choose\(game\)"),
        ("class choose:\n    def choose(self): ...", r"choose\(\): .* choose\(game\)"),
        ("async def choose(game): ...", "asynchronous"),
        ("choose = 7", "cannot be called"),
    ],
)
def test_bots_that_cannot_be_asked_are_refused_before_the_first_game(
    bot: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", written(tmp_path, bot), "easy", "--deals", "1", "--jobs", "1"]) == 1
    assert re.search(reason, capsys.readouterr().err)


def test_program_is_asked_only_for_games_that_it_knows(
    program: Callable[..., Program], tmp_path: Path
) -> None:
    chance = DOCS / "engine/chance.py"
    source = chance.read_text("utf-8")
    file = tmp_path / "narrow.py"
    file.write_text(source.replace('"protocol 1"', '"rules base map workers"'), "utf-8")
    rules = expanded("huts", "chocolate", "gems", "tree", workers={"1111": 4, "0004": 1})
    game, map_game = (Game(Deal.shuffled(2, 7, one)) for one in (rules, expanded("map", "workers")))
    anything, narrow = (program(sys.executable, str(one)) for one in (chance, file))
    assert anything.choose(game) in game.legal_moves()
    assert narrow.choose(map_game) in map_game.legal_moves()
    with pytest.raises(ProgramError, match="it plays base map workers; this is chocolate") as why:
        narrow.choose(game)
    assert why.value.kind == "other rules"


def test_prints_of_a_bot_are_no_answer(tmp_path: Path) -> None:
    results = arena.play([f"{written(tmp_path, FAULTS)}:prints", "easy"], deals=1, jobs=1)
    assert [played.forfeit for played in results.games] == [None, None]


def test_tracebacks_are_shown_if_wanted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    entry = f"{written(tmp_path, FAULTS)}:raises"
    for debug in ([], ["--debug"]):
        assert main(["arena", entry, "easy", "--deals", "1", "--jobs", "1", "--quiet", *debug]) == 0
        assert ("Traceback" in capfd.readouterr().err) == bool(debug)


def test_programs_that_are_no_contestants(tmp_path: Path) -> None:
    with pytest.raises(CacaoError, match=r"or \./program"):
        arena.contestants(["./no/such/program", "easy"])
    if os.name == "posix":
        file = tmp_path / "silent"
        file.write_text("#!/bin/sh\nexit 2\n", "utf-8")
        file.chmod(0o755)
        with pytest.raises(CacaoError, match=r"silent cannot be loaded: ended: .* exit code 2"):
            arena.contestants([str(file), "easy"])


@pytest.mark.parametrize("jobs", [0, -5, "x", 1.5])
def test_wrong_numbers_of_processes(jobs: object) -> None:
    with pytest.raises(CacaoError, match="expected -1, or a whole number above 0"):
        arena.play(["easy", "medium"], deals=1, jobs=jobs)  # type: ignore[arg-type]


@pytest.mark.parametrize(("option", "value"), [("--jobs", "0"), ("--seconds", "0")])
def test_wrong_options(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "easy", "hard", option, value]) == 1
    assert f"{option[2:]}" in capsys.readouterr().err
