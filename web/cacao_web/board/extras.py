"""The expansions' additions to the board: gems on mines, the emperor, his row and column."""

from __future__ import annotations

from typing import Final

from cacao_core import Game, Phase, expansion_pieces
from cacao_core.tiles import Cell
from cacao_web.board import plane
from cacao_web.game.session import Session
from cacao_web.game.texts import expansions, words
from cacao_web.ui.i18n import _, cached
from cacao_web.ui.markup import Markup, h, join

_NOBODY: Final = "0000"


@cached
def gems(letters: str) -> Markup:
    """Some gems on a mine."""
    return expansion_pieces.gems(letters)


def gems_told(letters: str) -> str:
    """The gems on a mine in words, after the name of its tile."""
    return expansions.gems_named(letters) if letters else _("no gems left")


def emperor(game: Game) -> dict[str, Markup]:
    """The emperor on his tile; nothing without him."""
    cell = game.supply.get("emperor")
    if cell is None:
        return {}
    tile = game.workers.get(cell)
    return {"the-emperor": _figure(cell, tile.edges if tile else _NOBODY)}


@cached
def _figure(cell: Cell, edges: str) -> Markup:
    x, y = plane.corner(cell)
    name = words.cell_name(cell)
    label = _("{cell}: the emperor").format(cell=name)
    place = {"id": "the-emperor", "transform": f"translate({x} {y})", "data-cell": name}
    box = {**place, "role": "img", "aria-label": label}
    return h("g", box, expansion_pieces.emperor(edges))


def threads(session: Session) -> Markup | None:
    """The emperor's row and column while a worker tile is being placed."""
    game = session.shown
    cell = game.supply.get("emperor")
    if cell is None or not session.deciding or game.phase is not Phase.PLACE:
        return None
    box = plane.extent(game)
    return expansion_pieces.threads(cell, (box.left, box.top, box.width, box.height))


def glows(session: Session) -> Markup | None:
    """Light at the edges without workers that act at a tree of life."""
    game = session.shown
    if not session.deciding or game.phase is not Phase.ACTIVATE:
        return None
    lit = [edge for edge in game.open_edges if not edge.workers]
    return join(
        h("g", {"transform": "translate({} {})".format(*plane.corner(edge.cell))},
          expansion_pieces.glow(edge.side))
        for edge in lit
    )  # fmt: skip


def all_of(game: Game) -> list[Markup]:
    """Gems and the emperor, for a picture of a position."""
    parts = [
        h("g", {"transform": "translate({} {})".format(*plane.corner(cell))}, gems(letters))
        for cell, letters in game.supply.get("mines", {}).items()
    ]
    return [*parts, *emperor_alone(game)]


def emperor_alone(game: Game) -> list[Markup]:
    """The emperor without a name."""
    cell = game.supply.get("emperor")
    if cell is None:
        return []
    tile = game.workers.get(cell)
    place = {"transform": "translate({} {})".format(*plane.corner(cell))}
    return [h("g", place, expansion_pieces.emperor(tile.edges if tile else _NOBODY))]
