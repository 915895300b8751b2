"""What people are told in games with other devices: names, draws, and what was found."""

from __future__ import annotations

from typing import get_args

import pytest

from cacao_core.fair.errors import Cheating, Finding
from cacao_web.features.together import model
from cacao_web.game.players import Sitter, coloured
from cacao_web.game.texts import people
from tests.web.driven import awaited
from tests.web.live_standin import Wire
from tests.web.places import Place, host, idle, play_by_link, play_on, table


@pytest.mark.parametrize("other", ["Ana", "ANA", "Ａｎａ", "A\u200bna", "Ana\u3164"])
def test_two_names_that_look_alike_get_their_colour(other: str) -> None:
    players = coloured((Sitter("Ana"), Sitter(other), Sitter("Bo")))
    assert [sitter.said for sitter in players] == ["Ana (red)", f"{other} (purple)", "Bo"]
    assert [sitter.name for sitter in players] == ["Ana", other, "Bo"]
    renamed = coloured((players[0], players[1]._replace(name="Cem")))
    assert [sitter.said for sitter in renamed] == ["Ana", "Cem"]


@awaited
async def test_sentences_tell_two_with_the_same_name_apart() -> None:
    """Neither knew of the other when they joined."""
    ana = await host(3)
    places = [ana, await Place().start(), await Place().start()]
    for guest in places[1:]:
        await guest.open(await ana.outcome("invite"))
    for seat, name in ((1, "Bo"), (2, "Ｂｏ")):
        places[seat].fill_in(f"name-{seat}", name)
        places[seat].run("join")
        await idle()
        await ana.open(places[seat].app.features.get("together").outbox.address)
    await play_on(places, 2)
    assert ana.device.names[1:] == ("Bo", "Ｂｏ")
    for place in places:
        said = place.session.said((1, 2))
        assert said == [f"Bo ({place.session.sitters[1].colour})",
                        f"Ｂｏ ({place.session.sitters[2].colour})"]  # fmt: skip
    places[2].run("say", "0")
    await idle()
    assert ana.page.said[-1].startswith(f"{ana.session.sitters[2].said}: ")


@awaited
async def test_name_of_somebody_who_is_there_is_refused() -> None:
    ana = await host(3)
    bo = await Place().start()
    await bo.open(await ana.outcome("invite"))
    bo.fill_in("name-1", f"{ana.device.names[0].upper()}\U0001bca0")
    bo.run("join")
    assert "is at the table already" in bo.page.dialog


@awaited
async def test_three_devices_see_characters_to_compare_once() -> None:
    places = await table(3)
    code = places[0].device.fingerprint
    assert code
    for place in places:
        told = place.page.regions["notice"]
        assert f"All devices of this game show the same ten characters: {code}." in told
        assert "Compare them if you like:" in told
    token = places[0].device.token
    await play_on(places, 6)
    for place in places:
        place.run("home")
        await idle()
        place.run("resume", f"t{token}")
        assert code not in place.page.regions["notice"]


@awaited
async def test_two_devices_have_nothing_to_compare() -> None:
    for place in await table(2):
        assert place.device.fingerprint not in place.page.regions.get("notice", "")


async def awaiting_draw() -> tuple[list[Place], Place]:
    """Two devices by link, and the one that awaits a draw of the other."""
    places = await table()
    places[0].cut()
    await idle()
    while not any(place.device.awaits_draw for place in places):
        await play_by_link(places, 1)
    return places, next(place for place in places if place.device.awaits_draw)


@awaited
async def test_draw_is_known_to_its_device_only() -> None:
    places, waiting = await awaiting_draw()
    told = waiting.page.regions["task"]
    assert "Until the answer is here, only that device knows the draw." in told
    for _step in range(4):
        await play_by_link(places, 1)
        for place in places:
            assert ("knows the draw" in place.page.regions["task"]) == place.device.awaits_draw


@awaited
async def test_device_that_may_lack_more_than_a_draw_says_nothing_of_it() -> None:
    _places, waiting = await awaiting_draw()
    waiting.link()
    waiting.run("move")
    new = await Place().start()
    await new.open(str(waiting.app.features.get("together").outbox.address))
    new.run("move-here")
    await idle()
    assert "may not know the latest turns" in new.page.regions["task"]
    assert "knows the draw" not in new.page.regions["task"]


@awaited
async def test_draw_is_told_at_a_live_table(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, _bo = await table()
    monkeypatch.setattr(Wire, "send", lambda _wire, _text: None)
    while not ana.device.awaits_draw:
        ana.play()
        await idle()
    told = ana.page.regions["task"]
    assert "Player 2’s device draws the new tiles, and only it knows them yet." in told


@pytest.mark.parametrize("kind", get_args(Finding))
@awaited
async def test_finding_has_a_sentence_without_its_reason(kind: Finding) -> None:
    ana = await host()
    reason = "link 3 is not of the chain to which the device is committed"
    told = {
        one: model.cheating(Cheating(f"Bo: {reason}", 1, 7, one), ana.session)
        for one in get_args(Finding)
    }
    assert len(set(told.values())) == len(told)
    assert told[kind].startswith("Turn 7: ")
    assert "Player 2’s " in told[kind]
    assert reason not in told[kind]
    before = model.cheating(Cheating(f"Bo: {reason}", 1, 0, kind), ana.session)
    assert before.startswith("Before the first turn: ")


# --- Several names in a sentence ---------------------------------------------------------------


def test_several_names_have_their_verb() -> None:
    assert people.wanting_to_join([["Ann"]]) == "Ann wants to join."
    assert people.wanting_to_join([["Ann", "Bo"], ["Cem"]]) == (
        "Ann and Bo want to join. Cem wants to join."
    )
    assert people.departed(["Ann", "Bo"]) == "Ann and Bo have left the game."


@awaited
async def test_two_who_have_not_joined_are_two() -> None:
    ana = await host(3)
    assert "Player 2 and Player 3 have not joined yet." in ana.page.regions["task"]
