"""The supply of modules on the table, as one word of a position's text (docs/rules.md 11).

The word is JSON without spaces: an object with the parts of ``game.supply``. Cells are arrays of
two numbers; where a part has something on cells, it is an array of pairs.
"""

from __future__ import annotations

import json
from typing import Any

from cacao_core.errors import BadRecord
from cacao_core.rules import Rules


def plain(supply: dict[str, Any]) -> dict[str, Any]:
    """A supply as a value of JSON."""
    return {
        name: list(part.items()) if isinstance(part, dict) else part
        for name, part in supply.items()
    }


def encode(supply: dict[str, Any]) -> str:
    """The word of a supply."""
    return json.dumps(plain(supply), separators=(",", ":"))


def decode(word: str, rules: Rules) -> dict[str, Any]:
    """The supply of a word, as the modules of the rules have it.

    Raises:
        BadRecord: a part is missing or impossible.
    """
    try:
        given = json.loads(word)
    except (ValueError, RecursionError):
        raise BadRecord("position, supply: expected an object in JSON") from None
    if not isinstance(given, dict):
        raise BadRecord("position, supply: expected an object in JSON")
    supply: dict[str, Any] = {}
    try:
        for module in rules.modules:
            supply |= module.read_supply(given)
    except BadRecord:
        raise
    except (AttributeError, TypeError, ValueError) as error:
        raise BadRecord(f"position, supply: {error}") from None
    if set(supply) != set(given):
        expected = " ".join(supply) or "nothing"
        raise BadRecord(f"position, supply: expected {expected}")
    return supply
