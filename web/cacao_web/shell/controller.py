"""The questions of the page to a feature, and of a feature to the others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

from cacao_core import Deal, Move, Record
from cacao_web.browser.progress import Progress
from cacao_web.game.options import Options
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.play.events import Events
from cacao_web.shell.endings import ResultPart
from cacao_web.ui.markup import Markup


class Found(NamedTuple):
    """The result of a feature for a search in the rules."""

    number: int
    shown: Markup


class Evenings(NamedTuple):
    """Games that were played at a table, of another game."""

    items: Sequence[tuple[str, Markup]]
    """Day and button of each, the latest first."""
    more: Markup
    """The further views of them."""


class Controller(Events):
    """The base of all controllers: what a feature does not define does nothing.

    Events are told to the features that are loaded, and to those that name them in
    ``Feature.wakes``.
    """

    # --- What loaded features are asked ----------------------------------------------------------

    def busy(self) -> bool:
        """Whether it is doing something by itself, such as playing a replay."""
        return False

    def may_reload(self) -> bool:
        """Whether a reload of the page loses nothing."""
        return True

    def layers(self) -> Sequence[Callable[[], None]]:
        """The ways to close the things that it shows over the game, from below to the top."""
        return ()

    def screens(self) -> Sequence[Callable[[], None]]:
        """The ways back in the open dialog, for each of its screens before the present one."""
        return ()

    def offer(self) -> Markup | None:
        """An offer to be shown after a game."""
        return None

    def status(self) -> Markup | None:
        """A part of the settings."""
        return None

    # --- What features are asked that name the question in ``Feature.asked`` ---------------------

    def doors(self) -> Markup | None:
        """Its offers in the dialog *At the table*."""
        return None

    def evenings(self) -> Evenings | None:
        """Its games among those that were played at a table; None if there are none."""
        return None

    def evenings_kept(self) -> tuple[str, object] | None:
        """The same for a file: a name, and plain data; None if there are none."""
        return None

    def evenings_brought(self, data: Mapping[str, object]) -> tuple[int, int] | None:
        """Add those of a file, by the name of :meth:`evenings_kept`, that are not here yet.

        Returns:
            How many were new, and how many were here already; None if the file has none.
        """
        return None

    def looked_up(self, query: str) -> Found | None:
        """The entries for the words of a search in the rules; all if there are none."""
        return None

    def internet(self) -> Markup | None:
        """Its part of the settings, about games across the internet."""
        return None

    def match_mark(self, session: Session) -> str | None:
        """The place in its match of a game with other devices, and who leads."""
        return None

    def match_part(self, session: Session) -> ResultPart | None:
        """The match's part of the dialog at the end of such a game."""
        return None

    def begin_round(
        self, players: tuple[Sitter, ...], deal: Deal, options: Options, before: tuple[str, ...]
    ) -> bool | None:
        """Begin such a game, given the players in turn order, and ``About.before`` of it."""
        return None

    def daily_results(self) -> str | None:
        """The person's results of daily games, for friends."""
        return None

    def daily_arrived(self, name: str, results: str) -> bool | None:
        """Take such results of somebody with whom this device plays; junk is left out."""
        return None

    def tell_daily(self) -> bool | None:
        """Tell the results to those with whom this device plays, or do so no more."""
        return None

    def decide(
        self, record: Record, sitter: Sitter, on_progress: Progress
    ) -> Awaitable[Move] | None:
        """The move of a bot, see ``Computers.decide``."""

    # --- Opening and beginning games -------------------------------------------------------------

    def begin_game(self, players: tuple[Sitter, ...], deal: Deal, options: Options) -> None:
        """Begin a game of the length ``Feature.begins``, given the players in turn order."""

    def open_game(self, text: str, owner: str) -> None:
        """Open the game of a fragment or text that ``Feature.takes``.

        Args:
            text: the fragment, or what was pasted.
            owner: the saved game of the address after a reload; else empty.

        Raises:
            CacaoError: it is not a game; nothing has changed.
        """

    def load_game(self, text: str) -> bool:
        """Show exactly the game of such a text, for ``window.cacao``.

        Returns:
            Whether an address follows, see ``Feature.answers``.

        Raises:
            CacaoError: it is not a game; nothing has changed.
        """
        raise NotImplementedError

    # --- Games whose origin is this feature ------------------------------------------------------

    def entered(self, session: Session) -> None:
        """Such a game is about to be shown."""

    def reseated(self, session: Session, sitters: Sequence[Sitter]) -> None:
        """Players of such a game were replaced; with all of them, by seat."""

    def mark(self, session: Session) -> str:
        """The note about it in the list of games; empty if it does not count."""
        return ""

    def parting(self, session: Session) -> str:
        """The effect of its deletion on others, if the person must be asked; else empty."""
        return ""

    def ending(self, session: Session) -> ResultPart | None:
        """The feature's part of the dialog at the end of the game, which may not be saved yet."""
        return None
