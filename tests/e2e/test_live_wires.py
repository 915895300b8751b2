"""Connections between browsers (docs/live.md): two profiles, hidden addresses, no server."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from cacao_web.features.together.browser.sdp import from_text, to_text
from tests.e2e.conftest import OpenPage
from tests.e2e.probe import PROBE, told, until

REFUSES_ONCE: Final = """() => {
    const kind = RTCPeerConnection.prototype, real = kind.setRemoteDescription;
    kind.setRemoteDescription = () => {
        kind.setRemoteDescription = real;
        return Promise.reject(new DOMException("for a test", "InvalidAccessError"));
    };
}"""
"""A browser that does not accept the next answer."""


def _probed(open_page: OpenPage, **wishes: Any) -> Page:
    """A page whose objects for live play can be called from here."""
    page = open_page(**wishes)
    page.evaluate(PROBE)
    return page


def _begin(page: Page, address: str) -> None:
    """The same in a tab that was opened here."""
    page.goto(address)
    until(page.evaluate, "document.documentElement.dataset.state === 'ready'")
    page.evaluate(PROBE)


def _texts(host: Page, guest: Page) -> tuple[str, str]:
    """An offer, and the answer to it."""
    offer = host.evaluate("probe.offer()")
    return offer, guest.evaluate("offer => probe.answer(offer)", offer)


def _connect(host: Page, guest: Page, answer: str) -> None:
    """The answer arrives; wait until both sides are open."""
    host.evaluate("answer => probe.take(answer)", answer)
    for page in (host, guest):
        until(page.evaluate, "probe.signal() === 'OPEN'")


def test_wires_of_two_profiles_connect_talk_sleep_and_part(open_page: OpenPage) -> None:
    """By texts that are short and hide the addresses; a side that ends tells the other."""
    host, guest = _probed(open_page), _probed(open_page)
    offer, answer = _texts(host, guest)
    assert max(len(offer), len(answer)) <= 200
    assert all(form == "name" for form in host.evaluate("text => probe.forms(text)", offer))
    _refuse_wrong_texts(host, guest, offer, answer)
    _connect(host, guest, answer)  # the right one is still taken
    _talk(host, guest)
    _sleep_and_wake_up(host, guest)
    guest.evaluate("probe.send('last'); probe.close()")
    until(host.evaluate, "probe.signal() === 'CLOSED'")
    assert host.evaluate("probe.heard()[3]") == "last"
    assert host.evaluate("probe.signals()") == ["OPEN", "SHAKY", "OPEN", "CLOSED"]
    host.evaluate("probe.send('too late')")
    assert host.evaluate("probe.heard().length") == 4
    _connect(host, guest, _texts(host, guest)[1])
    guest.reload()
    until(host.evaluate, "probe.signal() === 'CLOSED'")


DESCRIBES_LATE: Final = """() => {
    const kind = RTCPeerConnection.prototype, real = kind.setRemoteDescription;
    kind.setRemoteDescription = async function (...given) {
        const hidden = { configurable: true, value: null };
        Object.defineProperty(this, "remoteDescription", hidden);
        await real.apply(this, given);
        await new Promise(resolve => setTimeout(resolve, 2000));
        delete this.remoteDescription;
    };
}"""
"""A busy browser: the connection opens a while before the page gets the other description."""


def test_text_that_comes_before_the_answer_is_taken_waits_for_it(open_page: OpenPage) -> None:
    """Until then, nobody can prove who is at the other end."""
    host, guest = _probed(open_page), _probed(open_page)
    answer = _texts(host, guest)[1]
    host.evaluate(DESCRIBES_LATE)
    host.evaluate("answer => { probe.take(answer) }", answer)
    until(guest.evaluate, "probe.signal() === 'OPEN'")
    guest.evaluate("probe.send('one'); probe.send('two')")
    until(host.evaluate, "probe.heard().length > 0")
    assert host.evaluate("probe.signals()") == ["OPEN"]
    until(host.evaluate, "probe.heard().length > 1")
    assert host.evaluate("probe.heard()") == ["one", "two"]


def _refuse_wrong_texts(host: Page, guest: Page, offer: str, answer: str) -> None:
    take = "text => probe.take(text)"
    parts = from_text(answer)
    elsewhere = to_text(replace(parts, id=parts.id ^ 1))
    host.evaluate(REFUSES_ONCE)
    assert "does not allow" in told(host.evaluate, take, answer)
    assert "not an answer" in told(host.evaluate, take, offer)
    assert "check digits" in told(host.evaluate, take, answer[:-1] + "_")
    assert "not an invitation" in told(guest.evaluate, "text => probe.answer(text)", answer)
    assert "another invitation" in told(host.evaluate, take, elsewhere)
    assert "STUN" in told(host.evaluate, "probe.offer(['turn:example.org'])")


def _talk(host: Page, guest: Page) -> None:
    host.evaluate("probe.send('Hello, ✓')")
    guest.evaluate("probe.send('x'.repeat(100000)); probe.send(''); probe.send('?')")
    until(guest.evaluate, "probe.heard().length === 1")
    until(host.evaluate, "probe.heard().length === 3")
    assert guest.evaluate("probe.heard()") == ["Hello, ✓"]
    assert [len(text) for text in host.evaluate("probe.heard()")] == [100000, 0, 1]
    assert "expected up to 100000" in told(host.evaluate, "probe.send('x'.repeat(100001))")
    assert host.evaluate("probe.signals()") == guest.evaluate("probe.signals()") == ["OPEN"]


def _sleep_and_wake_up(host: Page, guest: Page) -> None:
    """What was sent meanwhile arrives."""
    tools = guest.context.new_cdp_session(guest)
    tools.send("Debugger.enable")
    tools.send("Debugger.pause")  # nothing runs in it, as on a phone that sleeps
    until(host.evaluate, "probe.signal() === 'SHAKY'")
    host.evaluate("probe.send('while you slept')")
    tools.send("Debugger.resume")
    tools.detach()
    until(host.evaluate, "probe.signal() === 'OPEN'")
    until(guest.evaluate, "probe.heard().length === 2")


_FAST: Final = """() => {
    const clock = performance.now.bind(performance), wait = setTimeout, start = clock();
    performance.now = () => start + 5 * (clock() - start);
    window.setTimeout = (work, delay = 0, ...given) => wait(work, delay / 5, ...given);
}"""
"""From now on, the page's time passes five times as fast."""


@pytest.mark.nightly
def test_side_that_disappears_is_given_up(open_page: OpenPage) -> None:
    host, guest = _probed(open_page), _probed(open_page)
    _connect(host, guest, _texts(host, guest)[1])
    guest.evaluate("probe.silence()")
    guest.close()
    host.evaluate(_FAST)
    until(host.evaluate, "probe.signal() === 'CLOSED'")
    assert host.evaluate("probe.signals()") == ["OPEN", "SHAKY", "CLOSED"]


def test_tabs_pass_texts_on_and_only_one_holds_a_name(open_page: OpenPage) -> None:
    tab = _probed(open_page)
    other = tab.context.new_page()
    _begin(other, tab.url)
    assert _passed_on(tab, other) == ["two", "not mine", "four"]
    _hold(tab, other)
    other.close()
    until(tab.evaluate, "probe.hold('game')")
    assert len(tab.evaluate("probe.lost()")) == 1


_BUSY: Final = """setTimeout(() => {
    for (const end = performance.now() + 1000; performance.now() < end; );
}) && null"""
"""For a second, the page can do nothing else."""


def _passed_on(waiting: Page, other: Page) -> Any:
    """Texts that have arrived at the tab that waits."""
    assert other.evaluate("probe.post('answer', 'one')") is False
    assert waiting.evaluate("probe.hold('answer')") is True
    waiting.evaluate("probe.mail('answer')")
    assert other.evaluate("probe.post('answer', 'two')") is True
    assert other.evaluate("probe.post('answer', 'not mine')") is False
    assert other.evaluate("probe.post('else', 'three')") is False
    assert waiting.evaluate("probe.post('answer', 'to myself')") is False
    waiting.evaluate(_BUSY)
    assert other.evaluate("probe.post('answer', 'four')") is True
    waiting.evaluate("probe.endMail('answer')")
    assert other.evaluate("probe.post('answer', 'five')") is False
    return waiting.evaluate("probe.mails()")


def _hold(first: Page, second: Page) -> None:
    assert first.evaluate("probe.hold('game')") is True
    assert first.evaluate("probe.hold('game')") is True
    assert second.evaluate("probe.hold('game')") is False
    assert second.evaluate("probe.hold('other')") is True
    first.evaluate("probe.letGo('game')")
    until(second.evaluate, "probe.hold('game')")
    assert first.evaluate("probe.hold('game', true)") is True
    until(second.evaluate, "probe.lost().length === 1")
    assert second.evaluate("probe.hold('game')") is False
    assert first.evaluate("probe.lost().length") == 0
    assert second.evaluate("probe.hold('game', true)") is True
    until(first.evaluate, "probe.lost().length === 1")


_NOTIFICATIONS: Final = """
    window.shown = [];
    window.Notification = class {
        static permission = "default";
        static async requestPermission() { return (Notification.permission = "granted"); }
        constructor(title, options) {
            if (THROWS) throw new TypeError("Illegal constructor.");
            shown.push([title, options.body]);
        }
    };
    navigator.serviceWorker.getRegistration = async () => ({
        showNotification: async (title, options) => { shown.push([title, options.body]); }
    });
"""  # the headless browser has none


def test_title_notifications_and_a_screen_that_stays_on(open_page: OpenPage) -> None:
    page = _probed(open_page)
    usual = page.title()
    page.evaluate("probe.title('Your turn')")
    assert page.title() == "Your turn"
    page.evaluate("probe.title('')")
    assert page.title() == usual
    assert page.evaluate("probe.isHidden()") is False
    for throws in ("false", "true"):
        _notifications(page, throws)
    _awake(page)
    _without_any_of_it(page)


def _notifications(page: Page, throws: str) -> None:
    """In a browser whose constructor throws, the service worker shows them."""
    page.evaluate(_NOTIFICATIONS.replace("THROWS", throws))
    assert page.evaluate("probe.canNotify()") is True
    page.evaluate("probe.notify('Not allowed', 'yet', '#g=0')")
    assert page.evaluate("probe.askToNotify()") is True
    page.evaluate("probe.notify('Your turn', 'Ana has played', '#g=0')")
    until(page.evaluate, "shown.length === 1")
    assert page.evaluate("shown") == [["Your turn", "Ana has played"]], throws


def _awake(page: Page) -> None:
    """The screen stays on while it is wanted."""
    page.evaluate("""() => {
        window.asked = [];
        navigator.wakeLock.request = async kind => {
            asked.push(kind);
            const lock = {released: false};
            lock.release = async () => { lock.released = true; asked.push("released"); };
            return (window.lock = lock);
        };
    }""")
    page.evaluate("probe.awake(true)")
    until(page.evaluate, "asked.length === 1")
    page.evaluate("lock.released = true; document.dispatchEvent(new Event('visibilitychange'))")
    until(page.evaluate, "asked.length === 2")
    page.evaluate("probe.awake(false)")
    until(page.evaluate, "asked.length === 3")
    assert page.evaluate("asked") == ["screen", "screen", "released"]


def _without_any_of_it(page: Page) -> None:
    """In a browser that lacks it all, nothing goes wrong."""
    page.evaluate("""() => {
        for (const name of ["RTCPeerConnection", "Notification", "BroadcastChannel"])
            delete window[name];
        for (const name of ["locks", "wakeLock"]) delete Navigator.prototype[name];
    }""")
    assert page.evaluate("[probe.isPossible(), probe.canNotify()]") == [False, False]
    assert "does not allow" in told(page.evaluate, "probe.offer()")
    assert page.evaluate("probe.hold('game')") is True
    assert page.evaluate("probe.askToNotify()") is False
    assert page.evaluate("probe.post('answer', 'one')") is False
    page.evaluate("probe.mail('answer')")
    page.evaluate("probe.notify('Your turn', '', '#g=0')")
    page.evaluate("probe.awake(true)")
