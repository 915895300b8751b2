"""Python functions that JavaScript calls."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from pyodide.ffi import create_proxy
from pyscript import window


def keep(handler: Callable[..., Any]) -> Any:
    """A function as an object that JavaScript may call as long as the page lives."""
    return create_proxy(handler)  # which Python keeps until it is destroyed


def listen(
    target: Any, kind: str, handler: Callable[[Any], object], **options: bool
) -> Callable[[], None]:
    """Call a function at each event of a kind.

    Returns:
        Ends it and frees the function. Not needed for what lives as long as the page; never to be
        called by the function itself.
    """
    proxy = create_proxy(handler)
    target.addEventListener(kind, proxy, plain(options))

    def end() -> None:
        target.removeEventListener(kind, proxy, plain(options))
        proxy.destroy()

    return end


def plain(values: Mapping[str, object]) -> Any:
    """A plain JavaScript object."""
    return window.JSON.parse(json.dumps(values))
