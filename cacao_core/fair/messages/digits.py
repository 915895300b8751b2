"""The parts of messages as digits in mixed radix (docs/fair.md, "Messages")."""

from __future__ import annotations

from typing import Final

from cacao_core.errors import BadLink
from cacao_core.fair.agreements.claims import Claim
from cacao_core.fair.agreements.seating import MOST_REFUSALS, NOBODY, NUMBERS, REFUSAL, Seating
from cacao_core.fair.agreements.statements import (
    QUESTION,
    SERIALS,
    SignedCourse,
    Statement,
    Succession,
)
from cacao_core.fair.hashes import LINKS, STORED
from cacao_core.fair.signatures import KEY, SIGNATURE
from cacao_core.fair.table import Party
from cacao_core.formats.radix import Packer, Unpacker
from cacao_core.names import check_length
from cacao_core.tiles import MAX_PLAYERS, Seat

MOVES_RADIX: Final = 512
"""One more than the most moves. The big game of four has 60 placements and huts, 43 fills and 180
edges beside jungle tiles; half of the placements may be overbuildings, with four edges each."""

_PASSED: Final = MOVES_RADIX - 1  # in place of the number of moves: successions come before it
_MOST_SUCCESSIONS: Final = MAX_PLAYERS - 2
_NEWER: Final = 8  # radix of the numbers of successions and claims, if there is a new device
_TEXT_LIMIT: Final = 256


class Writer(Packer):
    """Collects the parts of a text."""

    def put_bytes(self, value: bytes) -> None:
        """Bytes whose number the reader knows."""
        self.put(int.from_bytes(value, "big"), 1 << 8 * len(value))

    def put_open(self, value: int, radix: int) -> None:
        """A number that rarely has more than one digit of a radix; the highest one says so."""
        self.put(min(value, radix - 1), radix)
        if value >= radix - 1:
            self.put(value - radix + 1, radix)

    def put_flag(self, value: bool) -> None:
        """Yes or no."""
        self.put(int(value), 2)

    def put_text(self, value: str, limit: int = _TEXT_LIMIT) -> None:
        """A text of fewer than ``limit`` bytes."""
        self.put(len(value.encode()), limit)
        self.put_bytes(value.encode())

    def put_seats(self, seats: tuple[Seat, ...]) -> None:
        """A set of seats."""
        self.put(sum(1 << seat for seat in seats), 1 << MAX_PLAYERS)

    def put_party(self, party: Party, named: bool = True, signed: bool = True) -> None:
        """A party, with its names and its signature unless they are told elsewhere."""
        self.put_seats(party.seats)
        for value in (party.key, party.root, party.commitment):
            self.put_bytes(value)
        for name in party.names if named else ():
            self.put_text(name)
        if signed:
            self.put_bytes(party.signature)

    def put_course(self, course: SignedCourse) -> None:
        """A signed course without its moves."""
        successions, is_newer = course.successions, course.is_newer
        if successions or is_newer:
            self.put(_PASSED, MOVES_RADIX)
        if is_newer:
            self._put_newer(course)
        elif successions:
            self.put(len(successions) - 1, _MOST_SUCCESSIONS)
        for succession in successions:
            self.put_flag(succession.draws)
            self._put_statements(succession.statements, succession.at)
            if is_newer:
                self.put_flag(succession.claim is not None)
            if succession.claim is not None:
                self.put_claim(succession.claim)
        self._put_statements(course.statements, course.count)

    def _put_newer(self, course: SignedCourse) -> None:
        """Write a beginning that older programs refuse: an impossible number of moves."""
        self.put(0, _MOST_SUCCESSIONS)
        self.put_flag(False)
        self.put(_PASSED, MOVES_RADIX)
        self.put(len(course.successions), _NEWER)
        self.put(len(course.claims), _NEWER)
        for claim in course.claims:
            self.put_claim(claim)

    def put_claim(self, claim: Claim) -> None:
        """The claim of a new device to seats."""
        self.put(claim.device, MAX_PLAYERS)
        for value in (claim.key, claim.root, claim.commitment, claim.signature):
            self.put_bytes(value)

    def _put_statements(self, statements: tuple[Statement | None, ...], count: int) -> None:
        self.put(count, MOVES_RADIX)
        for statement in statements:
            self.put_flag(statement is not None)
            if statement is not None:
                self._put_statement(statement, count, len(statements))

    def _put_statement(self, statement: Statement, count: int, devices: int) -> None:
        self.put(count - statement.count, count + 1)
        self.put_open(statement.link, LINKS)
        self.put_bytes(statement.value)
        self.put_flag(statement.private is not None)
        self.put_bytes(statement.private or b"")
        self.put_flag(not statement.is_plain)
        if not statement.is_plain:
            self._put_asked(statement, devices)
        self.put_bytes(statement.signature)

    def _put_asked(self, statement: Statement, devices: int) -> None:
        """Write a device's questions and answers."""
        self.put(statement.serial, SERIALS)
        answers = statement.answers or (b"",) * devices
        for value in (statement.question, *answers):
            self.put_flag(bool(value))
            self.put_bytes(value)

    def put_seating(self, seating: Seating, joins: tuple[Party, ...]) -> None:
        """Write the joins that the host has seated, and those that it has refused."""
        self.put_flag(seating.number > 0)
        if not seating.number:
            return
        self.put(seating.number, NUMBERS)
        for party in joins:
            self.put_flag(party in seating.seated)
        self.put(len(seating.refused), MOST_REFUSALS + 1)
        for refused in seating.refused:
            self.put_bytes(refused)
        self.put_bytes(seating.signature)


class Reader(Unpacker):
    """Takes the parts of a text."""

    def take_bytes(self, count: int) -> bytes:
        """A number of bytes."""
        return self.take(1 << 8 * count).to_bytes(count, "big")

    def take_open(self, radix: int) -> int:
        """A number with one digit, or two after the highest one."""
        value = self.take(radix)
        return value + self.take(radix) if value == radix - 1 else value

    def take_flag(self) -> bool:
        """Yes or no."""
        return bool(self.take(2))

    def take_text(self, limit: int = _TEXT_LIMIT) -> str:
        """A text of fewer than ``limit`` bytes; ``BadLink`` if it is not one."""
        try:
            return self.take_bytes(self.take(limit)).decode()
        except UnicodeDecodeError:
            raise BadLink("message: a text in it is not UTF-8") from None

    def take_names(self, count: int) -> tuple[str, ...]:
        """A number of names; they are part of what was agreed on, however odd."""
        names = tuple(self.take_text() for _ in range(count))
        for name in names:
            check_length(name, "name")
        return names

    def take_seats(self) -> tuple[Seat, ...]:
        """A set of seats."""
        mask = self.take(1 << MAX_PLAYERS)
        return tuple(seat for seat in range(MAX_PLAYERS) if mask >> seat & 1)

    def take_party(self, names: tuple[str, ...] | None = None, signed: bool = True) -> Party:
        """A party; its names follow it, if they are not those given for all seats."""
        seats = self.take_seats()
        key, root, commitment = (self.take_bytes(size) for size in (KEY, STORED, STORED))
        if names is None:
            own = self.take_names(len(seats))
        elif seats and seats[-1] < len(names):
            own = tuple(names[seat] for seat in seats)
        else:
            raise BadLink("message: seats that the game does not have")
        signature = self.take_bytes(SIGNATURE) if signed else b""
        return Party(seats, own, key, root, commitment, signature)

    def take_course(self, devices: int) -> SignedCourse:
        """A signed course of a number of devices, without its moves."""
        count = self.take(MOVES_RADIX)
        if count != _PASSED:
            return SignedCourse(self._take_statements(count, devices), count, 0)
        most, claims = 1 + self.take(_MOST_SUCCESSIONS), None
        draws, at = self.take_flag(), self.take(MOVES_RADIX)
        if at == _PASSED:
            most, claims = self.take(_NEWER), self._take_claims(self.take(_NEWER))
        successions = []
        for number in range(most):
            if number or claims is not None:
                draws, at = self.take_flag(), self.take(MOVES_RADIX)
            statements = self._take_statements(at, devices)
            is_given = claims is not None and self.take_flag()
            successions.append(
                Succession(at, draws, statements, self.take_claim() if is_given else None)
            )
        count = self.take(MOVES_RADIX)
        statements = self._take_statements(count, devices)
        course = SignedCourse(statements, count, 0, tuple(successions), claims or ())
        if course.is_newer != (claims is not None):
            raise BadLink("message: not in the shortest form")
        return course

    def _take_claims(self, count: int) -> tuple[Claim, ...]:
        return tuple(self.take_claim() for _ in range(count))

    def take_claim(self) -> Claim:
        """The claim of a new device to seats."""
        device = self.take(MAX_PLAYERS)
        values = [self.take_bytes(size) for size in (KEY, STORED, STORED, SIGNATURE)]
        return Claim(device, *values)

    def _take_statements(self, count: int, devices: int) -> tuple[Statement | None, ...]:
        """The statements about up to ``count`` moves, of each device one or none."""
        return tuple(
            self._take_statement(count, devices) if self.take_flag() else None
            for _ in range(devices)
        )

    def _take_statement(self, count: int, devices: int) -> Statement:
        known, link = count - self.take(count + 1), self.take_open(LINKS)
        value = self.take_bytes(STORED)
        private = self.take_bytes(STORED) if self.take_flag() else None
        asked = self._take_asked(devices) if self.take_flag() else (0, b"", ())
        return Statement(known, link, value, private, *asked, self.take_bytes(SIGNATURE))

    def _take_asked(self, devices: int) -> tuple[int, bytes, tuple[bytes, ...]]:
        """The serial number of a statement, what it asks, and what it answers."""
        serial = self.take(SERIALS)
        question, *answers = (
            self.take_bytes(QUESTION) if self.take_flag() else b"" for _ in range(1 + devices)
        )
        if not (serial or question or any(answers)):
            raise BadLink("message: not in the shortest form")
        return serial, question, tuple(answers) if any(answers) else ()

    def take_seating(self, joins: tuple[Party, ...]) -> Seating:
        """The joins that the host has seated, and those that it has refused."""
        if not self.take_flag():
            return NOBODY
        number = self.take(NUMBERS)
        seated = tuple(party for party in joins if self.take_flag())
        refused = tuple(self.take_bytes(REFUSAL) for _ in range(self.take(MOST_REFUSALS + 1)))
        return Seating(number, seated, refused, self.take_bytes(SIGNATURE))
