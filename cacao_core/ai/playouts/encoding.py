"""Positions as whole numbers: the meaning of each bit of a holding, a crew, a profile and a key.

The playouts of a search ask the same few questions millions of times: what do these workers bring
to a player who owns this? So all that the answer depends on is packed into one or two whole
numbers, which are the keys of the tables in :mod:`cacao_core.ai.playouts.tables`.

A worked position
=================

A game of two has begun. Red has placed its first tile on 1,0 and taken a cacao. ``P1`` is the start
plantation, ``M2`` the start market. Purple considers the cell ``0,-1``::

       x =  -1      0       1       2
    y = -1       [ 0,-1 ] (space)              red's tile has 2 workers in the north,
    y =  0          P1     2101   (space)      1 in the east, 1 in the west
    y =  1                  M2

>>> from cacao_core import Deal, Game
>>> from cacao_core.ai.playouts.state import State
>>> from cacao_core.ai.playouts.tables import Tables
>>> from cacao_core.ai.learned.tables import WEIGHTS
>>> game = Game(Deal.shuffled(players=2, seed=7))
>>> for move in ("W2101@1,0", "Aw1@1,0"):
...     game.play(move)
>>> state = State.of(game, Tables(2, WEIGHTS[2]))
>>> square = state.grid.square

**A holding** is a village board without its gold. It is not a bit field, but a number in mixed
radix, least significant digit first: cacao (0 to 5), sun tokens (0 to 3), water field (0 to 8),
turns left. Red has 1 cacao, no sun token, the carrier on its first field, and 10 turns left::

    1  +  0 × ONE_SUN (6)  +  0 × ONE_FIELD (24)  +  10 × ONE_TURN (216)  =  2161

>>> state.held[0] == holding_of(game.players[0]) == 1 + 10 * ONE_TURN == 2161
True
>>> cacao_of(2161), suns_of(2161), water_of(2161), turns_left_of(2161)
(1, 0, 0, 10)

**A crew** is the number of workers that act on each good, in fields that add up when crews do.
Plantations and mines count by what they give, so one worker at ``P2`` equals two at ``P1``::

    bit   29  26 25  22 21   17 16  13 12   9 8    5 4     0
          suns   water  gold    M4     M3     M2     cacao
          0000   0000   00000   0000   0000   0001   00010    2 cacao, and 1 worker at M2

>>> two_cacao_and_a_market = 2 * CREW_OF[NUMBER_OF["P1"]] + CREW_OF[NUMBER_OF["M2"]]
>>> f"{two_cacao_and_a_market:b}"
'100010'
>>> two_cacao_and_a_market == CREW_OF[NUMBER_OF["P2"]] + CREW_OF[NUMBER_OF["M2"]]
True

**Workers facing a jungle space** have four bits for each seat, the first seat lowest. Two workers
of red face the space 1,-1::

    bit    7   4 3   0
           purple red
            0000 0010

>>> state.facing[square((1, -1))]
2

**A profile** describes the four sides of a worker cell, eight bits for each. The lowest seven bits
are the number of a jungle tile, 0 if there is none. The highest bit, ``TO_RESOLVE``, says that more
has to be found out: a space that must be filled if a tile is placed here, or a temple, whose value
depends on the workers there. North and west of 0,-1 are empty. The space to its east has red's tile
beside it, so it must be filled when another worker tile is placed beside it. To its south is
``P1``, number 1::

    bit   35    28 27    20 19    12 11     4 3  0
          west     south    east     north    hand
          00000000 00000001 10000000 00000000 0000

>>> f"{state.profile[square((0, -1))]:036b}"
'000000000000000110000000000000000000'

**A key** is all that the best way to place a tile on a cell depends on, besides the holding. It is
the profile with the kinds of the hand in its lowest four bits, and with every side resolved: a side
has the number of a tile, or from 16 on that of a class of temples. Above them are pairs of four
bits for the player's older workers that act because a space is filled: their number and tile.
Purple has the kinds ``1111``, ``2101`` and ``3001``, bits 0 to 2, and would place the market of
price 4, number 5, in the east. No older workers of purple's are beside it::

    bit   … 36 35    28 27    20 19    12 11     4 3  0
          older west    south    east     north    hand
                00000000 00000001 00000101 00000000 0111

>>> from cacao_core.ai.playouts.fillings import resolved
>>> key, spaces = resolved(state, square((0, -1)), state.profile[square((0, -1))], seat=1)
>>> [(state.grid.cell(space), shift) for space, shift in spaces]
[((1, -1), 12)]
>>> hand = sum({1 << kind for kind in state.hands[1]})
>>> key += NUMBER_OF["M4"] << spaces[0][1] | hand
>>> f"{key:036b}"
'000000000000000100000101000000000111'

The tables have the best turn for this key: ``1111``, whose crew of one worker at the plantation and
one at the market takes a cacao and sells it.

>>> best = state.tables.best_turns(state.held[1] - ONE_TURN, jungle_left=True)[key]
>>> ORIENTATIONS[best.orientation], f"{best.crew:b}"
('1111', '10000000000001')
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias

from cacao_core.errors import BadRules
from cacao_core.jungle import JUNGLE, TEMPLES, JungleTile
from cacao_core.player import Player
from cacao_core.rules import BASE, Rules
from cacao_core.tiles import BASE_ROTATIONS, WORKERS_ON

# --- Rules that computers know -----------------------------------------------------------------

STORAGE_SPACES: Final = BASE.storage
SUN_SITES: Final = BASE.sun_sites
WATER_FIELDS: Final = BASE.water
LAST_WATER_FIELD: Final = BASE.last_field
DISPLAY_SIZE: Final = BASE.display
MOST_TURNS: Final = max(map(BASE.turns, BASE.players))
"""Turns of each player that the learned values know."""


@cache
def check_rules(rules: Rules) -> None:
    """Check that the computers' tables hold for a game: only its tiles may be others.

    Raises:
        BadRules: they do not.
    """
    if rules.modules or dict(rules.tiles) != dict(JUNGLE):
        raise BadRules(f"rules {rules.name}: computers do not know all tiles of this game")
    for name in ("storage", "sun_sites", "water", "display", "temple_gold", "overbuilding_from"):
        if getattr(rules, name) != getattr(BASE, name):
            raise BadRules(f"rules {rules.name}: computers know {name} {getattr(BASE, name)} only")
    if max(map(rules.turns, rules.players)) > MOST_TURNS:
        raise BadRules(f"rules {rules.name}: computers know {MOST_TURNS} turns at most")


@cache
def knows(rules: Rules) -> bool:
    """Whether the quick player can play a game; :mod:`cacao_core.ai.general` plays all others."""
    try:
        check_rules(rules)
    except BadRules:
        return False
    return True


# --- Village boards --------------------------------------------------------------------------

Holding: TypeAlias = int
"""Cacao, sun tokens, water field and turns left of a player in one number, without gold."""

ONE_SUN: Final = STORAGE_SPACES + 1
ONE_FIELD: Final = ONE_SUN * (SUN_SITES + 1)
ONE_TURN: Final = ONE_FIELD * (LAST_WATER_FIELD + 1)
"""Value of one sun token, one water field and one turn left in a holding; a fruit has 1."""


def holding_of(player: Player) -> Holding:
    """A player's holding."""
    goods = player.water * ONE_FIELD + player.suns * ONE_SUN + player.cacao
    return player.tiles_left * ONE_TURN + goods


def cacao_of(held: Holding) -> int:
    """Fruits in storage."""
    return held % ONE_SUN


def suns_of(held: Holding) -> int:
    """Sun tokens."""
    return held % ONE_FIELD // ONE_SUN


def water_of(held: Holding) -> int:
    """The water carrier's field."""
    return held % ONE_TURN // ONE_FIELD


def turns_left_of(held: Holding) -> int:
    """Own turns left."""
    return held // ONE_TURN


# --- Jungle tiles, and the workers that act on them ------------------------------------------

CODES: Final = ("", *JUNGLE)
"""Number of a jungle tile -> its code; 0 is an empty jungle space."""
NUMBER_OF: Final = {code: number for number, code in enumerate(CODES)}
TEMPLE: Final = min(TEMPLES)
TEMPLE_NUMBER: Final = NUMBER_OF[TEMPLE]
TEMPLE_CLASSES: Final = 16
"""From here on, the numbers of jungle tiles are classes of temples with equal changes of gold."""

Crew: TypeAlias = int
"""Number of workers that act on each good, in fields of one number; crews can be added."""

CREW_SHIFTS: Final = {"cacao": 0, "gold": 17, "water": 22, "suns": 26}
"""Good -> lowest bit of its field."""
MARKET_SHIFTS: Final = {2: 5, 3: 9, 4: 13}
"""Price of a market -> lowest bit of its field."""
FIVE_BITS: Final = 31
"""Mask of the fields of cacao and gold, of which a turn may bring more than of the others."""
FOUR_BITS: Final = 15
"""Mask of the other fields; and of one seat's workers at a space."""
SEAT_BITS: Final = 4
"""Bits of each seat in the number of workers that face a space."""
TRADE: Final = (1 << CREW_SHIFTS["gold"]) - 1
"""Mask of the fields that change the number of fruits: plantations and markets."""


_MOST_AT_ONE_TILE: Final = 10
"""Most workers of a player at one jungle tile (docs/rules.md 2)."""


def check_tiles(tiles: Mapping[str, JungleTile]) -> None:
    """Check that the computers can count what jungle tiles give.

    Raises:
        BadRules: they cannot.
    """
    if len(tiles) >= TEMPLE_CLASSES:
        raise BadRules(f"{len(tiles)} jungle tiles: computers know {TEMPLE_CLASSES - 1} at most")
    for good in ("suns", "temple"):
        if (count := sum(tile.good == good for tile in tiles.values())) != 1:
            raise BadRules(f"{count} kinds of jungle tiles for {good}: computers know one")
    for tile in tiles.values():
        _check_tile(tile)


def _check_tile(tile: JungleTile) -> None:
    what, gives = f"jungle tile {tile.code}", tile.gives
    if tile.good == "market" and tile.number not in MARKET_SHIFTS:
        prices = ", ".join(map(str, MARKET_SHIFTS))
        raise BadRules(f"{what}: price {tile.number}; computers know {prices}")
    if not gives and tile.good not in ("market", "temple"):
        raise BadRules(f"{what}: computers do not know what it gives (JungleTile.gives)")
    if "cacao" in gives and (len(gives) > 1 or tile.good != "cacao"):
        raise BadRules(f"{what}: computers know no tile with cacao and another good")
    for good, number in gives.items():
        if good not in CREW_SHIFTS:
            raise BadRules(f"{what}: computers do not know the good {good!r}")
        most = FIVE_BITS if good in ("cacao", "gold") else FOUR_BITS
        if number * _MOST_AT_ONE_TILE > most:
            raise BadRules(f"{what}: {number} {good} for each worker; computers know fewer only")


def _crew_of_one(code: str) -> Crew:
    """The crew of one worker at a jungle tile; plantations and mines count by what they give."""
    tile = JUNGLE.get(code)
    if tile is None:
        return 0
    if tile.good == "market":
        return 1 << MARKET_SHIFTS[tile.number]
    return sum(number << CREW_SHIFTS[good] for good, number in tile.gives.items())


check_tiles(JUNGLE)
CREW_OF: Final = tuple(map(_crew_of_one, CODES))
"""Number of a jungle tile -> the crew of one worker there."""

# --- Worker tiles ----------------------------------------------------------------------------

KINDS: Final = tuple(BASE_ROTATIONS)
"""Number of a kind of worker tile -> its canonical name."""
ORIENTATIONS: Final = tuple(edges for turned in BASE_ROTATIONS.values() for edges in turned)
"""Number of an orientation -> workers n, e, s, w as placed."""
ORIENTATION_OF: Final = {edges: number for number, edges in enumerate(ORIENTATIONS)}
WORKERS_OF: Final = tuple(WORKERS_ON[edges] for edges in ORIENTATIONS)
"""Number of an orientation -> its workers n, e, s, w as numbers."""
KIND_OF_ORIENTATION: Final = tuple(
    kind for kind, turned in enumerate(BASE_ROTATIONS.values()) for _edges in turned
)

# --- The sides of a cell -----------------------------------------------------------------------

Profile: TypeAlias = int
"""The four sides of a worker cell; some of them may have to be resolved."""
Key: TypeAlias = int
"""A profile with all sides resolved, with a hand, and older workers that act."""

SIDE_SHIFTS: Final = (4, 12, 20, 28)
"""Lowest bits of the sides n, e, s, w, which have eight bits each."""
SIDE: Final = 255
"""Mask of a side."""
TO_RESOLVE: Final = 128
"""Marks a side of a profile that must be resolved: a temple, or a space to be filled."""
NUMBER: Final = TO_RESOLVE - 1
"""Mask of the number of a jungle tile in a side."""
ANY_TO_RESOLVE: Final = sum(TO_RESOLVE << shift for shift in SIDE_SHIFTS)
ALL_NUMBERS: Final = sum(NUMBER << shift for shift in SIDE_SHIFTS)
"""The same for all four sides."""
HAND: Final = 15
"""Mask of the kinds of the hand."""
OLDER_SHIFT: Final = 36
"""Lowest bit of the older workers in a key: pairs of four bits, number of the tile first."""
OLDER_BITS: Final = 8
"""Bits of such a pair."""

ORIENTATIONS_OF_HAND: Final = tuple(
    tuple(number for number, kind in enumerate(KIND_OF_ORIENTATION) if hand >> kind & 1)
    for hand in range(1 << len(KINDS))
)
"""Set of kinds, as bits -> the orientations that may be placed."""
