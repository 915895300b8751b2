"""The differences that decide between two turns: after each, and by the turns that follow.

Both are played on copies, without drawing from a pile, and the results are compared. So every
figure of them can be counted on the board. What the next player then makes of it is an estimate,
and so is what all later turns bring: the rest of the difference that playouts have found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cacao_core.ai.explaining.answers import Answers
from cacao_core.ai.explaining.outcomes import outcome_of
from cacao_core.ai.levels import tables_for
from cacao_core.ai.playouts.encoding import MOST_TURNS, knows
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.tiles import TILE_OF_EDGES, Seat

KINDS: Final = (
    *("gold", "water", "temples", "suns", "cacao", "bars", "maps", "gems", "masks", "huts"),
    *("tile", "answer", "now", "later"),
)
_LEAST: Final = 0.5
"""Gold that may stay unexplained."""


class Difference(NamedTuple):
    """A good that one turn brings more of than another."""

    kind: str
    """One of :data:`KINDS`: gold from markets and mines, gold of the water carrier's field, gold at
    temples as they stand, sun tokens, fruits in storage, bars, map tiles, gems, gold of masks, gold
    of huts beside their cost; for ``tile``, whether a better worker tile
    is kept (1) or a weaker one (-1); for ``answer``, gold that the next player gains in its turn,
    most of it at the jungle tile ``code``; for ``now``, what all of these are worth together, in
    gold, and for ``later``, gold that all that follows brings."""
    amount: int
    """The surplus; negative for less."""
    seat: Seat
    """The seat that has it."""
    code: str
    """A jungle tile, for ``answer``."""
    good: bool
    """Whether it speaks for the turn."""
    value: float = 0.0
    """The worth for the turn, in gold; negative if it speaks against it."""


def compare(
    game: Game, line: Sequence[Move], other: Sequence[Move], lead: float, answers: Answers | None
) -> tuple[Difference, ...]:
    """The differences that decide between two turns; those for the first one come first.

    At most two differences, the largest among them, that explain most of ``lead``; or what all of
    them bring together, and what later turns bring; none, if no single thing decides.

    Args:
        game: the position before it; left as it is. Hidden tiles have no influence.
        line: the turn, as far as it is known; what is left open follows the suggestions.
        other: the one with which it is compared, of the same seat.
        lead: how much better it is than the other, in expected gold.
        answers: those of the next player, if they are compared too, which takes longer.
    """
    this, that = outcome_of(game, line).game, outcome_of(game, other).game
    seat = game.to_move
    assert seat is not None, "somebody has to move"
    differences = [
        one for some in range(len(game.players)) for one in _owned(this, that, seat, some)
    ]
    differences += _kept(this, line, other, seat)
    if answers and (answer := answers.between(line, other)):
        gold, share = round(answer.gold), _share(this, seat, answer.seat)
        differences.append(
            Difference("answer", gold, answer.seat, answer.code, gold < 0, share * answer.gold)
        )
    shown = _deciding(sorted(differences, key=lambda one: -abs(one.value)), lead, seat)
    return tuple(sorted(shown, key=lambda one: (not one.good, one.seat != seat)))


def _deciding(differences: Sequence[Difference], lead: float, seat: Seat) -> Sequence[Difference]:
    """The differences that are told, see :func:`compare`; ``found`` has the largest first."""

    def unexplained(shown: Sequence[Difference]) -> float:
        return abs(lead - sum(one.value for one in shown))

    enough = max(_LEAST, abs(lead) / 2)
    if unexplained(differences[:1]) <= enough:
        return differences[:1]
    beside = [one for one in differences[1:] if abs(one.value) >= abs(differences[1].value) / 2]
    pairs = [(differences[0], one) for one in beside]
    if pairs and unexplained(best := min(pairs, key=unexplained)) <= enough:
        return best
    now = sum(one.value for one in differences)
    if abs(lead - now) < 2 * _LEAST:
        return ()
    sums = {"now": now, "later": lead - now}
    return [
        Difference(kind, round(gold), seat, "", gold > 0, gold)
        for kind, gold in sums.items()
        if round(gold)
    ]


def _share(game: Game, me: Seat, seat: Seat) -> float:
    """The worth of a seat's gold for the lead: with several others, not each is the best."""
    return 1.0 if seat == me else -1 / (len(game.players) - 1)


def _owned(this: Game, that: Game, me: Seat, seat: Seat) -> list[Difference]:
    """The differences in a seat's possessions; goods are worth the gold they bring to the end."""
    mine, its = this.score()[seat], that.score()[seat]
    has, had = this.players[seat], that.players[seat]
    weights, left = tables_for(len(this.players)).weights, min(has.tiles_left, MOST_TURNS)
    water, suns, cacao = weights.water[left], weights.suns[left], weights.cacao[left]
    changes = [
        ("gold", mine.gold - its.gold, float(mine.gold - its.gold)),
        ("water", mine.water - its.water, water[has.water] - water[had.water]),
        (
            "temples",
            mine.temples - its.temples,
            weights.temples[left] * (mine.temples - its.temples),
        ),
        ("suns", has.suns - had.suns, suns[has.suns] - suns[had.suns]),
        ("cacao", has.cacao - had.cacao, cacao[has.cacao] - cacao[had.cacao]),
    ]
    if not knows(this.rules):
        from cacao_core.ai.general.differing import changes_of  # noqa: PLC0415  # rarely needed

        changes = changes_of(this, that, seat, changes)
    share = _share(this, me, seat)
    return [
        Difference(kind, amount, seat, "", (amount > 0) == (seat == me), share * value)
        for kind, amount, value in changes
        if amount
    ]


def _kept(this: Game, line: Sequence[Move], other: Sequence[Move], me: Seat) -> list[Difference]:
    """The advantage of the worker tile that stays in the hand."""
    if not (line[0].starts_turn and other[0].starts_turn):
        return []
    weights, left = tables_for(len(this.players)).weights, this.players[me].tiles_left
    used, kept = (weights.kept(TILE_OF_EDGES[way[0].what], left) for way in (line, other))
    value = kept - used
    return [Difference("tile", 1 if value > 0 else -1, me, "", value > 0, value)] if value else []
