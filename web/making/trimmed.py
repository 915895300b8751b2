"""Pyodide's program without what only libraries in machine code could ask for.

What it holds for them is a tenth of the program and three quarters of its script, and readying it
took a fifth of each start (docs/start.md).
"""

from __future__ import annotations

import shutil
from pathlib import Path

from making.tools import ensure_node
from making.workshop import NODE_MODULES, WEB, WORK, fingerprint, prepared, run, say

TRIMMED = ("pyodide.asm.mjs", "pyodide.asm.wasm")


def trimmed() -> Path:
    """The folder with the files of :data:`TRIMMED`, made once for each version."""
    made, source, script = WORK / "trimmed", NODE_MODULES / "pyodide", WEB / "vendor" / "trim.mjs"
    files = [source / name for name in ("pyodide.mjs", *TRIMMED)]
    now = fingerprint(*files, script, WEB / "vendor" / "package-lock.json")
    if not prepared(made / "mark", now):
        say("leaving out of Pyodide what the page never asks for (once, about half a minute)")
        shutil.rmtree(made, ignore_errors=True)
        run(ensure_node(), script, NODE_MODULES, source, made)
        (made / "mark").write_text(now)
    return made
