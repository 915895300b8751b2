"""A seat moves from one device to another, by a link with all that its device keeps."""

from __future__ import annotations

from cacao_core import fair
from cacao_core.fair import Device
from cacao_web.features.together import model, view
from cacao_web.features.together.dialogs import MOVE, MOVE_HERE
from cacao_web.features.together.front import Front
from cacao_web.features.together.model import Opened, dealer
from cacao_web.features.together.outbox import Outbox
from cacao_web.features.together.relay import links
from cacao_web.features.together.relay import view as relay_view
from cacao_web.features.together.sittings import Sittings
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import all_of
from cacao_web.ui.markup import Markup


class Moving:
    """Moves a seat away from this device, or to it.

    Args:
        shell: the parts of the page.
        sittings: the games that this tab has.
        outbox: shows the link.
        front: shows the game.
    """

    def __init__(self, shell: Shell, sittings: Sittings, outbox: Outbox, front: Front) -> None:
        self._shell = shell
        self._games = shell.games
        self._dialogs = shell.dialogs
        self._sittings = sittings
        self._outbox = outbox
        self._front = front
        self._opened: Opened | None = None

    # --- Away ----------------------------------------------------------------------------------

    def start(self) -> None:
        """Show the link with which the game goes on elsewhere."""
        session = self._games.session
        if session and session.dealer:
            self._outbox.address = self._outbox.with_seat(session)
            self._dialogs.show(MOVE)

    def markup(self) -> Markup | None:
        session = self._games.session
        if session is None or session.dealer is None:
            return None
        by_relay = links.is_link(self._outbox.address)
        return relay_view.seat(self._outbox.link) if by_relay else view.move(self._outbox.link)

    def save(self) -> None:
        """Save the link as a file."""
        self._shell.export.download("cacao-seat", self._outbox.address, ".txt")

    def done(self) -> None:
        """The game is open on the other device: this one leaves the decisions to it."""
        session = self._games.session
        if session and session.dealer:
            dealer(session).device.step_back()
            self._sittings.of(session).keep(session)
            self._sittings.let_go(dealer(session).token)
            self._games.go_home()

    # --- To this device --------------------------------------------------------------------------

    def arrive(self, opened: Opened, told: bool) -> None:
        """A link with a seat was opened; the game is not here.

        Args:
            opened: the link.
            told: whether the person may be asked.
        """
        self._opened = opened
        if told:
            self._dialogs.show(MOVE_HERE)
        else:
            self.go_on()

    def here_markup(self) -> Markup | None:
        if self._opened is None:
            return None
        glimpse = fair.look(self._opened.message)
        names = all_of([glimpse.names[seat] for seat in glimpse.seats])
        return view.move_here(names, by_relay=self._opened.relay is not None)

    def go_on(self) -> None:
        """Go on with the seat here."""
        if opened := self._opened:
            self._opened = None
            device = Device.from_text(opened.message, is_restored=True)
            self._sittings.for_device(device).relayed.claims = True
            options = self._shell.preferences.options
            self._front.enter(device, model.guests(device), options, opened.relay)
