"""Tests in Node whether Python still starts with the trimmed program; this takes a second.

If the cut does not fit a newer Pyodide, only its gain is lost: the build reports it with the
reason, and goes on without it.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

from making.tools import ensure_node
from making.workshop import NODE_MODULES, WEB, outcome, say

STARTER: Final = WEB / "vendor" / "start.mjs"
LIMIT: Final = 300
"""Time limit of a command in seconds; a start takes one, trimming the program half a minute."""


def start_failure(program: Path, library: Path) -> str:
    """The reason in one line why Python does not start; empty if it does.

    Args:
        program: the folder with Pyodide's script and WebAssembly.
        library: the archive with Python's library.
    """
    return failure(ensure_node(), STARTER, NODE_MODULES / "pyodide", program, library)


def failure(*command: str | Path) -> str:
    """The reason why a command fails, in one line; empty if it succeeds."""
    try:
        code, output = outcome(*command, limit=LIMIT)
    except subprocess.TimeoutExpired:
        return f"it does not end within {LIMIT} seconds"
    return _reason(output) if code else ""


def _reason(output: str) -> str:
    """The first line of an output that names an error, the cause of others; else the last."""
    lines = [line.strip("[ ]\t") for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"[\w.]*(Error|Exception): .", line)]
    return [*errors, *lines[-1:], "it failed without a word"][0]


def left_out(cut: str, why: str) -> None:
    """Report that the build goes on without a cut."""
    say(f"ATTENTION: the build goes on without '{cut}', so pages start more slowly: {why}")
