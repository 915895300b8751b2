"""GitHub's workflows run only commands that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from making.command_line import parsed
from making.testing import Wishes, check_paths
from making.workshop import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_commands_of_the_workflows_are_there(file: Path) -> None:
    """Nothing is run but build.py: what it needs it fetches by itself, on any machine."""
    commands = re.findall(r"(?m)^ *- run: (.*)$", file.read_text("utf-8"))
    assert commands
    for command in commands:
        _python, program, *given = command.split()
        assert (_python, program) == ("python3", "build.py")
        wishes = getattr(parsed(given), "wishes", Wishes())
        check_paths(wishes.paths)


def test_publishing_needs_a_push_to_this_repository() -> None:
    """A fork's pull request from its own main must not be published by the run for it."""
    text = (ROOT / ".github" / "workflows" / "publish.yml").read_text("utf-8")
    assert "github.event.workflow_run.event == 'push'" in text
