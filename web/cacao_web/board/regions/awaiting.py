"""What other devices have to do before a game goes on here, in words."""

from __future__ import annotations

from cacao_web.game.presence import Presence
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _, all_of


def awaited(session: Session) -> str:
    """What another device has to do before the game goes on here."""
    if session.dealer and session.dealer.device.is_closed:
        return _("This game has ended without a result: a device has decided twice.")
    if gone := session.gone.intersection(session.awaited):
        names = all_of(session.said(sorted(gone)))
        return _("{name} has left the game. It cannot go on without that device.").format(
            name=names
        )
    told = _for_them(session).format(name=all_of(session.said(session.waited_for)))
    return " ".join(filter(None, (told, _secret_draw(session), _since(session))))


def _draws(session: Session) -> bool:
    """Whether another device has to draw before the game goes on."""
    return session.dealer is not None and session.dealer.awaits_draw and not session.is_gathering


def _secret_draw(session: Session) -> str:
    """Apart: that only the device that draws knows the draw; empty if none has to."""
    if not _draws(session) or not (session.reached_by_link or _is_asleep(session)):
        return ""
    return _("Until the answer is here, only that device knows the draw.")


def _since(session: Session) -> str:
    """Since when the game waits for a device that is not connected; empty if it does not."""
    if session.applicants:
        return ""  # they wait for somebody here
    apart = session.reached_by_link or _is_asleep(session)
    return words.since(session.since) if apart else ""


def _is_asleep(session: Session) -> bool:
    """Whether the game waits for somebody who will read at the relay."""
    return Presence.ASLEEP in map(session.presence.get, session.awaited)


def _for_them(session: Session) -> str:
    """The same, with a placeholder for the names."""
    elsewhere = session.actor is not None and session.actor.is_elsewhere
    if session.is_gathering:
        return _gathering_call(session)
    if session.game.is_over:
        return _("The game is over. The deal is checked when {name} has answered.")
    if session.reached_by_link:
        return _by_link(session, elsewhere)
    if _draws(session):
        if _is_asleep(session):
            return _("The new tiles are drawn when {name} opens the game.")
        return _("{name}’s device draws the new tiles, and only it knows them yet.")
    return _("{name} decides.") if elsewhere else _("New tiles are coming…")


def _gathering_call(session: Session) -> str:
    if not session.is_joining:
        if session.reached_by_link:
            return _("Everybody is there. The tiles are dealt when {name} has opened your link.")
        if _is_asleep(session):
            return _("Everybody has joined. The tiles are dealt when {name} opens the game.")
        return _("Everybody is there. The tiles are dealt now.")
    if session.dealer and not session.dealer.is_host:
        return _joining(session)
    if session.applicants:
        return words.wanting_to_join(session.applicants)
    dealt = _("The tiles are dealt when everybody is there.")
    return " ".join((_("{name} has not joined yet."), dealt))


def _joining(session: Session) -> str:
    """What a guest waits for, with a placeholder for the host's name."""
    host = session.presence.get(session.waited_for[0]) if session.waited_for else None
    if host is Presence.RELAY:
        return _("{name} is there, and will seat you.")
    if host is Presence.ASLEEP:
        return _("{name} will seat you as soon as that device opens the game.")
    if session.is_relayed:
        return _("{name} will seat you as soon as the relay is reached.")
    return _("{name} has to open your answer.")


def _by_link(session: Session, elsewhere: bool) -> str:
    if session.dealer and session.dealer.device.is_unsure:
        return _("This device may not know what was decided last: open the newest link of {name} "
                 "here, or play live.")  # fmt: skip
    if Presence.AWAY in [session.presence.get(seat) for seat in session.reached_by_link]:
        return _("The connection to {name} is interrupted. It may come back by itself.")
    if not elsewhere:
        return _("{name}’s device draws the new tiles: send them the link, and open the answer.")
    if session.dealer and session.dealer.has_news:
        return _("{name} decides next, on another device: send them the link.")
    return _("{name} decides next. Once you have sent the link, theirs comes back.")
