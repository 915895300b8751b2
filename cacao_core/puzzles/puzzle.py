"""A puzzle: a position, what is asked for, and the answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2s
from typing import Final

from cacao_core.ai.explaining.outcomes import brings
from cacao_core.moves import Move
from cacao_core.puzzles.judging import gold_of, play_turn, wins_after
from cacao_core.record import Record
from cacao_core.tiles import Seat

KINDS: Final = ("gold", "win", "best")
"""The kinds of question."""
THEMES: Final = ("market", "water", "temple", "double", "overbuilding", "blocking")
"""The themes of solutions."""
ALSO: Final = ("filling",)
"""The further themes."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which the seat to move looks for a whole turn."""

    kind: str
    """The question:

    - ``gold``: the most gold in this turn. Every turn was tried; gold that depends on a hidden tile
      does not count.
    - ``win``: a turn after which the seat wins alone, whatever the others do. Nothing is hidden,
      and the rest of the game was solved.
    - ``best``: the best turn. It was found by a long analysis, and is well ahead of all others.
    """
    rating: int
    """The difficulty: the Elo of somebody who solves it in half of all cases."""
    theme: str
    """The theme of the solution, one of :data:`THEMES`."""
    goal: int | None
    """Gold to take, for the kind ``gold``; else None."""
    at: int
    """Number of moves before the position."""
    link: str
    """The game with the solution at its end, as ``Record.to_link`` writes it."""
    also: tuple[str, ...] = ()
    """The further themes, of :data:`ALSO`; ``filling``: two spaces are filled."""

    @cached_property
    def id(self) -> str:
        """A short name that stays the same as long as the puzzle does."""
        return blake2s(f"{self.kind} {self.at} {self.link}".encode(), digest_size=4).hexdigest()

    @property
    def themes(self) -> tuple[str, ...]:
        """All that it is about, the theme first."""
        return (self.theme, *self.also)

    @cached_property
    def _whole(self) -> Record:
        return Record.from_link(self.link)

    @cached_property
    def record(self) -> Record:
        """The game up to the position."""
        return self._whole.up_to(self.at)

    @cached_property
    def seat(self) -> Seat:
        """The seat whose turn it is."""
        return self.record.game().turn

    @property
    def solution(self) -> tuple[Move, ...]:
        """The moves of one best turn, up to the last decision of its seat."""
        return self._whole.moves[self.at :]

    def accepts(self, moves: Iterable[Move | str]) -> bool:
        """Whether a whole turn solves the puzzle, by what it brings and not by how it is played.

        Args:
            moves: all decisions of the seat in this turn; those of others may follow.

        Raises:
            IllegalMove: a move is not legal.
            CacaoError: the turn is not complete, or the moves go on after its end.
        """
        game, moves = self.record.game(), tuple(moves)
        if self.kind == "gold":
            assert self.goal is not None, "the goal of this kind"
            return gold_of(game, moves) >= self.goal
        if self.kind == "win":
            return wins_after(game, moves)
        play_turn(game, moves)
        line = [game.find_move(moves[0]), *map(_parsed, moves[1:])]
        return brings(game, line) == brings(game, self.solution)


def _parsed(move: Move | str) -> Move:
    return move if isinstance(move, Move) else Move.parse(move)
