"""Before the game: the invitation, the joins, and the roster that the host makes of them."""

from __future__ import annotations

from cacao_core.errors import BadLink
from cacao_core.fair.errors import Cheating
from cacao_core.fair.hashes import Secrets
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.letters import Invite, Join, News
from cacao_core.fair.table import Invitation, Party, Roster
from cacao_core.tiles import Seat


class Lobby:
    """A device from when it is invited, or invites.

    Attributes:
        secrets: of this device.
        invitation: of the game.
        party: this device's, with its link 0.
        is_host: whether this device made the invitation.
        joins: at the host, those that have joined, in the order of joining.
    """

    def __init__(
        self,
        secrets: Secrets,
        invitation: Invitation,
        party: Party,
        joins: tuple[Party, ...] = (),
    ) -> None:
        self.secrets, self.invitation, self.party = secrets, invitation, party
        self.joins = joins

    @property
    def is_host(self) -> bool:
        """Whether this device made the invitation."""
        return self.party.is_device_of(self.invitation.host)

    @property
    def parties(self) -> tuple[Party, ...]:
        """All that are known to sit at the table, in the order of their seats."""
        host = () if self.is_host else (self.invitation.host,)
        return tuple(sorted((*host, self.party, *self.joins), key=lambda party: party.seats))

    @property
    def free(self) -> tuple[Seat, ...]:
        """The seats of which this device does not know that they are taken."""
        taken = {seat for party in self.parties for seat in party.seats}
        return tuple(seat for seat in range(self.invitation.players) if seat not in taken)

    def letter(self) -> Invite | Join:
        """The message of this device: it invites, or joins."""
        if not self.is_host:
            return Join(self.invitation.token, self.party)
        taken = set(range(self.invitation.players)) - set(self.free)
        return Invite(self.invitation, tuple(sorted(taken)))

    # --- At the host ---------------------------------------------------------------------------

    def take_join(self, party: Party) -> bool:
        """Seat a device; whether it is new.

        Raises:
            BadLink: the first join for a seat stands.
        """
        if any(party == other for other in self.joins):
            return False
        for other in self.parties:
            if other.is_device_of(party):
                raise BadLink("this device has joined before, in another way; the first stands")
        for seat in party.seats:
            if seat not in self.free:
                raise BadLink(_taken(seat, self))
        if not party.seats or len(party.names) != len(party.seats):
            raise BadLink("message: it joins without a seat")
        self.joins += (party,)
        return True

    def roster(self) -> Roster | None:
        """The list of players, once all seats are taken."""
        return None if self.free else Roster(self.invitation, self.parties)

    # --- At the others -------------------------------------------------------------------------

    def ledger_from(self, news: News) -> Ledger:
        """The game as it starts, from the first message with the list of players.

        Raises:
            BadLink: this device is not in it, or there is none.
            Cheating: the host changed something.
        """
        if news.parties is None:
            raise BadLink("message: the list of players has to come first; ask for it again")
        roster = Roster(self.invitation, news.parties)
        host = roster.parties[roster.host].seats[0]
        if not roster.fits_host():
            raise Cheating("the host is not as in its own invitation", host, 0)
        own = roster.number_of(self.party)
        if own is None:
            raise BadLink("the game began without this device: its seat was given to another one")
        if roster.parties[own] != self.party:
            raise Cheating("the host changed the seats, names or values of this device", host, 0)
        return Ledger(roster, own, self.secrets)


def _taken(seat: Seat, lobby: Lobby) -> str:
    if seat >= lobby.invitation.players:
        return f"message: the game has no seat {seat}"
    if seat in lobby.party.seats:
        return f"seat {seat} is the host's own"
    name = next(
        name
        for party in lobby.joins
        for one, name in zip(party.seats, party.names, strict=True)
        if one == seat
    )
    return f"seat {seat} is taken by {name} already; the invitation was opened more than once"
