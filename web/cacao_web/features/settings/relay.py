"""The part of the settings about relays: which one is used, a trial of it, and those known."""

from __future__ import annotations

from collections.abc import Callable

from cacao_core import CacaoError
from cacao_web.browser.relay import Relays
from cacao_web.browser.tasks import Tasks
from cacao_web.features.settings import relay_view, trial
from cacao_web.shell.preferences import Preferences
from cacao_web.shell.relays import KnownRelays
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup


class RelayPart:
    """What a person sees and does about relays.

    Args:
        tasks: wait for the trial.
        preferences: have what was entered.
        relays: the browser's support for relays.
        known: the relays of this device.
        redraw: draws the settings again, if they are shown.
    """

    def __init__(
        self,
        tasks: Tasks,
        preferences: Preferences,
        relays: Relays,
        known: KnownRelays,
        redraw: Callable[[], None],
    ) -> None:
        self._tasks = tasks
        self._preferences = preferences
        self._relays = relays
        self._known = known
        self._redraw = redraw
        self._told = ""  # the outcome of the trial
        self._trials = 0  # so that an outcome is shown only for what is in the field

    def markup(self) -> Markup:
        if not self._relays.is_possible:
            return relay_view.impossible()
        entered = self._preferences.settings.relay
        return relay_view.part(entered, self._known.preset, self._told, self._known.listed)

    @property
    def fault(self) -> str:
        """What is wrong with what was entered; empty if nothing is."""
        try:
            if entered := self._preferences.settings.relay.strip():
                self._known.checked(entered)
        except CacaoError as error:
            return str(error)
        return ""

    def entered(self) -> None:
        """The field has changed: the outcome of a trial is about something else."""
        self._trials += 1
        if self._told:
            self._told = ""
            self._redraw()

    def try_it(self) -> None:
        """Try what is in the field, or else the relay of the site."""
        self.entered()
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
        told = await trial.tried(self._relays, address)
        if number == self._trials:
            self._told = told
            self._redraw()

    def forget(self, address: str) -> None:
        self._known.forget(address)
        self._redraw()
