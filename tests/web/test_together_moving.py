"""A seat that moves to another device of the same person."""

from __future__ import annotations

import pytest

from tests.web.places import Place, awaited, idle, play_on, table


async def moved(bo: Place) -> Place:
    """Bo's seat on another device; the first one leaves the decisions to it."""
    bo.run("move")
    address = str(bo.app.features.get("together").outbox.address)
    bo.run("moved")
    await idle()
    other = await Place().start()
    await other.open(address)
    assert "play on here for Player 2" in other.page.dialog
    other.run("move-here")
    await idle()
    return other


@pytest.mark.parametrize("turns", [0, 7])
@awaited
async def test_a_seat_moves_and_the_game_goes_on_by_link(turns: int) -> None:
    ana, bo = await table()
    await play_on([ana, bo], turns)
    ana.cut()
    other = await moved(bo)
    assert other.device.seats == (1,)
    assert "may not know what was decided last" in other.page.regions["task"]
    assert not other.session.deciding
    await other.open(ana.link())
    assert not other.device.is_unsure
    assert other.device.moves == ana.device.moves
    before = len(ana.device.moves)
    for _turn in range(6):
        if ana.session.deciding:
            ana.play()
            await other.open(ana.link())
        elif other.session.deciding:
            other.play()
            await ana.open(other.link())
    for reader, writer in ((ana, other), (other, ana)) * 5:  # single choices are answered at once
        await reader.open(writer.link())
    assert other.device.moves == ana.device.moves
    assert len(ana.device.moves) > before
    assert ana.device.cheats == other.device.cheats == ()


@awaited
async def test_the_first_device_decides_nothing_until_it_has_heard() -> None:
    ana, bo = await table()
    await play_on([ana, bo], 4)
    ana.cut()
    id = bo.session.id
    other = await moved(bo)
    bo.run("resume", id)
    await idle()
    assert bo.device.is_unsure
    assert not bo.session.deciding
    await other.open(ana.link())
    assert not other.device.is_unsure


@awaited
async def test_a_link_with_a_seat_that_is_here_opens_the_game() -> None:
    ana, bo = await table()
    await play_on([ana, bo], 4)
    bo.run("move")
    address = str(bo.app.features.get("together").outbox.address)
    await bo.open(address)
    assert "take part in this game already" in bo.page.regions["notice"]
    assert not bo.device.is_unsure
