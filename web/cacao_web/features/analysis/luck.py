"""The causes of a game's result: tiles and decisions, for each seat and turn by turn.

What a seat can expect changes by decisions (skill) and by tiles (luck): docs/ai.md.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from cacao_core.moves import OVERBUILD
from cacao_core.rules import BASE
from cacao_core.tiles import Seat
from cacao_web.features.analysis.model import Came, Review, Reviewed
from cacao_web.game.setup import levels
from cacao_web.game.texts import words
from cacao_web.saves.sums import Given, Sums


class TilesDrawn(NamedTuple):
    """The tiles that came after a turn, and what they changed."""

    turn: Reviewed  # the turn
    following: int  # number of moves before the next turn, when they lie there
    change: float  # of a seat's expected lead, in gold
    came: Came


def sums(review: Review) -> Sums | None:
    """Luck and skill of the whole game; None if it is not over, or has no turn."""
    if not review.turns or not review.record.game().is_over:
        return None
    seats = range(review.record.deal.players)
    return Sums(
        review.leads[-1],
        tuple(round(sum(luck), 2) for luck in review.luck),
        tuple(tuple(round(part, 2) for part in review.skill(seat)) for seat in seats),
        tuple(sum(turn.seat == seat for turn in review.turns) for seat in seats),
        tuple(given(review, seat) for seat in seats),
    )


def given(review: Review, seat: Seat) -> Given:
    """The gold that the decisions of a seat gave away, by kind; together its own part of its skill.

    What a turn gave away belongs to the first of its decisions that is not that of the best turn:
    to using workers, if the same tiles lie on the same cells; to filling, if only the worker tile
    does; else to overbuilding, if one of the two turns overbuilds, so that a missed one counts as
    well; else to placing. What is decided in the turns of others is using workers, too.
    """
    gold = dict.fromkeys(Given._fields, 0.0)
    for turn in review.turns:
        kind = _first_difference(turn) if turn.seat == seat else "using"
        gold[kind] -= turn.skill[seat][seat]
    return Given(**{kind: round(lost, 2) + 0.0 for kind, lost in gold.items()})  # -0.0 is 0


def _first_difference(turn: Reviewed) -> str:
    """The kind of the first decision of a turn that is not that of the best one."""
    played, best = turn.played, turn.best
    if set(words.laid(played.line)) == set(words.laid(best.line)):
        return "using"
    if played.move == best.move:
        return "filling"
    return "overbuilding" if OVERBUILD in (played.move.kind, best.move.kind) else "placing"


def levels_of(review: Review) -> list[str] | None:
    """The level whose decisions lose about as much in a turn as each seat's; None if unknown.

    What levels lose was measured in whole games of two.
    """
    deal = review.record.deal
    if (len(deal.worker_piles), deal.rules, deal.turns_before) != (2, BASE, 0):
        return None
    lost = [sum(-turn.skill[seat][seat] for turn in review.turns) for seat in range(2)]
    turns = [sum(turn.seat == seat for turn in review.turns) for seat in range(2)]
    return [levels.by_loss(gold / max(1, own)) for gold, own in zip(lost, turns, strict=True)]


def course(review: Review, seat: Seat) -> list[tuple[float, float]]:
    """The parts of tiles and of decisions in a seat's expected lead, before each turn and last."""
    tiles = skill = 0.0
    points = []
    changes = [(0.0,), *([row[seat] for row in turn.skill] for turn in review.turns)]
    for drawn, decided in zip(review.luck[seat], changes, strict=True):
        tiles, skill = tiles + drawn, skill + sum(decided)
        points.append((tiles, skill))
    return points


def extremes(review: Review, seat: Seat) -> tuple[TilesDrawn | None, TilesDrawn | None]:
    """The luckiest and the unluckiest draw for a seat; None if no tile was lucky, or unlucky."""
    draws = [
        TilesDrawn(turn, following.at, change, came)
        for (turn, following), change, came in zip(
            pairwise(review.turns), review.luck[seat][1:], review.came, strict=False
        )
        if any(came)
    ]
    best = max(draws, key=lambda draw: draw.change, default=None)
    worst = min(draws, key=lambda draw: draw.change, default=None)
    return (
        best if best and best.change > 0 else None,
        worst if worst and worst.change < 0 else None,
    )
