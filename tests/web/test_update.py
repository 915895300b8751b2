"""Newer versions of what is shipped: which they are, and that lock files keep hashes only."""

from __future__ import annotations

import json

import pytest

from making.packages import LOCK
from making.update import (
    MICROPIP_PIN,
    PINS,
    Change,
    Pins,
    advice,
    is_newer,
    locked,
    micropip_pinned,
    table,
    with_micropip,
)
from making.workshop import Problem


def lock(**package: str) -> dict[str, object]:
    good = {"version": "1.0.0", "integrity": "sha512-x"}
    return {"packages": {"": {"name": "all"}, "node_modules/@a/b": good | package}}


def test_later_versions_by_number_and_no_previews() -> None:
    assert is_newer("0.7.100", "0.7.31")
    assert is_newer("315.0.0", "314.0.7")
    assert not is_newer("2.7.8", "2.7.8")
    assert not is_newer("2.7.8", "2.10.0")
    assert not is_newer("5.0.0-beta.1", "4.6.2")
    assert not is_newer("", "1")


def test_a_lock_file_holds_hashes_and_no_addresses() -> None:
    assert locked(lock()) == {"@a/b": "1.0.0"}
    with pytest.raises(Problem, match="address"):
        locked(lock(resolved="https://example.org/b.tgz"))
    with pytest.raises(Problem, match="no hash"):
        locked(lock(integrity="sha1-x"))


def test_the_pins_of_this_project_are_sound() -> None:
    versions = Pins.read().versions
    wanted = json.loads(PINS.read_text("utf-8"))["dependencies"]
    assert {name: versions[name] for name in wanted} == wanted
    assert "://" not in json.dumps(
        [p | {"funding": ""} for p in json.loads(LOCK.read_text("utf-8"))["packages"].values()]
    )


def test_micropip_gets_another_version_and_hash() -> None:
    text = MICROPIP_PIN.read_text("utf-8")
    new = with_micropip(text, "9.9", "0" * 64)
    assert micropip_pinned(new) == "9.9"
    assert with_micropip(new, micropip_pinned(text), text.rpartition(":")[2].strip()) == text
    with pytest.raises(Problem, match="does not pin"):
        micropip_pinned("# nothing\n")


def test_what_changes_is_told_with_the_tests_to_run() -> None:
    old = Pins({"pyodide": "314.0.7", "morphdom": "2.7.8", "ws": "8.0.0"})
    changes = old.changes(Pins({"pyodide": "315.0.0", "morphdom": "2.7.8", "weak-id": "1.0.0"}))
    assert changes == [
        Change("pyodide", "314.0.7", "315.0.0"),
        Change("weak-id", "", "1.0.0"),
        Change("ws", "8.0.0", ""),
    ]
    assert table(changes).splitlines() == [
        "    pyodide  314.0.7 -> 315.0.0",
        "    weak-id  -       -> 1.0.0",
        "    ws       8.0.0   -> -",
    ]
    assert len(advice(changes)) == 1
    fonts = [Change(name, "1", "2") for name in ("@fontsource-variable/x", "@panzoom/panzoom")]
    assert all(line.startswith("python3 build.py test tests/e2e/") for line in advice(fonts))
    assert table([]) == ""
