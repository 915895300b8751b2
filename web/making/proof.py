"""Whether Python still starts with what the build has changed of it: tried in Node, in a second.

A cut that no longer fits a newer Pyodide costs nothing but its gain: the build says which one it is
and why, and goes on without it.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from making.tools import ensure_node
from making.workshop import NODE_MODULES, WEB, outcome, say

STARTER: Final = WEB / "vendor" / "start.mjs"
LIMIT: Final = 300
"""Seconds for one command; a start takes one, trimming the program half a minute."""


def start_failure(program: Path, library: Path, modules: Iterable[str] = ()) -> str:
    """Why Python does not start, or does not import some modules, in one line.

    Args:
        program: the folder with Pyodide's script and WebAssembly.
        library: the archive with Python's library.
        modules: what is imported once Python has started.

    Returns:
        The reason; empty if all goes well.
    """
    lines = f"import importlib\nfor name in {sorted(modules)}:\n    importlib.import_module(name)"
    return failure(ensure_node(), STARTER, NODE_MODULES / "pyodide", program, library, lines)


def failure(*command: str | Path) -> str:
    """Why a command fails, in one line; empty if it does not."""
    try:
        code, output = outcome(*command, limit=LIMIT)
    except subprocess.TimeoutExpired:
        return f"it does not end within {LIMIT} seconds"
    return _reason(output) if code else ""


def _reason(output: str) -> str:
    """The first line of some output that names an error: others follow from it. Else the last."""
    lines = [line.strip("[ ]\t") for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"[\w.]*(Error|Exception): .", line)]
    return [*errors, *lines[-1:], "it failed without a word"][0]


def left_out(cut: str, why: str) -> None:
    """Tell the person at the keyboard that the build goes on without a cut."""
    say(f"ATTENTION: the build goes on without '{cut}', so pages start more slowly: {why}")
