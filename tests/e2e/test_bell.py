"""From Ana's turn to Bo's notification, with Bo's page closed: page, broker, bell and worker.

The push service is a stand-in, and Chromium gets what is pushed by its interface for debugging: a
headless one subscribes nowhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from making.bell import Bell
from making.broker import Broker
from tests.e2e.conftest import READY, OpenPage, settled
from tests.e2e.pages import NOT_DRAWN, PATIENCE
from tests.e2e.probe import CAN_DECIDE, until
from tests.e2e.test_links import fragment
from tests.e2e.test_relay import all_by_relay, join_by_taps, settings
from tests.e2e.test_together import begin_together, play
from tests.site.pushes import PushService, push_service, watched_since
from tests.web.bells import Phone, encoded

_SUBSCRIBES: Final = """(() => {
    const subscription = { endpoint: ENDPOINT, toJSON: () => (KEYS) };
    window.PushManager = class {};
    window.Notification = class { static permission = "default"; };
    Notification.requestPermission = async () => (Notification.permission = "granted");
    const pushManager = { getSubscription: async () => null, subscribe: async () => subscription };
    Object.defineProperty(ServiceWorkerRegistration.prototype, "pushManager",
        { get: () => pushManager });
})();"""
"""A script: the browser can be pushed to, at the stand-in."""
_SHOWN: Final = """() => {
    self.shown = [];
    self.registration.showNotification = async (title, options) => {
        self.shown.push([title, options.body, options.data]);
    };
}"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as made:
        yield made


@pytest.fixture
def bell(broker: Broker, service: PushService, tmp_path: Path) -> Iterator[Bell]:
    made = Bell(broker, tmp_path / "bell.sqlite", service.address, "--quiet", "0.1")
    yield made
    made.stop()


@pytest.fixture
def open_here(broker: Broker, open_page: OpenPage) -> OpenPage:
    return partial(open_page, stored=settings(broker))


@pytest.fixture
def bos(browser: Browser, broker: Broker) -> Iterator[BrowserContext]:
    """Bo's browser."""
    context = browser.new_context(reduced_motion="reduce", has_touch=True)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(NOT_DRAWN)
    kept = json.dumps(settings(broker))
    script = f"if (origin !== 'null') Object.assign(localStorage, {kept}, {{ ...localStorage }})"
    context.add_init_script(script)  # the frame with the relay has no storage
    yield context
    context.close()


def subscribing(phone: Phone) -> str:
    keys = {"p256dh": phone.p256dh, "auth": encoded(phone.auth)}
    told = {"endpoint": phone.endpoint, "keys": keys}
    script = _SUBSCRIBES.replace("ENDPOINT", json.dumps(phone.endpoint))
    return script.replace("KEYS", json.dumps(told))


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(READY, state="attached")
    return page


def delivered(context: BrowserContext, mark: str) -> None:
    """Chromium hands a push to the service worker of its profile."""
    page = context.new_page()
    session: Any = context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated",
               lambda told: found.extend(told["registrations"]))  # fmt: skip
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    registration = found[0]
    origin = registration["scopeURL"].split("/", 3)
    session.send("ServiceWorker.deliverPushMessage",
                 {"origin": "/".join(origin[:3]), "data": mark,
                  "registrationId": registration["registrationId"]})  # fmt: skip


@pytest.mark.nightly
def test_turn_rings_at_a_closed_page(
    open_here: OpenPage,
    bell: Bell,
    bos: BrowserContext,
    service: PushService,
    site: str,
    broker: Broker,
) -> None:
    phone = Phone(f"{service.address}/bo")
    bos.add_init_script(subscribing(phone))
    ana = open_here()
    begin_together(ana, "person", "elsewhere")
    link = ana.locator("#link").input_value()
    bo = opened(bos, f"{site}#{fragment(link)}")
    worker = bos.service_workers[0] if bos.service_workers else bos.wait_for_event("serviceworker")
    join_by_taps(bo, "Bo")
    ana.get_by_role("button", name="Let Bo in").click()
    all_by_relay([ana, bo])
    expect(bo.locator("#task")).not_to_contain_text("will let you in")  # the dialog for that closes
    bo.locator("#bar [data-command=share]").click()
    with watched_since(broker.port):
        bo.locator("#notify-me").click()
        expect(bo.locator("#notice")).to_contain_text("also while this page is closed")
    bo.locator("dialog [data-command=close]").click()
    while not ana.evaluate(CAN_DECIDE):
        play([bo], 1)
    game = bo.evaluate("location.hash")
    bo.close()
    while ana.evaluate(CAN_DECIDE):
        ana.evaluate("cacao.play(cacao.legalMoves()[0])")
        settled(ana)
    service.wait(1)
    [(_path, body, _when)] = service.came
    mark = phone.opened(body)
    assert len(mark) == 8
    worker.evaluate(_SHOWN)
    delivered(bos, mark)
    until(worker.evaluate, "shown.length === 1")
    [[title, told, address]] = worker.evaluate("shown")
    assert ("Bo" in title or "You" in title, told, address) == (True, "It is your turn", game)
