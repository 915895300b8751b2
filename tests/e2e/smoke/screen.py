"""A person's view and actions in a window, for every engine."""

from __future__ import annotations

import json
import time
from typing import Any, Final

import pytest

from cacao_core import Record
from tests.e2e.smoke.drivers import PATIENCE, Driver

READY: Final = "(document.documentElement?.dataset.state ?? 'booting') !== 'booting'"
DECISION: Final = (
    "#board-targets .target, #tray .edges, #tray [data-command=uncover], dialog .scores"
)
_FOUND: Final = """[...document.querySelectorAll(SELECTOR)]
    .map(element => [element, element.getBoundingClientRect()])
    .filter(([element, box]) => box.width && box.height)"""
_MIDDLES: Final = f"""(() => {{
    let all = {_FOUND};
    const inside = ([, box]) => box.top >= 0 && box.bottom <= innerHeight;
    if (all.length && !inside(all[0])) {{
        all[0][0].scrollIntoView({{block: "center"}});
        all = {_FOUND};
    }}
    return all.map(([element, box]) => {{
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return [x, y, element.contains(document.elementFromPoint(x, y))];
    }});
}})()"""

_SITUATION: Final = """JSON.stringify({
    address: location.href,
    state: document.documentElement.dataset.state,
    owner: history.state,
    stored: Object.fromEntries(Object.entries(localStorage)
        .map(([key, text]) => [key, text.slice(0, 600)])),
    seen: document.body.innerText.slice(0, 2000),
    problems: window.problems,
}, null, 1)"""
"""Details of a page for the message after a timeout."""


class Screen:
    """A window with the page.

    Args:
        driver: drives it.
        touch: whether to press with a finger.
    """

    def __init__(self, driver: Driver, touch: bool = False) -> None:
        self.driver = driver
        self._act = driver.tap if touch else driver.click

    def open(self, address: str) -> None:
        """Load an address and wait for Python."""
        self.driver.open(address)
        self._started()

    def reload(self, at_once_after: str = "", at_once_before: str = "") -> None:
        """Reload the page, immediately after a script and before another, and wait for Python."""
        self.driver.reload(at_once_after, at_once_before)
        self._started()

    def _started(self) -> None:
        self.until(READY)
        said = self.driver.evaluate(
            "[document.documentElement.dataset.state,"
            " document.getElementById('failure-reason').textContent]"
        )
        assert said == ["ready", ""]

    def until(self, condition: str) -> None:
        """Wait until an expression is true in the page."""
        last = time.monotonic() + PATIENCE
        while not self.driver.evaluate(f"Boolean({condition})"):
            if crash := self.driver.crash():
                pytest.fail(crash)
            if time.monotonic() > last:
                pytest.fail(
                    f"it did not come to this: {condition}\n{self.driver.evaluate(_SITUATION)}"
                )
            time.sleep(0.05)

    def press(self, selector: str, index: int = 0, *, covered: bool = False) -> None:
        """Click or tap the middle of a visible element, as soon as nothing covers it.

        Args:
            selector: of the element, or of several.
            index: which of them.
            covered: whether another element may receive it.
        """
        last = time.monotonic() + PATIENCE
        script = _MIDDLES.replace("SELECTOR", json.dumps(selector))
        seen: list[tuple[float, float]] = []
        while True:
            middles = self.driver.evaluate(script)
            if middles:
                x, y, free = middles[index % len(middles)]
                if (free or covered) and [(x, y)] == seen[-1:]:  # it stands still
                    break
                seen.append((x, y))
            assert time.monotonic() < last, f"nothing to press: {selector}"
            time.sleep(0.02)
        self._act(x, y)

    def wait(self, selector: str) -> None:
        """Wait until a visible element is there."""
        self.until(f"{_FOUND}.length".replace("SELECTOR", json.dumps(selector)))

    def count(self, selector: str) -> int:
        """Number of visible elements."""
        script = f"{_FOUND}.length".replace("SELECTOR", json.dumps(selector))
        return int(self.driver.evaluate(script))

    def value(self, selector: str) -> str:
        """The value of a field."""
        return str(self.driver.evaluate(f"document.querySelector({json.dumps(selector)}).value"))

    def fill(self, selector: str, value: str) -> None:
        """Set a field, as a person would have."""
        self.driver.evaluate(
            f"(field => {{ field.value = {json.dumps(value)};"
            " for (const kind of ['input', 'change'])"
            " field.dispatchEvent(new Event(kind, {bubbles: true})); })"
            f"(document.querySelector({json.dumps(selector)}))"
        )

    def record(self) -> Record:
        """The game of the page."""
        return Record.from_text(self.driver.evaluate("window.cacao.record()"))

    def is_within(self, selector: str) -> bool:
        """Whether an element has a size and is wholly inside of the window."""
        box: Any = self.driver.evaluate(
            f"(box => [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom,"
            " box.width - 20, box.height - 20])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        return all(side >= -0.5 for side in box)
