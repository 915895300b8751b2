"""The rule book: opened anywhere in it, searched, and left for the position of an example."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cacao_web import words
from cacao_web.about import LONGEST_TITLE, About
from cacao_web.host import Host
from cacao_web.options import Options
from cacao_web.seats import Sitter
from cacao_web.session import Session
from cacao_web.storage import new_id
from cacao_web.views.html import Markup

RULES: Final = "rules"


class RulesDesk:
    """Where the rules are looked up.

    What it shows is a lot of text that no game needs, so it is imported when it is asked for.

    Args:
        app: where it is shown.
    """

    def __init__(self, app: Host) -> None:
        self._app = app
        self._query = ""
        self._before = ""  # the dialog that was open when the rules were asked for
        self._opened: dict[str, str] = {}  # name of an example's game -> name of its entry

    def open(self, id: str) -> None:
        """Show an entry; without one the whole book, or the example whose game is shown."""
        from cacao_web import rulebook  # noqa: PLC0415  # not at the start, see above
        from cacao_web.views import rulebook as views  # noqa: PLC0415

        id = id or self._present_example()
        if self._app.dialog != RULES:
            self._before = self._app.dialog
            self._app.page.show_dialog(None)  # so that it begins at its top
        self._query = ""
        self._app.show(RULES)
        known = rulebook.entry(id)
        self._app.page.bring(views.heading(id) if known else views.SEARCH)

    def _present_example(self) -> str:
        session = self._app.table.session
        return self._opened.get(session.id, "") if session and not self._app.dialog else ""

    def markup(self) -> Markup:
        """The dialog."""
        from cacao_web import rulebook  # noqa: PLC0415  # not at the start, see above
        from cacao_web.views import rulebook as views  # noqa: PLC0415

        return views.book(self._query, rulebook.find(self._query), bool(self._before))

    def search(self, _name: str, text: str) -> None:
        """Show what has been found, as it is being entered."""
        from cacao_web.views import rulebook as views  # noqa: PLC0415  # not at the start, see above

        self._query = text
        self._app.show(RULES)
        self._app.page.bring(views.SEARCH)

    def back(self, _value: str) -> None:
        """To the dialog from which the rules were asked for."""
        if self._before:
            self._app.page.show_dialog(None)
            self._app.show(self._before)

    def open_example(self, name: str) -> None:
        """Put the position of an example on the table, as a game of its own for people here.

        One that nobody has played on is opened again. The present game stays in the list.
        """
        from cacao_web import examples, rulebook  # noqa: PLC0415  # not at the start, see above
        from cacao_web.rulebook.cases import task  # noqa: PLC0415

        found = next((part for part in rulebook.entries() if part.example == name), None)
        if found is None or not name:
            return
        chosen = examples.EXAMPLES[name]
        sitters = tuple(
            Sitter(words.colour_name(colour).capitalize(), colour=colour)
            for colour in chosen.colours
        )
        title = found.title[:LONGEST_TITLE]
        position = examples.record(name).up_to(chosen.begun)
        confirm = self._app.settings.confirm
        options = Options(hide_hands=False, ask_all=True, confirm=confirm)
        session = Session(new_id(), position, sitters, options)
        if kept := self._kept(session, title):
            session = kept
            self._app.enter(session)
        else:
            self._app.enter_new(session, About(title=title))
        self._opened[session.id] = found.id
        self._app.notice(task(name))

    def _kept(self, wanted: Session, title: str) -> Session | None:
        """The same position among the saved games, under the same title."""
        for saved in self._app.saves.of_deal(wanted.record.deal):
            session = saved.session
            if session.record == wanted.record and session.about.title == title:
                return session
        return None


COMMANDS: Final[dict[str, Callable[[RulesDesk, str], None]]] = {
    "rules": RulesDesk.open,
    "rules-back": RulesDesk.back,
    "open-example": RulesDesk.open_example,
}
"""Name of an intent -> what it does with its value."""
DIALOGS: Final[dict[str, Callable[[RulesDesk], Markup | None]]] = {RULES: RulesDesk.markup}
"""Name of a dialog -> what is in it."""
