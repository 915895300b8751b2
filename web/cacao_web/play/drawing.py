"""Draws the game on the page, all of it or what has changed."""

from __future__ import annotations

from cacao_web.board import plane
from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import screen
from cacao_web.browser.effects import Effect, duration
from cacao_web.browser.page import Page
from cacao_web.game.session import Session
from cacao_web.play.announcer import Announcer
from cacao_web.play.events import Events, Tell


class Drawing:
    """At most one session; nothing is drawn without.

    Args:
        tell: tells that the choice may have changed.
    """

    def __init__(self, page: Page, tell: Tell) -> None:
        self.page = page
        self.session: Session | None = None  # the game that is shown
        self.overlays = Overlays()  # what features draw over it
        self.announcer = Announcer(page, self.overlays)  # says the same to screen readers
        self._tell = tell
        self._moving = 0.0  # seconds until all motion of the last animation ends
        self.unfolded = False  # whether the village boards are unfolded, on a small screen

    def all(self, effects: list[Effect] | None = None) -> None:
        """Draw everything; with effects, animate the change from the last drawing."""
        if session := self.session:
            regions, cells = screen.regions(session, self.overlays), plane.cells_of(session.shown)

            def redraw() -> None:
                self.page.patch(regions)
                self.page.frame(cells)

            self.page.animate(effects or [], redraw)
            if effects is not None:
                self._moving = duration(effects)

    def choice(self) -> None:
        """Draw the regions that depend on the choice."""
        if self.session:
            self.page.patch(screen.choice_regions(self.session, self.overlays))
            if self.session.dealer:
                self._tell(Events.chosen, self.session)

    def chosen(self) -> None:
        """The choice has changed: show it, also to screen readers."""
        self.choice()
        if self.session:
            self.announcer.chosen(self.session)

    def waiting(self) -> None:
        """Draw the regions that change when a computer begins to think, or has failed."""
        if self.session:
            self.page.patch(screen.thinking_regions(self.session, self.overlays))

    def unfold(self) -> None:
        """On a small screen: unfold the village boards over the page, or fold them."""
        self.unfolded = not self.unfolded
        self.page.set_attribute("game", "data-boards", "yes" if self.unfolded else "no")
        self.page.set_attribute("boards", "aria-expanded", "true" if self.unfolded else "false")

    async def dwell(self, seconds: float) -> None:
        """Wait until all motion has ended, and the position was visible for some seconds."""
        await self.page.dwell(max(seconds, self._moving))
