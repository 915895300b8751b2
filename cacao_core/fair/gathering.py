"""Messages from before a game, taken apart and put together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cacao_core.errors import BadLink
from cacao_core.fair import letters
from cacao_core.fair.letters import Gathering


def only_own(text: str) -> str:
    """The message of somebody who joins, without the joins of others that it passes on.

    So a host can seat one after the other.

    Raises:
        BadLink: it is damaged, or no message from before a game.
    """
    letter = _gathering(text)
    return letters.to_text(
        replace(letter, joins=tuple(p for p in letter.joins if letter.sender in p.seats))
    )


def invitation_of(texts: Iterable[str]) -> str:
    """One invitation with the joins of several messages of the same game.

    So whoever is invited sees which seats are free. Of two joins for a seat, the first stands.

    Raises:
        BadLink: one is damaged, or they are not from before the same game.
    """
    found: list[Gathering] = [_gathering(text) for text in texts]
    if not found or any(letter.invitation != found[0].invitation for letter in found):
        raise BadLink("messages: expected those of one game, before it begins")
    invitation = found[0].invitation
    host, taken = invitation.host.seats, {*invitation.host.seats}
    joins = []
    for party in (party for letter in found for party in letter.joins):
        if not taken & set(party.seats):
            taken |= set(party.seats)
            joins.append(party)
    ordered = tuple(sorted(joins, key=lambda party: party.seats))
    return letters.to_text(Gathering(invitation, ordered, host[0]))


def _gathering(text: str) -> Gathering:
    letter = letters.from_text(text)
    if not isinstance(letter, Gathering):
        raise BadLink("message: expected one from before a game")
    return letter
