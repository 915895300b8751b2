"""Sites that are not as they were built are told, file by file."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

from making import integrity
from making.server import site_server
from making.workshop import Problem


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """A small site that was just built."""
    site = tmp_path / "dist"
    for name, text in {"index.html": "<p>", "vendor/é 1.js": "1", "x.css": ""}.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text)
    integrity.write_sums(site)
    return site


def test_hash_that_browsers_take() -> None:
    """The example of the recommendation of the W3C, with SHA-256."""
    hash = integrity.subresource(b"alert('Hello, world.');")
    assert hash == "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng="


def test_site_as_it_was_built_is_right(dist: Path, tmp_path: Path) -> None:
    integrity.check("", {"vendor/é 1.js": b"1"}, dist)
    shutil.copytree(dist, tmp_path / "copy")
    integrity.check(str(tmp_path / "copy"), {}, dist)
    integrity.write_sums(dist)
    assert integrity.SUMS not in integrity.read_sums(dist)
    assert len(integrity.read_sums(dist)) == 3


def test_difference_is_named(dist: Path) -> None:
    (dist / "index.html").write_text("<b>")
    (dist / "x.css").unlink()
    (dist / "more.js").write_text("")
    with pytest.raises(Problem) as told:
        integrity.check("", {"vendor/é 1.js": b"2"}, dist)
    text = str(told.value)
    assert "index.html is another file" in text
    assert "x.css is not there" in text
    assert "more.js does not belong there" in text
    assert "vendor/é 1.js is another file" in text


def test_many_differences_are_counted_and_no_list_is_told(dist: Path) -> None:
    for number in range(30):
        (dist / f"{number}.js").write_text("")
    with pytest.raises(Problem, match="and 20 more"):
        integrity.check("", {}, dist)
    (dist / integrity.SUMS).write_text("nonsense\n")
    with pytest.raises(Problem, match="damaged"):
        integrity.check("", {}, dist)
    (dist / integrity.SUMS).unlink()
    with pytest.raises(Problem, match=r"run .* first"):
        integrity.check("", {}, dist)


def test_site_online(dist: Path, tmp_path: Path) -> None:
    server = site_server(0, tmp_path)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/dist/"
    try:
        for place in (address, address + "index.html#x"):
            integrity.check(place, {}, dist)
        (dist / "index.html").unlink()
        with pytest.raises(Problem, match="the host answers with 404"):
            integrity.check(address, {}, dist)
    finally:
        server.shutdown()
        server.server_close()
