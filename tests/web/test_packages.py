"""Packages of npm: from which registry, looked at before they are used, and only what is needed."""

from __future__ import annotations

import base64
import hashlib
import http.server
import io
import tarfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from making import packages, registry
from making.packages import Package, ensure_packages, is_there, unpack
from making.workshop import Problem


class Registry(http.server.ThreadingHTTPServer):
    """A registry on this machine: path -> archive, and what goes wrong with the next answers."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.archives: dict[str, bytes] = {}
        self.faults: list[str] = []
        self.asked: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Answers(http.server.BaseHTTPRequestHandler):
    server: Registry

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        fault = self.server.faults.pop(0) if self.server.faults else ""
        data = self.server.archives.get(self.path)
        if data is None or fault.isdigit():
            self.send_error(int(fault or 404))
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[:-9] if fault == "truncated" else data)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def archive(**files: str) -> bytes:
    """A package as npm has it; names with "_" for each "/"."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as opened:
        for name, text in files.items():
            entry = tarfile.TarInfo(f"package/{name.replace('_', '/')}")
            entry.size = len(text)
            opened.addfile(entry, io.BytesIO(text.encode()))
    return made.getvalue()


def pin(name: str, data: bytes) -> Package:
    digest = base64.b64encode(hashlib.sha512(data).digest()).decode()
    return Package(name, "1.2.3", f"sha512-{digest}")


ONE = archive(dist_one="1", README="r")
TWO = archive(two="2")
PINS = {package.name: package for package in (pin("one", ONE), pin("@scope/two", TWO))}


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Registry]:
    """A registry with two packages, which is asked because there is no npm."""
    server = Registry()
    server.archives = {"/one/-/one-1.2.3.tgz": ONE, "/@scope/two/-/two-1.2.3.tgz": TWO}
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    for module, name, value in (
        (packages, "npm_command", lambda: None),
        (packages, "pinned", lambda: PINS),
        (packages, "WORK", tmp_path / "work"),
        (registry, "address", lambda: server.address),
        (registry, "_PAUSE", 0.0),
    ):
        monkeypatch.setattr(module, name, value)
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def fetch(target: Path) -> None:
    ensure_packages(PINS, "two packages", target)


def test_packages_come_from_the_registry_once(host: Registry, tmp_path: Path) -> None:
    fetch(tmp_path)
    assert (tmp_path / "one" / "dist" / "one").read_text() == "1"
    assert (tmp_path / "@scope" / "two" / "two").read_text() == "2"
    assert sorted(host.asked) == ["/@scope/two/-/two-1.2.3.tgz", "/one/-/one-1.2.3.tgz"]
    fetch(tmp_path)
    assert len(host.asked) == 2
    assert not list((tmp_path / "work").iterdir())


def test_new_version_takes_the_place_of_the_old_one(
    host: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch(tmp_path)
    newer = archive(other="3")
    host.archives["/one/-/one-1.2.3.tgz"] = newer
    monkeypatch.setitem(PINS, "one", pin("one", newer))
    fetch(tmp_path)
    assert len(host.asked) == 3
    assert sorted(file.name for file in (tmp_path / "one").iterdir()) == [".integrity", "other"]


def test_wrong_hash_is_told_and_not_unpacked(host: Registry, tmp_path: Path) -> None:
    host.archives["/@scope/two/-/two-1.2.3.tgz"] = archive(two="evil")
    with pytest.raises(Problem, match=r"@scope/two 1\.2\.3 is not what .* pins"):
        fetch(tmp_path)
    assert not (tmp_path / "@scope").exists()


@pytest.mark.parametrize("fault", ["503", "429", "truncated"])
def test_passing_faults_are_tried_again(host: Registry, tmp_path: Path, fault: str) -> None:
    host.faults = [fault, fault]
    fetch(tmp_path)
    assert len(host.asked) == 4
    assert all(is_there(package, tmp_path) for package in PINS.values())


def test_lasting_faults_are_told_in_one_sentence(host: Registry, tmp_path: Path) -> None:
    del host.archives["/one/-/one-1.2.3.tgz"]
    with pytest.raises(Problem, match=r"one-1\.2\.3\.tgz could not be fetched \(.* 404\): look at"):
        fetch(tmp_path)
    assert host.asked.count("/one/-/one-1.2.3.tgz") == 1  # it will not be there later either
    host.faults = ["500"] * 99
    host.archives["/one/-/one-1.2.3.tgz"] = ONE
    with pytest.raises(Problem, match="the host answers with 500"):
        fetch(tmp_path)
    assert host.asked.count("/one/-/one-1.2.3.tgz") == 1 + registry.TRIES


def test_missing_network_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(registry, "_PAUSE", 0.0)
    with pytest.raises(Problem, match=r"refused.*look at the network, the proxy"):
        registry.download("http://127.0.0.1:1/one.tgz", tmp_path / "one.tgz")
    with pytest.raises(Problem, match="no web address: file:///one"):
        registry.download("file:///one", tmp_path / "one.tgz")


def test_settings_of_npm_say_where_the_registry_is(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    second.write_text('# registry=no\n@x:registry=no\nregistry = "http://${HOST}/b/"\n')
    files = [first, second]
    look = registry.configured
    assert look("registry", {"HOST": "file"}, files) == "http://file/b/"
    first.write_text("cafile=/x\n")
    assert look("cafile", {}, files) == "/x"
    assert look("registry", {"NPM_CONFIG_REGISTRY": "http://env"}, files) == "http://env"
    assert look("registry", {"npm_config_registry": "http://env"}, files) == "http://env"
    assert look("registry", {}, []) is None
    assert look("registry", {"npm_config_userconfig": str(second), "HOST": "h"}, []) is not None


def test_plain_files_inside_of_the_package_are_unpacked(tmp_path: Path) -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as opened:
        for name in ("package/good", "package/../../bad", "package/a.map", "package/b\\c"):
            opened.addfile(tarfile.TarInfo(name))
        link = tarfile.TarInfo("package/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc"
        opened.addfile(link)
    file = tmp_path / "x.tgz"
    file.write_bytes(made.getvalue())
    unpack(pin("x", b""), file, tmp_path / "in")
    assert sorted(f.name for f in (tmp_path / "in").rglob("*")) == [".integrity", "good", "x"]
    assert not (tmp_path / "bad").exists()


def test_archive_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "x.tgz").write_bytes(b"nonsense")
    with pytest.raises(Problem, match="x cannot be unpacked"):
        unpack(pin("x", b""), tmp_path / "x.tgz", tmp_path / "in")
    assert not (tmp_path / "in" / "x").exists()


def test_package_that_is_asked_for_is_pinned() -> None:
    pins = packages.pinned()
    for name in (*packages.FOR_THE_PAGE, *packages.FOR_THE_RELEASE):
        assert pins[name].integrity.startswith("sha512-")
    assert packages.archive_name(pins["@pyscript/core"]).startswith("pyscript-core-")
