"""The MQTT broker beside the page: it ends with its starter, and says that a port is taken."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from making.broker import Broker, ensure_broker, free_port, local_broker
from making.workshop import ROOT, Problem

_STARTER: Final = """
import subprocess, sys
sys.path.insert(0, "web")
from making.broker import Broker, free_port
broker = Broker(free_port())
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(broker.port, child.pid, flush=True)
sys.stdin.read()
"""
"""Starts a broker, and then another program, which outlives it."""


@pytest.fixture
def broker() -> Iterator[Broker]:
    ensure_broker()
    made = Broker(free_port())
    yield made
    made.stop()


def _is_free_soon(port: int) -> bool:
    last = time.monotonic() + 10
    while time.monotonic() < last:
        if free_port(port) == port:
            return True
        time.sleep(0.01)
    return False


def _end_input(starter: subprocess.Popen[str]) -> None:
    assert starter.stdin is not None
    starter.stdin.close()


ENDS: Final[dict[str, Callable[[Any], None]]] = {
    "by itself": _end_input,
    "terminated": subprocess.Popen.terminate,
    "killed": subprocess.Popen.kill,
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_broker_ends_with_its_starter(end: Callable[[Any], None]) -> None:
    ensure_broker()
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", _STARTER]
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as starter:
        assert starter.stdout is not None
        port, child = map(int, starter.stdout.readline().split())
        try:
            assert free_port(port) != port
            end(starter)
            starter.wait(10)
            assert _is_free_soon(port)
        finally:
            os.kill(child, signal.SIGTERM)


def test_broker_says_that_its_port_is_taken(broker: Broker) -> None:
    with pytest.raises(Problem, match=f"port {broker.port}, which may be taken: .*in use"):
        Broker(broker.port)


def test_broker_stops_and_starts_at_the_same_port(broker: Broker) -> None:
    port = broker.port
    broker.stop()
    assert free_port(port) == port
    broker.start()
    assert broker.address == f"localhost:{port}"
    assert free_port(port) != port


def test_local_broker_takes_a_free_port_if_the_wanted_one_is_taken(
    broker: Broker, capsys: pytest.CaptureFixture[str]
) -> None:
    other = local_broker(broker.port)
    other.stop()
    assert other.port != broker.port
    assert f"port {broker.port} is taken" in capsys.readouterr().out
