"""Own bots on the page: bringing them, seating them, and asking the person when one fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

from cacao_core import CacaoError, Record
from cacao_web import bots
from cacao_web.botplayers import LIMITS, Players, Worker, check
from cacao_web.bots import Bot, BotFailed, Problem
from cacao_web.botshelf import Question, Shelf
from cacao_web.host import Host
from cacao_web.i18n import _
from cacao_web.seats import COMPUTER, PERSON, Sitter
from cacao_web.session import Session
from cacao_web.views import bots as views
from cacao_web.views import screen
from cacao_web.views.html import Markup

SHELF: Final = "bots"
TROUBLE: Final = "bot-trouble"
_AGAIN: Final = "again"
_MOVE: Final = "move"


class BotStore(Protocol):
    """Keeps bots from visit to visit; each call may raise OSError when the browser refuses."""

    async def all(self) -> list[Bot]:
        """All that are kept."""

    async def keep(self, bot: Bot) -> None:
        """Keep one, in place of any of the same name."""

    async def forget(self, name: str) -> None:
        """Keep one no more."""


class Ground(Protocol):
    """What a browser has for bots."""

    @property
    def store(self) -> BotStore:
        """Where they are kept."""

    def start(self) -> Worker:
        """Start a worker for one."""

    def listen(self, brought: Callable[[str, bytes, bool], None]) -> None:
        """Hand in files: name, content, and whether the file was asked for, or only dropped."""


class BotDesk:
    """All bots of this page; at the table it decides for their seats.

    Args:
        app: where it sits.
        ground: what the browser has for bots.
    """

    def __init__(self, app: Host, ground: Ground) -> None:
        self._app = app
        self._ground = ground
        self._bots: dict[str, Bot] = {}
        self._players = Players(ground.start, LIMITS)
        self._shelf = Shelf()
        self._question: Question | None = None
        self._answer: asyncio.Future[str] | None = None
        self._recalled: asyncio.Future[None] | None = None
        app.table.computers.deciders[bots.BOT] = self

    def start(self) -> None:
        """Bring the kept bots back, and wait for new ones."""
        self._recalled = asyncio.ensure_future(self._recall())
        self._ground.listen(self.bring)

    async def _recall(self) -> None:
        try:
            kept = await self._ground.store.all()
        except OSError:
            return  # keeping one will fail as well, and that is told
        self._bots = {bot.name: bot for bot in kept} | self._bots
        self._list()

    def _list(self) -> None:
        """Tell the forms which bots there are."""
        self._shelf.names = sorted(self._bots)
        self._app.setup.know_bots(self._shelf.names)

    def shelf_markup(self) -> Markup:
        """The dialog with the bots that are here."""
        self._shelf.wanted = self._question is not None
        return views.shelf(self._shelf)

    def trouble_markup(self) -> Markup | None:
        """The dialog about a bot that has failed; None if there is none."""
        session = self._app.table.session
        if self._question is None or session is None:
            return None
        return views.trouble(self._question, session.sitters[self._question.seat].name)

    def _redraw(self) -> None:
        if self._app.dialog == SHELF:
            self._app.show(SHELF)

    # --- Bringing one ------------------------------------------------------------------------

    def open(self, _value: str = "") -> None:
        """The bots that are here, and the way to bring another."""
        if not self._shelf.checking:
            self._shelf.forget_news()
        self._app.show(SHELF)

    def bring(self, file: str, data: bytes, asked: bool) -> None:
        """A file has been chosen, or dropped on the page; then it runs only after a yes."""
        if not asked and not file.lower().endswith((".py", ".whl")):
            text = data.decode("utf-8", "replace")
            self._app.intent("field", json.dumps(["file", text]))  # a saved game, perhaps
            return
        self._shelf.forget_news()
        try:
            bot = bots.read_file(file, data)
        except CacaoError as error:
            self._shelf.refused = str(error)
        else:
            if asked:
                self._try(bot)
            else:
                self._shelf.offered = bot
        self._app.show(SHELF)

    def accept(self, _value: str) -> None:
        """Yes to the bot that was dropped."""
        if bot := self._shelf.offered:
            self._try(bot)
            self._redraw()

    def bring_example(self, _value: str) -> None:
        """The bot that the site has to begin with."""
        self._app.tasks.run(self._bring_example())

    async def _bring_example(self) -> None:
        data = await self._app.page.fetch(views.EXAMPLE)
        if data is None:
            self._app.notice(_("The example cannot be had just now."))
        else:
            self.bring(views.EXAMPLE.rpartition("/")[2], data, asked=True)

    def _try(self, bot: Bot) -> None:
        self._shelf.forget_news()
        self._shelf.checking = bot.name
        self._app.tasks.run(self._check(bot))

    async def _check(self, bot: Bot) -> None:
        """Load a bot and ask it for a move; if it has one, it is here."""
        news = Shelf()
        try:
            news.move = await check(bot, self._ground.start)
            news.ready = bot.name
            self._bots[bot.name] = bot
            news.kept = await self._keep(bot)
        except BotFailed as failed:
            news.failed = (bot.name, failed.problem)
        if self._shelf.checking == bot.name:
            self._shelf = news
        self._list()
        self._redraw()
        if self._app.dialog != SHELF:
            self._app.notice(views.outcome(news))

    async def _keep(self, bot: Bot) -> bool:
        try:
            await self._ground.store.keep(bot)
        except OSError:
            return False
        return True

    def forget(self, name: str) -> None:
        """Send a bot away; it leaves the list when it is gone for good."""
        if name in self._bots:
            self._app.tasks.run(self._forget(name))

    async def _forget(self, name: str) -> None:
        with suppress(OSError):  # then it was not kept either
            await self._ground.store.forget(name)
        self._bots.pop(name, None)
        self._list()
        self._redraw()

    def play(self, name: str) -> None:
        """Play against a bot: in the game that waits for one, else in a new one."""
        if self._question:
            self._seat(bots.kind_of(name))
        else:
            self._app.setup.seat_bot(name)
            self._app.intent("new-game", "")

    # --- In a game ---------------------------------------------------------------------------

    async def decide(
        self, record: Record, sitter: Sitter, on_progress: Callable[[float], None]
    ) -> str:
        """The move, in notation, of a bot's seat; if it fails, the person is asked how to go on.

        Whoever cancels this wants no move any more: the bot is stopped, the question withdrawn.
        """
        name = bots.bot_of(sitter.kind)
        if self._recalled:
            await asyncio.shield(self._recalled)
        while True:
            try:
                return await self._players.choose(self._named(name), record)
            except BotFailed as failed:
                answer = await self._ask_person(name, failed.problem)
            if answer == _MOVE:
                computer = sitter._replace(kind=COMPUTER)
                return await self._app.table.computers.decide(record, computer, on_progress)

    def _named(self, name: str) -> Bot:
        if name not in self._bots:
            raise BotFailed(Problem("absent"))
        return self._bots[name]

    async def _ask_person(self, name: str, problem: Problem) -> str:
        """How to go on without a move of a bot; the dialog may be closed and opened again."""
        session = self._app.table.session
        seat = session.game.to_move if session else None
        assert session is not None, "the table waits for a move"
        assert seat is not None, "somebody has to decide"
        self._question = Question(seat, name, problem)
        self._answer = answer = asyncio.get_running_loop().create_future()
        self._mark(session, stuck=True, thinking=False)
        if not self._app.dialog:
            self._app.show(TROUBLE)
        try:
            return str(await answer)
        finally:
            self._question = self._answer = None
            self._mark(session, stuck=False, thinking=not answer.cancelled())

    def _mark(self, session: Session, stuck: bool, thinking: bool) -> None:
        """Show in the game whether it waits for the person."""
        session.stuck, session.thinking = stuck, thinking
        if self._app.table.session is session:
            self._app.page.patch(screen.thinking_regions(session))

    def ask_again(self, _value: str) -> None:
        """Open the question again that is still to be answered."""
        if self._question:
            self._app.show(TROUBLE)

    def try_again(self, _value: str) -> None:
        """Ask the bot for this move again, in a new worker."""
        self._go_on(_AGAIN)

    def skip(self, _value: str) -> None:
        """Let the computer make this move."""
        self._go_on(_MOVE)

    def _go_on(self, answer: str) -> None:
        if self._answer and not self._answer.done():
            self._answer.set_result(answer)
            self._app.close_dialog()

    def give_seat(self, value: str) -> None:
        """Let the computer or a person take the bot's seat for good."""
        self._seat(PERSON if value == PERSON else COMPUTER)

    def _seat(self, kind: str) -> None:
        session, question = self._app.table.session, self._question
        if session and question:
            seats = list(session.sitters)
            seats[question.seat] = seats[question.seat]._replace(kind=kind)
            self._app.contests.matches.reseat(session, seats)
            self._app.enter(
                Session(session.id, session.record, tuple(seats), session.options, session.about)
            )

    def leave(self) -> None:
        """The game is left: what its bots remember of it is forgotten."""
        self._players.end_all()


COMMANDS: Final[dict[str, Callable[[BotDesk, str], None]]] = {
    "bots": BotDesk.open,
    "bot-accept": BotDesk.accept,
    "bot-example": BotDesk.bring_example,
    "bot-forget": BotDesk.forget,
    "bot-play": BotDesk.play,
    "bot-trouble": BotDesk.ask_again,
    "bot-again": BotDesk.try_again,
    "bot-move": BotDesk.skip,
    "bot-seat": BotDesk.give_seat,
}
"""Name of an intent -> what it does with its value."""
DIALOGS: Final[dict[str, Callable[[BotDesk], Markup | None]]] = {
    SHELF: BotDesk.shelf_markup,
    TROUBLE: BotDesk.trouble_markup,
}
"""Name of a dialog -> what is in it."""
