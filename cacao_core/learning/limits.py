"""The greatest number of legal moves and tiles that a position can have.

Proof of the number of moves, with any modules (docs/rules.md 11). Let *k* worker tiles lie on the
table and *j* jungle tiles besides the start tiles.

1. A worker tile is placed beside a jungle tile that lies there (docs/rules.md 4.A), so three of its
   edges at most face spaces that are filled later or in the same turn. Every filled space has two
   worker tiles beside it, or more. So 2 *j* ≤ 3 *k*.
2. The first *s* open cells are those beside the start tiles. A placement takes one. A filled space
   has two worker tiles beside it, so it opens two cells at most. So there are at most
   *s* + 2 *j* - *k* open cells.
3. A hand has at most as many ways to be placed as its tiles have orientations, each kind once.
4. Only own tiles are overbuilt: at most one less than the player has turns.

5. A turn fills three spaces at most, each with one kind of tile of the display or of the map board,
   or drawn blind.
6. So it activates at most 4 + 3 × 3 edges, those without workers at trees of life included. An edge
   has no more options than its tile says for the most workers on an edge.
7. A player builds one kind of hut, or none.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final

from cacao_core.modules.huts import HUTS
from cacao_core.rules import BASE, Rules
from cacao_core.tiles import NEIGHBOURS, ROTATIONS, WORKERS_ON

_MOST_SPACES: Final = 3
_MOST_EDGES: Final = 4 + 3 * _MOST_SPACES
_MOST_WORKERS: Final = max(max(numbers) for numbers in WORKERS_ON.values())


def most_open_cells(rules: Rules, players: int) -> int:
    """A number of open cells that no position exceeds, see above."""
    start = len({beside for cell in rules.start_tiles for beside in NEIGHBOURS[cell]})
    pile = sum(rules.jungle_tiles[players].values())
    placements = range(1, players * rules.turns(players))
    return max([start, *(start + 2 * most_filled(k, pile) - k for k in placements)])


def most_filled(worker_tiles: int, pile: int) -> int:
    """The most jungle tiles that so many worker tiles can have brought to the table."""
    return min(pile, 3 * worker_tiles // 2)


@cache
def most_moves(rules: Rules) -> int:
    """A number of legal moves that no position of a game with any number of players exceeds."""
    most = max(
        _MOST_EDGES * max(tile.most_options(_MOST_WORKERS) for tile in rules.tiles.values()),
        _MOST_SPACES * (2 * len(rules.tiles) + 1),
        len(HUTS) + 1,
    )
    for players, tiles in rules.worker_tiles.items():
        hands = combinations((len(ROTATIONS[name]) for name in tiles), min(rules.hand, len(tiles)))
        ways = max(map(sum, hands))
        cells = most_open_cells(rules, players) + rules.turns(players) - 1
        most = max(most, ways * cells)
    return most


def most_tiles(rules: Rules) -> int:
    """The most worker and jungle tiles on a table, with any number of players."""
    jungle = max(sum(pile.values()) for pile in rules.jungle_tiles.values())
    workers = max(players * rules.turns(players) for players in rules.players)
    return len(rules.start_tiles) + jungle + workers


MOST_MOVES: Final = most_moves(BASE)
"""The size of the action space in the game of the rulebook."""
