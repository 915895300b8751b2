"""Puzzles on the page: chosen, tried on the board, judged, and rated."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from cacao_web.board.forms.level import level_of
from cacao_web.board.overlay import Overlay
from cacao_web.features.puzzles import history_view, model, texts, themes_view, view
from cacao_web.features.puzzles.address import is_storm, named
from cacao_web.features.puzzles.collection import Collection
from cacao_web.features.puzzles.model import Progress
from cacao_web.features.puzzles.storming import Storming, StormTrial
from cacao_web.features.puzzles.themes import PuzzleWish, shares
from cacao_web.features.puzzles.trial import HINTS, Trial, TrialVerdict, TurnGain, on_board
from cacao_web.game.learning import repetition
from cacao_web.game.origin import About
from cacao_web.game.players import COMPUTER
from cacao_web.game.session import Session
from cacao_web.game.setup import solo
from cacao_web.saves.saves import new_id
from cacao_web.saves.slot import Slot
from cacao_web.shell.controller import Controller
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

if TYPE_CHECKING:
    from cacao_core.puzzles import Puzzle

PUZZLES: Final = "puzzles"
ONWARD: Final = "puzzle-on"


class PuzzlesController(Controller):
    """Puzzles; at most one is on the board."""

    storm: Storming  # as many as one can within a time

    def __init__(self, shell: Shell) -> None:
        self._page = shell.page
        self._table = shell.table
        self._games = shell.games
        self._dialogs = shell.dialogs
        self._notices = shell.notices
        self._setup = shell.setup
        self._preferences = shell.preferences
        self._kept = Slot(shell.saves, PUZZLES, model.from_text, model.to_text)
        self._mistakes = Slot(
            shell.saves, repetition.SLOT, repetition.from_text, repetition.to_text
        )
        self._all = Collection(shell.page, shell.tasks, self._missed)
        self._wish = PuzzleWish()  # for the next puzzle
        self.storm = Storming(shell, self._all, self._kept)
        self._level = COMPUTER
        shell.table.overlays.add(
            Overlay(marks=self._marks, card=self._card, task=self._task, actions=self._actions)
        )

    @property
    def _progress(self) -> Progress:
        return self._kept.get()

    def _missed(self) -> None:
        """The puzzles did not arrive."""
        if self._dialogs.open == PUZZLES:
            self._dialogs.redraw(PUZZLES)
        else:
            sentence = _("The puzzles did not arrive. Check that you are online, then try again.")
            self._notices.tell(sentence)

    # --- The dialogs -------------------------------------------------------------------------

    def open(self) -> None:
        """Show the person's results, and the ways to a puzzle."""
        self._all.failed = False
        self._dialogs.show(PUZZLES)
        self._all.when_loaded(lambda: self._dialogs.redraw(PUZZLES))

    def markup(self) -> Markup:
        total = len(self._all.puzzles)
        mistakes, today = self._mistakes.get(), self._games.today
        due = len(mistakes.due(date.fromisoformat(self._games.table.page.today())))
        return view.overview(
            view.PuzzleShown(
                today, self._progress, total, self._all.failed, len(mistakes.kept), due
            )
        )

    def open_more(self, dialog: str) -> None:
        """Show the themes, or what was tried."""
        self._all.when_loaded(lambda: self._dialogs.show(dialog, over=True))

    def themes_markup(self) -> Markup:
        return themes_view.themes(shares(self._all.puzzles.values(), self._progress))

    def history_markup(self) -> Markup:
        return history_view.history(self._progress, self._all.puzzles)

    def begin_today(self) -> None:
        """Put the puzzle of the day on the board."""
        self._wish = PuzzleWish()
        self._all.when_loaded(lambda: self._begin(self._all.of_day(self._games.today)))

    def begin_next(self) -> None:
        """Put the next puzzle at the person's rating on the board."""
        self._all.when_loaded(self._begin_following)

    def begin_any(self) -> None:
        """The same, of any kind and theme."""
        self._wish = PuzzleWish()
        self.begin_next()

    def begin_theme(self, name: str) -> None:
        """The same, of a kind or theme."""
        self._wish = PuzzleWish.of(name)
        self.begin_next()

    def _begin_following(self) -> None:
        fitting = [puzzle for puzzle in self._all.puzzles.values() if self._wish.allows(puzzle)]
        puzzle = model.following(fitting, self._progress, self._all.of_day(self._games.today))
        self._begin(puzzle, self._wish.theme)

    def begin_again(self, id: str) -> None:
        """Put a puzzle on the board that was tried before."""
        self._all.when_loaded(lambda: self._follow(id))

    def open_game(self, text: str, owner: str = "") -> None:
        """Put the puzzle of an address on the board, or go on with a storm."""
        if is_storm(text):
            self._all.when_loaded(self.storm.reopen)
        else:
            self._all.when_loaded(lambda: self._follow(named(text)))

    def load_game(self, text: str) -> bool:
        self.open_game(text)
        return False

    def _follow(self, id: str) -> None:
        self._wish = PuzzleWish()
        if puzzle := self._all.puzzles.get(id):
            self._begin(puzzle)
        else:
            self._notices.tell(_("This puzzle is not in the collection."))

    # --- On the board ------------------------------------------------------------------------

    def _begin(self, puzzle: Puzzle, told: str = "") -> None:
        """Put a puzzle on the board, perhaps with a theme that was wished and so is known."""
        hints = self._progress.hints(puzzle.id)
        today = self._games.today
        day = model.day_for(self._progress, puzzle, self._all.of_day(today), today)
        if day:
            self._kept.update(lambda progress: progress._replace(begun=(puzzle.id, day)))
        guide = Trial(puzzle, hints, day, told)
        session = on_board(guide, self._setup, confirm=self._preferences.settings.confirm)
        self._games.enter(session)
        if hints:
            self._take(session, guide)
        self._table.drawing.chosen()

    def _present(self) -> tuple[Session, Trial] | None:
        session = self._table.session
        trial = _trial(session) if session else None
        return (session, trial) if session and trial else None

    def _card(self, session: Session) -> Markup | None:
        trial = _trial(session)
        return view.card(trial, session, self._progress) if trial else None

    def _marks(self, session: Session) -> Markup | None:
        trial = _trial(session)
        return view.marks(trial, session) if trial else None

    def _actions(self, session: Session) -> Markup | None:
        trial = _trial(session)
        return view.actions(trial, session) if trial and session.is_paused else None

    def _task(self, session: Session) -> str | None:
        """The text of the tray while nobody decides."""
        trial = _trial(session)
        if trial is None or not session.is_paused:
            return None
        if trial.shown:
            return texts.answer() if trial.refuted else texts.first_step()
        return _("Your turn is over.")

    # --- Help --------------------------------------------------------------------------------

    def hint(self) -> None:
        """Give one more hint: the idea and the tile, then the cell."""
        present = self._present()
        if not present or present[0].is_paused or len(present[0].record.moves) > present[1].start:
            return
        session, trial = present
        trial.hints = min(trial.hints + 1, HINTS)
        self._kept.update(lambda progress: progress.with_hints(trial.puzzle.id, trial.hints))
        self._table.look(trial.start)
        self._take(session, trial)
        self._table.drawing.chosen()

    def _take(self, session: Session, trial: Trial) -> None:
        """Choose the right tile; after the second hint, also turn it as intended."""
        before = session.choice
        session.choosing.take(trial.first)
        hinted = session.choice
        turned = hinted.turned if trial.hints >= HINTS else before.turned
        session.choice = before._replace(hand=hinted.hand, turned=turned)

    def again(self) -> None:
        """Put the puzzle on the board once more."""
        if present := self._present():
            self._begin(present[1].puzzle, present[1].told)

    # --- The verdict -------------------------------------------------------------------------

    def rested(self) -> None:
        self._page.later(self._judge)
        self._page.later(self.storm.judge)

    def _judge(self) -> None:
        """The turn is over: judge it, and count it if it is the first try."""
        present = self._present()
        if present and present[0].is_paused and present[1].verdict is None:
            session, trial = present
            right = trial.solves(session.record)
            self._count(trial, right=right, own=trial.brought(session.record))
            self._explain(session, trial)
            self._table.drawing.choice()  # the card is read out

    def _explain(self, session: Session, trial: Trial) -> None:
        """Say why the turn is right or wrong, as far as that can be seen."""
        from cacao_web.features.puzzles import why  # noqa: PLC0415  # with the first verdict

        if (given := trial.verdict) is None:
            return
        reason = why.own if given.right else why.missed
        lost = trial.puzzle.kind == "win" and not given.right
        reply = why.reply(session) if lost else None
        trial.verdict = given._replace(why=reason(trial, session), reply=reply)

    def refute(self) -> None:
        """Show the reply to a turn that was to win."""
        present = self._present()
        if present and present[1].verdict and (reply := present[1].verdict.reply):
            session, trial = present
            trial.refuted = True
            trial.show(session, session.record, [(reply.moves, reply.said)])
            self._table.look(trial.ends)
            self.step(1)
            self._page.focus("puzzle-step")

    def _count(self, trial: Trial, *, right: bool, own: TurnGain | None) -> None:
        """Note the result of a try."""
        before, puzzle = self._progress, trial.puzzle
        trial.hints = max(trial.hints, before.hints(puzzle.id))  # perhaps given in another tab
        after = self._kept.update(
            lambda progress: model.tried(
                progress, puzzle, solved=right, hints=trial.known, day=trial.day
            )
        )
        counts = not before.knows(puzzle.id)
        trial.verdict = TrialVerdict(right, own, after.rating - before.rating if counts else None)
        self._notices.saved()

    def show(self) -> None:
        """Show the best turn; without a try before it, the puzzle counts as not solved."""
        if present := self._present():
            session, trial = present
            if trial.verdict is None:
                self._count(trial, right=False, own=None)
            trial.refuted = False
            trial.show(session, trial.solution)
            self._table.look(trial.start)
            self.step(1)
            self._page.focus("puzzle-step")

    def step(self, by: int) -> None:
        """Go on or back in the best turn."""
        if present := self._present():
            session, trial = present
            here = trial.stepped(session, by)
            if here is not None:
                self._table.look(here)

    def left(self) -> None:
        self.storm.left()

    def home(self) -> None:
        self.storm.home()

    def may_reload(self) -> bool:
        return not self.storm.goes_on

    # --- Out of the puzzle -------------------------------------------------------------------

    def ask_how_to_go_on(self) -> None:
        """Ask which computer takes over the other seats."""
        if self._present():
            self._dialogs.show(ONWARD)

    def go_on_markup(self) -> Markup:
        """The dialog about a game from here."""
        return view.onward(self._level)

    def choose(self, name: str, text: str) -> None:
        if name == "level" and (level := level_of(text)):
            self._level = level
            self._dialogs.show(ONWARD)

    def go_on(self) -> None:
        """Start an ordinary game from the position on the board.

        Raises:
            CacaoError: the person's name in the form does not fit.
        """
        if present := self._present():
            session, trial = present
            record = session.look.record(session.record)
            levels = (self._level,) * (record.deal.players - 1)
            players = solo.seated(self._setup, levels, trial.seat)
            game = Session(new_id(), record, players, self._setup.options)
            self._games.begin(game, About(title=_("From a puzzle")))


def _trial(session: Session) -> Trial | None:
    """The puzzle of a session; None if it is an ordinary game, a lesson, or part of a storm."""
    is_storm = isinstance(session.mode, StormTrial)
    return session.mode if isinstance(session.mode, Trial) and not is_storm else None
