"""Levels of computers: in the form, in names, saves and links, old ones too."""

from __future__ import annotations

import pytest

from cacao_core import CacaoError, Deal, ai
from cacao_web.board import village
from cacao_web.browser.store import Memory
from cacao_web.features.newgame import view as newgame
from cacao_web.game import link as share
from cacao_web.game.players import COMPUTER, ELSEWHERE, PERSON, Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup import NOBODY, Setup
from cacao_web.saves.codec import from_json, to_json
from cacao_web.saves.saves import Saves
from tests.core.helpers import example
from tests.web.standin import StandIn
from tests.web.test_app import begin, run, settled, started
from tests.web.test_views import parsed

# Links as they were given out; each must be read for ever.
OLD_LINKS = {
    "&p=pcpp&n=Ana&n=Comp&n=C&n=D": ("person", "medium", "person", "person"),
    "&p=cccp&c=wyrp&n=A&n=B&n=C&n=D": ("medium", "medium", "medium", "person"),
    "&p=emhx&n=A&n=B&n=C&n=D": ("easy", "medium", "hard", "expert"),
    "": ("person",) * 4,
}


@pytest.mark.parametrize("extra", OLD_LINKS)
def test_links_that_were_given_out_stay_readable(extra: str) -> None:
    read = share.read(example("temple").to_link() + extra)
    assert tuple(sitter.kind for sitter in read.sitters) == OLD_LINKS[extra]


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
        share.read(record.to_link() + "&p=pppz")


def test_a_game_with_an_old_link_is_found_among_the_saves() -> None:
    async def scenario() -> None:
        store = Memory()
        session = Session.new("old", Deal.shuffled(2, 7), (Sitter("A"), Sitter("B", COMPUTER)))
        Saves(store).save(session, "2026")
        link = f"{session.record.to_link()}&p=pc&n=A&n=B"
        app = await started(StandIn(link), store)
        assert app.session is not None
        assert app.session.id == "old"
        await settled(app)

    run(scenario)


def test_saves_keep_the_level() -> None:
    players = tuple(Sitter(name, kind) for name, kind in zip("ABCD", ai.LEVELS, strict=True))
    session = Session("x", example("temple"), players)
    assert from_json("x", to_json(session, "2026")).session.sitters == session.sitters


def test_the_form_offers_each_level_with_its_character() -> None:
    form = Setup()
    for level in ai.LEVELS:
        form.fill_in("kind-1", level)
        tree = parsed(newgame.new_game(form))
        select = next(el for el in tree.iter("select") if el.get("name") == "kind-1")
        offered = [option.get("value") for option in select.iter("option")]
        assert offered == [PERSON, ELSEWHERE, *ai.LEVELS]
        described = select.get("aria-describedby")
        [line] = [el for el in tree.iter() if el.get("id") == described]
        assert line.text
    form.fill_in("kind-1", "gifted")
    assert form.kinds[1] == "expert"


def test_computers_are_called_by_their_level_and_numbered_where_that_is_the_same() -> None:
    form = Setup(kinds=["hard", "easy", "hard", PERSON])
    assert [form.default_name(chair) for chair in range(4)] == [
        "Hard computer 1",
        "Easy computer",
        "Hard computer 2",
        "Player 4",
    ]


def test_the_last_choice_is_kept() -> None:
    async def scenario() -> None:
        store = Memory()
        page = StandIn()
        app = await started(page, store)
        begin(page, kind_1="expert", kind_2="easy")
        page.intent("home", "")
        await settled(app)
        again = await started(StandIn(), store)
        assert again.setup.kinds == [PERSON, "expert", "easy", NOBODY]

    run(scenario)


@pytest.mark.parametrize("kept", ["", "person", "person god nobody nobody", "a b c d e", "7"])
def test_a_damaged_last_choice_is_ignored(kept: str) -> None:
    form = Setup()
    form.take_kinds(kept)
    assert form.kinds == [PERSON, COMPUTER, NOBODY, NOBODY]


def test_the_village_board_shows_the_level() -> None:
    session = Session.new("x", Deal.shuffled(2, 7), (Sitter("A"), Sitter("Bo", "hard")))
    person, computer = map(parsed, village.villages(session, None).values())
    assert not [el for el in person.iter() if el.get("class") == "strength"]
    [bars] = [el for el in computer.iter() if el.get("class") == "strength"]
    assert bars.get("aria-label") == "Hard computer: looks ahead"
    assert [el.get("class") for el in bars.iter("rect")] == ["full", "full", "full", None]


def test_a_rematch_keeps_the_levels() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        begin(page, kind_1="hard")
        page.intent("rematch", "")
        assert app.session is not None
        assert [sitter.kind for sitter in app.session.sitters] == ["hard", PERSON]
        assert "&p=hp&" in page.address_fragment
        page.intent("home", "")
        await settled(app)

    run(scenario)
