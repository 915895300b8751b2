"""The sums of a game's analysis: a few numbers, so that statistics need not read all of it.

The analysis of a game is kept under :data:`~cacao_web.saves.saves.NOTES` and the game's name, as
JSON with ``version``, ``game`` (the link of its record), ``turns``, and ``sums``: an object with
the fields of :class:`Sums`. Each of the turns has, among others, ``at``, ``seat``, ``leads`` (each
seat's expected lead before it) and ``skill`` (``skill[decider][seat]``, what decisions in it
changed), in gold, see :class:`cacao_core.ai.ReviewedTurn`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cacao_web.browser.json_text import read_json


class Given(NamedTuple):
    """The gold that the decisions of a seat gave away in a game, by kind; below 0: they gained."""

    placing: float
    overbuilding: float
    filling: float
    using: float  # workers

    @property
    def total(self) -> float:
        """The gold that all its decisions gave away: its own part of its ``skill``, negated."""
        return sum(self)


class Sums(NamedTuple):
    """Luck and skill of a game, by seat, in gold: ``result = luck + sum(skill)``."""

    result: tuple[float, ...]  # each seat's final lead over the best of the others
    luck: tuple[float, ...]  # the part of the tiles in it
    skill: tuple[tuple[float, ...], ...]  # skill[seat][decider]: the part of each one's decisions
    turns: tuple[int, ...]  # number of each seat's own turns
    given: tuple[Given, ...]  # what each seat gave away

    def loss(self, seat: int) -> float:
        """Expected gold that a seat lost in each of its own turns, on average."""
        return -self.skill[seat][seat] / max(1, self.turns[seat])


def of_analysis(text: str, link: str) -> Sums | None:
    """The sums of a stored analysis; None if it has none, is damaged, or is of another game.

    Args:
        text: the stored analysis; may be empty.
        link: of the game's record.
    """
    if not text:
        return None
    try:
        data = read_json(text)
        return _read(data["sums"]) if data["game"] == link else None
    except (ValueError, KeyError, TypeError):
        return None


def _read(data: dict[str, Any]) -> Sums:
    result, luck = (tuple(map(float, data[name])) for name in ("result", "luck"))
    skill = tuple(tuple(map(float, row)) for row in data["skill"])
    turns = tuple(map(int, data["turns"]))
    if {*map(len, (luck, skill, turns, *skill))} != {len(result)}:
        raise ValueError("sums of an analysis: not one for each seat")
    return Sums(result, luck, skill, turns, _given(data["given"], len(result)))


def _given(rows: Any, seats: int) -> tuple[Given, ...]:  # noqa: ANN401  # any value
    """The gold that each seat gave away."""
    if len(rows) != seats:
        raise ValueError("sums of an analysis: not what each seat gave away")
    return tuple(Given(*map(float, row)) for row in rows)
