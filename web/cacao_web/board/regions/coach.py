"""The card beside the board that says what to do, and how it went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cacao_core.moves import ACTIVATE, FILL, OVERBUILD, PLACE
from cacao_core.tiles import Cell
from cacao_web.board import telling
from cacao_web.board.board import at
from cacao_web.game.learning.trial import OneTurn
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Child, Markup, h, join


def card(
    header: Sequence[Child], text: Child, ways: Sequence[Child], *, leave: Markup, css: str = ""
) -> Markup:
    """The card.

    Args:
        header: its title, and what belongs beside it.
        text: its text.
        ways: the buttons that lead on.
        leave: the button that leaves for the first screen.
        css: ``reached`` or ``missed`` for a verdict, and further classes.
    """
    sign = widgets.symbol("icon-check", "glyph") if css.startswith("reached") else None
    return h(
        "div",
        {"class": f"coach-card {css}".strip()},
        h("header", None, *header),
        leave,
        h("p", None, sign, text),
        h("div", {"class": "coach-ways"}, *ways) if ways else None,
    )


def rings(cells: Iterable[Cell]) -> Markup:
    box = {"x": -2, "y": -2, "width": 104, "height": 104, "rx": 12}
    return join(h("g", {"class": "meant", "transform": at(cell)}, h("rect", box)) for cell in cells)


# --- A turn that is shown step by step -------------------------------------------------------


def step(trial: OneTurn, session: Session, first: str, result: Child) -> Child:
    """The board while a turn is presented step by step.

    Args:
        trial: shows a turn.
        session: the game on the board.
        first: what is said before the first decision.
        result: what is said at the beginning and the end of the turn; turns that follow say what
            they bring.
    """
    whole, number = trial.shown, trial.number(session)
    if whole is None or number < 1:
        return first
    at = trial.start + number - 1
    game, move = whole.game(at), whole.moves[at]
    name = None if game.to_move in (None, trial.seat) else session.sitters[game.to_move].said
    sentence = words.capital(words.sentence(words.with_name(words.does(game, move), name)))
    edge = at + 1 in (trial.start + 1, trial.ends)
    after = result if edge else trial.said.get(at + 1, "")
    if move.kind == ACTIVATE:
        return (
            f"{sentence} {after}".strip() if isinstance(after, str) else join(sentence, " ", after)
        )
    call = h("span", {"aria-hidden": "true"}, _CALLS[move.kind]())
    mover = trial.seat if game.to_move is None else game.to_move
    tile = telling.tiles((move,), session.sitters[mover].colour)
    return h("span", {"class": "coach-tile"}, telling.in_words(sentence), call, tile, after)


_CALLS: Final = {
    PLACE: lambda: _("This tile is placed:"),
    OVERBUILD: lambda: _("This tile is placed on another one:"),
    FILL: lambda: _("This tile fills a space:"),
}
"""Kind of a move that places a tile -> what is said before its picture."""


def steps(trial: OneTurn, session: Session, command: str) -> Markup:
    """The buttons that go through a turn.

    Args:
        trial: shows a turn.
        session: the game on the board.
        command: of the buttons; its value is the number of steps. The id of the one that goes on.
    """
    number, of = trial.number(session), len((trial.shown or trial.record).moves) - trial.start
    count = h("span", {"class": "soft"}, _("{n} of {total}").format(n=number, total=of))
    back = widgets.icon_button(command, _("Step back"), "prev", value=-1, disabled=number == 0)
    idle: dict[str, object] = {"aria-disabled": "true" if number == of else None}
    on = widgets.button(command, _("Step"), icon="next", value="1", css="primary",
                        id=command, **idle)  # fmt: skip
    return h("span", {"class": "steps"}, back, count, on)
