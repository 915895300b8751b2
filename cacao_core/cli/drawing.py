"""Commands that write pictures: ``draw``, ``film``."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cacao_core import CacaoError, Phase, svg
from cacao_core.cli.games import add_game, check_ending, load, refuse, write
from cacao_core.errors import describe
from cacao_core.tiles import Cell

if TYPE_CHECKING:
    from cacao_core.cli.games import Commands

_ON_A_BOARD: Final = ("villages", "coordinates", "places", "arrow", "mark", "hints")
"""Options of pictures of positions."""


def draw(options: argparse.Namespace) -> None:
    """Write a picture: of the position, or of the course of the game."""
    check_ending(options.out, ".svg")
    record = load(options.game)
    if options.chart:
        refuse(options, _ON_A_BOARD, "is for a position, not for --chart")
        shown = record if options.at is None else record.up_to(options.at)
        picture = svg.chart(shown, theme=options.theme, size=options.size)
    else:
        from cacao_core.ai.analysis import analyse  # noqa: PLC0415  # only pictures with hints

        position = record.game(options.at)
        if position.phase is not Phase.PLACE:
            refuse(options, ["places"], "is for positions in which a tile is placed")
        if position.is_over:
            refuse(options, ["hints"], "is for games that go on: this one is over")
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
    write(options.out, picture)


def film(options: argparse.Namespace) -> None:
    """Write an HTML file that plays the game."""
    check_ending(options.out, ".html", ".htm")
    record = load(options.game)
    write(options.out, svg.film(record, theme=options.theme, seconds=options.seconds))


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
    if not (match := re.fullmatch(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})", text)):
        raise CacaoError(f"cell {describe(text)}: expected two whole numbers, such as 1,0")
    return int(match[1]), int(match[2])


def add(commands: Commands) -> None:
    """Add the commands."""
    _add_draw(commands)
    filming = commands.add_parser("film", help="write an HTML file that plays the game")
    add_game(filming, has_at=False)
    filming.add_argument("-o", "--out", type=Path, metavar="FILE", help="else it is printed")
    filming.add_argument("--theme", choices=svg.THEMES, default="light")
    filming.add_argument("--seconds", type=float, default=1.5, help="for each turn (1.5)")
    filming.set_defaults(run=film)


def _add_draw(commands: Commands) -> None:
    drawing = commands.add_parser(
        "draw",
        help="draw a position, or the course of the game, as an SVG picture",
        description="Cells are written as x,y; with a minus sign first as in --mark=-1,0.",
    )
    add_game(drawing)
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
