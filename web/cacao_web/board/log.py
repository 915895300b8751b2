"""The log: every turn in words and in notation."""

from __future__ import annotations

from itertools import accumulate

from cacao_core import Record, text
from cacao_web.board import art
from cacao_web.game import words
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.ui.i18n import _, cached
from cacao_web.ui.markup import Markup, h


def turn_ends(record: Record) -> list[int]:
    """The number of moves after each turn; the last turn may be unfinished."""
    return list(accumulate(len(turn) for turn in text.turns(record.moves)))


def turns(session: Session) -> dict[str, Markup]:
    """Every turn, latest first; a click shows the position after it."""
    lines = words.log(session.record, session.sitters)
    ends = turn_ends(session.record)
    return {
        f"turn-{index}": _entry(
            index,
            lines[index],
            session.sitters[lines[index].seat],
            ends[index],
            ends[index] == session.looking,
        )
        for index in reversed(range(len(lines)))
    }


@cached
def _entry(index: int, line: words.Line, sitter: Sitter, end: int, shown: bool) -> Markup:
    look = {
        "type": "button",
        "class": "turn",
        "data-command": "look",
        "data-value": end,
        "aria-current": "step" if shown else None,
        "title": _("Show the position after this turn"),
    }
    _seat, number, said, notation = line
    told = h(
        "span",
        {"class": "told"},
        h("b", None, f"{number}. {sitter.name}"),
        " ",
        h("span", None, said),
        h("code", None, notation),
    )
    return h("li", {"id": f"turn-{index}"}, h("button", look, art.emblem(sitter.colour), told))
