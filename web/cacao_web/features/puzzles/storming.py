"""A storm of puzzles on the page: the clock runs while somebody looks for a turn."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from cacao_web.board.overlay import Overlay
from cacao_web.features.puzzles import storm, storm_view
from cacao_web.features.puzzles.collection import Collection
from cacao_web.features.puzzles.storm import PACES, Run
from cacao_web.features.puzzles.trial import Trial, Verdict, on_board
from cacao_web.game.session import Session
from cacao_web.saves.slot import Slot
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Markup

DOORS: Final = "puzzle-storm"
END: Final = "puzzle-storm-end"
_TICK: Final = 0.5
_SHOWN: Final = 0.7
"""Seconds for which a verdict is shown at normal speed."""
_WARNINGS: Final = (60, 10)
"""Seconds left that are said."""


class Attempt(Trial):
    """A puzzle of a storm: without hints, and without effect on the rating."""

    help = ""


class Storming:
    """At most one storm.

    Args:
        shell: the parts of the page.
        collection: all puzzles.
    """

    def __init__(self, shell: Shell, collection: Collection) -> None:
        self._page = shell.page
        self._tasks = shell.tasks
        self._table = shell.table
        self._games = shell.games
        self._dialogs = shell.dialogs
        self._notices = shell.notices
        self._setup = shell.setup
        self._all = collection
        self._results = Slot(shell.saves, "storm", storm.from_text, storm.to_text)
        self._run: Run | None = None  # the storm that goes on
        self._last: Run | None = None  # the one that has ended last
        self._entering = False  # whether the next puzzle is just being put on the board
        shell.table.overlays.add(Overlay(story=self._story, task=self._task))

    def open(self) -> None:
        """Show the paces and the best results."""
        self._all.when_loaded(lambda: self._dialogs.show(DOORS))

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
        waiting = storm.path(list(self._all.puzzles.values()), Random())
        self._run = run = Run(pace, self._games.now, waiting)
        self._put(run)
        self._tasks.run(self._count(run))

    def _put(self, run: Run) -> None:
        """Put the present puzzle on the board."""
        guide = Attempt(run.waiting[0], 0, None, lambda: self._page.later(self._judge))
        self._entering = True
        self._games.enter(on_board(guide, self._setup))
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
            found = self._present()
            if self._run is not run or found is None or found[0].held or found[1].verdict:
                continue
            before = run.left
            run.tick(passed)
            self._show(before, run.left)
            if run.is_over:
                self._end(run)

    def _show(self, before: float, left: float) -> None:
        """Show the time left, without a drawing; say it a few times."""
        told = storm.clock(left)
        self._page.set_attribute(storm_view.CLOCK, "data-left", told)
        self._page.set_attribute(storm_view.CLOCK, "aria-label", storm_view.time_left(told))
        for warning in _WARNINGS:
            if left <= warning < before:
                self._page.say(ngettext("{n} second left.", "{n} seconds left.", warning))

    def again(self) -> None:
        """Begin the present turn again."""
        found = self._present()
        if self._run and found and found[1].verdict is None:
            self._put(self._run)

    def skip(self) -> None:
        """Give the present puzzle up: that counts like a wrong answer."""
        found = self._present()
        if self._run and found and not found[0].held and found[1].verdict is None:
            self._answer(self._run, *found, right=False)

    def _judge(self) -> None:
        """The turn is over."""
        found = self._present()
        if self._run and found and found[0].held and found[1].verdict is None:
            session, attempt = found
            self._answer(self._run, session, attempt, right=attempt.solves(session.record))

    def _answer(self, run: Run, session: Session, attempt: Attempt, *, right: bool) -> None:
        attempt.verdict = Verdict(right, None, None)
        run.answer(right=right)
        if right:
            self._results.update(lambda results: storm.noted(results, run))
            self._notices.saved()
        self._table.drawing.choice()
        solved = ngettext("{n} solved", "{n} solved", run.solved)
        verdict = _("Right!") if right else _("Not solved.")
        self._page.say(f"{verdict} {solved}.")
        self._tasks.run(self._go_on(run, session))

    async def _go_on(self, run: Run, session: Session) -> None:
        """Put the next puzzle on the board, once the verdict was seen."""
        await self._page.dwell(_SHOWN)
        if self._run is not run or self._table.session is not session:
            return
        if run.is_over:
            self._end(run)
        else:
            self._put(run)

    def _end(self, run: Run) -> None:
        self._run, self._last = None, run
        self._table.drawing.choice()
        self._dialogs.show(END)

    def left(self) -> None:
        """A game is left: the storm ends, and what was solved counts."""
        if self._run and not self._entering:
            self._last, self._run = self._run, None

    # --- Drawing -----------------------------------------------------------------------------

    def _present(self) -> tuple[Session, Attempt] | None:
        session = self._table.session
        attempt = _attempt(session) if session else None
        return (session, attempt) if session and attempt else None

    def _story(self, session: Session) -> Markup | None:
        attempt = _attempt(session)
        if attempt is None:
            return None
        if self._run:
            return storm_view.card(attempt, session, self._run)
        return storm_view.over(self._last) if self._last else None

    def _task(self, session: Session) -> str | None:
        if _attempt(session) is None or not session.held:
            return None
        return _("Your turn is over.")


def _attempt(session: Session) -> Attempt | None:
    return session.guide if isinstance(session.guide, Attempt) else None
