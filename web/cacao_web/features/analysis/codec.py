"""Reviews as text: the worker sends them as JSON, and the same is saved with the game.

See :mod:`cacao_web.engine.requests`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final

from cacao_core import CacaoError, Move, Record
from cacao_web.browser.json_text import read_json
from cacao_web.engine import advice
from cacao_web.engine.protocol import Data
from cacao_web.features.analysis.model import Review, Reviewed, WorkerDecision
from cacao_web.saves.sums import Sums

VERSION: Final = 2
"""In version 1 a turn was judged without its activations; such an analysis is made again."""


def read(record: Record, answers: Iterable[Data]) -> Review:
    """A review from a worker's answer.

    Raises:
        CacaoError: it does not belong to this record.
    """
    try:
        turns = [_turn(record, number, answer) for number, answer in enumerate(answers, 1)]
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise CacaoError(f"review: {error!r:.80}") from None
    return Review(record, tuple(turns))


def _turn(record: Record, number: int, answer: Data) -> Reviewed:
    at, seat = int(answer["at"]), int(answer["seat"])
    played, best = advice.read([answer["played"], answer["best"]])
    wins = tuple(map(float, answer["wins"]))
    if not record.moves[at].starts_turn or len(wins) != record.deal.players:
        raise ValueError(f"turn {number}")
    if played.move != record.moves[at] or not 0 <= seat < len(wins):
        raise ValueError(f"turn {number}")
    others = advice.read(answer["others"])
    leads = tuple(map(float, answer.get("leads", ())))
    skill = tuple(tuple(map(float, row)) for row in answer.get("skill", ()))
    after = tuple(map(float, answer.get("after", ())))
    workers = tuple(_workers(record, one) for one in answer.get("workers", ()))
    if {*map(len, (leads, skill, *skill, after, *(one.wins for one in workers)))} - {0, len(wins)}:
        raise ValueError(f"turn {number}")
    return Reviewed(at, number, seat, played, best, wins, others, leads, skill, after, workers)


def _workers(record: Record, answer: Data) -> WorkerDecision:
    at, better = int(answer["at"]), Move.parse(answer["better"])
    if record.moves[at].kind != better.kind or record.game(at).to_move != answer["seat"]:
        raise ValueError(f"workers at {at}")
    wins = tuple(map(float, answer["wins"]))
    return WorkerDecision(int(answer["seat"]), at, better, wins, float(answer["error"]))


def to_text(record: Record, answers: Sequence[Data], sums: Sums | None = None) -> str:
    """A review as saved with its game, see :mod:`cacao_web.saves.sums`."""
    data = {"version": VERSION, "game": record.to_link(), "turns": list(answers)}
    return json.dumps({**data, "sums": sums._asdict()} if sums else data)


def answers(stored: str) -> list[Data]:
    """The worker's answers in a review as saved; none if it is damaged."""
    try:
        return list(read_json(stored)["turns"])
    except (ValueError, KeyError, TypeError):
        return []


def from_text(record: Record, stored: str) -> Review | None:
    """A saved review; None if it is damaged, or belongs to another game."""
    try:
        data = read_json(stored)
        if data["version"] != VERSION or data["game"] != record.to_link():
            return None
        review = read(record, data["turns"])
        whole = all(turn.leads and turn.skill and turn.after for turn in review.turns)
        return review if whole else None
    except (CacaoError, ValueError, KeyError, TypeError):
        return None
