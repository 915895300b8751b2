"""The form of somebody who is invited: who plays at this device, and how they are called."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core.fair import Glimpse
from cacao_core.names import LONGEST_NAME, outline, tidied
from cacao_core.tiles import Seat
from cacao_web.features.together import model
from cacao_web.ui.i18n import _, isolated


class Form(NamedTuple):
    """The form of somebody who is invited."""

    seats: tuple[Seat, ...]  # the chosen ones
    names: tuple[str, ...]  # a name for each seat
    shows_tile: bool  # whether others see the tile that is tried, not only its space
    problem: str = ""  # why the last attempt failed
    is_named: bool = False  # whether the names stay: a match goes on with the same people

    def name(self, seat: Seat) -> str:
        """The name of a seat, as it is used."""
        return tidied(self.names[seat])

    def filled_in(self, field: str, value: str) -> Form:
        """The form after a field was changed: the name or the choice of a seat, or the tile."""
        kind, _dash, digits = field.partition("-")
        seat = int(digits) if digits.isdigit() else -1
        if field == "ghost":
            return self._replace(shows_tile=value == "on")
        if seat not in range(len(self.names)):
            return self
        if kind == "seat":
            others = [other for other in self.seats if other != seat]
            chosen = sorted([*others, seat]) if value == "on" else others
            return self._replace(seats=tuple(chosen))
        if kind == "name" and not self.is_named:
            return self._replace(names=(*self.names[:seat], value, *self.names[seat + 1 :]))
        return self

    def checked(self, glimpse: Glimpse) -> Form:
        """The form with what is wrong with it for an invitation."""
        return self._replace(problem=self._problem(glimpse))

    def _problem(self, glimpse: Glimpse) -> str:
        if not self.seats:
            return _("Choose at least one player for this device.")
        if not all(0 < len(self.name(seat)) <= LONGEST_NAME for seat in self.seats):
            return _("Please enter a name.")
        taken = {
            outline(name)
            for seat, name in enumerate(glimpse.names)
            if seat not in glimpse.free_seats
        }
        for name in map(self.name, self.seats):
            if outline(name) in taken:
                return _("{name} is at the table already. Please enter another name.").format(
                    name=isolated(name)
                )
            taken.add(outline(name))
        return ""


def names(glimpse: Glimpse, seat: Seat, own: str) -> tuple[str, ...]:
    """The names that the host has given, with the person's own name for a seat if it is free."""
    given = tuple(model.given_name(glimpse, other) for other in range(glimpse.players))
    if not own or outline(own) in map(outline, given):
        return given
    return (*given[:seat], own, *given[seat + 1 :])
