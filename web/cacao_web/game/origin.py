"""What a saved game is, beyond deal, moves and players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

LONGEST_TITLE: Final = 60


class About(NamedTuple):
    """What a game is, beyond deal, moves and players; all texts may be empty.

    Attributes:
        created: when it was begun or brought here, ISO 8601, UTC.
        title: what the person calls it.
        daily: the UTC date whose daily game it is, ISO 8601.
        match: names the match that it belongs to.
        rung: number of the ladder's rung that it is a try at, from 1; else 0.
        lesson: chapter of the guided first game that it has come to, from 1; else 0.
    """

    created: str = ""
    title: str = ""
    daily: str = ""
    match: str = ""
    rung: int = 0
    lesson: int = 0

    @classmethod
    def of(cls, data: Mapping[str, object]) -> About:
        """What was kept of it; values of a wrong kind count as missing."""
        fields: dict[str, Any] = {}
        for name, usual in cls()._asdict().items():
            value = data.get(name)
            fields[name] = value if type(value) is type(usual) else usual
        return cls(**fields)._replace(title=str(fields["title"])[:LONGEST_TITLE])

    def of_copy(self, now: str) -> About:
        """What a copy of the game is: it counts for no day, match, ladder or lesson."""
        return About(created=now, title=self.title)

    def told(self) -> dict[str, object]:
        """What has to be kept of it."""
        return {name: value for name, value in self._asdict().items() if value}


ORDINARY: Final = About()
"""A game that is nothing else."""
