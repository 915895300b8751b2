"""What has happened, sentence by sentence, for those who hear the page instead of seeing it."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_core import Game, Move
from cacao_core.tiles import NEIGHBOURS, SIDES, Cell, Seat, Side
from cacao_web.game import words
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.ui.i18n import _, cached, ngettext


def events(before: Game, moves: Sequence[Move], sitters: tuple[Sitter, ...]) -> list[str]:
    """What has come of some moves, in order.

    Args:
        before: the position before the first of them.
        moves: what was played.
        sitters: who sits at each seat.
    """
    told = []
    for move in moves:
        seat = before.to_move
        assert seat is not None  # whose move it is
        game = before.copy()
        game.play(move)
        told.append(words.sentence(words.announcement(before, move, sitters[seat].name)))
        told += _by_itself(before, game, move)
        if game.turn != before.turn or game.is_over:
            told += _turn_ends(game, before.turn, sitters)
        before = game
    return told


def _by_itself(before: Game, after: Game, move: Move) -> list[str]:
    """Spaces that were filled from the draw pile, and tiles that are new in the display."""
    filled = [cell for cell in after.jungle if cell not in before.jungle]
    told = [
        _("The pile fills {cell}: {tile}.").format(
            cell=words.cell_name(cell), tile=words.tile_name(after.jungle[cell])
        )
        for cell in filled
        if move.kind != "J" or cell != move.cell
    ]
    if len(after.display) > len(before.display) or after.turn != before.turn:
        drawn = len(before.jungle_pile) - len(after.jungle_pile) - len(told)
        if drawn > 0:
            tiles = ", ".join(words.tile_name(code) for code in after.display[-drawn:])
            told.append(_("New in the jungle display: {tiles}.").format(tiles=tiles))
    return told


def _turn_ends(game: Game, seat: Seat, sitters: tuple[Sitter, ...]) -> list[str]:
    """What the player has whose turn is over."""
    player = game.players[seat]
    gold = ngettext("{n} gold", "{n} gold", player.gold)
    cacao = ngettext("{n} cacao", "{n} cacao", player.cacao)
    return [
        _("{name} has {gold}, {cacao}.").format(name=sitters[seat].name, gold=gold, cacao=cacao)
    ]


# --- Cells -----------------------------------------------------------------------------------


def neighbours(session: Session, cell: Cell) -> str:
    """What lies around a cell, clockwise from north, such as "north: single plantation"."""
    game, parts = session.shown, []
    for side, beside in enumerate(NEIGHBOURS[cell]):
        if code := game.jungle.get(beside):
            parts.append(_beside(side, code))
        elif tile := game.workers.get(beside):
            facing = int(tile.edges[(side + 2) % 4])
            parts.append(_beside(side, facing=facing, name=session.sitters[tile.owner].name))
    return "; ".join(parts)


@cached
def _beside(side: Side, code: str = "", facing: int = 0, name: str = "") -> str:
    what = (
        words.tile_name(code)
        if code
        else ngettext("{n} worker of {name}", "{n} workers of {name}", facing, name=name)
    )
    return f"{words.side_name(SIDES[side])}: {what}"
