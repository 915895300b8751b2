"""The presence of the people of a game, as this device knows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from cacao_core import Move
from cacao_core.tiles import Cell, Seat


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


@dataclass
class Reach:
    """The people of a game at other devices: how messages reach them, and what they want."""

    presence: dict[Seat, Presence] = field(default_factory=dict)
    since: str = ""  # the time since which the game waits (ISO 8601, UTC); empty: unknown
    contact: str = ""  # what has happened to a connection; shown until something else happens
    answering: bool = False  # whether a connection opens when the other device has its answer
    is_told: bool = False  # whether all that this device may tell lies at the relay
    retries: bool = False  # whether that is a relay that the page tries to reach again and again
    gone: frozenset[Seat] = frozenset()  # whose device has deleted the game, as the relay says
    silent: bool = False  # whether those for whom it waits have left, or not played for a week
    applicants: tuple[tuple[str, ...], ...] = ()
    """The people who want to join and wait for an answer: the names at each device."""
    wanted_by: tuple[Seat, ...] = ()  # after the end: who wants a rematch, and has no answer
    next_by: tuple[Seat, ...] = ()  # the same after a game that is only watched here
    next_begun: bool = False  # whether all of them have joined the next game since
    refused_by: dict[bytes, tuple[Seat, ...]] = field(default_factory=dict)
    """For each new device that asks for a seat, by its key: who has said no."""
    offers_calls: bool = False  # whether to offer to notify the person of their turns
    offers_way_back: bool = False  # whether to offer a link with all seats of this person
    distant: Move | Cell | None = None
    """The try of somebody at another device: the space, or the placement if they show it."""
    remarks: dict[Seat, str] = field(default_factory=dict)
    """For each seat a short remark that is shown now."""
    is_left_out: bool = False  # whether the game has begun without this device
    is_elsewhere: bool = False  # whether another browser of the same seat decides
    paused: str = ""
    """The reason why nobody decides here for now: the relay is being asked, or another browser
    decides for the seat. Else empty."""
    unsaved: str = ""
    """The reason why the game cannot be saved: nobody can decide, no message leaves. Empty if it
    is saved."""

    @property
    def waits(self) -> str:
        """The reason why nobody decides here; empty if there is none."""
        return self.unsaved or self.paused

    @property
    def is_live(self) -> bool:
        """Whether a device of another person is connected."""
        return any(where.is_live for where in self.presence.values())

    def reads_later(self, seats: Sequence[Seat]) -> bool:
        """Whether what leaves is read later by somebody of these seats."""
        return Presence.ASLEEP in map(self.presence.get, seats)

    def needs_link(self, seat: Seat) -> bool:
        """Whether somebody has to send a link to a seat, for now."""
        return self.presence.get(seat, Presence.LINK).needs_link
