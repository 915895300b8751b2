"""Games with expansions among several devices: invited, joined, played by link and by relay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from cacao_core import BadLink
from cacao_core.fair.messages import letters
from cacao_core.fair.messages.letters import Gathering
from cacao_core.modules.huts import TILES
from cacao_core.rules import expanded
from cacao_web.board import narration
from cacao_web.board.animations import transition
from cacao_web.features.newgame import view
from cacao_web.game.session import Session
from tests.core.fair_tables import TWO, choose_on_path, news, retold
from tests.web import relayed
from tests.web.broker import RelaysStandIn
from tests.web.driven import awaited, unseen
from tests.web.places import Place, calm, host, idle, play_ahead, play_by_link
from tests.web.relayed import all_done, brokers
from tests.web.test_dealer import exchange, sessions, who_decides

BIG = expanded(big=True)
BACKS = tuple(back for _events, back in TILES)


def shown(place: Place) -> str:
    """The address of the link that a person sends from here."""
    return str(place.app.features.get("together").outbox.address)


async def joined(ana: Place, name: str = "Bo") -> Place:
    """A person who has joined by the invitation that is shown."""
    bo = await Place(shown(ana).partition("#")[2]).start()
    bo.fill_in("name-1", name)
    bo.run("join")
    await idle()
    return bo


# --- Inviting ------------------------------------------------------------------------------------


@awaited
async def test_guest_sees_which_modules_the_game_has_before_joining() -> None:
    ana = await host(modules=("huts", "map"))
    assert ana.device.rules == expanded("map", "huts")
    ana.run("together-copy")
    bo = await Place(shown(ana).partition("#")[2]).start()
    assert "Cacao with map and huts" in bo.page.dialog
    assert "Build huts at the end of your turn" in bo.page.dialog
    assert "Gem mines" not in bo.page.dialog
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await idle()
    assert bo.device.rules == ana.device.rules
    for place in (ana, bo):
        place.run("home")
        assert "Cacao with map and huts" in place.page.regions["saves"]


@awaited
async def test_guest_of_the_game_of_the_rulebook_sees_no_modules() -> None:
    ana = await host()
    bo = await Place(shown(ana).partition("#")[2]).start()
    assert 'id="played"' not in bo.page.dialog


@awaited
async def test_text_of_an_invitation_names_the_modules() -> None:
    ana = await host(modules=("gems",))
    ana.run("together-send")
    await idle()
    assert "Cacao with gem mines, played by Player 1. You are invited." in ana.page.shared[-1]


@awaited
async def test_damaged_and_newer_invitations_are_refused_with_a_sentence() -> None:
    ana = await host(modules=("gems",))
    message = ana.device.message()
    bo = await Place(f"{message[:60]}x{message[61:]}").start()
    assert bo.app.session is None
    assert "damaged or incomplete" in bo.page.dialog + bo.page.regions.get("notice", "")
    letter = letters.from_text(message)
    assert isinstance(letter, Gathering)
    for rules in (replace(BIG, number=expanded("gems").number | 1 << 13), BIG):
        newer = replace(letter, invitation=replace(letter.invitation, rules=rules))
        bo = await Place(letters.to_text(newer)).start()
        assert bo.app.session is None
        told = bo.page.dialog + bo.page.regions.get("notice", "")
        known = "damaged or incomplete" if rules == BIG else "another version of the page"
        assert known in told
    assert ana.device.message() == message


@awaited
async def test_huts_that_the_host_chooses_are_told_to_guests_and_dealt() -> None:
    ana = await host(modules=("huts",), huts=BACKS)
    assert "two-sided" in str(view.new_game(ana.app.setup))
    assert ana.device.huts == BACKS
    ana.run("together-copy")
    bo = await Place(shown(ana).partition("#")[2]).start()
    assert "The huts are chosen, not drawn: hermit, farmer, market crier" in bo.page.dialog
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await idle()
    bo.run("together-copy")
    await ana.open(shown(bo))
    await idle()
    await play_by_link([ana, bo], 2)
    for place in (ana, bo):
        assert place.device.has_started
        assert place.device.huts == BACKS == place.session.record.deal.huts
        assert set(place.session.game.supply["huts"]) <= {*BACKS}


@awaited
async def test_guest_of_drawn_huts_is_told_of_no_choice() -> None:
    ana = await host(modules=("huts",))
    ana.run("together-copy")
    bo = await Place(shown(ana).partition("#")[2]).start()
    assert 'id="played"' in bo.page.dialog
    assert 'id="chosen-huts"' not in bo.page.dialog


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(("length", "again"), [("one", "rematch"), ("match", "next-round")])
@awaited
async def test_chosen_huts_stay_in_the_next_game_of_the_same_people(
    length: str, again: str
) -> None:
    network = brokers()
    relays = RelaysStandIn(network, relayed.RELAY)
    places = [await host(length=length, modules=("huts",), huts=BACKS, relays=relays)]
    places += [await relayed.guest_of(await places[0].outcome("invite"), network)]
    await calm()
    await play_ahead(places, 1)
    await at_random(places, 20, 3)
    await all_done(places)
    tokens = {place.device.token for place in places}
    places[0] = await relayed.resumed(places[0], network)
    for place in places:
        place.run("close")
        place.run(again)
        await calm()
    assert tokens.isdisjoint(place.device.token for place in places)
    for place in places:
        assert place.device.has_started
        assert place.device.huts == place.session.game.supply["huts"] == BACKS


# --- Whole games ---------------------------------------------------------------------------------


async def at_random(places: Sequence[Place], most: int, seed: int) -> None:
    """Whoever can decide does so at random, and messages go by themselves."""
    rng = Random(seed)
    with unseen(*(place.app for place in places)):
        for _decision in range(most):
            able = [place for place in places if place.session.deciding]
            if not able:
                return
            able[0].ask("play", rng.choice(list(map(str, able[0].device.game.legal_moves()))))
            await calm()


@awaited
async def test_big_game_of_three_by_a_relay() -> None:
    network = brokers()
    places = [await host(3, relays=RelaysStandIn(network, relayed.RELAY), modules=("big",))]
    address = await places[0].outcome("invite")
    places += [await relayed.guest_of(address, network) for _guest in range(2)]
    await calm()
    assert {place.device.rules for place in places} == {BIG}
    await at_random(places, 12, 3)
    places[1] = await relayed.resumed(places[1], network)
    await play_ahead(places, 3)
    await calm()
    await at_random(places, 200, 3)
    await all_done(places)


@awaited
async def test_gems_by_link() -> None:
    ana = await host(modules=("gems", "map"))
    bo = await joined(ana)
    bo.run("together-copy")
    await ana.open(shown(bo))
    ana.cut()
    bo.cut()
    await idle()
    await play_by_link([ana, bo], 8)
    await play_ahead([ana, bo], 2)
    await play_by_link([ana, bo])
    await all_done([ana, bo])
    assert ana.device.rules == expanded("map", "gems")


def test_a_tile_drawn_blind_is_not_told_before_it_is_drawn() -> None:
    ana, bo = everybody = sessions(TWO, 1, expanded("map", "gems"))
    exchange(everybody)
    rng, told = Random(1), list[str]()

    def is_held(session: Session) -> bool:
        moves = session.record.moves
        assert session.dealer
        return session.dealer.awaits_draw and bool(moves) and moves[-1].what == "*"

    while not any(map(is_held, everybody)):
        session = who_decides(everybody)
        if session is None:
            exchange(everybody)
            continue
        assert session.dealer
        blind = [move for move in session.legal if move.what == "*"]
        move = blind[0] if blind else choose_on_path(session.dealer.device, rng)
        while not blind and move.kind == "K":
            move = rng.choice(session.legal)
        before = transition.now(session)
        session.play(move)
        game = session.mode.replayed(session.record, before.game, before.at)
        moves = session.mode.without_blind(session.record.moves[-1:])
        told = narration.events(game, moves, session.sitters)
        transition.effects(before, session)
    assert told == []
    held = next(filter(is_held, everybody))
    assert (held.legal, held.deciding) == ([], False)
    exchange(everybody)
    assert ana.game.jungle == bo.game.jungle


def test_message_that_changes_gems_is_refused_and_nothing_is_lost() -> None:
    ana, bo = everybody = sessions(TWO, 3, expanded("gems"))
    rng = Random(3)
    exchange(everybody)
    while True:
        session = who_decides(everybody)
        assert session is not None
        choices = [move for move in session.legal if move.choice]
        if choices:
            break
        session.play(rng.choice(session.legal))
        exchange(everybody)
    other = bo if session is ana else ana
    session.play(choices[0])
    assert session.dealer
    assert other.dealer
    text = session.dealer.device.message()
    before = other.dealer.text
    course = news(text).course
    with pytest.raises(BadLink):
        other.receive(retold(text, {}, moves=course.moves ^ 1 << course.moves.bit_length() - 2))
    assert other.dealer.text == before
    assert other.receive(text)
