"""A storm: as many puzzles as one can within a time, from easy to hard, and the best results."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from cacao_web.browser.json_text import read_json

if TYPE_CHECKING:
    from cacao_core.puzzles import Puzzle

PACES: Final[Mapping[str, int | None]] = {"three": 180, "six": 360, "calm": None}
"""Name of a pace -> seconds; None without a clock."""
ERRORS: Final = 3
"""A storm ends with so many wrong answers, so that guessing does not pay."""
_STEPS: Final = 60
"""Most puzzles of a storm."""
_CROWDED: Final = 6
"""Rating that each move before the position adds: the more lies there, the more is to be seen."""
ADDRESS: Final = "storm"
"""Fragment of the address of a storm; it leads to none of its puzzles."""
_SKIPPED: Final = 2.5
"""Seconds between two ticks after which the device has slept: such time does not count."""
_BEST: Final = 5
"""Number of results that are kept of each pace."""


def path(puzzles: Sequence[Puzzle], rng: Random) -> list[Puzzle]:
    """Puzzles from easy to hard: one by chance from each of many steps."""
    ranked = sorted(puzzles, key=lambda puzzle: (effort(puzzle), puzzle.id))
    steps = min(_STEPS, len(ranked))
    ends = [number * len(ranked) // steps for number in range(steps + 1)]
    return [rng.choice(ranked[ends[at] : ends[at + 1]]) for at in range(steps)]


def effort(puzzle: Puzzle) -> int:
    """The difficulty of a puzzle within a short time."""
    return puzzle.rating + _CROWDED * puzzle.at


@dataclass
class Run:
    """One storm."""

    pace: str  # of :data:`PACES`
    began: str  # when it began, ISO 8601, UTC
    waiting: list[Puzzle]  # the present puzzle and all after it
    solved: int = 0  # how many were solved
    missed: list[Puzzle] = field(default_factory=list)  # answered wrongly, or skipped
    left: float | None = None  # seconds left; None without a clock

    def __post_init__(self) -> None:
        self.left = PACES[self.pace]

    @property
    def has_answers(self) -> bool:
        return bool(self.solved or self.missed)

    @property
    def is_over(self) -> bool:
        timed_out = self.left is not None and self.left <= 0
        return timed_out or len(self.missed) >= ERRORS or not self.waiting

    def answer(self, *, right: bool) -> None:
        """The present puzzle was answered; the next one is due."""
        puzzle = self.waiting.pop(0)
        if right:
            self.solved += 1
        else:
            self.missed.append(puzzle)

    def tick(self, seconds: float) -> None:
        """Time has passed since the last tick; a page that was asleep loses none."""
        if self.left is not None and 0 <= seconds <= _SKIPPED:
            self.left = max(0.0, self.left - seconds)


def clock(seconds: float) -> str:
    """Seconds as minutes and seconds; one that has begun counts whole."""
    whole = int(seconds) + (seconds > int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


# --- What is kept --------------------------------------------------------------------------------


class StormResult(NamedTuple):
    """The result of a storm."""

    solved: int
    began: str  # when it began, ISO 8601, UTC


Results = Mapping[str, tuple[StormResult, ...]]
"""Pace -> the best results, best first."""


def noted(results: Results, run: Run) -> Results:
    """The results with that of a storm, which may still go on."""
    others = [one for one in results.get(run.pace, ()) if one.began != run.began]
    if run.solved:
        others.append(StormResult(run.solved, run.began))
    return {**results, run.pace: _best(others)}


def _best(results: Sequence[StormResult]) -> tuple[StormResult, ...]:
    return tuple(sorted(results, key=lambda one: (-one.solved, one.began))[:_BEST])


def to_text(results: Results) -> str:
    return json.dumps({pace: [list(one) for one in best] for pace, best in results.items()})


def from_text(text: str) -> Results:
    """Read stored results; what is damaged counts as missing."""
    try:
        data = read_json(text)
    except ValueError:
        return {}
    stored = data if isinstance(data, dict) else {}
    return {pace: _best(_read(stored.get(pace))) for pace in PACES if _read(stored.get(pace))}


def _read(value: object) -> list[StormResult]:
    results = []
    for stored in value if isinstance(value, list) else ():
        match stored:
            case [int(solved), str(began)] if type(solved) is int and 0 < solved <= _STEPS:
                results.append(StormResult(solved, began[:40]))
    return results


# --- A storm that goes on after a reload ---------------------------------------------------------


def run_to_text(run: Run | None) -> str:
    """The text of a storm that goes on; empty for none."""
    if run is None:
        return ""
    ids = {
        name: [one.id for one in some]
        for name, some in (("waiting", run.waiting), ("missed", run.missed))
    }
    data = {"pace": run.pace, "began": run.began, "solved": run.solved, "left": run.left}
    return json.dumps(data | ids)


def run_from_text(text: str, puzzles: Mapping[str, Puzzle]) -> Run | None:
    """The storm that :func:`run_to_text` has written; None if it is over, damaged, or none.

    Args:
        text: what is stored.
        puzzles: all puzzles by their ids.
    """
    try:
        data = read_json(text)
        run = Run(data["pace"], str(data["began"])[:40], _found(data["waiting"], puzzles))
        run.solved, run.missed = int(data["solved"]), _found(data["missed"], puzzles)
        if run.left is not None:
            run.left = min(run.left, float(data["left"]))
    except (ValueError, KeyError, TypeError):
        return None
    return None if run.is_over or not 0 <= run.solved <= _STEPS else run


def _found(ids: Collection[object], puzzles: Mapping[str, Puzzle]) -> list[Puzzle]:
    """Puzzles by their ids.

    Raises:
        KeyError: one is not in the collection any more.
    """
    return [puzzles[str(id)] for id in ids]
