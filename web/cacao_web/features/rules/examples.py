"""Worked examples of the rule book as real games: records, and the part of the board to show.

Their moves are those that the rule book describes; tests play them. All were made with
``cacao_core``; the overbuilding was found by searching randomly played games.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from cacao_core import Record
from cacao_core.tiles import COLOURS
from cacao_web.game.learning.module_turns import TURNS

View: TypeAlias = tuple[int, int, int, int]
"""A part of the board in cells: x and y of the first one, columns, rows."""


class Example(NamedTuple):
    """A worked example."""

    text: str  # the record up to the example's last move
    begun: int  # number of moves before the example starts; there it is opened
    view: View  # the cells to show
    colours: tuple[str, ...] = COLOURS[:2]  # of the seats


@lru_cache(maxsize=8)
def record(name: str) -> Record:
    """The record of an example up to its last move."""
    return Record.from_text(EXAMPLES[name].text)


_MODULE_VIEWS: Final[dict[str, View]] = {
    "emperor": (-1, -1, 3, 3),
    "workers": (0, 0, 2, 2),
}
"""The views of module examples that differ from most."""

EXAMPLES: Final = {
    "order": Example(
        """\
cacao-record 1
rules: 1
players: 2
red pile: 2101 1111 3001 1111 1111 1111 2101 2101 2101 2101 3100
purple pile: 1111 2101 2101 1111 1111 1111 2101 2101 2101 3001 3100
jungle pile: W M3 P1 G1 P1 P1 P2 P2 M2 M3 M3 M4 G2 W S T T T T

1 red W2101@0,1 An2@0,1 Ae1@0,1
""",
        begun=1,
        view=(0, 0, 2, 2),
    ),
    "fill": Example(
        """\
cacao-record 1
rules: 1
players: 2
red pile: 1111 2101 3001 1111 1111 1111 2101 2101 2101 2101 3100
purple pile: 1111 2101 2101 1111 1111 1111 2101 2101 2101 3001 3100
jungle pile: M3 W P1 P1 P1 P2 P2 M2 M3 M3 M4 G1 G2 W S T T T T

1 red W1111@0,-1 As1@0,-1
1 purple W1111@-1,0 JM3@-1,-1 Ae1@-1,0 An1@-1,0 Aw1@0,-1
""",
        begun=2,
        view=(-1, -1, 3, 3),
    ),
    "water": Example(
        """\
cacao-record 1
rules: 1
players: 2
red pile: 3001 2101 1111 1111 1111 1111 2101 2101 2101 2101 3100
purple pile: 1111 2101 2101 1111 1111 1111 2101 2101 2101 3001 3100
jungle pile: W G1 P1 M3 P1 P1 P2 P2 M2 M3 M3 M4 G2 W S T T T T

1 red W0013@0,-1 As1@0,-1
1 purple W1111@-1,0 JW@-1,-1 Ae1@-1,0 An1@-1,0 Aw3@0,-1
""",
        begun=2,
        view=(-1, -1, 3, 3),
    ),
    "temple": Example(
        """\
cacao-record 1
rules: 1
players: 3
red pile: 2101 3001 1111 1111 1111 2101 2101 2101 2101 3100
purple pile: 1111 2101 2101 1111 1111 2101 2101 2101 3001 3100
white pile: 2101 1111 3001 1111 1111 2101 2101 2101 2101 3100
jungle pile: T G1 P1 M3 P1 P1 P1 P1 P2 P2 M2 M3 M3 M3 M4 G1 G2 W W W S S T T T T

1 red W1012@0,-1 As1@0,-1
1 purple W1111@-1,0 JT@-1,-1 Ae1@-1,0
1 white W1210@-2,-1 JP1@-2,0 As1@-2,-1 Aw1@-1,0
""",
        begun=5,
        view=(-2, -1, 4, 3),
        colours=("red", "purple", "yellow"),
    ),
    "overbuild": Example(
        """\
cacao-record 1
rules: 1
players: 2
seed: 3342

1 red W2101@2,1
1 purple W1111@1,2 JT@2,2
2 red W1012@0,1 JW@0,2 An1@0,1 As1@0,1 Aw1@1,2
2 purple W1111@0,-1 As1@0,-1
3 red W0121@-1,0 JG1@-1,-1 JM4@-1,1 Aw1@0,1 Ae1@-1,0 As1@-1,0 Aw1@0,-1
3 purple W2101@-2,1 JS@-2,0 An2@-2,1 Ae1@-2,1 Aw1@-1,0
4 red W0031@-3,0 JP2@-3,1 As3@-3,0 Aw2@-2,1
4 purple W3100@3,2 JM2@3,1 An2@3,2 Ae1@2,1
5 red W0130@-1,-2 JM3@0,-2 As3@-1,-2 Ae1@-1,-2
5 purple W1210@-3,2 JP2@-2,2 Ae4@-3,2 An1@-3,2
6 red W1111@0,-3 JT@-1,-3 As1@0,-3
6 purple W0121@-4,1 JG2@-4,0 JP1@-4,2 Aw1@-3,0
7 red W2101@-1,2 Aw2@-1,2 An2@-1,2 Ae1@-1,2
7 purple W1111@-2,-3 JM3@-2,-2 As1@-2,-3
8 red W1111@0,3 JP1@1,3 JM3@-1,3 Ae1@0,3 Aw1@0,3 An1@0,3 As1@1,2
8 purple W3001@-1,-4 JT@-2,-4 JP1@0,-4 An1@0,-3
9 red W1111@-2,-1 JT@-3,-1 Ae1@-2,-1 An1@-2,-1 As1@-2,-1
9 purple W1210@-2,3 JW@-3,3 Ae2@-2,3 An2@-2,3 As1@-3,2
10 red O2101@-1,2 Aw2@-1,2 An2@-1,2 Ae1@-1,2
""",
        begun=73,
        view=(-3, 1, 5, 3),
    ),
    **{
        module: Example(*turn, _MODULE_VIEWS.get(module, (-1, 0, 3, 3)))
        for module, turn in TURNS.items()
    },
}
"""Name -> the example."""
