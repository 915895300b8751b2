"""A page without a browser: remembers what it was told, and hands intents in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cacao_web import opponent
from cacao_web.framing import Box
from cacao_web.motion import Effect
from cacao_web.storage import Memory
from cacao_web.views.html import Content, Markup, join


def markup(content: Content) -> str:
    """What an element would hold, as one text."""
    return content or "" if content is None or isinstance(content, str) else join(content.values())


class StandIn:
    """Implements ``cacao_web.page.Page``; the worker is the page's own Python."""

    def __init__(self, fragment: str = "") -> None:
        self.regions: dict[str, str] = {}
        self.dialog = ""
        self.history = 0
        self.wishes = ["en"]
        self.catalogues: dict[str, bytes] = {}
        self.screen = ""
        self.state = "booting"
        self.theme = ""
        self.address_fragment = fragment
        self.shared: list[str] = []
        self.requests: list[str] = []
        self.reports: list[str] = []
        self.worker_fails = False
        self.effects: list[Effect] = []
        self.tempo = ""
        self.sound = False
        self.pauses: list[float] = []
        self.hurries = 0
        self.celebrations = 0
        self.frames: list[Box] = []
        self.zooms: list[int] = []
        self.intent: Callable[[str, str], None] = lambda _name, _value: None
        self.answer: Callable[[str, str], str] = lambda _name, _value: ""

    def patch(self, regions: Mapping[str, Content]) -> None:
        for id, content in regions.items():
            self.regions[id] = markup(content)

    def set_attribute(self, id: str, name: str, value: str) -> None:
        self.regions[f"{id}@{name}"] = value

    def show_only(self, screen: str) -> None:
        self.screen = screen

    def show_dialog(self, markup: Markup | None) -> None:
        self.dialog = markup or ""

    def show_notice(self, markup: Markup | None) -> None:
        self.regions["notice"] = markup or ""

    def keep_in_history(self) -> None:
        self.history += 1

    def set_state(self, state: str) -> None:
        self.state = state

    def set_theme(self, theme: str) -> None:
        self.theme = theme

    def is_dark(self) -> bool:
        return self.theme == "dark"

    def set_language(self, code: str, translate: Callable[[str], str]) -> None:
        self.regions["language"] = code

    def set_tempo(self, tempo: str) -> None:
        self.tempo = tempo

    def set_sound(self, on: bool) -> None:
        self.sound = on

    def later(self, work: Callable[[], None]) -> None:
        work()

    async def pause(self, seconds: float) -> None:
        """Nobody watches."""
        self.pauses.append(seconds)

    def animate(self, effects: Sequence[Effect], draw: Callable[[], None]) -> None:
        self.effects += effects
        draw()

    def hurry(self) -> None:
        self.hurries += 1

    def celebrate(self) -> None:
        self.celebrations += 1

    def frame(self, box: Box, anew: bool = False) -> None:
        self.frames.append(box)

    def zoom(self, by: int) -> None:
        self.zooms.append(by)

    def listen(self, intent: Callable[[str, str], None]) -> None:
        self.intent = intent

    def fragment(self) -> str:
        return self.address_fragment

    def set_fragment(self, fragment: str) -> None:
        self.address_fragment = fragment

    def address(self, fragment: str) -> str:
        return f"https://example.org/cacao/#{fragment}"

    async def copy(self, text: str) -> bool:
        self.shared.append(text)
        return True

    def can_share(self) -> bool:
        return False

    async def share(self, link: str) -> None:
        self.shared.append(link)

    def languages(self) -> list[str]:
        return self.wishes

    def translations(self) -> list[str]:
        return list(self.catalogues)

    def now(self) -> str:
        return "2026-11-20T12:00:00+00:00"

    async def fetch(self, path: str) -> bytes | None:
        return self.catalogues.get(path.removeprefix("./locale/").removesuffix(".mo"))

    def expose(self, answer: Callable[[str, str], str]) -> None:
        self.answer = answer

    def early_choice(self) -> str:
        return ""

    def report(self, text: str) -> None:
        self.reports.append(text)

    async def ask_worker(self, request: str) -> str:
        self.requests.append(request)
        if self.worker_fails:
            raise RuntimeError("the worker is dead")
        return opponent.answer(request)


class FullStore(Memory):
    """A store that has no room left."""

    def set(self, key: str, value: str) -> None:
        raise OSError("quota")


class BlockedStore(Memory):
    """A store that the browser refuses to open."""

    def get(self, key: str) -> str | None:
        raise OSError("blocked")

    def names(self) -> list[str]:
        raise OSError("blocked")
