"""A turn that is tried freely."""

from __future__ import annotations

from cacao_core import Record
from cacao_web.features.analysis.model import Reviewed
from cacao_web.game.learning.trial import OneTurn


class Try(OneTurn):
    """A turn that is tried, perhaps after others of the same variation.

    Args:
        record: the variation, up to this turn.
        begins: number of moves before the variation.
        fragment: the fragment of the game's address.

    Attributes:
        valued: the turn with its value, once it is over.
        failed: whether it could not be valued.
    """

    def __init__(self, record: Record, begins: int, fragment: str) -> None:
        super().__init__(record, fragment)
        self.begins = begins
        self.valued: Reviewed | None = None
        self.failed = False
