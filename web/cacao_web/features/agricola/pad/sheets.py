"""The score pad of Agricola, as data: the farms of one to five people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, fields, replace
from typing import Any, Final, NamedTuple

from cacao_core.names import LONGEST_NAME, tidied
from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.farm import MOST_PEOPLE as LARGEST_FAMILY
from cacao_web.features.agricola.farm import MOST_STABLES
from cacao_web.features.agricola.scoring import Farm
from cacao_web.saves.book import counted, free_seat, put

MOST: Final = 99
"""The most of anything."""
MOST_PEOPLE: Final = 5
TEAM_PEOPLE: Final = 4
MODES: Final = ("alone", "lower", "product")
"""Ways to count: each alone, partners by the lower value of each category, or multiplied."""
ASKED: Final = (
    "fields", "pastures", "pasture_spaces", "fenced_stables", "free_stables", "rooms", "grain",
    "vegetables", "sheep", "boar", "cattle", "people", "improvements", "bonus", "begging", "wood",
    "clay", "reed", "stone",
)  # fmt: skip
"""All numbers, in the order in which they are asked for."""
_LEAST: Final = {"rooms": 2, "people": 2, "bonus": -MOST}
_MOST: Final = {"people": LARGEST_FAMILY, "rooms": scoring.SPACES, "fields": scoring.SPACES,
                "pasture_spaces": scoring.SPACES, "unused": scoring.SPACES}  # fmt: skip
_USING: Final = ("rooms", "fields", "pasture_spaces", "free_stables")
"""The counts that use spaces of a farmyard."""


class Sheet(NamedTuple):
    """The entries typed for a person."""

    farm: Farm = Farm(unused=13, by_card=True)
    """Its improvements are the points on other cards than ``majors``; whether the numbers fit
    together is said by :attr:`contradiction`."""
    pasture_spaces: int = 0
    free_stables: int = 0
    majors: tuple[str, ...] = ()
    """Major improvements, see ``scoring.MAJORS``."""
    by_card: bool = False
    """Whether a card allows what the numbers contradict."""

    def number(self, what: str) -> int:
        """A number of the sheet."""
        return int(getattr(self if what in Sheet._fields else self.farm, what))

    @property
    def printed(self) -> int:
        """The points printed on the major improvements."""
        return sum(scoring.MAJORS[name] for name in self.majors)

    @property
    def counted(self) -> Farm:
        """The farm with its major improvements."""
        flags: dict[str, Any] = {name: name in self.majors for name in scoring.WORKSHOPS}
        return replace(self.farm, improvements=self.farm.improvements + self.printed, **flags)

    @property
    def used(self) -> int:
        """Spaces of the farmyard that are used."""
        return sum(map(self.number, _USING))

    @property
    def contradiction(self) -> tuple[tuple[str, int], tuple[str, int]] | None:
        """Two numbers that contradict each other, with their names; None if a card allows it."""
        spaces, fenced = self.pasture_spaces, self.farm.fenced_stables
        pastures, unused = self.farm.pastures, self.farm.unused
        pairs = (
            (fenced > spaces, "fenced_stables", "pasture_spaces"),
            (pastures > spaces or spaces > 0 == pastures, "pastures", "pasture_spaces"),
            (fenced + self.free_stables > MOST_STABLES, "fenced_stables", "free_stables"),
        )
        for is_wrong, first, second in pairs:
            if is_wrong and not self.by_card:
                return (first, self.number(first)), (second, self.number(second))
        is_off = self.used + unused != scoring.SPACES and not self.by_card
        return (("used", self.used), ("unused", unused)) if is_off else None


class Pad(NamedTuple):
    """Everybody."""

    names: tuple[str, ...] = ("", "")
    sheets: tuple[Sheet, ...] = (Sheet(), Sheet())
    mode: str = MODES[0]
    kept: str = ""
    """Name of the played game that it is; empty for none."""

    @property
    def farms(self) -> list[Farm]:
        return [sheet.counted for sheet in self.sheets]

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


def bounds(what: str) -> tuple[int, int]:
    """The least and the most of a number."""
    return _LEAST.get(what, 0), _MOST.get(what, MOST)


def after(what: str) -> str:
    """The count that is asked for after a number; empty after the last one."""
    at = ASKED.index(what) + 1 if what in ASKED else 0
    return ASKED[at] if 0 < at < len(ASKED) else ""


def changed(sheet: Sheet, what: str, value: int) -> Sheet:
    """A sheet with another number.

    Spaces that are used now are unused no more, and the other way round. The numbers may
    contradict each other.

    Raises:
        ValueError: there is no such number.
    """
    least, most = bounds(what)
    if what not in (*ASKED, "unused"):
        raise ValueError(f"number {what!r:.40}")
    value = min(max(value, least), most)
    now = _set(sheet, what, value)
    if what == "pastures":
        now = now._replace(pasture_spaces=max(now.pasture_spaces, value) if value else 0)
    if what != "unused":
        unused = min(max(0, now.farm.unused - now.used + sheet.used), scoring.SPACES)
        now = _set(now, "unused", unused)
    return now


def _set(sheet: Sheet, what: str, value: int) -> Sheet:
    changes: dict[str, Any] = {what: value}
    if what in Sheet._fields:
        return sheet._replace(**changes)
    return sheet._replace(farm=replace(sheet.farm, **changes))


def named(pad: Pad, seat: int, name: str) -> Pad:
    """With another name at a seat."""
    return pad._replace(names=put(pad.names, seat, name[:LONGEST_NAME]))


# --- Taps ----------------------------------------------------------------------------------------


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
    return pad._replace(sheets=put(pad.sheets, seat, sheet))


def _step(pad: Pad, at: str, what: str, by: str) -> Pad:
    return _set_to(pad, at, what, str(pad.sheets[int(at)].number(what) + int(by)))


def _set_to(pad: Pad, at: str, what: str, value: str) -> Pad:
    return _with(pad, int(at), changed(pad.sheets[int(at)], what, int(value)))


def _house(pad: Pad, at: str, house: str) -> Pad:
    sheet = pad.sheets[int(at)]
    return _with(pad, int(at), sheet._replace(farm=replace(sheet.farm, house=house)))


def _major(pad: Pad, at: str, name: str) -> Pad:
    """A major improvement is had or not; each is there once, so somebody else gives it away."""
    if name not in scoring.MAJORS:
        raise ValueError(f"major improvement {name!r:.40}")
    has = name in pad.sheets[int(at)].majors
    for seat, sheet in enumerate(pad.sheets):
        left = tuple(one for one in sheet.majors if one != name)
        gets = seat == int(at) and not has
        pad = _with(pad, seat, sheet._replace(majors=(*left, name) if gets else left))
    return pad


def _by_card(pad: Pad, at: str) -> Pad:
    sheet = pad.sheets[int(at)]
    return _with(pad, int(at), sheet._replace(by_card=not sheet.by_card))


def _mode(pad: Pad, mode: str) -> Pad:
    return pad._replace(mode=MODES[MODES.index(mode)])


def _clear(pad: Pad, _all: str) -> Pad:
    return pad._replace(sheets=(Sheet(),) * len(pad.names), kept="")


_TAPS: Final[dict[str, Callable[..., Pad]]] = {
    "players": _people,
    "step": _step,
    "set": _set_to,
    "house": _house,
    "major": _major,
    "card": _by_card,
    "mode": _mode,
    "clear": _clear,
}


# --- Storage -------------------------------------------------------------------------------------


def to_data(pad: Pad) -> dict[str, Any]:
    sheets = [{**one._asdict(), "farm": asdict(one.farm)} for one in pad.sheets]
    return {**pad._asdict(), "sheets": sheets}


def from_data(data: Any) -> Pad:  # noqa: ANN401  (whatever is stored)
    """A stored pad; a damaged one is a new pad."""
    try:
        names = tuple(tidied(str(name))[:LONGEST_NAME] for name in data["names"])
        sheets = tuple(_sheet(one) for one in data["sheets"])
        if not 1 <= len(names) == len(sheets) <= MOST_PEOPLE:
            return Pad()
        return Pad(names, sheets, MODES[MODES.index(data["mode"])], str(data.get("kept", "")))
    except (TypeError, ValueError, LookupError):
        return Pad()


def _sheet(data: Any) -> Sheet:  # noqa: ANN401  (whatever is stored)
    given = {part.name for part in fields(Farm)} & set(data["farm"])
    sheet = Sheet(
        Farm(**{name: data["farm"][name] for name in given} | {"by_card": True}),
        data["pasture_spaces"],
        data["free_stables"],
        tuple(name for name in data["majors"] if name in scoring.MAJORS),
        bool(data["by_card"]),
    )
    for what in (*ASKED, "unused"):
        least, most = bounds(what)
        if type(sheet.number(what)) is not int or not least <= sheet.number(what) <= most:
            raise ValueError(f"{what}: {sheet.number(what)}")
    return sheet
