"""A record as text that people can read and write.

A header of ``key: value`` lines, an empty line, and one line for each turn::

    cacao-record 1
    rules: 1
    players: 2
    seed: 7
    red: Ana
    purple: hard

    1 red W1111@0,-1 An1@0,-1
    1 purple W2101@1,0 JM3@2,0

Instead of a seed, an explicit deal gives ``red pile: 1111 2101 …`` for each colour and
``jungle pile: P1 M3 …``. A comment is a line that starts with ``#``, or the rest of a turn's line
after one. It belongs to that turn, or to the game if no turn is above it; lines above the first
line of the record are ignored. Header lines whose key begins with ``x-`` are free for any use.
Words are separated by spaces or tabs.

Version 2 also has variations. Their lines begin with ``>`` and follow the turn that they
replace. Each variation begins with that turn's name, and may continue with later turns::

    cacao-record 2
    …
    1 purple W2101@1,0 JM3@2,0
    > 1 purple W1111@1,0 JM3@2,0  # safer
    > 2 red W1111@0,1
    > 1 purple W1012@1,0

A record without variations is written as version 1, which older programs can read.

Version 3 has unknown tiles as well, ``?`` in the piles, or starts in the middle of a game: then one
line ``position: cacao-position …`` stands in the place of the piles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from cacao_core.deal import Deal
from cacao_core.errors import BadRecord, describe
from cacao_core.game import Game
from cacao_core.moves import Move, by_turn
from cacao_core.names import check_name
from cacao_core.tiles import COLOURS

_NOTHING: Final[Mapping[Any, str]] = MappingProxyType({})

FORMAT: Final = "cacao-record"
VERSION: Final = "1"
VERSION_WITH_VARIATIONS: Final = "2"
VERSION_WITH_UNKNOWN: Final = "3"
LONGEST: Final = 1 << 16
"""Length limit of a text; a whole game has less than a tenth of it."""
LONGEST_NOTES: Final = LONGEST // 2
"""Length limit of comments, variations and custom headers together."""
OTHERS: Final = "x-"
"""Beginning of the keys of custom header lines."""

Line: TypeAlias = tuple[int, tuple[Move, ...], str]
"""A variation: first turn that it replaces, from 1; its moves; an optional comment."""


def encode(
    deal: Deal,
    moves: Iterable[Move],
    seats: Sequence[str] | None,
    headers: Mapping[str, str] = _NOTHING,
    comments: Mapping[int, str] = _NOTHING,
    variations: Iterable[Line] = (),
) -> str:
    """The text of a record; see :class:`cacao_core.formats.text_reader.RecordParts`."""
    lines = _header(deal, seats, headers)
    alternatives: dict[int, list[str]] = {}
    for first, line, remark in variations:
        alternatives.setdefault(first, []).extend(_variation(first, line, remark, deal))
    version = VERSION_WITH_VARIATIONS if alternatives else VERSION
    if not deal.is_known or deal.table is not None:
        version = VERSION_WITH_UNKNOWN
    lines += _comment_lines(comments.get(0, ""))
    for number, turn in enumerate(by_turn(moves), 1):
        text, comment = _turn(number, turn, deal), comments.get(number, "")
        if comment and "\n" not in comment:
            text, comment = f"{text}  # {comment}", ""
        lines += [text, *_comment_lines(comment), *alternatives.get(number, ())]
    return "\n".join([f"{FORMAT} {version}", *lines, ""])


def _header(deal: Deal, seats: Sequence[str] | None, headers: Mapping[str, str]) -> list[str]:
    """The lines between the first one and the turns."""
    rules = deal.rules.name if deal.rules.modules else deal.rules.number
    lines = [f"rules: {rules}", f"players: {deal.players}"]
    if deal.table is not None:
        lines.append(f"position: {Game(deal).to_text()}")
    elif deal.seed is not None:
        lines.append(f"seed: {deal.seed}")
        if deal.huts != Deal.shuffled(deal.players, deal.seed, deal.rules).huts:
            lines.append(f"huts: {' '.join(deal.huts)}")
    else:
        for colour, pile in zip(COLOURS, deal.worker_piles, strict=False):
            lines.append(f"{colour} pile: {' '.join(pile)}")
        lines.append(f"jungle pile: {' '.join(deal.jungle_pile)}")
        dealing = (module.deals for module in deal.rules.modules if module.deals)
        lines += [f"{name}: {' '.join(getattr(deal, name))}" for name in dealing]
    for colour, name in zip(COLOURS, seats or (), strict=False):
        lines.append(f"{colour}: {name}")
    lines += [f"{key}: {value}" for key, value in headers.items()]
    return [*lines, ""]


def _turn(number: int, moves: Iterable[Move], deal: Deal) -> str:
    """The line of a turn, counted from 1."""
    return " ".join([turn_name(number, deal), *map(str, moves)])


def _comment_lines(comment: str) -> list[str]:
    return [f"# {line}" for line in comment.split("\n")] if comment else []


def _variation(first: int, moves: Iterable[Move], comment: str, deal: Deal) -> list[str]:
    """The lines of a variation; the comment is on the first of them."""
    lines = [f"> {_turn(n, turn, deal)}" for n, turn in enumerate(by_turn(moves), first)]
    if comment:
        lines[0] = f"{lines[0]}  # {comment}"
    return lines


def turn_name(number: int, deal: Deal) -> str:
    """The beginning of a turn's line; the turns of the record are counted from 1."""
    played, seat = divmod(deal.turns_before + number - 1, deal.players)
    return f"{played + 1} {COLOURS[seat]}"


def checked_names(seats: Sequence[str], players: int) -> tuple[str, ...]:
    """The names of the seats, or :class:`BadRecord` if they do not fit."""
    if isinstance(seats, str) or not isinstance(seats, Sequence) or len(seats) != players:
        raise BadRecord(f"names of the seats: expected {players}, got {describe(seats)}")
    for seat, name in enumerate(seats):
        check_name(name, f"name of seat {seat}")
    return tuple(seats)
