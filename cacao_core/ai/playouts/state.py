"""A position in plain numbers, for the playouts of a search: fast to copy and to play.

The bits of its numbers are shown in :mod:`cacao_core.ai.playouts.encoding`. Playouts ignore
whatever would grow beyond the grid. The rules are those of :class:`~cacao_core.game.Game` with one
simplification: a player's edges of a turn act together, all gathering before or after all selling.
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from cacao_core.ai.playouts.encoding import (
    ALL_NUMBERS,
    CREW_OF,
    DISPLAY_SIZE,
    FOUR_BITS,
    KIND_OF_ORIENTATION,
    KINDS,
    NUMBER_OF,
    ONE_SUN,
    ONE_TURN,
    ORIENTATION_OF,
    SEAT_BITS,
    SIDE_SHIFTS,
    TEMPLE_NUMBER,
    TO_RESOLVE,
    WORKERS_OF,
    Crew,
    Holding,
    Profile,
    check_rules,
    holding_of,
)
from cacao_core.ai.playouts.grid import Grid, Square
from cacao_core.ai.playouts.tables import Tables
from cacao_core.game import Game
from cacao_core.tiles import Seat

Filling: TypeAlias = tuple[tuple[Square, int], ...]
"""Jungle spaces with the numbers of the display's tiles that fill them; 0 draws from the pile."""


class Action:
    """A whole turn.

    Attributes:
        worth: its gain in gold, as judged by the fast player.
        square: where the tile is placed.
        orientation: number of its orientation.
        crew: the player's workers that act.
        filling: the tiles that fill the spaces beside it.
        overbuilds: whether it is placed on top of an own one.
    """

    __slots__ = ("crew", "filling", "orientation", "overbuilds", "square", "worth")

    def __init__(
        self,
        worth: float,
        square: Square,
        orientation: int,
        crew: Crew,
        filling: Filling = (),
        *,
        overbuilds: bool = False,
    ) -> None:
        self.worth = worth
        self.square = square
        self.orientation = orientation
        self.crew = crew
        self.filling = filling
        self.overbuilds = overbuilds

    def is_like(self, other: Action) -> bool:
        """Whether the same tile is placed in the same way, and spaces are filled likewise."""
        return (
            self.square == other.square
            and self.orientation == other.orientation
            and set(self.filling) == set(other.filling)
        )


class State:
    """A position at the start of a turn."""

    __slots__ = (
        "display",
        "facing",
        "gold",
        "grid",
        "hands",
        "held",
        "jungle",
        "land",
        "open",
        "own",
        "piles",
        "profile",
        "tables",
        "turn",
    )

    display: list[int]
    """Numbers of the face-up jungle tiles."""
    facing: dict[Square, int]
    """Jungle space -> workers beside it, four bits for each seat."""
    gold: list[int]
    """For each seat."""
    grid: Grid
    """Converts squares and cells."""
    hands: list[list[int]]
    """For each seat the kinds of its worker tiles in hand."""
    held: list[Holding]
    """For each seat."""
    jungle: list[int]
    """Numbers of the face-down jungle tiles; drawn from the end."""
    land: list[int]
    """Content of a square: number of the jungle tile; 1 + orientation of a worker tile; for an
    empty jungle space, minus the number of worker tiles beside it."""
    open: list[Square]
    """Empty worker cells beside the jungle."""
    own: list[list[Square]]
    """For each seat its worker tiles that may be overbuilt."""
    piles: list[list[int]]
    """For each seat the kinds of its worker tiles still to draw; drawn from the end."""
    profile: list[Profile]
    """The four sides of a worker cell, see :mod:`cacao_core.ai.playouts.encoding`."""
    tables: Tables
    """The values of goods and temples."""
    turn: Seat
    """The seat whose turn it is."""

    @classmethod
    def of(cls, game: Game, tables: Tables, grid: Grid | None = None) -> State:
        """The state of a position at the start of a turn, hidden tiles included."""
        check_rules(game.rules)
        state = cls()
        state.tables = tables
        state.grid = grid or Grid([*game.jungle, *game.workers])
        size = state.grid.width * state.grid.height
        state.land = [0] * size
        state.profile = [0] * size
        state.facing = {}
        state.open = []
        state.own = [[] for _ in game.players]
        for cell, code in game.jungle.items():
            state._lay(state.grid.square(cell), NUMBER_OF[code])
        for cell, tile in game.workers.items():
            state._put(state.grid.square(cell), ORIENTATION_OF[tile.edges], tile.owner)
            if tile.overbuilt:
                state.own[tile.owner].remove(state.grid.square(cell))
        state.held = [holding_of(player) for player in game.players]
        state.gold = [player.gold for player in game.players]
        state.hands = [[KINDS.index(tile) for tile in player.hand] for player in game.players]
        state.piles = [
            [KINDS.index(tile) for tile in reversed(player.pile)] for player in game.players
        ]
        state.display = [NUMBER_OF[code] for code in game.display]
        state.jungle = [NUMBER_OF[code] for code in reversed(game.jungle_pile)]
        state.turn = game.turn
        return state

    def copy(self) -> State:
        """An independent copy."""
        twin = State.__new__(State)
        twin.tables = self.tables
        twin.grid = self.grid
        twin.land = self.land[:]
        twin.profile = self.profile[:]
        twin.facing = self.facing.copy()
        twin.open = self.open[:]
        twin.own = [own[:] for own in self.own]
        twin.held = self.held[:]
        twin.gold = self.gold[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.piles = [pile[:] for pile in self.piles]
        twin.display = self.display[:]
        twin.jungle = self.jungle[:]
        twin.turn = self.turn
        return twin

    def shuffle(self, seat: Seat, rng: Random) -> None:
        """Deal all tiles hidden from a seat again."""
        for other, (hand, pile) in enumerate(zip(self.hands, self.piles, strict=True)):
            if other == seat:
                _shuffle(pile, rng)
            else:
                size = len(hand)
                tiles = hand + pile
                _shuffle(tiles, rng)
                hand[:] = tiles[:size]
                pile[:] = tiles[size:]
        _shuffle(self.jungle, rng)

    @property
    def is_over(self) -> bool:
        """Whether the last worker tile has been placed."""
        return not self.hands[self.turn]

    # --- A turn ----------------------------------------------------------------------------------

    def play(self, action: Action) -> None:
        """Play a whole turn."""
        seat = self.turn
        self.hands[seat].remove(KIND_OF_ORIENTATION[action.orientation])
        self.held[seat] -= ONE_TURN
        if action.overbuilds:
            self._overbuild(action.square, action.orientation, seat)
        else:
            self._put(action.square, action.orientation, seat)
            if action.filling:
                self._fill(action.filling, seat)
        if action.crew:
            self._act(seat, action.crew)
        self._end_turn(seat)

    def lay_out(self, square: Square, orientation: int, filling: Filling) -> None:
        """Place and fill, and end the turn; nobody acts, because the caller chooses all results.

        Args:
            square: an open cell.
            orientation: of the tile that is placed there.
            filling: those from the display first, then those from the pile by their numbers.
        """
        seat = self.turn
        self.hands[seat].remove(KIND_OF_ORIENTATION[orientation])
        self.held[seat] -= ONE_TURN
        self._put(square, orientation, seat)
        for space, number in filling:
            if self.display:
                self.display.remove(number)
            else:
                self.jungle.pop()
            self._lay(space, number)
        self._end_turn(seat)

    def _act(self, seat: Seat, crew: Crew) -> None:
        outcome = self.tables.outcomes(self.held[seat])[crew]
        self.gold[seat] += outcome.gold
        self.held[seat] = outcome.held

    def _put(self, square: Square, orientation: int, seat: Seat) -> None:
        """Place a worker tile on an empty cell."""
        land, facing, profile = self.land, self.facing, self.profile
        land[square] = orientation + 1
        if square in self.open:
            self.open.remove(square)
        self.own[seat].append(square)
        steps = self.grid.steps
        for side, workers in enumerate(WORKERS_OF[orientation]):
            space = square + steps[side]
            if workers:
                facing[space] = facing.get(space, 0) + (workers << SEAT_BITS * seat)
            lies = land[space]
            if lies <= 0:
                land[space] = lies - 1
                if lies == 0:  # it is filled when the next worker tile is placed beside it
                    for towards, step in zip(SIDE_SHIFTS, steps, strict=True):
                        profile[space - step] |= TO_RESOLVE << towards

    def _overbuild(self, square: Square, orientation: int, seat: Seat) -> None:
        facing = self.facing
        old = WORKERS_OF[self.land[square] - 1]
        for step, covered, workers in zip(
            self.grid.steps, old, WORKERS_OF[orientation], strict=True
        ):
            space = square + step
            facing[space] = facing.get(space, 0) + (workers - covered << SEAT_BITS * seat)
        self.land[square] = orientation + 1
        self.own[seat].remove(square)
        self.held[seat] -= ONE_SUN

    def _fill(self, filling: Filling, seat: Seat) -> None:
        """Fill spaces with tiles of the display; the others' workers there act."""
        for space, number in filling:
            if number:
                self.display.remove(number)
                self._lay(space, number)
            elif self.jungle:
                filling = (*filling, (space, self._reveal(space, seat)))
        if len(self.held) == 2:
            other = 1 - seat
            crew = self._crew_of(other, filling)
            if crew:
                self._act(other, crew)
            return
        for other in range(len(self.held)):
            if other != seat and (crew := self._crew_of(other, filling)):
                self._act(other, crew)

    def _reveal(self, space: Square, seat: Seat) -> int:
        """Fill a space from the pile; the seat's own workers there act."""
        number = self.jungle.pop()
        self._lay(space, number)
        self._act(
            seat, (self.facing.get(space, 0) >> SEAT_BITS * seat & FOUR_BITS) * CREW_OF[number]
        )
        return number

    def _crew_of(self, seat: Seat, filling: Filling) -> Crew:
        crew = 0
        for space, number in filling:
            crew += (self.facing.get(space, 0) >> SEAT_BITS * seat & FOUR_BITS) * CREW_OF[number]
        return crew

    def _lay(self, space: Square, number: int) -> None:
        """Place a jungle tile."""
        self.land[space] = number
        profile, land = self.profile, self.land
        inside = self.grid.inside
        bits = number | TO_RESOLVE if number == TEMPLE_NUMBER else number
        for towards, step in zip(SIDE_SHIFTS, self.grid.steps, strict=True):
            cell = space - step
            before = profile[cell]
            profile[cell] = before & ~(TO_RESOLVE << towards) | bits << towards
            if not before & ALL_NUMBERS and not land[cell] and inside[cell]:
                self.open.append(cell)

    def _end_turn(self, seat: Seat) -> None:
        if self.piles[seat]:
            self.hands[seat].append(self.piles[seat].pop())
        while len(self.display) < DISPLAY_SIZE and self.jungle:
            self.display.append(self.jungle.pop())
        self.turn = (seat + 1) % len(self.held)


def _shuffle(tiles: list[int], rng: Random) -> None:
    """Shuffle in place; faster than ``Random.shuffle``, and equally uniform for so few tiles."""
    random = rng.random
    for last in range(len(tiles) - 1, 0, -1):
        other = int(random() * (last + 1))
        tiles[last], tiles[other] = tiles[other], tiles[last]
