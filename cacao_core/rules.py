"""The rules that there are: of the rulebook, of the short game, and of the expansions.

A deal names its :class:`Rules`, and a position has them from its deal, so everything else asks
``game.rules``. Links and records name rules by number or name; :func:`rules_of` and
:func:`rules_named` find them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cacao_core.errors import BadRules
from cacao_core.jungle import JUNGLE, JungleTile
from cacao_core.ruleset import BASE, EXPANDED, LONGEST_PILE, MOST, SHORT, Rules

__all__ = [
    "BASE",
    "EXPANDED",
    "JUNGLE",
    "LONGEST_PILE",
    "MOST",
    "SHORT",
    "Rules",
    "add_rules",
    "expanded",
    "rules_named",
    "rules_of",
    "tile_of",
]

_KNOWN: Final[dict[int, Rules]] = {rules.number: rules for rules in (BASE, SHORT)}


def expanded(
    *modules: str,
    workers: Mapping[str, int] | None = None,
    early_overbuild: bool = False,
    big: bool = False,
) -> Rules:
    """The rules with modules of Chocolatl and Diamante (docs/rules.md 11).

    Args:
        modules: names out of ``map watering chocolate huts gems tree emperor workers``, in any
            order.
        workers: canonical name of a worker tile -> number of these tiles of each player, in place
            of the usual ones.
        early_overbuild: whether overbuilding opens when the draw pile is empty.
        big: whether it is the big game, with all modules and nothing replaced.

    Raises:
        BadRules: no such module, tile or number.

    >>> expanded("huts", "map").name
    'map+huts'
    """
    from cacao_core import modules as known  # noqa: PLC0415

    return known.expanded(modules, workers, early_overbuild, big)


def rules_of(number: int) -> Rules | None:
    """The rules with a number, if this program knows them."""
    if number > MOST and number % (MOST + 1) == EXPANDED:
        from cacao_core import modules  # noqa: PLC0415

        return modules.numbered(number)
    return _KNOWN.get(number)


def rules_named(name: str) -> Rules | None:
    """The rules with a name, if this program knows them."""
    for rules in _KNOWN.values():
        if rules.name == name:
            return rules
    from cacao_core import modules  # noqa: PLC0415

    return modules.named(name)


def add_rules(rules: Rules) -> Rules:
    """Make rules known, so that links, records and positions of them can be read.

    Raises:
        BadRules: other rules have the number or the name.
    """
    for other in (rules_of(rules.number), rules_named(rules.name)):
        if other is not None and other != rules:
            raise BadRules(
                f"rules {rules.name} ({rules.number}): the name or number belongs to {other.name}"
            )
    _KNOWN[rules.number] = rules
    return rules


def tile_of(code: str) -> JungleTile:
    """The kind of jungle tile with a code, of any known rules.

    Raises:
        KeyError: there is none.
    """
    for rules in _KNOWN.values():
        if code in rules.tiles:
            return rules.tiles[code]
    from cacao_core.modules import MODULES  # noqa: PLC0415

    return {tile.code: tile for module in MODULES for tile in module.added}[code]
