"""The best moves for a person: numbered on the board, and listed above the hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cacao_core.tiles import Cell
from cacao_web.board import art, marks, pills, plane, telling
from cacao_web.board.room import SMALLEST, Spot
from cacao_web.engine.advice import Advice, Hint
from cacao_web.game.preview import Preview
from cacao_web.game.session import Session
from cacao_web.game.texts import comparison, forecast, reasons, words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join

PROGRESS: Final = "searching"
"""Id of the progress bar of the search."""
POINT: Final = "point-hint"
"""The intent when the mouse or the focus is on a hint."""


def panel(session: Session, advice: Advice) -> Markup:
    """The hints as buttons, or the progress of the search."""
    close = widgets.icon_button("no-hint", _("Close the hints"), "close")
    if advice.hints is None:
        bar = {"id": PROGRESS, "max": 1, "value": 0, "aria-label": _("Looking for good moves…")}
        label = h("label", None, _("Looking for good moves…"), h("progress", bar))
        return h("div", {"class": "advice"}, label, close)
    items = [
        h("li", None, _card(session, n, hint, n == advice.chosen, _why(session, advice, n)))
        for n, hint in enumerate(advice.hints)
    ]
    return h("div", {"class": "advice"}, h("ol", {"aria-label": _("Hints")}, items), close)


def _card(session: Session, number: int, hint: Hint, chosen: bool, beside: str) -> Markup:
    """A hint: its number, move, reason and result, and what it brings compared with another."""
    game = session.game
    why = reasons.reason(hint.reason, session)
    does = words.does(game, hint.move)
    leads = reasons.margin(hint.margin, session.name(hint.rival), best=not number)
    button = {
        "type": "button",
        "class": "hint chosen" if chosen else "hint",
        "id": f"hint-{number}",
        "data-command": "hint",
        "data-points": POINT,
        "data-value": number,
        "aria-pressed": "true" if chosen else "false",
        "data-lights": words.cell_name(marks.cell_of(hint.move)),
    }
    then = telling.follows(hint.follows, session)
    fills = words.placed(game, hint.line[1:])
    return h(
        "button",
        button,
        h("b", {"class": "number"}, h("span", {"class": "hidden"}, _("Hint"), " "), number + 1),
        art.picture(marks.picture(session, game, hint.move), css="tile mini"),
        h(
            "span",
            {"class": "told"},
            telling.in_words("; ".join(filter(None, (does, fills))) + ": "),
            h("b", None, why),
            h("small", None, leads, telling.exact() if hint.exact else None),
            h("small", {"class": "compared"}, beside) if beside else None,
            h("small", {"class": "compared"}, then) if then else None,
            _brief() if hint.brief and not number else None,
        ),
    )


def _brief() -> Markup:
    """That the analysis of the game may say something else, because it takes its time."""
    return h("small", None, _("A quick look; the analysis after the game looks deeper."))


def _why(session: Session, advice: Advice, number: int) -> str:
    """The gain of the best hint beside the next best one, and of another one beside the best."""
    hints, me = advice.hints or (), session.game.to_move
    if len(hints) < 2 or me is None:
        return ""
    beside = 0 if number else 1
    lead = hints[number].margin - hints[beside].margin
    facts = comparison.told(hints[number].differs, lead, session, me)
    return _("Compared with hint {n}: {facts}.").format(n=beside + 1, facts=facts)


# --- On the board ----------------------------------------------------------------------------


def task(session: Session, number: int, seen: Preview) -> str:
    """The gain of a whole hint, as one sentence."""
    me = session.game.to_move
    assert me is not None, "hints are for whoever decides"
    brings = forecast.preview_text(seen, session, me)
    text = _("Hint {n}: {does}").format(n=number + 1, does=brings)
    return f"{text} ({forecast.change_text(seen, session, me)})"


def ghosts(session: Session, hints: Iterable[Hint]) -> Markup:
    """The tiles of the hints, the best one where several share a cell; none where a ghost is."""
    shown = session.choosing.shown_move
    taken = {shown.cell} if shown else set()
    tiles = []
    for hint in hints:
        move = hint.move
        if move.kind != "A" and move.cell not in taken:
            taken.add(move.cell)
            tiles.append(marks.ghost(session, session.game, move, "ghost hinted"))
    return join(tiles)


def following(session: Session, hint: Hint) -> Markup:
    """The tiles of the turns that are likely to follow a hint."""
    laid = [move.cell for move in words.laid(hint.line)]
    return marks.following(session, hint.follows, laid)


def badges(session: Session, advice: Advice, seen: Preview | None) -> Markup:
    """The number of each hint, in a corner of its cell or on its jungle tile; a click chooses it.

    Args:
        advice: the hints.
        seen: the turn that is shown on the board.
    """
    hints = advice.hints or ()
    room, tick = pills.layout(session, seen), session.choosing.candidate
    places = [marks.cell_of(hint.move) for hint in hints]
    taken = []
    if tick:
        taken.append(room.corners(tick.cell, tick.what, marks.RADIUS)[0].at)
    made = []
    for number, (hint, place) in enumerate(zip(hints, places, strict=True)):
        if hint.move.kind == "A":
            spot = _on_tile(place, places[:number].count(place), places.count(place))
        else:
            free = room.corners(place, hint.move.what, marks.RADIUS)
            spot = next((one for one in free if one.at not in taken), free[0])
        taken.append(spot.at)
        made.append(_badge(session, number, hint, spot, number == advice.chosen))
    return join(made)


def _on_tile(cell: Cell, before: int, count: int) -> Spot:
    """A place on a jungle tile, left of its own number."""
    left, top = plane.corner(cell)
    if count == 1:
        return Spot(left + 22, top + 79, 1.0)
    return Spot(left + 13 + 22 * before, top + 79, SMALLEST)


def _badge(session: Session, number: int, hint: Hint, spot: Spot, chosen: bool) -> Markup:
    label = _("Hint {n}: {does}").format(n=number + 1, does=words.does(session.game, hint.move))
    attributes = {
        "class": "hint-badge chosen" if chosen else "hint-badge",
        "transform": f"translate({spot.x:g} {spot.y:g})",
        "data-command": "hint",
        "data-points": POINT,
        "data-value": number,
        "role": "button",
        "tabindex": -1,  # keyboards use the list above the hand
        "aria-label": label,
    }
    return h("g", attributes, marks.disc(spot, str(number + 1)))
