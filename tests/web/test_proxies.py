"""What JavaScript may call ends with what it is called for; with stand-ins for the browser."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any, Final

import pytest

from tests.web.clock import until
from tests.web.driven import awaited


class Proxy:
    """Implements the result of ``create_proxy``."""

    def __init__(self, handler: Callable[..., object]) -> None:
        self.handler: Callable[..., object] | None = handler

    def __call__(self, *values: object) -> object:
        assert self.handler, "it is destroyed"
        return self.handler(*values)

    def destroy(self) -> None:
        self.handler = None


class Target(SimpleNamespace):
    """An object with events."""

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        self.heard: list[tuple[str, Proxy]] = []

    def addEventListener(self, kind: str, proxy: Proxy, _options: object) -> None:  # noqa: N802
        self.heard.append((kind, proxy))

    def removeEventListener(self, kind: str, proxy: Proxy, _options: object) -> None:  # noqa: N802
        self.heard.remove((kind, proxy))

    def fire(self, kind: str) -> None:
        for heard, proxy in tuple(self.heard):
            if heard == kind:
                proxy(self)


class Registration(Target):
    """A service worker's registration; nothing changes by itself."""

    async def update(self) -> None:
        """There is nothing new."""


_DOM: Final = re.compile(r"cacao_web\.(features\.\w+\.)?dom(\..*)?")
"""Modules that touch the browser, of the page and of features: each test imports them anew."""


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """The objects of a browser, while modules of ``dom`` can be imported."""
    window = Target(
        JSON=SimpleNamespace(parse=json.loads), offline=SimpleNamespace(invitation=None)
    )
    document = SimpleNamespace(querySelector=lambda _selector: None)
    given: dict[str, dict[str, object]] = {
        "pyodide": {},
        "pyodide.ffi": {
            "JsException": type("JsException", (Exception,), {}),
            "create_proxy": Proxy,
            "create_once_callable": Proxy,
            "to_js": lambda value: value,
        },
        "pyscript": {"window": window, "document": document, "create_named_worker": None},
        "pyscript.js_modules": {"morphdom": None, "panzoom": None},
    }
    for name, values in given.items():
        module = ModuleType(name)
        vars(module).update(values)
        monkeypatch.setitem(sys.modules, name, module)
    yield SimpleNamespace(window=window)
    for name in [name for name in sys.modules if _DOM.fullmatch(name)]:
        del sys.modules[name]


@awaited
async def test_ended_worker_leaves_nothing(
    browser: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker: Any = SimpleNamespace(on_message=None, told=[])
    heard: list[str] = []

    async def fetch(_program: str) -> object:
        return SimpleNamespace(ok=True)

    async def receive(text: str) -> None:
        worker.told.append(text)
        await asyncio.Event().wait()  # it has not answered when it is ended

    async def create(_program: str, _name: str) -> object:
        return worker

    worker.receive, browser.window.fetch = receive, fetch
    module = import_module("cacao_web.dom.thread")
    monkeypatch.setattr(module, "create_named_worker", create)
    thread = module.Thread("worker.py", heard.append)
    thread.send("think")
    await until(lambda: worker.told)
    worker.on_message("thinking")
    thread.end()
    worker.on_message("on its way")
    await asyncio.sleep(1)
    assert worker.on_message.handler is None
    assert len(asyncio.all_tasks()) == 1
    assert heard == ["thinking"]


@awaited
async def test_service_worker_is_listened_to_once(browser: SimpleNamespace) -> None:
    first, second = Target(state="installed"), Target(state="installing")
    registration = Registration(installing=second, waiting=first, active=None)

    async def register(_program: str) -> object:
        return registration

    browser.window.navigator = SimpleNamespace(serviceWorker=Target(register=register))
    keeper = import_module("cacao_web.features.updates.dom").DomKeeper()
    keeper.start(lambda _state: None, lambda: True)
    await until(lambda: registration.heard)
    for _time in range(3):
        registration.fire("updatefound")
        second.fire("statechange")
        await asyncio.sleep(0.1)
    assert [len(one.heard) for one in (registration, first, second)] == [1, 1, 1]
    registration.waiting = registration.installing = None  # both have failed
    second.fire("statechange")
    browser.window.fire("online")  # and it registers again
    await asyncio.sleep(0.1)
    assert [len(one.heard) for one in (registration, first, second)] == [1, 0, 0]
