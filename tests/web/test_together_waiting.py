"""Games with other devices that wait: for what, since when, and what else can be done."""

from __future__ import annotations

from cacao_web.features.together.browser.live import Signal
from tests.web.driven import awaited
from tests.web.places import Place, host, idle, play_ahead, play_on, table


async def turn_of(seat: int) -> list[Place]:
    """A live table of two at the turn of a seat."""
    places = await table()
    await play_on(places, 4)
    while not places[seat].session.deciding:
        await play_on(places, 1)
    return places


async def without_connection(seat: int) -> list[Place]:
    """The same after the connection has broken, and the notice has gone."""
    places = await turn_of(seat)
    places[0].cut()
    await idle()
    for place in places:
        place.app.shell.notices.clear()
    return places


def decide(place: Place) -> None:
    """All that a device can decide without the others."""
    for _decision in range(20):
        if place.session.deciding:
            place.play()
    assert not place.session.deciding


def later(*places: Place, clock: str = "12:07") -> None:
    for place in places:
        place.page.time = f"2026-11-20T{clock}:00.000+00:00"


def task(place: Place) -> str:
    place.app.table.drawing.waiting()
    return place.page.regions["task"]


@awaited
async def test_game_by_link_says_since_when_it_waits() -> None:
    ana, bo = await without_connection(1)
    assert "Waiting since 12:00." in task(ana)
    later(ana, bo)
    assert "Waiting since 12:00." in task(ana)
    ana = await ana.again()
    later(ana)
    assert "Waiting since 12:00." in task(ana)
    assert "Waiting" not in task(bo)
    decide(bo)
    link = bo.link()
    assert "Waiting since 12:07." in task(bo)
    later(ana, clock="12:09")
    await ana.open(link)
    assert "Waiting since 12:00." not in task(ana)


@awaited
async def test_invitation_says_since_when_it_waits() -> None:
    ana = await host()
    bo = await Place().start()
    later(bo, clock="12:03")
    await bo.outcome("load", await ana.outcome("invite"))
    for place, time in ((ana, "12:00"), (bo, "12:03")):
        later(place)
        place.app.shell.dialogs.redraw()
        for text in (place.page.dialog, task(place)):
            assert f"Waiting since {time}." in text
        assert "among your saved games" in place.page.dialog


@awaited
async def test_interrupted_connection_says_since_when() -> None:
    ana, _bo = await turn_of(1)
    assert "Waiting" not in task(ana)
    ana, bo = await turn_of(1)
    later(ana)
    for wire in ana.page.live.wires:
        wire.set(Signal.SHAKY)
    assert "is interrupted. It may come back soon. Waiting since 12:07." in task(ana)
    assert bo.session.deciding


@awaited
async def test_lost_connection_stays_in_sight() -> None:
    ana, bo = await without_connection(1)
    for place, name in ((ana, "Player 2"), (bo, "Player 1")):
        assert place.page.regions["notice"] == ""
        assert f"The connection to {name} is lost" in task(place)
    decide(bo)
    await ana.open(bo.link())
    for place in (ana, bo):
        assert "is lost" not in task(place)


async def take_slowly(place: Place) -> None:
    """The next connection of a device does not open yet."""

    async def take(_answer: str) -> None:
        """Nothing follows."""

    shared = place.app.features.get("together").shared_games.of(place.session)
    for offered in shared.carriers[-1].offers._offered.values():
        (await offered).offered.take = take


@awaited
async def test_failed_connection_is_told_on_both_sides() -> None:
    ana = await host()
    bo = await Place().start()
    answer = await bo.outcome("load", await ana.outcome("invite"))
    await take_slowly(ana)
    await ana.open(answer)
    assert "connection is being made" in task(ana)
    for place in (ana, bo):
        place.page.live.wires[-1].set(Signal.CLOSED)
    for place in (ana, bo):
        place.app.shell.notices.clear()
        assert "cannot reach each other directly" in task(place)
    assert "&a=" not in bo.link()


@awaited
async def test_browser_that_does_not_connect_says_so() -> None:
    ana = await host()
    bo = await Place().start()
    invitation = await ana.outcome("invite")
    await bo.outcome("load", invitation.partition("&o=")[0] + "&o=nonsense")
    bo.app.shell.notices.clear()
    assert "does not connect to the other device" in task(bo)


@awaited
async def test_answer_is_gone_when_the_game_goes_on_by_link() -> None:
    ana = await host()
    bo = await Place().start()
    answer = await bo.outcome("load", await ana.outcome("invite"))
    assert "Almost there" in bo.page.dialog
    await ana.open(answer.partition("&a=")[0])
    await bo.open(ana.link())
    assert bo.app.dialog == ""
    assert "goes on by link, without a connection" in task(bo)
    assert bo.session.deciding or bo.session.mode.awaited


@awaited
async def test_answer_never_covers_ones_own_turn() -> None:
    """It leaves with the next link, or with the button beside the sentence."""
    ana, bo = await without_connection(1)
    await bo.outcome("load", await ana.outcome("invite"))
    assert bo.session.deciding
    assert bo.app.dialog == ""
    assert "live as soon as Player 1 has opened your answer or next link" in task(bo)
    assert 'id="copy-answer"' in task(bo)
    decide(bo)
    await ana.open(bo.link())
    assert ana.session.reach.is_live
    assert bo.session.reach.is_live
    for place in (ana, bo):
        assert 'class="contact' not in task(place)


@awaited
async def test_answer_in_a_game_is_gone_in_ones_own_turn() -> None:
    ana, bo = await without_connection(1)
    await ana.outcome("load", await bo.outcome("invite"))
    assert "You play live as soon as Player 2 has opened this answer" in ana.page.dialog
    assert "Waiting since 12:00." in ana.page.dialog
    decide(bo)
    await ana.open(bo.link())
    assert ana.session.mode.awaited or ana.session.deciding
    assert ana.app.dialog == ""


@awaited
async def test_old_invitation_and_an_old_answer_lead_to_the_game() -> None:
    ana = await host()
    invitation = await ana.outcome("invite")
    bo = await Place().start()
    answer = await bo.outcome("load", invitation)
    await ana.open(answer)
    await play_on([ana, bo], 4)
    for place in (ana, bo):
        moves = place.device.moves
        place.run("home")
        await place.open(invitation)
        assert place.device.moves == moves
        assert place.app.dialog == ""
        assert "has been accepted: here is the game" in place.page.regions["notice"]
    await bo.open(answer)
    assert bo.app.dialog == ""
    assert "has been opened: here is the game" in bo.page.regions["notice"]


@awaited
async def test_running_game_is_deleted_after_a_question() -> None:
    ana, bo, cem = await table(3)
    await play_on([ana, bo, cem], 4)
    id = bo.session.id
    bo.run("home")
    bo.run("saved-game", id)
    bo.run("delete", id)
    assert "For the others this cannot be undone" in bo.page.dialog
    assert bo.app.saves.text(id)
    bo.run("close")
    assert bo.app.saves.text(id)
    bo.run("delete", id)
    bo.run("delete-shared", id)
    await idle()
    assert not bo.app.saves.text(id)
    for place in (ana, cem):
        place.app.shell.notices.clear()
        assert "Player 2 has left the game." in task(place)
        assert "is lost" not in task(place)


@awaited
async def test_deleted_game_is_brought_back_and_goes_on() -> None:
    ana, bo = await turn_of(1)
    id = bo.session.id
    bo.run("home")
    bo.run("delete", id)
    bo.run("delete-shared", id)
    await idle()
    bo.run("restore")
    bo.run("resume", id)
    await idle()
    decide(bo)
    moves = bo.device.moves
    await ana.open(bo.link())
    assert ana.device.moves[: len(moves)] == moves
    assert "has left" not in task(ana)


@awaited
async def test_game_is_deleted_in_another_tab_than_its_own() -> None:
    ana, bo = await turn_of(1)
    id = bo.session.id
    tab = await Place(store=bo.store, tabs=bo.page.live.tabs).start()
    tab.run("delete", id)
    tab.run("delete-shared", id)
    await idle()
    assert bo.app.session is None
    assert not bo.app.saves.text(id)
    assert "Player 2 has left the game." in task(ana)


@awaited
async def test_finished_game_is_deleted_without_a_question() -> None:
    ana, bo = await table()
    await play_ahead([ana, bo], left=1)
    await play_on([ana, bo])
    id = ana.session.id
    ana.run("home")
    ana.run("delete", id)
    assert not ana.app.saves.text(id)


@awaited
async def test_device_in_doubt_gets_the_link_of_everybody_whom_it_asks() -> None:
    """By link with three: one of its questions is answered in a link for somebody else."""
    places = ana, bo, cem = await table(3)
    ana.cut()
    await idle()
    cem.device.step_back()
    asks = cem.link()
    assert "Send Player 1 and Player 2 your link, and open the answer" in task(cem)
    for _time in range(2):  # the first answer goes to somebody else
        await bo.open(asks)
        assert "Player 3’s device may not know the latest turns. Send it your link" in task(bo)
        bo.run("home")
        assert "send your link to" in str(bo.page.regions["saves"])
        assert "Player 3" in str(bo.page.regions["saves"])
        bo.run("resume", bo.app.saves.ids()[0])
        answer = bo.link()
        assert "may not know" not in task(bo)
    await ana.open(asks)
    for link in (answer, ana.link()):
        assert cem.device.is_unsure
        await cem.open(link)
    assert not cem.device.is_unsure
    await play_on([*places], 0)
