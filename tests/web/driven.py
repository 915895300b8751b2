"""The app on a page without a browser, with shortcuts for tests."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import wraps
from html import unescape
from inspect import signature
from typing import Any

import pytest

from cacao_web import app
from cacao_web.browser.store import MemoryStore
from cacao_web.browser.tasks import Tasks
from cacao_web.features.analysis.controller import AnalysisController
from cacao_web.features.hints.controller import HintsController
from cacao_web.game.session import Session
from cacao_web.game.setup.form import Setup
from cacao_web.play.drawing import Drawing
from cacao_web.play.table import Table
from cacao_web.saves.saves import Saves
from cacao_web.saves.settings import Settings
from tests.web.clock import Clock
from tests.web.standin import StandIn


class App(app.App):
    """The app under test.

    Args:
        page: the page without a browser.
        store: the storage of the device.
    """

    @property
    def session(self) -> Session | None:
        """The game that is shown."""
        return self.shell.games.session

    @property
    def game(self) -> Session:
        """The same; there must be one."""
        assert self.session is not None
        return self.session

    @property
    def table(self) -> Table:
        return self.shell.table

    @property
    def saves(self) -> Saves:
        return self.shell.saves

    @property
    def setup(self) -> Setup:
        return self.shell.setup

    @property
    def tasks(self) -> Tasks:
        return self.shell.tasks

    @property
    def settings(self) -> Settings:
        return self.shell.preferences.settings

    @property
    def dialog(self) -> str:
        """Name of the dialog that is shown; empty if none is."""
        return self.shell.dialogs.open

    @property
    def between_games(self) -> bool:
        return self.shell.games.between

    @property
    def hints(self) -> HintsController:
        found = self.features.get("hints")
        assert isinstance(found, HintsController)
        return found

    @property
    def analysis(self) -> AnalysisController:
        found = self.features.get("analysis")
        assert isinstance(found, AnalysisController)
        return found

    def enter(self, session: Session) -> None:
        """Show a game and continue it."""
        self.shell.games.enter(session)


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    """Run a scenario in which nobody waits for real time."""
    Clock().run(scenario)


async def started(page: StandIn, store: MemoryStore | None = None) -> App:
    app = App(page, store or MemoryStore())
    await app.start()
    assert page.state == "ready"
    return app


async def settled(app: App) -> None:
    """Wait until computers and automatic moves are done."""
    while tasks := [task for task in app.tasks.running if "_end_notice" not in repr(task)]:
        await asyncio.gather(*tasks)


@contextmanager
def unseen(*apps: App) -> Iterator[None]:
    """Nobody looks while many moves are played: the board is drawn once, at the end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Drawing, "all", lambda *_given: None)
        yield
    for shown in apps:
        shown.table.drawing.all()


def begin(page: StandIn, **fields: str) -> None:
    """Begin a game by the form; ``kind_0`` is its field ``kind-0``."""
    page.intent("new-game", "")
    for name, value in {"seed": "7", "first": "0", **fields}.items():
        of_chair = name.partition("_")[0] in ("kind", "name", "colour")
        field = name.replace("_", "-", 1) if of_chair else name
        page.write(field, value)
    page.intent("begin", "")


class Person:
    """Somebody at a page."""

    def __init__(self, page: StandIn, app: App) -> None:
        self.page = page
        self.app = app

    @property
    def session(self) -> Session:
        assert self.app.session is not None
        return self.app.session


def paste(page: StandIn, text: str) -> None:
    """Open a text by the field for links."""
    page.intent("open", "")
    page.write("link", text)
    page.intent("open-pasted", "")


def text_of(markup: object) -> str:
    """The text of markup as it is read."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", str(markup))).split())


def awaited(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine, in which nobody waits for real time.

    Of ``page``, ``store`` and ``app`` it gets those that it names; the app has started there.
    """
    wanted = signature(test)
    own = {"page", "store", "app"} & wanted.parameters.keys()

    @wraps(test)
    def run(*args: object, **named: object) -> None:
        async def scenario() -> None:
            given: dict[str, object] = {}
            if own:
                page, store = StandIn(), MemoryStore()
                given = {"page": page, "store": store, "app": await started(page, store)}
            await test(*args, **named, **{name: given[name] for name in own})

        clock = named.get("clock")
        (clock if isinstance(clock, Clock) else Clock()).run(scenario)

    fixtures = [one for name, one in wanted.parameters.items() if name not in own]
    vars(run)["__signature__"] = wanted.replace(parameters=fixtures)
    return run


def within(
    runner: Callable[..., object], *given: object, **named: object
) -> Callable[[Callable[..., Awaitable[None]]], Callable[[], None]]:
    """A test that is a scenario for a runner, with what else that is given."""

    def decorate(scenario: Callable[..., Awaitable[None]]) -> Callable[[], None]:
        def test() -> None:
            runner(scenario, *given, **named)

        test.__name__, test.__doc__ = scenario.__name__, scenario.__doc__
        return test

    return decorate
