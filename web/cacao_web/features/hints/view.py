"""The best moves for a person: numbered on the board, and listed above the hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cacao_core import Move
from cacao_web.board import art, marks, plane
from cacao_web.board.plane import STEPS
from cacao_web.engine.advice import Advice, Hint
from cacao_web.game import words
from cacao_web.game.session import Session
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join

PROGRESS: Final = "searching"
"""Id of the progress bar of the search."""


def panel(session: Session, advice: Advice) -> Markup:
    """The hints as buttons, or the progress of the search."""
    close = widgets.icon_button("no-hint", _("Close the hints"), "close")
    if advice.hints is None:
        bar = {"id": PROGRESS, "max": 1, "value": 0, "aria-label": _("Looking for good moves…")}
        told = h("label", None, _("Looking for good moves…"), h("progress", bar))
        return h("div", {"class": "advice"}, told, close)
    items = [
        h("li", None, _card(session, n, hint, n == advice.chosen))
        for n, hint in enumerate(advice.hints)
    ]
    return h("div", {"class": "advice"}, h("ol", {"aria-label": _("Hints")}, items), close)


def _card(session: Session, number: int, hint: Hint, chosen: bool) -> Markup:
    """A hint: its number, move, reason, and expected result."""
    game = session.game
    why = words.reason(hint.reason, session.sitters)
    does = words.does(game, hint.move)
    leads = words.margin(hint.margin)
    button = {
        "type": "button",
        "class": "hint chosen" if chosen else "hint",
        "id": f"hint-{number}",
        "data-command": "hint",
        "data-value": number,
        "aria-pressed": "true" if chosen else "false",
        "title": does,
    }
    place = words.cell_name(hint.move.cell)
    return h(
        "button",
        button,
        h("b", {"class": "number"}, h("span", {"class": "hidden"}, _("Hint"), " "), number + 1),
        art.picture(marks.picture(session, game, hint.move), css="tile mini"),
        h(
            "span",
            {"class": "told"},
            h("span", {"class": "hidden"}, f"{does}: "),
            h("b", None, why),
            h("small", None, h("span", {"class": "place"}, f"{place} · "), leads),
        ),
    )


# --- On the board ----------------------------------------------------------------------------


def ghosts(session: Session, hints: Iterable[Hint]) -> Markup:
    """The tiles of the hints, the best one where several share a cell; not where a ghost is."""
    shown = session.shown_move
    taken = {shown.cell} if shown else set()
    tiles = []
    for hint in hints:
        move = hint.move
        if move.kind != "A" and move.cell not in taken:
            taken.add(move.cell)
            tiles.append(marks.ghost(session, session.game, move, "hinted"))
    return join(tiles)


def badges(session: Session, advice: Advice) -> Markup:
    """The number of each hint, in a corner of its cell or at its edge; a click chooses it."""
    places: dict[tuple[float, float], int] = {}
    made = []
    for number, hint in enumerate(advice.hints or ()):
        x, y = _spot(hint.move, places)
        made.append(_badge(session, number, hint, (x, y), number == advice.chosen))
    return join(made)


def _spot(move: Move, places: dict[tuple[float, float], int]) -> tuple[float, float]:
    """A free position for a number."""
    left, top = plane.corner(move.cell)
    if move.kind == "A":
        dx, dy = STEPS[move.side]
        key = (left + 50 + 52 * dx, top + 50 + 52 * dy)
        before = places[key] = places.get(key, -1) + 1
        return key[0] + 40 * before * abs(dy), key[1] + 40 * before * abs(dx)
    key = (left, top)
    before = places[key] = places.get(key, -1) + 1
    x, y = marks.CORNERS[before]
    return left + x, top + y


def _badge(
    session: Session, number: int, hint: Hint, at: tuple[float, float], chosen: bool
) -> Markup:
    label = _("Hint {n}: {does}").format(n=number + 1, does=words.does(session.game, hint.move))
    attributes = {
        "class": "hint-badge chosen" if chosen else "hint-badge",
        "transform": f"translate({at[0]} {at[1]})",
        "data-command": "hint",
        "data-value": number,
        "role": "button",
        "tabindex": -1,  # keyboards use the list above the hand
        "aria-label": label,
    }
    circle = h("circle", {"r": 18})
    text = h("text", {"y": 7}, number + 1)
    return h("g", attributes, h("g", {"class": "steady"}, circle, text))
