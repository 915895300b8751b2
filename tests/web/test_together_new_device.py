"""The seat of a lost device goes on at a new one (docs/fair.md, "A new device")."""

from __future__ import annotations

import re

import pytest

from cacao_core import Deal, Record
from cacao_core.game import Phase
from cacao_core.notes import Notes
from cacao_web.game.dealer import GIVEN
from cacao_web.game.players import sitters
from cacao_web.game.session import Session
from cacao_web.game.texts import standing_in
from tests.web.broker import Brokers
from tests.web.driven import awaited
from tests.web.places import Place, calm, idle, play_ahead, whose
from tests.web.places import table as live_table
from tests.web.relayed import brokers, close, elsewhere, guest_of, hosted, resumed

pytestmark = pytest.mark.usefixtures("at_once")


def task(place: Place) -> str:
    place.app.table.drawing.waiting()
    return place.page.regions["task"]


def offered(place: Place) -> str:
    """The buttons below the task."""
    place.app.table.drawing.all()
    return place.page.regions["content"]


def name_of(place: Place) -> str:
    return place.session.sitters[place.device.seats[0]].said


async def lost(network: Brokers) -> tuple[Place, list[Place], str]:
    """A game of three by a relay whose next player has lost the device, the others, the link."""
    host = await hosted(network, 3)
    address = await host.outcome("invite")
    places = [host, *[await guest_of(address, network) for _guest in range(2)]]
    await calm()
    gone = whose(places)
    await close(gone)
    return gone, [place for place in places if place is not gone], address


async def asked(network: Brokers, address: str, seat: int) -> Place:
    """A new device whose person opens the game's link, and asks for a seat."""
    new = await elsewhere(network)
    await new.open(address)
    await calm()
    assert "I have played here" in new.page.dialog
    new.run("ask-seat")
    await calm()
    assert "Say who you were" in new.page.dialog
    new.run("ask-for-seat", str(seat))
    await calm()
    return new


def agree(place: Place) -> None:
    """A person reads the question, and agrees."""
    key = re.search(r'data-command="give-seat"[^>]*data-value="([0-9a-f]+)"', offered(place))
    key = key or re.search(r'data-value="([0-9a-f]{64})"', offered(place))
    assert key
    place.run("give-seat", key[1])
    assert "Nobody can prove that" in place.page.dialog
    place.run("give-now")


async def given(network: Brokers) -> tuple[Place, Place, list[Place]]:
    """The lost device, the new one that has its seat, and the others."""
    gone, others, address = await lost(network)
    new = await asked(network, address, gone.device.seats[0])
    host = next(place for place in others if place.device.successor == place.device.seats)
    for place in (host, *(one for one in others if one is not host)):
        agree(place)
        await calm()
    return gone, new, others


async def play_out(places: list[Place]) -> None:
    await calm()
    await play_ahead(places, 2)
    for _turn in range(400):
        await calm()
        for place in places:
            if place.session.deciding:
                place.play()
        if all(place.session.game.is_over and place.device.is_verified for place in places):
            return


@awaited
async def test_seat_goes_on_at_a_new_device_by_relay() -> None:
    network = brokers()
    gone, others, address = await lost(network)
    seat, name, at = gone.device.seats[0], name_of(gone), len(gone.session.record.moves)
    new = await asked(network, address, seat)
    assert f"asked for the seat of {name}" in new.page.dialog
    assert "asked when they open the game" in new.page.dialog
    assert f"asked for the seat of {name}" in task(new)
    host = next(place for place in others if place.device.successor == place.device.seats)
    other = next(place for place in others if place is not host)
    for place in others:
        assert f"Somebody asks for the seat of {name}" in task(place)
    assert "has to agree first" in task(other)
    assert "give-seat" not in offered(other)
    agree(host)
    await calm()
    assert "when these agree too" in task(host)
    assert "agrees." in task(other)
    assert new.session.is_watching
    agree(other)
    await calm()
    assert not new.session.is_watching
    assert new.session.persons == [seat]
    assert new.device.seats == (seat,)
    assert "you play on here" in new.page.regions["notice"]
    assert new.session.deciding
    for place in (new, *others):
        assert place.device.given_on == ((seat, at),)
    new = await resumed(new, network)
    assert new.session.deciding
    await play_out([new, *others])
    for place in (new, *others):
        assert place.device.is_verified
        assert place.session.record.notes.headers[GIVEN] == f"{seat}@{at}"
        place.run("result")
        assert f"{name} has played on a new device since turn" in place.page.dialog
        assert "counts for nobody" not in place.page.dialog
        place.run("home")
        assert "on a new device since turn" in place.page.regions["saves"]
        assert "watched" not in place.page.regions["saves"]


@awaited
async def test_seat_goes_on_in_the_middle_of_a_turn() -> None:
    network = brokers()
    host = await hosted(network, 3)
    address = await host.outcome("invite")
    places = [host, *[await guest_of(address, network) for _guest in range(2)]]
    await calm()
    gone = whose(places)
    while gone.device.game.phase is not Phase.FILL:
        gone.play()
        await calm()
        gone = whose(places)
    await close(gone)
    new = await asked(network, address, gone.device.seats[0])
    others = [place for place in places if place is not gone]
    others.sort(key=lambda place: place.device.successor != place.device.seats)
    for place in others:
        agree(place)
        await calm()
        assert not place.device.is_unsure
    assert new.session.deciding
    assert "data-display" in str(new.page.regions)
    new.play()
    await calm()
    assert others[0].session.record.moves == new.session.record.moves


@awaited
async def test_lost_device_that_turns_up_again_is_told_and_looks_on() -> None:
    network = brokers()
    gone, new, others = await given(network)
    before = gone.session.record.moves
    back = await resumed(gone, network)
    assert back.device.has_passed_on
    assert "Your seat was given to a new device" in task(back)
    assert "Nothing is lost" in task(back)
    assert not back.session.deciding
    assert back.session.record.moves[: len(before)] == before
    for command in ("stay", "end-now", "resign-now"):
        back.run(command)
    await calm()
    await play_out([new, *others])
    assert back.device.is_verified
    assert back.session.record.moves == new.session.record.moves


def question(place: Place) -> None:
    """A person reads the question whether a new device gets a seat."""
    key = re.search(r'data-value="([0-9a-f]{64})"', offered(place))
    assert key
    place.run("give-seat", key[1])


@awaited
async def test_no_is_read_by_whoever_asks_and_can_be_thought_over() -> None:
    network = brokers()
    gone, others, address = await lost(network)
    seat = gone.device.seats[0]
    new = await asked(network, address, seat)
    others.sort(key=lambda place: place.device.successor != place.device.seats)
    host, other = others
    question(host)
    assert "reads that you did not agree" in host.page.dialog
    host.run("refuse-seat")
    await calm()
    assert "You did not agree." in task(host)
    for place in (other, new):
        assert f"{name_of(host)} did not agree." in task(place)
    assert "They can still agree" in task(new)
    assert "has to agree first" not in task(other)
    assert 'class="contact answers"' in task(new)  # it is no warning
    assert new.session.is_watching
    host = await resumed(host, network)
    assert "You did not agree." in task(host)
    for place in (host, other):
        agree(place)
        await calm()
        assert "did not agree" not in task(new)
    assert new.device.seats == (seat,)


@awaited
async def test_no_that_no_player_has_signed_is_ignored() -> None:
    network = brokers()
    gone, others, address = await lost(network)
    new = await asked(network, address, gone.device.seats[0])
    text = f"n={new.device.key.hex()}"
    own = new.device.prove("no", text.encode(), b"")
    giving = new.app.features.get("together").giving
    for proof in ("", "0" * 128, own, others[0].device.prove("next", text.encode(), b"")):
        assert giving.heard(new.device.token, f"{text}&p={proof}")
    damaged = others[0].device.prove("no", b"n=xy", b"")
    assert giving.heard(new.device.token, f"n=xy&p={damaged}")
    assert "did not agree" not in task(new)


@awaited
async def test_asked_again_after_a_reload_and_by_whoever_comes_later() -> None:
    network = brokers()
    gone, others, address = await lost(network)
    late = others.pop()
    await close(late)
    new = await asked(network, address, gone.device.seats[0])
    new = await resumed(new, network)
    assert "asked for the seat" in task(new)
    late = await resumed(late, network)
    assert "Somebody asks for the seat" in task(late)


@awaited
async def test_nobody_is_asked_for_a_seat_that_plays() -> None:
    network = brokers()
    gone, others, address = await lost(network)
    playing = next(place for place in others)
    new = await asked(network, address, playing.device.seats[0])
    other = next(place for place in others if place is not playing)
    assert "You can agree when the game waits for" in task(other)
    assert "give-seat" not in offered(other)
    assert "It goes on when you decide" not in task(other)
    assert new.session.is_watching
    assert not gone.session.is_watching


@awaited
async def test_seat_goes_on_at_a_new_device_by_link() -> None:
    places = await live_table(3)
    gone = whose(places)
    for place in places:
        place.cut()
    await idle()
    host, other = (place for place in places if place is not gone)
    host.run("watchers")
    link = str(host.app.features.get("together").outbox.address)
    new = await Place().start()
    await new.open(link)
    new.run("ask-seat")
    await idle()
    new.run("ask-for-seat", str(gone.device.seats[0]))
    await idle()
    assert "Send this link to the others" in new.page.dialog
    asking = str(new.app.features.get("together").outbox.address)
    assert "#f4" in asking
    stranger = await Place().start()
    await stranger.open(asking)
    assert "does not take part" in stranger.page.dialog
    await host.open(asking)
    agree(host)
    await idle()
    await other.open(host.link())
    agree(other)
    await idle()
    await host.open(other.link())
    await other.open(host.link())
    await new.open(other.link())
    assert new.device.seats == gone.device.seats
    assert new.session.deciding
    new.play()
    await host.open(new.link())
    assert host.session.record.moves == new.session.record.moves
    await gone.open(host.link())
    assert "Nothing is lost" in task(gone)


def test_game_with_a_new_device_counts_and_damaged_notes_tell_nothing() -> None:
    game = Record(Deal.shuffled(2, 1))
    seated = sitters(("Ana", "Bo"), ("person", "person"))
    for text in ("", "1", "9@0", "1@999", "x"):
        damaged = Session("a", game.with_notes(Notes({GIVEN: text})), seated)
        assert standing_in.given(damaged) == []
    session = Session("a", game.with_notes(Notes({GIVEN: "1@0"})), seated)
    assert standing_in.given(session) == ["Bo has played on a new device since turn 1"]
    assert standing_in.told(session) == []
    assert not session.is_void
