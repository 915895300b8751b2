"""The additions that a module can make to the rules, and their moments (docs/rules.md 11).

A module is a subclass of :class:`Module`. It says what it adds (tiles, goods, sources of gold) and
overrides the moments of a game at which something of its own happens. What lies on the table for it
is held in ``game.supply`` under a name, as a value that is never changed in place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeAlias

from cacao_core.errors import BadRecord, describe
from cacao_core.goods import Change, Good, RulesPart
from cacao_core.jungle import JungleTile, Supplied, VillageBoard
from cacao_core.moves import Move
from cacao_core.tiles import Cell, Seat, WorkerTile


class ModuleEvent(NamedTuple):
    """Something that a module did beside the move."""

    seat: Seat
    """To whom."""
    module: str
    """Name of the module."""
    what: str
    """The event: ``moved`` and ``favour`` of the emperor, ``harvest`` of a farmer, the code of a
    built hut, ``mask``, or the gems that were laid on a mine."""
    cell: Cell | None
    """The cell on the board, if there is one."""
    change: Change
    """Change of the seat's village board."""


FEW: Final = 2
"""With so many players fewer tiles are in play."""


class LaidPart(NamedTuple):
    """Something that lies on the board for a module, as it is told of a table that has begun."""

    name: str
    """In the supply."""
    code: str = ""
    """The jungle tiles on each of which pieces lie; empty for one figure, which stands on any
    tile."""
    kinds: tuple[str, ...] = ()
    """The pieces that may lie there."""
    most: int = 0
    """The most pieces of one tile."""


def texts(given: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """A part of a supply that is a list of texts.

    Raises:
        BadRecord: it is not.
    """
    value = given.get(name)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise BadRecord(f"position, supply: {name}: expected a list of texts")
    return tuple(value)


def read_cell(value: object) -> Cell:
    """A cell of a supply.

    Raises:
        BadRecord: it is none.
    """
    if isinstance(value, list) and [type(number) for number in value] == [int, int]:
        x, y = value
        return x, y
    raise BadRecord(f"position, supply: expected a cell, got {describe(value)}")


class Dealt(Protocol):
    """The part of a deal that modules read."""

    @property
    def huts(self) -> tuple[str, ...]:
        """Codes of the huts."""

    @property
    def gems(self) -> str:
        """Letters of the gems."""


class Crowd(Protocol):
    """The part of a temple that modules read."""

    @property
    def workers(self) -> tuple[int, ...]:
        """Each seat's adjacent workers."""


class ModuleGame(Supplied, Protocol):
    """The part of a game that modules read and change."""

    turn: Seat
    display: tuple[str, ...]
    jungle_pile: tuple[str, ...]
    jungle: dict[Cell, str]
    workers: dict[Cell, WorkerTile]

    @property
    def rules(self) -> RulesPart:
        """Of the game."""

    @property
    def open_spaces(self) -> tuple[Cell, ...]:
        """Jungle spaces that must be filled."""

    @property
    def aside(self) -> tuple[str, ...]:
        """Codes of the jungle tiles that lie face up elsewhere than in the display."""

    def temples(self) -> Sequence[Crowd]:
        """All temples."""


class Laid(Protocol):
    """The part of a position that modules check after reading."""

    @property
    def rules(self) -> RulesPart:
        """Of the game."""

    @property
    def players(self) -> Sequence[VillageBoard]:
        """By seat."""

    @property
    def jungle(self) -> Mapping[Cell, str]:
        """Cell -> code of the jungle tile there."""

    @property
    def workers(self) -> Mapping[Cell, WorkerTile]:
        """Cell -> upper worker tile there."""

    @property
    def display(self) -> Sequence[str]:
        """Codes of the jungle tiles in the display."""

    @property
    def aside(self) -> Sequence[str]:
        """Codes of the jungle tiles that lie face up elsewhere."""

    @property
    def supply(self) -> Mapping[str, Any]:
        """The things that lie on the table for modules."""


class Module:
    """A module: all its moments do nothing here."""

    name: ClassVar[str] = ""
    """Its name in code."""
    many: ClassVar[Mapping[str, int]] = {}
    """Code -> change of the number of these tiles in the draw pile, with 3 and 4 players."""
    few: ClassVar[Mapping[str, int]] = {}
    """Code -> that change with two players."""
    added: ClassVar[tuple[JungleTile, ...]] = ()
    """Kinds of jungle tiles that it adds, or has in place of those with the same code."""
    goods: ClassVar[tuple[Good, ...]] = ()
    """The goods of it that players own."""
    lies: ClassVar[tuple[LaidPart, ...]] = ()
    """The parts of the supply that lie on the board, and do not follow from anything else."""
    deals: ClassVar[str] = ""
    """The attribute of a deal that belongs to it; empty if nothing is left to chance."""
    pile: ClassVar[str] = ""
    """In the supply: that part of the deal as it lies face down, a text with a letter for each
    piece, the next one first. Empty if all of the deal is open from the start."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Module {self.name}>"

    def deal(self, players: int, numbers: Iterator[int]) -> Sequence[str]:
        """The things that chance decides before the first move."""
        raise NotImplementedError

    def unknown_deal(self, players: int) -> Sequence[str]:
        """The value of :meth:`deal` where nothing hidden is known."""
        raise NotImplementedError

    def checked_deal(self, value: object, players: int) -> Sequence[str]:
        """A given value of :meth:`deal`, in the form in which a deal holds it.

        Raises:
            BadDeal: it is impossible.
        """
        raise NotImplementedError

    def deal_digits(self, value: Sequence[str], players: int) -> list[tuple[int, int]]:
        """A dealt value as digits for links: (digit, radix) each."""
        raise NotImplementedError

    def take_deal(self, take: Callable[[int], int], players: int) -> Sequence[str]:
        """The value of digits; ``take`` has the next one of a radix."""
        raise NotImplementedError

    def read_supply(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The parts of the supply that belong to the module, from JSON.

        Raises:
            BadRecord: a part is missing or impossible.
        """
        return {}

    def check_supply(self, position: Laid) -> None:
        """Check that the parts of a position that was read fit each other.

        Raises:
            BadRecord: they do not.
        """

    def named_aside(self, game: ModuleGame, codes: tuple[str, ...]) -> None:
        """The jungle tiles of :meth:`aside` are these: some that were unknown are named."""

    def named(self, game: ModuleGame, at: int) -> None:
        """An unknown jungle tile is named: that of display and :meth:`aside` with this index."""

    def unknown_pieces(self, position: ModuleGame) -> list[int]:
        """The number of unknown pieces at each place, those to be named first first."""
        raise NotImplementedError

    def name_pieces(self, position: ModuleGame, pieces: str) -> None:
        """Name some of :meth:`unknown_pieces`.

        Raises:
            BadDeal: so many are not there, or no such piece is left; nothing is changed.
        """
        raise NotImplementedError

    # --- Moments, in the order of a game ------------------------------------------------------

    def begin(self, game: ModuleGame, deal: Dealt) -> None:
        """Lay out what the module needs; display and draw pile are there already."""

    def lay(self, game: ModuleGame, deal: Dealt, lying: Mapping[str, Any]) -> None:
        """Lay out what the module needs on a table that has begun, instead of :meth:`begin`.

        Tiles and goods lie as they are. What cannot be stays for :meth:`check_supply`.

        Args:
            game: its display and draw pile are unknown.
            deal: what was open before the first turn.
            lying: the parts of :attr:`lies` by name, each by cell; of a figure, only its cell.
        """

    def complete(self, game: ModuleGame, shuffle: Callable[[list[str]], None]) -> None:
        """Deal what is unknown, ``?``, from what is left; ``shuffle`` mixes a list."""

    def begin_turn(self, game: ModuleGame) -> None:
        """The player of ``game.turn`` begins a turn."""

    def overbuilding_cost(self, player: VillageBoard) -> int:
        """Sun tokens that overbuilding costs a player; the smallest answer counts."""
        raise NotImplementedError

    def placed(self, game: ModuleGame, cell: Cell) -> None:
        """A worker tile was placed; nothing has been filled yet."""

    def filling(self, game: ModuleGame) -> list[Move]:
        """More ways to fill one of ``game.open_spaces``."""
        raise NotImplementedError

    def take(self, game: ModuleGame, move: Move) -> tuple[str, str] | None:
        """Take the jungle tile of one of :meth:`filling` from where it lies.

        Returns:
            Its code and origin, for :meth:`revealed`; None if the move is for others.
        """
        raise NotImplementedError

    def revealed(self, game: ModuleGame, space: Cell, code: str, origin: str) -> None:
        """A jungle tile was placed on a space.

        It came from "display", from "pile", or from where :meth:`take` has it.
        """

    def acted(self, game: ModuleGame, seat: Seat, before: VillageBoard) -> None:
        """An edge of a seat has acted."""

    def all_acted(self, game: ModuleGame) -> None:
        """All workers of the turn have acted."""

    def decisions(self, game: ModuleGame) -> list[Move]:
        """The decisions that the turn's player may make before tiles are drawn; empty for none."""
        raise NotImplementedError

    def decide(self, game: ModuleGame, move: Move) -> None:
        """Carry out one of :meth:`decisions`."""
        raise NotImplementedError

    def refill(self, game: ModuleGame) -> None:
        """Refill the display at the end of a turn; the draw pile does it afterwards."""

    def drawn(self, game: ModuleGame) -> None:
        """The display was refilled from the draw pile."""

    def aside(self, position: ModuleGame) -> tuple[str, ...]:
        """The codes of jungle tiles that lie face up elsewhere than in the display."""
        raise NotImplementedError

    def sources(self, position: ModuleGame, seat: Seat) -> dict[str, int]:
        """Source of gold in the final scoring -> gold of a seat from it."""
        raise NotImplementedError


Hook: TypeAlias = Callable[..., Any]


class Moments:
    """For each moment, what the modules of some rules do then, in order."""

    begin: tuple[Hook, ...]
    lay: tuple[Hook, ...]
    begin_turn: tuple[Hook, ...]
    complete: tuple[Hook, ...]
    named_aside: tuple[Hook, ...]
    named: tuple[Hook, ...]
    unknown_pieces: tuple[Hook, ...]
    name_pieces: tuple[Hook, ...]
    overbuilding_cost: tuple[Hook, ...]
    placed: tuple[Hook, ...]
    filling: tuple[Hook, ...]
    take: tuple[Hook, ...]
    revealed: tuple[Hook, ...]
    acted: tuple[Hook, ...]
    all_acted: tuple[Hook, ...]
    decisions: tuple[Hook, ...]
    decide: tuple[Hook, ...]
    refill: tuple[Hook, ...]
    drawn: tuple[Hook, ...]
    aside: tuple[Hook, ...]
    sources: tuple[Hook, ...]

    def __init__(self, modules: Iterable[Module]) -> None:
        for name in self.__class__.__annotations__:
            overridden = (
                one for one in modules if getattr(type(one), name) is not getattr(Module, name)
            )
            setattr(self, name, tuple(getattr(one, name) for one in overridden))
