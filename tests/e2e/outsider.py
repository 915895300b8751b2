"""Somebody whom a broker lets read and write everything, as its owner can; not a page of ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, TypeAlias

from playwright.sync_api import Browser

from tests.e2e.pages import PATIENCE

Kept: TypeAlias = dict[str, bytes]

_MQTT: Final = """address => {
    const bytes = text => new TextEncoder().encode(text);
    const sized = part => [part.length >> 8, part.length & 255, ...part];
    const packet = (kind, ...parts) => {
        const body = parts.flat(), size = [];
        for (let rest = body.length; rest || !size.length; rest >>= 7)
            size.push(rest % 128 + (rest > 127 ? 128 : 0));
        return new Uint8Array([kind, ...size, ...body]);
    };
    const hex = part => Array.from(part, byte => byte.toString(16).padStart(2, "0")).join("");
    const handle = (kind, body) => {
        if (kind >> 4 !== 3) return;
        const end = 2 + (body[0] << 8) + body[1];
        const topic = String.fromCharCode(...body.slice(2, end));
        if (topic === "cacao/mine") window.echoes += 1;
        else window.kept[topic] = hex(body.slice(end));
    };
    let data = [];
    const read = () => {
        for (;;) {
            const end = data.findIndex((byte, at) => at && byte < 128) + 1;
            const size = data.slice(1, end);
            const length = size.reduce((sum, byte, at) => sum + ((byte & 127) << (7 * at)), 0);
            if (!end || data.length < end + length) return;
            handle(data[0], data.slice(end, end + length));
            data = data.slice(end + length);
        }
    };
    const socket = new WebSocket(`ws://${address}/mqtt`, "mqtt");
    Object.assign(socket, { binaryType: "arraybuffer" });
    Object.assign(window, { kept: {}, echoes: 0 });
    window.put = (topic, text, kept) =>
        socket.send(packet(kept ? 0x31 : 0x30, sized(bytes(topic)), [...bytes(text)]));
    socket.onmessage = event => { data.push(...new Uint8Array(event.data)); read(); };
    return new Promise((resolve, reject) => {
        socket.onerror = reject;
        socket.onopen = () => {
            socket.send(packet(0x10, sized(bytes("MQTT")), [4, 2, 0, 0], sized(bytes("outsider"))));
            socket.send(packet(0x82, [0, 1], sized(bytes("cacao/#")), [0]));
            resolve();
        };
    });
}"""
"""A client of MQTT 3.1.1; ``kept`` has the newest message of each topic, in hexadecimal digits."""


class Outsider:
    """A client that sees all that a broker keeps and passes on."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._page = browser.new_context().new_page()
        self._page.set_default_timeout(PATIENCE)
        self._address = address
        self.connect()

    def connect(self) -> None:
        """Connect, also after the broker was started again."""
        self._page.evaluate(_MQTT, self._address)

    def kept(self) -> Kept:
        """The newest message of each topic; what was deleted is left out."""
        self._hear_all()
        found = self._page.evaluate("kept")
        return {topic: bytes.fromhex(text) for topic, text in found.items() if text}

    def put(self, messages: Mapping[str, str]) -> None:
        """Publish texts that are kept, by topic."""
        for topic, text in messages.items():
            self._page.evaluate("([topic, text]) => put(topic, text, true)", [topic, text])
        self._hear_all()

    def _hear_all(self) -> None:
        """Wait until all that was there before has come."""
        self._page.evaluate("window.wanted = echoes + 1, put('cacao/mine', '', false)")
        self._page.wait_for_function("echoes >= wanted")

    def wait(self, happened: Callable[[Kept], bool]) -> None:
        """Wait until what is kept is as wanted."""
        while not happened(self.kept()):
            self._page.wait_for_timeout(20)

    def close(self) -> None:
        """Disconnect."""
        self._page.context.close()


@contextmanager
def outsiders(browser: Browser, address: str) -> Iterator[Outsider]:
    """Such a client, as a context."""
    made = Outsider(browser, address)
    try:
        yield made
    finally:
        made.close()
