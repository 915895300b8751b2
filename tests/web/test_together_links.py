"""Invitations, answers, and games that are played by link."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cacao_core import fair
from cacao_web.game.players import ELSEWHERE, PERSON
from cacao_web.game.presence import Presence
from tests.web.driven import awaited
from tests.web.places import Place, host, idle, play_ahead, play_by_link, play_on, table
from tests.web.relayed import all_done

# --- Joining ------------------------------------------------------------------------------------


@awaited
async def test_person_joins_with_two_taps() -> None:
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
async def test_answer_may_be_opened_in_another_tab() -> None:
    ana = await host()
    bo = await Place().start()
    answer = await bo.outcome("load", await ana.outcome("invite"))
    tab = await Place(answer.partition("#")[2], ana.store, ana.page.live.tabs).start()
    assert "You can close this tab" in tab.page.dialog
    assert tab.app.session is None
    assert ana.session.reach.presence == {0: Presence.HERE, 1: Presence.LIVE}
    assert bo.session.reach.presence == {0: Presence.LIVE, 1: Presence.HERE}


@awaited
async def test_answer_is_pasted() -> None:
    ana = await host(3)
    address = ana.app.features.get("together").outbox.address
    message = address.partition("#")[2].partition("&")[0]
    guest = fair.Device.join(message)
    ana.fill_in("answer", f"Here it is: page#{guest.message()}")
    ana.run("together-take")
    await idle()
    assert "Invite Player 3" in ana.page.dialog
    assert ana.session.reach.presence[1] is Presence.LINK
    assert "Player 3 has not joined yet" in ana.page.regions["task"]
    ana.run("close")
    ana.run("send-on")
    assert "Invite Player 3" in ana.page.dialog


@awaited
async def test_own_answer_and_an_answer_opened_before() -> None:
    ana = await host()
    bo = await Place().start()
    answer = await bo.outcome("load", await ana.outcome("invite"))
    await bo.open(answer)
    assert "your own answer: Player 1 has to open it" in bo.page.regions["notice"]
    assert "Player 1 has to open your answer" in bo.page.regions["task"]
    await ana.open(answer)
    assert ana.session.reach.is_live
    assert bo.session.reach.is_live
    await ana.open(answer)
    assert "no longer open" not in ana.page.regions["notice"]
    assert ana.session.reach.is_live


@awaited
async def test_invitation_opened_twice_gives_the_same_seat() -> None:
    ana = await host()
    invitation = await ana.outcome("invite")
    bo = await Place().start()
    first = await bo.outcome("load", invitation)
    second = await bo.outcome("load", invitation)
    assert first.partition("&a=")[0] == second.partition("&a=")[0]
    await ana.open(second)
    assert ana.device.has_started
    assert bo.device.has_started


# --- Where an invitation is opened --------------------------------------------------------------


@awaited
async def test_address_is_covered_and_found_after_a_reload() -> None:
    ana = await host()
    link = (await ana.outcome("invite")).partition("#")[2]
    for at_home in (False, True):
        bo = await Place("" if at_home else link).start()
        if at_home:
            bo.page.address_fragment = link
            bo.run("address")
            assert bo.page.address_fragment == f"g={ana.device.token}"
        await idle()
        assert bo.page.address_fragment == f"g={ana.device.token}"
        assert "invites you" in bo.page.dialog
        again = Place(bo.page.address_fragment, bo.store)
        again.page.address_owner = bo.page.address_owner
        await again.start()
        assert "invites you" in again.page.dialog
        again.run("close")
        assert again.page.address_fragment == again.page.address_owner == ""
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await idle()
    assert bo.page.address_fragment == f"g={bo.device.token}"


@pytest.mark.parametrize(("container", "told"), [("Instagram", "Instagram"), ("?", "another app")])
@awaited
async def test_browser_of_a_messenger_is_told_of(container: str, told: str) -> None:
    """Its menu opens the page's address in the browser, so that stays the invitation."""
    ana = await host()
    invitation = await ana.outcome("invite")
    bo = Place(invitation.partition("#")[2])
    bo.page.live.container = container
    await bo.start()
    assert f"inside {told}, which may forget the game" in bo.page.dialog
    assert bo.page.address_fragment == invitation.partition("#")[2]
    bo.run("invitation-copy")
    await idle()
    assert bo.page.shared == [invitation]
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await idle()
    assert "which may forget" not in bo.page.dialog
    assert bo.page.address_fragment == f"g={bo.device.token}"
    assert "which may forget" not in (await Place(invitation.partition("#")[2]).start()).page.dialog


@awaited
async def test_guest_starts_unless_somebody_is_chosen() -> None:
    """So that two who play by link need no message more: the first tiles are drawn there."""
    for _attempt in range(8):
        ana = await Place().start()
        ana.run("new-game")
        for chair, kind in enumerate((PERSON, PERSON, ELSEWHERE, ELSEWHERE)):
            ana.fill_in(f"kind-{chair}", kind)
        assert "one of the guests" in ana.page.dialog
        ana.run("begin")
        await idle()
        assert 0 not in ana.device.seats


# --- By link ------------------------------------------------------------------------------------


@awaited
async def test_whole_game_by_link() -> None:
    """The middle is skipped."""
    ana = await host(3)
    places = [ana]
    for _guest in range(2):
        guest = await Place().start()
        guest.page.live.is_possible = False
        await ana.open(await guest.outcome("load", await ana.outcome("invite")))
        places.append(guest)
    await play_by_link(places, 12)
    await play_ahead(places, left=3)
    await play_by_link(places)
    await all_done(places)
    assert ana.page.address_fragment.startswith(ana.session.record.to_link())


async def draw(ana: Place, bo: Place) -> None:
    """By link: the first tiles are drawn, at the guest first; the host begins."""
    assert "Everybody is there" in ana.page.regions["task"]
    assert "when Player 2 has opened your link" in ana.page.regions["task"]
    await bo.open(ana.link())
    assert bo.device.has_started
    await ana.open(bo.link())


@awaited
async def test_link_is_sent_with_whose_turn_it_is() -> None:
    ana = await host()
    ana.page.shares = True
    bo = await Place().start()
    bo.page.live.is_possible = False
    await ana.open(await bo.outcome("load", await ana.outcome("invite")))
    await draw(ana, bo)
    while ana.session.deciding:
        ana.play()
    ana.run("send-on")
    ana.run("together-send")
    await idle()
    assert ana.page.shared
    assert "Turn 2: it is Player 2’s turn." in ana.page.shared[-1]
    await bo.open(ana.link())
    assert bo.device.moves == ana.device.moves


@awaited
async def test_turn_is_taken_back_until_the_link_exists() -> None:
    ana = await host()
    bo = await Place().start()
    bo.page.live.is_possible = False
    await ana.open(await bo.outcome("load", await ana.outcome("invite")))
    await draw(ana, bo)
    ana.play()
    if ana.session.can_undo:
        ana.run("undo")
        assert ana.device.moves == ()
        ana.play()
    ana.link()
    assert not ana.session.can_undo


# --- Links that cannot be used ------------------------------------------------------------------


@awaited
async def test_invitation_to_a_full_table() -> None:
    ana = await host()
    invitation = await ana.outcome("invite")
    bo, cem = await Place().start(), await Place().start()
    await ana.open(await bo.outcome("load", invitation))
    late = await cem.outcome("load", invitation)  # it has not heard of Bo
    await ana.open(late)
    assert "not there when the game began" in ana.page.dialog
    assert ana.session.reach.presence[1] is Presence.LIVE
    dora = await Place().start()
    await dora.open(late)
    assert "All seats of this game are taken" in dora.page.dialog


@awaited
async def test_own_invitation_and_a_wrong_text() -> None:
    ana = await host()
    await ana.open(await ana.outcome("invite"))
    assert "your own invitation" in ana.page.regions["notice"]
    assert ana.session.mode.is_gathering
    ana = await host()
    ana.fill_in("answer", "hello")
    ana.run("together-take")
    await idle()
    assert "damaged or incomplete" in ana.page.regions["notice"]
    assert "Invite Player 2" in ana.page.dialog


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda link: link[:-3], "damaged or incomplete"),
        (lambda link: link.replace("#f3", "#f2"), "another version"),
        (lambda link: link[:60] + ("A" if link[60] != "A" else "B") + link[61:], "damaged"),
    ],
)
@awaited
async def test_damaged_invitation(change: Callable[[str], str], told: str) -> None:
    ana = await host()
    link = (await ana.outcome("invite")).partition("&")[0]
    bo = await Place().start()
    await bo.open(change(link))
    assert bo.app.session is None
    said = bo.page.dialog + bo.page.regions.get("notice", "")
    assert told in said
    assert said


@awaited
async def test_messages_of_other_games_and_nothing_new() -> None:
    ana, _bo = await table()
    ana.play()
    cem = await Place().start()
    await cem.open(ana.link())
    assert "does not take part" in cem.page.dialog
    await cem.open(f"page#g={ana.device.token}")
    assert "need an invitation" in cem.page.dialog
    ana, bo = await table()
    ana.play()
    await idle()
    await bo.open(ana.link())
    assert "nothing new" in bo.page.regions["notice"]


@awaited
async def test_answer_that_is_opened_late_names_nobody() -> None:
    """Whoever has seen the answer can send it again."""
    ana = await host()
    bo = await Place().start()
    answer = await bo.outcome("load", await ana.outcome("invite"))
    await ana.open(answer)
    await play_on([ana, bo], 4)
    ana.cut()
    await idle()
    await ana.open(answer.partition("&")[0])
    said = ana.page.regions["notice"]
    assert "Somebody asks for the list of players again." in said
    assert ana.session.sitters[1].said not in said


# --- Several who want one seat --------------------------------------------------------------------


async def two_answers(players: int) -> tuple[Place, Place, Place, str, str]:
    """A host, two who have opened the same invitation, and their answers."""
    ana = await host(players)
    invitation = await ana.outcome("invite")
    bo, cem = await Place().start(), await Place().start()
    answers = [await place.outcome("load", invitation) for place in (bo, cem)]
    return ana, bo, cem, answers[0], answers[1]


@pytest.mark.long
@awaited
async def test_seats_go_in_the_order_of_answers() -> None:
    ana, bo, cem, first, second = await two_answers(3)
    await ana.open(second)
    assert ana.session.reach.presence[1] is Presence.LIVE
    await ana.open(first)
    assert "another seat is free" in ana.page.dialog + ana.page.regions["notice"]
    assert ana.device.free_seats == (2,)
    await bo.open(await ana.outcome("invite"))
    assert "Somebody else was faster" in bo.page.dialog
    bo.fill_in("name-2", "Bo")
    bo.run("join")
    await idle()
    assert bo.device.seats == (2,)
    await ana.open(bo.link())
    for place, seat in ((ana, 0), (cem, 1), (bo, 2)):
        assert place.device.has_started
        assert place.ask("table") == {
            str(other): "here" if other == seat else "live" for other in range(3)
        }
    await play_on([ana, cem, bo], 4)
    assert len({place.device.moves for place in (ana, bo, cem)}) == 1


@awaited
async def test_latecomer_is_told_and_disturbs_no_other() -> None:
    ana, bo, cem, first, second = await two_answers(2)
    await ana.open(first.partition("&")[0])  # without a connection
    await ana.open(second)
    assert "All seats are taken" in ana.page.dialog + ana.page.regions["notice"]
    await cem.open(ana.link())
    assert "begun without this device" in cem.page.dialog + cem.page.regions["notice"]
    assert not cem.device.is_full
    await bo.open(ana.link())
    await ana.open(bo.link())
    ana.play()
    await bo.open(ana.link())
    assert bo.device.moves == ana.device.moves != ()


@awaited
async def test_guest_is_asked_for_a_name() -> None:
    ana = await Place().start()
    ana.run("new-game")
    for name, value in (("kind-1", "elsewhere"), ("kind-2", "elsewhere"), ("name-2", "Cem")):
        ana.fill_in(name, value)
    ana.fill_in("first", "0")
    ana.run("begin")
    await idle()
    bo = await Place().start()
    await bo.open(await ana.outcome("invite"))
    bo.run("join")
    assert "Please enter a name" in bo.page.dialog
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await idle()
    assert bo.device.names[1] == "Bo"
    cem = await Place().start()
    await cem.open(await ana.outcome("invite"))
    assert 'value="Cem"' in cem.page.dialog
