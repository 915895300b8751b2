"""What the app needs of a browser's page. ``dom`` is the real one, tests have another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from cacao_web.browser.effects import Effect
from cacao_web.browser.geometry import Box
from cacao_web.browser.worker import Ears, Worker
from cacao_web.ui.markup import Content, Markup


class Page(Protocol):
    """A document with regions, one dialog, an address, and ways to listen and to wait."""

    def patch(self, regions: Mapping[str, Content]) -> None:
        """Make elements, given by id, hold the markup; only what differs is touched."""

    def set_attribute(self, id: str, name: str, value: str) -> None:
        """Set an attribute of an element."""

    def show_only(self, screen: str) -> None:
        """Show one of the screens ``home`` and ``game`` and hide the other."""

    def show_dialog(self, markup: Markup | None) -> None:
        """Put a dialog over the page, or take it away."""

    def show_notice(self, markup: Markup | None) -> None:
        """Show a message above everything, or take it away."""

    def tell(self, sentences: Sequence[str]) -> None:
        """Add what has happened to a log that is heard, one sentence after the other."""

    def say(self, sentence: str) -> None:
        """Let a sentence be heard, in place of the one before."""

    def set_state(self, state: str) -> None:
        """The page's ``data-state``: booting, ready or error."""

    def set_theme(self, theme: str) -> None:
        """``light`` or ``dark``; empty follows the system."""

    def is_dark(self) -> bool:
        """Whether the dark theme is shown."""

    def set_language(self, code: str, translate: Callable[[str], str]) -> None:
        """Name the language and translate the texts of the static page."""

    def set_tempo(self, tempo: str, motion: str) -> None:
        """How fast things go, and whether they move.

        Args:
            tempo: a name of ``settings.TEMPOS``; empty is as the device asks.
            motion: one of ``settings.MOTIONS``; empty is as the device asks.
        """

    def set_sound(self, on: bool) -> None:
        """Whether effects are to be heard."""

    def later(self, work: Callable[[], None]) -> None:
        """Do something once what has been drawn is to be seen, and before the page goes away."""

    @property
    def settled(self) -> bool:
        """Whether nothing moves, and nothing waits for the next paint."""

    async def pause(self, seconds: float) -> None:
        """Wait so long at normal speed, that a person can follow; :meth:`hurry` ends it."""

    async def dwell(self, seconds: float) -> None:
        """Let a picture be seen for so long at normal speed, also where nothing moves."""

    def animate(self, effects: Sequence[Effect], draw: Callable[[], None]) -> None:
        """Draw, and let effects run over it from where things were before; input goes on."""

    def hurry(self) -> None:
        """End all that is moving and the pause that goes on, and do what was left for later."""

    def celebrate(self) -> None:
        """Let leaves rain on a winner."""

    def focus(self, id: str) -> None:
        """Bring the keyboard to an element, for those who use it."""

    def bring(self, id: str) -> None:
        """Bring an element of a dialog into sight, and the focus to it."""

    def frame(self, box: Box, anew: bool = False) -> None:
        """Which part of the board must be in sight; kept in sight unless somebody has moved it.

        Args:
            box: the part, on the board's plane.
            anew: forget what somebody has moved.
        """

    def zoom(self, by: int) -> None:
        """Make the board larger (1) or smaller (-1); 0 fits it again."""

    def listen(self, intent: Callable[[str, str], None]) -> None:
        """Hand every event to the app as an intent: a name and a value."""

    def fragment(self) -> str:
        """The part of the address after ``#``."""

    def owner(self) -> str:
        """The game that this address was set for, also after a reload; empty for a new link."""

    def set_fragment(self, fragment: str, owner: str = "") -> None:
        """Replace the part after ``#``, without a new entry in the history.

        The name of the saved game that it belongs to goes along, see :meth:`owner`.

        Nothing is done when it has changed since it was last read or set here: the intent
        ``address`` that tells of the change is still to come, and what it opens wins.
        """

    def keep_in_history(self) -> None:
        """Let the browser's way back lead to where the page is now."""

    def address(self, fragment: str) -> str:
        """The page's address with a fragment."""

    async def copy(self, text: str) -> bool:
        """Put a text on the clipboard; tells whether the browser allowed it."""

    def download(self, name: str, text: str) -> None:
        """Hand out a text as a file."""

    def can_share(self) -> bool:
        """Whether the browser has a share sheet."""

    async def share(self, link: str, text: str = "") -> None:
        """Open the share sheet, perhaps with words; that the person closes it is no error."""

    def languages(self) -> list[str]:
        """The person's languages, best first."""

    def translations(self) -> list[str]:
        """Languages that the site has a catalogue for."""

    def language_name(self, code: str) -> str:
        """What a language calls itself."""

    def now(self) -> str:
        """The time in UTC, ISO 8601."""

    async def fetch(self, path: str) -> bytes | None:
        """A file of the site, or None if it cannot be had."""

    def expose(self, answer: Callable[[str, str], str]) -> None:
        """Let ``window.cacao`` speak with the app: name and argument in, JSON out."""

    def early_choice(self) -> str:
        """The command that the person has clicked before Python was there, or nothing."""

    def report(self, text: str) -> None:
        """Write an error for developers."""

    def start_worker(self, program: str, ears: Ears) -> Worker:
        """Start another thread of Python, given the address of its program."""
