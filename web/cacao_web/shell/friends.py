"""Finished games with other devices: who won how often, for each pair and group of people."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cacao_core.names import outline
from cacao_web.game.matches.rounds import counts
from cacao_web.game.players import is_nameless
from cacao_web.game.session import Session
from cacao_web.saves.saves import Saves

YOU: Final = ""
"""The key of the only person at this device; other people have the outline of their names."""


_DAILY: Final = "daily-exchange"
"""The slot that says that results of daily games are exchanged with those who play here."""


def exchanges_daily(saves: Saves) -> bool:
    """Whether the person exchanges results of daily games with those who play by relay here."""
    return bool(saves.kept(_DAILY))


def exchange_daily(saves: Saves, wanted: bool) -> None:
    """Set whether the person does that."""
    saves.keep(_DAILY, "yes" if wanted else "")


class Seated(NamedTuple):
    """A person in a finished game."""

    key: str
    name: str  # as people read it; empty for the person at this device who has given none
    gold: int
    won: float  # 1 for a victory, 1/n for one shared by n, 0 for a defeat


class Finished(NamedTuple):
    """A game with other devices that was played to its end."""

    id: str  # name of the saved game
    link: str  # deal and moves; the same for all copies
    when: str  # when it was saved, ISO 8601, UTC
    people: tuple[Seated, ...]
    before: tuple[str, ...] | None = None  # see ``About.before``

    @property
    def own(self) -> Seated | None:
        """The only person at this device; None if there are several."""
        return next((one for one in self.people if one.key == YOU), None)

    @property
    def keys(self) -> frozenset[str]:
        """All people in it."""
        return frozenset(one.key for one in self.people)


class FriendRow(NamedTuple):
    """The games of a person in a group."""

    key: str
    name: str
    wins: float
    gold: float  # on average


class FriendGroup(NamedTuple):
    """The games of the same two or more people."""

    rows: tuple[FriendRow, ...]  # the person at this device first, then who won most often
    games: int
    last: str  # when the latest one was saved
    round: str = ""  # the last game of the latest match, by its saved game; empty without a match


def finished(session: Session, when: str) -> Finished | None:
    """A saved game's result, if it counts between friends.

    A game does not count if it was ended early. Nor if somebody has no name, or two have the same:
    nobody could tell whose result it is.
    """
    if not (session.dealer and counts(session) and session.persons):
        return None
    seats = [at for at, one in enumerate(session.sitters) if not one.is_computer]
    game = session.game
    scores, winners, alone = game.score(), game.winners(), len(session.persons) == 1
    people = []
    for seat in seats:
        sitter = session.sitters[seat]
        key = YOU if alone and sitter.is_person else outline(sitter.name)
        if key != YOU and is_nameless(sitter.name):
            return None
        won = 1 / len(winners) if seat in winners else 0
        name = "" if is_nameless(sitter.name) else sitter.said
        people.append(Seated(key, name, scores[seat].total, won))
    link, before = session.record.to_link(), session.about.before
    played = Finished(session.id, link, when, tuple(people), before)
    return played if len(played.keys) == len(people) > 1 else None


def groups(games: Iterable[Finished]) -> list[FriendGroup]:
    """The tables of all pairs and groups; who has played last comes first."""
    by_keys: dict[frozenset[str], dict[str, Finished]] = {}
    for game in sorted(games, key=lambda one: one.when):
        by_keys.setdefault(game.keys, {}).setdefault(game.link, game)
    tables = [_group(list(some.values())) for some in by_keys.values()]
    return sorted(tables, key=lambda group: group.last, reverse=True)


def _group(games: Sequence[Finished]) -> FriendGroup:
    """The table of games of the same people, oldest first."""
    rows = []
    for latest in games[-1].people:
        own = [one for game in games for one in game.people if one.key == latest.key]
        gold = sum(one.gold for one in own) / len(own)
        rows.append(FriendRow(latest.key, latest.name, sum(one.won for one in own), gold))
    rows.sort(key=lambda row: (row.key != YOU, -row.wins, -row.gold, row.key))
    return FriendGroup(tuple(rows), len(games), games[-1].when, _last_round(games))


def _last_round(games: Sequence[Finished]) -> str:
    """The last game of the latest match; whoever looks at an earlier one saves that again."""
    rounds = [(*game.before, game.id) for game in games if game.before is not None]
    return max((ids for ids in rounds if ids[0] == rounds[-1][0]), key=len, default=("",))[-1]


async def first_beaten(saves: Saves, session: Session) -> list[str]:
    """The names of those whom the person at this device beats in this game for the first time."""
    game = finished(session, "")
    if game is None or game.own is None or not game.own.won:
        return []
    left = {one.key: one.name for one in game.people if one.key != YOU and not one.won}
    for saved in saves.dealt():
        if not left:
            break
        before = finished(saved.session, saved.when)
        if before and before.link != game.link and before.own and before.own.won:
            for person in before.people:
                if not person.won:
                    left.pop(person.key, None)
        await asyncio.sleep(0)
    return list(left.values())
