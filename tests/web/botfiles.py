"""Bots of all kinds, as files, and a worker that needs no browser."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from cacao_web.features.bots.model import Bot
from cacao_web.features.bots.runner import Install, Runner

FIRST = b"def choose(game):\n    return game.legal_moves()[0]\n"
LAST = b"def choose(game):\n    return str(game.legal_moves()[-1])\n"
FAILING = b"""def choose(game):
    print("so far", "so good")
    return helper(0)

def helper(number):
    return 1 / number
"""
ILLEGAL = b"def choose(game):\n    return 'W1111@50,50'\n"
NONSENSE = b"def choose(game):\n    return 42\n"
ENDLESS = b"def choose(game):\n    while True:\n        pass\n"
NEEDY = b"import numpy\n\ndef choose(game):\n    return numpy\n"
MUTE = b"def chose(game):\n    return None\n"
BROKEN = b"def choose(game):\n    return game.\n"


def wheel(
    name: str = "my-bot",
    files: dict[str, bytes] | None = None,
    requires: tuple[str, ...] = (),
    entry: str = "",
    tag: str = "py3-none-any",
) -> bytes:
    """A small wheel."""
    stem = f"{name.replace('-', '_')}-1.0.dist-info"
    needs = "".join(f"Requires-Dist: {need}\n" for need in requires)
    content = {
        **(files if files is not None else {"my_bot.py": FIRST}),
        f"{stem}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{needs}".encode(),
        f"{stem}/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n".encode(),
    }
    if entry:
        content[f"{stem}/entry_points.txt"] = f"[cacao.bots]\nmain = {entry}\n".encode()
    content[f"{stem}/RECORD"] = "".join(f"{path},,\n" for path in content).encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path, data in content.items():
            archive.writestr(path, data)
    return made.getvalue()


async def unpack(path: Path) -> None:
    """Installs a wheel as micropip does in the browser."""
    folder = path.parent / "site"
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    sys.path.insert(0, str(folder))


async def unpacker() -> Install:
    """Nothing has to be fetched for it."""
    return unpack


class LocalWorker:
    """Runs a bot in this Python; one that loops for ever is not run, and never answers."""

    def __init__(self, silent: bool = False, dead: bool = False) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.silent = silent
        self.dead = dead
        self.ended = False
        self.requests: list[str] = []
        self._runner = Runner(self.folder.name, unpacker)
        self._waiting: asyncio.Future[object] | None = None

    async def started(self) -> None:
        if self.dead:
            raise OSError("no memory for it")

    async def ask(self, request: str) -> object:
        assert not self.ended
        self.requests.append(request)
        data = base64.b64decode(json.loads(request).get("data", ""))
        if self.silent or b"while True" in data:
            self._waiting = asyncio.get_running_loop().create_future()
            return await self._waiting
        return await self._runner.answer(request)

    def end(self) -> None:
        self.ended = True
        if self._waiting:
            self._waiting.cancel()


class BotStandIn:
    """Implements ``cacao_web.features.bots.browser.Ground``; bots run in this Python.

    Attributes:
        workers: all that have been started.
        kept: the bots that are stored, by name.
        refuses: whether the store is blocked.
    """

    def __init__(self) -> None:
        self.workers: list[LocalWorker] = []
        self.kept: dict[str, Bot] = {}
        self.refuses = False
        self.bring: Callable[[str, bytes, bool], None] = lambda _file, _data, _asked: None
        self.store = self

    def start(self) -> LocalWorker:
        self.workers.append(LocalWorker())
        return self.workers[-1]

    def listen(self, brought: Callable[[str, bytes, bool], None]) -> None:
        self.bring = brought

    async def all(self) -> list[Bot]:
        self._refuse()
        return list(self.kept.values())

    async def keep(self, bot: Bot) -> None:
        self._refuse()
        self.kept[bot.name] = bot

    async def forget(self, name: str) -> None:
        self._refuse()
        self.kept.pop(name, None)

    def _refuse(self) -> None:
        if self.refuses:
            raise OSError("blocked")
