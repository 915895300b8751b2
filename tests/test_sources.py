"""The sources: lint, format, types, and the template of the translations.

They are tests like others, so that a check takes the place of a worker instead of another core.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from making.workshop import ROOT

_TOOLS: Final = Path(sys.executable).parent
_CHECKS: Final[dict[str, list[str | Path]]] = {
    "types": [
        _TOOLS / "mypy",
        *("cacao_core", "web/cacao_web", "web/app", "web/making", "web/relay", "tests", "build.py"),
    ],
    "template": [sys.executable, "build.py", "messages", "--check"],
    "format": [_TOOLS / "ruff", "format", "--quiet", "--check", "."],
    "lint": [_TOOLS / "ruff", "check", "--quiet", "."],
}


@pytest.mark.parametrize("check", _CHECKS)
def test_sources_pass(check: str) -> None:
    done = subprocess.run(_CHECKS[check], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"{check}:\n{done.stdout}{done.stderr}", pytrace=False)
