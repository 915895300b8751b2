"""A feature is its folder and one line in ``app.py``: the page is whole without it."""

from __future__ import annotations

import re

import pytest

from cacao_web import app as page_app
from cacao_web.browser.store import MemoryStore
from cacao_web.features import agricola
from tests.web.driven import App, awaited, begin, settled, started
from tests.web.standin import StandIn

LEFT_OUT = (agricola.FEATURE,)
OPENING = ("companion", "rules", "settings", "statistics", "daily", "matches", "puzzles", "ladder",
           "studies", "setup", "library", "lesson", "about")  # fmt: skip
"""Commands that open a dialog, where they are known."""


@pytest.fixture(params=LEFT_OUT, ids=lambda feature: str(feature.name))
def left_out(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    features = tuple(one for one in page_app.FEATURES if one is not request.param)
    assert len(features) == len(page_app.FEATURES) - 1
    monkeypatch.setattr(page_app, "FEATURES", features)
    return str(request.param.name)


def dead(page: StandIn, app: App) -> set[str]:
    """Commands of buttons on the page and in its dialog that nobody knows."""
    shown = page.dialog + "".join(text for name, text in page.regions.items() if "@" not in name)
    commands = set(re.findall(r'data-command="([^"]+)"', shown))
    return {name for name in commands if not app.features.knows(name)}


@awaited
async def test_page_without_a_feature_has_no_dead_button(left_out: str) -> None:
    page = StandIn()
    app = await started(page, MemoryStore())
    assert dead(page, app) == set()
    assert not app.features.knows(left_out)
    for command in filter(app.features.knows, OPENING):
        page.intent(command, "")
        assert dead(page, app) == set(), command
        for place in re.findall(r'data-command="companion-go" data-value="([^"]+)"', page.dialog):
            page.intent(command, "")
            page.intent("companion-go", place)
            assert dead(page, app) == set(), place
        page.intent("close", "")
    begin(page)
    page.intent("cell", "1,0")
    page.intent("confirm", "")
    await settled(app)
    assert app.game.record.moves
    assert dead(page, app) == set()
    assert [one for one in page.reports if not one.startswith("puzzles:")] == []


@awaited
async def test_what_was_shown_of_it_is_forgotten(left_out: str) -> None:
    page = StandIn()
    page.place = f"{left_out}\nfarm/0"
    app = await started(page, MemoryStore())
    assert not app.dialog
    assert not page.reports
