"""Sessions on several devices, dealt fairly (TOGETHER; docs/fair.md)."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import BadLink, Phase
from cacao_core.fair import Device
from cacao_core.rules import BASE, Rules, expanded
from cacao_web.board import narration
from cacao_web.board.animations import transition
from cacao_web.game.dealer import Dealer
from cacao_web.game.players import ELSEWHERE, PERSON, Sitter
from cacao_web.game.session import Session
from cacao_web.saves.codec import from_json, to_json
from tests.core.fair_tables import NAMES, SETUPS, TWO, Seats, table

SHARED: Seats = ((1,), (0, 2))
"""One of two devices has two seats."""


def sessions(
    setup: Seats, seed: int = 0, rules: Rules = BASE, computers: tuple[int, ...] = ()
) -> list[Session]:
    """The game as each device has it."""
    return [session_of(device, computers) for device in table(setup, seed, rules)]


def session_of(device: Device, computers: tuple[int, ...] = ()) -> Session:
    sitters = tuple(
        Sitter(name, "easy" if seat in computers else PERSON)
        for seat, name in enumerate(NAMES[: device.players])
    )
    dealer = Dealer(device=device)
    return Session("x", dealer.record(), dealer.seated(sitters), mode=dealer)


def exchange(all_sessions: list[Session]) -> None:
    """Each gets the messages of all, until nobody has anything new."""
    is_new = True
    while is_new:
        is_new = False
        for session in all_sessions:
            assert session.dealer is not None
            text = session.dealer.device.message()
            for other in all_sessions:
                if other is not session:
                    is_new |= other.receive(text)


def who_decides(all_sessions: list[Session]) -> Session | None:
    for session in all_sessions:
        session.uncover()
    found = [session for session in all_sessions if session.deciding]
    assert len(found) <= 1
    return found[0] if found else None


def known(session: Session) -> tuple[object, ...]:
    """All that a device shows of the present position."""
    game = session.game
    seats = [player.hand for seat, player in enumerate(game.players) if seat in session.persons]
    shown = game.display, sorted(game.jungle.items()), seats, game.phase, session.mode.awaited
    return *shown, game.supply | {"gem_pile": ""}


@pytest.mark.parametrize("setup", [TWO, pytest.param(SHARED, marks=pytest.mark.long)])
def test_whole_game_is_the_same_on_every_device(setup: Seats) -> None:
    """Each decision is made where its seat is; in the end all have the same, true record."""
    everybody, rng = sessions(setup), Random(1)
    exchange(everybody)
    while (session := who_decides(everybody)) is not None:
        session.play(rng.choice(session.legal))
        exchange(everybody)
        assert len({(s.record.moves, s.game.display) for s in everybody}) == 1
    records = {s.record.to_text() for s in everybody}
    assert len(records) == 1
    assert all(s.game.is_over and s.dealer and s.dealer.device.is_verified for s in everybody)
    final = everybody[0].record.game()
    assert [p.gold for p in final.players] == [p.gold for p in everybody[0].game.players]


@pytest.mark.parametrize(
    ("rules", "setup"),
    [(BASE, SHARED), (expanded("gems", "huts"), TWO)],
)
def test_session_is_the_same_saved_and_loaded(rules: Rules, setup: Seats) -> None:
    everybody, rng = sessions(setup, 5, rules), Random(5)
    exchange(everybody)
    while (session := who_decides(everybody)) is not None:
        session.play(rng.choice(session.legal))
        at = rng.randrange(4 * len(everybody))
        for one in everybody[at : at + 1]:
            kept = from_json("x", to_json(one, "2026-11-23")).session
            kept.deal_fairly()
            assert known(kept) == known(one)
            assert kept.sitters == one.sitters
            everybody[at] = kept
        exchange(everybody)
    assert len({one.record.to_text() for one in everybody}) == 1
    assert all(s.dealer and s.dealer.device.is_verified for s in everybody)


def test_draw_is_awaited_by_all() -> None:
    ana, bo = sessions(TWO)
    exchange([ana, bo])
    while ana.dealer is not None and not ana.dealer.awaits_draw:
        ana.play(ana.legal[0])
    assert ana.mode.awaited == (1,)
    assert not ana.deciding
    assert ana.legal == []
    assert not ana.can_undo
    assert len(ana.game.players[0].hand) == 2
    exchange([ana, bo])
    assert len(ana.game.players[0].hand) == 3
    assert bo.deciding
    assert not ana.deciding


def test_tiles_are_not_told_before_they_are_drawn() -> None:
    """The record has other tiles in place of those that are not drawn yet."""
    for seed in range(8):
        ana, bo = sessions(TWO, seed)
        exchange([ana, bo])
        told: list[str] = []
        while ana.dealer is not None and not ana.dealer.awaits_draw:
            before = transition.now(ana)
            ana.play(ana.legal[0])
            game = ana.mode.replayed(ana.record, before.game, before.at)
            told += narration.events(game, ana.record.moves[-1:], ana.sitters)
            transition.effects(before, ana)
        assert not any("New in the jungle display" in sentence for sentence in told)


def test_decision_is_taken_back_until_it_has_left() -> None:
    ana, bo = sessions(TWO)
    exchange([ana, bo])
    assert ana.dealer is not None
    hand = ana.game.players[0].hand
    ana.play(next(move for move in ana.legal if move.kind == "W"))
    while ana.game.phase is not Phase.ACTIVATE:
        ana.play(ana.legal[0])
    assert ana.can_undo
    played = ana.record.moves
    ana.undo()
    while ana.can_undo:
        ana.undo()
    assert ana.record.moves == ()
    assert ana.game.players[0].hand == hand
    while ana.can_redo:
        ana.redo()
    assert ana.record.moves == played
    ana.dealer.device.message()
    assert not ana.can_undo


def test_computers_get_only_what_their_seat_knows() -> None:
    host, _guest = sessions(SETUPS[4], computers=(2,))
    exchange([host, _guest])
    own = host.game.players[0].hand
    others = {host.mode.known_to(host.record, 2).game().players[0].hand for _ in range(20)}
    assert len(others) > 5
    assert host.mode.known_to(host.record, 2).game().players[2].hand == host.game.players[2].hand
    assert own in {host.mode.known_to(host.record, 0).game().players[0].hand}


@pytest.mark.long
def test_computers_and_people_play_to_the_end() -> None:
    everybody, rng = sessions(SETUPS[4], computers=(2,)), Random(3)
    exchange(everybody)
    while (session := next((s for s in everybody if _may_go_on(s)), None)) is not None:
        session.uncover()
        seat = session.game.to_move
        assert seat is not None
        session.play(rng.choice(session.mode.known_to(session.record, seat).game().legal_moves()))
        exchange(everybody)
    assert all(s.game.is_over for s in everybody)


def _may_go_on(session: Session) -> bool:
    actor = session.actor
    return actor is not None and not actor.is_elsewhere and not session.mode.awaited


def test_names_are_those_of_the_people_who_joined() -> None:
    host = Device.host(2, (0,), ("Ana", "Guest"))
    guest = Device.join(host.message(), names=("Bo",))
    host.receive(guest.message())
    ana = session_of(host)
    assert [sitter.name for sitter in ana.sitters] == ["Ana", "Bo"]
    assert [sitter.kind for sitter in ana.sitters] == [PERSON, ELSEWHERE]


def test_damaged_devices_and_messages_are_errors() -> None:
    ana, _bo = sessions(TWO)
    text = to_json(ana, "2026-11-23").replace('"dealer": "f', '"dealer": "g')
    kept = from_json("x", text).session  # shown in a list
    with pytest.raises(BadLink):
        kept.deal_fairly()
    ana, bo = sessions(TWO)
    assert bo.dealer is not None
    before = ana.record, known(ana)
    with pytest.raises(BadLink):
        ana.receive(bo.dealer.device.message()[:-1])
    assert (ana.record, known(ana)) == before
