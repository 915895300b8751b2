"""The news at relays for games that are not on the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from cacao_core import CacaoError
from cacao_web.features.together.browser.live import Live
from cacao_web.features.together.news.calls import Calls
from cacao_web.features.together.relay.bells import Bells
from cacao_web.features.together.shared_games import SharedGames
from cacao_web.saves.codec import Saved
from cacao_web.shell.shell import Shell

_MOST_HEARD: Final = 12
"""Games that are connected at once; more are looked up one after the other when somebody comes."""
_MOST_LOOKED_UP: Final = 30
_LOOK_AGAIN: Final = 30.0
"""Seconds after which the relays are asked again when the page is seen again."""
_REMATCH: Final = timedelta(days=14)
"""The time within which somebody may want a rematch."""


class Hearing:
    """Hears of all games, as long as the page is open.

    Args:
        live: tells when the person comes back.
        calls: calls the person.
        bells: call when the page is closed.
    """

    def __init__(
        self, shell: Shell, live: Live, shared_games: SharedGames, calls: Calls, bells: Bells
    ) -> None:
        self._shell = shell
        self._games = shell.games
        self._saves = shell.games.saves
        self._live = live
        self._shared_games = shared_games
        self._calls = calls
        self._bells = bells
        self._deleted: set[str] = set()  # games that may be restored
        self._is_looking = False
        self._looked = -_LOOK_AGAIN  # when it has done so last
        live.await_return(self.returned)

    def returned(self) -> None:
        """The person has come back to the page, or the network has."""
        self._shared_games.wake()
        self._shared_games.look_around()
        if monotonic() >= self._looked + _LOOK_AGAIN and not self._live.is_hidden():
            self.look()

    def deleted(self, id: str, text: str) -> None:
        """A game was deleted here, with what was stored of it."""
        self._deleted.add(id)
        self._shared_games.deleted(id, text)

    def stored(self, id: str) -> None:
        """A game was stored without the person who plays it here; perhaps it was restored."""
        if id in self._deleted and self._saves.text(id):
            self._deleted.remove(id)
            self.look()

    def look(self) -> None:
        """Hear of all games, also of those that have come since."""
        if not self._is_looking and self._saves.has_carried:
            self._is_looking, self._looked = True, monotonic()
            self._shell.tasks.run(self._look_up())

    async def _look_up(self) -> None:
        """Ask the relays for one game after the other, the latest first."""
        for number, saved in enumerate([*self._wanted()][:_MOST_LOOKED_UP]):
            with suppress(CacaoError):  # a relay cannot be reached, or a game is damaged
                await self._shared_games.hear(saved.session.id, stays=number < _MOST_HEARD)
                self._calls.count()
        self._is_looking = False
        for saved in [*self._saves.dealt()]:
            self._bells.look(saved.session)
        self._calls.count()
        if self._games.at_home:
            self._games.redraw()

    def _wanted(self) -> Iterator[Saved]:
        """The games that may have news: first those that go on, then those that are just over."""
        wanted = [
            saved for saved in self._saves.dealt() if self._shared_games.may_fetch(saved.session)
        ]
        yield from (saved for saved in wanted if not saved.session.game.is_over)
        yield from (saved for saved in wanted if saved.session.game.is_over and self._is_new(saved))

    def _is_new(self, saved: Saved) -> bool:
        try:
            age = datetime.fromisoformat(self._games.now) - datetime.fromisoformat(saved.when)
        except (ValueError, TypeError):
            return False
        return age < _REMATCH
