"""The daily game on the page: begun, gone on with, counted once, told to others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Final

from cacao_core import CacaoError
from cacao_web.features.daily import model, view
from cacao_web.game import solo
from cacao_web.game.origin import About
from cacao_web.game.session import Session
from cacao_web.saves.saves import new_id
from cacao_web.shell.feature import Ending
from cacao_web.shell.host import Host
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

DAILY: Final = "daily"


class DailyDesk:
    """The daily game.

    Args:
        app: where it is shown.
    """

    def __init__(self, app: Host) -> None:
        self._app = app

    @property
    def _today(self) -> date:
        return date.fromisoformat(self._app.page.now()[:10])

    def _history(self) -> dict[date, model.Played]:
        return model.from_text(self._app.saves.kept(DAILY))

    # --- The dialog --------------------------------------------------------------------------

    def open(self, _value: str = "") -> None:
        """What there is today, and what was made of the days before."""
        for session in self._games(self._today):
            self.note(session)
        self._app.show(DAILY)

    def markup(self) -> Markup:
        """The dialog about the daily game."""
        day, history = self._today, self._history()
        games = self._games(day)
        over = [game for game in games if day in history and model.made(game) == history[day]]
        going = [game for game in games if not game.game.is_over and day not in history]
        return view.today(
            view.Today(
                day,
                self._app.settings.daily,
                history,
                going[0].id if going else "",
                over[0].id if over else "",
                self._app.page.can_share(),
            )
        )

    def _games(self, day: date) -> list[Session]:
        """The saved games that are a day's, latest first."""
        found = self._app.saves.of_deal(model.deal_of(day))
        return [one.session for one in found if one.session.about.daily == day.isoformat()]

    def choose(self, name: str, text: str) -> None:
        """Another level was chosen."""
        if name == "level":
            self._app.settings.change("daily", text)
            self._app.preferences.keep()
            self._app.show(DAILY)

    def begin(self, _value: str = "") -> None:
        """Today's game; who has played it already plays it as a game that does not count.

        Raises:
            CacaoError: the person's name in the form does not fit.
        """
        form, day = self._app.setup, self._today
        players = solo.seated(form, (self._app.settings.daily,), model.seat_of(day))
        again = _("Daily game {day}, again").format(day=day.isoformat())
        about = About(daily=day.isoformat())
        self._app.enter_new(
            Session.new(new_id(), model.deal_of(day), players, solo.options(form)),
            About(title=again) if day in self._history() else about,
        )

    # --- A game that is over -----------------------------------------------------------------

    def note(self, session: Session) -> None:
        """Count a game that is over, if it is the first of its day."""
        made, history = model.made(session), self._history()
        day = model.day_of(session.about.daily)
        if made and day and day not in history:
            self._app.saves.keep(DAILY, model.to_text({**history, day: made}))

    def ended(self, session: Session) -> Ending | None:
        """What the end of a game says about its day."""
        day = model.day_of(session.about.daily)
        if day is None:
            return None
        history, made = self._history(), model.made(session)
        if made is None or day not in history:
            return Ending(view.ordinary())
        counts = history[day] == made
        told = view.result(history, day, self._today, self._app.page.can_share())
        return Ending(told if counts else view.second(history[day]))

    def mark(self, session: Session) -> str:
        """What the list of games says about one that is a day's."""
        day = model.day_of(session.about.daily)
        return _("Daily game {day}").format(day=day.isoformat()) if day else ""

    # --- Told to others ----------------------------------------------------------------------

    def _told(self, name: str) -> str:
        """A day's result in words, without anything that spoils the game for others."""
        day, history = model.day_of(name), self._history()
        if day is None or day not in history:
            raise CacaoError(_("Nothing is known about this day."))
        return view.told(history, day)

    @property
    def _place(self) -> str:
        return self._app.page.address("").partition("#")[0]

    def copy(self, name: str) -> None:
        """Copy a day's result, with the address of the page."""
        self._app.tasks.run(self._copy(f"{self._told(name)}\n{self._place}"))

    async def _copy(self, text: str) -> None:
        copied = await self._app.page.copy(text)
        by_hand = _("This browser does not let the page copy: {text}")
        self._app.notice(_("Result copied.") if copied else by_hand.format(text=text))

    def send(self, name: str) -> None:
        """Hand a day's result to the device's share sheet."""
        self._app.tasks.run(self._app.page.share(self._place, self._told(name)))


COMMANDS: Final[dict[str, Callable[[DailyDesk, str], None]]] = {
    "daily": DailyDesk.open,
    "begin-daily": DailyDesk.begin,
    "copy-daily": DailyDesk.copy,
    "send-daily": DailyDesk.send,
}
"""Name of an intent -> what it does with its value."""
DIALOGS: Final[dict[str, Callable[[DailyDesk], Markup | None]]] = {DAILY: DailyDesk.markup}
"""Name of a dialog -> what is in it."""
