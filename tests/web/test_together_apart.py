"""Games by link: what is sent with a link, who is told whose turn it is, and what friends met."""

from __future__ import annotations

import asyncio

import pytest

from cacao_core.fair import device
from cacao_web.game.setup.found import found
from tests.web.places import Place, awaited, host, idle


@pytest.fixture(autouse=True)
def _fixed_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same tiles in each run."""
    given = iter(range(1, 100))
    monkeypatch.setattr(device, "_secret", lambda _given: bytes([next(given)]) * 32)


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
async def test_a_copied_link_says_which_game_it_is_and_whose_turn() -> None:
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
def test_a_name_before_the_link_is_not_taken_for_it(name: str) -> None:
    message = "f2" + "aB-9_" * 50
    said = f"Cacao: {name} · Bo. Turn 3: it is Bo’s turn.\nhttps://example.org/#{message}&a=xyz"
    assert found(said) == f"{message}&a=xyz"


@pytest.mark.parametrize(("shares", "first"), [(True, "Share…"), (False, "Copy link")])
@awaited
async def test_the_primary_way_to_send_a_link_comes_first(shares: bool, first: str) -> None:
    bo, _ana = await apart(shares=shares)
    await decide(bo)
    bo.run("send-on")
    buttons = bo.page.dialog.partition('class="buttons"')[2].partition("</div>")[0]
    assert buttons.count("primary") == 1
    assert first in buttons.partition("</button>")[0]
    assert "primary" in buttons.partition("</button>")[0]


# --- Fewer messages ------------------------------------------------------------------------------


@awaited
async def test_what_needs_no_person_is_in_a_link_that_is_made_at_once(
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
        assert reader.session.looking is not None
        if reader.session.automatic_move():
            break
        reader.run("now")
        await idle()
    before, seat = len(reader.device.moves), reader.session.game.to_move
    assert seat in reader.session.persons
    reader.link()
    assert len(reader.device.moves) > before
    assert reader.session.automatic_move() is None
    assert reader.session.looking is None
