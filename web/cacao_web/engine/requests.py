"""Requests to the artificial players: a move, hints, the review of a whole game."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import Final

from cacao_core import CacaoError, Game, Move, Phase, Record, ai
from cacao_core.ai.activations import JudgedActivation
from cacao_core.ai.explaining import comparing, following, outcomes, reasons
from cacao_core.ai.explaining.following import Followed
from cacao_core.moves import by_turn
from cacao_core.tiles import Seat
from cacao_web.engine.protocol import Data
from cacao_web.engine.server import Job, Jobs
from cacao_web.engine.slices import Steps

HINTS: Final = 3
BETTER: Final = 3
"""At most so many turns are named as better than the played one."""
_UNKNOWN: Final = 99.0
"""Half of an interval that is endless, in gold: JSON has no such number."""


def move(data: Data) -> Job:
    """The move of a level for the seat to move; ``{"move": notation}``."""
    if data["level"] not in ai.LEVELS:
        raise CacaoError(f"level {data['level']!r:.40}: expected one of {', '.join(ai.LEVELS)}")
    game = _unfinished(data)
    steps = ai.thinking(game, data["level"], data["seed"], data.get("budget"))
    return Job(steps, lambda chosen: {"move": str(chosen)})


def _unfinished(data: Data) -> Game:
    game = Record.from_text(data["record"]).game()
    if game.to_move is None:
        raise CacaoError("the game is over: there is no move to choose")
    return game


def hints(data: Data) -> Job:
    """The best moves that differ, each with its line, margin, chance of winning, and a reason.

    ``brief`` says that the budget is less than that of a review.
    """
    record = Record.from_text(data["record"])
    game = record.game()
    if game.to_move is None:
        raise CacaoError("the game is over: there is nothing to advise")
    # The answer must not depend on tiles that are hidden from the seat.
    seen = game.view(game.to_move, Random(0))
    steps = (
        (share, (share, analysis)) for share, analysis in ai.hinting(record, data.get("budget"))
    )
    brief = bool(data.get("brief"))
    return Job(steps, lambda last: hints_answer(seen, last[1], brief or last[0] < 1))


def hints_answer(game: Game, analysis: ai.Analysis, brief: bool = False) -> Data:
    """The best moves of an analysis as an answer.

    Args:
        game: the position, as the seat to move sees it.
        analysis: its analysis.
        brief: whether it had less time or fewer playouts than a review has.
    """
    rival = _strongest_but(analysis)
    best = different(game, analysis.candidates)
    answers = ai.Answers(game)
    hints = [
        _hint(game, one, answers, beside, follows=_likely(answers.deals, one))
        for one, beside in zip(best, [*best[1:2], *best[:1] * len(best)], strict=False)
    ]
    return {"hints": [{**one, "rival": rival, "brief": brief} for one in hints]}


def different(game: Game, candidates: Iterable[ai.Candidate]) -> list[ai.Candidate]:
    """The first few candidates that begin differently and bring something different."""
    chosen: list[ai.Candidate] = []
    known: set[Hashable] = set()
    for candidate in candidates:
        marks = {candidate.move, outcomes.brings(game, candidate.line)}
        if len(chosen) < HINTS and not marks & known:
            chosen.append(candidate)
            known |= marks
    return chosen


def _strongest_but(analysis: ai.Analysis) -> Seat:
    """The other player with the most gold at the expected end."""
    others = (seat for seat in range(len(analysis.margins)) if seat != analysis.seat)
    return max(others, key=analysis.margins.__getitem__)


def _hint(
    game: Game,
    candidate: ai.Candidate,
    answers: ai.Answers | None,
    beside: ai.Candidate | None = None,
    best: Sequence[Move] = (),
    follows: Iterable[Followed] = (),
) -> Mapping[str, object]:
    """A candidate, what decides between it and another, and why it is worse than the best.

    Args:
        candidate: a turn.
        answers: those to turns of this position, if they are compared as well.
        beside: the other one.
        best: the best line, if this one is worse.
        follows: the turns after it.
    """
    differs: Sequence[comparing.Difference] = ()
    if beside:
        lead = candidate.margin - beside.margin
        differs = comparing.compare(game, candidate.line, beside.line, lead, answers)
    return {
        "line": [str(step) for step in candidate.line],
        "margin": round(candidate.margin, 2),
        "win": round(candidate.win, 3),
        "exact": not candidate.simulations,
        "error": round(min(candidate.error, _UNKNOWN), 2),
        "reason": _reason(reasons.explain(game, candidate.line, best, answers)),
        "differs": [{**one._asdict(), "value": round(one.value, 2)} for one in differs],
        "follows": [
            {
                "seat": one.seat,
                "moves": [str(move) for move in one.moves],
                "reason": _reason(one.reason),
                "change": one.change,
            }
            for one in follows
        ],
    }


def _reason(why: ai.Reason) -> Data:
    """A reason without what is not set: mistakes are kept with theirs."""
    unset = reasons.Reason(why.kind)._asdict()
    parts = why._asdict().items()
    return {name: value for name, value in parts if name == "kind" or value != unset[name]}


def _likely(deals: Sequence[Game], candidate: ai.Candidate) -> tuple[Followed, ...]:
    """The turns that are likely to follow a turn."""
    begins = deals and deals[0].phase is Phase.PLACE
    return following.likely(deals, candidate.line) if begins else ()


def review(data: Data) -> Job:
    """Every turn of a game as played, with better ones, chances, leads, and skill.

    Chances are those before and after it, leads those before it. What others decided in it for
    their workers is told beside it.

    ``since`` leaves out the turns that begin before that number of moves.
    """
    record = Record.from_text(data["record"])
    if not record.moves:
        raise CacaoError("nothing has been played yet: there is nothing to look at again")
    steps = _reviewing(record, data.get("budget"), int(data.get("since", 0)))
    return Job(steps, lambda turns: {"turns": turns})


def _reviewing(record: Record, budget: int | None, since: int) -> Steps[list[Data]]:
    """The finished turns, after each step of the work."""
    turns: list[Data] = []
    for share, turn in ai.reviewing(record, budget, since):
        if turn:
            turns.append(_turn(record, turn))
        yield share, turns


def _turn(record: Record, turn: ai.ReviewedTurn) -> Data:
    game = record.game(turn.at)
    seen = game.view(turn.seat, Random(0))
    best, played = turn.analysis[0], turn.played
    answers = ai.Answers(seen) if turn.is_mistake else None

    def better(candidate: ai.Candidate) -> Mapping[str, object]:
        follows = _likely([game], candidate) if turn.loss else ()
        return _hint(seen, candidate, answers, played, follows=follows)

    then = _followed(record, turn) if turn.loss else ()
    return {
        "at": turn.at,
        "seat": turn.seat,
        "played": _hint(seen, played, answers, best=best.line if answers else (), follows=then),
        "best": better(best),
        "others": [better(other) for other in _others(turn)],
        "wins": [round(win, 3) for win in turn.analysis.wins],
        "leads": [round(lead, 2) for lead in turn.analysis.margins],
        "skill": [[round(part, 2) for part in row] for row in turn.skill],
        "after": [round(win, 3) for win in turn.wins],
        "workers": [_workers(turn, one) for one in turn.workers],
    }


def _followed(record: Record, turn: ai.ReviewedTurn) -> tuple[Followed, ...]:
    """The turns after a turn, as they were played; after the last one, as is likely."""
    own, *later = by_turn(record.moves[turn.at :])
    turns = min(following.TURNS, len(later) or following.TURNS)
    return following.followed(record.game(turn.at + len(own)), turn.seat, turns, later)


def _workers(turn: ai.ReviewedTurn, judged: JudgedActivation) -> Data:
    """The decision of somebody for workers in the turn of another."""
    return {
        "seat": judged.seat,
        "at": turn.at + judged.at,
        "better": str(judged.better),
        "wins": [round(change, 3) for change in judged.wins],
        "error": round(min(judged.error, _UNKNOWN), 2),
    }


def _others(turn: ai.ReviewedTurn) -> list[ai.Candidate]:
    """The next best turns, as long as they are better than the played one."""
    better = [one for one in turn.analysis[1:] if one.margin > turn.played.margin]
    return better[: BETTER - 1]


JOBS: Final[Jobs] = {
    "move": move,
    "hints": hints,
    "review": review,
}
