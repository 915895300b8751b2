"""Python functions as event listeners: each is created once and kept as long as the page lives."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from pyodide.ffi import create_proxy
from pyscript import window

_kept: list[Any] = []


def keep(handler: Callable[..., Any]) -> Any:
    """A function as an object that JavaScript may call at any time."""
    proxy = create_proxy(handler)
    _kept.append(proxy)
    return proxy


def listen(target: Any, kind: str, handler: Callable[[Any], object], **options: bool) -> None:
    """Call a function at each event of a kind."""
    target.addEventListener(kind, keep(handler), plain(options))


def plain(values: Mapping[str, object]) -> Any:
    """A plain JavaScript object."""
    return window.JSON.parse(json.dumps(values))
