"""What features draw over the board and beside it, registered instead of known."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from cacao_core import Move, ai
from cacao_web.game.session import Session
from cacao_web.ui.markup import Markup, join

Draw: TypeAlias = Callable[[Session], "Markup | None"]


def _nothing(_session: Session) -> None:
    """An overlay that has no such part."""


class Overlay(NamedTuple):
    """What one feature adds to a game that is shown; each part may be empty.

    Attributes:
        ghosts: tiles that could be put down, on the board.
        badges: signs above the tiles, on the board.
        marks: marks on cells, below the signs.
        panel: what stands above the hand.
        story: what is told beside the board.
        task: what the tray says in place of the task.
        activation: the activation that Enter plays.
        onward: the button that leads on from a game that is over, in place of a rematch.
        forget: called when the game goes on or something else is looked at.
    """

    ghosts: Draw = _nothing
    badges: Draw = _nothing
    marks: Draw = _nothing
    panel: Draw = _nothing
    story: Draw = _nothing
    task: Callable[[Session], str | None] = _nothing
    activation: Callable[[Session], Move | None] = _nothing
    onward: Draw = _nothing
    forget: Callable[[], None] = lambda: None


class Overlays:
    """All overlays, in the order of their registration."""

    def __init__(self, *overlays: Overlay) -> None:
        self._all = list(overlays)

    def add(self, overlay: Overlay) -> None:
        """Draw one more from now on."""
        self._all.append(overlay)

    def ghosts(self, session: Session) -> Markup:
        """Tiles that could be put down."""
        return join(overlay.ghosts(session) for overlay in self._all)

    def badges(self, session: Session) -> Markup:
        """Signs above the tiles."""
        return join(overlay.badges(session) for overlay in self._all)

    def marks(self, session: Session) -> Markup:
        """Marks on cells."""
        return join(overlay.marks(session) for overlay in self._all)

    def panel(self, session: Session) -> Markup | None:
        """What stands above the hand: the first overlay that has something."""
        return next((found for one in self._all if (found := one.panel(session))), None)

    def story(self, session: Session) -> Markup | None:
        """What is told beside the board: the first overlay that has something."""
        return next((found for one in self._all if (found := one.story(session))), None)

    def onward(self, session: Session) -> Markup | None:
        """The button that leads on from a game that is over, in place of a rematch."""
        return next((found for one in self._all if (found := one.onward(session))), None)

    def task(self, session: Session) -> str | None:
        """What the tray says in place of the task."""
        return next((found for one in self._all if (found := one.task(session))), None)

    def activation(self, session: Session) -> Move:
        """The activation that Enter plays: one that is taken up, or the most sensible one."""
        chosen = (overlay.activation(session) for overlay in self._all)
        return next(filter(None, chosen), None) or ai.suggest(session.game)

    def forget(self) -> None:
        """The game goes on, or something else is looked at."""
        for overlay in self._all:
            overlay.forget()
