"""What the site ships of others is pinned with hashes; Dependabot sees to all that is pinned."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from making.packages import LOCK
from making.workshop import ROOT, WEB

REQUIREMENTS = sorted([*(WEB / "vendor").glob("*.txt"), ROOT / "tests" / "requirements.txt"])


def packages() -> dict[str, dict[str, Any]]:
    """Name of each locked npm package -> what the lock file says of it."""
    found = json.loads(LOCK.read_text("utf-8"))["packages"]
    return {path.rpartition("node_modules/")[2]: entry for path, entry in found.items() if path}


def test_lock_file_has_the_versions_that_are_pinned() -> None:
    pins = json.loads((WEB / "vendor" / "package.json").read_text("utf-8"))["dependencies"]
    assert {name: packages()[name]["version"] for name in pins} == pins


@pytest.mark.parametrize("name", sorted(packages()))
def test_locked_package_has_a_strong_hash_and_no_address(name: str) -> None:
    entry = packages()[name]
    assert entry["integrity"].startswith("sha512-")
    assert "resolved" not in entry
    assert "://" not in json.dumps({**entry, "funding": ""})


@pytest.mark.parametrize("file", REQUIREMENTS, ids=lambda file: file.name)
def test_required_python_packages_have_hashes_and_no_address(file: Any) -> None:
    text = re.sub(r"(?m)^\s*#.*\n", "", file.read_text("utf-8"))
    assert "://" not in text
    for requirement in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in requirement, requirement.splitlines()[0]


def test_dependabot_looks_at_every_place_with_pins() -> None:
    told = (ROOT / ".github" / "dependabot.yml").read_text("utf-8")
    for ecosystem, directory in (
        ("npm", "/web/vendor"),
        ("pip", "/web/vendor"),
        ("pip", "/tests"),
        ("github-actions", "/"),
    ):
        assert re.search(rf"ecosystem: {ecosystem}\b.*\n    directory: {directory}\n", told)
