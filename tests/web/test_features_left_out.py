"""A feature is its folder and its line in ``app.py``: the page is whole without them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from cacao_web import app
from cacao_web.features import agricola
from making.workshop import ROOT, WEB
from tests.web.driven import run as clocked
from tests.web.driven import started
from tests.web.standin import StandIn

_PAGE: Final = WEB / "cacao_web"
FEATURES: Final = sorted(file.parent.name for file in (_PAGE / "features").glob("*/__init__.py"))


def tried(folder: Path, features: Sequence[str] = ()) -> dict[str, Any]:
    """The faults of a copy of the page that lacks features, see :mod:`tests.web.without`."""
    page = folder / "cacao_web"
    without = shutil.ignore_patterns("__pycache__", "dom")
    shutil.copytree(_PAGE, page, ignore=without)
    for feature in features:
        shutil.rmtree(page / "features" / feature)
        app = page / "app.py"
        lines = app.read_text("utf-8").splitlines(keepends=True)
        its = re.compile(rf" +\*?{feature}(\.FEATURES?)?,")
        left = [line for line in lines if not its.match(line)]
        assert len(left) == len(lines) - 2, "its import, and its registration"
        app.write_text("".join(left), "utf-8")
    command = [sys.executable, "-m", "tests.web.without", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_whole_page_opens_every_dialog(tmp_path: Path) -> None:
    assert tried(tmp_path) == {"wrong": [], "unopened": {}}


@pytest.mark.long
@pytest.mark.parametrize(
    "features",
    [
        *(FEATURES[start::5] for start in range(5)),
        *(pytest.param([feature], marks=pytest.mark.nightly) for feature in FEATURES),
    ],
)
def test_page_works_without_features(tmp_path: Path, features: Sequence[str]) -> None:
    assert tried(tmp_path, features) == {"wrong": [], "unopened": {}}


def test_screen_of_a_feature_that_is_gone_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    rest = tuple(one for one in app.FEATURES if one is not agricola.FEATURE)
    monkeypatch.setattr(app, "FEATURES", rest)

    async def scenario() -> None:
        page = StandIn()
        page.place = "agricola\nfarm/0"
        assert not (await started(page)).dialog
        assert not page.reports

    clocked(scenario)


def test_every_style_of_a_feature_is_on_the_page() -> None:
    page = (WEB / "index.html").read_text("utf-8")
    for style in (_PAGE / "features").glob("*/style.css"):
        assert f'href="{style.relative_to(WEB).as_posix()}"' in page
