"""The gains of a preview as pills on the board."""

from __future__ import annotations

from collections import defaultdict

from cacao_core.moves import FILLS
from cacao_core.tiles import Cell, Seat
from cacao_web.board import art, plane
from cacao_web.board.room import CENTRE, OverlayLayout, Pill, Spot
from cacao_web.game.effects import WorkerEffect
from cacao_web.game.preview import Preview
from cacao_web.game.session import Session
from cacao_web.game.texts import gains, words
from cacao_web.ui.markup import Markup


def layout(session: Session, seen: Preview | None) -> OverlayLayout:
    """The places with room for the pills of a preview and further signs."""
    game = session.shown
    if seen is None:
        return OverlayLayout(game)
    move = seen.move
    placed = () if move.kind == "A" else (move,)
    shown = {one.cell: one.what for one in (*placed, *seen.fills)}
    return OverlayLayout(game, _pills(session, seen), shown, move.cell if placed else None)


def _pills(session: Session, seen: Preview) -> dict[Cell, list[Pill]]:
    """On each jungle tile one pill for each player who gains there; on a filled one the change."""
    sums: dict[tuple[Cell, Seat, str], WorkerEffect] = {}
    for effect in seen.effects:
        if effect.cell:
            key = effect.cell, effect.seat, effect.code
            [sums[key]] = gains.added(filter(None, (sums.get(key), effect)))
    pills: dict[Cell, list[Pill]] = defaultdict(list)
    for (cell, seat, _code), effect in sums.items():
        css = f"seat-{session.sitters[seat].colour}"
        pills[cell].append(Pill(gains.short(effect), art.sign_of(effect), css))
    if seen.move.kind in FILLS and (pill := _changed(seen, session.shown.turn)):
        pills[seen.move.cell].append(pill)
    return pills


def change(seen: Preview, seat: Seat) -> Markup | None:
    """The change of the mover's score, in the middle of the worker tile."""
    pill = _changed(seen, seat)
    if pill is None:
        return None
    x, y = plane.corner(seen.move.cell)
    return art.badge(pill, Spot(x + 50, y + 50, min(1.0, CENTRE / pill.width)))


def _changed(seen: Preview, seat: Seat) -> Pill | None:
    """The change of a seat's score."""
    gold = seen.change[seat]
    if not gold:
        return None
    return Pill(words.signed(gold), "", "change up" if gold > 0 else "change down")
