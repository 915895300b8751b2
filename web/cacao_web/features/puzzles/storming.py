"""A storm of puzzles on the page: the clock runs while somebody looks for a turn."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Final

from cacao_web.board.overlay import Overlay, during
from cacao_web.board.regions import coach
from cacao_web.browser.effects import Sound
from cacao_web.features.puzzles import storm, storm_view
from cacao_web.features.puzzles.collection import Collection
from cacao_web.features.puzzles.model import Progress
from cacao_web.features.puzzles.storm import ADDRESS, PACES, Run
from cacao_web.features.puzzles.trial import Trial, TrialVerdict, on_board
from cacao_web.game.session import Session
from cacao_web.saves.slot import Slot
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Markup

if TYPE_CHECKING:
    from cacao_core.puzzles import Puzzle

DOORS: Final = "puzzle-storm"
END: Final = "puzzle-storm-end"
_TICK: Final = 0.5
_SHOWN: Final = {True: 0.7, False: 1.6}
"""Whether an answer was right -> seconds for which that is shown, at normal speed. After a wrong
one the right cell is ringed."""
_FELT: Final = {True: (30,), False: (90, 60, 90)}
"""The same for the hand: milliseconds of shaking, rest, shaking."""
_KEPT_EVERY: Final = 5.0
"""Seconds on the clock after which the storm is stored again."""
_WARNINGS: Final = (60, 10)
"""Seconds left that are said."""


class StormTrial(Trial):
    """A puzzle of a storm: without hints, without effect on the rating, and judged at once."""

    help = ""
    awaits_motion = False

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle, 0, None)
        self.fragment = ADDRESS


class Storming:
    """At most one storm.

    Args:
        collection: all puzzles.
        progress: what the person has tried and seen.
    """

    def __init__(self, shell: Shell, collection: Collection, progress: Slot[Progress]) -> None:
        self._page = shell.page
        self._tasks = shell.tasks
        self._table = shell.table
        self._games = shell.games
        self._dialogs = shell.dialogs
        self._notices = shell.notices
        self._setup = shell.setup
        self._preferences = shell.preferences
        self._all = collection
        self._progress = progress
        self._results = Slot(shell.saves, "storm", storm.from_text, storm.to_text)
        self._kept = Slot(shell.saves, "storm-run", str, str)
        self._run: Run | None = None  # the storm that goes on
        self._last: Run | None = None  # the one that has ended last
        self._entering = False  # whether the next puzzle is just being put on the board
        self._due = False  # whether the result is to be shown on the first screen
        shell.table.overlays.add(
            Overlay(
                card=during(StormTrial, self._card),
                task=during(StormTrial, _task),
                marks=during(StormTrial, _marks),
            )
        )

    def open(self) -> None:
        """Show the paces and the best results."""
        self._all.when_loaded(lambda: self._dialogs.show(DOORS, over=True))

    def doors_markup(self) -> Markup:
        return storm_view.doors(self._results.get())

    def end_markup(self) -> Markup | None:
        return storm_view.result(self._last, self._results.get()) if self._last else None

    @property
    def goes_on(self) -> bool:
        """Whether a storm goes on."""
        return self._run is not None

    # --- The storm ---------------------------------------------------------------------------

    def begin(self, pace: str) -> None:
        """Begin a storm of a pace."""
        if pace in PACES:
            self._all.when_loaded(lambda: self._begin(pace))

    def _begin(self, pace: str) -> None:
        of_today = self._all.of_day(self._games.today)
        puzzles = [puzzle for puzzle in self._all.puzzles.values() if puzzle.id != of_today.id]
        waiting = storm.path(puzzles or [of_today], Random())
        self._go_through(Run(pace, self._games.now, waiting))

    def _go_through(self, run: Run) -> None:
        self._run = run
        self._put(run)
        self._tasks.run(self._count(run))

    def reopen(self) -> None:
        """Go on with the storm of the address after a reload; if it has ended, offer another."""
        if run := storm.run_from_text(self._kept.get(), self._all.puzzles):
            self._go_through(run)
        else:
            self._dialogs.show(DOORS)

    def _put(self, run: Run) -> None:
        """Put the present puzzle on the board."""
        self._kept.set(storm.run_to_text(run))
        seen = {run.waiting[0].id}
        self._progress.update(lambda before: before._replace(seen=before.seen | seen))
        guide = StormTrial(run.waiting[0])
        self._entering = True
        self._games.enter(on_board(guide, self._setup, confirm=self._preferences.settings.confirm))
        self._entering = False
        self._table.drawing.chosen()

    async def _count(self, run: Run) -> None:
        """Let the clock run; it stands while a verdict is shown."""
        time = asyncio.get_running_loop().time
        last = time()
        while self._run is run and run.left is not None:
            await asyncio.sleep(_TICK)
            now = time()
            passed, last = now - last, now
            present = self._present()
            if (
                self._run is not run
                or present is None
                or present[0].is_paused
                or present[1].verdict
            ):
                continue
            before = run.left
            run.tick(passed)
            self._show(before, run.left)
            if before // _KEPT_EVERY > run.left // _KEPT_EVERY:
                self._kept.set(storm.run_to_text(run))
            if run.is_over:
                self._end(run)

    def _show(self, before: float, left: float) -> None:
        """Show the time left, without a drawing; say it a few times."""
        time = storm.clock(left)
        self._page.set_attribute(storm_view.CLOCK, "data-left", time)
        self._page.set_attribute(storm_view.CLOCK, "aria-label", storm_view.time_left(time))
        for warning in _WARNINGS:
            if left <= warning < before:
                self._page.say(ngettext("{n} second left.", "{n} seconds left.", warning))

    def again(self) -> None:
        """Begin the present turn again."""
        present = self._present()
        if self._run and present and present[1].verdict is None:
            self._put(self._run)

    def skip(self) -> None:
        """Give the present puzzle up: that counts like a wrong answer."""
        present = self._present()
        if self._run and present and not present[0].is_paused and present[1].verdict is None:
            self._answer(self._run, *present, right=False)

    def judge(self) -> None:
        present = self._present()
        if self._run and present and present[0].is_paused and present[1].verdict is None:
            session, attempt = present
            self._answer(self._run, session, attempt, right=attempt.solves(session.record))

    def _answer(self, run: Run, session: Session, attempt: StormTrial, *, right: bool) -> None:
        attempt.verdict = TrialVerdict(right, None, None)
        run.answer(right=right)
        if right:
            self._results.update(lambda results: storm.noted(results, run))
            self._notices.saved()
        self._kept.set(storm.run_to_text(run))
        self._page.animate([Sound("right" if right else "wrong", 0)], self._table.drawing.choice)
        self._page.shake(_FELT[right])
        self._tasks.run(self._go_on(run, session, _SHOWN[right]))

    async def _go_on(self, run: Run, session: Session, shown: float) -> None:
        """Put the next puzzle on the board, once the verdict was seen for some seconds."""
        await self._page.dwell(shown)
        if self._run is not run or self._table.session is not session:
            return
        if run.is_over:
            self._end(run)
        else:
            self._put(run)

    def _end(self, run: Run) -> None:
        self._run, self._last = None, run
        self._kept.set("")
        self._table.drawing.choice()
        self._dialogs.show(END)

    def left(self) -> None:
        """A game is left: the storm ends, and what was solved counts."""
        if self._entering:
            return
        self._due = self._run is not None and self._run.has_answers
        if self._run:
            self._last, self._run = self._run, None
            self._kept.set("")

    def home(self) -> None:
        """The first screen is shown: tell the result of a storm that was left for it."""
        if self._due:
            self._due = False
            self._dialogs.show(END)

    # --- Drawing -----------------------------------------------------------------------------

    def _present(self) -> tuple[Session, StormTrial] | None:
        session = self._table.session
        attempt = _attempt(session) if session else None
        return (session, attempt) if session and attempt else None

    def _card(self, session: Session, attempt: StormTrial) -> Markup | None:
        if self._run:
            return storm_view.card(attempt, session, self._run)
        return storm_view.over(self._last) if self._last else None


def _marks(_session: Session, attempt: StormTrial) -> Markup | None:
    """A ring around the right cell, after a wrong answer."""
    wrong = attempt.verdict is not None and not attempt.verdict.right
    return coach.rings([attempt.first.cell]) if wrong else None


def _task(session: Session, _attempt: StormTrial) -> str | None:
    return _("Your turn is over.") if session.is_paused else None


def _attempt(session: Session) -> StormTrial | None:
    return session.mode if isinstance(session.mode, StormTrial) else None
