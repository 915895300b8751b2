"""A person's results: by level and number of players, by source of gold, and the records.

All of it is computed from the saved games and their analyses, so nothing else is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from cacao_core import ai
from cacao_core.rules import BASE
from cacao_core.tiles import Seat
from cacao_web.features.statistics.sources import (
    Gained,
    Means,
    Sources,
    gained,
    mean,
    means,
    per_turn,
)
from cacao_web.game.session import Session
from cacao_web.saves.sums import Given, Sums

FEW: Final = 10
"""With fewer games luck alone may move an average by 4 gold and more, see ``skill.chance``."""


class GameOutcome(NamedTuple):
    """The result of a person's finished game against computers."""

    id: str  # name of the saved game
    when: str  # when it was started, ISO 8601, UTC; if unknown, when it was saved
    players: int  # number of players
    turns: int  # number of each player's turns
    level: str  # the strongest computer's
    seat: Seat  # the person's seat
    own: Gained  # the person's gold
    others: Means  # that of the opponents
    best: int  # gold of the best opponent
    won: float  # 1 for a victory, 1/n for one shared by n, 0 for a defeat
    rules: str = BASE.name
    helped: bool = False  # whether the page gave hints, or marked good cells
    sums: Sums | None = None  # what its analysis comes to; None if it was not analysed

    @property
    def gold(self) -> int:
        """The person's result."""
        return self.own.sources.total

    @property
    def margin(self) -> int:
        """Lead over the best opponent in gold; below 0 when behind."""
        return self.gold - self.best


class GameGroup(NamedTuple):
    """Games of one kind."""

    games: int  # number of games
    wins: float  # victories; a shared one counts as a fraction
    gold: float  # the person's average
    margin: float  # average lead over the best opponent in gold


class Compared(NamedTuple):
    """The sources of gold in some games, on average."""

    games: int  # number of games
    by_turn: bool  # whether it is the gold of a turn, not that of a whole game
    own: Means  # the person's
    others: Means  # an opponent's


class Summary(NamedTuple):
    """All games together; but averages and records are of whole games alone, if there are any."""

    groups: dict[tuple[str, str, int], GameGroup]
    """Rules, level and number of players -> these games; whole games and weak levels first."""
    gold: Compared
    kinds: dict[tuple[str, str, int], Compared]  # the same for each of the groups
    highest: GameOutcome  # the game with the most gold
    widest: GameOutcome | None  # the game won by the largest margin
    row: int  # the most consecutive victories


def outcome(session: Session, when: str) -> GameOutcome | None:
    """A saved game's result; None for unfinished games, and several or no people.

    Games that tell no strength (:attr:`About.tells_strength`) do not count either, nor games with
    expansions, whose gold says little about others.
    """
    game = session.game
    if not session.about.tells_strength or game.rules.modules:
        return None
    levels = [sitter.kind for sitter in session.sitters if sitter.level]
    if not game.is_over or len(session.persons) != 1 or len(levels) != len(session.sitters) - 1:
        return None
    [seat] = session.persons
    sources = gained(session.record)
    own, others = sources[seat], [one for at, one in enumerate(sources) if at != seat]
    winners = game.winners()
    return GameOutcome(
        session.id,
        when,
        len(sources),
        game.rules.turns(len(sources)),
        max(levels, key=ai.LEVELS.index),
        seat,
        own,
        means(others),
        max(other.sources.total for other in others),
        1 / len(winners) if seat in winners else 0,
        game.rules.name,
        session.about.hinted or (session.options.suggestions and not session.is_contest),
    )


def summary(outcomes: Iterable[GameOutcome], by_turn: bool = False) -> Summary | None:
    """All results together; None if there are none.

    Args:
        by_turn: whether gold by source is that of a turn: games of more players are shorter.
    """
    games = sorted(outcomes, key=lambda one: one.when)
    if not games:
        return None
    kinds: dict[tuple[str, str, int], list[GameOutcome]] = {}
    for outcome in sorted(
        games, key=lambda one: (one.rules, ai.LEVELS.index(one.level), one.players)
    ):
        kinds.setdefault((outcome.rules, outcome.level, outcome.players), []).append(outcome)
    groups = {kind: _group(some) for kind, some in kinds.items()}
    games = [one for one in games if one.rules == BASE.name] or games
    won = [one for one in games if one.won == 1]
    return Summary(
        groups,
        _compared(games, by_turn),
        {kind: _compared(some, by_turn) for kind, some in kinds.items()},
        max(games, key=lambda one: one.gold),
        max(won, key=lambda one: one.margin, default=None),
        _longest_row(games),
    )


def _group(games: Sequence[GameOutcome]) -> GameGroup:
    return GameGroup(
        len(games),
        sum(one.won for one in games),
        mean([one.gold for one in games]),
        mean([one.margin for one in games]),
    )


def _compared(games: Sequence[GameOutcome], by_turn: bool) -> Compared:
    pairs = [
        tuple(per_turn(whose, one.turns) if by_turn else whose for whose in (one.own, one.others))
        for one in games
    ]
    own, others = map(means, zip(*pairs, strict=True))
    return Compared(len(games), by_turn, own, others)


def _longest_row(games: Sequence[GameOutcome]) -> int:
    longest = row = 0
    for game in games:
        row = row + 1 if game.won == 1 else 0
        longest = max(longest, row)
    return longest


def table(outcomes: Iterable[GameOutcome]) -> Iterator[list[object]]:
    """The games for a spreadsheet: the names of the columns, and a row for each, oldest first."""
    heads = ["begun", "players", "turns", "level", "seat"]
    thirds = ["early", "middle", "late"]
    others = [f"others' {name}" for name in (*Sources._fields, *thirds)]
    results = ["total", "best other", "won", "rules", "luck", "own decisions", "others' decisions"]
    given = [f"given away: {kind}" for kind in Given._fields]
    yield [*heads, *Sources._fields, *thirds, *others, *results, *given]
    for outcome in sorted(outcomes, key=lambda one: one.when):
        seat = outcome.seat + 1
        row = [outcome.when, outcome.players, outcome.turns, outcome.level, seat]
        own = (*outcome.own.sources, *outcome.own.thirds)
        against = [round(gold, 2) for gold in (*outcome.others.sources, *outcome.others.thirds)]
        result = [outcome.gold, outcome.best, outcome.won, outcome.rules]
        yield [*row, *own, *against, *result, *_parts(outcome)]


def _parts(outcome: GameOutcome) -> list[float]:
    """Luck, own and others' decisions, what kinds gave away; nothing if it was not analysed."""
    if not outcome.sums:
        return []
    skill = outcome.sums.skill[outcome.seat]
    own = skill[outcome.seat]
    given = outcome.sums.given[outcome.seat]
    return [outcome.sums.luck[outcome.seat], own, round(sum(skill) - own, 2), *given]
