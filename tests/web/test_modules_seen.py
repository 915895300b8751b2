"""What people see of modules: gems beside the board, what is left, results, texts, keys."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cacao_core import Deal, Game, Move, Phase, Record, expansion_pieces
from cacao_core.modules import gems
from cacao_core.modules.huts import HUTS
from cacao_core.moves import turns_begun
from cacao_core.notes import Notes, Variation
from cacao_core.rules import expanded
from cacao_web.board import narration, recap
from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import choices, log, screen, supply
from cacao_web.features.analysis.trying import tries_view
from cacao_web.features.ask import view as ask
from cacao_web.features.ask import village
from cacao_web.features.pictures import view as pictures
from cacao_web.features.result import view as result
from cacao_web.game.effects import WorkerEffect
from cacao_web.game.others_turns import TurnSoFar
from cacao_web.game.players import PERSON, Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.game.texts import expansions, telling
from tests.web.driven import App, awaited, begin, settled
from tests.web.standin import StandIn

_COLOURS = ("red", "purple", "white", "yellow")


def _session(record: Record) -> Session:
    sitters = tuple(Sitter(f"P{n}", PERSON, _COLOURS[n]) for n in range(record.deal.players))
    session = Session("a", record, sitters)
    session.entered()
    return session


def _played(seed: int, *modules: str) -> Record:
    """A whole game in which everybody builds what they can, and overbuilds where they can."""
    deal = Deal.shuffled(2, seed, expanded(*modules))
    game, rng, moves = Game(deal), random.Random(seed), list[Move]()
    while not game.is_over:
        legal = game.legal_moves()
        over = [move for move in legal if move.kind == "O"]
        most = [move for move in legal if move.amount == max(one.amount for one in legal)]
        built = [move for move in legal if move.kind == "H" and move.what != "-"]
        moves.append(rng.choice(built or over or most))
        game.play(moves[-1])
    return Record(deal, moves)


def _until(record: Record, wanted: str) -> Session:
    """The game up to the first position where a mine lies in the display or on the map board."""
    for at in range(len(record.moves)):
        game = record.game(at)
        lying = game.display if wanted == "display" else game.aside
        if "D" in lying and game.supply["waiting_gems"]:
            return _session(record.up_to(at))
    raise AssertionError("no mine")


@pytest.mark.parametrize("where", ["display", "map"])
def test_gems_are_seen_before_their_mine_is_placed(where: str) -> None:
    session = _until(_played(2, "gems", "map"), where)
    lying = [gems for gems in expansion_pieces.waiting(session.game) if gems]
    assert lying
    drawn = supply.display(session)
    for gem in "RGBW":
        assert drawn.count(f'"#gem-{gem}"') == "".join(lying).count(gem)
    assert "gem mine: " in drawn


def test_of_many_ways_to_act_a_few_stand_first_and_all_can_be_chosen() -> None:
    """The best first: those that bring a mask, as far as the score says it."""
    record = _played(5, "gems", "workers")
    most = max(range(len(record.moves)), key=lambda at: len(record.game(at).legal_moves()
               if record.game(at).phase is Phase.ACTIVATE else ()))  # fmt: skip
    session = _session(record.up_to(most))
    session.onward.singly = True
    drawn = str(choices.choices(session, None))
    ways = {" ".join(map(str, one.moves)) for stop in session.stops for one in stop.amounts}
    assert set(re.findall('"activate" data-value="([^"]+)"', drawn)) == ways
    ids = re.findall(' id="([^"]+)"', drawn)
    assert len(ids) == len(set(ids))
    for stop, row in zip(session.stops, drawn.split('<div class="edge ')[1:], strict=True):
        if stop.code == "D":
            assert row.partition("<details")[0].count('"activate"') == min(len(stop.amounts), 4)


def test_what_is_left_counts_gems_masks_and_huts() -> None:
    session = _session(_played(3, "gems", "huts").up_to(30))
    drawn = supply.remaining(session)
    left = gems.in_supply(session.game)
    assert left.total() == len(session.game.supply["gem_pile"])
    for count in left.values():
        assert f"</svg>{count}" in drawn
    for code in set(session.game.supply["huts"]):
        assert f"hut-{code}" in drawn
    assert f"{len(session.game.supply['huts'])} huts left" in drawn
    assert "Supplies" not in supply.remaining(_session(Record(Deal.shuffled(2, 1))))


def test_empty_map_board_takes_no_room() -> None:
    record = _played(2, "map")
    assert "map-board" in supply.display(_session(record.up_to(0)))
    assert "map-board" not in supply.display(_session(record))


def test_result_lists_each_hut_with_cost_and_bonus() -> None:
    record = _played(3, "huts")
    table = result.end(_session(record))
    game, built = record.game(), 0
    for seat, player in enumerate(game.players):
        for code in player.huts:
            assert f": {HUTS[code].cost} + {HUTS[code].bonus(game, seat)}" in table
            built += 1
    assert built
    assert "sources-7" in table
    assert "sources-" not in result.end(_session(_played(3, "map")))


def test_result_with_gems_has_no_column_of_temples() -> None:
    assert "Temples" in result.end(_session(_played(3, "huts")))
    table = result.end(_session(_played(3, "gems", "huts")))
    assert "Temples" not in table
    assert "sources-8" in table  # gold, suns, water, masks, gems, huts, total, cacao


def _shaman() -> Record:
    """A game in which somebody with a shaman overbuilds."""
    for seed in range(40):
        record = _played(seed, "huts")
        game = record.game(0)
        for at, move in enumerate(record.moves):
            if move.kind == "O" and "SH" in game.players[game.turn].huts:
                return record.up_to(at + 1)
            game.play(move)
    raise AssertionError("nobody overbuilds with a shaman")


def test_shaman_overbuilds_without_a_token_in_all_texts() -> None:
    record = _shaman()
    session = _session(record)
    [line] = [one for one in log.turns(session).values() if "overbuild" in one][:1]
    assert "without a sun token" in line
    assert "for a sun token" not in line
    before = _session(record.up_to(len(record.moves) - 1))
    before.uncover()
    cells = str(screen.regions(before, Overlays())["board-targets"])
    assert "without a sun token" in cells
    assert "for a sun token" not in cells
    last = telling.latest(session.record.moves, session.told, session.sitters)
    assert last is not None
    assert "returns" not in last.placed
    turn = TurnSoFar.of(last.seat, session.told[-1])
    assert recap.told(session, turn).startswith("overbuilds without a sun token")


def test_shaman_returns_no_token_in_a_variation() -> None:
    record = _shaman()
    number = turns_begun(record.moves)
    noted = record.with_notes(Notes(variations=[Variation(number, record.moves[-1:])]))
    [card] = tries_view.cards(_session(noted), number)
    assert "overbuilds" in card
    assert "token" not in card


@awaited
async def test_enter_builds_no_hut(page: StandIn, app: App) -> None:
    begin(page, kind_1="person", **{"module-huts": "on"})
    session = app.session
    assert session is not None
    while session.game.phase is not Phase.DECIDE:
        page.intent("uncover", "")
        page.answer("play", str(max(session.legal, key=lambda move: move.amount)))
        await settled(app)
        if session.game.is_over:
            raise AssertionError("nobody can build")
    page.intent("accept", "")
    assert str(session.record.moves[-1]) == "H-"


def test_stand_ins_are_there_for_everything_on_a_board() -> None:
    sheet = expansion_pieces.stand_ins()
    shown = ("tile-", "gem-", "hut-", "mask-", "crew-")
    for names in expansion_pieces.SYMBOLS.values():
        for name in names:
            if name.startswith(shown):
                assert f'<symbol id="{name}"' in sheet


@pytest.mark.parametrize(("early", "told"), [(False, "on the map board"), (True, "pile is empty.")])
def test_tap_on_an_own_tile_says_what_overbuilding_waits_for(early: bool, told: str) -> None:
    """docs/rules.md 11.1: for display, map board and pile; or for the pile alone."""
    deal = Deal.shuffled(2, 3, expanded("map", early_overbuild=early))
    session = _session(Record(deal, ["W1111@1,0", "Aw0@1,0", "W1111@-1,0", "Ae0@-1,0"]))
    session.uncover()
    assert told in ask.answer(session, Overlays(), (1, 0))


def test_pieces_of_a_village_board_lead_to_their_rules() -> None:
    record = _played(3, "huts", "map")
    seat = next(n for n, player in enumerate(record.game().players) if player.huts)
    board = village.board(_session(record), seat)
    assert board.count('data-value="hut-list"') == len(record.game().players[seat].huts)
    assert board.count('data-value="map"') == 1
    left = str(supply.remaining(_session(record)))
    assert left.count('data-value="hut-list"') == len(set(record.game().supply["huts"]))


def test_texts_say_what_is_played() -> None:
    record = _played(2, "map", "huts")
    session = _session(record)
    sent = link.cover(session.sitters, record)
    assert sent == "Cacao with map and huts: P0 · P1. The game is over."
    base = Record(Deal.shuffled(2, 1))
    assert link.cover(session.sitters, base).startswith("Cacao: P0 · P1. Turn 1")
    assert pictures.title(_session(record.up_to(0))) == "Cacao with map and huts"


def test_gems_of_several_colours_have_a_sign_of_their_own() -> None:
    taken = WorkerEffect(0, "D", 3, choice="RGG")
    assert expansions.sign(taken) == ("+3", "good-gems")
    assert expansions.sign(taken._replace(choice="GGG")) == ("+3", "gem-G")


def test_screen_readers_hear_of_gems_bars_and_the_map_board() -> None:
    record = _played(2, "gems", "map", "chocolate")
    session = _session(record)
    told = narration.events(record.game(0), record.moves, session.sitters)
    assert any(one.startswith("New in the jungle display:") and "gem mine (" in one for one in told)
    assert any(one.startswith("On the map board: ") for one in told)
    ends = [one for one in told if " has " in one and " gold, " in one]
    assert any(" bar" in one for one in ends)
    assert any(" gem" in one for one in ends)
    game = record.game()
    cell, lying = next((cell, gems) for cell, gems in game.supply["mines"].items() if gems)
    beside = narration.around(game, (cell[0] + 1, cell[1]), session.sitters)
    assert f"gem mine ({expansions.gems_named(lying)})" in beside


def test_start_of_the_page_imports_nothing_that_only_modules_need() -> None:
    code = "import sys; sys.path[:0] = ['web']; import cacao_web.app; print(*sys.modules)"
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    later = ("cacao_core.modules", "cacao_core.expansion_pieces", "cacao_core.ai.general",
             "cacao_web.game.texts.expansions", "cacao_web.game.learning.module_turns",
             "cacao_web.board.extras", "cacao_web.board.owned", "cacao_web.board.forms.expanding",
             "cacao_web.board.regions.beside", "cacao_web.board.regions.huts",
             "cacao_web.features.novelty.controller")  # fmt: skip
    assert [name for name in done.stdout.split() if name.startswith(later)] == []
