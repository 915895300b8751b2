"""The layers over the game or the first screen: Back and Escape close the top one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from cacao_web.browser.page import Page
from cacao_web.play.table import Table
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.registry import Registry

Close: TypeAlias = Callable[[], None]


class Layers:
    """The stack of what is open.

    Args:
        page: shows the log's sheet; its browser has the history.
        table: may show an earlier position, or the village boards over the page.
        dialogs: the dialogs.
        others: features that show something over the game.
    """

    def __init__(self, page: Page, table: Table, dialogs: Dialogs, others: Registry) -> None:
        self._page = page
        self._table = table
        self._dialogs = dialogs
        self._others = others
        self._sheet = False  # whether the log lies over the game, on a small screen

    def sheet(self, state: str) -> None:
        """The sheet with the log was opened (``open``) or closed."""
        self._sheet = state == "open"

    def changed(self) -> None:
        """Something may have been opened: Back closes that first."""
        self._page.hold_back(lambda: len(self._all()))

    def back(self, left: str) -> None:
        """The person goes back in the history; a number of layers may stay open."""
        layers = self._all()
        for _layer in layers[int(left) :] or layers[-1:]:
            self._all()[-1]()
        if not layers:
            self._page.pass_over(int(left) + 1)

    def escape(self) -> None:
        """Close one thing, or take the choice of a cell back."""
        above = self._above()
        if above:
            above[-1]()
        elif not self._table.cancel() and (layers := self._all()):
            layers[-1]()

    def _all(self) -> list[Close]:
        """The ways to close each layer, from below to the top."""
        features = (one for feature in self._others.loaded for one in feature.layers())
        return [*features, *self._table.layers(), *self._above()]

    def _above(self) -> list[Close]:
        """Those that lie over all of the page."""
        drawing = self._table.drawing
        boards = [drawing.unfold] if drawing.unfolded else []
        sheet = [self._close_sheet] if self._sheet else []
        screens = (one for feature in self._others.loaded for one in feature.screens())
        return [*boards, *sheet, *[self._dialogs.back] * self._dialogs.depth, *screens]

    def _close_sheet(self) -> None:
        self._sheet = False
        self._page.close_sheet()
