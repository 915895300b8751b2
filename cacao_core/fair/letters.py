"""The messages of the protocol as values and as text (docs/fair.md, "Messages").

The number of a text is in mixed radix, as in :mod:`cacao_core.formats.link`; the moves of a running
game are its most significant part, because only the game itself knows their radices.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from cacao_core.deal import check_players
from cacao_core.errors import BadLink, CacaoError, OtherVersion
from cacao_core.fair.hashes import LINKS, STORED
from cacao_core.fair.seal import Seal
from cacao_core.fair.seating import MOST_REFUSALS, NOBODY, NUMBERS, REFUSAL, Seating
from cacao_core.fair.signatures import KEY, SIGNATURE
from cacao_core.fair.statements import QUESTION, SERIALS, Statement, Story
from cacao_core.fair.table import (
    TOKEN,
    Invitation,
    Party,
    checked_options,
)
from cacao_core.formats.radix import Packer, Unpacker, put_rules, take_rules
from cacao_core.names import check_length
from cacao_core.rules import rules_of
from cacao_core.tiles import MAX_PLAYERS, MIN_PLAYERS, Seat

_SEAL: Final = Seal("f", "3", "fair", "message of fair dealing")
LONGEST: Final = 4096
"""Length limit of a message."""
MOVES_RADIX: Final = 512
"""One more than the most moves. The big game of four has 60 placements and huts, 43 fills and 180
edges beside jungle tiles; half of the placements may be overbuildings, with four edges each."""
ROSTER_CHECK: Final = 4
"""Bytes of R in a message; the signatures cover all of it."""

_KINDS: Final = ("gathering", "news", "state")
_TEXT_LIMIT: Final = 256


@dataclass(frozen=True)
class Gathering:
    """The message before the game: the invitation, and all joins that the sender knows.

    So everybody can invite the next one with it, and it can go from device to device.
    """

    invitation: Invitation
    joins: tuple[Party, ...]
    """By seats; the sender's own is among them, unless it is the host."""
    sender: Seat
    """Lowest seat of the sender, as the message says; nobody has signed it."""
    seating: Seating = NOBODY
    """The newest list of whom the host has seated, and refused; those seated are among the joins.

    A join that is not in it is one that somebody passes on."""

    @property
    def token(self) -> bytes:
        """The token of the game it belongs to."""
        return self.invitation.token

    @property
    def is_join(self) -> bool:
        """Whether it is the answer of a guest."""
        return self.sender not in self.invitation.host.seats

    @property
    def free(self) -> tuple[Seat, ...]:
        """The seats that nobody has taken, as far as the sender knows."""
        parties = (self.invitation.host, *self.joins)
        taken = {seat for party in parties for seat in party.seats}
        return tuple(seat for seat in range(self.invitation.players) if seat not in taken)


@dataclass(frozen=True)
class News:
    """All that a device knows of a running game and may reveal."""

    token: bytes
    """To which game it belongs."""
    check: bytes
    """The beginning of R."""
    story: Story
    roster: tuple[tuple[Party, ...], bytes] | None = None
    """The list of players with its signature, while somebody may not have it yet."""
    other: Story | None = None
    """A second story, which somebody has told as well: the proof that ends the game."""


Letter: TypeAlias = Gathering | News


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

    def put_story(self, story: Story) -> None:
        """A story without its moves."""
        self.put(story.count, MOVES_RADIX)
        for statement in story.statements:
            self.put_flag(statement is not None)
            if statement is not None:
                self._put_statement(statement, story)

    def _put_statement(self, statement: Statement, story: Story) -> None:
        self.put(story.count - statement.count, story.count + 1)
        self.put_open(statement.link, LINKS)
        self.put_bytes(statement.value)
        self.put_flag(statement.private is not None)
        self.put_bytes(statement.private or b"")
        self.put_flag(not statement.is_plain)
        if not statement.is_plain:
            self._put_asked(statement, len(story.statements))
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

    def take_story(self, devices: int) -> Story:
        """A story of a number of devices, without its moves."""
        count = self.take(MOVES_RADIX)
        statements = tuple(
            self._take_statement(count, devices) if self.take_flag() else None
            for _ in range(devices)
        )
        return Story(statements, count, 0)

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


# --- Writing -------------------------------------------------------------------------------------


def to_text(letter: Letter) -> str:
    """The text of a message."""
    writer = Writer()
    if isinstance(letter, Gathering):
        put_gathering(writer, letter)
        return sealed("gathering", writer)
    writer.put_bytes(letter.token)
    return sealed("news", writer, put_news(writer, letter))


def put_gathering(writer: Writer, letter: Gathering) -> None:
    """Add an invitation and joins."""
    invitation = letter.invitation
    put_rules(writer, invitation.rules.number)
    writer.put(invitation.players - MIN_PLAYERS, MAX_PLAYERS - MIN_PLAYERS + 1)
    for name in invitation.names:
        writer.put_text(name)
    writer.put_text(invitation.options)
    writer.put_party(invitation.host, named=False)
    writer.put(len(letter.joins), MAX_PLAYERS)
    for party in letter.joins:
        writer.put_party(party)
    writer.put(letter.sender, MAX_PLAYERS)
    writer.put_seating(letter.seating, letter.joins)


def put_news(writer: Writer, news: News, known: Party | None = None) -> int:
    """Add what follows the token; the moves, which come last, are returned.

    A party that the reader knows is left out of the list of players.
    """
    devices = len(news.story.statements)
    writer.put_bytes(news.check)
    writer.put(devices - 2, MAX_PLAYERS - 1)
    writer.put_story(news.story)
    writer.put_flag(news.roster is not None)
    if news.roster is not None:
        parties, signature = news.roster
        for party in parties:
            if party != known:
                writer.put_party(party, signed=False)
        writer.put_bytes(signature)
    writer.put_flag(news.other is not None)
    if news.other is not None:
        size = (news.other.moves.bit_length() + 7) // 8
        writer.put_story(news.other)
        writer.put(size, MOVES_RADIX)
        writer.put(news.other.moves, 1 << 8 * size)
    return news.story.moves


def sealed(kind: str, writer: Writer, rest: int = 0) -> str:
    """The text of what was collected; ``rest`` is its most significant part."""
    writer.digits.append((rest, 0))
    return _SEAL.text(writer.number() * len(_KINDS) + _KINDS.index(kind))


# --- Reading -------------------------------------------------------------------------------------


def from_text(text: object) -> Letter:
    """The message of a text.

    Raises:
        BadLink: it is damaged, cut off, foreign, or of an unknown version.
    """
    kind, reader = opened(text)
    if kind == "state":
        raise BadLink("this is what a device keeps for itself, not a message")
    try:
        if kind == "news":
            return take_news(reader, reader.take_bytes(TOKEN))
        letter = take_gathering(reader)
    except BadLink:
        raise
    except CacaoError as error:
        raise BadLink(f"message: {error}") from None
    if reader.number or to_text(letter) != text:
        raise BadLink("message: more in it than belongs there")
    return letter


def opened(text: object, longest: int = LONGEST) -> tuple[str, Reader]:
    """The kind of a text up to a length, and the rest of it.

    Raises:
        BadLink: it is damaged, cut off, foreign, or of an unknown version.
    """
    number, kind = divmod(_SEAL.number(text, longest), len(_KINDS))
    return _KINDS[kind], Reader(number)


def take_gathering(reader: Reader) -> Gathering:
    """An invitation and joins."""
    number = take_rules(reader)
    rules = rules_of(number)
    if rules is None:
        raise OtherVersion(
            f"invitation to a game with rules {number}: it needs a newer program; reload the page"
        )
    players = MIN_PLAYERS + reader.take(MAX_PLAYERS - MIN_PLAYERS + 1)
    check_players(players, rules)
    names = reader.take_names(players)
    options = checked_options(reader.take_text())
    host = reader.take_party(names)
    joins = tuple(reader.take_party() for _ in range(reader.take(MAX_PLAYERS)))
    sender = reader.take(MAX_PLAYERS)
    seating = reader.take_seating(joins)
    seats = [seat for party in (host, *joins) for seat in party.seats]
    firsts = [party.seats[0] for party in (host, *joins) if party.seats]
    if len(firsts) <= len(joins) or len(set(seats)) != len(seats) or max(seats) >= players:
        raise BadLink("message: its seats are not those of a game")
    if len(host.seats) == players or sender not in firsts:
        raise BadLink("message: its sender has no seat, or its host all of them")
    return Gathering(Invitation(names, options, host, rules), joins, sender, seating)


def take_news(reader: Reader, token: bytes, known: Party | None = None) -> News:
    """The news after the token of a message in a running game, see :func:`put_news`."""
    check = reader.take_bytes(ROSTER_CHECK)
    devices = 2 + reader.take(MAX_PLAYERS - 1)
    story = reader.take_story(devices)
    roster = None
    if reader.take_flag():
        told = () if known is None else (known,)
        rest = range(devices - len(told))
        parties = *told, *(reader.take_party(signed=False) for _ in rest)
        ordered = sorted(parties, key=lambda party: party.seats) if told else parties
        roster = tuple(ordered), reader.take_bytes(SIGNATURE)
    other = None
    if reader.take_flag():
        other = reader.take_story(devices)
        other = replace(other, moves=reader.take(1 << 8 * reader.take(MOVES_RADIX)))
    return News(token, check, replace(story, moves=reader.number), roster, other)
