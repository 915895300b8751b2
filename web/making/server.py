"""A plain static host for the site, for playing and for tests."""

from __future__ import annotations

import functools
import http.server
import io
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from making.offline import SOURCES, WORKER
from making.workshop import DIST


class Handler(http.server.SimpleHTTPRequestHandler):
    """A plain static host, as GitHub Pages is one, but quiet and never cached."""

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
        with suppress(ConnectionError):  # a page may be closed while it loads
            super().handle()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing about single requests."""


class TrialHandler(Handler):
    """Hands out a service worker that keeps nothing, so that each load shows the latest build."""

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        del self.headers["If-Modified-Since"]  # the worker for trials may be older than a real one
        return super().send_head()

    def translate_path(self, path: str) -> str:
        found = super().translate_path(path)
        return str(SOURCES / "trial.js") if Path(found).name == WORKER else found


def site_server(
    port: int, folder: Path = DIST, *, trial: bool = False
) -> http.server.ThreadingHTTPServer:
    """A host for a folder; with ``trial``, browsers keep nothing of it."""
    handler = functools.partial(TrialHandler if trial else Handler, directory=str(folder))
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
