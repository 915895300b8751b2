"""Own bots on the page: add them, let them play, and ask the person when one fails."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Final

from cacao_core import CacaoError, Move, Record
from cacao_web.browser.file_text import decoded
from cacao_web.browser.progress import Progress
from cacao_web.browser.tasks import Tasks
from cacao_web.features.bots import model, view
from cacao_web.features.bots.browser import Ground
from cacao_web.features.bots.model import Bot, BotFailed, BotProblem
from cacao_web.features.bots.players import LIMITS, Players, check
from cacao_web.features.bots.shelf import BotShelf, Question
from cacao_web.game import players
from cacao_web.game.players import COMPUTER, PERSON, Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup.form import Setup
from cacao_web.play.notices import Notices
from cacao_web.saves import game_file, played_file
from cacao_web.shell.controller import Controller
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.games import Games
from cacao_web.shell.registry import Registry
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

SHELF: Final = "bots"
TROUBLE: Final = "bot-trouble"
_AGAIN: Final = "again"
_MOVE: Final = "move"


class BotsController(Controller):
    """All bots of this page; it also decides for their seats.

    Args:
        ground: the browser's support for bots.
        tasks: run the tests of bots.
        setup: the form for new games, where bots can be chosen.
        games: where they play.
        dialogs: show the bots.
        notices: report what has happened to a bot.
        others: start games, and change who plays a seat.
    """

    def __init__(  # noqa: PLR0913, PLR0917  (adds, tests and seats bots, handles failures)
        self,
        ground: Ground,
        tasks: Tasks,
        setup: Setup,
        games: Games,
        dialogs: Dialogs,
        notices: Notices,
        others: Registry,
    ) -> None:
        self._ground = ground
        self._tasks = tasks
        self._setup = setup
        self._games = games
        self._table = games.table
        self._dialogs = dialogs
        self._notices = notices
        self._others = others
        self._bots: dict[str, Bot] = {}
        self._players = Players(ground.start, LIMITS)
        self._shelf = BotShelf()
        self._question: Question | None = None
        self._answer: asyncio.Future[str] | None = None
        self._recalled = asyncio.ensure_future(self._recall())
        ground.listen(self.bring)

    async def _recall(self) -> None:
        try:
            stored = await self._ground.store.all()
        except OSError:
            return  # saving one will fail too, and that is reported
        self._bots = {bot.name: bot for bot in stored} | self._bots
        self._list()

    def _list(self) -> None:
        """Give the forms the names of the bots."""
        self._shelf.names = sorted(self._bots)
        self._setup.know_bots(self._shelf.names)

    def shelf_markup(self) -> Markup:
        self._shelf.wanted = self._question is not None
        return view.shelf(self._shelf)

    def trouble_markup(self) -> Markup | None:
        """The dialog about a bot that has failed; None if none has."""
        session = self._games.session
        if self._question is None or session is None:
            return None
        return view.trouble(self._question, session.sitters[self._question.seat].name)

    def _redraw(self) -> None:
        self._dialogs.redraw(SHELF)

    # --- Adding a bot --------------------------------------------------------------------------

    def open(self) -> None:
        """Show the installed bots, and how to add one."""
        if not self._shelf.checking:
            self._shelf.forget_news()
        self._dialogs.show(SHELF, over=True)

    def bring(self, file: str, data: bytes, asked: bool) -> None:
        """A file was chosen, or dropped on the page; a dropped one needs a confirmation."""
        is_bot = file.lower().endswith((".py", ".whl"))
        if not asked and not is_bot:
            self._others.run("field", json.dumps(["file-name", file]))
            self._others.run("field", json.dumps(["file", decoded(data)]))  # perhaps a saved game
            return
        self._shelf.forget_news()
        try:
            if not is_bot and _has_games(decoded(data)):
                raise CacaoError(_("This file has games and no bot. Open it with “Open a link "
                                   "or file” on the first screen."))  # fmt: skip
            bot = model.read_file(file, data)
        except CacaoError as error:
            self._shelf.refused = str(error)
        else:
            if asked:
                self._try(bot)
            else:
                self._shelf.offered = bot
        self._dialogs.show(SHELF, over=True)

    def accept(self) -> None:
        """Confirm the bot that was dropped."""
        if bot := self._shelf.offered:
            self._try(bot)
            self._redraw()

    def bring_example(self) -> None:
        """Add the site's example bot."""
        self._tasks.run(self._bring_example())

    async def _bring_example(self) -> None:
        data = await self._table.page.fetch(view.EXAMPLE)
        if data is None:
            self._notices.tell(_("The example is not available right now."))
        else:
            self.bring(view.EXAMPLE.rpartition("/")[2], data, asked=True)

    def _try(self, bot: Bot) -> None:
        self._shelf.forget_news()
        self._shelf.checking = bot.name
        self._tasks.run(self._check(bot))

    async def _check(self, bot: Bot) -> None:
        """Load a bot and ask it for a move; if that works, install it."""
        news = BotShelf()
        try:
            news.move = str(await check(bot, self._ground.start))
            news.ready = bot.name
            self._bots[bot.name] = bot
            news.kept = await self._keep(bot)
        except BotFailed as failed:
            news.failed = (bot.name, failed.problem)
        if self._shelf.checking == bot.name:
            self._shelf = news
        self._list()
        self._redraw()
        if self._dialogs.open != SHELF:
            self._notices.tell(view.outcome(news))

    async def _keep(self, bot: Bot) -> bool:
        try:
            await self._ground.store.keep(bot)
        except OSError:
            return False
        return True

    def forget(self, name: str) -> None:
        """Delete a bot; it leaves the list when it is removed from the store."""
        if name in self._bots:
            self._tasks.run(self._forget(name))

    async def _forget(self, name: str) -> None:
        with suppress(OSError):  # then it was not stored either
            await self._ground.store.forget(name)
        self._bots.pop(name, None)
        self._list()
        self._redraw()

    def play(self, name: str) -> None:
        """Play against a bot: in the game that waits for one, else in a new one."""
        if self._question:
            self._seat(players.kind_of(name))
        else:
            self._setup.seat_bot(name)
            self._others.run(Command.NEW_GAME)

    # --- In a game ---------------------------------------------------------------------------

    async def decide(self, record: Record, sitter: Sitter, on_progress: Progress) -> Move:
        """The move of a bot's seat; if it fails, ask the person how to go on.

        Cancelling this stops the bot and closes the question.
        """
        name = players.bot_of(sitter.kind)
        await asyncio.shield(self._recalled)
        while True:
            try:
                return await self._players.choose(self._named(name), record)
            except BotFailed as failed:
                answer = await self._ask_person(name, failed.problem)
            if answer == _MOVE:
                computer = sitter._replace(kind=COMPUTER)
                return await self._table.computers.decide(record, computer, on_progress)

    def _named(self, name: str) -> Bot:
        if name not in self._bots:
            raise BotFailed(BotProblem("absent"))
        return self._bots[name]

    async def _ask_person(self, name: str, problem: BotProblem) -> str:
        """Ask how to go on without a bot's move; the dialog may be closed and opened again."""
        session = self._games.session
        seat = session.game.to_move if session else None
        assert session is not None, "the table waits for a move"
        assert seat is not None, "somebody has to decide"
        self._question = Question(seat, name, problem)
        self._answer = answer = asyncio.get_running_loop().create_future()
        self._mark(session, stuck=True, thinking=False)
        if not self._dialogs.open:
            self._dialogs.show(TROUBLE)
        try:
            return str(await answer)
        finally:
            self._question = self._answer = None
            self._mark(session, stuck=False, thinking=not answer.cancelled())

    def _mark(self, session: Session, stuck: bool, thinking: bool) -> None:
        """Show in the game whether it waits for the person."""
        session.stuck, session.thinking = stuck, thinking
        if self._games.session is session:
            self._table.drawing.waiting()

    def ask_again(self) -> None:
        """Open the unanswered question again."""
        if self._question:
            self._dialogs.show(TROUBLE)

    def try_again(self) -> None:
        """Ask the bot for this move again, in a new worker."""
        self._go_on(_AGAIN)

    def skip(self) -> None:
        """Let the computer make this move."""
        self._go_on(_MOVE)

    def _go_on(self, answer: str) -> None:
        if self._answer and not self._answer.done():
            self._answer.set_result(answer)
            self._dialogs.close()

    def give_seat(self, value: str) -> None:
        """Let the computer or a person take the bot's seat for good."""
        self._seat(PERSON if value == PERSON else COMPUTER)

    def _seat(self, kind: str) -> None:
        session, question = self._games.session, self._question
        if session and question:
            seats = list(session.sitters)
            seats[question.seat] = seats[question.seat]._replace(kind=kind)
            self._others.of(session).reseated(session, seats)
            parts = session.record, tuple(seats), session.options, session.about
            self._games.enter(Session(session.id, *parts, mode=session.mode))

    def left(self) -> None:
        """The game is left: end its bots."""
        self._players.end_all()

    def may_reload(self) -> bool:
        """End all bots, because the page will be reloaded; nothing is loaded any more."""
        self.left()
        return True


def _has_games(text: str) -> bool:
    return played_file.is_file(text) or game_file.is_file(text) or "cacao-record " in text
