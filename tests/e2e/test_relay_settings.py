"""The trial of a relay in the settings, with a real broker in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect

from making.broker import Broker
from tests.e2e.conftest import OpenPage
from tests.e2e.languages import speak


def test_a_relay_is_tried_and_what_is_wrong_is_said(
    open_unwatched: OpenPage, broker: Broker
) -> None:
    page = open_unwatched()
    told, field = page.locator("#relay-told"), page.locator("#field-relay")
    button = page.locator("[data-command=relay-try]")
    page.locator("[data-command=settings]:visible").first.click()
    page.locator("#live-settings summary").click()
    for language in ("de", "en"):  # whatever is drawn anew, what was unfolded stays so
        speak(page, language)
    expect(page.locator("#live-settings")).to_have_attribute("open", "")
    field.fill("bücher.local")  # Python's codec for such names is in the page's archive
    button.click()
    expect(told).to_have_text("xn--bcher-kva.local is not a public name. A relay needs one, such "
                              "as relay.example.org.")  # fmt: skip
    field.fill(broker.address)
    expect(told).to_have_text("")
    button.click()
    expect(told).to_contain_text(f"{broker.address} works. It does not delete old messages")
    expect(page.locator("#live-settings")).to_have_attribute("open", "")
    broker.stop()
    button.click()
    expect(told).to_contain_text(f"{broker.address} does not answer")
    broker.start()
