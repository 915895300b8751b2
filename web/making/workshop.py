"""The places of the house; how a step runs a command and speaks to the person at the keyboard."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
DIST = ROOT / "dist"
WORK = ROOT / ".build"
VENV = WORK / "venv"
NODE_MODULES = WORK / "npm" / "node_modules"
PYPI = WORK / "pypi"


class Problem(Exception):
    """Something that the person at the keyboard has to know; the message says what to do."""


def say(text: str) -> None:
    print(f"• {text}", flush=True)


def run(
    *command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None, quiet: bool = False
) -> str:
    """Run a command; its output comes back. It is shown only when it fails, never if ``quiet``."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        if not quiet:
            print(done.stdout[-4000:], file=sys.stderr)
        raise Problem(f"'{' '.join(map(str, command))}' failed; its last lines are above")
    return done.stdout


def fingerprint(*paths: Path) -> str:
    """Hash of what some files hold, to see whether a prepared step is still right."""
    digest = hashlib.sha256(sys.version.encode())
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def prepared(mark: Path, value: str) -> bool:
    return mark.exists() and mark.read_text() == value


def venv_tool(name: str) -> Path:
    folder, suffix = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
    return VENV / folder / f"{name}{suffix}"


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def write(target: Path, content: str | bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content.encode() if isinstance(content, str) else content)
