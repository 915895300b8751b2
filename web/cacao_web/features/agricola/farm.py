"""Agricola, edition of 2016: the score of a farm, and who wins."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from typing import Final

from cacao_core.errors import CacaoError, describe
from cacao_core.scorepads.checks import places, several, whole
from cacao_core.tiles import Seat

SPACES: Final = 15
"""Spaces of a farmyard."""
MOST_STABLES: Final = 4
MOST_PEOPLE: Final = 5
"""People of a family."""
MOST_FARMS: Final = 5
LEAST: Final = {
    "fields": (2, 3, 4, 5),
    "pastures": (1, 2, 3, 4),
    "grain": (1, 4, 6, 8),
    "vegetables": (1, 2, 3, 4),
    "sheep": (1, 4, 6, 8),
    "boar": (1, 3, 5, 7),
    "cattle": (1, 2, 4, 6),
}
"""Category -> how many are needed for 1, 2, 3 and 4 points; fewer are -1."""
ROOM_POINTS: Final = {"wood": 0, "clay": 1, "stone": 2}
"""Material of a house -> points of each room."""
WORKSHOPS: Final = {
    "joinery": ("wood", (3, 5, 7)),
    "pottery": ("clay", (3, 5, 7)),
    "basketmaker": ("reed", (2, 4, 5)),
}
"""Workshop -> its material, and how much of that is needed for 1, 2 and 3 points."""
IMPROVEMENTS: Final = {
    "fireplace": 1,
    "cooking hearth": 1,
    "clay oven": 2,
    "stone oven": 3,
    "joinery": 2,
    "pottery": 2,
    "basketmaker": 2,
    "well": 4,
}
"""Major improvement -> its printed points."""
MAJORS: Final = {
    "fireplace 2": 1,
    "fireplace 3": 1,
    "cooking hearth 4": 1,
    "cooking hearth 5": 1,
    **{
        name: points
        for name, points in IMPROVEMENTS.items()
        if "fire" not in name and "hearth" not in name
    },
}
"""The ten cards of major improvements, of which each is there once -> its printed points."""


@dataclass(frozen=True)
class FarmScore:
    """The points of a farm by category."""

    fields: int
    pastures: int
    grain: int
    vegetables: int
    sheep: int
    boar: int
    cattle: int
    unused: int
    stables: int
    rooms: int
    people: int
    cards: int
    """Printed points of improvements."""
    bonus: int
    """Additional points by text, and what workshops bring for materials, less 3 for each begging
    marker; it may be negative."""

    @property
    def total(self) -> int:
        """May be negative."""
        return sum(astuple(self))


CATEGORIES: Final = tuple(part.name for part in fields(FarmScore))
"""The categories of a score, in the order of the pad."""


@dataclass(frozen=True)
class Farm:
    """The counted parts of a farm after the last harvest; building materials lie in the supply.

    Raises:
        CacaoError: a value is of another type, or not possible on a farm.

    >>> Farm(fields=5, grain=4, unused=8, house="clay").score().total
    1
    """

    fields: int = 0
    """Tiles, sown or not."""
    pastures: int = 0
    """Fenced areas, whatever their size."""
    grain: int = 0
    vegetables: int = 0
    sheep: int = 0
    boar: int = 0
    cattle: int = 0
    unused: int = 0
    """Farmyard spaces without room, field, stable and fence around."""
    fenced_stables: int = 0
    """By a card there may be more than four; four count at most."""
    rooms: int = 2
    house: str = "wood"
    """Material of all rooms, a key of :data:`ROOM_POINTS`."""
    people: int = 2
    improvements: int = 0
    """Printed points."""
    bonus: int = 0
    """Additional points by text, less those that cards take away."""
    begging: int = 0
    """Markers."""
    wood: int = 0
    clay: int = 0
    reed: int = 0
    stone: int = 0
    joinery: bool = False
    pottery: bool = False
    basketmaker: bool = False
    by_card: bool = False
    """Whether a card allows what the numbers contradict."""

    def __post_init__(self) -> None:
        least: dict[str, int | None] = {"rooms": 2, "people": 2, "bonus": None}
        for part in fields(self):
            value = getattr(self, part.name)
            if part.name in (*WORKSHOPS, "by_card"):
                flag(part.name, value)
            elif part.name != "house":
                name = part.name.replace("_", " ")
                most = MOST_PEOPLE if name == "people" else None
                whole(name, value, least.get(part.name, 0), most)
        if not isinstance(self.house, str) or self.house not in ROOM_POINTS:
            raise CacaoError(f"house: {describe(self.house)}; expected {' or '.join(ROOM_POINTS)}")
        if not self.by_card:
            self._check_spaces()

    def _check_spaces(self) -> None:
        if self.spaces > SPACES:
            raise CacaoError(
                f"rooms, fields, pastures and unused spaces: {self.spaces}; "
                f"a farmyard has {SPACES} spaces"
            )
        inside = SPACES - (self.spaces - self.pastures) if self.pastures else 0
        if self.fenced_stables > inside:
            raise CacaoError(
                f"fenced stables: {self.fenced_stables}; there are {inside} spaces inside fences"
            )

    @property
    def spaces(self) -> int:
        """Farmyard spaces that these numbers need at least: a pasture may have more than one."""
        return self.rooms + self.fields + self.pastures + self.unused

    @property
    def materials(self) -> int:
        """Building materials left: more of them win a tie."""
        return self.wood + self.clay + self.reed + self.stone

    def workshops(self) -> int:
        """Points of workshops from materials, which are not given up for them."""
        return sum(map(self.workshop, WORKSHOPS))

    def workshop(self, name: str) -> int:
        """Points of one of them; 0 if the farm does not have it."""
        material, least = WORKSHOPS[name]
        return bisect_right(least, getattr(self, material)) if getattr(self, name) else 0

    def score(self) -> FarmScore:
        counted = {name: points(name, getattr(self, name)) for name in LEAST}
        return FarmScore(
            **counted,
            unused=-self.unused,
            stables=min(self.fenced_stables, MOST_STABLES),
            rooms=self.rooms * ROOM_POINTS[self.house],
            people=3 * self.people,
            cards=self.improvements,
            bonus=self.bonus + self.workshops() - 3 * self.begging,
        )


def flag(name: str, value: object) -> bool:
    """Whether something holds.

    Raises:
        CacaoError: it is not a ``bool``.
    """
    if not isinstance(value, bool):
        raise CacaoError(f"{name}: {describe(value)}; expected True or False")
    return value


def points(category: str, count: int) -> int:
    """Points for so many of a category of :data:`LEAST`.

    >>> points("cattle", 3), points("fields", 1)
    (2, -1)
    """
    return bisect_right(LEAST[category], whole(category, count)) or -1


def off(farm: Farm, pasture_spaces: int, free_stables: int = 0) -> int:
    """The farmyard spaces that are missing; negative if there are too many, 0 if all is well.

    Args:
        farm: the rest.
        pasture_spaces: spaces inside of fences.
        free_stables: stables on a space of their own, outside of fences.

    Raises:
        CacaoError: fewer spaces than pastures or fenced stables, or too many stables, and it is by
            no card.
    """
    stables = whole("stables", free_stables) + farm.fenced_stables
    whole("pasture spaces", pasture_spaces)
    if not farm.by_card:
        whole("pasture spaces", pasture_spaces, max(farm.pastures, farm.fenced_stables))
        whole("stables", stables, most=MOST_STABLES)
    return SPACES - (farm.spaces - farm.pastures + pasture_spaces + free_stables)


def ranking(farms: Sequence[Farm]) -> list[list[Seat]]:
    """Places, best first: the most points, then the most building materials; ties together.

    Raises:
        CacaoError: not 1 to 5 farms.

    >>> ranking([Farm(), Farm(wood=1), Farm(unused=2)])
    [[1], [0], [2]]
    """
    _farms("farms", farms, 1, MOST_FARMS)
    return places([(farm.score().total, farm.materials) for farm in farms])


def team(partners: Sequence[Farm]) -> FarmScore:
    """The score of two partners: in each category the lower of their values counts."""
    _farms("partners", partners, 2, 2)
    mine, yours = (astuple(farm.score()) for farm in partners)
    return FarmScore(*map(min, mine, yours))


def team_product(partners: Sequence[Farm]) -> int:
    """The other way to score two partners: their totals multiplied.

    Two negative totals are worse than any other result, not better.
    """
    _farms("partners", partners, 2, 2)
    mine, yours = (farm.score().total for farm in partners)
    return -mine * yours if mine < 0 and yours < 0 else mine * yours


def _farms(name: str, farms: Sequence[Farm], least: int, most: int) -> None:
    for farm in several(name, farms, least, most):
        if not isinstance(farm, Farm):
            raise CacaoError(f"{name}: {describe(farm)}; expected a Farm")
