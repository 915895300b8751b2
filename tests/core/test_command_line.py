"""``python -m cacao_core``."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cacao_core import CacaoError, Deal, Game, Record, ai
from cacao_core.cli import main
from cacao_core.rules import SHORT, expanded
from cacao_core.tiles import UNKNOWN
from tests.core.helpers import DATA, example, played_to_a_hidden_tile

OVERBUILD = str(DATA / "overbuild.txt")
OVER = str(DATA / "golden_v1_2_seed.txt")
NEW = Record(Deal.shuffled(2, 7)).to_link()


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_deal_convert_and_back(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = output(capsys, "deal", "3", "--seed", "7")
    assert Record.from_text(text) == Record(Deal.shuffled(3, 7))
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    link = output(capsys, "convert", str(file), "--to", "link").strip()
    assert output(capsys, "convert", f"https://x.example/#{link}&p=pp", "--to", "record") == text
    explicit = output(capsys, "deal", "3", "--seed", "7", "--explicit")
    assert "red pile: " in explicit
    assert Record.from_text(explicit).deal == Deal.shuffled(3, 7)


def test_show_draws_board_and_moves(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = output(capsys, "show", OVERBUILD, "--moves")
    assert "(  P2   )" in drawn
    assert "red's turn; red has to place. Display: -; 0 in the pile." in drawn
    assert "[3  Y  0]" in drawn  # an overbuilt tile of yellow
    assert drawn.splitlines()[-1] == str(example("overbuild").game().legal_moves()[-1])
    start = output(capsys, "show", OVERBUILD, "--at", "0")
    assert "(  P1   )" in start
    assert "[" not in start  # no worker tile yet


def test_replay_shows_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = output(capsys, "replay", str(DATA / "golden_v1_2_seed.txt"))
    moves = Record.from_text((DATA / "golden_v1_2_seed.txt").read_text("utf-8")).moves
    assert all(f"\n{at}. {move}\n" in drawn for at, move in enumerate(moves, start=1))
    assert "The game is over: " in drawn


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    link = Record(Deal.shuffled(2, 1)).to_link()
    assert output(capsys, "perft", link, "2") == "512\n"
    divided = output(capsys, "perft", link, "2", "--divide").splitlines()
    assert sum(int(line.split()[1]) for line in divided[:-1]) == 512


def test_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(example("temple").to_text()))
    link = output(capsys, "convert", "-", "--to", "link").strip()
    assert Record.from_link(link) == example("temple")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "nonsense"], "expected it to begin with version 1"),
        (["show", OVERBUILD, "--at", "9999"], "expected 0 to 95"),
        (["deal", "7"], "7 players: expected 2 to 4"),
        (["deal", "2", "--seed", "-1"], "seed -1"),
        (["show", "x" * 9000], "expected it to begin with version 1"),
        (["show", "x" * 100_000], "expected it to begin with version 1"),
        (["show", __file__], "line 1: expected 'cacao-record 1'"),
    ],
)
def test_errors_without_tracebacks(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("cacao_core: ")
    assert message in captured.err


@pytest.mark.parametrize("arguments", [[], ["dance"], ["deal"], ["perft", OVERBUILD, "99"]])
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: python -m cacao_core" in capsys.readouterr().err


def test_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("nosuchfile", "games/no_such_file.txt"):
        assert main(["show", name]) == 1
        assert f"{name}: there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", str(DATA)], "this is a folder"),
        (["show", "https://x.example/"], "# is missing"),
        (["best", OVERBUILD, "--at", "0", "--level", "hard", "--seconds", "1"], "own time"),
        (["best", OVERBUILD, "--at", "0", "--level", "easy", "--playouts", "5"], "--playouts is"),
        (["best", OVERBUILD, "--at", "0", "--seed", "5"], "--seed is for --level"),
        (["review", OVERBUILD, "--least", "nan"], "--least nan"),
        (["review", NEW], "no turns yet"),
        (["play", "--seat", "2"], "--seat is for games against"),
        (["play", "-o", str(DATA)], "expected a file"),
        (["play", "-o", "nowhere/game.txt"], "expected a file"),
        (["convert", OVERBUILD, "--to", "link", "--events"], "--events is for --to json"),
        (["deal", "2", "--unknown", "--seed", "1"], "--seed is for tiles that are dealt"),
        (["draw", OVERBUILD, "--chart", "--villages"], "--villages is for a position"),
        (["draw", OVERBUILD, "--chart", "--mark", "1,0"], "--mark is for a position"),
        (["draw", OVERBUILD, "-o", "a.png"], "a.png: this writes .svg"),
        (["film", OVERBUILD, "-o", "a.svg"], "a.svg: this writes .html"),
        (["draw", OVER, "--hints"], "--hints is for games that go on"),
        (["draw", OVER, "--places"], "--places is for positions"),
        (["engine", "--debug"], "--debug is for --bot"),
        (["deal", "2", "--seed", str(10**22)], f"seed {10**22}: expected"),
        (["best", NEW, "--playouts", "0"], "0 playouts"),
        (["puzzles", "find", "x.txt", "--kind", "win", "--games", "0"], "--games 0"),
        (["puzzles", "choose", "x.txt", "-o", "y.txt"], "at least one kind"),
        *[
            (arguments, "/dev/full")
            for arguments in (
                ["arena", "--show", "/dev/full"],
                ["arena", "easy", "hard", "--jobs", "1", "--out", "/dev/full"],
                ["puzzles", "check", "/dev/full"],
            )
            if os.path.exists("/dev/full")
        ],
        (["play", OVERBUILD, "--players", "3"], "for a new game"),
        (["play", OVERBUILD, "--players", "0"], "for a new game"),
        (["play", "--players", "0"], "0 players"),
        (["analyse", OVERBUILD, "--at", "0", "--all", "--best", "0"], "best 0"),
    ],
)
def test_arguments_that_do_not_go_together_are_told(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (["deal", "2", "--seed", "1"], "cli.records"),
        (["show", OVERBUILD], "cli.showing"),
        (["--version"], "cli"),
    ],
)
def test_command_loads_only_what_it_needs(arguments: list[str], needed: str) -> None:
    source = (
        "import atexit, sys; from cacao_core.cli import main; "
        "atexit.register(lambda: print(sorted(sys.modules))); main(sys.argv[1:])"
    )
    done = subprocess.run(
        [sys.executable, "-c", source, *arguments], capture_output=True, text=True, check=True
    )
    assert f"'cacao_core.{needed}'" in done.stdout
    for name in ("svg", "puzzles", "ai.arena", "ai.levels"):
        assert f"'cacao_core.{name}'" not in done.stdout


def test_append_writes_a_longer_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    link = Record(Deal.shuffled(2, 7)).to_link()
    longer = output(capsys, "append", f"https://x.example/#{link}", "W1111@0,1")
    assert Record.from_text(longer) == Record(Deal.shuffled(2, 7)).play("W1111@0,1")
    file = tmp_path / "game.txt"
    assert output(capsys, "append", link, "W1111@0,1", "-o", str(file)) == ""
    assert file.read_text("utf-8") == longer
    assert main(["append", link, "W1111@9,9"]) == 1
    assert "W1111@9,9" in capsys.readouterr().err


@pytest.mark.long
def test_best_analyse_and_review(capsys: pytest.CaptureFixture[str]) -> None:
    link = Record(Deal.shuffled(2, 7)).to_link()
    found = ai.analyse(Game(Deal.shuffled(2, 7)), 8)
    assert output(capsys, "best", link, "--playouts", "8") == f"{found[0].move}\n"
    chosen = ai.choose(Game(Deal.shuffled(2, 7)), "medium", seed=1)
    assert output(capsys, "best", link, "--level", "medium", "--seed", "1") == f"{chosen}\n"
    head, *lines = output(capsys, "analyse", link, "--playouts", "8", "--best", "3").splitlines()
    assert head.startswith("red: lead ")
    assert [line.split()[2] for line in lines] == [str(one.move) for one in found[:3]]
    asked = output(capsys, "analyse", link, "--playouts", "2", "--move", "W1111@0,1")
    assert asked.splitlines()[1].split()[2] == "W1111@0,1"
    two = output(capsys, "analyse", link, "--playouts", "2", "--all", "--best", "2")
    assert len(two.splitlines()) == 3
    other = output(capsys, "analyse", link, "--playouts", "8", "--best", "3", "--level", "hard")
    assert other.splitlines()[1:] != lines
    every = output(capsys, "analyse", link, "--playouts", "2", "--all").splitlines()[1:]
    assert len(every) == len(Game(Deal.shuffled(2, 7)).legal_moves())
    assert "; a rough estimate: 8 playouts)" in two
    told = output(capsys, "review", OVERBUILD, "--playouts", "2", "--least", "99")
    assert told.splitlines()[-1].startswith("yellow ")
    assert "lost" not in told
    assert "luck " in told.splitlines()[-1]
    assert main(["best", str(DATA / "golden_v1_2_seed.txt")]) == 1
    assert "the game is over" in capsys.readouterr().err


@pytest.mark.long
def test_review_blames_only_beyond_the_error_and_prints_as_it_goes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = ai.review(example("overbuild"), 4)
    told = output(capsys, "review", OVERBUILD, "--playouts", "4", "--least", "0")
    blamed = [line for line in told.splitlines() if line.startswith("     lost")]
    wanted = [f"lost {turn.loss:.1f} ± {turn.error:.1f}" for turn in turns if turn.is_mistake]
    assert [line.strip().partition(":")[0] for line in blamed] == wanted
    assert any(turn.loss >= 0.5 and not turn.is_mistake for turn in turns)

    def reviewing(*_given: object) -> Iterator[tuple[float, ai.ReviewedTurn | None]]:
        yield 0.1, turns[0]
        assert capsys.readouterr().out.startswith("  1. red ")
        yield 1.0, turns[1]

    monkeypatch.setattr("cacao_core.ai.reviewing", reviewing, raising=False)
    assert main(["review", OVERBUILD]) == 0


def test_game_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    there = tmp_path / "there.txt"
    there.write_text("mine", "utf-8")
    said = iter(
        [
            *("?", "moves", "north", "W9999@0,0", "999", "0", "undo", "1", "undo", "save"),
            *(f"save {there}", f"save {file}", f"save {file}"),
        ]
    )
    shown: list[str] = []

    def ask(prompt: str) -> str:
        shown.append(prompt)
        return next(said, "quit")

    monkeypatch.setattr("builtins.input", ask)
    told = output(capsys, "play", "--against", "medium", "--seed", "7", "--seat", "2")
    assert "(medium) plays W" in told
    assert set(shown) == {"purple> "}
    assert "hand 3 tiles + " in told, "the other's hand is not shown"
    assert "expected something such as" in told
    assert "there is no move of yours to take back" in told
    assert "999: expected a number from 1 to " in told
    assert "save: expected the name of a file" in told
    assert f"{there} is there already" in told
    assert there.read_text("utf-8") == "mine"
    assert told.count(f"The game is in {file}, with ") == 2
    saved = Record.from_text(file.read_text("utf-8"))
    assert saved.deal == Deal.shuffled(2, 7)
    assert Record.from_link(told.split()[-1]) == saved


def test_game_in_the_terminal_to_its_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _prompt: "1")
    told = output(capsys, "play", str(DATA / "golden_v1_2_seed.txt"))
    assert "The game is over: " in told
    link = Record(Deal.shuffled(2, 7, SHORT)).to_link()
    told = output(capsys, "play", link)
    assert Record.from_link(told.split()[-1]).game().is_over
    assert main(["play", "--against", "easy", "--seat", "3"]) == 1
    assert "seat 3: expected 1 to 2" in capsys.readouterr().err
    assert main(["play", "--players", "4", "--against", "easy", "--against", "hard"]) == 1
    assert "2 levels: expected one for all, or 3" in capsys.readouterr().err


def test_game_with_modules_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _prompt: "1")
    told = output(capsys, "play", "--expansions", "huts,map", "--against", "easy", "--seed", "7")
    played = Record.from_link(told.split()[-1])
    assert played.deal == Deal.shuffled(2, 7, expanded("huts", "map"))
    assert played.game().is_over
    text = output(capsys, "deal", "3", "--rules", "early,huts,map", "--seed", "7")
    wanted = expanded("huts", "map", early_overbuild=True)
    assert Record.from_text(text).deal == Deal.shuffled(3, 7, wanted)
    told = output(capsys, "play", "--expansions", "big", "--seed", "7")
    assert Record.from_link(told.split()[-1]).deal == Deal.shuffled(3, 7, expanded(big=True))
    assert main(["play", "--expansions", "boats"]) == 1
    assert "no module 'boats'" in capsys.readouterr().err


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str | type[BaseException]) -> None:
    """Lines at the keyboard, or what keys raise; then the end of the input."""
    left = iter(lines)

    def ask(_prompt: str) -> str:
        line = next(left, EOFError)
        if isinstance(line, str):
            return line
        raise line

    monkeypatch.setattr("builtins.input", ask)


def test_game_that_is_left_by_any_way_is_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for leave in ("quit", EOFError, KeyboardInterrupt):
        file = tmp_path / "out.txt"
        typed(monkeypatch, "W1111@0,1", leave)
        told = output(capsys, "play", "--seed", "7", "-o", str(file))
        assert Record.from_text(file.read_text("utf-8")) == Record.from_link(told.split()[-1])
        assert len(Record.from_link(told.split()[-1]).moves) == 1
        file.unlink()


def test_link_is_printed_even_if_the_file_cannot_be_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not os.path.exists("/dev/full"):
        return
    typed(monkeypatch, "W1111@0,1")
    assert main(["play", "--seed", "7", "-o", "/dev/full"]) == 1
    said = capsys.readouterr()
    assert said.err == "cacao_core: /dev/full: No space left on device\n"
    assert len(Record.from_link(said.out.split()[-1]).moves) == 1


def test_game_that_cannot_go_on_is_not_lost(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(*_given: object) -> None:
        raise CacaoError("no idea")

    monkeypatch.setattr(ai, "choose", choose)
    typed(monkeypatch, "W1111@0,1", "An1@0,1", "Ae1@0,1", "W1111@1,0")
    assert main(["play", "--seed", "7", "--against", "easy"]) == 1
    said = capsys.readouterr()
    assert said.err == "cacao_core: no idea\n"
    assert Record.from_link(said.out.split()[-1]).moves


@pytest.mark.parametrize("text", [NEW, Record(Deal.shuffled(2, 7)).to_text()])
def test_games_of_all_editors_are_read(
    text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\ufeff " + text.replace("\n", "\r\n")))
    assert output(capsys, "convert", "-", "--to", "link").strip() == NEW


def test_undo_takes_back_whoever_moved_last_at_this_keyboard(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    longer = Record(Deal.shuffled(2, 7), ["W1111@1,0", "Aw1@1,0"])
    typed(monkeypatch, "W1111@0,-1", "undo", "undo", "undo")
    told = output(capsys, "play", longer.to_link())
    assert Record.from_link(told.split()[-1]) == Record(Deal.shuffled(2, 7))


def test_hint_is_the_best_of_the_analysis(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def hinting(record: Record, *given: object) -> Iterator[tuple[float, ai.Analysis]]:
        asked.append(given)
        yield from real(record, 5)

    real = ai.hinting
    monkeypatch.setattr("cacao_core.ai.hinting", hinting, raising=False)
    typed(monkeypatch, "hint")
    told = output(capsys, "play", NEW)
    assert f"\n{ai.analyse(Game(Deal.shuffled(2, 7)), 5)[0].move}\n" in told
    assert asked == [()], "as much as for the command best"


def test_gems_are_named_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(Record(Deal.unknown(2, expanded("gems"))).to_text(), "utf-8")
    typed(monkeypatch, "+D +M4", "+gR", "+gRGBWW", "W2101@1,0")
    told = output(capsys, "play", str(file))
    assert "6 gems on a mine are unknown. Name the first one, such as +gR." in told
    assert "5 gems on a mine are unknown" in told


def test_computer_that_draws_a_hidden_tile_has_it_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """docs/rules.md 11.1, ruling: with a map tile one may still draw blind."""
    whole, at = played_to_a_hidden_tile()
    blind, seat, drawn = whole.moves[at], whole.game(at).to_move, whole.game(at).jungle_pile
    assert seat is not None
    pile = (*whole.deal.jungle_pile[: -len(drawn)], *[UNKNOWN] * len(drawn))
    record = Record(replace(whole.deal, jungle_pile=pile), whole.moves[:at])
    file = tmp_path / "game.txt"
    file.write_text(record.to_text(), "utf-8")
    monkeypatch.setattr(ai, "choose", lambda _game, _level: blind)
    typed(monkeypatch, "+X9", f"+{drawn[0]}")
    told = output(capsys, "play", str(file), "--against", "easy", "--seat", str((seat + 1) % 4 + 1))
    assert f"plays {blind}\n\n1 jungle tiles that have turned up are unknown" in told
    after = Record.from_link(told.split()[-1])
    assert after.moves[at] == blind
    assert after.game(at + 1).jungle[blind.cell] == drawn[0]


def test_unknown_tiles_are_revealed_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(output(capsys, "deal", "2", "--unknown"), "utf-8")
    assert not Record.from_text(file.read_text("utf-8")).deal.is_known
    lines = ["1", "+X9", "+M3", "undo", "+M4 +G1", "hint", "W2101@1,0", "Aw1@1,0"]
    typed(monkeypatch, *lines, "1", "+p1111 +p1111", "+p2101")
    told = output(capsys, "play", str(file), "--against", "easy")
    assert "2 jungle tiles that have turned up are unknown" in told
    assert "the hand of red is not known" in told
    assert "3 tiles in the hand of purple are unknown" in told
    record = Record.from_link(told.split()[-1])
    assert record.deal.jungle_pile[:2] == ("M4", "G1")
    assert record.deal.worker_piles[1][:3] == ("1111", "1111", "2101")
    assert len(record.turns()) == 2, "the computer has moved"
    longer = output(capsys, "append", str(file), "+M4", "+G1", "W2101@1,0")
    assert Record.from_text(longer).moves == Record.from_link(record.to_link()).moves[:1]


@pytest.mark.parametrize("command", ["show", "draw", "analyse", "engine"])
def test_full_disk_is_one_line(command: str) -> None:
    if not os.path.exists("/dev/full"):
        return
    game = [] if command == "engine" else [NEW]
    more = ["--playouts", "1"] if command == "analyse" else []
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cacao_core", command, *game, *more],
            stdout=full,
            stderr=subprocess.PIPE,
            input="cacao\n",
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "cacao_core: No space left on device\n")


def test_devices_without_an_end_are_no_games(capsys: pytest.CaptureFixture[str]) -> None:
    if os.path.exists("/dev/zero"):
        assert main(["show", "/dev/zero"]) == 1
        assert "expected it to begin with version 1" in capsys.readouterr().err


def test_files_that_are_no_regular_files_are_read() -> None:
    if os.name != "posix":
        return
    done = subprocess.run(
        [sys.executable, "-m", "cacao_core", "convert", "/dev/stdin", "--to", "link"],
        input=example("temple").to_text(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert Record.from_link(done.stdout.strip()) == example("temple")


def test_command_is_called_as_the_package() -> None:
    project = tomllib.loads((DATA.parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["scripts"] == {project["name"]: "cacao_core.cli:run"}
    named = re.compile(r"(`|^ *\$? ?)cacao (?=[a-z])", re.MULTILINE)
    for file in [*(DATA.parents[2] / "docs").rglob("*.md"), *DATA.parents[2].glob("*.md")]:
        assert not named.search(file.read_text("utf-8")), file


def test_letters_of_all_languages_whatever_the_console_says() -> None:
    record = Record(Deal.shuffled(2, 7), seats=("Žofie", "陳"))
    done = subprocess.run(
        [sys.executable, "-m", "cacao_core", "convert", "-", "--to", "record"],
        input=record.to_text().encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
        check=True,
    )
    assert "陳" in done.stdout.decode("utf-8")


def test_package_runs_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cacao_core", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("cacao_core ")
