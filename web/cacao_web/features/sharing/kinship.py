"""Saved games that an opened record belongs to."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from cacao_core import Record
from cacao_web.game.setup import link as share
from cacao_web.game.setup.link import Shared
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import Saves

_SURE: Final = 6
"""So many equal decisions make sure that two records are of one game."""


class Kinship(IntEnum):
    """The relation of an opened record to a saved one, closest relation last."""

    FORK = 1
    OLDER = 2
    NEWER = 3
    SAME = 4


class Relative(NamedTuple):
    """A saved game of the same deal and players, and its relation to an opened record."""

    saved: Saved
    kinship: Kinship  # how the record relates to it
    common: int  # number of moves at the start that both have in common

    @property
    def is_dealt(self) -> bool:
        """Whether the saved game is one with other devices: only they continue it."""
        return self.saved.session.dealer is not None


def nearest(saves: Saves, shared: Shared) -> Relative | None:
    """The saved game that has the most in common with an opened one."""
    relatives = [
        relative
        for saved in saves.of_deal(shared.record.deal)
        if _are_alike(saved, shared) and (relative := related(saved, shared.record))
    ]
    relatives += [
        Relative(saved, Kinship.NEWER, len(saved.session.record.moves))
        for saved in saves.dealt()
        if _are_alike(saved, shared) and _began_so(saved.session.record, shared.record)
    ]
    return max(relatives, key=lambda one: (one.kinship, one.common), default=None)


def related(saved: Saved, record: Record) -> Relative | None:
    """The relation of a record to a saved game of the same deal; None if no first moves are equal.

    If one of them has no moves yet, it is the start of the other, not a fork.
    """
    ours, theirs = saved.session.record.moves, record.moves
    common = len(saved.session.record.common_prefix(record))
    if common == len(ours) == len(theirs):
        return Relative(saved, Kinship.SAME, common)
    if common == len(ours):
        return Relative(saved, Kinship.NEWER, common)
    if common == len(theirs):
        return Relative(saved, Kinship.OLDER, common)
    return Relative(saved, Kinship.FORK, common) if common else None


def _are_alike(saved: Saved, shared: Shared) -> bool:
    """Whether the players may be the same; each device has its own view of who is elsewhere."""
    ours, theirs = saved.session.sitters, shared.sitters
    if saved.session.dealer is None:
        return share.alike(ours, theirs, named=shared.named, told=shared.says_players)
    return not shared.named or [one.name for one in ours] == [one.name for one in theirs]


def _began_so(ours: Record, theirs: Record) -> bool:
    """Whether a record with other devices, which has tiles at random, began as a game that is over.

    Two games could have a few first decisions in common.
    """
    count, same = len(ours.moves), ours.deal.players == theirs.deal.players
    return same and _SURE <= count < len(theirs.moves) and ours.moves == theirs.moves[:count]
