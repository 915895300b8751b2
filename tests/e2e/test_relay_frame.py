"""Relays in a real browser: a real broker, one that misbehaves, and what the frame cannot reach."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from making.broker import Broker, free_port
from tests.e2e.broker import odd_broker
from tests.e2e.conftest import OpenPage
from tests.e2e.hosts import Stranger
from tests.e2e.probe import RELAY_PROBE, until

HERE = "cacao/2/game/here/guest"


def _probed(page: Page) -> Page:
    page.evaluate(RELAY_PROBE)
    return page


def _tab(page: Page) -> Page:
    """Another tab of the same browser, which can be closed."""
    other = page.context.new_page()
    other.goto(page.url)
    until(other.evaluate, "document.documentElement.dataset.state === 'ready'")
    return _probed(other)


def _connect(page: Page, name: str, address: str, user: str = "user") -> Any:
    return page.evaluate(f"probe.connect('{name}', '{address}', 'game', '{user}')")


def _told(page: Page, *wanted: object) -> None:
    """The page is told this; what comes twice counts once."""
    until(page.evaluate, f"probe.told().some(one => one.join() === '{','.join(map(str, wanted))}')")


def test_messages_are_kept_read_deleted_and_a_closed_tab_leaves_its_will(
    open_page: OpenPage, broker: Broker
) -> None:
    page = _probed(open_page())
    assert page.locator("iframe").count() == 0
    assert page.evaluate("probe.isPossible()") is True
    sealed, opened, wrong = page.evaluate("probe.crypt()")
    assert (len(sealed), opened, wrong) == (2 * (12 + 5 + 16), "plain", [True] * 4)
    assert _connect(page, "host", broker.address) is False  # it does not delete by itself
    assert page.evaluate("probe.publish('host', 'cacao/2/game/a', 'one')") == "kept"
    _told(page, "host", "cacao/2/game/a", 3, "one")
    guest = _tab(page)
    assert _connect(guest, "guest", broker.address) is False
    _told(guest, "guest", "cacao/2/game/a", 3, "one")
    assert guest.evaluate(f"probe.publish('guest', '{HERE}', 'x')") == "kept"
    _told(page, "host", HERE, 1, "x")
    guest.close()
    _told(page, "host", HERE, 0, "")
    page.evaluate("probe.publish('host', 'cacao/2/game/a', '')")
    _told(page, "host", "cacao/2/game/a", 0, "")
    page.evaluate("probe.publish('host', 'cacao/2/game/here/again', 'here')")
    page.evaluate("probe.close('host'); probe.forget()")
    assert _connect(page, "again", broker.address) is False
    _told(page, "again", "cacao/2/game/here/again", 4, "here")
    assert page.evaluate("probe.told().every(one => one[2])")  # what was deleted does not come
    assert page.locator("iframe").count() == 1


def test_where_there_is_no_broker_and_where_there_is_none_any_more(
    open_unwatched: OpenPage, broker: Broker, stranger: Stranger
) -> None:
    page = _probed(open_unwatched())
    web = stranger.address.removeprefix("http://")
    for address in (f"localhost:{free_port()}", web, "no address", "user@localhost", "[::1]:80"):
        assert _connect(page, "a", address).startswith("UNREACHABLE")
    assert _connect(page, "a", broker.address) is False
    broker.stop()
    _told(page, "a", "lost", 0, "LOST")
    assert page.evaluate("probe.publish('a', 'cacao/2/game/a', 'x')").startswith("LOST")
    assert _connect(page, "a", broker.address).startswith("UNREACHABLE")
    broker.start()
    assert _connect(page, "b", broker.address) is False


def test_what_a_broker_refuses_and_what_expires(open_page: OpenPage) -> None:
    page = _probed(open_page())
    with odd_broker() as odd:
        assert _connect(page, "a", odd.address, "refused").startswith("REFUSED")
        assert _connect(page, "a", odd.address, "unread").startswith("NOT_READ")
        assert _connect(page, "a", odd.address, "nonsense").startswith("NO_BROKER")
        assert _connect(page, "full", odd.address, "unkept") is True
        assert page.evaluate("probe.publish('full', 't', 'x')").startswith("NOT_KEPT")
        assert _connect(page, "good", odd.address) is True
        for seconds in (5184000, 0):
            assert page.evaluate(f"probe.publish('good', 't', 'x', true, {seconds})") == "kept"
            _told(page, "good", "t", len(str(seconds)), seconds)
        assert _connect(page, "old", odd.address, "older") is False


def test_a_flood_costs_the_page_little(open_page: OpenPage) -> None:
    """Thirty-two topics, the newest message of each, no long ones, and no endless memory.

    How many are passed over depends on the machine.
    """
    page = _probed(open_page())
    with odd_broker() as odd:
        assert _connect(page, "wet", odd.address, "flood") is True
        _told(page, "wet", "t31", 4, "5931")
        told = page.evaluate("probe.told()")
        assert {topic for _, topic, _, _ in told} == {f"t{number}" for number in range(32)}
        assert {topic: text for _, topic, _, text in told}["t0"] == "5900"
        assert all(length <= 4 for _, _, length, _ in told)
        assert page.evaluate("probe.publish('wet', 't0', 'x')") == "kept"
        assert _connect(page, "great", odd.address, "huge") is True
        _told(page, "great", "lost", 0, "LOST")
        assert page.evaluate("probe.publish('wet', 't0', 'x')") == "kept"


def test_the_frame_reaches_nothing_and_the_page_no_relay(
    open_unwatched: OpenPage, broker: Broker, stranger: Stranger
) -> None:
    page = _probed(open_unwatched())
    assert _connect(page, "a", broker.address) is False
    [_, frame] = page.frames
    failed = "(work) => { try { return String(work()); } catch (error) { return error.name; } }"
    stores = ("localStorage", "document.cookie", "navigator.serviceWorker")
    for reached in ("parent.document", "parent.cacao", *stores):
        assert frame.evaluate(f"({failed})(() => {reached})") == "SecurityError", reached
    assert frame.evaluate("origin") == "null"
    for work in (f"fetch('{stranger.address}/a')", f"import('{stranger.address}/a.mjs')"):
        assert frame.evaluate(f"{work}.then(() => 'done', () => 'refused')") == "refused"
    address = f"ws://{broker.address}/mqtt"
    refused = """(address) => new Promise(resolve => {
        document.addEventListener("securitypolicyviolation", (e) => resolve(e.effectiveDirective));
        setTimeout(resolve, 60000, "nothing");
        try { new WebSocket(address, "mqtt").onopen = () => resolve("open"); } catch {}
    })"""
    assert page.evaluate(refused, address) == "connect-src"
    assert frame.evaluate(refused, stranger.address.replace("http://127.0.0.1", "ws://[::1]")) == (
        "connect-src"
    )
    assert stranger.asked == []
