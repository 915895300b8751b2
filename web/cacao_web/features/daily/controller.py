"""The daily game on the page: started, continued, counted once, shared."""

from __future__ import annotations

from datetime import date
from typing import Final

from cacao_core import CacaoError
from cacao_web.board.forms.level import level_of
from cacao_web.board.overlay import Overlay
from cacao_web.features.daily import friends, friends_view, model, view
from cacao_web.features.daily.friends import DayResult
from cacao_web.game.origin import About, Origin
from cacao_web.game.session import Session
from cacao_web.game.setup import solo
from cacao_web.game.setup.found import TextRefused
from cacao_web.saves.saves import new_id
from cacao_web.saves.slot import Slot
from cacao_web.shell.controller import Controller
from cacao_web.shell.endings import ResultPart
from cacao_web.shell.friends import exchange_daily, exchanges_daily
from cacao_web.shell.shell import Shell
from cacao_web.shell.suiting import level_that_suits
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

DAILY: Final = "daily"


class DailyController(Controller):
    """The daily game.

    Args:
        shell: the parts of the page; the preferences have the level that was chosen last, and the
            form with the person's name.
    """

    def __init__(self, shell: Shell) -> None:
        self._results = Slot(shell.saves, DAILY, model.from_text, model.to_text)
        self._lines = Slot(shell.saves, "daily-friends", friends.from_text, friends.to_text)
        self._arrived = Slot(shell.saves, "daily-arrived", friends.from_text, friends.to_text)
        self._saves = shell.saves
        self._preferences = shell.preferences
        self._games = shell.games
        self._dialogs = shell.dialogs
        self._export = shell.export
        self._notices = shell.notices
        self._tasks = shell.tasks
        self._others = shell.others
        shell.games.table.overlays.add(Overlay(counts=self._counts))
        self._shown: date | None = None  # the day in the dialog, also after midnight

    def _counts(self, session: Session) -> list[str] | None:
        mark = self.mark(session)
        return [mark] if mark else None

    # --- The dialog --------------------------------------------------------------------------

    def open(self) -> None:
        """Show today's game, and the results of earlier days."""
        self._shown = self._games.today
        for session in self._begun(self._shown):
            self.saved(session)
        self._dialogs.show(DAILY)
        self._tasks.run(self._find_level())

    async def _find_level(self) -> None:
        """Propose the level that suits the person, by the latest games; closing ends it."""
        suits = await level_that_suits(self._saves, lambda: self._dialogs.open == DAILY)
        if suits and suits != self._preferences.setup.suits:
            self._preferences.setup.suits = suits
            self._dialogs.redraw(DAILY)

    @property
    def _level(self) -> str:
        """The level that was chosen last; if none was, the one that suits the person."""
        return self._preferences.settings.daily or self._preferences.setup.suits

    def markup(self) -> Markup:
        day, history = self._shown or self._games.today, self._results.get()
        games = self._begun(day)
        over = [game for game in games if day in history and model.made(game) == history[day]]
        going = [game for game in games if not game.game.is_over and day not in history]
        return view.today(
            view.Today(
                day,
                self._level,
                self._preferences.setup.suits,
                history,
                going[0].id if going else "",
                over[0].id if over else "",
                self._export.can_share,
                self._friends(),
                bool(self._preferences.settings.name),
                self._saves.has_carried,
                exchanges_daily(self._saves),
            )
        )

    def _begun(self, day: date) -> list[Session]:
        """The saved daily games of a date, latest first."""
        games = self._saves.of_deal(model.deal_of(day))
        return [one.session for one in games if one.session.about.key_of(DAILY) == day.isoformat()]

    def choose(self, name: str, text: str) -> None:
        if name == "level" and (level := level_of(text)):
            self._preferences.change(daily=level)
            self._dialogs.show(DAILY)
        elif name == "exchange":
            exchange_daily(self._saves, text == "on")
            self._others.answers(Controller.tell_daily)
            self._dialogs.show(DAILY)

    def choose_level(self, value: str) -> None:
        """The proposed level was chosen; the value has the field, and its value."""
        name, _space, number = value.partition(" ")
        self.choose(name, number)
        self._games.table.page.focus(name)

    def begin(self) -> None:
        """Start the game of the day that is shown; a second one does not count.

        Raises:
            CacaoError: the person's name in the form does not fit.
        """
        form, day = self._preferences.setup, self._shown or self._games.today
        players = solo.seated(form, (self._level,), model.seat_of(day))
        again = _("Daily game {day}, again").format(day=day.isoformat())
        about = About(origin=Origin(DAILY, day.isoformat()))
        self._games.begin(
            Session.new(new_id(), model.deal_of(day), players, solo.options(form)),
            About(title=again) if day in self._results.get() else about,
        )

    # --- After a game --------------------------------------------------------------------------

    def saved(self, session: Session) -> None:
        """Count a finished game, if it is the first of its day."""
        made, day = model.made(session), model.day_of(session.about.key_of(DAILY))
        if made and day and day not in self._results.get():
            self._results.update(lambda history: {day: made, **history})
            if exchanges_daily(self._saves):
                self._others.answers(Controller.tell_daily)

    def ending(self, session: Session) -> ResultPart | None:
        day = model.day_of(session.about.key_of(DAILY))
        if day is None:
            return None
        history, made = self._results.get(), model.made(session)
        if made is None or day not in history:
            return ResultPart(view.ordinary())
        counts = history[day] == made
        lines = friends.of_day(self._friends(), day)
        part = view.result(history, day, self._games.today, self._export.can_share, lines)
        return ResultPart(part if counts else view.second(history[day]))

    def mark(self, session: Session) -> str:
        day = model.day_of(session.about.key_of(DAILY))
        return _("Daily game {day}").format(day=day.isoformat()) if day else ""

    # --- Sharing a result ----------------------------------------------------------------------

    def _told(self, name: str) -> tuple[str, str]:
        """A day's result in words, without spoilers; and the link that shows it beside others."""
        day, history = model.day_of(name), self._results.get()
        if day is None or day not in history:
            raise CacaoError(_("Nothing is known about this day."))
        line = DayResult(day, self._preferences.settings.name, history[day])
        return view.told(history, day), self._export.address(friends.fragment(line))

    def copy(self, name: str) -> None:
        """Copy a day's result, with its link."""
        text = "\n".join(self._told(name))
        by_hand = _("This browser does not let the page copy: {text}").format(text=text)
        self._export.copy(text, _("Result copied."), by_hand)

    def send(self, name: str) -> None:
        """Share a day's result by the device's share sheet."""
        text, link = self._told(name)
        self._export.share(link, text)

    # --- Results of friends --------------------------------------------------------------------

    def _friends(self) -> list[DayResult]:
        """The lines that are shown; one that was opened stands for one that came by itself."""
        came = friends.seen(self._arrived.get(), self._results.get(), self._games.today)
        return friends.added(came, self._lines.get(), self._games.today)

    def daily_results(self) -> str | None:
        return friends.results(self._results.get(), self._games.today)

    def daily_arrived(self, name: str, results: str) -> bool | None:
        before, new = self._arrived.get(), friends.arrived(name, results)
        if set(new) - set(before):
            self._arrived.update(lambda lines: friends.added(lines, new, self._games.today))
            for dialog in (DAILY, "end"):
                self._dialogs.redraw(dialog)
        return True

    def open_game(self, text: str, owner: str) -> None:
        """Keep the lines of friends that a text has, and show them beside the person's own."""
        if self._games.at_home:
            self._games.table.page.set_fragment("")  # a reload does not open it again
        read, history = friends.read(text), self._results.get()
        problems = friends_view.problems(read, self._games.today)
        mine = [one for one in read.lines if self._is_own(one, history)]
        if mine:
            problems.append(_("This is your own result: send it to a friend."))
        new = [one for one in friends.current(read.lines, self._games.today) if one not in mine]
        if not new:
            raise TextRefused(" ".join(problems))
        self._lines.update(lambda lines: friends.added(lines, new, self._games.today))
        self.open()
        sentences = friends_view.arrived(new, history, self._games.today)
        self._notices.tell(" ".join([*sentences, *problems]))

    def load_game(self, text: str) -> bool:
        self.open_game(text, "")
        return False

    def _is_own(self, line: DayResult, history: model.History) -> bool:
        own = DayResult(line.day, self._preferences.settings.name, line.played)
        return history.get(line.day) == line.played and line.key == own.key
