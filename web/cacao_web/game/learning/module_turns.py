"""A turn of each module that shows what is new there, as a record.

The rule book tells it as a worked example, and the guided turns let people play it. In each, red
has the turn, after one turn of everybody where that is needed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from cacao_core import Record


class ModuleTurn(NamedTuple):
    """A turn."""

    text: str  # the record up to its last move
    begun: int  # number of moves before it


@lru_cache(maxsize=8)
def record(module: str) -> Record:
    """The record of the turn of a module, up to its last move."""
    return Record.from_text(TURNS[module].text)


TURNS: Final = {
    "map": ModuleTurn(
        """\
cacao-record 1
rules: map
players: 2
red pile: 2101 2101 1111 1111 1111 1111 2101 2101 2101 3001 3100
purple pile: 1111 2101 2101 1111 1111 1111 2101 2101 2101 3001 3100
jungle pile: T M4 P1 W G1 M3 G2 M2 M3 M3 P1 P1 P2 P2 S T T T W

1 red W2101@0,1 An2@0,1 Ae0@0,1
1 purple W1111@-1,0 JP1@-1,1 Ae1@-1,0 As1@-1,0 Aw1@0,1
2 red W1210@-1,2 KM4@0,2 An1@-1,2 Ae2@-1,2
""",
        begun=8,
    ),
    "watering": ModuleTurn(
        """\
cacao-record 1
rules: watering
players: 2
red pile: 3001 2101 1111 1111 1111 1111 2101 2101 2101 2101 3100
purple pile: 1111 2101 2101 1111 1111 1111 2101 2101 2101 3001 3100
jungle pile: I M3 T G1 G2 I M2 M2 M3 M3 M4 P1 P1 P1 S T T T W

1 red W1300@0,1 An1@0,1 Ae3@0,1
1 purple W1111@-1,0 JI@-1,1 Ae1@-1,0
2 red W2101@-1,2 JM3@0,2 An1@-1,2 Ae1@-1,2
""",
        begun=6,
    ),
    "chocolate": ModuleTurn(
        """\
cacao-record 1
rules: chocolate
players: 2
red pile: 3001 2101 1111 1111 1111 1111 2101 2101 2101 2101 3100
purple pile: 1111 2101 2101 1111 1111 1111 2101 2101 2101 3001 3100
jungle pile: K T C P1 C K M2 M3 M4 P1 P1 P2 P2 S T T T W W

1 red W3001@0,1 An3@0,1
1 purple W1111@-1,0 JK@-1,1 Ae1@-1,0 As1@-1,0 Aw1@0,1
2 red W2101@-1,2 JC@0,2 An2@-1,2 Ae0+1@-1,2
""",
        begun=7,
    ),
    "huts": ModuleTurn(
        """\
cacao-record 1
rules: huts
players: 2
red pile: 3100 2101 1111 1111 1111 1111 2101 2101 2101 2101 3001
purple pile: 1111 2101 2101 1111 1111 1111 2101 2101 2101 3001 3100
jungle pile: G2 T M3 P1 G1 M2 M3 M3 M4 P1 P1 P2 P2 S T T T W W
huts: MC TR HE RW SH FA MB MO FO FM CW CH

1 red W3100@0,1 An3@0,1 Ae1@0,1
1 purple W1111@-1,0 JG2@-1,1 Ae1@-1,0 As2@-1,0
2 red W2101@-1,2 JM3@0,2 An4@-1,2 Ae1@-1,2 HMC
""",
        begun=7,
    ),
    "gems": ModuleTurn(
        """\
cacao-record 1
rules: gems
players: 2
red pile: 3001 2101 1111 1111 1111 1111 2101 2101 2101 2101 3100
purple pile: 1111 2101 2101 1111 1111 1111 2101 2101 2101 3001 3100
jungle pile: D M3 P1 W D D D G1 G2 M2 M3 M3 M4 P1 P1 P2 P2 S W
gems: W R G B W R R R R R G G G G G B B B B B W W W W

1 red W0013@0,1
1 purple W1111@-1,0 JD@-1,1 Ae1@-1,0 AsR@-1,0 AwRGB@0,1
2 red W2101@-1,2 JP1@0,2 AnWW@-1,2 Ae1@-1,2 As1@0,1
""",
        begun=6,
    ),
    "tree": ModuleTurn(
        """\
cacao-record 1
rules: tree
players: 2
red pile: 3100 2101 1111 1111 1111 1111 2101 2101 2101 2101 3001
purple pile: 1111 2101 2101 1111 1111 1111 2101 2101 2101 3001 3100
jungle pile: L M3 P1 W L M2 M3 M3 M4 P1 P1 P2 P2 S T T T T W

1 red W3100@0,1 An3@0,1 Ae1@0,1
1 purple W1111@-1,0 JM3@-1,1 Ae1@-1,0 As1@-1,0
2 red W2101@-1,2 JL@0,2 An2@-1,2 Ae1@-1,2 As3@0,1
""",
        begun=7,
    ),
    "emperor": ModuleTurn(
        """\
cacao-record 1
rules: emperor
players: 2
red pile: 2101 2101 1111 1111 1111 1111 2101 2101 2101 3001 3100
purple pile: 1111 2101 2101 1111 1111 1111 2101 2101 2101 3001 3100
jungle pile: P1 M3 P1 W G1 G2 M2 M3 M3 M4 P1 P2 P2 S T T T T W

1 red W2101@0,1 An2@0,1 Ae0@0,1
1 purple W1111@-1,0 JM3@-1,1 Ae1@-1,0 As1@-1,0 Aw1@0,1
2 red W1111@0,-1 JP1@-1,-1 As1@0,-1 Aw1@0,-1
""",
        begun=8,
    ),
    "workers": ModuleTurn(
        """\
cacao-record 1
rules: workers
players: 2
red pile: 0202 0004 3001 0022 0103 2101 2101 2101 2101 2101 3100
purple pile: 2101 0022 3001 0004 0103 0202 2101 2101 2101 2101 3100
jungle pile: M3 M4 P1 W G1 G2 M2 M3 M3 P1 P1 P2 P2 S T T T T W

1 red W4000@0,1 An4@0,1
""",
        begun=0,
    ),
}
"""Name of a module -> its turn."""
