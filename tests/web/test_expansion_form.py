"""How the modules of a new game are played: worker tiles, sides of the huts, early overbuilding."""

from __future__ import annotations

import pytest

from cacao_core import CacaoError
from cacao_core.modules.huts import TILES
from cacao_core.rules import BASE, expanded
from cacao_core.tiles import BASE_KINDS, NEW_KINDS, ROTATIONS
from cacao_web.browser.store import MemoryStore
from cacao_web.features.newgame import view
from cacao_web.game.players import PERSON
from cacao_web.game.setup.expansion import EXPANSIONS, Expansion
from cacao_web.game.setup.form import Setup
from tests.web.driven import awaited, started
from tests.web.standin import StandIn


def form_with(*fields: tuple[str, str], players: int = 2) -> Setup:
    form = Setup()
    for chair in range(players):
        form.kinds[chair] = PERSON
    for name, value in fields:
        form.fill_in(name, value)
    return form


WORKERS = ("module-workers", "on")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_mixes_of_worker_tiles(players: int) -> None:
    """docs/rules.md 11.8: new tiles replace others, or come on top."""
    usual = BASE.turns(players)
    replaced = form_with(WORKERS, players=players)
    assert replaced.rules == expanded("workers")
    assert replaced.rules.turns(players) == usual
    one = form_with(WORKERS, ("mix", "one"), players=players).rules.worker_tiles[players]
    assert one == {**BASE.worker_tiles[players], "0004": 1}
    every = form_with(WORKERS, ("mix", "all"), players=players).rules.worker_tiles[players]
    assert every == {**BASE.worker_tiles[players], **dict.fromkeys(NEW_KINDS, 1)}


def test_own_numbers_begin_with_those_before_and_stay_within_the_box() -> None:
    form = form_with(WORKERS, ("mix", "one"), ("mix", "own"))
    assert form.rules == form_with(WORKERS, ("mix", "one")).rules
    form.fill_in("number-1111", "0")
    form.fill_in("number-0022", "9")
    tiles = form.rules.worker_tiles[2]
    assert "1111" not in tiles
    assert tiles["0022"] == 1
    for wrong in ("number-1234", "number-", "mix", "side-99", "side-x", "sides", "module-x"):
        form.fill_in(wrong, "-3")
    assert form.rules.worker_tiles[2] == tiles


def test_unusual_numbers_are_played_with_a_warning_and_impossible_ones_are_not() -> None:
    form = form_with(WORKERS)
    drawn = view.new_game(form)
    assert "22 worker tiles and 21 jungle tiles in all." in drawn
    assert "recommends" not in drawn
    form.fill_in("mix", "own")
    for kind in BASE_KINDS:
        form.fill_in(f"number-{kind}", "1")
    assert "recommends 1 to 8 more" in view.new_game(form)
    assert form.deal(2).rules.turns(2) == 4 + len(NEW_KINDS)
    for kind in ROTATIONS:
        form.fill_in(f"number-{kind}", "0")
    assert "at least 3 worker tiles" in view.new_game(form)
    with pytest.raises(CacaoError, match="at least 3"):
        form.deal(2)


def test_big_game_has_all_tiles_or_own_numbers() -> None:
    form = form_with(("module-big", "on"), ("mix", "all"), players=4)
    assert form.rules == expanded(big=True)
    form.fill_in("mix", "own")
    assert form.rules == expanded(big=True)
    form.fill_in("number-1111", "3")
    assert form.rules.turns(4) == 14
    assert form.rules.jungle_tiles == expanded(big=True).jungle_tiles


def test_sides_of_the_huts_are_dealt_as_chosen() -> None:
    form = form_with(("module-huts", "on"), ("seed", "7"))
    assert "two-sided" not in view.new_game(form)
    form.fill_in("sides", "chosen")
    assert view.new_game(form).count('type="radio"') == 2 * len(TILES)
    form.fill_in("side-0", "HE")
    form.fill_in("side-1", "HE")  # not on that tile
    assert form.deal(2).huts == ("HE", *(front for front, _back in TILES[1:]))
    form.fill_in("sides", "")
    assert form.deal(2).huts == form_with(("module-huts", "on"), ("seed", "7")).deal(2).huts


def test_early_overbuilding_comes_with_the_map() -> None:
    form = form_with(("early", "on"))
    assert form.rules is BASE
    form.fill_in("module-map", "on")
    assert form.rules == expanded("map", early_overbuild=True)


def test_what_is_finer_is_folded_away_until_its_module_is_ticked() -> None:
    assert 'class="finer"' not in view.new_game(Setup())
    for module in EXPANSIONS:
        drawn = view.new_game(form_with((f"module-{module}", "on")))
        assert drawn.count('class="finer"') == (module in ("map", "huts", "workers"))


@awaited
async def test_everything_is_remembered() -> None:
    store, page = MemoryStore(), StandIn()
    app = await started(page, store)
    page.intent("new-game", "")
    for name, value in (
        ("module-map", "on"), ("module-huts", "on"), WORKERS, ("early", "on"), ("sides", "chosen"),
        ("side-3", "SH"), ("mix", "own"), ("number-2101", "4"),
    ):  # fmt: skip
        page.write(name, value)
    page.intent("begin", "")
    assert app.game.record.deal.huts[3] == "SH"
    assert app.game.game.rules == app.setup.rules
    again = await started(StandIn(), store)
    assert again.setup.expansion == app.setup.expansion
    assert again.setup.rules == app.setup.rules


@pytest.mark.parametrize(
    "text",
    ["", "map x", "mix:own", "tiles:123", "tiles:99999999 mix:own", "huts:MC.MC", "huts:", "::"],
)
def test_damaged_settings_are_left_out(text: str) -> None:
    found = Expansion.of_text(text)
    assert Expansion.of_text(found.text) == found
    found.rules(2)
