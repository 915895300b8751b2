"""Comments and variations as a word that is valid in URLs, beside the link of their game.

Moves of variations are indices into the legal moves, all in one whole number of mixed radix, as in
:mod:`cacao_core.formats.link`; docs/link.md has the details. With the texts it is compressed, and
four check digits follow, a hash of the link and of the characters: notes belong to one game.

>>> from cacao_core import Deal, Record
>>> from cacao_core.notes import Notes
>>> record = Record(Deal.shuffled(2, 7), ["W2101@1,0"]).with_notes(Notes(comments={1: "Why?"}))
>>> decode(encode(record), Record.from_link(record.to_link())) == record.notes
True
"""

from __future__ import annotations

import binascii
import zlib
from collections.abc import Mapping, Sequence
from typing import Final

from cacao_core.errors import BadLink, CacaoError, describe
from cacao_core.formats import link, text
from cacao_core.formats.link import VALUE
from cacao_core.formats.radix import Packer, Unpacker
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.notes import Notes, Variation
from cacao_core.record import Record

LONGEST: Final = 1000
"""Length limit of the word."""
_MOST: Final = 64
"""Radix of the numbers of variations, of their moves, and of comments."""
_LONGEST_TEXT: Final = 4 * text.LONGEST_NOTES
"""Length limit of what is compressed, in bytes."""
_MOST_DIGITS: Final = 4096
_CHECK_DIGITS: Final = 4
_BETWEEN: Final = "\0"
"""Between texts, none of which can have it."""
_PLAIN: Final = bytes.maketrans(b"-_", b"+/")
_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")


def encode(record: Record) -> str:
    """The comments and variations of a record; empty if it has none. Headers are left out.

    Raises:
        BadLink: they are too many, or too long.
    """
    notes = record.notes
    if not (notes.comments or notes.variations):
        return ""
    lengths = [len(one.moves) for one in notes.variations]
    if max(len(notes.comments), len(notes.variations), *lengths, 0) >= _MOST:
        raise BadLink(f"notes: a link has up to {_MOST - 1} comments, variations and moves of one")
    packed = link.to_digits(_packed(record, notes))
    texts = [packed, *(one.comment for one in notes.variations), *notes.comments.values()]
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = squeezer.compress(_BETWEEN.join(texts).encode()) + squeezer.flush()
    coded = binascii.b2a_base64(data, newline=False).translate(_URL_SAFE).decode("ascii")
    word = coded.rstrip("=")
    if len(word) + _CHECK_DIGITS > LONGEST:
        raise BadLink(f"notes of {len(word)} characters: a link has up to {LONGEST}")
    return word + _check(record, word)


def decode(word: str, record: Record) -> Notes:
    """The notes on a game.

    Args:
        word: what :func:`encode` has made.
        record: the game, as its link has it.

    Raises:
        BadLink: the word is damaged, cut off, or belongs to another game.
    """
    if not isinstance(word, str) or not _CHECK_DIGITS < len(word) <= LONGEST:
        raise BadLink(f"notes {describe(word)}: expected up to {LONGEST} characters")
    coded, check = word[:-_CHECK_DIGITS], word[-_CHECK_DIGITS:]
    if not {*word} <= VALUE.keys() or check != _check(record, coded):
        raise BadLink("notes: the check digits do not fit; they are damaged or of another game")
    packed, *texts = _unsqueezed(coded).split(_BETWEEN)
    if len(packed) > _MOST_DIGITS or not {*packed} <= VALUE.keys():
        raise BadLink("notes: the number is damaged")
    turns, lines = _unpacked(record, link.from_digits(packed))
    if len(texts) != len(turns) + len(lines):
        raise BadLink("notes: texts are missing, or there are too many")
    variations = [Variation(*line, comment) for line, comment in zip(lines, texts, strict=False)]
    comments = dict(zip(turns, texts[len(lines) :], strict=True))
    try:
        return record.with_notes(Notes(comments=comments, variations=variations)).notes
    except CacaoError as error:
        raise BadLink(f"notes: {error}") from None


def fits(word: str, record: Record) -> bool:
    """Whether a word is whole, and belongs to a game."""
    return word[-_CHECK_DIGITS:] == _check(record, word[:-_CHECK_DIGITS])


def _check(record: Record, word: str) -> str:
    return link.lowest_digits(link.hashed(f"{record.to_link()}&{word}"), _CHECK_DIGITS)


def _unsqueezed(coded: str) -> str:
    """The text that was compressed."""
    padded = coded.encode("ascii").translate(_PLAIN) + b"=" * (-len(coded) % 4)
    reader = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        data = reader.decompress(binascii.a2b_base64(padded), _LONGEST_TEXT)
        text = data.decode("utf-8")
    except (binascii.Error, zlib.error, UnicodeDecodeError) as error:
        raise BadLink(f"notes: {error}") from None
    if not reader.eof or reader.unused_data:
        raise BadLink("notes: too long, or cut off")
    return text


# --- The number ------------------------------------------------------------------------------


def _packed(record: Record, notes: Notes) -> int:
    packer, turns = Packer(), len(record.turns())
    packer.put(len(notes.comments), _MOST)
    for turn in notes.comments:
        packer.put(turn, turns + 1)
    packer.put(len(notes.variations), _MOST)
    games = _games(record, [one.turn for one in notes.variations])
    for variation in notes.variations:
        game = games[variation.turn].copy()
        packer.put(variation.turn - 1, turns)
        packer.put(len(variation.moves), _MOST)
        for move in variation.moves:
            legal = game.legal_moves()
            packer.put(legal.index(move), len(legal))
            game.apply(move)
    return packer.number()


def _unpacked(record: Record, number: int) -> tuple[list[int], list[tuple[int, tuple[Move, ...]]]]:
    """The turns with comments, and the variations."""
    unpacker, turns = Unpacker(number), len(record.turns())
    commented = [unpacker.take(turns + 1) for _ in range(unpacker.take(_MOST))]
    count = unpacker.take(_MOST)
    if count and not turns:
        raise BadLink("notes: variations of a game without turns")
    lines = list[tuple[int, tuple[Move, ...]]]()
    for _line in range(count):
        turn = 1 + unpacker.take(turns)
        game = _games(record, [turn])[turn]
        lines.append((turn, _line_of(unpacker, game, unpacker.take(_MOST))))
    is_empty = not (commented or lines)
    if unpacker.number or len({*commented}) < len(commented) or is_empty:
        raise BadLink("notes: the number is damaged")
    return commented, lines


def _line_of(unpacker: Unpacker, game: Game, count: int) -> tuple[Move, ...]:
    moves = list[Move]()
    for _ in range(count):
        legal = game.legal_moves()
        if not legal:
            raise BadLink("notes: a variation goes on after the end of the game")
        moves.append(legal[unpacker.take(len(legal))])
        game.apply(moves[-1])
    return tuple(moves)


def _games(record: Record, wanted: Sequence[int]) -> Mapping[int, Game]:
    """The positions before some turns."""
    games, game = dict[int, Game](), record.game(0)
    for turn in record.turns():
        if turn.number in wanted:
            games[turn.number] = game.copy()
        for move in turn.moves:
            game.apply(move)
    return games
