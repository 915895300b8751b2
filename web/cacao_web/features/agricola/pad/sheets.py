"""The score pad of Agricola, as data: the farms of one to five people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any, Final, NamedTuple

from cacao_core import CacaoError
from cacao_core.names import LONGEST_NAME, tidied
from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.scoring import Farm
from cacao_web.saves.book import counted, free_seat, put

MOST: Final = 99
"""The most of anything."""
MOST_PEOPLE: Final = 5
TEAM_PEOPLE: Final = 4
MODES: Final = ("alone", "lower", "product")
"""Ways to count: each alone, partners by the lower value of each category, or multiplied."""


class Sheet(NamedTuple):
    """What is typed for a person."""

    farm: Farm = Farm(unused=13)
    pasture_spaces: int = 0
    free_stables: int = 0

    @property
    def off(self) -> int:
        """Farmyard spaces that are missing."""
        return scoring.off(self.farm, self.pasture_spaces, self.free_stables)


class Pad(NamedTuple):
    """Everybody."""

    names: tuple[str, ...] = ("", "")
    sheets: tuple[Sheet, ...] = (Sheet(), Sheet())
    mode: str = MODES[0]

    @property
    def farms(self) -> list[Farm]:
        return [sheet.farm for sheet in self.sheets]

    @property
    def is_team(self) -> bool:
        """Whether partners sit opposite each other."""
        return self.mode != MODES[0] and len(self.names) == TEAM_PEOPLE

    def teams(self) -> list[tuple[int, int]]:
        """Partners by seat, and their points."""
        count = scoring.team_product if self.mode == "product" else _lower
        return [(seat, count((self.farms[seat], self.farms[seat + 2]))) for seat in (0, 1)]


def _lower(partners: tuple[Farm, Farm]) -> int:
    return scoring.team(partners).total


def stepped(sheet: Sheet, what: str, by: int) -> Sheet | None:
    """A sheet with a number changed; None if it cannot be.

    Spaces that are used now are unused no more, and the other way round.
    """
    farm = sheet.farm
    numbers = {"pasture_spaces": sheet.pasture_spaces, "free_stables": sheet.free_stables}
    numbers |= {name: getattr(farm, name) for name in ("rooms", "fields", "pastures", "unused")}
    before = _used(numbers)
    numbers[what] = numbers.get(what, getattr(farm, what, 0)) + by
    if what == "pastures":
        least = max(numbers["pasture_spaces"], numbers["pastures"])
        numbers["pasture_spaces"] = least if numbers["pastures"] else 0
    if what != "unused":
        numbers["unused"] = max(0, numbers["unused"] - _used(numbers) + before)
    spaces, stables = numbers.pop("pasture_spaces"), numbers.pop("free_stables")
    changes: dict[str, Any] = numbers
    try:
        after = Sheet(replace(farm, **changes), spaces, stables)
        is_right = after.off >= 0 and (not spaces or after.farm.pastures > 0)
    except CacaoError:
        return None
    return after if is_right and getattr(after.farm, what, 0) <= MOST else None


def _used(numbers: Mapping[str, int]) -> int:
    return sum(numbers[name] for name in ("rooms", "fields", "pasture_spaces", "free_stables"))


def named(pad: Pad, seat: int, name: str) -> Pad:
    """With another name at a seat."""
    return pad._replace(names=put(pad.names, seat, name[:LONGEST_NAME]))


def tapped(pad: Pad, tap: str) -> Pad:
    """The pad after a tap.

    Raises:
        ValueError, LookupError, TypeError: there is no such tap.
    """
    what, _colon, rest = tap.partition(":")
    if what == "take":
        return named(pad, free_seat(pad.names), rest)
    return _TAPS[what](pad, *rest.split(":"))


def _people(pad: Pad, count: str) -> Pad:
    people = counted(count, MOST_PEOPLE)
    return pad._replace(
        names=(*pad.names, *[""] * MOST_PEOPLE)[:people],
        sheets=(*pad.sheets, *[Sheet()] * MOST_PEOPLE)[:people],
        mode=pad.mode if people == TEAM_PEOPLE else MODES[0],
    )


def _with(pad: Pad, seat: int, sheet: Sheet) -> Pad:
    sheets = list(pad.sheets)
    sheets[seat] = sheet
    return pad._replace(sheets=tuple(sheets))


def _step(pad: Pad, at: str, what: str, by: str) -> Pad:
    seat = int(at)
    return _with(pad, seat, stepped(pad.sheets[seat], what, int(by)) or pad.sheets[seat])


def _house(pad: Pad, at: str, house: str) -> Pad:
    sheet = pad.sheets[int(at)]
    return _with(pad, int(at), sheet._replace(farm=replace(sheet.farm, house=house)))


def _workshop(pad: Pad, at: str, name: str) -> Pad:
    sheet = pad.sheets[int(at)]
    changes: dict[str, Any] = {name: not getattr(sheet.farm, name)}
    if name not in scoring.WORKSHOPS:
        raise ValueError(f"workshop {name!r:.40}")
    return _with(pad, int(at), sheet._replace(farm=replace(sheet.farm, **changes)))


def _mode(pad: Pad, mode: str) -> Pad:
    return pad._replace(mode=MODES[MODES.index(mode)])


def _clear(pad: Pad, _all: str) -> Pad:
    return pad._replace(sheets=(Sheet(),) * len(pad.names))


_TAPS: Final[dict[str, Callable[..., Pad]]] = {
    "players": _people,
    "step": _step,
    "house": _house,
    "workshop": _workshop,
    "mode": _mode,
    "clear": _clear,
}


def to_data(pad: Pad) -> dict[str, Any]:
    """Plain data, for JSON."""
    sheets = [
        {"farm": asdict(one.farm), "pastures": one.pasture_spaces, "stables": one.free_stables}
        for one in pad.sheets
    ]
    return {"names": pad.names, "sheets": sheets, "mode": pad.mode}


def from_data(data: Any) -> Pad:  # noqa: ANN401  (whatever is stored)
    """A stored pad; a damaged one is a new pad."""
    try:
        names = tuple(tidied(str(name))[:LONGEST_NAME] for name in data["names"])
        sheets = tuple(_sheet(one) for one in data["sheets"])
        if not 1 <= len(names) == len(sheets) <= MOST_PEOPLE:
            return Pad()
        return Pad(names, sheets, MODES[MODES.index(data["mode"])])
    except (TypeError, ValueError, LookupError):
        return Pad()


def _sheet(data: Any) -> Sheet:  # noqa: ANN401  (whatever is stored)
    sheet = Sheet(Farm(**data["farm"]), data["pastures"], data["stables"])
    if sheet.off < 0:
        raise ValueError("more than 15 spaces")
    return sheet
