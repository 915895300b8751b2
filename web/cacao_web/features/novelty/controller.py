"""Guided turns on the page: offered, played one after the other, and left for the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cacao_core.moves import turns_begun
from cacao_web.board.overlay import Overlay, during
from cacao_web.features.novelty import view
from cacao_web.features.novelty.turn import NewTurn
from cacao_web.game.options import Options
from cacao_web.game.session import Session
from cacao_web.game.setup import solo
from cacao_web.game.setup.form import Setup
from cacao_web.shell.controller import Controller
from cacao_web.shell.games import Games
from cacao_web.shell.preferences import Preferences
from cacao_web.ui.markup import Markup

_ID: Final = "novelty"
"""Name of the session; it is never saved."""


class NoveltyController(Controller):
    """Guided turns of the modules that are new to the person.

    Args:
        preferences: remember what has been offered.
        setup: the form with the person's name.
    """

    def __init__(self, preferences: Preferences, setup: Setup, games: Games) -> None:
        self._preferences = preferences
        self._setup = setup
        self._games = games
        self._table = games.table
        self._game: Session | None = None  # the game that has begun, and waits
        self._left: list[str] = []  # the modules that come next
        self._table.overlays.add(
            Overlay(
                marks=during(NewTurn, view.marks),
                meant=during(NewTurn, view.meant),
                card=during(NewTurn, lambda session, turn: view.card(session, turn, self._left)),
                task=during(NewTurn, view.task),
                offer=self._offer,
            )
        )

    def begun_with_modules(self, session: Session) -> None:
        """Offer a turn for each module of which the person has not heard here."""
        if session.mode.is_written:
            return  # it is about their own table
        seen = self._preferences.settings.novelties.split()
        names = [module.name for module in session.game.rules.modules]
        if new := [name for name in names if name not in seen]:
            self._preferences.change(novelties=" ".join([*seen, *new]))
            self._game, self._left = session, new

    def _offer(self, session: Session) -> Markup | None:
        """The offer, in the first round of the game."""
        starts = turns_begun(session.record.moves)
        waits = self._game is not None and self._game.id == session.id
        fresh = waits and self._left and starts <= session.record.deal.players
        return view.offer(self._left) if fresh and not session.game.is_over else None

    def begin(self) -> None:
        """Play the next turn."""
        if self._left:
            self._put(self._left.pop(0))

    def _put(self, module: str) -> None:
        turn = NewTurn(module)
        players = solo.seated(self._setup, ("easy",), turn.seat)
        options = Options(hide_hands=False, ask_all=True)
        self._games.enter(Session(_ID, turn.record, players, options, mode=turn))

    def again(self) -> None:
        """Play the present turn once more."""
        if present := self._present():
            self._put(present[1].module)

    def go_on(self) -> None:
        """Play the next turn, or the game."""
        if self._left:
            self.begin()
        else:
            self.leave()

    def leave(self) -> None:
        """Go back to the game."""
        game, self._game, self._left = self._game, None, []
        if self._present() is None or game is None:
            return
        if game.dealer:
            self._games.resume(game.id)  # the others may have played on
        else:
            self._games.enter(game)

    def layers(self) -> list[Callable[[], None]]:
        """The way out of the turn."""
        return [self.leave] if self._present() else []

    def _present(self) -> tuple[Session, NewTurn] | None:
        session = self._table.session
        if session and isinstance(session.mode, NewTurn):
            return session, session.mode
        return None
