"""The result of the score pad of Agricola."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Final

from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.frame import frame
from cacao_web.features.agricola.pad import sheets
from cacao_web.features.agricola.pad.sheets import Pad
from cacao_web.features.agricola.words import count_name
from cacao_web.game.players import usual_name
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of, isolated, numeral
from cacao_web.ui.markup import Markup, h, join

_FEW: Final = 2
"""People whose names have room beside each other on a phone."""


def label(pad: Pad, seat: int) -> str:
    """The name at a seat, or its number."""
    return isolated(pad.names[seat]) or usual_name(seat + 1)


def tabs(pad: Pad, page: str) -> Markup:
    """The people with their totals, and the result."""
    people = []
    for seat, farm in enumerate(pad.farms):
        total = numeral(farm.score().total)
        shown = join(h("span", None, label(pad, seat)), " ", h("b", None, total))
        people.append((f"farm/{seat}", shown, f"{label(pad, seat)}: {total}"))
    result = ("farm/result", widgets.symbol("icon-list", "glyph"), _("Result"))
    return frame.tabs([*people, result], f"farm/{page}")


def screen(pad: Pad, stored: Pad | None, can_undo: bool, can_send: bool) -> Markup:
    """The winner, the totals, and all categories.

    Args:
        pad: everything.
        stored: the pad as it was kept among played games; None if it was not.
        can_undo: whether a tap can be taken back.
        can_send: whether the browser can hand on pictures.
    """
    return frame.screen(
        verdict(pad), _result(pad), _keeping(pad, stored), _picture(can_send),
        tabs=tabs(pad, "result"), back=f"farm/{len(pad.names) - 1}", onward=("doors", _("Done")),
        can_undo=can_undo,
    )  # fmt: skip


def _keeping(pad: Pad, stored: Pad | None) -> Markup:
    """Ways to keep the game among those that were played."""
    new = widgets.button("agricola-tap", _("Save as another game"), value="keep:new")
    if stored is None:
        save = widgets.button("agricola-tap", _("Save the game"), icon="star", value="keep:new")
        return h("div", {"class": "buttons"}, save)
    if stored == pad:
        there = widgets.button("agricola-go", _("The saved game"), icon="star",
                               value=f"evening/{pad.kept}")  # fmt: skip
        return h("div", {"class": "buttons"}, there)
    again = widgets.button("agricola-tap", _("Correct the saved game"), icon="star",
                           value="keep:again")  # fmt: skip
    return h("div", {"class": "buttons"}, again, new)


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
    """The winner, in a sentence."""
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
    if pad.is_team and not is_shared:
        return _("{names} win").format(names=all_of(names))
    return words.won_by(names)


def _result(pad: Pad) -> Markup:
    off = [label(pad, seat) for seat, sheet in enumerate(pad.sheets) if sheet.contradiction]
    warning = _("Some numbers of these farms contradict each other: {names}.").format(
        names=all_of(off)
    )
    return join(
        h("div", {"class": "scroll"}, table([label(pad, n) for n in range(len(pad.names))],
                                            [asdict(farm.score()) for farm in pad.farms])),
        h("p", {"class": "problem"}, warning) if off else None,
        h("p", {"class": "soft"}, _tie(pad)),
        _team(pad) if len(pad.names) == sheets.TEAM_PEOPLE else None,
    )  # fmt: skip


def table(names: Sequence[str], scores: Sequence[Mapping[str, int]]) -> Markup:
    """Names, totals and categories; names of many stand upright, so that none is cut."""
    css = "ledger farms upright" if len(names) > _FEW else "ledger farms"
    heads = [h("th", {"scope": "col"}, h("span", None, name)) for name in names]
    totals = [sum(score[name] for name in scoring.CATEGORIES) for score in scores]
    best = max(totals)
    total = h(
        "tr", {"class": "won"}, h("th", {"scope": "row"}, _("Total")),
        [h("td", {"class": "best" if one == best else None}, h("b", None, one))
         for one in totals],
    )  # fmt: skip
    rows = [
        h("tr", None, h("th", {"scope": "row"}, count_name(name)),
          [h("td", None, score[name]) for score in scores])
        for name in scoring.CATEGORIES
    ]  # fmt: skip
    head = h("thead", None, h("tr", None, h("th", {"scope": "col"}, _("Points")), heads))
    return h("table", {"class": css}, head, h("tbody", None, total, rows))


def _tie(pad: Pad) -> str:
    """The count that has decided a tie for the first place, if any has."""
    totals = [farm.score().total for farm in pad.farms]
    if pad.is_team or totals.count(max(totals)) < 2:
        return ""
    if len(scoring.ranking(pad.farms)[0]) > 1:
        return _("Equal points and equal building materials: a shared victory.")
    return _("Equal points: the most building materials left decide.")


def _team(pad: Pad) -> Markup:
    """The score of partners."""
    names = {
        "alone": _("Each alone"),
        "lower": _("Partners: the lower value of each category"),
        "product": _("Partners: totals multiplied"),
    }
    buttons = [frame.choice(name, f"mode:{mode}", mode == pad.mode) for mode, name in names.items()]
    teams = [
        h("p", None, all_of([label(pad, seat), label(pad, seat + 2)]), ": ",
          h("b", None, points))
        for seat, points in (pad.teams() if pad.is_team else [])
    ]  # fmt: skip
    return join(teams, frame.group(_("Partners sit opposite each other"), buttons, css="ticks"))
