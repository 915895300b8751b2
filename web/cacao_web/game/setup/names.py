"""The names that computers get unless people choose others; the same in all languages."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

from cacao_core import ai
from cacao_core.names import outline
from cacao_core.tiles import COLOURS
from cacao_web.game.players import Sitter, coloured

_OWN: Final = {
    "newcomer": "Rosa",
    "beginner": "Timo",
    "relaxed": "Lola",
    "gentle": "Nino",
    "easy": "Tula",
    "casual": "Beno",
    "fair": "Dina",
    "steady": "Ivo",
    "able": "Cora",
    "medium": "Otto",
    "hard": "Kira",
    "expert": "Elio",
    "master": "Alma",
}
"""Level -> its name. Links leave these names out, so they can never be changed."""
_SPARE: Final = ("Luna", "Hugo", "Vera", "Zeno", "Flora", "Bruno", "Selma")
"""For a second computer of a level, or if a person has that name; enough for every table."""


def named(players: Iterable[Sitter]) -> tuple[Sitter, ...]:
    """The same sitters; each level without a name gets one that nobody else has.

    Which one it is depends on the levels, the colours and the names of the others, but not on who
    starts.
    """
    seated = list(coloured(players))
    taken = {outline(sitter.name) for sitter in seated}
    for seat in sorted(range(len(seated)), key=lambda seat: COLOURS.index(seated[seat].colour)):
        if not seated[seat].name and seated[seat].kind in ai.LEVELS:
            names = chain([_OWN[seated[seat].kind]], _SPARE)
            name = next(name for name in names if outline(name) not in taken)
            taken.add(outline(name))
            seated[seat] = seated[seat]._replace(name=name)
    return coloured(seated)


def are_usual(players: Iterable[Sitter]) -> bool:
    """Whether all levels have the names that they get unless people choose others."""
    players = tuple(players)
    return players == named(
        sitter._replace(name="") if sitter.kind in ai.LEVELS else sitter for sitter in players
    )
