"""A position: the tiles on the table, the players' possessions, and the next decision.

The rules that lead from one position to the next are in :class:`~cacao_core.game.Game`. Code that
only reads positions (pictures, texts, events) uses this class.
"""

from __future__ import annotations

from enum import Enum
from random import Random
from typing import TYPE_CHECKING, Any

from cacao_core import scoring
from cacao_core.activation import Edge, Pending
from cacao_core.deal import is_whole
from cacao_core.errors import CacaoError, describe
from cacao_core.goods import Change
from cacao_core.module import ModuleEvent
from cacao_core.moves import Move
from cacao_core.player import Player
from cacao_core.rules import Rules
from cacao_core.scoring import Score, Temple
from cacao_core.tiles import UNKNOWN, Cell, Seat, WorkerTile

if TYPE_CHECKING:
    from typing import Self


def chance(seed: Random | int | None) -> Random:
    """The generator that deals hidden tiles: itself, or the one of a seed; None draws a seed.

    Raises:
        CacaoError: it is neither.
    """
    if isinstance(seed, Random):
        return seed
    if seed is not None and not is_whole(seed):
        raise CacaoError(f"rng {describe(seed)}: expected a random.Random, a seed, or None")
    return Random(seed)  # noqa: S311  # of games


class Phase(Enum):
    """The kind of the next decision."""

    PLACE = "place"
    FILL = "fill"
    ACTIVATE = "activate"
    DECIDE = "decide"
    OVER = "over"


def _hashable(item: tuple[str, Any]) -> tuple[str, object]:
    """A part of the supply as a hashable value."""
    name, value = item
    return name, frozenset(value.items()) if isinstance(value, dict) else value


class Position:
    """A position, cheap to copy and to compare. Its attributes are to be read only."""

    __slots__ = (
        "_filled",
        "_legal",
        "_open",
        "_pending",
        "_placed",
        "_spaces",
        "display",
        "jungle",
        "jungle_pile",
        "noted",
        "phase",
        "players",
        "rules",
        "supply",
        "to_move",
        "turn",
        "workers",
    )

    rules: Rules
    players: list[Player]
    """By seat."""
    turn: Seat
    """Seat whose turn it is; after the end, the seat that had the last turn."""
    to_move: Seat | None
    """Seat that must decide now (others may have to in a turn), None after the end."""
    phase: Phase
    """Kind of the next decision."""
    display: tuple[str, ...]
    """Codes of the face-up jungle tiles."""
    jungle_pile: tuple[str, ...]
    """Codes of the face-down jungle tiles, next first."""
    jungle: dict[Cell, str]
    """Cell -> code of the jungle tile there, in the order of placement."""
    workers: dict[Cell, WorkerTile]
    """Cell -> upper worker tile there, with owner, edges and overbuilt."""
    supply: dict[str, Any]
    """Name -> what lies on the table for a module, as a value that is never changed in place."""
    noted: tuple[ModuleEvent, ...]
    """The events of modules in the latest move."""
    _open: list[Cell]  # empty worker cells beside the jungle, sorted
    _placed: Cell  # worker tile of this turn
    _spaces: tuple[Cell, ...]  # jungle spaces that must be filled, sorted
    _filled: tuple[Cell, ...]  # jungle spaces filled this turn
    _pending: Pending  # edges still to activate
    _legal: list[Move] | None  # of this position, once computed

    def copy(self) -> Self:
        """An independent copy of the position."""
        twin = object.__new__(self.__class__)
        twin.players = [player.copy() for player in self.players]
        twin.rules = self.rules
        twin.turn = self.turn
        twin.to_move = self.to_move
        twin.phase = self.phase
        twin.display = self.display
        twin.jungle_pile = self.jungle_pile
        twin.jungle = self.jungle.copy()
        twin.workers = self.workers.copy()
        twin.supply = self.supply.copy() if self.supply else self.supply
        twin.noted = self.noted
        twin._open = self._open.copy()
        twin._placed = self._placed
        twin._spaces = self._spaces
        twin._filled = self._filled
        twin._pending = self._pending
        twin._legal = None
        return twin

    __copy__ = copy

    def key(self, seat: Seat | None = None) -> tuple[object, ...]:
        """The position as one hashable value.

        Args:
            seat: positions of which this seat knows the same have the same value; the order of the
                hand has no influence. None is for the complete position, hidden tiles included.

        Raises:
            CacaoError: no such seat.
        """
        if seat is not None:
            return self._key_for(seat)
        return (
            self.rules,
            tuple(player.key() for player in self.players),
            (self.turn, self.to_move, self.phase),
            (self.display, self.jungle_pile),
            frozenset(self.jungle.items()),
            frozenset(self.workers.items()),
            tuple(map(_hashable, self.supply.items())),
            (self._placed, self._spaces, self._filled, self._pending),
        )

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Position) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # mutable: use key()

    def __repr__(self) -> str:
        placed = len(self.workers)
        return (
            f"<{type(self).__name__} {self.phase.value} to_move={self.to_move} turn={self.turn} "
            f"worker_tiles={placed} jungle_tiles={len(self.jungle)} display={self.display}>"
        )

    @property
    def is_over(self) -> bool:
        """Whether every player has placed the last worker tile and all actions are done."""
        return self.phase is Phase.OVER

    @property
    def open_cells(self) -> tuple[Cell, ...]:
        """Empty cells beside a jungle tile, where worker tiles are placed, in their order."""
        return tuple(self._open)

    @property
    def is_known(self) -> bool:
        """Whether no tile in hands, piles and display is unknown, ``?``."""
        return (
            UNKNOWN not in self.jungle_pile
            and UNKNOWN not in self.display
            and self.knows_supply
            and UNKNOWN not in self.aside
            and all(player.is_known for player in self.players)
        )

    @property
    def knows_supply(self) -> bool:
        """Whether nothing is unknown, ``?``, of what modules have face down."""
        return all(UNKNOWN not in self.supply[pile] for pile in self.rules.piles.values())

    @property
    def awaits_draw(self) -> bool:
        """Whether an unknown jungle tile has to be turned up before anybody can decide."""
        return self.phase is Phase.FILL and not self.display

    @property
    def open_spaces(self) -> tuple[Cell, ...]:
        """Jungle spaces that the seat to move must fill, in the order of their cells."""
        return self._spaces if self.phase is Phase.FILL else ()

    @property
    def open_edges(self) -> tuple[Edge, ...]:
        """Edges that the seat to move has still to activate: (cell, side, code, workers) each."""
        return tuple(map(Edge._make, self._pending[0][1])) if self._pending else ()

    @property
    def pending(self) -> Pending:
        """Players with edges still to activate, in the order in which they are asked."""
        return self._pending

    @property
    def placed(self) -> Cell:
        """Cell of this turn's worker tile; meaningless in the phase ``PLACE``."""
        return self._placed

    @property
    def filled(self) -> tuple[Cell, ...]:
        """Jungle spaces filled so far in this turn."""
        return self._filled

    @property
    def aside(self) -> tuple[str, ...]:
        """Codes of the jungle tiles that lie face up elsewhere than in the display."""
        return tuple(code for moment in self.rules.moments.aside for code in moment(self))

    def score(self) -> list[Score]:
        """Each seat's score, as if the game ended now."""
        standing = self.temples()
        scores = []
        for seat, player in enumerate(self.players):
            sources = {
                "gold": player.gold,
                "temples": sum(temple.gold[seat] for temple in standing),
                "suns": player.suns,
                "water": player.rules.water[player.water],
            }
            for more in self.rules.moments.sources:
                sources |= more(self, seat)
            scores.append(Score(**sources, cacao=player.cacao))
        return scores

    def temples(self) -> list[Temple]:
        """Each temple's workers and gold by seat, as if the game ended now."""
        return scoring.temples(self.jungle, self.workers, len(self.players), self.rules)

    def winners(self) -> list[Seat]:
        """Seats that won (several for a shared victory); empty until the game is over."""
        return scoring.winners(self.score()) if self.is_over else []

    def note(
        self, seat: Seat, module: str, what: str, cell: Cell | None = None, **change: int
    ) -> None:
        """Note what a module does in this move, for the events."""
        event = ModuleEvent(seat, module, what, cell, Change.of(self.rules, **change))
        self.noted = (*self.noted, event)

    def _key_for(self, seat: Seat) -> tuple[object, ...]:
        """See :meth:`key`."""
        raise NotImplementedError
