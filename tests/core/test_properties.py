"""A Hypothesis state machine over ``play``, ``copy``, ``view`` and ``Record``."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cacao_core import CacaoError, Deal, Game, Record
from tests.core.observer import Observer
from tests.core.test_random_play import check_invariants
from tests.core.test_view import seen_by


class GameMachine(RuleBasedStateMachine):
    """One game and its record, kept side by side."""

    @initialize(
        players=st.sampled_from([2, 3, 4]),
        seed=st.integers(0, 2**64 - 1),
        explicit=st.booleans(),
        skip=st.integers(0, 150),
    )
    def start(self, players: int, seed: int, explicit: bool, skip: int) -> None:
        deal = Deal.shuffled(players, seed)
        self.deal = Deal(deal.worker_piles, deal.jungle_pile) if explicit else deal
        self.game = Game(self.deal)
        self.observer = Observer(self.game)
        self.record = Record(self.deal)
        rng = Random(seed)
        for _ in range(skip):
            if self.game.is_over:
                break
            self._play(rng.randrange(10**6))

    def _play(self, choice: int) -> None:
        moves = self.game.legal_moves()
        move = moves[choice % len(moves)]
        self.observer.see(move)
        self.game.play(str(move) if choice % 2 else move)
        self.record = self.record.play(move)

    @precondition(lambda self: not self.game.is_over)
    @rule(choice=st.integers(0, 10**6))
    def play(self, choice: int) -> None:
        self._play(choice)

    @rule(
        text=st.text(max_size=12) | st.sampled_from(["W1111@0,0", "JT@9,9", "An9@1,0", "O3001@0,1"])
    )
    def refuse(self, text: str) -> None:
        if text in map(str, self.game.legal_moves()):
            return
        before = self.game.key()
        try:
            self.game.play(text)
        except CacaoError as error:
            assert str(error)
        else:
            raise AssertionError(f"{text!r} was played")
        assert self.game.key() == before

    @rule(choice=st.integers(0, 10**6))
    def copies_are_independent(self, choice: int) -> None:
        before = self.game.key()
        twin = self.game.copy()
        assert twin == self.game
        if moves := twin.legal_moves():
            twin.play(moves[choice % len(moves)])
        assert self.game.key() == before

    @rule(chance=st.integers(0, 1000))
    def views_keep_what_is_seen(self, chance: int) -> None:
        for seat in range(self.deal.players):
            view = self.game.view(seat, Random(chance))
            assert seen_by(view, seat) == seen_by(self.game, seat)
            assert view.view(seat, Random(5)) == self.game.view(seat, Random(5))
            if seat == self.game.to_move:
                assert view.legal_moves() == self.game.legal_moves()

    @rule()
    def records_round_trip(self) -> None:
        text, link = self.record.to_text(), self.record.to_link()
        assert Record.from_text(text) == self.record
        assert Record.from_text(text).to_text() == text
        assert Record.from_link(link) == self.record
        assert (
            Record.from_link(link).deal.seed == Record.from_text(text).deal.seed == self.deal.seed
        )
        assert Record.from_link(link).to_link() == link
        assert self.record.game() == self.game

    @rule(part=st.floats(0, 1))
    def records_replay(self, part: float) -> None:
        at = round(part * len(self.record.moves))
        game = Game(self.deal)
        for move in self.record.moves[:at]:
            game.play(move)
        assert self.record.game(at) == game

    @invariant()
    def legal_moves_are_what_the_rules_say(self) -> None:
        if hasattr(self, "game"):
            moves = list(map(str, self.game.legal_moves()))
            assert len(moves) == len(set(moves))
            assert set(moves) == self.observer.legal()
            check_invariants(self.game, self.deal)


TestGame = GameMachine.TestCase
TestGame.settings = settings(
    max_examples=20, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
