"""The statistics on the page: computed game by game in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final, NamedTuple

from cacao_core import CacaoError
from cacao_web.features.statistics import fresh, friends_view, model, skill_view, view
from cacao_web.features.statistics.fresh import Start
from cacao_web.features.statistics.model import GameOutcome
from cacao_web.saves import codec
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import NOTES
from cacao_web.saves.slot import Slot
from cacao_web.saves.sums import of_analysis
from cacao_web.shell.controller import Controller
from cacao_web.shell.friends import Finished, FriendGroup, finished, groups
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup

STATISTICS: Final = "statistics"
_BUNCH: Final = 4
"""After this number of games read, the dialog shows the progress."""


class Seen(NamedTuple):
    """A saved game that was read."""

    text: str  # the stored text
    notes: str = ""  # the stored analysis; empty if there is none
    link: str = ""  # deal and moves; the same for all copies
    outcome: GameOutcome | None = None  # its entry in the statistics, if it counts
    is_expanded: bool = False  # whether it is over, and has expansions, so that it does not count
    shared: Finished | None = None  # its entry in the tables of friends, if it counts there


class StatisticsController(Controller):
    """The statistics."""

    def __init__(self, shell: Shell) -> None:
        self._start = Slot(shell.saves, STATISTICS, fresh.from_text, fresh.to_text)
        self._analyses = Slot(shell.saves, NOTES, str, str)
        self._page = shell.page
        self._tasks = shell.tasks
        self._saves = shell.saves
        self._dialogs = shell.dialogs
        self._notices = shell.notices
        self._export = shell.export
        self._others = shell.others
        self._seen: dict[str, Seen] = {}  # name of a saved game -> its data when it was read
        self._progress: tuple[int, int] | None = None  # games read, of how many
        self._ticket = 0  # number of the present computation
        self._by_turn = False  # whether gold by source is that of a turn
        self._before: Start | None = None  # what was stored before a reset, if undoable

    def open(self) -> None:
        """Compute and show the statistics."""
        self._ticket += 1
        self._before = None
        ids = self._saves.ids()
        self._progress = (0, len(ids))
        self._dialogs.show(STATISTICS)
        self._tasks.run(self._reckon(ids, self._ticket))

    async def _reckon(self, ids: list[str], ticket: int) -> None:
        """Read the games not read yet; closing the dialog ends it."""
        self._seen = {id: seen for id, seen in self._seen.items() if id in set(ids)}
        read = 0
        for number, id in enumerate(ids):
            text, notes = self._saves.text(id), self._analyses.get(id)
            if id in self._seen and self._seen[id][:2] == (text, notes):
                continue
            self._seen[id] = _read(id, text, notes)
            read += 1
            if read % _BUNCH == 0:
                self._progress = (number + 1, len(ids))
                self._dialogs.show(STATISTICS)
            await asyncio.sleep(0)
            if ticket != self._ticket or self._dialogs.open != STATISTICS:
                return
        self._progress = None
        self._dialogs.show(STATISTICS)

    def markup(self) -> Markup:
        if self._progress:
            return view.reckoning(*self._progress)
        undoable = self._before is not None
        new = self._new()
        counted = originals(new)
        summary = model.summary(counted, self._by_turn)
        skill = skill_view.luck_and_skill(counted)
        expanded = any(one.is_expanded for one in self._seen.values())
        found_groups = groups(one.shared for one in new if one.shared)
        friends = friends_view.tables(found_groups, map(self._match, found_groups))
        return view.summary(summary, self._since, undoable, skill, expanded, friends)

    def _match(self, group: FriendGroup) -> Markup | None:
        """The latest match of a group; None if it has played none."""
        saved = self._saves.look(group.round) if group.round else None
        if not isinstance(saved, Saved):
            return None
        marks = self._others.answers(Controller.match_mark, saved.session)
        parts = self._others.answers(Controller.match_part, saved.session)
        return friends_view.match(marks[0], parts[0].told) if marks and parts else None

    @property
    def _since(self) -> str:
        """The date from which games count, ISO 8601; empty if all do."""
        return self._start.get().when

    def _new(self) -> list[Seen]:
        """The games that were not there yet when the person has begun anew."""
        before = self._start.get().before
        gone = before | {fresh.short(one.link) for id, one in self._seen.items() if id in before}
        return [
            one
            for id, one in self._seen.items()
            if id not in before and fresh.short(one.link) not in gone
        ]

    def count_in(self, unit: str) -> None:
        """Tell where gold comes from for each turn, or for each game."""
        self._by_turn = unit == "turn"
        self._dialogs.show(STATISTICS)

    def export(self) -> None:
        """Offer the games as a table."""
        self._export.table("cacao-statistics", model.table(originals(self._new())))

    def reset(self) -> None:
        """Count from now on; the games stay, so it can be undone in the dialog."""
        self._before = self._start.get()
        links = {fresh.short(one.link) for one in self._seen.values() if one.link}
        self._start.set(Start(self._page.now(), frozenset([*self._saves.ids(), *links])))
        self._notices.saved()
        self._dialogs.show(STATISTICS)
        self._page.focus(view.UNDO)

    def restore(self) -> None:
        """Undo the last reset; after a reload, count all saved games again."""
        self._start.set(self._before or Start())
        self._before = None
        self._notices.saved()
        self._dialogs.show(STATISTICS)


def _read(id: str, text: str, notes: str) -> Seen:
    """A saved game's entry in the statistics; damaged ones have none."""
    try:
        session, when = codec.from_json(id, text)
        outcome = model.outcome(session, session.about.created or when)
    except CacaoError:
        return Seen(text, notes)
    if shared := finished(session, when):
        return Seen(text, notes, shared.link, shared=shared)
    if outcome is None:
        is_expanded = bool(session.game.rules.modules) and session.game.is_over
        return Seen(text, notes, is_expanded=is_expanded)
    link = session.record.to_link()
    return Seen(text, notes, link, outcome._replace(sums=of_analysis(notes, link)))


def originals(seen: Iterable[Seen]) -> list[GameOutcome]:
    """The games that count; of a game and its copies, the oldest, analysed if one of them is."""
    outcomes: dict[str, GameOutcome] = {}
    for game in seen:
        if game.outcome:
            other = outcomes.get(game.link, game.outcome)
            oldest = min(game.outcome, other, key=lambda each: each.when)
            outcomes[game.link] = oldest._replace(sums=game.outcome.sums or other.sums)
    return list(outcomes.values())
