"""What is told of turns with modules: reasons that are true, and hints that are never blamed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

import pytest

from cacao_core import Deal, Game, Record, ai
from cacao_core.ai.explaining import comparing, reasons
from cacao_core.ai.explaining.comparing import compare
from cacao_core.modules import DIAMANTE, NAMES
from cacao_core.modules.huts import HUTS
from cacao_core.moves import Move, turns_begun
from cacao_core.rules import Rules, expanded

KINDS: Final = {
    "watering": {"watering"},
    "chocolate": {"kitchen", "chocolate"},
    "huts": {"hut"},
    "gems": {"gems", "mask"},
    "tree": {"tree"},
    "emperor": {"emperor"},
}
WITH_MODULES: Final = [*map(expanded, NAMES), expanded(big=True)]


def positions(rules: Rules, seed: int) -> list[Game]:
    """Positions of a game in which everybody takes what looks good at once."""
    game, found = Game(Deal.shuffled(rules.players[0], seed, rules)), []
    while not game.is_over:
        assert game.to_move is not None
        found.append(game.view(game.to_move, Random(seed)))
        game.apply(ai.choose(game, "easy", seed=len(found)))
    return found


def check(game: Game, move: Move, why: ai.Reason) -> None:
    """Check that what is told is so on the table."""
    if why.kind == "chocolate":
        cacao, bars = map(int, why.choice.split("+"))
        assert (why.amount, why.gold) == (cacao + bars, 3 * cacao + 7 * bars)
    elif why.kind == "watering":
        assert 0 < why.cacao <= 4 * why.amount
    elif why.kind == "hut":
        assert HUTS[why.code].cost == -why.gold
        assert why.code in game.supply["huts"]
    elif why.kind in ("gems", "mask"):
        assert len(why.choice) == why.amount > 0
    elif why.kind == "emperor":
        emperor = game.supply["emperor"]
        assert why.gold == 1
        assert move.cell[0] == emperor[0] or move.cell[1] == emperor[1]
    elif why.kind == "tree":
        assert why.amount == why.gold > 0


@pytest.mark.parametrize("module", KINDS)
def test_modules_have_reasons_of_their_own(module: str) -> None:
    told: Counter[str] = Counter()
    for seed in range(2):
        for game in positions(expanded(module), seed):
            legal = game.legal_moves()
            for move in legal[:: max(1, len(legal) // 12)]:
                why = ai.explain(game, (move,))
                told[why.kind] += 1
                check(game, move, why)
    assert told.keys() <= {*reasons.KINDS}
    assert KINDS[module] <= told.keys()


def test_differences_tell_goods_of_modules() -> None:
    told: Counter[str] = Counter()
    for seed in range(2):
        for game in positions(expanded(*NAMES), seed):
            first, *_others, last = game.legal_moves() * 2
            if first != last:
                for one in compare(game, (first,), (last,), 2.0, None):
                    assert one.kind in comparing.KINDS
                    told[one.kind] += 1
    assert {"gems", "bars", "huts"} & told.keys()


@pytest.mark.long
@pytest.mark.parametrize("rules", WITH_MODULES[-2:], ids=lambda rules: rules.name)
def test_hinted_turns_lose_nothing(rules: Rules) -> None:
    """Whoever plays the hinted turns is not blamed, whatever the number of playouts."""
    budget = 3
    record, line = Record(Deal.shuffled(rules.players[0], 5, rules)), list[Move]()
    game, seat = record.game(), -1
    while game.to_move is not None:
        if game.to_move != seat or not line or line[0] not in game.legal_moves():
            seat = game.to_move
            line = [*ai.analyse(game.view(seat, Random(0)), budget)[0].line]
        record = record.play(line[0])
        game.apply(line.pop(0))
    turns = ai.review(record, budget)
    assert len(turns) == turns_begun(record.moves)
    for turn in turns:
        assert turn.loss == 0
        assert not turn.is_mistake
        assert not turn.workers
        assert not turn.analysis.exact


@pytest.mark.long
def test_hints_in_the_middle_of_a_turn_lose_nothing() -> None:
    """Asked again at each decision, so that few playouts might find another continuation."""
    budget, record = 4, Record(Deal.shuffled(2, 5, expanded(*DIAMANTE)))
    while (game := record.game()).to_move is not None:
        *_, (_share, found) = ai.hinting(record, budget)
        assert found[0].move in game.legal_moves()
        record = record.play(found[0].move)
    for turn in ai.review(record, budget):
        assert turn.loss == 0
        assert not turn.workers
