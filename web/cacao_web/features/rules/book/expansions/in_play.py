"""The rule book: which jungle tiles a module brings, and which stay in the box."""

from __future__ import annotations

from collections import Counter

from cacao_core.rules import BASE, expanded
from cacao_web.features.rules.book.entry import Figure, Tile
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _, all_of

FEW = 2
MANY = 3


def counts(module: str, players: int) -> Counter[str]:
    """Code -> more of these tiles than in the base game, start tiles included; less below 0."""
    rules = expanded(module)
    numbers = Counter(rules.jungle_tiles[players]) + Counter(rules.start_tiles.values())
    numbers.subtract(Counter(BASE.jungle_tiles[players]) + Counter(BASE.start_tiles.values()))
    return numbers


def told(module: str) -> tuple[str, ...]:
    """The tiles in play, in two sentences."""
    return (
        _("Tiles in play with three or four players: {tiles}.").format(tiles=_change(module, MANY)),
        _("With two players: {tiles}.").format(tiles=_change(module, FEW)),
    )


def _change(module: str, players: int) -> str:
    numbers = counts(module, players)
    more = named({code: count for code, count in numbers.items() if count > 0})
    out = named({code: -count for code, count in numbers.items() if count < 0})
    return _("{more} in, {out} back into the box").format(more=more, out=out)


def named(tiles: dict[str, int]) -> str:
    """Some numbers of jungle tiles."""
    each = _("{n} × {tile}")
    return all_of([each.format(n=n, tile=words.tile_name(code)) for code, n in tiles.items()])


def pictures(module: str, *codes: str) -> tuple[Figure, ...]:
    """The new jungle tiles of a module, with their numbers."""
    many, few = counts(module, MANY), counts(module, FEW)
    label = _("{n} × {tile}, {few} with two players")
    return tuple(
        Tile(code, label.format(tile=words.tile_name(code), n=many[code], few=few[code]))
        for code in codes
    )
