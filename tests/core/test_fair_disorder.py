"""Messages lost, doubled, late, in any order; devices killed and started again (docs/fair.md)."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from random import Random

import pytest

from cacao_core import BadLink, IllegalMove, Record
from cacao_core.fair import Device
from cacao_core.fair.messages import letters
from tests.core.fair_tables import (
    FOUR,
    NAMES,
    SETUPS,
    THREE,
    TWO,
    Seats,
    can_play,
    changed,
    choose,
    laned,
    news,
    play_on,
    refused,
    sync,
    table,
    to_draw,
    twin,
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


@pytest.mark.parametrize(
    "setup",
    [
        TWO,
        SETUPS[4],
        *laned(SETUPS[1:4], pytest.mark.long),
        *laned(SETUPS[5:], pytest.mark.nightly),
    ],
)
def test_games_end_the_same_with_messages_in_any_order(setup: Seats) -> None:
    devices = table(setup, 11)
    disorder(devices, Random(11), 0.03)
    expected = reference(setup, 11)
    assert [device.record() for device in devices] == [expected] * len(devices)
    assert all(device.cheats == () for device in devices)


@pytest.mark.parametrize("setup", [TWO, *laned([THREE, SETUPS[6]], pytest.mark.long)])
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
    host = twin(host)
    for guest in (bo, cem):
        assert guest.receive(host.message())
    bo, cem = twin(bo), twin(cem)
    assert not any(device.has_started for device in (host, bo, cem))
    for one, other in ((bo, host), (cem, host), (cem, bo), (host, cem)):
        assert other.receive(one.message())
    assert all(device.has_started for device in (host, bo, cem))
    assert host.names == bo.names == cem.names
    assert host.options == bo.options == "x"


def test_message_twice_changes_nothing() -> None:
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


def test_killed_device_can_still_take_back() -> None:
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
    assert bo.has_news  # its link for the first draw
    host.receive(bo.message())
    assert (twin(host).has_news, twin(bo).has_news) == (False, False)
    while can_play(host):
        host.play(host.game.legal_moves()[-1])
    assert host.has_news
    bo.receive(host.message())
    assert bo.has_news  # its link for the draw
    bo.message()
    assert not bo.has_news


# --- An old state is no cheat --------------------------------------------------------------------


class Relay:
    """Keeps the newest message of each device, and sometimes gives an older one.

    Devices are started again from any of their last six states, which were kept before and after
    each step.
    """

    def __init__(self, devices: list[Device], rng: Random, is_restored: bool) -> None:
        self.devices, self.rng, self.is_restored = devices, rng, is_restored
        self.told = [[device.message()] for device in devices]
        self.kept = [deque([device.to_text()], 6) for device in devices]

    def restore(self, at: int) -> None:
        """A device that may be old takes its own record first, as the page does."""
        text = self.rng.choice(self.kept[at])
        self.devices[at] = Device.from_text(text, self.is_restored)
        if self.is_restored:
            assert not can_play(self.devices[at])
            self.devices[at].receive(self.told[at][-1])
        self.keep(at)

    def keep(self, at: int) -> None:
        self.kept[at].append(self.devices[at].to_text())

    def decide(self, at: int) -> None:
        device = self.devices[at]
        if can_play(device):
            device.play(choose(device, self.rng))
            self.keep(at)

    def publish(self, at: int) -> None:
        text = self.devices[at].message()
        self.keep(at)
        if text != self.told[at][-1]:
            self.told[at].append(text)

    def read(self, at: int) -> None:
        told = self.told[self.rng.choice([n for n in range(len(self.devices)) if n != at])]
        self.devices[at].receive(
            self.rng.choice(told[-6:]) if self.rng.random() < 0.5 else told[-1]
        )
        self.keep(at)


def by_relay(devices: list[Device], rng: Random, is_restored: bool, often: float) -> None:
    """Play to the end."""
    relay = Relay(devices, rng, is_restored)
    for _step in range(20_000):
        at = rng.randrange(len(devices))
        if rng.random() < often:
            relay.restore(at)
        rng.choice((relay.decide, relay.publish, relay.read))(at)
        if all(device.is_verified for device in devices):
            return
    raise AssertionError([device.waits_for for device in devices])


FORGETFUL = [
    (TWO, False),
    (SETUPS[4], False),
    (TWO, True),
    pytest.param(THREE, True, marks=pytest.mark.long),
    pytest.param(FOUR, True, marks=pytest.mark.nightly),
]
"""With two devices, even if they decide before they have heard anything."""


@pytest.mark.parametrize(("setup", "is_restored"), FORGETFUL)
def test_devices_that_forget_again_and_again_are_not_accused(
    setup: Seats, is_restored: bool
) -> None:
    devices = table(setup, 18)
    by_relay(devices, Random(18), is_restored, 0.03)
    assert len({device.record() for device in devices}) == 1
    assert not any(device.cheats for device in devices)


def test_old_backup_takes_over_what_it_had_done() -> None:
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


def test_decision_from_an_old_backup_does_not_count() -> None:
    """To try and look is worth nothing: of two devices, what the other one saw first stands."""
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
    moves = bo.moves
    assert bo.receive(again.message())
    assert (bo.moves, bo.forgetful, bo.has_news) == (moves, (0,), True)
    assert not bo.receive(again.message())
    assert again.receive(bo.message())
    assert again.moves == ana.moves
    play_on([again, bo], Random(17))
    assert again.is_verified
    assert bo.is_verified
    assert (bo.forgetful, bo.cheats, again.cheats) == ((), (), ())


def test_device_that_may_be_old_signs_nothing_until_it_has_heard() -> None:
    ana, bo = table(((0,), (1,)), 17)
    before = ana.message()
    ana.play(ana.game.legal_moves()[0])
    old = ana.to_text()
    again = Device.from_text(old, is_restored=True)
    assert again.moves == ()  # whether that has left is not known
    assert again.waits_for == (1,)
    with pytest.raises(IllegalMove, match="waits for Bo"):
        again.play(again.game.legal_moves()[0])
    told, earlier = (news(text).course.statements[0] for text in (again.message(), before))
    assert told is not None
    assert earlier is not None
    assert (told.standing, earlier.question) == (earlier.standing, b"")
    assert told.question
    assert not can_play(twin(again))  # nor when it was started again in the meantime
    assert not again.receive(bo.message())
    assert not can_play(again)
    assert bo.receive(again.message())
    assert again.receive(bo.message())
    assert can_play(again)


def test_older_statement_is_no_news_and_no_contradiction() -> None:
    devices = table(((0,), (1,), (2,)), 19)
    texts = []
    for least in range(0, 40, 4):
        play_on(devices, Random(19), lambda: len(devices[0].moves) > least)
        texts += [device.message() for device in devices]
    sync(devices)
    states = [device.to_text() for device in devices]
    for text in texts:
        assert not any(device.receive(text) for device in devices)
    assert [device.to_text() for device in devices] == states


def test_devices_from_before_the_game_ask_for_the_list_of_players() -> None:
    host = Device.host(2, (0,), secret=b"a")
    old_host = host.to_text()
    bo = Device.join(host.message(), (1,), secret=b"b")
    old_bo = bo.to_text()
    host.receive(bo.message())
    sync([host, bo])
    play_on([host, bo], Random(2), lambda: len(host.moves) > 9)
    sync([host, bo])
    for old, other in ((old_host, bo), (old_bo, host)):
        again = Device.from_text(old)
        with pytest.raises(BadLink, match="list of players has to come first"):
            again.receive(other.message())
        assert other.receive(again.message())
        assert other.is_asked
        assert again.receive(other.message())
        assert again.moves == other.moves


@pytest.mark.parametrize("sender", [0, 1])
def test_join_that_comes_again_names_nobody(sender: int) -> None:
    """Anybody may send an old text again, and nobody signs who its sender is."""
    ana = Device.host(2, (0,), NAMES[:2], secret=b"a")
    bo = Device.join(ana.message(), (1,), secret=b"b")
    join = letters.from_text(bo.message())
    assert isinstance(join, letters.Gathering)
    ana.receive(bo.message())
    sync([ana, bo])
    play_on([ana, bo], Random(3), lambda: len(ana.moves) > 9)
    sync([ana, bo])
    for device in (ana, bo):
        device.receive(letters.to_text(replace(join, sender=sender)))
        assert (device.forgetful, device.cheats) == ((), ())
    assert [ana.is_asked, bo.is_asked] == [sender == 1, sender == 0]
    play_on([ana, bo], Random(3))
    assert [ana.is_asked, bo.is_asked] == [False, False]


@pytest.mark.parametrize("setup", [((0,), (1,)), ((0,), (1,), (2,))])
def test_refused_message_changes_nothing_although_a_part_of_it_is_good(setup: Seats) -> None:
    """A newer message of an honest device, to which somebody has added another course."""
    devices = table(setup, 20)
    backups = [device.to_text() for device in devices]
    ana = next(device for device in devices if can_play(device))
    others = [device for device in devices if device is not ana]
    to_draw(ana)
    course = news(ana.message()).course
    junk = replace(course, moves=course.moves + 1)
    for bo in others:
        refused(bo, changed(ana.message(), other=junk))
        assert not bo.fixed_moves
    again = Device.from_text(backups[devices.index(ana)])
    again.play(again.game.legal_moves()[-1])
    refused(again, changed(ana.message(), other=junk))
    assert again.can_undo
    assert again.receive(ana.message())
    assert again.moves == ana.moves


def test_gathering_that_is_refused_leaves_no_joins_behind() -> None:
    ana = Device.host(4, (0,), NAMES, secret=b"a")
    empty = ana.message()
    guests = [Device.join(empty, (seat,), secret=b"%d" % seat) for seat in (1, 2)]
    eve = Device.join(empty, (2,), secret=b"eve")
    for device in (guests[0], eve):
        ana.receive(device.message())
    assert "taken" in str(refused(guests[1], ana.message()))
