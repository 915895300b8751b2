"""The score pad of Agricola: who plays, and a page for each farm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core.names import LONGEST_NAME
from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.frame import card, frame
from cacao_web.features.agricola.pad import result_view, sheets
from cacao_web.features.agricola.pad.result_view import label
from cacao_web.features.agricola.pad.sheets import MOST_PEOPLE, Pad, Sheet
from cacao_web.features.agricola.words import count_name, major_name
from cacao_web.game.players import usual_name
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext, numeral
from cacao_web.ui.markup import Child, Markup, h, join

_CROPS: Final = ("grain", "vegetables", "sheep", "boar", "cattle")
_FARMYARD: Final = (
    "fields", "pastures", "pasture_spaces", "fenced_stables", "free_stables", "rooms", "unused",
)  # fmt: skip
_CARDS: Final = ("people", "improvements", "bonus", "begging")
_MATERIALS: Final = ("wood", "clay", "reed", "stone")
_KEYS: Final = 9
"""Numbers on one side of the keypad."""
_LOOK_UP: Final = {
    "fields": "points fields", "pastures": "points pastures", "pasture_spaces": "pasture",
    "fenced_stables": "points stables", "free_stables": "stables", "rooms": "points rooms",
    "unused": "points unused", "grain": "points crops", "vegetables": "points crops",
    "sheep": "points animals", "boar": "points animals", "cattle": "points animals",
    "people": "points people", "improvements": "points cards", "bonus": "points bonus",
    "begging": "begging markers", "wood": "tie", "clay": "tie", "reed": "tie", "stone": "tie",
}  # fmt: skip
"""The count -> its entry of the look-up."""


def screen(
    page: str, pad: Pad, names: Sequence[str], can_undo: bool, picking: tuple[str, bool]
) -> Markup:
    """The players, or the farm of a seat.

    Args:
        page: ``who`` or a seat.
        pad: everything.
        names: of people who were here before.
        can_undo: whether a tap can be taken back.
        picking: the number that the keypad is for, and whether it shows its large numbers.
    """
    if page == "who":
        return _who(pad, names, can_undo)
    seat = min(int(page), len(pad.names) - 1)  # people may have been taken back
    is_last = seat + 1 == len(pad.names)
    onward = ("farm/result", _("Result")) if is_last else (f"farm/{seat + 1}", label(pad, seat + 1))
    sheet = pad.sheets[seat]
    total = numeral(sheet.counted.score().total)
    return frame.screen(
        _("{name}: {n}").format(name=label(pad, seat), n=total), _farm(pad, seat, picking[0]),
        tabs=result_view.tabs(pad, page), back=f"farm/{seat - 1}" if seat else "farm/who",
        onward=onward, can_undo=can_undo,
        panel=_keypad(sheet, seat, *picking) if picking[0] else None,
    )  # fmt: skip


def _who(pad: Pad, names: Sequence[str], can_undo: bool) -> Markup:
    counts = [
        frame.choice(str(n), f"players:{n}", n == len(pad.names)) for n in range(1, MOST_PEOPLE + 1)
    ]
    inputs = [
        h("input", {"name": f"name-{seat}", "value": name, "maxlength": LONGEST_NAME,
                    "placeholder": usual_name(seat + 1), "autocomplete": "off",
                    "aria-label": _("Name of player {n}").format(n=seat + 1)})
        for seat, name in enumerate(pad.names)
    ]  # fmt: skip
    clear = widgets.button("agricola-tap", _("Start over"), icon="again", value="clear:all")
    return frame.screen(
        _("Who plays"),
        frame.group(_("Number of players"), counts),
        h("div", {"class": "people"}, inputs),
        frame.known_names(names, pad.names),
        h("div", {"class": "buttons"}, clear),
        back="doors", onward=("farm/0", _("Next")), can_undo=can_undo,
    )  # fmt: skip


# --- A farm ------------------------------------------------------------------------------------


def _farm(pad: Pad, seat: int, picking: str) -> list[Markup]:
    sheet = pad.sheets[seat]
    points = _points(sheet)

    def rows(*names: str) -> list[Markup]:
        return [_row(sheet, seat, name, points.get(name), name == picking) for name in names]

    houses = [
        frame.choice(count_name(house), f"house:{seat}:{house}", house == sheet.farm.house)
        for house in scoring.ROOM_POINTS
    ]
    return [
        frame.group(_("Farmyard"), rows(*_FARMYARD), _problem(sheet, seat), css="count-rows"),
        frame.group(_("The house is of"), houses),
        frame.group(_("Crops and animals"), rows(*_CROPS), css="count-rows"),
        _majors(pad, seat),
        frame.group(_("Family and cards"), rows(*_CARDS), css="count-rows"),
        frame.group(_("Building materials left"), rows(*_MATERIALS), css="count-rows"),
    ]


def _points(sheet: Sheet) -> dict[str, int]:
    """The counted things -> the points that they bring."""
    farm = sheet.counted
    score = farm.score()
    points = {name: getattr(score, name) for name in (*scoring.CATEGORIES[:8], "rooms", "people")}
    points |= {"fenced_stables": score.stables, "improvements": sheet.farm.improvements,
               "bonus": farm.bonus, "begging": -3 * farm.begging}  # fmt: skip
    for workshop, (material, _least) in scoring.WORKSHOPS.items():
        if workshop in sheet.majors:
            points[material] = farm.workshop(workshop)
    return points


def _row(sheet: Sheet, seat: int, what: str, points: int | None, is_picking: bool) -> Markup:
    number, name = sheet.number(what), count_name(what)
    least, most = sheets.bounds(what)

    def step(sign: str, by: int, label: str) -> Markup:
        refused = not least <= number + by <= most
        return frame.step(sign, f"step:{seat}:{what}:{by}", label, disabled=refused, repeats=True)

    worth = "" if points is None else words.signed(points) if points else "0"
    pick = {"type": "button", "data-command": "agricola-tap", "data-value": f"pick:{what}",
            "aria-pressed": "true" if is_picking else "false", "class": "number",
            "aria-label": f"{name}: {numeral(number)}"}  # fmt: skip
    return h(
        "div",
        {"class": "at-temple"},
        _look_up(_LOOK_UP[what], name),
        step("−", -1, _("{name}: one less").format(name=name)),
        h("button", pick, numeral(number)) if what != "unused" else h("output", None, number),
        step("+", 1, _("{name}: one more").format(name=name)),
        h("b", {"class": "paid"}, worth),
    )


def _look_up(id: str, name: Child) -> Markup:
    """A name that leads to its entry of the look-up."""
    data = {"type": "button", "data-command": "agricola-go", "data-value": f"entry/{id}"}
    return h("button", {**data, "class": "who entry-link"}, name)


def _keypad(sheet: Sheet, seat: int, what: str, is_large: bool) -> Markup:
    """Numbers to tap; after one of them comes the next thing that is counted."""
    least, most = max(0, sheets.bounds(what)[0]), sheets.bounds(what)[1]
    first = least + _KEYS if is_large else least
    numbers = range(first, min(first + _KEYS, most + 1))
    keys = [
        frame.choice(str(n), f"set:{seat}:{what}:{n}", n == sheet.number(what)) for n in numbers
    ]
    if is_large:
        keys.append(frame.choice("←", "keys:small", False, **{"aria-label": _("Smaller numbers")}))
    elif most >= least + _KEYS:
        more = _("{n} or more").format(n=least + _KEYS)
        keys.append(frame.choice(f"{least + _KEYS}…", "keys:large", False, **{"aria-label": more}))
    return h("div", {"class": "keypad", "role": "group", "aria-label": count_name(what)},
             h("b", None, count_name(what)), h("div", {"class": "number-keys"}, keys))  # fmt: skip


def _majors(pad: Pad, seat: int) -> Markup:
    """The ten major improvements; of each there is one card."""
    sheet = pad.sheets[seat]
    others = {name: other for other, one in enumerate(pad.sheets) for name in one.majors}
    buttons = [
        card(frame.choice(
            join(major_name(name), " ", h("b", None, words.signed(points))
                 if others.get(name, seat) == seat else h("small", None, label(pad, others[name]))),
            f"major:{seat}:{name}", name in sheet.majors), major_name(name), name)
        for name, points in scoring.MAJORS.items()
    ]  # fmt: skip
    text = ngettext("{n} printed point; it is counted.", "{n} printed points; they are counted.",
                    sheet.printed)  # fmt: skip
    return frame.group(_("Major improvements"), buttons, h("p", {"class": "soft"}, text),
                       css="starters")  # fmt: skip


def _problem(sheet: Sheet, seat: int) -> Markup:
    """Whether the numbers fit together; if not, a card may allow it."""
    sentence = problem(sheet)
    if not sentence and not sheet.by_card:
        return h("p", {"role": "status"}, _("All 15 spaces are counted."))
    return join(
        h("p", {"role": "status", "class": "problem"}, sentence) if sentence else None,
        h("div", {"class": "ticks"},
          frame.choice(_("A card allows this"), f"card:{seat}", sheet.by_card)),
    )  # fmt: skip


def problem(sheet: Sheet) -> str:
    """The two numbers that contradict each other; empty if none do."""
    contradiction = sheet.contradiction
    if contradiction is None:
        return ""
    (one, first), (other, second) = contradiction
    if one == "used":
        return _("{n} spaces are used and {m} are unused: together not 15.").format(
            n=first, m=second
        )
    if other == "free_stables":
        return _("{n} fenced stables and {m} without fences: together more than 4.").format(
            n=first, m=second
        )
    return _("{one}: {n}, but {other}: {m}.").format(
        one=count_name(one), n=first, other=count_name(other), m=second
    )
