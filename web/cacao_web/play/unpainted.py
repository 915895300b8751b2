"""Changes that come before the last drawing is painted."""

from __future__ import annotations

from cacao_web.board.animations.transition import Before


class Unpainted:
    """The page that is still shown although messages have come since.

    A decision brings several messages, one for each share of a drawn tile. Those that come before
    the last drawing is painted are drawn together after that.
    """

    def __init__(self) -> None:
        self._painting = False  # whether the last drawing is not painted yet
        self._before: Before | None = None

    def drawn(self, painting: bool) -> None:
        """The present is drawn; with whether that must be painted before it is drawn again."""
        self._painting, self._before = painting, None

    def holds(self, before: Before) -> bool:
        """Whether a change has to wait until the last drawing is painted."""
        if self._painting:
            self._before = self._before or before
        return self._painting

    def since(self, before: Before) -> Before:
        """The page before a change that is drawn now, with all that has waited for it."""
        return self._before._replace(dropped=before.dropped) if self._before else before

    def painted(self) -> Before | None:
        """The last drawing is painted; returns what is still shown, if something has waited."""
        before, self._before, self._painting = self._before, None, False
        return before
