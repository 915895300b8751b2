"""The beginning of a game with other devices on this one: as host, as guest, or with a seat."""

from __future__ import annotations

from collections.abc import Callable

from cacao_core.fair import Device
from cacao_web.features.together import model
from cacao_web.features.together.shared_games import SharedGames
from cacao_web.game.dealer import Dealer, Relay
from cacao_web.game.options import Options
from cacao_web.game.origin import About, Origin
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.shell.shell import Shell


class Beginning:
    """Begins games.

    Args:
        count: counts the games that wait for somebody here.
    """

    def __init__(self, shell: Shell, shared_games: SharedGames, count: Callable[[], None]) -> None:
        self._games = shell.games
        self._shared_games = shared_games
        self._count = count

    def enter(
        self,
        device: Device,
        sitters: tuple[Sitter, ...],
        options: Options,
        relay: Relay | None = None,
    ) -> Session:
        """Show a new game of this device, perhaps with a relay by which its messages travel."""
        session = self._made(device, sitters, options, relay)
        self._games.enter(session)
        self._count()  # the game before may wait for nobody here any more
        return session

    def bring(
        self,
        device: Device,
        sitters: tuple[Sitter, ...],
        options: Options,
        relay: Relay | None = None,
    ) -> Session:
        """Store such a game without showing it."""
        session = self._made(device, sitters, options, relay)
        self._shared_games.of(session).here.keep(session)
        return session

    def _made(
        self, device: Device, sitters: tuple[Sitter, ...], options: Options, relay: Relay | None
    ) -> Session:
        about = About(
            created=self._games.now,
            origin=Origin(model.TOGETHER, device.token),
            before=model.match_in(device.options, device.players),
            watched=device.is_watching,
        )
        options = options._replace(undo_turns=False, suggestions=False)
        of_device = Dealer(device=device, relay=relay)
        id = model.saved_as(device.token)
        return Session(id, device.record(), sitters, options, about, mode=of_device)
