"""The link payload: a whole game in about 80 characters that a URL may carry (API.md).

A payload is a version character, the game as one whole number in base 64, most significant digit
first, and seven check digits. The number is in mixed radix, first digit least significant::

    rules version (16)   players - 2 (3)   kind of deal (3: seed below 2**32, below 2**64, explicit)
    seed, or the tiles of each pile as indices into the kinds that are left
    number of moves (512)   each move as its index into the legal moves of its position

Old versions stay readable: each has its own reader, chosen by the first character.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from cacao_core.deal import Deal
from cacao_core.errors import BadDeal, BadLink
from cacao_core.game import Game
from cacao_core.moves import Move, shorten
from cacao_core.tiles import MAX_PLAYERS, MIN_PLAYERS, jungle_counts, worker_counts

VERSION: Final = "1"
RULES: Final = 1
LONGEST: Final = 512
"""No payload is longer; a longest possible game with an explicit deal stays far below."""

_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUE: Final = {character: value for value, character in enumerate(_ALPHABET)}
_CHECK_DIGITS: Final = 7
_RULES_RADIX: Final = 16
_MOVES_RADIX: Final = 512
_SEED_RADIX: Final = (1 << 32, 1 << 64)
_EXPLICIT: Final = len(_SEED_RADIX)


class _Packer:
    """Digits in mixed radix, made into one number."""

    def __init__(self) -> None:
        self.digits: list[tuple[int, int]] = []

    def put(self, value: int, radix: int) -> None:
        self.digits.append((value, radix))

    def number(self) -> int:
        number = 0
        for value, radix in reversed(self.digits):
            number = number * radix + value
        return number


class _Unpacker:
    """One number, taken apart into digits in mixed radix."""

    def __init__(self, number: int) -> None:
        self.number = number

    def take(self, radix: int) -> int:
        self.number, value = divmod(self.number, radix)
        return value


def encode(deal: Deal, moves: Iterable[Move]) -> str:
    """The payload of a deal and the legal moves played since."""
    packer = _Packer()
    packer.put(RULES, _RULES_RADIX)
    packer.put(deal.players - MIN_PLAYERS, MAX_PLAYERS - MIN_PLAYERS + 1)
    _put_deal(packer, deal)
    played = tuple(moves)
    packer.put(len(played), _MOVES_RADIX)
    game = Game(deal)
    for move in played:
        legal = game._legal_moves()
        packer.put(legal.index(move), len(legal))
        game._apply(move)
    text = VERSION + _to_digits(packer.number())
    return text + _check_digits(text)


def decode(payload: str) -> tuple[Deal, list[Move]]:
    """The deal and the moves of a payload.

    Raises:
        BadLink: it is damaged, truncated, foreign, or of an unknown version.
    """
    if not isinstance(payload, str):
        raise BadLink(f"a link payload is text, not {type(payload).__name__}")
    if not payload or len(payload) > LONGEST:
        raise BadLink(f"link of {len(payload)} characters: expected 1 to {LONGEST}")
    for index, character in enumerate(payload):
        if character not in _VALUE:
            raise BadLink(f"link, character {index + 1}: unexpected {shorten(character)}")
    text, check = payload[:-_CHECK_DIGITS], payload[-_CHECK_DIGITS:]
    if not text or check != _check_digits(text):
        raise BadLink("link: the check digits do not fit; it is damaged, cut off or not of Cacao")
    if text[0] != VERSION:
        raise BadLink(f"link of version {text[0]!r}; expected {VERSION}: it needs a newer program")
    deal, moves = _read(text[1:])
    if encode(deal, moves) != payload:
        raise BadLink("link: not in the shortest form")
    return deal, moves


def _read(digits: str) -> tuple[Deal, list[Move]]:
    unpacker = _Unpacker(_from_digits(digits))
    rules = unpacker.take(_RULES_RADIX)
    if rules != RULES:
        raise BadLink(f"link of rules version {rules}; expected {RULES}")
    players = MIN_PLAYERS + unpacker.take(MAX_PLAYERS - MIN_PLAYERS + 1)
    try:
        deal = _take_deal(unpacker, players)
    except BadDeal as error:
        raise BadLink(f"link: {error}") from None
    game = Game(deal)
    moves = []
    for number in range(1, unpacker.take(_MOVES_RADIX) + 1):
        legal = game._legal_moves()
        if not legal:
            raise BadLink(f"link, move {number}: the game is over")
        moves.append(legal[unpacker.take(len(legal))])
        game._apply(moves[-1])
    return deal, moves


def _put_deal(packer: _Packer, deal: Deal) -> None:
    kinds = len(_SEED_RADIX) + 1
    if deal.seed is None:
        packer.put(_EXPLICIT, kinds)
        for pile in deal.worker_piles:
            _put_pile(packer, pile, worker_counts(deal.players))
        _put_pile(packer, deal.jungle_pile, jungle_counts(deal.players))
    else:
        kind = 0 if deal.seed < _SEED_RADIX[0] else 1
        packer.put(kind, kinds)
        packer.put(deal.seed, _SEED_RADIX[kind])


def _take_deal(unpacker: _Unpacker, players: int) -> Deal:
    kind = unpacker.take(len(_SEED_RADIX) + 1)
    if kind != _EXPLICIT:
        return Deal.shuffled(players, unpacker.take(_SEED_RADIX[kind]))
    workers = tuple(_take_pile(unpacker, worker_counts(players)) for _ in range(players))
    return Deal(workers, _take_pile(unpacker, jungle_counts(players)))


def _put_pile(packer: _Packer, pile: tuple[str, ...], left: dict[str, int]) -> None:
    for tile in pile:
        kinds = [kind for kind, count in left.items() if count]
        packer.put(kinds.index(tile), len(kinds))
        left[tile] -= 1


def _take_pile(unpacker: _Unpacker, left: dict[str, int]) -> tuple[str, ...]:
    pile = []
    while kinds := [kind for kind, count in left.items() if count]:
        tile = kinds[unpacker.take(len(kinds))]
        left[tile] -= 1
        pile.append(tile)
    return tuple(pile)


def _to_digits(number: int) -> str:
    digits = ""
    while number:
        number, value = divmod(number, 64)
        digits = _ALPHABET[value] + digits
    return digits


def _from_digits(digits: str) -> int:
    number = 0
    for digit in digits:
        number = number * 64 + _VALUE[digit]
    return number


def _check_digits(text: str) -> str:
    """The first 42 bits of the SHA-256 of a payload without its check digits."""
    start = hashlib.sha256(f"cacao:{text}".encode("ascii")).digest()[:8]
    digits = ""
    for shift in range(_CHECK_DIGITS):
        digits += _ALPHABET[int.from_bytes(start, "big") >> (58 - 6 * shift) & 63]
    return digits
