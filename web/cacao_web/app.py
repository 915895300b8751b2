"""The page as a whole: screens, dialogs, messages, settings, and which desk does what."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from typing import Final

from cacao_core import CacaoError, Deal
from cacao_web import (
    botdesk,
    commands,
    insight,
    library,
    preferences,
    rulesdesk,
    share,
    sharing,
    updates,
)
from cacao_web.about import ORDINARY, About
from cacao_web.contests import Contests
from cacao_web.host import bound, drawn
from cacao_web.i18n import _
from cacao_web.page import Page
from cacao_web.replay import Replay
from cacao_web.saved import Saved
from cacao_web.session import Session
from cacao_web.settings import Settings
from cacao_web.setup import MATCH, Setup
from cacao_web.storage import KeyValue, Refusal, Saves, new_id
from cacao_web.table import LESSON, Table
from cacao_web.tasks import Tasks
from cacao_web.views import dialogs, newgame
from cacao_web.views.html import Markup, h


class App:
    """The page at work: one session at most, one dialog at most."""

    def __init__(self, page: Page, store: KeyValue) -> None:
        self.page = page
        self.saves = Saves(store)
        self.setup = Setup()
        self.settings = Settings()
        self.tasks = Tasks()
        self.dialog = ""
        self.table = Table(page, self.saves, self.tasks, self)
        self.replay = Replay(self.table, self.tasks)
        self.bots = botdesk.BotDesk(self, page.bots)
        self.updates = updates.Updates(self, page.keeper)
        self.preferences: preferences.Preferences = preferences.Preferences(
            self, self.updates.status
        )
        self.library: library.Library = library.Library(self)
        self.sharing = sharing.Sharing(self, self.library, self.replay)
        self.insight = insight.Insight(self)
        self.contests: Contests = Contests(self)
        self.rules = rulesdesk.RulesDesk(self)
        self._result_due = False
        self._at_home = False
        self._told_refusal: Refusal | None = None
        self._unfolded = False
        self._notices = 0
        self._commands = {
            **bound(self, _COMMANDS),
            **bound(self.table, commands.COMMANDS),
            **bound(self.preferences, preferences.COMMANDS),
            **bound(self.bots, botdesk.COMMANDS),
            **bound(self.updates, updates.COMMANDS),
            **bound(self.library, library.COMMANDS),
            **bound(self.sharing, sharing.COMMANDS),
            **bound(self.insight, insight.COMMANDS),
            **bound(self.rules, rulesdesk.COMMANDS),
            **self.contests.commands(),
        }
        self._dialogs: dict[str, Callable[[], Markup | None]] = {
            "setup": lambda: newgame.new_game(self.setup),
            "end": self._end_markup,
            **drawn(self.preferences, preferences.DIALOGS),
            **drawn(self.bots, botdesk.DIALOGS),
            **drawn(self.library, library.DIALOGS),
            **drawn(self.sharing, sharing.DIALOGS),
            **drawn(self.insight, insight.DIALOGS),
            **drawn(self.rules, rulesdesk.DIALOGS),
            **self.contests.dialogs(),
        }
        self._fields: dict[str, Callable[[str, str], None]] = {
            "setup": self._fill_in_setup,
            preferences.SETTINGS: self.preferences.set,
            library.GAME: self.library.enter_title,
            sharing.SHARE: self.sharing.choose,
            sharing.PASTE: self.sharing.enter,
            rulesdesk.RULES: self.rules.search,
            **self.contests.fields(),
        }

    @property
    def session(self) -> Session | None:
        """The game that is shown, if any."""
        return self.table.session

    @property
    def between_games(self) -> bool:
        """Whether no game is shown that goes on."""
        return self.session is None or self.session.game.is_over

    # --- Start -------------------------------------------------------------------------------

    async def start(self) -> None:
        """Take the page over from the static first screen."""
        await self.preferences.start()
        self.page.listen(self.intent)
        self.bots.start()
        self.library.start()
        self.go_to_address()
        if self.session is None and self.page.early_choice() in self._commands:
            self.intent(self.page.early_choice(), "")
        self.page.expose(self.answer)
        self.page.set_state("ready")
        self.updates.start()

    def go_to_address(self, _value: str = "") -> None:
        """Show the game of the address's fragment, or the first screen if it has none."""
        fragment = self.page.fragment()
        if not fragment:
            self.go_home()
            return
        if fragment == self.table.fragment():
            return
        if fragment == LESSON:
            self.contests.lessons.open(self.page.owner())
            return
        try:
            self.sharing.follow(fragment, self.page.owner())
            told = ""
        except CacaoError as error:
            told = share.reason(error)
        if self.session:
            own = self.table.fragment()
            if self.page.fragment() != own:
                self.page.set_fragment(own, self.session.id)
            if fragment != own:  # it is untouched, whatever a dialog asks now
                told = told and told + " " + _("Your present game is untouched.")
        elif not self._at_home:
            self.go_home(keep_dialog=True)
        if told:
            self.notice(told)

    # --- Intents: screens and dialogs ----------------------------------------------------------

    def intent(self, name: str, value: str) -> None:
        """Do what the person wants; what cannot be done becomes a sentence on the page."""
        try:
            if command := self._commands.get(name):
                command(value)
        except CacaoError as error:
            self.notice(str(error))
        except ValueError as error:  # a value that no view of ours has written
            self.page.report(f"{name} {value!r:.40}: {error}")

    def key(self, name: str) -> None:
        """A key of the keyboard, by its name."""
        self.intent(*commands.of_key(self.table, name))

    def go_home(self, _value: str = "", keep_dialog: bool = False) -> None:
        """The first screen with the saved games."""
        self.table.leave()
        self.bots.leave()
        self._at_home = True
        if not keep_dialog:
            self.close_dialog()
        self.page.set_fragment("")
        self.library.show()
        self.page.show_only("home")
        self.updates.show()

    def open_setup(self, _value: str) -> None:
        """The form for a new game."""
        self.setup.problem = ""
        self.show("setup")

    def field(self, value: str) -> None:
        """Something was entered in a form: its name and value as JSON."""
        name, text = json.loads(value)
        if name == "file":  # it may also be dropped on the page
            self.sharing.enter(name, text)
        elif name == "slide":
            self.replay.slide(int(text))
        elif fill_in := self._fields.get(self.dialog):
            fill_in(name, text)

    def _fill_in_setup(self, name: str, text: str) -> None:
        self.setup.fill_in(name, text)
        if not name.startswith("name"):
            self.show("setup")

    def begin(self, _value: str) -> None:
        """A new game, as the form says."""
        try:
            players = self.setup.sitters(random.Random())
            deal = self.setup.deal(len(players))
        except CacaoError as error:
            self.setup.problem = str(error)
            self.show("setup")
            return
        self.settings.players = " ".join(self.setup.kinds)
        self.settings.confirm = self.setup.options.confirm
        self.preferences.keep()
        if self.setup.length == MATCH:
            self.contests.matches.begin(players, deal, self.setup.options)
        else:
            self.enter_new(Session.new(new_id(), deal, players, self.setup.options))

    def enter_new(self, session: Session, about: About = ORDINARY) -> None:
        """Show a game that begins, and say what it is beyond its moves."""
        session.about = about._replace(created=self.page.now())
        self.enter(session)

    def open_result(self, _value: str) -> None:
        """Who won and why, again."""
        if self.session and self.session.game.is_over:
            self.show("end")

    def rematch(self, _value: str) -> None:
        """The same players with a new deal; the next one starts."""
        if old := self.session:
            players = old.sitters[1:] + old.sitters[:1]
            deal = Deal.shuffled(len(players))
            self.enter_new(Session.new(new_id(), deal, players, old.options))

    def toggle_boards(self, _value: str) -> None:
        """On a small screen: unfold the village boards over the page, or fold them to lines."""
        self._unfolded = not self._unfolded
        self.page.set_attribute("game", "data-boards", "yes" if self._unfolded else "no")
        self.page.set_attribute("boards", "aria-expanded", "true" if self._unfolded else "false")

    def look(self, moves: str) -> None:
        """Go through the game: look at an earlier position, without the dialog."""
        self._result_due = False
        self.close_dialog()
        self.table.look(int(moves))

    def close_dialog(self, _value: str = "") -> None:
        """Take the dialog away; a result that waited behind it is shown."""
        self.dialog = ""
        self.page.show_dialog(None)
        if self.session is None and not self._at_home:
            self.go_home()  # the game behind it has been left
        elif self._result_due and self.session and self.session.game.is_over:
            self.ended(played=True)

    # --- Showing -----------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw everything that is in sight anew, as in another language."""
        if self.dialog:
            self.show(self.dialog)
        if self.session:
            self.table.redraw()
        else:
            self.library.show()
        self.updates.show()

    def enter(self, session: Session) -> None:
        """Show a game and go on with it."""
        if self._at_home:
            self.page.keep_in_history()
        self._result_due = False
        self._at_home = True  # until there is a game
        self.close_dialog()
        self._at_home = False
        self.bots.leave()
        self.contests.lessons.attach(session)
        self.table.enter(session)

    def overtaken(self, session: Session, stored: Saved) -> None:
        """A game goes on in another tab."""
        self.library.overtaken(session, stored)

    def ended(self, played: bool) -> None:
        """Show the result, behind another dialog as soon as that is closed.

        Args:
            played: whether the game was played to its end here, and not only opened.
        """
        if self.dialog:
            self._result_due = played
            return
        self.show("end")
        if played:
            self._celebrate()

    def _celebrate(self) -> None:
        """If a person has won who plays here."""
        if self.session and any(
            self.session.sitters[seat].is_person for seat in self.session.game.winners()
        ):
            self.page.celebrate()

    def show(self, dialog: str) -> None:
        """Show a dialog by its name."""
        self.dialog = dialog
        self._result_due = self._result_due and dialog != "end"
        self.page.show_dialog(self._dialogs[dialog]())

    def _end_markup(self) -> Markup | None:
        if self.session is None:
            return None
        endings = self.contests.ended(self.session)
        return dialogs.end(self.session, self.updates.offer(), endings)

    def notice(self, text: str, undo: str = "") -> None:
        """Tell the person something, on the page; ``undo`` names a command that takes it back."""
        button = h("button", {"type": "button", "data-command": undo}, _("Undo")) if undo else None
        self._notices += 1
        self.page.show_notice(h("p", None, text, button))
        self.tasks.run(self._end_notice(self._notices))

    async def _end_notice(self, number: int) -> None:
        await asyncio.sleep(8)
        if number == self._notices:
            self.page.show_notice(None)

    def saved(self) -> None:
        """Keep what a game that is over counts for; say once if the browser keeps nothing more."""
        self.contests.note(self.session)
        refusal = self.saves.refused
        if refusal and refusal is not self._told_refusal:
            self.notice(_REFUSALS[refusal]())
        self._told_refusal = refusal

    # --- window.cacao ------------------------------------------------------------------------

    def answer(self, name: str, argument: str) -> str:
        """The page interface (docs/api.md): a value, or an error's message, as JSON."""
        try:
            return json.dumps({"value": self._asked(name, argument)})
        except CacaoError as error:
            return json.dumps({"error": str(error)})

    def _asked(self, name: str, argument: str) -> str | bool | list[str] | None:
        if name == "load":
            self.sharing.load(argument)
            return None
        if name == "settled":
            parts = (self.page.settled, self.table.settled, self.replay.settled)
            return all(parts) and not self.insight.searching
        if self.session is None:
            raise CacaoError("no game is open: load one, or begin one on the page")
        if name == "record":
            return self.session.record.to_text()
        if name == "legalMoves":
            return [str(move) for move in self.session.game.legal_moves()]
        self.table.play_exactly(argument)
        return None


_REFUSALS: Final[dict[Refusal, Callable[[], str]]] = {
    Refusal.BLOCKED: lambda: _(
        "This browser does not let the page save. Keep the link of your game."
    ),
    Refusal.FULL: lambda: _(
        "The browser has no room left to save this game: it goes on, but keep its link, or delete "
        "old games."
    ),
}
_COMMANDS: Final[dict[str, Callable[[App, str], None]]] = {
    "home": App.go_home,
    "new-game": App.open_setup,
    "begin": App.begin,
    "rematch": App.rematch,
    "result": App.open_result,
    "boards": App.toggle_boards,
    "look": App.look,
    "before": lambda app, _value: app.replay.step(-1),
    "after": lambda app, _value: app.replay.step(1),
    "replay": lambda app, _value: app.replay.play(),
    "branch": lambda app, _value: app.library.branch(),
    "close": App.close_dialog,
    "closed": App.close_dialog,
    "address": App.go_to_address,
    "field": App.field,
    "key": App.key,
}
