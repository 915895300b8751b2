"""Luck over time and the rating by skill, from the games that were analysed."""

from __future__ import annotations

import json
import re
from math import inf
from random import Random
from typing import Final

import pytest

from cacao_core import ai
from cacao_core.ai.intervals import half_width
from cacao_web.features.statistics import skill, skill_view
from cacao_web.features.statistics.model import GameOutcome, table
from cacao_web.features.statistics.sources import Gained, Sources, means
from cacao_web.game.setup import levels
from cacao_web.saves import spreadsheet
from cacao_web.saves.saves import NOTES
from cacao_web.saves.sums import Given, Sums
from tests.web.driven import awaited, started
from tests.web.standin import StandIn
from tests.web.test_contests import store_of
from tests.web.test_statistics_controller import counted, reckoned, rows

SUMS: Final = {
    "result": [-9, 9],
    "luck": [-8.4, 8.4],
    "skill": [[-2, 1.4], [2, -1.4]],
    "turns": [11, 11],
    "given": [[6, 0, 3, 2], [1, 0, 0, 0.4]],
}
"""As an analysis keeps it."""


def noted(sums: object, link: str = "x") -> str:
    """An analysis as far as its sums are read."""
    return json.dumps({"game": link, "sums": sums})


def game(number: int, luck: float = 0.0, loss: float = 1.0, players: int = 2) -> GameOutcome:
    """An analysed game in which the person of seat 0 lost so much in each of eleven turns."""
    others = (0.0,) * (players - 1)
    row = (-11 * loss, *others)
    given = (Given(6 * loss, 0, 3 * loss, 2 * loss),) * players
    sums = Sums(
        (luck - 11 * loss, *others), (luck, *others), (row,) * players, (11,) * players, given
    )
    when = f"2026-11-{number:02}T10:00:00"
    own = Gained(Sources())
    return GameOutcome(
        f"g{number}", when, players, 11, "easy", 0, own, means([own]), 0, 0.0, sums=sums
    )


def text_of(outcomes: list[GameOutcome]) -> str:
    told = "".join(skill_view.luck_and_skill(outcomes))
    return " ".join(re.sub(r"<[^>]*>", " ", told).split())


def test_luck_is_a_running_average() -> None:
    games = [game(1, 8), game(3, -2), game(2, 0)]
    found = skill.luck(skill.analysed([*games, game(4)._replace(sums=None)]))
    assert found is not None
    assert found.games == 3
    assert found.course == pytest.approx((8, 4, 2))
    bounds = [skill.chance(number) for number in range(1, 40)]
    assert bounds == sorted(bounds, reverse=True)
    assert skill.chance(4) == pytest.approx(skill.chance(1) / 2)
    assert skill.luck([]) is None


@pytest.mark.parametrize("level", ["newcomer", "easy", "fair", "hard"])
def test_rating_is_that_of_the_level_with_equal_losses(level: str) -> None:
    loss = levels.LOSSES[level]
    few = skill.rating([game(1, loss=loss)])
    many = skill.rating([game(number, loss=loss) for number in range(1, 20)])
    assert few is not None
    assert many is not None
    assert few.level == many.level == level
    places = [ai.LEVELS.index(one) for one in (few.low, many.low, level, many.high, few.high)]
    assert places == sorted(places), "more games tell it more exactly"
    assert few.low != few.high


def test_losses_fall_with_the_levels() -> None:
    found = list(levels.LOSSES)
    assert found == [level for level in ai.LEVELS if level in levels.LOSSES]
    losses = list(levels.LOSSES.values())
    assert losses == sorted(losses, reverse=True)
    assert levels.by_loss(inf) == found[0]


def test_latest_games_of_two_are_rated() -> None:
    assert skill.rating([game(1, players=3), game(2)._replace(rules="short")]) is None
    games = [game(number, loss=4.0 if number < 9 else 0.5) for number in range(1, 29)]
    found = skill.rating(games)
    assert found is not None
    assert found.games == 20
    assert found.loss == pytest.approx(0.5)


def test_number_of_analysed_games_is_told() -> None:
    games = [game(1, 3), game(2, -1), game(3)._replace(sums=None), game(4)._replace(sums=None)]
    told = text_of(games)
    assert "2 of 4 games are analysed" in told
    assert "The tiles brought you 1.0 gold a game" in told
    assert "The tiles cost you 2.5 gold a game" in text_of([game(1, -2.5)])
    assert "You decide about as well as" in told
    assert "When you analyse a finished game" in text_of(games[2:])
    assert "You decide" not in text_of(games[2:])


def test_games_with_help_do_not_tell_how_well_somebody_decides() -> None:
    games = [game(1, loss=3), game(2, loss=0)._replace(helped=True)]
    found = skill.rating(games)
    assert found is not None
    assert (found.games, found.loss) == (1, 3)
    told = text_of(games[1:])
    assert "You decide" not in told
    assert "Games with hints or marked cells do not tell how well you decide." in told


def test_wide_margin_is_not_told_as_a_number() -> None:
    told = text_of([game(1, loss=0), game(2, loss=9)])
    assert "Placing a worker tile 27.0 (uncertain) " in told
    assert "All decisions 49.5 (uncertain) " in told


def test_gold_given_away_is_of_a_usual_game() -> None:
    other = game(2)._replace(sums=None)
    games = [game(1), other, game(3)._replace(turns=9), game(4, loss=50)._replace(rules="short")]
    found = skill.given_away(games)
    assert found is not None
    assert found.games == 2
    longer, shorter = 10 / 11, 10 / 9
    means = [gold * (longer + shorter) / 2 for gold in (6, 0, 3, 2, 11)]
    assert [part.mean for part in (*found.kinds, found.every)] == pytest.approx(means)
    assert found.every.error == pytest.approx(half_width([11 * longer, 11 * shorter]))
    assert skill.given_away([other]) is None
    alone = skill.given_away(games[:1])
    assert alone is not None
    assert (alone.every.mean, alone.every.error) == (11, inf)


def test_gold_given_away_is_told_with_its_interval() -> None:
    several = text_of([game(number, loss=number) for number in range(1, 11)])
    assert "What your decisions gave away, per game" in several
    assert re.search(r"Placing a worker tile 33\.0 ± 1\d\.\d Overbuilding 0\.0 ± 0\.0 ", several)
    assert "From 10 games." in several
    alone = text_of([game(1)])
    assert "per game From 1 game: this says little yet. Decision" in alone
    assert "Using workers 2.0 All decisions 11.0 Each turn is counted" in alone
    assert "gave away" not in text_of([game(1)._replace(sums=None)])


def given_in(*golds: float) -> list[GameOutcome]:
    """A game for each, in which so much was given away by filling, and nothing else."""
    games = [game(number) for number in range(1, len(golds) + 1)]
    return [
        one._replace(sums=one.sums and one.sums._replace(given=(Given(0, 0, gold, 0),) * 2))
        for one, gold in zip(games, golds, strict=True)
    ]


def test_changes_are_told_if_they_are_certain() -> None:
    early, late = (6, 7, 5, 6, 8), (2, 1, 3, 2, 1)
    better, worse = text_of(given_in(*early, *late)), text_of(given_in(*late, *early))
    for told, word in ((better, "less"), (worse, "more")):
        changes = re.findall(r"[A-Z][a-z ]+: [^:]* than before\.", told)
        rest = f"4.6 gold {word} given away per game than before."
        assert changes == [f"Filling jungle spaces: {rest}", f"All decisions: {rest}"]
    mixed = text_of(given_in(6, 1, 5, 2, 8, 2, 7, 3, 6, 1))
    assert "No clear change yet." in mixed
    assert "than before" not in mixed
    few = text_of(given_in(*early[:4], *late))
    assert "than before" not in few
    assert "No clear change yet." not in few, "it is told that a few games say little"


def test_chance_alone_seldom_changes_anything() -> None:
    rng, alarms = Random(1), 0
    for _game in range(200):
        rows = [[rng.expovariate(0.2) for _row in range(5)] for _number in range(20)]
        alarms += any(skill._change(gold) for gold in zip(*rows, strict=True))
    assert alarms <= 0.05 * 200


def test_table_tells_luck_and_decisions() -> None:
    games = [game(1, luck=2.5), game(2)._replace(sums=None)]
    lines = spreadsheet.written(table(games), comma=False).splitlines()
    kinds = ("placing", "overbuilding", "filling", "using")
    heads = ",".join(f"given away: {kind}" for kind in kinds)
    assert lines[0].endswith(f"rules,luck,own decisions,others' decisions,{heads}")
    assert lines[1].endswith("base,2.5,-11.0,0.0,6.0,0,3.0,2.0")
    assert lines[2].endswith("base")


@awaited
async def test_analyses_are_read_with_their_games() -> None:
    games = counted(1, 2)
    page, store = StandIn(), store_of(*games)
    app = await started(page, store)
    await reckoned(page, app)
    assert "When you analyse a finished game" in page.dialog
    link = games[0][0].record.to_link()
    store.set(f"cacao.{NOTES}.g1", noted(SUMS, link))
    store.set(f"cacao.{NOTES}.g2", noted(SUMS, link))  # of another game
    page.intent("close", "")
    await reckoned(page, app)
    assert "1 of 2 games is analysed" in page.dialog
    page.intent("export-statistics", "")
    assert rows(page)[0].endswith(",-8.4,-2.0,1.4,6.0,0.0,3.0,2.0")
