"""What devices tell each other: nothing that nobody may know, and nothing that is made up."""

from __future__ import annotations

import asyncio
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from cacao_core import CacaoError, fair
from cacao_web.features.together.browser.live import Signal
from cacao_web.features.together.direct.room import Room
from cacao_web.game.presence import Presence
from tests.web.driven import awaited
from tests.web.live_standin import Wire
from tests.web.places import Place, host, idle, play_on, table


@awaited
async def test_address_and_storage_tell_no_secrets() -> None:
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


@given(st.data())
@settings(max_examples=150)
def test_messages_of_a_hostile_peer_change_nothing(data: st.DataObject) -> None:
    """It is ignored, shown for a moment, or refused; nothing is raised."""
    texts = data.draw(st.lists(_HOSTILE, min_size=1, max_size=8))
    for is_host in (True, False):
        room = Room((0, 2), (0, 2) if is_host else (1,))
        peer = room.peer()
        peer.connection = Wire(peer, "offer")
        peer.connection.set(Signal.OPEN)
        for text in texts:
            peer.heard(text)
        assert peer.seats == ()
        assert set(room.live()) <= {0, 1, 2, 3}


_LEAVES = st.none() | st.booleans() | st.integers(-2, 5) | st.sampled_from(["", "live", "W"])
_JSON = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=6,
)
_KINDS = st.sampled_from(
    ["fair", "proves", "where", "shows", "says", "again", "spare", "kept", "x"]
)
_HOSTILE = st.text(max_size=20) | st.dictionaries(_KINDS, _JSON, max_size=2).map(json.dumps)


@awaited
async def test_device_that_decides_twice_is_helped() -> None:
    """It may have forgotten its first decision; that one stands, and nobody is accused."""
    ana, bo = await table()
    await play_on([ana, bo], 4)
    one, other = (bo, ana) if bo.session.deciding else (ana, bo)
    restored = fair.Device.from_text(one.device.to_text())
    moves = one.session.game.legal_moves()
    one.cut()
    await idle()
    restored.play(moves[-1])
    one.play()
    assert one.device.moves[-1] != moves[-1]
    await other.open(one.link())
    before = other.device.moves
    await other.open(f"page#{restored.message()}")
    assert other.device.moves == before
    assert other.device.cheats == ()
    name = other.session.sitters[one.device.seats[0]].said
    assert f"{name}’s device may not know the latest turns" in other.page.regions["notice"]
    assert restored.receive(other.device.message())
    assert restored.moves == before


@awaited
async def test_live_game_survives_what_a_peer_makes_up() -> None:
    ana, bo = await table()
    wire = bo.page.live.wires[-1]
    for content in (
        {"fair": "f2AAAA"}, {"proves": "00"}, {"fair": ana.device.message()[:-1]},
        {"shows": [1, "A1n@0,0"]}, {"shows": [0, "W1111@1,0"]}, {"says": [1, 99]},
        {"where": {"²": "live", "0": []}},
        {"again": [1]}, {"seats": [True, None, 7]},
        {"fair": fair.Device.host(2, (0,)).message()},
    ):  # fmt: skip
        wire.send(json.dumps(content))
        await idle()
    assert ana.session.reach.distant is None
    assert ana.app.dialog == ""
    assert ana.device.moves == ()
    ana.play()
    await idle()
    assert bo.device.moves == ana.device.moves


@awaited
async def test_guest_speaks_for_no_other() -> None:
    ana, bo, cem = await table(3)
    wire = cem.page.live.wires[-1]
    for content in (
        {"seats": [1]}, {"seats": [1, 2]}, {"says": [1, 0]}, {"again": 1}, {"shows": [1, ""]},
        {"fair": bo.device.message()},
    ):  # fmt: skip
        wire.send(json.dumps(content))
        await idle()
    for place, own in ((ana, "0"), (bo, "1"), (cem, "2")):
        where = {seat: "here" if seat == own else "live" for seat in "012"}
        assert place.ask("table") == where
    assert ana.session.reach.remarks == bo.session.reach.remarks == {}
    assert "rematch" not in ana.page.regions.get("notice", "")
    wire.send(json.dumps({"says": [2, 0]}))  # it may still speak for itself
    await idle()
    assert set(ana.session.reach.remarks) == set(bo.session.reach.remarks) == {2}


@awaited
async def test_connection_is_nobodys_until_it_is_proved() -> None:
    """An answer in another's name, and its own proof from another connection, prove nothing."""
    ana, bo, cem = await table(3)
    offer = (
        await ana.app.features.get("together").shared_games.of(ana.session).carriers[-1].offer(1)
    )
    answered = await cem.page.live.answer(offer, Room((2,), host_seats=(0,)).peer())
    await ana.open(f"page#{bo.device.message()}&a={answered.text}")
    heard = bo.page.live.wires[-1]
    for text in heard.sent:
        if "proves" in text:
            answered.connection.send(text)
    await idle()
    assert heard.signal is Signal.OPEN
    assert ana.session.reach.presence[1] is Presence.LIVE
    bo.cut()
    await idle()
    assert answered.connection.signal is Signal.OPEN
    assert ana.ask("table") == {"0": "here", "1": "link", "2": "live"}


@awaited
async def test_offer_that_fails_fails_for_all_who_wait_for_it() -> None:
    ana = await host()
    shared = ana.app.features.get("together").shared_games.of(ana.session)

    async def refused(*_args: object) -> None:
        await asyncio.sleep(0)
        raise CacaoError("not allowed here")

    shared.carriers[-1].offers._offered.clear()
    ana.page.live.offer = refused  # type: ignore[assignment, method-assign]
    both = await asyncio.gather(*(shared.carriers[-1].offer(1) for _try in range(2)))
    assert list(both) == ["", ""]


@awaited
async def test_answer_to_a_refused_message_connects_no_device() -> None:
    ana = await host()
    invitation = await ana.outcome("invite")
    bo, cem = await Place().start(), await Place().start()
    answers = [await place.outcome("load", invitation) for place in (bo, cem)]
    await ana.open(answers[0])
    await ana.open(answers[1])
    assert cem.page.live.wires[-1].signal is not Signal.OPEN
    assert ana.ask("table") == {"0": "here", "1": "live"}
