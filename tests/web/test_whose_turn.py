"""Whose turn it is, and which of how many, is always said."""

from __future__ import annotations

import pytest

from cacao_core import Deal, Phase, Record, ai
from cacao_core.rules import BASE
from cacao_web.board import caption
from cacao_web.board.overlay import Overlay, Overlays
from cacao_web.board.regions import tray
from cacao_web.game.players import ELSEWHERE, Sitter
from cacao_web.game.session import Session

NAMES = ("Ana", "Bo", "Cleo", "Dan")


def session_of(players: int, *kinds: str) -> Session:
    """A new game; seats without a kind are people at this device."""
    given = [*kinds, *["person"] * (players - len(kinds))]
    sitters = tuple(map(Sitter, NAMES, given))[:players]
    session = Session("x", Record(Deal.shuffled(players, 5)), sitters)
    session.covered = False
    return session


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_turn_is_numbered_in_every_phase(players: int) -> None:
    session, overlays = session_of(players), Overlays()
    total = sum(BASE.worker_tiles[players].values())
    placed, phases = [0] * players, set[Phase]()
    while not session.game.is_over:
        game = session.game
        phases.add(game.phase)
        number = placed[game.turn] + (game.phase is Phase.PLACE)
        wanted = f"{NAMES[game.turn]}’s turn {number} of {total}."
        assert wanted in tray.task(session, overlays)
        assert tray.said(session, overlays).startswith(wanted)
        move = ai.choose(game, "easy")
        placed[game.turn] += move.starts_turn
        session.play(move)
        session.covered = False
    assert placed == [total] * players
    assert phases == {Phase.PLACE, Phase.FILL, Phase.ACTIVATE}
    assert "turn" not in tray.said(session, overlays)


def test_the_only_person_has_your_turn_and_a_computer_has_its_own() -> None:
    session, overlays = session_of(2, "person", "easy"), Overlays()
    assert "Your turn 1 of 11." in tray.task(session, overlays)
    while session.game.turn == 0:
        session.play(ai.choose(session.game, "easy"))
    session.thinking = True
    assert "Bo’s turn 1 of 11." in tray.task(session, overlays)
    assert "thinking" in tray.task(session, overlays)


def test_it_stays_while_something_is_shown_instead_of_the_task() -> None:
    session, overlays = session_of(2, "person", "easy"), Overlays()
    session.propose(session.targets[0])
    assert "Your turn 1 of 11." in tray.task(session, overlays)
    overlays.add(Overlay(task=lambda _session: "Hint 1"))
    assert "Your turn 1 of 11." in tray.task(session, overlays)


def test_somebody_elsewhere_has_the_turn_too() -> None:
    session, overlays = session_of(2, ELSEWHERE, "person"), Overlays()
    assert "Ana’s turn 1 of 11." in tray.task(session, overlays)


def test_who_passes_the_device_on_sees_whose_turn_it_is() -> None:
    session, overlays = session_of(3), Overlays()
    session.covered = True
    assert "Ana’s turn 1 of 10." in tray.task(session, overlays)


def test_a_replay_tells_which_of_a_player_s_turns_is_shown() -> None:
    session = session_of(3, "easy", "person", "easy")
    while sum(move.starts_turn for move in session.record.moves) < 8:
        session.play(ai.choose(session.game, "easy"))
    session.look_at(len(session.record.moves) - 1)
    told = tray.task(session, Overlays())
    assert f"Turn {caption_number(session)} of 8 · " in told
    assert "Your turn " in told or "’s turn " in told
    fifth = [at for at, move in enumerate(session.record.moves) if move.starts_turn][4]
    session.look_at(fifth + 1)
    assert "Turn 5 of 8 · Your turn 2 of 10" in caption.spoken(session)


def caption_number(session: Session) -> int:
    return sum(move.starts_turn for move in session.shown_moves)
