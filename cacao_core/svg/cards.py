"""Cards: a position with its scores, in the shapes that other apps show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.record import Record
from cacao_core.svg import fits
from cacao_core.svg import marks as signs
from cacao_core.svg import villages as beside
from cacao_core.svg.boards import placed_in, position_of, sitters_of
from cacao_core.svg.fits import fitted
from cacao_core.svg.marks import Arrow, Mark
from cacao_core.svg.paint import Painter, Picture, number, text
from cacao_core.svg.villages import SeatLabel
from cacao_core.tiles import Cell


class _Shape(NamedTuple):
    """The places of things on a card, in pixels: of the board, and of the scores."""

    width: int
    height: int
    board: tuple[int, int, int, int]
    title: tuple[int, int]
    rows: tuple[tuple[int, int], ...]
    row: int


SHAPES: Final = {
    "wide": _Shape(1200, 630, (24, 24, 740, 582), (800, 100),
                   tuple((800, 170 + 92 * n) for n in range(4)), 376),
    "square": _Shape(1080, 1080, (24, 24, 1032, 720), (40, 836),
                     tuple((40 + 510 * (n % 2), 876 + 92 * (n // 2)) for n in range(4)), 490),
}  # fmt: skip
"""Name of a shape -> its places. The wide one is that of previews in messengers."""
NAME: Final = "Cacao"
_BRAND: Final = 30
"""Size of the game's name on a card, in pixels; above the title."""
_SIZES: Final = (28, 17)
"""The largest and the smallest size of a player's name."""
_FONT: Final = "650 {}px var(--sans)"
_TOTAL: Final = 120
"""Width of a total with its distances: a minus and three digits."""
_TITLES: Final = (48, 26)
"""The largest and the smallest size of the title."""


def card(  # noqa: PLR0913  # keywords, each with a default
    game: Game | Record,
    *,
    at: int | None = None,
    theme: str = "light",
    shape: str = "wide",
    title: str = NAME,
    brand: str = NAME,
    arrows: Iterable[Arrow | tuple[Cell, Cell]] = (),
    marks: Iterable[Mark | Cell] = (),
    names: Sequence[str] | None = None,
    colours: Sequence[str] | None = None,
) -> Picture:
    """A position with the scores, to be shown elsewhere: 1200 by 630 pixels, or 1080 by 1080.

    Args:
        game: a position, or a record.
        at: of a record, the position after so many moves; None is the last one.
        theme: ``light`` or ``dark``.
        shape: ``wide`` or ``square``.
        title: one line above the scores.
        brand: what is played, such as "Cacao with huts", above the title.
        arrows: arrows between cells, drawn over the tiles.
        marks: marked cells.
        names: names of the seats; of a record, its own ones. Else the names of the colours.
        colours: colours of the seats, other than in their usual order.

    Returns:
        One ``<svg>`` element, the same for the same input on every Python.

    Raises:
        CacaoError: an argument is not as described.
    """
    if shape not in SHAPES:
        raise CacaoError(f"shape {describe(shape)}: expected {' or '.join(SHAPES)}")
    position, _moved, known = position_of(game, at)
    sitters = sitters_of(len(position.players), names if names is not None else known, colours)
    painter, its = Painter(theme), _with_room(SHAPES[shape], len(sitters))
    marked = signs.checked_marks(marks)
    over = [*map(signs.mark, marked), *map(signs.arrow, signs.checked_arrows(arrows)),
            *map(signs.sign, marked)]  # fmt: skip
    drawn = [
        f'<rect width="{its.width}" height="{its.height}" fill="var(--ground)"/>',
        placed_in(position, [sitter.colour for sitter in sitters], its.board, "".join(over)),
        *_title(title, brand, its),
        *_scores(position, sitters, its),
    ]
    box = (0, 0, its.width, its.height)
    return painter.picture("".join(drawn), box, title, its.width)


def _with_room(its: _Shape, players: int) -> _Shape:
    """A shape whose board has the room of the rows that are not needed, below it."""
    if its.rows[0][1] < its.board[3]:
        return its
    free = its.rows[-1][1] - its.rows[players - 1][1]
    left, top, width, height = its.board
    rows = tuple((x, y + free) for x, y in its.rows)
    title = (its.title[0], its.title[1] + free)
    return its._replace(board=(left, top, width, height + free), title=title, rows=rows)


def _title(title: str, brand: str, its: _Shape) -> list[str]:
    """The title, no wider than the rows; and what is played, unless the title says that."""
    x, y = its.title
    width = 2 * its.row if its.rows[0][0] != its.rows[1][0] else its.row
    heading = fitted(title, (x, y), width, _TITLES, "650 {}px var(--display)")
    if title == brand:
        return [heading]
    top = y - _TITLES[0] - 14
    size = number(min(_BRAND, width / fits.width(brand)))
    font = f'font="650 {size}px var(--display)" fill="var(--ink-soft)"'
    return [f'<text x="{x}" y="{top}" {font}>{text(brand)}</text>', heading]


def _scores(game: Game, sitters: Sequence[SeatLabel], its: _Shape) -> list[str]:
    """A row for each player, best first; winners have a golden edge."""
    scores, winners = game.score(), game.winners() if game.is_over else ()
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat].total, seat))
    drawn = []
    for (x, y), seat in zip(its.rows, order, strict=False):
        edge = "gold" if seat in winners else "panel-edge"
        box = f'width="{its.row}" height="80" rx="12"'
        drawn.append(
            f'<g transform="translate({x} {y})"><rect {box} fill="var(--panel)"/>'
            f'<rect {box} fill="none" stroke="var(--{edge})" '
            f'stroke-width="{5 if seat in winners else 1.5}"/>'
            f"{beside.emblem(sitters[seat].colour, 46, 40, 24)}"
            f"{fitted(sitters[seat].name, (86, 50), its.row - 86 - _TOTAL, _SIZES, _FONT)}"
            f'<text x="{its.row - 20}" y="55" text-anchor="end" font="750 44px var(--display)" '
            f'fill="var(--ink)">{beside.minus(scores[seat].total)}</text></g>'
        )
    return drawn
