"""The hand in the tray, and the question that hides it until the next person is ready."""

from __future__ import annotations

from cacao_core.tiles import TILE_OF_EDGES, Seat
from cacao_web.board import art
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def hand(session: Session) -> Markup | None:
    viewer = session.viewer
    if viewer is None or session.shown.is_over or session.mode.is_written:
        return None
    tiles = session.mode.hand(session.shown, viewer)
    active = session.choosing.chosen_tile is not None
    looks = session.choice.edges(viewer, tiles)
    good = {TILE_OF_EDGES[move.what] for move in session.choosing.suggestions}
    buttons = [
        _tile(session, viewer, index, edges, active=active, good=tiles[index] in good)
        for index, edges in enumerate(looks)
    ]
    label = _("Your hand")
    box = {"class": "hand", "role": "group", "aria-label": label, "data-anchor": "hand"}
    return h("div", box, buttons)


def _tile(
    session: Session, viewer: Seat, index: int, edges: str, *, active: bool, good: bool
) -> Markup:
    """A tile of the hand; a good one has a star, as its best cells have."""
    chosen = active and index == session.choice.hand
    label = _("Tile {n}: workers {workers}")
    if good:
        label = _("Suggested tile {n}: workers {workers}")
    attributes = {
        "type": "button",
        "class": "slot chosen" if chosen else "slot",
        "id": f"hand-{index}",
        "data-hand": index,
        "data-anchor": f"hand:{index}",
        "disabled": not active,
        "aria-pressed": "true" if chosen else "false",
        "aria-label": label.format(n=index + 1, workers=words.edges(edges)),
    }
    colour = session.sitters[viewer].colour
    star = widgets.symbol("icon-star", "good-tile") if good else None
    return h("button", attributes, art.picture(art.worker_tile(colour, edges)), star)


def handover(session: Session) -> Markup:
    actor = session.actor
    name = actor.said if actor else ""
    label = _("I am {name}: show my tiles").format(name=name)
    # The focus waits beside the button: one Enter too many must not show anybody's tiles.
    uncover = widgets.button("uncover", label, css="primary")
    return h("div", {"class": "handover", "tabindex": -1}, uncover)
