"""Games with modules on the page: chosen in the form, drawn, played and told."""

from __future__ import annotations

import random
import re

import pytest

from cacao_core import Deal, Game, Move, Phase
from cacao_core.rules import BASE, SHORT, expanded
from cacao_web.board import narration, owned
from cacao_web.board.animations import motion
from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import screen, supply, tray
from cacao_web.browser.store import MemoryStore
from cacao_web.features.newgame import view as newgame
from cacao_web.features.result import view as result
from cacao_web.game.players import PERSON, Sitter
from cacao_web.game.preview import preview
from cacao_web.game.session import Session
from cacao_web.game.setup.expansion import EXPANSIONS
from cacao_web.game.setup.form import Setup
from cacao_web.game.texts import expansions, words
from cacao_web.saves import settings
from tests.web.driven import awaited, started
from tests.web.places import idle
from tests.web.standin import StandIn

_COLOURS = ("red", "purple", "white", "yellow")


def _session(*modules: str, players: int = 2, seed: int = 1, big: bool = False) -> Session:
    sitters = tuple(Sitter(f"P{n}", PERSON, _COLOURS[n]) for n in range(players))
    deal = Deal.shuffled(players, seed, expanded(*modules, big=big))
    session = Session.new("a", deal, sitters)
    session.entered()
    return session


def _step(session: Session, rng: random.Random) -> Move:
    """Draw everything, choose a move as a person does, and play it."""
    overlays = Overlays()
    if session.covered:
        session.uncover()
    session.tell_others()
    screen.regions(session, overlays)
    move = session.automatic_move() or rng.choice(session.legal)
    if session.game.phase in (Phase.PLACE, Phase.FILL):
        session.choosing.take(move)
        screen.regions(session, overlays)
        assert session.choosing.candidate == move
    session.play(move)
    return move


@pytest.mark.parametrize(
    ("modules", "players"),
    [(EXPANSIONS[::2], 3), (EXPANSIONS[1::2], 2), (EXPANSIONS, 2)],
)
def test_a_whole_game_is_drawn_and_told(modules: tuple[str, ...], players: int) -> None:
    session, rng = _session(*modules, players=players), random.Random(3)
    while not session.game.is_over:
        before = session.game.copy()
        move = _step(session, rng)
        told = narration.events(before, [move], session.sitters, 0)
        assert not any("{" in sentence for sentence in told)
        motion.between(before, session.colours, [move])
    screen.regions(session, Overlays())
    table = result.end(session)
    assert expansions.game_name(session.game.rules) in table
    if "gems" in modules:
        assert "Masks" in table


def test_a_big_game_of_four_is_drawn() -> None:
    session, rng = _session(players=4, big=True), random.Random(2)
    for _move in range(60):
        _step(session, rng)
    assert "big game" in words.rules_named(session.game.rules)


def test_cards_are_ticked_and_remembered() -> None:
    form = Setup()
    form.fill_in("module-huts", "on")
    form.fill_in("module-map", "on")
    assert form.expansion.modules == ("map", "huts")
    assert form.rules == expanded("map", "huts")
    drawn = newgame.new_game(form)
    assert "Expansions: 2 of 8" in drawn
    assert drawn.count("<svg") > len(EXPANSIONS)
    kept = settings.from_text(settings.to_text(settings.Settings(modules="map huts")))
    again = Setup()
    again.take_modules(kept.modules)
    assert again.expansion.modules == form.expansion.modules
    form.fill_in("module-huts", "off")
    form.fill_in("module-map", "off")
    assert form.rules is BASE


def test_the_big_game_is_for_more_than_two() -> None:
    form = Setup()
    form.fill_in("module-big", "on")
    assert form.rules == expanded(*EXPANSIONS)
    form.kinds[2] = PERSON
    assert form.rules == expanded(big=True)
    assert form.deal(3).rules == expanded(big=True)


def test_modules_are_for_games_with_other_devices_and_for_matches() -> None:
    form = Setup()
    form.fill_in("module-huts", "on")
    form.fill_in("length", "match")
    assert (form.rules, form.is_match) == (expanded("huts"), True)
    form.play_at(together=True)
    assert form.rules == expanded("huts")
    assert "module-huts" in newgame.new_game(form)


def test_short_games_say_why_they_have_no_modules() -> None:
    form = Setup()
    form.fill_in("module-huts", "on")
    form.fill_in("length", "short")
    assert form.rules is SHORT
    shown = newgame.new_game(form)
    assert "module-huts" not in shown
    assert "A short game has no expansions: it lacks tiles that they replace." in shown


def test_a_tile_of_the_map_board_has_its_cost_before() -> None:
    session = _session("map")
    while session.game.phase is not Phase.FILL:
        session.uncover()
        session.play(session.legal[0])
    drawn = supply.display(session)
    assert "for 1 of 2 map tiles" in drawn
    wanted = next(move for move in session.legal if move.kind == "K")
    session.choosing.choose_display(
        len(session.game.display) + session.game.aside.index(wanted.what)
    )
    session.choosing.propose(wanted.cell)
    assert session.choosing.candidate is not None
    assert session.choosing.candidate.kind == "K"
    assert session.choosing.preview is not None


def test_a_hidden_tile_is_not_shown_before_it_is_drawn() -> None:
    session, rng = _session("map", seed=4), random.Random(1)
    while not session.game.is_over:
        blind = [move for move in session.legal if move.what == "*"]
        if blind:
            session.choosing.take(blind[0])
            assert session.choosing.candidate == blind[0]
            assert session.choosing.preview is None
            screen.regions(session, Overlays())
        _step(session, rng)


def _with_gold(session: Session, gold: int) -> Game:
    """The position of a session, with more gold for everybody."""
    game = session.game
    for player in game.players:
        player.gold = gold
    return game


def test_huts_are_sorted_by_cost_and_say_what_they_bring_now() -> None:
    session = _session("huts")
    session.uncover()
    _with_gold(session, 30)
    while session.game.phase is not Phase.DECIDE:
        move = session.automatic_move() or session.legal[0]
        game = session.game
        session.play(move)
        for old, new in zip(game.players, session.game.players, strict=True):
            new.gold = max(old.gold, new.gold)
        if session.covered:
            session.uncover()
    drawn = tray.content(session, Overlays())
    assert drawn is not None
    costs = [int(cost) for cost in re.findall(r"<b>[^<]* for (\d+) gold</b>", drawn)]
    assert len(costs) > 5
    assert costs == sorted(costs)
    assert "No hut" in drawn
    assert "As things stand: 6 gold" in drawn
    told = words.does(session.game, Move.parse("H-"), yours=True)
    assert told == "you build no hut"


def test_the_emperor_is_part_of_what_a_tile_brings() -> None:
    game = Game(Deal.shuffled(2, 1, expanded("emperor")))
    x, y = game.supply["emperor"]
    moves = [move for move in game.legal_moves() if x == move.cell[0] or y == move.cell[1]]
    seen = preview(game, moves[0])
    assert [one.note for one in seen.effects if one.note] == ["moved"]


def test_words_for_everything_that_modules_add() -> None:
    rules = expanded(*EXPANSIONS)
    for code in rules.tiles:
        assert words.tile_name(code)
        assert words.the_tile(code)
    for module in EXPANSIONS:
        assert expansions.module_name(module)
        assert expansions.module_told(module).endswith(".")
    assert expansions.game_name(expanded("map", "huts")) == "Cacao with map and huts"
    assert expansions.gems_named("RRB") == "2 red gems and 1 blue gem"
    assert owned.hut_text("MO").startswith("Monk: ")


@awaited
async def test_pictures_come_with_games_that_need_them() -> None:
    store, page = MemoryStore(), StandIn()
    await started(page, store)
    page.intent("new-game", "")
    await idle()
    asked = page.pictures_asked
    assert asked == 1  # of the cards
    page.intent("begin", "")
    await idle()
    assert page.pictures_asked == asked
    page.intent("home", "")
    page.intent("new-game", "")
    page.write("module-huts", "on")
    page.write("kind-1", PERSON)
    page.intent("begin", "")
    await idle()
    assert page.pictures_asked > asked + 1
    later = StandIn()
    await started(later, store)
    await idle()
    assert later.pictures_asked == 1
