"""An MQTT broker on this machine, for ``build.py serve --relay`` and for the tests.

It is aedes in Node, in a process of its own, and it keeps nothing. aedes speaks MQTT 3.1.1 only.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from making.packages import ensure_packages
from making.tools import ensure_node
from making.workshop import NODE_MODULES, WEB, Problem, lock, say

SCRIPT: Final = WEB / "vendor" / "broker.mjs"
_HOST: Final = "127.0.0.1"


def ensure_broker() -> None:
    """Install the broker, and Node for it."""
    with lock():
        ensure_node()
        ensure_packages()


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
        script: a program for Node that gets the same arguments, and prints ``ready``.

    Raises:
        Problem: it does not start; most likely the port is taken.
    """

    def __init__(self, port: int, script: Path = SCRIPT) -> None:
        self.port = port
        self._script = script
        self.start()

    @property
    def address(self) -> str:
        """Host and port, as pages have it."""
        return f"localhost:{self.port}"

    def start(self) -> None:
        """Start it, with no messages."""
        command: list[str | Path] = [
            ensure_node(),
            self._script,
            NODE_MODULES,
            _HOST,
            str(self.port),
        ]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self._process.stdout is not None  # noqa: S101 - they are pipes
        assert self._process.stderr is not None  # noqa: S101
        if self._process.stdout.readline().strip() != b"ready":
            told = self._process.stderr.read().decode(errors="replace").splitlines()
            self.stop()
            why = next((line for line in told if "Error" in line), " ".join(told))[-300:]
            raise Problem(f"no broker at port {self.port}, which may be taken: {why}")

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
