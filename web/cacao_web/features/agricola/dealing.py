"""Agricola, edition of 2016: the ways to deal hands, step by step, and house rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cacao_core.errors import CacaoError, describe
from cacao_core.scorepads.checks import whole

MOST_PLAYERS: Final = 4


@dataclass(frozen=True)
class Step:
    """One thing that everybody does; the numbers are cards for each person."""

    do: str
    """``deal``, ``keep`` (one or more of those in hand), ``pass`` (to the left), ``discard``,
    ``exchange`` (up to so many), ``draw`` (for each card played), ``renew``, ``harvest`` (one may
    be exchanged after each), ``travelling`` (deal travelling cards), ``row`` (lay out openly)."""
    occupations: int = 0
    improvements: int = 0
    minimum: int = 1
    """Occupations for at least so many people, as printed on them."""
    any_kind: int = 0
    """Cards of whatever kind."""


def _draft(size: int, last: str = "keep") -> tuple[Step, ...]:
    """One kind after the other; what is done with the last card of each."""
    steps: list[Step] = []
    for kind in ("occupations", "improvements"):
        steps.append(Step("deal", **{kind: size}))
        for left in range(size - 1, 0, -1):
            steps += [Step("keep", **{kind: 1}), Step("pass", **{kind: left})]
        steps.append(Step(last, **{kind: 1}))
    return tuple(steps)


def _together(size: int) -> tuple[Step, ...]:
    steps = [Step("deal", size, size)]
    for left in range(size - 1, 0, -1):
        steps += [Step("keep", 1, 1), Step("pass", left, left)]
    return (*steps, Step("keep", 1, 1))


WAYS: Final[dict[str, tuple[Step, ...]]] = {
    "plain": (Step("deal", 7, 7),),
    "draft": _draft(7),
    "together": _together(7),
    "eight": _draft(8, last="discard"),
    "quick": (
        Step("deal", 7, 7),
        Step("keep", 3, 3),
        Step("pass", 4, 4),
        Step("keep", 2, 2),
        Step("pass", 2, 2),
        Step("keep", 2, 2),
    ),
    "ten": (Step("deal", 10, 10), Step("keep", 7, 7), Step("discard", 3, 3)),
    "again": (Step("deal", 7, 7), Step("renew")),
    "changing": (
        Step("deal", 5, 5),
        Step("draw", any_kind=1),
        Step("harvest", any_kind=1),
    ),
    "exchanging": (
        Step("deal", 3, 3),
        Step("exchange", any_kind=6),
        Step("draw", any_kind=1),
    ),
    "travelling": (Step("deal", 7, 6), Step("travelling", any_kind=1)),
    "by number": (
        Step("deal", 3, minimum=1),
        Step("deal", 2, minimum=3),
        Step("deal", 2, minimum=4),
        Step("deal", 0, 7),
    ),
    "open row": (Step("row"),),
}
"""Way of dealing -> its steps."""
HOUSE_RULES: Final = (
    "house animals first",
    "several kinds in one pasture",
    "leave animals",
    "fences without closed pastures",
    "pastures need not touch",
    "three food, second person in reverse order",
    "extra copse for two",
    "everything built touches",
)
"""House rules that people may tick."""


def cards(way: str, players: int) -> tuple[int, int]:
    """Occupations and minor improvements that are dealt to all together.

    Raises:
        CacaoError: there is no such way, or not 1 to 4 players.

    >>> cards("ten", 3)
    (30, 30)
    """
    whole("players", players, 1, MOST_PLAYERS)
    if not isinstance(way, str) or way not in WAYS:
        raise CacaoError(f"way of dealing: {describe(way)}; expected one of {', '.join(WAYS)}")
    dealt = [step for step in WAYS[way] if step.do == "deal"]
    return (
        players * sum(step.occupations for step in dealt),
        players * sum(step.improvements for step in dealt),
    )
