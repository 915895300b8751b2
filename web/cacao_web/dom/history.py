"""The page's address and its entries in the browser's history.

What lies over the game or the first screen (dialogs, the log, ...) has entries of its own above
that of the screen: *spare* ones, with the screen's address. So the browser's Back and Android's
back reach a spare entry first, and close what is on top. Spare entries that are not used any more
stay, because a browser removes none without going back: they are used again, turned into that of
a game, or passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pyodide.ffi import JsException, create_once_callable
from pyscript import window

from cacao_web.dom.proxies import listen, plain
from cacao_web.dom.stores import keep_owner, owner_before_reload


class History:
    """Address and history; the part of ``browser.page.Page`` that is about them."""

    def __init__(self) -> None:
        self._intent: Callable[[str, str], None] = lambda _name, _value: None
        self._leaving = False
        listen(window, "pagehide", lambda _event: self._leave(True))  # before the stage's handler
        listen(window, "pageshow", lambda _event: self._leave(False))
        self._hash = ""  # of the address, as last read or set
        self._owner = ""  # saved game that the address belongs to
        self._reloaded = owner_before_reload()
        self._here = _Entry()  # the present one, as last seen

    def listen(self, intent: Callable[[str, str], None]) -> None:
        """Report changes of the address, and Back."""
        self._intent = intent
        self._here = _Entry()
        listen(window, "popstate", lambda _event: self._popped())
        listen(window, "hashchange", lambda _event: self._changed())

    # --- The address -------------------------------------------------------------------------

    def fragment(self) -> str:
        self._hash = str(window.location.hash)
        return self._hash.removeprefix("#")

    def owner(self) -> str:
        owner = _Entry().owner
        reloaded, self._reloaded = self._reloaded, ""  # only the first answer is about the reload
        return reloaded if owner is None else owner

    def _leave(self, leaving: bool) -> None:
        self._leaving = leaving
        if leaving:
            keep_owner(self._owner)  # here, because it may be slow

    def set_fragment(self, fragment: str, owner: str) -> None:
        if self._leaving:
            return  # too late: WebKit would reload the old address, and lose its saved game
        if self._hash != str(window.location.hash):
            return  # the person has just gone to another address; its event will follow
        with suppress(JsException):  # browsers limit how often; the next move sets it again
            window.history.replaceState(_Entry().told(owner), "", address(fragment))
            self._owner = owner
        self._hash = str(window.location.hash)

    # --- Entries -----------------------------------------------------------------------------

    def keep(self, at_home: bool) -> None:
        if at_home == bool(window.location.hash):
            return
        here = _Entry()
        with suppress(JsException):
            if here.spare and at_home:
                window.history.replaceState(here.owner, "", window.location.href)
            else:
                window.history.pushState(window.history.state, "", window.location.href)
        self._here = _Entry()

    def hold(self, layers: Callable[[], int]) -> None:
        """Have as many spare entries as there are layers over the screen, or more.

        They are counted, and made, after the present work and before any other event.
        """
        window.queueMicrotask(create_once_callable(lambda: self._make_spare(layers())))

    def _make_spare(self, layers: int) -> None:
        here = _Entry()
        if self._leaving or here.spare >= layers:
            return
        base = here.base if here.spare else str(window.location.hash)
        with suppress(JsException):
            for spare in range(here.spare + 1, layers + 1):
                state = plain({"owner": here.owner or "", "base": base, "spare": spare})
                window.history.pushState(state, "", window.location.href)
        self._here = _Entry()

    def pass_over(self, entries: int) -> None:
        """Go back by so many entries."""
        window.history.go(-entries)

    def _changed(self) -> None:
        self._here = _Entry()
        if str(window.location.hash) != self._hash:  # not if Back was heard of already
            self._intent("address", "")

    def _popped(self) -> None:
        """Another entry is reached: by Back, by Forward, or by a link."""
        before, here = self._here, _Entry()
        self._here = here
        address_of = here.base if here.spare else str(window.location.hash)
        if here.spare < before.spare and address_of == before.base:
            with suppress(JsException):  # the game has gone on since the entry was made
                window.history.replaceState(here.told(self._owner), "", address(self._hash[1:]))
            self._intent("back", str(here.spare))


class _Entry:
    """The present entry.

    Attributes:
        owner: saved game that its address belongs to; None if nobody has said.
        spare: how many spare entries there are up to this one; 0 if it is a screen's own.
        base: of a spare one, the address's hash in the screen's own entry.
    """

    def __init__(self) -> None:
        state: Any = window.history.state
        self.owner: str | None = state if isinstance(state, str) else None
        self.spare, self.base = 0, ""
        if hasattr(state, "spare"):
            self.owner, self.spare, self.base = str(state.owner), int(state.spare), str(state.base)

    def told(self, owner: str) -> Any:  # for the browser
        """The state of this entry, with another owner."""
        if not self.spare:
            return owner
        return plain({"owner": owner, "base": self.base, "spare": self.spare})


def address(fragment: str) -> str:
    """The page's address with a fragment."""
    place = window.location  # without the query, which others add to track people
    start = f"{place.protocol}//{place.host}{place.pathname}"
    return f"{start}#{fragment}" if fragment else start
