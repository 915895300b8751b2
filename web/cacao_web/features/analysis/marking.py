"""Marking cells: kept at the turns of a finished game, elsewhere until the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from cacao_core import Record
from cacao_core.tiles import Cell
from cacao_web.board import plane
from cacao_web.board.overlay import Cells, Overlay
from cacao_web.features.analysis.trying import tries_view, variations
from cacao_web.game.session import Session
from cacao_web.game.texts import marks, words
from cacao_web.game.texts.marks import CellMark
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup


class Marking:
    """Circles and arrows of the turn that is looked at, each made by choosing two cells.

    With the right button of a mouse they are drawn on any board. Where there is no such turn, they
    are only shown until the position changes.

    Args:
        save: changes the notes of a game, and saves it.

    Attributes:
        on: whether cells are chosen to be marked.
    """

    def __init__(self, shell: Shell, save: Callable[[Session, Callable[[], Record]], None]) -> None:
        self._page = shell.page
        self._table = shell.table
        self._notices = shell.notices
        self._save = save
        self.on = False
        self._first: Cell | None = None  # chosen, and waits for the second one
        self._draft: CellMark | None = None  # is being drawn
        self._passing: Sequence[CellMark] = ()  # marks that are not kept
        shell.table.overlays.add(Overlay(cells=self._cells, task=self._task, marks=self._drawn))

    def toggle(self) -> None:
        """Begin to mark cells at the earlier position that is shown, or end it."""
        session = self._table.session
        if self.on:
            self._leave()
        elif session and session.look.at is not None:
            if session.look.variation:
                self._table.look(session.look.at)
            if tries_view.turn_at(session):
                self.on = True
                self._table.drawing.choice()
                self._page.focus(f"c{words.cell_name(self._entry(session))}")
                self._page.say(_told(None))

    def _entry(self, session: Session) -> Cell:
        """The cell where the tile of the turn was placed."""
        return session.record.moves[session.look.at or 0].cell

    def _leave(self) -> None:
        self.end()
        self._table.drawing.choice()
        self._page.focus("mark-turn")

    def end(self) -> None:
        self.on, self._first = False, None
        self._draft, self._passing = None, ()

    # --- Cells -------------------------------------------------------------------------------

    def _cells(self, session: Session) -> Cells | None:
        """All cells of the board, while they are to be marked."""
        if not self.on or not tries_view.turn_at(session):
            return None
        return Cells(
            all=plane.cells_of(session.shown),
            chosen=self._first,
            entry=self._entry(session),
            label=_("Mark {cell}"),
        )

    def pick(self, cell: Cell | None) -> None:
        """Choose the first cell of a mark, or its second one.

        None gives up the first one; without one, it ends marking.
        """
        session, first = self._table.session, self._first
        if cell is None:
            self._first = None
            if first is None:
                self._leave()
        elif first is None:
            self._first = cell
            self._page.say(_told(cell))
        elif session:
            self._first = None
            self._toggle(session, tries_view.turn_at(session), CellMark(first, cell))
        self._table.drawing.choice()

    def _toggle(self, session: Session, turn: int, mark: CellMark) -> None:
        """Add a mark to a turn, or remove it."""
        before = marks.of(session.record, turn)
        self._set(session, turn, marks.toggled(before, mark))
        if mark in before:  # those that are there are read out where they are listed
            self._page.say(_("Removed: {what}.").format(what=marks.named(mark)))

    # --- By the right button -----------------------------------------------------------------

    def sketch(self, cells: str) -> None:
        """Show a mark while it is drawn; with an empty text, none."""
        self._draft = self._mark(cells)
        self._table.drawing.choice()

    def draw(self, cells: str) -> None:
        """A mark was drawn; with an empty text, those that are not kept go away."""
        self._draft, session, mark = None, self._table.session, self._mark(cells)
        if not cells:
            self._passing = ()
        elif session and mark:
            if turn := tries_view.turn_at(session):
                self._toggle(session, turn, mark)
            else:
                self._passing = marks.toggled(self._passing, mark)
        self._table.drawing.choice()

    def _mark(self, cells: str) -> CellMark | None:
        """A mark from two cells, such as ``0,0>1,2``, if both are on the board."""
        session = self._table.session
        if session is None or not cells:
            return None
        mark = CellMark(*map(words.cell_of, cells.split(">")))
        return mark if {*mark} <= {*plane.cells_of(session.shown)} else None

    def _drawn(self, _session: Session) -> Markup | None:
        from cacao_web.board import circles  # noqa: PLC0415  # rarely needed

        marks = [*self._passing, *([self._draft] if self._draft else ())]
        return circles.drawn(marks) if marks else None

    # --- All marks of a turn -------------------------------------------------------------------

    def clear(self) -> None:
        """Delete all marks of the turn that is looked at; that can be undone."""
        session = self._table.session
        turn = tries_view.turn_at(session) if session else 0
        if session and (removed := marks.of(session.record, turn)):
            self._first = None
            self._set(session, turn, ())
            self._notices.tell(_("Marks deleted."), partial(self._put_back, session, turn, removed))
            self._table.drawing.choice()

    def _put_back(self, session: Session, turn: int, before: Sequence[CellMark]) -> None:
        """Bring deleted marks back; what was marked since stays."""
        since = [one for one in marks.of(session.record, turn) if one not in before]
        self._set(session, turn, [*before, *since])
        self._table.drawing.choice()

    def _set(self, session: Session, turn: int, wanted: Sequence[CellMark]) -> None:
        self._save(session, lambda: variations.marked(session.record, turn, wanted))

    def _task(self, session: Session) -> str | None:
        return _told(self._first) if self._cells(session) else None


def _told(first: Cell | None) -> str:
    """The instruction while cells are marked, perhaps after a first one was chosen."""
    if first is None:
        return _("Choose a cell twice for a circle, or two cells for an arrow; the same again "
                 "removes it.")  # fmt: skip
    return _("{cell} again for a circle, or another cell for an arrow from there.").format(
        cell=words.cell_name(first)
    )
