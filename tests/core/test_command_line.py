"""``python -m cacao_core``."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cacao_core import Deal, Game, Record, ai
from cacao_core.cli import main
from cacao_core.rules import SHORT
from tests.core.helpers import DATA, example

OVERBUILD = str(DATA / "overbuild.txt")


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
    told = output(capsys, "review", OVERBUILD, "--playouts", "2", "--least", "99")
    assert told.splitlines()[-1].startswith("yellow ")
    assert "luck " in told.splitlines()[-1]
    assert main(["best", str(DATA / "golden_v1_2_seed.txt")]) == 1
    assert "the game is over" in capsys.readouterr().err


def test_game_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    said = iter(
        ["?", "moves", "north", "W9999@0,0", "undo", "hint", "1", "undo", "save", f"save {file}"]
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
    assert "save: expected the name of a file" in told
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
    assert main(["play", "--seat", "3"]) == 1
    assert "seat 3: expected 1 to 2" in capsys.readouterr().err
    assert main(["play", "--players", "4", "--against", "easy", "--against", "hard"]) == 1
    assert "2 levels: expected one for all, or 3" in capsys.readouterr().err


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
