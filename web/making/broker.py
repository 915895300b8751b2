"""An MQTT broker on this machine, for ``build.py serve --relay`` and for the tests.

It is amqtt, in a process of its own, and it keeps nothing. amqtt speaks MQTT 3.1.1 only.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import suppress
from typing import Final

from making.tools import PINS, install
from making.workshop import WORK, Problem, fingerprint, fresh, lock, prepared, say

PACKAGES: Final = WORK / "relay"
_HOST: Final = "127.0.0.1"
_BROKER: Final = """
import asyncio, logging, os, warnings
logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")
from amqtt.broker import Broker
from amqtt.mqtt.connect import ConnectPayload

read = ConnectPayload.from_stream.__func__

async def read_ours(cls, reader, fixed, header):
    # what follows in another version is not to be read: amqtt would wait for more, for ever
    return await read(cls, reader, fixed, header) if header.proto_level == 4 else cls()

ConnectPayload.from_stream = classmethod(read_ours)

async def serve(host, port):
    listener = {"type": "ws", "bind": f"{host}:{port}"}
    anybody = {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}}
    broker = Broker({"listeners": {"default": listener}, "plugins": anybody})
    await broker.start()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)  # until whoever has started it ends, in any way
    os._exit(0)

asyncio.run(serve(*sys.argv[1:]))
"""


def ensure_broker() -> None:
    """Install the broker, with all that it imports, into a folder of its own."""
    pins = PINS / "relay.txt"
    now = fingerprint(pins)
    with lock(PACKAGES.with_suffix(".lock")):
        if not prepared(PACKAGES / "prepared", now):
            say("installing an MQTT broker (once)")
            with fresh(PACKAGES) as folder:
                install("an MQTT broker", pins, "--target", folder)
                (folder / "prepared").write_text(now)


def free_port(wanted: int = 0) -> int:
    """A port of this machine that nobody listens on: the wanted one if possible."""
    for port in (wanted, 0):
        with suppress(OSError), socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, sys.platform != "win32")
            trial.bind((_HOST, port))
            return int(trial.getsockname()[1])
    raise Problem("this machine has no free port")


class Broker:
    """A broker that runs until :meth:`stop`, or until this program ends.

    Args:
        port: where it listens for WebSockets, on this machine only.
        script: another program than amqtt, with the same packages; it prints ``ready``.

    Raises:
        Problem: it does not start; most likely the port is taken.
    """

    def __init__(self, port: int, script: str = _BROKER) -> None:
        self.port = port
        self._script = script
        self.start()

    @property
    def address(self) -> str:
        """Host and port, as pages have it."""
        return f"localhost:{self.port}"

    def start(self) -> None:
        """Start it, with no messages."""
        start = f"import sys; sys.path.insert(0, {str(PACKAGES)!r})\n"
        command = [sys.executable, "-I", "-S", "-c", start + self._script, _HOST, str(self.port)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self._process.stdout is not None  # noqa: S101 - they are pipes
        assert self._process.stderr is not None  # noqa: S101
        if self._process.stdout.readline().strip() != b"ready":
            told = self._process.stderr.read().decode(errors="replace").strip()
            self.stop()
            last = told.rpartition("\n")[2][-300:]
            raise Problem(f"no broker at port {self.port}, which may be taken: {last}")

    def stop(self) -> None:
        """End it at once, as if its machine had failed; what it has is lost."""
        if self._process.returncode is None:
            self._process.kill()
            self._process.communicate()


def local_broker(port: int) -> Broker:
    """A broker at a port of this machine, or at a free one if that is taken."""
    ensure_broker()
    chosen = free_port(port)
    if port and chosen != port:
        say(f"port {port} is taken; using a free one for the relay")
    return Broker(chosen)
