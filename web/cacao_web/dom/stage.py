"""Animations: flights over the page, counting figures, hops, sounds, leaves for a winner.

All of it lies above the page, takes no clicks and changes nothing; it may end at any moment.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pyscript import document, window

from cacao_web.browser.effects import Count, Effect, Flight, Hop, Sound
from cacao_web.browser.geometry import Box
from cacao_web.browser.tasks import Tasks
from cacao_web.dom.camera import Camera
from cacao_web.dom.proxies import listen, plain
from cacao_web.dom.sound import Player
from cacao_web.game.words import cell_of
from cacao_web.saves.settings import TEMPOS
from cacao_web.ui import widgets
from cacao_web.ui.markup import Markup, h, join

_EASE: Final = "cubic-bezier(0.25, 0.8, 0.35, 1)"
_HOP: Final = ((0, -9), (9, 0), (0, 9), (-9, 0))
_REGIONS: Final = {"hand": "content", "display": "display", "pile": "display"}
_LEAVES: Final = 36
_FRAME: Final = 0.017
_SIGHT: Final = 0.7
"""Seconds that a water track stays in sight after its carrier has moved."""


class Stage:
    """Runs effects and pauses at the speed that the person has set."""

    def __init__(self, camera: Camera, tasks: Tasks) -> None:
        self.player = Player()
        self._camera = camera
        self._tasks = tasks
        self._layer = document.getElementById("flights")
        self._tempo = 1.0
        self._moving = True
        self._running: list[Any] = []
        self._skip = asyncio.Event()
        camera.on_move = self._clear  # flights to the former places of cells would miss them
        self._late: list[Callable[[], None]] = []  # to be run after the next paint
        listen(window, "pagehide", lambda _event: self._catch_up())

    def set_tempo(self, tempo: str, motion: str) -> None:
        """Set the speed; if unset, devices that ask for less motion get none."""
        asked = bool(window.matchMedia("(prefers-reduced-motion: reduce)").matches)
        still = motion == "off" or (asked and motion != "on")
        self._tempo = TEMPOS.get(tempo, 0.0 if still else 1.0)
        self._moving = self._tempo > 0 and not still
        document.documentElement.dataset.motion = "on" if self._moving else "off"

    @property
    def settled(self) -> bool:
        """Whether nothing moves, and no work waits for the next paint."""
        return not self._late and all(one.playState != "running" for one in self._running)

    async def pause(self, seconds: float) -> None:
        """Wait, unless the page is hidden or the person skips."""
        length = 0 if document.hidden else seconds * self._tempo
        if not length:
            await asyncio.sleep(0)
            return
        self._skip.clear()
        try:
            await asyncio.wait_for(self._skip.wait(), length)
        except TimeoutError:
            return

    async def dwell(self, seconds: float) -> None:
        """Wait at the chosen speed; if motion is switched off, at normal speed."""
        await asyncio.sleep(seconds * (self._tempo or 1))

    def later(self, work: Callable[[], None]) -> None:
        """Run work after the next paint, so that the paint need not wait for it."""
        self._late.append(work)
        if len(self._late) == 1:
            self._tasks.run(self._after_paint())

    async def _after_paint(self) -> None:
        await window.cacao.painted()
        self._catch_up()

    def _catch_up(self) -> None:
        late, self._late = self._late, []
        for work in late:
            try:
                work()
            except Exception as error:  # go on, for the next work may save the game
                window.console.error(repr(error))

    def hurry(self) -> None:
        """End all motion, and the pause."""
        self._skip.set()
        self._catch_up()
        self._clear()

    # --- Effects -----------------------------------------------------------------------------

    def run(self, effects: Sequence[Effect], draw: Callable[[], None]) -> None:
        """Draw; then let things fly from their former places to the new ones."""
        for effect in effects:
            if isinstance(effect, Sound):
                self.player.play(effect.name, effect.start * self._tempo)
        if not self._moving or document.hidden:
            draw()
            return
        flights = [effect for effect in effects if isinstance(effect, Flight)]
        self._show_water(flights)
        # Read the places before drawing, while the layout is still valid.
        places = {flight: self._places(flight) for flight in flights}
        counts = [
            (effect, place)
            for effect in effects
            if isinstance(effect, Count) and (place := self._place(effect.anchor))
        ]
        draw()
        self._show_water(flights)  # drawing has hidden it
        shown = []
        for flight, (source, known) in places.items():
            # Read a cell's place again: the board may have moved to make room.
            moved = flight.target.startswith("cell:")
            target = self._place(flight.target) if moved else known
            if source and target:
                shown.append((flight, source, target))
        for flight, _source, _target in shown:
            if flight.lands:
                self._hide(flight)
        self.later(lambda: self._start(effects, shown, counts))

    def _show_water(self, flights: Sequence[Flight]) -> None:
        """On small screens the water tracks are in sight only while a carrier moves."""
        for flight in flights:
            kind, _colon, rest = flight.target.partition(":")
            board = document.getElementById(f"village-{rest.partition(':')[0]}")
            if kind == "water" and board:
                board.dataset.flows = "yes"
                seconds = (flight.start + flight.length) * self._tempo + _SIGHT
                self._tasks.run(self._hide_water(board, seconds))

    async def _hide_water(self, board: Any, seconds: float) -> None:
        await asyncio.sleep(seconds)
        board.removeAttribute("data-flows")

    def _start(
        self,
        effects: Sequence[Effect],
        flights: Sequence[tuple[Flight, Box, Box]],
        counts: Sequence[tuple[Count, Box]],
    ) -> None:
        """Start all effects; one paint later, so that elements are hidden in time."""
        if flights or counts:
            self._fly(flights, counts)
        for effect in effects:
            if isinstance(effect, Hop):
                self._hop(effect)

    def _hide(self, flight: Flight) -> None:
        """Hide the target until the animation ends."""
        if landed := self._element(flight.target):
            hidden = [{"opacity": 0}, {"opacity": 0}]
            self._animate(landed, hidden, 0, flight.start + flight.length + _FRAME)

    def _fly(
        self, flights: Sequence[tuple[Flight, Box, Box]], counts: Sequence[tuple[Count, Box]]
    ) -> None:
        pictures = [h("div", {"class": "flight"}, flight.picture) for flight, _a, _b in flights]
        texts = [h("div", {"class": "risen"}, count.text) for count, _place in counts]
        group = document.createElement("div")
        group.innerHTML = join(pictures, texts)
        self._layer.append(group)
        elements = list(group.children)
        for element, (flight, source, target) in zip(elements, flights, strict=False):
            self._start_flight(element, flight, source, target)
        for element, (count, place) in zip(elements[len(flights) :], counts, strict=False):
            self._start_count(element, count, place)
        ends = [flight.start + flight.length for flight, _source, _target in flights]
        ends += [count.start + count.length for count, _place in counts]
        self._tasks.run(self._clean(group, max(ends) * self._tempo))

    async def _clean(self, group: Any, seconds: float) -> None:
        await asyncio.sleep(seconds + 0.05)
        group.remove()

    def _clear(self) -> None:
        for animation in self._running:
            animation.cancel()
        self._running.clear()
        self._layer.replaceChildren()

    def _start_flight(self, element: Any, flight: Flight, source: Box, target: Box) -> None:
        size = target.width
        _put(element, target)
        dx = source.left + source.width / 2 - target.left - size / 2
        dy = source.top + source.height / 2 - target.top - target.height / 2
        scale = source.width / size if size else 1
        frames = [
            {"transform": f"translate({dx:.1f}px, {dy:.1f}px) scale({scale:.3f})", "opacity": 1},
            {"transform": "none", "opacity": 1},
        ]
        self._animate(element, frames, flight.start, flight.length)

    def _start_count(self, element: Any, count: Count, place: Box) -> None:
        _put(element, place)
        frames = [
            {"transform": "translateY(0)", "opacity": 0},
            {"transform": "translateY(-10px)", "opacity": 1, "offset": 0.2},
            {"transform": "translateY(-16px)", "opacity": 1, "offset": 0.75},
            {"transform": "translateY(-26px)", "opacity": 0},
        ]
        self._animate(element, frames, count.start, count.length)

    def _hop(self, hop: Hop) -> None:
        workers = document.querySelector(f'[id="t{hop.cell}"] .w{hop.side}')
        if workers:
            dx, dy = _HOP[hop.side]
            frames = [
                {"transform": "none"},
                {"transform": f"translate({dx}px, {dy}px)"},
                {"transform": "none"},
            ]
            self._animate(workers, frames, hop.start, hop.length)

    def _animate(
        self, element: Any, frames: Sequence[Mapping[str, object]], start: float, length: float
    ) -> None:
        timing = {
            "delay": start * self._tempo * 1000,
            "duration": length * self._tempo * 1000,
            "easing": _EASE,
            "fill": "backwards",
        }
        self._running = [one for one in self._running if one.playState == "running"]
        self._running.append(element.animate(plain_list(frames), plain(timing)))

    # --- Places ------------------------------------------------------------------------------

    def _places(self, flight: Flight) -> tuple[Box | None, Box | None]:
        return self._place(flight.source), self._place(flight.target)

    def _place(self, anchor: str) -> Box | None:
        """The place of an anchor on the page, or of the nearest larger element around it."""
        kind, _colon, rest = anchor.partition(":")
        if kind == "cell":
            return self._camera.rectangle(cell_of(rest))
        village = rest.partition(":")[0]
        for name in dict.fromkeys((anchor, f"{kind}:{village}", kind, f"village:{village}")):
            for element in self._region(name).querySelectorAll(f'[data-anchor="{name}"]'):
                box = element.getBoundingClientRect()
                if box.width:
                    return _square(Box(box.left, box.top, box.width, box.height))
        return None

    def _region(self, anchor: str) -> Any:
        """The part of the page to search for an anchor; searching all of it would be slow."""
        kind = anchor.partition(":")[0]
        return document.getElementById(_REGIONS.get(kind, "villages"))

    def _element(self, anchor: str) -> Any:
        """The element of an anchor, if it is on the page."""
        kind, _colon, rest = anchor.partition(":")
        if kind == "cell":
            return document.getElementById(f"t{rest}")
        return self._region(anchor).querySelector(f'[data-anchor="{anchor}"]')

    # --- Leaves ------------------------------------------------------------------------------

    def celebrate(self) -> None:
        """Let leaves rain over the page, once."""
        if not self._moving:
            return
        leaf = widgets.symbol("confetti-leaf", "leaf")
        group = document.createElement("div")
        group.innerHTML = join(_leaf(leaf, index) for index in range(_LEAVES))
        self._layer.append(group)
        width, height = window.innerWidth, window.innerHeight
        for element in group.children:
            x = random.uniform(0, width)
            drift, turn = random.uniform(-120, 120), random.uniform(-720, 720)
            _put(element, Box(x, -40, 26, 26))
            end = f"translate({drift:.0f}px, {height + 80}px) rotate({turn:.0f}deg)"
            frames = [{"transform": "none"}, {"transform": end}]
            self._animate(element, frames, random.uniform(0, 0.9), random.uniform(1.8, 3.2))
        self._tasks.run(self._clean(group, 4.2 * self._tempo))


def plain_list(frames: Sequence[Mapping[str, object]]) -> Any:
    """Keyframes in the form of the Web Animations API."""
    return plain({"frames": [dict(frame) for frame in frames]}).frames


def _leaf(leaf: Markup, index: int) -> Markup:
    return h("div", {"class": f"flight leaf-{index % 4}"}, leaf)


def _put(element: Any, place: Box) -> None:
    style = element.style
    style.left, style.top = f"{place.left:.1f}px", f"{place.top:.1f}px"
    style.width, style.height = f"{place.width:.1f}px", f"{place.height:.1f}px"


def _square(box: Box) -> Box:
    """The square in the middle of a place, because goods and tiles are square."""
    side = min(box.width, box.height)
    left = box.left + (box.width - side) / 2
    return Box(left, box.top + (box.height - side) / 2, side, side)
