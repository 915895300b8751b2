"""The only package that touches the browser: markup in, intents out, and the browser's storage."""

from cacao_web.dom.browser import Browser
from cacao_web.dom.stores import LocalStorage, on_failure

__all__ = ["Browser", "LocalStorage", "on_failure"]
