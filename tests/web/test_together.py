"""Games with other devices: several apps in one process, connected as browsers would be."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacao_core import fair
from cacao_web.browser.live import Signal
from cacao_web.features.together.room import Heard, Room
from cacao_web.game.presence import Presence
from tests.web.ether import Wire
from tests.web.places import Place, host, idle, table, whose


def awaited(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an asynchronous test."""

    @wraps(test)
    def run(*args: object, **named: object) -> None:
        asyncio.run(test(*args, **named))

    return run


async def play_on(places: Sequence[Place], most: int = 200) -> None:
    """Play live, at most some decisions."""
    for _decision in range(most):
        if places[0].device.game.is_over:
            break
        whose(places).play()
        await idle()


async def play_by_link(places: list[Place], most: int = 400) -> int:
    """Play by link, at most some decisions; returns the number of links."""
    sent = 0
    for _step in range(most):
        if all(place.device.is_verified for place in places):
            break
        able = [place for place in places if place.session.deciding]
        if able:
            able[0].play()
            continue
        sender = next(place for place in places if place.device.has_news)
        address = sender.link()
        for seat in sender.device.waits_for or range(sender.device.players):
            reader = next(place for place in places if seat in place.device.seats)
            if reader is not sender:
                await reader.open(address)
                reader.run("now")
        sent += 1
    return sent


# --- Live ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
@awaited
async def test_a_whole_live_game(players: int) -> None:
    places = await table(players)
    for place in places:
        known = place.ask("table")
        assert isinstance(known, dict)
        assert sorted(known.values()) == ["here"] + ["live"] * (players - 1)
    await play_on(places)
    assert all(place.device.is_verified for place in places)
    assert len({place.device.record().to_text() for place in places}) == 1
    assert all("Checked" in place.page.dialog for place in places)


@awaited
async def test_messages_that_come_before_a_paint_are_drawn_together() -> None:
    """They are answered at once; nothing of them is lost, neither to the eye nor to the ear."""
    places = await table(4)
    for place in places:  # nothing follows by itself
        place.session.options = place.session.options._replace(ask_all=True)
    for _decision in range(12):
        for place in places:
            place.page.late, place.page.drawings = [], 0
        whose(places).play()
        await idle()
        assert len({place.device.moves for place in places}) == 1
        assert [place.page.drawings for place in places] == [1, 1, 1, 1]
        for place in places:
            place.page.paint()
            assert place.page.drawings <= 2
            drawn = dict(place.page.regions)
            place.app.table.redraw()
            assert place.page.regions == drawn
        for place in places:
            place.page.paint()
    told = [[text for text in place.page.told if "places" in text] for place in places]
    placed = sum(move.starts_turn for move in places[0].device.moves)
    assert placed
    assert all(len(texts) >= placed for texts in told)


@awaited
async def test_a_game_that_is_left_before_a_paint_is_not_drawn_any_more() -> None:
    ana, bo = await table()
    bo.page.late = []
    ana.play()
    await idle()
    bo.run("home")
    drawings = bo.page.drawings
    bo.page.paint()
    assert bo.page.drawings == drawings
    assert bo.app.session is None


@awaited
async def test_a_person_joins_with_two_taps() -> None:
    ana = await host()
    assert "Invite Player 2" in ana.page.dialog
    address = ana.app.features.get("together").outbox.address
    assert address in ana.page.dialog.replace("&amp;", "&")
    bo = await Place(address.partition("#")[2]).start()
    assert "Player 1 invites you" in bo.page.dialog
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await idle()
    assert "answer to Player 1" in bo.page.dialog
    bo.run("together-copy")
    await ana.open(bo.app.features.get("together").outbox.address)
    assert ana.app.dialog == bo.app.dialog == ""
    assert ana.device.names == bo.device.names == ("Player 1", "Bo")
    assert ana.session.deciding
    assert ana.page.live.title.startswith("Your turn")
    assert bo.page.live.title == ""
    assert ana.page.live.awake
    assert bo.page.live.awake


@awaited
async def test_the_answer_may_be_opened_in_another_tab() -> None:
    ana = await host()
    bo = await Place().start()
    answer = await bo.outcome("load", await ana.outcome("invite"))
    tab = await Place(answer.partition("#")[2], ana.store, ana.page.live.tabs).start()
    assert "you can close this tab" in tab.page.dialog
    assert tab.app.session is None
    assert ana.session.presence == {0: Presence.HERE, 1: Presence.LIVE}
    assert bo.session.presence == {0: Presence.LIVE, 1: Presence.HERE}


@awaited
async def test_decisions_are_there_at_once_and_stand() -> None:
    ana, bo = await table()
    assert len(bo.session.game.players[1].hand) == 3
    ana.play()
    await idle()
    assert bo.session.record.moves == ana.session.record.moves
    assert not ana.session.can_undo
    assert 'data-command="undo"' not in ana.page.regions["steps"]


@awaited
async def test_a_cut_is_told_and_does_not_stop_the_game() -> None:
    ana, bo = await table()
    await play_on([ana, bo], 7)
    for wire in bo.page.live.wires:
        wire.set(Signal.SHAKY)
    assert bo.session.presence[0] is Presence.AWAY
    ana.cut()
    await idle()
    for place in (ana, bo):
        assert "is lost" in place.page.regions["notice"]
        assert Presence.LINK in place.session.presence.values()
    await play_by_link([ana, bo], 60)
    assert min(len(ana.device.moves), len(bo.device.moves)) > 7
    # A new invitation brings the live table back at the same decision.
    sitting = ana if ana.device.has_news or ana.session.deciding else bo
    other = bo if sitting is ana else ana
    answer = await other.outcome("load", await sitting.outcome("invite"))
    assert await sitting.outcome("load", answer) == ""
    await idle()
    assert Presence.LIVE in ana.session.presence.values()
    await play_on([ana, bo])
    assert ana.device.is_verified
    assert bo.device.is_verified
    assert ana.device.record() == bo.device.record()


@pytest.mark.parametrize("which", [0, 1])
@awaited
async def test_a_reload_on_either_side(which: int) -> None:
    places = await table()
    await play_on(places, 5)
    places[which] = await places[which].again()
    assert places[which].session.record.moves == places[1 - which].session.record.moves
    ana, bo = places
    answer = await bo.outcome("load", await ana.outcome("invite"))
    await ana.outcome("load", answer)
    await idle()
    await play_on(places)
    assert ana.device.is_verified
    assert ana.device.record() == bo.device.record()


@awaited
async def test_a_game_that_is_not_on_the_page_goes_on() -> None:
    ana, bo = await table()
    ana.play()
    await idle()
    token = bo.device.token
    ana.run("home")
    await idle()
    while bo.session.deciding or bo.device.game.to_move == 1:
        bo.play()
        await idle()
        if not bo.session.deciding:
            break
    ana.run("resume", f"t{token}")
    await idle()
    assert ana.device.moves == bo.device.moves
    assert ana.session.presence[1] is Presence.LIVE


@awaited
async def test_others_see_what_is_being_placed_and_hear_remarks() -> None:
    ana, bo = await table()
    move = ana.session.legal[0]
    ana.session.take(move)
    ana.app.table.chosen()
    await idle()
    assert bo.session.distant == move
    assert "distant" in bo.page.regions["board-ghost"]
    ana.run("cancel")
    await idle()
    assert bo.session.distant is None
    bo.run("say", "0")
    await idle()
    assert "Well played!" in ana.page.regions["villages"]
    assert ana.page.said[-1] == "Player 2: Well played!"


@awaited
async def test_who_does_not_wish_it_shows_nothing() -> None:
    ana, bo = await table()
    ana.app.features.get("together").choose("ghost", "off")
    ana.session.take(ana.session.legal[0])
    ana.app.table.chosen()
    await idle()
    assert bo.session.distant is None


@awaited
async def test_whose_turn_it_is_is_notified_if_allowed() -> None:
    ana, bo = await table()
    bo.run("notify-me")
    await idle()
    bo.page.live.hidden = True
    while not bo.session.deciding:
        ana.play()
        await idle()
    assert bo.page.live.notes == ["Your turn: Player 1 · Player 2"]


# --- By link ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
@awaited
async def test_a_whole_game_by_link(players: int) -> None:
    ana = await host(players)
    places = [ana]
    for _guest in range(players - 1):
        guest = await Place().start()
        guest.page.live.is_possible = False
        await ana.open(await guest.outcome("load", await ana.outcome("invite")))
        places.append(guest)
    await play_by_link(places)
    assert all(place.device.is_verified for place in places)
    assert len({place.device.record().to_text() for place in places}) == 1
    assert ana.page.address_fragment.startswith(ana.session.record.to_link())


@awaited
async def test_a_link_is_sent_with_whose_turn_it_is() -> None:
    ana = await host()
    ana.page.shares = True
    bo = await Place().start()
    bo.page.live.is_possible = False
    await ana.open(await bo.outcome("load", await ana.outcome("invite")))
    while ana.session.deciding:
        ana.play()
    ana.run("send-on")
    ana.run("together-send")
    await idle()
    assert ana.page.shared
    assert "It is Player 2’s turn." in ana.page.shared[-1]
    await bo.open(ana.link())
    assert bo.device.moves == ana.device.moves


@awaited
async def test_before_the_link_exists_a_turn_can_be_taken_back() -> None:
    ana = await host()
    bo = await Place().start()
    bo.page.live.is_possible = False
    await ana.open(await bo.outcome("load", await ana.outcome("invite")))
    ana.play()
    if ana.session.can_undo:
        ana.run("undo")
        assert ana.device.moves == ()
        ana.play()
    ana.link()
    assert not ana.session.can_undo


# --- What nobody may learn ----------------------------------------------------------------------


@awaited
async def test_address_storage_and_interface_tell_what_the_device_may_know() -> None:
    ana, bo = await table()
    await play_on([ana, bo], 9)
    assert ana.page.address_fragment == f"g={ana.device.token}"
    assert str(ana.ask("record")) == ana.device.record().to_text()
    told = set()
    for _again in range(40):  # what Ana's device does not know is dealt anew each time
        game = fair.Device.from_text(ana.device.to_text()).record().game()
        assert game.players[0].hand == ana.device.game.players[0].hand
        told.add(tuple(sorted(game.players[1].hand)))
    assert len(told) > 3
    stored = "\n".join(ana.store.get(name) or "" for name in ana.store.names())
    assert bo.device.to_text() not in stored


@awaited
async def test_files_and_copies_hold_no_secrets() -> None:
    ana, bo = await table()
    ana.run("home")
    await idle()
    ana.run("export", "")
    (text,) = ana.page.files.values()
    assert '"dealer"' not in text
    assert "elsewhere" not in text
    id = f"t{bo.device.token}"
    ana.run("duplicate", id)
    stored = [json.loads(ana.store.get(name) or "{}") for name in ana.store.names()
              if name.startswith("cacao.game.")]  # fmt: skip
    assert sum("dealer" in one for one in stored) == 1
    assert len(stored) == 2


# --- Links that cannot be used ------------------------------------------------------------------


@awaited
async def test_an_invitation_to_a_full_table() -> None:
    ana = await host()
    invitation = await ana.outcome("invite")
    bo, cem = await Place().start(), await Place().start()
    await ana.open(await bo.outcome("load", invitation))
    late = await cem.outcome("load", invitation)  # it has not heard of Bo
    await ana.open(late)
    assert "not there when the game began" in ana.page.dialog
    assert ana.session.presence[1] is Presence.LIVE
    dora = await Place().start()
    await dora.open(late)
    assert "All seats of this game are taken" in dora.page.dialog


@awaited
async def test_ones_own_invitation() -> None:
    ana = await host()
    await ana.open(await ana.outcome("invite"))
    assert "your own invitation" in ana.page.regions["notice"]
    assert ana.session.is_gathering


@awaited
async def test_an_invitation_opened_twice_gives_the_same_seat() -> None:
    ana = await host()
    invitation = await ana.outcome("invite")
    bo = await Place().start()
    first = await bo.outcome("load", invitation)
    second = await bo.outcome("load", invitation)
    assert first.partition("&a=")[0] == second.partition("&a=")[0]
    await ana.open(second)
    assert ana.device.has_started
    assert bo.device.has_started


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda link: link[:-3], "damaged or incomplete"),
        (lambda link: link.replace("#f1", "#f2"), "another version"),
        (lambda link: link[:60] + ("A" if link[60] != "A" else "B") + link[61:], "damaged"),
    ],
)
@awaited
async def test_a_damaged_invitation(change: Callable[[str], str], told: str) -> None:
    ana = await host()
    link = (await ana.outcome("invite")).partition("&")[0]
    bo = await Place().start()
    await bo.open(change(link))
    assert bo.app.session is None
    said = bo.page.dialog + bo.page.regions.get("notice", "")
    assert told in said
    assert said


@awaited
async def test_a_message_of_a_game_of_others() -> None:
    ana, _bo = await table()
    ana.play()
    cem = await Place().start()
    await cem.open(ana.link())
    assert "does not take part" in cem.page.dialog
    await cem.open(f"page#g={ana.device.token}")
    assert "need an invitation" in cem.page.dialog


@awaited
async def test_a_link_with_nothing_new() -> None:
    ana, bo = await table()
    ana.play()
    await idle()
    await bo.open(ana.link())
    assert "nothing new" in bo.page.regions["notice"]


@awaited
async def test_cheating_is_told_and_the_game_stays() -> None:
    ana, bo = await table()
    await play_on([ana, bo], 4)
    cheat = fair.Device.from_text(bo.device.to_text())
    honest = bo if bo.session.deciding else ana
    cheat = fair.Device.from_text(honest.device.to_text())
    other = ana if honest is bo else bo
    moves = honest.session.game.legal_moves()
    honest.cut()
    await idle()
    cheat.play(moves[-1])
    forged = cheat.message()
    honest.play()
    await other.open(honest.link())
    before = other.device.moves
    if forged != honest.device.message():
        await other.open(f"page#{forged}")
        assert other.device.moves == before
        assert "fair dealing" in other.page.dialog or "does not fit" in other.page.dialog


# --- Two tabs -----------------------------------------------------------------------------------


@awaited
async def test_a_game_is_played_in_one_tab() -> None:
    ana, bo = await table()
    tab = await Place(ana.page.address_fragment, ana.store, ana.page.live.tabs).start()
    for _try in range(30):
        await asyncio.sleep(0.05)
        if tab.page.dialog:
            break
    assert "in one tab only" in tab.page.dialog
    assert tab.app.session is None
    tab.run("take-over", f"t{bo.device.token}")
    await idle()
    assert tab.session.deciding
    assert "in one tab only" in ana.page.dialog


# --- New games ----------------------------------------------------------------------------------


@awaited
async def test_computers_sit_at_the_host() -> None:
    ana = await Place().start()
    ana.run("new-game")
    for chair, kind in enumerate(("person", "elsewhere", "easy", "nobody")):
        ana.fill_in(f"kind-{chair}", kind)
    ana.fill_in("first", "1")
    ana.run("begin")
    await idle()
    bo = await Place().start()
    await ana.open(await bo.outcome("load", await ana.outcome("invite")))
    await idle()
    assert bo.session.deciding
    while bo.session.deciding:
        bo.play()
        await idle()
    for _try in range(200):
        await asyncio.sleep(0.02)
        if ana.session.deciding:
            break
    assert ana.session.deciding, "the computer has had its turn"
    assert ana.device.moves == bo.device.moves


@awaited
async def test_a_rematch_needs_no_new_links() -> None:
    places = ana, bo, cem = await table(3)
    await play_on(places)
    token = ana.device.token
    bo.run("rematch")
    await idle()
    assert "Player 2 would like a rematch" in ana.page.regions["notice"]
    ana.run("rematch")
    await idle()
    assert ana.device.token != token
    assert ana.session.is_gathering
    for guest in (bo, cem):
        assert "Player 1 invites you" in guest.page.dialog
        guest.run("join")
        await idle()
    assert {place.device.token for place in places} == {ana.device.token}
    assert ana.device.names == ("Player 2", "Player 3", "Player 1")
    assert all(place.device.has_started for place in places)
    assert set(cem.session.presence.values()) == {Presence.HERE, Presence.LIVE}
    await play_on(places, 12)
    assert ana.device.moves == bo.device.moves == cem.device.moves
    assert len(ana.device.moves) >= 12


@awaited
async def test_a_rematch_by_link_invites_again() -> None:
    ana, bo = await table()
    await play_on([ana, bo])
    token = ana.device.token
    bo.cut()
    await idle()
    ana.run("rematch")
    await idle()
    assert ana.device.token != token
    assert "Invite Player 2" in ana.page.dialog


@awaited
async def test_an_answer_is_pasted() -> None:
    ana = await host(3)
    address = ana.app.features.get("together").outbox.address
    message = address.partition("#")[2].partition("&")[0]
    guest = fair.Device.join(message)
    ana.fill_in("answer", f"Here it is: page#{guest.message()}")
    ana.run("together-take")
    await idle()
    assert "Invite Player 3" in ana.page.dialog
    assert ana.session.presence[1] is Presence.LINK
    assert "Player 3 has not joined yet" in ana.page.regions["task"]


@awaited
async def test_ones_own_answer_and_an_answer_that_was_opened_before() -> None:
    ana = await host()
    bo = await Place().start()
    answer = await bo.outcome("load", await ana.outcome("invite"))
    await bo.open(answer)
    assert "your own answer: Player 1 has to open it" in bo.page.regions["notice"]
    assert "Player 1 has to open your answer" in bo.page.regions["task"]
    await ana.open(answer)
    assert ana.session.is_live
    assert bo.session.is_live
    await ana.open(answer)
    assert "not open any more" not in ana.page.regions["notice"]
    assert ana.session.is_live


@awaited
async def test_a_wrong_text_leaves_the_invitation_open() -> None:
    ana = await host()
    ana.fill_in("answer", "hello")
    ana.run("together-take")
    await idle()
    assert "damaged or incomplete" in ana.page.regions["notice"]
    assert "Invite Player 2" in ana.page.dialog


@awaited
async def test_a_rematch_can_be_accepted_later() -> None:
    ana, bo = await table()
    await play_on([ana, bo])
    ana.run("rematch")
    await idle()
    bo.run("close")
    bo.run("rematch")
    assert "invites you" in bo.page.dialog
    bo.run("join")
    await idle()
    assert bo.session.is_live
    assert ana.device.has_started


# --- Hostile peers ------------------------------------------------------------------------------


@given(st.data())
@settings(max_examples=150)
def test_what_a_hostile_peer_sends_changes_nothing(data: st.DataObject) -> None:
    """It is ignored, shown for a moment, or refused; nothing is raised."""
    texts = data.draw(st.lists(_HOSTILE, min_size=1, max_size=8))
    heard: list[object] = []
    calls = Heard(
        opened=heard.append,
        fair=heard.append,
        shows=lambda seat, text: heard.append((seat, text)),
        says=lambda seat, number: heard.append((seat, number)),
        again=heard.append,
        changed=lambda: None,
        failed=lambda: None,
    )
    for is_host in (True, False):
        room = Room((0, 2), is_host, calls)
        peer = room.peer()
        peer.connection = Wire(peer.ears)
        peer.connection.set(Signal.OPEN)
        for text in texts:
            peer.ears.message(text)
        assert all(seat in (1, 3) for seat in peer.seats)
        assert set(room.live()) <= {0, 1, 2, 3}


_LEAVES = st.none() | st.booleans() | st.integers(-2, 5) | st.sampled_from(["", "live", "W"])
_JSON = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=6,
)
_KINDS = st.sampled_from(["fair", "seats", "where", "shows", "says", "again", "x"])
_HOSTILE = st.text(max_size=20) | st.dictionaries(_KINDS, _JSON, max_size=2).map(json.dumps)


@awaited
async def test_a_live_game_survives_what_a_peer_makes_up() -> None:
    ana, bo = await table()
    wire = bo.page.live.wires[-1]
    for content in (
        {"fair": "f1AAAA"}, {"fair": ana.device.message()[:-1]}, {"shows": [1, "A1n@0,0"]},
        {"shows": [0, "W1111@1,0"]}, {"says": [1, 99]}, {"where": {"²": "live", "0": []}},
        {"again": [1]}, {"seats": [True, None, 7]},
        {"fair": fair.Device.host(2, (0,)).message()},
    ):  # fmt: skip
        wire.send(json.dumps(content))
        await idle()
    assert ana.session.distant is None
    assert ana.app.dialog == ""
    assert ana.device.moves == ()
    ana.play()
    await idle()
    assert bo.device.moves == ana.device.moves
