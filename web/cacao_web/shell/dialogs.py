"""The dialog that lies over the page."""

from __future__ import annotations

from collections.abc import Callable

from cacao_web.browser.page import Page
from cacao_web.ui.markup import Markup


class Dialogs:
    """At most one dialog, by its name, and those that come back when it is closed.

    Args:
        draw: the content of the dialog of a given name.
        closed: called when no dialog is shown any more.
        changed: called when another one is shown.

    Attributes:
        open: name of the dialog that is shown; empty if none is.
    """

    def __init__(
        self,
        page: Page,
        draw: Callable[[str], Markup | None],
        closed: Callable[[], None],
        changed: Callable[[], None],
    ) -> None:
        self.open = ""
        self._under: list[str] = []  # the dialogs that lie under it
        self._page = page
        self._draw = draw
        self._closed = closed
        self._changed = changed

    @property
    def depth(self) -> int:
        """The number of dialogs that lie upon each other."""
        return len(self._under) + bool(self.open)

    def show(self, name: str, *, over: bool = False, again: bool = False) -> None:
        """Show a dialog from its top; one that is shown already is drawn again where it is.

        Args:
            name: of the dialog.
            over: whether the present one comes back when it is closed; else it is gone.
            again: whether it is shown where the person has left it, not from its top.
        """
        if self.open not in ("", name):
            self._page.show_dialog(None)
            self._lay(name, over=over)
        self.open = name
        self._page.show_dialog(self._draw(name), name, again=again)
        self._changed()

    def _lay(self, name: str, *, over: bool) -> None:
        """Lay a dialog over the present one, or in the place of all."""
        if name in self._under:
            del self._under[self._under.index(name) :]
        elif over:
            self._under.append(self.open)
        else:
            self._under.clear()

    def redraw(self, name: str = "") -> None:
        """Draw the given dialog again if it is shown; without a name, any dialog."""
        if self.open and name in ("", self.open):
            self.show(self.open)

    def back(self) -> None:
        """Close the dialog; the one under it comes back."""
        if self._under:
            self.show(self._under[-1], again=True)
        elif self.open:
            self.close()

    def close(self) -> None:
        """Close the dialog and all under it."""
        self.open = ""
        self._under.clear()
        self._page.show_dialog(None)
        self._closed()
