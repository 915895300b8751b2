"""The relays that this device contacts: its own one, and those that somebody has agreed to."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Final

from cacao_core import CacaoError
from cacao_web.browser import relay_address
from cacao_web.browser.json_text import read_json
from cacao_web.features.together.browser.relay import Relays
from cacao_web.saves.slot import Slot
from cacao_web.shell.shell import Shell

_LISTED: Final = "addresses"
_MOST: Final = 50
"""Most relays that are remembered; then the oldest is forgotten."""


class KnownRelays:
    """The relays that may be contacted without asking.

    It holds nothing itself, so that each feature can make one.

    Args:
        shell: the parts of the page, among them the relay that the person has entered.
        relays: the relay that the site's owner has given.
    """

    def __init__(self, shell: Shell, relays: Relays) -> None:
        self._page = shell.page
        self._preferences = shell.preferences
        self._relays = relays
        self._slot = Slot(shell.saves, "relays", _read, _write)

    def checked(self, text: str) -> str:
        """An address that was entered or named, in its only spelling.

        Raises:
            CacaoError: it is none; with a sentence that says why.
        """
        local = relay_address.on_this_machine(self._page.address(""))
        return relay_address.checked(text, local)

    @property
    def preset(self) -> str:
        """The relay of the site's owner; empty if there is none."""
        return self._checked_or_none(self._relays.preset)

    @property
    def own(self) -> str:
        """The relay for new games: the person's, otherwise the site's; empty if there is none.

        If what the person has entered is no address, there is none either.
        """
        entered = self._preferences.settings.relay.strip()
        return self._checked_or_none(entered) if entered else self.preset

    @property
    def listed(self) -> tuple[str, ...]:
        """The others that may be contacted, the newest first."""
        usual = (self.own, self.preset)
        return tuple(name for name in reversed(self._slot.get()) if name not in usual)

    def is_trusted(self, address: str) -> bool:
        """Whether a relay, as :meth:`checked` spells it, may be contacted without asking."""
        return address != "" and address in (self.own, self.preset, *self._slot.get())

    def trust(self, address: str) -> None:
        """Remember that somebody has agreed to a relay, as :meth:`checked` spells it."""
        self._slot.update(lambda known: (*_without(known, address), address)[-_MOST:])

    def forget(self, address: str) -> None:
        """Ask again before this relay is contacted, unless it is the own one."""
        self._slot.update(lambda known: _without(known, address))

    def _checked_or_none(self, text: str) -> str:
        with suppress(CacaoError):
            return self.checked(text)
        return ""


def _without(known: tuple[str, ...], address: str) -> tuple[str, ...]:
    return tuple(name for name in known if name != address)


def _read(text: str) -> tuple[str, ...]:
    """The stored list; what is no address in its only spelling counts as missing."""
    try:
        data = read_json(text)
    except ValueError:
        return ()
    listed = data.get(_LISTED) if isinstance(data, dict) else None
    if not isinstance(listed, list):
        return ()
    fit = [name for name in listed if isinstance(name, str) and relay_address.is_address(name)]
    return tuple(dict.fromkeys(fit))[-_MOST:]


def _write(known: tuple[str, ...]) -> str:
    return json.dumps({_LISTED: list(known)})
