"""Links and texts of the present game, for others."""

from __future__ import annotations

from typing import Final

from cacao_core import Record
from cacao_web.game.session import Session
from cacao_web.game.setup import link as share
from cacao_web.shell.shell import Shell
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

SHARE: Final = "share"
HERE, START, UPTO = "now", "start", "upto"


class Sending:
    """Shares the present game, as the person chooses."""

    def __init__(self, shell: Shell) -> None:
        self._games = shell.games
        self._dialogs = shell.dialogs
        self._export = shell.export
        self._others = shell.others
        self._wish = share.USUAL
        self._opens = HERE

    def open(self) -> None:
        """Show the link of the present game."""
        if self._goes_on_elsewhere():
            self._others.run(Command.SEND_ON)
            return
        session = self._games.session
        if session and session.mode.is_trial:
            self._share_address(session.mode.fragment)
            return
        self._wish, self._opens = share.USUAL._replace(notes=True), HERE
        self._dialogs.show(SHARE)

    def _share_address(self, fragment: str) -> None:
        """Share an address of this page that is not that of a game."""
        link = self._export.address(fragment)
        if self._export.can_share:
            self._export.share(link)
        else:
            by_hand = _("This browser does not let the page copy: {text}").format(text=link)
            self._export.copy(link, _("Link copied."), by_hand)

    def _goes_on_elsewhere(self) -> bool:
        """Whether the game is dealt together with other devices, and something is still hidden."""
        session = self._games.session
        return bool(session and session.dealer and session.dealer.is_open)

    def markup(self) -> Markup | None:
        session = self._games.session
        if session is None:
            return None
        from cacao_web.features.sharing import view  # noqa: PLC0415  # not for a link that opens

        if _is_secret(session):
            actor = session.actor
            if actor is None or not actor.is_elsewhere:
                return view.your_turn()
            return view.hand_over(self.link(), actor.said, self._export.can_share)
        notes = self._record(session).notes
        choices = view.Choices(
            self._wish,
            self._opens,
            looks_back=session.look.at is not None,
            by_link=len(session.persons) > 1,
            always_by_link=any(sitter.is_elsewhere for sitter in session.alone),
            is_over=session.game.is_over,
            is_checked=session.dealer is not None,
            has_notes=bool(notes.comments or notes.variations),
            has_room=bool(share.notes_of(self._record(session))),
        )
        return view.share(self.link(), choices, self._text(session), self._export.can_share)

    def _record(self, session: Session) -> Record:
        upto = self._opens == UPTO and session.look.at is not None
        return session.look.record(session.record) if upto else session.record

    def _text(self, session: Session) -> str:
        """The text of the record, with the players."""
        return share.noted(self._record(session), session.alone).to_text()

    def link(self) -> str:
        """The address, as the person has chosen."""
        session = self._games.session
        assert session is not None, "a game is shared that is shown"
        wish = self._wish._replace(notes=self._wish.notes and not _is_secret(session))
        fragment = share.fragment(self._record(session), session.alone, wish)
        return self._export.address(fragment)

    def choose(self, name: str, value: str) -> None:
        """An option was chosen in the dialog with the link."""
        if name == "opens" and value in (HERE, START, UPTO):
            self._opens = value
            self._wish = self._wish._replace(from_start=value == START)
        elif name in ("names", "by_link", "notes"):
            self._wish = self._wish._replace(**{name: value == "on"})
        self._dialogs.show(SHARE)

    def hand_over(self) -> None:
        """Copy the link for the person at another device who must decide."""
        self._wish, self._opens = share.USUAL, HERE
        self.copy()

    def copy(self) -> None:
        if self._games.session:
            self._export.copy_link(self.link())

    def send(self) -> None:
        """Share the link by the device's share sheet."""
        if self._games.session:
            session = self._games.session
            self._export.share(self.link(), share.cover(session.sitters, self._record(session)))

    def save_text(self) -> None:
        """Offer a file with the record's text."""
        session = self._games.session
        if session and not _is_secret(session):
            self._export.download("cacao", self._text(session), ".txt")


def _is_secret(session: Session) -> bool:
    """Whether people elsewhere are still playing, so that nobody may learn the deal's seed."""
    return not session.game.is_over and any(sitter.is_elsewhere for sitter in session.sitters)
