"""What is made of an analysis on the page: accuracy, the costly turns, and the way through them."""

from __future__ import annotations

import pytest

from cacao_core import Record
from cacao_core.ai.reasons import Reason
from cacao_web.engine.advice import Hint
from cacao_web.features.analysis.model import Review, Reviewed
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from tests.core.helpers import example
from tests.web.standin import StandIn
from tests.web.test_app import run, started

RECORD = example("temple")
PLAYERS = RECORD.deal.players
STARTS = [at for at, move in enumerate(RECORD.moves) if move.starts_turn]
LOSSES = (0.0, 3.0, 0.5, 6.0, 1.5)
"""Gold that the first turns gave away."""


def review_of(record: Record) -> Review:
    turns = []
    for number, (at, loss) in enumerate(zip(STARTS, LOSSES, strict=False), start=1):
        hint = Hint((record.moves[at],), 2.0, 0.5, Reason("later"))
        played, wins = hint._replace(margin=2.0 - loss), (1 / PLAYERS,) * PLAYERS
        turns.append(Reviewed(at, number, (number - 1) % PLAYERS, played, hint, wins))
    return Review(record, tuple(turns))


def test_accuracy_halves_with_every_three_gold_given_away() -> None:
    accuracies = [turn.accuracy for turn in review_of(RECORD).turns]
    assert accuracies == pytest.approx([1, 0.5, 0.5 ** (1 / 6), 0.25, 0.5**0.5])


def test_each_seat_has_the_average_of_its_turns() -> None:
    assert PLAYERS == 4
    expected = [(1 + 0.5**0.5) / 2, 0.5, 0.5 ** (1 / 6), 0.25]
    assert review_of(RECORD).accuracies() == pytest.approx(expected)
    nothing = Review(RECORD, ())
    assert nothing.accuracies() == [None] * PLAYERS


def test_the_turns_that_cost_most_come_first_and_small_losses_not_at_all() -> None:
    assert [turn.loss for turn in review_of(RECORD).costly()] == [6.0, 3.0, 1.5]


def test_the_button_leads_from_one_costly_turn_to_the_next_and_round() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        session = Session("x", RECORD, tuple(map(Sitter, "ABCD")))
        app.enter(session)
        app.analysis.show(review_of(session.record))
        page.intent("look", "0")
        looked = []
        for _turn in range(4):
            page.intent("next-costly", "")
            looked.append(session.looking)
        assert looked == [STARTS[3], STARTS[1], STARTS[4], STARTS[3]]

    run(scenario)
