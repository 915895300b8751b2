"""What is built when, and which build is served: the plain site first, then the release."""

from __future__ import annotations

import http.client
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from making import builds, serving, workshop
from making.builds import inputs, is_current, note
from making.integrity import names
from making.server import SwitchingServer
from making.workshop import ROOT, Problem, fresh, lock


def sources(root: Path) -> Path:
    """A small project."""
    texts = {"web/a.py": "1", "web/vendor/package-lock.json": "{}", "cacao_core/b.py": "2",
             "docs/bots.md": "3", "docs/bots/c.py": "4", "build.py": "5", "pyproject.toml": "6",
             "README.md": "7", "LICENSE": "8"}  # fmt: skip
    for name, text in texts.items():
        workshop.write(root / name, text)
    return root


@pytest.mark.parametrize(
    "name", ["web/a.py", "web/vendor/package-lock.json", "cacao_core/b.py", "docs/bots.md",
             "docs/bots/c.py", "build.py", "pyproject.toml", "README.md", "web/new.css"],
)  # fmt: skip
def test_changed_source_asks_for_another_build(tmp_path: Path, name: str) -> None:
    before = inputs(sources(tmp_path))
    assert inputs(tmp_path) == before
    (tmp_path / name).write_text("other")
    assert inputs(tmp_path) != before


@pytest.mark.parametrize("name", ["CACAO_RELAY", "CACAO_SITE", "CACAO_STUN"])
def test_changed_wish_asks_for_another_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    before = inputs(sources(tmp_path))
    monkeypatch.setenv(name, "other")
    assert inputs(tmp_path) != before


def test_renamed_source_asks_for_another_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = inputs(sources(tmp_path))
    (tmp_path / "web" / "a.py").rename(tmp_path / "web" / "z.py")
    renamed = inputs(tmp_path)
    assert renamed != before
    monkeypatch.setattr(sys, "version", "3.99")
    assert inputs(tmp_path) != renamed


def test_caches_beside_sources_ask_for_no_build(tmp_path: Path) -> None:
    before = inputs(sources(tmp_path))
    workshop.write(tmp_path / "web" / "__pycache__" / "a.pyc", "x")
    workshop.write(tmp_path / "web" / ".mypy_cache" / "a.json", "x")
    workshop.write(tmp_path / "docs" / "other.md", "x")
    assert inputs(tmp_path) == before


@pytest.mark.parametrize("damage", ["altered", "missing", "new", "none left"])
def test_damaged_site_is_built_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setattr(builds, "WORK", tmp_path / "work")
    folder = tmp_path / "dist"
    workshop.write(folder / "a" / "b.txt", "1")
    workshop.write(folder / "c.txt", "2")
    assert not is_current(folder, "now")
    note(folder, "now")
    assert is_current(folder, "now")
    assert not is_current(folder, "later")
    if damage == "altered":
        (folder / "a" / "b.txt").write_text("9")
    elif damage == "missing":
        (folder / "c.txt").unlink()
    elif damage == "new":
        (folder / "d.txt").write_text("")
    else:
        shutil.rmtree(folder)
    assert not is_current(folder, "now")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Builds of one file each instead of the real ones; how often each was made."""
    made = {"plain": 0, "release": 0}

    def write(name: str, folder: Path) -> None:
        made[name] += 1
        (folder / "index.html").write_text(name)
        (folder / f"{name}.js").write_text(name)

    for module, name, value in (
        (builds, "WORK", tmp_path / "work"),
        (builds, "DIST", tmp_path / "dist"),
        (serving, "DIST", tmp_path / "dist"),
        (builds, "lock", lambda: lock(tmp_path / "work")),
        (builds, "inputs", lambda: "now"),
        (serving, "inputs", lambda: "now"),
        (serving, "run_behind", lambda: None),
        (serving, "build_plain", lambda: builds.build_plain(tmp_path / "work" / "plain")),
        (builds, "ensure_page", lambda: None),
        (builds, "ensure_release", lambda: None),
        (builds, "write_plain", lambda folder: write("plain", folder)),
        (builds, "write_release", lambda folder: write("release", folder)),
    ):
        monkeypatch.setattr(module, name, value)
    return made


def test_builds_are_not_made_twice(
    project: dict[str, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        builds.build_plain(tmp_path / "work" / "plain")
        builds.build()
    assert project == {"plain": 1, "release": 1}
    assert "up to date" in capsys.readouterr().out
    (tmp_path / "dist" / "release.js").unlink()
    builds.build()
    assert project == {"plain": 1, "release": 2}
    assert (tmp_path / "dist" / "release.js").exists()


def test_interrupted_build_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "site"
    workshop.write(target / "old.txt", "old")

    def interrupted() -> None:
        with fresh(target) as folder:
            workshop.write(folder / "new.txt", "new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert names(target) == ["old.txt"]
    with fresh(target) as folder:
        assert names(folder) == []
        workshop.write(folder / "newer.txt", "new")
    assert names(target) == ["newer.txt"]
    assert names(tmp_path) == ["site/newer.txt"]


def test_second_process_waits(tmp_path: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, 'web'); from pathlib import Path\n"
        "from making.workshop import lock\n"
        "with lock(Path(sys.argv[1])): print('its turn', flush=True)"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    with lock(tmp_path):
        other = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert other.stdout is not None
        assert "another build.py is at work" in other.stdout.readline()
        assert other.poll() is None
    assert other.communicate()[0] == "its turn\n"


# --- The server --------------------------------------------------------------------------------


class Client:
    """A browser's profile: it keeps the cookie."""

    def __init__(self, server: SwitchingServer) -> None:
        self._port = server.server_address[1]
        self._cookie = "other=7"

    def get(self, path: str) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        connection.request("GET", path, headers={"Cookie": self._cookie})
        answer = connection.getresponse()
        if told := answer.getheader("Set-Cookie"):
            self._cookie = f"other=7; {told.partition(';')[0]}"
        text = answer.read().decode()
        connection.close()
        return text if answer.status == 200 else str(answer.status)


@pytest.fixture
def served() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def started(server: SwitchingServer, stack: ExitStack) -> SwitchingServer:
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    for undo in (server.server_close, thread.join, server.shutdown):
        stack.callback(undo)
    return server


def two_sites(root: Path) -> list[Path]:
    folders = [root / name for name in ("plain", "dist")]
    for folder in folders:
        workshop.write(folder / "index.html", folder.name)
        workshop.write(folder / "x.js", folder.name)
    return folders


def test_next_load_shows_the_release(tmp_path: Path, served: ExitStack) -> None:
    first, second = two_sites(tmp_path)
    server = started(SwitchingServer(("127.0.0.1", 0), first), served)
    client = Client(server)
    assert [client.get("/"), client.get("/x.js")] == ["plain", "plain"]
    server.switch(second)
    assert client.get("/x.js?later") == "plain"  # of the page that is open
    assert Client(server).get("/x.js") == "dist"
    assert [client.get("/index.html?new"), client.get("/x.js")] == ["dist", "dist"]


def test_pages_of_a_build_that_is_gone_get_the_latest(tmp_path: Path, served: ExitStack) -> None:
    first, second = two_sites(tmp_path)
    server = started(SwitchingServer(("127.0.0.1", 0), first), served)
    client = Client(server)
    client.get("/")
    server.switch(second)
    shutil.rmtree(first)
    assert client.get("/x.js") == "dist"
    assert client.get("/none.js") == "404"


def test_relay_beside_the_page_is_preset_in_every_build(tmp_path: Path, served: ExitStack) -> None:
    first, second = two_sites(tmp_path)
    page = '<meta name="relay" content="{}" data-frame="relay.html?1"> é'
    (first / "index.html").write_text(page.format(""), "utf-8")
    (second / "index.html").write_text(page.format("built.example.org"), "utf-8")
    server = started(SwitchingServer(("127.0.0.1", 0), first), served)
    client = Client(server)
    assert client.get("/") == page.format("")
    server.relay = "localhost:8001"
    assert client.get("/") == page.format("localhost:8001")
    server.switch(second)
    assert client.get("/x.js") == "plain"
    assert client.get("/index.html?new") == page.format("localhost:8001")
    assert client.get("/x.js") == "dist"


def test_frame_for_relays_keeps_the_build_of_its_page(tmp_path: Path, served: ExitStack) -> None:
    first, second = two_sites(tmp_path)
    (first / "relay.html").write_text("first")
    server = started(SwitchingServer(("127.0.0.1", 0), first), served)
    client = Client(server)
    client.get("/")
    server.switch(second)
    assert client.get("/relay.html?1") == "first"
    assert client.get("/x.js") == "plain"


def test_broker_beside_the_page_or_the_page_as_it_was_built() -> None:
    with pytest.raises(Problem, match="choose one"):
        serving.serve(0, offline=True, relay=True)


def serve(
    monkeypatch: pytest.MonkeyPatch, stack: ExitStack, *, until: str = ""
) -> tuple[list[str], Client]:
    """Run the command until it has said something; what it has said, and who asks it."""
    told: list[str] = []
    servers: list[SwitchingServer] = []
    said = threading.Event()

    def say(text: str) -> None:
        told.append(text)
        if until in text:
            said.set()

    monkeypatch.setattr(serving, "say", say)
    monkeypatch.setattr(serving, "run_until_interrupted", servers.append)
    serving.serve(0)
    assert said.wait(60)
    return told, Client(started(servers[0], stack))


def test_serve_answers_at_once_and_goes_on_to_the_release(
    project: dict[str, int], monkeypatch: pytest.MonkeyPatch, served: ExitStack
) -> None:
    told, client = serve(monkeypatch, served, until="reload the page")
    assert told[0].startswith("play at http://localhost:")
    assert "the fast one is being made" in told[1]
    assert client.get("/") == "release"
    assert project == {"plain": 1, "release": 1}
    again, client = serve(monkeypatch, served, until="play at")
    assert len(again) == 1
    assert client.get("/") == "release"
    assert project == {"plain": 1, "release": 1}


def test_plain_site_stays_where_the_release_fails(
    project: dict[str, int], monkeypatch: pytest.MonkeyPatch, served: ExitStack
) -> None:
    def fail(folder: Path) -> None:
        raise Problem("no Node")

    monkeypatch.setattr(builds, "write_release", fail)
    told, client = serve(monkeypatch, served, until="failed")
    assert "no Node" in told[-1]
    assert client.get("/") == "plain"
    assert project == {"plain": 1, "release": 0}
