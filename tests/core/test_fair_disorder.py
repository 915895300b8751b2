"""Messages lost, doubled, late, in any order; devices killed and started again (docs/fair.md)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cacao_core import BadLink, Record
from cacao_core.fair import Device, letters
from cacao_core.fair.letters import Tag
from tests.core.fair_tables import (
    SETUPS,
    Seats,
    can_play,
    caught,
    choose,
    ledger,
    news,
    play_on,
    sync,
    table,
    twin,
    whole_game,
)


def decided(device: Device) -> None:
    """Make one decision, which depends on the position only."""
    device.play(choose(device, Random(len(device.moves))))


def reference(setup: Seats, seed: int) -> Record:
    """The game of :func:`decided` when every message arrives at once."""
    devices = table(setup, seed)
    while True:
        ready = [device for device in devices if can_play(device)]
        if ready:
            decided(ready[0])
        elif not sync(devices):
            return devices[0].record()


def disorder(devices: list[Device], rng: Random, kill: float) -> None:
    """Play with a post that keeps every text and delivers any of them, at any time."""
    post: list[str] = []
    step = 0
    while not all(device.is_verified for device in devices):
        step += 1
        assert step < 20_000, [device.waits_for for device in devices]
        at = rng.randrange(len(devices))
        if rng.random() < kill:
            devices[at] = twin(devices[at])
        device = devices[at]
        if can_play(device):
            decided(device)
            if device.can_undo and rng.random() < 0.2:
                device.undo()
        if rng.random() < 0.5:
            post.append(device.message())
        if post:
            newest = rng.random() < 0.6
            text = rng.choice(post[-6:] if newest else post)
            device.receive(text)


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("kill", [0.03])
def test_in_any_order_the_game_ends_the_same(setup: Seats, kill: float) -> None:
    devices = table(setup, 11)
    disorder(devices, Random(11), kill)
    expected = reference(setup, 11)
    assert [device.record() for device in devices] == [expected] * len(devices)
    assert all(device.cheats == () for device in devices)


@pytest.mark.parametrize("setup", [SETUPS[0], SETUPS[2], SETUPS[6]])
def test_killed_at_every_point(setup: Seats) -> None:
    """Every device is started again after every decision and every message."""
    devices = table(setup, 12)
    while not all(device.is_verified for device in devices):
        for at in range(len(devices)):
            while can_play(devices[at]):
                decided(devices[at])
            devices[at] = twin(devices[at])
            text = devices[at].message()
            for other in range(len(devices)):
                if other != at and devices[other].receive(text):
                    devices[other] = twin(devices[other])
    assert {device.record() for device in devices} == {reference(setup, 12)}


def test_killed_while_people_gather() -> None:
    host = Device.host(3, (0,), ("Ana", "Bo", "Cem"), secret=b"a", options="x")
    bo = Device.join(host.message(), (1,), secret=b"b")
    host, bo = twin(host), twin(bo)
    host.receive(bo.message())
    host = twin(host)
    assert (host.free_seats, host.devices) == ((2,), ((0,), (1,)))
    cem = Device.join(host.message(), (2,), secret=b"c")
    host.receive(cem.message())
    assert host.has_started
    assert not bo.has_started
    host = twin(host)
    for guest in (bo, cem):
        assert guest.receive(host.message())
    assert host.names == bo.names == cem.names
    assert host.options == bo.options == "x"


def test_a_message_twice_changes_nothing() -> None:
    ana, bo = table(((0,), (1,)), 13)
    play_on([ana, bo], Random(13), lambda: len(ana.moves) > 20)
    bo.receive(ana.message())
    ana.receive(bo.message())
    state, game = bo.to_text(), bo.game
    assert bo.receive(ana.message()) is False
    assert bo.receive(bo.message()) is False
    assert bo.to_text() == state
    assert bo.game == game
    assert ana.message() == ana.message()


def test_what_a_device_has_kept_is_exact() -> None:
    for setup in SETUPS[:3]:
        for device in whole_game(setup, 14):
            assert twin(device).to_text() == device.to_text()
            assert twin(device).is_verified
            assert twin(device).record() == device.record()


def test_whoever_was_killed_can_still_take_back() -> None:
    ana, _bo = table(((0,), (1,)), 15)
    ana.play(ana.game.legal_moves()[0])
    again = twin(ana)
    assert again.can_undo
    assert again.undo() == ana.moves[0]
    assert again.moves == ()
    ana.message()
    assert not twin(ana).can_undo


def test_news_are_told_once() -> None:
    host = Device.host(2, (0,), secret=b"a")
    assert host.has_news
    bo = Device.join(host.message(), (1,), secret=b"b")
    assert (host.has_news, bo.has_news) == (False, True)
    host.receive(bo.message())
    assert (host.has_news, bo.has_news) == (True, False)  # the list of players is complete
    bo.receive(host.message())
    assert (twin(host).has_news, twin(bo).has_news) == (False, False)
    while can_play(host):
        host.play(host.game.legal_moves()[-1])
    assert host.has_news
    bo.receive(host.message())
    assert bo.has_news  # its link for the draw
    bo.message()
    assert not bo.has_news


# --- An old backup is no cheat -------------------------------------------------------------------


def test_an_old_backup_takes_over_what_it_had_done() -> None:
    ana, bo = table(((0,), (1,)), 16)
    backups = ana.to_text(), bo.to_text()
    play_on([ana, bo], Random(16), lambda: len(ana.moves) > 60)
    sync([ana, bo])
    old_ana, old_bo = map(Device.from_text, backups)
    assert old_ana.receive(bo.message())
    assert old_bo.receive(ana.message())
    assert old_ana.moves == ana.moves
    assert old_bo.game.players[1].hand == bo.game.players[1].hand
    play_on([old_ana, bo], Random(1))
    assert old_ana.is_verified
    assert bo.is_verified


def test_another_decision_from_an_old_backup_does_not_count() -> None:
    """To try and look is worth nothing: what the others accepted first stands."""
    ana, bo = table(((0,), (1,)), 17)
    backup = ana.to_text()
    while can_play(ana):
        ana.play(ana.game.legal_moves()[0])
    bo.receive(ana.message())
    ana.receive(bo.message())  # it knows its draw now
    again = Device.from_text(backup)
    while can_play(again):
        again.play(again.game.legal_moves()[-1])
    assert again.moves != ana.moves
    cheating = caught(bo, again.message())
    assert (cheating.seat, cheating.turn) == (0, 1)
    assert again.receive(bo.message())
    assert again.moves == ana.moves
    play_on([again, bo], Random(17))
    assert again.is_verified
    assert bo.is_verified


def test_devices_restored_from_before_the_game_ask_for_the_list_of_players() -> None:
    host = Device.host(2, (0,), secret=b"a")
    old_host = host.to_text()
    bo = Device.join(host.message(), (1,), secret=b"b")
    old_bo = bo.to_text()
    host.receive(bo.message())
    play_on([host, bo], Random(2), lambda: len(host.moves) > 9)
    sync([host, bo])
    for old, other in ((old_host, bo), (old_bo, host)):
        again = Device.from_text(old)
        with pytest.raises(BadLink, match="list of players has to come first"):
            again.receive(other.message())
        assert other.receive(again.message())
        assert again.receive(other.message())
        assert again.moves == other.moves
        other.receive(again.message())
        assert len(other.message()) < 400


def test_nobody_can_start_a_game_in_the_name_of_its_host() -> None:
    host = Device.host(2, (0,), secret=b"a")
    backup = host.to_text()
    bo = Device.join(host.message(), (1,), secret=b"b")
    host.receive(bo.message())
    bo.receive(host.message())
    tag = Tag(0, bytes(8))
    whole = news(bo.message())
    parties = ledger(bo).roster.parties
    forged = letters.to_text(replace(whole, parties=parties, tags=(tag, whole.tags[1])))
    with pytest.raises(BadLink, match="in the name of this device"):
        Device.from_text(backup).receive(forged)
