"""A page without a browser: stores what it was given, and sends intents."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from cacao_core.tiles import Cell
from cacao_web.browser.effects import Effect
from cacao_web.browser.store import Full, MemoryStore
from cacao_web.engine.protocol import failed
from cacao_web.engine.requests import JOBS
from cacao_web.engine.server import RequestServer
from cacao_web.ui.markup import Content, Markup, join

if TYPE_CHECKING:
    from tests.web.botfiles import BotStandIn
    from tests.web.broker import RelaysStandIn
    from tests.web.keeper import KeeperStandIn
    from tests.web.live_standin import LiveStandIn


def markup(content: Content) -> str:
    """The content of an element, as one text."""
    return content or "" if content is None or isinstance(content, str) else join(content.values())


class StandInWorker:
    """A worker without a thread of its own; its temper is its fault.

    ``well`` works, ``unborn`` cannot be started, ``deaf`` never says anything, ``hung`` says that
    it has begun and nothing more, ``dead`` fails at the first request, ``mad`` says nonsense.
    """

    def __init__(self, page: StandIn, heard: Callable[[str], None], temper: str) -> None:
        self.temper = temper
        self.ended = False
        self.said: list[str] = []
        self._page = page
        self._heard = heard
        self._server = RequestServer(self._post, JOBS)
        if temper == "unborn":
            asyncio.get_running_loop().call_soon(heard, failed(OSError("there is no worker")))

    def send(self, text: str) -> None:
        if json.loads(text)["ask"] == "cancel":
            self._page.cancels.append(text)
        else:
            self._page.requests.append(text)
        asyncio.get_running_loop().call_soon(self._receive, text)

    def _receive(self, text: str) -> None:
        if self.ended:
            return
        if self.temper == "dead":
            self._heard('{"id": 0, "progress": 0}')
            self._heard(failed(OSError("the worker is dead")))
        elif self.temper == "hung":
            self._post(json.dumps({"id": json.loads(text)["id"], "progress": 0.5}))
        elif self.temper == "mad":
            self._post("[1, 2")
        elif self.temper == "well":
            self._server.receive(text)

    def _post(self, text: str) -> None:
        if not self.ended:
            self.said.append(text)
            self._heard(text)

    def end(self) -> None:
        self.ended = True


class StandIn:
    """Implements ``cacao_web.browser.page.Page``; the worker is the page's own Python."""

    left_out: Collection[str] = ()

    # --- The halves of features, which a test may leave out --------------------------------------

    @cached_property
    def bots(self) -> BotStandIn:
        from tests.web.botfiles import BotStandIn  # noqa: PLC0415

        return BotStandIn()

    @cached_property
    def keeper(self) -> KeeperStandIn:
        from tests.web.keeper import KeeperStandIn  # noqa: PLC0415

        return KeeperStandIn()

    @cached_property
    def live(self) -> LiveStandIn:
        from tests.web.live_standin import LiveStandIn  # noqa: PLC0415

        return LiveStandIn()

    @cached_property
    def relays(self) -> RelaysStandIn:
        from tests.web.broker import RelaysStandIn  # noqa: PLC0415

        return RelaysStandIn()

    def support(self, feature: str) -> object:
        match feature:
            case "bots":
                return self.bots
            case "updates":
                return self.keeper
            case _:
                return self

    def __init__(self, fragment: str = "") -> None:
        self.regions: dict[str, str] = {}
        self.dialog = ""
        self.history = 0
        self.held = 0
        self.passed: list[int] = []
        self.wishes = ["en"]
        self.catalogues: dict[str, bytes] = {}
        self.screen = ""
        self.state = "booting"
        self.time = "2026-11-20T12:00:00.000+00:00"
        self.zone = "UTC"
        self.comma = False
        self.awake = False
        self.place = ""
        self.shares = False
        self.theme = ""
        self.by_touch = False
        self.address_fragment = fragment
        self.address_owner = ""
        self.shared: list[str] = []
        self.files: dict[str, str] = {}
        self.requests: list[str] = []
        self.reports: list[str] = []
        self.cancels: list[str] = []
        self.workers: list[StandInWorker] = []
        self.tempers: list[str] = []  # of the workers to come; then they are well
        self.effects: list[Effect] = []
        self.tempo = ""
        self.motion = ""
        self.told: list[str] = []
        self.said: list[str] = []
        self.sound = False
        self.pauses: list[float] = []
        self.hurries = 0
        self.celebrations = 0
        self.celebrated_more = 0
        self.shaken: list[tuple[int, ...]] = []
        self.late: list[Callable[[], None]] | None = None  # for after the next paint; None: at once
        self.drawings = 0
        self.wide = False
        self.followed: list[str] = []
        self.zooms: list[int] = []
        self.focused: list[str] = []
        self.pictures: list[tuple[str, str, str]] = []
        self.pictures_asked = 0  # how often those of the expansions were wanted
        self.intent: Callable[[str, str], None] = lambda _name, _value: None
        self.answer: Callable[[str, str], str] = lambda _name, _value: ""

    def patch(self, regions: Mapping[str, Content]) -> None:
        for id, content in regions.items():
            self.regions[id] = markup(content)

    def set_attribute(self, id: str, name: str, value: str) -> None:
        self.regions[f"{id}@{name}"] = value

    def show_only(self, screen: str) -> None:
        self.screen = screen

    def show_dialog(self, markup: Markup | None, name: str = "", *, again: bool = False) -> None:
        del name, again
        self.dialog = markup or ""

    def show_notice(self, markup: Markup | None) -> None:
        self.regions["notice"] = markup or ""

    def keep_in_history(self, at_home: bool) -> None:
        self.history += at_home != bool(self.address_fragment)

    def hold_back(self, layers: Callable[[], int]) -> None:
        self.held = max(self.held, layers())

    def pass_over(self, entries: int) -> None:
        self.passed.append(entries)

    def close_sheet(self) -> None:
        self.intent("sheet", "")

    def tell(self, sentences: Sequence[str]) -> None:
        self.told += sentences

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def set_state(self, state: str) -> None:
        self.state = state

    def set_theme(self, theme: str) -> None:
        self.theme = theme

    def is_dark(self) -> bool:
        return self.theme == "dark"

    def set_language(self, code: str, translate: Callable[[str], str]) -> None:
        self.regions["language"] = code

    def set_tempo(self, tempo: str, motion: str) -> None:
        self.tempo, self.motion = tempo, motion

    def set_sound(self, on: bool) -> None:
        self.sound = on

    @property
    def settled(self) -> bool:
        return True

    def later(self, work: Callable[[], None]) -> None:
        if self.late is None:
            work()
        else:
            self.late.append(work)

    def paint(self) -> None:
        """Paint what was drawn; then run what waits for that."""
        late = self.late or []
        self.late = None if self.late is None else []
        for work in late:
            work()

    async def pause(self, seconds: float) -> None:
        """Nothing: nobody watches."""
        self.pauses.append(seconds)

    async def dwell(self, seconds: float) -> None:
        await self.pause(seconds)

    def animate(self, effects: Sequence[Effect], draw: Callable[[], None]) -> None:
        self.effects += effects
        self.drawings += 1
        draw()

    def hurry(self) -> None:
        self.hurries += 1
        self.paint()

    def shake(self, pattern: Sequence[int]) -> None:
        self.shaken.append(tuple(pattern))

    def celebrate(self, more: bool = False) -> None:
        self.celebrations += 1
        self.celebrated_more += more

    def focus(self, id: str) -> None:
        self.focused.append(id)

    def bring(self, id: str) -> None:
        self.focused.append(id)

    def follow(self, region: str, id: str) -> None:
        self.followed.append(id)

    def is_wide(self) -> bool:
        return self.wide

    def bring_field(self, id: str, instead: str) -> None:
        self.bring(instead if self.by_touch else id)

    def frame(self, cells: Collection[Cell]) -> None:
        pass

    def frame_anew(self) -> None:
        pass

    def zoom(self, by: int) -> None:
        self.zooms.append(by)

    def leave_out(self, commands: Collection[str]) -> None:
        self.left_out = commands

    def listen(self, intent: Callable[[str, str], None]) -> None:
        self.intent = intent

    def write(self, field: str, value: str) -> None:
        """Somebody fills in a field."""
        self.intent("field", json.dumps([field, value]))

    def fragment(self) -> str:
        return self.address_fragment

    def owner(self) -> str:
        return self.address_owner

    def set_fragment(self, fragment: str, owner: str = "") -> None:
        self.address_fragment, self.address_owner = fragment, owner

    def address(self, fragment: str) -> str:
        return f"https://example.org/cacao/#{fragment}"

    async def copy(self, text: str) -> bool:
        self.shared.append(text)
        return True

    def download(self, name: str, text: str) -> None:
        self.files[name] = text

    def can_send_pictures(self) -> bool:
        return self.shares

    async def give_picture(self, svg: str, name: str, how: str) -> bool:
        self.pictures.append((svg, name, how))
        return how != "copy" or self.shares

    def lay_sheet(self, svg: str) -> None:
        self.pictures.append((svg, "", "print"))

    def print(self) -> None:
        self.intent("printing", "")

    def can_share(self) -> bool:
        return self.shares

    async def share(self, link: str, text: str = "") -> None:
        self.shared.append(f"{text} {link}".strip())

    def languages(self) -> list[str]:
        return self.wishes

    def translations(self) -> list[str]:
        return list(self.catalogues)

    def language_name(self, code: str) -> str:
        return {"en": "English", "es": "Español"}.get(code, code)

    def stay_awake(self, on: bool) -> None:
        self.awake = on

    def writes_comma(self) -> bool:
        return self.comma

    def now(self) -> str:
        return self.time

    def today(self) -> str:
        return datetime.fromisoformat(self.time).astimezone(ZoneInfo(self.zone)).date().isoformat()

    def moment(self, when: str, exact: bool) -> str:
        try:
            here = datetime.fromisoformat(when).astimezone(ZoneInfo(self.zone))
        except ValueError:
            return ""
        return f"{here:%d.%m.%Y, %H:%M}" if exact else f"{here:%d.%m.%Y}"

    def clock(self, when: str) -> str:
        try:
            here = datetime.fromisoformat(when).astimezone(ZoneInfo(self.zone))
        except ValueError:
            return ""
        return (
            f"{here:%H:%M}" if here.date().isoformat() == self.today() else f"{here:%d.%m. %H:%M}"
        )

    async def fetch(self, path: str) -> bytes | None:
        return self.catalogues.get(path.removeprefix("./locale/").removesuffix(".mo"))

    async def bring_pictures(self) -> bool:
        self.pictures_asked += 1
        return True

    def expose(self, answer: Callable[[str, str], str]) -> None:
        self.answer = answer

    def keep_place(self, place: str) -> None:
        self.place = place

    def kept_place(self) -> str:
        return self.place

    def first_choice(self) -> str:
        return ""

    def report(self, text: str) -> None:
        self.reports.append(text)

    def start_worker(self, program: str, heard: Callable[[str], None]) -> StandInWorker:
        assert program == "./app/opponent.py"
        temper = self.tempers.pop(0) if self.tempers else "well"
        self.workers.append(StandInWorker(self, heard, temper))
        return self.workers[-1]


class TabStore(MemoryStore):
    """The store of one tab; every tab has the same data, and hears what others change.

    Args:
        other: another tab's store, if this is not the first.
    """

    def __init__(self, other: TabStore | None = None) -> None:
        super().__init__()
        self._data = other._data if other else {}
        self._tabs: list[TabStore] = other._tabs if other else []
        self._tabs.append(self)
        self._changed: Callable[[str], None] = lambda _key: None

    def set(self, key: str, value: str) -> None:
        super().set(key, value)
        self._tell(key)

    def remove(self, key: str) -> None:
        super().remove(key)
        self._tell(key)

    def listen(self, changed: Callable[[str], None]) -> None:
        self._changed = changed

    def _tell(self, key: str) -> None:
        for tab in self._tabs:
            if tab is not self:
                tab._changed(key)


class FullStore(MemoryStore):
    """A store that has no room left."""

    def set(self, key: str, value: str) -> None:
        raise Full("quota")


class BlockedStore(MemoryStore):
    """A store that the browser refuses to open."""

    def get(self, key: str) -> str | None:
        raise OSError("blocked")

    def set(self, key: str, value: str) -> None:
        raise OSError("blocked")

    def names(self) -> list[str]:
        raise OSError("blocked")
