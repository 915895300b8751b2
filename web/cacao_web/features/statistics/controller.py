"""The statistics on the page: reckoned game by game, while the page goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from cacao_core import CacaoError
from cacao_web.features.statistics import model, view
from cacao_web.features.statistics.model import Outcome
from cacao_web.saves import codec
from cacao_web.shell.host import Host
from cacao_web.ui.markup import Markup

STATISTICS: Final = "statistics"
_BUNCH: Final = 4
"""After so many games that had to be read, the dialog shows how far it is."""


class Seen(NamedTuple):
    """A stored game that was read.

    Attributes:
        text: what was stored.
        link: deal and moves; the same for all copies.
        outcome: what it counts as, if it does.
    """

    text: str
    link: str = ""
    outcome: Outcome | None = None


class StatisticsDesk:
    """The statistics.

    Args:
        app: where they are shown.
    """

    def __init__(self, app: Host) -> None:
        self._app = app
        self._seen: dict[str, Seen] = {}  # name of a saved game -> what it was when it was read
        self._progress: tuple[int, int] | None = None  # games that are read, of how many
        self._ticket = 0  # counts the times it was begun
        self._before: str | None = None  # since when games counted before a reset, if undoable

    def open(self, _value: str = "") -> None:
        """Reckon and show."""
        self._ticket += 1
        self._before = None
        ids = self._app.saves.ids()
        self._progress = (0, len(ids))
        self._app.show(STATISTICS)
        self._app.tasks.run(self._reckon(ids, self._ticket))

    async def _reckon(self, ids: list[str], ticket: int) -> None:
        """Read what was not read yet; whoever closes the dialog ends it."""
        self._seen = {id: seen for id, seen in self._seen.items() if id in set(ids)}
        read = 0
        for number, id in enumerate(ids):
            text = self._app.saves.text(id)
            if id in self._seen and self._seen[id].text == text:
                continue
            self._seen[id] = _read(id, text)
            read += 1
            if read % _BUNCH == 0:
                self._progress = (number + 1, len(ids))
                self._app.show(STATISTICS)
            await asyncio.sleep(0)
            if ticket != self._ticket or self._app.dialog != STATISTICS:
                return
        self._progress = None
        self._app.show(STATISTICS)

    def markup(self) -> Markup:
        """The dialog with the statistics."""
        if self._progress:
            return view.reckoning(*self._progress)
        undoable = self._before is not None
        return view.summary(model.summary(self._counted()), self._since, undoable)

    @property
    def _since(self) -> str:
        """From when on games count, ISO 8601; empty if all do."""
        return self._app.saves.kept(STATISTICS)[:40]

    def _counted(self) -> list[Outcome]:
        since = self._since
        return [one for one in originals(self._seen.values()) if one.when > since]

    def export(self, _value: str = "") -> None:
        """Hand out the games as a table."""
        day = self._app.page.now()[:10]
        text = model.table(self._counted())
        self._app.page.download(f"cacao-statistics-{day}.csv", text)

    def reset(self, _value: str = "") -> None:
        """Count from now on; the games stay, and so it can be undone, in the dialog itself."""
        self._before = self._since
        self._app.saves.keep(STATISTICS, self._app.page.now())
        self._app.saved()
        self._app.show(STATISTICS)
        self._app.page.focus(view.UNDO)

    def restore(self, _value: str = "") -> None:
        """Count again what counted before the last reset; later on, all games that are here."""
        self._app.saves.keep(STATISTICS, self._before or "")
        self._before = None
        self._app.saved()
        self._app.show(STATISTICS)


def _read(id: str, text: str) -> Seen:
    """A stored game as the statistics see it; what is damaged counts as nothing."""
    try:
        session, when = codec.from_json(id, text)
        outcome = model.outcome(session, session.about.created or when)
    except CacaoError:
        return Seen(text)
    return Seen(text, session.record.to_link() if outcome else "", outcome)


def originals(seen: Iterable[Seen]) -> list[Outcome]:
    """What counts; of a game and its copies, the one that was here first."""
    found: dict[str, Outcome] = {}
    for one in seen:
        if one.outcome and (one.link not in found or one.outcome.when < found[one.link].when):
            found[one.link] = one.outcome
    return list(found.values())


COMMANDS: Final[dict[str, Callable[[StatisticsDesk, str], None]]] = {
    "statistics": StatisticsDesk.open,
    "export-statistics": StatisticsDesk.export,
    "reset-statistics": StatisticsDesk.reset,
    "restore-statistics": StatisticsDesk.restore,
}
"""Name of an intent -> what it does with its value."""
DIALOGS: Final[dict[str, Callable[[StatisticsDesk], Markup | None]]] = {
    STATISTICS: StatisticsDesk.markup
}
"""Name of a dialog -> what is in it."""
