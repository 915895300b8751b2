"""The round helper of Agricola: what is put where, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cacao_core.names import LONGEST_NAME
from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.frame import card, frame
from cacao_web.features.agricola.helpers.rounds import MOST_HELPERS, MOST_PLAYERS, WELL, Rounds
from cacao_web.features.agricola.words import goods, space_name
from cacao_web.game.players import usual_name
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of, isolated
from cacao_web.ui.markup import Child, Markup, h

ASKED: Final = "round-asked"
"""Id of the question for a card."""


def screen(
    page: str, rounds: Rounds, extra_copse: bool, known: Sequence[str], can_undo: bool
) -> Markup:
    """The introduction, or the present round.

    Args:
        page: ``who`` or ``now``.
        rounds: the helper.
        extra_copse: whether that house rule was chosen.
        known: names of people who were here before.
        can_undo: whether a tap can be taken back.
    """
    if page == "who":
        return _options(rounds, known, can_undo)
    onward: Markup | tuple[str, str] = ("farm/who", _("Score pad"))
    if rounds.round < scoring.ROUNDS:
        onward = widgets.button(
            "agricola-tap", _("Next round"), value="next:round", css="primary big"
        )
    return frame.screen(
        _title(rounds), _round(rounds, extra_copse), back="rounds/who", onward=onward,
        can_undo=can_undo,
    )  # fmt: skip


def _title(rounds: Rounds) -> str:
    return _("Round {n} of {m}").format(n=rounds.round, m=scoring.ROUNDS)


# --- Options ---------------------------------------------------------------------------------


def _options(rounds: Rounds, known: Sequence[str], can_undo: bool) -> Markup:
    players = [
        frame.choice(str(n), f"players:{n}", n == rounds.players)
        for n in range(1, MOST_PLAYERS + 1)
    ]
    switches = [
        frame.choice(_("With hand cards"), "switch:hand_cards", rounds.hand_cards),
        frame.choice(_("For beginners: goods on permanent spaces, too"), "switch:beginners",
                     rounds.beginners),
    ]  # fmt: skip
    if rounds.players > 1:
        tile = _("With the extra tile")
        switches.append(frame.choice(tile, "switch:extra_tile", rounds.extra_tile))
    clear = widgets.button("agricola-tap", _("Start over"), icon="again", value="clear:all")
    return frame.screen(
        _("Round helper"),
        frame.group(_("Number of players"), players),
        h("p", {"class": "soft"}, _alone()) if rounds.players == 1 else None,
        frame.group(_("Tiles and cards"), switches, css="ticks"),
        _helpers(rounds, known),
        h("div", {"class": "buttons"}, clear),
        back="doors",
        onward=("rounds/now", _title(rounds)),
        can_undo=can_undo,
    )


def _alone() -> str:
    return _("The supplement has no numbers for the board of one person. Take those of your "
             "rulebook.")  # fmt: skip


def _helpers(rounds: Rounds, known: Sequence[str]) -> list[Markup | None]:
    """The number of people who fill the board, and their names."""
    counts = [
        frame.choice(str(n), f"helpers:{n}", n == rounds.helpers)
        for n in range(1, MOST_HELPERS + 1)
    ]
    counted = frame.group(_("People who fill the board"), counts)
    if rounds.helpers == 1:
        return [counted]
    fields = [
        h("input", {"name": f"name-{n}", "value": rounds.names[n], "maxlength": LONGEST_NAME,
                    "placeholder": usual_name(n + 1), "autocomplete": "off", "list": "were-here",
                    "aria-label": _("Name of player {n}").format(n=n + 1)})
        for n in range(rounds.helpers)
    ]  # fmt: skip
    names = h("datalist", {"id": "were-here"}, [h("option", {"value": name}) for name in known])
    return [counted, h("div", {"class": "people"}, fields, names)]


# --- A round ---------------------------------------------------------------------------------


def _round(rounds: Rounds, extra_copse: bool) -> list[Markup | None]:
    tip = _(
        "Tip: first put the new goods beside the names of the spaces, then slide them all "
        "in. So nothing is put down twice."
    )
    harvest = h("p", {"class": "harvest"}, _("This round ends with a harvest."))
    if rounds.players == 1:
        return [h("p", None, _alone()), harvest if rounds.round in scoring.HARVESTS else None]
    filled = [
        _item(space, goods(*one), _who(rounds, space, extra_copse))
        for space, one in rounds.refill(extra_copse).items()
    ]
    return [
        _cards(rounds),
        h("h3", None, _("Put on the board")),
        h("ul", {"class": "refill"}, filled),
        harvest if rounds.round in scoring.HARVESTS else None,
        *_permanent(rounds),
        _notes(rounds),
        _well(rounds),
        h("p", {"class": "soft"}, tip),
    ]


def _item(space: str, text: str, who: Child = None) -> Markup:
    return h("li", None, h("span", {"class": "who"}, _look_up(space), who), h("b", None, text))


def _look_up(space: str) -> Markup:
    """The title of a space, which leads to its entry of the look-up."""
    entry = "copse" if space == "extra copse" else space
    data = {"type": "button", "data-command": "agricola-go", "data-value": f"entry/{entry}"}
    return h("button", {**data, "class": "entry-link"}, space_name(space))


def _who(rounds: Rounds, space: str, extra_copse: bool) -> Markup | None:
    if rounds.helpers == 1:
        return None
    helper = rounds.helper(space, extra_copse)
    return h("small", None, " ", isolated(rounds.names[helper]) or usual_name(helper + 1))


def _permanent(rounds: Rounds) -> Iterable[Markup]:
    """The goods that beginners lay on permanent spaces."""
    spaces = rounds.permanent()
    if not spaces:
        return []
    items = [_item(space, all_of([goods(*one) for one in row])) for space, row in spaces.items()]
    note = _("Only if nothing lies there yet.")
    return [h("h3", None, _("On permanent spaces, one at a time")),
            h("ul", {"class": "refill"}, items), h("p", {"class": "soft"}, note)]  # fmt: skip


def _notes(rounds: Rounds) -> Markup | None:
    """The rules of tiles that are in use."""
    entries = []
    if rounds.extra_tile:
        names = [space_name(space) for space in scoring.TILES[rounds.players]]
        sentence = _("Extra tile: {spaces}. One person uses it each round; growth from round 5.")
        if rounds.players == 2:
            sentence = _("Extra tile: {spaces}. One space is chosen, then the tile is blocked for "
                         "the round. Growth from round 5.")  # fmt: skip
        entries.append(("extra tile", sentence.format(spaces=all_of(names))))
    if not rounds.hand_cards:
        entries.append(("side jobs", _("{space}: 1 stable for 1 wood, or bake bread, or both.")
                        .format(space=space_name("side jobs"))))  # fmt: skip
    told_of = [
        h("p", {"class": "soft"}, text, " ",
          widgets.button("agricola-go", _("More"), value=f"entry/{id}", css="chip"))
        for id, text in entries
    ]  # fmt: skip
    return h("div", None, told_of) if entries else None


def _well(rounds: Rounds) -> Markup:
    """The food of the well on coming rounds."""
    well = None
    if rounds.has_well:
        well = h("p", {"class": "harvest"}, _("Well: its owner gets 1 food at the start."))
    built = frame.choice(_("The well was built"), "well:built", bool(rounds.well))
    last = min(rounds.well + WELL, scoring.ROUNDS)
    rest = None
    if rounds.well and rounds.well < scoring.ROUNDS:
        text = _("1 food lies on each of the rounds {n} to {m}.").format(n=rounds.well + 1, m=last)
        rest = h("p", {"class": "soft"}, text)
    return h("div", {"class": "ticks"}, well, built, rest)


def _cards(rounds: Rounds) -> Markup:
    """The cards of the period: those that lie face up are chosen."""
    full = rounds.due == len(rounds.period)
    buttons = [
        card(
            frame.choice(
                space_name(one),
                f"turn:{one}",
                one in rounds.known,
                disabled=full or (one not in rounds.turned and not rounds.missing),
            ),
            space_name(one),
            one,
        )
        for one in rounds.period
    ]
    number = scoring.period(rounds.round)
    return frame.group(
        _("Period {n}: which cards lie face up?").format(n=number), _asked(rounds), buttons,
        css="starters",
    )  # fmt: skip


def _asked(rounds: Rounds) -> Markup | None:
    """The question for a card that nobody has told."""
    if not rounds.missing:
        return None
    if not rounds.is_asked:
        question = _("Tap the card that was turned up. Until then its goods are missing below.")
        return h("p", {"class": "soft", "role": "status"}, question)
    anyway = widgets.button("agricola-tap", _("Go on without it"), value="next:anyway")
    return h("div", {"role": "status", "id": ASKED, "tabindex": -1},
             h("p", {"class": "problem"}, _("Which card was turned up in this round?")),
             h("div", {"class": "buttons"}, anyway))  # fmt: skip
