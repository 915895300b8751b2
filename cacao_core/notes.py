"""Additions to a record: comments, variations, and custom header lines.

>>> from cacao_core import Deal, Move, Record
>>> from cacao_core.notes import Notes, Variation
>>> record = Record(Deal.shuffled(players=2, seed=7), ["W2101@1,0", "Aw1@1,0", "W1111@0,-1"])
>>> noted = record.with_notes(
...     Notes(
...         headers={"x-event": "at home"},
...         comments={0: "A short game.", 1: "cacao at once"},
...         variations=[Variation(1, (Move.parse("W1111@1,0"),), "gives less")],
...     )
... )
>>> print(noted.to_text())
cacao-record 2
rules: 1
players: 2
seed: 7
x-event: at home
<BLANKLINE>
# A short game.
1 red W2101@1,0 Aw1@1,0  # cacao at once
> 1 red W1111@1,0  # gives less
1 purple W1111@0,-1
<BLANKLINE>
>>> Record.from_text(noted.to_text()) == noted
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from cacao_core.deal import Deal, is_whole
from cacao_core.errors import BadRecord, IllegalMove, describe
from cacao_core.formats import text
from cacao_core.formats.text import LONGEST_NOTES, OTHERS
from cacao_core.game import Game
from cacao_core.moves import Move, by_turn
from cacao_core.names import CONTROLS
from cacao_core.tiles import Seat

_MOST: Final = 1000
"""Most entries of one kind; a game has far fewer turns."""


class Turn(NamedTuple):
    """One turn of a record."""

    number: int
    """The turn, from 1."""
    round: int
    """Number of turns of its seat so far, from 1."""
    seat: Seat
    at: int
    """Number of moves of the record before it: ``record.game(at)`` is its position."""
    moves: tuple[Move, ...]
    """Its moves, including those of other seats; the last turn may be incomplete."""
    comment: str = ""
    """Lines separated by a line feed; empty if there is none."""


class Variation(NamedTuple):
    """Another possible course of a game."""

    turn: int
    """The turn that it replaces, from 1."""
    moves: tuple[Move, ...]
    """Legal moves from the start of that turn on, of one turn or more."""
    comment: str = ""
    """A single line; may be empty."""


@dataclass(frozen=True, eq=True)
class Notes:
    """Comments, variations and custom header lines; immutable like the record that holds it.

    Args:
        headers: custom header lines; the keys begin with ``x-``.
        comments: by turn from 1, and 0 for the whole game; lines are separated by a line feed.
        variations: they are sorted by turn.

    Raises:
        BadRecord: something cannot be written in the text of a record.
    """

    headers: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)
    variations: Sequence[Variation] = ()

    def __post_init__(self) -> None:
        headers = dict(_header(*pair) for pair in _pairs(self.headers, "headers"))
        comments = dict(_comment(*pair) for pair in _pairs(self.comments, "comments"))
        object.__setattr__(self, "headers", MappingProxyType(headers))
        object.__setattr__(self, "comments", MappingProxyType(dict(sorted(comments.items()))))
        object.__setattr__(self, "variations", tuple(_variations(self.variations)))

    def __bool__(self) -> bool:
        return bool(self.headers or self.comments or self.variations)

    def __hash__(self) -> int:
        return hash((frozenset(self.headers.items()), frozenset(self.comments.items())))

    def __repr__(self) -> str:
        headers, comments = dict(self.headers), dict(self.comments)
        return f"Notes(headers={headers}, comments={comments}, variations={self.variations})"

    def up_to(self, turns: int) -> Notes:
        """The notes on the first turns and on the whole game."""
        comments = {turn: text for turn, text in self.comments.items() if turn <= turns}
        variations = [variation for variation in self.variations if variation.turn <= turns]
        return Notes(self.headers, comments, variations)

    def joined(self, other: Notes) -> Notes:
        """The notes on two copies of a game together; what is in both is there once.

        Of two values of a header, and of two comments on a variation, those of this copy stay.
        """
        comments = dict(self.comments)
        for turn, comment in other.comments.items():
            lines = comments[turn].split("\n") if turn in comments else []
            more = [line for line in comment.split("\n") if line not in lines]
            comments[turn] = "\n".join((*lines, *more))
        there = {one[:2] for one in self.variations}
        new = [one for one in other.variations if one[:2] not in there]
        return Notes({**other.headers, **self.headers}, comments, [*self.variations, *new])

    def checked(self, deal: Deal, moves: Sequence[Move]) -> Notes:
        """The same notes, after checking that they fit a game.

        Raises:
            BadRecord: there is no such turn, or there are too many notes.
            IllegalMove: in a variation; the message says which.
        """
        turns = by_turn(moves)
        for turn in self.comments:
            if turn > len(turns):
                raise BadRecord(f"comment on turn {turn}: expected 0 to {len(turns)}")
        played = [tuple(_played(deal, turns, variation)) for variation in self.variations]
        pairs = zip(self.variations, played, strict=True)
        variations = tuple(variation._replace(moves=line) for variation, line in pairs)
        bare = len(text.encode(deal, moves, None))
        noted = len(text.encode(deal, moves, None, self.headers, self.comments, variations)) - bare
        if noted > LONGEST_NOTES:
            raise BadRecord(f"notes of {noted} characters: expected up to {LONGEST_NOTES}")
        return Notes(self.headers, self.comments, variations)


def _pairs(value: object, what: str) -> Iterator[tuple[object, object]]:
    if not isinstance(value, Mapping) or len(value) > _MOST:
        raise BadRecord(f"{what}: expected up to {_MOST} in a mapping, got {describe(value)}")
    yield from value.items()


def _header(key: object, value: object) -> tuple[str, str]:
    name = _line(key, "header", empty=False)
    if not name.startswith(OTHERS) or ":" in name:
        raise BadRecord(f"header {describe(name)}: expected {OTHERS}… without a colon")
    return name, _line(value, f"header {describe(name)}", empty=True)


def _comment(turn: object, comment: object) -> tuple[int, str]:
    if not is_whole(turn) or not 0 <= turn <= _MOST:
        raise BadRecord(f"comment on turn {describe(turn)}: expected 0 to {_MOST}")
    if not isinstance(comment, str):
        raise BadRecord(f"comment on turn {turn}: expected text, got {describe(comment)}")
    lines = [_line(line, f"comment on turn {turn}", empty=False) for line in comment.split("\n")]
    return turn, "\n".join(lines)


def _variations(value: object) -> list[Variation]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > _MOST:
        raise BadRecord(f"variations: expected up to {_MOST} of them, got {describe(value)}")
    return sorted(map(_variation, value), key=lambda variation: variation.turn)


def _variation(value: object) -> Variation:
    if not isinstance(value, Variation):
        raise BadRecord(f"variations: expected a Variation, got {describe(value)}")
    if not is_whole(value.turn) or not 1 <= value.turn <= _MOST:
        raise BadRecord(f"variation of turn {describe(value.turn)}: expected 1 to {_MOST}")
    comment = _line(value.comment, f"variation of turn {value.turn}", empty=True)
    return value._replace(comment=comment)


def _line(line: object, where: str, *, empty: bool) -> str:
    """A text that can be read back from a line."""
    if not isinstance(line, str):
        raise BadRecord(f"{where}: expected text, got {describe(line)}")
    if not line and not empty:
        raise BadRecord(f"{where}: expected a text with something in it")
    if line != line.strip() or not CONTROLS.isdisjoint(line.replace("\t", " ")):
        raise BadRecord(f"{where}: {describe(line)} has control characters, or spaces around it")
    return str(line)


def _played(deal: Deal, turns: Sequence[Iterable[Move]], variation: Variation) -> Iterator[Move]:
    """The moves of a variation, checked by playing them."""
    where = f"variation of turn {variation.turn}"
    if variation.turn > len(turns):
        raise BadRecord(f"{where}: expected 1 to {len(turns)}")
    line = variation.moves
    if not isinstance(line, Sequence) or isinstance(line, str) or not line:
        raise BadRecord(f"{where}: expected moves, got {describe(line)}")
    game = Game(deal)
    for turn in turns[: variation.turn - 1]:
        for move in turn:
            game.apply(move)
    for number, move in enumerate(line, 1):
        try:
            legal = game.find_move(move)
        except IllegalMove as error:
            raise IllegalMove(f"{where}, move {number}: {error}") from None
        game.apply(legal)
        yield legal
