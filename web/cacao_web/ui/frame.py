"""The frame of screens at a table, and the parts that they share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cacao_core.names import LONGEST_NAME
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Child, Markup, h

LONGEST_NOTE: Final = 200
"""Characters of a note about a game that was played."""


class Frame:
    """The parts of screens whose taps are commands of one feature.

    Args:
        feature: its name; its commands are ``<feature>-go`` for a place, ``-tap``, ``-back`` and
            ``-undo``.
    """

    def __init__(self, feature: str) -> None:
        self._feature = feature
        self._go, self._tap = f"{feature}-go", f"{feature}-tap"

    def screen(
        self,
        title: str,
        *content: Child,
        tabs: Child = None,
        back: str,
        onward: tuple[str, str] | Markup | None = None,
        panel: Child = None,
        can_undo: bool = False,
    ) -> Markup:
        """A screen: tabs above, the way on and the way back below, in reach of a thumb.

        Args:
            title: its title.
            content: what is between.
            tabs: the pages of the same thing.
            back: the place behind *Back*.
            onward: place and label of the button to the next page, or another button.
            panel: what stays in sight above these buttons.
            can_undo: whether a tap can be taken back.
        """
        return widgets.dialog(
            title,
            tabs,
            h("div", {"class": "at-table"}, *content),
            h("div", {"class": "way-on"}, panel, self._ways(back, can_undo, onward)),
            calm=True,
        )

    def _ways(self, back: str, can_undo: bool, onward: tuple[str, str] | Markup | None) -> Markup:
        name = self._feature
        if isinstance(onward, tuple):
            onward = widgets.button(self._go, onward[1], value=onward[0], css="primary big")
        return h(
            "div",
            {"class": "table-ways"},
            widgets.icon_button(f"{name}-back", _("Back"), "prev", value=back),
            widgets.icon_button(f"{name}-undo", _("Undo"), "undo", disabled=not can_undo),
            onward,
        )

    def tabs(self, pages: Iterable[tuple[str, Child, str]], here: str) -> Markup:
        """Buttons for the pages of one thing: place, what is shown, and the name."""
        buttons = [
            h(
                "button",
                {
                    "type": "button",
                    "data-command": self._go,
                    "data-value": place,
                    "aria-label": name,
                    "title": name,
                    "aria-current": "page" if place == here else None,
                },
                shown,
            )
            for place, shown, name in pages
        ]
        return h("nav", {"class": "table-tabs", "aria-label": _("Pages")}, buttons)

    def choice(self, label: Child, tap: str, chosen: bool, **attributes: object) -> Markup:
        """A button that shows whether it is chosen."""
        data = {"type": "button", "data-command": self._tap, "data-value": tap}
        return h(
            "button", {**data, "aria-pressed": "true" if chosen else "false", **attributes}, label
        )

    def years(
        self, sizes: Iterable[int], found: Iterable[str], players: int, year: str, games: int
    ) -> list[Markup]:
        """Choices for the years: a number of players, and a year if there are several.

        The number of games that this chooses stands below.

        Args:
            sizes: numbers of players.
            found: years.
            players: the chosen number; 0 for all.
            year: the chosen year; empty for all.
        """
        numbers = [self._year(_("All"), 0, year, not players)]
        numbers += [self._year(str(n), n, year, n == players) for n in sizes]
        groups = [self.group(_("Number of players"), numbers)]
        years = sorted(found, reverse=True)
        if len(years) > 1:
            dates = [self._year(_("All"), players, "", not year)]
            dates += [self._year(one, players, one, one == year) for one in years]
            groups.append(self.group(_("Year"), dates))
        number = ngettext("{n} game", "{n} games", games)
        shared = _("A victory shared by two counts as half a win for each (a third among three).")
        return [*groups, h("p", {"class": "soft"}, number, ". ", shared)]

    def _year(self, label: str, players: int, year: str, chosen: bool) -> Markup:
        """The button that chooses a number of players and a year."""
        data = {"type": "button", "data-command": self._go, "data-value": f"years/{players}/{year}"}
        return h("button", {**data, "aria-pressed": "true" if chosen else "false"}, label)

    def was_played(
        self, place: str, people: Iterable[tuple[Child, int, bool]], *facts: str
    ) -> Markup:
        """A game that was played, as a button: everybody with their result, and who has won."""
        shown = [
            h("span", {"class": "was-there won" if won else "was-there"}, who, " ",
              h("b", None, result))
            for who, result, won in people
        ]  # fmt: skip
        about = " · ".join(filter(None, facts))
        data = {"type": "button", "class": "door", "data-command": self._go, "data-value": place}
        return h("button", data, h("span", None, h("span", {"class": "were-there"}, shown),
                                   h("small", None, about) if about else None))  # fmt: skip

    def about(self, day: str, place: str, note: str, today: str) -> Markup:
        """Fields with day, place and note of a game that was played."""
        fields = [
            (_("Day"), {"type": "date", "name": "day", "value": day, "max": today,
                        "required": True}),
            (_("Place"), {"name": "place", "value": place, "maxlength": LONGEST_NAME}),
            (_("Note"), {"name": "note", "value": note, "maxlength": LONGEST_NOTE}),
        ]  # fmt: skip
        rows = [
            widgets.row(name, h("input", {**field, "aria-label": name, "autocomplete": "off"}))
            for name, field in fields
        ]
        return h("div", {"class": "rows"}, rows)

    def known_names(self, names: Sequence[str], taken: Sequence[str]) -> Markup | None:
        """Names of people who were here before; a tap seats one of them."""
        chips = [
            widgets.button(self._tap, name, value=f"take:{name}", css="chip")
            for name in names
            if name not in taken
        ]
        return self.group(_("Who was here before"), chips, css="chips") if chips else None

    def group(self, label: str, *content: Child, good: str = "", css: str = "counts") -> Markup:
        """The group that belongs to one number, under its name."""
        return h(
            "section",
            {"class": "counting", "role": "group", "aria-label": label},
            h("h3", None, widgets.symbol(good) if good else None, " ", label),
            h("div", {"class": css}, *content),
        )

    def step(
        self, label: str, tap: str, name: str, disabled: bool = False, repeats: bool = False
    ) -> Markup:
        """A button that counts; one that repeats goes on while it is held."""
        data = {"type": "button", "data-command": self._tap, "data-value": tap}
        return h("button", {**data, "aria-label": name, "disabled": disabled,
                            "data-repeats": repeats}, label)  # fmt: skip

    def door(self, place: str, icon: str, name: str, about: str) -> Markup:
        """A large button that leads to a place, with a sentence about it."""
        text = h("span", None, h("b", None, name), h("small", None, about))
        box = {"type": "button", "data-command": self._go, "data-value": place}
        return h("button", {**box, "class": "door"}, widgets.symbol(f"icon-{icon}", "glyph"), text)
