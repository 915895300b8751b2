"""A static web server for the site, for playing and for tests."""

from __future__ import annotations

import functools
import http.server
import io
import re
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from making.integrity import RELAY
from making.offline import SOURCES, WORKER
from making.workshop import DIST, say

LOCALHOST: Final = "127.0.0.1"


class Handler(http.server.SimpleHTTPRequestHandler):
    """A static web server like GitHub Pages, but quiet, and without caching."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def handle(self) -> None:
        with suppress(ConnectionError):  # the page may be closed while it loads
            super().handle()

    def log_message(self, format: str, *args: object) -> None:
        """Do not log requests."""


class TrialHandler(Handler):
    """Serves a service worker that stores nothing, so that each load shows the latest build."""

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        del self.headers["If-Modified-Since"]  # this worker may have an older date than a real one
        return super().send_head()

    def translate_path(self, path: str) -> str:
        found = super().translate_path(path)
        return str(SOURCES / "trial.js") if Path(found).name == WORKER else found


class SwitchingServer(http.server.ThreadingHTTPServer):
    """A server whose folder can be changed while it runs.

    A page gets all its files from the folder of its first request, which a cookie names: files of
    two builds do not work together.
    """

    def __init__(self, address: tuple[str, int], folder: Path) -> None:
        super().__init__(address, SwitchingHandler)
        self._folders = [folder]
        self.push = ""
        """The push service of its bell."""
        self.relay = ""
        """The relay that the page has preset, whatever was built; empty to leave it as it is."""

    def switch(self, folder: Path) -> None:
        """Set the folder for pages loaded from now on."""
        self._folders.append(folder)

    @property
    def latest(self) -> int:
        """Number of the folder for new pages."""
        return len(self._folders) - 1

    def folder(self, number: int) -> Path:
        """A folder by its number; the latest if there is none of that number."""
        found = self._folders[number] if number < len(self._folders) else self._folders[-1]
        return found if found.is_dir() else self._folders[-1]

    @property
    def cookie(self) -> str:
        """Name of the cookie; it differs by port, because browsers share cookies between ports."""
        return f"cacao-{self.server_address[1]}"


class SwitchingHandler(TrialHandler):
    """Serves files from the folder of the requesting page."""

    server: SwitchingServer
    path = ""  # default for invalid requests
    _number = 0

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        self._number = self.server.latest if self._is_page() else self._chosen()
        self.directory = str(self.server.folder(self._number))
        is_index = self.path.partition("?")[0] in ("/", "/index.html")
        return self._with_relay() if self.server.relay and is_index else super().send_head()

    def _with_relay(self) -> io.BytesIO:
        """Send the head of the page with another preset relay; returns the page."""
        page = Path(self.directory, "index.html").read_bytes()
        push = f' data-push="{self.server.push}"' if self.server.push else ""
        preset = f'<meta name="relay" content="{self.server.relay}"{push}'.encode()
        page = re.sub(rb'<meta name="relay" content="[^"]*"', preset, page)
        self.send_response(http.HTTPStatus.OK)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        return io.BytesIO(page)

    def end_headers(self) -> None:
        if self._is_page():
            value = f"{self.server.cookie}={self._number}; Path=/; SameSite=Strict; HttpOnly"
            self.send_header("Set-Cookie", value)
        super().end_headers()

    def _is_page(self) -> bool:
        name = self.path.partition("?")[0]
        return name.endswith(("/", ".html")) and not name.endswith(f"/{RELAY}")

    def _chosen(self) -> int:
        cookies = self.headers.get("Cookie", "")
        named = re.search(rf"(?:^|;)\s*{self.server.cookie}=(\d+)", cookies)
        return int(named[1]) if named else self.server.latest


def switching_server(port: int, folder: Path) -> SwitchingServer:
    """A server for a folder that can be changed; on a free port if this one is in use."""
    try:
        return SwitchingServer((LOCALHOST, port), folder)
    except OSError:
        say(f"port {port} is taken; using a free one")
        return SwitchingServer((LOCALHOST, 0), folder)


def site_server(port: int, folder: Path = DIST) -> http.server.ThreadingHTTPServer:
    """A server for a folder."""
    handler = functools.partial(Handler, directory=str(folder))
    return http.server.ThreadingHTTPServer((LOCALHOST, port), handler)
