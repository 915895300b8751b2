"""What a game may be beyond itself: a day's, of a match, a rung of the ladder, a lesson.

The desks for these have the same methods: ``note`` keeps what a game that is over has come to, and
may be asked again and again; ``ended`` is their part of the end of a game, ``mark`` what the list
of games says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cacao_web.features.daily import controller as dailydesk
from cacao_web.features.daily.controller import DailyDesk
from cacao_web.features.ladder import controller as ladderdesk
from cacao_web.features.ladder.controller import LadderDesk
from cacao_web.features.lesson import controller as lessondesk
from cacao_web.features.lesson.controller import LessonDesk
from cacao_web.features.matches import controller as matchdesk
from cacao_web.features.matches.controller import MatchDesk
from cacao_web.features.statistics import controller as statisticsdesk
from cacao_web.features.statistics.controller import StatisticsDesk
from cacao_web.game.session import Session
from cacao_web.shell.feature import Ending
from cacao_web.shell.host import Host, bound, drawn
from cacao_web.ui.markup import Markup


class Contest(Protocol):
    """Something that games may count for."""

    def note(self, session: Session) -> None:
        """Keep what a game has come to that is over; once only."""

    def ended(self, session: Session) -> Ending | None:
        """Its part of the end of a game, if the game counts for it."""

    def mark(self, session: Session) -> str:
        """What the list of games says about a game; empty if it does not count for it."""


class Contests:
    """The desks for all of them.

    Args:
        app: where they are shown.
    """

    def __init__(self, app: Host) -> None:
        self._daily = DailyDesk(app)
        self._ladder = LadderDesk(app)
        self._statistics = StatisticsDesk(app)
        self.matches = MatchDesk(app)
        self.lessons = LessonDesk(app)
        self._all: tuple[Contest, ...] = (self._daily, self.matches, self._ladder, self.lessons)

    def commands(self) -> dict[str, Callable[[str], None]]:
        """Names of intents -> what is done with their values."""
        return {
            **bound(self._daily, dailydesk.COMMANDS),
            **bound(self.matches, matchdesk.COMMANDS),
            **bound(self._ladder, ladderdesk.COMMANDS),
            **bound(self._statistics, statisticsdesk.COMMANDS),
            **bound(self.lessons, lessondesk.COMMANDS),
        }

    def dialogs(self) -> dict[str, Callable[[], Markup | None]]:
        """Names of dialogs -> what is in them."""
        return {
            **drawn(self._daily, dailydesk.DIALOGS),
            **drawn(self._ladder, ladderdesk.DIALOGS),
            **drawn(self._statistics, statisticsdesk.DIALOGS),
            **drawn(self.lessons, lessondesk.DIALOGS),
        }

    def fields(self) -> dict[str, Callable[[str, str], None]]:
        """Names of dialogs -> what is done with what is entered in them."""
        return {dailydesk.DAILY: self._daily.choose}

    def note(self, session: Session | None) -> None:
        """Keep what a game has come to, if it is over."""
        if session and session.game.is_over:
            for contest in self._all:
                contest.note(session)

    def ended(self, session: Session) -> list[Ending]:
        """What the end of a game says beyond its result."""
        self.note(session)  # it may be shown before it is saved
        parts = [contest.ended(session) for contest in self._all]
        return [part for part in parts if part]

    def mark(self, session: Session) -> str:
        """What a game counts for, in a few words; empty if for nothing."""
        marks = [contest.mark(session) for contest in self._all]
        return " · ".join(mark for mark in marks if mark)
