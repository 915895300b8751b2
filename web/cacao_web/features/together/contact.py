"""The contact with other devices: for what a game waits, since when, and what has happened."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from cacao_core.tiles import Seat
from cacao_web.features.together import model
from cacao_web.features.together.game_here import GameHere
from cacao_web.game.presence import Presence
from cacao_web.game.session import Session
from cacao_web.game.texts import people
from cacao_web.shell.shell import Shell
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _

_NOWHERE: Final = ("", "")
_PATIENCE: Final = timedelta(days=7)
"""After so long without a turn of those for whom a game waits, the others may end it."""


class _State(NamedTuple):
    """The state that a game waits in; when this changes, it waits for something else."""

    moves: int
    is_joining: bool
    seats: tuple[Seat, ...] = ()  # whose devices have to send something
    lost: tuple[bool, ...] = ()  # whether the connections to them are interrupted


class Contact:
    """The sentences about the connections of one game.

    It stays in sight until something else happens, because a notice is easily missed.
    """

    def __init__(self, shell: Shell, here: GameHere) -> None:
        self.answered = ""
        """The answer to the newest offer, until the connection opens or has failed."""
        self.answered_at = ""
        """The time when it was made (ISO 8601, UTC)."""
        self._shell = shell
        self._here = here
        self._state: _State | None = None
        self._departed: dict[Seat, str] = {}  # whose devices have deleted the game; what was said
        self._lost: list[Seat] = []  # those whose connections are lost
        self._told_lost = ""  # the sentence about them

    # --- Since when ------------------------------------------------------------------------------

    def begin(self, session: Session) -> None:
        """Note what the game waits for, before anything changes."""
        self._state = _state(session)

    def time(self, session: Session) -> None:
        """Note since when the game waits for what it waits for now."""
        before, self._state = self._state, _state(session)
        if self._state != before:
            session.reach.since = self._shell.games.now
        if before and not self.answered and before[:2] != self._state[:2]:
            session.reach.contact = ""

    def sent(self, session: Session) -> None:
        """Note that a message leaves only now: before that, nobody can know that the game waits."""
        session.reach.since = self._shell.games.now

    def is_silent(self, session: Session) -> bool:
        """Whether those for whom a game waits have left it, or have not played for a week.

        Only then this device agrees to end the game, whatever others say.
        """
        device = model.dealer(session).device
        if not device.may_end:
            return False
        gone = {*device.left_by, *session.reach.gone, *self._departed}
        if gone.issuperset(session.mode.awaited):
            return True
        standing = session.mode.standing(session.game)
        if standing and standing.unsent:  # it waits for this device's link
            return False
        with suppress(ValueError, TypeError):  # it is not known since when it waits
            now = datetime.fromisoformat(self._shell.games.now)
            return now - datetime.fromisoformat(session.reach.since) >= _PATIENCE
        return False

    # --- What has happened -----------------------------------------------------------------------

    def say(self, text: str, told: bool = True, leads: tuple[str, str] = _NOWHERE) -> None:
        """Say something that stays in sight, unless the game is not on the page.

        Args:
            text: a sentence; an empty one ends the last one.
            told: whether it is a notice too.
            leads: a button of that notice, see ``Notices.tell``.
        """
        if session := self._here.shown():
            session.reach.contact, session.reach.answering = text, bool(self.answered)
            self._here.draw()
            if text and told:
                self._shell.notices.tell(text, leads=leads)

    def made(self) -> None:
        """A connection is open."""
        self.answered = ""
        session = self._here.shown()
        if session and session.reach.contact != self._told_lost:  # others may still be lost
            self.say("")

    def given_up(self) -> None:
        """A link has come instead of the connection."""
        self.answered = ""
        self.say(_("The game goes on by link, without a connection."))

    def failed(self, helped: bool) -> None:
        """A connection has never opened; with whether a STUN server was asked."""
        text = _("These devices cannot reach each other directly. Go on by link, or give the "
                 "address of a STUN server on both devices and invite again.")  # fmt: skip
        if helped:
            text = _("These devices cannot reach each other directly, even with a STUN server. Go "
                     "on by link.")  # fmt: skip
        self.answered = ""
        self.say(text, leads=(Command.LIVE_SETTINGS, _("Settings")))

    def lost(
        self, session: Session, before: dict[Seat, Presence], returning: frozenset[Seat]
    ) -> None:
        """Say whose connection is lost, given where everybody was, and who comes back alone."""
        gone = [seat for seat in self._lost if not session.reach.presence[seat].is_connected]
        lost = [
            seat
            for seat, where in before.items()
            if where.is_live and not session.reach.presence[seat].is_connected
        ]
        if lost:
            session.reach.distant = None
        now = [seat for seat, where in session.reach.presence.items() if where is Presence.LIVE]
        self.returned([seat for seat in now if before.get(seat) is not Presence.LIVE])
        lost = [seat for seat in lost if seat not in self._departed]
        is_told = bool(lost) or (gone != self._lost and session.reach.contact == self._told_lost)
        self._lost = sorted({*gone, *lost})
        if is_told:
            self._told_lost = self._about_lost(session, not returning.isdisjoint(self._lost))
            self.say(self._told_lost, told=bool(lost))

    def _about_lost(self, session: Session, returns: bool) -> str:
        """A sentence about those whose connections are lost; empty if all are back."""
        sentence = _("The connection to {name} is lost. Go on by link, or invite again.")
        if returns:
            sentence = _("The connection to {name} is lost. The page connects again when that "
                         "device is here. Until then, go on by link.")  # fmt: skip
        return sentence.format(name=model.names(session, self._lost)) if self._lost else ""

    def flooded(self, session: Session, seats: Sequence[Seat]) -> None:
        """A device has sent too much, so that its connection was closed; with its seats."""
        sentence = _("The connection to {name} was closed because that device sent too much data.")
        if not seats:
            sentence = _("A connection was closed because the other device sent too much data.")
        self._say_anywhere(session, sentence.format(name=model.names(session, seats)))

    def unproved(self, session: Session) -> None:
        """Nobody knows which device was at the other end, so that the connection was closed."""
        sentence = _("A connection was closed because no proof arrived that the other device "
                     "belongs to this game.")  # fmt: skip
        self._say_anywhere(session, sentence)

    def departed(self, session: Session, seats: Sequence[Seat]) -> None:
        """A device has deleted the game; with its seats."""
        sentence = people.departed(session.said(seats))
        self._departed |= dict.fromkeys(seats, sentence)
        self._say_anywhere(session, sentence)

    def returned(self, seats: Sequence[Seat]) -> None:
        """A device that had deleted the game goes on with it; with its seats."""
        sentences = {self._departed.pop(seat, "") for seat in seats}
        if (session := self._here.shown()) and session.reach.contact in sentences:
            self.say("")

    def _say_anywhere(self, session: Session, sentence: str) -> None:
        """Say something also if the game is not on the page."""
        if self._here.shown():
            self.say(sentence)
        else:
            self._shell.notices.tell(f"{session.title}: {sentence}")


def _state(session: Session) -> _State:
    seats = session.mode.awaited
    lost = tuple(session.reach.presence.get(seat) is Presence.AWAY for seat in seats)
    return _State(len(session.record.moves), session.mode.is_joining, seats, lost)
