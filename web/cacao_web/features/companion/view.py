"""The screens for Cacao at the table, and the doors to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core.names import LONGEST_NAME
from cacao_core.tiles import MAX_PLAYERS, MIN_PLAYERS
from cacao_web.board import art
from cacao_web.board.forms import expanding, level
from cacao_web.features.companion import notes, score_view, setup_view
from cacao_web.features.companion.frame import frame
from cacao_web.features.companion.people import label, plainly
from cacao_web.features.companion.table import ScorePad
from cacao_web.game.players import PERSON, colour_name
from cacao_web.game.setup.form import COMPUTERS
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h

DOORS: Final = "doors"
PLAYED: Final = "played/list"
CLOCK: Final = "clock/now"
RESULT: Final = "score/result"
NEW: Final = "played/new"
"""No screen: the score pad, for another game."""
CORRECT: Final = "played/correct"
KEEPING: Final = ("played/keep", CORRECT)
"""No screens: what is on the score pad is kept as another game, or as the kept one put right."""
BEGIN: Final = "write/begin"
"""No screen: a game that is written down begins."""
HUTS: Final = "huts/now"
"""The screen of the huts in the game that is written down."""
LAY: Final = {"write/lay": "go", "score/lay": "score"}
"""No screens: a table is laid, and what for."""
TEMPLES: Final = "score/temples"
"""The screen of the temples."""


def screen(
    place: str,
    table: ScorePad,
    names: Sequence[str],
    can_undo: bool,
    keeping: Sequence[tuple[str, str]],
    others: Sequence[Markup] = (),
) -> Markup:
    """The screen of a place, such as ``score/2``; that of an unknown one are the doors.

    Args:
        place: where.
        table: who plays, and what is on the score pad.
        names: of people who were here before.
        can_undo: whether a tap can be taken back.
        keeping: places and labels of the buttons after the result of the pad.
        others: what other features offer.
    """
    kind, _slash, page = place.partition("/")
    if page == "who":
        return _who(kind, table, names, can_undo)
    if kind == "score":
        return score_view.screen(page, table, can_undo, keeping)
    if kind == "write":
        return setup_view.begin(page, table, can_undo, BEGIN)
    if kind == "setup":
        return setup_view.screen(page, table, can_undo)
    return _doors(others)


def _doors(others: Sequence[Markup]) -> Markup:
    about = _("For a game with real tiles, with this device beside them. The page saves every "
              "tap, also without a network.")  # fmt: skip
    return widgets.dialog(
        _("At the table"),
        h("p", None, about),
        h("h3", None, "Cacao"),
        h(
            "div",
            {"class": "doors"},
            frame.door("setup/who", "hand", _("Set up"),
                  _("Who plays, who starts, what goes back into the box.")),
            frame.door("write/who", "file", _("Write down a game"),
                  _("Tap what you play. The page checks the rules and keeps track of goods and "
                    "points; later you can replay and analyse the game.")),
            frame.door("score/who", "list", _("Only the score"),
                  _("Count a finished game: gold, water, suns and temples.")),
            frame.door(PLAYED, "star", _("Played games"),
                  _("Where and when you have played, who won how often, and matches.")),
            frame.door(CLOCK, "pause", _("Clock for turns"),
                  _("How long each of you has thought so far; silent.")),
        ),
        others,
        about=("at-the-table", _("At the table")),
        calm=True,
    )  # fmt: skip


# --- Who plays ---------------------------------------------------------------------------------


def _who(kind: str, table: ScorePad, names: Sequence[str], can_undo: bool) -> Markup:
    counts = [
        frame.choice(str(n), f"players:{n}", n == len(table.names))
        for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)
    ]
    after = {"score": "score/0", "write": "write/start", "clock": CLOCK}.get(kind, "setup/start")
    onward = (after, _("Next"))
    clear = widgets.button("companion-tap", _("Start over"), icon="again", value="clear:all")
    return frame.screen(
        _("Who plays"),
        frame.group(_("Number of players"), counts),
        h("p", {"class": "soft"}, _("In the order of their seats, clockwise.")),
        h(
            "div",
            {"class": "people"},
            [_seat(kind, table, seat) for seat in range(len(table.names))],
        ),
        frame.known_names(names, table.names),
        None
        if kind == "clock"
        else expanding.choice(table.expansion, len(table.names), table.colours[0], by_chance=True),
        h("div", {"class": "buttons"}, clear),
        back=DOORS,
        onward=onward,
        can_undo=can_undo,
    )


def _seat(kind: str, table: ScorePad, seat: int) -> Markup:
    """The player of a seat; in a game that is written down, that may be a computer."""
    if kind != "write":
        return _person(table, seat, plainly(table.colours[seat]))
    sits = table.kinds[seat]
    person = _person(table, seat, notes.sitters(table)[seat].said)
    label = _("Player {n}").format(n=seat + 1)
    which = [(PERSON, _("Person")), (COMPUTERS, _("Computer"))]
    is_level = sits != PERSON
    return h(
        "div",
        {"class": "sits"},
        person,
        widgets.select(f"kind-{seat}", label, which, COMPUTERS if is_level else PERSON),
        level.slider(f"level-{seat}", sits, _("Level of player {n}").format(n=seat + 1))
        if is_level
        else None,
    )


def _person(table: ScorePad, seat: int, unnamed: str) -> Markup:
    colour = table.colours[seat]
    hint = _("Colour of player {n}").format(n=seat + 1) + f": {colour_name(colour)}"
    box = {"type": "button", "data-command": "companion-tap", "class": "round"}
    field = {
        "name": f"name-{seat}",
        "value": table.names[seat],
        "maxlength": LONGEST_NAME,
        "placeholder": unnamed,
        "aria-label": _("Name of player {n}").format(n=seat + 1),
        "autocomplete": "off",
    }
    earlier = _("Move {name} one seat up").format(name=label(table, seat))
    return h(
        "div",
        {"class": "person"},
        h("button", {**box, "data-value": f"colour:{seat}", "aria-label": hint, "title": hint},
          art.emblem(colour)),
        h("input", field),
        h("button", {**box, "data-value": f"earlier:{seat}", "aria-label": earlier,
                     "title": earlier, "disabled": seat == 0}, "↑"),
    )  # fmt: skip
