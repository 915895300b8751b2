"""A game of Cacao with real tiles, as data: who plays, what was set up, and the end of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from cacao_core import ai
from cacao_core.names import LONGEST_NAME, tidied
from cacao_core.rules import BASE, Rules
from cacao_core.scorepads import cacao
from cacao_core.scorepads.cacao import Final as Ending
from cacao_core.scoring import Score
from cacao_core.tiles import COLOURS, MAX_PLAYERS, MIN_PLAYERS
from cacao_web.game.players import COMPUTER, PERSON
from cacao_web.game.setup.expansion import NONE, Expansion
from cacao_web.saves.book import free_seat, put

MOST_GOLD: Final = 999
MOST_TICKS: Final = 99
_LONGEST: Final = 300


class Board(NamedTuple):
    """A player's goods; water is the index of the field."""

    gold: int = 0
    water: int = 0
    suns: int = 0
    cacao: int = 0
    huts: tuple[str, ...] = ()
    """Codes of the huts."""
    hermits: int = 0
    """Workers that face no jungle tile, for the hermit."""
    road: int = 0
    """Worker tiles in the longest row or column, for the road worker."""
    masks: tuple[int, ...] = ()
    """Values of the masks, lowest first."""
    gems: int = 0

    @property
    def final(self) -> Ending:
        """The same as the sums know it.

        Raises:
            CacaoError, LookupError: there cannot be so much of it.
        """
        return Ending(**self._asdict() | {"water": BASE.water[self.water]})


LARGEST: Final = Board(
    MOST_GOLD, BASE.last_field, BASE.sun_sites, BASE.storage, hermits=60, road=15, gems=32
)


class ScorePad(NamedTuple):
    """Players by their seats, clockwise."""

    names: tuple[str, ...] = ("", "")
    colours: tuple[str, ...] = COLOURS[:2]
    boards: tuple[Board, ...] = (Board(), Board())
    temples: tuple[tuple[int, ...], ...] = ((0, 0),) * cacao.number_of_temples(2)
    """Of each temple, the workers by seat."""
    starter: int = -1
    ticks: tuple[str, ...] = ()
    """The steps of the set-up that are ticked off."""
    kinds: tuple[str, ...] = (PERSON, PERSON)
    """The player of each seat: a person, or a computer of a level."""
    kept: str = ""
    """Name of the played game that was kept from it."""
    expansion: Expansion = NONE
    """The choice of the expansions, and the huts that lie up."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.expansion.usual_rules(len(self.names))

    @property
    def finals(self) -> list[cacao.Final]:
        return [one.final for one in self.boards]

    @property
    def scores(self) -> list[Score]:
        """The result by seat."""
        return cacao.scores(self.finals, self.temples, self.rules)


def seated(table: ScorePad, players: int) -> ScorePad:
    """With so many players; those that stay keep what they have."""
    free = [colour for colour in COLOURS if colour not in table.colours]
    number = _temples(table, players)
    temples = [*table.temples, *[(0,) * len(table.names)] * number][:number]
    return table._replace(
        names=(*table.names, *[""] * MAX_PLAYERS)[:players],
        colours=(*table.colours, *free)[:players],
        boards=(*table.boards, *[Board()] * MAX_PLAYERS)[:players],
        temples=tuple((*row, *[0] * MAX_PLAYERS)[:players] for row in temples),
        starter=table.starter if table.starter < players else -1,
        ticks=(),
        kinds=(*table.kinds, *[PERSON] * MAX_PLAYERS)[:players],
    )


def _temples(table: ScorePad, players: int) -> int:
    """Temples of the game with so many players."""
    return cacao.number_of_temples(players, table.expansion.usual_rules(players))


def expanded(table: ScorePad, field: str, value: str) -> ScorePad:
    """With another choice of the expansions."""
    players = len(table.names)
    return seated(
        table._replace(expansion=table.expansion.filled_in(field, value, players)), players
    )


def named(table: ScorePad, seat: int, name: str) -> ScorePad:
    """With another name at a seat."""
    return table._replace(names=put(table.names, seat, name[:LONGEST_NAME]))


def with_temples(table: ScorePad, rows: Sequence[Sequence[int]]) -> ScorePad:
    """With the workers beside each temple, by seat, as they were counted."""
    players = len(table.names)
    counted = [tuple(row) for row in rows if len(row) == players]
    number = _temples(table, players)
    return table._replace(temples=tuple([*counted, *[(0,) * players] * number][:number]))


def with_hut_numbers(table: ScorePad, numbers: Sequence[tuple[int, int]]) -> ScorePad:
    """With what hermit and road worker count, by seat; it counts only for those who have them."""
    if len(numbers) != len(table.boards):
        return table
    pairs = zip(table.boards, numbers, strict=True)
    boards = (one._replace(hermits=hermits, road=road) for one, (hermits, road) in pairs)
    return table._replace(boards=tuple(boards))


def tapped(table: ScorePad, tap: str) -> ScorePad:
    """The table after a tap: what, and where, joined by colons.

    Raises:
        ValueError, LookupError, TypeError: there is no such tap.
    """
    what, _colon, rest = tap.partition(":")
    if what == "take":
        return named(table, free_seat(table.names), rest)
    return _TAPS[what](table, *rest.split(":"))


def _count(table: ScorePad, count: str) -> ScorePad:
    if not MIN_PLAYERS <= int(count) <= MAX_PLAYERS:
        raise ValueError(f"{count} players")
    return seated(table, int(count))


def _start(table: ScorePad, seat: str) -> ScorePad:
    players = len(table.names)
    return table._replace(
        starter=random.randrange(players) if seat == "draw" else range(players)[int(seat)]
    )


def _clear(table: ScorePad, _all: str) -> ScorePad:
    bare = ScorePad(table.names, table.colours, expansion=table.expansion)
    return seated(bare, len(table.names))


def _recoloured(table: ScorePad, at: str) -> ScorePad:
    """The next colour, in exchange if somebody has it."""
    seat, colours = int(at), list(table.colours)
    old = colours[seat]
    new = COLOURS[(COLOURS.index(old) + 1) % len(COLOURS)]
    if new in colours:
        colours[colours.index(new)] = old
    colours[seat] = new
    return table._replace(colours=tuple(colours))


def _moved(table: ScorePad, at: str) -> ScorePad:
    """One seat earlier, with everything that the player has."""
    order, seat = list(range(len(table.names))), int(at)
    if seat < 1:
        raise ValueError(f"seat {at}")
    order[seat - 1], order[seat] = order[seat], order[seat - 1]
    return table._replace(
        names=tuple(table.names[one] for one in order),
        colours=tuple(table.colours[one] for one in order),
        boards=tuple(table.boards[one] for one in order),
        temples=tuple(tuple(row[one] for one in order) for row in table.temples),
        starter=order.index(table.starter) if table.starter >= 0 else -1,
        kinds=tuple(table.kinds[one] for one in order),
    )


def _kind(table: ScorePad, at: str, kind: str) -> ScorePad:
    """A person or a computer at a seat; a number is a level."""
    level = ai.LEVELS[int(kind)] if kind.isdigit() else COMPUTER if kind != PERSON else PERSON
    return table._replace(kinds=put(table.kinds, int(at), level))


def _ticked(table: ScorePad, id: str) -> ScorePad:
    if id in table.ticks:
        return table._replace(ticks=tuple(one for one in table.ticks if one != id))
    return table._replace(ticks=(*table.ticks, id)[-MOST_TICKS:])


def _at_temple(table: ScorePad, number: str, at: str, by: str) -> ScorePad:
    """One worker more or fewer at a temple, as far as there is room."""
    rows = [list(row) for row in table.temples]
    row, seat, change = rows[int(number)], int(at), int(by)
    if row[seat] + change >= 0 and sum(row) + change <= cacao.most_workers(table.rules):
        row[seat] += change
    return table._replace(temples=tuple(map(tuple, rows)))


def _counted(table: ScorePad, what: str, at: str, value: str) -> ScorePad:
    """Another number on a board: a value, or a change with its sign, within bounds."""
    seat, boards = int(at), list(table.boards)
    board = boards[seat]
    number = int(value) + (getattr(board, what) if value[0] in "+-" else 0)
    boards[seat] = board._replace(**{what: max(0, min(number, getattr(LARGEST, what)))})
    return table._replace(boards=tuple(boards))


def _hut(table: ScorePad, at: str, code: str) -> ScorePad:
    """With a hut more or less on a board."""
    seat = int(at)
    board = table.boards[seat]
    has = [one for one in board.huts if one != code]
    huts = tuple(has) if len(has) < len(board.huts) else (*board.huts, code)
    return table._replace(boards=put(table.boards, seat, board._replace(huts=huts)))


def _mask(table: ScorePad, at: str, value: str, number: str) -> ScorePad:
    """With so many masks of a value on a board."""
    seat, mask = int(at), int(value)
    board = table.boards[seat]
    others = [one for one in board.masks if one != mask]
    masks = tuple(sorted([*others, *[mask] * int(number)]))
    return table._replace(boards=put(table.boards, seat, board._replace(masks=masks)))


_TAPS: Final[dict[str, Callable[..., ScorePad]]] = {
    "players": _count,
    "colour": _recoloured,
    "earlier": _moved,
    "start": _start,
    "tick": _ticked,
    "temple": _at_temple,
    "clear": _clear,
    "count": _counted,
    "hut": _hut,
    "mask": _mask,
    "kind": _kind,
}


# --- Storage -----------------------------------------------------------------------------------


def to_data(table: ScorePad) -> dict[str, Any]:
    return table._asdict() | {"expansion": table.expansion.text}


def from_data(data: Any) -> ScorePad:  # noqa: ANN401  (whatever is stored)
    """A stored table; a damaged one is a new table."""
    try:
        names = tuple(tidied(str(name))[:LONGEST_NAME] for name in data["names"])
        table = ScorePad(
            names,
            tuple(data["colours"]),
            tuple(map(board_of, data["boards"])),
            tuple(tuple(map(int, row)) for row in data["temples"]),
            int(data["starter"]),
            tuple(map(str, data["ticks"]))[:MOST_TICKS],
            tuple(map(str, data.get("kinds") or [PERSON] * len(names))),
            str(data.get("kept", ""))[:MOST_TICKS],
            Expansion.of_text(str(data.get("expansion", ""))[:_LONGEST]),
        )
        table.scores  # noqa: B018  # it says whether all of it can be
        return table if _fits(table) else ScorePad()
    except (TypeError, ValueError, LookupError, AttributeError):
        return ScorePad()


def board_of(data: Any) -> Board:  # noqa: ANN401  (as above)
    """All that a player has; boards of games without modules may have its first four numbers only.

    Raises:
        ValueError, TypeError: it is damaged.
    """
    gold, water, suns, fruits, *more = data
    board = Board(int(gold), int(water), int(suns), int(fruits))
    if more:
        huts, hermits, road, masks, gems = more
        board = board._replace(
            huts=tuple(map(str, huts)), hermits=int(hermits), road=int(road),
            masks=tuple(map(int, masks)), gems=int(gems),
        )  # fmt: skip
    if board.water < 0:
        raise ValueError("a field before the first")
    board.final  # noqa: B018  # it says whether there can be so much of it
    return board


def _fits(table: ScorePad) -> bool:
    """Whether all of it is about the same players."""
    players = len(table.names)
    return (
        len(table.boards) == len(set(table.colours)) == len(table.kinds) == players
        and set(table.kinds) <= {PERSON, *ai.LEVELS}
        and set(table.colours) <= set(COLOURS)
        and len(table.temples) == _temples(table, players)
        and -1 <= table.starter < players
        and all(0 <= one.water <= BASE.last_field for one in table.boards)
    )
