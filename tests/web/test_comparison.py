"""Why a turn is better than another is told in one sentence about the position."""

from __future__ import annotations

import json

import pytest

from cacao_core import Deal, Game, Record, ai
from cacao_core.ai.explaining.comparing import Difference
from cacao_core.modules import NAMES
from cacao_core.rules import expanded
from cacao_web.engine import advice, requests
from cacao_web.engine.advice import Advice
from cacao_web.features.hints import view
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.game.texts import comparison, reasons

SITTERS = (Sitter("Ana"), Sitter("Bo", "easy"))
GOLD = Difference("gold", 4, 0, "", good=True)
STORED = Difference("cacao", -2, 0, "", good=False)


@pytest.mark.parametrize(
    ("found", "lead", "sentence"),
    [
        ((GOLD,), 2.0, "4 gold more"),
        ((GOLD, STORED), 2.0, "4 gold more, but 2 cacao less in storage"),
        ((STORED,), -2.0, "2 cacao less in storage"),
        ((), 0.2, "about as good"),
        ((), 2.0, "a little better everywhere"),
        ((), -2.0, "a little worse everywhere"),
        ((Difference("later", 3, 0, "", good=True), Difference("now", -2, 0, "", good=False)), 1.0,
         "about 3 gold more in later turns, but about 2 gold less at once"),
        ((Difference("tile", 1, 0, "", good=True),), 1.0, "a better worker tile for later turns"),
        ((Difference("tile", -1, 0, "", good=False),), -1.0,
         "a weaker worker tile for later turns"),
        ((Difference("answer", -3, 1, "M4", good=True),), 2.0,
         "Bo’s next turn brings about 3 gold less (market (price 4))"),
        ((Difference("temples", -6, 1, "", good=True),), 1.0, "6 gold less at temples for Bo"),
        ((Difference("suns", -1, 0, "", good=False), ), -1.0, "1 sun token fewer"),
        ((Difference("water", 3, 0, "", good=True),), 1.0, "3 gold more on the water"),
        ((Difference("bars", 2, 0, "", good=True),), 1.0, "2 bars more in storage"),
        ((Difference("maps", -1, 0, "", good=False),), -1.0, "1 map tile fewer"),
        ((Difference("gems", 1, 0, "", good=True),), 1.0, "1 gem more"),
        ((Difference("masks", -8, 1, "", good=True),), 1.0, "8 gold less from masks for Bo"),
        ((Difference("huts", 3, 0, "", good=True),), 1.0, "3 gold more from huts"),
    ],
)  # fmt: skip
def test_sentence(found: tuple[Difference, ...], lead: float, sentence: str) -> None:
    assert (
        comparison.told(found, lead, Session.new("x", Deal.shuffled(2, 3), SITTERS), 0) == sentence
    )


def test_hints_are_compared_with_the_best_and_this_with_the_next_best() -> None:
    session = Session.new("x", Deal.shuffled(2, 3), SITTERS)
    game: Game = session.game
    answer = requests.hints_answer(game, ai.analyse(game, 40))
    hints = advice.read(answer["hints"])
    assert len(hints) == 3
    panel = view.panel(session, Advice(session.record, hints))
    assert panel.count("Compared with hint 2: ") == 1
    assert panel.count("Compared with hint 1: ") == 2


def test_hints_with_modules_are_told_in_words() -> None:
    """All reasons, differences and turns that follow have words, whatever the modules."""
    record, kinds = Record(Deal.shuffled(2, 3, expanded(*NAMES))), set[str]()
    while (game := record.game()).to_move is not None:
        if len(record.moves) % 9 == 0:
            job = requests.hints({"record": record.to_text(), "budget": 6})
            *_, (_share, last) = job.steps
            hints = advice.read(json.loads(json.dumps(job.answer(last)["hints"])))
            kinds |= {hint.reason.kind for hint in hints}
            session = Session("x", record, SITTERS)
            panel = view.panel(session, Advice(session.record, hints))
            assert panel.count('data-command="hint"') >= len(hints)
        record = record.play(ai.choose(game, "medium", seed=len(record.moves)))
    assert len(kinds & {"watering", "kitchen", "chocolate", "gems", "mask", "hut", "tree"}) > 2


def test_best_hint_that_ends_behind_says_so() -> None:
    assert (
        reasons.margin(-1.2, "Bo", best=True)
        == "expected at the end: 1 gold behind Bo (no turn does better)"
    )
    assert reasons.margin(-1.2, "Bo") == "expected at the end: 1 gold behind Bo"
    assert reasons.margin(1.2, "Bo", best=True) == "expected at the end: 1 gold ahead of Bo"
