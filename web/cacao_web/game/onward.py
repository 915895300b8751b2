"""The moves of a person that follow from a choice, or without one."""

from __future__ import annotations

from dataclasses import dataclass

from cacao_core import Game, Move, Phase, Record, ai


@dataclass
class Onward:
    """The moves of a person's turn that need no further question."""

    coming: Move | None = None
    """The move that will be played automatically: the only sensible one, or one of several that
    were chosen together."""
    plan: tuple[Move, ...] = ()
    """Activations that the person has chosen, to be played one after the other."""
    hinted: tuple[Move, ...] = ()  # what is left of this turn as a hint that was taken has it
    singly: bool = False  # whether the person chooses each activation of the present turn
    follows: bool = False  # whether the workers do what the preview of the last placement has shown

    def played(self, record: Record) -> None:
        """A move was played, the last one of a record."""
        self.plan = self.plan[1:] if record.moves[-1:] == self.plan[:1] else ()
        self.hinted = self.hinted[1:] if record.moves[-1:] == self.hinted[:1] else ()
        self.coming = None

    def turn_over(self) -> None:
        """The turn is over."""
        self.singly = self.follows = False

    def stop(self) -> None:
        """Another course of the game stands: nothing follows any more."""
        self.plan, self.coming = (), None

    def next(self, game: Game, *, asks: bool) -> Move | None:
        """The next move if there is only one sensible choice, else None.

        Args:
            game: the position; it is the person's turn.
            asks: whether the person is asked for everything that is not planned.
        """
        if self.plan:
            return self.plan[0]
        if asks:
            return None
        if self.follows and game.phase is Phase.ACTIVATE and game.to_move == game.turn:
            return ai.suggest(game)
        if game.phase is Phase.FILL:
            legal = game.legal_moves()
            return legal[0] if len(legal) == 1 else None
        return ai.obvious(game)
