"""The deal helper of Agricola: ways to deal hands, step by step, and house rules to tick."""

from __future__ import annotations

from typing import Final

from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.frame import frame
from cacao_web.features.agricola.helpers.deals import MOST_PLAYERS, Deals, ways
from cacao_web.features.agricola.scoring import Step
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of, ngettext
from cacao_web.ui.markup import Markup, h

STEP: Final = "deal-step"
"""Id of the present step."""


def way_name(way: str) -> str:
    return {
        "plain": _("Seven and seven"), "draft": _("Draft, one kind after the other"),
        "together": _("Draft, both kinds together"), "eight": _("Draft of eight"),
        "quick": _("Quick draft"), "ten": _("Ten, keep seven"),
        "again": _("A new hand with one card less"), "changing": _("Changing hand"),
        "exchanging": _("Changing hand, with exchanges first"),
        "travelling": _("With a travelling card"), "by number": _("By number of players"),
        "open row": _("Cards face up"),
    }[way]  # fmt: skip


def _rule(rule: str) -> str:
    return {
        "house animals first": _("Animals must be housed before they are cooked."),
        "several kinds in one pasture": _("Several kinds of animals in one pasture."),
        "leave animals": _("Animals that you cannot use may stay on the space."),
        "fences without closed pastures": _("Fences without closed pastures."),
        "pastures need not touch": _("Pastures need not touch."),
        "three food, second person in reverse order": _(
            "Everybody starts with 3 food. In round 1, the second people are placed in reverse "
            "turn order."
        ),
        "extra copse for two": _("An extra copse for two."),
        "everything built touches": _(
            "What you build must be next to what is there: rooms next to rooms, fields next to "
            "fields, pastures next to pastures."
        ),
    }[rule]


def screen(page: str, deals: Deals, can_undo: bool) -> Markup:
    """The choice of a way, its steps, or the house rules."""
    if page == "rules":
        items = [
            frame.choice(_rule(rule), f"rule:{n}", rule in deals.rules)
            for n, rule in enumerate(scoring.HOUSE_RULES)
        ]
        return frame.screen(
            _("House rules"), h("div", {"class": "ticks"}, items), back="deal/steps",
            onward=("doors", _("Done")), can_undo=can_undo,
        )  # fmt: skip
    return _steps(deals, can_undo) if page == "steps" else _ways(deals, can_undo)


def _ways(deals: Deals, can_undo: bool) -> Markup:
    counts = [
        frame.choice(str(n), f"players:{n}", n == deals.players) for n in range(1, MOST_PLAYERS + 1)
    ]
    offered = [
        frame.choice(way_name(way), f"way:{n}", way == deals.way)
        for n, way in enumerate(scoring.WAYS)
        if way in ways(deals.players)
    ]
    return frame.screen(
        _("Deal helper"),
        frame.group(_("Number of players"), counts),
        frame.group(_("How hands are dealt"), offered, css="ticks"),
        back="doors", onward=("deal/steps", _("Next")), can_undo=can_undo,
    )  # fmt: skip


def _steps(deals: Deals, can_undo: bool) -> Markup:
    """All steps; the present one is marked."""
    items = [h("li", _present(n == deals.step), _step(step)) for n, step in enumerate(deals.steps)]
    following: Markup | tuple[str, str] = ("doors", _("Done"))
    if deals.step + 1 < len(deals.steps):
        following = widgets.button(
            "agricola-tap", _("Next step"), value="next:step", css="primary big"
        )
    return frame.screen(
        way_name(deals.way), _needed(deals), h("ol", {"class": "deal-steps"}, items),
        h("div", {"class": "buttons"},
          widgets.button("agricola-tap", _("Start over"), icon="again", value="clear:all"),
          widgets.button("agricola-go", _("House rules"), icon="list", value="deal/rules")),
        back="deal/who", onward=following, can_undo=can_undo,
    )  # fmt: skip


def _present(is_present: bool) -> dict[str, object]:
    """Attributes of a step; the page brings the present one into view."""
    return {"aria-current": "step", "id": STEP, "tabindex": -1} if is_present else {}


def _needed(deals: Deals) -> Markup | None:
    """The number of cards that are needed for all."""
    cards = scoring.cards(deals.way, deals.players)
    if not any(cards):
        return None
    return h("p", None, _("For all together: {cards}.").format(cards=_cards(*cards)))


def _cards(occupations: int, improvements: int) -> str:
    parts = []
    if occupations:
        parts.append(ngettext("{n} occupation", "{n} occupations", occupations))
    if improvements:
        parts.append(ngettext("{n} minor improvement", "{n} minor improvements", improvements))
    return all_of(parts)


def _step(step: Step) -> str:
    cards = _cards(step.occupations, step.improvements)
    if step.do == "deal" and step.minimum > 1:
        return _("Deal each {cards} marked {n}+.").format(cards=cards, n=step.minimum)
    return {
        "deal": _("Deal each {cards}."),
        "keep": _("Choose and keep {cards}."),
        "pass": _("Pass {cards} to the left."),
        "discard": _("Put {cards} out of the game."),
        "renew": _(
            "Not happy with your hand? Discard it all and draw a new one with one card "
            "less, as often as you like."
        ),
        "draw": _("In the game: draw a card of any kind for each that you play."),
        "exchange": _("Exchange up to {n} cards, each for one of the same kind."),
        "harvest": _("After each harvest you may exchange one card."),
        "travelling": _("Deal each one travelling card."),
        "row": _("Lay out a row of cards face up. Whoever skips a turn takes one of them."),
    }[step.do].format(cards=cards, n=step.any_kind)
