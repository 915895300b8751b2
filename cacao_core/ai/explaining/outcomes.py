"""The effects of a turn, and the position after it, without drawing a tile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cacao_core.ai.levels import tables_for
from cacao_core.ai.playouts.encoding import holding_of, knows
from cacao_core.ai.suggesting import suggest
from cacao_core.ai.turns import Placing
from cacao_core.events import Activated, Lost, TempleChanged
from cacao_core.game import Game, Phase
from cacao_core.module import ModuleEvent
from cacao_core.moves import BLIND, BUILD, FILL, FILLS, Move
from cacao_core.tiles import Cell, Seat
from cacao_core.unfilled import leave_only


class Deed(NamedTuple):
    """The deed of one edge, or of a module beside the workers."""

    seat: Seat
    code: str
    """The jungle tile, or the hut that is built; empty for the emperor."""
    amount: int
    value: float
    """In gold up to the end of the game."""
    gold: int = 0
    """Gold at once."""
    cacao: int = 0
    choice: str = ""
    """The parts of the amount, where they are open."""
    what: str = ""
    """The event of a module in it, as :attr:`~cacao_core.module.ModuleEvent.what`."""


@dataclass
class Outcome:
    """The result of a line at the end of the turn.

    Position, effects, temples by cell, and goods for which there was no room.
    """

    game: Game
    deeds: list[Deed] = field(default_factory=list)
    temples: dict[Cell, TempleChanged] = field(default_factory=dict)
    lost: list[Lost] = field(default_factory=list)

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


def outcome_of(game: Game, line: Sequence[Move]) -> Outcome:
    """Play a line, then everybody's suggested activations, without drawing from any pile."""
    trial = game.copy()
    trial.jungle_pile = ()
    outcome = Outcome(trial)
    opening = [move for move in line if _is_open(move)]
    for move in playing(trial, line):
        if opening and move is opening[-1]:
            # Spaces that the line does not fill stay empty, because their tiles are unknown.
            leave_only(trial, move)
        if _is_open(move) or move in trial.legal_moves():
            _play(outcome, trial.find_move(move))  # others are at a tile of the pile
    while trial.phase in (Phase.ACTIVATE, Phase.DECIDE) and trial.turn == game.turn:
        _play(outcome, _next(trial, line))
    return outcome


def _next(game: Game, line: Sequence[Move]) -> Move:
    """The suggestion to the seat to move, or the hut of a line."""
    huts = [move for move in line if move.kind == BUILD] if game.phase is Phase.DECIDE else []
    return huts[0] if huts and huts[0] in game.legal_moves() else suggest(game)


def playing(game: Game, line: Sequence[Move]) -> Iterator[Move]:
    """The moves of a line as long as its mover decides in this turn.

    Args:
        game: the position, in which the caller plays each of them before the next one.
        line: a turn as it is expected: others may have to decide before the rest of it.
    """
    mover, turn = game.to_move, game.turn
    for move in line:
        if (game.to_move, game.turn) != (mover, turn):
            return
        yield move


def whole(game: Game, line: Sequence[Move]) -> tuple[Move, ...]:
    """The moves of a whole turn: a line, then what is suggested to everybody.

    Args:
        game: the position before it, with the tiles that fill spaces known; left as it is.
        line: the turn, as far as it is known.
    """
    trial, moves = game.copy(), list[Move]()
    for move in playing(trial, line):
        if _is_open(move) or move in trial.legal_moves():
            moves.append(trial.find_move(move))
            trial.apply(moves[-1])
    while trial.phase is not Phase.PLACE and not trial.is_over:
        fills = trial.phase is Phase.FILL
        moves.append(trial.legal_moves()[0] if fills else _next(trial, line))
        trial.apply(moves[-1])
    return tuple(moves)


def _is_open(move: Move) -> bool:
    """Whether a move does not depend on what is drawn from a pile."""
    return move.starts_turn or (move.kind in FILLS and move.what != BLIND)


def best_line(game: Game) -> tuple[Move, ...]:
    """The turn that looks best at once, as far as it is known; it begins here."""
    if not knows(game.rules):
        from cacao_core.ai.general.playing import turns_of  # noqa: PLC0415  # rarely needed
        from cacao_core.ai.general.worths import worths_for  # noqa: PLC0415  # as above

        return turns_of(game, worths_for(game.rules, len(game.players)))[0].moves
    root = Placing(game, tables_for(len(game.players)))
    return root.line(root.ways[0])


def played(game: Game, moves: Iterable[Move]) -> Game:
    """The position after some moves, such as those of a whole turn; the game is left as it is."""
    trial = game.copy()
    for move in moves:
        trial.apply(move)
    return trial


def _play(outcome: Outcome, move: Move) -> None:
    game = outcome.game
    seat = game.to_move
    assert seat is not None, "somebody plays it"
    events, before = game.events(move), _worth(game, seat)
    built = _worth_of_hut(game, move) if move.kind == BUILD else 0.0
    game.apply(move)
    masks = any(isinstance(one, ModuleEvent) and one.what == "mask" for one in events)
    for event in events:
        if isinstance(event, TempleChanged):
            outcome.see(event)
        elif isinstance(event, Lost):
            outcome.lost.append(event)
        elif isinstance(event, Activated) and event.amount:
            value, change = _worth(game, seat) - before, event.change
            done = Deed(seat, event.code, event.amount, value, change.gold, change.cacao)
            outcome.deeds.append(done._replace(choice=event.choice, what="mask" * masks))
        elif isinstance(event, ModuleEvent) and event.what == "moved":
            value = event.change.gold + _favour(game, seat)
            outcome.deeds.append(Deed(seat, "", 1, value, event.change.gold, what=event.what))
        elif isinstance(event, ModuleEvent) and event.what == move.what:
            gold = event.change.gold
            outcome.deeds.append(Deed(seat, event.what, 1, built, gold, what=event.what))


def _favour(game: Game, seat: Seat) -> float:
    """The worth of the emperor on an own tile."""
    from cacao_core.ai.general.worths import worths_for  # noqa: PLC0415  # rarely needed

    return worths_for(game.rules, len(game.players)).favour(game.players[seat].tiles_left)


def _worth_of_hut(game: Game, move: Move) -> float:
    """The worth of building a hut, its cost paid."""
    from cacao_core.ai.general.playing import decided  # noqa: PLC0415  # rarely needed
    from cacao_core.ai.general.worths import worths_for  # noqa: PLC0415  # as above

    return decided(game, move, worths_for(game.rules, len(game.players)))


def cacao_worth(game: Game, seat: Seat) -> float:
    """Value of the cacao that a seat has."""
    without = game.copy()
    without.players[seat].cacao = 0
    return _worth(game, seat) - _worth(without, seat)


def _worth(game: Game, seat: Seat) -> float:
    """Value of a village board in gold, without temples and huts."""
    player = game.players[seat]
    if not knows(game.rules):
        from cacao_core.ai.general.worths import next_mask, worths_for  # noqa: PLC0415  # as above

        worths = worths_for(game.rules, len(game.players))
        return worths.goods(player, player.tiles_left, next_mask(game))
    return player.gold + tables_for(len(game.players)).worths[holding_of(player)]


def by_seat(outcome: Outcome) -> Mapping[Seat, list[Deed]]:
    """The effects of edges, by the seat that they are for."""
    deeds: dict[Seat, list[Deed]] = defaultdict(list)
    for deed in outcome.deeds:
        deeds[deed.seat].append(deed)
    return deeds


def brings(game: Game, line: Sequence[Move]) -> Hashable:
    """The effects of a turn: equal for turns of the same position that lead to the same.

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
        for seat, deeds in by_seat(outcome).items()
        for code in sorted({deed.code for deed in deeds})
    )
    temples = {cell: event.change for cell, event in outcome.temples.items() if any(event.change)}
    return frozenset(cells), frozenset(fills), tuple(gains), frozenset(temples.items())
