"""A bell on this machine, for ``build.py serve --relay`` and for the tests (docs/relay.md)."""

from __future__ import annotations

import http.server
import os
import subprocess
import threading
from pathlib import Path

from making.broker import Broker
from making.tools import PINS, install, make_venv
from making.workshop import WEB, WORK, fingerprint, lock, prepared, say

SCRIPT = WEB / "relay" / "bell.py"
_VENV = WORK / "bell"


def ensure_bell() -> Path:
    """Install what the bell needs; returns the Python that has it."""
    pins, mark = PINS / "bell.txt", _VENV / "prepared"
    python = _VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    with lock():
        if not prepared(mark, fingerprint(pins)):
            make_venv(_VENV)
            install("what a bell needs", pins, python=python)
            mark.write_text(fingerprint(pins))
    return python


class Bell:
    """A bell beside a broker, until :meth:`stop`.

    Args:
        broker: the relay.
        state: the file with all that it keeps.
        service: the address of a push service on this machine.
        options: others of the program.
    """

    def __init__(self, broker: Broker, state: Path, service: str, *options: str) -> None:
        self._command = [
            str(ensure_bell()),
            str(SCRIPT),
            *("--broker", f"ws://{broker.address}/mqtt", "--state", str(state)),
            *("--service", service, "--until-input-ends", *options),
        ]
        self.start()

    def start(self) -> None:
        """Start it with what it has kept."""
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def stop(self) -> None:
        """End it at once, as if its machine had failed."""
        self._process.kill()
        self._process.communicate()


class _Pushed(http.server.BaseHTTPRequestHandler):
    """Takes what is pushed, and says so in the terminal instead of on a phone."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        say(f"the bell rings for the browser {self.path[1:7]}")
        self.send_response(http.HTTPStatus.CREATED)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Do not log requests."""


def local_bell(broker: Broker) -> str:
    """A bell beside a broker, with a stand-in for a push service; returns the address of that.

    It ends with this program, and keeps what it knows from one start to the next.
    """
    service = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Pushed)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    address = f"http://localhost:{service.server_address[1]}"
    Bell(broker, WORK / "bell.sqlite", address)
    return address
