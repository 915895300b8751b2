"""Gems: taken from gem mines, and exchanged for masks (docs/rules.md 11.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, ClassVar, Final

from cacao_core.chance import shuffled
from cacao_core.errors import BadDeal, BadRecord, describe
from cacao_core.goods import Good
from cacao_core.jungle import JungleTile, Option, Supplied, VillageBoard
from cacao_core.module import FEW, Dealt, Laid, LaidPart, Module, ModuleGame, read_cell, texts
from cacao_core.tiles import NEIGHBOURS, UNKNOWN, Cell, PlainEdge, Seat

GEMS: Final = "RGBW"
"""The colours of gems, in the order of notation."""
MASKS: Final = (8, 8, 9, 9, 10, 10, 12)
"""Values of the masks; without the last one for two players."""
PILE: Final = "gem_pile"
"""In the supply: the gems that are not on a mine yet, in the order in which they are drawn."""
MINES: Final = "mines"
"""In the supply: cell of a gem mine -> the gems on it."""
WAITING: Final = "waiting_gems"
"""In the supply: the gems on each mine of the display, then on each of the map board."""
LEFT: Final = "masks"
"""In the supply: the values of the masks that are left, lowest first."""
_ON_A_MINE: Final = 6
_MINE: Final = "D"


def number_of_gems(players: int) -> int:
    """The number of gems of each colour in play."""
    return 6 if players == FEW else 8


class GemMine(JungleTile):
    """Each worker may take one gem from the mine."""

    good: ClassVar[str] = "gems"
    is_plain: ClassVar[bool] = False

    def max_amount(self, _player: VillageBoard, workers: int) -> int:
        return workers

    def options(self, position: Supplied, _seat: Seat, edge: PlainEdge) -> tuple[Option, ...]:
        cell, side, _code, workers = edge
        gems = position.supply[MINES][NEIGHBOURS[cell][side]]
        if UNKNOWN in gems:  # a move may name what lies there
            left, unknown = _left(position), gems.count(UNKNOWN)
            gems = gems.strip(UNKNOWN) + "".join(gem * min(left[gem], unknown) for gem in GEMS)
        return _choices(_sorted(gems), workers)

    def most_options(self, workers: int) -> int:
        mines = combinations_with_replacement(GEMS, _ON_A_MINE)
        return max(len(_choices("".join(gems), workers)) for gems in mines)

    def carry_out(self, position: Supplied, seat: Seat, edge: PlainEdge, option: Option) -> None:
        space = NEIGHBOURS[edge[0]][edge[1]]
        mines = position.supply[MINES]
        position.supply[MINES] = {**mines, space: _without(mines[space], option.choice)}
        player = position.players[seat]
        player.gems = _sorted(player.gems + option.choice)
        _exchange(position, seat)


def _exchange(position: Supplied, seat: Seat) -> None:
    """Give one gem of each colour for the lowest mask, while that is possible."""
    player = position.players[seat]
    while set(player.gems) == set(GEMS) and position.supply[LEFT]:
        mask, *left = position.supply[LEFT]
        position.supply[LEFT] = tuple(left)
        player.gems = _without(player.gems, GEMS)
        player.masks += (mask,)
        position.note(seat, Gems.name, "mask", gems=-len(GEMS), masks=1)


@cache
def _choices(gems: str, workers: int) -> tuple[Option, ...]:
    """All ways to take up to so many of some gems."""
    counts = [range(gems.count(gem) + 1) for gem in GEMS]
    ways = sorted((taken for taken in product(*counts) if sum(taken) <= workers), key=sum)
    return tuple(
        Option(sum(taken), "".join(gem * n for gem, n in zip(GEMS, taken, strict=True)))
        for taken in ways
    )


def _left(game: Supplied) -> Counter[str]:
    """The gems that are unknown: those that are neither seen nor spent for masks."""
    supply = game.supply
    seen = [supply[PILE], *supply[WAITING], *supply[MINES].values()]
    seen += [player.gems + GEMS * len(player.masks) for player in game.players]
    counts = Counter({gem: number_of_gems(len(game.players)) for gem in GEMS})
    return counts - Counter("".join(seen))


def gems_left(position: Supplied) -> dict[str, int]:
    """Letter -> number of gems that are unknown."""
    return dict(_left(position))


def _mines(position: ModuleGame) -> list[tuple[str, Any, str]]:
    """The gems on each mine, as (part of the supply, key there, gems), those drawn first first."""
    supply = position.supply
    waiting = [(WAITING, at, gems) for at, gems in enumerate(supply[WAITING])]
    if not position.workers:  # at first, those of the map board were drawn before
        aside = len(waiting) - position.aside.count(_MINE)
        waiting = [*waiting[aside:], *waiting[:aside]]
    return [*((MINES, cell, gems) for cell, gems in supply[MINES].items()), *waiting]


def in_supply(game: Supplied) -> Counter[str]:
    """The gems that lie on no mine yet: in which order they come is hidden, how many is not."""
    gems = game.supply[PILE]
    return Counter(gems) if UNKNOWN not in gems else _left(game)


def _named(gems: str, others: list[str], in_order: bool = True) -> str:
    """Gems with others in the place of unknown ones; these are taken from the list."""
    named = "".join(others.pop() if gem == UNKNOWN else gem for gem in gems)
    return _sorted(named) if in_order else named


def _kinds(left: Counter[str], unknown: bool) -> list[str]:
    """The colours that the next gem of the supply may have, if so many are left of each."""
    kinds = [gem for gem in GEMS if left[gem] > 0]
    return [UNKNOWN, *kinds] if unknown else kinds


def _sorted(gems: str) -> str:
    return "".join(sorted(gems, key=(GEMS + UNKNOWN).index))


def _without(gems: str, taken: str) -> str:
    """Gems without those that were taken; one that is not among them is an unknown one."""
    for gem in taken:
        gems = gems.replace(gem if gem in gems else UNKNOWN, "", 1)
    return gems


class Gems(Module):
    """Gem mines in place of temples: gems lie on each from the moment when it turns up."""

    name = "gems"
    many: ClassVar[Mapping[str, int]] = {"T": -5, "D": 5}
    few: ClassVar[Mapping[str, int]] = {"T": -4, "D": 4}
    added = (GemMine("D"),)
    goods: ClassVar[tuple[Good, ...]] = (
        Good("gems", "", kinds=tuple(GEMS), each=8),
        Good("masks", (), kinds=tuple(map(str, dict.fromkeys(MASKS))), each=2),
    )

    lies = (LaidPart(MINES, _MINE, tuple(GEMS), _ON_A_MINE),)
    deals = "gems"
    pile = PILE

    def deal(self, players: int, numbers: Iterator[int]) -> str:
        return "".join(shuffled(list(GEMS * number_of_gems(players)), numbers))

    def unknown_deal(self, players: int) -> str:
        return UNKNOWN * len(GEMS) * number_of_gems(players)

    def checked_deal(self, value: object, players: int) -> str:
        each = number_of_gems(players)
        if not isinstance(value, Sequence) or not all(isinstance(gem, str) for gem in value):
            raise BadDeal(f"gems {describe(value)}: expected {len(GEMS) * each} letters")
        counts = Counter(value)
        unknown = counts.pop(UNKNOWN, 0)
        if set(counts) - set(GEMS):
            raise BadDeal(f"gems {describe(value)}: expected letters of {GEMS}")
        if counts.total() + unknown != len(GEMS) * each or max(counts.values(), default=0) > each:
            raise BadDeal(f"gems: {dict(counts)}; expected {each} of each colour")
        return "".join(value)

    def deal_digits(self, value: Sequence[str], players: int) -> list[tuple[int, int]]:
        digits, left = [], Counter({gem: number_of_gems(players) for gem in GEMS})
        for gem in value:
            kinds = _kinds(left, UNKNOWN in value)
            digits.append((kinds.index(gem), len(kinds)))
            left[gem] -= 1
        return [(int(UNKNOWN in value), 2), *digits]

    def take_deal(self, take: Callable[[int], int], players: int) -> str:
        unknown, left = bool(take(2)), Counter({gem: number_of_gems(players) for gem in GEMS})
        gems = ""
        for _gem in range(left.total()):
            kinds = _kinds(left, unknown)
            gems += kinds[take(len(kinds))]
            left[gems[-1]] -= 1
        return gems

    def complete(self, game: ModuleGame, shuffle: Callable[[list[str]], None]) -> None:
        gems = sorted(_left(game).elements())
        shuffle(gems)
        supply = game.supply
        supply[WAITING] = tuple(_named(each, gems) for each in supply[WAITING])
        supply[MINES] = {cell: _named(each, gems) for cell, each in supply[MINES].items()}
        supply[PILE] = _named(supply[PILE], gems, in_order=False)

    def begin(self, game: ModuleGame, deal: Dealt) -> None:
        game.supply[PILE] = deal.gems
        game.supply[MINES] = {}
        game.supply[LEFT] = MASKS[:-1] if len(game.players) == FEW else MASKS
        # The tiles of the map board are turned up before those of the display.
        aside = [self._draw(game) for code in game.aside if code == _MINE]
        shown = [self._draw(game) for code in game.display if code == _MINE]
        game.supply[WAITING] = (*shown, *aside)

    def lay(self, game: ModuleGame, deal: Dealt, lying: Mapping[str, Any]) -> None:
        on_mines: Mapping[Cell, str] = lying.get(MINES, {})
        mines = [cell for cell, code in game.jungle.items() if code == _MINE]
        self.begin(game, deal)
        left = Counter(game.supply[LEFT])
        left.subtract(mask for player in game.players for mask in player.masks)
        game.supply[LEFT] = tuple(sorted((+left).elements()))
        game.supply[MINES] = {cell: _sorted(on_mines.get(cell, "")) for cell in mines}
        game.supply[PILE] = UNKNOWN * _left(game).total()

    def revealed(self, game: ModuleGame, space: Cell, code: str, origin: str) -> None:
        if code != _MINE:
            return
        waiting = list(game.supply[WAITING])
        # A move may have named its tile: then no gems lie there yet.
        if origin == "pile" or len(waiting) == (*game.display, *game.aside).count(_MINE):
            gems = self._draw(game)
        else:
            gems = waiting.pop(0 if origin == "display" else game.display.count(_MINE))
            game.supply[WAITING] = tuple(waiting)
        game.supply[MINES] = {**game.supply[MINES], space: gems}
        game.note(game.turn, self.name, gems, space)

    def drawn(self, game: ModuleGame) -> None:
        waiting = game.supply[WAITING]
        shown = (*game.display, *game.aside).count(_MINE)
        more = tuple(self._draw(game) for _mine in range(shown - len(waiting)))
        game.supply[WAITING] = (*waiting, *more)

    def named(self, game: ModuleGame, at: int) -> None:
        shown = (*game.display, *game.aside)
        if shown[at] == _MINE:
            waiting = game.supply[WAITING]
            before = shown[:at].count(_MINE)
            game.supply[WAITING] = (*waiting[:before], self._draw(game), *waiting[before:])

    def unknown_pieces(self, position: ModuleGame) -> list[int]:
        return [gems.count(UNKNOWN) for _part, _at, gems in _mines(position) if UNKNOWN in gems]

    def name_pieces(self, position: ModuleGame, pieces: str) -> None:
        places = sum(self.unknown_pieces(position))
        if len(pieces) > places:
            have = (
                f"{places} unknown gems lie on mines" if places else "no unknown gem lies on a mine"
            )
            raise BadDeal(f"gems: {len(pieces)} revealed, but {have}")
        left = _left(position) if pieces else Counter()
        if too_many := Counter(pieces) - left:
            expected = "".join(left.elements())
            raise BadDeal(
                f"gems: no {describe(min(too_many))} is left; expected some of {expected}"
            )
        for gem in pieces:
            part, at, lying = next(one for one in _mines(position) if UNKNOWN in one[2])
            named = _sorted(lying.replace(UNKNOWN, gem, 1))
            if part == MINES:
                position.supply[MINES] = {**position.supply[MINES], at: named}
            else:
                waiting = position.supply[WAITING]
                position.supply[WAITING] = (*waiting[:at], named, *waiting[at + 1 :])

    def sources(self, position: ModuleGame, seat: Seat) -> dict[str, int]:
        player = position.players[seat]
        return {"masks": sum(player.masks), "gems": len(player.gems)}

    def check_supply(self, position: Laid) -> None:
        supply = position.supply
        mines = {cell for cell, code in position.jungle.items() if code == _MINE}
        if set(supply[MINES]) != mines:
            raise BadRecord("position, supply: gems lie where no gem mine is, or not on all")
        if len(supply[WAITING]) != (*position.display, *position.aside).count(_MINE):
            raise BadRecord("position, supply: not as many waiting gems as gem mines")
        gems = Counter("".join((supply[PILE], *supply[WAITING], *supply[MINES].values())))
        masks = Counter(supply[LEFT])
        for player in position.players:
            masks.update(player.masks)
            gems.update(player.gems + GEMS * len(player.masks))
        each = number_of_gems(len(position.players))
        few = len(position.players) == FEW
        if masks != Counter(MASKS[:-1] if few else MASKS):
            raise BadRecord("position, supply: these are not all masks")
        if gems.total() != each * len(GEMS) or any(gems[gem] > each for gem in GEMS):
            raise BadRecord("position, supply: these are not all gems")

    def read_supply(self, given: Mapping[str, Any]) -> dict[str, Any]:
        mines = {read_cell(cell): str(gems) for cell, gems in given.get(MINES) or ()}
        masks = tuple(given.get(LEFT) or ())
        pile, waiting = given.get(PILE, ""), texts(given, WAITING)
        if not isinstance(pile, str) or not set("".join((pile, *waiting, *mines.values()))) <= set(
            GEMS + UNKNOWN
        ):
            raise BadRecord("position, supply: gems that do not exist")
        if list(masks) != sorted(masks) or Counter(masks) - Counter(MASKS):
            raise BadRecord(f"position, supply: masks {describe(masks)}")
        return {PILE: pile, MINES: mines, LEFT: masks, WAITING: waiting}

    @staticmethod
    def _draw(game: ModuleGame) -> str:
        """The gems for a mine, taken from the supply."""
        pile = game.supply[PILE]
        game.supply[PILE] = pile[_ON_A_MINE:]
        return _sorted(pile[:_ON_A_MINE])
