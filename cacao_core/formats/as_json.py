"""Games, positions, moves and events as JSON values (docs/cacao.schema.json).

They are for programs in other languages: everything has a name. What a record needs to be read
again is its text, in ``record``.

>>> from cacao_core import Deal, Game, Record
>>> record = Record(Deal.shuffled(players=2, seed=7), ["W2101@1,0"])
>>> value = record_value(record)
>>> value["moves"][0]["kind"], value["moves"][0]["cell"]
('place', [1, 0])
>>> record_from(value) == record
True
>>> event_value(Game(record.deal).events("W2101@1,0")[0])
{'event': 'Placed', 'seat': 0, 'cell': [1, 0], 'edges': '2101'}
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from cacao_core.errors import BadRecord, describe
from cacao_core.events import Event
from cacao_core.formats import supplies
from cacao_core.game import Game
from cacao_core.goods import Amounts
from cacao_core.moves import ACTIVATE, BUILD, FILL, FILL_FROM_MAP, FILLS, OVERBUILD, PLACE, Move
from cacao_core.position import Position
from cacao_core.record import Record
from cacao_core.tiles import COLOURS

if TYPE_CHECKING:
    from cacao_core.ai.results import Analysis, Candidate
    from cacao_core.ai.reviews import ReviewedTurn

__all__ = [
    "FORMAT",
    "Value",
    "analysis_value",
    "candidate_value",
    "event_value",
    "move_value",
    "position_value",
    "record_from",
    "record_value",
    "turn_value",
]

FORMAT: Final = "cacao-json 1"
"""The value of ``format`` in a game: the format and its version."""

Value: TypeAlias = dict[str, Any]
"""A value that :func:`json.dumps` takes."""

_KINDS: Final = {
    PLACE: "place",
    OVERBUILD: "overbuild",
    FILL: "fill",
    FILL_FROM_MAP: "fill from map",
    ACTIVATE: "activate",
    BUILD: "build",
}
_USUAL: Final = (("from_map", False), ("choice", ""))
"""Fields of events that are left out, because they are the same without modules."""


def record_value(record: Record, events: bool = False) -> Value:
    """A game: players, moves, result, and its record.

    Args:
        events: with the events of each move.
    """
    game, moves = record.game(0), []
    for move in record.moves:
        value = move_value(move) | {"seat": game.to_move}
        if events:
            value["events"] = [event_value(event) for event in game.events(move)]
        moves.append(value)
        game.apply(move)
    return {
        "format": FORMAT,
        "rules": record.deal.rules.name,
        "players": [
            {"colour": COLOURS[seat], "name": record.seats[seat] if record.seats else None}
            for seat in range(record.deal.players)
        ],
        "seed": record.deal.seed,
        "moves": moves,
        "is_over": game.is_over,
        "scores": [dict(score) for score in game.score()],
        "winners": game.winners(),
        "record": record.to_text(),
    }


def record_from(value: object) -> Record:
    """The record of a game; all of it is in the text.

    Raises:
        BadRecord: it is no such value, or its text cannot be read.
        IllegalMove: a move is not legal.
    """
    if not isinstance(value, Mapping) or value.get("format") != FORMAT:
        raise BadRecord(f"JSON: expected a game of the format {FORMAT}, got {describe(value)}")
    text = value.get("record")
    if not isinstance(text, str):
        raise BadRecord(f"JSON: record: expected a text, got {describe(text)}")
    return Record.from_text(text)


def position_value(position: Position) -> Value:
    """A position. It has the hidden tiles too: give what :meth:`Game.view` returns, or known_to."""
    game = position if isinstance(position, Game) else None
    return {
        "text": game.to_text() if game else None,
        "phase": position.phase.value,
        "turn": position.turn,
        "to_move": position.to_move,
        "display": list(position.display),
        "jungle_pile": list(position.jungle_pile),
        "jungle": [{"cell": list(cell), "code": code} for cell, code in position.jungle.items()],
        "workers": [
            {"cell": list(cell), **tile._asdict()} for cell, tile in position.workers.items()
        ],
        "players": [
            {
                "hand": list(player.hand),
                "pile": list(player.pile),
                **{name: _plain(getattr(player, name)) for name in player.rules.start_goods},
            }
            for player in position.players
        ],
        **({"supply": supplies.plain(position.supply)} if position.rules.modules else {}),
        "legal_moves": [str(move) for move in game.legal_moves()] if game else [],
    }


def move_value(move: Move) -> Value:
    """A move, with its notation."""
    kind = {"notation": str(move), "kind": _KINDS[move.kind], "cell": list(move.cell)}
    if move.kind == ACTIVATE:
        chosen = {"choice": move.choice} if move.choice else {}
        return kind | {"side": move.what, "amount": move.amount} | chosen
    return kind | {"code" if move.kind in (*FILLS, BUILD) else "edges": move.what}


def event_value(event: Event) -> Value:
    """An event: its name, and its fields."""
    return {"event": type(event).__name__} | {
        name: _plain(value)
        for name, value in event._asdict().items()
        if (name, value) not in _USUAL
    }


def analysis_value(game: Game, analysis: Analysis) -> Value:
    """An analysis of a position: the value of the position, and its candidates with reasons."""
    from cacao_core import ai  # noqa: PLC0415  # few need it

    best = analysis[0].line if analysis.candidates else ()
    answers = ai.Answers(game)
    candidates = []
    for candidate in analysis:
        others = () if candidate.line == best else best
        reason = ai.explain(game, candidate.line, others, answers)
        candidates.append(candidate_value(candidate) | {"reason": reason._asdict()})
    return {
        "seat": analysis.seat,
        "leads": list(analysis.margins),
        "wins": list(analysis.wins),
        "exact": analysis.exact,
        "candidates": candidates,
    }


def candidate_value(candidate: Candidate) -> Value:
    """A candidate of an analysis."""
    return {
        "turn": [str(move) for move in candidate.line],
        "lead": candidate.margin,
        "win": candidate.win,
        "playouts": candidate.simulations,
        "error": _finite(candidate.error),
        "rough": candidate.is_rough,
    }


def turn_value(turn: ReviewedTurn) -> Value:
    """A turn of a review."""
    return {
        "number": turn.number,
        "at": turn.at,
        "seat": turn.seat,
        "played": candidate_value(turn.played),
        "best": candidate_value(turn.analysis[0]),
        "loss": turn.loss,
        "error": _finite(turn.error),
        "mistake": turn.is_mistake,
        "leads": list(turn.analysis.margins),
        "wins": list(turn.analysis.wins),
        "exact": turn.analysis.exact,
        "luck": list(turn.luck),
        "skill": [list(each) for each in turn.skill],
        "wins_after": list(turn.wins),
        "workers": [
            {
                "seat": one.seat,
                "move": str(one.move),
                "better": str(one.better),
                "loss": one.loss,
                "error": _finite(one.error),
                "mistake": one.is_mistake,
            }
            for one in turn.workers
        ],
    }


def _finite(error: float) -> float | None:
    """An error as JSON has it: nobody knows it after a single deal."""
    return error if isfinite(error) else None


def _plain(value: object) -> object:
    """Named tuples and amounts as objects, other tuples as arrays."""
    if isinstance(value, Amounts):
        return dict(value)
    if isinstance(value, tuple):
        if hasattr(value, "_asdict"):
            return {name: _plain(inner) for name, inner in value._asdict().items()}
        return [_plain(inner) for inner in value]
    return value
