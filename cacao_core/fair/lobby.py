"""Before the game: the invitation, the joins, and the roster that the host makes of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cacao_core.deal import check_players
from cacao_core.errors import BadLink
from cacao_core.fair.agreements.seating import MOST_REFUSALS, NOBODY, NUMBERS, REFUSAL, Seating
from cacao_core.fair.errors import Cheating, Refused, SeatTaken, TooLate
from cacao_core.fair.hashes import Secrets, digest
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.messages.letters import ROSTER_CHECK, Gathering, Letter, News
from cacao_core.fair.signatures import SIGNATURE, is_signed
from cacao_core.fair.table import (
    Invitation,
    Party,
    Roster,
    checked_huts,
    checked_names,
    checked_options,
    checked_seats,
    fresh_secret,
    links_of,
)
from cacao_core.rules import Rules
from cacao_core.tiles import COLOURS, Seat


class Lobby:
    """A device from the moment it invites, or is invited."""

    def __init__(
        self,
        secrets: Secrets,
        invitation: Invitation,
        party: Party,
        joins: tuple[Party, ...] = (),
        seating: Seating = NOBODY,
    ) -> None:
        self.secrets, self.invitation, self.party = secrets, invitation, party
        self.joins = joins
        """At a guest, those who stood in the invitation and were not seated; it passes them on."""
        self.seating = seating
        """The joins that the host has seated and refused, as far as this device knows."""

    @property
    def is_host(self) -> bool:
        """Whether this device made the invitation."""
        return self.party.is_device_of(self.invitation.host)

    @property
    def parties(self) -> tuple[Party, ...]:
        """All that are known to be at the table, in the order of their seats."""
        parties = [self.invitation.host, self.party, *self.seating.seated, *self.joins]
        joined: list[Party] = []
        for party in parties:
            taken = {seat for other in joined for seat in other.seats}
            if taken.isdisjoint(party.seats):
                joined.append(party)
        return tuple(sorted(joined, key=lambda party: party.seats))

    @property
    def is_refused(self) -> bool:
        """Whether the host has refused this device."""
        return self.party not in self.seating.seated and self.seating.refuses(self.party)

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
        joins = tuple(party for party in self.parties if party != self.invitation.host)
        seating = self.seating if set(joins) >= set(self.seating.seated) else NOBODY
        return Gathering(self.invitation, joins, self.party.seats[0], seating)

    def kept(self) -> Gathering:
        """The part of the others that this device keeps."""
        taken = {seat for party in self.seating.seated for seat in party.seats}
        joins = [party for party in self.joins if taken.isdisjoint(party.seats)]
        known = sorted((*self.seating.seated, *joins), key=lambda party: party.seats)
        host = self.invitation.host.seats[0]
        return Gathering(self.invitation, tuple(known), host, self.seating)

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
        """Take in who takes part: the host takes joins, others what the host has signed.

        Returns:
            whether there was something new.

        Raises:
            BadLink: the join of the sender is not valid, or what stands there of the host.
            Refused: the host has refused the sender.
            SeatTaken: the first join for a seat stands; that of the sender is another one, or the
                host has given this device's seat to another one.
        """
        before = self.seating
        self._take_seating(letter.seating)
        if self.is_host:
            self._take_joins(letter)
        return self.seating != before

    def _take_seating(self, seating: Seating) -> None:
        """Take in what the host has signed; also the host itself may have forgotten that."""
        own = self.seating
        if seating.number < own.number or seating == own:
            return
        if not seating.is_signed(self.invitation):
            raise BadLink("message: its list of who is seated is forged")
        if self.is_host:
            lobby = Lobby(self.secrets, self.invitation, self.party, (), seating)
            seated = [*seating.seated, *(p for p in own.seated if lobby._has_room(p))]
            refused = (*seating.refused, *(r for r in own.refused if r not in seating.refused))
            self.seating = seating
            if (len(seated), len(refused)) != (len(seating.seated), len(seating.refused)):
                self._sign(seated, refused)
        elif seating.number > own.number:
            self._check_own_seat(seating)
            self.seating = seating

    def _check_own_seat(self, seating: Seating) -> None:
        """Nobody else is on this device's seats."""
        for party in () if seating.refuses(self.party) else seating.seated:
            if party != self.party and set(party.seats) & set(self.party.seats):
                raise _taken(party, self.party.seats)

    def _take_joins(self, letter: Gathering) -> None:
        count, refused = len(self.seating.seated), None
        for party in letter.joins:
            try:
                self._take_join(party)
            except BadLink as error:
                if letter.sender in party.seats:
                    refused = error
        if refused is not None and len(self.seating.seated) == count:
            raise refused

    def _take_join(self, party: Party) -> None:
        if party in self.seating.seated:
            return
        for other in self.parties:
            if other.is_device_of(party):
                raise BadLink("this device has joined before, in another way; the first stands")
            if set(other.seats) & set(party.seats):
                raise _taken(other, party.seats)
        if self.seating.refuses(party):
            raise Refused("this device has been refused")
        if not set(party.seats) <= set(self.free):
            raise BadLink("message: seats that the game does not have")
        party.check_join(self.invitation.game)
        self._sign([*self.seating.seated, party], self.seating.refused)

    def refuse(self, key: bytes) -> None:
        """As the host, refuse a device."""
        if key[:REFUSAL] not in self.seating.refused:
            self._sign(list(self.seating.seated), (*self.seating.refused, key[:REFUSAL]))

    def _has_room(self, party: Party) -> bool:
        return set(party.seats) <= set(self.free)

    def _sign(self, seated: list[Party], refused: tuple[bytes, ...]) -> None:
        """As the host, sign the next version of the list."""
        number = min(self.seating.number + 1, NUMBERS - 1)
        ordered = tuple(sorted(seated, key=lambda party: party.seats))
        seating = Seating(number, ordered, refused[-MOST_REFUSALS:])
        self.seating = seating.signed(self.secrets, self.invitation.game)

    def ledger(self) -> Ledger | None:
        """The game as it starts at the host, once all seats are taken."""
        if not self.is_host or self.free:
            return None
        roster = Roster(self.invitation, self.parties).signed(self.secrets)
        begun = Ledger(roster, roster.host, self.secrets)
        begun.advance()
        return begun

    # --- At the others -------------------------------------------------------------------------

    def ledger_from(self, news: News) -> Ledger:
        """The game as it starts, from the first message with the list of players.

        A device without a seat watches, and need not be in it.

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
        if not self.party.seats:
            return Ledger(roster, len(roster.parties), self.secrets)
        own = roster.number_of(self.party)
        given = (one.claim for one in news.course.successions if one.claim)
        if own is None and any(claim.key == self.party.key for claim in given):
            return Ledger(roster, len(roster.parties), self.secrets)  # it has come later
        if own is None:
            raise TooLate("the game began without this device: its seat was given to another one")
        if roster.parties[own] != self.party:
            raise self._changed("the seats, names or values of this device were changed")
        return Ledger(roster, own, self.secrets)

    def _changed(self, reason: str) -> Cheating:
        """The error about a list of players that the host has signed."""
        host = self.invitation.host
        return Cheating(f"{host.names[0]}: {reason}", host.seats[0], 0, "list")


def hosting(  # noqa: PLR0913, PLR0917  # those of ``Device.host``
    players: int,
    seats: Sequence[Seat],
    names: Sequence[str] | None,
    secret: bytes | None,
    options: str,
    rules: Rules,
    huts: Sequence[str] | None,
) -> Lobby:
    """The lobby of a device that invites others, see ``Device.host``."""
    check_players(players, rules)
    own = checked_seats(seats, players)
    named = checked_names(COLOURS[:players] if names is None else names, players)
    secrets = Secrets(digest("host", fresh_secret(secret)), links_of(rules))
    party = Party.of(secrets, own, tuple(named[seat] for seat in own))
    checked = checked_options(options)
    invitation = Invitation(named, checked, party, rules, checked_huts(huts, players, rules))
    invitation = invitation.signed(secrets)
    return Lobby(secrets, invitation, invitation.host)


def joining(
    letter: Letter,
    seats: Sequence[Seat] | None,
    names: Sequence[str] | None,
    secret: bytes | None,
) -> Lobby:
    """The lobby of a device that accepts an invitation, see ``Device.join``."""
    if not isinstance(letter, Gathering):
        raise BadLink("message: it belongs to a game, and is not an invitation to one")
    invitation, free, seating = letter.invitation, letter.free, letter.seating
    invitation.host.check_invitation(invitation.game)
    for party in letter.joins:
        party.check_join(invitation.game)
    if not seating.is_signed(invitation):
        raise BadLink("invitation: its list of who is seated is forged")
    if not free:
        raise BadLink("invitation: all seats are taken")
    own = checked_seats(free[:1] if seats is None else seats, invitation.players)
    for seat in own:
        if seat not in free:
            who = "the host's" if seat in invitation.host.seats else "taken"
            raise BadLink(f"invitation: seat {seat} is {who}; free: {list(free)}")
    expected = tuple(invitation.names[seat] for seat in own)
    named = expected if names is None else checked_names(names, len(own))
    secrets = Secrets(digest("guest", fresh_secret(secret), invitation.game), invitation.links)
    if any(party.key == secrets.key for party in letter.joins):
        raise BadLink("invitation: this device has accepted it before")
    party = Party.of(secrets, own, named).joined(secrets, invitation.game)
    joins = tuple(party for party in letter.joins if party not in seating.seated)
    return Lobby(secrets, invitation, party, joins, seating)


def _taken(by: Party, wanted: tuple[Seat, ...]) -> SeatTaken:
    """The error about a seat that another device has."""
    seat = next(seat for seat in wanted if seat in by.seats)
    return SeatTaken(
        f"seat {seat} is taken by {by.names[by.seats.index(seat)]} already; the invitation was "
        "opened more than once"
    )
