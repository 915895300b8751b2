"""``python -m cacao_core``."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from cacao_core import Deal, Record
from cacao_core.__main__ import main
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


def test_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cacao_core", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("cacao_core ")
