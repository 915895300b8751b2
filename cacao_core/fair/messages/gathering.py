"""Messages from before a game, taken apart and put together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cacao_core.errors import BadLink
from cacao_core.fair.agreements.seating import NOBODY
from cacao_core.fair.messages import letters
from cacao_core.fair.messages.letters import Gathering
from cacao_core.fair.table import Party
from cacao_core.names import readable
from cacao_core.tiles import Seat


class Join(NamedTuple):
    """A join in a message from before a game."""

    key: bytes
    """The public key of the device that joins, 32 bytes."""
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    """Of these seats."""
    text: str
    """The message without the joins that are passed on, for the host to take in."""
    is_own: bool
    """Whether it is that of the sender, as the message says; else somebody passes it on."""


def joins_in(text: str) -> tuple[Join, ...]:
    """The joins in a message, that of its sender first. So a host can seat one after the other.

    Raises:
        BadLink: it is damaged, or no message from before a game.
    """
    letter = _gathering(text)
    joins = [
        Join(
            party.key,
            party.seats,
            tuple(map(readable, party.names, party.seats)),
            letters.to_text(_alone(letter, party)),
            letter.sender in party.seats,
        )
        for party in letter.joins
    ]
    return tuple(sorted(joins, key=lambda join: not join.is_own))


def _alone(letter: Gathering, party: Party) -> Gathering:
    """A message with one join, and with those that the host has signed if they go together."""
    seated = [one for one in letter.seating.seated if one != party]
    if any(set(one.seats) & set(party.seats) for one in seated):
        return Gathering(letter.invitation, (party,), party.seats[0])
    joins = tuple(sorted((*seated, party), key=lambda one: one.seats))
    return Gathering(letter.invitation, joins, party.seats[0], letter.seating)


def as_signed(text: str) -> str:
    """A message with those joins only that the host has signed.

    Raises:
        BadLink: it is damaged, or no message from before a game.
    """
    return letters.to_text(signed_only(_gathering(text)))


def signed_only(letter: Gathering) -> Gathering:
    """The same as a value."""
    host, seating = letter.invitation.host.seats[0], letter.seating
    return Gathering(letter.invitation, seating.seated, host, seating)


def invitation_of(texts: Iterable[str]) -> str:
    """One invitation with what several devices of the same game say of themselves.

    So whoever is invited sees which seats are free: whom the host has seated, as it has signed, and
    who wants to join. What they say of others does not count. Of two joins for a seat, the first
    stands.

    Raises:
        BadLink: one is damaged, or they are not from before the same game.
    """
    letters_read: list[Gathering] = [_gathering(text) for text in texts]
    if not letters_read or any(
        letter.invitation != letters_read[0].invitation for letter in letters_read
    ):
        raise BadLink("messages: expected those of one game, before it begins")
    invitation = letters_read[0].invitation
    signed = [one.seating for one in letters_read if one.seating.is_signed(invitation)]
    seating = max(signed, key=lambda one: one.number, default=NOBODY)
    own = [p for letter in letters_read for p in letter.joins if letter.sender in p.seats]
    joins: list[Party] = []
    for party in (*seating.seated, *own):
        taken = {seat for other in (invitation.host, *joins) for seat in other.seats}
        if taken.isdisjoint(party.seats) and not seating.refuses(party):
            joins.append(party)
    ordered = tuple(sorted(joins, key=lambda party: party.seats))
    return letters.to_text(Gathering(invitation, ordered, invitation.host.seats[0], seating))


def _gathering(text: str) -> Gathering:
    letter = letters.from_text(text)
    if not isinstance(letter, Gathering):
        raise BadLink("message: expected one from before a game")
    return letter
