"""The picture of a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from cacao_core import expansion_pieces, pieces
from cacao_core.deal import is_whole
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.pieces import Rectangle
from cacao_core.record import Record
from cacao_core.svg import marks as signs
from cacao_core.svg import villages as beside
from cacao_core.svg.marks import Arrow, Mark, Proposal
from cacao_core.svg.paint import Painter, number
from cacao_core.svg.villages import SeatLabel
from cacao_core.tiles import COLOURS, Cell

if TYPE_CHECKING:
    from cacao_core.ai.results import Analysis

LARGEST: Final = 10_000
"""Largest size of a picture, in pixels."""
_SHOWN: Final = 3
"""So many turns of an analysis are shown."""
_EDGE: Final = 18
"""Width of the table around the cloth."""
_GROWTH: Final = 1.7
"""Most that village boards grow beside a large board."""

Last: TypeAlias = "Move | str | Cell | None"


def board(  # noqa: PLR0913  # keywords, each with a default
    game: Game | Record,
    *,
    at: int | None = None,
    theme: str = "light",
    villages: bool = False,
    coordinates: bool = False,
    places: bool = False,
    last_move: Last = None,
    arrows: Iterable[Arrow | tuple[Cell, Cell]] = (),
    marks: Iterable[Mark | Cell] = (),
    hints: Analysis | Iterable[Proposal] = (),
    names: Sequence[str] | None = None,
    colours: Sequence[str] | None = None,
    size: int | None = None,
) -> str:
    """The table as a picture that needs no other file.

    Args:
        game: a position, or a record.
        at: of a record, the position after so many moves; None is the last one.
        theme: ``light`` or ``dark``.
        villages: draw the village boards and the jungle display beside the board.
        coordinates: write the name of its cell on each tile.
        places: show the empty cells where a worker tile may go.
        last_move: the move or the cell to be marked; of a record, that of the last worker tile.
        arrows: arrows between cells, drawn over the tiles.
        marks: marked cells.
        hints: turns to be shown as numbered proposals, best first: moves, or an analysis, of which
            the first three are shown.
        names: names of the seats; of a record, its own ones. Else the names of the colours.
        colours: colours of the seats, other than in their usual order.
        size: width in pixels; None leaves it to whoever shows the picture.

    Returns:
        One ``<svg>`` element, the same for the same input on every Python.

    Raises:
        CacaoError: an argument is not as described, or a proposal not legal.

    >>> from cacao_core import Deal, Game
    >>> board(Game(Deal.shuffled(players=2, seed=7)))[:4]
    '<svg'
    """
    position, moved, known = position_of(game, at)
    sitters = sitters_of(len(position.players), names if names is not None else known, colours)
    lines = signs.lines_of(position, _proposals(hints))
    painter = Painter(theme)
    last = _cell(moved if last_move is None else last_move)
    # All input is checked before anything is drawn.
    drawn_over = [*map(signs.arrow, signs.checked_arrows(arrows))]
    marked = signs.checked_marks(marks)
    check_size(size)
    tints = [sitter.colour for sitter in sitters]
    drawn = [
        table(position, tints, places=places),
        signs.ghosts(position, tints, lines),
        signs.ring(last) if last is not None else "",
        *map(signs.mark, marked),
        *(_coordinates(cell) for cell in _tiled(position) if coordinates),
        *drawn_over,
        *map(signs.sign, marked),
        signs.numbers(lines),
    ]
    box = box_of(pieces.around(pieces.cells_of(position)))
    if villages:
        box = _beside(drawn, box, position, sitters)
    return painter.picture(background(box) + "".join(drawn), box, told(position, sitters), size)


def position_of(
    game: object, at: int | None = None
) -> tuple[Game, Cell | None, Sequence[str] | None]:
    """The position, the cell of the last worker tile, and the names, as far as known."""
    if isinstance(game, Record):
        position = game.game(at)
        moves = game.moves if at is None else game.moves[:at]
        return position, last_cell(moves), game.seats
    if not isinstance(game, Game):
        raise CacaoError(f"a picture is of a Game or a Record, not of {describe(game)}")
    if at is not None:
        raise CacaoError("at: only a record has several positions")
    return game, None, None


def last_cell(moves: Sequence[Move]) -> Cell | None:
    """The cell where the last worker tile of some moves went."""
    return next((move.cell for move in reversed(moves) if move.starts_turn), None)


def sitters_of(
    players: int, names: Sequence[str] | None, colours: Sequence[str] | None
) -> list[SeatLabel]:
    """Name and colour of each seat."""
    tints = COLOURS[:players] if colours is None else signs.listed(colours, "colours")
    if not (len(tints) == players and all(tint in COLOURS for tint in tints)):
        raise CacaoError(f"colours: expected {players} of {', '.join(COLOURS)}")
    if len(set(tints)) != players:
        raise CacaoError("colours: expected a different one for each seat")
    labels = (
        [tint.capitalize() for tint in tints] if names is None else signs.listed(names, "names")
    )
    if len(labels) != players or not all(isinstance(name, str) for name in labels):
        raise CacaoError(f"names: expected {players} texts")
    return [SeatLabel(*pair) for pair in zip(labels, tints, strict=True)]


def _proposals(hints: Analysis | Iterable[Proposal]) -> Iterable[Proposal]:
    candidates = getattr(hints, "candidates", None)
    return hints if candidates is None else candidates[:_SHOWN]


def _cell(last: Last) -> Cell | None:
    """The cell that a last move is about."""
    if isinstance(last, str):
        last = Move.parse(last)
    if isinstance(last, Move):
        return last.cell
    return None if last is None else signs.checked_cell(last)


def check_size(size: object) -> None:
    """Raise :class:`CacaoError` unless a size is one in pixels, or None."""
    if size is not None and not (is_whole(size) and 1 <= size <= LARGEST):
        raise CacaoError(f"size {describe(size)}: expected 1 to {LARGEST} pixels")


def _tiled(game: Game) -> list[Cell]:
    """All cells with a tile, row by row."""
    return sorted((*game.jungle, *game.workers), key=lambda cell: (cell[1], cell[0]))


def table(game: Game, colours: Sequence[str], *, places: bool) -> str:
    """Cloth and tiles, with all that lies on them."""
    tiles = _tiled(game)
    cells = pieces.cells_of(game)
    free = sorted(cells - set(tiles)) if places else []
    drawn = [pieces.cloth(pieces.around(cells)), *map(pieces.shadow, tiles)]
    drawn += [pieces.placed(cell, pieces.plot()) for cell in free]
    for cell in tiles:
        code, tile = game.jungle.get(cell), game.workers.get(cell)
        if code is not None:
            drawn.append(pieces.placed(cell, pieces.grown(code, cell)))
        if tile is not None:
            picture = pieces.worker_tile(colours[tile.owner], tile.edges, tile.overbuilt)
            drawn.append(pieces.placed(cell, picture))
    drawn += expansion_pieces.standing(game)
    return "".join(drawn)


def placed_in(
    game: Game, tints: Sequence[str], place: tuple[int, int, int, int], over: str = ""
) -> str:
    """The board, as large as it can be in the middle of a place.

    Args:
        tints: colours of the seats.
        place: left, top, width and height.
        over: what is drawn over the tiles.
    """
    left, top, width, height = pieces.beyond(pieces.around(pieces.cells_of(game)))
    first, upper, wide, high = place
    scale = min(wide / width, high / height)
    x = first + (wide - width * scale) / 2 - left * scale
    y = upper + (high - height * scale) / 2 - top * scale
    where = f"translate({number(x)} {number(y)}) scale({scale:.4g})"
    return f'<g transform="{where}">{table(game, tints, places=False)}{over}</g>'


def _coordinates(cell: Cell) -> str:
    """The name of a cell at its upper edge, as the page shows it."""
    name = f"{cell[0]},{cell[1]}"
    width = number(7.5 * len(name) + 8)
    label = (
        f'<g transform="translate(-4 -5)"><rect width="{width}" height="18" rx="6" '
        'fill="var(--panel)" opacity="0.9"/>'
        f'<text x="{number(3.75 * len(name) + 4)}" y="14" font="600 15px var(--sans)" '
        f'text-anchor="middle" fill="var(--ink)">{name}</text></g>'
    )
    return pieces.placed(cell, label)


def box_of(area: Rectangle) -> Rectangle:
    """The part of the plane in a picture: an area, the cloth around it, and the table's edge."""
    left, top, width, height = pieces.beyond(area)
    return left - _EDGE, top - _EDGE, width + 2 * _EDGE, height + 2 * _EDGE


def background(box: Rectangle) -> str:
    """The table below everything."""
    left, top, width, height = map(number, box)
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="var(--ground)"/>'


def _beside(
    drawn: list[str], box: Rectangle, game: Game, sitters: Sequence[SeatLabel]
) -> Rectangle:
    """Add village boards and display to the left of the board; the whole place then needed."""
    left, top, width, height = box
    pictures = [beside.village(game, seat, sitter) for seat, sitter in enumerate(sitters)]
    heights = [beside.height(game.rules)] * len(pictures)
    if not game.is_over:
        pictures.append(beside.display(game))
        heights.append(beside.display_height(game.rules))
    column = sum(heights) + beside.GAP * (len(heights) - 1)
    scale = max(1.0, min((height - 2 * _EDGE) / column, _GROWTH))
    wide = beside.WIDTH * scale + _EDGE
    high = max(height, column * scale + 2 * _EDGE)
    y = top + (height - column * scale) / 2
    for picture, its in zip(pictures, heights, strict=True):
        place = f"translate({number(left - wide + _EDGE)} {number(y)}) scale({number(scale)})"
        drawn.append(f'<g transform="{place}">{picture}</g>')
        y += (its + beside.GAP) * scale
    return left - wide, top - (high - height) / 2, width + wide, high


def told(game: Game, sitters: Sequence[SeatLabel]) -> str:
    """A position in one sentence."""
    if game.to_move is None:
        winners = " and ".join(sitters[seat].name for seat in game.winners())
        return f"Cacao: {winners} won"
    return f"Cacao: {sitters[game.to_move].name} has to {game.phase.value}"
