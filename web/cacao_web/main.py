"""Starts the app in the browser."""

from __future__ import annotations

from cacao_web.app import App
from cacao_web.dom import Browser, LocalStorage, on_failure


async def start() -> None:
    """Start the app. Called once, by index.html, which shows the person any failure."""
    page = Browser()
    app = App(page, LocalStorage())
    on_failure(app.shell.notices.bug)
    await app.start()
