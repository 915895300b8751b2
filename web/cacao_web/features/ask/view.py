"""The answer to a tap on the board, with a link to the rules."""

from __future__ import annotations

from typing import Final

from cacao_core import Game, Phase
from cacao_core.jungle import JUNGLE
from cacao_core.tiles import NEIGHBOURS, Cell
from cacao_web.board import art, caption
from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import tray
from cacao_web.game.effects import WorkerEffect
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import help
from cacao_web.ui.i18n import _, cached
from cacao_web.ui.markup import Markup, h

RULES: Final = "answer-rules"
"""Id of the button that opens the rules."""


def answer(session: Session, overlays: Overlays, cell: Cell) -> Markup:
    """The effect of the jungle tile on a cell; elsewhere, why nothing can be done there."""
    if code := session.shown.jungle.get(cell):
        return _tile(code, session.shown.rules.temple_gold)
    reason, entry = _why_not(session, cell) or (_call(session, overlays), "")
    return h("p", {"class": "answer"}, h("span", None, reason), _rules(entry) if entry else None)


@cached
def _tile(code: str, temple_gold: tuple[int, int]) -> Markup:
    """A jungle tile with its name and effect."""
    name = words.tile_name(code)
    return h(
        "p",
        {"class": "answer"},
        art.picture(art.jungle_tile(code), css="tile mini"),
        h(
            "span",
            None,
            h("b", None, name[:1].upper() + name[1:]),
            h("br"),
            _effect(code, temple_gold),
        ),
        _rules(help.ENTRY_OF[code], name),
    )


def _effect(code: str, temple_gold: tuple[int, int]) -> str:
    """The effect of a jungle tile."""
    if code not in JUNGLE:
        return str(words.more().tile_told(code))
    tile = JUNGLE[code]
    if tile.good == "temple":
        return _(
            "At the end of the game: {first} gold for the most workers here, {second} for the "
            "second most."
        ).format(first=temple_gold[0], second=temple_gold[1])
    amount = tile.number if tile.good in ("cacao", "gold") else 1
    done = WorkerEffect(0, code, amount, tile.gold_for(amount))
    return _("Each worker here {does}.").format(does=words.effect(done))


def _rules(entry: str, topic: str = "") -> Markup:
    label = _("Rules")
    leads = {**help.leading_to(entry, topic), "id": RULES}
    if not topic:
        leads |= {"aria-label": label, "title": label}
    return h("button", leads, label)


def _call(session: Session, overlays: Overlays) -> str:
    """The player who has to act first, and the task."""
    if session.look.at is not None:
        return caption.spoken(session)
    return tray.said(session, overlays)


def _why_not(session: Session, cell: Cell) -> tuple[str, str] | None:
    """The reason why the person cannot place a tile on a cell, and the entry of the rules."""
    game = session.shown
    if not session.deciding or game.phase is Phase.ACTIVATE:
        return None
    if sum(cell) % 2 == 0:
        return _why_no_jungle(game, cell)
    if game.phase is Phase.FILL:
        return None
    if cell in game.workers:
        return _why_not_over(game, cell), "overbuilding"
    reason = _(
        "A worker tile must share an edge with a jungle tile. Sharing a corner is not enough."
    )
    return reason, "placing"


def _why_no_jungle(game: Game, cell: Cell) -> tuple[str, str]:
    """The reason why an empty jungle space is not filled."""
    if sum(beside in game.workers for beside in NEIGHBOURS[cell]) >= 2:
        return _("This jungle space stays empty: no jungle tile is left for it."), "shortage"
    return _(
        "This is a jungle space. It gets a jungle tile when two worker tiles are beside it."
    ), "filling"


def _too_early(game: Game) -> str:
    """The reason why nobody can overbuild yet; empty if that is open."""
    if game.rules.early_overbuilding:
        reason = _(
            "There is a worker tile here. You can overbuild your own tiles once the jungle pile is "
            "empty."
        )
        return reason if game.jungle_pile else ""
    if not (game.display or game.jungle_pile or game.aside):
        return ""
    if game.rules.module("map"):
        return _(
            "There is a worker tile here. You can overbuild your own tiles once no jungle tiles "
            "are left in the display, on the map board and in the pile."
        )
    return _(
        "There is a worker tile here. You can overbuild your own tiles once no jungle tiles "
        "are left in the display and the pile."
    )


def _why_not_over(game: Game, cell: Cell) -> str:
    """The reason why a worker tile cannot be overbuilt."""
    if early := _too_early(game):
        return early
    tile = game.workers[cell]
    if tile.owner != game.turn:
        return _("You can overbuild only your own worker tiles.")
    if tile.overbuilt:
        return _("This tile has already been overbuilt. That is possible only once.")
    return _("To overbuild this tile, you need a sun token, and you have none.")
