"""The log: every turn in pictures and words."""

from __future__ import annotations

from itertools import accumulate

from cacao_core import Record
from cacao_core.moves import by_turn, turns_begun
from cacao_web.board import art, telling
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.game.texts.telling import ToldTurn, log
from cacao_web.ui.commands import Command, is_there
from cacao_web.ui.i18n import _, cached
from cacao_web.ui.markup import Markup, h


def turn_ends(record: Record) -> list[int]:
    """The number of moves after each turn; the last turn may be unfinished."""
    return list(accumulate(len(turn) for turn in by_turn(record.moves)))


def turns(session: Session) -> dict[str, Markup]:
    """Every turn, latest first; a click shows the position after it."""
    before = session.record.deal.turns_before
    lines = log(session.record.moves, session.told, session.sitters, session.you, before)
    ends = turn_ends(session.record)
    here = None if session.look.at is None else _shown_turn(session)
    return {
        _id(line.number): _entry(
            line,
            session.label(line.seat),
            session.colours[line.seat],
            ends[line.number - 1],
            line.number == here,
        )
        for line in reversed(lines)
    }


def shown_entry(session: Session) -> str:
    """Id of the entry of the turn that is shown, or else of the first."""
    return _id(max(_shown_turn(session), 1))


def _shown_turn(session: Session) -> int:
    """Number of the turn that is shown, from 1; 0 before the first."""
    return turns_begun(session.shown_moves)


def _id(number: int) -> str:
    return f"turn-{number}"


@cached
def _entry(line: ToldTurn, name: str, colour: str, end: int, shown: bool) -> Markup:
    look = {
        "type": "button",
        "class": "turn",
        "data-command": Command.LOOK,
        "disabled": not is_there(Command.LOOK),
        "data-value": end,
        "data-lights": words.cells_laid(line.tiles),
        "aria-current": "step" if shown else None,
        "title": _("Show the position after this turn"),
    }
    text = h(
        "span",
        {"class": "told"},
        h("b", None, f"{line.number}." if line.yours else f"{line.number}. {name}"),
        " ",
        telling.told(line, colour),
    )
    return h("li", {"id": _id(line.number)}, h("button", look, art.emblem(colour), text))
