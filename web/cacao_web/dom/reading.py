"""Files that a person has chosen or dropped."""

from __future__ import annotations

from typing import Any

from cacao_web.browser.file_text import decoded


async def content(file: Any, most: int) -> bytes:
    """The first bytes of a file, at most one more than a number."""
    return bytes((await file.slice(0, most + 1).arrayBuffer()).to_py())


async def text(file: Any, most: int) -> str:
    """The same as text."""
    return decoded(await content(file, most))
