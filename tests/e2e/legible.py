"""The one look at a screen: text that cannot be read, and controls that cannot be hit.

It asks the questions of ``legible.js``: is text cut off, covered, over something else or outside of
the window; is a control small, or does something lie over it; is something below the notch; is all
of a control in sight while it has the focus in a dialog?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

from playwright.sync_api import Page

from tests.e2e.conftest import at_sizes, drawn
from tests.e2e.languages import speak
from tests.pseudo import PSEUDO

Sight: TypeAlias = tuple[int, int, Literal["", "larger", "largest"]]
"""Width and height of a window, and the size of text in the settings."""

_SCRIPT: Final = f"() => {{ {Path(__file__).with_name('legible.js').read_text('utf-8')} }}"
_EXCEPTIONS: Final = {
    # Text that is not judged: pictures and records are judged elsewhere.
    "free": "svg, .hidden, textarea, code, option, script, noscript, #flights, #failure-reason",
    "controls": "a[href], button, input, select, textarea, summary, [tabindex]:not(svg *)",
    # Controls that may be small, cut off or below others: dialogs and lists, which only have the
    # focus; village boards, which are pressed anywhere; the buttons for the size of the board where
    # a lesson leaves little room: fingers and keys do the same; boxes in tables, with room around.
    "loose": "[tabindex='-1'], .opens, [data-lesson=yes] #zoom *, [type=checkbox][aria-label]",
    # What may lie over what.
    "overlays": [
        ["#notice", "body :not(#notice *)"],  # it goes away by itself
        ["#hints, .stops, #task", "#log *, #zoom *"],  # it has to be read now
        ["#content .actions", "#content *"],  # it stays in sight while the choices scroll
        [".stops", "#recap *"],  # a long list of choices, in one of the smallest windows
        ["[data-boards=yes] #villages", "#game :not(#villages *)"],  # a person has unfolded them
        [".look-up, .entry-link", "*"],  # it is larger than it looks, for fingers
        ["[type=file]", "span"],  # it is drawn by its label
        ["th", "th"],  # heads of a match of three games: known on the smallest phones
    ],
}


def unreadable(
    page: Page,
    within: str = "body",
    *,
    covered: Mapping[str, int] | None = None,
    focus: bool = False,
) -> list[str]:
    """All that is wrong with some elements: text, controls.

    Args:
        page: the page.
        within: a selector of the elements.
        covered: pixels below the notch and the home indicator, at each side of the window.
        focus: whether to give the focus to each control of a dialog, one after the other.
    """
    _prepare(page)
    asked = {"within": f"{within}, :is({within}) *", "covered": covered, "focus": focus}
    found: list[str] = page.evaluate("asked => legible(asked)", _EXCEPTIONS | asked)
    return found


def everywhere(page: Page, sizes: Iterable[Sight]) -> Iterator[str]:
    """The page in some sizes, one after the other; tells which.

    In the longest texts of all languages in all of them, in English in every third.
    """
    every = list(sizes)
    for language, some in ((PSEUDO, every), ("en", every[::3])):
        speak(page, language)
        for width, height, text in some:
            page.evaluate("size => { document.documentElement.dataset.textSize = size }", text)
            for _size in at_sizes(page, [(width, height)]):
                yield f"{language}, {width} by {height} {text}"
    page.evaluate("document.documentElement.dataset.textSize = ''")


def hidden_on_board(page: Page) -> list[str]:
    """What the board tells of and cannot be seen: it is covered, or not in the board's window."""
    _prepare(page)
    found: list[str] = page.evaluate("hiddenOnBoard()")
    return found


def _prepare(page: Page) -> None:
    drawn(page)
    if not page.evaluate("'legible' in window"):
        page.evaluate(_SCRIPT)
