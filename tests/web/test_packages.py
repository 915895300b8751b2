"""Packages of npm: installed once, by this machine's npm or by that of Node's wheel."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from making import packages, site, tools
from making.workshop import Problem


class Npm:
    """Stands in for npm; says what it was asked, and fails if it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []
        self.fails = False

    def __call__(self, *arguments: str, cwd: Path) -> str:
        self.asked.append(arguments)
        assert {file.name for file in cwd.iterdir()} >= {"package.json", "package-lock.json"}
        assert not (cwd / "prepared").exists()
        if self.fails:
            raise Problem("npm has failed")
        return ""


@pytest.fixture
def npm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Npm:
    made = Npm()
    monkeypatch.setattr(packages, "npm", made)
    monkeypatch.setattr(packages, "NODE_MODULES", tmp_path / "npm" / "node_modules")
    return made


def test_packages_are_installed_once_from_the_lock_file(
    npm: Npm, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    packages.ensure_packages()
    packages.ensure_packages()
    assert [asked[:2] for asked in npm.asked] == [("ci", "--ignore-scripts")]
    newer = tmp_path / "package-lock.json"
    newer.write_text("{}")
    monkeypatch.setattr(packages, "LOCK", newer)
    packages.ensure_packages()
    assert len(npm.asked) == 2
    assert (tmp_path / "npm" / "package-lock.json").read_text() == "{}"


def test_failure_is_told_in_one_sentence_and_tried_again_later(npm: Npm) -> None:
    npm.fails = True
    with pytest.raises(Problem, match=r"npm could not .*: look at the network, the proxy"):
        packages.ensure_packages()
    npm.fails = False
    packages.ensure_packages()
    assert len(npm.asked) == 2


@pytest.mark.parametrize(
    ("version", "has_npm", "taken"),
    [((24, 0), True, "npm"), ((24, 0), False, "wheel"), ((18, 0), True, "wheel")],
)
def test_npm_of_this_machine_is_taken_if_its_node_is_new_enough(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    version: tuple[int, int],
    has_npm: bool,
    taken: str,
) -> None:
    def which(name: str) -> str | None:
        return f"/bin/{name}" if name == "node" or has_npm else None

    commands: list[str] = []
    for name, value in (
        ("node_version", lambda _program: version),
        ("_node_of_wheel", lambda: Path("/wheel/node")),
        ("_npm_of_wheel", lambda: Path("/wheel/npm-cli.js")),
        ("run", lambda *command, **_named: commands.append(str(command[0]))),
    ):
        monkeypatch.setattr(tools, name, value)
    monkeypatch.setattr("shutil.which", which)
    tools.npm("ci", cwd=tmp_path)
    assert commands == ["/bin/npm" if taken == "npm" else "/wheel/node"]


def test_everything_that_the_site_ships_is_pinned() -> None:
    pins = json.loads(packages.PINS.read_text("utf-8"))["dependencies"]
    for path in (*site.SHIPPED.values(), *site.LICENSES.values()):
        parts = path.split("/")
        assert "/".join(parts[: 1 + path.startswith("@")]) in pins
