"""MQTT brokers for tests, each in a process of its own: amqtt, and one that refuses things."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from making.broker import Broker, ensure_broker, free_port

_ODD: Final = """
import asyncio, os
from websockets.asyncio.server import serve

def packet(kind, *parts):
    body, size = b"".join(parts), b""
    length = len(body)
    while length > 127:
        size, length = size + bytes([length % 128 + 128]), length // 128
    return bytes([kind]) + size + bytes([length]) + body

def message(topic, payload):
    return packet(0x30, len(topic).to_bytes(2, "big"), topic, b"\\0", payload)

async def packets(socket):
    data = b""
    async for more in socket:
        data += more
        while len(data) > 1:
            end = next((n for n in range(1, min(len(data), 5)) if data[n] < 128), 0)
            length = sum((data[n] & 127) << 7 * (n - 1) for n in range(1, end + 1))
            if not end or len(data) < end + 1 + length:
                break
            yield data[0], data[end + 1 : end + 1 + length]
            data = data[end + 1 + length :]

def kept(body):
    size = int.from_bytes(body[:2], "big")
    topic, id, rest = body[2 : size + 2], body[size + 2 : size + 4], body[size + 4 :]
    seconds = rest[1:6] if rest[0] == 5 and rest[1] == 2 else b"\\0\\0"
    return topic, id, str(int.from_bytes(seconds[1:], "big")).encode()

async def flood(socket):
    for number in range(6000):
        await socket.send(message(b"t%d" % (number % 100), b"%d" % number))
        if number % 100 == 0:
            await socket.send(message(b"t0", bytes(8193)))

async def meet(socket):
    user = ""
    async for kind, body in packets(socket):
        has = lambda word: word in user
        if kind == 0x10:
            user = body.decode("latin-1")
            if has("nonsense"):
                await socket.send(b"\\xff\\xff\\xff\\xff\\xff\\xff")
            elif has("older") and body[6] == 5:
                return
            elif body[6] == 4:
                await socket.send(packet(0x20, b"\\0\\0" if has("older") else b"\\0\\1"))
            else:
                code = b"\\x87" if has("refused") else b"\\0"
                await socket.send(packet(0x20, b"\\0", code, b"\\0"))
        elif kind == 0x82:
            code = b"\\x87" if has("unread") else b"\\1"
            answer = body[:2] + code if has("older") else body[:2] + b"\\0" + code
            await socket.send(packet(0x90, answer))
            if has("flood"):
                await flood(socket)
            if has("huge"):
                await socket.send(b"\\x30\\xff\\xff\\xff\\x7f" + bytes(6 << 20))
        elif kind >> 4 == 3:
            topic, id, seconds = kept(body)
            await socket.send(packet(0x40, id, b"\\x97" if has("unkept") else b"\\0"))
            await socket.send(message(topic, seconds))

async def main(host, port):
    async with serve(meet, host, int(port), subprotocols=["mqtt"]):
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        os._exit(0)

asyncio.run(main(*sys.argv[1:]))
"""
"""A peer that speaks MQTT 5, and does what a word in the user's name says. What is published comes
back to whoever has published it, as the seconds after which it expires."""


@contextmanager
def brokers(script: str | None = None) -> Iterator[Broker]:
    """A broker at a free port. It can be stopped, and started again at the same port, empty."""
    ensure_broker()
    made = Broker(free_port(), script) if script else Broker(free_port())
    try:
        yield made
    finally:
        made.stop()


@contextmanager
def odd_broker() -> Iterator[Broker]:
    """A broker that misbehaves by the user's name, as a context."""
    with brokers(_ODD) as made:
        yield made
