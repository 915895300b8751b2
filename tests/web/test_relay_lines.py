"""Lines to a relay and their frame: what is told in which order, and what is left at the end.

With stand-ins for the browser; tests/e2e/test_relay_frame.py has a real one.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from cacao_web.features.together.browser.relay import RelayError, Trouble
from tests.web.clock import Clock, until
from tests.web.test_proxies import Target, browser

__all__ = ["browser"]


class Port(Target):
    """An end of a channel; what the page says to the frame is kept."""

    def __init__(self) -> None:
        super().__init__(said=[], is_closed=False)

    def start(self) -> None:
        """Messages come when they are fired."""

    def postMessage(self, message: Any) -> None:  # noqa: N802
        self.said.append(message)

    def close(self) -> None:
        self.is_closed = True

    def tell(self, *what: object) -> None:
        """The frame says something."""
        for _kind, proxy in tuple(self.heard):
            proxy(SimpleNamespace(data=SimpleNamespace(to_py=lambda: list(what))))


class Frames:
    """The document, and the frames that were made in it."""

    def __init__(self, window: SimpleNamespace) -> None:
        self.ports: list[Port] = []
        self.there: list[Target] = []
        self.body = SimpleNamespace(append=self._load)
        self.answers = True
        window.JSON.parse = lambda text: SimpleNamespace(**json.loads(text))
        window.MessageChannel = SimpleNamespace(new=self._channel)

    def querySelector(self, _selector: str) -> object:  # noqa: N802
        return SimpleNamespace(content="relay.example.org", getAttribute=lambda _name: "frame")

    def createElement(self, _kind: str) -> Target:  # noqa: N802
        window = SimpleNamespace(postMessage=self._greet)
        frame = Target(contentWindow=window, setAttribute=lambda _name, _value: None)
        frame.remove = lambda: self.there.remove(frame)
        return frame

    def _load(self, frame: Target) -> None:
        self.there.append(frame)
        asyncio.get_running_loop().call_later(1, frame.fire, "load")

    def _channel(self) -> object:
        self.ports.append(Port())
        return SimpleNamespace(port1=self.ports[-1], port2=None)

    def _greet(self, _wishes: object, _origin: str, _ports: object) -> None:
        if self.answers:
            asyncio.get_running_loop().call_soon(self.ports[-1].tell, "hello")


class Told:
    """What a subscriber is told."""

    def __init__(self) -> None:
        self.all: list[object] = []
        self.then: Callable[[], object] = lambda: None

    def arrived(self, topic: str, payload: bytes) -> None:
        self.all.append((topic, payload))
        self.then()

    def lost(self, trouble: Trouble) -> None:
        self.all.append(trouble)


@pytest.fixture
def frames(browser: SimpleNamespace) -> Frames:
    made = Frames(browser.window)
    vars(sys.modules["pyscript"])["document"] = made
    return made


def _run(scenario: Callable[[Any, Told], Any]) -> None:
    """Run a scenario with the page's relays; afterwards no task may be left."""

    async def all_of_it() -> None:
        await scenario(import_module("cacao_web.features.together.dom.relay").DomRelays(), Told())
        await asyncio.sleep(1)
        assert len(asyncio.all_tasks()) == 1

    Clock().run(all_of_it)


async def _opened(relays: Any, told: Told, frames: Frames) -> tuple[Any, Port]:
    number = len(frames.ports)
    work = asyncio.ensure_future(relays.connect("a.org", "user", "t/#", "t/will", told))
    await until(lambda: len(frames.ports) > number)
    frames.ports[-1].tell("open", True)
    return await work, frames.ports[-1]


def _asked(port: Port) -> list[str]:
    return [message.ask for message in port.said]


def test_a_closed_line_leaves_nothing_and_hears_nothing(frames: Frames) -> None:
    async def scenario(relays: Any, told: Told) -> None:
        line, port = await _opened(relays, told, frames)
        assert line.expires
        assert port.said == []  # nothing is to come before the line is there
        await asyncio.sleep(1)
        assert _asked(port) == ["more"]
        told.then = line.close
        port.tell("arrived", ["t/a", memoryview(b"1")], ["t/b", memoryview(b"2")])
        assert told.all == [("t/a", b"1")]
        await asyncio.sleep(1)
        assert _asked(port) == ["more", "more", "close"]
        assert port.is_closed
        assert not port.heard
        line.close()
        with pytest.raises(RelayError, match="already closed"):
            await line.publish("t/a", b"x")
        assert len(frames.there) == 1

    _run(scenario)


def test_what_is_published_is_kept_refused_or_lost(frames: Frames) -> None:
    async def scenario(relays: Any, told: Told) -> None:
        line, port = await _opened(relays, told, frames)
        works = [asyncio.ensure_future(line.publish("t", b"x", seconds=9)) for _ in range(3)]
        await until(lambda: _asked(port).count("publish") == 3)
        first = next(message for message in port.said if message.ask == "publish")
        assert (first.topic, first.payload, first.retained, first.seconds) == ("t", b"x", True, 9)
        port.tell("kept", 2, "NOT_KEPT", "full")
        port.tell("kept", 1, "", "")
        port.tell("kept", 77, "", "")
        port.tell("ended", "LOST", "gone")
        done = await asyncio.gather(*works, return_exceptions=True)
        assert done[0] is None
        troubles = [error.trouble for error in done[1:] if isinstance(error, RelayError)]
        assert troubles == [Trouble.NOT_KEPT, Trouble.LOST]
        assert told.all == [Trouble.LOST]

    _run(scenario)


def test_a_relay_that_refuses_and_one_that_is_given_up(frames: Frames) -> None:
    async def scenario(relays: Any, told: Told) -> None:
        works = []
        for number in (1, 2):
            work = relays.connect("a.org", "user", "t/#", "t/will", told)
            works.append(asyncio.ensure_future(work))
            await until(lambda: len(frames.ports) == number)
        frames.ports[0].tell("ended", "REFUSED", "why")
        works[1].cancel()
        done = await asyncio.gather(*works, return_exceptions=True)
        assert isinstance(done[0], RelayError)
        assert done[0].trouble is Trouble.REFUSED
        assert isinstance(done[1], asyncio.CancelledError)
        assert _asked(frames.ports[1]) == ["close"]
        assert told.all == []
        assert len(frames.there) == 1

    _run(scenario)


def test_a_frame_that_does_not_answer_is_replaced(frames: Frames) -> None:
    """As when the network fails while it loads."""

    async def scenario(relays: Any, told: Told) -> None:
        frames.answers = False
        with pytest.raises(RelayError) as error:
            await relays.connect("a.org", "user", "t/#", "t/will", told)
        assert error.value.trouble is Trouble.UNREACHABLE
        assert frames.there == []
        frames.answers = True
        line, _port = await _opened(relays, told, frames)
        with pytest.raises(RelayError, match="does not answer"):
            await line.publish("t", b"x")
        assert told.all == [Trouble.LOST]

    _run(scenario)
