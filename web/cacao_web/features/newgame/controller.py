"""The form for a new game, and the game that it begins."""

from __future__ import annotations

import random
from typing import Final

from cacao_core import CacaoError
from cacao_web.features.newgame import view
from cacao_web.game.session import Session
from cacao_web.saves.saves import new_id
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.games import Games
from cacao_web.shell.preferences import Preferences
from cacao_web.shell.shell import Others
from cacao_web.ui.markup import Markup

SETUP: Final = "setup"
TOGETHER: Final = "together"
"""The length of a game with other devices; its feature begins it."""


class NewGameController:
    """The form for a new game.

    Args:
        preferences: has the form, and stores who played.
        games: where the game begins.
        dialogs: show the form.
        others: start matches and the like.
    """

    def __init__(
        self, preferences: Preferences, games: Games, dialogs: Dialogs, others: Others
    ) -> None:
        self._setup = preferences.setup
        self._preferences = preferences
        self._games = games
        self._dialogs = dialogs
        self._others = others

    def open(self) -> None:
        """Show the form."""
        self._setup.problem = ""
        self._dialogs.show(SETUP)

    def markup(self) -> Markup:
        """The form."""
        return view.new_game(self._setup)

    def fill_in(self, name: str, text: str) -> None:
        """A field was changed."""
        self._setup.fill_in(name, text)
        if not name.startswith("name"):
            self._dialogs.show(SETUP)

    def play_at(self, where: str) -> None:
        """Play on this device, or with others."""
        self._setup.play_at(where == TOGETHER)
        self._dialogs.show(SETUP)

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
        self._preferences.settings.players = " ".join(setup.kinds)
        self._preferences.settings.confirm = setup.options.confirm
        self._preferences.keep()
        # With other devices there is one game: they would not know of a match.
        length = TOGETHER if setup.together else setup.length
        if not self._others.begin(length, players, deal, setup.options):
            self._games.begin(Session.new(new_id(), deal, players, setup.options))
