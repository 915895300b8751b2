"""At the table, on the page: which screen is shown, and what taps and fields change."""

from __future__ import annotations

import json
from typing import Final

from cacao_core.names import LONGEST_NAME, outline, tidied
from cacao_web.browser.json_text import read_json
from cacao_web.browser.page import Page
from cacao_web.features.companion import table, view
from cacao_web.features.companion.book import Book
from cacao_web.saves.saves import Saves
from cacao_web.saves.slot import Slot
from cacao_web.shell.controller import Controller
from cacao_web.shell.dialogs import Dialogs
from cacao_web.ui.markup import Markup
from cacao_web.ui.widgets import TITLE

COMPANION: Final = "companion"
MOST_NAMES: Final = 12
"""Names that are remembered."""


class CompanionController(Controller):
    """At the table.

    Args:
        saves: keep what is typed.
        dialogs: show the screens.
        page: has the focus.
    """

    def __init__(self, saves: Saves, dialogs: Dialogs, page: Page) -> None:
        self._table = Book(saves, "companion-cacao", table.from_data, table.to_data)
        self._names = Slot(saves, "companion-names", _read_names, json.dumps)
        self._dialogs = dialogs
        self._page = page
        self._place = view.DOORS

    def open(self) -> None:
        """Show the doors."""
        self.go(view.DOORS)

    def go(self, place: str) -> None:
        """Show another screen, from its top."""
        self._remember()
        self._place = place
        if self._dialogs.open == COMPANION:
            self._page.show_dialog(None)
        self._dialogs.show(COMPANION)
        self._page.focus(TITLE)

    def markup(self) -> Markup:
        book = self._table
        return view.screen(self._place, book.now, tuple(self._names.get()), book.can_undo)

    def tap(self, tap: str) -> None:
        """Something was tapped on the screen that is shown.

        Raises:
            ValueError, IndexError: there is no such tap.
        """
        self._table.change(lambda now: table.tapped(now, tap))
        self._dialogs.show(COMPANION)

    def undo(self) -> None:
        """Take the last tap back."""
        self._table.undo()
        self._dialogs.show(COMPANION)

    def fill_in(self, name: str, value: str) -> None:
        """A name was typed."""
        seat = int(name.removeprefix("name-"))
        self._table.change(lambda now: table.named(now, seat, tidied(value)), typed=True)

    def _remember(self) -> None:
        """Remember who plays, those of today first."""

        def later(names: list[str]) -> list[str]:
            new = [name for name in self._table.now.names if name]
            known = {outline(name) for name in new}
            return [*new, *(one for one in names if outline(one) not in known)][:MOST_NAMES]

        self._names.update(later)


def _read_names(text: str) -> list[str]:
    try:
        data = read_json(text)
    except ValueError:
        return []
    names = data if isinstance(data, list) else []
    return [name for one in names if (name := tidied(str(one))[:LONGEST_NAME])][:MOST_NAMES]
