"""Guided turns: the offer, and the card beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core.tiles import Cell
from cacao_web.board.regions import coach
from cacao_web.features.novelty.turn import NewTurn
from cacao_web.game.session import Session
from cacao_web.game.texts import expansions
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, all_of
from cacao_web.ui.markup import Markup, h

_NAMED: Final = 2
"""The most modules that are named in the offer."""


def offer(modules: Sequence[str]) -> Markup:
    """The offer when a game with new modules begins, below the task."""
    names = all_of([expansions.module_name(module) for module in modules])
    sentence = _("New in this game: {modules}.").format(modules=names)
    if len(modules) > _NAMED:
        sentence = _("{n} modules are new to you.").format(n=len(modules))
    button = widgets.button("novelty", _("Try it in three taps"), id="try-new")
    return h("span", {"class": "contact answers"}, sentence, button)


def card(session: Session, turn: NewTurn, left: Sequence[str]) -> Markup:
    """The news of a module, and the task; after the turn the next one."""
    back = _("Back to your game")
    leave = widgets.icon_button("novelty-leave", back, "close")
    again = widgets.button("novelty-again", _("Start this turn again"), icon="undo", id="new-again")
    title = [h("h2", None, expansions.module_name(turn.module))]
    if not session.is_paused:
        text = f"{expansions.module_told(turn.module)} {_try(turn.module)}"
        ways = [again] if len(session.record.moves) > turn.start else []
        return coach.card(title, text, ways, leave=leave)
    label = _("Next: {module}").format(module=expansions.module_name(left[0])) if left else back
    on = widgets.button("novelty-on", label, css="primary", id="new-on")
    more = widgets.button(Command.RULES, _("Rules"), value=turn.module, id="new-rules")
    if turn.is_new(session.record):
        return coach.card(title, _done(turn.module), [more, on], leave=leave, css="reached")
    text = _("You did not use the module in this turn. Try again, or go on.")
    return coach.card(title, text, [again, on], leave=leave, css="missed")


def marks(session: Session, turn: NewTurn) -> Markup:
    """A ring around the cell where the tile is meant to go."""
    begins = len(session.record.moves) == turn.start
    return coach.rings([turn.intended.cell] if begins else [])


def meant(session: Session, turn: NewTurn) -> Cell | None:
    return turn.intended.cell if len(session.record.moves) == turn.start else None


def task(session: Session, _turn: NewTurn) -> str | None:
    """The text of the tray while nobody decides."""
    return _("This turn is over.") if session.is_paused else None


def _try(module: str) -> str:
    return {
        "map": _("Place the tile on the marked cell, and fill the space with the market of the map "
                 "board: it costs a map tile."),
        "watering": _("Place the tile on the marked cell, and fill the space with the market. Then "
                      "go back one field for cacao."),
        "chocolate": _("Place the tile on the marked cell, and fill the space with the chocolate "
                       "market. Make bars first, then sell one."),
        "huts": _("Place the tile on the marked cell, and fill the space with the market. When "
                  "your workers have brought gold, build a hut."),
        "gems": _("Place the tile on the marked cell, and fill the space. Then take the white "
                  "gems: you have the other colours."),
        "tree": _("Place the tile on the marked cell, and fill the space with the tree. Your older "
                  "tile has no workers on that edge."),
        "emperor": _("Place the tile on the marked cell: it is in the emperor’s column."),
        "workers": _("Place the tile on the marked cell: its four workers face the plantation."),
    }[module]  # fmt: skip


def _done(module: str) -> str:
    """The thing to remember."""
    return {
        "map": _("You have one map tile left. At the end, map tiles are worth nothing."),
        "watering": _("Going back costs little in the middle of the track, and much at both of its "
                      "ends."),
        "chocolate": _("A bar takes the space of one cacao, and brings 7 gold in place of 3."),
        "huts": _("You get the cost of a hut back at the end of the game."),
        "gems": _("Four colours became a mask, which counts at the end of the game."),
        "tree": _("An edge without workers takes 3 gold here, and each worker takes 1."),
        "emperor": _("The emperor stays on your tile until somebody places one in his row or "
                     "column. If he is still there when your turn begins, you get 1 gold again."),
        "workers": _("Four workers on one edge act together: the storage was almost full at once."),
    }[module]  # fmt: skip
