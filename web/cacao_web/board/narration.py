"""What has happened, sentence by sentence, for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cacao_core import Game, Move
from cacao_core.moves import ACTIVATE
from cacao_core.tiles import NEIGHBOURS, SIDES, Cell, Seat, Side
from cacao_web.game import gains, words
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.ui.i18n import _, cached, ngettext

if TYPE_CHECKING:
    from cacao_core.events import Event


def events(before: Game, moves: Sequence[Move], sitters: tuple[Sitter, ...]) -> list[str]:
    """The events of some moves as sentences, in order.

    Args:
        before: the position before the first of them.
        moves: what was played.
        sitters: who sits at each seat.
    """
    from cacao_core.events import TurnEnded  # noqa: PLC0415  # not for the start of the page

    names = {seat: sitter.said for seat, sitter in enumerate(sitters)}
    told, game, acted = list[str](), before.copy(), list[gains.Effect]()
    for move in moves:
        seat = game.to_move
        assert seat is not None  # the seat of the move
        if move.kind == ACTIVATE:
            faced = game.jungle[NEIGHBOURS[move.cell][move.side]]
            acted.append(gains.effect(seat, faced, move.amount))
        else:
            told.append(words.sentence(words.announcement(game, move, names[seat])))
        happened = game.events(move)
        game.play(move)
        after = _by_itself(happened)
        after += [
            _turn_ends(game, event.seat, sitters)
            for event in happened
            if isinstance(event, TurnEnded)
        ]
        if after:  # the workers have acted before that
            told += [*map(words.sentence, gains.told(acted, names)), *after]
            acted.clear()
    return [*told, *map(words.sentence, gains.told(acted, names))]


def _by_itself(happened: Sequence[Event]) -> list[str]:
    """Spaces that were filled from the draw pile, and new tiles in the display."""
    from cacao_core.events import Filled, Refilled  # noqa: PLC0415  # see above

    told = [
        _("The pile fills {cell}: {tile}.").format(
            cell=words.cell_name(event.cell), tile=words.tile_name(event.code)
        )
        for event in happened
        if isinstance(event, Filled) and event.from_pile
    ]
    new = [words.tile_name(event.code) for event in happened if isinstance(event, Refilled)]
    if new:
        told.append(_("New in the jungle display: {tiles}.").format(tiles=", ".join(new)))
    return told


def _turn_ends(game: Game, seat: Seat, sitters: tuple[Sitter, ...]) -> str:
    """What the player owns whose turn is over."""
    player = game.players[seat]
    gold = ngettext("{n} gold", "{n} gold", player.gold)
    cacao = ngettext("{n} cacao", "{n} cacao", player.cacao)
    return _("{name} has {gold}, {cacao}.").format(name=sitters[seat].said, gold=gold, cacao=cacao)


# --- Cells -----------------------------------------------------------------------------------


def neighbours(session: Session, cell: Cell) -> str:
    """The tiles around a cell, clockwise from north, such as "north: single plantation"."""
    game, parts = session.shown, []
    for side, beside in enumerate(NEIGHBOURS[cell]):
        if code := game.jungle.get(beside):
            parts.append(_beside(side, code))
        elif tile := game.workers.get(beside):
            facing = int(tile.edges[(side + 2) % 4])
            parts.append(_beside(side, facing=facing, name=session.sitters[tile.owner].said))
    return "; ".join(parts)


@cached
def _beside(side: Side, code: str = "", facing: int = 0, name: str = "") -> str:
    what = (
        words.tile_name(code)
        if code
        else ngettext("{n} worker of {name}", "{n} workers of {name}", facing, name=name)
    )
    return f"{words.side_name(SIDES[side])}: {what}"
