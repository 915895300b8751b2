"""The turn that is being viewed, never with more than had happened by then."""

from __future__ import annotations

from cacao_core.moves import turns_begun
from cacao_core.tiles import Seat
from cacao_web.board import telling
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.game.texts.telling import ToldTurn, latest
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def spoken(session: Session) -> str:
    """The turn being viewed, as plain text."""
    line = _line(session)
    sentence = f": {line.said}." if line else ""
    return _start(session, line) + sentence


def shown(session: Session) -> Markup:
    """The turn being viewed, in pictures and words."""
    line = _line(session)
    where = _start(session, line) + (":" if line else "")
    text = telling.told(line, session.sitters[line.seat].colour) if line else None
    return h("span", {"class": "told"}, h("b", None, where), " ", text)


def seat(session: Session) -> Seat:
    """The seat whose turn is being viewed."""
    line = _line(session)
    return line.seat if line else session.record.game(0).turn


def whose(session: Session) -> str:
    """The player whose turn it is now, and its number out of how many; empty while it is nobody's.

    A lesson, a puzzle or a mistake has a title with a count of its own.
    """
    game = session.game
    if game.is_over or session.mode.is_gathering or session.is_paused or session.mode.guides:
        return ""
    return turn(session, words.present_turn(session.record), game.turn)


def before(session: Session, number: int, seat: Seat) -> str:
    """The position before a turn is looked at.

    Args:
        number: the turn, from 1.
        seat: whose turn it is.
    """
    text = _("Before turn {n} of {total}").format(n=number, total=_total(session))
    return " · ".join((text, session.label(seat)))


def _line(session: Session) -> ToldTurn | None:
    before = session.record.deal.turns_before
    return latest(session.shown_moves, session.shown_told, session.sitters, session.you, before)


def _start(session: Session, line: ToldTurn | None) -> str:
    """The place in the game, and the player whose turn it is."""
    if line is None:
        return before(session, 1, session.record.game(0).turn)
    text = _("Turn {n} of {total}").format(n=line.number, total=_total(session))
    where = " · ".join((text, session.label(line.seat)))
    return " · ".join((_("Variation"), where)) if session.look.is_off(session.record) else where


def turn(session: Session, number: int, seat: Seat) -> str:
    """A turn named after its player; "your turn" for the only person at this device."""
    name = session.name(seat)
    whole = session.record.deal.turns_before + number
    return words.turn(whole, len(session.sitters), session.shown.rules, name)


def _total(session: Session) -> int:
    return turns_begun(session.record.moves)
