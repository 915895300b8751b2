"""Answers to invitations, by link: they are shown until the connection is open."""

from __future__ import annotations

from cacao_core import CacaoError
from cacao_web.features.together import model
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.dialogs import REPLY
from cacao_web.features.together.joining.parts import JoinParts
from cacao_web.features.together.model import Opened, dealer
from cacao_web.game.session import Session
from cacao_web.ui.i18n import _


class Answering:
    """Answers invitations."""

    def __init__(self, parts: JoinParts) -> None:
        self._shell, self._shared_games, self._outbox, _beginning, _events = parts
        self._games = parts.shell.games
        self._dialogs = parts.shell.dialogs

    def may_reply(self, session: Session) -> bool:
        """Whether the answer to an invitation is still to be shown by itself."""
        return session.mode.is_joining or (bool(session.reach.answering) and not session.deciding)

    async def reply(self, session: Session, opened: Opened) -> str:
        """The answer to an invitation, which is shown until the connection is open."""
        answer, shared = "", self._shared_games.of(session)
        if opened.offer:
            try:
                answer = "".join(await shared.work(Carrier.answer, opened))
            except CacaoError as error:
                self._shell.page.report(f"offer: {error}")
        self._outbox.address = self._outbox.written(session, answer=answer)
        if session is self._games.session:
            self._tell_reply(session, is_possible=bool(answer) or not opened.offer)
        return self._outbox.address

    def _tell_reply(self, session: Session, is_possible: bool) -> None:
        """Show the answer, or only say how it leaves, so that it never covers one's own turn.

        Args:
            is_possible: whether this browser can connect.
        """
        contact = self._shared_games.of(session).contact
        if not is_possible:
            contact.say(_("This browser does not connect to the other device. Go on by link."))
        elif not session.mode.is_joining:
            sentence = _("You play live as soon as {name} has opened your answer or next link.")
            contact.say(sentence.format(name=model.inviter(session)), told=session.deciding)
        if self.may_reply(session):
            self._dialogs.show(REPLY)

    def show_own(self, session: Session) -> None:
        """A person has opened the answer that was made here."""
        if not session.mode.is_joining:
            self._shell.notices.tell(_("This answer has been opened: here is the game."))
            return
        host = model.names(session, dealer(session).device.host_seats[:1])
        own = _("This is your own answer: {name} has to open it.").format(name=host)
        self._shell.notices.tell(own)
        self._dialogs.show(REPLY)
