"""The addresses of games through a relay.

==== ==================================================================================
part what it says
==== ==================================================================================
t    the key of the game: an invitation for everybody
k    the key of the game and the secret of a seat, for that person's other devices; of all
     their seats one after the other
r    the relay, if it is not the one of the page
==== ==================================================================================
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final, NamedTuple

from cacao_core import BadLink
from cacao_web.game.setup import link
from cacao_web.game.setup.found import found

MOST: Final = 30
"""The most seats in one link: its QR code has no room for many more."""
_SEAT: Final = 64
_LONGEST: Final = 6000
_FRAGMENT: Final = re.compile(r"(t=[\w-]{20,70}|k=[\w-]{20,2000})(?:&r=([\w.:-]{1,80}))?", re.ASCII)


class RelayLink(NamedTuple):
    """The content of such an address."""

    key: str  # of the game, if it is an invitation; else empty
    seat: str  # the code of a seat, or several; else empty
    address: str  # of the relay; empty for that of the page

    @property
    def seats(self) -> tuple[str, ...]:
        """The codes of the seats, one by one."""
        return tuple(self.seat[at : at + _SEAT] for at in range(0, len(self.seat), _SEAT))


def is_link(text: str) -> bool:
    """Whether a text looks like such an address, or ends with one."""
    return _FRAGMENT.fullmatch(fragment(text)) is not None


def read(text: str) -> RelayLink:
    """The content of an address, a fragment, or a text with one.

    Raises:
        BadLink: it is damaged.
    """
    matched = _FRAGMENT.fullmatch(fragment(text))
    if matched is None:
        raise BadLink("link: not of a game through a relay, or damaged")
    (kind, _sign, code), address = matched[1].partition("="), matched[2]
    return RelayLink(code if kind == "t" else "", code if kind == "k" else "", address or "")


def invitation(key: str, address: str) -> str:
    """The fragment that invites everybody; with an empty address for the relay of the page."""
    return _written("t", key, address)


def seat(code: str, address: str) -> str:
    """The fragment with which a seat goes on elsewhere."""
    return _written("k", code, address)


def instead(fragment: str) -> str:
    """The cover of such an address: it says nothing, and by it a reload finds the other one."""
    return link.own_fragment(sha256(fragment.encode()).hexdigest()[:12])


def _written(kind: str, code: str, address: str) -> str:
    return f"{kind}={code}" + (f"&r={address}" if address else "")


def fragment(text: str) -> str:
    """The fragment of an address in a text."""
    return found(text).strip().rpartition("#")[2] if len(text) <= _LONGEST else ""
