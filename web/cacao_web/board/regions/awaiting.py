"""The actions of other devices that this game waits for, in words."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_web.board.regions import parting
from cacao_web.game.presence import Presence
from cacao_web.game.session import Session
from cacao_web.game.texts import people
from cacao_web.ui.i18n import _, all_of, ngettext


def awaited(session: Session) -> str:
    """The action of another device that this game waits for."""
    if session.dealer and session.dealer.device.is_broken:
        return _(
            "This game has ended without a result: one device has sent two different "
            "decisions for the same turn."
        )
    if session.dealer and session.dealer.device.is_closed:
        return parting.closed(session)
    if gone := session.reach.gone.intersection(session.mode.awaited):
        lost = _("The game cannot go on without that device.")
        return f"{people.departed(session.said(sorted(gone)))} {lost}"
    names = session.said(session.mode.waited_for(session.game))
    if session.is_watching:
        return " ".join(filter(None, (_seen(session, names), _since(session), _later(session))))
    is_unsure = session.dealer is not None and session.dealer.device.is_unsure
    sentence = _doubt(session, names) if is_unsure else _for_them(session, names)
    others = session.said(session.mode.forgetful)
    asked = people.forgetful(others) if others and not is_unsure else ""
    secret = "" if is_unsure else _secret_draw(session)
    parts = (sentence, asked, secret, _since(session), _on_its_way(session))
    return " ".join(filter(None, parts))


def _seen(session: Session, names: Sequence[str]) -> str:
    """The action that a game waits for, as somebody sees it who only watches."""
    if session.mode.is_gathering:
        return _("Everybody is there. The tiles are dealt now.") if session.mode.is_carried else ""
    if _draws(session):
        return _draw(session, names)
    if session.game.is_over:
        return _for_them(session, names)
    return _computer(session, names) or _("{name} decides.").format(name=all_of(names))


def _computer(session: Session, names: Sequence[str]) -> str:
    """A sentence if a computer at another device decides, given whose device that is; or empty."""
    dealer, turn = session.dealer, session.game.to_move
    if dealer is None or turn is None or dealer.person_for(turn) == turn:
        return ""
    owner = all_of(names)
    sentence = _("A computer plays for {name} as soon as {owner} has this game open.")
    if session.mode.reached_by_link and dealer.has_news and not session.reach.is_told:
        sentence = _("A computer on {owner}’s device plays for {name}: send {owner} the link.")
    return sentence.format(owner=owner, name=all_of(session.said([turn])))


def _later(session: Session) -> str:
    """The way in which somebody who watches sees more."""
    if session.dealer is None or session.game.is_over:
        return _("You are watching.")
    if session.mode.is_carried:
        late = _("You are watching, one turn behind.")
        return late if session.dealer.is_late else _("You are watching.")
    if session.dealer.is_late:
        return _("You are watching, one turn behind. A newer link shows what has happened since.")
    return _("You are watching. A newer link shows what has happened since.")


def _on_its_way(session: Session) -> str:
    """That the person has done all there is to do; empty before the relay has the newest turn."""
    if session.dealer is None or not session.reach.is_told:
        return ""
    if session.mode.is_gathering:
        return "" if session.dealer.is_host else _("You can close this page.")
    placed = next((move for move in reversed(session.record.moves) if move.starts_turn), None)
    is_own = placed is not None and session.game.workers[placed.cell].owner in session.persons
    if is_own and set(session.mode.awaited) & set(session.dealer.device.unaware):
        return _("Your turn is on its way. You can close this page.")
    return _("You can close this page.") if _is_asleep(session) else ""


def _draws(session: Session) -> bool:
    """Whether another device has to draw before the game goes on."""
    dealer = session.dealer
    return dealer is not None and dealer.awaits_draw and not dealer.is_gathering


def _secret_draw(session: Session) -> str:
    """Apart: that only the device that draws knows the draw; empty if none has to."""
    if not _draws(session) or not (session.mode.reached_by_link or _is_asleep(session)):
        return ""
    return _("Until the answer is here, only that device knows the draw.")


def _since(session: Session) -> str:
    """Since when the game waits for a device that is not connected; empty if it does not."""
    if session.reach.applicants:
        return ""  # they wait for somebody here
    apart = session.mode.reached_by_link or _is_asleep(session)
    return people.since(session.reach.since) if apart else ""


def _is_asleep(session: Session) -> bool:
    """Whether the game waits for somebody who will read at the relay."""
    return session.reach.reads_later(session.mode.awaited)


def _for_them(session: Session, names: Sequence[str]) -> str:
    """The same, without since when; with the names of those who are waited for."""
    elsewhere = session.actor is not None and session.actor.is_elsewhere
    name = all_of(names)
    if session.mode.is_gathering:
        return _gathering_call(session, names)
    if session.game.is_over:
        checked = _("The deal is checked when the last message from {name} arrives.")
        return " ".join((_("The game is over."), checked.format(name=name)))
    if session.mode.reached_by_link and not session.reach.is_told:
        return _by_link(session, elsewhere, names)
    if _draws(session):
        return _draw(session, names)
    if not elsewhere:
        return _("New tiles are coming…")
    return _computer(session, names) or _("{name} decides.").format(name=name)


def _doubt(session: Session, names: Sequence[str]) -> str:
    """This device may have forgotten something, and asks all others."""
    asks = _("It has asked {name}, and goes on when the answer is here.")
    if session.mode.reached_by_link:
        asks = _("Send {name} your link, and open the answer.")
    doubt = _("This device may not know the latest turns.")
    return f"{doubt} {asks.format(name=all_of(names))}"


def _draw(session: Session, names: Sequence[str]) -> str:
    """The draw that another device has to make."""
    if _is_asleep(session):
        return ngettext("Only a draw is missing: it is made as soon as {name} opens the page.",
                        "Only a draw is missing: it is made as soon as {name} open the page.",
                        len(names), name=all_of(names))  # fmt: skip
    return ngettext("{name}’s device draws the new tiles, and only it knows them yet.",
                    "The devices of {name} draw the new tiles, and only they know them yet.",
                    len(names), name=all_of(names))  # fmt: skip


def _gathering_call(session: Session, names: Sequence[str]) -> str:
    name = all_of(names)
    if not session.mode.is_joining:
        if session.mode.reached_by_link:
            return ngettext(
                "Everybody is there. The tiles are dealt when {name} has opened your link.",
                "Everybody is there. The tiles are dealt when {name} have opened your link.",
                len(names), name=name)  # fmt: skip
        if _is_asleep(session):
            return ngettext("Everybody has joined. The tiles are dealt when {name} opens the page.",
                            "Everybody has joined. The tiles are dealt when {name} open the page.",
                            len(names), name=name)  # fmt: skip
        return _("Everybody is there. The tiles are dealt now.")
    if session.dealer and not session.dealer.is_host:
        device = session.dealer.device
        if not (device.is_seated and device.free_seats):
            return _joining(session).format(name=name)
        names = session.said(device.free_seats)
        name = all_of(names)
    if session.reach.applicants:
        return people.wanting_to_join(session.reach.applicants)
    missing = ngettext("{name} has not joined yet.", "{name} have not joined yet.",
                       len(names), name=name)  # fmt: skip
    if _is_again(session):
        missing = people.asked_for_rematch(names, bool(session.about.before))
    return " ".join((missing, _("The tiles are dealt when everybody is there.")))


def _is_again(session: Session) -> bool:
    """Whether the people of an earlier game play again."""
    return session.dealer is not None and bool(session.dealer.former)


def _joining(session: Session) -> str:
    """The thing that a guest waits for, with a placeholder for the host's name."""
    waited_for = session.mode.waited_for(session.game)
    host = session.reach.presence.get(waited_for[0]) if waited_for else None
    if host is Presence.RELAY:
        return _("{name} is there and will let you in.")
    if host is Presence.ASLEEP and _is_again(session):
        return _("The game begins as soon as {name} opens the page.")
    if host is Presence.ASLEEP:
        return _("{name} will let you in as soon as the game is opened on that device.")
    if session.mode.is_carried:
        return _("{name} will let you in as soon as the relay answers.")
    return _("{name} has to open your answer.")


def _by_link(session: Session, elsewhere: bool, names: Sequence[str]) -> str:
    if Presence.AWAY in map(session.reach.presence.get, session.mode.reached_by_link):
        sentence = _("The connection to {name} is interrupted. It may come back soon.")
    elif not elsewhere:
        return _to_draw(names)
    elif computer := _computer(session, names):
        return computer
    elif session.dealer and session.dealer.has_news:
        sentence = _("{name} decides next, on another device: send them the link.")
    elif set(session.mode.awaited) & set(session.dealer.device.unaware if session.dealer else ()):
        sentence = _("{name} decides next. Send the link, and wait for theirs to come back.")
    else:  # that device has seen everything
        sentence = _("{name} decides.")
    return sentence.format(name=all_of(names))


def _to_draw(names: Sequence[str]) -> str:
    return ngettext(
        "{name}’s device draws the new tiles: send them the link, and open the answer.",
        "The devices of {name} draw the new tiles: send them the link, and open the answers.",
        len(names), name=all_of(names))  # fmt: skip
