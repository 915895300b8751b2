"""Pictures of one thing: a tile, or a village board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core import pieces
from cacao_core.deal import is_whole
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.jungle import JUNGLE
from cacao_core.modules import MODULES
from cacao_core.record import Record
from cacao_core.svg import villages
from cacao_core.svg.boards import check_size, position_of, sitters_of
from cacao_core.svg.paint import Painter
from cacao_core.tiles import COLOURS, TILE_OF_EDGES, Seat, WorkerTile

_KINDS: Final = tuple(dict.fromkeys([*JUNGLE, *(t.code for m in MODULES for t in m.added)]))
"""Codes of all jungle tiles."""
_RIM: Final = (-6, -6, 112, 116)
"""Place of a tile in its picture: there is room for a tile that lies beneath."""


def tile(
    what: str | WorkerTile,
    *,
    colour: str | None = None,
    variant: int = 0,
    theme: str = "light",
    size: int | None = None,
) -> str:
    """One tile.

    Args:
        what: the code of a jungle tile (``M3``), the workers of a worker tile on its edges
            (``2101``), or a tile of a position.
        colour: of a worker tile; else that of its owner, or red.
        variant: which picture of a jungle tile, 0 to 2.
        theme: ``light`` or ``dark``.
        size: width in pixels; None leaves it to whoever shows the picture.

    Returns:
        One ``<svg>`` element.

    Raises:
        CacaoError: an argument is not as described.

    >>> tile("M3")[:4]
    '<svg'
    """
    check_size(size)
    if not is_whole(variant) or not 0 <= variant < pieces.VARIANTS:
        raise CacaoError(f"variant {describe(variant)}: expected 0 to {pieces.VARIANTS - 1}")
    if isinstance(what, str) and what in _KINDS:
        drawn, title = pieces.jungle_tile(what, variant), f"jungle tile {what}"
    else:
        worker = WorkerTile(0, what) if isinstance(what, str) else what
        tint = _tint(worker, colour)
        drawn = pieces.worker_tile(tint, worker.edges, bool(worker.overbuilt))
        title = f"{tint} worker tile {worker.edges}"
    return Painter(theme).picture(drawn, _RIM, title, size)


def _tint(what: WorkerTile, colour: str | None) -> str:
    """The colour of a worker tile, if it is one."""
    if not isinstance(what, WorkerTile) or what.edges not in TILE_OF_EDGES:
        shown = getattr(what, "edges", what)
        codes = ", ".join(_KINDS)
        raise CacaoError(f"tile {describe(shown)}: expected {codes}, or workers such as 2101")
    if colour is None and is_whole(what.owner) and 0 <= what.owner < len(COLOURS):
        return COLOURS[what.owner]
    if colour not in COLOURS:
        raise CacaoError(f"colour {describe(colour)}: expected one of {', '.join(COLOURS)}")
    return colour


def village_board(
    game: Game | Record,
    seat: Seat,
    *,
    theme: str = "light",
    names: Sequence[str] | None = None,
    colours: Sequence[str] | None = None,
    size: int | None = None,
) -> str:
    """The village board of a seat: possessions, water carrier, and the score now.

    Args:
        game: a position, or a record, of which the last position is shown.
        theme: ``light`` or ``dark``.
        names: names of the seats; else those of the record, or of the colours.
        colours: colours of the seats, other than in their usual order.
        size: width in pixels; None leaves it to whoever shows the picture.

    Returns:
        One ``<svg>`` element.

    Raises:
        CacaoError: an argument is not as described.
    """
    position, _last, known = position_of(game)
    sitters = sitters_of(len(position.players), known if names is None else names, colours)
    check_size(size)
    if not is_whole(seat) or not 0 <= seat < len(sitters):
        raise CacaoError(f"seat {describe(seat)}: expected 0 to {len(sitters) - 1}")
    drawn = villages.village(position, seat, sitters[seat])
    box = (-2, -2, villages.WIDTH + 4, villages.height(position.rules) + 4)
    return Painter(theme).picture(drawn, box, f"Village board of {sitters[seat].name}", size)
