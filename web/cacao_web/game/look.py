"""The look of a person at an earlier position of a game, or at a variation there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cacao_core import Game, Move, Record


@dataclass
class Look:
    """The position that is drawn: the present one, an earlier one, or one of a variation."""

    at: int | None = None
    """Number of moves of the earlier position that is shown; None shows the present."""
    variation: tuple[Move, ...] = ()
    """Moves after that position that are shown instead of the played ones."""
    ahead: tuple[Move, ...] = ()
    """Moves of the same variation that come after the shown ones."""
    replaying: bool = False  # whether the positions after it follow automatically
    wanted: bool = False  # whether the person has asked for that, so that Back stops it
    presenting: bool = False  # whether they do so and the person cannot stop it
    _past: tuple[Record, int, tuple[Move, ...], Game] | None = field(default=None, repr=False)

    def turn_to(
        self, record: Record, moves: int | None, variation: Sequence[Move], ahead: Sequence[Move]
    ) -> None:
        """Look at the position after a number of moves; after all of them, at the present one.

        Args:
            moves: the number.
            variation: moves to be shown after those, instead of the ones that were played.
            ahead: moves of the variation that come after those.
        """
        last = len(record.moves)
        wanted = last if moves is None else max(moves, 0)
        self.at = wanted if wanted < last else None
        self.variation = () if self.at is None else tuple(variation)
        self.ahead = tuple(ahead) if self.variation else ()
        self.replaying = self.replaying and self.at is not None

    def end(self) -> None:
        """Look at the present position."""
        self.at, self.replaying, self.variation, self.ahead = None, False, (), ()

    def moves(self, record: Record) -> tuple[Move, ...]:
        """The moves that led to the position that is drawn."""
        return record.moves[: self.at] + self.variation

    def record(self, record: Record) -> Record:
        """The game up to the position that is drawn, in a variation with its moves."""
        shown = record if self.at is None else record.up_to(self.at)
        for move in self.variation:
            shown = shown.play(move)
        return shown

    def is_off(self, record: Record) -> bool:
        """Whether the position that is drawn was not reached in the game."""
        moves = self.moves(record)
        return bool(self.variation) and moves != record.moves[: len(moves)]

    def past(self, record: Record) -> Game | None:
        """The earlier position that is drawn; None if it is the present one."""
        if self.at is None:
            return None
        past = self._past
        if past is None or past[0] is not record or past[1:3] != (self.at, self.variation):
            game = record.game(self.at)
            for move in self.variation:
                game.play(move)
            past = self._past = (record, self.at, self.variation, game)
        return past[3]
