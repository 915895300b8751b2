"""The document of the page: markup in, intents out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from pyodide.ffi import JsException, to_js
from pyscript import document, window
from pyscript.js_modules import morphdom

from cacao_core.tiles import Cell
from cacao_web.browser.effects import Effect
from cacao_web.browser.tasks import Tasks
from cacao_web.browser.worker import Worker
from cacao_web.dom import history, stores
from cacao_web.dom.animations.stage import Stage
from cacao_web.dom.camera import Camera
from cacao_web.dom.folds import close_sheet
from cacao_web.dom.habits import BrowserHabits
from cacao_web.dom.history import History
from cacao_web.dom.intents.input import Input, Intent
from cacao_web.dom.lists import follow
from cacao_web.dom.proxies import keep, listen, plain
from cacao_web.dom.thread import Thread
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import SOURCE_LANGUAGE
from cacao_web.ui.markup import Content, Markup

if TYPE_CHECKING:
    from cacao_web.dom.wake import Wake

_HEARD: Final = 40
"""Number of sentences that stay in the log, to be read again."""

_AROUND: Final = frozenset({"board-tick", "content"})
"""Regions with which something on the board changes that is told about, or that lies over it."""


class Browser(BrowserHabits):
    """The document of this page; implements ``browser.page.Page``."""

    def __init__(self) -> None:
        self._supports: dict[str, Any] = {}
        self._shown: dict[str, str | Mapping[str, Markup]] = {}
        self._dialog = ""  # name of the dialog that was shown last
        self._left: dict[str, float] = {}  # name of a dialog -> where its list was left
        self._inside = plain({"childrenOnly": True})
        self._template = document.createElement("template")
        # The first to learn that the window has changed. Flights would miss cells that move.
        self._camera = Camera(lambda: self._stage.clear())  # noqa: PLW0108  # made below
        self._tasks = Tasks()
        self._history = History()  # hears of the page's end before the stage does
        self._theme = ""
        self._night = window.matchMedia("(prefers-color-scheme: dark)")
        listen(self._night, "change", lambda _event: self.set_theme(self._theme))
        self._stage = Stage(self._camera, self._tasks)
        self._input: Input | None = None

    # --- Showing -----------------------------------------------------------------------------

    def patch(self, regions: Mapping[str, Content]) -> None:
        for id, content in regions.items():
            wanted = content or ""
            shown = self._shown.get(id, "")
            if shown == wanted:
                continue
            element = document.getElementById(id)
            if isinstance(wanted, str):
                made = self._parsed(element, wanted)
                for unfolded in element.querySelectorAll("details[data-stays][open]"):
                    if same := made.querySelector(f"#{unfolded.id}"):
                        same.open = True  # by the person, who is in the middle of it
                morphdom.default(element, made, self._inside)
            else:
                self._patch_children(element, {} if isinstance(shown, str) else shown, wanted)
            self._shown[id] = wanted
        if not _AROUND.isdisjoint(regions):
            self._camera.look_again()
        if self._input:
            self._input.catch_focus()
            self._input.lights.refresh()

    def _patch_children(
        self, parent: Any, shown: Mapping[str, Markup], wanted: Mapping[str, Markup]
    ) -> None:
        """Change, add and remove single children; the others keep their places."""
        staying = [id for id in shown if id in wanted]
        if not staying or staying != [id for id in wanted if id in shown]:
            parent.innerHTML = "".join(wanted.values())
            return
        for id in shown:
            if id not in wanted:
                document.getElementById(id).remove()
        changed = [id for id, markup in wanted.items() if shown.get(id) != markup]
        if not changed:
            return
        parsed = self._parsed(parent, "".join(wanted[id] for id in changed))
        made = dict(zip(changed, list(parsed.children), strict=True))
        following: str | None = None
        for id in reversed(list(wanted)):
            if id in made and id in shown:
                morphdom.default(document.getElementById(id), made[id])
            elif id in made:
                parent.insertBefore(made[id], following and document.getElementById(following))
            following = id

    def _parsed(self, parent: Any, text: str) -> Any:
        """An element that holds the markup, in the parent's namespace."""
        drawing = parent.namespaceURI.endswith("svg")
        wrapper = "<svg><g>{}</g></svg>" if drawing else "<div>{}</div>"
        self._template.innerHTML = wrapper.format(text)
        made = self._template.content.firstChild
        return made.firstChild if drawing else made

    def set_attribute(self, id: str, name: str, value: str) -> None:
        document.getElementById(id).setAttribute(name, value)

    def show_only(self, screen: str) -> None:
        for name in ("home", "game"):
            document.getElementById(name).hidden = name != screen
        close_sheet()

    def show_dialog(self, markup: Markup | None, name: str = "", *, again: bool = False) -> None:
        dialog = document.getElementById("dialog")
        if markup is None:
            if dialog.open:
                self._left[self._dialog] = float(dialog.scrollTop)
                dialog.close()
            return
        self._dialog = name
        if not dialog.open:  # do not show again what was entered in the previous dialog
            self._shown.pop("dialog", None)
            dialog.replaceChildren()
        self.patch({"dialog": markup})
        if not dialog.open:
            dialog.showModal()
            dialog.scrollTop = self._left.get(name, 0) if again else 0
        if self._input:
            self._input.rest()

    def show_notice(self, markup: Markup | None) -> None:
        notice = document.getElementById("notice")
        self.patch({"notice": markup})
        if hasattr(notice, "showPopover"):
            if notice.matches(":popover-open"):
                notice.hidePopover()
            if markup:
                notice.showPopover()  # shown again, so that it lies above a dialog opened later

    def tell(self, sentences: Sequence[str]) -> None:
        log = document.getElementById("events")
        for sentence in sentences:
            item = document.createElement("p")
            item.textContent = sentence
            log.append(item)
        for _old in range(log.childElementCount - _HEARD):
            log.firstElementChild.remove()

    def say(self, sentence: str) -> None:
        document.getElementById("said").textContent = sentence

    def set_state(self, state: str) -> None:
        document.documentElement.dataset.state = state

    def set_theme(self, theme: str) -> None:
        self._theme = theme
        dark = theme == "dark" or (not theme and bool(self._night.matches))
        wanted = "dark" if dark else "light"
        if not theme and document.documentElement.dataset.theme == wanted:
            return  # check.js and index.html have set this already; reading styles is slow
        document.documentElement.dataset.theme = wanted
        ground = window.getComputedStyle(document.documentElement).getPropertyValue("--table")
        for frame in document.querySelectorAll("meta[name=theme-color]"):
            frame.content = ground

    def is_dark(self) -> bool:
        return bool(document.documentElement.dataset.theme == "dark")

    def set_language(self, code: str, translate: Callable[[str], str]) -> None:
        if document.documentElement.lang == code == SOURCE_LANGUAGE:
            return  # index.html is in English
        document.documentElement.lang = code
        for element in document.querySelectorAll("[data-text]"):
            element.textContent = translate(element.dataset.text)
        for element in document.querySelectorAll("[data-label]"):
            label = translate(element.dataset.label)
            element.setAttribute("aria-label", label)
            if element.hasAttribute("title"):
                element.title = label

    @property
    def settled(self) -> bool:
        return self._stage.settled

    def later(self, work: Callable[[], None]) -> None:
        self._stage.later(work)

    def animate(self, effects: Sequence[Effect], draw: Callable[[], None]) -> None:
        self._stage.run(effects, draw)

    def set_tempo(self, tempo: str, motion: str) -> None:
        self._stage.set_tempo(tempo, motion)

    def set_sound(self, on: bool) -> None:
        self._stage.player.on = on

    async def pause(self, seconds: float) -> None:
        await self._stage.pause(seconds)

    async def dwell(self, seconds: float) -> None:
        await self._stage.dwell(seconds)

    def hurry(self) -> None:
        self._stage.hurry()

    def shake(self, pattern: Sequence[int]) -> None:
        if hasattr(window.navigator, "vibrate"):  # not in Safari
            window.navigator.vibrate(to_js(list(pattern)))

    def celebrate(self, more: bool = False) -> None:
        self._stage.celebrate(more)

    def focus(self, id: str) -> None:
        if self._input:
            self._input.focus(id)

    def bring(self, id: str) -> None:
        if element := document.getElementById(id):
            element.focus(plain({"preventScroll": True}))
            is_field = element.matches("select")  # what follows a heading must be visible as well
            element.scrollIntoView(plain({"block": "nearest" if is_field else "start"}))

    def follow(self, region: str, id: str) -> None:
        follow(document.getElementById(region), document.getElementById(id))

    def is_wide(self) -> bool:
        style = window.getComputedStyle(document.getElementById("game"))
        return bool(style.getPropertyValue("--analysis"))

    def bring_field(self, id: str, instead: str) -> None:
        self.bring(instead if self._input and self._input.raises_keyboard else id)

    def frame(self, cells: Collection[Cell]) -> None:
        self._camera.frame(cells)

    def frame_anew(self) -> None:
        self._camera.frame_anew()

    def zoom(self, by: int) -> None:
        self._camera.zoom(by)

    def leave_out(self, commands: Collection[str]) -> None:
        for command in commands:
            for button in document.querySelectorAll(f"[data-command={command}]"):
                button.remove()

    def listen(self, intent: Intent) -> None:
        self._input = Input(self._camera, intent, self._tasks)
        self._history.listen(intent)
        listen(window, "beforeprint", lambda _event: intent(Command.PRINTING, ""))

    # --- Address, clipboard, time --------------------------------------------------------------

    def fragment(self) -> str:
        return self._history.fragment()

    def owner(self) -> str:
        return self._history.owner()

    def set_fragment(self, fragment: str, owner: str = "") -> None:
        self._history.set_fragment(fragment, owner)

    def keep_in_history(self, at_home: bool) -> None:
        self._history.keep(at_home)

    def hold_back(self, layers: Callable[[], int]) -> None:
        self._history.hold(layers)

    def pass_over(self, entries: int) -> None:
        self._history.pass_over(entries)

    def address(self, fragment: str) -> str:
        return history.address(fragment)

    def close_sheet(self) -> None:
        close_sheet()

    async def copy(self, text: str) -> bool:
        try:
            await window.navigator.clipboard.writeText(text)
        except (JsException, AttributeError):
            return False
        return True

    def download(self, name: str, text: str) -> None:
        blob = window.Blob.new(to_js([text]), plain({"type": "text/plain;charset=utf-8"}))
        from cacao_web.dom import pictures

        pictures.save(blob, name)

    def can_send_pictures(self) -> bool:
        from cacao_web.dom import pictures  # not needed when the page starts

        return pictures.can_send()

    async def give_picture(self, svg: str, name: str, how: str) -> bool:
        from cacao_web.dom import pictures

        return await pictures.give(svg, name, how)

    def lay_sheet(self, svg: str) -> None:
        from cacao_web.dom import pictures

        pictures.lay_sheet(svg)

    def print(self) -> None:
        window.print()

    def can_share(self) -> bool:
        return hasattr(window.navigator, "share")

    async def share(self, link: str, text: str = "") -> None:
        data = {"url": link, "text": text} if text else {"url": link}
        try:
            await window.navigator.share(plain(data))
        except JsException:
            return

    @cached_property
    def _wake(self) -> Wake:
        from cacao_web.dom.wake import Wake  # seldom needed

        return Wake(self._tasks)

    def stay_awake(self, on: bool) -> None:
        self._wake.keep(on)

    async def fetch(self, path: str) -> bytes | None:
        try:
            response = await window.fetch(path)
            return bytes((await response.arrayBuffer()).to_py()) if response.ok else None
        except JsException:
            return None

    async def bring_pictures(self) -> bool:
        from cacao_web.dom import pictures  # most games do not need them

        return await pictures.bring(self.fetch)

    # --- The page interface, the worker --------------------------------------------------------

    def expose(self, answer: Callable[[str, str], str]) -> None:
        window.cacao.connect(keep(answer))

    def keep_place(self, place: str) -> None:
        stores.keep_place(place)

    def kept_place(self) -> str:
        return stores.place_before_reload()

    def first_choice(self) -> str:
        return str(document.documentElement.getAttribute("data-first-choice") or "")

    def report(self, text: str) -> None:
        window.console.error(text)

    def support(self, feature: str) -> Any:
        if feature not in self._supports:
            part = import_module(f"cacao_web.features.{feature}.dom")
            self._supports[feature] = part.support()
        return self._supports[feature]

    def start_worker(self, program: str, heard: Callable[[str], None]) -> Worker:
        return Thread(program, heard)
