"""How the site is made: which modules go into Python's archives, and how they are handed out."""

from __future__ import annotations

import importlib
import json
import marshal
import sys
from pathlib import Path

import pytest

from making import compiled, drawings, integrity, site, start_importer
from making.compiled import Compiled, at_start, in_one_piece, module_of, needed, reached
from making.workshop import Problem


def row(*always: str, later: tuple[str, ...] = ()) -> dict[str, list[str]]:
    return {"always": list(always), "later": list(later)}


LIBRARY = Compiled(
    Path("library.zip"),
    ["started"],
    {
        "started": row("base"),
        "base": row(),
        "package": row(),
        "package.part": row("other"),
        "other": row(later=("server",)),
        "server": row("sockets"),
        "sockets": row(),
        "asked": row(later=("deep",)),
        "deep": row(),
        "unused": row(),
        "encodings": row(),
        "encodings.idna": row(),
    },
)
PROGRAM = Compiled(
    Path("program.zip"),
    [],
    {
        "cacao_web.main": row("package.part", "cacao_web.more", later=("asked",)),
        "cacao_web.more": row("base"),
        "cacao_web.features.bots.runner": row("unused"),
        "cacao_web": row(),
        "pyscript": row(),
    },
)


def test_stun_servers_and_relay_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CACAO_STUN", raising=False)
    assert site.stun_servers() == ""
    monkeypatch.setenv("CACAO_STUN", " stun:one.example.org  stuns:[2001:db8::1]:5349 ")
    assert site.stun_servers() == "stun:one.example.org stuns:[2001:db8::1]:5349"
    monkeypatch.setenv("CACAO_STUN", 'stun:x"><script>')
    with pytest.raises(Problem, match="is not like stun:"):
        site.stun_servers()
    monkeypatch.delenv("CACAO_RELAY", raising=False)
    assert site.relay() == ""
    for given in ("relay.example.org", "Relay.example.org:8084", "localhost:8001", ""):
        monkeypatch.setenv("CACAO_RELAY", given)
        assert site.relay() == given
    for given in (
        "wss://a.org",
        "a.org/mqtt",
        "a.org:",
        "-a.org",
        "a..org",
        "ü.org",
        'a"b',
        "[::1]",
    ):
        monkeypatch.setenv("CACAO_RELAY", given)
        with pytest.raises(Problem, match="is not like relay"):
            site.relay()


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("json/__init__.pyc", "json"),
        ("json/decoder.py", "json.decoder"),
        ("abc.pyc", "abc"),
        ("zoneinfo/data/zones.tab", "zoneinfo.data"),
    ],
)
def test_members_of_an_archive_belong_to_modules(name: str, module: str) -> None:
    assert module_of(name) == module


def test_modules_that_the_page_needs_are_found() -> None:
    assert reached(["package.part"], LIBRARY.imports) == {"package", "package.part", "other"}
    wanted = needed(LIBRARY, PROGRAM)
    assert {"started", "base", "package.part", "other", "asked", "deep"} <= wanted
    assert "encodings.idna" in wanted  # asked for by name
    assert not wanted & {"unused", "server", "sockets"}
    first = at_start(LIBRARY, PROGRAM)
    assert {"cacao_web.main", "cacao_web.more", "package.part", "started"} <= first
    assert not first & {"asked", "deep", "encodings", "cacao_web.features.bots.runner"}


def test_modules_out_of_one_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of the piece holds modules of the piece; another of its modules is a file."""
    texts = {
        "box_x/__init__.pyc": "one = 1",
        "box_x/two.pyc": "from box_x import one\ntwo = one + 1",
    }
    files = {
        name: bytes(16) + marshal.dumps(compile(text, name, "exec")) for name, text in texts.items()
    }
    made = in_one_piece({**files, "data.txt": b"data", "left.pyc": b"left"}, {"box_x", "box_x.two"})
    assert set(made) == {"data.txt", "left.pyc", start_importer.PIECE}
    (tmp_path / "box_x").mkdir()
    (tmp_path / "box_x" / "three.py").write_text("from box_x.two import two\nthree = two + 1")
    modules = marshal.loads(made[start_importer.PIECE])  # noqa: S302
    importer = start_importer.StartImporter(str(tmp_path), modules)
    monkeypatch.setattr(sys, "meta_path", [importer, *sys.meta_path])
    try:
        three = importlib.import_module("box_x.three")
        assert three.three == 3
        assert sys.modules["box_x"].__path__ == [f"{tmp_path}/box_x"]
        assert sys.modules["box_x.two"].__file__ == f"{tmp_path}/box_x/two.pyc"
        assert importer.find_spec("json") is None
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "box_x"]:
            del sys.modules[name]


def test_archives_are_the_same_whenever_they_are_made(tmp_path: Path) -> None:
    compiled.write_archive(tmp_path / "a.zip", {"b": b"2", "a": b"1"})
    compiled.write_archive(tmp_path / "b.zip", {"a": b"1", "b": b"2"})
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    assert dict(compiled.members(tmp_path / "a.zip")) == {"a": b"1", "b": b"2"}


def test_style_sheets_become_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "WEB", tmp_path / "web")
    (tmp_path / "web" / "style").mkdir(parents=True)
    page = "<head>"
    for name in "ab":
        (tmp_path / "web" / "style" / f"{name}.css").write_text(f".{name} {{}}")
        page += f'\n  <link rel="stylesheet" href="style/{name}.css">'
    assert (
        site.one_style(tmp_path, page) == '<head>\n  <link rel="stylesheet" href="style/all.css">'
    )
    assert (tmp_path / "style" / "all.css").read_text() == ".a {}\n.b {}"


def test_first_visit_is_listed_with_sizes_and_hashes(tmp_path: Path) -> None:
    for name in ("app/python.mjs", "pyodide/python_stdlib.zip", "pyodide/python_bots.zip"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"abc")
    digest = "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="  # of "abc"
    assert integrity.first_visit(tmp_path) == {
        "app/python.mjs": (3, ""),
        "pyodide/python_stdlib.zip": (3, digest),
    }
    assert json.loads(integrity.import_map(tmp_path, integrity.first_visit(tmp_path))) == {
        "integrity": {"./app/python.mjs": digest}
    }
