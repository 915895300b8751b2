"""A person's choice of a move, before it is complete."""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core.tiles import Cell


class Choice(NamedTuple):
    """The person's choice so far, before a move is confirmed."""

    hand: int = 0
    turned: int = 0
    display: int = 0
    cell: Cell | None = None
    hovered: Cell | None = None

    @property
    def shown(self) -> Cell | None:
        """The cell that shows a ghost: the chosen one, else the one pointed at."""
        return self.cell or self.hovered


NOTHING: Final = Choice()
"""Nothing is chosen."""
