"""Turns intents into changes of the session, and changes into what the page shows and keeps."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Coroutine
from typing import Any, Final

from cacao_core import CacaoError, Deal, Move, Phase, ai
from cacao_core.tiles import Cell
from cacao_web import i18n, share
from cacao_web.i18n import _
from cacao_web.opponent import Opponent
from cacao_web.page import Page
from cacao_web.session import Session
from cacao_web.setup import Setup
from cacao_web.storage import KeyValue, Memory, Saves
from cacao_web.views import board, dialogs, home, screen
from cacao_web.views.html import Markup, h

_PAUSES: Final = {Phase.PLACE: 0.9, Phase.FILL: 0.5, Phase.ACTIVATE: 0.45}
"""Seconds before a computer's decision is shown, so that a person can follow."""
_AUTOMATIC_PAUSE: Final = 0.35
_END_PAUSE: Final = 1.2


class App:
    """The page at work: one session at most, one dialog at most."""

    def __init__(self, page: Page, store: KeyValue) -> None:
        self.page = page
        self.saves = Saves(store)
        self.session: Session | None = None
        self.setup = Setup()
        self.opponent = Opponent(page.ask_worker, page.report)
        self._dialog = ""
        self._pasted = ""
        self._ticket = 0  # counts changes of course, so that late answers are known as such
        self._settings: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # --- Start -------------------------------------------------------------------------------

    async def start(self) -> None:
        """Take the page over from the static first screen."""
        self._open_store()
        await self._choose_language()
        self.page.set_theme(self._settings.get("theme", ""))
        self.page.listen(self.intent)
        self.go_to_address()
        if self.session is None and self.page.early_choice() in _COMMANDS:
            self.intent(self.page.early_choice(), "")
        self.page.expose(self.answer)
        self.page.set_state("ready")

    def _open_store(self) -> None:
        try:
            self._settings = self.saves.settings()
        except OSError:
            self.saves = Saves(Memory())
            self._cannot_save()

    async def _choose_language(self) -> None:
        listed = await self.page.fetch("./locale/languages.json")
        available = json.loads(listed) if listed else []
        wishes = [self._settings.get("language", ""), *self.page.languages()]
        code = i18n.preferred(wishes, available)
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
        if self.session and share.fragment(self.session.record, self.session.sitters) == fragment:
            return
        try:
            self.open_shared(fragment)
        except CacaoError as error:
            if self.session is None:
                self.go_home()
            else:
                self._set_address()
            self.notice(share.reason(error))

    def open_shared(self, text: str) -> None:
        """Open a link or a record: the saved game that stands there, else a new one.

        Raises:
            CacaoError: it is no game; nothing has changed.
        """
        record, players = share.read(text)
        for saved in self.saves.all():
            session = saved.session
            if (session.record, session.sitters) == (record, players):
                self.enter(session)
                return
        self.enter(Session(_new_id(), record, players))

    # --- Intents: screens and dialogs ----------------------------------------------------------

    def intent(self, name: str, value: str) -> None:
        """Do what the person wants; what cannot be done becomes a sentence on the page."""
        command = _COMMANDS.get(name)
        if command is None:
            return
        try:
            command(self, value)
        except CacaoError as error:
            self.notice(str(error))

    def go_home(self, _value: str = "") -> None:
        """The first screen with the saved games."""
        self._ticket += 1
        self.session = None
        self.close_dialog()
        self.page.set_fragment("")
        saves = self.saves.all()
        self.page.patch({"saves": home.saved_games(saves)})
        unfinished = any(not saved.session.game.is_over for saved in saves)
        self.page.set_attribute("home", "data-saved", "yes" if unfinished else "no")
        self.page.show_only("home")

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
        """Forget a saved game."""
        self.saves.remove(id)
        self.go_home()

    def open_setup(self, _value: str) -> None:
        """The form for a new game."""
        self.setup.problem = ""
        self._show("setup")

    def open_paste(self, _value: str) -> None:
        """Where a link can be pasted."""
        self._pasted = ""
        self._show("paste")

    def open_share(self, _value: str) -> None:
        """The game as a link."""
        self._show("share")

    def field(self, value: str) -> None:
        """Something was entered in a form: its name and value as JSON."""
        name, text = json.loads(value)
        if name == "link":
            self._pasted = text
            return
        self.setup.fill_in(name, text)
        if not name.startswith("name"):
            self._show("setup")

    def begin(self, _value: str) -> None:
        """A new game, as the form says."""
        try:
            players = self.setup.sitters(random.Random())
            deal = self.setup.deal(len(players))
        except CacaoError as error:
            self.setup.problem = str(error)
            self._show("setup")
            return
        self.enter(Session.new(_new_id(), deal, players, self.setup.options))

    def open_result(self, _value: str) -> None:
        """Who won and why, again."""
        if self.session and self.session.game.is_over:
            self._show("end")

    def rematch(self, _value: str) -> None:
        """The same players with a new deal; the next one starts."""
        if old := self.session:
            players = old.sitters[1:] + old.sitters[:1]
            deal = Deal.shuffled(len(players))
            self.enter(Session.new(_new_id(), deal, players, old.options))

    def open_pasted(self, _value: str) -> None:
        """Open what was pasted."""
        try:
            self.open_shared(self._pasted)
        except CacaoError as error:
            self.page.show_dialog(dialogs.opening(self._pasted, share.reason(error)))

    def switch_theme(self, _value: str) -> None:
        """From light to dark or back; kept."""
        self._settings["theme"] = "light" if self.page.is_dark() else "dark"
        self.page.set_theme(self._settings["theme"])
        try:
            self.saves.keep_settings(self._settings)
        except OSError:
            self._cannot_save()

    def close_dialog(self, _value: str = "") -> None:
        """Take the dialog away."""
        self._dialog = ""
        self.page.show_dialog(None)

    def copy_link(self, _value: str) -> None:
        """Copy the link of the game."""
        self._spawn(self._copy_link())

    async def _copy_link(self) -> None:
        copied = await self.page.copy(self._link())
        self.notice(_("Link copied.") if copied else _("Copy the link by hand, please."))

    def send_link(self, _value: str) -> None:
        """Hand the link to the device's share sheet."""
        self._spawn(self.page.share(self._link()))

    # --- Intents: the game ---------------------------------------------------------------------

    def choose_hand(self, index: str) -> None:
        """Take another hand tile, or turn the one taken."""
        if self.session:
            self.session.choose_hand(int(index))
            self._draw()

    def choose_display(self, index: str) -> None:
        """Take another tile of the display."""
        if self.session:
            self.session.choose_display(int(index))
            self._draw()

    def choose_cell(self, name: str) -> None:
        """Choose where the tile goes."""
        if self.session:
            self.session.choose_cell(_cell(name))
            self._draw()

    def point(self, name: str) -> None:
        """The mouse is over a cell that a tile may go to, or over none."""
        if self.session and self.session.point_at(_cell(name) if name else None):
            self.page.patch(screen.pointed_regions(self.session))

    def turn_tile(self, by: str) -> None:
        """Turn the chosen tile by so many quarters."""
        if self.session:
            self.session.rotate(int(by or 1))
            self._draw()

    def confirm(self, _value: str = "") -> None:
        """Play what is chosen."""
        if self.session and (move := self.session.candidate):
            self._play(move)

    def accept(self, name: str) -> None:
        """Enter: play what is chosen or suggested; on another cell, choose that first."""
        if not self.session or not self.session.deciding:
            if self.session and self.session.covered:
                self.uncover()
            return
        if name and _cell(name) != self.session.choice.cell:
            self.choose_cell(name)
        elif self.session.game.phase is Phase.ACTIVATE:
            self._play(ai.suggest(self.session.game))
        else:
            self.confirm()

    def activate(self, notation: str) -> None:
        """Play an activation."""
        if self.session and self.session.deciding:
            self._play(notation)

    def cancel(self, _value: str = "") -> None:
        """Give the chosen cell up."""
        if self.session:
            self.session.cancel()
            self._draw()

    def undo(self, _value: str = "") -> None:
        """Back to the start of the turn."""
        if self.session and self.session.can_undo:
            self.session.undo()
            self._changed(automatic=False)

    def uncover(self, _value: str = "") -> None:
        """The next person is ready."""
        if self.session:
            self.session.uncover()
            self._draw()

    def key(self, name: str) -> None:
        """A key of the keyboard, by its name."""
        if name in ("1", "2", "3") and self.session:
            filling = self.session.chosen_code is not None
            (self.choose_display if filling else self.choose_hand)(str(int(name) - 1))
        elif name in _KEYS:
            self.intent(*_KEYS[name])

    # --- Changes -----------------------------------------------------------------------------

    def enter(self, session: Session) -> None:
        """Show a game and go on with it."""
        self.session = session
        self.close_dialog()
        self.page.show_only("game")
        self._changed(automatic=False)
        if session.game.is_over:
            self._show("end")

    def _play(self, move: Move | str) -> None:
        """Play a move of a person at this page; what follows by itself follows."""
        assert self.session is not None
        self.session.play(move)
        self._changed(automatic=True)

    def _changed(self, automatic: bool) -> None:
        """The record has changed: keep it, show it, and go on with what needs nobody.

        That is what computers decide, and, if ``automatic``, a person's only sensible move.
        """
        assert self.session is not None
        self._ticket += 1
        self.session.thinking = False
        self.session.coming = self.session.automatic_move() if automatic else None
        self._save()
        self._set_address()
        self._draw()
        self._spawn(self._go_on(self._ticket))

    def _save(self) -> None:
        if self.session:
            try:
                self.saves.save(self.session, self.page.now())
            except OSError:
                self._cannot_save()

    def _set_address(self) -> None:
        if self.session:
            self.page.set_fragment(share.fragment(self.session.record, self.session.sitters))

    async def _go_on(self, ticket: int) -> None:
        """Play the next move if it comes by itself; show the result when the game is over."""
        session = self.session
        if session is None:
            return
        if session.actor is None:
            await self.page.pause(_END_PAUSE)
            if ticket == self._ticket and not self._dialog:
                self._show("end")
            return
        if session.coming is not None:
            move: Move | str = session.coming
            await self.page.pause(_AUTOMATIC_PAUSE)
        elif not session.actor.is_person:
            move = await self._think(session)
        else:
            return
        if ticket == self._ticket:
            session.play(move)
            self._changed(automatic=True)

    async def _think(self, session: Session) -> str:
        """A computer's move; takes as long as a person needs to follow."""
        actor = session.actor
        assert actor is not None
        session.thinking = True
        self._draw()
        wait = asyncio.ensure_future(self.page.pause(_PAUSES[session.game.phase]))
        seed = random.getrandbits(32)
        move = await self.opponent.choose(session.record, actor.kind, seed)
        await wait
        return move

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background; the set keeps it from being forgotten."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- Showing -----------------------------------------------------------------------------

    def _draw(self) -> None:
        if self.session:
            self.page.set_attribute("board", "viewBox", board.view_box(self.session.game))
            self.page.patch(screen.regions(self.session))

    def _show(self, dialog: str) -> None:
        self._dialog = dialog
        self.page.show_dialog(self._dialog_markup(dialog))

    def _dialog_markup(self, dialog: str) -> Markup | None:
        if dialog == "setup":
            return dialogs.setup(self.setup)
        if dialog == "paste":
            return dialogs.opening(self._pasted, "")
        if self.session is None:
            return None
        if dialog == "share":
            text = self.session.record.to_text()
            return dialogs.share(self._link(), self.page.can_share(), text)
        return dialogs.end(self.session)

    def _link(self) -> str:
        if self.session is None:
            return self.page.address("")
        return self.page.address(share.fragment(self.session.record, self.session.sitters))

    def notice(self, text: str) -> None:
        """Tell the person something, on the page."""
        self.page.patch({"notice": h("p", None, text)})
        self._spawn(self._end_notice(text))

    async def _end_notice(self, text: str) -> None:
        await asyncio.sleep(8)
        self.page.patch({"notice": None})

    def _cannot_save(self) -> None:
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
        self.session.play(argument)
        self._changed(automatic=False)
        return None


_COMMANDS: Final[dict[str, Callable[[App, str], None]]] = {
    "home": App.go_home,
    "continue": App.resume,
    "resume": App.resume,
    "delete": App.delete,
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
    "close": App.close_dialog,
    "closed": App.close_dialog,
    "address": App.go_to_address,
    "field": App.field,
    "hand": App.choose_hand,
    "display": App.choose_display,
    "cell": App.choose_cell,
    "point": App.point,
    "rotate": App.turn_tile,
    "confirm": App.confirm,
    "accept": App.accept,
    "activate": App.activate,
    "cancel": App.cancel,
    "undo": App.undo,
    "uncover": App.uncover,
    "key": App.key,
}

_KEYS: Final = {
    "r": ("rotate", "1"),
    "R": ("rotate", "-1"),
    "u": ("undo", ""),
    "Escape": ("cancel", ""),
}


def _cell(name: str) -> Cell:
    """The cell of a ``data-cell`` attribute."""
    x, _comma, y = name.partition(",")
    return int(x), int(y)


def _new_id() -> str:
    """A name for a saved game that no other has."""
    return f"{random.getrandbits(60):x}"
