"""A stand-in for a push service, on this machine: what it is sent, and how it answers."""

from __future__ import annotations

import http.server
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate

from cryptography.exceptions import InvalidSignature

from tests.site.test_local_broker import Client
from tests.web.bells import Asking, proved


class PushService(http.server.ThreadingHTTPServer):
    """Takes pushes that are proved with VAPID.

    Attributes:
        came: the path and the body of each that was taken, and when.
        answers: other answers than 201, by path.
        slow: paths for which it does not answer.
        ahead: seconds by which its clock is ahead.
        proofs: what was proved.
        refused: its other answers.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.came: list[tuple[str, bytes, float]] = []
        self.answers: dict[str, int] = {}
        self.slow: set[str] = set()
        self.ahead = 0.0
        self.proofs: list[dict[str, object]] = []
        self.refused: list[int] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def wait(self, count: int, refused: int = 0) -> None:
        """Wait until so many pushes have come, and so many were refused."""
        last = time.monotonic() + 60
        while len(self.came) < count or len(self.refused) < refused:
            assert time.monotonic() < last, f"{len(self.came)} of {count} pushes have come"
            time.sleep(0.01)

    def stay_at(self, count: int, seconds: float = 1) -> None:
        """Make sure that no more come."""
        time.sleep(seconds)
        assert len(self.came) == count

    def marks(self, *devices: Asking) -> list[str]:
        """What the devices have been told, in order."""
        known = {one.browser.endpoint.removeprefix(self.address): one for one in devices}
        return [known[path].browser.opened(body) for path, body, _when in self.came]


class _Handler(http.server.BaseHTTPRequestHandler):
    server: PushService
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        server = self.server
        if self.path in server.slow:
            time.sleep(30)
        status = server.answers.get(self.path, 201)
        try:
            proof = proved(self.headers["Authorization"], time.time() + server.ahead)
            assert proof["aud"] == server.address
            assert int(self.headers["TTL"]) > 0
            assert self.headers["Content-Encoding"] == "aes128gcm"
            server.proofs.append(proof)
        except (AssertionError, InvalidSignature):
            status = 403
        if status != 201:
            server.refused.append(status)
        else:
            server.came.append((self.path, body, time.monotonic()))
        self.send_response_only(status)
        self.send_header("Date", formatdate(time.time() + server.ahead, usegmt=True))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Do not log requests."""


@contextmanager
def push_service() -> Iterator[PushService]:
    """Such a service, as a context."""
    with PushService() as service:
        service.daemon_threads = True
        threading.Thread(target=service.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield service
        finally:
            service.shutdown()


@contextmanager
def watched_since(port: int) -> Iterator[None]:
    """Wait until the bell of a broker on this machine watches a game, because of what is inside.

    What changes earlier lay there already when somebody asked, and rings nobody.
    """
    client = Client(port, os.urandom(4).hex())
    client.subscribe("$SYS/+/new/subscribes")  # what others have subscribed to
    yield
    client.until(b'/+/here"')
    client.close()
