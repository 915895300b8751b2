"""Matches of several games with other devices: by relay, live and by link."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cacao_core import Deal
from cacao_core.fair import Device
from cacao_core.notes import Notes
from cacao_web.features.matches import saved_rounds
from cacao_web.features.together import model
from cacao_web.game.dealer import STOOD_IN
from cacao_web.game.matches.series import GAMES
from cacao_web.game.origin import About
from cacao_web.game.players import ELSEWHERE, PERSON, Sitter
from tests.web.broker import Brokers, RelaysStandIn
from tests.web.driven import awaited
from tests.web.places import Place, calm, host, idle, play_ahead, play_by_link, play_on
from tests.web.relayed import RELAY, all_done, brokers, guest_of, reopened

pytestmark = pytest.mark.usefixtures("at_once")

TOKENS = ("0123456789ab", "ba9876543210")


# --- What an invitation says ---------------------------------------------------------------------


def test_invitation_without_a_match_has_the_characters_that_it_had() -> None:
    players = (Sitter("Ana"), Sitter("Bo"))
    assert model.options(players) == "rp"
    assert model.match_in("rp", 2) is None


@pytest.mark.parametrize("count", range(GAMES))
def test_games_before_stand_in_the_invitation(count: int) -> None:
    before = tuple(map(model.saved_as, TOKENS[:count]))
    for kind in (PERSON, "easy"):
        players = (Sitter("Ana"), Sitter("Bo", ELSEWHERE), Sitter("Eva", kind))
        text = model.options(players, before)
        assert model.match_in(text, 3) == before
        assert model.colours(text, 3) == ["red", "purple", "white"]
    about = About(before=before)
    assert About.of(about.told()).before == before


@pytest.mark.parametrize(
    "text",
    ["", "rp", "rpx", "rpm0", f"rpm{TOKENS[0].upper()}", f"rpm{TOKENS[0]}{TOKENS[0]}",
     f"rpm{TOKENS[0]}m", f"rpm{''.join(TOKENS)}{'f' * 12}"],
)  # fmt: skip
def test_damaged_text_is_no_match(text: str) -> None:
    assert model.match_in(text, 2) is None


# --- Playing ------------------------------------------------------------------------------------


async def by_relay(network: Brokers, players: int = 2) -> list[Place]:
    """Devices in the first game of a match by relay."""
    places = [await host(players, length="match", relays=RelaysStandIn(network, RELAY))]
    address = await places[0].outcome("invite")
    places += [await guest_of(address, network) for _guest in range(players - 1)]
    await calm()
    return places


async def finish(places: Sequence[Place]) -> None:
    """Play the game of a match to its end."""
    await play_ahead(places, left=1)
    await play_on(places, rest=calm)
    await all_done(list(places))


def shown(place: Place) -> str:
    """The table of the match in the result, the same for everybody but for who "you" are."""
    found = place.page.dialog.replace(" (you)", "")
    return found[found.index('<section class="contest">') : found.index("</section>")]


async def next_game(places: Sequence[Place]) -> None:
    """By the relay: the second device wants the next game, and the others answer."""
    places[1].run("next-round")
    await calm()
    waiting = places[1].page.regions["task"]
    assert "wants to go on with the match." in places[0].page.regions["task"]
    assert "been asked to go on with the match." in waiting
    for place in (*places[:1], *places[2:]):
        place.run("next-round")
        await calm()
    assert len({place.device.token for place in places}) == 1
    assert all(place.device.has_started and not place.device.moves for place in places)


@pytest.mark.long
@awaited
async def test_match_by_relay_has_the_same_table_everywhere() -> None:
    places = await by_relay(brokers(), 3)
    games = []
    for number in range(1, GAMES + 1):
        await finish(places)
        games.append(places[0].session)
        for place in places:
            assert f"Match, game {number} of 3" in shown(place)
            assert shown(place) == shown(places[0])
            assert f"{place.session.sitters[place.device.seats[0]].said} (you)" in place.page.dialog
        if number < GAMES:
            winner = max(places[0].session.game.winners(), key=lambda seat: -seat)
            name = places[0].session.sitters[winner].name
            await next_game(places)
            for place in places:
                assert place.session.about.before == tuple(game.id for game in games)
                assert place.session.sitters[0].name == name
                assert "points in this match" in place.page.regions["villages"]
    match = saved_rounds.before(places[0].session, places[0].app.shell.saves)
    assert match
    after = match.after(places[0].session)
    assert after
    assert after.match.is_over
    best = [after.players[row.player] for row in after.match.standings() if row.place == 1]
    for place in places:
        assert "match" in place.page.dialog.partition("</h2>")[0]  # wins, or is shared
        await calm()
        here = [place.device.names[seat] for seat in place.device.seats]
        is_alone = [one.name for one in best] == here
        assert ("You win the match" in place.page.dialog) == is_alone
        assert place.page.celebrated_more == any(one.name in here for one in best)
        place.run("home")
        assert "Match, game 3 of 3" in str(place.page.regions["saves"])


@awaited
async def test_live_guest_asks_and_the_host_goes_on() -> None:
    ana = await host(2, length="match")
    bo = await Place().start()
    answer = await bo.outcome("load", await ana.outcome("invite"))
    await ana.outcome("load", answer)
    await idle()
    await play_ahead([ana, bo], left=1)
    await play_on([ana, bo])
    first = ana.session
    bo.run("next-round")
    await idle()
    assert "wants to go on with the match." in ana.page.regions["notice"]
    assert "has been asked to go on with the match." in bo.page.regions["notice"]
    ana.run("next-round")
    await idle()
    assert bo.app.dialog == "join"
    assert "Match, game 2 of 3" in bo.page.dialog
    bo.run("join")
    await idle()
    for place in (ana, bo):
        assert place.device.has_started
        assert place.session.reach.is_live
        assert place.session.about.before == (first.id,)
        assert "points in this match" in place.page.regions["villages"]


async def match_by_link() -> tuple[Place, Place]:
    """Ana, who has begun a match, and Bo, in its first game; only links go between them."""
    ana = await host(2, length="match")
    ana.run("invite")
    await idle()
    bo = await Place((await ana.outcome("invite")).partition("#")[2]).start()
    assert "Match, game 1 of 3" in bo.page.dialog
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await idle()
    await ana.open(bo.app.features.get("together").outbox.address)
    for place in (ana, bo):
        place.cut()
    await idle()
    return ana, bo


@awaited
async def test_match_by_link_goes_on_with_the_same_names() -> None:
    """Bo has another name in the settings by now."""
    ana, bo = await match_by_link()
    await play_ahead([ana, bo], left=2)
    await play_by_link([ana, bo])
    first = ana.session.id
    bo.app.shell.preferences.change(name="Bobby")
    ana.run("next-round")
    await idle()
    address = await ana.outcome("invite")
    await bo.open(address)
    assert "readonly" in bo.page.dialog
    assert "In a match, names stay." in bo.page.dialog
    bo.run("join")
    await idle()
    await ana.open(bo.app.features.get("together").outbox.address)
    assert set(bo.device.names) == {"Player 1", "Bo"}
    assert ana.session.about.before == bo.session.about.before == (first,)
    for place in (ana, bo):
        assert "points in this match" in place.page.regions["villages"]
    bo.run("move")
    assert "finished games of the match stay here" in bo.page.dialog


@awaited
async def test_match_stands_in_the_tables_of_friends() -> None:
    """People without a name have no table."""
    network = brokers()
    ana = await host(2, length="match", relays=RelaysStandIn(network, RELAY), names=("Ana", "Bo"))
    bo = await guest_of(await ana.outcome("invite"), network)
    await calm()
    await finish([ana, bo])
    told = shown(ana)
    for place in (ana, bo):
        place.run("home")
        assert "Match, game 1 of 3: " in str(place.page.regions["saves"])
        place.run("statistics")
        await calm()
        found = place.page.dialog
        assert "Match, game 1 of 3: " in found[found.index("<summary") :]
        assert told in found


@awaited
async def test_finished_game_keeps_its_day_when_the_page_is_opened_later() -> None:
    network = brokers()
    ana, bo = await by_relay(network)
    ana.page.time = before = "2026-11-13T12:00:00.000+00:00"
    await finish([ana, bo])
    again = await reopened(ana, network)
    await calm()
    assert [saved.when for saved in again.app.saves.latest()] == [before]


# --- What counts for nothing -------------------------------------------------------------------


@awaited
async def test_game_that_was_ended_early_is_played_again() -> None:
    places = await by_relay(brokers())
    await finish(places)
    await next_game(places)
    waiting = next(place for place in places if place.device.may_end)
    waiting.app.features.get("together").early_end._say(waiting.session, Device.end)
    await calm()
    before = places[0].session.about.before
    for place in places:
        assert place.session.is_void
        assert "without a result" in place.page.regions["task"]
        assert "seat-" not in place.page.regions["task"]  # nobody has the turn
        assert "Play this game of the match again" in place.page.regions["content"]
    ended = places[0].session.id
    await next_game(places)
    for place in places:
        assert place.session.id != ended
        assert place.session.about.before == before
    await finish(places)
    assert "Match, game 2 of 3" in shown(places[0]) == shown(places[1])


@awaited
async def test_last_link_comes_before_an_early_end_is_played_again_by_link() -> None:
    ana, bo = await match_by_link()
    waiting = next(place for place in (ana, bo) if place.device.may_end)
    waiting.app.features.get("together").early_end._say(waiting.session, Device.end)
    await idle()
    assert "Send the last link" in waiting.page.regions["task"]
    assert "copy-on" in str(waiting.page.regions["content"])
    assert "next-round" not in str(waiting.page.regions["content"])
    waiting.link()
    await idle()
    waiting.app.table.drawing.all()
    assert "Play this game of the match again" in str(waiting.page.regions["content"])
    assert " active" not in str(waiting.page.regions["villages"])  # nobody has the turn


@awaited
async def test_game_that_a_computer_has_played_on_is_played_again_by_the_same_people() -> None:
    ana, bo = await by_relay(brokers())
    await finish([ana, bo])
    away = bo.device.seats[0]
    players = list(ana.session.sitters)
    players[away] = players[away]._replace(kind="easy")
    ana.session.sitters = tuple(players)
    ana.session.record = ana.session.record.with_notes(Notes({STOOD_IN: f"{away}@4"}))
    ana.run("result")
    assert "This game counts for nobody." in ana.page.dialog
    assert "Match, game 1 of 3" in shown(ana)
    assert "leads" not in shown(ana)
    assert "Play this game of the match again" in ana.page.dialog
    ana.run("next-round")
    await calm()
    assert ana.session.about.before == ()
    assert ana.session.sitters[away].is_elsewhere
    assert len(ana.device.seats) == 1


@pytest.mark.long
@awaited
async def test_nobody_plays_a_lost_game_of_a_match_again() -> None:
    """Her program is hers: she invites to game 2 once more."""
    ana, bo = await by_relay(brokers())
    await finish([ana, bo])
    first = ana.session
    await next_game([ana, bo])
    await finish([ana, bo])
    ana.run("resume", first.id)
    ana.run("next-round")  # by accident
    assert ana.session.about.before == (first.id,)
    assert ana.session.game.is_over
    for place in (ana, bo):
        place.run("resume", first.id)
    match = saved_rounds.before(ana.session, ana.app.shell.saves)
    assert match
    after = match.after(ana.session)
    assert after
    for place in (ana, bo):
        place.page.time = "2026-11-30T12:00:00.000+00:00"
    deal = Deal.shuffled(2)
    ana.app.features.get("matches").shared.begin(
        after.seated, deal, ana.session.options, (first.id,)
    )
    await calm()
    bo.run("rematch")
    await calm()
    await finish([ana, bo])
    for place in (ana, bo):
        assert "that game of the match was played before" in place.page.dialog
        assert "next-round" not in place.page.dialog


@awaited
async def test_device_without_the_games_before_tells_no_points() -> None:
    ana, bo = await by_relay(brokers())
    await finish([ana, bo])
    first = ana.session.id
    await next_game([ana, bo])
    bo.run("delete", first)
    assert "cannot count the points of that match any more" in bo.page.dialog
    assert first in bo.app.saves.ids()
    bo.run("delete-shared", first)
    await finish([ana, bo])
    assert "cannot tell the points" in bo.page.dialog
    assert "cannot tell the points" not in ana.page.dialog
    assert "next-round" not in bo.page.dialog


@awaited
async def test_other_people_do_not_play_the_match() -> None:
    """A program invites somebody else to the second game."""
    network = brokers()
    ana, bo = await by_relay(network)
    await finish([ana, bo])
    first = ana.session
    ana.run("home")
    players = (Sitter("Player 1", PERSON), Sitter("Eva", ELSEWHERE))
    shared = ana.app.features.get("matches").shared
    shared.begin(players, Deal.shuffled(2), first.options, (first.id,))
    await calm()
    eva = await guest_of(await ana.outcome("invite"), network)
    await calm()
    await finish([ana, eva])
    for place in (ana, eva):
        assert "cannot tell the points" in place.page.dialog
