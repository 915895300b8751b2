"""The page as a whole: first screen, dialogs, messages, settings, and the way to a game."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from typing import Final

from cacao_core import CacaoError, Deal
from cacao_web import botdesk, commands, i18n, share, updates
from cacao_web.i18n import _
from cacao_web.page import Page
from cacao_web.session import Session
from cacao_web.settings import Settings
from cacao_web.setup import Setup
from cacao_web.storage import KeyValue, Saves, new_id
from cacao_web.table import Table
from cacao_web.tasks import Tasks
from cacao_web.views import dialogs, home, newgame
from cacao_web.views.html import Markup, h


class App:
    """The page at work: one session at most, one dialog at most."""

    def __init__(self, page: Page, store: KeyValue) -> None:
        self.page = page
        self.saves = Saves(store)
        self.setup = Setup()
        self.tasks = Tasks()
        self.table = Table(page, self.saves, self.tasks, self)
        self.bots = botdesk.BotDesk(self, page.bots)
        self.updates = updates.Updates(self, page.keeper)
        self.dialog = ""
        self._result_due = False
        self._at_home = False
        self._pasted = ""
        self._shared = ""
        self._deleted: Session | None = None
        self._told_not_kept = False
        self._unfolded = False
        self._notices = 0
        self._settings = Settings()

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
        self._settings = Settings.from_texts(self.saves.settings())
        self.setup.take_kinds(self._settings.players)
        self.saved()
        await self._choose_language()
        self._apply_settings()
        self.page.listen(self.intent)
        self.bots.start()
        self.go_to_address()
        if self.session is None and self.page.early_choice() in _COMMANDS:
            self.intent(self.page.early_choice(), "")
        self.page.expose(self.answer)
        self.page.set_state("ready")
        self.updates.start()

    async def _choose_language(self) -> None:
        wishes = [self._settings.language, *self.page.languages()]
        code = i18n.preferred(wishes, self.page.translations())
        catalogue = None
        if code != i18n.SOURCE_LANGUAGE:
            catalogue = await self.page.fetch(f"./locale/{code}.mo")
        i18n.switch(code if catalogue else i18n.SOURCE_LANGUAGE, catalogue)
        self.page.set_language(i18n.language(), i18n._)

    def go_to_address(self, _value: str = "") -> None:
        """Show the game of the address's fragment, or the first screen if it has none."""
        fragment = self.page.fragment()
        if not fragment:
            self.go_home()
            return
        if fragment == self.table.fragment():
            return
        try:
            self.open_shared(fragment)
        except CacaoError as error:
            told = share.reason(error)
            if self.session:
                self.page.set_fragment(self.table.fragment())
                told += " " + _("Your present game is untouched.")
            elif not self._at_home:
                self.go_home()
            self.notice(told)

    def open_shared(self, text: str) -> None:
        """Open a link or a record: the saved game that stands there, else a new one.

        Raises:
            CacaoError: it is no game; nothing has changed.
        """
        record, players = share.read(text)
        for saved in self.saves.all():
            session = saved.session
            if session.record == record and share.alike(session.sitters, players):
                self.resume(session.id)
                return
        self.enter(Session(new_id(), record, players))

    # --- Intents: screens and dialogs ----------------------------------------------------------

    def intent(self, name: str, value: str) -> None:
        """Do what the person wants; what cannot be done becomes a sentence on the page."""
        try:
            if command := _COMMANDS.get(name):
                command(self, value)
            elif play := commands.COMMANDS.get(name):
                play(self.table, value)
            elif bring := botdesk.COMMANDS.get(name):
                bring(self.bots, value)
            elif renew := updates.COMMANDS.get(name):
                renew(self.updates, value)
        except CacaoError as error:
            self.notice(str(error))
        except ValueError as error:  # a value that no view of ours has written
            self.page.report(f"{name} {value!r:.40}: {error}")

    def go_home(self, _value: str = "") -> None:
        """The first screen with the saved games."""
        self.table.leave()
        self.bots.leave()
        self._at_home = True
        self.close_dialog()
        self.page.set_fragment("")
        saves = self.saves.all()
        self.page.patch({"saves": home.saved_games(saves)})
        unfinished = any(not saved.session.game.is_over for saved in saves)
        self.page.set_attribute("home", "data-saved", "yes" if unfinished else "no")
        self.page.show_only("home")
        self.updates.show()

    def resume(self, id: str) -> None:
        """Go on with a saved game; without an id, the latest that is not over."""
        if id:
            self.enter(self.saves.load(id).session)
            return
        for saved in self.saves.all():
            if not saved.session.game.is_over:
                self.enter(saved.session)
                return

    def delete(self, id: str) -> None:
        """Forget a saved game; that can be undone as long as the notice shows."""
        self._deleted = self.saves.load(id).session
        self.saves.remove(id)
        self.go_home()
        self.notice(_("Game deleted."), undo="restore")

    def restore(self, _value: str) -> None:
        """Bring the game back that was deleted last."""
        if self._deleted:
            self.saves.save(self._deleted, self.page.now())
            self._deleted = None
            self.go_home()
            self.page.show_notice(None)

    def open_setup(self, _value: str) -> None:
        """The form for a new game."""
        self.setup.problem = ""
        self.show("setup")

    def open_paste(self, _value: str) -> None:
        """Where a link can be pasted."""
        self._pasted = ""
        self.show("paste")

    def open_share(self, _value: str) -> None:
        """The game as a link, as it stands now."""
        self._shared = self._link()
        self.show("share")

    def field(self, value: str) -> None:
        """Something was entered in a form: its name and value as JSON."""
        name, text = json.loads(value)
        if name in ("link", "file"):
            self._pasted = text
            if name == "file":
                self.open_pasted()
            return
        if self.dialog == "settings":
            self._settings.change(name, text)
            self._apply_settings()
            self._keep_settings()
            return
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
        self._settings.players = " ".join(self.setup.kinds)
        self._keep_settings()
        self.enter(Session.new(new_id(), deal, players, self.setup.options))

    def open_result(self, _value: str) -> None:
        """Who won and why, again."""
        if self.session and self.session.game.is_over:
            self.show("end")

    def rematch(self, _value: str) -> None:
        """The same players with a new deal; the next one starts."""
        if old := self.session:
            players = old.sitters[1:] + old.sitters[:1]
            deal = Deal.shuffled(len(players))
            self.enter(Session.new(new_id(), deal, players, old.options))

    def open_pasted(self, _value: str = "") -> None:
        """Open what was pasted."""
        try:
            self.open_shared(self._pasted)
        except CacaoError as error:
            self.page.show_dialog(dialogs.opening(self._pasted, share.reason(error)))

    def switch_theme(self, _value: str) -> None:
        """From light to dark or back; kept."""
        self._settings.theme = "light" if self.page.is_dark() else "dark"
        self._apply_settings()
        self._keep_settings()

    def open_settings(self, _value: str) -> None:
        """What holds for all games."""
        self.show("settings")

    def toggle_boards(self, _value: str) -> None:
        """On a small screen: unfold the village boards over the page, or fold them to lines."""
        self._unfolded = not self._unfolded
        self.page.set_attribute("game", "data-boards", "yes" if self._unfolded else "no")
        self.page.set_attribute("boards", "aria-expanded", "true" if self._unfolded else "false")

    def _apply_settings(self) -> None:
        self.page.set_theme(self._settings.theme)
        self.page.set_tempo(self._settings.tempo)
        self.page.set_sound(self._settings.sound)

    def _keep_settings(self) -> None:
        self.saves.keep_settings(self._settings.texts())
        self.saved()

    def look(self, moves: str) -> None:
        """Go through the game: look at an earlier position, without the dialog."""
        self._result_due = False
        self.close_dialog()
        self.table.look(moves)

    def close_dialog(self, _value: str = "") -> None:
        """Take the dialog away; a result that waited behind it is shown."""
        self.dialog = ""
        self.page.show_dialog(None)
        if self._result_due and self.session and self.session.game.is_over:
            self.ended(played=True)

    def copy_link(self, _value: str) -> None:
        """Copy the link of the game."""
        self.tasks.run(self._copy_link())

    async def _copy_link(self) -> None:
        copied = await self.page.copy(self._shared)
        self.notice(_("Link copied.") if copied else _("Copy the link by hand, please."))

    def send_link(self, _value: str) -> None:
        """Hand the link to the device's share sheet."""
        self.tasks.run(self.page.share(self._shared))

    # --- Showing -----------------------------------------------------------------------------

    def enter(self, session: Session) -> None:
        """Show a game and go on with it."""
        if self._at_home:
            self.page.keep_in_history()
        self._at_home = False
        self._result_due = False
        self.close_dialog()
        self.bots.leave()
        self.table.enter(session)

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
        self.page.show_dialog(self._dialog_markup(dialog))

    def _dialog_markup(self, dialog: str) -> Markup | None:
        if dialog == "setup":
            return newgame.new_game(self.setup)
        if dialog == "settings":
            return dialogs.settings(self._settings, self.updates.status())
        if dialog == "paste":
            return dialogs.opening(self._pasted, "")
        if self.session is None or dialog in botdesk.DIALOGS:
            return self.bots.markup(dialog)
        if dialog == "share":
            text = self.session.record.to_text()
            return dialogs.share(self._shared, self.page.can_share(), text)
        return dialogs.end(self.session, self.updates.offer())

    def _link(self) -> str:
        return self.page.address(self.table.fragment())

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
        """Say once that the browser keeps nothing."""
        if self.saves.refused and not self._told_not_kept:
            self._told_not_kept = True
            self.notice(_("This browser does not let the page save. Keep the link of your game."))

    # --- window.cacao ------------------------------------------------------------------------

    def answer(self, name: str, argument: str) -> str:
        """The page interface (API.md): a value, or an error's message, as JSON."""
        try:
            return json.dumps({"value": self._asked(name, argument)})
        except CacaoError as error:
            return json.dumps({"error": str(error)})

    def _asked(self, name: str, argument: str) -> str | list[str] | None:
        if name == "load":
            self.open_shared(argument)
            return None
        if self.session is None:
            raise CacaoError("no game is open: load one, or begin one on the page")
        if name == "record":
            return self.session.record.to_text()
        if name == "legalMoves":
            return [str(move) for move in self.session.game.legal_moves()]
        self.table.play_exactly(argument)
        return None


_COMMANDS: Final[dict[str, Callable[[App, str], None]]] = {
    "home": App.go_home,
    "continue": App.resume,
    "resume": App.resume,
    "delete": App.delete,
    "restore": App.restore,
    "new-game": App.open_setup,
    "open": App.open_paste,
    "begin": App.begin,
    "open-pasted": App.open_pasted,
    "rematch": App.rematch,
    "result": App.open_result,
    "share": App.open_share,
    "copy": App.copy_link,
    "send": App.send_link,
    "theme": App.switch_theme,
    "settings": App.open_settings,
    "boards": App.toggle_boards,
    "look": App.look,
    "close": App.close_dialog,
    "closed": App.close_dialog,
    "address": App.go_to_address,
    "field": App.field,
}
