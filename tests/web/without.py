"""Runs a copy of the page, which may lack a feature, and prints what is wrong with it, as JSON.

    python -m tests.web.without FOLDER

FOLDER has the package ``cacao_web`` to run.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

if __name__ == "__main__":  # before the package is imported
    sys.path.insert(0, sys.argv[1])

from cacao_core import Deal
from cacao_web.app import App
from cacao_web.browser.store import MemoryStore
from cacao_web.game.players import sitters
from cacao_web.game.session import Session
from tests.web.clock import Clock
from tests.web.standin import StandIn

_PRESSED = re.compile(r"<(?!section|article)\w+ [^>]*data-(?:command|form)=[^>]*>")
_COMMAND = re.compile(r'data-(?:command|form)="([^"]*)"')
_PLACE = re.compile(r'data-command="([a-z]+-go)" data-value="([^"]+)"')
WEB = Path(__file__).parents[2] / "web"


class Tried:
    """The page under test.

    Attributes:
        wrong: what is wrong with it, in sentences.
        unopened: dialogs that cannot be opened without more than a game -> the reason.
    """

    def __init__(self) -> None:
        page = self._page = StandIn()
        self._app = App(page, MemoryStore())
        self._dialogs = list(self._app.features._dialogs)
        self.wrong: list[str] = []
        self.unopened: dict[str, str] = {}

    async def run(self) -> None:
        """Begin a game with a computer, play a turn, and open every dialog."""
        await self._app.start()
        self._look_at("the first screen", self._first_screen())
        if "setup" in self._dialogs:
            self._page.intent("new-game", "")
            self._look_at("the form", self._page.dialog)
            self._page.intent("begin", "")
        else:
            players = sitters(("Ana", "Bo"), ("person", "newcomer"))
            self._app.shell.games.begin(Session.new("a", Deal.shuffled(2, 7), players))
        await self._play()
        self._look_at("the game", "".join(self._page.regions.values()))
        for name in self._dialogs:
            self._open(name)
        self.wrong += [report.strip().splitlines()[-1] for report in self._page.reports]

    async def _play(self) -> None:
        """Play a turn, let the computer play one, and begin the next."""
        session = self._app.shell.games.session
        assert session, "no game has begun"
        assert {one.is_computer for one in session.sitters} == {False, True}
        await self._settled()
        while len(session.record.turns()) < 3:
            assert session.deciding, "the computer has not played"
            self._app.shell.table.play(session.game.legal_moves()[0])
            await self._settled()

    async def _settled(self) -> None:
        tasks = self._app.shell.tasks
        while waits := [one for one in tasks.running if "_end_notice" not in repr(one)]:
            await asyncio.gather(*waits)

    def _first_screen(self) -> str:
        """The page as it was sent, without what was left out, and what stands on it now."""
        sent = (WEB / "index.html").read_text("utf-8")
        for command in self._page.left_out:
            sent = re.sub(rf'<button[^>]*data-command="{command}"[^>]*>', "", sent)
        return sent + "".join(self._page.regions.values())

    def _open(self, name: str) -> None:
        """Open a dialog, and what its buttons go to, unless it needs more than this game."""
        try:
            self._show(name)
        except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            self.unopened[name] = repr(error)
        else:
            self._look_at(f"dialog {name!r}", self._page.dialog)
            for command, place in _PLACE.findall(self._page.dialog):
                self._show(name)
                self._page.intent(command, place)
                self._look_at(f"{place!r} in dialog {name!r}", self._page.dialog)
        self._app.shell.dialogs.close()

    def _show(self, name: str) -> None:
        """Show a dialog, by its command if that chooses one of its screens."""
        if f"{name}-go" in self._app.features._commands:
            self._page.intent(name, "")
        else:
            self._app.shell.dialogs.show(name)

    def _look_at(self, where: str, markup: str) -> None:
        for command in _pressed(markup):
            if not self._app.features.knows(command):
                self.wrong.append(f"{where} leads to {command!r}, which is not there")


def _pressed(markup: str) -> Iterator[str]:
    """The commands of what can be pressed."""
    for tag in _PRESSED.findall(markup):
        if " disabled" not in tag:
            yield from _COMMAND.findall(tag)


if __name__ == "__main__":
    tried = Tried()
    Clock().run(tried.run)
    print(json.dumps({"wrong": tried.wrong, "unopened": tried.unopened}))
