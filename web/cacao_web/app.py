"""Connects the parts of the page and all features."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Final

from cacao_web.browser.page import Page
from cacao_web.browser.store import KeyValue
from cacao_web.browser.tasks import Tasks
from cacao_web.features import (
    agricola,
    analysis,
    ask,
    bots,
    companion,
    daily,
    hints,
    ladder,
    lesson,
    library,
    matches,
    newgame,
    novelty,
    pictures,
    puzzles,
    result,
    rules,
    settings,
    sharing,
    statistics,
    studies,
    takeback,
    together,
    updates,
)
from cacao_web.game.setup.form import Setup
from cacao_web.play import keys
from cacao_web.play.events import Events
from cacao_web.play.notices import Notices
from cacao_web.play.replay import Replay
from cacao_web.play.table import Table
from cacao_web.saves.saves import Saves
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.export import Export
from cacao_web.shell.games import Games
from cacao_web.shell.interface import Interface
from cacao_web.shell.layers import Layers
from cacao_web.shell.preferences import SETTINGS, Preferences
from cacao_web.shell.registry import AnyFeature, Registry
from cacao_web.shell.router import Router
from cacao_web.shell.shell import Shell
from cacao_web.ui import commands
from cacao_web.ui.commands import Command

FEATURES: tuple[AnyFeature, ...] = (
    newgame.FEATURE,
    library.FEATURE,
    pictures.FEATURE,
    result.FEATURE,
    hints.FEATURE,
    ask.FEATURE,
    analysis.FEATURE,
    daily.FEATURE,
    matches.FEATURE,
    puzzles.FEATURE,
    ladder.FEATURE,
    companion.FEATURE,
    agricola.FEATURE,
    statistics.FEATURE,
    takeback.FEATURE,
    studies.FEATURE,
    lesson.FEATURE,
    novelty.FEATURE,
    rules.FEATURE,
    settings.FEATURE,
    *together.FEATURES,
    bots.FEATURE,
    updates.FEATURE,
    sharing.FEATURE,  # the last one: it takes what no other one does
)


_QUIET: Final = ("", "point", "sheet", Command.POINT_HINT, Command.ASK, Command.ASK_AROUND,
                 Command.MARK_DRAFT, Command.PRINTING)  # fmt: skip
"""Intents that leave an answer on the page: those that only look, and further questions."""


class App:
    """The running page.

    Args:
        store: the storage of this device.
    """

    def __init__(self, page: Page, store: KeyValue) -> None:
        saves, setup, tasks = Saves(store), Setup(), Tasks()
        notices = Notices(page, tasks, saves)
        self.features = registry = Registry(
            FEATURES, self._commands(), keys.KEYS, notices, lambda: self.shell
        )
        table = Table(page, saves, tasks, notices, registry.tell, registry.decide)
        dialogs = Dialogs(page, registry.dialog, self._dialog_closed, self._dialog_shown)
        games = Games(page, saves, table, dialogs, registry)
        self.shell = Shell(
            page=page,
            tasks=tasks,
            saves=saves,
            setup=setup,
            preferences=Preferences(page, saves, setup, notices),
            table=table,
            replay=Replay(table, tasks),
            games=games,
            dialogs=dialogs,
            notices=notices,
            export=Export(page, tasks, notices),
            others=registry,
        )
        self._layers = Layers(page, table, dialogs, registry)
        self._router = Router(page, games, notices, registry)

    def _commands(self) -> dict[str, Callable[[str], None]]:
        """Commands that belong to no feature."""

        def at_table(command: Callable[[Table, str], None], value: str) -> None:
            command(self.shell.table, value)

        return {
            **{name: partial(at_table, command) for name, command in keys.COMMANDS.items()},
            "before": lambda _value: self.shell.replay.step(-1),
            "after": lambda _value: self.shell.replay.step(1),
            "first": lambda _value: self.shell.replay.jump(to_end=False),
            "last": lambda _value: self.shell.replay.jump(to_end=True),
            "replay": lambda _value: self.shell.replay.play(),
            "again": lambda _value: self.shell.replay.again(),
            "restore": lambda _value: self.shell.notices.undo(),
            "nothing": lambda _value: None,
            "home": lambda _value: self.shell.games.go_home(),
            "close": lambda _value: self.shell.dialogs.back(),
            "closed": lambda _value: self.shell.dialogs.back(),
            "back": self._back,
            "escape": lambda _value: self._layers.escape(),
            "sheet": self._sheet,
            "address": lambda _value: self._router.go(),
            "field": self._field,
        }

    async def start(self) -> None:
        """Replace the static first screen by the app."""
        page, features = self.shell.page, self.features
        command, _line, places = page.kept_place().partition("\n")
        await self.shell.preferences.start()
        page.leave_out(commands.absent())
        page.listen(self._heard)
        self.shell.saves.listen(self._game_stored, self._stored)
        self._router.go()
        if self.shell.games.session is None and features.knows(page.first_choice()):
            features.run(page.first_choice())
        elif features.knows(command):
            features.run(command, places)
        interface = Interface(page, self.shell.table, self.shell.replay, features)
        page.expose(interface.answer)
        page.set_state("ready")
        features.tell(Events.ready)
        if self.shell.saves.has_carried:
            features.tell(Events.apart)

    def _heard(self, name: str, value: str) -> None:
        """Something happened on the page; whatever the person does ends an answer.

        A key of the keyboard comes as ``key``, and means a command or nothing.
        """
        if name == "key":
            name, value = self.features.key(value)
        ended = name not in _QUIET and self.shell.notices.heard()
        if name and not (ended and name == "escape"):
            self.features.run(name, value)
        self._layers.changed()

    def _field(self, value: str) -> None:
        """A form field was changed; its name and value come as JSON."""
        name, text = json.loads(value)
        if name in ("file", "file-name"):  # a file may also be dropped on the page
            self.features.field("paste", name, text)
        elif name == "slide":
            self.shell.replay.slide(int(text))
        elif name.startswith("lay:"):  # a number on a board of a table that is laid
            self.features.run("lay", f"{name.removeprefix('lay:')}:{text}")
        else:
            self.features.field(self.shell.dialogs.open, name, text)

    def _dialog_closed(self) -> None:
        games = self.shell.games
        self.shell.page.keep_place("")
        if games.session is None and not games.at_home:
            games.go_home()  # the game behind the dialog has been left
        else:
            self.features.tell(Events.dialog_closed)

    def _back(self, left: str) -> None:
        self._layers.back(left)

    def _sheet(self, state: str) -> None:
        self._layers.sheet(state)

    def _dialog_shown(self) -> None:
        self._layers.changed()

    def _stored(self, name: str) -> None:
        """Another tab has stored something; dialogs have the names of what they show."""
        if name == SETTINGS:
            self.shell.tasks.run(self._follow_settings())
        else:
            self.shell.dialogs.redraw(name)

    async def _follow_settings(self) -> None:
        if await self.shell.preferences.follow():
            self.shell.games.redraw()
        else:
            self.shell.dialogs.redraw(SETTINGS)

    def _game_stored(self, id: str) -> None:
        """Another tab has saved or deleted a game: perhaps there is room again."""
        self.features.tell(Events.stored, id)
        self.shell.table.save_again()
