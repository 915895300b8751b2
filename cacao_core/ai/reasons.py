"""The most important reason why a move is good, or worse than the best.

Found by playing the expected turn on a copy, and comparing the results: what brings the mover most
gold; or, for a move that is not the best, its effect for another player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from cacao_core.ai.levels import tables_for
from cacao_core.ai.playouts.encoding import TEMPLE, holding_of
from cacao_core.ai.suggesting import storage, suggest
from cacao_core.errors import CacaoError, describe
from cacao_core.events import Activated, TempleChanged
from cacao_core.game import Game, Phase
from cacao_core.moves import ACTIVATE, FILL, Move
from cacao_core.rules import JUNGLE, by_good
from cacao_core.tiles import (
    NEIGHBOURS,
    Cell,
    Seat,
)

KINDS: Final = (
    "sell",
    "cacao",
    "mine",
    "water",
    "sun",
    "temple-lead",
    "temple-share",
    "temple-second",
    "temple-take",
    "keep",
    "gives",
    "open",
    "later",
)
_WORTH_TELLING: Final = 1.5
"""Least gold from which the effect for another player is mentioned."""
_VISIT: Final = 2
"""Number of workers that another player is expected to place at a free jungle tile."""


class Reason(NamedTuple):
    """A reason for a move."""

    kind: str
    """One of :data:`KINDS`.

    - ``sell``, ``cacao``, ``mine``, ``water``, ``sun``: the mover's workers do this in the turn:
      ``amount`` cacao sold for ``gold`` (``code`` is the market, if it is one), cacao taken, gold
      taken, fields moved, sun tokens taken.
    - ``temple-lead``, ``temple-share``, ``temple-second``: the place that the mover gets at a
      temple, and the ``gold`` that it brings as things stand.
    - ``temple-take``: the same as the first, taken from ``seat``.
    - ``keep``: ``amount`` cacao stay in storage, to be sold at a higher price.
    - ``gives``: in this turn ``seat`` gets ``amount`` of what ``code`` gives.
    - ``open``: the jungle tile ``code`` stays free for ``seat``.
    - ``later``: no immediate gain.
    """
    amount: int = 0
    """Depends on the kind."""
    gold: int = 0
    """Gold gained, for kinds with gold."""
    code: str = ""
    """A jungle tile."""
    seat: Seat | None = None
    """Another player."""


class _Deed(NamedTuple):
    """The effect of one edge: seat, jungle tile, amount, and its value."""

    seat: Seat
    code: str
    amount: int
    value: float


@dataclass
class Outcome:
    """The result of a line at the end of the turn: position, effects, and temples by cell."""

    game: Game
    deeds: list[_Deed] = field(default_factory=list)
    temples: dict[Cell, TempleChanged] = field(default_factory=dict)

    def gain(self, seat: Seat) -> float:
        """The gain of a seat, in gold."""
        own = sum(deed.value for deed in self.deeds if deed.seat == seat)
        return own + sum(temple.change[seat] for temple in self.temples.values())

    def see(self, event: TempleChanged) -> None:
        """Combine a change of a temple with earlier ones."""
        cell = event.temple.cell
        if old := self.temples.get(cell):
            change = tuple(map(sum, zip(old.change, event.change, strict=True)))
            event = event._replace(change=change)
        self.temples[cell] = event


def brings(game: Game, line: Sequence[Move]) -> Hashable:
    """What a turn brings: equal for turns of the same position that lead to the same.

    The worker tile's cell, the filled spaces, everybody's gains and the changes at temples. For
    activations only the gains and changes, in whatever order they come.
    """
    outcome = outcome_of(game, line)
    cells = {move.cell for move in line if move.starts_turn}
    if not game.workers:  # the start tiles lie on a diagonal: what it mirrors is the same
        cells = {min(cell, (cell[1], cell[0])) for cell in cells}
    fills = {(move.what, move.cell) for move in line if move.kind == FILL}
    gains = sorted(
        (seat, code, sum(deed.amount for deed in deeds if deed.code == code))
        for seat, deeds in _by_seat(outcome).items()
        for code in {deed.code for deed in deeds}
    )
    temples = {cell: event.change for cell, event in outcome.temples.items() if any(event.change)}
    return frozenset(cells), frozenset(fills), tuple(gains), frozenset(temples.items())


def explain(game: Game, line: Sequence[Move | str], best: Sequence[Move | str] = ()) -> Reason:
    """The most important reason for a move.

    Args:
        game: the position; left as it is. Hidden tiles have no influence.
        line: the move, and the expected following ones of the same seat in the turn; moves or
            notations.
        best: the same of the best move, if this is another.

    Raises:
        CacaoError: not a game, it is over, or a line is empty or no list of moves.
        IllegalMove: a move of a line is not legal.
    """
    if not isinstance(game, Game):
        raise CacaoError(f"a reason is for a move in a Game, not in {describe(game)}")
    seat, moves, others = game.to_move, _moves(line), _moves(best)
    if seat is None or not moves:
        raise CacaoError("a reason is for a move: expected one at least, in a game that goes on")
    outcome = outcome_of(game, moves)
    if others and (harm := _harm(game, seat, outcome, outcome_of(game, others))):
        return harm
    found = [
        *_deeds(outcome, seat),
        *_temples(outcome, seat),
        *_kept(outcome, moves, seat),
    ]
    value, reason = max(found, key=lambda it: it[0], default=(0.0, Reason("later")))
    return reason if value > 0 else Reason("later")


def _moves(line: Sequence[Move | str]) -> tuple[Move, ...]:
    if isinstance(line, str | Move) or not isinstance(line, Sequence):
        raise CacaoError(f"line {describe(line)}: expected a list of moves")
    return tuple(one if isinstance(one, Move) else Move.parse(one) for one in line)


def outcome_of(game: Game, line: Sequence[Move]) -> Outcome:
    """Play a line, then everybody's suggested activations, without drawing from any pile."""
    trial = game.copy()
    trial.jungle_pile = ()
    outcome = Outcome(trial)
    for at, move in enumerate(line):
        if trial.to_move != game.to_move or trial.turn != game.turn:
            break  # a line contains only the mover's moves
        if at == len(line) - 1 and move.kind != ACTIVATE:
            # Spaces that the line does not fill stay empty, because their tiles are unknown.
            trial.display = (move.what,) if move.kind == "J" else ()
        _play(outcome, trial.find_move(move))
    while trial.phase is Phase.ACTIVATE and trial.turn == game.turn:
        _play(outcome, suggest(trial))
    return outcome


def _play(outcome: Outcome, move: Move) -> None:
    game = outcome.game
    seat = game.to_move
    assert seat is not None, "somebody plays it"
    told, before = game.events(move), _worth(game, seat)
    game.apply(move)
    for event in told:
        if isinstance(event, TempleChanged):
            outcome.see(event)
        elif isinstance(event, Activated) and event.amount:
            value = _worth(game, seat) - before
            outcome.deeds.append(_Deed(seat, event.code, event.amount, value))


def _worth(game: Game, seat: Seat) -> float:
    """Value of a village board in gold, without temples."""
    player = game.players[seat]
    return player.gold + tables_for(len(game.players)).worths[holding_of(player)]


# --- The mover's gain ------------------------------------------------------------------------


def _deeds(outcome: Outcome, seat: Seat) -> list[tuple[float, Reason]]:
    """The actions of the mover's workers, by kind, each with its value in gold."""
    sums: dict[str, list[_Deed]] = defaultdict(list)
    for deed in outcome.deeds:
        if deed.seat == seat:
            sums[_kind_of(deed.code)].append(deed)
    return [
        (sum(deed.value for deed in deeds), _summed(kind, deeds)) for kind, deeds in sums.items()
    ]


_KINDS: Final = by_good(
    "cacao_core/ai/reasons.py",
    {"market": "sell", "cacao": "cacao", "gold": "mine", "water": "water", "suns": "sun"},
    apart=("temple",),
)


def _kind_of(code: str) -> str:
    return _KINDS[JUNGLE[code].good]


def _summed(kind: str, deeds: Sequence[_Deed]) -> Reason:
    codes = {deed.code for deed in deeds}
    return Reason(
        kind,
        amount=sum(deed.amount for deed in deeds),
        gold=sum(JUNGLE[deed.code].gold_for(deed.amount) for deed in deeds),
        code=codes.pop() if len(codes) == 1 else "",
    )


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
    player = outcome.game.players[seat]
    value = storage(outcome.game, seat)[player.cacao]
    return [(value, Reason("keep", amount=player.cacao))] if player.cacao else []


# --- The others' gain --------------------------------------------------------------------------


def _harm(game: Game, seat: Seat, outcome: Outcome, other: Outcome) -> Reason | None:
    """The effect for another player, if that is why a move is worse than the best one."""
    following = (game.turn + 1) % len(game.players)
    value, reason = max(
        _given(outcome, other, seat),
        _left_open(outcome, other, following),
        key=lambda it: it[0],
    )
    missed = other.gain(seat) - outcome.gain(seat)
    return reason if value >= max(_WORTH_TELLING, missed) else None


def _given(outcome: Outcome, other: Outcome, seat: Seat) -> tuple[float, Reason]:
    """The largest gain of another player in the turn, compared with the best move."""
    worst = (0.0, Reason("later"))
    spared = _by_seat(other)
    for somebody, deeds in _by_seat(outcome).items():
        value = sum(deed.value for deed in deeds)
        value -= sum(deed.value for deed in spared.get(somebody, ()))
        if somebody != seat and value > worst[0]:
            largest = max(deeds, key=lambda deed: deed.value)
            worst = (value, Reason("gives", largest.amount, code=largest.code, seat=somebody))
    return worst


def _by_seat(outcome: Outcome) -> Mapping[Seat, list[_Deed]]:
    deeds: dict[Seat, list[_Deed]] = defaultdict(list)
    for deed in outcome.deeds:
        deeds[deed.seat].append(deed)
    return deeds


def _left_open(outcome: Outcome, other: Outcome, following: Seat) -> tuple[float, Reason]:
    """The best jungle tile free for the next player, unless it is free after the best move too."""
    if not outcome.game.players[following].tiles_left:
        return (0.0, Reason("later"))
    spared = reachable(other.game)
    worst = (0.0, Reason("later"))
    for cell, code in reachable(outcome.game).items():
        value = _visit(outcome.game, code, following)
        if cell not in spared and value > worst[0]:
            worst = (value, Reason("open", code=code, seat=following))
    return worst


def reachable(game: Game) -> dict[Cell, str]:
    """Jungle tiles with an empty cell beside them."""
    return {
        cell: code
        for cell, code in game.jungle.items()
        if any(beside not in game.workers for beside in NEIGHBOURS[cell])
    }


def _visit(game: Game, code: str, seat: Seat) -> float:
    """Approximate value of a visit to a jungle tile for a seat, in gold."""
    player = game.players[seat]
    tile = JUNGLE[code]
    if tile.good == "temple":
        return 3.0
    amount = tile.max_amount(player, _VISIT)
    if tile.good == "cacao":
        fruits = storage(game, seat)
        return fruits[player.cacao + amount] - fruits[player.cacao]
    others = sum(good in ("water", "suns") for good in tile.gives)
    return tile.gold_for(amount) + 1.8 * amount * others
