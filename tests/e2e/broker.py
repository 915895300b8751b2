"""MQTT brokers for tests, each in a process of its own: a usual one, and one that misbehaves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from making.broker import SCRIPT, Broker, ensure_broker, free_port

_ODD: Final = Path(__file__).with_name("odd_broker.mjs")


@contextmanager
def brokers(script: Path = SCRIPT) -> Iterator[Broker]:
    """A broker at a free port. It can be stopped, and started again at the same port, empty."""
    ensure_broker()
    made = Broker(free_port(), script)
    try:
        yield made
    finally:
        made.stop()


@contextmanager
def odd_broker() -> Iterator[Broker]:
    """A broker that misbehaves by the user's name, as a context."""
    with brokers(_ODD) as made:
        yield made
