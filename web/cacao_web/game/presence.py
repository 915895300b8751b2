"""Where the people of a game are, as this device knows."""

from __future__ import annotations

from enum import StrEnum


class Presence(StrEnum):
    """Where the player of a seat is.

    ``HERE`` is this device. ``LIVE`` is another device that is connected, ``AWAY`` one that has
    just stopped answering, ``LINK`` one that gets links, and ``INVITED`` one that has not joined.
    """

    HERE = "here"
    LIVE = "live"
    AWAY = "away"
    LINK = "link"
    INVITED = "invited"

    @property
    def is_connected(self) -> bool:
        """Whether decisions arrive there by themselves, at once or soon."""
        return self in (Presence.HERE, Presence.LIVE, Presence.AWAY)
