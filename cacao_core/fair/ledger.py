"""What one device knows of a running game, and what it tells the others (docs/fair.md)."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core.fair import hashes
from cacao_core.fair.course import Course
from cacao_core.fair.errors import Cheating
from cacao_core.fair.hashes import Chain, Secrets
from cacao_core.fair.letters import ROSTER_CHECK, News, Tag, Writer
from cacao_core.fair.table import Roster
from cacao_core.moves import Move
from cacao_core.tiles import Seat


class Received(NamedTuple):
    """A tag of another device.

    Attributes:
        covers: the number of moves in its history.
        value: the tag.
        via: number of the device whose message had it first.
    """

    covers: int
    value: bytes
    via: int


class Ledger:
    """A running game, as one device knows it.

    Attributes:
        roster: who takes part.
        own: number of this device.
        secrets: of this device.
        course: the moves and what follows from them in public.
        chains: for each device its links, as far as they were shown.
        tags: for each device those of its tags that count, unordered.
        privates: for each device its private value, once shown; never this device's own.
    """

    def __init__(self, roster: Roster, own: int, secrets: Secrets) -> None:
        self.roster, self.own, self.secrets = roster, own, secrets
        self.course = Course(
            roster.owners, roster.hash, roster.first_beacon(), roster.invitation.rules
        )
        self.chains = [Chain(party.salt, [party.first]) for party in roster.parties]
        self.tags: list[tuple[Received, ...]] = [() for _ in roster.parties]
        self.privates: list[bytes | None] = [None] * len(roster.parties)

    def copy(self) -> Ledger:
        """An independent copy."""
        twin = object.__new__(Ledger)
        twin.roster, twin.own, twin.secrets = self.roster, self.own, self.secrets
        twin.course = self.course.copy()
        twin.chains = [chain.copy() for chain in self.chains]
        twin.tags, twin.privates = self.tags.copy(), self.privates.copy()
        return twin

    # --- What is so ----------------------------------------------------------------------------

    @property
    def game(self) -> bytes:
        """G, see docs/fair.md."""
        return self.roster.invitation.game

    @property
    def devices(self) -> range:
        """The numbers of all devices."""
        return range(len(self.roster.parties))

    @property
    def others(self) -> list[int]:
        """The numbers of the other devices."""
        return [device for device in self.devices if device != self.own]

    def seats_of(self, device: int) -> tuple[Seat, ...]:
        """The seats of a device."""
        return self.roster.parties[device].seats

    def cheating(
        self, reason: str, device: int, turn: int | None = None, seat: Seat | None = None
    ) -> Cheating:
        """The error about what came in the name of a device.

        Nobody but the other one can have made it if there are two. With more, nothing says through
        whose hands a message went, and whose keys they knew already: it may have been any of them.

        Args:
            reason: what does not follow.
            device: the most likely one; if it is this device, another one is named instead.
            turn: number of the turn; the newest, if None.
            seat: of the device; its lowest, if None.
        """
        device = self.others[0] if device == self.own else device
        first = self.seats_of(device)[0] if seat is None else seat
        others = [self.seats_of(other)[0] for other in self.others if other != device]
        at = self.course.turn if turn is None else turn
        return Cheating(f"{self.roster.names[first]}: {reason}", first, at, [first, *others])

    def private_of(self, seat: Seat) -> bytes | None:
        """The private value that determines a seat's draws, if this device knows it."""
        owner = self.roster.owners[seat]
        return self.secrets.private if owner == self.own else self.privates[owner]

    @property
    def has_end(self) -> bool:
        """Whether one more link is shown after the end; two devices need none."""
        return self.course.is_over and len(self.devices) > 2

    @property
    def has_shown_all(self) -> bool:
        """Whether this device has shown the link after the end."""
        return self.has_end and self.chains[self.own].newest >= self.course.segment

    def has_final_tag(self, device: int) -> bool:
        """Whether a device's tag for the whole game is here."""
        count = len(self.course.moves)
        return any(tag.covers == count for tag in self.tags[device])

    @property
    def is_verified(self) -> bool:
        """Whether the game is over, and everything was shown and checked."""
        if not self.course.is_over or any(self.privates[other] is None for other in self.others):
            return False
        last = self.course.segment
        return not self.has_end or all(self.chains[other].newest >= last for other in self.others)

    @property
    def awaited(self) -> set[int]:
        """The numbers of the devices that have to send something before this one can go on."""
        course = self.course
        if course.held is not None:
            closing, number = course.closings[-1], course.segment
            pair = {closing.decider, closing.second}
            return {device for device in pair if self.chains[device].newest < number} - {self.own}
        if not course.is_over:
            assert course.game.to_move is not None  # noqa: S101  # it is not over
            return {self.roster.owners[course.game.to_move]} - {self.own}
        return {other for other in self.others if self._owes_at_end(other)}

    def _owes_at_end(self, device: int) -> bool:
        if self.privates[device] is None or not self.has_end:
            return self.privates[device] is None
        if all(self.has_final_tag(other) for other in self.others):
            return self.chains[device].newest < self.course.segment
        return not self.has_final_tag(device)

    # --- What happens --------------------------------------------------------------------------

    def advance(self) -> None:
        """Do everything that follows from what is known: draw, and show links that are due."""
        course = self.course
        while course.held is not None:
            closing, number = course.closings[-1], course.segment
            if closing.second == self.own and self.chains[closing.decider].newest >= number:
                self.show_own(number)
            pair = [self.chains[closing.decider], self.chains[closing.second]]
            if any(chain.newest < number for chain in pair):
                return
            links = [chain[number] for chain in pair]
            course.settle(hashes.beacon(self.game, number, course.beacons[-1], *links))
        if self.has_end and all(self.has_final_tag(other) for other in self.others):
            self.show_own(course.segment)

    def show_own(self, number: int) -> None:
        """Show a link of this device."""
        self.chains[self.own].show(number, self.secrets.links[number])

    def play(self, move: Move) -> None:
        """A decision of a seat of this device."""
        self.course.play(move)

    def own_tag(self, count: int) -> Tag:
        """This device's tag for the first moves."""
        return Tag(count, self._tag_of(self.own, self.secrets.links, count))

    def is_tag_of(self, device: int, count: int, value: bytes) -> bool:
        """Whether a tag is valid; its key must have been shown."""
        chain = self.chains[device]
        links = [chain[number] for number in range(chain.newest + 1)]
        return hashes.is_same(value, self._tag_of(device, links, count))

    def _tag_of(self, device: int, links: list[bytes] | tuple[bytes, ...], count: int) -> bytes:
        link = links[self.course.key_index(count)]
        return hashes.tag(self.game, device, link, count, self.course.hashes[count])

    # --- What is told --------------------------------------------------------------------------

    def close(self) -> None:
        """This device's decisions are about to leave: show the link that the last of them needs."""
        if self.course.held is not None and self.course.closings[-1].decider == self.own:
            self.show_own(self.course.segment)

    def news(self, whole: bool = False) -> News:
        """All that the others may know; if ``whole``, with the list of players in any case."""
        count = len(self.course.moves)
        tags = [self._newest_tag(device) for device in self.devices]
        tags[self.own] = self.own_tag(count)
        privates = self.privates.copy()
        if self.course.has_finished(self.own):
            privates[self.own] = self.secrets.private
        newest = [(chain.newest, chain[chain.newest]) for chain in self.chains]
        return News(
            token=self.roster.invitation.token,
            check=self.roster.hash[:ROSTER_CHECK],
            sender=self.own,
            parties=None if all(tags) and not whole else self.roster.parties,
            links=tuple(shown if shown[0] else None for shown in newest),
            tags=tuple(tags),
            privates=tuple(privates),
            count=count,
            moves=packed(self.course),
        )

    def _newest_tag(self, device: int) -> Tag | None:
        """A device's newest tag; one that it sent itself, if there are several."""
        if not self.tags[device]:
            return None
        best = max(self.tags[device], key=lambda tag: (tag.covers, tag.via == device))
        return Tag(best.covers, best.value)


def packed(course: Course) -> int:
    """The moves of a game as one number in mixed radix."""
    writer = Writer()
    for index, radix in course.digits:
        writer.put(index, radix)
    return writer.number()
