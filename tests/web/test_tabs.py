"""Two tabs of one browser: nothing that one of them has stored is lost by the other."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date

import pytest

from cacao_web.browser.store import MemoryStore
from cacao_web.features.daily import model as daily
from cacao_web.features.ladder import model as ladder
from cacao_web.features.puzzles import model as puzzles
from cacao_web.game.players import PERSON
from cacao_web.saves import settings
from cacao_web.saves.saves import Saves
from cacao_web.saves.slot import Slot
from tests.web.driven import App, awaited, begin, settled, started
from tests.web.standin import StandIn, TabStore
from tests.web.test_contests import finish
from tests.web.test_matches import match_of
from tests.web.test_puzzles import GOLD, WIN, page_with

Tab = tuple[StandIn, App]


async def two_tabs(store: TabStore) -> tuple[Tab, Tab]:
    """Two pages of the same browser; both are open before anything happens."""
    one, other = page_with(GOLD, WIN), page_with(GOLD, WIN)
    return (one, await started(one, TabStore(store))), (
        other,
        await started(other, TabStore(store)),
    )


def put(tab: Tab, name: str, value: str) -> None:
    tab[0].intent("settings", "")
    tab[0].write(name, value)


@awaited
async def test_settings_of_two_tabs() -> None:
    store = TabStore()
    one, other = await two_tabs(store)
    put(one, "theme", "dark")
    put(other, "notation", "on")
    put(one, "tempo", "fast")
    begin(other[0], kind_2=PERSON)
    for _page, app in (one, other, (await two_tabs(store))[0]):
        await settled(app)
        assert (app.settings.theme, app.settings.tempo) == ("dark", "fast")
        assert app.settings.notation
        assert app.settings.players.split()[2] == PERSON


@awaited
async def test_other_tab_follows_changed_settings() -> None:
    one, other = await two_tabs(TabStore())
    other[0].intent("settings", "")
    put(one, "theme", "dark")
    put(one, "labels", "on")
    await settled(other[1])
    assert other[0].theme == "dark"
    assert other[0].regions["game@data-labels"] == "on"
    assert 'value="dark" selected' in other[0].dialog
    one, other = await two_tabs(TabStore())
    for page, _app in (one, other):
        page.catalogues["es"] = b"damaged, and still asked for"
    put(one, "language", "es")
    await settled(other[1])
    assert other[1].settings.language == "es"
    assert any(report.startswith("es:") for report in other[0].reports)


@awaited
async def test_daily_games_in_two_tabs() -> None:
    store = TabStore()
    one, other = await two_tabs(store)
    one[0].intent("begin-daily", "")
    other[0].time = "2026-11-21T00:10:00.000+00:00"
    other[0].intent("begin-daily", "")
    finish(*one)
    finish(*other)
    one[0].intent("daily", "")
    found = daily.from_text(store.get("cacao.daily") or "")
    assert sorted(day.isoformat() for day in found) == ["2026-11-20", "2026-11-21"]
    one, other = await two_tabs(TabStore())
    one[0].intent("begin-daily", "")
    other[0].intent("daily", "")
    assert "You have played today" not in other[0].dialog
    finish(*one)
    assert "You have played today" in other[0].dialog


@awaited
async def test_tries_at_the_ladder_in_two_tabs() -> None:
    store = TabStore()
    store.set("cacao.ladder", ladder.to_text({1: ladder.Best(30, reached=True)}))
    one, other = await two_tabs(store)
    one[0].intent("ladder-play", "1")
    other[0].intent("ladder-play", "2")
    finish(*one)
    finish(*other)
    found = ladder.from_text(store.get("cacao.ladder") or "")
    assert set(found) == {1, 2}
    assert found[1].reached


@awaited
async def test_games_of_one_match_in_two_tabs() -> None:
    store = TabStore()
    one, other = await two_tabs(store)
    begin(one[0], kind_1=PERSON, length="match")
    first = finish(*one)
    match = first.about.key_of("matches")
    other[0].intent("resume", first.id)
    other[0].intent("next-game", match)
    second = finish(*other, seed=2)
    one[0].intent("next-game", match)
    third = finish(*one, seed=3)
    kept = match_of(store, first)
    assert [game.id for game in kept.games] == [first.id, second.id, third.id]
    assert all(game.results for game in kept.games)


@awaited
async def test_puzzles_of_two_tabs() -> None:
    store = TabStore()
    one, other = await two_tabs(store)
    for (page, app), puzzle in ((one, GOLD), (other, WIN)):
        page.address_fragment = f"puzzle={puzzle.id}"
        page.intent("address", "")
        await settled(app)
    one[0].intent("puzzle-hint", "")
    other[0].intent("puzzle-show", "")
    one[0].intent("puzzle-hint", "")
    found = puzzles.from_text(store.get("cacao.puzzles") or "")
    assert found.hints(GOLD.id) == 2
    assert found.results == {WIN.id: puzzles.NOT_YET}
    other[0].address_fragment = f"puzzle={GOLD.id}"
    other[0].intent("address", "")
    await settled(other[1])
    other[0].intent("puzzle-show", "")
    found = puzzles.from_text(store.get("cacao.puzzles") or "")
    assert found.results == {WIN.id: puzzles.NOT_YET, GOLD.id: puzzles.NOT_YET}


@awaited
async def test_two_tabs_end_a_game_each() -> None:
    store = TabStore()
    one, other = await two_tabs(store)
    for tab, seed in ((one, "7"), (other, "8")):
        begin(tab[0], kind_1=PERSON, seed=seed)
    ended = [finish(*one), finish(*other)]
    saves = Saves(store)
    assert {saved.session.id for saved in saves.latest()} == {game.id for game in ended}
    assert all(saved.session.game.is_over for saved in saves.latest())
    one[0].intent("home", "")
    other[0].intent("home", "")
    for page, _app in (one, other):
        assert all(game.id in page.regions["saves"] for game in ended)


def slots() -> list[tuple[str, Callable[[Saves], object], dict[str, object]]]:
    """Name of each slot, a change of it, and what a later version might have stored."""

    def daily_played(saves: Saves) -> object:
        slot = Slot(saves, "daily", daily.from_text, daily.to_text)
        made = daily.DailyResult("easy", 50, 40, 1)
        return slot.update(lambda history: {date(2026, 11, 20): made, **history})

    def ladder_tried(saves: Saves) -> object:
        slot = Slot(saves, "ladder", ladder.from_text, ladder.to_text)
        return slot.update(lambda climb: ladder.with_try(climb, 1, 30, reached=True))

    def puzzle_tried(saves: Saves) -> object:
        slot = Slot(saves, "puzzles", puzzles.from_text, puzzles.to_text)
        return slot.update(lambda found: puzzles.tried(found, GOLD, solved=True, hints=0))

    def dark(saves: Saves) -> object:
        slot = Slot(saves, "settings", settings.from_text, settings.to_text)
        return slot.update(lambda found: found.changed({"theme": "dark"}))

    return [
        ("daily", daily_played, {"2031-01-01": {"level": "divine"}}),
        ("ladder", ladder_tried, {"9": [70, True, "new"]}),
        ("puzzles", puzzle_tried, {"results": {"x": "in ten seconds"}, "themes": {"water": 3}}),
        ("settings", dark, {"theme": "sepia", "zoom": "150"}),
    ]


@pytest.mark.parametrize(("name", "change", "later"), slots())
def test_change_keeps_data_of_a_later_version(
    name: str, change: Callable[[Saves], object], later: dict[str, object]
) -> None:
    store = MemoryStore()
    store.set(f"cacao.{name}", json.dumps(later))
    change(Saves(store))
    found = json.loads(store.get(f"cacao.{name}") or "")
    for key, value in later.items():
        kept = found[key]
        if isinstance(value, dict):
            assert value.items() <= kept.items()
        else:
            assert kept == ("dark" if key == "theme" else value)


@pytest.mark.parametrize("damaged", ["", "[", "[1, 2]", '"x"', '{"a":', "\x00", "[" * 5000])
@pytest.mark.parametrize(("name", "change", "_later"), slots())
def test_change_of_damaged_data_is_kept(
    name: str, change: Callable[[Saves], object], _later: object, damaged: str
) -> None:
    store = MemoryStore()
    store.set(f"cacao.{name}", damaged)
    changed = change(Saves(store))
    assert change(Saves(store)) == changed or name == "puzzles"
    assert isinstance(json.loads(store.get(f"cacao.{name}") or ""), dict)


@awaited
async def test_match_of_a_later_version_stays_as_it_is() -> None:
    store = TabStore()
    one, _other = await two_tabs(store)
    begin(one[0], kind_1=PERSON, length="match")
    session = one[1].session
    assert session is not None
    key = f"cacao.match.{session.about.key_of('matches')}"
    later = json.dumps(json.loads(store.get(key) or "") | {"version": 2})
    store.set(key, later)
    finish(*one)
    assert store.get(key) == later


def test_equal_data_is_not_written_again() -> None:
    class Counting(MemoryStore):
        writes = 0

        def set(self, key: str, value: str) -> None:
            self.writes += 1
            super().set(key, value)

    store = Counting()
    slot = Slot(Saves(store), "settings", settings.from_text, settings.to_text)
    for _twice in range(2):
        slot.update(lambda found: found.changed({"theme": "dark"}))
    assert store.writes == 1
