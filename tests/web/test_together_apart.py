"""Games by link: what is sent with a link, who is told whose turn it is, and what friends met."""

from __future__ import annotations

import asyncio

import pytest

from cacao_core.fair import device
from cacao_web.game.setup.found import found
from tests.web.driven import awaited
from tests.web.places import Place, host, idle, play_ahead, play_on, table

pytestmark = pytest.mark.usefixtures("fixed_chance")


async def apart(first: int = 1, shares: bool = False) -> tuple[Place, Place]:
    """Two devices that play by link; the one that decides first comes first."""
    ana = await host(first=first)
    ana.page.shares = shares
    bo = await Place().start()
    bo.page.shares, bo.page.live.is_possible = shares, False
    await ana.open(await bo.outcome("load", await ana.outcome("invite")))
    await bo.open(ana.link())
    if not ana.device.has_started and first == 0:
        await ana.open(bo.link())
    return (ana, bo) if first == 0 else (bo, ana)


async def decide(place: Place) -> None:
    """A person plays the first legal move, until others have to do something."""
    while place.session.deciding:
        place.app.table.play(place.session.legal[0])
        await idle()


# --- What is sent --------------------------------------------------------------------------------


@awaited
async def test_copied_link_says_which_game_it_is_and_whose_turn() -> None:
    bo, ana = await apart()
    await decide(bo)
    bo.run("copy-on")
    await idle()
    text = bo.page.shared[-1]
    assert text.startswith("Cacao: Player 2 · Player 1. Turn 2: it is Player 1’s turn.\nhttps://")
    bo.run("send-on")
    assert f'value="{text.partition("https")[1]}' in bo.page.dialog
    assert "Turn 2" not in bo.page.dialog.partition('id="link"')[0].partition("<input")[2]
    bo.run("together-copy")
    await idle()
    assert bo.page.shared[-1] == text
    await ana.open(f"page#{found(text)}")
    assert ana.device.moves == bo.device.moves


@pytest.mark.parametrize("name", ["f2-fan", "x#f2abcdefghijklmnopqrstuvwxyz", "g=1"])
def test_name_before_the_link_is_not_taken_for_it(name: str) -> None:
    message = "f2" + "aB-9_" * 50
    said = f"Cacao: {name} · Bo. Turn 3: it is Bo’s turn.\nhttps://example.org/#{message}&a=xyz"
    assert found(said) == f"{message}&a=xyz"


@pytest.mark.parametrize(("shares", "first"), [(True, "Share…"), (False, "Copy link")])
@awaited
async def test_primary_way_to_send_a_link_comes_first(shares: bool, first: str) -> None:
    bo, _ana = await apart(shares=shares)
    await decide(bo)
    bo.run("send-on")
    buttons = bo.page.dialog.partition('class="buttons"')[2].partition("</div>")[0]
    assert buttons.count("primary") == 1
    assert first in buttons.partition("</button>")[0]
    assert "primary" in buttons.partition("</button>")[0]


# --- Fewer messages ------------------------------------------------------------------------------


@awaited
async def test_link_made_at_once_has_what_needs_no_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a link is opened its replay runs; a link that is made meanwhile has all of it."""
    places = await apart()
    for place in places:
        monkeypatch.setattr(place.page, "dwell", lambda _seconds: asyncio.Event().wait())
    for turn in range(40):
        writer, reader = places[turn % 2], places[1 - turn % 2]
        await decide(writer)
        await reader.open(writer.link())
        if reader.session.look.at is None:  # it had only to draw, and answers
            continue
        if reader.session.automatic_move():
            break
        reader.run("now")
        await idle()
    before, seat = len(reader.device.moves), reader.session.game.to_move
    assert seat in reader.session.persons
    reader.link()
    assert len(reader.device.moves) > before
    assert reader.session.automatic_move() is None
    assert reader.session.look.at is None


# --- Whose turn it is ----------------------------------------------------------------------------


def listed(place: Place) -> str:
    """What the first screen says of the games, without the names of the players."""
    place.run("home")
    return place.page.regions["saves"].partition("with other devices")[2]


async def back(place: Place, id: str) -> None:
    place.run("resume", id)
    await idle()


@awaited
async def test_saved_games_say_who_has_to_act() -> None:
    ana = await host()
    id = ana.session.id
    assert "waiting for Player 2" in listed(ana)
    await back(ana, id)
    bo = await Place().start()
    bo.page.live.is_possible = False
    answer = await bo.outcome("load", await ana.outcome("invite"))
    assert "waiting for Player 1" in listed(bo)
    await back(bo, id)
    await ana.open(answer)
    assert "send your link to Player 2" in listed(ana)
    assert 'class="due"' in listed(ana)
    await back(ana, id)
    await bo.open(ana.link())
    await ana.open(bo.link())
    assert "Your turn, round 1/11" in listed(ana)
    assert 'class="due"' in listed(ana)
    assert "waiting for Player 1" in listed(bo)
    assert 'class="due"' not in listed(bo)
    await back(ana, id)
    await decide(ana)
    assert "send your link to Player 2" in listed(ana)
    await back(ana, id)
    ana.link()
    assert "waiting for Player 2" in listed(ana)


@awaited
async def test_list_says_so_without_reading_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    bo, ana = await apart()
    await decide(bo)
    bo.link()

    def never(_text: str, _restored: bool = False) -> device.Device:
        raise AssertionError("it was read")

    monkeypatch.setattr(device.Device, "from_text", never)
    for place, told in ((bo, "waiting for Player 1"), (ana, "waiting for Player 2")):
        again = await Place("", place.store).start()
        assert told in again.page.regions["saves"]


@pytest.mark.long
@awaited
async def test_decision_in_another_s_turn_is_ones_own_turn() -> None:
    places = await apart()
    for turn in range(40):
        writer, reader = places[turn % 2], places[1 - turn % 2]
        await decide(writer)
        await reader.open(writer.link())
        reader.run("now")
        await idle()
        game = reader.session.game
        if reader.session.deciding and game.turn != game.to_move:
            break
        if not reader.session.deciding:
            await writer.open(reader.link())
            writer.run("now")
            await idle()
    assert f"Your turn · {writer.session.sitters[game.turn].name}" in listed(reader).replace(
        "\u2068", ""
    ).replace("\u2069", "")


# --- The last link -------------------------------------------------------------------------------


async def to_the_end(places: tuple[Place, Place]) -> tuple[Place, Place]:
    """Play by link until one device has the end and the other has not; that one comes first."""
    await play_ahead(places, left=2)
    writer, reader = places
    for _link in range(30):
        await decide(writer)
        if writer.device.is_verified:
            return writer, reader
        if writer.device.has_news:
            await reader.open(writer.link())
            reader.run("now")
            await idle()
        writer, reader = reader, writer
    raise AssertionError("no end")


@awaited
async def test_last_link_is_urged_until_it_exists() -> None:
    last, other = await to_the_end(await apart())
    name = other.session.sitters[other.session.persons[0]].said
    told = f"{name} may not have seen the end yet"
    task, content = last.page.regions["task"], last.page.regions["content"]
    assert told in task
    assert 'class="primary" id="send-last"' in content
    assert content.count("primary") == 1
    last.run("result")
    assert told in last.page.dialog
    assert last.page.dialog.count("primary") == 1
    assert (
        "primary" in last.page.dialog.rpartition("Send the last link")[0].rpartition("<button")[2]
    )
    id = last.session.id
    assert told in listed(last)
    assert 'class="due"' in listed(last)
    await back(last, id)
    last.run("send-on")
    assert f"Send this link to {name}." in last.page.dialog
    assert "cannot be taken back" not in last.page.dialog
    await other.open(last.app.features.get("together").outbox.address)
    assert other.device.is_verified
    assert "may not have seen" not in other.page.regions["task"]
    assert "The game is over." in last.page.regions["task"]
    assert "Send the last link" in last.page.regions["content"]
    assert "may not have seen" not in listed(last)
    assert "may not have seen" not in listed(other)


@awaited
async def test_last_link_is_not_urged_at_a_live_table() -> None:
    places = await table()
    await play_ahead(places, left=2)
    await play_on(places)
    for place in places:
        assert place.device.is_verified
        assert "may not have seen" not in place.page.regions["task"]
        assert "Send the last link" not in place.page.regions["content"]
        assert "may not have seen" not in listed(place)


# --- Servers for live play -----------------------------------------------------------------------


def set_servers(place: Place, text: str) -> None:
    place.run("settings")
    place.fill_in("servers", text)
    place.run("close")


@awaited
async def test_server_of_the_settings_helps_in_a_running_game() -> None:
    bo, ana = await apart()
    bo.page.live.is_possible = True
    first = await ana.outcome("invite")
    assert not ana.page.live.used
    assert await ana.outcome("invite") == first
    for place in (ana, bo):
        set_servers(place, "stun.example.org:3478")
    second = await ana.outcome("invite")
    assert second != first
    assert ana.page.live.used == ("stun:stun.example.org:3478",)
    answer = await bo.outcome("load", second)
    assert bo.page.live.used == ("stun:stun.example.org:3478",)
    await ana.open(answer)
    assert ana.session.reach.is_live


@awaited
async def test_offer_from_before_the_settings_is_answered() -> None:
    ana = await host()
    bo = await Place().start()
    answer = await bo.outcome("load", await ana.outcome("invite"))
    set_servers(ana, "stun:stun.example.org")
    await ana.outcome("invite")
    await ana.open(answer)
    assert ana.session.reach.is_live


@awaited
async def test_failed_connection_says_what_helps() -> None:
    ana = await host()
    bo = await Place().start()
    await bo.outcome("load", await ana.outcome("invite"))
    bo.page.live.wires[-1].close()
    await idle()
    told = bo.page.regions["notice"]
    assert "give the address of a STUN server on both devices" in told
    assert 'data-command="live-settings"' in told
    bo.run("live-settings")
    assert bo.page.focused[-1] == "field-servers"
    assert 'id="live-settings" open' in bo.page.dialog
    bo.fill_in("servers", "stun:stun.example.org")
    bo.run("settings")
    assert 'id="live-settings" open' not in bo.page.dialog
    bo.run("close")
    await bo.outcome("load", await ana.outcome("invite"))
    bo.page.live.wires[-1].close()
    await idle()
    assert "even with a STUN server" in bo.page.regions["notice"]


# --- Sharing afterwards --------------------------------------------------------------------------


@pytest.mark.long
@awaited
async def test_sharing_a_finished_game_says_what_is_true() -> None:
    last, other = await to_the_end(await apart())
    await other.open(last.link())
    last.run("share")
    assert "its deal is checked, so nothing in it is secret any more" in last.page.dialog
    assert "sees the finished game" in last.page.dialog
    for wrong in ("shuffled from a seed", "who they are", "takes over"):
        assert wrong not in last.page.dialog
    assert "&l=1" not in link_shown(last)
    assert "&l=1" not in last.page.address_fragment


def link_shown(place: Place) -> str:
    """The link in the open dialog."""
    before = place.page.dialog.partition('id="link"')
    return (before[0].rpartition("<input")[2] + before[2]).partition('value="')[2].partition('"')[0]


@awaited
async def test_running_game_with_others_shares_its_next_link() -> None:
    bo, _ana = await apart()
    await decide(bo)
    bo.run("share")
    assert "Send this link to Player 1." in bo.page.dialog
    assert "contains no hidden tiles" in bo.page.dialog
    assert "seed" not in bo.page.dialog


@pytest.mark.long
@pytest.mark.parametrize("knows_the_end", [True, False])
@awaited
async def test_shared_record_opens_the_game_that_is_there(knows_the_end: bool) -> None:
    last, other = await to_the_end(await apart())
    id, text = other.session.id, last.session.record.to_text()
    final = last.link()
    if knows_the_end:
        await other.open(final)
    last.run("share")
    address = link_shown(last).replace("&amp;", "&")
    for shared in (address, address.replace("&p=", "&l=1&p="), text):
        other.run("home")
        other.run("open")
        other.fill_in("link", shared)
        other.run("open-pasted")
        await idle()
        assert other.app.dialog in ("", "end"), other.page.dialog
        assert other.session.id == id
        assert other.app.saves.ids() == [id]
        assert other.device.is_verified == knows_the_end
        told = "To see its end" in other.page.regions.get("notice", "")
        assert told != knows_the_end
    await other.open(final)
    assert other.device.is_verified


@pytest.mark.long
@awaited
async def test_stranger_sees_the_finished_game() -> None:
    last, _other = await to_the_end(await apart())
    last.link()
    last.run("share")
    for address in (link_shown(last), link_shown(last).replace("&amp;p=", "&amp;l=1&amp;p=")):
        cem = await Place(address.replace("&amp;", "&").partition("#")[2]).start()
        assert cem.app.dialog in ("", "end")
        assert cem.session.game.is_over
