"""The tray of a game that is written down at a real table."""

from __future__ import annotations

from cacao_core import Phase
from cacao_core.tiles import ROTATIONS
from cacao_web.board import art
from cacao_web.game import writing
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Markup, h


def call(session: Session) -> str:
    """Which tiles were turned up?"""
    if session.game.phase is Phase.FILL:
        return _("Which jungle tile was drawn for the space?")
    return ngettext(
        "Which jungle tile was turned up?",
        "Which {n} jungle tiles were turned up?",
        session.awaits_tiles,
    )


def content(session: Session) -> Markup | None:
    """What can be said now; None if it is as in any game."""
    if session.awaits_tiles:
        return h("div", {"class": "written"}, _jungle(session), _waiting(session))
    if session.deciding and session.game.phase is Phase.PLACE:
        return h("div", {"class": "written"}, _workers(session), _waiting(session), _tools(session))
    if session.deciding and session.game.phase is Phase.FILL:
        return h("div", {"class": "written"}, _display(session), _waiting(session), _tools(session))
    return None


def _jungle(session: Session) -> Markup:
    """The jungle tiles that can still come."""
    buttons = [
        _button("reveal", code, art.jungle_tile(code), words.tile_name(code), count)
        for code, count in writing.to_come(session.game).items()
        if count
    ]
    return _group(_("Jungle tiles that can still come"), buttons)


def _workers(session: Session) -> Markup:
    """The worker tiles that the player can still have, in all ways to turn them."""
    turn = session.game.turn
    colour, left = session.sitters[turn].colour, writing.left_of(session.game, turn)
    buttons = [
        _button(
            "turned",
            edges,
            art.worker_tile(colour, edges),
            words.edges(edges),
            left[tile],
            edges == session.chosen_edges,
        )
        for tile in session.hand(turn)
        for edges in ROTATIONS[tile]
    ]
    return _group(_("Worker tiles that the player can still have"), buttons)


def _display(session: Session) -> Markup:
    """The tiles of the display; one tap fills the only space."""
    chosen = min(session.choice.display, len(session.game.display) - 1)
    buttons = [
        _button(
            "display",
            str(index),
            art.jungle_tile(code),
            words.tile_name(code),
            0,
            index == chosen if len(session.game.open_spaces) > 1 else None,
        )
        for index, code in enumerate(session.game.display)
    ]
    return _group(_("Jungle display"), buttons)


def _group(label: str, buttons: list[Markup]) -> Markup:
    return h("div", {"class": "palette", "role": "group", "aria-label": label}, buttons)


def _button(
    command: str, value: str, tile: Markup, label: str, left: int, chosen: bool | None = None
) -> Markup:
    """A tile to tap, with how many are left."""
    said = _("{tile}: {n} left").format(tile=label, n=left) if left else label
    box = {
        "type": "button",
        "class": "slot chosen" if chosen else "slot",
        "id": f"{command}-{value}",
        "data-command": command,
        "data-value": value,
        "aria-pressed": None if chosen is None else "true" if chosen else "false",
        "aria-label": said,
        "title": said,
    }
    number = h("small", {"aria-hidden": "true"}, left) if left else None
    return h("button", box, art.picture(tile), number)


def _tools(session: Session) -> Markup:
    """Whether each worker is asked for; and the way to confirm, if that is wanted."""
    label = _("Ask for each worker")
    box = {
        "type": "button",
        "data-command": "singly",
        "id": "each-worker",
        "aria-pressed": "true" if session.singly else "false",
    }
    ready = session.candidate is not None
    placing = session.game.phase is Phase.PLACE
    confirm = widgets.button(
        "confirm-singly" if session.singly else "confirm",
        _("Place it") if placing else _("Fill it"),
        icon="check",
        css="primary",
        disabled=not ready,
    )
    return h(
        "div",
        {"class": "actions"},
        h("button", box, label),
        confirm if session.options.confirm else None,
    )


def _waiting(session: Session) -> Markup | None:
    """That turns wait since an earlier one was put right; which one does not fit any more."""
    number, misfit, told = session.waiting.number, session.misfit, ""
    if misfit:
        name = session.sitters[misfit.seat].said
        told = _("Turn {n} of {name} does not fit any more: enter it again.")
        told = told.format(n=misfit.turn, name=name)
    if not number:
        return h("p", {"class": "waits", "role": "status"}, told) if told else None
    waits = ngettext("{n} later turn waits.", "{n} later turns wait.", number)
    drop = widgets.button("drop-waiting", _("Drop them"), id="drop-waiting")
    return h("p", {"class": "waits", "role": "status"}, told, " ", waits, " ", drop)


def put_right(session: Session) -> Markup:
    """The button that enters the turn that is shown anew."""
    return widgets.button(
        "put-right",
        _("Correct this turn"),
        icon="undo",
        id="put-right",
        disabled=not session.shown_moves,
    )
