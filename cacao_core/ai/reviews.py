"""The review of a whole game: each turn's chances, better turns, luck and skill.

What each seat can expect changes all through a game. A change by a decision is skill, a change by
tiles is luck; see docs/ai.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cacao_core.ai.activations import JudgedActivation, activated
from cacao_core.ai.analysis import analysing_turn
from cacao_core.ai.intervals import is_mistake
from cacao_core.ai.results import AnalysedTurn, Analysis, Candidate, margins_of, rounded
from cacao_core.ai.strengths import STRENGTHS
from cacao_core.ai.wishes import checked
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.record import Record
from cacao_core.tiles import Seat


class ReviewedTurn(NamedTuple):
    """One turn of a record under review."""

    number: int
    """The turn, from 1: of the game, or of the variation."""
    at: int
    """Number of moves before it there: ``record.game(at)`` is its position."""
    seat: Seat
    played: Candidate
    """The whole turn as its seat has played it: placement, fills and activations."""
    analysis: Analysis
    """The position before it; its first candidate is the best turn found."""
    skill: tuple[tuple[float, ...], ...]
    """Changes by decisions, in gold: ``skill[decider][seat]`` is what those of one seat in this
    turn changed in the expected lead of another, or in its own. Beside the seat of the turn, others
    decide when they activate."""
    luck: tuple[float, ...]
    """Change of each seat's expected lead by tiles, from the last decision of this turn up to
    the next turn, or to the result. Of the last turn of a game that is not over, nothing is known
    yet: 0."""
    wins: tuple[float, ...]
    """Each seat's chance of winning after :attr:`played`, before the others of ``workers`` decide
    and before tiles come."""
    workers: tuple[JudgedActivation, ...]
    """Decisions of others in it for their workers, where better ones are suggested."""

    @property
    def loss(self) -> float:
        """Expected gold lost by the turn; 0 for the best one."""
        return max(0.0, *rounded(self.analysis[0].margin - self.played.margin))

    @property
    def error(self) -> float:
        """Half of the 95 % interval of :attr:`loss`, in gold; 0 if that is exact."""
        return self.played.error

    @property
    def is_mistake(self) -> bool:
        """True if a better turn is known: by half a gold, and by more than chance explains."""
        return is_mistake(self.loss, self.error)


class Balance(NamedTuple):
    """The parts of the result of a seat: tiles and decisions add up to it."""

    result: float
    """The lead in gold over the best of the others, at the end; expected, if that has not come."""
    luck: float
    """The part of the tiles: the deal, and all that was drawn."""
    skill: tuple[float, ...]
    """The part of each seat's decisions, its own among them; those are 0 for perfect play."""

    @property
    def adjusted(self) -> float:
        """The result without luck: what all decisions made of it."""
        return sum(self.skill)


def balance(turns: Sequence[ReviewedTurn]) -> list[Balance]:
    """For each seat, what tiles and decisions made of the result.

    Args:
        turns: all turns of a review, or some that follow one another. Then the expected lead before
            the first of them counts as the deal.

    Raises:
        CacaoError: there is no turn.
    """
    if not turns:
        raise CacaoError("no turn has been reviewed: there is nothing to add up")
    seats = range(len(turns[0].luck))
    luck = rounded(
        *(
            turns[0].analysis.margins[seat] + sum(turn.luck[seat] for turn in turns)
            for seat in seats
        )
    )
    skill = [
        rounded(*(sum(turn.skill[decider][seat] for turn in turns) for decider in seats))
        for seat in seats
    ]
    result = rounded(*(luck[seat] + sum(skill[seat]) for seat in seats))
    return [Balance(result[seat], luck[seat], skill[seat]) for seat in seats]


def reviewing(
    record: Record, budget: int | None = None, since: int = 0
) -> Iterator[tuple[float, ReviewedTurn | None]]:
    """Review every turn of a game, in small steps.

    Each turn is judged by what its seat could see: placement, fills and activations as played, in
    one verdict. Others who activate in it are judged for themselves.

    Args:
        record: the game, over or not.
        budget: playouts for each turn, 1 or more; None uses those of the level ``expert``.
        since: number of moves; turns that begin before are left out.

    Yields:
        The share of the work done, and each turn once it is known what followed it; else None.

    Raises:
        CacaoError: not a record, or a budget that is not a whole number above 0.
    """
    if not isinstance(record, Record):
        raise CacaoError(f"a review is of a Record, not of {describe(record)}")
    game = Game(record.deal)
    all_turns = list(enumerate(turns_in(game, record.moves), start=1))
    yield from _reviewing(
        [_Begun(number, *turn) for number, turn in all_turns if turn[0] >= since], game, budget
    )


class _Begun(NamedTuple):
    """A turn that is to be reviewed."""

    number: int
    at: int
    game: Game
    """The position before it."""
    moves: list[Move]

    @property
    def own(self) -> list[Move]:
        """Those of its seat."""
        return own_moves(self.game, self.moves)


def own_moves(game: Game, moves: Iterable[Move]) -> list[Move]:
    """The moves of a turn that its seat has played; ``game`` is the position before it."""
    trial, played = game.copy(), list[Move]()
    for move in moves:
        if trial.to_move == game.turn:
            played.append(move)
        trial.apply(move)
    return played


def _reviewing(
    turns: Sequence[_Begun], end: Game, budget: int | None
) -> Iterator[tuple[float, ReviewedTurn | None]]:
    """Review turns; each is told once the next one is analysed too.

    Args:
        turns: follow one another.
        end: the position after the last one.
        budget: playouts for each turn.
    """
    latest: ReviewedTurn | None = None
    for done_turns, turn in enumerate(turns):
        for share, analysed in analysing_turn(turn.game, turn.own, budget):
            done = (done_turns + share) / len(turns)
            if analysed is None:
                yield done, None
            else:
                review = latest and _followed(
                    latest, analysed.analysis.margins, analysed.analysis.exact
                )
                latest = _reviewed(turn, analysed, budget)
                yield min(done, 0.999), review
    if latest and end.is_over:
        margins = margins_of([score.total for score in end.score()])
        latest = _followed(latest, margins, exact=True)
    if latest:
        yield 1.0, latest


def _reviewed(turn: _Begun, analysed: AnalysedTurn, budget: int | None) -> ReviewedTurn:
    """A turn with the changes by its decisions; what comes after it is not known yet."""
    seats = range(len(analysed.change))
    skill = [[0.0 for _seat in seats] for _decider in seats]
    usual = STRENGTHS["expert"].budget if budget is None else budget
    workers = tuple(activated(turn.game, turn.moves, usual))
    changes = [(turn.game.turn, analysed.change), *((one.seat, one.change) for one in workers)]
    for decider, change in changes:
        both = zip(skill[decider], change, strict=True)
        skill[decider] = [*rounded(*(old + new for old, new in both))]
    return ReviewedTurn(
        turn.number,
        turn.at,
        turn.game.turn,
        analysed.played,
        analysed.analysis,
        tuple(map(tuple, skill)),
        (0.0,) * len(seats),
        analysed.wins,
        workers,
    )


def _followed(turn: ReviewedTurn, margins: Sequence[float], exact: bool) -> ReviewedTurn:
    """A turn with its luck, once it is known what can be expected after it.

    When the rest of a game of two is solved, before it and after it, no tile can change anything:
    then all that is left is the decision of the other seat, which was valued as if it decided for
    the best. With more players what is solved is what a seat can secure, so the others change it by
    not doing their worst; that is nobody's skill.
    """
    left = rounded(
        *(
            after - before - sum(change)
            for before, after, *change in zip(
                turn.analysis.margins, margins, *turn.skill, strict=True
            )
        )
    )
    if not (exact and turn.analysis.exact and len(margins) == 2):
        return turn._replace(luck=left)
    other, skill = 1 - turn.seat, list(turn.skill)
    skill[other] = rounded(*(old + new for old, new in zip(skill[other], left, strict=True)))
    return turn._replace(skill=tuple(skill))


def review(record: Record, budget: int | None = None) -> list[ReviewedTurn]:
    """The review of every turn of a game: see :func:`reviewing`."""
    return [turn for _share, turn in reviewing(record, budget) if turn]


def variation(
    game: Game, moves: Iterable[Move | str], budget: int | None = None
) -> list[ReviewedTurn]:
    """The turns of a variation, each valued beside the best one: what if this was played?

    Whoever draws tiles in it draws those of the game; for a game of which only one seat's tiles are
    known, give a view.

    Args:
        game: a position in the phase of placing; left as it is.
        moves: of one or several turns, the activations as well.
        budget: playouts for each turn, 1 or more; None uses those of the level ``expert``.

    Raises:
        CacaoError: not such a position, or a wrong budget.
        IllegalMove: a move is not legal.
    """
    checked(game, budget)
    if game.phase is not Phase.PLACE:
        raise CacaoError(f"the phase is {game.phase.value}: a variation begins with a placement")
    trial, line = game.copy(), list[Move]()
    for move in moves:
        line.append(trial.find_move(move))
        trial.apply(line[-1])
    turns = [_Begun(number, *turn) for number, turn in enumerate(turns_in(game.copy(), line), 1)]
    return [turn for _share, turn in _reviewing(turns, trial, budget) if turn]


def turns_in(game: Game, moves: Iterable[Move]) -> Iterator[tuple[int, Game, list[Move]]]:
    """Each turn's first move's index, the position before it, and its moves.

    Args:
        game: the position before all of them; is changed.
        moves: are legal.
    """
    begun: tuple[int, Game, list[Move]] | None = None
    for at, move in enumerate(moves):
        if game.phase is Phase.PLACE:
            if begun:
                yield begun
            begun = at, game.copy(), [move]
        elif begun:
            begun[2].append(move)
        game.apply(move)
    if begun:
        yield begun
