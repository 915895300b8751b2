"""The tap that is taken back, and the screen on which one sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cacao_web.features.agricola.campaigns.party import Alone, PartyCampaign
from cacao_web.features.agricola.campaigns.party_view import label as party_label
from cacao_web.features.agricola.evenings.played import Played
from cacao_web.features.agricola.helpers.deals import Deals
from cacao_web.features.agricola.helpers.rounds import Rounds
from cacao_web.features.agricola.pad.result_view import label as pad_label
from cacao_web.features.agricola.pad.sheets import ASKED, Pad, Sheet
from cacao_web.features.agricola.words import count_name, major_name, space_name
from cacao_web.ui.i18n import _, numeral

Told = tuple[str, str]
"""A text, and a place."""


def told(kind: str, before: Any, after: Any) -> Told:  # noqa: ANN401  (each kind has its own)
    """The description of the tap that was taken back.

    Args:
        kind: of the screen.
        before: the state with the tap.
        after: the state without it.
    """
    return _KINDS[kind](before, after)


def _pad(before: Pad, after: Pad) -> Told:
    if len(before.sheets) != len(after.sheets):
        return _("Number of players"), "farm/who"
    if before.kept != after.kept:
        return _("Save the game"), "farm/result"
    if before.mode != after.mode:
        return _("How partners count"), "farm/result"
    seats = [n for n, (one, two) in enumerate(zip(before.sheets, after.sheets, strict=True))
             if one != two]  # fmt: skip
    if not seats:
        return _("Names"), "farm/who"
    if len(seats) > 1 and before.sheets[seats[0]].majors == after.sheets[seats[0]].majors:
        return _("Start over"), f"farm/{seats[0]}"
    seat = seats[0]
    what = _sheet(before.sheets[seat], after.sheets[seat])
    return f"{pad_label(after, seat)}, {what}", f"farm/{seat}"


def _sheet(before: Sheet, after: Sheet) -> str:
    majors = {*before.majors} ^ {*after.majors}
    if majors:
        return major_name(majors.pop())
    if before.farm.house != after.farm.house:
        return _("The house is of")
    if before.by_card != after.by_card:
        return _("A card allows this")
    for what in (*ASKED, "unused"):
        if before.number(what) != after.number(what):
            number = numeral(before.number(what))
            return _("{what}: {n}").format(what=count_name(what), n=number)
    return _("Farmyard")


def _rounds(before: Rounds, after: Rounds) -> Told:
    if before.round != after.round:
        return _("Round {n}").format(n=before.round), "rounds/now"
    cards = {*before.turned} ^ {*after.turned}
    if cards:
        return space_name(cards.pop()), "rounds/now"
    return _("Tiles and cards"), "rounds/who"


def _deals(before: Deals, after: Deals) -> Told:
    if before.rules != after.rules:
        return _("House rules"), "deal/rules"
    if (before.way, before.players) != (after.way, after.players):
        return _("How hands are dealt"), "deal/who"
    return _("Step {n}").format(n=before.step + 1), "deal/steps"


def _evening(_before: Played, _after: Played) -> Told:
    return _("Played games"), ""


def _party(before: PartyCampaign, after: PartyCampaign) -> Told:
    if len(before.names) != len(after.names) or before.names != after.names:
        return _("Who plays"), "campaign/who"
    if len(before.games) != len(after.games):
        number = max(len(before.games), len(after.games))
        return _("The end of game {n}").format(n=number), f"campaign/{number - 1}"
    for game in range(len(after.games) + 1):
        for seat in range(len(after.names)):
            earlier, later = before.results(game)[seat], after.results(game)[seat]
            if earlier != later:
                score = _("{name}: {n}").format(name=party_label(after, seat),
                                                n=numeral(earlier.score))  # fmt: skip
                return score, f"campaign/{game}"
    return _("Occupations that are kept"), f"campaign/{max(0, len(after.games) - 1)}"


def _alone(before: Alone, after: Alone) -> Told:
    if len(before.attempts) != len(after.attempts):
        number = before.series.game
        return _("The end of a game, now game {n}").format(n=number), "alone/now"
    if before.lost != after.lost:
        return _("Permanent occupations"), "alone/now"
    return _("{what}: {n}").format(what=_("Points"),
                                   n=numeral(before.draft.score)), "alone/now"  # fmt: skip


_KINDS: Final[dict[str, Callable[[Any, Any], Told]]] = {
    "farm": _pad,
    "rounds": _rounds,
    "deal": _deals,
    "campaign": _party,
    "alone": _alone,
    "evening": _evening,
    "years": _evening,
}
