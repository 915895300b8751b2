"""Messages between the page and its workers: one JSON text each, so that only data is exchanged.

The page sends requests, each with a unique number, its kind, and the data for it::

    {"id": 1, "ask": "move", "record": "…", "level": "hard", "seed": 5, "milliseconds": 650}
    {"id": 2, "ask": "hints", "record": "…", "milliseconds": 2000}
    {"id": 3, "ask": "review", "record": "…", "budget": 300, "milliseconds": 3600000}
    {"id": 4, "ask": "share", "record": "…", "seed": 5, "results": [], "milliseconds": 3000}
    {"id": 5, "ask": "part", "record": "…", "seed": 5, "part": [7, 30, [0]], "milliseconds": 3000}
    {"id": 6, "ask": "ready", "milliseconds": 1000}
    {"id": 1, "ask": "cancel"}

The worker reports progress: at once when it begins, then now and again. It ends every request,
cancelled ones too, with one of the last three::

    {"id": 1, "progress": 0.25}
    {"id": 1, "answer": {"move": "W2101@1,0"}}
    {"id": 1, "error": "what was wrong"}
    {"id": 1, "cancelled": true}

Whatever runs the worker says if it cannot be started, or has crashed::

    {"id": 0, "failed": "what was wrong"}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from cacao_core import CacaoError
from cacao_web.browser.json_text import read_json

Data: TypeAlias = Mapping[str, Any]
"""The content of a JSON object."""

CANCEL: Final = "cancel"


class Message(NamedTuple):
    """A worker's message: exactly one of the fields after the number is set."""

    id: int  # number of the request
    progress: float | None = None  # share of the work that is done, 0 to 1
    answer: Data | None = None
    error: str | None = None  # why there is no answer
    cancelled: bool = False  # the request was cancelled, and work on it has ended
    failed: str | None = None  # why the worker cannot be started or reached, whatever the number


def request(number: int, ask: str, data: Data) -> str:
    return json.dumps({"id": number, "ask": ask, **data})


def cancel(number: int) -> str:
    return json.dumps({"id": number, "ask": CANCEL})


def said(number: int | None, **what: object) -> str:
    """The text of a worker's message about a request."""
    return json.dumps({"id": number, **what})


def failed(error: Exception) -> str:
    """The text that says why a worker cannot be started or reached."""
    return said(0, failed=str(error))


def read(text: str) -> Message:
    """Read a worker's message.

    Raises:
        CacaoError: it is not a valid message.
    """
    try:
        data = read_json(text)
        message = Message(**data)
    except (ValueError, TypeError):
        raise CacaoError(f"message {text!r:.80}: expected one of a worker's") from None
    if not isinstance(message.id, int) or len(data) != 2:
        raise CacaoError(f"message {text!r:.80}: expected a number and one word about it")
    return message
