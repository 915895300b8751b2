"""Watching games of others: opening them, and the link by which others watch."""

from __future__ import annotations

from cacao_core import CacaoError, fair
from cacao_core.fair import Device, Parcel
from cacao_web.features.together import model, watching_view
from cacao_web.features.together.dialogs import WATCH, WATCHERS
from cacao_web.features.together.joining.parts import JoinParts
from cacao_web.features.together.model import Opened
from cacao_web.game.dealer import Relay
from cacao_web.game.session import Session
from cacao_web.ui.markup import Markup


class Watching:
    """Opens games whose seats are taken, and shows the link for watchers."""

    def __init__(self, parts: JoinParts) -> None:
        self._shell, self._shared_games, self._outbox, self._beginning, _events = parts
        self._games = parts.shell.games
        self._dialogs = parts.shell.dialogs
        self._found: tuple[Device, Relay | None] | None = None  # the game that is offered
        self._left_out: dict[str, Opened] = {}  # games that began without this device; by token
        self._may_be_late = False  # whether the person may have wanted to play it
        self._instead = False  # whether it takes the place of one in which this device has no seat

    def arrive(self, opened: Opened, told: bool = True, may_be_late: bool = False) -> None:
        """A game was found in which all seats are taken.

        Args:
            opened: a message of the game and its invitation, perhaps from a relay.
            told: whether the person may be asked.
            may_be_late: whether the person may have been invited to play: the link is for both.

        Raises:
            CacaoError: it is damaged or forged; a sentence.
        """
        self._instead, self._may_be_late = False, may_be_late
        try:
            self._found = Device.watch(opened.watch, opened.message), opened.relay
        except (CacaoError, fair.Cheating) as error:
            self._shell.page.report(f"watching: {error}")
            raise CacaoError(model.damaged(error)) from None
        if told:
            self._dialogs.show(WATCH)
        else:
            self.go_on()

    def left_out(self, session: Session, parcel: Parcel) -> None:
        """See ``TogetherEvents.left_out``."""
        dealer = model.dealer(session)
        token = dealer.device.token
        opened = Opened(parcel.news, token, relay=dealer.relay, watch=parcel.invitation)
        self._left_out[token] = opened

    def offer_instead(self) -> None:
        """Offer to watch the game on the page, in which this device has no seat.

        Raises:
            CacaoError: it is damaged or forged; a sentence.
        """
        session = self._games.session
        if session and session.dealer and (game := self._left_out.get(session.dealer.device.token)):
            self.arrive(game)
            self._instead = True

    def markup(self) -> Markup | None:
        if self._found is None:
            return None
        return watching_view.offer(self._found[0], self._may_be_late)

    @property
    def is_offered(self) -> bool:
        """Whether a game is offered that is not watched yet."""
        return self._found is not None

    def go_on(self) -> None:
        """Watch the game that is offered."""
        self._shell.tasks.run(self.enter())

    async def enter(self) -> None:
        """Watch the game that is offered, and return when it is on the page."""
        if self._found is None:
            return
        (device, relay), self._found = self._found, None
        id = model.saved_as(device.token)
        if self._instead:
            self._shared_games.let_go(device.token)
            self._games.saves.remove(id)
        if await self._shared_games.is_new(device.token):
            options = self._shell.preferences.options
            self._beginning.enter(device, model.guests(device), options, relay)
        elif self._games.saves.text(id):
            self._games.resume(id)

    # --- Others watch ----------------------------------------------------------------------------

    def show_link(self) -> None:
        """Show the link by which others watch the game on the page.

        Raises:
            CacaoError: the game cannot be saved.
        """
        session = self._games.session
        if session and session.dealer and not session.mode.is_joining:
            self._outbox.address = self._outbox.for_watchers(session)
            self._dialogs.show(WATCHERS)

    def link_markup(self) -> Markup | None:
        """The dialog with it."""
        session = self._games.session
        if session is None or session.dealer is None:
            return None
        return watching_view.link(session, session.dealer, self._outbox.link)
