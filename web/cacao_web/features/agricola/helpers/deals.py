"""The deal helper of Agricola, as data: for how many, which way, which step, which house rules."""

from __future__ import annotations

from typing import Any, NamedTuple

from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.scoring import Step
from cacao_web.saves.book import counted

MOST_PLAYERS = 4


class Deals(NamedTuple):
    """The choices of a group."""

    players: int = 2
    way: str = "plain"
    step: int = 0
    """The present step, from 0."""
    rules: tuple[str, ...] = ()
    """House rules that the group plays by."""

    @property
    def steps(self) -> tuple[Step, ...]:
        return scoring.WAYS[self.way]


def tapped(deals: Deals, tap: str) -> Deals:
    """The deal after a tap.

    Raises:
        ValueError, LookupError: there is no such tap.
    """
    what, _colon, value = tap.partition(":")
    if what == "players":
        deals = deals._replace(players=counted(value, MOST_PLAYERS), step=0)
        return deals if deals.way in ways(deals.players) else deals._replace(way="plain")
    if what == "way":
        return deals._replace(way=list(scoring.WAYS)[int(value)], step=0)
    if what == "next":
        return deals._replace(step=min(deals.step + 1, len(deals.steps) - 1))
    if what == "clear":
        return deals._replace(step=0)
    rule = scoring.HOUSE_RULES[int(value)]
    if what != "rule":
        raise ValueError(f"tap {tap!r:.40}")
    rules = tuple(one for one in deals.rules if one != rule)
    return deals._replace(rules=rules if rule in deals.rules else (*deals.rules, rule))


def ways(players: int) -> list[str]:
    """The ways to deal for so many people; one person can pass nothing on."""
    return [
        way
        for way, steps in scoring.WAYS.items()
        if players > 1 or all(step.do != "pass" for step in steps)
    ]


def from_data(data: Any) -> Deals:  # noqa: ANN401  (whatever is stored)
    """A stored deal; a damaged one begins anew."""
    try:
        deals = Deals(**data)
        deals = deals._replace(rules=tuple(deals.rules))
        scoring.cards(deals.way, deals.players)
        fits = deals.step in range(len(deals.steps)) and {*deals.rules} <= {*scoring.HOUSE_RULES}
    except (TypeError, ValueError, LookupError):
        return Deals()
    return deals if fits else Deals()
