"""Remarks travel by every way on which a game travels, and can be muted."""

from __future__ import annotations

import pytest

from cacao_web.features.together import model
from cacao_web.features.together.talking import remarks
from tests.web.driven import awaited
from tests.web.places import Place, calm, idle, play_on
from tests.web.places import table as live_table
from tests.web.relayed import brokers, close, resumed, table

pytestmark = pytest.mark.usefixtures("at_once")


def heard(place: Place, text: str) -> bool:
    """Whether a remark was read out; after that it is shown for some seconds."""
    return any(text in said for said in place.page.said)


@awaited
async def test_remark_by_a_relay_is_shown_once() -> None:
    network = brokers()
    ana, bo = await table(network)
    bo.run("say", "2")
    await calm()
    assert heard(ana, "Wow!")
    assert not heard(ana, "Oh no!")
    again = await resumed(ana, network)
    assert not heard(again, "Wow!")


@awaited
async def test_remark_waits_for_somebody_who_is_away() -> None:
    network = brokers()
    ana, bo = await table(network)
    await close(ana)
    bo.run("say", "1")
    await calm()
    again = await resumed(ana, network)
    await calm()
    assert heard(again, "Oh no!")


@awaited
async def test_remark_in_the_name_of_somebody_else_is_not_shown() -> None:
    network = brokers()
    ana, bo = await table(network)
    text = "m=02.1764370000"
    proof = bo.device.prove("says", text.encode(), b"")
    for lie in (f"{text}&p={proof}", f"m=12.1764370000&p={proof}", "m=12.5&p=", "m=19.5", "m="):
        ana.app.features.get("together").called(ana.device.token, lie)
    await idle()
    assert not heard(ana, "Wow!")
    ana.app.features.get("together").called(
        ana.device.token, f"m=12.7&p={bo.device.prove('says', b'm=12.7', b'')}"
    )
    await idle()
    assert heard(ana, "Wow!")


@awaited
async def test_remark_is_part_of_a_link() -> None:
    ana, bo = await live_table()
    await play_on([ana, bo], 4)
    while not bo.session.deciding:
        await play_on([ana, bo], 1)
    ana.cut()
    await idle()
    for _decision in range(20):
        if bo.session.deciding:
            bo.play()
    bo.run("say", "3")
    link = bo.link()
    assert "&m=13" in link
    await ana.open(link)
    assert heard(ana, "Let me think…")
    assert model.read(link.partition("#")[2]).remark == "13"
    assert "&m=" not in ana.link()


@awaited
async def test_remarks_of_others_can_be_muted() -> None:
    network = brokers()
    ana, bo = await table(network)
    ana.run("speak")
    assert "Do not show what others say" in ana.page.dialog
    ana.fill_in("mute", "on")
    bo.run("say", "2")
    await calm()
    assert not heard(ana, "Wow!")
    ana.fill_in("mute", "")
    bo.run("say", "1")
    await calm()
    assert heard(ana, "Oh no!")


def test_only_known_remarks_are_read() -> None:
    assert remarks.read(remarks.code(3, 5)) == (3, 5)
    for text in ("", "1", "40", "16", "-1", "001", "a1", "١١"):
        assert remarks.read(text) is None
