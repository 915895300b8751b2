"""The MQTT broker beside the page: how it starts and ends, and in which order messages come."""

from __future__ import annotations

import os
import signal
import socket
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
    last = time.monotonic() + 60
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
            starter.wait(60)
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


class Client:
    """A client of MQTT 3.1.1 by WebSocket, for packets of less than 16 KB."""

    def __init__(self, port: int, name: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.sendall(
            b"GET /mqtt HTTP/1.1\r\nHost: localhost\r\n"
            b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Protocol: mqtt\r\n\r\n"
        )
        self._stream = self._socket.makefile("rb")
        while self._stream.readline().strip():
            """The head of the answer ends with an empty line."""
        self.ask(0x10, _text("MQTT"), b"\4\2\0\0", _text(name))

    def ask(self, kind: int, *parts: bytes) -> None:
        """Send a packet, in a frame with the mask 0."""
        body = b"".join(parts)
        size = [len(body)] if len(body) < 128 else [len(body) % 128 + 128, len(body) // 128]
        packet = bytes([kind, *size]) + body
        frame = bytes([0x82, 0x80 | 126]) + len(packet).to_bytes(2, "big")
        self._socket.sendall(frame + bytes(4) + packet)

    def publish(self, topic: str, payload: bytes = b"x", *, retained: bool) -> None:
        """Publish a message, and wait until it is acknowledged."""
        self.ask(0x33 if retained else 0x32, _text(topic), b"\0\7", payload)
        self.until(b"\x40\2\0\7")

    def awaited(self, topic: str) -> bytes:
        """Subscribe to a topic, and wait for a message; returns its payload."""
        self.ask(0x82, b"\0\1", _text(topic), b"\0")
        head = self.until(_text(topic)).partition(_text(topic))
        before = head[0]
        size = before[-1] if before[-2] >> 4 == 3 else before[-2] % 128 + before[-1] * 128
        payload = head[2]
        while len(payload) < size - len(_text(topic)):
            payload += self._frame()
        return payload

    def subscribed(self, topics: str, ping: str) -> bytes:
        """Subscribe and publish at once; returns all that has come before the latter came back."""
        self.ask(0x82, b"\0\1", _text(topics), b"\1")
        self.ask(0x32, _text(ping), b"\0\2", b"x")
        return self.until(_text(ping))

    def subscribe(self, topics: str) -> None:
        """Subscribe, and wait until that is acknowledged."""
        self.ask(0x82, b"\0\1", _text(topics), b"\0")
        self.until(b"\x90\3\0\1")

    def until(self, end: bytes) -> bytes:
        """The bytes that come, up to the frame with this."""
        data = b""
        while end not in data:
            data += self._frame()
        return data

    def _frame(self) -> bytes:
        _kind, size = self._stream.read(2)
        if size == 126:
            size = int.from_bytes(self._stream.read(2), "big")
        return self._stream.read(size)

    def close(self) -> None:
        self._stream.close()
        self._socket.close()


def _text(text: str) -> bytes:
    return len(text).to_bytes(2, "big") + text.encode()


def test_retained_messages_come_before_later_ones(broker: Broker) -> None:
    """Pages take what comes before their own ping for all that lies there."""
    ana = Client(broker.port, "ana")
    for number in range(40):
        ana.publish(f"game/{number:02}", retained=True)
    ana.publish("game/passing", retained=False)
    ana.publish("other/00", retained=True)
    bo = Client(broker.port, "bo")
    came = bo.subscribed("game/#", "game/ping")
    for client in (ana, bo):
        client.close()
    assert [number for number in range(40) if b"game/%02d" % number not in came] == []
    assert b"game/passing" not in came
    assert b"other/" not in came
