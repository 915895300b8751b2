"""Servers that stop, fail and change, and different builds of the site."""

from __future__ import annotations

import http.server
import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from fnmatch import fnmatch
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import NamedTuple, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from making.integrity import import_map, sealed, subresource
from making.offline import VERSIONED, write_worker
from making.server import Handler, TrialHandler
from making.workshop import DIST, WEB, copy

SUB_PATH = "cacao/game"
CHANGING = (".css", ".html", ".js", ".mjs", ".py")
"""Endings of the files that differ between variants."""
_NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def variant(root: Path, name: str) -> Path:
    """A build in which the page shows its name, with a catalogue for Esperanto; its folder."""
    site = root / name / SUB_PATH
    copytree(DIST, site, ignore=ignore_patterns("api", ".nojekyll"))
    copy(WEB / VERSIONED, site / VERSIONED)
    for file in site.rglob("*"):
        if file.name == "index.html":
            text = file.read_text("utf-8").replace("<h1>Cacao</h1>", f"<h1>Cacao {name}</h1>")
            languages = text.partition('data-languages="')[2].partition('"')[0]
            text = text.replace(f'data-languages="{languages}"', f'data-languages="{languages} eo"')
            file.write_text(text, "utf-8")
        elif file.suffix in CHANGING:
            comment = {".css": "/* {} */", ".html": "<!-- {} -->", ".py": "# {}"}
            mark = comment.get(file.suffix, "// {}").format(name)
            file.write_text(f"{file.read_text('utf-8')}\n{mark}\n", "utf-8")
    _hash_anew(site)
    catalogue = Catalog(locale="eo", creation_date=_NOON, revision_date=_NOON)
    catalogue.add("New game", "Nova ludo")
    with (site / "locale" / "eo.mo").open("wb") as target:
        write_mo(target, catalogue)
    (site / "locale" / "eo.json").write_text('{"New game": "Nova ludo"}', "utf-8")
    write_worker(site)
    return root / name


def _hash_anew(site: Path) -> None:
    """Update the hashes in the page for this variant."""
    page = site / "index.html"
    text = page.read_text("utf-8")
    old = text.partition('<script type="importmap">')[2].partition("</script>")[0]
    new = import_map(site, [name.removeprefix("./") for name in json.loads(old)["integrity"]])
    for before, after in ((old, new), (subresource(old.encode()), subresource(new.encode()))):
        assert before in text
        text = text.replace(before, after)
    page.write_text(sealed(site, text), "utf-8")


class Answer(NamedTuple):
    """A server's answer for a file.

    Attributes:
        body: the content.
        kind: its media type.
        status: of HTTP.
        length: announced bytes; with a wrong number the connection ends in the middle.
    """

    body: bytes
    kind: str
    status: int = 200
    length: int | None = None


Fault: TypeAlias = Callable[[Answer], Answer | None]
"""Makes another answer from the right one; None closes the connection without an answer."""


def gone(answer: Answer) -> Answer:
    """The server does not have the file."""
    return Answer(b"gone", "text/plain", 404)


def refused(answer: Answer) -> None:
    """The server closes the connection."""


def halved(answer: Answer) -> Answer:
    """Half of the file, as if it were complete."""
    return answer._replace(body=answer.body[: len(answer.body) // 2])


def emptied(answer: Answer) -> Answer:
    """A file without content, as if it were complete."""
    return answer._replace(body=b"")


def broken_off(answer: Answer) -> Answer:
    """The connection breaks in the middle of the file."""
    return answer._replace(body=answer.body[: len(answer.body) // 2], length=len(answer.body))


def damaged(answer: Answer) -> Answer:
    """The right length, but other bytes in the middle and at the end."""
    body = bytearray(answer.body)
    for start in (len(body) // 2, max(0, len(body) - 1000)):
        body[start : start + 500] = bytes(len(body[start : start + 500]))
    return answer._replace(body=bytes(body))


def hotel(answer: Answer) -> Answer:
    """Another page, like the login page of a public network."""
    return answer._replace(body=b"Welcome to our hotel")


def as_text(answer: Answer) -> Answer:
    """As from a server that does not know the file's type."""
    return answer._replace(kind="text/plain")


def rewritten(change: Callable[[str], str]) -> Fault:
    """Another text."""
    return lambda answer: answer._replace(body=change(answer.body.decode()).encode())


class Held:
    """Delays requests until they are released.

    Attributes:
        asked: set when the first request has come.
    """

    def __init__(self) -> None:
        self.asked = threading.Event()
        self._released = threading.Event()

    def __call__(self, answer: Answer) -> Answer:
        self.asked.set()
        self._released.wait()
        return answer

    def release(self) -> None:
        """Answer the delayed requests and all later ones."""
        self._released.set()


class Stranger:
    """Another server, which stores the paths of its requests.

    Attributes:
        asked: paths, in order; ``?`` for a connection without a valid request.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Noting(http.server.BaseHTTPRequestHandler):
            def parse_request(self) -> bool:
                fine = super().parse_request()
                asked.append(self.path if fine else "?")
                return fine

            def do_GET(self) -> None:
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *given: object) -> None:
                """Do not log requests."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Noting)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()


class Host:
    """A static server for a folder; it sends the folder's version in the header ``X-Version``.

    Attributes:
        root: the folder.
        asked: number of requests for each path of the site.
        trial: whether it is one of ``build.py serve``.
        answers_304: whether it answers "not modified", by the file's date; not to be used for two
            builds of the same second.
        seconds_ahead: how far its clock for the dates of answers is ahead.
        added: files that it has besides those of the folder, by their paths in the site.
    """

    def __init__(self, root: Path, answers_304: bool = True) -> None:
        self.root = root
        self.answers_304 = answers_304
        self.seconds_ahead = 0
        self.asked: Counter[str] = Counter()
        self.trial = False
        self.added: dict[str, bytes] = {}
        self._faults: list[tuple[str, Fault, float]] = []
        self._port = 0
        self._server: http.server.ThreadingHTTPServer | None = None
        self.start()

    @property
    def site(self) -> str:
        """Address of the site."""
        return f"http://127.0.0.1:{self._port}/{SUB_PATH}/"

    def start(self) -> None:
        """Start the server, always at the same address."""
        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", self._port), lambda *given: self._handler()(*given)
        )
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        """Stop the server: nobody can connect any more."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def spoil(self, pattern: str, fault: Fault, times: float = float("inf")) -> None:
        """Make the next requests for files fail; the latest fault counts.

        Args:
            pattern: how the path of the file ends, as ``core-*.js``.
            fault: changes the answer.
            times: number of requests.
        """
        self._faults.insert(0, (pattern, fault, times))

    def mend(self) -> None:
        """Answer normally again; delayed requests are released."""
        faults, self._faults = self._faults, []
        for _pattern, fault, _times in faults:
            if isinstance(fault, Held):
                fault.release()

    def _fault(self, path: str) -> Fault | None:
        for at, (pattern, fault, times) in enumerate(self._faults):
            if fnmatch(f"/{path}", f"*/{pattern}"):
                self._faults[at] = (pattern, fault, times - 1)
                if times <= 1:
                    del self._faults[at]
                return fault
        return None

    def _handler(self) -> type[Handler]:
        host = self
        kind = TrialHandler if host.trial else Handler

        class Known(kind):  # type: ignore[valid-type, misc]
            def __init__(self, *given: object) -> None:
                super().__init__(*given, directory=str(host.root))

            def end_headers(self) -> None:
                self.send_header("X-Version", host.root.name)
                super().end_headers()

            def date_time_string(self, timestamp: float | None = None) -> str:
                now = time.time() + host.seconds_ahead
                return str(super().date_time_string(now if timestamp is None else timestamp))

            def do_GET(self) -> None:  # noqa: N802
                path = self.path.removeprefix(f"/{SUB_PATH}/").partition("?")[0]
                host.asked[path] += 1
                if not host.answers_304:
                    del self.headers["If-Modified-Since"]
                if fault := host._fault(path):
                    self._send(fault(self._right_answer()))
                elif path in host.added:
                    self._send(Answer(host.added[path], self.guess_type(path)))
                else:
                    super().do_GET()

            def _right_answer(self) -> Answer:
                file = Path(self.translate_path(self.path))
                body = file.read_bytes() if file.is_file() else b""
                return Answer(body, self.guess_type(str(file)))

            def _send(self, answer: Answer | None) -> None:
                if answer is None:
                    return
                self.send_response(answer.status)
                self.send_header("Content-Type", answer.kind)
                length = len(answer.body) if answer.length is None else answer.length
                self.send_header("Content-Length", str(length))
                self.end_headers()
                self.wfile.write(answer.body)

        return Known
