"""Pictures for other apps: from SVG to PNG, saved, copied, or handed on.

The pictures of the expansions are added to the document here, too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from pyodide.ffi import JsException, create_once_callable, to_js
from pyscript import document, window

from cacao_core import expansion_pieces
from cacao_web.dom.proxies import plain

_TYPE = "image/png"
SHEET: Final = "./expansions.svg"
STYLE: Final = "./style/expansions.css"
_ID: Final = "expansions"
_MEANWHILE: Final = "expansions-meanwhile"


async def bring(fetch: Callable[[str], Awaitable[bytes | None]]) -> bool:
    """Add the symbols and colours of the expansions to the document, once.

    What names a symbol may be drawn before: a stand-in is there until the symbol is.

    Args:
        fetch: fetches a file of the site; None if that fails.

    Returns:
        Whether they are there now; if not, a later call tries it again.
    """
    if document.getElementById(_ID):
        return True
    if not document.getElementById(_MEANWHILE):
        _add(expansion_pieces.stand_ins(), _MEANWHILE)
    sheet, style = await fetch(SHEET), await fetch(STYLE)  # without colours all would be black
    if sheet is None or style is None:
        return False
    if not document.getElementById(_ID):  # somebody else may have asked meanwhile
        link = document.createElement("link")
        link.rel, link.href = "stylesheet", STYLE
        document.head.append(link)
        _add(sheet.decode(), _ID)
        document.getElementById(_MEANWHILE).remove()
    return True


def _add(sheet: str, name: str) -> None:
    """Add a sheet of symbols to the document."""
    holder = document.createElement("div")
    holder.innerHTML = sheet
    holder.firstElementChild.id = name
    document.body.prepend(holder.firstElementChild)


def can_send() -> bool:
    """Whether other apps take pictures."""
    try:
        empty = window.File.new(to_js([]), "a.png", plain({"type": _TYPE}))
        return bool(window.navigator.canShare(_files(empty)))
    except (JsException, AttributeError, TypeError):
        return False


async def give(svg: str, name: str, how: str) -> bool:
    """Save a picture, copy it, or hand it to another app; returns whether the browser did it."""
    try:
        blob = await _png(svg)
        if how == "copy":
            item = window.ClipboardItem.new(plain({_TYPE: blob}))
            await window.navigator.clipboard.write(to_js([item]))
        elif how == "send":
            file = window.File.new(to_js([blob]), name, plain({"type": _TYPE}))
            await window.navigator.share(_files(file))
        else:
            save(blob, name)
    except (JsException, AttributeError, TypeError) as error:
        return str(getattr(error, "name", "")) == "AbortError"  # the person has closed the sheet
    return True


def save(blob: Any, name: str) -> None:
    link = document.createElement("a")
    link.href = window.URL.createObjectURL(blob)
    link.download = name
    link.click()
    window.setTimeout(create_once_callable(lambda: window.URL.revokeObjectURL(link.href)), 1000)


def lay_sheet(svg: str) -> None:
    """Let the browser print a picture alone, once; the style sheet hides all else on paper."""
    for before in document.querySelectorAll("#sheet"):
        before.remove()
    sheet = document.createElement("div")
    sheet.id = "sheet"
    sheet.innerHTML = svg
    document.body.append(sheet)
    taken = create_once_callable(lambda _event: sheet.remove())
    window.addEventListener("afterprint", taken, plain({"once": True}))


def _files(file: Any) -> Any:
    wanted = window.Object.new()
    wanted.files = to_js([file])
    return wanted


async def _png(svg: str) -> Any:
    """A picture as a PNG of its own size."""
    image = window.Image.new()
    image.src = "data:image/svg+xml;charset=utf-8," + window.encodeURIComponent(svg)
    await image.decode()
    canvas = document.createElement("canvas")
    canvas.width, canvas.height = image.naturalWidth, image.naturalHeight
    canvas.getContext("2d").drawImage(image, 0, 0)
    data = canvas.toDataURL(_TYPE)
    text = window.atob(str(data).partition(",")[2])
    octets = window.Uint8Array.new(len(text))
    octets.assign(bytes(map(ord, text)))
    return window.Blob.new(to_js([octets]), plain({"type": _TYPE}))
