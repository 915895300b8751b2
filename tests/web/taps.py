"""The lesson by taps: the straight way through it, and one with the usual mistakes."""

from __future__ import annotations

from cacao_core import Move, Phase
from cacao_core.tiles import ROTATIONS, TILE_OF_EDGES
from cacao_web.features.lesson import model as lesson
from cacao_web.features.lesson.model import CHAPTERS, PUPIL
from tests.web.driven import App, Person, run, settled, started
from tests.web.standin import StandIn


class Learner(Person):
    """Somebody with a phone, who taps what the page shows.

    Attributes:
        taps: number of taps so far.
    """

    def __init__(self, page: StandIn, app: App) -> None:
        super().__init__(page, app)
        self.taps = 0

    async def tap(self, intent: str, value: object = "") -> None:
        self.taps += 1
        self.page.intent(intent, str(value))
        await settled(self.app)

    async def play(self, move: Move) -> None:
        """Play a move as on a phone: choose the tile, turn it, tap the cell, confirm."""
        game, choice = self.session.game, self.session.choice
        if move.kind == "A":
            await self.tap("activate", move)
            return
        if move.kind == "J":
            await self.tap("display", game.display.index(move.what))
        else:
            tile = TILE_OF_EDGES[move.what]
            hand, looks = game.players[PUPIL].hand, ROTATIONS[tile]
            if hand[choice.hand] != tile:
                await self.tap("hand", hand.index(tile))
            now = looks.index(self.session.choosing.chosen_edges or "")
            for _quarter in range((looks.index(move.what) - now) % len(looks)):
                await self.tap("rotate")
        if self.session.choice.cell != move.cell:
            await self.tap("cell", f"{move.cell[0]},{move.cell[1]}")
        await self.tap("confirm")

    async def turn(self) -> None:
        """Play the turn of a chapter, or the rest of it, as intended."""
        while not self.session.is_paused:
            await self.play(lesson.script().moves[len(self.session.record.moves)])

    async def slip(self, number: int) -> None:
        """Make the usual mistake of a chapter, if there is one, and take it back."""
        if number == 2:  # the right tile in the right place, but not turned
            await self.tap("hand", 2)
            await self.tap("cell", "-1,0")
            await self.tap("confirm")
        elif number == 8:  # the first tile of the display
            await self.play(lesson.script().moves[len(self.session.record.moves)])
            await self.tap("display", 0)
            await self.tap("confirm")
        else:
            return
        assert self.session.is_paused
        assert "missed" in self.page.regions["coach"]
        await self.tap("learn-back")
        assert self.session.game.phase is (Phase.PLACE if number == 2 else Phase.FILL)


async def learn(page: StandIn, app: App, mistaken: bool) -> int:
    """Take the whole lesson; return the number of taps, the first one included."""
    learner = Learner(page, app)
    await learner.tap("learn")
    for number, chapter in enumerate(CHAPTERS[:-1], 1):
        if chapter.goal:
            if mistaken:
                await learner.slip(number)
            await learner.turn()
            assert "reached" in page.regions["coach"]
        await learner.tap("learn-on")
    assert learner.session.game.is_over
    return learner.taps


def counted(mistaken: bool) -> int:
    """The taps of the lesson, on a page of its own."""
    taps = []

    async def scenario() -> None:
        page = StandIn()
        taps.append(await learn(page, await started(page), mistaken))

    run(scenario)
    return taps[0]
