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


def unreachable(what: Trouble, address: str) -> str:
    """Why an invitation cannot be looked up, and what helps."""
    return {
        Trouble.UNREACHABLE: _("{relay} cannot be reached. Look at your network, and try again."),
        Trouble.LOST: _("The connection to {relay} is lost. Try again."),
        Trouble.NO_BROKER: _("{relay} answers, but not as a relay. Ask for another invitation."),
        Trouble.REFUSED: _("{relay} refuses this game. Ask for another invitation."),
        Trouble.NOT_READ: _("{relay} does not let this game read. Ask for another invitation."),
        Trouble.NOT_KEPT: _("{relay} does not keep this game. Ask for another invitation."),
    }[what].format(relay=address)


def nothing(address: str) -> str:
    """There is no such game at the relay."""
    told = _("{relay} does not have this game, or not any more. Whoever has invited you opens the "
             "game once: then it is there again.")  # fmt: skip
    return told.format(relay=address)


def impossible() -> str:
    """This page cannot use relays."""
    return _("This game travels by a relay, which needs an encrypted page: open it by https.")


def none_given() -> str:
    """This page has no relay."""
    return _("This invitation needs the relay of the page that it was made on. Open it there.")
