"""Before the game: the invitation, the joins, and the roster that the host makes of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cacao_core.errors import BadLink
from cacao_core.fair.errors import Cheating, SeatTaken, TooLate
from cacao_core.fair.hashes import Secrets, digest
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.letters import ROSTER_CHECK, Gathering, News
from cacao_core.fair.signatures import SIGNATURE, is_signed
from cacao_core.fair.table import Invitation, Party, Roster
from cacao_core.tiles import Seat


class Lobby:
    """A device from the moment it invites, or is invited."""

    def __init__(
        self,
        secrets: Secrets,
        invitation: Invitation,
        party: Party,
        joins: tuple[Party, ...] = (),
    ) -> None:
        self.secrets, self.invitation, self.party = secrets, invitation, party
        self.joins = joins
        """The other guests that are known, in the order in which they became known."""

    @property
    def is_host(self) -> bool:
        """Whether this device made the invitation."""
        return self.party.is_device_of(self.invitation.host)

    @property
    def parties(self) -> tuple[Party, ...]:
        """All that are known to be at the table, in the order of their seats."""
        host = () if self.is_host else (self.invitation.host,)
        return tuple(sorted((*host, self.party, *self.joins), key=lambda party: party.seats))

    @property
    def free(self) -> tuple[Seat, ...]:
        """The seats that are free, as far as this device knows."""
        taken = {seat for party in self.parties for seat in party.seats}
        return tuple(seat for seat in range(self.invitation.players) if seat not in taken)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats of devices that have to join, or to start the game."""
        host = () if self.is_host else self.invitation.host.seats
        return tuple(sorted({*self.free, *host}))

    def letter(self) -> Gathering:
        """The message of this device: it invites, or joins, and passes on what it knows."""
        joins = [party for party in self.parties if party != self.invitation.host]
        return Gathering(self.invitation, tuple(joins), self.party.seats[0])

    def prove(self, role: str, own: bytes, other: bytes) -> bytes:
        """The signature for the other end of a connection, see ``Device.prove``."""
        game = self.invitation.game
        return self.secrets.sign("connection", game, role.encode(), own, other)

    def prover(
        self, parties: Iterable[Party], proof: str, role: str, own: bytes, other: bytes
    ) -> tuple[Seat, ...]:
        """The seats of whoever has made such a signature; empty if none of these parties has."""
        if not re.fullmatch(f"[0-9a-f]{{{2 * SIGNATURE}}}", proof):
            return ()
        signed = digest("connection", self.invitation.game, role.encode(), own, other)
        others = [party for party in parties if not party.is_device_of(self.party)]
        made = (p for p in others if is_signed(p.key, signed, bytes.fromhex(proof)))
        return next((party.seats for party in made), ())

    # --- What comes ----------------------------------------------------------------------------

    def take(self, letter: Gathering) -> bool:
        """Take joins in; whether there was a new one.

        Raises:
            BadLink: a join of the sender is not valid.
            SeatTaken: the first join for a seat stands; that of the sender is another one, or the
                host has given this device's seat to another one.
        """
        count, refused = len(self.joins), None
        for party in letter.joins:
            try:
                self._take_join(party)
            except BadLink as error:
                if not letter.is_join and set(self.party.seats) & set(party.seats):
                    raise
                if letter.sender in party.seats:
                    refused = error
        if refused is not None and len(self.joins) == count:
            raise refused
        return len(self.joins) > count

    def _take_join(self, party: Party) -> None:
        if party in (self.party, *self.joins):
            return
        for other in self.parties:
            if other.is_device_of(party):
                raise BadLink("this device has joined before, in another way; the first stands")
        for seat in party.seats:
            if seat not in self.free:
                name = next(p.names[p.seats.index(seat)] for p in self.parties if seat in p.seats)
                raise SeatTaken(
                    f"seat {seat} is taken by {name} already; the invitation was opened more "
                    "than once"
                )
        party.check_join(self.invitation.game)
        self.joins += (party,)

    def ledger(self) -> Ledger | None:
        """The game as it starts at the host, once all seats are taken."""
        if not self.is_host or self.free:
            return None
        roster = Roster(self.invitation, self.parties).signed(self.secrets)
        found = Ledger(roster, roster.host, self.secrets)
        found.advance()
        return found

    # --- At the others -------------------------------------------------------------------------

    def ledger_from(self, news: News) -> Ledger:
        """The game as it starts, from the first message with the list of players.

        Raises:
            BadLink: this device is not in it, there is none, or the host has not signed it.
            Cheating: the host has signed another one than it must.
        """
        if news.roster is None:
            raise BadLink("message: the list of players has to come first; ask for it again")
        roster = Roster(self.invitation, *news.roster)
        if news.check != roster.hash[:ROSTER_CHECK] or not roster.is_signed:
            raise BadLink("message: the list of players is forged; the host has not signed it")
        if roster.parties[roster.host] != self.invitation.host:
            raise self._changed("the host is not as in its own invitation")
        own = roster.number_of(self.party)
        if own is None:
            raise TooLate("the game began without this device: its seat was given to another one")
        if roster.parties[own] != self.party:
            raise self._changed("the seats, names or values of this device were changed")
        return Ledger(roster, own, self.secrets)

    def _changed(self, reason: str) -> Cheating:
        """The error about a list of players that the host has signed."""
        host = self.invitation.host
        return Cheating(f"{host.names[0]}: {reason}", host.seats[0], 0, "list")
