"""The round helper of Agricola: what is put where, round by round."""

from __future__ import annotations

from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.frame import frame
from cacao_web.features.agricola.helpers.rounds import MOST_HELPERS, MOST_PLAYERS, Rounds
from cacao_web.features.agricola.words import good_name, space_name
from cacao_web.game.players import usual_name
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def screen(page: str, rounds: Rounds, can_undo: bool) -> Markup:
    """What it is about, or the present round."""
    if page == "who":
        return _options(rounds, can_undo)
    following = None
    if rounds.round < scoring.ROUNDS:
        following = widgets.button(
            "agricola-tap", _("Next round"), value="next:round", css="primary big"
        )
    return frame.screen(
        _("Round {n} of {m}").format(n=rounds.round, m=scoring.ROUNDS), _round(rounds),
        back="rounds/who", following=following, can_undo=can_undo,
    )  # fmt: skip


def _options(rounds: Rounds, can_undo: bool) -> Markup:
    players = [
        frame.choice(str(n), f"players:{n}", n == rounds.players)
        for n in range(1, MOST_PLAYERS + 1)
    ]
    helpers = [
        frame.choice(str(n), f"helpers:{n}", n == rounds.helpers)
        for n in range(1, MOST_HELPERS + 1)
    ]
    switches = [frame.choice(_("With hand cards"), "switch:hand_cards", rounds.hand_cards)]
    if rounds.players == 2:
        tile = _("With the extra tile for two")
        switches.append(frame.choice(tile, "switch:extra_tile", rounds.extra_tile))
    clear = widgets.button("agricola-tap", _("Start over"), icon="again", value="clear:all")
    return frame.screen(
        _("Round helper"),
        frame.group(_("Number of players"), players),
        frame.group(_("Tiles and cards"), switches, css="ticks"),
        frame.group(_("People who fill the board"), helpers),
        h("div", {"class": "buttons"}, clear),
        back="doors",
        onward=("rounds/now", _("Round {n} of {m}").format(n=rounds.round, m=scoring.ROUNDS)),
        can_undo=can_undo,
    )


def _round(rounds: Rounds) -> list[Markup | None]:
    items = [
        h("li", None, h("span", {"class": "who"}, space_name(space), _who(rounds, space)),
          h("b", None, f"+{number} ", good_name(good)))
        for space, (good, number) in rounds.refill().items()
    ]  # fmt: skip
    tip = _(
        "Tip: first put the new goods beside the names of the spaces, then slide them all "
        "in. So nothing is put down twice."
    )
    harvest = h("p", {"class": "harvest"}, _("This round ends with a harvest."))
    return [
        _cards(rounds),
        h("h3", None, _("Put on the board")),
        h("ul", {"class": "refill"}, items),
        harvest if rounds.round in scoring.HARVESTS else None,
        h("p", {"class": "soft"}, tip),
    ]


def _who(rounds: Rounds, space: str) -> Markup | None:
    if rounds.helpers == 1:
        return None
    return h("small", None, " ", usual_name(rounds.helper(space)))


def _cards(rounds: Rounds) -> Markup:
    """The cards of the period: those that lie face up are chosen."""
    full = rounds.due == len(rounds.period)
    buttons = [
        frame.choice(space_name(card), f"turn:{card}", card in rounds.known,
                     disabled=full or (card not in rounds.turned
                                       and len(rounds.turned) >= rounds.due))
        for card in rounds.period
    ]  # fmt: skip
    number = scoring.period(rounds.round)
    return frame.group(
        _("Period {n}: which cards lie face up?").format(n=number), buttons, css="starters"
    )
