"""The end of a game: temples are counted one by one, and the winners' colours spread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core import Game
from cacao_web.board import cloth
from cacao_web.browser.effects import Count, Effect, Figure, Glow, Reveal, Sound
from cacao_web.game.texts import words
from cacao_web.ui.i18n import numeral
from cacao_web.ui.markup import Markup, h

_REST: Final = 0.3
"""Seconds of quiet before the counting."""
_EACH: Final = 0.55
"""Longest time for each temple, in seconds."""
_ALL: Final = 3.0
"""Longest time for all temples, in seconds."""
_SPREAD: Final = 0.9
"""Seconds in which the winners' colours spread."""


def effects(game: Game, colours: Sequence[str], start: float) -> list[Effect]:
    """The effects at the end of a game.

    Args:
        game: which is over.
        start: when the last animation of the game has ended, in seconds.
    """
    paying = (temple for temple in game.temples() if any(temple.gold))
    temples = sorted(paying, key=lambda one: (one.cell[1], one.cell[0]))
    each = min(_EACH, _ALL / max(len(temples), 1))
    now, totals = start + _REST, [score.total - score.temples for score in game.score()]
    effects: list[Effect] = _figures(totals, start, now - start)
    for temple in temples:
        name = words.cell_name(temple.cell)
        text = _shares(temple.gold, colours)
        effects += [Glow(name, now, each), Count(f"cell:{name}", text, now, 2 * each)]
        effects.append(Sound("temple", now))
        totals = [total + gold for total, gold in zip(totals, temple.gold, strict=True)]
        now += each
        effects += _figures(totals, now - each / 2, each)
    effects += [Reveal(cloth.WASH, now, _SPREAD), Sound("end", now)]
    return effects


def _figures(totals: Sequence[int], start: float, length: float) -> list[Effect]:
    """The totals so far, in place of the final ones."""
    return [
        Figure(f"score:{seat}", numeral(total), start, length) for seat, total in enumerate(totals)
    ]


def _shares(gold: Sequence[int], colours: Sequence[str]) -> Markup:
    """The gold that each seat gets from a temple."""
    parts = [
        h("b", {"class": f"share-of seat-{colour}"}, f"+{amount}")
        for amount, colour in zip(gold, colours, strict=False)
        if amount
    ]
    return h("span", {"class": "shares-of"}, parts)
