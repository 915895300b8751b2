"""Links that go on to others: the answer of a guest, and the link for whoever has to act next."""

from __future__ import annotations

from cacao_core import CacaoError
from cacao_web.features.together import model, view
from cacao_web.features.together.dialogs import REPLY, SEND_ON
from cacao_web.features.together.joining.inviting import Inviting
from cacao_web.features.together.joining.joining import Joining
from cacao_web.features.together.joining.parts import JoinParts
from cacao_web.features.together.model import dealer
from cacao_web.game.session import Session
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup


class LinkSending:
    """Shows these links.

    Args:
        inviting: shows invitations.
        joining: says whether an answer is still needed.
    """

    def __init__(self, parts: JoinParts, inviting: Inviting, joining: Joining) -> None:
        self._shell, self._shared_games, self._outbox, _beginning, _events = parts
        self._games = parts.shell.games
        self._dialogs = parts.shell.dialogs
        self._inviting = inviting
        self._joining = joining

    def reply_markup(self) -> Markup | None:
        """The dialog with the answer to an invitation."""
        session = self._games.session
        if session is None or session.dealer is None:
            return None
        made = self._shared_games.of(session).contact.answered_at
        since = session.reach.since if session.mode.is_joining else made
        return view.reply(session, self._outbox.link, since)

    def send_on(self) -> None:
        """Show the link for whoever has to do something next."""
        session = self.dealt()
        device = dealer(session).device
        if session.is_watching:
            self._joining.watching.show_link()
            return
        if session.mode.is_joining and device.is_host:
            self._inviting.invite(session, "")
            return
        self._write(session)
        self._dialogs.show(REPLY if session.mode.is_joining else SEND_ON)

    def copy_on(self) -> None:
        self._write(self.dealt())
        self._outbox.copy()

    def _write(self, session: Session) -> None:
        answer = self._shared_games.of(session).contact.answered
        self._outbox.address = self._outbox.written(session, answer=answer)
        self._inviting.pasted = ""
        self._shell.table.drawing.choice()  # decisions cannot be taken back any more

    def send_on_markup(self) -> Markup | None:
        """The dialog with that link."""
        session = self._games.session
        if session is None or session.dealer is None:
            return None
        seats = session.mode.unaware(session.game) or session.mode.reached_by_link
        names = model.names(session, seats)
        return view.send_on(session, names, self._outbox.link)

    def end_reply(self, session: Session) -> None:
        """Close the dialog with the answer, if it is of no use any more or covers one's own turn.

        The game may have gone on by link, or the connection may have failed.
        """
        if self._dialogs.open == REPLY and not self._joining.answering.may_reply(session):
            self._dialogs.close()

    def dealt(self) -> Session:
        """The game on the page.

        Raises:
            CacaoError: it is not one with other devices.
        """
        session = self._games.session
        if session is None or session.dealer is None:
            raise CacaoError(_("There is no game with other devices on this page."))
        return session
