"""From when games count: not by the time, because a clock may be wrong, but by what was there."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Final, NamedTuple

from cacao_web.browser.json_text import read_json

_LONGEST: Final = 40


class Start(NamedTuple):
    """When the person has begun anew."""

    when: str = ""
    """ISO 8601, UTC; empty: never."""
    before: frozenset[str] | None = None
    """Names of the games that were there, and short hashes of their links. None: an earlier version
    of the page has stored only the time."""


def short(link: str) -> str:
    """A short hash of deal and moves, by which copies of a game are known."""
    return sha256(link.encode()).hexdigest()[:10]


def to_text(start: Start) -> str:
    if start.before is None:
        return start.when
    return json.dumps({"when": start.when, "before": sorted(start.before)})


def from_text(text: str) -> Start:
    """What is stored; an earlier version has stored the time as it is."""
    try:
        data = read_json(text)
        return Start(str(data["when"])[:_LONGEST], frozenset(map(str, data["before"])))
    except (ValueError, TypeError, LookupError):
        return Start(text[:_LONGEST])
