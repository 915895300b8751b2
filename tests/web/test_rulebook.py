"""The rule book: what it says, what is found in it, its examples, and the ways that lead there."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import pytest

from cacao_core import Game
from cacao_core.jungle import JUNGLE
from cacao_core.modules import MODULES
from cacao_core.modules.huts import HUTS
from cacao_core.rules import BASE
from cacao_web.browser.store import MemoryStore
from cacao_web.features.rules import book, examples
from cacao_web.features.rules import view as views
from cacao_web.features.rules.book.entry import HutPicture, Scene, Tile
from cacao_web.game.texts import words
from cacao_web.ui import help, i18n
from tests.web.driven import App, awaited, begin, started
from tests.web.standin import StandIn

WEB = Path(__file__).parents[2] / "web"


def texts() -> dict[str, str]:
    """All that can be read of each entry."""
    return {
        entry.id: " ".join([entry.title, *entry.text, *(f.caption for f in entry.figures)])
        for entry in book.entries()
    }


def found(query: str) -> list[str]:
    return [entry.id for chapter in book.find(query) for entry in chapter.entries]


# --- What it says ----------------------------------------------------------------------------


def test_jungle_tiles_have_entries_with_pictures() -> None:
    for code in JUNGLE:
        entry = book.entry(help.ENTRY_OF[code])
        assert entry is not None
        [tile] = [f for f in entry.figures if isinstance(f, Tile) and f.code == code]
        count, name = BASE.jungle_in_box().get(code), words.tile_name(code)
        assert tile.caption == (f"{count} × {name}" if count else name)


def test_counts_are_those_of_the_engine() -> None:
    told = texts()
    assert "11 worker tiles of one colour, 44 in the whole game" in told["worker-tiles"]
    assert "There are 28 jungle tiles" in told["jungle-tiles"]
    assert "26 jungle tiles are shuffled; with two players, 19" in told["jungle-tiles"]
    assert "6 × single plantation, 4 with two players" in told["jungle-tiles"]
    assert "2 × market (price 2) " in told["jungle-tiles"]  # none of them stays out
    assert "20 cacao fruits and 12 sun tokens" in told["village-board"]
    assert "has 10; with four" in told["setup"]
    track = re.findall(r'<li class="stone">(.+?)</li>', views.book("", book.chapters(), (), False))
    assert track[: len(BASE.water)] == [i18n.numeral(value) for value in BASE.water]


def test_entries_have_own_names_and_lead_to_others() -> None:
    ids = [entry.id for entry in book.entries()]
    assert len(set(ids)) == len(ids)
    for entry in book.entries():
        assert set(entry.see) <= set(ids) - {entry.id}
        scenes = [figure for figure in entry.figures if isinstance(figure, Scene)]
        assert {scene.example for scene in scenes} <= set(examples.EXAMPLES)
    assert {entry.example for entry in book.entries()} == {"", *examples.EXAMPLES}


def test_way_on_the_page_leads_to_an_entry() -> None:
    """In the source, for nothing is drawn that leads everywhere at once."""
    ids = {entry.id for entry in book.entries()}
    named: set[str] = {*help.ENTRY_OF.values(), *help.OF_PIECES.values()}
    for file in (WEB / "cacao_web").rglob("*.py"):
        source = file.read_text("utf-8")
        named |= set(re.findall(r'help\.(?:sign|leading_to)\(\s*"([^"]+)"', source))
        named |= set(re.findall(r'help\.headed\(_\("[^"]+"\), "([^"]+)"', source))
        named |= set(re.findall(r'about=\("([^"]+)"', source))
        named |= set(re.findall(r'Phase\.\w+: \("([^"]+)", _', source))
    assert {"filling", "hidden", "worker-tiles", "village-board", "scoring", "setup"} <= named
    assert {"placing", "activating"} <= named
    assert named <= ids


# --- Search ----------------------------------------------------------------------------------


def test_words_of_a_search_must_all_occur() -> None:
    assert found("") == found("  ") == [entry.id for entry in book.entries()]
    assert found("SELLING price gold mine boxed") == []
    assert "market" in found("SÉLLING prïce")
    assert "temple" not in found("SÉLLING prïce")
    assert found("carrier stops") == found("stops CARRIER") == ["village-board", "water"]
    assert found("water")[0] == "water"  # what is about it comes before what only names it
    assert "jungle-tiles" in found("with two players")  # what stands below a picture
    assert found("<b>") == []


def test_search_is_in_the_present_language() -> None:
    class Spanish(gettext.NullTranslations):
        def pgettext(self, context: str, message: str) -> str:
            return "Número de árboles" if message == "Water" else message

    assert found("arboles") == []
    i18n.switch("es", None)
    i18n._Current.catalogue = Spanish()
    assert found("ARBOLES numero") == ["water"]
    i18n.switch("en", None)
    assert found("arboles") == []


@awaited
async def test_rules_open_by_touch_without_the_keyboard() -> None:
    page = StandIn()
    page.by_touch = True
    await started(page, MemoryStore())
    page.intent("rules", "")
    assert page.focused[-1] == "dialog-title"
    assert "autofocus" not in page.dialog
    page.write("query", "water")  # who has tapped the field may type
    assert page.focused[-1] == "rules-find"


@awaited
async def test_typing_filters_and_what_is_typed_stays_text(page: StandIn) -> None:
    page.intent("rules", "")
    assert page.focused[-1] == "rules-find"
    assert "rules-contents" in page.dialog
    page.write("query", "carrier stops")
    assert "2 entries found" in page.dialog
    assert 'id="rule-water"' in page.dialog
    assert 'id="rule-temple"' not in page.dialog
    assert "rules-contents" not in page.dialog
    page.write("query", '<img src=x onerror="x">')
    assert "Nothing found" in page.dialog
    assert "<img" not in page.dialog
    page.intent("close", "")
    page.intent("rules", "water")  # what was searched for before is forgotten
    assert page.focused[-1] == "rule-water"
    assert 'id="rule-temple"' in page.dialog
    page.intent("rules", "no such entry")
    assert page.focused[-1] == "rules-find"


# --- Ways there, and back --------------------------------------------------------------------


@awaited
async def test_panels_lead_to_their_entries(page: StandIn, app: App) -> None:
    begin(page, kind_1="person")
    page.intent("uncover", "")
    for region, entry in [
        ("villages", "village-board"),
        ("remaining", "hidden"),
        ("remaining", "worker-tiles"),
        ("task", "placing"),
        ("display", "filling"),
    ]:
        assert leads_to(page.regions[region], entry), (region, entry)
    for code in app.game.game.display:
        assert leads_to(page.regions["display"], help.ENTRY_OF[code])
    for code in JUNGLE:
        assert leads_to(page.regions["remaining"], help.ENTRY_OF[code])


@awaited
async def test_rows_of_an_activation_lead_to_their_tiles(page: StandIn, app: App) -> None:
    page.intent("open-example", "order")
    page.intent("singly", "")
    assert leads_to(page.regions["content"], "plantation")
    assert leads_to(page.regions["content"], "market")
    assert leads_to(page.regions["task"], "activating")
    page.intent("open-example", "fill")
    app.game.play("W1111@-1,0")
    app.table.drawing.choice()
    assert 'data-display="0"' in page.regions["display"]
    assert leads_to(page.regions["task"], "filling")
    assert not leads_to(page.regions["display"], help.ENTRY_OF["M3"])


def leads_to(markup: str, entry: str) -> bool:
    return f'data-command="rules" data-value="{entry}"' in markup


@awaited
async def test_back_from_the_rules_to_the_form_for_a_new_game(page: StandIn, app: App) -> None:
    page.intent("new-game", "")
    page.write("seed", "77")
    assert leads_to(page.dialog, "setup")
    page.intent("rules", "setup")
    page.intent("rules", "turn")  # a link inside of the rules
    assert "rules-back" in page.dialog
    page.intent("close", "")
    assert app.dialog == "setup"
    assert 'value="77"' in page.dialog
    page.intent("close", "")
    page.intent("rules", "")
    assert "rules-back" not in page.dialog


# --- Worked examples (docs/rules.md 8) -------------------------------------------------------


def positions(name: str) -> tuple[Game, Game]:
    """Where an example begins, and where its story ends."""
    record = examples.record(name)
    return record.game(examples.EXAMPLES[name].begun), record.game()


def test_examples_go_as_they_are_told() -> None:
    before, after = positions("overbuild")
    red = before.players[0]
    assert before.display == before.jungle_pile == ()
    assert (red.suns, red.cacao, BASE.water[red.water], before.to_move) == (2, 0, 0, 0)
    game = before
    game.play("O2101@-1,2")
    assert game.players[0].suns == 1
    faced = {code: workers for _cell, _side, code, workers in game.open_edges}
    assert faced == {"P2": 1, "M4": 2, "W": 1}
    gold = game.players[0].gold
    told = [(2, 0, 0), (0, 8, 0), (0, 8, 2)]  # cacao, gold brought, water
    for move, (cacao, brought, water) in zip(
        examples.record("overbuild").moves[-3:], told, strict=True
    ):
        game.play(move)
        red = game.players[0]
        assert (red.cacao, red.gold - gold, BASE.water[red.water]) == (cacao, brought, water)
    assert after.workers[-1, 2].overbuilt
    before, after = positions("temple")
    [temple] = before.temples()
    assert temple.workers == (2, 1, 0)
    [temple] = after.temples()
    assert temple.workers == (2, 1, 2)
    assert temple.gold == (3, 0, 3)
    assert examples.EXAMPLES["temple"].colours == ("red", "purple", "yellow")
    before, after = positions("fill")
    assert (before.players[0].cacao, before.to_move) == (1, 1)
    record = examples.record("fill")
    assert str(record.moves[3]) == "JM3@-1,-1"
    assert record.game(5).players[1].cacao == 1
    purple = record.game(6)
    assert (purple.players[1].gold, purple.turn, purple.to_move) == (3, 1, 0)
    assert [(player.gold, player.cacao) for player in after.players] == [(3, 0), (3, 0)]
    before, after = positions("order")
    assert {code: workers for _c, _s, code, workers in before.open_edges} == {"P1": 2, "M2": 1}
    assert [str(m) for m in before.legal_moves() if m.what == "e"] == ["Ae0@0,1"]  # nothing to sell
    assert (after.players[0].gold, after.players[0].cacao) == (2, 1)
    before, after = positions("water")
    assert [BASE.water[player.water] for player in before.players] == [-10, -10]
    assert [BASE.water[player.water] for player in after.players] == [0, -4]


@pytest.mark.parametrize("name", examples.EXAMPLES)
@awaited
async def test_example_opens_as_a_game_of_its_own(page: StandIn, app: App, name: str) -> None:
    begin(page, kind_1="person")
    present = app.session
    assert present is not None
    page.intent("rules", "")
    page.intent("open-example", name)
    opened = app.session
    assert opened is not None
    assert opened is not present
    assert page.dialog == ""
    example = examples.EXAMPLES[name]
    assert opened.record.moves == examples.record(name).moves[: example.begun]
    assert tuple(opened.colours) == example.colours
    assert len(opened.persons) == len(example.colours)
    assert not opened.covered
    assert page.regions["notice"]
    page.intent("rules", "")  # from there back to its story
    assert page.focused[-1] == f"rule-example-{name}"
    page.intent("close", "")
    page.intent("home", "")
    title = book.entry(f"example-{name}")
    assert title is not None
    assert title.title in page.regions["saves"]
    page.intent("resume", present.id)
    assert app.game.record == present.record


@awaited
async def test_example_that_nobody_has_played_on_is_opened_again(page: StandIn, app: App) -> None:
    for _time in range(2):
        page.intent("open-example", "order")
    assert len(app.saves.ids()) == 1
    page.answer("play", "An2@0,1")
    page.intent("open-example", "order")
    assert len(app.saves.ids()) == 2  # what was played stays
    page.intent("open-example", "none such")
    page.intent("open-example", "")
    assert len(app.saves.ids()) == 2


# --- The expansions (docs/rules.md 11) -------------------------------------------------------


def test_module_has_a_page_with_its_tiles_and_an_example() -> None:
    ids = {entry.id for entry in book.entries()}
    for module in MODULES:
        assert {module.name, f"example-{module.name}"} <= ids
        for tile in module.added:
            if tile.code not in JUNGLE:
                entry = book.entry(help.ENTRY_OF[tile.code])
                assert entry is not None
                assert entry.id == module.name
                [shown] = [f for f in entry.figures if isinstance(f, Tile) and f.code == tile.code]
                assert shown.caption.startswith(f"{module.many[tile.code]} × ")
                assert f" {module.few[tile.code]} with two players" in shown.caption


def test_hut_has_a_line_with_its_cost_and_use() -> None:
    entry = book.entry("hut-list")
    assert entry is not None
    lines = [figure for figure in entry.figures if isinstance(figure, HutPicture)]
    assert [line.code for line in lines] == list(HUTS)
    for line in lines:
        assert line.title.endswith(f" for {HUTS[line.code].cost} gold")
        assert line.use
    shown = views.book("", book.find("hermit"), (), False)
    assert 'href="#hut-HE"' in shown
    assert "hut-list" in found("hermit fountain")


def test_tiles_in_play_are_those_of_the_engine() -> None:
    told = texts()
    assert (
        "3 × watering site in, 1 × single plantation and 2 × double plantation"
        in (told["watering"])
    )
    assert "With two players: 2 × watering site in, 2 × double plantation back" in told["watering"]
    assert "5 × gem mine in, 5 × temple back into the box" in told["gems"]
    assert "8 gems of each colour, 6 with two players" in told["gems"]
    assert "all 45 jungle tiles" in told["big-game"]
    assert "all 15 worker tiles" in told["big-game"]
    assert "2 × gold mine (value 1) and 1 × watering site" in told["big-game"]


def test_examples_of_modules_go_as_they_are_told() -> None:
    before, after = positions("map")
    assert (before.players[0].cacao, before.players[0].maps, before.aside[0]) == (3, 2, "M4")
    assert set(before.display) == {"W", "T"}
    assert (after.players[0].gold, after.players[0].maps, after.display) == (8, 1, before.display)
    before, after = positions("watering")
    carriers = [BASE.water[game.players[0].water] for game in (before, after)]
    assert (carriers, before.players[0].cacao) == ([0, -1], 1)
    assert (after.players[0].gold, after.players[0].cacao) == (3, 4)
    before, after = positions("chocolate")
    assert (before.players[0].cacao, before.players[0].bars) == (2, 1)
    red = after.players[0]
    assert (red.cacao, red.bars, red.gold) == (0, 2, 7)
    before, after = positions("huts")
    built = examples.record("huts").game(len(examples.record("huts").moves) - 1)
    assert (before.players[0].gold, built.players[0].gold) == (2, 9)
    assert (after.players[0].huts, after.players[0].gold) == (("MC",), 5)
    before, after = positions("gems")
    assert before.players[0].gems == "RGB"
    assert before.supply["mines"] == {(-1, 1): "WW"}
    assert (after.players[0].gems, after.players[0].masks) == ("W", (8,))
    before, after = positions("tree")
    assert after.players[0].gold - before.players[0].gold == 10
    before, after = positions("emperor")
    assert before.supply["emperor"] == (0, 1)
    assert after.supply["emperor"] == (0, -1)
    assert after.players[0].gold == 3 + 3  # three from the emperor, three from a market
    _before, after = positions("workers")
    assert after.players[0].cacao == 4
