"""The site as it was built, and the plain one: what is in them."""

from __future__ import annotations

import json
import marshal
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from making import builds, site, start_importer
from making.integrity import RELAY, address, names, subresource
from making.site import languages
from making.workshop import DIST, NODE_MODULES, ROOT, Problem


def test_frame_for_relays_runs_its_two_scripts_only() -> None:
    """They are in it, and its policy names them; the page of the build has the frame's hash."""
    frame = site.relay_frame()
    scripts = re.findall(r"<script>(.*?)</script>", frame, re.DOTALL)
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', frame)
    assert "default-src 'none'" in policy
    named = re.findall(r"'(sha256-[^']+)'", policy)
    assert named == [subresource(script.encode()) for script in scripts]
    assert len(named) == 2
    assert "build:" not in frame.partition("<script>")[0]
    assert (DIST / RELAY).read_text("utf-8") == frame
    wanted = f'data-frame="{address(DIST, RELAY)}"'
    assert wanted in (DIST / "index.html").read_text("utf-8")


def test_page_has_no_library_that_it_cannot_use() -> None:
    """Own bots have all of it: nobody knows what they import."""
    for archive, has in (("python_stdlib.zip", False), ("python_bots.zip", True)):
        with zipfile.ZipFile(DIST / "pyodide" / archive) as shipped:
            names = set(shipped.namelist())
            if start_importer.PIECE in names:
                started = marshal.loads(shipped.read(start_importer.PIECE))  # noqa: S302
                names |= {f"{name.replace('.', '/')}.pyc" for name in started}
        assert ("argparse.pyc" in names) == has  # the page has no command line
        assert ("configparser.pyc" in names) == has
        assert {"asyncio/events.pyc", "asyncio/base_events.pyc"} <= names
        assert {f"encodings/{name}.pyc" for name in ("utf_16_le", "utf_16_be", "cp1252")} <= names


def test_language_is_kept_for_use_without_a_network() -> None:
    worker = (DIST / "sw.js").read_text("utf-8")
    for language in languages():
        assert f"locale/{language}.mo" in worker
        assert f"locale/{language}.json" in worker


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plain")
    builds.write_plain(folder)
    return folder


def test_plain_site_has_all_that_a_player_sees(plain: Path) -> None:
    """Only the reference, the wheel, drawn icons and sums are missing; the build has looked."""
    missing = {name.partition("/")[0] for name in set(names(DIST)) - set(names(plain))}
    assert missing <= {"api", "python", "icons", "SHA256SUMS"}
    assert set(names(plain)) <= set(names(DIST))
    assert [f.name for f in (plain / "icons").glob("*.svg")] == ["icon.svg"]
    manifest = json.loads((plain / "manifest.webmanifest").read_text("utf-8"))
    assert [icon["src"] for icon in manifest["icons"]] == ["icons/icon.svg"]
    assert "apple-touch-icon" not in (plain / "index.html").read_text("utf-8")
    for name in ("bots.html", "locale/de.mo", "locale/de.json", "art.html"):
        assert (plain / name).read_bytes() == (DIST / name).read_bytes()


def test_plain_site_has_python_as_published(plain: Path) -> None:
    published = NODE_MODULES / "pyodide"
    wasm = "pyodide.asm.wasm"
    assert (plain / "pyodide" / wasm).read_bytes() == (published / wasm).read_bytes()
    with zipfile.ZipFile(published / "python_stdlib.zip") as archive:
        library = set(archive.namelist())
    for which in ("stdlib", "bots", "plain"):
        with zipfile.ZipFile(plain / "pyodide" / f"python_{which}.zip") as archive:
            assert library < set(archive.namelist())
            main = archive.read("cacao_web/main.py")
            about = [name for name in archive.namelist() if name.endswith("dist-info/METADATA")]
            texts = [archive.read(name).decode() for name in about]
        assert main == (ROOT / "web" / "cacao_web" / "main.py").read_bytes()
        assert ["Name: cacao-core" in text for text in texts] == [True] * (which == "bots")


def test_page_names_nothing_that_is_not_there(plain: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(plain, tmp_path / "site")
    site.check_site(copied)
    (copied / "vendor" / "morphdom.js").unlink()
    with pytest.raises(Problem, match=r"not built: \./vendor/morphdom\.js"):
        site.check_site(copied)
