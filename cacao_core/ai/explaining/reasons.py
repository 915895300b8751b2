"""The most important reason why a move is good, or worse than the best.

Found by playing the expected turn on a copy, and comparing the results: what brings the mover most
gold; or, for a move that is not the best, its effect for another player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from cacao_core.ai.explaining.answers import Answer, Answers
from cacao_core.ai.explaining.outcomes import Deed, Outcome, by_seat, cacao_worth, outcome_of
from cacao_core.ai.playouts.encoding import TEMPLE
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.jungle import JUNGLE, by_good
from cacao_core.moves import ACTIVATE, Move
from cacao_core.tiles import Seat

KINDS: Final = (
    "sell",
    "cacao",
    "mine",
    "water",
    "sun",
    "watering",
    "kitchen",
    "chocolate",
    "gems",
    "mask",
    "tree",
    "hut",
    "emperor",
    "temple-lead",
    "temple-share",
    "temple-second",
    "temple-take",
    "keep",
    "gives",
    "open",
    "no-room",
    "nothing",
    "later",
)
_MUCH: Final = 2
"""Least number of goods without room that is mentioned."""
_WORTH_TELLING: Final = 1.5
"""Least gold from which the effect for another player is mentioned."""


class Reason(NamedTuple):
    """A reason for a move."""

    kind: str
    """One of :data:`KINDS`.

    - ``sell``, ``cacao``, ``mine``, ``water``, ``sun``: the mover's workers do this in the turn:
      ``amount`` cacao sold for ``gold`` (``code`` is the market, if it is one), cacao taken, gold
      taken, fields moved, sun tokens taken.
    - ``watering``, ``kitchen``, ``chocolate``, ``gems``, ``tree``: the same at tiles of modules:
      ``amount`` fields back for ``cacao``, bars made, ``choice`` (cacao + bars) sold for ``gold``,
      ``choice`` of gems taken, gold taken. ``mask``: the gems become a mask.
    - ``hut``: the mover builds the hut ``code``, for ``-gold``. ``emperor``: the mover receives
      the emperor for ``gold``.
    - ``temple-lead``, ``temple-share``, ``temple-second``: the place that the mover gets at a
      temple, and the ``gold`` that it brings as things stand.
    - ``temple-take``: the same as the first, taken from ``seat``.
    - ``keep``: ``amount`` cacao stay in storage, to be sold at a higher price.
    - ``gives``: in this turn ``seat`` gets ``amount`` of what ``code`` gives.
    - ``open``: ``seat``, who is next, gains about ``gold`` more in its turn than after the best
      move, most of it at the jungle tile ``code``.
    - ``no-room``: there is no room for ``amount`` of what ``code`` gives.
    - ``nothing``: a move that is worse than the best one has no immediate gain.
    - ``later``: the same of a good move.
    """
    amount: int = 0
    """Depends on the kind."""
    gold: int = 0
    """Gold gained, for kinds with gold."""
    code: str = ""
    """A jungle tile, or a hut."""
    seat: Seat | None = None
    """Another player."""
    choice: str = ""
    """The parts of the amount, where they are open, as :attr:`cacao_core.Move.choice`."""
    cacao: int = 0
    """Cacao gained at a watering site."""


def explain(
    game: Game,
    line: Sequence[Move | str],
    best: Sequence[Move | str] = (),
    answers: Answers | None = None,
) -> Reason:
    """The most important reason for a move.

    Args:
        game: the position; left as it is. Hidden tiles have no influence.
        line: the move, and the expected following ones of the same seat in the turn; moves or
            notations.
        best: the same of the best move, if this is another.
        answers: those to moves of this position, which are kept for the next call.

    Raises:
        CacaoError: not a game, it is over, a line is empty or no list of moves, or no answers.
        IllegalMove: a move of a line is not legal.
    """
    if not isinstance(game, Game):
        raise CacaoError(f"a reason is for a move in a Game, not in {describe(game)}")
    seat, moves, others = game.to_move, _moves(line), _moves(best)
    if seat is None or not moves:
        raise CacaoError("a reason is for a move: expected one at least, in a game that goes on")
    if not isinstance(answers, Answers | None):
        raise CacaoError(f"answers {describe(answers)}: expected Answers or None")
    outcome = outcome_of(game, moves)
    if others:
        answer = (answers or Answers(game)).between(moves, others)
        other = outcome_of(game, others)
        if harm := _harm(seat, outcome, other, answer) or _no_room(seat, outcome, other):
            return harm
    reasons = [
        *_deeds(outcome, seat),
        *_temples(outcome, seat),
        *_kept(outcome, moves, seat),
    ]
    value, reason = max(reasons, key=lambda it: it[0], default=(0.0, Reason("later")))
    return reason if value > 0 else Reason("nothing" if others else "later")


def _moves(line: Sequence[Move | str]) -> tuple[Move, ...]:
    if isinstance(line, str | Move) or not isinstance(line, Sequence):
        raise CacaoError(f"line {describe(line)}: expected a list of moves")
    return tuple(one if isinstance(one, Move) else Move.parse(one) for one in line)


# --- The mover's gain ------------------------------------------------------------------------


def _deeds(outcome: Outcome, seat: Seat) -> list[tuple[float, Reason]]:
    """The actions of the mover's workers, by kind, each with its value in gold."""
    sums: dict[str, list[Deed]] = defaultdict(list)
    for deed in outcome.deeds:
        if deed.seat == seat:
            sums[_kind(deed, outcome.game)].append(deed)
    return [
        (sum(deed.value for deed in deeds), _summed(kind, deeds)) for kind, deeds in sums.items()
    ]


def _kind(deed: Deed, game: Game) -> str:
    if deed.code in game.rules.tiles:
        return _KINDS[game.rules.tiles[deed.code].good]
    return "hut" if deed.code else "emperor"


_OF_MODULES: Final = ("watering", "kitchen", "chocolate", "gems", "tree")
_KINDS: Final = by_good(
    "cacao_core/ai/explaining/reasons.py",
    {
        **{"market": "sell", "cacao": "cacao", "gold": "mine", "water": "water", "suns": "sun"},
        **dict(zip(_OF_MODULES, _OF_MODULES, strict=True)),
    },
    apart=("temple",),
)


def _summed(kind: str, deeds: Sequence[Deed]) -> Reason:
    codes = {deed.code for deed in deeds}
    return Reason(
        "mask" if any(deed.what == "mask" for deed in deeds) else kind,
        amount=sum(deed.amount for deed in deeds),
        gold=sum(deed.gold for deed in deeds),
        code=codes.pop() if len(codes) == 1 else "",
        choice=_together([deed.choice for deed in deeds]),
        cacao=sum(deed.cacao for deed in deeds) if kind == "watering" else 0,
    )


def _together(choices: Sequence[str]) -> str:
    """Choices at tiles of one kind, added up."""
    if "+" in choices[0]:
        return "+".join(str(sum(each)) for each in zip(*map(_numbers, choices), strict=True))
    return "".join(sorted("".join(choices), key="RGBW".index))


def _numbers(choice: str) -> list[int]:
    return list(map(int, choice.split("+")))


def _temples(outcome: Outcome, seat: Seat) -> list[tuple[float, Reason]]:
    """The mover's change at each temple: own gold gained, and gold lost by another."""
    return [
        (event.change[seat] - min(event.change), _place(event.temple.workers, event.change, seat))
        for _cell, event in sorted(outcome.temples.items())
        if event.change[seat] > 0
    ]


def _place(workers: Sequence[int], changes: Sequence[int], seat: Seat) -> Reason:
    """The mover's new rank at a temple."""
    largest = max(workers)
    if workers[seat] < largest:
        return Reason("temple-second", gold=changes[seat], code=TEMPLE)
    if workers.count(largest) > 1:
        return Reason("temple-share", gold=changes[seat], code=TEMPLE)
    loser = min(range(len(changes)), key=changes.__getitem__)
    if changes[loser] < 0:
        return Reason("temple-take", gold=changes[seat], code=TEMPLE, seat=loser)
    return Reason("temple-lead", gold=changes[seat], code=TEMPLE)


def _kept(outcome: Outcome, line: Sequence[Move], seat: Seat) -> list[tuple[float, Reason]]:
    """Cacao that the mover could sell and keeps."""
    first = line[0]
    if first.kind != ACTIVATE or first.amount:
        return []
    cacao = outcome.game.players[seat].cacao
    return [(cacao_worth(outcome.game, seat), Reason("keep", amount=cacao))] if cacao else []


# --- The others' gain --------------------------------------------------------------------------


def _harm(seat: Seat, outcome: Outcome, other: Outcome, answer: Answer | None) -> Reason | None:
    """The effect for another player, if that is why a move is worse than the best one."""
    value, reason = _given(outcome, other, seat)
    if answer and answer.gold > value:
        value = answer.gold
        reason = Reason("open", gold=round(value), code=answer.code, seat=answer.seat)
    missed = other.gain(seat) - outcome.gain(seat)
    return reason if value >= max(_WORTH_TELLING, missed) else None


def _no_room(seat: Seat, outcome: Outcome, other: Outcome) -> Reason | None:
    """The goods for which there is no room, if the best move has room for them."""
    missing = [one for one in outcome.lost if one.seat == seat]
    amount = sum(one.amount for one in missing)
    spared = sum(one.amount for one in other.lost if one.seat == seat)
    if amount - spared < _MUCH:
        return None
    largest = max(missing, key=lambda one: one.amount)
    return Reason("no-room", amount, code=largest.code)


def _given(outcome: Outcome, other: Outcome, seat: Seat) -> tuple[float, Reason]:
    """The largest gain of another player in the turn, compared with the best move."""
    worst = (0.0, Reason("later"))
    spared = by_seat(other)
    for somebody, deeds in by_seat(outcome).items():
        value = sum(deed.value for deed in deeds)
        value -= sum(deed.value for deed in spared.get(somebody, ()))
        if somebody != seat and value > worst[0]:
            largest = max(deeds, key=lambda deed: deed.value)
            reason = _summed("gives", [largest])._replace(seat=somebody, gold=0)
            if largest.code not in JUNGLE:
                reason = reason._replace(gold=largest.gold, cacao=largest.cacao)
            worst = (value, reason._replace(kind="gives"))
    return worst
