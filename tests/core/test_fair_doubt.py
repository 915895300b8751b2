"""A device that may have forgotten something asks, and only signed answers end its doubt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from cacao_core import BadLink, IllegalMove
from cacao_core.fair import Device
from cacao_core.fair.agreements.statements import SignedCourse
from cacao_core.fair.messages import letters
from cacao_core.fair.messages.letters import News
from tests.core.fair_relays import Place, seed_of, taken
from tests.core.fair_tables import (
    FOUR,
    THREE,
    TWO,
    Seats,
    can_play,
    choose,
    in_turn,
    ledger,
    news,
    play_on,
    refused,
    retold,
    sync,
    table,
    to_draw,
    twin,
)


def junk(device: Device) -> str:
    """A message in which nobody has signed anything."""
    told = news(device.message())
    return letters.to_text(
        News(told.token, told.check, SignedCourse((None,) * len(device.devices), 0, 0))
    )


def restored(setup: Seats) -> tuple[list[Device], Device, list[str]]:
    """A game in which the first device comes back from an old state; all that was ever said."""
    devices = table(setup, 3)
    ana, said, backup = devices[0], [], ""
    for least in (4, 8, 12, 16):
        play_on(devices, Random(3), lambda: len(ana.moves) > least and can_play(ana))
        backup = backup or ana.to_text()
        to_draw(ana)
        said += [device.message() for device in devices]
    sync(devices)
    said += [device.message() for device in devices]
    return devices, Device.from_text(backup, is_restored=True), said


@pytest.mark.parametrize("setup", [TWO, THREE])
def test_nothing_but_answers_ends_a_doubt(setup: Seats) -> None:
    """Version 2: 21 characters, the own last link, or what lay at the relay made it sure."""
    _devices, again, said = restored(setup)
    for text in (junk(again), again.message(), *said, junk(again)):
        try:
            again.receive(text)
        except BadLink:
            continue
        assert again.is_unsure
        assert not can_play(again)
        with pytest.raises(IllegalMove, match="waits for"):
            again.play(again.game.legal_moves()[0])
    assert twin(again).is_unsure
    assert again.cheats == ()


@pytest.mark.parametrize("setup", [TWO, THREE, FOUR])
def test_unsure_device_takes_what_it_had_done_and_goes_on_when_all_have_answered(
    setup: Seats,
) -> None:
    devices, again, _said = restored(setup)
    moves = devices[0].moves
    for number, other in enumerate(devices[1:], 2):
        assert again.is_unsure
        other.receive(again.message())
        again.receive(other.message())
        other.receive(again.message())  # it may have been asked about an older statement
        again.receive(other.message())
        assert again.is_unsure is (number < len(devices))
    assert again.moves == moves
    devices[0] = again
    play_on(devices, Random(1))
    assert all(device.is_verified and not device.cheats for device in devices)


def test_old_and_foreign_answers_do_not_count() -> None:
    ana, bo = in_turn(TWO, 0)
    backup = ana.to_text()
    first, second = (Device.from_text(backup, is_restored=True) for _ in range(2))
    bo.receive(first.message())
    answer = bo.message()
    second.receive(answer)
    assert second.is_unsure
    own = news(answer).course.statements[ledger(bo).own]
    assert own is not None
    asked = news(second.message()).course.statements[0]
    assert asked is not None
    history = ledger(second).course.hashes[asked.count]
    wanted = (asked.answered(history, asked.question), b"")
    refused(second, retold(answer, {1: replace(own, serial=own.serial + 1, answers=wanted)}))
    second.receive(retold(answer, {1: replace(own, answers=wanted)}))  # as if it were the same
    assert second.is_unsure
    first.receive(answer)
    assert not first.is_unsure
    first.step_back()
    first.receive(answer)
    assert first.is_unsure


def test_answer_says_which_statement_of_the_asking_device_is_known() -> None:
    """Somebody in between takes away what it has forgotten: the answer does not fit then."""
    ana, bo = in_turn(TWO, 0)
    again = Device.from_text(ana.to_text(), is_restored=True)
    asked = again.message()
    to_draw(ana)
    bo.receive(ana.message())
    bo.receive(asked)  # is older than what it knows: it says what Ana has said since
    again.receive(bo.message())
    assert again.is_unsure
    assert again.moves == ana.moves
    bo.receive(again.message())
    stripped = retold(bo.message(), {0: news(asked).course.statements[0]})
    unheard = Device.from_text(ana.to_text(), is_restored=True)
    with suppress(BadLink):
        unheard.receive(stripped)
    assert unheard.is_unsure
    again.receive(bo.message())
    assert not again.is_unsure


@pytest.mark.parametrize("setup", [TWO, THREE])
def test_all_devices_may_be_in_doubt_at_once(setup: Seats) -> None:
    devices = table(setup, 5)
    play_on(devices, Random(5), lambda: len(devices[0].moves) > 20)
    sync(devices)
    devices = [Device.from_text(device.to_text(), is_restored=True) for device in devices]
    assert all(device.is_unsure for device in devices)
    sync(devices)
    assert not any(device.is_unsure for device in devices)
    play_on(devices, Random(1))
    assert all(device.is_verified and not device.cheats for device in devices)


def test_device_that_asks_again_has_news_from_whoever_told_somebody_else() -> None:
    """Its question was answered in a message that it did not get."""
    ana, bo, cem = devices = table(THREE, 5)
    sync(devices)
    cem.step_back()
    asks = cem.message()
    for _time in range(2):
        assert bo.receive(asks)
        assert (bo.forgetful, bo.has_news, bo.is_asked) == (cem.seats, True, False)
        assert not bo.receive(asks)
        answer = bo.message()
        assert (bo.forgetful, bo.has_news) == ((), False)
        assert Device.from_text(bo.to_text()).message() == answer
    assert ana.receive(asks)
    assert cem.receive(answer)
    assert cem.is_unsure
    assert cem.receive(ana.message())
    assert not cem.is_unsure


def test_device_that_moves_while_people_gather_asks_when_the_game_begins() -> None:
    ana = Device.host(2, (1,), secret=b"a")
    bo = Device.join(ana.message(), (0,), secret=b"b")
    ana.receive(bo.message())
    again = Device.from_text(bo.to_text(), is_restored=True)
    assert not again.is_unsure
    again.receive(ana.message())
    assert again.is_unsure
    assert not can_play(again)
    sync([ana, again])
    assert can_play(again)
    play_on([ana, again], Random(1))
    assert again.is_verified


def test_device_that_finds_what_it_had_signed_asks() -> None:
    """Nobody said that its state is old; there may be more that it has forgotten."""
    ana, bo = in_turn(TWO, 0)
    backup = ana.to_text()
    to_draw(ana)
    bo.receive(ana.message())
    again = Device.from_text(backup)
    assert again.receive(bo.message())
    assert again.is_unsure
    assert again.has_news
    sync([again, bo])
    assert not again.is_unsure
    play_on([again, bo], Random(1))
    assert again.is_verified


def test_doubt_costs_nothing_once_it_is_over() -> None:
    devices, again, _said = restored(THREE)
    devices[0] = again
    sync(devices)
    lengths = [len(device.message()) for device in devices]
    play_on(devices, Random(2), lambda: len(again.moves) > 60)
    assert all(one.is_plain for one in news(again.message()).course.statements if one)
    assert max(len(device.message()) for device in devices) < max(lengths)


def test_questions_end() -> None:
    """Whoever has nothing new to say is quiet, also if two ask and answer each other."""
    devices = table(FOUR, 6)
    play_on(devices, Random(6), lambda: len(devices[0].moves) > 12)
    sync(devices)
    for at in (0, 2):
        devices[at].step_back()
    for _round in range(6):
        for device in devices:
            if device.has_news:
                text = device.message()
                assert not device.has_news
                for other in devices:
                    if other is not device:
                        other.receive(text)
    assert not any(device.has_news or device.is_unsure for device in devices)


# --- Restored games of three and four ------------------------------------------------------------


def by_newest(setup: Seats, seed: int, often: float) -> Iterator[Device]:
    """A game at an honest relay: the newest of each lies there, but is read at any time.

    Devices are restored from any of their last six states, without their own newest parcel.
    """
    devices, rng = table(setup, seed), Random(seed)
    kept = [[device.to_text()] for device in devices]
    told = [device.message() for device in devices]
    for _step in range(30_000):
        at = rng.randrange(len(devices))
        if rng.random() < often:
            text = rng.choice(kept[at][-6:])
            devices[at] = Device.from_text(text, is_restored=True)
            often = often if often > 0.01 else 0
        device, action = devices[at], rng.randrange(3)
        if action == 0 and can_play(device):
            device.play(choose(device, rng))
        elif action == 1:
            told[at] = device.message()
        else:
            other = rng.choice([n for n in range(len(devices)) if n != at])
            device.receive(told[other])
        kept[at].append(device.to_text())
        if all(one.is_verified or one.is_closed for one in devices):
            break
    yield from devices


@pytest.mark.parametrize(
    ("setup", "seeds"),
    [
        (THREE, range(1)),
        *[pytest.param(setup, range(20), marks=pytest.mark.nightly) for setup in (THREE, FOUR)],
    ],
)
@pytest.mark.parametrize("often", [0.02, 0.004])
def test_restored_devices_end_without_a_contradiction(
    setup: Seats, seeds: range, often: float
) -> None:
    for seed in seeds:
        devices = [*by_newest(setup, seed, often)]
        assert not any(device.cheats for device in devices)
        assert all(device.is_verified for device in devices)


def test_device_that_comes_back_from_the_relay_asks_as_well() -> None:
    place = Place.begun(THREE)
    place.play(Random(1), 12)
    old = place.newest()
    place.play(Random(1), 24)
    for at, device in enumerate(place.devices):
        again = Device.from_seed(seed_of(device), old)
        assert again.is_unsure
        for parcel in old:  # put back there
            taken(again, parcel)
        assert again.is_unsure
        place.devices[at] = again
        place.synced()
        assert not again.is_unsure
        assert again.moves == device.moves
