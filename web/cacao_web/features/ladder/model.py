"""The solo ladder: eight games against the levels; reaching a target passes all before it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cacao_core.scoring import Score
from cacao_core.tiles import Seat
from cacao_web.browser.json_text import read_json


class Rung(NamedTuple):
    """One rung of the ladder: a game with a target."""

    levels: tuple[str, ...]  # the computers of the game
    gold: int  # the gold that the person must reach
    wins: bool = False  # whether the person must also win, alone or with others
    once: tuple[str, ...] = ()
    """The computers that it had when there were four levels; games against them count."""

    def reached(self, scores: Sequence[Score], winners: Sequence[Seat], seat: Seat) -> bool:
        """Whether the person at a seat has reached the target of a finished game."""
        return scores[seat].total >= self.gold and (not self.wins or seat in winners)


RUNGS: Final = (
    Rung(("newcomer",), 25, once=("easy",)),
    Rung(("gentle", "gentle"), 30, wins=True, once=("easy", "easy")),
    Rung(("easy",), 40, once=("medium",)),
    Rung(("casual", "fair", "casual"), 35, wins=True, once=("easy", "medium", "easy")),
    Rung(("able",), 50, wins=True, once=("medium",)),
    Rung(("medium", "medium"), 45, wins=True),
    Rung(("hard",), 55, wins=True),
    Rung(("expert",), 60, wins=True),
)


class Best(NamedTuple):
    """A person's best results at a rung."""

    gold: int  # the most of all attempts
    reached: bool  # whether any attempt has reached the target


Climb = Mapping[int, Best]
"""Number of a rung, from 1 -> its results; rungs without an attempt are missing."""


def with_try(climb: Climb, number: int, gold: int, reached: bool) -> dict[int, Best]:
    """The results after one more attempt; adding the same attempt again changes nothing."""
    old = climb.get(number, Best(gold, reached))
    return {**climb, number: Best(max(old.gold, gold), old.reached or reached)}


def due(climb: Climb) -> int:
    """The rung after the highest whose target was reached: that passes all rungs before it."""
    return max((number + 1 for number, best in climb.items() if best.reached), default=1)


def to_text(climb: Climb) -> str:
    return json.dumps({str(number): list(best) for number, best in sorted(climb.items())})


def from_text(text: str) -> dict[int, Best]:
    """Read stored results; damaged entries are left out."""
    try:
        data = read_json(text)
    except ValueError:
        return {}
    names = {str(number): number for number in range(1, len(RUNGS) + 1)}
    bests: dict[int, Best] = {}
    for name, value in data.items() if isinstance(data, dict) else ():
        match value:
            case [int(gold), bool(reached)] if name in names and not isinstance(gold, bool):
                bests[names[name]] = Best(gold, reached)
    return bests
