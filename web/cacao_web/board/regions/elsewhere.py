"""The part of the tray that a game with other devices has: what it waits for, and the ways on."""

from __future__ import annotations

from typing import Final

from cacao_core.tiles import Seat
from cacao_web.board.regions import awaiting, parting
from cacao_web.board.regions.hand import hand
from cacao_web.board.regions.meanwhile import Meanwhile
from cacao_web.game.matches import rounds
from cacao_web.game.session import Session
from cacao_web.game.texts import people
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, all_of
from cacao_web.ui.markup import Markup, h, join


def _contact(session: Session) -> Markup | None:
    """The news of a connection; during one's own turn with the link, if that helps."""
    if not session.reach.contact:
        return None
    helps = None
    if session.reach.answering and not session.mode.reached_by_link:
        helps = widgets.button(Command.COPY_ON, _("Copy link"), id="copy-answer")
    elif session.reach.retries:
        helps = widgets.button(Command.RELAY_NOW, _("Try now"), id="relay-now")
    css = f"contact{' answers' * session.reach.answering}"
    return h("span", {"class": css}, session.reach.contact, helps)


def _wanted(session: Session) -> Markup | None:
    """The people who want a rematch, and the answers; who has watched may watch again."""
    if by := session.said(session.reach.next_by):
        begun = session.reach.next_begun
        sentence = people.watching_rematch(by, rounds.goes_on(session), begun)
        label = people.watching_next()
        watch = widgets.button(Command.WATCH_NEXT, label, icon="play", id="watch-next")
        return h("span", {"class": "contact answers"}, sentence, watch)
    if not session.reach.wanted_by:
        return None
    sentence = people.wanting_rematch(
        session.said(session.reach.wanted_by), rounds.goes_on(session)
    )
    yes = widgets.button(Command.REMATCH, _("Play"), css="primary", id="rematch-yes")
    no = widgets.button(Command.REMATCH_NO, _("No"), id="rematch-no")
    return h("span", {"class": "contact answers"}, sentence, yes, no)


def _calls(session: Session) -> Markup | None:
    """The offer to be called when it is one's turn, while others play."""
    if not session.reach.offers_calls:
        return None
    label = _("Notify me when it is my turn")
    button = widgets.button(Command.NOTIFY_ME, label, icon="sound", id="notify-here")
    return h("span", {"class": "contact answers"}, button)


def _way_back(session: Session) -> Markup | None:
    """The offer of a link that leads back into all games with others."""
    if not session.reach.offers_way_back or session.reach.offers_calls:
        return None
    sentence = _("If this browser forgets your games, one link brings them back.")
    button = widgets.button(Command.ALL_SEATS, _("Show the link"), id="all-seats-here")
    return h("span", {"class": "contact answers"}, sentence, button)


def _send_on(session: Session) -> Markup:
    """The ways to reach a device that is not connected, and other ways out."""
    dealer = session.dealer
    has_news = dealer is not None and dealer.has_news
    goes_on = dealer is not None and not dealer.device.is_closed
    live = widgets.button(Command.INVITE, _("Live…"), icon="live", id="invite-again")
    return h(
        "div",
        {"class": "actions"},
        *_sending(has_news),
        live if goes_on else None,
        *parting.buttons(session),
    )


def _claim() -> Markup:
    """Another browser decides for this seat."""
    go_on = widgets.button(Command.CLAIM, _("Go on here"), css="primary", id="claim")
    return h("div", {"class": "actions"}, go_on)


def _sending(has_news: bool) -> tuple[Markup, Markup]:
    css = "primary" if has_news else ""
    return (
        widgets.button(Command.COPY_ON, _("Copy link"), css=css, id="copy-on"),
        widgets.button(Command.SEND_ON, _("Share…"), icon="share", id="send-on"),
    )


def _gathering(session: Session) -> Markup | None:
    """Somebody has not joined yet, or the first tiles are not drawn."""
    if not session.mode.is_joining:
        send = join(*_sending(has_news=True))
        return h("div", {"class": "actions"}, send) if session.mode.reached_by_link else None
    if session.reach.is_left_out:
        watch = widgets.button(Command.WATCH_INSTEAD, _("Watch"), icon="play", id="watch-instead")
        return h("div", {"class": "actions"}, watch)
    keep = widgets.button(Command.MOVE, _("A link back to this game…"), id="way-back")
    waited_for = session.mode.waited_for(session.game)
    apart = {*session.mode.reached_by_link} & {*waited_for}  # a guest waits for the host
    if session.dealer and session.mode.is_carried and not (apart or session.dealer.is_host):
        is_away = session.reach.reads_later(waited_for) and not session.dealer.device.is_seated
        note = _("Copy a note for {name}").format(name=all_of(session.said(waited_for)))
        remind = widgets.button(Command.REMIND_HOST, note, id="remind-host") if is_away else None
        return h("div", {"class": "actions"}, remind, keep)
    applicants = session.reach.applicants
    label = _("Answer…") if applicants else _("Show the link")
    again = session.dealer and session.dealer.former
    css = "" if again and not applicants else "primary"  # who plays again needs no link
    invite = widgets.button(Command.SEND_ON, label, icon="people", css=css, id="invite")
    return h("div", {"class": "actions"}, invite)


def _save_again() -> Markup:
    """The ways out for a game that waits because it cannot be saved."""
    return h(
        "div",
        {"class": "actions"},
        widgets.button("save-again", _("Try again"), css="primary", id="save-again"),
        widgets.button("home", _("Saved games"), icon="home", id="make-room"),
    )


class DevicesMeanwhile(Meanwhile):
    """The answers of a game with other devices."""

    def seat(self, session: Session) -> Seat | None:
        """The seat that has to act at another device; None if none has."""
        awaited, turn = session.mode.waited_for(session.game), session.game.to_move
        if session.dealer and turn is not None and awaited == (session.dealer.person_for(turn),):
            return turn
        return awaited[0] if awaited else None

    def hides_turn(self, session: Session) -> bool:
        """Whether nobody has the turn, because the game was ended early."""
        return session.dealer is not None and session.dealer.device.is_ended

    def call(self, session: Session) -> str:
        """The reason why nobody decides here; empty if there is none."""
        reach, dealer = session.reach, session.dealer
        if reach.unsaved or (session.actor and reach.paused):
            return reach.waits
        if dealer is None or not dealer.is_loaded:
            return ""
        urged = dealer.urged(session.game)
        if urged and not dealer.device.is_closed:
            return people.urged(session.said(urged))
        return awaiting.awaited(session) if urged or dealer.awaited else ""

    def content(self, session: Session) -> Markup | None:
        """The ways on before the game starts, or while it cannot be saved; None at other times."""
        if session.reach.unsaved:
            return join(hand(session), _save_again())
        return join(_gathering(session)) if session.mode.is_gathering else None

    def beside(self, session: Session) -> Markup | None:
        """The news of other devices, beside the task."""
        wishes = parting.wishes(session)
        css = "contact answers" if session.is_watching else "contact"
        asked = h("span", {"class": css}, wishes) if wishes else None
        return join(_contact(session), asked, _wanted(session), _calls(session), _way_back(session))

    def actions(self, session: Session) -> Markup | None:
        """Buttons while another device has to decide, or to draw."""
        if session.reach.paused:
            return _claim() if session.reach.is_elsewhere else None
        if session.mode.reached_by_link:
            return _send_on(session)
        parts = parting.buttons(session)
        return h("div", {"class": "actions"}, parts) if parts else None

    def ended(self, session: Session) -> Markup | None:
        """The link with the end of the game, if somebody needs it."""
        mode = session.mode
        css = "primary" if mode.urged(session.game) else ""
        if not (mode.unaware(session.game) or mode.reached_by_link):
            return None
        label = _("Send the last link")
        return widgets.button(Command.SEND_ON, label, icon="share", css=css, id="send-last")


MEANWHILE: Final = DevicesMeanwhile()
