"""Messages shown above everything for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from cacao_web.browser.page import Page
from cacao_web.browser.tasks import Tasks
from cacao_web.saves.saves import Refusal, Saves
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h

_SECONDS: Final = 8
_LONG: Final = 20
"""For a message that leads somewhere, because it must be understood before."""


class Notices:
    """One message at a time.

    Args:
        tasks: removes it after a while.
        saves: may refuse to store data, which is reported once.
    """

    def __init__(self, page: Page, tasks: Tasks, saves: Saves) -> None:
        self._page = page
        self._tasks = tasks
        self._saves = saves
        self._count = 0
        self._answering = False  # whether the message stays until the next action
        self._undo: Callable[[], None] | None = None  # of the action that the message tells
        self._told: Refusal | None = None

    def tell(
        self,
        text: str,
        undo: Callable[[], None] | None = None,
        leads: tuple[str, str] = ("", ""),
    ) -> None:
        """Show a message.

        Args:
            text: the message.
            undo: undoes the action that it tells; a button offers it.
            leads: a command that leads to what helps, and the label of its button.
        """
        self._undo = undo
        command, label = ("restore", _("Undo")) if undo else leads
        button = widgets.button(command, label) if command else None
        self._count += 1
        self._answering = False
        self._page.show_notice(h("p", None, text, button))
        self._tasks.run(self._end_notice(self._count, _LONG if leads[0] else _SECONDS))

    def undo(self) -> None:
        """Undo the action that the message tells, once."""
        undo, self._undo = self._undo, None
        if undo:
            self.clear()
            undo()

    def bug(self, error: BaseException) -> None:
        """Tell that something of the page itself has failed; the console tells where."""
        import traceback  # noqa: PLC0415  # no page should need it

        self._page.report("".join(traceback.format_exception(error)))
        if self._saves.refused or self._saves.failed:
            self.tell(_("Something went wrong on this page."))
        else:
            self.tell(_("Something went wrong on this page. Your game is saved: if it does not go "
                        "on, reload the page."))  # fmt: skip

    def answer(self, markup: Markup, seconds: int = 0) -> None:
        """Show what the person has asked for, until they do something else.

        Args:
            markup: the answer.
            seconds: after which it goes away by itself; 0 for never.
        """
        self._count += 1
        self._answering = True
        self._page.show_notice(markup)
        if seconds:
            self._tasks.run(self._end_notice(self._count, seconds))

    def heard(self) -> bool:
        """The person does something else: remove an answer; returns whether there was one."""
        answering, self._answering = self._answering, False
        if answering:
            self.clear()
        return answering

    async def _end_notice(self, number: int, seconds: int) -> None:
        await asyncio.sleep(seconds)
        if number == self._count:
            self.clear()

    def clear(self) -> None:
        self._page.show_notice(None)

    def saved(self) -> None:
        """After saving: report once if the browser has refused to store data."""
        refusal = self._saves.refused
        if refusal and refusal is not self._told:
            self.tell(_REFUSALS[refusal]())
        self._told = refusal


_REFUSALS: Final[dict[Refusal, Callable[[], str]]] = {
    Refusal.BLOCKED: lambda: _(
        "This browser does not let the page save games. Keep the link to your game."
    ),
    Refusal.FULL: lambda: _(
        "The browser has no room left to save this game. You can play on, but keep its link or "
        "delete old games."
    ),
}
