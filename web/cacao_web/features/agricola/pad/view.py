"""The score pad of Agricola: who plays, a page for each farm, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core.names import LONGEST_NAME
from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.frame import frame
from cacao_web.features.agricola.pad import sheets as farms
from cacao_web.features.agricola.pad.sheets import MOST_PEOPLE, Pad, Sheet
from cacao_web.features.agricola.scoring import CATEGORIES
from cacao_web.features.agricola.words import count_name, workshop_name
from cacao_web.game.players import usual_name
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of, isolated, ngettext
from cacao_web.ui.markup import Markup, h, join

_CROPS: Final = ("grain", "vegetables", "sheep", "boar", "cattle")
_FARMYARD: Final = (
    "fields", "pastures", "pasture_spaces", "fenced_stables", "free_stables", "unused",
)  # fmt: skip
_CARDS: Final = ("improvements", "bonus", "begging")
_MATERIALS: Final = ("wood", "clay", "reed", "stone")


def label(pad: Pad, seat: int) -> str:
    """The name at a seat, or its number."""
    return isolated(pad.names[seat]) or usual_name(seat + 1)


def screen(
    page: str, pad: Pad, names: Sequence[str], can_undo: bool, can_send: bool = False
) -> Markup:
    """A page of it; pages of people are their seats."""
    if page == "who":
        return _who(pad, names, can_undo)
    tabs = _tabs(pad, page)
    if page == "result":
        back = f"farm/{len(pad.names) - 1}"
        return frame.screen(
            verdict(pad), _result(pad), _picture(can_send), tabs=tabs, back=back,
            onward=("doors", _("Done")), can_undo=can_undo,
        )  # fmt: skip
    seat = int(page)
    is_last = seat + 1 == len(pad.names)
    onward = ("farm/result", _("Result")) if is_last else (f"farm/{seat + 1}", label(pad, seat + 1))
    total = words.number(pad.sheets[seat].farm.score().total)
    return frame.screen(
        _("{name}: {n}").format(name=label(pad, seat), n=total), _farm(pad.sheets[seat], seat),
        tabs=tabs, back=f"farm/{seat - 1}" if seat else "farm/who", onward=onward,
        can_undo=can_undo,
    )  # fmt: skip


def _tabs(pad: Pad, page: str) -> Markup:
    people = [(f"farm/{n}", str(n + 1), label(pad, n)) for n in range(len(pad.names))]
    result = ("farm/result", widgets.symbol("icon-list", "glyph"), _("Result"))
    return frame.tabs([*people, result], f"farm/{page}")


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


def _farm(sheet: Sheet, seat: int) -> list[Markup]:
    points = {name: getattr(sheet.farm.score(), name) for name in CATEGORIES}
    points["fenced_stables"] = points["stables"]
    del points["rooms"], points["cards"]

    def rows(*names: str) -> list[Markup]:
        return [_row(sheet, seat, name, points.get(name)) for name in names]

    houses = [
        frame.choice(count_name(house), f"house:{seat}:{house}", house == sheet.farm.house)
        for house in scoring.ROOM_POINTS
    ]
    workshops = [
        frame.choice(workshop_name(name), f"workshop:{seat}:{name}", getattr(sheet.farm, name))
        for name in scoring.WORKSHOPS
    ]
    return [
        frame.group(_("Farmyard"), rows(*_FARMYARD, "rooms"), _off(sheet), css="count-rows"),
        frame.group(_("The house is of"), houses),
        frame.group(_("Crops and animals"), rows(*_CROPS), css="count-rows"),
        frame.group(_("Family and cards"), rows("people", *_CARDS), css="count-rows"),
        frame.group(_("Building materials left"), rows(*_MATERIALS), css="count-rows"),
        frame.group(_("Workshops"), workshops, css="starters"),
    ]


def _row(sheet: Sheet, seat: int, what: str, points: int | None) -> Markup:
    number = getattr(sheet if what in Sheet._fields else sheet.farm, what)
    name = count_name(what)

    def step(sign: str, by: int, said: str) -> Markup:
        refused = farms.stepped(sheet, what, by) is None
        return frame.step(sign, f"step:{seat}:{what}:{by}", said, disabled=refused)

    worth = "" if points is None else words.signed(points) if points else "0"
    return h(
        "div",
        {"class": "at-temple"},
        h("span", {"class": "who"}, name),
        step("−", -1, _("{name}: one less").format(name=name)),
        h("output", None, number),
        step("+", 1, _("{name}: one more").format(name=name)),
        h("b", {"class": "paid"}, worth),
    )


def _off(sheet: Sheet) -> Markup:
    """Whether the spaces of the farmyard add up to 15."""
    off = sheet.off
    if not off:
        return h("p", {"role": "status"}, _("All 15 spaces are counted."))
    said = ngettext("{n} of 15 spaces is missing.", "{n} of 15 spaces are missing.", off)
    return h("p", {"role": "status", "class": "problem"}, said)


# --- The result ----------------------------------------------------------------------------------


def _picture(can_send: bool) -> Markup:
    """Buttons that hand on the result as a picture."""
    command = "agricola-picture"
    return h(
        "div",
        {"class": "buttons"},
        widgets.button(command, _("Share…"), icon="share", value="send") if can_send else None,
        widgets.button(command, _("Save picture"), icon="file", value="save"),
        widgets.button(command, _("Copy picture"), value="copy"),
    )


def verdict(pad: Pad) -> str:
    """Who wins, in a sentence."""
    if pad.is_team:
        teams = pad.teams()
        best = max(points for _seat, points in teams)
        seats = [(seat, seat + 2) for seat, points in teams if points == best]
        names = [label(pad, one) for pair in seats for one in pair]
        is_shared = len(seats) > 1
    else:
        names = [label(pad, seat) for seat in scoring.ranking(pad.farms)[0]]
        is_shared = len(names) > 1
    if len(pad.names) == 1:
        return _("Result")
    if is_shared:
        return _("Shared victory: {names}").format(names=all_of(names))
    if pad.is_team:
        return _("{names} win").format(names=all_of(names))
    return _("{name} wins").format(name=names[0])


def _result(pad: Pad) -> Markup:
    scores = [farm.score() for farm in pad.farms]
    heads = [h("th", {"scope": "col"}, label(pad, seat)) for seat in range(len(scores))]
    rows = [
        h("tr", None, h("th", {"scope": "row"}, count_name(name)),
          [h("td", None, words.number(getattr(score, name))) for score in scores])
        for name in CATEGORIES
    ]  # fmt: skip
    total = h(
        "tr", {"class": "won"}, h("th", {"scope": "row"}, _("Total")),
        [h("td", None, h("b", None, words.number(score.total))) for score in scores],
    )  # fmt: skip
    head = h("thead", None, h("tr", None, h("th", {"scope": "col"}, _("Points")), heads))
    table = h("table", {"class": "ledger farms"}, head, h("tbody", None, rows, total))
    off = [label(pad, seat) for seat, sheet in enumerate(pad.sheets) if sheet.off]
    warning = _("The spaces of the farmyard do not add up to 15: {names}.").format(
        names=all_of(off)
    )
    return join(
        h("div", {"class": "scroll"}, table),
        h("p", {"class": "problem"}, warning) if off else None,
        h("p", {"class": "soft"}, _tie(pad)),
        _team(pad) if len(pad.names) == farms.TEAM_PEOPLE else None,
    )


def _tie(pad: Pad) -> str:
    """What has decided a tie for the first place, if anything has."""
    totals = [farm.score().total for farm in pad.farms]
    if pad.is_team or totals.count(max(totals)) < 2:
        return ""
    if len(scoring.ranking(pad.farms)[0]) > 1:
        return _("Equal points and equal building materials: a shared victory.")
    return _("Equal points: the most building materials left decide.")


def _team(pad: Pad) -> Markup:
    """How partners count."""
    names = {
        "alone": _("Each alone"),
        "lower": _("Partners: the lower value of each category"),
        "product": _("Partners: totals multiplied"),
    }
    buttons = [frame.choice(name, f"mode:{mode}", mode == pad.mode) for mode, name in names.items()]
    told = [
        h("p", None, all_of([label(pad, seat), label(pad, seat + 2)]), ": ",
          h("b", None, words.number(points)))
        for seat, points in (pad.teams() if pad.is_team else [])
    ]  # fmt: skip
    return join(told, frame.group(_("Partners sit opposite each other"), buttons, css="ticks"))
