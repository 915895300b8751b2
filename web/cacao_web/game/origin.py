"""What a saved game is, beyond deal, moves and players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

LONGEST_TITLE: Final = 60
_LONGEST_TEXT: Final = 100


class Origin(NamedTuple):
    """The feature that a game was begun by and counts for; empty texts for an ordinary game.

    Attributes:
        feature: name of the feature.
        key: what it knows the game by, such as a date or the name of a match.
    """

    feature: str = ""
    key: str = ""


class About(NamedTuple):
    """What a game is, beyond deal, moves and players; all texts may be empty.

    Attributes:
        created: when it was begun or brought here, ISO 8601, UTC.
        title: what the person calls it.
        origin: what it counts for.
    """

    created: str = ""
    title: str = ""
    origin: Origin = Origin()

    @classmethod
    def of(cls, data: Mapping[str, object]) -> About:
        """What was kept of it; values of a wrong kind count as missing."""
        texts = {name: _text(data.get(name)) for name in ("created", "title", "feature", "key")}
        origin = Origin(texts["feature"], texts["key"]) if texts["feature"] else Origin()
        return cls(texts["created"], texts["title"][:LONGEST_TITLE], origin)

    def key_of(self, feature: str) -> str:
        """What a feature knows the game by; empty if the game is none of its own."""
        return self.origin.key if self.origin.feature == feature else ""

    def number_of(self, feature: str) -> int:
        """The same for features that count: from 1; 0 if the game is none of its own."""
        key = self.key_of(feature)
        return int(key) if key.isascii() and key.isdigit() and len(key) < _LONGEST_TEXT else 0

    def of_copy(self, now: str) -> About:
        """What a copy of the game is: it counts for nothing."""
        return About(created=now, title=self.title)

    def told(self) -> dict[str, str]:
        """What has to be kept of it."""
        texts = {"created": self.created, "title": self.title, **self.origin._asdict()}
        return {name: value for name, value in texts.items() if value}


def _text(value: object) -> str:
    return value[:_LONGEST_TEXT] if isinstance(value, str) else ""


ORDINARY: Final = About()
"""A game that counts for nothing else."""
