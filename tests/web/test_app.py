"""The app with a stand-in for the page: from intents to what is shown, kept and shared."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from cacao_core import Deal, Record
from cacao_web.browser.store import MemoryStore
from cacao_web.browser.tasks import Tasks
from cacao_web.game.players import COMPUTER, Sitter, coloured
from cacao_web.game.session import Session
from cacao_web.game.setup import link as share
from cacao_web.play.events import Events
from cacao_web.play.notices import Notices
from cacao_web.saves.saves import Saves
from cacao_web.shell.controller import Controller
from cacao_web.shell.feature import Feature
from cacao_web.shell.registry import AnyFeature, Registry
from tests.core.helpers import example, play_at_random
from tests.web.clock import Clock, until
from tests.web.driven import App, awaited, begin, settled, started
from tests.web.standin import BlockedStore, FullStore, StandIn

TWO = (Sitter("Ana"), Sitter("Comp", COMPUTER))


@awaited
async def test_whole_game_of_computers(page: StandIn, app: App) -> None:
    begin(page, kind_0=COMPUTER, kind_2=COMPUTER, kind_3=COMPUTER)
    await settled(app)
    assert app.game.game.is_over
    assert "wins" in page.dialog or "Shared victory" in page.dialog
    assert len(page.requests) == len(app.game.record.moves)
    assert page.reports == []
    assert "<table" in page.dialog


@awaited
async def test_person_against_computer_with_clicks() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    begin(page, name_0="Ana")
    rng = Random(1)
    session = app.game
    for _step in range(300):
        await settled(app)
        if session.game.is_over:
            break
        assert session.deciding
        if session.choosing.targets:
            x, y = rng.choice(session.choosing.targets)
            page.intent("cell", f"{x},{y}")
            assert 'data-command="confirm"' in page.regions["board-tick"]
        page.intent("accept", "")
        saved = Saves(store).load(session.id).session
        assert saved.record == session.record
    assert session.game.is_over
    assert "Ana" in page.dialog


@awaited
async def test_decision_is_saved_and_resumed() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    app.enter(Session("x", example("fill_activates_others"), tuple(map(Sitter, "ABCD"))))
    page.intent("activate", "An1@-1,2")
    record = app.game.record
    assert str(record.moves[-1]) == "An1@-1,2"
    # a reload: the address still holds the fragment
    again = StandIn(page.address_fragment)
    resumed = await started(again, store)
    assert (resumed.game.id, resumed.game.record) == ("x", record)
    assert "Ae1@-1,2" in again.regions["content"]
    # the browser was closed: the first screen offers the game
    later = StandIn()
    other = await started(later, store)
    assert later.screen == "home"
    assert later.regions["home@data-saved"] == "yes"
    later.intent("continue", "")
    assert other.game.record == record


@awaited
async def test_links_and_records_are_opened() -> None:
    record = example("temple").renamed(["Ana", "B & C", "<b>", "阿明"])
    players = tuple(Sitter(name) for name in record.seats or ())
    page = StandIn(share.fragment(record, players))
    app = await started(page)
    assert app.game.record == record
    assert app.game.sitters == coloured(players)
    assert "&lt;b&gt;" in page.regions["villages"]
    record = example("temple")
    app = await started(StandIn(record.to_link()))
    assert app.game.record.moves == record.moves
    page = StandIn()
    app = await started(page)
    assert json.loads(page.answer("load", record.to_text())) == {"value": False}
    assert app.game.record.moves == record.moves


@pytest.mark.parametrize("fragment", ["x", "1AAAAAAAAAA", "a=b", "%ff", "1" * 5000, "&p=pc"])
@awaited
async def test_damaged_link_is_told_and_the_present_game_stays(fragment: str) -> None:
    page = StandIn(fragment)
    app = await started(page)
    assert page.screen == "home"
    assert "does not open a game" in page.regions["notice"]
    begin(page)
    await settled(app)
    session = app.game
    own = page.address_fragment
    page.address_fragment = fragment
    page.intent("address", "")
    assert app.session is session
    assert page.address_fragment == own


def test_damaged_names_and_kinds_in_a_link() -> None:
    link = example("temple").to_link()
    for extra in ("&p=xx", "&p=pp", "&p=qqqq"):
        with pytest.raises(ValueError, match=r"link|kind"):
            share.read(link + extra)
    for extra in ("&n=Ana", "&n=" + "x" * 41 + "&n=b&n=c&n=d", "&n=%ff&n=b&n=c&n=d"):
        opened = share.read(link + extra)
        assert opened.record.deal == example("temple").deal
        assert all(sitter.is_person for sitter in opened.sitters)


@awaited
async def test_full_and_blocked_stores_are_told_and_games_go_on() -> None:
    page = StandIn()
    app = await started(page, FullStore())
    begin(page)
    assert "no room left" in page.regions["notice"]
    page.intent("cell", "1,0")
    page.intent("confirm", "")
    assert app.game.record.moves
    page = StandIn()
    app = await started(page, BlockedStore())
    assert "does not let the page save" in page.regions["notice"]
    begin(page)
    page.intent("home", "")
    page.intent("continue", "")
    assert app.session is not None


@awaited
async def test_games_that_are_not_written_are_not_called_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def mistaken(_session: Session, _when: str) -> str:
        raise LookupError

    page = StandIn()
    await started(page)
    begin(page)
    monkeypatch.setattr("cacao_web.saves.saves.to_json", mistaken)
    page.intent("cell", "1,0")
    page.intent("confirm", "")
    assert "Something went wrong" in page.regions["notice"]
    assert "is saved" not in page.regions["notice"]


@awaited
async def test_damaged_saves_are_left_alone() -> None:
    store = MemoryStore()
    for number, text in enumerate(["", "{", "[]", '{"version": 9}', '{"version": 1}', "null"]):
        store.set(f"cacao.game.{number}", text)
    store.set("cacao.settings", "[1")
    page = StandIn()
    await started(page, store)
    assert page.regions["saves"].count("Damaged game") == 6
    assert len(store.names()) == 7
    page.intent("saved-game", "1")
    assert "What is stored" in page.dialog
    page.intent("export", "1")
    assert json.loads(page.files.popitem()[1])["games"] == ["{"]
    page.intent("export", "")
    assert len(json.loads(page.files.popitem()[1])["games"]) == 6


@awaited
async def test_page_interface(page: StandIn, app: App) -> None:
    assert "no game is open" in json.loads(page.answer("record", ""))["error"]
    deal = Deal.shuffled(4, 3)
    page.answer("load", Record(deal).to_text())
    for move in play_at_random(Record(deal).game(), Random(5)):
        legal = json.loads(page.answer("legalMoves", ""))["value"]
        assert legal == [str(m) for m in app.game.game.legal_moves()]
        wrong = json.loads(page.answer("play", "W1111@9,9"))
        assert "W1111@9,9" in wrong["error"]
        assert json.loads(page.answer("play", str(move))) == {"value": None}
    assert json.loads(page.answer("legalMoves", "")) == {"value": []}
    assert app.game.game.is_over
    text = json.loads(page.answer("record", ""))["value"]
    assert Record.from_text(text) == app.game.record
    await settled(app)


@awaited
async def test_setup_problems_are_told_in_the_form(page: StandIn, app: App) -> None:
    begin(page, seed="forty-two")
    assert "A seed is a whole number" in page.dialog
    begin(page, kind_1="nobody")
    assert "At least two players" in page.dialog
    begin(page, kind_1=COMPUTER, name_0="x" * 41)
    assert "A name can have up to 40 characters" in page.dialog
    assert app.session is None
    before = page.dialog
    page.write("kind-9", "x")
    assert page.dialog == before
    assert page.reports == []


@awaited
async def test_theme_is_kept_and_rematch_changes_the_start_player() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    page.intent("theme", "")
    assert page.theme == "dark"
    again = StandIn()
    await started(again, store)
    assert again.theme == "dark"
    app.enter(Session.new("x", Deal.shuffled(2, 1), TWO))
    page.intent("rematch", "")
    assert [sitter.name for sitter in app.game.sitters] == ["Comp", "Ana"]
    await settled(app)


@awaited
async def test_leaving_a_game_stops_its_computer(page: StandIn, app: App, clock: Clock) -> None:
    begin(page, kind_0="expert")
    session = app.game
    await until(lambda: page.requests)
    played = session.record
    page.intent("home", "")
    await settled(app)
    assert app.session is None
    assert len(page.requests) == len(page.cancels) == 1
    assert session.record is played
    assert page.screen == "home"
    assert page.address_fragment == ""


@awaited
async def test_colours_are_chosen_by_swatches_and_change_places(page: StandIn, app: App) -> None:
    page.intent("new-game", "")
    assert 'aria-label="Colour of player 1: red"' in page.dialog
    assert page.dialog.count('data-value="0-') == 4
    page.intent("colour", "0-purple")
    assert app.setup.colours[:2] == ["purple", "red"]
    assert 'aria-label="Colour of player 2: red"' in page.dialog
    assert page.focused[-1] == "swatch-0"  # where the keyboard was
    for odd in ("", "0-green", "9-red", "x-red"):
        page.intent("colour", odd)
    assert app.setup.colours[:2] == ["purple", "red"]


@awaited
async def test_copy_and_share(page: StandIn, app: App) -> None:
    begin(page)
    page.intent("share", "")
    assert page.address_fragment.replace("&", "&amp;") in page.dialog
    page.intent("copy", "")
    await settled(app)
    assert page.shared == [f"https://example.org/cacao/#{page.address_fragment}"]
    assert "copied" in page.regions["notice"]


@pytest.mark.parametrize(("stored", "address"), [(5, 8), (8, 5), (8, 8)])
@awaited
async def test_reload_goes_on_where_the_game_has_come_furthest(stored: int, address: int) -> None:
    """The browser may have refused to write either the store or the address."""
    store, record = MemoryStore(), example("temple")
    names = ("A", "B", "C", "D")
    session = Session("own", record.up_to(stored), tuple(Sitter(name) for name in names))
    Saves(store).save(session, "2026-01-01")
    page = StandIn(share.fragment(record.up_to(address), session.sitters))
    page.address_owner = "own"
    app = await started(page, store)
    assert page.dialog == ""
    assert app.game.id == "own"
    assert app.game.record.moves == record.moves[:8]
    link = StandIn(page.address_fragment)  # the same as a link: nobody's yet
    again = await started(link, store)
    assert again.game.id == "own"
    assert again.game.record.moves == record.moves[:8]


@pytest.mark.parametrize("taken", ["rules", "home"])
def test_two_features_cannot_register_the_same_name(taken: str) -> None:
    one = Feature("one", lambda _shell: Controller(), commands={taken: lambda *_: None})
    others = [replace(one, name="two")] if taken == "rules" else []
    with pytest.raises(ValueError, match=f"'{taken}' is registered twice"):
        registry_of([one, *others], {"home": lambda _value: None})


def test_event_loads_only_the_features_that_it_wakes() -> None:
    class Shelf(Controller):
        def __init__(self, _shell: object) -> None:
            self.told: list[str] = []

        def stored(self, id: str) -> None:
            self.told.append(id)

    names = ("asleep", "awake")
    wakes = {"awake": (Events.stored,)}
    registry = registry_of([Feature(name, Shelf, wakes=wakes.get(name, ())) for name in names], {})
    registry.tell(Events.home)
    assert registry.loaded == []
    registry.tell(Events.stored, "first")
    assert len(registry.loaded) == 1
    awake, asleep = registry.get("awake"), registry.get("asleep")
    registry.tell(Events.stored, "second")
    assert awake.told == ["first", "second"]
    assert asleep.told == ["second"]


def registry_of(
    features: Sequence[AnyFeature], own: Mapping[str, Callable[[str], None]]
) -> Registry:
    page = StandIn()
    notices = Notices(page, Tasks(), Saves(MemoryStore()))
    return Registry(features, own, {}, notices, lambda: None)


@awaited
async def test_start_loads_no_feature_without_need(app: App) -> None:
    loaded = {type(one).__name__.removesuffix("Controller") for one in app.features.loaded}
    assert loaded == {"Library", "Lesson", "Bots", "Updates"}
