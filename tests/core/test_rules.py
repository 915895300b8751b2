"""docs/rules.md 10: rules as a value, the short game, and a tiny game on which everything runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cacao_core import BadDeal, BadLink, BadRecord, BadRules, Deal, Game, Phase, Record, ai
from cacao_core.ai.playouts.encoding import check_tiles
from cacao_core.deal import all_tiles
from cacao_core.fair import Device, look
from cacao_core.formats.as_json import record_from, record_value
from cacao_core.jungle import (
    JUNGLE,
    JungleTile,
    Market,
    Mine,
    Plantation,
    SunSite,
    Temple,
    VillageBoard,
)
from cacao_core.rules import BASE, SHORT, Rules, add_rules, rules_named, rules_of
from tests.core.endings import brute_force
from tests.core.fair_tables import by_seat, sync

TINY = add_rules(
    replace(
        BASE,
        name="tiny",
        number=15,
        worker_tiles={2: {"1111": 3}},
        jungle_tiles={2: {"M3": 1, "S": 1, "T": 1}},
    )
)
"""Two players with three worker tiles each; with the start tiles there are five jungle tiles."""


class Canoe(JungleTile):
    """Each worker gets one gold and one step of water."""

    good = "canoe"

    @property
    def gives(self) -> Mapping[str, int]:
        return {"gold": 1, "water": 1}

    def max_amount(self, _player: VillageBoard, workers: int) -> int:
        return workers

    def act(self, player: VillageBoard, amount: int) -> None:
        player.gold += amount
        player.water += min(amount, player.rules.last_field - player.water)


ODD = add_rules(
    replace(
        BASE,
        name="strange-lands",
        number=10,
        water=(-12, -6, -3, -1, 0, 1, 3, 6, 9, 20),
        storage=6,
        temple_gold=(9, 4),
        tiles={**JUNGLE, "Q1": Canoe("Q1")},
        jungle_tiles={n: {**BASE.jungle_tiles[n], "Q1": 3} for n in BASE.players},
    )
)
"""Another water track of ten fields, six storage spaces, and a tile of a new kind."""


def played(rules: Rules, players: int, seed: int) -> Record:
    record, rng = Record(Deal.shuffled(players, seed, rules)), Random(seed)
    while not (game := record.game()).is_over:
        record = record.play(rng.choice(game.legal_moves()))
    return record


@pytest.mark.parametrize(
    ("rules", "players"), [(TINY, 2), (SHORT, 2), (SHORT, 3), (SHORT, 4), (ODD, 3)]
)
def test_game_of_other_rules_is_read_back_from_all_its_texts(rules: Rules, players: int) -> None:
    for seed in range(3):
        record = played(rules, players, seed)
        game = record.game()
        assert game.rules == rules
        assert len(game.workers) + sum(tile.overbuilt for tile in game.workers.values()) == (
            rules.turns(players) * players
        )
        assert Record.from_link(record.to_link()) == record
        assert Record.from_text(record.to_text()) == record
        explicit = Record(
            Deal(record.deal.worker_piles, record.deal.jungle_pile, rules), record.moves
        )
        assert Record.from_link(explicit.to_link()).deal == record.deal
        for position in record.positions():
            assert Game.from_text(position.to_text()) == position
        seen = record.seen_by(0, Random(seed), at=len(record.moves) // 2)
        assert seen.deal.rules == rules
        assert record_from(record_value(record, events=True)) == record
        later = next(one for one in record.positions() if one.workers and one.phase is Phase.PLACE)
        middle = Record(later.as_deal())
        assert Record.from_link(middle.to_link()) == middle
        assert Record.from_text(middle.to_text()) == middle


def test_equal_tiles_with_other_rules_are_another_game() -> None:
    twin = replace(SHORT, name="twin", number=14)
    one, other = Deal.shuffled(2, 1, SHORT), Deal.shuffled(2, 1, twin)
    assert one.worker_piles == other.worker_piles
    assert one != other
    assert Game(one) != Game(other)


def test_unknown_rules_are_refused_in_words() -> None:
    strange = Record(Deal.shuffled(2, 1, replace(SHORT, name="strange", number=13)))
    assert rules_of(13) is None
    with pytest.raises(BadLink, match="rules 13: it needs a newer program"):
        Record.from_link(strange.to_link())
    with pytest.raises(BadRecord, match="line 2: rules '13': this program does not know them"):
        Record.from_text(strange.to_text())
    with pytest.raises(BadRecord, match="line 2: rules 'huts_volcano': this program does not"):
        Record.from_text(strange.to_text().replace("rules: 13", "rules: huts_volcano"))
    with pytest.raises(BadRecord, match="does not know the rules 'strange'"):
        Game.from_text(strange.game().to_text())
    with pytest.raises(BadDeal, match="3 players: expected 2"):
        Deal.shuffled(3, 1, TINY)


@pytest.mark.parametrize(
    "wrong",
    [
        {"jungle_tiles": {2: {"D": 2}}},
        {"start_tiles": {(0, 0): "D"}},
        {"worker_tiles": {2: {"4000": 3}}},
        {"worker_tiles": {2: {"1111": 2}}},
        {"worker_tiles": {5: {"1111": 3}}, "jungle_tiles": {5: {"M3": 3}}},
        {"worker_tiles": {3: {"1111": 3}}},
        {"jungle_tiles": {2: {"M3": -1}}},
        {"number": 16},
        {"number": 0},
        {"hand": 0},
        {"water": ()},
        {"storage": 0},
        {"start_tiles": {}},
        {"start_tiles": {(1, 0): "P1"}},
        {"jungle_tiles": {2: {"T": 65}}},
        {"temple_gold": (6, -1)},
        {"overbuilding_from": -1},
        {"name": ""},
        {"name": "z z"},
    ],
)
def test_rules_that_cannot_be_are_an_error_when_they_are_made(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadRules):
        replace(TINY, **wrong)


def test_order_in_which_tiles_are_written_has_no_influence() -> None:
    turned = {n: dict(reversed([*SHORT.jungle_tiles[n].items()])) for n in (4, 3, 2)}
    other = replace(SHORT, jungle_tiles=turned)
    assert (other, other.text) == (SHORT, SHORT.text)
    assert Deal.shuffled(3, 7, other) == Deal.shuffled(3, 7, SHORT)


def test_rules_are_known_by_one_name_and_number() -> None:
    assert add_rules(TINY) == TINY
    with pytest.raises(BadRules, match="belongs to base"):
        add_rules(replace(TINY, number=1))
    with pytest.raises(BadRules, match="belongs to short"):
        add_rules(replace(TINY, number=14, name="short"))


@pytest.mark.parametrize(
    "other",
    [
        {"storage": 4},
        {"water": (-10, 16)},
        {"overbuilding_from": 3},
        {"temple_gold": (8, 4)},
        {"hand": 2},
        {"tiles": ODD.tiles},
    ],
)
def test_computers_play_what_their_tables_do_not_hold_for(other: dict[str, Any]) -> None:
    game = Game(Deal.shuffled(2, 1, replace(TINY, name="other", number=12, **other)))
    levels = ("newcomer", "hard")
    while not game.is_over:
        game.play(ai.choose(game, levels[game.turn], seed=1, budget=1))
    assert game.winners()


# --- Each number of the rules does what it says (docs/rules.md 2 to 6) --------------------------


def test_other_numbers_are_followed_in_play() -> None:
    rules = replace(
        SHORT, name="odd", number=11, hand=2, display=3, storage=2, sun_sites=1,
        water=(0, 5), temple_gold=(10, 2), overbuilding_from=99,
    )  # fmt: skip
    seen: Counter[str] = Counter()
    for seed in range(12):
        game, rng = Game(Deal.shuffled(3, seed, rules)), Random(seed)
        assert [len(player.hand) for player in game.players] == [2] * 3
        assert len(game.display) == 3
        while not game.is_over:
            moves = game.legal_moves()
            seen["overbuilt early"] += bool(game.jungle_pile) and any(m.kind == "O" for m in moves)
            game.play(rng.choice(moves))
            for player in game.players:
                assert player.cacao <= 2
                assert player.suns <= 1
                assert player.water <= 1
                seen["full"] += player.cacao == 2
        assert all(score.water in (0, 5) for score in game.score())
        for temple in game.temples():
            seen["first"] += 10 in temple.gold
            assert set(temple.gold) <= {0, 1, 2, 3, 5, 10}
    assert min(seen["overbuilt early"], seen["full"], seen["first"]) > 0


# --- Everything runs on the tiny game -----------------------------------------------------------


@pytest.mark.parametrize("seed", [1])
def test_endings_solver_agrees_with_all_moves_of_the_tiny_game(seed: int) -> None:
    game, rng = Game(Deal.shuffled(2, seed, TINY)), Random(seed)
    while len(game.workers) < 3 or game.phase is not Phase.PLACE:
        game.play(rng.choice(game.legal_moves()))
    assert game.to_move is not None
    found = ai.solve(game)
    assert found is not None
    assert found.margin == brute_force(game, game.to_move)[0]


@pytest.mark.parametrize(
    ("level", "rules", "players"),
    [*((level, TINY, 2) for level in ai.LEVELS), ("newcomer", SHORT, 3), ("hard", SHORT, 4)],
)
def test_levels_play_whole_games(level: str, rules: Rules, players: int) -> None:
    game = Game(Deal.shuffled(players, 5, rules))
    while not game.is_over:
        game.play(ai.choose(game, level, seed=1, budget=3))
    assert len(game.winners()) >= 1


def test_hints_and_reviews_of_a_short_game() -> None:
    record = played(SHORT, 2, 4)
    analysis = ai.analyse(record.game(0), budget=20)
    assert round(sum(analysis.wins), 6) == 1
    turns = ai.review(record.up_to(8), budget=10)
    assert len(turns) == len(record.up_to(8).turns())


@pytest.mark.parametrize("rules", [TINY, SHORT])
def test_game_that_is_dealt_fairly(rules: Rules) -> None:
    ana = Device.host(2, (0,), ("Ana", "Bo"), secret=b"a", rules=rules)
    assert look(ana.message()).rules == rules
    bo = Device.join(ana.message(), secret=b"b")
    devices, rng = [ana, bo], Random(3)
    sync(devices)
    while not ana.game.is_over:
        mover = by_seat(devices)[next(d.game.to_move for d in devices if d.game.to_move in d.seats)]
        mover.play(rng.choice(mover.game.legal_moves()))
        sync(devices)
    assert ana.is_verified
    assert ana.game == bo.game
    assert ana.game.rules == rules
    assert Device.from_text(ana.to_text()).game == ana.game


# --- The short game -----------------------------------------------------------------------------


def test_10_tiles_of_a_short_game() -> None:
    for players in (2, 3, 4):
        assert SHORT.turns(players) == 7
        deal = Deal.shuffled(players, 3, SHORT)
        assert {len(pile) for pile in deal.worker_piles} == {7}
        assert Counter(deal.jungle_pile) == Counter(all_tiles(SHORT.jungle_tiles[players]))
        box = BASE.jungle_tiles[players]
        assert all(count <= box[code] for code, count in SHORT.jungle_tiles[players].items())
        workers = BASE.worker_tiles[players]
        assert all(count <= workers[name] for name, count in SHORT.worker_tiles[players].items())


def test_10_seed_gives_the_same_short_game_for_ever() -> None:
    deal = Deal.shuffled(2, 7, SHORT)
    assert " ".join(deal.worker_piles[0]) == "3001 3100 2101 2101 1111 1111 2101"
    assert " ".join(deal.jungle_pile) == "M3 T P2 S M3 W G2 T P2 M4 T"
    assert Record(deal).to_link() == "1qCFVvFz0W"


def test_links_of_the_whole_game_have_not_changed() -> None:
    """docs/link.md: those of the rulebook's game have the same characters as before."""
    assert Record(Deal.shuffled(2, 7)).to_link() == "1qBwa_EtsW"


def test_jungle_tiles_of_all_kinds_are_in_a_game() -> None:
    known = [rules for number in range(1, 8) if (rules := rules_of(number))]
    assert {code for rules in known for code in rules.codes} == set(JUNGLE)


# --- Tiles that a part does not know (docs/dev/expansion.md) ------------------------------------


class Stall(Mine):
    good = "spice"

    @property
    def gives(self) -> Mapping[str, int]:
        return {self.good: 1}


@pytest.mark.parametrize(
    ("tile", "reason"),
    [
        (Market("M5", 5), "price 5; computers know 2, 3, 4"),
        (Market("M1", 1), "price 1"),
        (Mine("G4", 4), "4 gold for each worker"),
        (Stall("X"), "good 'spice'"),
        (Temple("T2"), "2 kinds of jungle tiles for temple"),
        (SunSite("S2"), "2 kinds of jungle tiles for suns"),
    ],
)
def test_computers_refuse_tiles_that_they_cannot_count(tile: JungleTile, reason: str) -> None:
    with pytest.raises(BadRules, match=reason):
        check_tiles({**JUNGLE, tile.code: tile})


def test_computers_count_tiles_of_known_goods() -> None:
    check_tiles({**JUNGLE, "G3": Mine("G3", 3), "P3": Plantation("P3", 3)})
    with pytest.raises(BadRules, match="computers know 15 at most"):
        check_tiles({**JUNGLE, **{f"G{at}": Mine(f"G{at}") for at in range(3, 9)}})


def test_text_of_rules_is_the_one_that_invitations_sign() -> None:
    """Another one, such as by another class name of a tile, would part programs of two versions."""
    specification = (Path(__file__).parents[2] / "docs/fair.md").read_text("utf-8")
    assert f"begins with `{_digest(BASE)}`" in specification
    assert f"short game with `{_digest(SHORT)}`" in specification
    modules = {"map": "31f339679b4295e6", "watering": "6248b1242955a6c4",
               "chocolate": "b33d0ee0edd2d057", "huts": "d579cea5d88c97b5",
               "gems": "6fbb923a8bfe7ebd", "tree": "799a4a6570a52503",
               "emperor": "1f0e26eac8ca1395", "workers": "e21200fd5656b588"}  # fmt: skip
    assert {name: _digest(rules_named(name)) for name in modules} == modules


def _digest(rules: Rules | None) -> str:
    assert rules
    return sha256(rules.text.encode()).hexdigest()[:16]
