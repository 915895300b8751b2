"""One turn that is only tried: the game pauses after it, and a better turn can be shown."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from cacao_core import Game, IllegalMove, Move, Phase, Record, ai
from cacao_web.game.choice import Choice
from cacao_web.game.mode import Mode, Moment
from cacao_web.game.session import Session

_FILLER: Final = "medium"
"""The level that fills spaces whose tiles were hidden when the turn was found."""


class OneTurn(Mode):
    """The mode of a game of which one turn is only tried.

    Args:
        record: the game up to the turn.
        fragment: the fragment of the address that leads here.

    Attributes:
        record: the game up to the turn.
        seat: whose turn it is.
        fragment: the fragment of the address that leads here.
        shown: the game with the turn that is shown, step by step; None while the person tries.
        ends: number of moves at the end of the shown turn.
        said: what is said after the turns that follow the shown one, by number of moves.
    """

    guides: Final = True
    is_trial: Final = True
    awaits_motion: bool = True
    help: str = ""
    fragment: str = ""

    def __init__(self, record: Record, fragment: str) -> None:
        self.record = record
        self.seat = record.game().turn
        self.fragment = fragment
        self.shown: Record | None = None
        self.ends = 0
        self.said: dict[int, str] = {}

    @property
    def start(self) -> int:
        """Number of moves before the turn."""
        return len(self.record.moves)

    def pauses(self, moment: Moment) -> bool:
        """Whether the turn is over, or one is shown."""
        return self.shown is not None or self._is_over(moment.record, moment.game)

    def _is_over(self, record: Record, game: Game) -> bool:
        begun = len(record.moves) > self.start
        return begun and (game.is_over or game.turn != self.seat)

    @property
    def rests(self) -> bool:
        """True if the person's turn is over, and not one that is shown."""
        return self.shown is None

    def fixed_move(self, moment: Moment) -> Move | None:
        """The moves of others' workers in this turn."""
        game = moment.game
        acts = game.phase is Phase.ACTIVATE and game.to_move != self.seat
        return ai.suggest(game) if acts and not self.pauses(moment) else None

    def choice(self, moment: Moment, before: Choice) -> Choice:
        """The only space to fill; else nothing."""
        spaces = moment.game.open_spaces
        return before.anew(spaces[0] if len(spaces) == 1 else None)

    # --- A turn that is shown --------------------------------------------------------------

    def completed(self, moves: Iterable[Move]) -> Record:
        """The game up to the end of a turn; what is left open is done in the best way.

        Args:
            moves: the first moves of the turn.
        """
        record = self.record
        for move in moves:
            record = record.play(move)
        while not self._is_over(record, game := record.game()):
            acts = game.phase is Phase.ACTIVATE
            record = record.play(ai.suggest(game) if acts else ai.choose(game, _FILLER))
        return record

    def show(
        self, session: Session, whole: Record, then: Iterable[tuple[Iterable[Move], str]] = ()
    ) -> None:
        """Begin to show a turn; :meth:`stepped` goes through it.

        Args:
            session: the game on the board, in this mode.
            whole: the game up to the end of that turn.
            then: the turns that follow, as far as they are legal there, with what is said of them.
        """
        self.ends, self.said = len(whole.moves), {}
        with suppress(IllegalMove):
            for moves, text in then:
                following = whole
                for move in moves:
                    following = following.play(move)
                whole = following
                self.said[len(whole.moves)] = text
        self.shown = whole.renamed([one.name for one in session.sitters])
        session.look.presenting = True
        session.record = self.shown

    def number(self, session: Session) -> int:
        """The number of moves of the shown turn that are on the board."""
        return max(0, len(session.shown_moves) - self.start)

    def stepped(self, session: Session, by: int) -> int | None:
        """The number of moves on the board after some steps; None if there are no more."""
        here = self.start + self.number(session) + by
        fits = self.shown and self.start <= here <= len(self.shown.moves)
        return here if fits else None
