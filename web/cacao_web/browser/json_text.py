"""Reads JSON from untrusted sources without harm to the page."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any, Final

DEEPEST: Final = 50
"""The number of brackets that may be open at once. Python's parser is recursive: in a browser,
thousands of levels overflow the stack of the whole page."""
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_STEP: Final = {"[": 1, "{": 1, "]": -1, "}": -1}


def read_json(text: str) -> Any:  # noqa: ANN401  # any value
    """The value of a JSON text.

    Raises:
        ValueError: it is not JSON, or is nested too deeply.
    """
    brackets = re.findall(r"[\[\]{}]", _STRING.sub("", text))
    if max(accumulate(_STEP[bracket] for bracket in brackets), default=0) > DEEPEST:
        raise ValueError(f"more than {DEEPEST} brackets are open at once")
    return json.loads(text)
