"""A second, independent verifier of finished games, written from docs/fair.md alone.

It shares no code with ``cacao_core.fair``: only the rules of the game. ``verify`` takes the
invitation and the news of a finished game (with the roster), and returns the record of the game.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from dataclasses import dataclass, field, replace

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from cacao_core import Deal, Game, Move, Record
from cacao_core.modules.huts import TILES
from cacao_core.rules import BASE, SHORT, Rules, rules_of

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
RULES = {rules.number: rules for rules in (BASE, SHORT)}
WITH_MODULES = 3
GATHERING, NEWS = 0, 1
LOST = 511  # no number of moves: successions follow, or those of a newer form
Field = bytes | int | str


def need(condition: object, reason: str) -> None:
    """Refuse what does not hold."""
    if not condition:
        raise ValueError(reason)


# Hashes: "Values"


def as_bytes(value: Field) -> bytes:
    """A field of a hash: text in UTF-8, whole numbers in two bytes."""
    if isinstance(value, int):
        return value.to_bytes(2, "big")
    return value.encode() if isinstance(value, str) else value


def long_hash(label: str, *fields: Field) -> bytes:
    """All 32 bytes of H."""
    parts = [as_bytes(part) for part in ("cacao-fair/3/" + label, *fields)]
    return hashlib.sha256(b"".join(len(p).to_bytes(2, "big") + p for p in parts)).digest()


def short_hash(label: str, *fields: Field) -> bytes:
    """The 16 bytes of H that are stored and sent."""
    return long_hash(label, *fields)[:16]


def check_signature(key: bytes, signature: bytes, text: bytes, whose: str) -> None:
    """Refuse a signature that does not belong to the key and the text ("Signatures")."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except InvalidSignature:
        raise ValueError(f"the signature of {whose} is wrong") from None


# Texts: "Messages"


class Digits:
    """The digits of a mixed-radix number, the least significant one first."""

    def __init__(self, text: str, kind: int) -> None:
        need(
            text[:2] in ("f3", "f4") and len(text) > 7 and set(text) <= set(ALPHABET),
            "not a message",
        )
        need(text[2] != "A", "a message is not in its shortest form")
        digest = hashlib.sha256(b"cacao:fair:" + text[:-5].encode()).digest()[:8]
        value = int.from_bytes(digest, "big")
        check = [value >> 6 * i & 63 for i in range(4)] + [(value >> 40) % 52]
        need(text[-5:] == "".join(ALPHABET[i] for i in check), "the check digits are wrong")
        self.number = 0
        for letter in text[2:-5]:
            self.number = self.number * 64 + ALPHABET.index(letter)
        need(self.take(3) == kind, "a message of another kind")

    def take(self, radix: int) -> int:
        """The next digit."""
        self.number, digit = divmod(self.number, radix)
        return digit

    def bytes(self, length: int) -> bytes:
        """The next bytes."""
        return self.take(256**length).to_bytes(length, "big")

    def text(self) -> str:
        """The next text."""
        return self.bytes(self.take(256)).decode()


@dataclass
class Party:
    """A device: what everybody knows of it, and what it has shown."""

    seats: list[int]
    key: bytes
    tip: bytes  # x₋₁
    commitment: bytes
    names: list[str]
    signature: bytes = b""
    links: list[bytes] = field(default_factory=list)
    private: bytes = b""
    huts: tuple[str, ...] = ()  # of the host: the sides that it has chosen

    @property
    def digest(self) -> bytes:
        names = [name_hash(s, n) for s, n in zip(self.seats, self.names, strict=True)]
        return long_hash("party", self.key, self.tip, self.commitment, *names)


@dataclass
class Statement:
    """The state of a game that a device has signed."""

    moves: int
    number: int
    link: bytes
    private: bytes
    asked: list[bytes]
    signature: bytes


def name_hash(seat: int, name: str) -> bytes:
    return long_hash("name", seat, name)


def read_party(digits: Digits, names: list[str] | None, signed: bool) -> Party:
    """A device; its names follow if they are not known."""
    mask = digits.take(16)
    seats = [seat for seat in range(4) if mask >> seat & 1]
    party = Party(seats, digits.bytes(32), digits.bytes(16), digits.bytes(16), [])
    need(seats and (names is None or seats[-1] < len(names)), "a device has wrong seats")
    party.names = [digits.text() if names is None else names[seat] for seat in seats]
    party.signature = digits.bytes(64) if signed else b""
    return party


def read_invitation(text: str) -> tuple[Rules, int, Party, bytes]:
    """Rules, number of players, host and G."""
    digits = Digits(text, GATHERING)
    found = read_gathering(digits)
    need(digits.number == 0, "something follows the invitation")
    return found


def read_gathering(digits: Digits) -> tuple[Rules, int, Party, bytes]:
    """The same, from the digits of a gathering."""
    rules, is_chosen = read_rules(digits)
    players = digits.take(3) + 2
    names = [digits.text() for _ in range(players)]
    options = digits.text()
    huts = tuple(sides[digits.take(2)] for sides in TILES) if is_chosen else ()
    host = read_party(digits, names, signed=True)
    host.huts = huts
    told = f"{rules.text}; huts: {' '.join(huts)}" if huts else rules.text
    game = long_hash("game", told, players, host.digest, options, *names)
    check_signature(host.key, host.signature, long_hash("invitation", game), "the host")
    for _ in range(digits.take(4)):
        guest = read_party(digits, None, signed=True)
        join = long_hash("join", game, guest.digest)
        check_signature(guest.key, guest.signature, join, "a guest")
    digits.take(4)
    need(not digits.take(2), "it is not the invitation alone")
    return rules, players, host, game


def read_rules(digits: Digits) -> tuple[Rules, bool]:
    """The rules of a number, and of flags and own numbers of tiles if they have modules.

    With whether the sides of the huts follow later.
    """
    number, chosen = digits.take(16), 0
    if number == WITH_MODULES:
        flags = digits.take(1 << 10)
        chosen, own = divmod(digits.take(1 << 12) if digits.take(2) else 0, 1 << 11)
        number += (own << 10 | flags) << 4
    rules = RULES.get(number) or rules_of(number)
    need(rules is not None, "unknown rules")
    assert rules is not None
    return rules, bool(chosen)


@dataclass
class Claim:
    """A new device that wants to be in the place of another one: "A new device"."""

    device: int
    key: bytes
    tip: bytes
    commitment: bytes
    signature: bytes

    def digest(self, roster: bytes) -> bytes:
        return long_hash("claim", roster, self.device, self.key, self.tip, self.commitment)


def read_claim(digits: Digits) -> Claim:
    """The claim of a new device."""
    device = digits.take(4)
    key, tip, commitment = digits.bytes(32), digits.bytes(16), digits.bytes(16)
    return Claim(device, key, tip, commitment, digits.bytes(64))


@dataclass
class Succession:
    """The agreement that the seats of a device pass on, or are given to a new device."""

    draws: int
    at: int
    statements: list[Statement | None]
    claim: Claim | None = None


@dataclass
class Redraw:
    """The segment after which a new device draws."""

    device: int
    decider: int
    second: int
    turn: int


def read_statements(digits: Digits, moves: int, devices: int) -> list[Statement | None]:
    """The statement of each device, if there is one."""
    found = range(devices)
    return [read_statement(digits, moves, devices) if digits.take(2) else None for _ in found]


def read_successions(digits: Digits, devices: int) -> list[Succession]:
    """All successions, in their order."""
    most, draws, at = 1 + digits.take(2), digits.take(2), digits.take(512)
    if at != LOST:
        first = Succession(draws, at, read_statements(digits, at, devices))
        rest = range(most - 1)
        return [first, *(read_succession(digits, devices, is_newer=False) for _ in rest)]
    need((most, draws) == (1, 0), "not the newer form")
    most, claims = digits.take(8), digits.take(8)
    for _ in range(claims):
        read_claim(digits)
    return [read_succession(digits, devices, is_newer=True) for _ in range(most)]


def read_succession(digits: Digits, devices: int, is_newer: bool) -> Succession:
    """One succession."""
    draws, at = digits.take(2), digits.take(512)
    statements = read_statements(digits, at, devices)
    claim = read_claim(digits) if is_newer and digits.take(2) else None
    return Succession(draws, at, statements, claim)


def read_statement(digits: Digits, moves: int, devices: int) -> Statement:
    """A statement of a device."""
    known, number = moves - digits.take(moves + 1), digits.take(64)
    number += digits.take(64) if number == 63 else 0
    link = digits.bytes(16)
    private = digits.bytes(16) if digits.take(2) else b""
    return Statement(known, number, link, private, read_asked(digits, devices), digits.bytes(64))


def read_asked(digits: Digits, devices: int) -> list[bytes]:
    """Which number a statement has that says the same again, its question and its answers."""
    if not digits.take(2):
        return [bytes(4), b"", b""]
    serial = digits.take(256**4)
    question, *answers = [digits.bytes(8) if digits.take(2) else b"" for _ in range(1 + devices)]
    need(serial or question or any(answers), "not in the shortest form")
    told = b"".join(one or bytes(8) for one in answers) if any(answers) else b""
    return [serial.to_bytes(4, "big"), question, told]


def read_roster(
    digits: Digits, count: int, players: int, host: Party, game: bytes, has_host: bool = True
) -> list[Party]:
    """All devices, by seats, as the host has signed them; in a parcel it leaves itself out."""
    need(digits.take(2), "the roster is missing")
    parties = [] if has_host else [host]
    parties += [read_party(digits, None, signed=False) for _ in range(count - len(parties))]
    if not has_host:
        parties.sort(key=lambda party: party.seats)
    need(sorted(s for p in parties for s in p.seats) == list(range(players)), "seats are wrong")
    need(parties == sorted(parties, key=lambda party: party.seats), "devices are not in order")
    need(any((p.seats, p.digest) == (host.seats, host.digest) for p in parties), "another host")
    roster = long_hash("roster", game, roster_hash(game, parties))
    check_signature(host.key, digits.bytes(64), roster, "the host under the roster")
    need(not digits.take(2), "the game was closed: it has two courses")
    return parties


def roster_hash(game: bytes, parties: list[Party]) -> bytes:
    return long_hash("list", game, *(party.digest for party in parties))


def open_party(party: Party, statement: Statement) -> None:
    """Check links and the private value of a device against its commitments."""
    links = [statement.link]
    for number in range(statement.number, -1, -1):
        links.append(short_hash("chain", party.key, number, links[-1]))
    need(links.pop() == party.tip, "a link does not fit its commitment")
    party.links, party.private = links[::-1], statement.private
    fits = short_hash("commit", party.key, party.private) == party.commitment
    need(fits or not party.private, "a private value does not fit its commitment")


def open_parties(
    parties: list[Party], statements: list[Statement], successions: list[Succession]
) -> dict[int, list[Party]]:
    """Check what all devices have shown; the new devices that come in the place of each."""
    later: dict[int, list[Party]] = {number: [] for number in range(len(parties))}
    shown: dict[int, list[Statement | None]] = {number: [] for number in later}
    for one in successions:
        if one.claim:
            number, claim = one.claim.device, one.claim
            first = parties[number]
            values = claim.key, claim.tip, claim.commitment
            later[number].append(Party(first.seats, *values, first.names))
            shown[number].append(one.statements[number])
    for number, last in enumerate(statements):
        for party, told in zip(
            (parties[number], *later[number]), (*shown[number], last), strict=True
        ):
            need(told, "a lost device has said nothing")
            assert told is not None
            open_party(party, told)
    return later


# The game: "Course of a game"


def take_tile(left: list[str], number: bytes) -> str:
    """The tile that a number means, out of those that are left, which are sorted."""
    return left.pop(int.from_bytes(number, "big") % len(left))


class Course:
    """The public course of a game, which it plays with all unplayed tiles in every hand."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        parties: list[Party],
        roster: bytes,
        successions: list[Succession],
        huts: tuple[str, ...] = (),
    ) -> None:
        self.rules, self.parties, self.roster = rules, parties, roster
        self.successions = successions
        self.game_hash, self.device_of_host = b"", 0
        self.later: dict[int, list[Party]] = {}  # the new devices that come in a device's place
        self.redraws: list[Redraw] = []  # what new devices are still to draw
        self.again: dict[int, int] = {}  # number of tiles of each of their seats
        self.open_values: dict[int, bytes] = {}  # q of seats that have passed on
        self.device = {s: i for i, p in enumerate(parties) for s in p.seats}
        self.workers = sorted(Counter(rules.worker_tiles[players]).elements())
        self.jungle_left = sorted(Counter(rules.jungle_tiles[players]).elements())
        self.jungle: list[str] = []
        self.hands = [list(self.workers) for _ in range(players)]
        self.piles: list[list[str]] = [[] for _ in range(players)]
        self.moves: list[Move] = []
        self.histories = [roster]
        self.placed: list[list[str]] = [[] for _ in range(players)]
        self.decided = [0] * len(parties)  # moves up to each device's last decision
        self.finished = [0] * len(parties)  # moves up to the last placement of its last seat
        self.due: list[list[tuple[int, int]]] = [[(0, 0)] for _ in parties]  # moves, link
        self.segment = 0
        first = [party.links[0] for party in parties]
        self.beacon = long_hash("beacon", roster, 0, *first)
        self.huts = huts
        self.gems: list[str] = []
        self.gems_left: list[str] = []
        if rules.module("huts") and not huts:
            self.huts = tuple(
                sides[int.from_bytes(long_hash("huts", self.beacon, j)[:8], "big") % 2]
                for j, sides in enumerate(TILES)
            )
        if rules.module("gems"):
            self.gems_left = sorted("BGRW" * (6 if players == 2 else 8))
        self.draw_gems()
        self.draw_jungle("display", rules.display + (2 if rules.module("map") else 0))
        for seat in range(players):
            self.draw_workers(seat, rules.hand)
        self.game = self.replayed()
        self.lay_gems()

    def deal(self, rules: Rules, piles: list[list[str]]) -> Deal:
        jungle = (*self.jungle, *self.jungle_left)
        gems = "".join((*self.gems, *self.gems_left))
        return Deal(tuple(map(tuple, piles)), jungle, rules, huts=self.huts, gems=gems)

    def replayed(self) -> Game:
        """The public position, with the tiles that have been drawn so far."""
        players = len(self.piles)
        workers = {players: self.rules.worker_tiles[players]}
        jungle = {players: self.rules.jungle_tiles[players]}
        hand = len(self.workers)
        public = replace(self.rules, hand=hand, worker_tiles=workers, jungle_tiles=jungle)
        game = Game(self.deal(public, [self.workers] * players))
        for move in self.moves:
            game.play(move)
        return game

    def draw_jungle(self, label: str, count: int) -> None:
        for j in range(min(count, len(self.jungle_left))):
            number = long_hash(label, self.beacon, j)
            self.jungle.append(take_tile(self.jungle_left, number))

    def draw_gems(self) -> None:
        """Put those that are left into the order in which a beacon draws them."""
        left, self.gems_left = self.gems_left, []
        for j in range(len(left)):
            self.gems_left.append(take_tile(left, long_hash("gems", self.beacon, j)))

    def lay_gems(self) -> None:
        """Those that lie on mines were drawn; nobody knows the order of the others any more."""
        count = len(self.gems_left) - len(self.game.supply.get("gem_pile", ""))
        self.gems += self.gems_left[:count]
        self.gems_left = sorted(self.gems_left[count:])

    def draw_workers(self, seat: int, count: int) -> None:
        key = self.open_values.get(seat, self.parties[self.device[seat]].private)
        for j in range(count):
            if not key:  # of a device whose seats pass on, which never shows it
                self.piles[seat].append(self.hands[seat].pop())
                continue
            text = long_hash("hand", self.beacon, seat, j)
            number = hmac.digest(key, text, "sha256")
            self.piles[seat].append(take_tile(self.hands[seat], number))

    def play(self, move: Move) -> None:
        """One decision, and the draw after it if one is due."""
        before, turn, seat = self.game.copy(), self.game.turn, self.game.to_move
        assert seat is not None
        decider = self.device[seat]
        self.game.play(move)
        self.moves.append(move)
        self.histories.append(long_hash("move", self.histories[-1], str(move)))
        self.decided[decider] = self.count
        if move.kind in ("W", "O"):
            self.placed[seat].append(move.tile)
            held = Counter(self.placed[seat]) <= Counter(self.piles[seat])
            is_known = seat in self.open_values or self.parties[decider].private
            need(held or not is_known, "a tile was placed that was not drawn")
            own = seat in self.parties[decider].seats
            if own and len(self.placed[seat]) == len(self.workers):
                self.finished[decider] = self.count
        segment = self.segment
        self.draw(before, turn, decider, blind=self.filled_blind(before, move))
        if self.segment > segment:
            self.lay_gems()
        self.deal_again()

    @property
    def count(self) -> int:
        """The number of decisions so far, in which a succession is one."""
        return len(self.histories) - 1

    def passes_on(self, draws: int) -> bool:
        """Whether seats pass on here."""
        return any((one.at, one.draws) == (self.count, draws) for one in self.successions)

    def pass_on(self, device: int, draws: int, turn: int) -> None:
        """The seats of a device pass on, or are given, as all others have signed: "Successions"."""
        agreed = next(one for one in self.successions if one.at == self.count)
        live = sorted({*self.device.values()} - {device})
        host = self.device_of_host
        successor = host if host in live else live[0]
        need(len(live) > 1, "nobody is left to draw with")
        before, claim = self.histories[-1], agreed.claim
        about = ("give", claim.digest(self.roster)) if claim else ("pass",)
        wish = long_hash(about[0], agreed.at, draws, before, *about[1:])
        for one in live:
            self.check_wish(one, agreed, wish, one == successor)
        if claim:
            self.give(device, successor, agreed, claim, turn)
        else:
            self.hand_over(device, successor)
        for redraw in self.redraws:
            if redraw.second == device:
                redraw.second = self.first_after(redraw.turn, redraw.decider, device)

    def first_after(self, turn: int, *but: int) -> int:
        """The first device after the turn's player that is none of some."""
        seats = [(turn + i) % len(self.piles) for i in range(1, len(self.piles) + 1)]
        return next(d for s in seats if (d := self.device[s]) not in but)

    def hand_over(self, device: int, successor: int) -> None:
        """The seats of a device pass on to a computer."""
        before = self.histories[-1]
        self.histories.append(long_hash("passed", before, device))
        self.decided[successor] = self.count
        value = short_hash("again", self.histories[-1])
        for seat in [seat for seat, owner in self.device.items() if owner == device]:
            self.device[seat], self.open_values[seat] = successor, value
            self.draw_workers(seat, self.take_away(seat) + self.again.pop(seat, 0))

    def take_away(self, seat: int) -> int:
        """Take away what a seat has drawn and not placed; how much it was."""
        drawn, placed = len(self.piles[seat]), self.placed[seat]
        self.piles[seat] = placed.copy()
        self.hands[seat] = sorted((Counter(self.workers) - Counter(placed)).elements())
        return drawn - len(placed)

    def give(
        self, device: int, successor: int, agreed: Succession, claim: Claim, turn: int
    ) -> None:
        """The seats of a device are given to a new one: "A new device"."""
        hashed, last = claim.digest(self.roster), agreed.statements[device]
        check_signature(claim.key, claim.signature, hashed, "a claim")
        need(last and last.moves >= self.decided[device], "a lost device has not agreed to a move")
        assert last is not None
        check_said(self, device, last, self.game_hash)
        self.histories.append(long_hash("given", self.histories[-1], device, hashed))
        self.decided[successor] = self.count
        self.parties[device] = self.later[device].pop(0)
        need((claim.device, claim.key) == (device, self.parties[device].key), "another new device")
        self.due[device] = [(0, 0)]
        second = self.first_after(turn, successor, device)
        self.redraws.append(Redraw(device, successor, second, turn))
        for seat, owner in self.device.items():
            if owner == device and seat not in self.open_values:
                self.again[seat] = self.take_away(seat) + self.again.get(seat, 0)

    def deal_again(self) -> None:
        """The seats of new devices draw."""
        while self.redraws:
            while self.passes_on(draws=1):
                self.pass_on(self.redraws[0].second, draws=1, turn=self.game.turn)
            redraw = self.redraws.pop(0)
            self.segment += 1
            self.show_links(redraw.decider, redraw.second)
            for seat in [s for s in self.again if self.device[s] == redraw.device]:
                self.draw_workers(seat, self.again.pop(seat) + self.take_away(seat))

    def check_wish(self, device: int, agreed: Succession, wish: bytes, must: bool) -> None:
        """Whether a device has signed that it wants this, or, unless it must, that it has left."""
        told = agreed.statements[device]
        need(told is not None, "an agreement is missing")
        assert told is not None
        said = told.asked[2][8 * device : 8 * device + 8]
        wishes = [wish[:8]]
        if not must:
            wishes += [
                long_hash("left", count, n, self.histories[count])[:8]
                for count in range(agreed.at + 1)
                for n in (0, 1)
            ]
        need(said in wishes, "a device has not agreed")
        check_said(self, device, told, self.game_hash)

    def filled_blind(self, before: Game, move: Move) -> int:
        return len(self.game.jungle) - len(before.jungle) - (move.kind in "JK" and move.what != "*")

    def draw(self, before: Game, turn: int, decider: int, blind: int) -> None:
        """The draw after a decision; the tiles that fill spaces can end the turn, or not."""
        if blind:
            self.next_beacon(turn, decider)
            self.draw_jungle("blind", blind)
            self.game = self.replayed()
        if self.game.is_over or self.game.turn == turn:
            return
        refill = len(before.jungle_pile) - len(self.game.jungle_pile) - blind
        if (refill or self.hands[turn]) and not blind:
            self.next_beacon(turn, decider)
        self.draw_jungle("display", refill)
        if self.hands[turn]:
            self.draw_workers(turn, 1)
        self.game = self.replayed()

    def next_beacon(self, turn: int, decider: int) -> None:
        """Step 4: the beacon of the segment that ends here, from the links of D and T."""
        self.segment += 1
        other = self.first_after(turn, decider)
        while self.passes_on(draws=1):
            lost = other
            self.pass_on(lost, draws=1, turn=turn)
            other = self.first_after(turn, decider, lost)
        self.show_links(decider, other)
        self.draw_gems()

    def show_links(self, decider: int, other: int) -> None:
        """The beacon of the segment, from the links of two devices."""
        links = []
        for device in (decider, other):
            need(self.segment < len(self.parties[device].links), "a link is missing")
            links.append(self.parties[device].links[self.segment])
            self.due[device].append((self.count, self.segment))
        self.beacon = long_hash("beacon", self.roster, self.segment, self.beacon, *links)


def check_statement(course: Course, index: int, statement: Statement, game: bytes) -> None:
    """Whether a device has said what it must by now, no more, and has signed it."""
    known, total = statement.moves, course.count
    need(known >= course.decided[index], "a decision is not signed by its device")
    check_said(course, index, statement, game)
    if index not in course.device.values():
        return  # its seats have passed on
    need(statement.private, "a private value is missing")
    number = max(link for moves, link in course.due[index] if moves <= known)
    need(statement.number == number, "a link was shown before its time, or is missing")
    need(known >= course.finished[index], "a private value was shown before its time")
    count = len({*course.device.values()})
    need(known == total or count == 2, "a statement does not cover the game")


def check_said(course: Course, index: int, statement: Statement, game: bytes) -> None:
    """Whether a device has signed a statement."""
    history = course.histories[statement.moves]
    said = (statement.moves, history, statement.number, statement.link, statement.private)
    text = long_hash("statement", game, course.roster, index, *said, *statement.asked)
    check_signature(course.parties[index].key, statement.signature, text, f"device {index}")


def verify(invitation: str, news: str) -> Record:
    """The record of a finished game, if everything in it is as it must be."""
    rules, players, host, game = read_invitation(invitation)
    digits = Digits(news, NEWS)
    need(digits.bytes(6) == game[:6], "the news are of another game")
    return verify_news(digits, rules, players, host, game)


def verify_news(
    digits: Digits, rules: Rules, players: int, host: Party, game: bytes, has_host: bool = True
) -> Record:
    """The same, from what follows G in news."""
    token, count, total = digits.bytes(4), digits.take(3) + 2, digits.take(512)
    successions = []
    if total == 511:
        successions, total = read_successions(digits, count), digits.take(512)
    found = read_statements(digits, total, count)
    statements = [one for one in found if one]
    need(len(statements) == count, "a statement is missing")
    parties = read_roster(digits, count, players, host, game, has_host)
    roster = roster_hash(game, parties)
    need(token == roster[:4], "the news are of another roster")
    later = open_parties(parties, statements, successions)
    course = Course(rules, players, parties, roster, successions, host.huts)
    course.later = later
    course.game_hash, course.device_of_host = game, course.device[host.seats[0]]
    while course.count < total:
        if course.passes_on(draws=0):
            seat = course.game.to_move
            need(seat is not None, "seats pass on after the end")
            assert seat is not None
            course.pass_on(course.device[seat], draws=0, turn=course.game.turn)
            course.deal_again()
            continue
        moves = course.game.legal_moves()
        need(moves, "moves follow the end of the game")
        course.play(moves[digits.take(len(moves))])
    need(course.game.is_over and digits.number == 0, "the game is not over, or too much follows")
    for index, statement in enumerate(statements):
        check_statement(course, index, statement, game)
    piles = [pile + left for pile, left in zip(course.piles, course.hands, strict=True)]
    names = {s: n for p in parties for s, n in zip(p.seats, p.names, strict=True)}
    seats = [names[seat] for seat in range(players)]
    return Record(course.deal(rules, piles), course.moves, seats)
