"""Levels of computers: in the form, in names, saves and links, old ones too."""

from __future__ import annotations

import random
import re

import pytest

from cacao_core import CacaoError, Deal, ai
from cacao_web.board import village
from cacao_web.browser.store import MemoryStore
from cacao_web.features.newgame import view as newgame
from cacao_web.game.players import ELSEWHERE, PERSON, Sitter, sitters
from cacao_web.game.session import Session
from cacao_web.game.setup import levels
from cacao_web.game.setup import link as share
from cacao_web.game.setup.form import NOBODY, Setup
from cacao_web.game.setup.levels import LevelResult
from cacao_web.saves.saves import Saves
from tests.core.helpers import example
from tests.web.driven import App, awaited, begin, settled, started
from tests.web.standin import StandIn
from tests.web.test_views import parsed

# Links as they are given out; each must be read for ever.
LINKS = {
    "&p=pmpp&n=Ana&n=Comp&n=C&n=D": ("person", "medium", "person", "person"),
    "&p=emhx&n=A&n=B&n=C&n=D": ("easy", "medium", "hard", "expert"),
    "": ("person",) * 4,
}


@pytest.mark.parametrize("extra", LINKS)
def test_links_that_were_given_out_stay_readable(extra: str) -> None:
    read = share.read(example("temple").to_link() + extra)
    assert tuple(sitter.kind for sitter in read.sitters) == LINKS[extra]


def test_links_tell_the_level() -> None:
    record = example("temple").renamed(list("ABCD"))
    for kind in (PERSON, *ai.LEVELS):
        players = tuple(Sitter(name, kind) for name in "ABCD")
        read = share.read(share.fragment(record, players))
        assert [sitter.kind for sitter in read.sitters] == [kind] * 4
        assert share.alike(read.sitters, players)
        others = (*players[:3], Sitter("D", "hard" if kind == "easy" else "easy"))
        assert not share.alike(read.sitters, others)
    with pytest.raises(CacaoError):
        share.read(record.to_link() + "&p=pppq")


def test_form_offers_each_level_with_its_character() -> None:
    form = Setup()
    form.fill_in("kind-1", "computer")
    said = set()
    for number, level in enumerate(ai.LEVELS):
        form.fill_in("level-1", str(number))
        assert form.kinds[1] == level
        tree = parsed(newgame.new_game(form))
        select = next(el for el in tree.iter("select") if el.get("name") == "kind-1")
        offered = [option.get("value") for option in select.iter("option")]
        assert offered == [PERSON, "computer", ELSEWHERE]
        [slider] = [el for el in tree.iter("input") if el.get("name") == "level-1"]
        assert (slider.get("value"), slider.get("max")) == (str(number), str(len(ai.LEVELS) - 1))
        assert slider.get("aria-valuetext") == levels.level_name(level) != level
        [line] = [el for el in tree.iter() if el.get("id") == slider.get("aria-describedby")]
        assert line.text == levels.character(level)
        said |= {line.text, levels.level_name(level), levels.computer_name(level)}
    assert len(said) == 3 * len(ai.LEVELS)


def test_name_of_a_level_tells_its_place() -> None:
    for number, level in enumerate(ai.LEVELS, 1):
        name = levels.level_name(level)
        assert re.fullmatch(rf"{number} \(\w+\)", name)
        assert levels.computer_name(level) == f"Computer {name}"


@pytest.mark.parametrize("damaged", ["", "-1", str(len(ai.LEVELS)), "x", "1.5", "²"])
def test_level_that_does_not_exist_changes_nothing(damaged: str) -> None:
    form = Setup()
    form.fill_in("level-1", "4")
    form.fill_in("level-1", damaged)
    form.fill_in("level-9", "4")
    form.fill_in("kind-1", "gifted")
    assert form.kinds == [PERSON, ai.LEVELS[4], NOBODY, NOBODY]


def test_new_computer_has_the_level_that_fits() -> None:
    form = Setup()
    form.suits = "steady"
    form.fill_in("kind-2", "computer")
    assert form.kinds[2] == "steady"
    form.fill_in("kind-2", "hard")
    form.fill_in("kind-2", "computer")  # it is one already
    assert form.kinds[2] == "hard"
    assert levels.level_name("wizard") == levels.computer_name("wizard") == "wizard"


# --- The level that fits ---------------------------------------------------------------------


def results(*won: tuple[str, float], players: int = 2) -> list[LevelResult]:
    """Results, the latest first."""
    return [LevelResult(level, players, points) for level, points in won]


def strength(found: list[LevelResult]) -> int:
    return ai.LEVELS.index(levels.fitting(found))


def test_fitting_level_follows_the_results() -> None:
    assert levels.fitting([]) == levels.FIRST == ai.LEVELS[0]
    win, defeat = ("fair", 1.0), ("fair", 0.0)
    rising = [strength(results(*[win] * count)) for count in range(5)]
    assert rising == sorted(rising)
    assert rising[1] > rising[0]
    assert strength(results(defeat, win)) < strength(results(win, win))
    assert strength(results(win, defeat)) >= strength(
        results(defeat, win)
    )  # the latest counts most
    assert strength(results(("expert", 0.0))) == 0
    assert strength(results(("expert", 0.0), *[("gentle", 1.0)] * 6)) > ai.LEVELS.index("gentle")
    three = results(*[("fair", float(number % 3 == 0)) for number in range(12)], players=3)
    assert abs(strength(three) - ai.LEVELS.index("fair")) <= 1


@pytest.mark.parametrize("level", ["gentle", "fair", "medium", "hard"])
def test_fitting_level_is_won_against_half_the_time(level: str) -> None:
    even = results(*[(level, float(number % 2)) for number in range(12)])
    assert abs(strength(even) - ai.LEVELS.index(level)) <= 1


def test_results_count_for_one_person_against_computers() -> None:
    record = example("golden_v1_2_seed")
    alone = Session("x", record, (Sitter("A"), Sitter("B", "fair")))
    found = levels.result_of(alone)
    assert found == LevelResult("fair", 2, float(record.game().winners() == [0]))
    assert levels.result_of(Session("x", record, (Sitter("A"), Sitter("B")))) is None
    assert levels.result_of(Session("x", record.up_to(20), alone.sitters)) is None


@awaited
async def test_form_proposes_the_level_that_fits() -> None:
    store = MemoryStore()
    record = example("golden_v1_2_seed")
    [winner] = record.game().winners()
    kinds = [PERSON if seat == winner else "fair" for seat in range(2)]
    for number in range(6):
        sitters = tuple(Sitter(name, kind) for name, kind in zip("AB", kinds, strict=True))
        Saves(store).save(Session(f"g{number}", record, sitters), f"2026-0{number + 1}")
    page = StandIn()
    app = await started(page, store)
    page.intent("new-game", "")
    await settled(app)
    proposed = app.setup.suits
    assert ai.LEVELS.index(proposed) >= ai.LEVELS.index("fair")
    assert app.setup.kinds[1] == proposed  # nobody has chosen yet
    page.intent("daily", "")
    await settled(app)
    assert f'value="{ai.LEVELS.index(proposed)}"' in page.dialog  # here as well
    page.write("level", "1")
    assert app.shell.preferences.settings.daily == ai.LEVELS[1]
    page.intent("daily-level", f"level {ai.LEVELS.index(proposed)}")
    assert app.shell.preferences.settings.daily == proposed
    page.intent("new-game", "")
    await settled(app)
    assert "suits you" in page.dialog
    page.write("level-1", "1")
    assert f"suits you: {levels.level_name(proposed)}" in page.dialog
    page.intent("home", "")
    page.intent("new-game", "")
    await settled(app)
    assert app.setup.kinds[1] == ai.LEVELS[1]  # what was chosen stays
    page.intent("level", f"level-1 {ai.LEVELS.index(proposed)}")
    assert app.setup.kinds[1] == proposed


def test_computers_have_short_names_of_their_own() -> None:
    form = Setup(kinds=["hard", "easy", "hard", PERSON])
    names = [form.default_name(chair) for chair in range(4)]
    assert names == ["Kira", "Tula", "Luna", "Player 4"]
    form.fill_in("name-3", "tula")  # nobody has the name of a person
    assert form.default_name(1) == "Luna"
    players = form.sitters(random.Random(1))
    assert sorted(one.name for one in players) == ["Hugo", "Kira", "Luna", "tula"]
    seen = {Setup(kinds=[PERSON, level]).default_name(1) for level in ai.LEVELS}
    assert len(seen) == len(ai.LEVELS)
    assert max(map(len, seen)) <= 5


@pytest.mark.parametrize("first", range(4))
def test_names_of_computers_are_left_out_of_links(first: int) -> None:
    form = Setup(kinds=["hard", PERSON, "hard", "hard"], name="Kira")
    names = [form.default_name(chair) for chair in range(4)]
    form.first = str(first)
    players = form.sitters(random.Random(1))
    assert players[0].name == ["Luna", "Kira", "Hugo", "Vera"][first]
    assert {one.colour: one.name for one in players} == {
        form.colours[0]: names[0], form.colours[1]: "Kira",
        form.colours[2]: names[2], form.colours[3]: names[3],
    }  # fmt: skip
    record = example("golden_v1_4_seed")
    text = share.fragment(record, players)
    assert text.count("n=") == 1
    found = share.read(text)
    assert found.named
    assert found.sitters == players


def test_names_that_are_not_usual_are_in_links() -> None:
    record = example("golden_v1_2_seed")
    for name in ("Hard computer", "Luna", "Bo"):
        players = sitters(["Ana", name], [PERSON, "hard"])
        text = share.fragment(record, players)
        assert text.endswith(f"&p=ph&n=Ana&n={name.replace(' ', '%20')}")
        assert share.read(text).sitters == players
    alone = sitters(["Tula", "Kira"], ["easy", "hard"])
    assert share.read(share.fragment(record, alone)).sitters == alone
    hidden = share.read(share.fragment(record, alone, share.LinkWish(names=False)))
    assert not hidden.named


@awaited
async def test_last_choice_is_kept() -> None:
    store = MemoryStore()
    page = StandIn()
    app = await started(page, store)
    begin(page, kind_1="expert", kind_2="easy")
    page.intent("home", "")
    await settled(app)
    again = await started(StandIn(), store)
    assert again.setup.kinds == [PERSON, "expert", "easy", NOBODY]


@pytest.mark.parametrize("kept", ["", "person", "person god nobody nobody", "a b c d e", "7"])
def test_damaged_last_choice_is_ignored(kept: str) -> None:
    form = Setup()
    form.take_kinds(kept)
    assert form.kinds == [PERSON, levels.FIRST, NOBODY, NOBODY]


def test_village_board_shows_the_level() -> None:
    session = Session.new("x", Deal.shuffled(2, 7), (Sitter("A"), Sitter("Bo", "hard")))
    person, computer = map(parsed, village.villages(session, None).values())
    assert not [el for el in person.iter() if el.get("class") == "strength"]
    [bars] = [el for el in computer.iter() if el.get("class") == "strength"]
    assert bars.get("aria-label") == "Computer 11 (hard): looks ahead"
    counts = []
    for level in ai.LEVELS:
        one = Session.new("x", Deal.shuffled(2, 7), (Sitter("A"), Sitter("Bo", level)))
        drawn = parsed(list(village.villages(one, None).values())[1])
        [bars] = [el for el in drawn.iter() if el.get("class") == "strength"]
        counts.append(sum(el.get("class") == "full" for el in bars.iter("rect")))
        assert len(list(bars.iter("rect"))) == max(counts[0], 6)
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (1, 6)


@awaited
async def test_rematch_keeps_the_levels(page: StandIn, app: App) -> None:
    begin(page, kind_1="hard")
    page.intent("rematch", "")
    assert [sitter.kind for sitter in app.game.sitters] == ["hard", PERSON]
    assert "&p=hp&" in page.address_fragment
    page.intent("home", "")
    await settled(app)


@pytest.mark.parametrize(
    ("name", "stands_beside"),
    [("Kira", True), ("Hard computer", False), ("Computer (hard)", False), ("Richard", True)],
)
def test_level_stands_beside_a_name_that_does_not_say_it(name: str, stands_beside: bool) -> None:
    session = Session.new("x", Deal.shuffled(2, 7), (Sitter("A"), Sitter(name, "hard")))
    board = parsed(list(village.villages(session, None).values())[1])
    shown = [el.text for el in board.iter() if el.get("class") == "level"]
    assert shown == (["11 (hard)"] if stands_beside else [])
