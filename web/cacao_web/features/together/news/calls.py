"""Calls people to games with others: badge and title count those that wait, notices say which."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Final

from cacao_web.features.together.news.calling import Calling, reminder
from cacao_web.features.together.relay.bells import Bells
from cacao_web.features.together.shared_games import SharedGames
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.game.texts import people
from cacao_web.game.texts.words import sentence
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _

_OFFERED: Final = "calls-offered"
"""The slot that says when notifications were offered."""


class Calls:
    """Calls the person.

    Args:
        mark: notes in a saved game who waits for somebody here, besides the game itself.
        bells: call when the page is closed.
    """

    def __init__(
        self, shell: Shell, shared_games: SharedGames, mark: Callable[[Session], None], bells: Bells
    ) -> None:
        self._shell = shell
        self._games = shell.games
        self._saves = shell.games.saves
        self._shared_games = shared_games
        self._live = shared_games.support.live
        self._mark = mark
        self._bells = bells
        self._due: set[str] = set()  # the saved games that wait for somebody here

    # --- How many games wait ---------------------------------------------------------------------

    def count(self) -> None:
        """Count the games that wait for somebody here."""
        dealt = [saved.session for saved in self._saves.dealt()]
        for session in dealt:
            self._mark(session)
        self._due = {session.id for session in dealt if session.is_due}
        self._show(self._games.session)

    def _show(self, shown: Session | None) -> None:
        """Show their number at the icon of the installed app, and in the tab's title."""
        others = self._due - {shown.id} if shown else self._due
        is_due = shown is not None and shown.is_due and not shown.computer_decides
        number = len(others) + is_due
        self._live.set_badge(number)
        title = f"({number}) Cacao" if number else ""
        is_mine = shown is not None and shown.dealer is not None and shown.deciding
        self._live.set_title(_("Your turn – Cacao") if is_mine else title)

    # --- The game on the page --------------------------------------------------------------------

    def left(self) -> None:
        """The game on the page is left."""
        self.count()
        self._show(None)
        self._live.stay_awake(False)

    def call(self, session: Session) -> None:
        """Call the person to the game on the page."""
        self._offer(session)
        self._show(session)
        self._live.stay_awake(session.reach.is_live and not session.game.is_over)
        if session.deciding:
            self._notify(_("Your turn"), session)

    # --- Other games -----------------------------------------------------------------------------

    def news(self, session: Session) -> None:
        """Something has come in a game that is not on the page."""
        if session.is_due and session.computer_decides and session.actor:
            self.ask(session, sentence(people.computer_waiting(session.actor.said)))
            return
        self._changed()
        if session.deciding:
            if not self._games.at_home:
                news = _("It is your turn: {title}").format(title=session.title)
                self._shell.notices.tell(news)
            self._notify(_("Your turn"), session)

    def ask(self, session: Session, text: str) -> None:
        """Somebody asks something in a game, or it waits; with the sentence about it."""
        if session is self._games.session:
            self._mark(session)
            self._show(session)
        else:
            self._changed()
            if not self._games.at_home:
                self._shell.notices.tell(f"{session.title}: {text}")
        self._notify(text, session)

    def _changed(self) -> None:
        self.count()
        if self._games.at_home:
            self._games.redraw()

    def _notify(self, text: str, session: Session) -> None:
        if self._live.is_hidden() and session.dealer:
            address = f"#{link.own_fragment(session.dealer.token)}"
            self._live.notify(text, session.title, address)

    # --- Notifications ---------------------------------------------------------------------------

    def _offer(self, session: Session) -> None:
        """Offer notifications once in this browser: when the first turn with others is over."""
        game, here = session.game, session.persons
        has_played = any(worker.owner in here for worker in game.workers.values())
        if session.deciding or game.is_over:
            session.reach.offers_calls = False
        elif has_played and self.may_ask(session) and not self._saves.kept(_OFFERED):
            session.reach.offers_calls = True
            self._saves.keep(_OFFERED, self._games.now)

    def notify_me(self) -> None:
        """Ask the person, who has taken up the offer or has used a dialog, to allow them."""
        session = self._games.session
        if session and session.dealer:
            session.reach.offers_calls = False
            self._shared_games.of(session).here.draw()
        self._shell.tasks.run(self._ask_to_notify())

    def may_ask(self, session: Session) -> bool:
        """Whether the person may want to be notified, and has not said so yet."""
        is_closed = self._live.may_notify() and self._bells.may_want(session)
        return is_closed or self._live.may_ask_to_notify()

    def calling(self, session: Session) -> Calling:
        """The ways in which this browser can call the person."""
        waits = not session.game.is_over and not self._bells.calls_for(session)
        may_ask = self.may_ask(session)
        return Calling(may_ask, waits and self._live.must_install(), waits and not may_ask)

    def remind_me(self) -> None:
        """Save an event for the person's calendar."""
        session, page = self._games.session, self._shell.page
        if session is None or session.dealer is None:
            return
        token, export = session.dealer.token, self._shell.export
        today, now = date.fromisoformat(page.today()), datetime.fromisoformat(self._games.now)
        address = export.address(link.own_fragment(token))
        export.download("cacao", reminder(session.title, address, token, today, now), ".ics")

    async def _ask_to_notify(self) -> None:
        allowed = await self._live.ask_to_notify()
        if allowed:
            await self._bells.want()
        self._shell.dialogs.redraw()
        yes = _("This page will notify you when it is your turn.")
        session = self._games.session
        if session and session.dealer and self._bells.calls_for(session):
            yes = _("You will be notified when it is your turn, also while this page is closed.")
        no = _("This browser does not allow notifications for this page.")
        self._shell.notices.tell(yes if allowed else no)
