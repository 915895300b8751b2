"""A bench of cheats (docs/fair.md): what they sign is found, with seat and turn; the rest go on."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cacao_core import IllegalMove
from cacao_core.fair import Cheating, Device
from cacao_core.fair.hashes import stored
from cacao_core.moves import turns_begun
from cacao_core.rules import BASE
from tests.core.fair_tables import (
    SETUPS,
    Seats,
    before_closing,
    can_play,
    caught,
    choose,
    in_turn,
    is_placing,
    ledger,
    lied,
    news,
    play_on,
    refused,
    retold,
    signed,
    sync,
    table,
    to_draw,
    twin,
)

TWO = ((0,), (1,))
THREE = ((0,), (1,), (2,))
FOUR = ((0,), (1,), (2,), (3,))


def turn_of(device: Device) -> int:
    return turns_begun(device.moves)


def goes_on(devices: list[Device]) -> None:
    """The honest devices play to the end, and all is verified."""
    sync(devices)
    play_on(devices, Random(5))
    assert all(device.is_verified for device in devices)
    assert len({device.record() for device in devices}) == 1


def unsigned(cheat: Device, **changes: Any) -> str:
    """A device's message with a changed statement, as somebody without its key can make it."""
    own = ledger(cheat).own
    told = news(cheat.message()).course.statements[own]
    assert told is not None
    return retold(cheat.message(), {own: replace(told, **changes)})


# --- Links ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", [TWO, THREE])
def test_link_of_the_chain_that_is_another_is_caught(setup: Seats) -> None:
    """It would draw other tiles: it is not the link to which the device was committed."""
    devices = before_closing(setup, 1)
    bo = twin(devices[1])
    to_draw(bo)
    text, number, links = bo.message(), ledger(bo).chains[1].newest, ledger(bo).secrets.links
    for link in (links[number + 1], links[number - 1], bytes(16), stored("tip", b"other")):
        refused(devices[0], unsigned(bo, value=link))
        cheating = caught(devices[0], lied(bo, value=link))
        assert (cheating.seat, cheating.turn, cheating.is_proven) == (1, turn_of(bo), True)
        assert "chain" in str(cheating)
    assert devices[0].receive(text)  # what it was committed to is still taken
    devices[1] = bo
    goes_on(devices)


def test_link_before_its_time() -> None:
    """Whoever knows it could choose among moves by what they draw."""
    ana, bo = in_turn(TWO, 0)
    number = ledger(bo).course.segment
    early = {"link": number, "value": ledger(bo).secrets.links[number]}
    refused(ana, unsigned(bo, **early))
    cheating = caught(ana, lied(bo, **early))
    assert (cheating.seat, cheating.turn, cheating.is_proven) == (1, turn_of(ana), True)
    assert "before its time" in str(cheating)


def test_turn_that_ends_without_its_link() -> None:
    """Whoever sees the draw first could choose whether it counts."""
    ana, bo = before_closing(TWO, 1)
    to_draw(bo)
    newest = ledger(ana).chains[1].newest
    older = {"link": newest, "value": ledger(ana).chains[1][newest]}
    refused(ana, unsigned(bo, **older))
    cheating = caught(ana, lied(bo, **older))
    assert (cheating.seat, cheating.turn, cheating.is_proven) == (1, turn_of(bo), True)
    assert "without the link" in str(cheating)


def test_going_on_before_the_draw() -> None:
    ana, bo, _cem = before_closing(THREE, 1)
    to_draw(bo)
    assert ledger(bo).course.held is not None
    count = len(bo.moves) + 1
    told = replace(signed(bo), count=count)
    error = refused(ana, retold(bo.message(), {1: told}, count=count))
    assert "before the draw" in str(error)


# --- Tiles ---------------------------------------------------------------------------------------


def with_absent_tile(cheat: Device, seat: int) -> tuple[str, int]:
    """Place a tile that was not drawn; the tile and the turn."""
    hand = cheat.game.players[seat].hand
    absent = next(tile for tile in BASE.worker_tiles[cheat.players] if tile not in hand)
    course = ledger(cheat).course
    course.play(next(move for move in course.game.legal_moves() if move.tile == absent))
    return absent, turn_of(cheat)


def play_blindly(cheat: Device, rng: Random) -> None:
    """Decide whatever may be possible for some hand."""
    course = ledger(cheat).course
    while not cheat.waits_for and not course.is_over:
        course.play(rng.choice(course.game.legal_moves()))


@pytest.mark.parametrize("setup", SETUPS)
def test_tile_that_was_not_drawn(setup: Seats) -> None:
    """It can only be found at the end, when the private value is shown; then it is."""
    devices, rng = table(setup, 4), Random(4)
    cheat = devices[1]
    seat = cheat.seats[0]
    play_on(devices, rng, lambda: is_placing(cheat) and cheat.game.turn == seat)
    absent, turn = with_absent_tile(cheat, seat)
    found: list[Cheating] = []
    while not found:
        for device in devices:
            if device is cheat:
                play_blindly(device, rng)
            while device is not cheat and can_play(device):
                device.play(choose(device, rng))
            for other in devices:
                try:
                    other.receive(device.message())
                except Cheating as cheating:
                    if other is not cheat:
                        found.append(cheating)
    assert (found[0].seat, found[0].turn, found[0].is_proven) == (seat, turn, True)
    assert absent in str(found[0])
    assert not any(device.is_verified for device in devices if device is not cheat)


def before_last(setup: Seats, seed: int = 5) -> list[Device]:
    """Devices when the second one has its last tile to place."""
    devices = table(setup, seed)
    bo = devices[1]
    play_on(
        devices,
        Random(seed),
        lambda: is_placing(bo) and len(ledger(bo).course.game.players[bo.seats[0]].hand) == 1,
    )
    sync(devices)
    return devices


@pytest.mark.parametrize("setup", [TWO, THREE])
def test_secret_that_does_not_fit_or_is_withheld_at_the_end(setup: Seats) -> None:
    devices = before_last(setup)
    ana, bo = devices[:2]
    to_draw(bo)
    refused(ana, unsigned(bo, private=bytes(16)))
    refused(ana, unsigned(bo, private=None))
    cheating = caught(ana, lied(bo, private=None))
    assert (cheating.seat, cheating.turn, cheating.is_proven) == (1, turn_of(bo), False)
    assert "without the value" in str(cheating)
    cheating = caught(ana, lied(bo, private=bytes(16)))
    assert (cheating.seat, cheating.turn, cheating.is_proven) == (1, turn_of(bo), True)
    assert "committed" in str(cheating)
    assert not ana.is_verified
    goes_on(devices)


def test_secret_shown_too_early() -> None:
    ana, bo = in_turn(TWO, 1)
    for private in (ledger(bo).secrets.private, bytes(16)):
        refused(ana, unsigned(bo, private=private))
        assert caught(ana, lied(bo, private=private)).is_proven
    assert "before the last placement" in str(ana.cheats[0])


# --- Moves ---------------------------------------------------------------------------------------


def two_versions(device: Device) -> tuple[Device, Device]:
    """A device that has decided in two ways."""
    one, other = twin(device), twin(device)
    to_draw(one)
    to_draw(other, -1)
    return one, other


def test_version_that_was_seen_first_stands_between_two_devices() -> None:
    ana, bo = in_turn(TWO, 1)
    one, other = two_versions(bo)
    assert ana.receive(one.message())
    moves = ana.moves
    assert ana.receive(other.message())  # it needs help
    assert (ana.moves, ana.cheats, ana.forgetful, ana.is_closed) == (moves, (), (1,), False)
    assert not ana.receive(other.message())
    assert other.receive(ana.message())
    assert other.moves == moves
    assert twin(other).moves == moves
    goes_on([ana, other])
    assert ana.forgetful == ()


@pytest.mark.parametrize("setup", [THREE, FOUR])
@pytest.mark.parametrize("first", [0, 2])
def test_two_histories_close_a_game_of_three_with_the_proof(setup: Seats, first: int) -> None:
    """Any later rule would let the author choose after seeing a draw."""
    devices = in_turn(setup, 1)
    one, other = two_versions(devices[1])
    turn = turn_of(one)
    ana, cem = devices[first], devices[2 - first]
    assert ana.receive(one.message())
    assert cem.receive(other.message())
    for device in (ana, cem):
        assert (device.is_closed, device.cheats) == (False, ())
    assert cem.receive(ana.message())
    assert cem.is_closed
    for witness in [ana, *devices[3:], one, other]:  # one message is proof enough
        assert witness.receive(cem.message())
        assert witness.is_closed
        assert witness.has_news
    honest = [ana, cem, *devices[3:]]
    for device in (*honest, *map(twin, honest)):
        assert [(c.seat, c.turn, c.kind) for c in device.cheats] == [(1, turn, "twice")]
        assert "decided twice" in str(device.cheats[0])
        assert (device.waits_for, device.is_verified) == ((), False)
        with pytest.raises(IllegalMove, match="without a result"):
            device.play(device.game.legal_moves()[0])
    assert len({str(device.cheats[0]) for device in (one, other, *honest)}) == 1
    sync(honest)
    assert all(device.is_closed and len(device.cheats) == 1 for device in map(twin, honest))


def test_device_that_signs_two_histories_it_was_shown_is_not_named() -> None:
    """Cem was restored in between; she has not decided where the two differ."""
    ana, bo, cem = in_turn(THREE, 1)
    one, other = two_versions(bo)
    old = twin(cem)
    for device, version in ((cem, one), (old, other)):
        device.receive(version.message())
        ana_now = twin(ana)
        ana_now.receive(version.message())
        device.receive(ana_now.message())
        to_draw(device)
        assert news(device.message()).course.statements[2] is not None
    counts = [len(device.moves) for device in (cem, old)]
    assert [news(device.message()).course.statements[2].count for device in (cem, old)] == counts  # type: ignore[union-attr]
    ana.receive(cem.message())
    ana.receive(old.message())
    assert ana.is_closed
    assert [cheating.seat for cheating in ana.cheats] == [1]
    for device in (cem, old):
        device.receive(ana.message())
        assert device.is_closed
        assert [cheating.seat for cheating in device.cheats] == [1]


def test_unsaid_decision_gives_way_to_the_forgotten_one() -> None:
    """Nobody has seen the second decision, so nothing was said twice."""
    ana, bo, cem = in_turn(THREE, 1)
    one, other = two_versions(bo)
    ana.receive(one.message())
    assert other.receive(ana.message())
    assert other.moves == one.moves
    goes_on([ana, other, cem])
    assert not any(device.cheats for device in (ana, other, cem))
