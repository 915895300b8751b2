"""A browser's page as the app needs it. ``dom`` implements it; tests use a fake."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from cacao_core.tiles import Cell
from cacao_web.browser.effects import Effect
from cacao_web.browser.worker import Worker
from cacao_web.ui.markup import Content, Markup


class Page(Protocol):
    """A document with regions, one dialog and an address; it also listens and waits."""

    def patch(self, regions: Mapping[str, Content]) -> None:
        """Set the content of elements, given by id; only differences are touched."""

    def set_attribute(self, id: str, name: str, value: str) -> None:
        """Set an attribute of an element."""

    def show_only(self, screen: str) -> None:
        """Show one of the screens ``home`` and ``game`` and hide the other."""

    def show_dialog(self, markup: Markup | None, name: str = "", *, again: bool = False) -> None:
        """Show a dialog over the page, or remove it.

        Args:
            markup: the dialog; None removes it.
            name: of the dialog.
            again: whether its list is shown where it was when this dialog was last removed.
        """

    def show_notice(self, markup: Markup | None) -> None:
        """Show a message above everything, or remove it."""

    def tell(self, sentences: Sequence[str]) -> None:
        """Add sentences to a log that screen readers read out."""

    def say(self, sentence: str) -> None:
        """Let screen readers read a sentence out, in place of the one before."""

    def set_state(self, state: str) -> None:
        """The page's ``data-state``: booting, ready or error."""

    def set_theme(self, theme: str) -> None:
        """``light`` or ``dark``; empty follows the system."""

    def is_dark(self) -> bool:
        """Whether the dark theme is shown."""

    def set_language(self, code: str, translate: Callable[[str], str]) -> None:
        """Name the language and translate the texts of the static page."""

    def set_tempo(self, tempo: str, motion: str) -> None:
        """Set the speed, and whether things move.

        Args:
            tempo: a name of ``settings.TEMPOS``; empty for the device's preference.
            motion: one of ``settings.MOTIONS``; empty for the device's preference.
        """

    def set_sound(self, on: bool) -> None:
        """Switch sounds on or off."""

    def later(self, work: Callable[[], None]) -> None:
        """Run work after the next paint, at the latest before the page is closed."""

    @property
    def settled(self) -> bool:
        """Whether nothing moves, and nothing waits for the next paint."""

    async def pause(self, seconds: float) -> None:
        """Wait some seconds at normal speed, so that a person can follow; see :meth:`hurry`."""

    async def dwell(self, seconds: float) -> None:
        """Show a picture for a time, given at normal speed, even if motion is switched off."""

    def animate(self, effects: Sequence[Effect], draw: Callable[[], None]) -> None:
        """Draw, and run effects from the former places; input stays possible."""

    def hurry(self) -> None:
        """End all motion and the present pause, and run all work that :meth:`later` has put off."""

    def shake(self, pattern: Sequence[int]) -> None:
        """Let a device in the hand shake; milliseconds of shaking, rest, shaking, and so on."""

    def celebrate(self, more: bool = False) -> None:
        """Let leaves rain for a winner; longer for more than a game, such as a match."""

    def focus(self, id: str) -> None:
        """Move the keyboard's focus to an element, if the keyboard is in use."""

    def bring(self, id: str) -> None:
        """Scroll an element of a dialog into view, and focus it."""

    def follow(self, region: str, id: str) -> None:
        """Scroll a list until one of its entries is visible; nothing else on the page moves."""

    def is_wide(self) -> bool:
        """Whether something has room beside the board."""

    def bring_field(self, id: str, instead: str) -> None:
        """The same with a text field; or with another element, if a keyboard would cover it."""

    def frame(self, cells: Collection[Cell]) -> None:
        """Keep some cells visible, and all that is told about, beside what lies over the board.

        What the person has moved or zoomed stays until something that is needed would be hidden.
        """

    def frame_anew(self) -> None:
        """Forget the person's moving and zooming when the board is framed next."""

    def zoom(self, by: int) -> None:
        """Zoom in (1) or out (-1); 0 fits the board again."""

    def leave_out(self, commands: Collection[str]) -> None:
        """Remove the buttons of some commands that the page had from the beginning."""

    def listen(self, intent: Callable[[str, str], None]) -> None:
        """Report every event to the app as an intent: a name and a value."""

    def fragment(self) -> str:
        """The part of the address after ``#``."""

    def owner(self) -> str:
        """The saved game of this address, also after a reload; empty for a new link."""

    def set_fragment(self, fragment: str, owner: str = "") -> None:
        """Replace the part after ``#``, without a new entry in the history.

        The name of the saved game that it belongs to is stored too, see :meth:`owner`.

        Nothing is done if the address has changed since it was last read or set here: the intent
        ``address`` that reports the change will follow, and the game that it opens wins.
        """

    def keep_in_history(self, at_home: bool) -> None:
        """Add an entry to the browser's history, so that *Back* returns to what is shown now.

        The browser has done that already if the address was changed: by a link, by *Forward*.

        Args:
            at_home: whether the first screen is shown now, whose address has no fragment.
        """

    def hold_back(self, layers: Callable[[], int]) -> None:
        """Let so many presses of *Back* close what lies over the game or the first screen.

        Each of them is reported as the intent ``back``, with the number that is left.

        Args:
            layers: their number, asked when the present work is done, for it may still set the
                address. No press of *Back* and no paint comes before that.
        """

    def pass_over(self, entries: int) -> None:
        """Go back by so many entries of the history: nothing is left to be closed for them."""

    def close_sheet(self) -> None:
        """Close the log where it lies over the game, on a small screen."""

    def address(self, fragment: str) -> str:
        """The page's address with a fragment, without what others have added to it."""

    async def copy(self, text: str) -> bool:
        """Put a text on the clipboard; returns whether the browser allowed it."""

    def download(self, name: str, text: str) -> None:
        """Offer a text as a file."""

    def can_send_pictures(self) -> bool:
        """Whether the browser's share sheet takes pictures."""

    async def give_picture(self, svg: str, name: str, how: str) -> bool:
        """Make a PNG of a picture, and save it, copy it or open the share sheet.

        Args:
            svg: the picture.
            name: of the file.
            how: ``save``, ``copy`` or ``send``.

        Returns:
            Whether the browser could do it.
        """

    def lay_sheet(self, svg: str) -> None:
        """Let what is being printed be a picture on a sheet of its own."""

    def print(self) -> None:
        """Print the page; like the browser's own printing, the intent ``printing`` precedes it."""

    def can_share(self) -> bool:
        """Whether the browser has a share sheet."""

    async def share(self, link: str, text: str = "") -> None:
        """Open the share sheet, with an optional text; it is no error if the person closes it."""

    def languages(self) -> list[str]:
        """The person's languages, best first."""

    def translations(self) -> list[str]:
        """Languages that the site has a catalogue for."""

    def language_name(self, code: str) -> str:
        """A language's name for itself."""

    def writes_comma(self) -> bool:
        """Whether people in the person's country write 1,5 and not 1.5."""

    def now(self) -> str:
        """The time in UTC, ISO 8601; for what is stored, and for days that everybody shares."""

    def today(self) -> str:
        """The date where the person is, ISO 8601; for names of files."""

    def moment(self, when: str, exact: bool) -> str:
        """A time as people write it, in the person's time zone and the page's language.

        Args:
            when: the time, ISO 8601, UTC; anything else gives an empty text.
            exact: whether hour and minute are said, not only the date.
        """

    def clock(self, when: str) -> str:
        """Hour and minute of a time, as people write them; with the date unless it is today.

        Args:
            when: the time, ISO 8601, UTC; anything else gives an empty text.
        """

    def stay_awake(self, on: bool) -> None:
        """Keep the screen on, if the browser can, or let it go dark again."""

    async def fetch(self, path: str) -> bytes | None:
        """Fetch a file of the site; None if that fails."""

    async def bring_pictures(self) -> bool:
        """Fetch the pictures of the expansions, unless they are there; whether they are now."""

    def expose(self, answer: Callable[[str, str], str]) -> None:
        """Connect ``window.cacao`` with the app: name and argument in, JSON out."""

    def keep_place(self, place: str) -> None:
        """Remember what is shown for a reload; an empty place if it is closed."""

    def kept_place(self) -> str:
        """The place that was remembered before a reload; else empty."""

    def first_choice(self) -> str:
        """The command that the person clicked before Python was ready; empty if there is none."""

    def report(self, text: str) -> None:
        """Write an error for developers."""

    def support(self, feature: str) -> Any:  # noqa: ANN401  (each feature has its own)
        """The browser's support for a feature, which the feature itself has, in ``dom``."""

    def start_worker(self, program: str, heard: Callable[[str], None]) -> Worker:
        """Start a worker with Python.

        Args:
            program: the address of its program.
            heard: is called with each text that it sends, and with a message that says why it
                cannot be started or reached, see :mod:`cacao_web.engine.protocol`.
        """
