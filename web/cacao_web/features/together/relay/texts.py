"""What people are told about relays."""

from __future__ import annotations

from cacao_web.browser.relay import Trouble
from cacao_web.ui.i18n import _


def asking(address: str) -> str:
    """Nobody decides before the relay was asked."""
    return _("Looking for news at {relay}…").format(relay=address)


def elsewhere() -> str:
    """Another browser of the same person decides."""
    return _("You play on in another browser, which decides for this seat.")


def trouble(what: Trouble, address: str) -> str:
    """Why a relay cannot be reached, and what helps."""
    told = {
        Trouble.UNREACHABLE: _("{relay} cannot be reached. It is tried again by itself."),
        Trouble.LOST: _("The connection to {relay} is lost. It is tried again by itself."),
        Trouble.NO_BROKER: _("{relay} answers, but not as a relay. It is tried again by itself."),
        Trouble.REFUSED: _("{relay} refuses this game. It is tried again by itself."),
        Trouble.NOT_READ: _("{relay} does not let this game read. It is tried again by itself."),
        Trouble.NOT_KEPT: _("{relay} does not keep this game. It is tried again by itself."),
    }[what].format(relay=address)
    return " ".join((told, _("Meanwhile you can go on by link.")))


def troubles(address: str) -> list[str]:
    """All that :func:`trouble` may say."""
    return [trouble(what, address) for what in Trouble]
