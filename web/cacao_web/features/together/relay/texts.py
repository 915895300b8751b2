"""The sentences about relays."""

from __future__ import annotations

from cacao_web.features.together.browser.relay import Trouble
from cacao_web.ui.i18n import _


def invited() -> str:
    """The title while an invitation is opened."""
    return _("You are invited")


def watching() -> str:
    """The title while somebody opens a game to watch it."""
    return _("Watch this game")


def moving() -> str:
    """The title while a person opens the link with their own seats."""
    return _("Play on this device")


def asking(address: str) -> str:
    """Nobody decides before the relay was asked."""
    return _("Looking for news at {relay}…").format(relay=address)


def elsewhere() -> str:
    """Another browser of the same person decides."""
    return _("You play on in another browser, which decides for this seat.")


def trouble(what: Trouble, address: str) -> str:
    """The reason why a relay cannot be reached, and a remedy."""
    keeps = _("The page keeps trying.")
    return " ".join((_told(what, address), keeps, _("Meanwhile you can go on by link.")))


def trying(address: str) -> str:
    """The person does not want to wait for the next attempt."""
    return _("Trying to reach {relay}…").format(relay=address)


def troubles(address: str) -> list[str]:
    """All that :func:`trouble`, :func:`trying` and :func:`flooded` may say."""
    return [flooded(), trying(address), *(trouble(what, address) for what in Trouble)]


def flooded() -> str:
    """The problem that strangers, who know the link, fill the mailbox."""
    return _("Strangers are filling this game’s mailbox. The people in it are still heard. To "
             "invite somebody else, use a link without the relay.")  # fmt: skip


def crowded(address: str) -> str:
    """The problem of a crowded mailbox as somebody reads it who is invited."""
    text = _("Strangers are filling this game’s mailbox at {relay}, so the game cannot be found. "
             "Ask for an invitation without the relay.")  # fmt: skip
    return text.format(relay=address)


def refused(name: str) -> str:
    """The host has said no."""
    return _("{name} has not let you in. You can delete this game.").format(name=name)


def unreachable(what: Trouble, address: str) -> str:
    """The reason why an invitation cannot be looked up, and a remedy."""
    helps = {
        Trouble.UNREACHABLE: _("Look at your network, and try again."),
        Trouble.LOST: _("Try again."),
    }.get(what, _("Ask for another invitation."))
    return f"{_told(what, address)} {helps}"


def _told(what: Trouble, address: str) -> str:
    """The problem, as a sentence."""
    return {
        Trouble.UNREACHABLE: _("{relay} cannot be reached."),
        Trouble.LOST: _("The connection to {relay} is lost."),
        Trouble.NO_BROKER: _("{relay} answers, but not as a relay."),
        Trouble.REFUSED: _("{relay} refuses this game."),
        Trouble.NOT_READ: _("{relay} does not let this page read the messages of this game."),
        Trouble.NOT_KEPT: _("{relay} does not keep this game."),
    }[what].format(relay=address)


def nothing(address: str) -> str:
    """There is no such game at the relay."""
    text = _("{relay} does not have this game (any more). Ask whoever invited you to open it "
             "once: then it is there again.")  # fmt: skip
    return text.format(relay=address)


def missing(address: str) -> str:
    """The same while the page waits for it."""
    return f"{nothing(address)} {_('The page keeps trying.')}"


def impossible() -> str:
    """This page cannot use relays."""
    return _("This game travels by a relay, which needs a secure page: open it with https://.")


def none_given() -> str:
    """This page has no relay."""
    return _("This invitation needs the relay of the page that it was made on. Open it there.")
