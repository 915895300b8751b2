"""The checks of a table that is laid: no turns can lead to what they find."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from cacao_core import CacaoError, Game
from cacao_core.tiles import NEIGHBOURS, Cell
from cacao_web.game.real_table.laying import Layout, counts, deal, turned, turns


class TableProblem(NamedTuple):
    """A problem of a table."""

    kind: Literal["apart", "few", "open", "covered", "turns", "over", "pieces"]
    cells: tuple[Cell, ...] = ()


def problems(now: Layout) -> list[TableProblem]:
    """The problems that no turns can lead to (docs/rules.md 3, 4 and 6); empty without any."""
    problems = [*_area_problems(now), *_turn_problems(now)]
    return problems or list(_piece_problems(now))


def _area_problems(now: Layout) -> Iterator[TableProblem]:
    """The problems of the tiles' places."""
    apart = {*now.jungle, *now.workers} - _connected(now)
    few, empty = set[Cell](), set[Cell]()
    for cell in {*now.jungle, *(near for one in now.workers for near in NEIGHBOURS[one])}:
        beside = sum(near in now.workers for near in NEIGHBOURS[cell])
        if cell in now.jungle:
            few |= {cell} if beside < 2 and cell not in now.rules.start_tiles else set()
        elif beside > 1:
            empty.add(cell)
    left, pile = now.jungle_left().total(), _pile(now)
    covers = {cell for cell, tile in now.workers.items() if tile.overbuilt}
    if apart:
        yield TableProblem("apart", tuple(sorted(apart)))
    if few - apart:
        yield TableProblem("few", tuple(sorted(few - apart)))
    if empty and (pile if now.rules.moments.aside else left):
        yield TableProblem("open", tuple(sorted(empty)))
    if covers and (pile if now.rules.early_overbuilding else left) > now.rules.overbuilding_from:
        yield TableProblem("covered", tuple(sorted(covers)))


def _pile(now: Layout) -> int:
    """The number of jungle tiles that are in the draw pile."""
    return len(Game(deal(now._replace(workers={}))).jungle_pile)


def _piece_problems(now: Layout) -> Iterator[TableProblem]:
    """The pieces of modules that there are not."""
    if now.rules.modules:
        turn = turns(now)[0]
        seen, first = turned(now, turn)
        try:
            game = Game(deal(seen, (turn - first) % now.players))
            Game.from_text(game.to_text())
            fits = min(player.room for player in game.players) >= 0
        except CacaoError:
            fits = False
        if not fits:
            yield TableProblem("pieces")


def _connected(now: Layout) -> set[Cell]:
    """The cells whose tiles are joined to the start tiles."""
    reached, waiting = set(now.rules.start_tiles), list(now.rules.start_tiles)
    while waiting:
        for beside in NEIGHBOURS[waiting.pop()]:
            if beside not in reached and (beside in now.jungle or beside in now.workers):
                reached.add(beside)
                waiting.append(beside)
    return reached


def _turn_problems(now: Layout) -> Iterator[TableProblem]:
    placed, most = counts(now), now.rules.turns(now.players)
    if max(placed) > most or not turns(now):
        yield TableProblem("turns")
    elif min(placed) == most:
        yield TableProblem("over")
