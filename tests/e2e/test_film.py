"""A film of a game plays in a browser, by itself and by hand, also in a frame."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cacao_core import svg
from tests.core.helpers import example
from tests.e2e.conftest import Watch

RECORD = example("golden_v1_2_seed").renamed(None)
TURNS = len(RECORD.turns())
PAUSE = 1500
"""Milliseconds that a turn is shown."""


@pytest.fixture
def film(browser: Browser, tmp_path: Path) -> Iterator[Any]:
    """Opens a film from a file; no error may occur, and nothing else be loaded."""
    watch = Watch(tmp_path.as_uri())
    opened: list[Page] = []

    def open_one(motion: str = "reduce", **wishes: Any) -> Page:
        (tmp_path / "film.html").write_text(svg.film(RECORD, seconds=PAUSE / 1000), "utf-8")
        page = browser.new_page(reduced_motion=motion, **wishes)  # type: ignore[arg-type]
        page.clock.install(time=0)
        page.clock.pause_at(3600)  # from now on, time passes as a test says
        opened.append(page)
        watch.follow(page)
        page.goto((tmp_path / "film.html").as_uri())
        return page

    yield open_one
    for page in opened:
        page.close()
    assert watch.problems == []


def tiles(page: Page) -> int:
    return page.locator("#board [data-come]:visible").count()


def test_film_plays_to_the_result_by_itself(film: Any) -> None:
    page = film(motion="no-preference")
    told = page.locator("output")
    assert told.inner_text() == "The first position"
    page.clock.run_for(PAUSE - 1)
    assert told.inner_text() == "The first position"
    page.clock.run_for(1)
    assert told.inner_text() == f"Turn 1 of {TURNS}: Red"
    page.clock.run_for(PAUSE * (TURNS - 1))
    assert " won" in told.inner_text()
    assert page.locator("body").get_attribute("data-playing") == "no"
    game = RECORD.game()
    assert tiles(page) == len(game.jungle) + len(game.workers) - 2  # two are there from the start


@pytest.mark.nightly
def test_film_waits_where_less_motion_is_wanted(film: Any) -> None:
    page = film()
    page.clock.run_for(PAUSE * TURNS)
    expect(page.locator("output")).to_have_text("The first position")
    assert tiles(page) == 0
    page.get_by_role("button", name="Play or pause").click()
    page.clock.run_for(PAUSE * TURNS)
    expect(page.locator("output")).to_contain_text(" won")


def test_film_is_led_by_buttons_keys_and_slider(film: Any) -> None:
    page = film()
    told = page.locator("output")
    page.get_by_role("button", name="Next turn").click()
    expect(told).to_have_text(f"Turn 1 of {TURNS}: Red")
    first = RECORD.game(RECORD.turns()[1].at)
    assert tiles(page) == len(first.jungle) + len(first.workers) - 2
    page.keyboard.press("ArrowRight")
    expect(told).to_have_text(f"Turn 2 of {TURNS}: Purple")
    page.get_by_role("button", name="Previous turn").click()
    expect(told).to_have_text(f"Turn 1 of {TURNS}: Red")
    page.get_by_role("slider", name="Turn").fill("5")
    expect(told).to_have_text(f"Turn 5 of {TURNS}: Red")
    page.keyboard.press("End")
    expect(told).to_contain_text(" won")
    page.keyboard.press("Home")
    expect(told).to_have_text("The first position")


@pytest.mark.nightly
def test_film_without_scripts_shows_the_result(film: Any) -> None:
    page = film(java_script_enabled=False)
    expect(page.locator("nav")).to_be_hidden()
    game = RECORD.game()
    assert tiles(page) == len(game.jungle) + len(game.workers) - 2


@pytest.mark.nightly
def test_film_has_room_on_every_screen(film: Any) -> None:
    page = film()
    page.keyboard.press("End")
    for width, height in [(1440, 900), (390, 844), (480, 320)]:
        page.set_viewport_size({"width": width, "height": height})
        for selector in ("#beside > svg", "#board > svg", "button", "input", "output"):
            for element in page.locator(selector).all():
                box = element.bounding_box()
                assert box
                assert box["width"] >= 44
                assert min(box["x"], box["y"]) >= -1, selector
                assert box["x"] + box["width"] <= width + 1, selector
                assert box["y"] + box["height"] <= height + 1, selector


@pytest.mark.nightly
def test_film_plays_in_a_frame_of_another_page(film: Any, tmp_path: Path) -> None:
    page = film()
    (tmp_path / "other.html").write_text(
        '<iframe src="film.html" width="600" height="400" sandbox="allow-scripts"></iframe>'
    )
    page.goto((tmp_path / "other.html").as_uri())
    inside = page.frame_locator("iframe")
    inside.get_by_role("button", name="Next turn").click()
    expect(inside.locator("output")).to_have_text(f"Turn 1 of {TURNS}: Red")
