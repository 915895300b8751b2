"""The form for a new game, and the game that it begins."""

from __future__ import annotations

import random
from typing import Final

from cacao_core import CacaoError
from cacao_web.features.newgame import view
from cacao_web.game.players import PERSON
from cacao_web.game.session import Session
from cacao_web.game.setup.form import NOBODY
from cacao_web.saves.saves import new_id
from cacao_web.shell.controller import Controller
from cacao_web.shell.shell import Shell
from cacao_web.shell.suiting import level_that_suits
from cacao_web.ui.markup import Markup

SETUP: Final = "setup"
TOGETHER: Final = "together"
"""The length of a game with other devices; its feature begins it."""


class NewGameController(Controller):
    """The form for a new game.

    Args:
        shell: the parts of the page; the preferences have the form, and store who played.
    """

    def __init__(self, shell: Shell) -> None:
        self._setup = shell.preferences.setup
        self._preferences = shell.preferences
        self._games = shell.games
        self._dialogs = shell.dialogs
        self._others = shell.others
        self._tasks = shell.tasks
        self._chosen = False  # whether the person has chosen a level or a kind of player

    def open(self) -> None:
        """Show the form; the level that fits is proposed as soon as it is known."""
        self._setup.problem = ""
        self._dialogs.show(SETUP)
        self._tasks.run(self._find_level())
        self._tasks.run(self._games.table.page.bring_pictures())

    async def _find_level(self) -> None:
        """Propose the level that fits, by the latest games; closing the form ends it."""
        suits = await level_that_suits(self._games.saves, lambda: self._dialogs.open == SETUP)
        if suits and suits != self._setup.suits:
            self._propose(suits)
            self._dialogs.redraw(SETUP)

    def _propose(self, level: str) -> None:
        """Propose a level; whoever has never chosen players gets it at once."""
        chosen = self._chosen or self._preferences.settings.players
        if not chosen and self._setup.kinds == [PERSON, self._setup.suits, NOBODY, NOBODY]:
            self._setup.kinds = [PERSON, level, NOBODY, NOBODY]
        self._setup.suits = level

    def markup(self) -> Markup:
        return view.new_game(self._setup)

    def fill_in(self, name: str, text: str) -> None:
        self._chosen |= name.startswith(("kind", "level"))
        self._setup.fill_in(name, text)
        if not name.startswith("name"):
            self._dialogs.show(SETUP)

    def play_at(self, where: str) -> None:
        """Play on this device, or with others."""
        self._setup.play_at(where == TOGETHER)
        self._dialogs.show(SETUP)

    def choose_level(self, value: str) -> None:
        """The proposed level was chosen for a chair; the value has the field, and its value."""
        name, _space, number = value.partition(" ")
        self.fill_in(name, number)
        self._games.table.page.focus(name)

    def choose_colour(self, value: str) -> None:
        """A colour was chosen for a chair; the value names both."""
        chair, _dash, colour = value.partition("-")
        self.fill_in(f"colour-{chair}", colour)
        if chair.isdigit():
            self._games.table.page.focus(view.swatch(int(chair)))

    def begin(self) -> None:
        """Start the new game, as the form says."""
        setup = self._setup
        try:
            players = setup.sitters(random.Random())
            deal = setup.deal(len(players))
        except CacaoError as error:
            setup.problem = str(error)
            self._dialogs.show(SETUP)
            return
        confirm = "on" if setup.options.confirm else "off"
        own = {} if setup.own_chair is None else {"name": setup.name}
        others = "\n".join(setup.names)
        self._preferences.change(
            players=" ".join(setup.kinds),
            confirm=confirm,
            others=others,
            modules=setup.expansion.text,
            **own,
        )
        length = TOGETHER if setup.together and not setup.is_match else setup.length
        if not self._others.begin(length, players, deal, setup.options):
            self._games.begin(Session.new(new_id(), deal, players, setup.options))
