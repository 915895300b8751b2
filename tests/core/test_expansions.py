"""Games with the modules of Chocolatl and Diamante (docs/rules.md 11)."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from cacao_core import (
    BadDeal,
    BadRecord,
    BadRules,
    CacaoError,
    Deal,
    Game,
    IllegalMove,
    Move,
    Phase,
    Record,
)
from cacao_core.formats.as_json import position_value, record_from, record_value
from cacao_core.goods import Change
from cacao_core.modules import NAMES
from cacao_core.modules.huts import TILES
from cacao_core.perft import perft
from cacao_core.rules import BASE, Rules, expanded, rules_named, rules_of
from cacao_core.tiles import NEW_KINDS
from tests.core.test_data import SCHEMA, problems

_GOLDEN: Final = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "expansions.jsonl").read_text().splitlines()
]
_RULES: Final = [
    *(expanded(name) for name in NAMES),
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


@pytest.mark.parametrize(
    "rules",
    [*_RULES, *(expanded(*pair) for pair in combinations(NAMES, 2))],
    ids=lambda rules: rules.name,
)
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
        told = json.loads(json.dumps(record_value(record, events=True)))
        assert problems(told, SCHEMA) == []
        assert record_from(told) == record
        position = json.loads(json.dumps(position_value(game)))
        assert problems(position, SCHEMA["$defs"]["position"]) == []


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


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("map", [3, 19, 80]),
        ("watering", [2, 12, 205]),
        ("chocolate", [9, 58, 246]),
        ("huts", [2, 8, 400]),
        ("gems", [9, 52, 144]),
        ("tree", [2, 90, 200]),
        ("emperor", [5, 12, 540]),
        ("workers", [2, 200, 916]),
        ("big", [4, 115, 1426]),
    ],
)
def test_perft_counts_of_modules_stay(name: str, counts: list[int]) -> None:
    rules = expanded(big=True) if name == "big" else expanded(name)
    rng, game = Random(9), Game(Deal.shuffled(3, 4, rules))
    for _move in range(34):
        game.play(rng.choice(game.legal_moves()))
    assert [perft(game, depth) for depth in (1, 2, 3)] == counts


@pytest.mark.parametrize(
    ("names", "more", "reason"),
    [
        (["huts", "boats"], {}, "no module 'boats'"),
        (["map"], {"big": True}, "the big game has all modules"),
        ([], {"workers": {"1234": 1}}, "no worker tile '1234'"),
        ([], {"workers": {"0004": 2}}, "2 × worker tile 0004: expected 0 to 1"),
        ([], {"workers": {"1111": 2}}, "fewer than a hand"),
    ],
)
def test_rules_that_cannot_be(names: list[str], more: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRules, match=reason):
        expanded(*names, **more)
    with pytest.raises(BadDeal, match="2 players: expected 3 to 4"):
        Deal.shuffled(2, 1, expanded(big=True))


@pytest.mark.parametrize("rules", _RULES[:8], ids=lambda rules: rules.name)
def test_damaged_links_and_texts_are_refused(rules: Rules) -> None:
    rng = Random(rules.number)
    game = Game(deal := Deal.shuffled(3, 8, rules))
    record = Record(deal)
    for _move in range(25):
        record = record.play(move := rng.choice(game.legal_moves()))
        game.play(move)
    link, line, text = record.to_link(), game.to_text(), record.to_text()
    for _try in range(60):
        for whole, read in (
            (link, Record.from_link),
            (line, Game.from_text),
            (text, Record.from_text),
        ):
            at = rng.randrange(len(whole))
            damaged = whole[:at] + rng.choice('aZ9?-+[]{},"W') + whole[at + rng.randrange(2) :]
            try:
                read(damaged)
            except CacaoError as error:
                assert str(error)


_WRONG: Final[dict[str, Callable[[dict[str, Any]], object]]] = {
    "no gem mine": lambda supply: supply["mines"].append([[8, 8], "RG"]),
    "not all gems": lambda supply: supply.update(gem_pile=supply["gem_pile"] + "R"),
    "not all masks": lambda supply: supply["masks"].pop(),
    "huts in all": lambda supply: supply["huts"].pop(),
    "harvest": lambda supply: supply["harvest"].append(0),
    "stands on no worker tile": lambda supply: supply.update(emperor=[40, 40]),
    "expected a cell": lambda supply: supply.update(emperor="0,0"),
    "map_board: expected a list": lambda supply: supply.update(map_board=7),
    "position, supply": lambda supply: supply.update(mines=[7]),
    "expected map_board": lambda supply: supply.update(boats=1),
}


@pytest.mark.parametrize("reason", _WRONG)
def test_supplies_that_cannot_be_are_refused(reason: str) -> None:
    game, rng = Game(Deal.shuffled(3, 3, expanded(*NAMES))), Random(2)
    for _move in range(30):
        game.play(rng.choice(game.legal_moves()))
    *words, supply = game.to_text().split(" ")
    changed = json.loads(supply)
    _WRONG[reason](changed)
    with pytest.raises(BadRecord, match=reason):
        Game.from_text(" ".join([*words, json.dumps(changed, separators=(",", ":"))]))


@pytest.mark.parametrize("rules", _RULES, ids=lambda rules: rules.name)
def test_moves_of_all_kinds_are_refused_with_a_reason(rules: Rules) -> None:
    """A move that is legal somewhere else is illegal here, in a sentence."""
    rng, players = Random(rules.number), rules.players[0]
    games = [Game(Deal.shuffled(players, seed, rules)) for seed in range(3)]
    seen: dict[str, Move] = {}
    for game in games:
        while not game.is_over:
            legal = game.legal_moves()
            for move in [*seen.values(), *legal]:
                if move not in legal:
                    with pytest.raises(IllegalMove, match=r"expected|not possible"):
                        game.play(str(move))
                seen[f"{move.kind}{move.choice or move.amount}"] = move
            game.play(rng.choice(legal))


def test_11_player_without_a_free_cell_overbuilds() -> None:
    """With many worker tiles the free cells run out, before all are placed."""
    workers = {"1111": 2, "2101": 3, **dict.fromkeys(("3001", "3100", *NEW_KINDS), 1)}
    game, rng = Game(Deal.shuffled(4, 61, expanded("workers", workers=workers))), Random(1)
    forced = 0
    while not game.is_over:
        legal = game.legal_moves()
        if game.phase is Phase.PLACE:
            if not game.open_cells:
                assert {move.kind for move in legal} == {"O"}
                forced += not game.players[game.turn].suns
            game.play(min(legal, key=lambda move: sum((2 * at - 1) ** 2 for at in move.cell)))
            assert game.players[game.turn].suns >= 0
        else:
            waived = [move for move in legal if move.kind == "A" and not move.amount]
            game.play(rng.choice(waived or legal))
        assert Game.from_text(game.to_text()) == game
    assert forced


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
