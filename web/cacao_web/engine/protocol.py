"""What the page and its workers say to each other: one JSON text each, so nothing but data crosses.

The page sends requests, each with a number of its own, what is asked, and what that needs::

    {"id": 1, "ask": "move", "record": "…", "level": "hard", "seed": 5, "milliseconds": 650}
    {"id": 2, "ask": "hints", "record": "…", "milliseconds": 2000}
    {"id": 3, "ask": "review", "record": "…", "budget": 300, "milliseconds": 3600000}
    {"id": 1, "ask": "cancel"}

The worker tells at once that it has begun, then now and again how far it is, and ends every
request, cancelled ones too, with one of the last three::

    {"id": 1, "progress": 0.25}
    {"id": 1, "answer": {"move": "W2101@1,0"}}
    {"id": 1, "error": "what was wrong"}
    {"id": 1, "cancelled": true}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from cacao_core import CacaoError
from cacao_web.browser.json_text import read_json

Data: TypeAlias = Mapping[str, Any]
"""What JSON can hold, by name."""

CANCEL: Final = "cancel"


class Message(NamedTuple):
    """What a worker has said: exactly one of the fields after the number.

    Attributes:
        id: number of the request.
        progress: share of the work that is done, 0 to 1.
        answer: what was asked for.
        error: why there is no answer.
        cancelled: the request was taken back, and nothing is done about it any more.
    """

    id: int
    progress: float | None = None
    answer: Data | None = None
    error: str | None = None
    cancelled: bool = False


def request(number: int, ask: str, data: Data) -> str:
    """The text of a request."""
    return json.dumps({"id": number, "ask": ask, **data})


def cancel(number: int) -> str:
    """The text that takes a request back."""
    return json.dumps({"id": number, "ask": CANCEL})


def said(number: int | None, **what: object) -> str:
    """The text of something that a worker says about a request."""
    return json.dumps({"id": number, **what})


def read(text: str) -> Message:
    """What a worker has said.

    Raises:
        CacaoError: it is nothing that workers say.
    """
    try:
        data = read_json(text)
        message = Message(**data)
    except (ValueError, TypeError):
        raise CacaoError(f"message {text!r:.80}: expected one of a worker's") from None
    if not isinstance(message.id, int) or len(data) != 2:
        raise CacaoError(f"message {text!r:.80}: expected a number and one word about it")
    return message
