"""A person's choices: a tile, its rotation, a cell, and the work of workers."""

from __future__ import annotations

from cacao_core import Move, Phase
from cacao_core.moves import BUILD, NO_HUT
from cacao_web.board.regions import screen
from cacao_web.game.session import Session
from cacao_web.game.texts.words import cell_of
from cacao_web.play.events import Events
from cacao_web.play.table import Table


def choose_hand(table: Table, index: str) -> None:
    """Choose another hand tile, or turn the chosen one."""
    if table.session:
        table.session.choosing.choose_hand(int(index))
        table.drawing.chosen()


def take_hand(table: Table, index: str) -> None:
    """Start to drag a hand tile."""
    if table.session:
        table.session.choosing.take_hand(int(index))
        table.drawing.choice()


def choose_display(table: Table, index: str) -> None:
    """Choose another tile of the display."""
    if session := table.session:
        session.choosing.choose_display(int(index))
        at_once = session.mode.is_written and not session.options.confirm
        if at_once and (move := session.choosing.candidate):
            table.play(move)
        else:
            table.drawing.chosen()


def choose_cell(table: Table, name: str) -> None:
    """Choose the cell for the tile; without confirmations, place it there."""
    if _asked(table, name):
        return
    if table.session and table.session.asked.laying:
        _lay(table, name)
    elif table.session:
        if table.session.options.confirm:
            table.session.choosing.choose_cell(cell_of(name))
            table.drawing.chosen()
        else:
            _put(table, name, dropped=False)


def drop(table: Table, name: str) -> None:
    """Drop a dragged tile on a cell: that chooses it, or plays if nothing is confirmed."""
    if table.session and table.session.asked.laying:
        _lay(table, name)
    elif table.session and table.session.options.confirm:
        table.session.choosing.propose(cell_of(name))
        table.drawing.chosen()
    else:
        _put(table, name, dropped=True)


def _asked(table: Table, name: str) -> bool:
    """Give a cell to the feature that asks for one; returns whether any does."""
    cells = table.overlays.first.cells(table.session) if table.session else None
    if cells and name and cell_of(name) in cells.all:
        table.tell(Events.picked, cell_of(name))
    return cells is not None


def _lay(table: Table, name: str) -> None:
    """Lay a tile, or take one up, as they lie at a real table."""
    from cacao_web.play import laying  # noqa: PLC0415  # rarely needed

    laying.put(table, cell_of(name))


def _put(table: Table, name: str, dropped: bool) -> None:
    """Play the chosen tile, in its present rotation, on a cell."""
    if table.session and (move := table.session.choosing.move_on(cell_of(name))):
        table.play(move, dropped=dropped)


def point(table: Table, name: str) -> None:
    """The mouse or the focus is on a cell, or on none."""
    if table.session and table.session.choosing.point_at(cell_of(name) if name else None):
        table.page.patch(screen.pointed_regions(table.session, table.overlays))


def turn_tile(table: Table, by: str) -> None:
    """Turn the chosen tile by some quarters."""
    if table.session:
        table.session.choosing.rotate(int(by or 1))
        table.drawing.chosen()


def confirm(table: Table, _value: str = "") -> None:
    """Play the present choice; the workers do what the preview has shown."""
    if table.session and (move := table.session.choosing.candidate):
        follows = table.session.choosing.may_follow
        table.play(move, follows=follows)


def confirm_singly(table: Table, _value: str = "") -> None:
    """Play the present choice; what the workers do is chosen then."""
    if table.session and (move := table.session.choosing.candidate):
        table.session.onward.singly = True
        table.play(move)


def accept(table: Table, name: str) -> None:
    """Enter: play the chosen or suggested move; on another cell, choose that first.

    At a real table, it also says that what a computer has chosen has been done.
    """
    if _asked(table, name):
        return
    if table.session and table.session.asked.to_do:
        from cacao_web.play import writing  # noqa: PLC0415  # rarely needed

        writing.done(table)
        return
    if table.session and table.session.asked.laying and name:
        _lay(table, name)
        return
    if not table.session or not table.session.deciding:
        return
    if name and cell_of(name) != table.session.choice.cell:
        choose_cell(table, name)
    elif table.session.game.phase is Phase.ACTIVATE:
        _act_as_shown(table, table.session)
    elif table.session.game.phase is Phase.DECIDE:
        activate(table, f"{BUILD}{NO_HUT}")
    else:
        confirm(table)


def activate(table: Table, notation: str) -> None:
    """Play activations, separated by spaces, one after the other."""
    if table.session and table.session.deciding:
        table.act([Move.parse(one) for one in notation.split()])


def choose_singly(table: Table, _value: str = "") -> None:
    """Choose each activation of this turn, or fold the choices again."""
    if table.session:
        table.session.onward.singly = not table.session.onward.singly
        table.drawing.choice()


def _act_as_shown(table: Table, session: Session) -> None:
    """Play what is shown: for all workers, or first for those at one jungle tile."""
    plan = table.overlays.plan(session)
    if plan is None:
        return
    stop = next(stop for stop in session.stops if stop.has(plan.moves[0]))
    table.act(stop.planned(plan).moves if session.onward.singly else plan.moves)
