"""The result of a game: shown at its end, or as soon as another open dialog is closed."""

from __future__ import annotations

from typing import Final

from cacao_core import Deal
from cacao_core.names import tidied
from cacao_web.board.overlay import Overlay
from cacao_web.browser.tasks import Tasks
from cacao_web.features.result import view
from cacao_web.game.players import is_nameless
from cacao_web.game.real_table import statements
from cacao_web.game.session import Session
from cacao_web.saves.saves import new_id
from cacao_web.shell.controller import Controller
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.friends import first_beaten
from cacao_web.shell.games import Games
from cacao_web.shell.preferences import Preferences
from cacao_web.shell.registry import Registry
from cacao_web.ui.markup import Markup

END: Final = "end"


class ResultController(Controller):
    """The result of the game on the page.

    Args:
        games: where another game is started.
        dialogs: show it.
        others: say what the game counts for.
        preferences: keep the person's name.
        tasks: look for earlier games with the same people.
    """

    def __init__(
        self,
        games: Games,
        dialogs: Dialogs,
        others: Registry,
        preferences: Preferences,
        tasks: Tasks,
    ) -> None:
        self._games = games
        self._dialogs = dialogs
        self._others = others
        self._preferences = preferences
        self._tasks = tasks
        self._entered = ""  # the name that is being typed
        self._naming = ""  # id of the game whose result asks for a name
        games.table.overlays.add(Overlay(onward=self._onward))
        self._due: Session | None = None  # its result waits until a dialog is closed

    def _onward(self, session: Session) -> Markup | None:
        """The button that continues after a game that counts for something, such as a match."""
        ending = self._others.of(session).ending(session) if session.game.is_over else None
        return ending.onward if ending else None

    def ended(self, played: bool) -> None:
        session = self._games.session
        self._games.table.drawing.choice()  # with the button that continues
        if self._dialogs.open:
            self._due = session if played else None
            return
        self._show()
        if played and session and session.dealer:
            self._tasks.run(self._look_back(session))
        elif played and session:
            self._celebrate(session)

    async def _look_back(self, session: Session) -> None:
        """Celebrate a victory in a game with friends, perhaps the first one over somebody."""
        first = await first_beaten(self._games.saves, session)
        if session is not self._games.session:
            return
        if first:
            beaten = (str(at) for at, one in enumerate(session.sitters) if one.said in first)
            session.about = session.about._replace(beaten="".join(beaten))
            self._games.table.keep_notes(session)
            self._dialogs.redraw(END)
        self._celebrate(session)

    def _celebrate(self, session: Session) -> None:
        """Celebrate a victory; a won match, or the first one over a friend, a little more."""
        ending = self._others.of(session).ending(session)
        more = ending is not None and ending.won
        if more or _a_person_has_won(session):
            self._games.table.page.celebrate(more or bool(session.about.beaten))

    def dialog_closed(self) -> None:
        """The dialog is closed; show a result that waits for that."""
        due, self._due = self._due, None
        if due and due is self._games.session and due.game.is_over:
            self.ended(played=True)

    def open(self) -> None:
        if self._games.session and self._games.session.game.is_over:
            self._show()

    def _show(self) -> None:
        self._due = None
        self._dialogs.show(END)

    def markup(self) -> Markup | None:
        session = self._games.session
        if session is None:
            return None
        offer = next(filter(None, (one.offer() for one in self._others.loaded)), None)
        naming = view.naming(self._entered) if self._asks_name(session) else None
        ending = self._others.of(session).ending(session)
        return view.end(session, offer, ending, naming)

    # --- The person's name ---------------------------------------------------------------------

    def _asks_name(self, session: Session) -> bool:
        """Whether the person is asked for a name: once, at the first result worth keeping."""
        settings = self._preferences.settings
        if self._naming == session.id:
            return True
        nameless = session.you is not None and is_nameless(session.sitters[session.you].name)
        if settings.name or settings.asked or not nameless or session.about.key_of("lesson"):
            return False
        self._naming, self._entered = session.id, ""
        self._preferences.change(asked="on")
        return True

    def enter(self, name: str, text: str) -> None:
        """A name is being typed."""
        if name == "own-name":
            self._entered = text

    def name(self) -> None:
        """Keep the name for all games, and give it to the person in this one."""
        session, name = self._games.session, tidied(self._entered)
        if session is None or not name:
            return
        self._preferences.change(name=name)
        if session.you is not None and session.dealer is None and self._preferences.settings.name:
            session.rename(session.you, name)
            self._games.table.keep_notes(session)
            self._games.table.drawing.all()
        self.ask_no_more()

    def ask_no_more(self) -> None:
        """Do not ask for a name again."""
        self._naming = ""
        self._dialogs.redraw(END)

    def look(self, moves: str) -> None:
        """Look at an earlier position, without the dialog."""
        self._due = None
        self._dialogs.close()
        self._games.table.look(int(moves))

    def rematch(self) -> None:
        """A new deal for the same players; the next one starts. At a real table, people deal."""
        if old := self._games.session:
            players = old.sitters[1:] + old.sitters[:1]
            if old.mode.is_written:
                again = Session.new(new_id(), Deal.unknown(len(players)), players)
                statements.write_down(again)
                self._games.begin(again, again.about)
                return
            deal = old.record.deal.another()
            if old.dealer and self._others.begin(
                old.about.origin.feature, players, deal, old.options
            ):
                return  # the others are invited
            self._games.begin(Session.new(new_id(), deal, players, old.options))


def _a_person_has_won(session: Session) -> bool:
    """Whether a person at this device has won."""
    return any(session.sitters[seat].is_person for seat in session.game.winners())
