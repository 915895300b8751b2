"""A game with other devices as this tab has it: on the page, or only saved."""

from __future__ import annotations

from dataclasses import replace

from cacao_core import CacaoError
from cacao_web.features.together import model
from cacao_web.features.together.model import is_dealt
from cacao_web.game.presence import Reach
from cacao_web.game.session import Session
from cacao_web.saves.saves import Overtaken
from cacao_web.shell.shell import Shell


class GameHere:
    """One game, whether it is shown or not."""

    def __init__(self, shell: Shell, token: str) -> None:
        self.token = token
        self._shell = shell
        self._drawn: Reach | None = None  # what is known of the others, as drawn; None if unknown

    def shown(self) -> Session | None:
        """The game, if it is on the page."""
        session = self._shell.games.session
        return session if session and is_dealt(session, self.token) else None

    def any(self) -> Session | None:
        """The game, on the page or saved; None if it is not here any more."""
        if shown := self.shown():
            return shown
        try:
            return self._shell.saves.load(model.saved_as(self.token)).session
        except CacaoError:
            return None

    def keep(self, session: Session) -> bool:
        """Save the game now; returns whether it is stored, so that messages may leave."""
        games = self._shell.games
        if session is games.session:
            return self._shell.table.keep()
        try:
            games.saves.save(session, games.now)
        except Overtaken:
            return False
        return games.saves.is_stored(session.id)

    def draw(self) -> None:
        """Show what is known of the people at other devices, if it is other than what is shown."""
        session = self.shown()
        if session and self._drawn != session.reach:
            self._shell.table.drawing.waiting()
            self.drew(session)

    def drew(self, session: Session) -> None:
        """All that is known has just been drawn."""
        self._drawn = replace(session.reach)

    def forget_drawn(self) -> None:
        """Forget what was drawn, so that the next drawing counts as new."""
        self._drawn = None
