"""The game in progress: it is entered, goes on with every move, and is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from cacao_core import CacaoError, Move
from cacao_web.board.animations import transition
from cacao_web.board.animations.transition import Before
from cacao_web.board.regions import log
from cacao_web.browser.effects import Effect, duration
from cacao_web.browser.page import Page
from cacao_web.browser.tasks import Tasks
from cacao_web.engine.computers import Computers, Decide
from cacao_web.game.session import Session
from cacao_web.play import keeping
from cacao_web.play.drawing import Drawing
from cacao_web.play.events import Events, Tell
from cacao_web.play.keeping import Keeping
from cacao_web.play.notices import Notices
from cacao_web.play.recap import Recap
from cacao_web.play.turns import Conductor
from cacao_web.play.unpainted import Unpainted
from cacao_web.saves.saves import Saves
from cacao_web.ui.i18n import _


class Table:
    """At most one session. Each change of it is drawn, saved, and leads to the next move.

    Args:
        saves: stores it.
        tasks: runs background tasks.
        notices: messages for the person.
        tell: tells what happens.
        bots: decides for bots.
    """

    def __init__(
        self, page: Page, saves: Saves, tasks: Tasks, notices: Notices, tell: Tell, bots: Decide
    ) -> None:
        self.page = page
        self.notices = notices
        self.tell = tell
        self.drawing = Drawing(page, tell)
        self.overlays = self.drawing.overlays
        self.computers = Computers(page, bots, notices.tell)
        self._conductor = Conductor(
            self.drawing, self.computers, notices, tasks, tell, self.play_by_itself
        )
        self._keeping = Keeping(self.drawing, saves, notices, tell)
        self._tasks = tasks
        self._recap = Recap(page, tasks, self.overlays)
        self._unpainted = Unpainted()

    @property
    def session(self) -> Session | None:
        """The game that is shown, if any."""
        return self.drawing.session

    def enter(self, session: Session, end_seen: bool = False) -> None:
        """Show a game and continue it; with whether its end has been reported before."""
        self.leave()
        session.entered()
        self.drawing.session = session
        self._conductor.begin(end_seen)
        self.page.show_only("game")
        self.bring_pictures([session])
        self.page.frame_anew()
        self._keeping.opening = True
        self.changed(None, automatic=session.is_led)
        self._keeping.opening = False
        if not session.dealer:
            self._keeping.keep(session)  # at once: the browser's history starts from here
        self.computers.worker.forgive()
        if any(sitter.level for sitter in session.sitters) and not session.mode.is_trial:
            self.page.later(self.computers.worker.wake)

    def bring_pictures(self, sessions: Iterable[Session]) -> None:
        """Fetch the pictures of modules if one of some games is played with any."""
        if any(session.record.deal.rules.modules for session in sessions):
            self._tasks.run(self.page.bring_pictures())

    def keep_notes(self, session: Session) -> None:
        """Save a game whose notes have changed."""
        self._keeping.keep(session)

    def leave(self) -> None:
        """Leave the game; searches for computers' moves are cancelled."""
        self._turn_away()
        self._recap.stop()
        self.drawing.session = None
        self._unpainted.drawn(painting=False)
        self._conductor.hurried = False
        self.page.hurry()

    @property
    def settled(self) -> bool:
        """Whether nothing happens without a person's decision or request."""
        return self._conductor.settled and self._recap.settled

    def rest(self) -> bool:
        """Stop the worker; return whether it stopped and loads nothing more."""
        return self.computers.worker.rest()

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
            if waits := session.reach.waits:
                raise CacaoError(waits)
            before = self.now()
            session.play(notation)
            self.changed(before, automatic=False)
            self._keeping.keep(session)  # programs do not wait for the next paint

    def received(self, before: Before) -> None:
        """A message of another device was taken in and kept: draw it, and go on.

        Args:
            before: the page before that, see :meth:`now`.
        """
        session = self.session
        if session is None:  # another tab has the game since
            return
        if session.look.at is not None:  # the person goes on looking
            self.drawing.all()
        elif self._unpainted.holds(before):
            self._turn_away()
        else:
            self.changed(before, automatic=True, kept=True)

    def _painted(self) -> None:
        """The last drawing has been painted: draw what has come since."""
        before = self._unpainted.painted()
        if before and self.session and self.session.look.at is None:
            self.changed(before, automatic=True, kept=True)

    def settle(self) -> None:
        """Play at once what will be played here without a question, as before a link is made."""
        session = self.session
        assert session is not None, "it is shown"
        if session.look.at is not None and session.automatic_move():
            self.back_to_now()
        while session.onward.coming:
            self.play_by_itself(session.onward.coming)

    def keep(self) -> bool:
        """Save a game with other devices now; returns whether messages may leave."""
        assert self.session is not None, "it is shown"
        session = self.session
        before, stored = session.reach.unsaved, self._keeping.keep_dealer(session)
        if session.reach.unsaved != before:
            self.drawing.waiting()
        return stored

    def save_again(self) -> bool:
        """Go on with a game that waits until it can be saved; returns whether none waits now."""
        if self.session and self.session.reach.unsaved:
            self.changed(None, automatic=True)
        session = self.session
        return session is None or not session.reach.unsaved

    def try_to_save(self, _value: str = "") -> None:
        """Save again because the person asks for it, who is told if it does not help."""
        if not self.save_again():
            self.notices.tell(_("It still cannot be saved."))

    # --- Intents: playing --------------------------------------------------------------------

    def cancel(self, _value: str = "") -> bool:
        """Remove hints, or unset the chosen cell; returns whether there were any, or one."""
        session = self.session
        if session is None:
            return False
        if self.overlays.first.cells(session):
            self.tell(Events.picked, None)
        elif session.look.at is not None:
            return False
        elif self.overlays.first.helps(session):
            self._dismiss()
        elif session.choice.cell is None:
            return False
        else:
            session.choosing.cancel()
            self.drawing.choice()
        return True

    def layers(self) -> list[Callable[[], None]]:
        """The ways to remove hints, to stop a replay, or to leave an earlier position.

        A variation there has one of its own.
        """
        session = self.session
        if session is None or session.mode.guides:
            return []
        looking = session.look.at
        if looking is None:
            return [self._dismiss] if self.overlays.first.helps(session) else []
        if session.look.replaying:
            return [lambda: self.look(looking)] if session.look.wanted else []
        leave = [lambda: self.look(looking)] if session.look.variation else []
        return [self.back_to_now, *leave]

    def _dismiss(self) -> None:
        """Remove what features show over the board."""
        self.tell(Events.moved_on)
        self.drawing.choice()

    def uncover(self, _value: str = "") -> None:
        """The next person is ready."""
        if self.session:
            self.session.uncover()
            self.drawing.all()

    # --- Intents: looking --------------------------------------------------------------------

    def look(
        self,
        moves: int,
        replaying: bool = False,
        variation: Sequence[Move] = (),
        ahead: Sequence[Move] = (),
    ) -> None:
        """Show the position after a number of moves; computers wait meanwhile.

        Args:
            moves: the number; all of them show the present.
            replaying: whether the later positions follow automatically.
            variation: moves to be shown after those, instead of the ones that were played.
            ahead: moves of the variation that come after those.
        """
        if session := self.session:
            self.page.hurry()  # running animations belong to another position
            if session.look.variation and not _goes_on(session, moves, variation):
                session.look_at(session.look.at)
            before = self.now()
            self._turn_away()
            session.thinking, session.onward.coming, session.look.replaying = False, None, replaying
            session.look_at(moves, variation, ahead)
            effects = list[Effect]()
            if len(session.shown_moves) > before.at:
                effects = self._effects(before)
            if session.look.at is None:
                self.changed(None, automatic=True, effects=effects)
            else:
                self.drawing.all(effects)
                self.drawing.announcer.looked(session)
            self.page.follow("turns", log.shown_entry(session))

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

    # --- Changes -----------------------------------------------------------------------------

    def play(self, move: Move | str, dropped: bool = False, follows: bool = False) -> None:
        """Play a move of a person at this page, and continue the game.

        Args:
            dropped: whether the person has dragged the tile to its place.
            follows: whether the workers then do what the preview has shown.
        """
        assert self.session is not None
        lies = self.session.choosing.candidate == move  # as a ghost
        before = self.now()._replace(dropped=dropped or lies)
        self.session.play(move, follows)
        self.changed(before, automatic=True)

    def act(self, moves: Sequence[Move]) -> None:
        """Play activations of a person at this page, one after the other."""
        assert self.session is not None
        before = self.now()
        self.session.activate(moves)
        self.changed(before, automatic=True)

    def now(self) -> Before:
        """The position as it is shown, before a change."""
        assert self.session is not None
        return transition.now(self.session)

    def changed(
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
        before = before and self._unpainted.since(before)
        if before and not before.leads_to(session):
            before = None  # nothing can be animated
        self._turn_away()
        if before is not None and session.left and session.dealer is None:
            self.tell(Events.course_left, session, session.left)
        session.thinking = False
        session.onward.coming = session.automatic_move() if automatic else None
        if session.deciding or session.covered:
            self._conductor.hurried = False
        if session.dealer and not kept:
            self._keeping.keep_dealt(session)  # before anything is drawn: the others wait for it
        effects = effects or self._effects(before)
        self.drawing.all(effects)
        self._unpainted.drawn(painting=session.dealer is not None)
        self.page.later(self._painted if session.dealer else partial(self._keep_later, session))
        self.drawing.announcer.changed(before, session)
        self._recap.tell(session, duration(effects))
        if session is self.session:  # not if another tab has continued the game
            self._conductor.go_on(session, duration(effects), played=before is not None)

    def _turn_away(self) -> None:
        """Cancel pending searches and automatic moves."""
        self._conductor.stop()
        self.tell(Events.moved_on)

    def _keep_later(self, session: Session) -> None:
        self._keeping.keep(session)

    def play_by_itself(self, move: Move) -> None:
        """Play a move that no person at this page has chosen."""
        assert self.session is not None
        before = self.now()
        self.session.play(move)
        self.changed(before, automatic=True)

    def _effects(self, before: Before | None) -> list[Effect]:
        """The animations of a change; none while the person skips."""
        assert self.session is not None
        if before is None or self._conductor.hurried:
            return []
        return transition.effects(before, self.session)


def _goes_on(session: Session, moves: int, variation: Sequence[Move]) -> bool:
    """Whether a variation goes on with the one that is shown."""
    shown = session.look.variation
    longer = session.look.at == moves and len(variation) > len(shown)
    return longer and tuple(variation[: len(shown)]) == shown
