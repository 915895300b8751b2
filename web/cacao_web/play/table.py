"""The game in progress: the person's input, drawing, and saving after every change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cacao_core import CacaoError, Move
from cacao_web.board import log, screen, transition, tray
from cacao_web.board.overlay import Overlays
from cacao_web.board.transition import Before
from cacao_web.browser.effects import Effect, duration
from cacao_web.browser.page import Page
from cacao_web.browser.tasks import Tasks
from cacao_web.engine.client import Opponent
from cacao_web.engine.deciders import Computers
from cacao_web.game.session import Session
from cacao_web.play import keeping
from cacao_web.play.announcer import Announcer
from cacao_web.play.events import Events, Tell
from cacao_web.play.keeping import Keeping
from cacao_web.play.notices import Notices
from cacao_web.play.recap import Recap
from cacao_web.play.turns import Callbacks, Conductor
from cacao_web.saves.saves import Saves
from cacao_web.ui.i18n import _


class Table:
    """At most one session, drawn and saved after every change.

    Args:
        page: shows it.
        saves: stores it.
        tasks: runs background tasks.
        notices: messages for the person.
        tell: tells what happens.
    """

    def __init__(
        self, page: Page, saves: Saves, tasks: Tasks, notices: Notices, tell: Tell
    ) -> None:
        self.page = page
        self.saves = saves
        self.session: Session | None = None
        self.overlays = Overlays()
        self._notices = notices
        self._tell = tell
        self.opponent = Opponent(page.start_worker, page.report, notices.tell)
        self.computers = Computers(self.opponent)
        self.computers.need = lambda kind: tell(Events.decider_needed, kind)
        told = Callbacks(self._play_by_itself, self.draw_waiting, self._ended, notices.tell)
        self._conductor = Conductor(page, self.computers, tasks, told)
        self._keeping = Keeping(page, saves, notices, tell, lambda: self.session)
        self._announcer = Announcer(page, self.overlays)
        self._recap = Recap(page, tasks, self.overlays)
        self._end_due = False  # whether the end must still be reported
        self._played = False  # whether a move was played since the game was opened
        self._unfolded = False  # whether the village boards are unfolded, on a small screen
        self._moving = 0.0  # seconds until all motion of the last drawing ends
        self._painting = False  # whether the last drawing of a game with others is not painted yet
        self._undrawn: Before | None = None  # what is still shown although messages have come since

    def enter(self, session: Session, end_seen: bool = False) -> None:
        """Show a game and continue it; with whether its end has been reported before."""
        self.leave()
        self.session = session
        self._end_due = not end_seen
        self.page.show_only("game")
        self.page.frame(screen.area(session), anew=True)
        self._keeping.opening = True
        self._changed(None, automatic=session.is_led)
        self._keeping.opening = False
        if not session.dealer:
            self._keeping.keep(session)  # at once: the browser's history starts from here
        self.opponent.worker.forgive()
        if any(sitter.level for sitter in session.sitters) and not session.is_trial:
            self.page.later(self.opponent.worker.wake)

    def leave(self) -> None:
        """Leave the game; searches for computers' moves are cancelled."""
        self._turn_away()
        self._recap.stop()
        self.session = self._undrawn = None
        self._conductor.hurried = self._played = False
        self.page.hurry()

    @property
    def settled(self) -> bool:
        """Whether nothing happens without a person's decision or request."""
        return self._conductor.settled and self._recap.settled

    def rest(self) -> bool:
        """Stop the worker; return whether it stopped and loads nothing more."""
        return self.opponent.worker.rest()

    def fragment(self) -> str:
        """The fragment of the game's link; empty without a game."""
        return keeping.fragment(self.session) if self.session else ""

    def play_exactly(self, notation: str) -> None:
        """Play a move for the player who must decide; people's moves are never automatic after it.

        Raises:
            IllegalMove: with the reason; nothing has changed.
            CacaoError: the game waits, because it cannot be saved.
        """
        if session := self.session:
            if session.unsaved:
                raise CacaoError(session.unsaved)
            before = self._now()
            session.play(notation)
            self._changed(before, automatic=False)
            self._keeping.keep(session)  # programs do not wait for the next paint

    def receive(self, text: str) -> bool:
        """Take in a message of another device; returns whether anything is new.

        It is answered at once. A decision brings several messages, one for each share of a drawn
        tile: those that come before the last drawing is painted are drawn together after that.

        Raises:
            BadLink: it is damaged, or belongs to another game.
            Cheating: no honest device makes such a message; the game has not changed.
        """
        session = self.session
        assert session is not None, "messages are for a game that is shown"
        before = self._now()
        if not session.receive(text):
            return False
        if session.looking is not None:  # the person goes on looking
            self._draw()
            self._keeping.keep_dealt(session)
        elif self._painting:
            self._undrawn = self._undrawn or before
            self._turn_away()
            self._keeping.keep_dealt(session)
        else:
            self._changed(before, automatic=True)
        return True

    def _painted(self) -> None:
        """The last drawing has been painted: draw what has come since."""
        self._painting = False
        before, self._undrawn = self._undrawn, None
        if before and self.session and self.session.looking is None:
            self._changed(before, automatic=True, kept=True)

    def keep(self) -> bool:
        """Save a game with other devices now; returns whether messages may leave."""
        assert self.session is not None, "it is shown"
        session = self.session
        before, stored = session.unsaved, self._keeping.keep_dealer(session)
        if session.unsaved != before:
            self.draw_waiting()
        return stored

    def save_again(self) -> bool:
        """Go on with a game that waits until it can be saved; returns whether none waits now."""
        if self.session and self.session.unsaved:
            self._changed(None, automatic=True)
        session = self.session
        return session is None or not session.unsaved

    def try_to_save(self, _value: str = "") -> None:
        """The same for a person, who is told if it does not help."""
        if not self.save_again():
            self._notices.tell(_("It still cannot be saved."))

    # --- Intents: playing --------------------------------------------------------------------

    def cancel(self, _value: str = "") -> None:
        """Unset the chosen cell; at an earlier position, return to the present."""
        if self.session and self.session.variation:
            self.look(self.session.looking or 0)
        elif self.session and self.session.looking is not None:
            self.back_to_now()
        elif self.session:
            self.overlays.forget()
            self.session.cancel()
            self.draw_choice()

    def undo(self, _value: str = "") -> None:
        """Undo the last placement with all that followed from it; else say why not."""
        session = self.session
        if session is None:
            return
        if not session.can_undo:
            self._notices.tell(_why_no_undo(session))
            return
        session.undo()
        self._changed(None, automatic=False)
        if session.turns_undone > 1:
            self._tell(Events.taken_back, session)

    def redo(self, _value: str = "") -> None:
        """Play again what was undone last."""
        if self.session and self.session.can_redo:
            self.session.redo()
            self._changed(None, automatic=False)

    def uncover(self, _value: str = "") -> None:
        """The next person is ready."""
        if self.session:
            self.session.uncover()
            self._draw()

    # --- Intents: looking --------------------------------------------------------------------

    def look(self, moves: int, replaying: bool = False, variation: Sequence[Move] = ()) -> None:
        """Show the position after a number of moves; computers wait meanwhile.

        Args:
            moves: the number; all of them show the present.
            replaying: whether the later positions follow automatically.
            variation: moves to be shown after those, instead of the ones that were played.
        """
        if session := self.session:
            self.page.hurry()  # running animations belong to another position
            if session.variation:
                session.look_at(session.looking)
            before = self._now()
            self._turn_away()
            session.thinking, session.coming, session.replaying = False, None, replaying
            session.look_at(moves, variation)
            effects = list[Effect]()
            if len(session.shown_moves) > before.at:
                effects = self._effects(before)
            self._moving = duration(effects)
            if session.looking is None:
                self._changed(None, automatic=True, effects=effects)
            else:
                self._draw(effects)
                self._announcer.looked(session)
            self.page.follow("turns", log.shown_entry(session))

    async def rest_awhile(self, seconds: float) -> None:
        """Wait until all motion has ended, and the position was visible for some seconds."""
        await self.page.dwell(max(seconds, self._moving))

    def back_to_now(self, _value: str = "") -> None:
        """Return from an earlier position to the game, which continues."""
        if self.session:
            self.look(len(self.session.record.moves))

    def hurry(self, _value: str = "") -> None:
        """Skip the others' moves, up to a person's next decision."""
        if self.session and self.session.actor and self.session.actor.is_computer:
            self._conductor.hurried = True
            self.page.hurry()
            self._recap.tell(self.session, 0)

    def toggle_boards(self) -> None:
        """On a small screen: unfold the village boards over the page, or fold them."""
        self._unfolded = not self._unfolded
        self.page.set_attribute("game", "data-boards", "yes" if self._unfolded else "no")
        self.page.set_attribute("boards", "aria-expanded", "true" if self._unfolded else "false")

    def zoom(self, by: int) -> None:
        """Make the board larger or smaller; 0 fits it to the screen."""
        self.page.zoom(by)

    # --- Changes -----------------------------------------------------------------------------

    def play(self, move: Move | str, dropped: bool = False, follows: bool = False) -> None:
        """Play a move of a person at this page, and continue the game.

        Args:
            move: the move.
            dropped: whether the person has dragged the tile to its place.
            follows: whether the workers then do what the preview has shown.
        """
        assert self.session is not None
        lies = self.session.candidate == move  # as a ghost
        before = self._now()._replace(dropped=dropped or lies)
        self.session.play(move, follows)
        self._changed(before, automatic=True)

    def act(self, moves: Sequence[Move]) -> None:
        """Play activations of a person at this page, one after the other."""
        assert self.session is not None
        before = self._now()
        self.session.activate(moves)
        self._changed(before, automatic=True)

    def _now(self) -> Before:
        assert self.session is not None
        return transition.now(self.session)

    def _changed(
        self,
        before: Before | None,
        automatic: bool,
        effects: list[Effect] | None = None,
        kept: bool = False,
    ) -> None:
        """The record has changed: draw it, save it, and play moves that need no person.

        These are the computers' and, if ``automatic``, a person's only sensible move.

        Args:
            before: the position before, if the change is to be animated.
            automatic: whether people's only sensible moves are played automatically.
            effects: further animations and sounds.
            kept: whether a game with other devices has been saved already.
        """
        session = self.session
        assert session is not None
        if before is not None and self._undrawn is not None:
            before = self._undrawn._replace(dropped=before.dropped)
        self._undrawn = None
        self._turn_away()
        if before is not None and session.left and session.dealer is None:
            self._tell(Events.course_left, session, session.left)
        session.thinking = False
        session.coming = session.automatic_move() if automatic else None
        if session.deciding or session.covered:
            self._conductor.hurried = False
        effects = effects or self._effects(before)
        self._played = self._played or before is not None
        if session.dealer and not kept:
            self._keeping.keep_dealt(session)  # before drawing: the others wait for it
        self._draw(effects)
        self._painting = session.dealer is not None
        self.page.later(self._painted if session.dealer else partial(self._keep_later, session))
        self._announcer.changed(before, session)
        self._recap.tell(session, duration(effects))
        if session is self.session:  # not if another tab has continued the game
            self._conductor.go_on(session, duration(effects))

    def _turn_away(self) -> None:
        """Cancel pending searches and automatic moves."""
        self._conductor.stop()
        self.overlays.forget()

    def _keep_later(self, session: Session) -> None:
        self._keeping.keep(session)

    def _play_by_itself(self, move: Move | str) -> None:
        """Play a move that no person at this page has chosen."""
        assert self.session is not None
        before = self._now()
        self.session.play(move)
        self._changed(before, automatic=True)

    def _ended(self) -> None:
        """The game is over: report it, once."""
        if self._end_due:
            self._end_due = False
            self._tell(Events.ended, self._played)

    # --- Showing -----------------------------------------------------------------------------

    def _effects(self, before: Before | None) -> list[Effect]:
        """The animations of a change; none while the person skips."""
        assert self.session is not None
        if before is None or self._conductor.hurried:
            return []
        return transition.effects(before, self.session)

    def _draw(self, effects: list[Effect] | None = None) -> None:
        """Draw everything; with effects, animate the change from the last drawing."""
        if session := self.session:
            regions, area = screen.regions(session, self.overlays), screen.area(session)

            def redraw() -> None:
                self.page.patch(regions)
                self.page.frame(area)

            self.page.animate(effects or [], redraw)

    def redraw(self) -> None:
        """Draw everything again, for example in another language."""
        self._draw()

    def chosen(self) -> None:
        """The choice has changed: show it, also to screen readers."""
        self.draw_choice()
        if self.session:
            self._announcer.chosen(self.session)

    def draw_choice(self) -> None:
        """Draw the regions that depend on the choice."""
        if self.session:
            self.page.patch(screen.choice_regions(self.session, self.overlays))
            if self.session.dealer:
                self._tell(Events.chosen, self.session)

    def draw_waiting(self) -> None:
        """Draw the regions that change when a computer begins to think, or has failed."""
        if self.session:
            self.page.patch(screen.thinking_regions(self.session, self.overlays))


def _why_no_undo(session: Session) -> str:
    """Why nothing can be taken back now."""
    if session.game.is_over or not session.deciding:
        return tray.call(session)
    if not session.record.moves:
        return _("Nothing has been placed yet.")
    if session.is_contest or session.guide or len(session.persons) > 1:
        return _("New tiles have been drawn since your last one, so it stays.")
    return _("New tiles have been drawn since your last one. To take back whole turns as well, "
             "allow it when you start a game.")  # fmt: skip
