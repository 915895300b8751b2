"""What made the result of a game: tiles and decisions, for each seat and turn by turn.

What a seat can expect changes by decisions (skill) and by tiles (luck): docs/ai.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from cacao_core.moves import OVERBUILD
from cacao_core.rules import BASE
from cacao_core.tiles import Seat
from cacao_web.features.analysis.model import Came, Review, Reviewed
from cacao_web.game.setup import levels
from cacao_web.saves.sums import Given, Sums


class Draw(NamedTuple):
    """The tiles that came after a turn, and what they changed."""

    turn: Reviewed  # the turn
    following: int  # number of moves before the next turn, when they lie there
    change: float  # of a seat's expected lead, in gold
    came: Came


class Part(NamedTuple):
    """What made a seat's result; whole gold, rounded so that it adds up."""

    seat: Seat
    result: int  # the lead over the best of the others; expected, if the game is not over
    tiles: int  # the part of the tiles
    own: int  # the part of its own decisions
    others: tuple[tuple[Seat, int], ...]  # the part of each other seat's

    @property
    def of_others(self) -> int:
        """The part of all others' decisions."""
        return sum(part for _seat, part in self.others)

    @property
    def mirrored(self) -> Part:
        """The part of the other player, in a game of two: one's loss is the other's gain."""
        [(other, gold)] = self.others
        return Part(other, -self.result, -self.tiles, -gold, ((self.seat, -self.own),))


def is_known(review: Review) -> bool:
    """Whether the analysis tells it: those of earlier versions, or without a turn, do not."""
    return bool(review.turns) and all(turn.leads and turn.skill for turn in review.turns)


def sums(review: Review) -> Sums | None:
    """Luck and skill of the whole game; None if the analysis does not tell, or it is not over."""
    if not is_known(review) or not review.record.game().is_over:
        return None
    seats = range(review.record.deal.players)
    return Sums(
        review.leads[-1],
        tuple(round(sum(luck), 2) for luck in review.luck),
        tuple(tuple(round(part, 2) for part in _skill(review, seat)) for seat in seats),
        tuple(sum(turn.seat == seat for turn in review.turns) for seat in seats),
        tuple(given(review, seat) for seat in seats),
    )


def given(review: Review, seat: Seat) -> Given:
    """What the decisions of a seat gave away, by kind; together its own part of its skill.

    A review judges placement and fills of a turn together, beside the best turn, and each
    activation by itself. So what placement and fills gave away belongs to the first of these
    decisions that is not that of the best turn: to filling, if the same tile lies in the same way
    on the same cell; else to overbuilding, if one of the two turns overbuilds, so that a missed one
    counts as well; else to placing. All the rest is of using workers, in the turns of others, too.
    """
    gold = dict.fromkeys(Given._fields, 0.0)
    for turn in review.turns:
        opening = turn.loss if turn.seat == seat else 0.0
        gold[_first_difference(turn)] += opening
        gold["using"] -= turn.skill[seat][seat] + opening
    return Given(**{kind: round(lost, 2) + 0.0 for kind, lost in gold.items()})  # -0.0 is 0


def _first_difference(turn: Reviewed) -> str:
    """The kind of the first decision of a turn that is not that of the best one."""
    played, best = turn.played.move, turn.best.move
    if played == best:
        return "filling"
    return "overbuilding" if OVERBUILD in (played.kind, best.kind) else "placing"


def levels_of(review: Review) -> list[str] | None:
    """The level whose decisions lose about as much in a turn as each seat's; None if unknown.

    What levels lose was measured in whole games of two.
    """
    deal = review.record.deal
    whole = (len(deal.worker_piles), deal.rules, deal.turns_before) == (2, BASE, 0)
    if not whole or not is_known(review):
        return None
    lost = [sum(-turn.skill[seat][seat] for turn in review.turns) for seat in range(2)]
    turns = [sum(turn.seat == seat for turn in review.turns) for seat in range(2)]
    return [levels.by_loss(gold / max(1, own)) for gold, own in zip(lost, turns, strict=True)]


def _skill(review: Review, seat: Seat) -> list[float]:
    """What each seat's decisions changed in the expected lead of a seat."""
    rows = [[skill[seat] for skill in turn.skill] for turn in review.turns]
    return [sum(column) for column in zip(*rows, strict=True)]


def parts(review: Review) -> list[Part]:
    """What made the result of each seat."""
    found = [_part(review, seat) for seat in range(review.record.deal.players)]
    return [found[0], found[0].mirrored] if len(found) == 2 else found


def _part(review: Review, seat: Seat) -> Part:
    """What made the result of a seat."""
    result = round(review.leads[-1][seat])
    tiles, *skill = adding_up([sum(review.luck[seat]), *_skill(review, seat)], result)
    others = tuple((other, gold) for other, gold in enumerate(skill) if other != seat)
    return Part(seat, result, tiles, skill[seat], others)


def adding_up(parts: Sequence[float], total: int) -> list[int]:
    """Parts as whole numbers that add up to a total; each is as near as that allows."""
    whole = [int(part // 1) for part in parts]
    order = sorted(range(len(parts)), key=lambda at: whole[at] - parts[at])
    for at in range(total - sum(whole)):
        whole[order[at % len(order)]] += 1
    for at in range(sum(whole) - total):
        whole[order[-1 - at % len(order)]] -= 1
    return whole


def course(review: Review, seat: Seat) -> list[tuple[float, float]]:
    """The parts of tiles and of decisions in a seat's expected lead, before each turn and last."""
    tiles = skill = 0.0
    points = []
    changes = [(0.0,), *([row[seat] for row in turn.skill] for turn in review.turns)]
    for drawn, decided in zip(review.luck[seat], changes, strict=True):
        tiles, skill = tiles + drawn, skill + sum(decided)
        points.append((tiles, skill))
    return points


def extremes(review: Review, seat: Seat) -> tuple[Draw | None, Draw | None]:
    """The luckiest and the unluckiest draw for a seat; None if no tile was lucky, or unlucky."""
    draws = [
        Draw(turn, following.at, change, came)
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
