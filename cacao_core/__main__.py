"""``python -m cacao_core``: look at records and links, draw, replay, convert, deal, count.

A GAME is a link payload, a whole address with one behind ``#``, or the name of a file with a
record; ``-`` reads the standard input. Exit codes: 0 success, 1 the game cannot be read or the
command has failed, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from cacao_core import CacaoError, Deal, Record, __version__, svg
from cacao_core.ai.analysis import analyse
from cacao_core.ai.arena import command as arena
from cacao_core.errors import describe
from cacao_core.formats.text import FORMAT
from cacao_core.perft import divide, perft
from cacao_core.puzzles import command as puzzles
from cacao_core.rules import BASE, SHORT, rules_named
from cacao_core.tiles import Cell


def load(source: str) -> Record:
    """The record of a GAME argument.

    Raises:
        CacaoError: it cannot be read.
    """
    if source == "-":
        text = sys.stdin.read()
    elif os.path.isfile(source):  # pathlib raises an error for a long link
        try:
            text = Path(source).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CacaoError(f"{source}: {error}") from None
    else:
        text = source
    body = text.strip()
    if FORMAT in body or "\n" in body:
        return Record.from_text(text)
    return Record.from_link(body.rpartition("#")[2].partition("&")[0])


def show(options: argparse.Namespace) -> None:
    """Draw the position."""
    record = load(options.game)
    game = record.game(options.at)
    print(game)
    if options.moves:
        print("\n".join(map(str, game.legal_moves())))


def draw(options: argparse.Namespace) -> None:
    """Write a picture: of the position, or of the course of the game."""
    record = load(options.game)
    if options.chart:
        shown = record if options.at is None else record.up_to(options.at)
        picture = svg.chart(shown, theme=options.theme, size=options.size)
    else:
        position = record.game(options.at)
        picture = svg.board(
            record,
            at=options.at,
            theme=options.theme,
            villages=options.villages,
            coordinates=options.coordinates,
            places=options.places,
            arrows=list(map(_arrow, options.arrow)),
            marks=list(map(_mark, options.mark)),
            hints=analyse(position) if options.hints else (),
            size=options.size,
        )
    _write(options.out, picture)


def film(options: argparse.Namespace) -> None:
    """Write an HTML file that plays the game."""
    record = load(options.game)
    _write(options.out, svg.film(record, theme=options.theme, seconds=options.seconds))


def _write(file: Path | None, text: str) -> None:
    """Write to a file, or else to the standard output."""
    if file is None:
        print(text, end="")
        return
    try:
        file.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise CacaoError(f"{file}: {error}") from None


def _arrow(text: str) -> svg.Arrow:
    """An arrow written as ``1,0:2,0`` or ``1,0:2,0:red``."""
    tail, _colon, rest = text.partition(":")
    head, _colon, colour = rest.partition(":")
    return svg.Arrow(_cell(tail), _cell(head), colour or "green")


def _mark(text: str) -> svg.Mark:
    """A mark written as ``1,0``, ``1,0:A`` or ``1,0:A:red``."""
    cell, _colon, rest = text.partition(":")
    sign, _colon, colour = rest.partition(":")
    return svg.Mark(_cell(cell), sign, colour or "blue")


def _cell(text: str) -> Cell:
    if not (found := re.fullmatch(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})", text)):
        raise CacaoError(f"cell {describe(text)}: expected two whole numbers, such as 1,0")
    return int(found[1]), int(found[2])


def replay(options: argparse.Namespace) -> None:
    """Draw the position after each move."""
    record = load(options.game)
    start, *positions = record.positions()
    print(start)
    for at, (move, game) in enumerate(zip(record.moves, positions, strict=True), start=1):
        if sys.stdin.isatty() and options.game != "-":
            input(f"\n{move}   [Enter]")
        print(f"\n{at}. {move}\n{game}")


def convert(options: argparse.Namespace) -> None:
    """Write a record as a link, or a link as a record."""
    record = load(options.game)
    if options.to == "link":
        print(record.to_link())
    else:
        print(record.to_text(), end="")


def deal(options: argparse.Namespace) -> None:
    """Write the record of a new game."""
    rules = rules_named(options.rules) or BASE
    made = Deal.shuffled(options.players, options.seed, rules)
    if options.explicit:
        made = Deal(made.worker_piles, made.jungle_pile, rules)
    print(Record(made).to_text(), end="")


def count(options: argparse.Namespace) -> None:
    """Count the sequences of moves to a depth."""
    game = load(options.game).game()
    if options.divide:
        for move, number in divide(game, options.depth).items():
            print(f"{move} {number}")
    print(perft(game, options.depth))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m cacao_core",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"cacao_core {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    showing = commands.add_parser("show", help="draw a position as text")
    showing.add_argument("game", metavar="GAME")
    showing.add_argument("--at", type=int, metavar="N", help="after N moves instead of all")
    showing.add_argument("--moves", action="store_true", help="list the legal moves too")
    showing.set_defaults(run=show)

    drawing = commands.add_parser(
        "draw",
        help="draw a position, or the course of the game, as an SVG picture",
        description="Cells are written as x,y; with a minus sign first as in --mark=-1,0.",
    )
    drawing.add_argument("game", metavar="GAME")
    drawing.add_argument("--at", type=int, metavar="N", help="after N moves instead of all")
    drawing.add_argument("-o", "--out", type=Path, metavar="FILE", help="else it is printed")
    drawing.add_argument("--theme", choices=svg.THEMES, default="light")
    drawing.add_argument("--size", type=int, metavar="PIXELS", help="width of the picture")
    drawing.add_argument("--villages", action="store_true", help="with village boards and display")
    drawing.add_argument("--coordinates", action="store_true", help="with the names of the cells")
    drawing.add_argument("--places", action="store_true", help="with cells for the next tile")
    drawing.add_argument("--hints", action="store_true", help="with the best turns, numbered")
    drawing.add_argument(
        "--arrow", action="append", default=[], metavar="FROM:TO[:COLOUR]", help="between cells"
    )
    drawing.add_argument(
        "--mark", action="append", default=[], metavar="CELL[:TEXT[:COLOUR]]", help="on a cell"
    )
    drawing.add_argument("--chart", action="store_true", help="the scores turn by turn instead")
    drawing.set_defaults(run=draw)

    filming = commands.add_parser("film", help="write an HTML file that plays the game")
    filming.add_argument("game", metavar="GAME")
    filming.add_argument("-o", "--out", type=Path, metavar="FILE", help="else it is printed")
    filming.add_argument("--theme", choices=svg.THEMES, default="light")
    filming.add_argument("--seconds", type=float, default=1.5, help="for each turn (1.5)")
    filming.set_defaults(run=film)

    replaying = commands.add_parser("replay", help="draw every position; Enter goes on")
    replaying.add_argument("game", metavar="GAME")
    replaying.set_defaults(run=replay)

    converting = commands.add_parser("convert", help="record to link, or link to record")
    converting.add_argument("game", metavar="GAME")
    converting.add_argument("--to", choices=("link", "record"), required=True)
    converting.set_defaults(run=convert)

    dealing = commands.add_parser("deal", help="write the record of a new game")
    dealing.add_argument("players", type=int, metavar="PLAYERS", help="2, 3 or 4")
    dealing.add_argument("--seed", type=int, help="from 0 to 2**64 - 1; else drawn")
    names = [rules.name for rules in (BASE, SHORT)]
    dealing.add_argument("--rules", choices=names, default=BASE.name, help="of the game")
    dealing.add_argument("--explicit", action="store_true", help="with all piles written out")
    dealing.set_defaults(run=deal)

    counting = commands.add_parser("perft", help="count the sequences of moves to a depth")
    counting.add_argument("game", metavar="GAME")
    counting.add_argument("depth", type=int, metavar="DEPTH", choices=range(1, 9))
    counting.add_argument("--divide", action="store_true", help="for each first move as well")
    counting.set_defaults(run=count)

    arena.add(commands)
    puzzles.add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except CacaoError as error:
        print(f"cacao_core: {error}", file=sys.stderr)
        return 1
    except (BrokenPipeError, KeyboardInterrupt, EOFError):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
