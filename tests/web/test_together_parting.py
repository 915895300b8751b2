"""Nobody waits for ever: reminding, ending a game with the others, and resigning."""

from __future__ import annotations

import pytest

from cacao_core import Deal, Record
from cacao_core.notes import Notes
from cacao_web.game.dealer import STOOD_IN
from cacao_web.game.matches.rounds import counts
from cacao_web.game.players import sitters
from cacao_web.game.session import Session
from cacao_web.game.texts import standing_in
from cacao_web.shell.friends import finished
from tests.web.broker import Brokers, RelaysStandIn
from tests.web.driven import awaited, unseen
from tests.web.places import Place, calm, idle, whose
from tests.web.places import table as live_table
from tests.web.relayed import RELAY, brokers, close, resumed, table

pytestmark = pytest.mark.usefixtures("at_once")


async def on_day(day: int, place: Place, network: Brokers) -> Place:
    """The game is opened again, on another day."""
    id = place.session.id
    await close(place)
    again = Place(store=place.store, relays=RelaysStandIn(network, RELAY))
    again.page.time = f"2026-11-{day}T12:00:00.000+00:00"
    await again.start()
    again.run("resume", id)
    await calm()
    return again


def task(place: Place) -> str:
    place.app.table.drawing.waiting()
    return place.page.regions["task"]


def offered(place: Place) -> str:
    """The buttons below the task."""
    place.app.table.drawing.all()
    return place.page.regions["content"]


async def gone(network: Brokers, players: int) -> tuple[Place, list[Place]]:
    """A game by relay whose next player has closed the page, and the others."""
    places = await table(network, players)
    silent = whose(places)
    await close(silent)
    others = [place for place in places if place is not silent]
    return silent, others


@awaited
async def test_waiting_is_counted_over_reloads_and_not_anew() -> None:
    network = brokers()
    _silent, (ana,) = await gone(network, 2)
    since = ana.session.reach.since
    for day in (21, 24):
        ana = await on_day(day, ana, network)
        assert ana.session.reach.since == since


@awaited
async def test_somebody_who_is_away_can_be_reminded() -> None:
    network = brokers()
    silent, (ana,) = await gone(network, 2)
    name = silent.session.sitters[silent.device.seats[0]].said
    assert f"Remind {name}" in offered(ana)
    ana.run("remind")
    await idle()
    assert f"it is {name}’s turn" in ana.page.shared[-1]
    assert f"#g={ana.device.token}" in ana.page.shared[-1]
    assert "Send it to" in ana.page.regions["notice"]
    back = await resumed(silent, network)
    assert back.session.deciding


@awaited
async def test_one_of_two_ends_the_game_after_a_week_and_not_before() -> None:
    network = brokers()
    silent, (ana,) = await gone(network, 2)
    ana = await on_day(26, ana, network)
    assert not ana.session.reach.silent
    assert "Do not wait any longer" not in offered(ana)
    ana.run("end-now")  # by a program, or an old page
    assert not ana.device.is_ended
    ana = await on_day(27, ana, network)
    assert "Do not wait any longer" in offered(ana)
    ana.run("end-game")
    assert "nobody is blamed" in ana.page.dialog
    ana.run("end-now")
    await calm()
    assert ana.device.is_ended
    assert "has ended where it stands" in task(ana)
    assert "turn" not in task(ana)
    assert ana.session.record.notes.headers["x-ended"]
    assert not ana.session.is_due
    back = await on_day(28, silent, network)
    assert back.device.is_ended
    assert not back.session.deciding
    assert "has ended the wait" in task(back)
    assert not back.session.is_due
    ana.run("home")
    assert "All my games with others" not in ana.page.regions["saves"]
    assert ana.page.regions["home@data-saved"] == "no"
    back.run("home")
    assert "ended early, without a result" in back.page.regions["saves"]


@awaited
async def test_page_that_was_left_open_notices_that_a_week_has_passed() -> None:
    for network in (brokers(), None):
        places = await (table(network) if network else live_table())
        silent = whose(places)
        [ana] = [place for place in places if place is not silent]
        await (close(silent) if network else silent.leave())
        await calm()
        assert "Do not wait any longer" not in offered(ana)
        ana.page.time = "2026-11-28T12:00:00.000+00:00"
        ana.page.live.come_back()
        await calm()
        assert "Do not wait any longer" in ana.page.regions["content"]


@awaited
async def test_two_of_three_have_to_agree_and_each_judges_by_its_own_clock() -> None:
    network = brokers()
    silent, (ana, cem) = await gone(network, 3)
    ana = await on_day(27, ana, network)
    ana.run("end-game")
    assert "agree too" in ana.page.dialog
    ana.run("end-now")
    await calm()
    assert "It ends when these agree too" in task(ana)
    assert "wants to end this game" in task(cem)
    assert "Do not wait any longer" not in offered(cem)  # on whose clock nobody is silent
    cem.run("end-now")
    assert not cem.device.is_ended
    cem = await on_day(28, cem, network)
    cem.run("end-now")
    await calm()
    back = await on_day(29, silent, network)
    for place in (ana, cem, back):
        assert place.device.is_ended
        assert "has ended where it stands" in task(place)


@awaited
async def test_others_are_called_to_agree_and_only_to_what_they_can() -> None:
    """The first screen calls whoever has to agree, on whose clock somebody is silent."""
    network = brokers()
    _silent, (ana, cem) = await gone(network, 3)
    if not ana.device.is_host:
        ana, cem = cem, ana
    id = ana.session.id
    await close(ana)
    cem = await on_day(27, cem, network)
    cem.run("end-now")
    await calm()
    ana = Place(store=ana.store, relays=RelaysStandIn(network, RELAY))
    ana.page.time = "2026-11-28T12:00:00.000+00:00"
    await ana.start()
    await calm()
    saves = str(ana.page.regions["saves"])
    assert "1 game with others waits for you" in saves
    assert f"{cem.session.sitters[cem.device.seats[0]].said} does not want to wait" in saves
    ana.run("resume", id)
    await calm()
    ana.run("end-game")
    assert "can also let a computer play on" not in ana.page.dialog
    ana.run("end-now")
    await calm()
    assert ana.device.is_ended
    assert not ana.session.is_due


@awaited
async def test_silent_one_that_comes_back_reads_what_others_want_and_plays_on() -> None:
    network = brokers()
    silent, (ana, cem) = await gone(network, 3)
    ana = await on_day(27, ana, network)
    ana.run("end-now")
    await calm()
    back = await on_day(28, silent, network)
    assert "wants to end this game" in task(back)
    assert "It goes on when you decide." in task(back)
    for _decision in range(20):
        if back.session.deciding:
            back.play()
            await calm()
    for place in (ana, back, cem):
        assert place.device.agreed_by == ()
        assert "wants to end" not in task(place)
        assert not place.device.is_ended


@awaited
async def test_person_waits_on_after_all() -> None:
    network = brokers()
    _silent, (ana, cem) = await gone(network, 3)
    ana = await on_day(27, ana, network)
    ana.run("end-now")
    await calm()
    assert "Go on waiting" in offered(ana)
    ana.run("stay")
    await calm()
    assert (ana.device.agreed_by, cem.device.agreed_by) == ((), ())
    assert "wants to end" not in task(cem)


@awaited
async def test_one_of_two_resigns_and_the_other_sees_it_at_once() -> None:
    ana, bo = await live_table()
    ana.run("send-on")
    assert "Resign…" in ana.page.dialog
    ana.run("resign")
    assert "reads that you have resigned" in ana.page.dialog
    ana.run("resign-now")
    await idle()
    for place in (ana, bo):
        assert place.device.is_ended
        assert "has resigned." in task(place)
        place.run("send-on")
        assert "Resign…" not in place.page.dialog


@awaited
async def test_others_need_not_wait_for_somebody_who_has_resigned() -> None:
    network = brokers()
    places = await table(network, 3)
    bo = whose(places)
    bo.run("resign-now")
    await calm()
    assert "You have resigned." in task(bo)
    assert "Come back" in offered(bo)
    others = [place for place in places if place is not bo]
    for place in others:
        assert "has resigned." in task(place)
        assert "Do not wait any longer" in offered(place)
    bo.run("stay")
    await calm()
    assert bo.session.deciding
    assert "has resigned." not in task(others[0])
    bo.run("resign-now")
    await calm()
    for place in others:
        place.run("end-now")
        await calm()
    assert all(place.device.is_ended for place in places)


@awaited
async def test_games_by_link_end_by_link() -> None:
    ana, bo = await live_table()
    ana.cut()
    await idle()
    silent = whose([ana, bo])
    other = ana if silent is bo else bo
    aged(other)
    other.run("end-game")
    assert "when your next link is opened there" in other.page.dialog
    assert "invite-again" in offered(other)
    other.run("end-now")
    assert other.device.is_ended
    assert "invite-again" not in offered(other)
    id, name = other.session.id, silent.session.sitters[silent.device.seats[0]].said
    assert f"{name} may not have seen the end yet. Send the last link." in task(other)
    other.run("home")
    told = other.page.regions["saves"]
    assert f"ended early, without a result · {name} may not have seen the end yet" in told
    other.run("resume", id)
    other.run("send-on")
    assert "The last link" in other.page.dialog
    assert "Play live…" not in other.page.dialog
    assert "check" not in other.page.dialog  # there is no deal to be checked
    other.run("close")
    await silent.open(other.link())
    assert "Send the last link" not in task(other)
    assert silent.device.is_ended
    assert "has ended the wait" in task(silent)


@awaited
async def test_nobody_is_silent_who_waits_for_a_link() -> None:
    ana, bo = await live_table()
    ana.cut()
    await idle()
    first = whose([ana, bo])
    while first.session.deciding:
        first.session.play(first.session.game.legal_moves()[0])
    aged(first)
    assert not first.session.reach.silent
    first.link()
    looked(first)
    assert not first.session.reach.silent  # only now the other one can know
    aged(first)
    first.link()  # the same once more
    assert first.session.reach.silent


@awaited
async def test_nobody_is_silent_before_the_relay_has_the_turn() -> None:
    network = brokers()
    places = await table(network, 2)
    first = whose(places)
    for place in places:
        if place is not first:
            await close(place)
    network[RELAY].stop()
    await calm()
    while first.session.deciding:
        first.play()
    await calm()
    network[RELAY].start()
    first = await on_day(28, first, network)
    assert not first.session.reach.silent
    first = await on_day(29, first, network)
    assert not first.session.reach.silent
    assert "2026-11-28" in first.session.reach.since


# --- Computers play on ---------------------------------------------------------------------------


async def agreed(network: Brokers) -> tuple[Place, list[Place]]:
    """A game of three in which a computer plays on for somebody, and the others; the host first."""
    silent, others = await gone(network, 3)
    successor = others[0]
    name = silent.session.sitters[silent.device.seats[0]].said
    others = [await on_day(27, place, network) for place in others]
    host = next(p for p in others if p.device.successor == p.device.seats)
    assert host.device.seats == successor.device.seats
    other = next(place for place in others if place is not host)
    other.run("stand-in")  # only after the host
    assert other.device.passed_by == ()
    host.run("end-game")
    assert f"A computer plays on for {name}" in host.page.dialog
    host.fill_in("stand-in-level", "0")
    host.run("stand-in")
    await calm()
    assert "It does when these agree too" in task(host)
    assert f"wants a computer to play on for {name}" in task(other)
    assert "Let a computer play on" in offered(other)
    other.run("stand-in")
    await calm()
    return silent, [host, other]


def told_of(place: Place, silent: Place) -> str:
    name = silent.session.sitters[silent.device.seats[0]].said
    return f"computer has played for {name} since turn"


@awaited
async def test_computer_plays_on_when_all_others_agree() -> None:
    network = brokers()
    silent, (host, other) = await agreed(network)
    seat = silent.device.seats[0]
    at = len(silent.session.record.moves)
    assert host.session.sitters[seat].kind == "newcomer"
    assert other.session.sitters[seat].is_elsewhere
    for place in (host, other):
        assert place.device.passed_on == ((seat, at),)
    with unseen(host.app, other.app):
        for _turn in range(400):
            await calm()
            for place in (host, other):
                if place.session.deciding:
                    place.play()
            if host.session.game.is_over and other.device.is_verified:
                break
    for place in (host, other):
        assert place.device.is_verified
        assert len(place.device.record().moves) > at
        place.run("result")
        assert told_of(place, silent) in place.page.dialog
        assert "counts for nobody" in place.page.dialog
        assert "Checked, except for the tiles of" in place.page.dialog
        assert finished(place.session, "") is None
        place.run("home")
        assert told_of(place, silent) in place.page.regions["saves"]


@awaited
async def test_who_comes_back_too_late_reads_that_a_computer_plays_and_looks_on() -> None:
    network = brokers()
    silent, (_host, _other) = await agreed(network)
    before = silent.session.record.moves
    back = await on_day(28, silent, network)
    assert back.device.has_passed_on
    assert told_of(back, silent) in task(back)
    assert "You can watch." in task(back)
    assert not back.session.deciding
    assert "Come back" not in offered(back)
    back.run("stay")
    assert back.device.has_passed_on
    assert back.session.record.moves[: len(before)] == before
    back.run("home")
    assert told_of(back, silent) in back.page.regions["saves"]


@awaited
async def test_level_is_kept_until_all_have_agreed() -> None:
    network = brokers()
    _silent, others = await gone(network, 3)
    others = [await on_day(27, place, network) for place in others]
    host = next(p for p in others if p.device.successor == p.device.seats)
    other = next(place for place in others if place is not host)
    host.run("end-game")
    host.fill_in("stand-in-level", "1")
    host.run("stand-in")
    await calm()
    host = await on_day(28, host, network)
    other.run("stand-in")
    await calm()
    seat = host.device.stand_ins[0]
    assert host.session.sitters[seat].kind == "beginner"


@awaited
async def test_one_of_two_goes_on_against_a_computer_in_a_copy() -> None:
    network = brokers()
    _silent, (ana,) = await gone(network, 2)
    ana.run("go-alone")
    assert ana.session.dealer
    ana = await on_day(27, ana, network)
    device, moves, kinds = ana.device, ana.device.moves, []
    own = ana.device.game.players[ana.device.seats[0]].hand
    ana.run("end-game")
    assert "This game ends without a result." in ana.page.dialog
    ana.run("go-alone")
    await calm()
    assert device.is_ended
    assert ana.session.dealer is None
    assert ana.session.record.moves[: len(moves)] == moves
    kinds = [sitter.kind for sitter in ana.session.sitters]
    assert sorted(kinds) == ["medium", "person"]
    assert ana.session.record.game(len(moves)).players[kinds.index("person")].hand == own
    assert not ana.session.about.tells_strength


@awaited
async def test_whoever_is_left_of_three_goes_on_alone() -> None:
    network = brokers()
    _silent, others = await gone(network, 3)
    ana = await on_day(27, others[0], network)
    device = ana.device
    ana.run("go-alone")
    await calm()
    assert not device.is_ended  # the others may come back
    assert sorted(sitter.kind for sitter in ana.session.sitters) == ["medium", "medium", "person"]


def aged(place: Place) -> None:
    """A week passes for a device."""
    place.session.reach.since = "2026-11-01T12:00:00.000+00:00"
    looked(place)


def looked(place: Place) -> None:
    """The page finds out where everybody is."""
    place.app.features.get("together").shared_games.of(place.session).look_around(place.session)


@awaited
async def test_computer_plays_on_in_a_game_by_link() -> None:
    places = await live_table(3)
    silent = whose(places)
    for place in places:
        place.cut()
    await idle()
    host, other = (place for place in places if place is not silent)
    aged(host)
    host.run("stand-in")
    await other.open(host.link())
    aged(other)
    other.run("stand-in")
    await host.open(other.link())
    await silent.open(host.link())
    await other.open(host.link())
    for place in places:
        assert [seat for seat, _moves in place.device.passed_on] == list(silent.device.seats)
    assert set(host.device.stand_ins) == set(silent.device.seats)
    assert "You can watch." in task(silent)


def test_game_with_a_computer_does_not_count_in_a_match() -> None:
    game = Record(Deal.shuffled(3, 1))
    passed = game.with_notes(Notes({STOOD_IN: "1@0"}))
    names = sitters(("Ana", "Bo", "Cem"), ("person", "elsewhere", "elsewhere"))
    assert not Session("a", passed, names).is_void  # it goes on
    while not passed.game().is_over:
        passed = passed.play(passed.game().legal_moves()[0])
    assert Session("a", passed, names).is_void
    assert not counts(Session("a", passed, names))


def test_damaged_notes_about_computers_tell_nothing() -> None:
    game = Record(Deal.shuffled(2, 1))
    for text in ("", "1", "1@", "9@0", "3@0", "1@999", "1@0@1", "x", "١@0"):
        record = game.with_notes(Notes({STOOD_IN: text}))
        session = Session("a", record, sitters(("Ana", "Bo"), ("person", "person")))
        assert standing_in.told(session) == []
    record = game.with_notes(Notes({STOOD_IN: "1@0 x"}))
    session = Session("a", record, sitters(("Ana", "Bo"), ("person", "person")))
    assert standing_in.told(session) == ["a computer has played for Bo since turn 1"]
