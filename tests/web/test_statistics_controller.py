"""The statistics on the page, with a stand-in for it: what counts, the table, a new start."""

from __future__ import annotations

import asyncio
import re

import pytest

from cacao_core import Deal, Record
from cacao_core.rules import expanded
from cacao_web.features.statistics import controller as statistics_controller
from cacao_web.features.statistics import model as statistics
from cacao_web.features.statistics.model import outcome
from cacao_web.game.origin import About
from cacao_web.game.players import PERSON, sitters
from cacao_web.game.session import Session
from cacao_web.game.texts.words import decimal
from cacao_web.saves.codec import to_json
from cacao_web.saves.saves import Saves
from tests.web.driven import App, awaited, settled, started
from tests.web.standin import StandIn
from tests.web.test_contests import finished, store_of


def counted(*seeds: int) -> list[tuple[Session, str]]:
    """Games of a person against an easy computer, one a day."""
    players = sitters(("Ana", "Comp"), (PERSON, "easy"))
    return [
        (
            Session(
                f"g{seed}",
                finished(Deal.shuffled(2, seed), seed),
                players,
                about=About(created=f"2026-11-{seed:02}T10:00:00"),
            ),
            "2026-11-20T09:00:00",
        )
        for seed in seeds
    ]


def rows(page: StandIn) -> list[str]:
    [text] = page.files.values()
    return text.splitlines()[1:]


async def reckoned(page: StandIn, app: App) -> None:
    page.intent("statistics", "")
    await settled(app)


@awaited
async def test_statistics_of_saved_games() -> None:
    games = counted(*range(1, 8))
    page, store = StandIn(), store_of(*games)
    store.set("cacao.game.bad", "{")
    going = Session("going", Record(Deal.shuffled(2, 9)), games[0][0].sitters)
    store.set("cacao.game.going", to_json(going, "2026-11-20"))
    app = await started(page, store)
    page.intent("duplicate", "g3")
    page.intent("statistics", "")
    assert "<progress" in page.dialog
    assert "0 of 10" in page.dialog
    await settled(app)
    wins = sum(0 in game.game.winners() for game, _when in games)
    assert wins
    found = statistics.summary(filter(None, (outcome(one, "") for one, _when in games)))
    assert found is not None
    [group] = found.groups.values()
    averages = f"<td>{decimal(group.gold)}</td><td>{decimal(group.margin)}</td>"
    assert f"<td>7</td><td>{wins / 7:.0%}</td>{averages}" in page.dialog
    assert group.gold != group.margin
    best = max(games, key=lambda game: game[0].game.score()[0].total)[0]
    assert f'data-command="resume" data-value="{best.id}"' in page.dialog
    assert page.dialog.count("<rect") == 16  # both, for five sources and three thirds
    page.intent("export-statistics", "")
    [name] = page.files
    assert name == "cacao-statistics-2026-11-20.csv"
    assert [row[:10] for row in rows(page)] == [f"2026-11-{day:02}" for day in range(1, 8)]
    page.intent("resume", best.id)
    assert app.game.id == best.id
    await settled(app)


@awaited
async def test_games_with_expansions_do_not_count_and_the_page_says_so() -> None:
    told = "Games with expansions do not count either."
    for with_one in (False, True):
        games = counted(1)
        if with_one:
            deal = Deal.shuffled(2, 4, expanded("gems"))
            other = Session("g4", finished(deal, 4), games[0][0].sitters)
            games.append((other, "2026-11-20T09:00:00"))
        page = StandIn()
        app = await started(page, store_of(*games))
        await reckoned(page, app)
        assert (told in page.dialog) == with_one


@awaited
async def test_gold_is_told_of_a_game_or_of_a_turn() -> None:
    page = StandIn()
    app = await started(page, store_of(*counted(1, 2)))
    await reckoned(page, app)
    whole = page.dialog
    page.intent("statistics-unit", "turn")
    assert re.search(r'data-value="turn" id="unit-turn" aria-pressed="true"', page.dialog)
    assert len(re.findall(r"<b>\d\.\d\d</b>", page.dialog)) >= 7
    assert not re.search(r"<b>\d\.\d\d</b>", whole)
    page.intent("statistics-unit", "game")
    assert page.dialog == whole


@awaited
async def test_averages_of_one_game_are_whole_numbers() -> None:
    for seeds in ((1,), (1, 2)):
        page = StandIn()
        app = await started(page, store_of(*counted(*seeds)))
        await reckoned(page, app)
        numbers = re.findall(r"<(?:td|b)>(−?[0-9.]+)</(?:td|b)>", page.dialog)
        assert len(numbers) >= 8
        assert any("." in number for number in numbers) is (len(seeds) > 1)


@awaited
async def test_statistics_begin_anew_and_that_can_be_taken_back() -> None:
    page, store = StandIn(), store_of(*counted(1, 2))
    app = await started(page, store)
    await reckoned(page, app)
    page.intent("reset-statistics", "")
    assert "Nothing to count yet" in page.dialog
    assert "20.11.2026, 12:00" in page.dialog
    page.intent("resume", "g1")  # to open a game again does not make it a new one
    await settled(app)
    page.intent("home", "")
    await reckoned(page, app)
    assert "Nothing to count yet" in page.dialog
    for id, text in [(key, store.get(key)) for key in store.names() if ".game." in key]:
        assert text, id  # nothing was deleted
    assert "Count all games" in page.dialog
    page.intent("restore-statistics", "")
    assert "<td>2</td>" in page.dialog
    page.intent("reset-statistics", "")
    assert "Undo" in page.dialog
    assert page.focused == ["undo-reset"] * 2
    [(session, _when)] = counted(3)
    session.about = About(created="2026-11-21T08:00:00")
    Saves(store).save(session, "2026-11-21")
    await reckoned(page, app)
    assert "<td>1</td>" in page.dialog
    early = store.get("cacao.statistics")
    page.intent("reset-statistics", "")
    page.intent("restore-statistics", "")
    assert store.get("cacao.statistics") == early
    page.intent("restore-statistics", "")
    assert "<td>3</td>" in page.dialog


@pytest.mark.parametrize("created", ["2026-11-19T12:00:00", "2026-11-20T12:00:00"])
@awaited
async def test_beginning_anew_does_not_trust_the_clock(created: str) -> None:
    """It was a day ahead, and was put right after that."""
    page, store = StandIn(), store_of(*counted(1, 2))
    app = await started(page, store)
    page.time = "2026-11-21T12:00:00.000+00:00"
    await reckoned(page, app)
    page.intent("reset-statistics", "")
    page.time = "2026-11-20T12:00:00.000+00:00"
    [(session, _when)] = counted(3)
    session.about = About(created=created)
    Saves(store).save(session, created)
    page.intent("duplicate", "g1")  # a copy of an old game is no new one
    page.intent("home", "")
    await reckoned(page, app)
    assert "<td>1</td>" in page.dialog


@awaited
async def test_game_is_read_again_only_when_it_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []

    def noted(id: str, text: str, notes: str) -> statistics_controller.Seen:
        read.append(id)
        return statistics_controller.Seen(text, notes)

    monkeypatch.setattr(statistics_controller, "_read", noted)
    page, store = StandIn(), store_of(*counted(1, 2))
    app = await started(page, store)
    await reckoned(page, app)
    await reckoned(page, app)
    assert sorted(read) == ["g1", "g2"]
    store.set("cacao.game.g1", "{")
    await reckoned(page, app)
    assert sorted(read) == ["g1", "g1", "g2"]


@awaited
async def test_closing_the_statistics_ends_the_reading() -> None:
    page, store = StandIn(), store_of(*counted(*range(1, 20)))
    app = await started(page, store)
    page.intent("statistics", "")
    await asyncio.sleep(0)
    page.intent("close", "")
    await settled(app)
    assert page.dialog == ""
    await reckoned(page, app)
    assert "<td>19</td>" in page.dialog


@awaited
async def test_statistics_of_nothing(page: StandIn, app: App) -> None:
    await reckoned(page, app)
    assert "Nothing to count yet" in page.dialog
    assert "export-statistics" not in page.dialog
