"""The rule book on the page: opened at an entry, searched, and left for an example."""

from __future__ import annotations

from typing import Final

from cacao_web.browser.tasks import Tasks
from cacao_web.game.options import Options
from cacao_web.game.origin import LONGEST_TITLE, About
from cacao_web.game.players import Sitter, colour_name
from cacao_web.game.session import Session
from cacao_web.play.notices import Notices
from cacao_web.saves.saves import new_id
from cacao_web.shell.controller import Controller
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.games import Games
from cacao_web.shell.preferences import Preferences
from cacao_web.shell.registry import Registry
from cacao_web.ui.markup import Markup
from cacao_web.ui.widgets import TITLE

RULES: Final = "rules"


class RulesController(Controller):
    """Shows the rules.

    Their text is long and not needed in games, so it is imported when it is opened.

    Args:
        preferences: whether tiles must be confirmed in examples.
        games: where examples are played.
        dialogs: show the rules.
        notices: state the task of an example.
        others: features that find something, too.
        tasks: fetch the pictures of the expansions.
    """

    def __init__(
        self,
        preferences: Preferences,
        games: Games,
        dialogs: Dialogs,
        notices: Notices,
        others: Registry,
        tasks: Tasks,
    ) -> None:
        self._preferences = preferences
        self._games = games
        self._page = games.table.page
        self._dialogs = dialogs
        self._notices = notices
        self._others = others
        self._tasks = tasks
        self._query = ""
        self._opened: dict[str, str] = {}  # name of an example's game -> name of its entry

    def open(self, id: str) -> None:
        """Show an entry; without one the whole book, or the example that is on the table."""
        from cacao_web.features.rules import book, view  # noqa: PLC0415  # see above

        id = id or self._present_example()
        self._query = ""
        self._tasks.run(self._page.bring_pictures())
        if self._dialogs.open == RULES:
            self._dialogs.redraw()
        else:
            self._dialogs.show(RULES, over=True)
        if book.entry(id):
            self._page.bring(view.heading(id))
        else:  # a phone's keyboard would cover the rules
            self._page.bring_field(view.SEARCH, TITLE)

    def _present_example(self) -> str:
        session = self._games.session
        return self._opened.get(session.id, "") if session and not self._dialogs.open else ""

    def markup(self) -> Markup:
        from cacao_web.features.rules import book, view  # noqa: PLC0415  # see above

        others = self._others.answers(Controller.looked_up, self._query)
        return view.book(self._query, book.find(self._query), others, self._dialogs.depth > 1)

    def search(self, text: str) -> None:
        """Show the results of a search, while the query is being entered."""
        from cacao_web.features.rules import view  # noqa: PLC0415  # see above

        self._query = text
        self._dialogs.show(RULES)
        self._page.bring(view.SEARCH)

    def open_example(self, name: str) -> None:
        """Open the position of an example as a game for people at this device.

        An example without further moves is opened again. The present game stays in the list.
        """
        from cacao_web.features.rules import book, examples  # noqa: PLC0415  # not at the start, see above
        from cacao_web.features.rules.book.cases import task  # noqa: PLC0415

        entry = next((part for part in book.entries() if part.example == name), None)
        if entry is None or not name:
            return
        chosen = examples.EXAMPLES[name]
        sitters = tuple(
            Sitter(colour_name(colour).capitalize(), colour=colour) for colour in chosen.colours
        )
        title = entry.title[:LONGEST_TITLE]
        position = examples.record(name).up_to(chosen.begun)
        confirm = self._preferences.settings.confirm
        options = Options(hide_hands=False, ask_all=True, confirm=confirm)
        session = Session(new_id(), position, sitters, options)
        if stored := self._kept(session, title):
            session = stored
            self._games.enter(session)
        else:
            self._games.begin(session, About(title=title))
        self._opened[session.id] = entry.id
        self._notices.tell(task(name))

    def _kept(self, wanted: Session, title: str) -> Session | None:
        """A saved game with the same position and title."""
        for saved in self._games.saves.of_deal(wanted.record.deal):
            session = saved.session
            if session.record == wanted.record and session.about.title == title:
                return session
        return None
