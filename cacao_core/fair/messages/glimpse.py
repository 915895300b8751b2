"""The kind and game of a text, before any device takes it in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cacao_core.errors import BadLink
from cacao_core.fair.memory import DeviceState
from cacao_core.fair.messages import storage
from cacao_core.fair.messages.letters import Gathering, News, from_text, opened
from cacao_core.names import readable
from cacao_core.rules import BASE, Rules
from cacao_core.tiles import Seat

Kind: TypeAlias = Literal["invitation", "join", "news", "asking", "seat"]
"""``invitation`` is for :meth:`Device.join`, ``news`` for :meth:`Device.receive`, ``join`` for
both: the host seats its sender, and others may join with it as well. ``asking`` is for
:meth:`Device.receive`: a new device asks for the seats of a lost one. ``seat`` is what a device
keeps, for :meth:`Device.from_text`: whoever has it has the seat."""


@dataclass(frozen=True)
class Glimpse:
    """A message from outside; it has only been checked to be whole.

    Attributes:
        kind: of the message.
        token: which game it belongs to: the ``token`` of the device that can take it in. An
            invitation with the token of a device that is stored here is its own, or was accepted
            before.
        seats: those of the device that sends it; empty with ``news``.
        players: number of seats; 0 with ``news``.
        names: for all seats, as far as it is known who takes them; empty with ``news``.
        options: those of the game; empty with ``news``.
        free_seats: those that nobody has taken yet, as far as the sender knows.
        rules: of the game; meaningless with ``news``.
        huts: the sides of the hut tiles, if the host has chosen them.
    """

    kind: Kind
    token: str
    seats: tuple[Seat, ...] = ()
    players: int = 0
    names: tuple[str, ...] = ()
    options: str = ""
    free_seats: tuple[Seat, ...] = ()
    rules: Rules = BASE
    huts: tuple[str, ...] = ()


def look(text: str) -> Glimpse:
    """The kind of message that a text is, and the game it belongs to.

    Raises:
        BadLink: it is damaged, cut off, foreign, or of another version.
    """
    if opened(text, storage.LONGEST_STATE)[0] == "state":
        return _seat(storage.read(text))
    letter = from_text(text)
    if not isinstance(letter, Gathering):
        return Glimpse("news" if isinstance(letter, News) else "asking", letter.token.hex())
    invitation, names = letter.invitation, list(letter.invitation.names)
    seats = invitation.host.seats
    for party in letter.joins:
        if letter.sender in party.seats:
            seats = party.seats
        for seat, name in zip(party.seats, party.names, strict=True):
            names[seat] = name
    named = tuple(readable(name, seat) for seat, name in enumerate(names))
    kind: Kind = "join" if letter.is_join else "invitation"
    return Glimpse(
        kind,
        letter.token.hex(),
        seats,
        invitation.players,
        named,
        invitation.options,
        letter.free,
        invitation.rules,
        invitation.huts,
    )


def _seat(memory: DeviceState) -> Glimpse:
    invitation, party = memory.lobby.invitation, memory.lobby.party
    if not party.seats:
        raise BadLink("this is what a device keeps that watches; it has no seat")
    known = memory.ledger.roster.names if memory.ledger else invitation.names
    names = tuple(readable(name, seat) for seat, name in enumerate(known))
    token, options = invitation.token.hex(), invitation.options
    rules, huts = invitation.rules, invitation.huts
    return Glimpse("seat", token, party.seats, len(names), names, options, (), rules, huts)
