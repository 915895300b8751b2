"""The messages of the protocol as values and as text (docs/fair.md, "Messages").

The number of a text is in mixed radix, as in :mod:`cacao_core.formats.link`; the moves of a running
game are its most significant part, because only the game itself knows their radices.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from cacao_core.deal import check_players
from cacao_core.errors import BadLink, CacaoError, OtherVersion
from cacao_core.fair.agreements.claims import Claim
from cacao_core.fair.agreements.seating import NOBODY, Seating
from cacao_core.fair.agreements.statements import SignedCourse
from cacao_core.fair.messages.digits import MOVES_RADIX, Reader, Writer
from cacao_core.fair.messages.seal import Seal
from cacao_core.fair.signatures import SIGNATURE
from cacao_core.fair.table import TOKEN, Invitation, Party, checked_options
from cacao_core.formats.radix import put_rules, take_rules
from cacao_core.rules import Rules, rules_of
from cacao_core.tiles import MAX_PLAYERS, MIN_PLAYERS, Seat

_SEAL: Final = Seal("f", "3", "fair", "message of fair dealing")
_NEWER: Final = Seal("f", "4", "fair", "message of fair dealing")
"""The form of what programs cannot read that do not know of new devices: they ask for a newer
one."""
LONGEST: Final = 4096
"""Length limit of a message."""
LONGEST_NEWER: Final = 2 * LONGEST
"""Length limit of a message about new devices, which has all agreements about them."""
ROSTER_CHECK: Final = 4
"""Bytes of R in a message; the signatures cover all of it."""

CHOSEN_HUTS: Final = 1 << 25
"""Part of the number of rules in an invitation whose host has chosen the sides of the hut tiles.

It is the highest bit of the own numbers of tiles, which these never reach."""

_KINDS: Final = ("gathering", "news", "state")
_NEWER_KINDS: Final = ("asking", "news", "state")


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
    course: SignedCourse
    roster: tuple[tuple[Party, ...], bytes] | None = None
    """The list of players with its signature, while somebody may not have it yet."""
    other: SignedCourse | None = None
    """A second course, which somebody has signed as well: it proves that, and ends the game."""

    @property
    def is_newer(self) -> bool:
        """Whether only programs can read it that know of new devices."""
        return self.course.is_newer or (self.other is not None and self.other.is_newer)


@dataclass(frozen=True)
class Asking:
    """The message of a new device that asks for the seats of a lost one."""

    token: bytes
    """To which game it belongs."""
    check: bytes
    """The beginning of R."""
    claim: Claim


Letter: TypeAlias = Gathering | News | Asking


# --- Writing -------------------------------------------------------------------------------------


def to_text(letter: Letter) -> str:
    """The text of a message."""
    writer = Writer()
    if isinstance(letter, Gathering):
        put_gathering(writer, letter)
        return sealed("gathering", writer)
    writer.put_bytes(letter.token)
    if isinstance(letter, Asking):
        writer.put_bytes(letter.check)
        writer.put_claim(letter.claim)
        return sealed("asking", writer, is_newer=True)
    return sealed("news", writer, put_news(writer, letter), letter.is_newer)


def put_gathering(writer: Writer, letter: Gathering) -> None:
    """Add an invitation and joins."""
    invitation = letter.invitation
    put_rules(writer, invitation.rules.number | (CHOSEN_HUTS if invitation.huts else 0))
    writer.put(invitation.players - MIN_PLAYERS, MAX_PLAYERS - MIN_PLAYERS + 1)
    for name in invitation.names:
        writer.put_text(name)
    writer.put_text(invitation.options)
    _put_huts(writer, invitation)
    writer.put_party(invitation.host, named=False)
    writer.put(len(letter.joins), MAX_PLAYERS)
    for party in letter.joins:
        writer.put_party(party)
    writer.put(letter.sender, MAX_PLAYERS)
    writer.put_seating(letter.seating, letter.joins)


def _put_huts(writer: Writer, invitation: Invitation) -> None:
    """Add the sides of the hut tiles, if the host has chosen them."""
    module = invitation.rules.module("huts")
    if module is not None and invitation.huts:
        for value, radix in module.deal_digits(invitation.huts, invitation.players):
            writer.put(value, radix)


def put_news(writer: Writer, news: News, known: Party | None = None) -> int:
    """Add what follows the token; the moves, which come last, are returned.

    A party that the reader knows is left out of the list of players.
    """
    devices = len(news.course.statements)
    writer.put_bytes(news.check)
    writer.put(devices - 2, MAX_PLAYERS - 1)
    writer.put_course(news.course)
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
        writer.put_course(news.other)
        writer.put(size, MOVES_RADIX)
        writer.put(news.other.moves, 1 << 8 * size)
    return news.course.moves


def sealed(kind: str, writer: Writer, rest: int = 0, is_newer: bool = False) -> str:
    """The text of what was collected.

    Args:
        kind: of the text.
        writer: has collected it.
        rest: its most significant part.
        is_newer: whether a program must know of new devices to read it.
    """
    writer.digits.append((rest, 0))
    seal, kinds = (_NEWER, _NEWER_KINDS) if is_newer else (_SEAL, _KINDS)
    return seal.text(writer.number() * len(kinds) + kinds.index(kind))


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
            news = take_news(reader, reader.take_bytes(TOKEN))
            if news.is_newer != is_newer(text):
                raise BadLink("message: not in the shortest form")
            return news
        letter = _take_asking(reader) if kind == "asking" else take_gathering(reader)
    except BadLink:
        raise
    except CacaoError as error:
        raise BadLink(f"message: {error}") from None
    if reader.number or to_text(letter) != text:
        raise BadLink("message: more in it than belongs there")
    return letter


def opened(text: object, longest: int | None = None) -> tuple[str, Reader]:
    """The kind of a text up to a length, usually that of messages, and the rest of it.

    Raises:
        BadLink: it is damaged, cut off, foreign, or of an unknown version.
    """
    seal, kinds = (_NEWER, _NEWER_KINDS) if is_newer(text) else (_SEAL, _KINDS)
    most = longest or (LONGEST_NEWER if is_newer(text) else LONGEST)
    number, kind = divmod(seal.number(text, most), len(kinds))
    return kinds[kind], Reader(number)


def is_newer(text: object) -> bool:
    """Whether a text has the form of what older programs cannot read."""
    return type(text) is str and text[1:2] == _NEWER.version


def _take_asking(reader: Reader) -> Asking:
    return Asking(reader.take_bytes(TOKEN), reader.take_bytes(ROSTER_CHECK), reader.take_claim())


def take_gathering(reader: Reader) -> Gathering:
    """An invitation and joins."""
    number = take_rules(reader)
    is_chosen = bool(number & CHOSEN_HUTS)
    rules = rules_of(number & ~CHOSEN_HUTS)
    if rules is None:
        raise OtherVersion(
            f"invitation to a game with rules {number}: it needs a newer program; reload the page"
        )
    players = MIN_PLAYERS + reader.take(MAX_PLAYERS - MIN_PLAYERS + 1)
    check_players(players, rules)
    names = reader.take_names(players)
    options = checked_options(reader.take_text())
    huts = _take_huts(reader, rules, players) if is_chosen else ()
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
    return Gathering(Invitation(names, options, host, rules, huts), joins, sender, seating)


def _take_huts(reader: Reader, rules: Rules, players: int) -> tuple[str, ...]:
    module = rules.module("huts")
    if module is None:
        raise BadLink("invitation: it has chosen huts, but its game has none")
    return tuple(module.take_deal(reader.take, players))


def take_news(reader: Reader, token: bytes, known: Party | None = None) -> News:
    """The news after the token of a message in a running game, see :func:`put_news`."""
    check = reader.take_bytes(ROSTER_CHECK)
    devices = 2 + reader.take(MAX_PLAYERS - 1)
    course = reader.take_course(devices)
    roster = None
    if reader.take_flag():
        known_party = () if known is None else (known,)
        rest = range(devices - len(known_party))
        parties = *known_party, *(reader.take_party(signed=False) for _ in rest)
        ordered = sorted(parties, key=lambda party: party.seats) if known_party else parties
        roster = tuple(ordered), reader.take_bytes(SIGNATURE)
    other = None
    if reader.take_flag():
        other = reader.take_course(devices)
        other = replace(other, moves=reader.take(1 << 8 * reader.take(MOVES_RADIX)))
    return News(token, check, replace(course, moves=reader.number), roster, other)
