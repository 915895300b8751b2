"""The end of a game, solved: the exact result, and all turns that reach it.

A position can be solved when nothing is hidden from the seat to move any more: what lies in every
hand and pile follows from what was played. With two players the result is that of best play of
both. With three and four players only the last turn of each is solved, and the result is what the
seat can secure, whatever the others do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cacao_core.ai.endings.field import INFINITE
from cacao_core.ai.endings.goods import POINT
from cacao_core.ai.endings.root import (
    RootChoice,
    TurnRest,
    can_reach,
    line_of,
    options_of,
    value_after,
)
from cacao_core.ai.endings.search import Budget, TooMuch
from cacao_core.ai.endings.tree import EVERYTHING, EndingTree
from cacao_core.ai.playouts.encoding import STORAGE_SPACES, knows
from cacao_core.ai.turns import play_out
from cacao_core.deal import is_whole
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game, Phase
from cacao_core.knowledge.completing import decidable
from cacao_core.moves import ACTIVATE, Move
from cacao_core.tiles import Seat

NODES: Final = 1500
"""Nodes of a search, unless it is told otherwise; see docs/dev/ai.md for the time they take."""
_UNLIMITED: Final = 1 << 60


@dataclass(frozen=True)
class Solution:
    """The exact result of a position, for the seat to move."""

    seat: Seat
    """The seat to move."""
    gold: tuple[int, ...]
    """Each seat's gold at the end of the game, after ``line``."""
    winners: tuple[Seat, ...]
    """The seats that have won after ``line``; several for a shared victory."""
    margin: int
    """Lead in gold of the seat over the best of the others."""
    turns: tuple[tuple[Move, ...], ...]
    """The rest of the present turn, up to the seat's last decision in it: every placement with
    fills that reaches the result, each with activations that do."""
    line: tuple[Move, ...]
    """The first of ``turns``, and best play of all up to the end of the game."""
    is_settled: bool
    """Whether the result is that of best play of all. False with three and four players if others
    have still to decide: then it is what the seat can secure, and the others do their worst in
    ``line``."""

    @property
    def share(self) -> float:
        """The seat's share of the victory: 1, a part of 1, or 0."""
        return 1 / len(self.winners) if self.seat in self.winners else 0.0


def solve(game: Game, budget: int | None = None) -> Solution | None:
    """The exact result for the seat to move, and all turns that reach it.

    Results are compared as docs/rules.md 5 says: a victory, then the lead in gold. So a lead of 0
    is better with more cacao than the other.

    Args:
        game: the position; left as it is.
        budget: nodes that the search may visit, 1 or more; None uses :data:`NODES`.

    Returns:
        None if the position cannot be solved: something that matters is hidden from the seat to
        move; or with three and four players somebody has more than one turn left; or the budget is
        used up.

    Raises:
        CacaoError: not a game, a game that is over, a wrong budget, or the hand or the display is
            not known.
    """
    if not isinstance(game, Game):
        raise CacaoError(f"a Game is solved, not {describe(game)}")
    if budget is not None and not (is_whole(budget) and budget > 0):
        raise CacaoError(f"budget {describe(budget)}: expected a whole number above 0, or None")
    if game.to_move is None:
        raise CacaoError("the game is over: there is nothing to solve")
    game = decidable(game)
    if not is_solvable(game):
        return None
    ending = EndingSearch(game, NODES if budget is None else budget)
    for _share in ending.steps():
        pass  # to its end
    return ending.solution()


def is_solvable(game: Game) -> bool:
    """Whether the seat to move knows all that matters, and few enough turns are left."""
    if game.to_move is None or len(set(game.jungle_pile)) > 1 or not knows(game.rules):
        return False
    for seat, player in enumerate(game.players):
        hidden = player.pile if seat == game.to_move else player.pile and player.hand + player.pile
        if len(set(hidden)) > 1:
            return False
    return len(game.players) == 2 or all(player.tiles_left <= 1 for player in game.players)


class EndingSearch:
    """The search for the result of a position that can be solved.

    Args:
        nodes: the budget.
    """

    def __init__(self, game: Game, nodes: int) -> None:
        assert game.to_move is not None, "somebody has to move"
        self.game = game
        self.seat = game.to_move
        # After the placement the budget is larger: what was found then must not be lost.
        self._nodes = nodes if game.phase is Phase.PLACE else 2 * nodes
        self.budget = Budget(self._nodes)
        self._tree = EndingTree(self.seat, self.budget)
        self._bounds: dict[RootChoice, tuple[int, int]] = {}
        self.options: list[RootChoice] = []
        """The choices of the seat to move; the best one found so far is the first."""
        self.is_known = False
        """Whether the search has come to its end within the budget."""
        self.value = -INFINITE
        """The best value, once it is known; see :mod:`cacao_core.ai.endings.tree`."""

    def steps(self) -> Iterator[float]:
        """Search; yields the share of the choices that were looked at, after each of them."""
        try:
            yield from self._search()
        except TooMuch:
            return
        self.is_known = True

    def _search(self) -> Iterator[float]:
        self.options = options_of(self.game, self._tree)
        for number, option in enumerate(list(self.options), 1):
            if self.value == -INFINITE or self.reaches(option, self.value + 1):
                self.value = self.exact(option)
                self.options.remove(option)
                self.options.insert(0, option)
            yield number / len(self.options)

    def exact(self, option: RootChoice) -> int:
        """The value of an option.

        Raises:
            TooMuch: the budget is used up.
        """
        low, high = self._bounds.get(option, EVERYTHING)
        if low < high:
            low = option.value((low - 1, high + 1))
            self._bounds[option] = (low, low)
        return low

    def reaches(self, option: RootChoice, least: int) -> bool:
        """Whether the value of an option is at least so much.

        Raises:
            TooMuch: the budget is used up.
        """
        low, high = self._bounds.get(option, EVERYTHING)
        if low < least <= high:
            value = option.value((least - 1, least))
            low, high = (value, high) if value >= least else (low, value)
            self._bounds[option] = (low, high)
        return low >= least

    def best(self) -> list[RootChoice]:
        """The options that reach the best result.

        Raises:
            TooMuch: the budget is used up.
        """
        least = least_of(self.value)
        return [option for option in self.options if self.reaches(option, least)]

    @property
    def decides(self) -> bool:
        """Whether the search says how to play: also if others decide, a victory can be secured."""
        return self.is_known and (self.is_settled or self.value > 0)

    def first_move(self) -> Move:
        """The first move of the best option found so far."""
        way = self.options[0].ways[0]
        return way.opening[0] if way.opening else line_of(self.game, way)[0]

    def ranked(self, count: int) -> list[tuple[RootChoice, int]]:
        """The best options with their values, best first; fewer if the budget is used up again.

        Args:
            count: how many at most.
        """
        pairs = [(self.options[0], self.value)]
        self.budget.most = self.budget.nodes + self._nodes
        try:
            for option in self.options[1:]:
                least = pairs[count - 1][1] if len(pairs) >= count else -INFINITE
                if self.reaches(option, least + 1):
                    pairs.append((option, self.exact(option)))
                    pairs.sort(key=lambda pair: -pair[1])
        except TooMuch:
            pass
        return pairs[:count]

    def option_of(self, line: Sequence[Move]) -> tuple[RootChoice, int] | None:
        """The best option that begins with some moves, and its value.

        None: unknown.
        """
        self.budget.most = self.budget.nodes + self._nodes
        best: tuple[RootChoice, int] | None = None
        try:
            for option in self.options:
                if self._begins(option, line) and (
                    best is None or self.reaches(option, best[1] + 1)
                ):
                    best = option, self.exact(option)
        except TooMuch:
            return None
        return best

    def _begins(self, option: RootChoice, line: Sequence[Move]) -> bool:
        """Whether an option can go on from these moves; fills in any order."""
        after = self.game.copy()
        for move in line:
            after.apply(move)
        if self.game.phase is Phase.ACTIVATE:
            return can_reach(after, self.seat, option.goods)
        opening = {move for move in line if move.kind != ACTIVATE}
        return any(
            opening <= set(way.opening)
            and (len(opening) == len(line) or can_reach(after, self.seat, way.goods))
            for way in option.ways
        )

    def played(self, line: Sequence[Move]) -> tuple[tuple[Move, ...], int] | None:
        """A whole turn of the seat as it was played, and its value; None if that is not known.

        Args:
            line: its moves; in the phase of placing. What is left open follows the suggestions.
        """
        after = self.game.copy()
        whole = play_out(after, line)
        self.budget.most = self.budget.nodes + self._nodes
        try:
            return (whole, value_after(after, self._tree)) if whole else None
        except TooMuch:
            return None

    def share(self, line: Sequence[Move], value: int) -> float:
        """The seat's share of the victory after a turn; of a shared one, the part."""
        if value or len(self.game.players) == 2:
            return 0.5 + (value > 0) / 2 - (value < 0) / 2
        game = self.game.copy()
        for move in line:
            game.apply(move)
        return 1 / max(2, len(game.winners()))

    def line(self, option: RootChoice) -> tuple[Move, ...]:
        """The moves of an option in this turn."""
        return line_of(self.game, option.ways[0])

    def solution(self) -> Solution | None:
        """The result, once :meth:`steps` has come to its end; None if there is none."""
        if not self.is_known:
            return None
        self.budget.most = self.budget.nodes + self._nodes
        try:
            best = self.best()
        except TooMuch:
            return None
        game = self.game
        turns: dict[tuple[Move, ...], TurnRest] = {}
        for option in best:
            for way in option.ways:
                turns.setdefault(way.opening, way)
        lines = tuple(line_of(game, way) for way in turns.values())
        line, end = self._to_the_end(lines[0])
        return Solution(
            seat=self.seat,
            gold=tuple(score.total for score in end.score()),
            winners=tuple(end.winners()),
            margin=margin_of(self.value),
            turns=lines,
            line=line,
            is_settled=self.is_settled,
        )

    @property
    def is_settled(self) -> bool:
        """Whether the value is that of best play of all: nobody else decides, or just one does."""
        game = self.game
        later = [seat for seat, player in enumerate(game.players) if player.tiles_left]
        filling = game.phase is not Phase.ACTIVATE and game.display
        return len(game.players) == 2 or (later in ([], [self.seat]) and not filling)

    def _to_the_end(self, line: tuple[Move, ...]) -> tuple[tuple[Move, ...], Game]:
        """Best play of all after a turn: the whole line, and the game at its end."""
        game, played = self.game.copy(), list(line)
        for move in line:
            game.apply(move)
        tree = EndingTree(self.seat, Budget(_UNLIMITED))
        while game.to_move is not None:
            for move in line_of(game, self._going_on(game, tree).ways[0]):
                game.apply(move)
                played.append(move)
        return tuple(played), game

    def _going_on(self, game: Game, tree: EndingTree) -> RootChoice:
        """A choice of the seat to move there that keeps the value."""
        value, mine = self.value, game.to_move == self.seat
        window = (value - 1, value) if mine else (value, value + 1)
        for option in options_of(game, tree):
            worth = option.value(window)
            if worth >= value if mine else worth <= value:
                return option
        raise AssertionError("some choice keeps the value")


def margin_of(value: int) -> int:
    """The lead in gold of a value."""
    return (value + POINT // 2) // POINT


def least_of(value: int) -> int:
    """The least value with the same result: cacao matters only if the gold is equal."""
    margin = margin_of(value)
    if margin or value < 0:
        return POINT * margin - STORAGE_SPACES
    return min(value, 1)
