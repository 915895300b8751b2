"""Seats move from one device to another, by a link: one seat, or all of a person."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from cacao_core import CacaoError, fair
from cacao_core.fair import Device
from cacao_web.features.together import model, view
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.dialogs import MOVE, MOVE_HERE
from cacao_web.features.together.joining.parts import JoinParts
from cacao_web.features.together.model import Opened, dealer
from cacao_web.game.session import Session
from cacao_web.ui.i18n import all_of
from cacao_web.ui.markup import Markup

_OFFERED: Final = "way-back-offered"
"""The slot that says when the link with all seats was offered."""
_TURNS: Final = 2
"""Turns after which it is offered."""


class Moving:
    """Moves a seat away from this device, or to it."""

    def __init__(self, parts: JoinParts) -> None:
        self._shell, self._shared_games, self._outbox, self._beginning, _events = parts
        self._games = parts.shell.games
        self._dialogs = parts.shell.dialogs
        self._opened: Sequence[Opened] = ()
        self._carrier = Carrier()  # that brings the seat elsewhere
        self._in_match = False  # whether games of the match are over

    # --- Away ----------------------------------------------------------------------------------

    def start(self) -> None:
        """Show the link with which the game goes on elsewhere."""
        session = self._games.session
        if session and session.dealer:
            self._carrier, self._outbox.address = self._outbox.with_seat(session)
            self._in_match = bool(session.about.before)
            self._dialogs.show(MOVE)

    def start_all(self) -> None:
        """Show one link with all seats of the games by a relay that go on.

        Raises:
            CacaoError: there are none; a sentence.
        """
        if session := self._games.session:
            session.reach.offers_way_back = False
        self._carrier, self._outbox.address, self._in_match = self._outbox.with_all_seats()
        self._dialogs.show(MOVE)

    def offer(self, session: Session) -> None:
        """Offer that link once in this browser: after the second turn with others."""
        here = session.persons
        turns = sum(worker.owner in here for worker in session.game.workers.values())
        goes_on = session.game.turn in here  # also between two decisions of the turn
        if session.deciding or goes_on or session.game.is_over:
            session.reach.offers_way_back = False
        elif turns >= _TURNS and self._may_offer(session):
            session.reach.offers_way_back = True
            self._shell.saves.keep(_OFFERED, self._games.now)

    def _may_offer(self, session: Session) -> bool:
        return self._shared_games.may_fetch(session) and not self._shell.saves.kept(_OFFERED)

    def markup(self) -> Markup | None:
        return self._carrier.move(self._outbox.link, self._in_match)

    def save(self) -> None:
        """Save the link as a file."""
        self._shell.export.download("cacao-seat", self._outbox.address, ".txt")

    def done(self) -> None:
        """The game is open on the other device: this one leaves the decisions to it."""
        session = self._games.session
        if session and session.dealer:
            dealer(session).device.step_back()
            self._shared_games.of(session).here.keep(session)
            self._shared_games.let_go(dealer(session).token)
            self._games.go_home()

    # --- To this device --------------------------------------------------------------------------

    def arrive(self, opened: Sequence[Opened], told: bool) -> None:
        """A link with a seat, or several, was opened; these games are not here.

        Args:
            opened: the games.
            told: whether the person may be asked.
        """
        self._opened = opened
        if told:
            self._dialogs.show(MOVE_HERE)
        else:
            self.go_on()

    def here_markup(self) -> Markup | None:
        if not self._opened:
            return None
        if len(self._opened) > 1:
            return view.move_all_here(len(self._opened))
        glimpse = fair.look(self._opened[0].message)
        names = all_of([glimpse.names[seat] for seat in glimpse.seats])
        return view.move_here(names, is_carried=self._opened[0].is_carried)

    def go_on(self) -> None:
        """Go on with the seats here: one game is shown, several are in the list."""
        opened, self._opened = self._opened, ()
        here = self._beginning.enter if len(opened) == 1 else self._beginning.bring
        sessions = []
        for one in opened:
            device = Device.from_text(one.message, is_restored=True)
            self._shared_games.end_watching(device.token)
            self._shared_games.for_device(device).tell(Carrier.claim)
            options = self._shell.preferences.options
            sessions.append(here(device, model.guests(device), options, one.relay))
        if len(sessions) > 1:
            self._dialogs.close()
            self._games.go_home()
            self._shell.tasks.run(self._hear(sessions))

    async def _hear(self, sessions: Sequence[Session]) -> None:
        """Let this browser decide in games that have come here, and hear of their news."""
        for session in sessions:
            with suppress(CacaoError):  # the relay cannot be reached now
                await self._shared_games.hear(session.id, stays=True)
        if self._games.at_home:
            self._games.redraw()
