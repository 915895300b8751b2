"""Parts that features register to be drawn over the board and beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

from cacao_core import Move, ai
from cacao_core.tiles import Cell
from cacao_web.game.mode import Mode
from cacao_web.game.plans import Plan
from cacao_web.game.preview import Preview
from cacao_web.game.session import Session
from cacao_web.ui.markup import Markup, join

Draw: TypeAlias = Callable[[Session], "Markup | None"]
_Kind = TypeVar("_Kind", bound=Mode)
_Part = TypeVar("_Part")


def _nothing(_session: Session) -> None:
    """An overlay part that is empty."""


class Cells(NamedTuple):
    """Cells to be chosen for something other than a tile, wherever nothing is to be placed.

    ``Events.picked`` tells which one the person chooses.
    """

    all: Collection[Cell]
    chosen: Cell | None  # the one that was chosen last, if it waits for another one
    entry: Cell  # the one that the Tab key leads to, if none was chosen
    label: str  # what choosing one does, with ``{cell}``


class Overlay(NamedTuple):
    """The parts that one feature adds to the drawing of a game; each may be empty."""

    ghosts: Draw = _nothing  # possible tiles, on the board
    badges: Draw = _nothing  # signs above the tiles, on the board
    marks: Draw = _nothing  # marks on cells, below the signs
    meant: Callable[[Session], Cell | None] = _nothing  # the only legal cell to be highlighted
    cells: Callable[[Session], Cells | None] = _nothing  # cells that the feature asks for
    panel: Draw = _nothing  # shown above the hand
    card: Draw = _nothing  # a text beside the board
    beside: Draw = _nothing  # a column of its own beside the board, on a wide screen
    preview: Callable[[Session], Preview | None] = _nothing
    """A turn whose effects are shown, instead of those of the chosen move."""
    task: Callable[[Session], str | None] = _nothing  # replaces the task in the tray
    offer: Draw = _nothing  # an offer below the task, for a while
    actions: Draw = _nothing  # buttons instead of the hand, while the person reads
    activation: Callable[[Session], Move | None] = _nothing  # the activation that Enter plays
    points: Callable[[Session], Sequence[int] | None] = _nothing
    """The points that each seat has won before this game, beside the names."""
    counts: Callable[[Session], Sequence[str] | None] = _nothing
    """The competition that the game counts for, beside the players."""
    onward: Draw = _nothing  # the button that continues after a finished game, instead of a rematch
    helps: Callable[[Session], object] = _nothing
    """Help that is shown, and that somebody may want to remove; false if there is none."""


def during(
    kind: type[_Kind], draw: Callable[[Session, _Kind], _Part]
) -> Callable[[Session], _Part | None]:
    """A part that is drawn only in games with a kind of mode, and gets that mode."""

    def drawn(session: Session) -> _Part | None:
        return draw(session, session.mode) if isinstance(session.mode, kind) else None

    return drawn


class Overlays:
    """All overlays, in the order of their registration.

    Attributes:
        first: of each part, what the first overlay has that has any.
    """

    def __init__(self) -> None:
        self._all: list[Overlay] = []
        first_of: dict[str, Any] = {name: partial(self._first, name) for name in Overlay._fields}
        self.first = Overlay(**first_of)

    def _first(self, name: str, session: Session) -> object:
        return next((answer for one in self._all if (answer := getattr(one, name)(session))), None)

    def add(self, overlay: Overlay) -> None:
        self._all.append(overlay)

    def ghosts(self, session: Session) -> Markup:
        return join(overlay.ghosts(session) for overlay in self._all)

    def badges(self, session: Session) -> Markup:
        return join(overlay.badges(session) for overlay in self._all)

    def marks(self, session: Session) -> Markup:
        return join(overlay.marks(session) for overlay in self._all)

    def activation(self, session: Session) -> Move:
        """The activation that Enter plays: that of a chosen hint, or the best one."""
        return self.first.activation(session) or ai.suggest(session.game)

    def plan(self, session: Session) -> Plan | None:
        """The plan that Enter plays for all workers; None if the person is to find that out."""
        if session.mode.asks_gains:
            return None
        return session.choosing.planned(self.activation(session))
