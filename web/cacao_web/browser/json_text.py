"""Reading JSON that others may have written: nothing in it may harm the page."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any, Final

DEEPEST: Final = 50
"""How many brackets may be open at once. In a browser, Python does not survive thousands of them:
its parser calls itself for each, until the stack of the whole page is full."""
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_STEP: Final = {"[": 1, "{": 1, "]": -1, "}": -1}


def read_json(text: str) -> Any:  # noqa: ANN401  # it may be anything
    """What a text says.

    Raises:
        ValueError: it is no JSON, or is nested too deeply.
    """
    brackets = re.findall(r"[\[\]{}]", _STRING.sub("", text))
    if max(accumulate(_STEP[bracket] for bracket in brackets), default=0) > DEEPEST:
        raise ValueError(f"more than {DEEPEST} brackets are open at once")
    return json.loads(text)
