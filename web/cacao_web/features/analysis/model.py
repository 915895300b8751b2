"""The review of a game: the value of each turn, and of a better one."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, zip_longest
from math import hypot
from typing import Final, NamedTuple

from cacao_core import CacaoError, Game, Move, Phase, Record, ai
from cacao_core.ai.intervals import is_mistake
from cacao_core.moves import by_turn
from cacao_core.tiles import UNKNOWN, Seat
from cacao_web.engine.advice import Hint
from cacao_web.features.analysis.parts import Part, adding_up
from cacao_web.game.session import Session

_HALVED: Final = 2.0
"""Loss in gold that halves a turn's accuracy."""
_TURNING: Final = 0.12
"""Least change of a chance of winning at a turning point."""
_TURNING_POINTS: Final = 3
"""Largest number of turning points of a game."""
MOST_MISTAKES: Final = 8
"""At most so many turns of a game to learn from, those that cost most."""


class WorkerDecision(NamedTuple):
    """A decision for workers in the turn of another that gave gold away."""

    seat: Seat  # who decided
    at: int  # number of moves before it
    better: Move
    wins: tuple[float, ...]  # what it changed in each seat's chance of winning
    error: float  # half of the 95 % interval of what it gave away


class Reviewed(NamedTuple):
    """One turn."""

    at: int  # number of moves before it
    number: int  # the turn, from 1
    seat: Seat  # seat of the turn
    played: Hint  # the turn as played
    best: Hint  # the best turn found
    wins: tuple[float, ...]  # each seat's chance of winning before it
    others: tuple[Hint, ...] = ()  # further turns that are better than the played one, best first
    leads: tuple[float, ...] = ()  # each seat's expected lead before it; not of a kept mistake
    skill: tuple[tuple[float, ...], ...] = ()
    """The changes in gold by decisions in it: ``skill[decider][seat]``; not of a kept mistake."""
    after: tuple[float, ...] = ()
    """Each seat's chance of winning after it was played, before others decide and tiles come."""
    workers: tuple[WorkerDecision, ...] = ()  # decisions of others in it that gave gold away

    @property
    def ways(self) -> tuple[Hint, ...]:
        """The turn as played, then the better ones, best first."""
        return (self.played, self.best, *self.others) if self.loss > 0 else (self.played,)

    @property
    def rival(self) -> Seat:
        """The other player with the best chance of winning, with whom the margins compare."""
        others = (seat for seat in range(len(self.wins)) if seat != self.seat)
        return max(others, key=self.wins.__getitem__)

    @property
    def loss(self) -> float:
        """Expected gold lost by the turn."""
        return max(0.0, self.best.margin - self.played.margin)

    @property
    def is_mistake(self) -> bool:
        """Whether a better turn is known for certain, see :func:`is_mistake`."""
        return is_mistake(self.loss, self.played.error)

    @property
    def accuracy(self) -> float:
        """1 for the best turn; it halves with every two gold lost."""
        return float(0.5 ** (self.loss / _HALVED))


class Decision(NamedTuple):
    """A decision of a seat in a turn: its own turn, or for its workers in that of another."""

    turn: Reviewed
    seat: Seat  # who decided
    loss: float  # expected gold that it gave away
    error: float  # half of the 95 % interval of that
    gave: int  # the loss in whole gold, rounded so that all of a seat add up to what is told

    @property
    def is_mistake(self) -> bool:
        """Whether a better one is known for certain, and it cost enough to be told."""
        return self.gave > 0 and is_mistake(self.loss, self.error)

    @property
    def is_turn(self) -> bool:
        """Whether it is that of the seat whose turn it is."""
        return self.seat == self.turn.seat


class TurningPoint(NamedTuple):
    """A cause of changed chances: a decision, or the tiles that came."""

    turn: Reviewed
    decider: Seat | None  # who decided in the turn; None for the tiles that came after it
    seat: Seat  # whose chance of winning changed most
    before: float  # this chance before, 0 to 1
    after: float  # this chance after it

    @property
    def change(self) -> float:
        """The change of the chance."""
        return abs(self.after - self.before)


class Came(NamedTuple):
    """The tiles that came after a turn."""

    worker: str  # the worker tile that its player drew; empty if there was none
    jungle: tuple[str, ...]  # the jungle tiles that were turned up


@dataclass(frozen=True)
class Review:
    """All turns of a record, in order; what is told of all of them is found once."""

    record: Record
    turns: tuple[Reviewed, ...]

    def before(self, moves: int | None) -> Reviewed | None:
        """The turn that begins after this number of moves."""
        return next((turn for turn in self.turns if turn.at == moves), None)

    def costly(self, own: Container[Seat] = ()) -> list[Decision]:
        """The mistakes, largest loss first; those of own seats before all others."""
        worth = [one for one in self.decisions if one.is_mistake]
        return sorted(worth, key=lambda one: (one.seat not in own, -one.loss))

    @cached_property
    def decisions(self) -> list[Decision]:
        """All decisions that gave gold away, in the order of the game.

        In whole gold, those of a seat add up to its own part of its result.
        """
        decisions = []
        for seat in range(self.record.deal.players):
            lost = [decision for turn in self.turns if (decision := _decision(turn, seat)).loss > 0]
            gave = adding_up([one.loss for one in lost], -self.parts[seat].own)
            decisions += [one._replace(gave=gold) for one, gold in zip(lost, gave, strict=True)]
        return sorted(decisions, key=lambda one: (one.turn.at, not one.is_turn))

    def of(self, turn: Reviewed) -> Decision:
        """The gold that a turn gave away as its seat played it."""
        made = (one for one in self.decisions if one.turn is turn and one.is_turn)
        return next(made, Decision(turn, turn.seat, 0.0, turn.played.error, 0))

    def turning_points(self, own: Collection[Seat] = ()) -> list[TurningPoint]:
        """The causes that changed somebody's chance most, in the order of the game.

        Args:
            own: seats whose chances are told; those of all if it is empty.
        """
        points = [
            max(
                (
                    TurningPoint(turn, decider, seat, *chance)
                    for seat, chance in enumerate(zip(before, after, strict=True))
                    if not own or seat in own
                ),
                key=lambda point: point.change,
            )
            for turn, decider, before, after in self._changes()
        ]
        large = [point for point in points if point.change >= _TURNING]
        most = sorted(large, key=lambda point: -point.change)[:_TURNING_POINTS]
        return sorted(most, key=points.index)

    def _changes(self) -> Iterator[tuple[Reviewed, Seat | None, Sequence[float], Sequence[float]]]:
        """Each turn, who decided or None for tiles, and the chances before and after that."""
        followed: list[Sequence[float]] = [turn.wins for turn in self.turns[1:]]
        game = self.record.game()
        if game.is_over:
            winners = game.winners()
            seats = range(self.record.deal.players)
            followed.append([(seat in winners) / len(winners) for seat in seats])
        for turn, following in zip_longest(self.turns, followed):
            chances: Sequence[float] = turn.wins
            made = [(turn.seat, turn.after), *_answered(turn)]
            if following and turn is self.turns[-1]:  # no tile comes after the last turn
                made[-1] = (made[-1][0], tuple(following))
            for decider, after in made:
                yield turn, decider, chances, after
                chances = after
            if following and turn is not self.turns[-1]:
                yield turn, None, chances, following

    @cached_property
    def parts(self) -> list[Part]:
        """The parts of each seat's result."""
        parts = [self._part(seat) for seat in range(self.record.deal.players)]
        return [parts[0], parts[0].mirrored] if len(parts) == 2 else parts

    def _part(self, seat: Seat) -> Part:
        result = round(self.leads[-1][seat])
        tiles, *skill = adding_up([sum(self.luck[seat]), *self.skill(seat)], result)
        others = tuple((other, gold) for other, gold in enumerate(skill) if other != seat)
        return Part(seat, result, tiles, skill[seat], others)

    def skill(self, seat: Seat) -> list[float]:
        """The changes that each seat's decisions made to the expected lead of a seat."""
        rows = [[skill[seat] for skill in turn.skill] for turn in self.turns]
        return [sum(column) for column in zip(*rows, strict=True)]

    @cached_property
    def leads(self) -> list[tuple[float, ...]]:
        """Each seat's expected lead before each turn, and the result."""
        before = [turn.leads for turn in self.turns]
        game = self.record.game()
        if not game.is_over:  # what follows the last decision is not known yet
            return [*before, tuple(map(sum, zip(before[-1], *self.turns[-1].skill, strict=True)))]
        gold = [score.total for score in game.score()]
        end = (mine - max(gold[:seat] + gold[seat + 1 :]) for seat, mine in enumerate(gold))
        return [*before, tuple(map(float, end))]

    @cached_property
    def luck(self) -> list[list[float]]:
        """By seat, what tiles changed in its expected lead: the deal, then after each turn."""
        return [self._luck(seat) for seat in range(self.record.deal.players)]

    def _luck(self, seat: Seat) -> list[float]:
        expected = [lead[seat] for lead in self.leads]
        drawn = [
            after - before - sum(skill[seat] for skill in turn.skill)
            for turn, (before, after) in zip(self.turns, pairwise(expected), strict=True)
        ]
        return [expected[0], *drawn]

    @cached_property
    def came(self) -> list[Came]:
        """The tiles that came after each turn but the last."""
        game, moves = self.record.game(self.turns[0].at), self.record.moves
        arrivals = []
        for turn, following in pairwise(self.turns):
            jungle, pile = game.jungle_pile, game.players[turn.seat].pile
            for move in moves[turn.at : following.at]:
                game.apply(move)
            taken = jungle[: len(jungle) - len(game.jungle_pile)]
            drawn = pile[: len(pile) - len(game.players[turn.seat].pile)]
            worker = next((tile for tile in drawn if tile != UNKNOWN), "")
            arrivals.append(Came(worker, tuple(code for code in taken if code != UNKNOWN)))
        return arrivals

    def accuracies(self) -> list[float | None]:
        """Each seat's average accuracy; None for a seat without a turn."""
        own: list[list[float]] = [[] for _wins in range(self.record.deal.players)]
        for turn in self.turns:
            own[turn.seat].append(turn.accuracy)
        # Not statistics.fmean: every start would load that module for one division.
        return [sum(values) / len(values) if values else None for values in own]


def _decision(turn: Reviewed, seat: Seat) -> Decision:
    """The decision of a seat in a turn, and the gold that it gave away; not yet in whole gold."""
    error = turn.played.error
    if seat != turn.seat:
        error = hypot(*(one.error for one in turn.workers if one.seat == seat))
    return Decision(turn, seat, max(0.0, -turn.skill[seat][seat]), error, 0)


def _answered(turn: Reviewed) -> Iterator[tuple[Seat, tuple[float, ...]]]:
    """The seats that decided for workers in the turn of another, and the chances after that."""
    chances = turn.after
    for worker in turn.workers:
        changed = (old + new for old, new in zip(chances, worker.wins, strict=True))
        chances = tuple(min(1.0, max(0.0, chance)) for chance in changed)
        yield worker.seat, chances


def own_seats(session: Session) -> Collection[Seat]:
    """Seats of people at this device, if there are others as well."""
    persons = session.persons
    return persons if len(persons) < len(session.sitters) else ()


def mistakes(session: Session, known: Review) -> list[Reviewed]:
    """The costly turns that one can learn from, in the order of the game: one's own, if any are."""
    own = own_seats(session)
    costly = [one.turn for one in known.costly(own) if one.is_turn and (not own or one.seat in own)]
    return sorted(costly[:MOST_MISTAKES], key=lambda turn: turn.at)


def whole_turn(game: Game, way: Hint) -> tuple[Move, ...]:
    """A way to play a turn, up to its end: what the search left open follows its suggestions.

    Args:
        game: the position before the turn.
        way: one of its :attr:`Reviewed.ways`.
    """
    trial, moves = game.copy(), list[Move]()
    for move in way.line:
        moves.append(move)
        trial.play(move)
    while trial.phase is Phase.ACTIVATE and trial.turn == game.turn:
        moves.append(ai.suggest(trial))
        trial.play(moves[-1])
    return tuple(moves)


def shown_line(
    record: Record, turn: Reviewed, number: int
) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """The moves of a way to play a turn as it is shown, and those of the turns after it.

    Args:
        number: of the way; the first is the one that was played.
    """
    way, played = turn.ways[number], by_turn(record.moves[turn.at :])[0]
    moves = whole_turn(record.game(turn.at), way) if number else tuple(played)
    following = record.up_to(turn.at)
    try:
        for move in moves:
            following = following.play(move)
        ahead = tuple(move for then in way.follows for move in then.moves)
        for move in ahead:
            following = following.play(move)
    except CacaoError:  # an analysis from another device, whose tiles were not known
        ahead = ()
    return moves, ahead
