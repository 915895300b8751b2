"""The tray at the bottom: the present task, the hand, and the choices of the present phase."""

from __future__ import annotations

from typing import Final

from cacao_core import Move, Phase
from cacao_core.moves import FILLS
from cacao_core.tiles import ROTATIONS, TILE_OF_EDGES
from cacao_web.board import art, board, caption, telling
from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import choices
from cacao_web.board.regions.hand import hand, handover
from cacao_web.board.regions.meanwhile import Meanwhile
from cacao_web.board.regions.travel import travel
from cacao_web.game.session import Session
from cacao_web.game.texts import forecast, words
from cacao_web.ui import help, widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join

_ORDINARY: Final = Meanwhile()


def _meanwhile(session: Session) -> Meanwhile:
    """The answers of the mode; few games need those of others than the ordinary one."""
    if session.mode.meanwhile == "table":
        from cacao_web.board.regions import notary  # noqa: PLC0415

        return notary.MEANWHILE
    if session.mode.meanwhile == "devices":
        from cacao_web.board.regions import elsewhere  # noqa: PLC0415

        return elsewhere.MEANWHILE
    return _ORDINARY


def task(session: Session, overlays: Overlays) -> Markup:
    """The player whose turn it is, and the task now, in one sentence; or the gains of the ghost."""
    turn = _turn(session)
    if task := overlays.first.task(session):
        return h("span", None, turn, task)
    task = _task(session, overlays)
    beside = None if session.look.at is not None else _meanwhile(session).beside(session)
    offer = None if session.look.at is not None else overlays.first.offer(session)
    return join(_who(session), h("span", None, turn, task, beside, offer), _about(session))


def _turn(session: Session) -> Markup | None:
    """The player whose turn it is, before the task, and the name of the whole tray.

    An earlier turn has its own caption.
    """
    if session.look.at is not None or not (whose := _whose(session)):
        return None
    return join(h("b", {"id": "whose"}, words.sentence(whose)), " ")


def _whose(session: Session) -> str:
    """The player whose turn it is; empty if something at a real table belongs to another turn."""
    return "" if _meanwhile(session).hides_turn(session) else caption.whose(session)


def said(session: Session, overlays: Overlays) -> str:
    """The player whose turn it is and the task now, as plain text."""
    whose, task = _whose(session), overlays.first.task(session) or call(session)
    return f"{words.sentence(whose)} {task}" if whose else task


def _about(session: Session) -> Markup | None:
    """The link to the rules about the present task; not read out with the task."""
    if session.look.at is not None:
        return None
    entry, topic = {
        Phase.PLACE: ("placing", _("placing a worker tile")),
        Phase.FILL: ("filling", _("filling jungle spaces")),
        Phase.ACTIVATE: ("activating", _("what workers do")),
        Phase.DECIDE: ("huts", _("Huts")),
        Phase.OVER: ("scoring", _("the score")),
    }[session.game.phase]
    return h("span", {"aria-live": "off"}, help.sign(entry, topic))


def content(session: Session, overlays: Overlays) -> Markup | None:
    """The hand, and the choices of the present phase."""
    if session.look.presenting:
        return overlays.first.actions(session) or hand(session)
    if session.look.at is not None:
        return join(hand(session), travel(session))
    if (content := _meanwhile(session).content(session)) is not None:
        return content
    if session.game.is_over and not session.is_paused and not session.asked.any:
        return _after_the_end(session, overlays.first.onward(session))
    return _replayed(session, overlays) or _present(session, overlays)


def _replayed(session: Session, overlays: Overlays) -> Markup | None:
    """The way on after a game that was ended early, if it is played again."""
    standing = session.mode.standing(session.game)
    is_told = standing is None or not standing.unsent  # else the last link comes first
    may = session.is_void and is_told and not session.reach.wanted_by
    again = overlays.first.onward(session) if may else None
    return join(hand(session), h("div", {"class": "actions"}, again)) if again else None


def _present(session: Session, overlays: Overlays) -> Markup | None:
    """The hand, and the choices of whoever decides."""
    if session.covered:
        return handover(session)
    if session.deciding and session.game.phase is Phase.ACTIVATE:
        return choices.choices(session, overlays.plan(session), _hint_button(session))
    if session.deciding and session.game.phase is Phase.DECIDE:
        from cacao_web.board.regions import huts  # noqa: PLC0415  # base games have none

        return huts.decision(session)
    if session.is_paused:
        return overlays.first.actions(session) or hand(session)
    return join(hand(session), _actions(session))


def _who(session: Session) -> Markup | None:
    if session.asked.laying or (session.is_void and session.look.at is None):
        return None
    awaited = _meanwhile(session).seat(session)
    seat = session.game.to_move if awaited is None else awaited
    if session.look.at is not None:
        seat = caption.seat(session)
    return None if seat is None else art.emblem(session.sitters[seat].colour)


def _task(session: Session, overlays: Overlays) -> str:
    """The present task in one sentence; or the shown position, or the gains of the ghost."""
    if session.look.at is not None:
        return caption.shown(session)
    if session.deciding and session.game.phase is Phase.ACTIVATE:
        me = session.game.workers[session.game.open_edges[0].cell].owner
        plan = overlays.plan(session)
        if plan is None:
            return call(session)
        seen = forecast.effects(plan.seen, session, me)
        return join(call(session), " ", h("strong", None, _("As shown:")), " ", seen, ".")
    ghost = board.ghost_text(session) if session.deciding else None
    if ghost:
        label = _("Would act here:") if session.mode.asks_gains else _("Here:")
        return join(h("strong", None, label), " ", ghost, ".")
    if session.onward.coming and session.onward.coming.kind in FILLS and session.actor:
        return _comes(session, session.onward.coming)
    return call(session)


def _comes(session: Session, move: Move) -> Markup:
    """A fill that happens automatically."""
    sentence = telling.in_words(_announced(session, move))
    label = session.label(session.game.turn)
    return join(h("b", None, label), " ", sentence, telling.tiles((move,), ""))


def _announced(session: Session, move: Move) -> str:
    """A move that happens automatically."""
    seat = session.game.to_move
    assert seat is not None  # somebody plays it
    name = session.name(seat)
    return words.announcement(session.game, move, name)


def call(session: Session) -> str:
    """The task now and its player, in one sentence, as plain text."""
    actor = session.actor
    if call := _meanwhile(session).call(session):
        return call
    if actor is None:
        return _("The game is over.")
    if session.covered:
        return _("Hand the device to {name}.").format(name=actor.said)
    if actor.is_elsewhere:
        return _("{name} decides next, on another device: send them the link.").format(
            name=actor.said
        )
    if actor.is_computer:
        doing = _("{name} cannot move.") if session.stuck else _("{name} is thinking…")
        return doing.format(name=actor.said)
    return _decision(session, actor.said)


def _decision(session: Session, name: str) -> str:
    """The decision that a person has to make, or the automatic move."""
    if session.onward.coming is not None:
        return _announced(session, session.onward.coming)
    own = len(session.persons) == 1 or session.game.to_move == session.game.turn
    texts = {
        Phase.PLACE: _place_task(session),
        Phase.FILL: _("choose a jungle tile and the space that it fills."),
        Phase.ACTIVATE: _("your workers act."),
        Phase.DECIDE: _("build a hut, or none."),
    }
    task = texts[session.game.phase]
    sentence = words.capital(task) if own else _("{name}: {task}").format(name=name, task=task)
    placing = session.game.phase is Phase.PLACE
    last = placing and session.game.players[session.game.turn].tiles_left == 1
    return " ".join((_("Last round!"), sentence)) if last else sentence


def _place_task(session: Session) -> str:
    if session.mode.is_written:
        return _("tap the tile that was placed, turned the way it lies, then its cell.")
    if any(move.kind == "O" for move in session.choosing.choices):
        if words.is_free(session.game):
            return _("place a tile on a marked cell, or on top of one of your own.")
        return _("place a tile on a marked cell, or on top of one of your own for a sun token.")
    if session.game.players[session.game.turn].tiles_left == 1:
        return _("place your last tile on a marked cell.")
    return _("choose a tile, turn it, and place it on a marked cell.")


# --- Buttons ---------------------------------------------------------------------------------


def _actions(session: Session) -> Markup | None:
    """Buttons to rotate, confirm and undo; or to skip the others' moves."""
    if session.stuck and not session.deciding:
        how = widgets.button(Command.BOT_TROUBLE, _("How to go on…"), css="primary", id="stuck")
        return h("div", {"class": "actions"}, how)
    if not session.deciding:
        return _meanwhile(session).actions(session)
    placing = session.choosing.chosen_edges is not None
    turns = placing and len(ROTATIONS[TILE_OF_EDGES[session.choosing.chosen_edges or ""]]) > 1
    ready = session.choosing.candidate is not None
    label = _("Place it") if placing else _("Fill it")
    if session.choosing.candidate and session.choosing.candidate.kind == "O":
        label = _("Overbuild")
    confirm = {
        "type": "button",
        "data-command": "confirm",
        "class": "primary",
        "disabled": not ready,
    }
    back = widgets.icon_button(
        "rotate-back", _("Turn the tile to the left (Shift+R)"), "rotate-back", disabled=not turns
    )
    rotate = widgets.icon_button(
        "rotate", _("Turn the tile to the right (R)"), "rotate", disabled=not turns
    )
    offers_singly = session.options.confirm and session.choosing.follows_preview
    yes = h("button", confirm, widgets.symbol("icon-check", "glyph"), label)
    return h(
        "div",
        {"class": "actions"},
        _singly_button(session) if offers_singly else None,
        _hint_button(session),
        join(back, rotate) if placing else None,
        yes if session.options.confirm else None,
    )


def _singly_button(session: Session) -> Markup:
    """The other way to confirm, without doing what the preview shows; it keeps its place."""
    title = _("Confirm, then choose what the workers do (Shift+Enter)")
    button = widgets.button(
        "confirm-singly",
        _("Place, then choose…") if session.choosing.chosen_edges else _("Fill, then choose…"),
        icon="singly",
        title=title,
        disabled=not session.choosing.may_follow,
    )
    return h("span", {"class": "spare"}, button)


def _hint_button(session: Session) -> Markup | None:
    """The button that asks for the best moves, if there is more than one move."""
    if len(session.legal) < 2 or session.mode.guides or session.is_contest:
        return None
    return widgets.icon_button(Command.HINT, _("Hint (H)"), "hint")


def steps(session: Session) -> Markup | None:
    """The buttons that undo, redo, and skip the others' moves, always at the same place.

    Nothing else is ever there, so that a second tap on another button does not hit them.
    """
    if session.look.at is not None:
        return None
    others = (
        session.actor and session.actor.is_computer and not session.stuck and not session.is_paused
    )
    others = others and not session.mode.is_written
    skip = widgets.icon_button("hurry", _("Skip (S)"), "next") if others else None
    speak = (
        widgets.icon_button(Command.SPEAK, _("Say something"), "speech")
        if (session.reach.is_live or (session.dealer and not session.mode.is_gathering))
        and not session.is_watching
        else None
    )
    return join(_history(session), speak, skip)


def _history(session: Session) -> Markup | None:
    if not session.mode.offers_undo or not _may_undo(session):
        return None
    undo = widgets.icon_button("undo", _("Take back (U)"), "undo", idle=not session.can_undo)
    if not session.can_redo:
        return undo
    return join(undo, widgets.icon_button("redo", _("Redo (Shift+U)"), "redo"))


def _may_undo(session: Session) -> bool:
    """Whether there may be something to undo now or later in this turn."""
    free = not session.covered and not session.is_paused
    over = session.game.is_over and not session.mode.is_written
    return not over and (bool(session.persons) or session.mode.is_written) and free


def _after_the_end(session: Session, onward: Markup | None) -> Markup:
    asked = session.reach.wanted_by  # the answers stand beside the task
    calm = not (asked or session.mode.urged(session.game))
    again = widgets.button(Command.REMATCH, _("Rematch"), icon="again")
    return h(
        "div",
        {"class": "actions after"},
        _meanwhile(session).ended(session),
        widgets.button(Command.RESULT, _("Result"), css="primary" if calm else ""),
        None if asked or session.is_watching else onward or again,
        widgets.button(Command.LOOK, _("Watch replay"), icon="play", value="0", id="through"),
        widgets.button(Command.ANALYSE, _("Analyse"), icon="hint", id="analyse"),
    )
