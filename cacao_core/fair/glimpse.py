"""What a text says about itself, before any device takes it in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cacao_core.fair.letters import Invite, Join, from_text
from cacao_core.tiles import Seat

Kind: TypeAlias = Literal["invitation", "join", "news"]
"""``invitation`` is for :meth:`Device.join`, the other two are for :meth:`Device.receive`."""


@dataclass(frozen=True)
class Glimpse:
    """A message from outside; nothing of it is checked but that it is whole.

    Attributes:
        kind: of the message.
        token: which game it belongs to: the ``token`` of the device that can take it in. An
            invitation with the token of a device that is kept here is one's own, or was accepted
            before.
        seats: those of the device that sends it, if it says so; else empty.
        players: of an invitation, the number of seats; else None.
        names: of an invitation, for all seats; of a join, for its seats; else empty.
        options: of an invitation; else empty.
        free_seats: of an invitation, those that were free when it was written; else empty.
    """

    kind: Kind
    token: str
    seats: tuple[Seat, ...] = ()
    players: int | None = None
    names: tuple[str, ...] = ()
    options: str = ""
    free_seats: tuple[Seat, ...] = ()


def look(text: str) -> Glimpse:
    """What kind of message a text is, and of which game.

    Raises:
        BadLink: it is damaged, cut off, foreign, or of another version.
    """
    letter = from_text(text)
    token = letter.token.hex()
    if isinstance(letter, Invite):
        invitation = letter.invitation
        host = invitation.host.seats
        taken = {*letter.taken, *host}
        free = tuple(seat for seat in range(invitation.players) if seat not in taken)
        players, names, options = invitation.players, invitation.names, invitation.options
        return Glimpse("invitation", token, host, players, names, options, free)
    if isinstance(letter, Join):
        return Glimpse("join", token, letter.party.seats, names=letter.party.names)
    return Glimpse("news", token)
