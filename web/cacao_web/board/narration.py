"""The story of a game, sentence by sentence, for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cacao_core import Game, Move
from cacao_core.moves import ACTIVATE, BUILD
from cacao_core.tiles import NEIGHBOURS, SIDES, UNKNOWN, Cell, Seat, Side
from cacao_web.game.effects import WorkerEffect, of
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.game.texts import gains, words
from cacao_web.ui.i18n import _, cached, ngettext

if TYPE_CHECKING:
    from cacao_core.events import Event


def events(
    before: Game, moves: Sequence[Move], sitters: tuple[Sitter, ...], you: Seat | None = None
) -> list[str]:
    """The events of some moves as sentences, in order.

    Args:
        before: the position before the first of them.
        moves: what was played.
        sitters: who sits at each seat.
        you: the player to whom it is told, if there is one.
    """
    from cacao_core.events import TurnEnded  # noqa: PLC0415  # not for the start of the page

    names = {seat: sitter.said for seat, sitter in enumerate(sitters)}
    sentences, game, acted = list[str](), before.copy(), list[WorkerEffect]()
    for move in moves:
        if move.kind not in (ACTIVATE, BUILD):
            assert game.to_move is not None  # the seat of the move
            name = None if game.to_move == you else names[game.to_move]
            sentences.append(words.sentence(words.announcement(game, move, name)))
        happened, aside = game.events(move), game.aside
        game.play(move)
        sentences += _filled(happened)
        acted += of(happened)
        for event in happened:
            if isinstance(event, TurnEnded):  # the workers have acted before that
                sentences += _sentences(acted, names, you)
                sentences += [*_refilled(happened, game), *_on_map(aside, game)]
                sentences.append(_turn_ends(game, event.seat, sitters, you))
                acted.clear()
    return [*sentences, *_sentences(acted, names, you)]


def _sentences(
    acted: Sequence[WorkerEffect], names: dict[Seat, str], you: Seat | None
) -> list[str]:
    return [words.capital(words.sentence(sentence)) for sentence in gains.told(acted, names, you)]


def _filled(happened: Sequence[Event]) -> list[str]:
    """Spaces that were filled from the draw pile."""
    from cacao_core.events import Filled  # noqa: PLC0415  # see above

    return [
        _("The pile fills {cell}: {tile}.").format(
            cell=words.cell_name(event.cell), tile=words.tile_name(event.code)
        )
        for event in happened
        if isinstance(event, Filled) and event.from_pile
    ]


def _refilled(happened: Sequence[Event], game: Game) -> list[str]:
    """New tiles in the display, which are its last ones."""
    from cacao_core.events import Refilled  # noqa: PLC0415  # see above

    codes = [event.code for event in happened if isinstance(event, Refilled)]
    new = [words.tile_name(code) for code in codes if code != UNKNOWN]
    if game.rules.module("gems"):
        shown = _with_gems(game)[: len(game.display)]
        new = [name for name in shown[len(shown) - len(codes) :] if name]
    return [_("New in the jungle display: {tiles}.").format(tiles=", ".join(new))] if new else []


def _on_map(before: tuple[str, ...], game: Game) -> list[str]:
    """The tiles on the map board, if they are not those of before."""
    if game.aside == before or UNKNOWN in game.aside:
        return []
    tiles = ", ".join(_with_gems(game)[len(game.display) :]) or _("none")
    return [_("On the map board: {tiles}.").format(tiles=tiles)]


def _with_gems(game: Game) -> list[str]:
    """The names of the tiles of the display and the map board, with the gems on them."""
    from cacao_core import expansion_pieces  # noqa: PLC0415  # base games have none

    return [
        _mine(code, gems) if code != UNKNOWN else ""
        for code, gems in zip(
            (*game.display, *game.aside), expansion_pieces.waiting(game), strict=True
        )
    ]


def _mine(code: str, gems: str) -> str:
    """The name of a tile with the gems that lie on it."""
    name = words.tile_name(code)
    named = gems.replace(UNKNOWN, "")
    return f"{name} ({words.more().gems_named(named)})" if named else name


def _turn_ends(game: Game, seat: Seat, sitters: tuple[Sitter, ...], you: Seat | None) -> str:
    """The possessions of the player whose turn is over."""
    player = game.players[seat]
    gold = ngettext("{n} gold", "{n} gold", player.gold)
    cacao = ngettext("{n} cacao", "{n} cacao", player.cacao)
    if player.bars:
        cacao = ", ".join((cacao, ngettext("{n} bar", "{n} bars", player.bars)))
    if player.gems:
        cacao = ", ".join((cacao, words.more().gems_named(player.gems)))
    if seat == you:
        return _("You have {gold}, {cacao}.").format(gold=gold, cacao=cacao)
    return _("{name} has {gold}, {cacao}.").format(name=sitters[seat].said, gold=gold, cacao=cacao)


# --- Cells -----------------------------------------------------------------------------------


def neighbours(session: Session, cell: Cell) -> str:
    """The tiles around a cell, clockwise from north, such as "north: single plantation"."""
    return around(session.shown, cell, session.sitters, session.you)


def around(game: Game, cell: Cell, sitters: tuple[Sitter, ...], you: Seat | None = None) -> str:
    """The same in any position."""
    parts = list[str]()
    for side, beside in enumerate(NEIGHBOURS[cell]):
        if code := game.jungle.get(beside):
            parts.append(_beside(side, code, gems=game.supply.get("mines", {}).get(beside, "")))
        elif tile := game.workers.get(beside):
            facing = int(tile.edges[(side + 2) % 4])
            name = None if tile.owner == you else sitters[tile.owner].said
            parts.append(_beside(side, facing=facing, name=name))
    return "; ".join(parts)


@cached
def _beside(
    side: Side, code: str = "", facing: int = 0, name: str | None = None, gems: str = ""
) -> str:
    if code:
        what = _mine(code, gems)
    elif name is None:
        what = ngettext("{n} worker of yours", "{n} workers of yours", facing)
    else:
        what = ngettext("{n} worker of {name}", "{n} workers of {name}", facing, name=name)
    return f"{words.side_name(SIDES[side])}: {what}"
