"""The link payload: a whole game in about 80 characters that are valid in URLs (docs/api.md).

A payload is a version character, the game as one whole number in base 64, most significant digit
first, and seven check digits. The number is in mixed radix, first digit least significant::

    number of the rules (16)   players - 2 (3)
    kind of deal (8: seed below 2**32, below 2**64, explicit, with unknown tiles, with a table)
    seed, or the tiles of each pile as indices into the remaining kinds (after ``?`` in the last)
    number of moves (512), and each move as its index into the legal moves

Three check digits are a hash of the characters, to detect damage. Four are a hash of the decoded
piles and moves in notation: a program with another shuffle or order of legal moves refuses a link
instead of showing another game. The last digit is a letter or figure, because programs that find
links in texts cut ``-`` and ``_`` off.

Old versions stay readable: each has its own reader, chosen by the first character.
"""

from __future__ import annotations

import binascii
import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from cacao_core.deal import Deal, check_players
from cacao_core.errors import BadDeal, BadLink, OtherVersion, describe
from cacao_core.formats import link_table
from cacao_core.formats.radix import Packer, Unpacker, put_rules, take_rules
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.rules import Rules, rules_of
from cacao_core.tiles import MAX_PLAYERS, MIN_PLAYERS, UNKNOWN

if TYPE_CHECKING:
    from cacao_core.knowledge.table import LaidTable

VERSION: Final = "1"
LONGEST: Final = 1024
"""Length limit of a payload; the longest possible game with an explicit deal is far below."""

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
VALUE: Final = {character: value for value, character in enumerate(ALPHABET)}
_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")
_DAMAGE_DIGITS: Final = 3
_MEANING_DIGITS: Final = 4
_LAST_RADIX: Final = 32
_MOVES_RADIX: Final = 512
_KIND_RADIX: Final = 8
_SEED_RADIX: Final = (1 << 32, 1 << 64)
_EXPLICIT: Final = len(_SEED_RADIX)
_WITH_UNKNOWN: Final = _EXPLICIT + 1
_WITH_TABLE: Final = _WITH_UNKNOWN + 1


class Decoded(NamedTuple):
    """The content of a payload: the moves are legal, and ``game`` is the position after them."""

    deal: Deal
    moves: tuple[Move, ...]
    game: Game


Digits: TypeAlias = tuple[tuple[int, int], ...]
"""Each move as its index into the legal moves of its position, and the number of these."""


def digits(deal: Deal, moves: Iterable[Move]) -> Digits:
    """The digits of legal moves, found by replaying the game."""
    game = Game(deal)
    digits = []
    for move in moves:
        legal = game.legal_moves()
        digits.append((legal.index(move), len(legal)))
        game.apply(move)
    return tuple(digits)


def encode(deal: Deal, moves: Iterable[Move], known: Digits | None = None) -> str:
    """The payload of a deal and legal moves; fast if their digits are known."""
    played = tuple(moves)
    packer = Packer()
    put_rules(packer, deal.rules.number)
    packer.put(deal.players - MIN_PLAYERS, MAX_PLAYERS - MIN_PLAYERS + 1)
    _put_deal(packer, deal)
    packer.put(len(played), _MOVES_RADIX)
    for value, radix in digits(deal, played) if known is None else known:
        packer.put(value, radix)
    text = VERSION + to_digits(packer.number())
    return text + _damage_check(text) + _meaning_check(deal, played)


def decode(payload: str) -> Decoded:
    """The game of a payload.

    Raises:
        BadLink: it is damaged, truncated, foreign, or of an unknown version.
    """
    if not isinstance(payload, str):
        raise BadLink(f"a link payload is text, not {describe(payload)}")
    reader = _READERS.get(payload[:1])
    if reader is None:
        versions = " or ".join(_READERS)
        raise BadLink(f"link {describe(payload)}: expected it to begin with version {versions}")
    if len(payload) > LONGEST:
        raise BadLink(f"link of {len(payload)} characters: expected up to {LONGEST}")
    for index, character in enumerate(payload):
        if character not in VALUE:
            raise BadLink(f"link, character {index + 1}: unexpected {describe(character)}")
    return reader(payload)


def _read_version_1(payload: str) -> Decoded:
    text = payload[: -_DAMAGE_DIGITS - _MEANING_DIGITS]
    check, meaning = payload[len(text) : -_MEANING_DIGITS], payload[-_MEANING_DIGITS:]
    if not text or check != _damage_check(text):
        raise BadLink("link: the check digits do not fit; it is damaged, cut off or not of Cacao")
    unpacker = Unpacker(from_digits(text[1:]))
    number = take_rules(unpacker)
    rules = rules_of(number)
    if rules is None:
        raise OtherVersion(f"link of a game with rules {number}: it needs a newer program")
    players = MIN_PLAYERS + unpacker.take(MAX_PLAYERS - MIN_PLAYERS + 1)
    try:
        deal = _take_deal(unpacker, players, rules)
    except BadDeal as error:
        raise BadLink(f"link: {error}") from None
    decoded = _take_moves(unpacker, deal)
    if meaning != _meaning_check(deal, decoded.moves):
        raise BadLink("link: it means another game here than where it was made; or it is damaged")
    if encode(deal, decoded.moves) != payload:
        raise BadLink("link: not in the shortest form")
    return decoded


_READERS: Final[dict[str, Callable[[str], Decoded]]] = {"1": _read_version_1}


def _take_moves(unpacker: Unpacker, deal: Deal) -> Decoded:
    game = Game(deal)
    moves = []
    for number in range(1, unpacker.take(_MOVES_RADIX) + 1):
        legal = game.legal_moves()
        if not legal:
            raise BadLink(f"link, move {number}: the game is over")
        moves.append(legal[unpacker.take(len(legal))])
        game.apply(moves[-1])
    return Decoded(deal, tuple(moves), game)


def _put_deal(packer: Packer, deal: Deal) -> None:
    if deal.table is not None:
        _put_middle(packer, deal, deal.table)
    elif deal.seed is None:
        packer.put(_EXPLICIT if deal.is_known else _WITH_UNKNOWN, _KIND_RADIX)
        for pile in deal.worker_piles:
            _put_pile(packer, pile, deal.rules.worker_tiles[deal.players], deal.is_known)
        jungle = deal.rules.jungle_tiles[deal.players]
        _put_pile(packer, deal.jungle_pile, jungle, deal.is_known)
        _put_dealt(packer, deal)
    else:
        kind = 0 if deal.seed < _SEED_RADIX[0] else 1
        packer.put(kind, _KIND_RADIX)
        packer.put(deal.seed, _SEED_RADIX[kind])
        if deal.huts:
            _put_chosen_huts(packer, deal, deal.seed)


def _put_dealt(packer: Packer, deal: Deal) -> None:
    """Write the things that modules have dealt, in an explicit deal."""
    for module in deal.rules.modules:
        if module.deals:
            dealt = getattr(deal, module.deals)
            for value, radix in module.deal_digits(dealt, deal.players):
                packer.put(value, radix)


def _take_dealt(unpacker: Unpacker, rules: Rules, players: int) -> dict[str, Any]:
    return {
        module.deals: module.take_deal(unpacker.take, players)
        for module in rules.modules
        if module.deals
    }


def _put_chosen_huts(packer: Packer, deal: Deal, seed: int) -> None:
    """Whether people have chosen the sides of the huts; if so, these."""
    chosen = deal.huts != Deal.shuffled(deal.players, seed, deal.rules).huts
    packer.put(int(chosen), 2)
    module = deal.rules.module("huts")
    if chosen and module is not None:
        for value, radix in module.deal_digits(deal.huts, deal.players):
            packer.put(value, radix)


def _put_middle(packer: Packer, deal: Deal, table: LaidTable) -> None:
    """A deal with a table: that, then how many tiles each pile has, and its tiles."""
    packer.put(_WITH_TABLE, _KIND_RADIX)
    link_table.put(packer, table, deal.rules, deal.players)
    for pile, counts in _piles(deal.worker_piles, deal.jungle_pile, deal.players, deal.rules):
        packer.put(len(pile), sum(counts.values()) + 1)
        _put_pile(packer, pile, counts, known=False)


def _take_middle(unpacker: Unpacker, players: int, rules: Rules) -> Deal:
    table = link_table.take(unpacker, rules, players)
    *workers, jungle = (
        _take_pile(unpacker, counts, False, unpacker.take(sum(counts.values()) + 1))
        for _pile, counts in _piles(((),) * players, (), players, rules)
    )
    return link_table.checked(Deal(tuple(workers), jungle, rules, table))


def _piles(
    workers: tuple[tuple[str, ...], ...], jungle: tuple[str, ...], players: int, rules: Rules
) -> list[tuple[tuple[str, ...], Mapping[str, int]]]:
    """Each pile with the tiles of a whole game."""
    counts = rules.worker_tiles[players]
    return [*((pile, counts) for pile in workers), (jungle, rules.jungle_tiles[players])]


def _take_deal(unpacker: Unpacker, players: int, rules: Rules) -> Deal:
    check_players(players, rules)
    kind = unpacker.take(_KIND_RADIX)
    if kind == _WITH_TABLE:
        return _take_middle(unpacker, players, rules)
    if kind > _WITH_UNKNOWN:
        raise BadLink(f"link with a deal of kind {kind}: it needs a newer program")
    if kind < _EXPLICIT:
        seed, module = unpacker.take(_SEED_RADIX[kind]), rules.module("huts")
        if module is None or not unpacker.take(2):
            return Deal.shuffled(players, seed, rules)
        return Deal.shuffled(players, seed, rules, module.take_deal(unpacker.take, players))
    counts = rules.worker_tiles[players]
    is_explicit = kind == _EXPLICIT
    workers = tuple(_take_pile(unpacker, counts, is_explicit) for _ in range(players))
    jungle = _take_pile(unpacker, rules.jungle_tiles[players], is_explicit)
    return Deal(workers, jungle, rules, **_take_dealt(unpacker, rules, players))


def _put_pile(
    packer: Packer, pile: tuple[str, ...], counts: Mapping[str, int], known: bool
) -> None:
    left = dict(counts)
    for tile in pile:
        kinds = _kinds(left, known)
        packer.put(kinds.index(tile), len(kinds))
        if tile != UNKNOWN:
            left[tile] -= 1


def _take_pile(
    unpacker: Unpacker, counts: Mapping[str, int], known: bool, size: int | None = None
) -> tuple[str, ...]:
    left = dict(counts)
    pile = []
    for _ in range(sum(counts.values()) if size is None else size):
        kinds = _kinds(left, known)
        tile = kinds[unpacker.take(len(kinds))]
        pile.append(tile)
        if tile != UNKNOWN:
            left[tile] -= 1
    return tuple(pile)


def _kinds(left: Mapping[str, int], known: bool) -> list[str]:
    """The kinds that the next tile of a pile may have, if so many are left of each kind."""
    kinds = [kind for kind, count in left.items() if count]
    return kinds if known else [UNKNOWN, *kinds]


def to_digits(number: int) -> str:
    """A whole number in base 64, most significant digit first; 0 has no digits."""
    triples = -(-number.bit_length() // 24)  # of bytes, four digits each
    encoded = binascii.b2a_base64(number.to_bytes(3 * triples, "big"), newline=False)
    return encoded.translate(_URL_SAFE).decode("ascii").lstrip(ALPHABET[0])


def from_digits(digits: str) -> int:
    """The number of digits in base 64."""
    number = 0
    for digit in digits:
        number = number * 64 + VALUE[digit]
    return number


def _damage_check(text: str) -> str:
    """Check digits of the characters."""
    return lowest_digits(hashed(text), _DAMAGE_DIGITS)


def _meaning_check(deal: Deal, moves: Iterable[Move]) -> str:
    """Check digits of the game itself."""
    lines = [" ".join(pile) for pile in (*deal.worker_piles, deal.jungle_pile)]
    if deal.table is not None:
        lines.insert(0, link_table.told(deal.table))
    for module in deal.rules.modules:
        if module.deals:
            lines.append(" ".join(getattr(deal, module.deals)))
    number = hashed("\n".join([*lines, *map(str, moves)]))
    last = ALPHABET[(number >> 40) % _LAST_RADIX]
    return lowest_digits(number, _MEANING_DIGITS - 1) + last


def lowest_digits(number: int, count: int) -> str:
    """The lowest digits of a number in base 64, lowest first."""
    return "".join(ALPHABET[number >> 6 * place & 63] for place in range(count))


def hashed(text: str) -> int:
    """The first 64 bits of the SHA-256 of a text."""
    return int.from_bytes(hashlib.sha256(f"cacao:{text}".encode()).digest()[:8], "big")
