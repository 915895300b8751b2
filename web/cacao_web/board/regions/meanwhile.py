"""The content of the tray while nobody decides here, in one mode of a game."""

from __future__ import annotations

from cacao_core.tiles import Seat
from cacao_web.game.session import Session
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


class Meanwhile:
    """The answers of one mode; these are those of an ordinary game."""

    def seat(self, _session: Session) -> Seat | None:
        """The seat that something waits for, beside the one that decides."""
        return None

    def hides_turn(self, _session: Session) -> bool:
        """Whether the task belongs to no turn, or to another one."""
        return False

    def call(self, _session: Session) -> str:
        """The thing that is awaited, in one sentence as plain text."""
        return ""

    def content(self, _session: Session) -> Markup | None:
        """The content in place of the hand and the choices."""
        return None

    def beside(self, _session: Session) -> Markup | None:
        """The news beside the task."""
        return None

    def actions(self, session: Session) -> Markup | None:
        """The link for the person at another device who has to decide."""
        if session.actor is None or not session.actor.is_elsewhere:
            return None
        copy = widgets.button(Command.HAND_OVER, _("Copy link"), css="primary", id="hand-over")
        share = widgets.button(Command.SHARE, _("Share, QR code"), icon="share", id="share-turn")
        return h("div", {"class": "actions"}, copy, share)

    def ended(self, _session: Session) -> Markup | None:
        """The first button after the end."""
        return None
