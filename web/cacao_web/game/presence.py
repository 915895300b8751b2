"""The presence of the people of a game, as this device knows it."""

from __future__ import annotations

from enum import StrEnum


class Presence(StrEnum):
    """The presence of a seat's player.

    ``HERE`` is this device. ``LIVE`` is another device that is connected, ``AWAY`` one that has
    just stopped answering. ``RELAY`` is one that the game's relay reaches now, ``ASLEEP`` one that
    will read there. ``LINK`` is one that gets links, and ``INVITED`` one that has not joined.
    """

    HERE = "here"
    LIVE = "live"
    AWAY = "away"
    RELAY = "relay"
    ASLEEP = "asleep"
    LINK = "link"
    INVITED = "invited"

    @property
    def is_live(self) -> bool:
        """Whether a connection reaches it now, or has just done so."""
        return self in (Presence.LIVE, Presence.AWAY)

    @property
    def is_connected(self) -> bool:
        """Whether decisions arrive there by themselves, at once or soon."""
        return self not in (Presence.LINK, Presence.INVITED)

    @property
    def needs_link(self) -> bool:
        """Whether somebody has to send a link there, for now."""
        return self in (Presence.LINK, Presence.INVITED, Presence.AWAY)
