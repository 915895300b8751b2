"""From when games count: not by the time, because a clock may be wrong, but by what was there."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Final, NamedTuple

from cacao_web.browser.json_text import read_json

_LONGEST: Final = 40


class Start(NamedTuple):
    """The time when the person has begun anew."""

    when: str = ""
    """ISO 8601, UTC; empty: never."""
    before: frozenset[str] = frozenset()
    """Names of the games that were there, and short hashes of their links."""


def short(link: str) -> str:
    """A short hash of deal and moves, by which copies of a game are known."""
    return sha256(link.encode()).hexdigest()[:10]


def to_text(start: Start) -> str:
    return json.dumps({"when": start.when, "before": sorted(start.before)})


def from_text(text: str) -> Start:
    """The start that is stored; what is damaged counts as missing."""
    try:
        data = read_json(text)
        return Start(str(data["when"])[:_LONGEST], frozenset(map(str, data["before"])))
    except (ValueError, TypeError, LookupError):
        return Start()
