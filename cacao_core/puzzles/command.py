"""``python -m cacao_core puzzles``: find, choose and check puzzles from the command line."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from cacao_core.errors import CacaoError
from cacao_core.puzzles import load
from cacao_core.puzzles.choosing import choose
from cacao_core.puzzles.finding import find, stands
from cacao_core.puzzles.puzzle import KINDS, Puzzle
from cacao_core.puzzles.text import FORMAT, decode, encode, line

_ABOUT = """Find puzzles in games of computers, choose some, and check them.

"find" appends to a file, and goes on with it where it was interrupted; it plays the same games
everywhere. "choose" takes such files and writes one with so many puzzles of each kind, without
near-twins, rated from easy to hard. "check" solves all puzzles of a file, or the shipped ones.
"judge" writes those whose best turn is ahead of all others beyond doubt; it goes on with its file
where it was interrupted.
"""
_DONE: Final = "# done:"
"""Begins the line that is written after each game; then kind, number of players, and seed."""
_GONE: Final = "# in doubt: "
"""Begins the line of a puzzle that was left out."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to ``python -m cacao_core``."""
    parser = commands.add_parser(
        "puzzles",
        help="find, choose and check puzzles",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parts = parser.add_subparsers(required=True, metavar="PART")
    finding = parts.add_parser("find", help="look for puzzles in new games")
    finding.add_argument("file", type=Path, metavar="FILE", help="to go on with, or to begin")
    finding.add_argument("--kind", choices=KINDS, required=True)
    finding.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="2, 3 or 4 (2)")
    finding.add_argument("--games", type=int, default=100, metavar="N", help="how many (100)")
    finding.add_argument("--seed", type=int, default=0, metavar="N", help="of the first game (0)")
    finding.set_defaults(run=_find)
    choosing = parts.add_parser("choose", help="choose from puzzles that were found")
    choosing.add_argument("files", type=Path, nargs="+", metavar="FILE")
    for kind in KINDS:
        choosing.add_argument(f"--{kind}", type=int, default=0, metavar="N", help="how many (0)")
    choosing.add_argument("-o", "--out", type=Path, required=True, metavar="FILE")
    choosing.set_defaults(run=_choose)
    checking = parts.add_parser("check", help="solve puzzles")
    checking.add_argument("file", type=Path, nargs="?", metavar="FILE")
    checking.set_defaults(run=_check)
    judging = parts.add_parser("judge", help="leave out puzzles whose best turn is in doubt")
    judging.add_argument("out", type=Path, metavar="OUT", help="to go on with, or to begin")
    judging.add_argument("file", type=Path, nargs="?", metavar="FILE")
    judging.add_argument("--playouts", type=int, default=24_000, metavar="N", help="most (24000)")
    judging.set_defaults(run=_judge)


def _find(options: argparse.Namespace) -> None:
    """Look through games, and append what is found."""
    if options.games < 1:
        raise CacaoError(f"--games {options.games}: expected 1 or more")
    file: Path = options.file
    if not file.exists():
        _write(file, f"{FORMAT}\n")
    done = _whole_games(file)
    for seed in range(options.seed, options.seed + options.games):
        end = f"{_DONE} {options.kind} {options.players} {seed}"
        if end in done:
            continue
        lines = [line(puzzle) for puzzle in find(options.kind, options.players, seed)]
        _write(file, "".join(f"{one}\n" for one in (*lines, end)), "a")
        print(f"game {seed}: {len(lines)} puzzles")


def _whole_games(file: Path) -> set[str]:
    """The games that a file has; what an interruption has left after the last one is removed."""
    lines = _read(file).splitlines()
    ends = [at for at, one in enumerate(lines) if one.startswith(_DONE)]
    whole = lines[: ends[-1] + 1] if ends else lines[:1]
    _write(file, "".join(f"{one}\n" for one in whole))
    return {lines[at] for at in ends}


def _choose(options: argparse.Namespace) -> None:
    """Write a file with chosen puzzles."""
    wanted = {kind: getattr(options, kind) for kind in KINDS}
    if min(wanted.values()) < 0 or not any(wanted.values()):
        kinds = ", ".join(f"--{kind}" for kind in KINDS)
        raise CacaoError(f"{kinds}: expected how many of at least one kind")
    puzzles = [puzzle for file in options.files for puzzle in decode(_read(file))]
    chosen = choose(puzzles, wanted)
    _write(options.out, encode(chosen))
    print(f"{len(chosen)} of {len(puzzles)} puzzles: {_told(chosen)}")


def _check(options: argparse.Namespace) -> None:
    """Solve every puzzle by its own solution.

    Raises:
        CacaoError: one is wrong.
    """
    puzzles = decode(_read(options.file)) if options.file else load()
    for number, puzzle in enumerate(puzzles, 1):
        if not puzzle.accepts(puzzle.solution):
            raise CacaoError(f"puzzle {number} ({puzzle.id}) does not accept its own solution")
    print(f"{len(puzzles)} puzzles are right: {_told(puzzles)}")


def _judge(options: argparse.Namespace) -> None:
    """Write the puzzles that stand; those that do not are comments."""
    out: Path = options.out
    if not out.exists():
        _write(out, f"{FORMAT}\n")
    done = {one.removeprefix(_GONE) for one in _read(out).splitlines()}
    for puzzle in decode(_read(options.file)) if options.file else load():
        text = line(puzzle)
        if text not in done:
            stays = puzzle.kind != "best" or stands(puzzle, options.playouts)
            _write(out, f"{'' if stays else _GONE}{text}\n", "a")
    gone = sum(one.startswith(_GONE) for one in _read(out).splitlines())
    print(f"{len(decode(_read(out)))} puzzles stand, {gone} are in doubt")


def _told(puzzles: list[Puzzle]) -> str:
    counts = [(kind, sum(puzzle.kind == kind for puzzle in puzzles)) for kind in KINDS]
    return ", ".join(f"{count} {kind}" for kind, count in counts)


def _write(file: Path, text: str, mode: str = "w") -> None:
    try:
        with file.open(mode, encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise CacaoError(f"{file}: {error.strerror}") from None


def _read(file: Path) -> str:
    if file.is_char_device():  # some have no end
        raise CacaoError(f"{file}: expected a file")
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise CacaoError(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise CacaoError(f"{file}: {error}") from None
