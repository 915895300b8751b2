"""Hosts that stop, fail and change, and builds of the site that differ from one another."""

from __future__ import annotations

import http.server
import json
import threading
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree, ignore_patterns

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from making.integrity import subresource
from making.offline import VERSIONED, write_worker
from making.server import Handler, TrialHandler
from making.site import import_map
from making.workshop import DIST, WEB, copy

SUB_PATH = "cacao/game"
CHANGING = (".css", ".html", ".js", ".mjs", ".py")
"""Endings of the files that are others in each variant."""
_NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def variant(root: Path, name: str) -> Path:
    """A build in which the page says its name, with a catalogue for Esperanto; its folder."""
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
    """Give the page the hashes of the modules as they are in this variant."""
    page = site / "index.html"
    text = page.read_text("utf-8")
    old = text.partition('<script type="importmap">')[2].partition("</script>")[0]
    new = import_map(site, [name.removeprefix("./") for name in json.loads(old)["integrity"]])
    for before, after in ((old, new), (subresource(old.encode()), subresource(new.encode()))):
        assert before in text
        text = text.replace(before, after)
    page.write_text(text, "utf-8")


class Host:
    """A static host for a folder; what it sends says which one in the header ``X-Version``.

    Attributes:
        root: the folder.
        spoiled: path in the site -> how its next request fails: ``short`` breaks off in the
            middle, ``other`` sends something else, ``damaged`` has zeros in the middle.
        asked: how often each path of the site was sent.
        trial: whether it is one of ``build.py serve``.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.spoiled: dict[str, str] = {}
        self.asked: Counter[str] = Counter()
        self.trial = False
        self._port = 0
        self._server: http.server.ThreadingHTTPServer | None = None
        self.start()

    @property
    def site(self) -> str:
        """Address of the site."""
        return f"http://127.0.0.1:{self._port}/{SUB_PATH}/"

    def start(self) -> None:
        """Be there, at the same address as ever."""
        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", self._port), lambda *given: self._handler()(*given)
        )
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Be gone: nobody can connect any more."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def _handler(self) -> type[Handler]:
        host = self
        kind = TrialHandler if host.trial else Handler

        class Known(kind):  # type: ignore[valid-type, misc]
            def __init__(self, *given: object) -> None:
                super().__init__(*given, directory=str(host.root))

            def end_headers(self) -> None:
                self.send_header("X-Version", host.root.name)
                super().end_headers()

            def do_GET(self) -> None:  # noqa: N802
                path = self.path.removeprefix(f"/{SUB_PATH}/").partition("?")[0]
                host.asked[path] += 1
                del self.headers["If-Modified-Since"]  # all builds are of the same second
                match host.spoiled.pop(path, ""):
                    case "short":
                        self._send(b"half", 8)
                    case "other":
                        self._send(b"Welcome to our hotel", 20)
                    case "damaged":
                        whole = Path(self.translate_path(self.path)).read_bytes()
                        half = len(whole) // 2
                        self._send(whole[:half] + bytes(500) + whole[half + 500 :], len(whole))
                    case _:
                        super().do_GET()

            def _send(self, body: bytes, length: int) -> None:
                self.send_response(200)
                self.send_header("Content-Type", self.guess_type(self.path.partition("?")[0]))
                self.send_header("Content-Length", str(length))
                self.end_headers()
                self.wfile.write(body)

        return Known
