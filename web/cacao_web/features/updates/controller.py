"""Use of the site without a network, and updates to a new version between games."""

from __future__ import annotations

from typing import Final

from cacao_web.browser.tasks import Tasks
from cacao_web.features.updates import view
from cacao_web.features.updates.browser import Keeper
from cacao_web.features.updates.model import CopyState, Offline
from cacao_web.play.notices import Notices
from cacao_web.shell.controller import Controller
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.games import Games
from cacao_web.shell.registry import Registry
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

_LOSING_NOTHING: Final = ("", "settings", "end")
"""Dialogs that may be closed without loss."""


class UpdatesController(Controller):
    """Offers updates, and shows whether the site works without a network.

    Args:
        tasks: wait for the browser.
        games: updates are possible between them.
        dialogs: show offer and status.
        notices: report what prevents an update.
        others: may prevent an update.
    """

    def __init__(
        self,
        keeper: Keeper,
        tasks: Tasks,
        games: Games,
        dialogs: Dialogs,
        notices: Notices,
        others: Registry,
    ) -> None:
        self._keeper = keeper
        self._tasks = tasks
        self._games = games
        self._page = games.table.page
        self._dialogs = dialogs
        self._notices = notices
        self._others = others
        self._state = CopyState()
        self._looks = False  # whether the files are looked through for the settings that are open

    def ready(self) -> None:
        """Make the browser store the site."""
        self._keeper.start(self._told, self._free)

    def _told(self, state: CopyState) -> None:
        if state != self._state:
            self._state = state
            self.home()

    def home(self) -> None:
        """Show the offer of a new version; during a game, only a mark."""
        self._page.patch({"offer": self.offer()})
        self._page.set_attribute("game", "data-update", "yes" if self._state.ready else "no")
        for dialog in ("settings", "end"):
            self._dialogs.redraw(dialog)

    def offer(self) -> Markup | None:
        """The offer of a new version, if there is one and no game is in progress."""
        return view.offer() if self._state.ready and self._games.between else None

    def status(self) -> Markup:
        """For the settings: whether the site works without a network, and possible actions."""
        if not self._looks:
            self._looks = True
            if self._state.kept is Offline.HERE:  # it was so; a file may be lost since
                self._state = self._state._replace(kept=Offline.UNKNOWN)
            self._keeper.look()
        waits = self._state.ready and not self._games.between
        return view.status(told(self._state.kept), self.offer(), waits, self._state.installable)

    def dialog_closed(self) -> None:
        """Look again when the settings are opened the next time."""
        self._looks = False

    def _free(self) -> bool:
        """Whether nothing would be lost by a reload; if so, nothing new is started."""
        free = self._games.between and self._dialogs.open in _LOSING_NOTHING
        rests = free and self._games.table.rest()
        return rests and all(one.may_reload() for one in self._others.loaded)

    def change(self) -> None:
        """Update to the new version."""
        self._tasks.run(self._change())

    async def _change(self) -> None:
        against = await self._keeper.change()
        if against == "busy":
            self._notices.tell(_("Another tab is busy: finish there or close it, then try again."))
        elif against == "silent":
            self._notices.tell(_("Another tab is not responding: close it, then try again."))

    def install(self) -> None:
        """Install the site as an app."""
        self._tasks.run(self._keeper.install())


def told(offline: Offline) -> str:
    """Whether the site works without a network, in words for the person."""
    return {
        Offline.UNKNOWN: _("Checking whether the page works offline…"),
        Offline.COMING: _("Getting ready to work offline…"),
        Offline.HERE: _("Works offline."),
        Offline.BROKEN: _(
            "Does not work offline yet: some files did not arrive. The page fetches them on "
            "your next visit."
        ),
        Offline.FULL: _("Needs the internet: there is no room on this device to store the page."),
        Offline.REFUSED: _("Needs the internet: this browser does not store the page."),
        Offline.TRIAL: _("Needs the internet: this address is only for trying out the page."),
    }[offline]
