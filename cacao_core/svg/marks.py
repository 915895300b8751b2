"""The marks over a board: the last move, arrows, marks and numbered proposals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from cacao_core import pieces
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.moves import ACTIVATE, BLIND, BUILD, FILLS, Move
from cacao_core.pieces import TILE, corner
from cacao_core.svg.paint import number, text
from cacao_core.tiles import NEIGHBOURS, Cell

if TYPE_CHECKING:
    from cacao_core.ai.results import Candidate

COLOURS: Final = {"blue": "chosen", "green": "legal", "red": "danger", "yellow": "sun"}
"""Colours of arrows and marks -> the variables that hold them in each theme."""
_MIDDLE: Final = TILE / 2
_LONGEST: Final = 4
"""Most characters of a mark."""
_FARTHEST: Final = 999
"""Cells of a record are no farther from the first one."""
_VERTICES: Final = ((102, -2), (-2, -2), (102, 102), (-2, 102))
"""The corners of a cell, between four tiles, where a sign covers nothing; best first."""

Proposal: TypeAlias = "Candidate | Sequence[Move | str] | Move | str"
"""A turn, or its beginning: of an analysis, as moves, or a single move."""


class Arrow(NamedTuple):
    """An arrow from the middle of a cell to that of another."""

    tail: Cell
    head: Cell
    colour: str = "green"


class Mark(NamedTuple):
    """A circle on a cell; with up to four characters, also a disc that shows them."""

    cell: Cell
    text: str = ""
    colour: str = "blue"


def checked_cell(value: object) -> Cell:
    """A cell, from any input.

    Raises:
        CacaoError: it is none.
    """
    if isinstance(value, tuple) and len(value) == 2:
        x, y = value
        if type(x) is int and type(y) is int and max(abs(x), abs(y)) <= _FARTHEST:
            return x, y
    raise CacaoError(f"cell {describe(value)}: expected two whole numbers, such as (1, 0)")


def _variable(colour: object) -> str:
    if not isinstance(colour, str) or colour not in COLOURS:
        raise CacaoError(f"colour {describe(colour)}: expected one of {', '.join(COLOURS)}")
    return f"var(--{COLOURS[colour]})"


def listed(values: object, what: str) -> list[Any]:
    """Several values, from any input.

    Raises:
        CacaoError: it is no series of values, but a single one.
    """
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise CacaoError(f"{what}: expected several, not {describe(values)}")
    return list(values)


def _fields(value: object, kind: str) -> tuple[object, ...]:
    if not isinstance(value, tuple):
        raise CacaoError(f"{kind}: expected {kind.capitalize()}(…), not {describe(value)}")
    return value


# --- Marks -------------------------------------------------------------------------------------


def checked_marks(values: Iterable[Mark | Cell]) -> list[Mark]:
    """Marks, from marks and bare cells.

    Raises:
        CacaoError: something else is among them.
    """
    checked = []
    for value in listed(values, "marks"):
        fields = _fields(value, "mark")
        if len(fields) not in (1, 2, 3):
            raise CacaoError(f"mark: expected cell, text and colour, got {len(fields)} values")
        plain = len(fields) == 2 and type(fields[1]) is int
        mark = Mark(checked_cell(value)) if plain else Mark(*fields)  # type: ignore[arg-type]
        if not isinstance(mark.text, str) or len(mark.text) > _LONGEST:
            raise CacaoError(f"mark {describe(mark.text)}: expected up to {_LONGEST} characters")
        _variable(mark.colour)
        checked.append(mark._replace(cell=checked_cell(mark.cell)))
    return checked


def mark(what: Mark) -> str:
    """The ring of a mark, on the plane: round, unlike that of the last move."""
    x, y = corner(what.cell)
    place = f'cx="{x + _MIDDLE:g}" cy="{y + _MIDDLE:g}" r="{pieces.CIRCLE}" fill="none"'
    return (
        f'<circle {place} stroke="var(--panel)" stroke-width="12"/>'
        f'<circle {place} stroke="{_variable(what.colour)}" stroke-width="7"/>'
    )


def sign(what: Mark) -> str:
    """The disc of a mark, if it has a text."""
    return disc(what.cell, _VERTICES[0], what.text, _variable(what.colour)) if what.text else ""


def ring(cell: Cell) -> str:
    """A line around the tile of a cell."""
    rect = (
        '<rect x="-1" y="-1" width="102" height="102" rx="10" fill="none" '
        'stroke="var(--chosen)" stroke-width="4"/>'
    )
    return pieces.placed(cell, rect)


def disc(cell: Cell, at: tuple[float, float], sign: str, colour: str = "var(--chosen)") -> str:
    """A round sign near a cell; wider for more than two characters."""
    x, y = corner(cell)
    half = 20 + max(0, len(sign) - 2) * 6
    box = f'x="{-half}" y="-20" width="{2 * half}" height="40" rx="20"'
    return (
        f'<g transform="translate({number(x + at[0])} {number(y + at[1])})">'
        f'<rect {box} fill="{colour}" stroke="var(--panel)" stroke-width="4"/>'
        f'<text y="7.5" font="700 21px var(--sans)" fill="var(--table)" text-anchor="middle">'
        f"{text(sign)}</text></g>"
    )


# --- Arrows ------------------------------------------------------------------------------------


def checked_arrows(values: Iterable[Arrow | tuple[Cell, Cell]]) -> list[Arrow]:
    """Arrows, from arrows and pairs of cells.

    Raises:
        CacaoError: something else is among them, or an arrow leads nowhere.
    """
    checked = []
    for value in listed(values, "arrows"):
        fields = _fields(value, "arrow")
        if len(fields) not in (2, 3):
            raise CacaoError(f"arrow: expected two cells and a colour, got {len(fields)} values")
        made = Arrow(*fields)  # type: ignore[arg-type]
        _variable(made.colour)
        tail, head = checked_cell(made.tail), checked_cell(made.head)
        if tail == head:
            raise CacaoError(f"arrow: expected two different cells, got {head} twice")
        checked.append(Arrow(tail, head, made.colour))
    return checked


def arrow(what: Arrow) -> str:
    """An arrow, on the plane: its outline keeps it visible on every tile."""
    corners = pieces.arrow(what.tail, what.head)
    points = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
    return (
        f'<polygon points="{points}" fill="{_variable(what.colour)}" opacity="0.9" '
        'stroke="var(--panel)" stroke-width="3" stroke-linejoin="round"/>'
    )


# --- Proposals ---------------------------------------------------------------------------------


def lines_of(game: Game, proposals: Iterable[Proposal]) -> list[tuple[Move, ...]]:
    """Each proposal as its moves: a legal one, and those that follow.

    Raises:
        CacaoError: a proposal is no legal move, or not followed by legal ones.
    """
    lines = []
    for proposal in listed(proposals, "hints"):
        line: object = getattr(proposal, "line", proposal)
        moves = (line,) if isinstance(line, Move | str) else line
        if not isinstance(moves, Sequence) or not moves:
            raise CacaoError(f"hint: expected moves, not {describe(proposal)}")
        ahead, played = game.copy(), []
        for move in moves:
            played.append(ahead.find_move(move))
            ahead.apply(played[-1])
        lines.append(tuple(played))
    return lines


def ghosts(game: Game, colours: Sequence[str], lines: Sequence[Sequence[Move]]) -> str:
    """The tiles of proposals, as if one could see through them; the best one in each cell."""
    taken: set[Cell] = set()
    drawn = []
    for line in lines:
        for move in line:
            if move.kind in (ACTIVATE, BUILD) or move.what == BLIND or move.cell in taken:
                continue
            taken.add(move.cell)
            tile = (
                pieces.grown(move.what, move.cell)
                if move.kind in FILLS
                else pieces.worker_tile(colours[game.turn], move.what, move.kind == "O")
            )
            drawn.append(f'<g opacity="0.75">{pieces.placed(move.cell, tile)}</g>')
    return "".join(drawn)


def numbers(lines: Sequence[Sequence[Move]]) -> str:
    """The number of each proposal beside its cell, or on the tile that workers act on."""
    taken: set[tuple[float, float]] = set()
    drawn = []
    for rank, line in enumerate(lines, 1):
        first = line[0]
        if first.kind == BUILD:  # it is nowhere on the board
            continue
        cell = NEIGHBOURS[first.cell][first.side] if first.kind == ACTIVATE else first.cell
        x, y = corner(cell)
        places = [*_VERTICES, *((11 + 26 * step, 104) for step in range(len(lines)))]
        at = next(one for one in places if (x + one[0], y + one[1]) not in taken)
        taken.add((x + at[0], y + at[1]))
        drawn.append(disc(cell, at, str(rank)))
    return "".join(drawn)
