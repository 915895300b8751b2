"""Pages of Chromium that tests borrow: one tab serves many tests, and is reset between them.

The first start in a new profile takes twice as long as a later one in the same tab, which has the
program compiled and the files cached. So a tab is lent to one test after the other. Whatever a test
sets on it is taken away afterwards, and its storage is emptied. With usual wishes, the page is not
even loaded again (:mod:`tests.e2e.anew`).
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page, ViewportSize

from tests.e2e import anew

Scheme: TypeAlias = Literal["light", "dark", "no-preference"]
Motion: TypeAlias = Literal["reduce", "no-preference"]
Listener: TypeAlias = Callable[..., None]

PATIENCE: Final = int(os.environ.get("CACAO_PATIENCE", "120000"))
"""Milliseconds after which waiting fails; long enough for a busy machine."""
READY: Final = "html[data-state=ready]"
DESKTOP: Final = ViewportSize(width=1280, height=720)
NOT_DRAWN: Final = """{
    const unseen = new CSSStyleSheet();
    unseen.replaceSync("html { opacity: 0 }");
    document.adoptedStyleSheets.push(unseen);
}"""
"""A script for new documents. Layout, frames and hit tests stay, but nothing is drawn: without a
graphics card that is a quarter of all work."""
_STORE: Final = """
    if (origin !== "null" && location.protocol.startsWith("http") && !sessionStorage.stored)
        Object.assign(localStorage, %s), (sessionStorage.stored = "yes");
"""
_STORED: Final = "local_storage,indexeddb,cache_storage,service_workers,cookies"


class Wishes(NamedTuple):
    """Options of a browser that opens the site.

    Attributes:
        viewport: size of the inside of the window, in CSS pixels.
        color_scheme: the system's theme.
        reduced_motion: what the system says about motion.
        has_touch: whether fingers can tap.
        is_mobile: whether it is a phone.
        locale: language of the browser, as ``nl``; empty for the usual English.
        zone: the browser's time zone, as ``Asia/Kolkata``; empty for that of this machine.
        permissions: what pages may do without asking, as ``clipboard-read``.
        stored: texts that the page finds in its localStorage when it starts for the first time.
        script: runs before the scripts of every page, for instance to take something away.
        bypass_csp: whether tests may add styles.
        has_scripts: whether JavaScript is switched on.
        megabits: speed of the network per second; 0 for no limit.
        fresh: whether nothing may be cached yet, neither files nor compiled code.
        drawn: whether pixels are drawn; only needed for pictures, colours and first paints.
    """

    viewport: ViewportSize = DESKTOP
    color_scheme: Scheme = "light"
    reduced_motion: Motion = "reduce"
    has_touch: bool = False
    is_mobile: bool = False
    locale: str = ""
    zone: str = ""
    permissions: tuple[str, ...] = ()
    stored: Mapping[str, str] = {}
    script: str = ""
    bypass_csp: bool = False
    has_scripts: bool = True
    megabits: int = 0
    fresh: bool = False
    drawn: bool = False

    @property
    def kind(self) -> tuple[bool, ...]:
        """The options that cannot be changed in an existing tab, or in a page that is loaded."""
        return self.has_touch, self.is_mobile, self.are_usual

    @property
    def are_usual(self) -> bool:
        """Whether they can be granted while the page is loaded."""
        usual = Wishes()._replace(**{name: getattr(self, name) for name in _LATE})
        return self == usual


_LATE: Final = (
    *("viewport", "color_scheme", "reduced_motion", "has_touch", "is_mobile", "permissions"),
    "stored",
)
"""Names of those options."""


class Lent(NamedTuple):
    """A page in use by a test, with its session and listeners."""

    page: Page
    wishes: Wishes
    tools: CDPSession
    listeners: dict[str, Listener]


class Pages:
    """Lends pages of one browser; service workers are blocked in all of them.

    Args:
        browser: the browser.
        site: the address below which its pages are to be.

    Attributes:
        spoilt: reasons for which pages had to be loaded again, and how often.
    """

    def __init__(self, browser: Browser, site: str) -> None:
        self._browser = browser
        self._site = site
        self._free: dict[tuple[bool, ...], list[Page]] = {}
        self._lent: list[Lent] = []
        self.spoilt: Counter[str] = Counter()
        self._clean: dict[Page, int] = {}  # those that can begin anew, and how often they did

    def lend(self, wishes: Wishes, listeners: dict[str, Listener]) -> Page:
        """An empty page with the given options; events go to the listeners."""
        page = self._free_page(wishes) or self._new(wishes)
        tools = page.context.new_cdp_session(page)
        self._lent.append(Lent(page, wishes, tools, listeners))
        page.set_viewport_size(wishes.viewport)
        page.emulate_media(
            media="null",
            forced_colors="none",
            color_scheme=wishes.color_scheme,
            reduced_motion=wishes.reduced_motion,
        )
        if wishes.permissions:
            page.context.grant_permissions(list(wishes.permissions))
        for method, values in _settings(wishes, page):
            tools.send(method, values)
        for name, listener in listeners.items():
            page.on(name, listener)  # type: ignore[call-overload]
        return page

    def go(self, page: Page, fragment: str, ready: bool, stored: Mapping[str, str]) -> None:
        """Open the site in a borrowed page.

        Args:
            page: the page.
            fragment: of its address.
            ready: wait until Python is there.
            stored: what it was borrowed with.
        """
        if ready and page in self._clean:
            anew.begin(page, fragment, stored)
        else:
            self._clean.pop(page, None)
            if page.url.startswith(self._site):
                page.goto("about:blank")  # else, only the fragment would change
            page.goto(self._site + (f"#{fragment}" if fragment else ""), wait_until="commit")
        if ready:  # which tells at once; ``expect`` looks every second only after a while
            page.wait_for_selector(READY, state="attached")
            page.wait_for_load_state("load")

    def _free_page(self, wishes: Wishes) -> Page | None:
        """A page that was reset, if there is one; some tests kill processes that pages share."""
        free = self._free.setdefault(wishes.kind, [])
        while free and not wishes.fresh:
            page = free.pop()
            try:
                page.evaluate("0")
            except Error:
                _close(page.context)
            else:
                return page
        return None

    def _new(self, wishes: Wishes) -> Page:
        context = self._browser.new_context(
            service_workers="block",
            viewport=wishes.viewport,
            has_touch=wishes.has_touch,
            is_mobile=wishes.is_mobile,
        )
        context.set_default_timeout(PATIENCE)
        if wishes.are_usual:
            context.add_init_script(anew.WATCH)
        return context.new_page()

    def take_back(self) -> None:
        """Reset borrowed pages and keep them for others; close those that cannot be reset."""
        lent, self._lent = self._lent, []
        for one in lent:
            one.page.context.cookies()  # if anything went wrong late, it is told here
            is_here = not one.page.is_closed() and one.page.url.startswith(self._site)
            if is_here and not one.wishes.fresh and self._cleaned(one):
                self._free[one.wishes.kind].append(one.page)
            else:  # as a page that has left the site, whose storage could not be emptied there
                _close(one.page.context)

    def _cleaned(self, lent: Lent) -> bool:
        """Reset a page, and close other tabs of its profile; returns whether that is possible."""
        page, context = lent.page, lent.page.context
        times = self._clean.pop(page, 0)
        try:
            for name, listener in lent.listeners.items():
                page.remove_listener(name, listener)
            others = [other for other in context.pages if other is not page]
            for other in others:
                other.close()
            page.mouse.move(0, 0)
            may_begin_anew = lent.wishes.are_usual and not others and times < anew.MOST
            if may_begin_anew and self._begins_anew(page):
                self._clean[page] = times + 1
            else:
                origin = page.evaluate("sessionStorage.clear(), location.origin")
                page.goto("about:blank")  # as it leaves, it saves its game
                stored = {"origin": origin, "storageTypes": _STORED}
                lent.tools.send("Storage.clearDataForOrigin", stored)
            lent.tools.detach()
            context.clear_permissions()
        except Error:
            return False
        return True

    def _begins_anew(self, page: Page) -> bool:
        if why := anew.cleaned(page):
            self.spoilt[why] += 1
        return not why

    def close(self) -> None:
        """Close all pages that are not borrowed."""
        for pages in self._free.values():
            for page in pages:
                _close(page.context)
        self._free.clear()


def _settings(wishes: Wishes, page: Page) -> Iterable[tuple[str, dict[str, Any]]]:
    """Browser settings that Chromium drops by itself when their session ends."""
    script = _STORE % json.dumps(wishes.stored) if wishes.stored else ""
    script += wishes.script if wishes.drawn else NOT_DRAWN + wishes.script
    if script:
        yield "Page.enable", {}
        source = f"(() => {{\n{script}\n}})()"  # its names are not the page's
        yield "Page.addScriptToEvaluateOnNewDocument", {"source": source}
    if wishes.bypass_csp:
        yield "Page.setBypassCSP", {"enabled": True}
    if not wishes.has_scripts:
        yield "Emulation.setScriptExecutionDisabled", {"value": True}
    if wishes.locale:
        agent = page.evaluate("navigator.userAgent")
        yield "Emulation.setLocaleOverride", {"locale": wishes.locale}
        languages = {"userAgent": agent, "acceptLanguage": wishes.locale}
        yield "Emulation.setUserAgentOverride", languages
    if wishes.zone:
        yield "Emulation.setTimezoneOverride", {"timezoneId": wishes.zone}
    if wishes.megabits:
        speed = {"downloadThroughput": wishes.megabits * 1e6 / 8, "uploadThroughput": -1}
        yield "Network.enable", {}
        yield "Network.emulateNetworkConditions", {"offline": False, "latency": 0, **speed}


def _close(context: BrowserContext) -> None:
    """Close a context; if its browser has crashed, it is closed already."""
    try:
        context.close()
    except Error as error:
        if "closed" not in str(error):
            raise
