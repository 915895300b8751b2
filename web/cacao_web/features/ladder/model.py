"""The solo ladder: eight games against the levels, each with a target; who reaches it climbs on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cacao_core.scoring import Score
from cacao_core.tiles import Seat
from cacao_web.browser.json_text import read_json


class Rung(NamedTuple):
    """One game of the ladder.

    Attributes:
        levels: the computers that sit there besides the person.
        gold: what the person has to reach at least.
        wins: whether the person has to win as well, alone or with others.
    """

    levels: tuple[str, ...]
    gold: int
    wins: bool = False

    def reached(self, scores: Sequence[Score], winners: Sequence[Seat], seat: Seat) -> bool:
        """Whether the person at a seat has reached the target of a game that is over."""
        return scores[seat].total >= self.gold and (not self.wins or seat in winners)


RUNGS: Final = (
    Rung(("easy",), 25),
    Rung(("easy", "easy"), 30, wins=True),
    Rung(("medium",), 40),
    Rung(("easy", "medium", "easy"), 35, wins=True),
    Rung(("medium",), 50, wins=True),
    Rung(("medium", "medium"), 45, wins=True),
    Rung(("hard",), 55, wins=True),
    Rung(("expert",), 60, wins=True),
)


class Best(NamedTuple):
    """What a person has made of a rung so far.

    Attributes:
        gold: the most of all tries.
        reached: whether the target was reached in one of them.
    """

    gold: int
    reached: bool


Climb = Mapping[int, Best]
"""Number of a rung, from 1 -> what was made of it; a rung that was never tried is missing."""


def with_try(climb: Climb, number: int, gold: int, reached: bool) -> dict[int, Best]:
    """A climb after one more try; the same try again changes nothing."""
    old = climb.get(number, Best(gold, reached))
    return {**climb, number: Best(max(old.gold, gold), old.reached or reached)}


def due(climb: Climb) -> int:
    """The first rung whose target was not reached yet; one more than there are after the last."""
    numbers = range(1, len(RUNGS) + 1)
    return next((n for n in numbers if n not in climb or not climb[n].reached), len(RUNGS) + 1)


def to_text(climb: Climb) -> str:
    """A climb as it is kept."""
    return json.dumps({str(number): list(best) for number, best in sorted(climb.items())})


def from_text(text: str) -> dict[int, Best]:
    """A climb that was kept; what is damaged in it is left out."""
    try:
        data = read_json(text)
    except ValueError:
        return {}
    names = {str(number): number for number in range(1, len(RUNGS) + 1)}
    found: dict[int, Best] = {}
    for name, value in data.items() if isinstance(data, dict) else ():
        match value:
            case [int(gold), bool(reached)] if name in names and not isinstance(gold, bool):
                found[names[name]] = Best(gold, reached)
    return found
