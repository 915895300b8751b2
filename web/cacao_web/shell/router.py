"""Opens games and features by the fragment of the page's address."""

from __future__ import annotations

from cacao_core import CacaoError
from cacao_web.browser.page import Page
from cacao_web.game.setup import link
from cacao_web.play.notices import Notices
from cacao_web.shell.games import Games
from cacao_web.shell.registry import Registry
from cacao_web.ui.i18n import _


class Router:
    """Follows the address.

    Args:
        page: has the address.
        games: the game on the page.
        notices: report failures.
        others: the features open games.
    """

    def __init__(self, page: Page, games: Games, notices: Notices, others: Registry) -> None:
        self._page = page
        self._games = games
        self._notices = notices
        self._others = others

    def go(self) -> None:
        """Show the game of the address's fragment, or the first screen if it has none."""
        fragment = self._page.fragment()
        if not fragment:
            self._games.go_home()
        elif fragment != self._games.table.fragment():
            self._follow(fragment)

    def _follow(self, fragment: str) -> None:
        sentence = ""
        try:
            self._others.open_game(fragment, self._page.owner())
        except CacaoError as error:
            sentence = link.reason(error)
        session = self._games.session
        if session:
            own = self._games.table.fragment()
            if self._page.fragment() != own:
                self._page.set_fragment(own, session.id)
            if fragment != own:  # it is unchanged, even if a dialog asks a question
                sentence = sentence and sentence + " " + _("Your current game has not changed.")
        elif not self._games.at_home:
            self._games.go_home(keep_dialog=True)
        if sentence:
            self._notices.tell(sentence)
