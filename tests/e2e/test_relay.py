"""Games through a relay (docs/relay.md): real browsers, a real broker, and somebody who reads it.

What the page does in each case is tested without a browser in tests/web/test_together_relay.py and
test_together_relay_troubles.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from making.broker import Broker
from tests.e2e.conftest import READY, UPRIGHT, OpenPage, Watch, reload, settled
from tests.e2e.outsider import Kept, Outsider, outsiders
from tests.e2e.probe import CAN_DECIDE
from tests.e2e.test_game import record_of
from tests.e2e.test_links import follow, fragment
from tests.e2e.test_together import begin_together, play, play_by_hand, same_moves

_TOPIC = re.compile(r"cacao/2/[0-9a-f]{32}/[0-9a-f]{16}(/pen|/here|/ping)?")
_MORE = 28
"""Bytes that encryption adds."""


def settings(broker: Broker) -> dict[str, str]:
    """The stored settings of a person who has entered the relay."""
    return {"cacao.settings": json.dumps({"relay": broker.address})}


@pytest.fixture
def open_here(broker: Broker, open_page: OpenPage) -> OpenPage:
    """Opens the site in a new profile whose relay is the broker."""
    return partial(open_page, stored=settings(broker))


@pytest.fixture
def outsider(browser: Browser, broker: Broker) -> Iterator[Outsider]:
    with outsiders(browser, broker.address) as made:
        yield made


def invite_by_taps(page: Page) -> str:
    """Three taps, and one link."""
    page.locator("#home [data-command=new-game]").tap()
    page.locator("#play-together").tap()
    page.locator("dialog .primary.big").tap()
    expect(page.locator("dialog .qr")).to_be_visible()
    return page.locator("#link").input_value()


def join_by_taps(page: Page, name: str) -> None:
    page.locator("dialog [name^=name-]").fill(name)
    page.locator("dialog .primary.big").tap()
    expect(page.locator("dialog")).to_be_hidden()


def all_by_relay(pages: Sequence[Page]) -> None:
    """Wait until all are at the table, and say so."""
    wanted = ["here", *["relay"] * (len(pages) - 1)]
    for page in pages:
        page.wait_for_function(
            "wanted => Object.values(cacao.table()).sort().join() === wanted",
            arg=",".join(wanted),
        )


def seat_link(page: Page) -> str:
    """The link with which a seat goes on in another browser."""
    page.locator("#bar [data-command=share]").click()
    page.locator("dialog [data-command=move]").click()
    link = page.locator("#link").input_value()
    page.locator("dialog [data-command=close]").click()
    return link


def parcels(kept: Kept) -> Kept:
    return {topic: payload for topic, payload in kept.items() if topic.count("/") == 3}


def nothing_is_told(kept: Kept) -> None:
    """All that the broker has is of the documented lengths, and presence."""
    for topic, payload in kept.items():
        assert _TOPIC.fullmatch(topic), topic
        if topic.endswith("/here"):
            assert payload == b"1"
        elif topic.endswith("/ping"):
            assert len(payload) == 8
        else:
            assert len(payload) - _MORE in (1024, 2048, 3072, 4096), topic


def the_address_has_no_secret(page: Page) -> None:
    assert re.fullmatch(r"g=[0-9a-f]{12}", fragment(page.url)), page.url


def first_screen_calls(pages: Sequence[Page]) -> None:
    """Whoever has to wait goes to the first screen, and is called from there."""
    while not (able := [page for page in pages if page.evaluate(CAN_DECIDE)]):
        pages[0].wait_for_timeout(50)  # a message is on its way
    [turn] = able
    other = next(page for page in pages if page is not turn)
    other.locator("#bar [data-command=home]").tap()
    expect(other.locator("#saves .waiting")).to_have_count(0)
    while turn.evaluate(CAN_DECIDE):
        turn.evaluate("cacao.play(cacao.legalMoves()[0])")
        settled(turn)
    expect(other).to_have_title("(1) Cacao")
    expect(other.locator("#saves .waiting")).to_contain_text("1 game with others waits for you")
    other.locator("#saves .save").tap()
    expect(other).to_have_title("Your turn – Cacao")


# --- At once -------------------------------------------------------------------------------------


def test_two_people_by_taps_a_reload_and_another_browser(
    open_here: OpenPage, outsider: Outsider
) -> None:
    ana = open_here(has_touch=True)
    link = invite_by_taps(ana)
    bo = open_here(fragment(link), has_touch=True, viewport=UPRIGHT)
    expect(bo.locator("dialog")).to_contain_text("invites you")
    the_address_has_no_secret(bo)
    join_by_taps(bo, "Bo")
    expect(bo.locator("#task")).to_contain_text("will let you in")
    ana.get_by_role("button", name="Let Bo in").tap()
    expect(ana.locator("dialog")).to_be_hidden()
    all_by_relay([ana, bo])
    play_by_hand([ana, bo], 3)
    for page in (ana, bo):
        the_address_has_no_secret(page)
    first_screen_calls([ana, bo])
    reload(bo)
    all_by_relay([ana, bo])
    play_by_hand([ana, bo], 2)
    same_moves([ana, bo])
    nothing_is_told(outsider.kept())

    phone = open_here(fragment(seat_link(bo)), has_touch=True)
    phone.locator("dialog [data-command=move-here]").click()
    the_address_has_no_secret(phone)
    expect(bo.locator("#task")).to_contain_text("another browser, which decides for this seat")
    play_by_hand([ana, phone], 3)
    same_moves([ana, phone, bo])
    bo.locator("#claim").tap()
    expect(phone.locator("#task")).to_contain_text("another browser, which decides for this seat")
    play_by_hand([ana, bo], 2)


# --- Apart ---------------------------------------------------------------------------------------


def leave(page: Page) -> None:
    """Close the page; the profile stays."""
    page.goto("about:blank")


def come(page: Page, site: str) -> None:
    """Open the first screen again."""
    page.goto(site)
    page.wait_for_selector(READY, state="attached")


# --- What may go wrong ---------------------------------------------------------------------------


@pytest.fixture
def open_with_losses(open_unwatched: OpenPage, broker: Broker, site: str) -> Iterator[OpenPage]:
    """The same, where connections to the broker may fail, and nothing else may."""
    watch = Watch(site)
    yield partial(open_unwatched, stored=settings(broker), listeners=watch.listeners)
    lost = f"console: WebSocket connection to 'ws://{broker.address}/mqtt' failed"
    assert [problem for problem in watch.problems if not problem.startswith(lost)] == []


def come_back(pages: Sequence[Page]) -> None:
    """The browser notices that there is a network again."""
    for page in pages:
        page.evaluate("dispatchEvent(new Event('online'))")


@pytest.mark.nightly
@pytest.mark.long
def test_four_people_and_a_relay_that_stops_forgets_and_is_full_of_junk(
    open_with_losses: OpenPage, outsider: Outsider, broker: Broker
) -> None:
    pages = [open_with_losses() for _page in range(4)]
    ana, *guests = pages
    begin_together(ana, "person", "elsewhere", "elsewhere", "elsewhere")
    link = ana.evaluate("cacao.invite()")
    for guest in guests:
        guest.evaluate("link => cacao.load(link)", link)
    all_by_relay(pages)
    play(pages, 4)
    same_moves(pages)
    nothing_is_told(outsider.kept())
    code = seat_link(guests[-1])

    broker.stop()
    for page in pages:
        expect(page.locator("#task .contact")).to_contain_text("The page keeps trying")
    _pass_a_move_on_by_link(pages)
    broker.start()
    outsider.connect()
    come_back(pages)
    all_by_relay(pages)
    same_moves(pages)
    outsider.wait(lambda kept: len(parcels(kept)) == len(pages))
    fresh = open_with_losses(fragment(code))
    fresh.locator("dialog [data-command=move-here]").click()
    expect(guests[-1].locator("#claim")).to_be_visible()
    pages[-1] = fresh
    all_by_relay(pages)
    same_moves(pages)

    outsider.put(dict.fromkeys(outsider.kept(), "junk" * 300))
    play(pages, 4)
    same_moves(pages)
    outsider.wait(lambda kept: all(len(one) != 1200 for one in parcels(kept).values()))


def _pass_a_move_on_by_link(pages: Sequence[Page]) -> None:
    """Whoever has the turn decides, and somebody else opens the link."""
    while not (able := [page for page in pages if page.evaluate(CAN_DECIDE)]):
        pages[0].wait_for_timeout(50)  # a message is on its way
    [turn] = able
    other = next(page for page in pages if page is not turn)
    turn.evaluate("cacao.play(cacao.legalMoves()[0])")
    settled(turn)
    moves = record_of(turn).moves
    assert len(moves) > len(record_of(other).moves)
    turn.locator("#bar [data-command=share]").click()
    follow(other, turn.locator("#link").input_value())
    other.wait_for_function("count => cacao.record().split('@').length > count", arg=len(moves))
    turn.locator("dialog [data-command=close]").click()


def test_foreign_relays_are_named_first_and_links_that_cannot_be_used_say_so(
    open_with_losses: OpenPage, broker: Broker
) -> None:
    link = invite_by_taps(open_with_losses(has_touch=True))
    page, sockets = open_with_losses(stored={}), list[str]()
    page.on("websocket", lambda socket: sockets.append(socket.url))
    dialog = page.locator("dialog")
    follow(page, link)
    expect(dialog).to_contain_text(f"travels by {broker.address}: a mailbox")
    assert sockets == []
    page.locator("[data-command=relay-go-on]").click()
    expect(dialog).to_contain_text("invites you")
    assert set(sockets) == {f"ws://{broker.address}/mqtt"}
    told: Any = {
        link.replace("#t=", "#t=AAAA"): "damaged",
        re.sub("#t=[^&]+", f"#t={'A' * 22}", link): "does not have this game",
        re.sub("#t=[^&]+", f"#k={'A' * 64}", link): "does not have this game",
    }
    for wrong, said in told.items():
        follow(page, wrong)
        expect(dialog).to_contain_text(said)
    broker.stop()
    follow(page, link)
    expect(dialog).to_contain_text("cannot be reached. Look at your network, and try again.")
