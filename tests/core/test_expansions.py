"""Games with the modules of Chocolatl and Diamante (docs/rules.md 11)."""

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from cacao_core import Deal, Game, Phase, Record
from cacao_core.formats.as_json import record_from, record_value
from cacao_core.goods import Change
from cacao_core.modules import NAMES
from cacao_core.modules.huts import TILES
from cacao_core.rules import BASE, Rules, expanded, rules_named, rules_of

_GOLDEN: Final = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "expansions.jsonl").read_text().splitlines()
]
_RULES: Final = [
    *(expanded(name) for name in NAMES),
    *(expanded(*pair) for pair in combinations(NAMES, 2)),
    expanded(*NAMES),
    expanded(*NAMES, early_overbuild=True, workers={"1111": 4, "2101": 4, "0004": 1, "0022": 1}),
    expanded(big=True),
]


def golden(game: dict[str, Any]) -> Game:
    rules = expanded(*game["modules"], big=game["big"])
    piles = tuple(map(tuple, game["worker_piles"]))
    deal = Deal(piles, game["jungle_pile"], rules, huts=game["huts"], gems=game["gems"])
    return Game(deal)


@pytest.mark.parametrize("game", _GOLDEN, ids=lambda game: "+".join(game["modules"]))
def test_11_golden_games(game: dict[str, Any]) -> None:
    played = golden(game)
    for move in game["moves"]:
        played.play(move)
    players = played.players
    assert played.is_over
    assert [score.total for score in played.score()] == game["totals"]
    assert played.winners() == game["winners"]
    assert [player.gold for player in players] == game["gold"]
    assert [player.cacao for player in players] == game["cacao"]
    assert [player.bars for player in players] == game["bars"]
    assert [list(player.huts) for player in players] == game["hut_codes"]
    assert [list(player.masks) for player in players] == game["masks"]


@pytest.mark.parametrize("rules", _RULES, ids=lambda rules: rules.name)
def test_rules_are_found_by_name_and_number(rules: Rules) -> None:
    assert rules_named(rules.name) == rules
    assert rules_of(rules.number) == rules


@pytest.mark.parametrize("rules", _RULES, ids=lambda rules: rules.name)
def test_random_games_are_consistent(rules: Rules) -> None:
    rng = Random(rules.number)
    players = rng.choice(rules.players)
    game = Game(Deal.shuffled(players, rng.randrange(1 << 32), rules))
    while not game.is_over:
        legal = game.legal_moves()
        assert len(set(map(str, legal))) == len(legal)
        move = rng.choice(legal)
        before, told = game.copy(), game.events(move)
        game.play(str(move))
        _check_events(before, game, told)
        again = Game.from_text(game.to_text())
        assert again == game
        assert again.legal_moves() == game.legal_moves()


@pytest.mark.parametrize("rules", _RULES, ids=lambda rules: rules.name)
def test_games_come_back_from_records_and_links(rules: Rules) -> None:
    rng = Random(rules.number)
    deal = Deal.shuffled(rng.choice(rules.players), rng.randrange(1 << 32), rules)
    huts = tuple(back for _front, back in TILES) if deal.huts else None
    for dealt in (deal, Deal.shuffled(deal.players, deal.seed, rules, huts), replace(deal)):
        record, game = Record(dealt), Game(dealt)
        for _move in range(60):
            record = record.play(move := rng.choice(game.legal_moves()))
            game.play(move)
        assert Record.from_text(record.to_text()) == record
        assert Record.from_link(record.to_link()) == record
        assert record_from(record_value(record, events=True)) == record


@pytest.mark.parametrize("rules", _RULES, ids=lambda rules: rules.name)
def test_hidden_gems_and_tiles_are_dealt_again_in_a_view(rules: Rules) -> None:
    rng = Random(rules.number)
    game = Game(Deal.shuffled(rng.choice(rules.players), 5, rules))
    for _move in range(40):
        game.play(rng.choice(game.legal_moves()))
    seen = game.view(0, 1)
    assert seen.known_to(0) == game.known_to(0)
    assert seen.key(0) == game.key(0)
    assert game.known_to(0).completed(3).known_to(0) == game.known_to(0)
    if rules.module("gems"):
        assert sorted(seen.supply["gem_pile"]) == sorted(game.supply["gem_pile"])
        assert len({game.view(0, seed).supply["gem_pile"] for seed in range(9)}) > 1


@pytest.mark.parametrize("rules", _RULES, ids=lambda rules: rules.name)
def test_games_start_in_the_middle(rules: Rules) -> None:
    rng = Random(rules.number)
    game = Game(Deal.shuffled(rng.choice(rules.players), 6, rules))
    while len(game.workers) < 7 or game.phase is not Phase.PLACE:
        game.play(rng.choice(game.legal_moves()))
    record = Record(game.as_deal())
    record = record.play(rng.choice(game.legal_moves()))
    assert Record.from_text(record.to_text()) == record
    assert Record.from_link(record.to_link()) == record


def test_gems_that_are_not_known_are_named_by_moves() -> None:
    whole = golden(next(game for game in _GOLDEN if game["modules"] == ["gems"]))
    told = Game(
        Deal(
            whole_deal := tuple(player.hand + player.pile for player in whole.players),
            (*whole.display, *whole.jungle_pile),
            whole.rules,
            gems="?" * 32,
        )
    )
    assert not told.is_known
    assert len(whole_deal) == 4
    for move in next(game for game in _GOLDEN if game["modules"] == ["gems"])["moves"]:
        told.play(move)
        whole.play(move)
    assert [player.gems for player in told.players] == [player.gems for player in whole.players]
    assert told.score() == whole.score()


def _check_events(before: Game, after: Game, told: tuple[Any, ...]) -> None:
    """The changes of all events lead from one position to the next."""
    for seat, player in enumerate(after.players):
        change = Change.between(after.rules, before.players[seat], player)
        for event in told:
            if getattr(event, "seat", None) == seat and hasattr(event, "change"):
                change -= event.change
        # A map tile is spent by the move itself.
        assert {name: more for name, more in change.items() if more and name != "maps"} == {}


def test_game_without_modules_is_that_of_the_rulebook() -> None:
    assert expanded() is BASE
