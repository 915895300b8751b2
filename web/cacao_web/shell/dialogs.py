"""The dialog that lies over the page."""

from __future__ import annotations

from collections.abc import Callable

from cacao_web.browser.page import Page
from cacao_web.ui.markup import Markup


class Dialogs:
    """At most one dialog, by its name.

    Args:
        page: shows it.
        draw: the content of the dialog of a given name.
        closed: called when no dialog is shown any more.

    Attributes:
        open: name of the dialog that is shown; empty if none is.
    """

    def __init__(
        self, page: Page, draw: Callable[[str], Markup | None], closed: Callable[[], None]
    ) -> None:
        self.open = ""
        self._page = page
        self._draw = draw
        self._closed = closed

    def show(self, name: str) -> None:
        """Show a dialog from its top; one that is shown already is drawn again where it is."""
        if self.open not in ("", name):
            self._page.show_dialog(None)
        self.open = name
        self._page.show_dialog(self._draw(name))

    def redraw(self, name: str = "") -> None:
        """Draw the given dialog again if it is shown; without a name, any dialog."""
        if self.open and name in ("", self.open):
            self.show(self.open)

    def close(self) -> None:
        """Close the dialog."""
        self.open = ""
        self._page.show_dialog(None)
        self._closed()
