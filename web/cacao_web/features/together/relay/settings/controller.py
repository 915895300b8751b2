"""The part of the settings about games across the internet: relays, and servers for live play."""

from __future__ import annotations

from typing import Final

from cacao_core import CacaoError
from cacao_web.features.together.browser import Support
from cacao_web.features.together.relay.settings import trial, view
from cacao_web.features.together.relay.settings.known import KnownRelays
from cacao_web.shell.controller import Controller
from cacao_web.shell.preferences import SETTINGS
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

_RELAY: Final = "relay"
"""The setting with the relay's address."""


class InternetSettings(Controller):
    """The part of the settings about servers.

    Args:
        support: the browser's support for games with other devices.
    """

    def __init__(self, shell: Shell, support: Support) -> None:
        self._page = shell.page
        self._tasks = shell.tasks
        self._preferences = shell.preferences
        self._dialogs = shell.dialogs
        self._notices = shell.notices
        self._relays = support.relays
        self._known = KnownRelays(shell, support.relays)
        self._told = ""  # the outcome of the trial
        self._trials = 0  # so that an outcome is shown only for what is in the field
        self._unfolds = False  # whether the part is to be unfolded
        self._is_new = False  # whether a relay was entered since the dialog was opened

    def show(self, field: str) -> None:
        """Show the settings at one of the fields."""
        self._forget_trial()
        self._unfolds = True
        self._dialogs.show(SETTINGS, over=True)
        self._unfolds = False  # later, the person folds it or not
        self._page.bring(field)

    def internet(self) -> Markup:
        settings = self._preferences.settings
        relay = view.impossible()
        if self._relays.is_possible:
            relay = view.relay(settings.relay, self._known.preset, self._told, self._known.listed)
        return view.internet(relay, settings.servers, self._unfolds)

    def setting_changed(self, name: str) -> None:
        """Forget the outcome of a trial: it was about another relay."""
        if name == _RELAY:
            self._is_new = True
            self._forget_trial()

    def dialog_closed(self) -> None:
        """Say what is wrong with a relay that was entered and not tried."""
        self._forget_trial()
        is_new, self._is_new = self._is_new, False
        if is_new and (fault := self._fault()):
            self._notices.tell(fault, leads=("relay-settings", _("Settings")))

    def _fault(self) -> str:
        """The problem of the entered address; empty if there is none."""
        try:
            if entered := self._preferences.settings.relay.strip():
                self._known.checked(entered)
        except CacaoError as error:
            return str(error)
        return ""

    def _forget_trial(self) -> None:
        self._trials += 1
        if self._told:
            self._told = ""
            self._redraw()

    def _redraw(self) -> None:
        self._dialogs.redraw(SETTINGS)

    def try_it(self) -> None:
        """Try what is in the field, or else the relay of the site."""
        self._forget_trial()
        try:
            entered = self._preferences.settings.relay.strip() or self._known.preset
            address = self._known.checked(entered)
        except CacaoError as error:
            self._told = str(error)
        else:
            self._told = _("Trying {name}…").format(name=address)
            self._tasks.run(self._try(address, self._trials))
        self._redraw()

    async def _try(self, address: str, number: int) -> None:
        verdict = await trial.tried(self._relays, address)
        if number == self._trials:
            self._told = verdict
            self._redraw()

    def forget(self, address: str) -> None:
        """Ask again before this relay is contacted."""
        self._known.forget(address)
        self._redraw()
