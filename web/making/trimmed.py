"""Removes the parts of Pyodide's program that only libraries in machine code need.

These are a tenth of the program and three quarters of its script, which browsers compile at each
start (docs/dev/start.md).
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from making.tools import ensure_node
from making.trial_start import STARTER, failure, left_out, start_failure
from making.workshop import NODE_MODULES, WEB, WORK, fingerprint, prepared, say, write

CUT: Final = "trimmed program"
TRIMMED: Final = ("pyodide.asm.mjs", "pyodide.asm.wasm")
_REFUSED: Final = "why-not"
"""File with the reason why the trimmed program cannot be used; otherwise empty."""


def trimmed() -> Path:
    """The folder with the files of :data:`TRIMMED`, which are made once for each version.

    If Pyodide has changed, or does not start when trimmed, the build reports that, and this is the
    folder of the published program.
    """
    made, source, script = WORK / "trimmed", NODE_MODULES / "pyodide", WEB / "vendor" / "trim.mjs"
    files = [source / name for name in ("pyodide.mjs", *TRIMMED)]
    now = fingerprint(*files, script, STARTER, WEB / "vendor" / "package-lock.json")
    if not prepared(made / "mark", now):
        say("leaving out of Pyodide what the page never asks for (once, about half a minute)")
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        why = failure(ensure_node(), script, NODE_MODULES, source, made)
        why = why or start_failure(made, source / "python_stdlib.zip")
        write(made / _REFUSED, why)
        (made / "mark").write_text(now)
    if why := (made / _REFUSED).read_text("utf-8"):
        left_out(CUT, why)
        return source
    return made
