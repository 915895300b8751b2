"""Animations: flights over the page, counting figures, hops, sounds, leaves for a winner.

All of it lies above the page, takes no clicks and changes nothing; it may end at any moment.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from pyscript import document, window

from cacao_web.board import plane
from cacao_web.browser.effects import Count, Dust, Effect, Figure, Flight, Glow, Hop, Reveal, Sound
from cacao_web.browser.geometry import Box
from cacao_web.browser.tasks import Tasks, tell_failure
from cacao_web.dom.animations import frames
from cacao_web.dom.animations.frames import Frame, Shown
from cacao_web.dom.animations.sound import SoundPlayer
from cacao_web.dom.camera import Camera
from cacao_web.dom.proxies import listen, plain
from cacao_web.game.texts.words import cell_of
from cacao_web.saves.settings import TEMPOS
from cacao_web.ui import widgets
from cacao_web.ui.markup import Markup, h, join

_EASE: Final = "cubic-bezier(0.25, 0.8, 0.35, 1)"
_HOP: Final = ((0, -9), (9, 0), (0, 9), (-9, 0))
_REGIONS: Final = {"hand": "content", "display": "display", "pile": "display"}
_LEAVES: Final = 36
_SHOWER: Final = 1.2
"""Seconds between two showers of them."""
_FRAME: Final = 0.017
_SIGHT: Final = 0.7
"""Seconds that a water track stays in sight after its carrier has moved."""


class Stage:
    """Runs effects and pauses at the speed that the person has set."""

    def __init__(self, camera: Camera, tasks: Tasks) -> None:
        self.player = SoundPlayer()
        self._camera = camera
        self._tasks = tasks
        self._layer = document.getElementById("flights")
        self._tempo = 1.0
        self._moving = True
        self._running: list[Any] = []
        self._skip = asyncio.Event()
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
                tell_failure(error)

    def hurry(self) -> None:
        """End all motion, and the pause."""
        self._skip.set()
        self._catch_up()
        self.clear()

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
        sources = {flight: self._place(flight.source) for flight in flights}
        places = {
            anchor: self._place(anchor)
            for anchor in filter(None, map(_anchor, effects))
            if not _is_on_board(anchor)
        }
        draw()
        self._show_water(flights)  # drawing has hidden it
        shown = list(self._shown(effects, sources, places))
        for flight in flights:
            self._hide(flight)
        self._reveal(effects)
        self.later(lambda: self._start(effects, shown))

    def _shown(
        self,
        effects: Sequence[Effect],
        sources: Mapping[Flight, Box | None],
        places: Mapping[str, Box | None],
    ) -> Iterator[Shown]:
        """The effects that appear above the page."""
        for effect in effects:
            if not (anchor := _anchor(effect)):
                continue
            # Read a cell's place now: the board may have moved to make room.
            place = self._place(anchor) if _is_on_board(anchor) else places[anchor]
            if place is None:
                continue
            if isinstance(effect, Flight):
                source = effect.source
                start = self._place(source) if _is_on_board(source) else sources[effect]
                if start is not None:
                    yield frames.flight(effect, start, place)
            elif isinstance(effect, Count):
                yield frames.count(effect, place, window.innerWidth)
            elif isinstance(effect, Dust):
                yield frames.dust(effect, place)
            elif isinstance(effect, Glow):
                yield frames.glow(effect, place)
            elif isinstance(effect, Figure):
                yield frames.figure(effect, place)

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

    def _start(self, effects: Sequence[Effect], shown: Sequence[Shown]) -> None:
        """Start all effects; one paint later, so that elements are hidden in time."""
        if shown:
            self._fly(shown)
        for effect in effects:
            if isinstance(effect, Hop):
                self._hop(effect)

    def _hide(self, flight: Flight) -> None:
        """Hide the target until the animation ends."""
        anchor = flight.hides or (flight.target if flight.lands else "")
        if anchor and (landed := self._element(anchor)):
            hidden = [{"opacity": 0}, {"opacity": 0}]
            self._animate(landed, hidden, 0, flight.start + flight.length + _FRAME)

    def _reveal(self, effects: Sequence[Effect]) -> None:
        """Let parts of the page appear from their middle."""
        for effect in effects:
            part = document.getElementById(effect.id) if isinstance(effect, Reveal) else None
            for element in part.children if part else ():
                grown = [{"transform": "scale(0)"}, {"transform": "none"}]
                self._animate(element, grown, effect.start, effect.length)

    def _fly(self, shown: Sequence[Shown]) -> None:
        group = document.createElement("div")
        group.innerHTML = join(one.picture for one in shown)
        self._layer.append(group)
        for element, shape in zip(list(group.children), shown, strict=False):
            _put(element, shape.box)
            self._animate(element, shape.frames, shape.start, shape.length, fill="none")
        end = max(one.start + one.length for one in shown)
        self._tasks.run(self._clean(group, end * self._tempo))

    async def _clean(self, group: Any, seconds: float) -> None:
        await asyncio.sleep(seconds + 0.05)
        group.remove()

    def clear(self) -> None:
        for animation in self._running:
            animation.cancel()
        self._running.clear()
        self._layer.replaceChildren()

    def _hop(self, hop: Hop) -> None:
        workers = document.querySelector(f'[id="t{hop.cell}"] .w{hop.side}')
        if workers:
            dx, dy = _HOP[hop.side]
            steps = [
                {"transform": "none"},
                {"transform": f"translate({dx}px, {dy}px)"},
                {"transform": "none"},
            ]
            self._animate(workers, steps, hop.start, hop.length)

    def _animate(
        self,
        element: Any,
        steps: Sequence[Frame],
        start: float,
        length: float,
        fill: str = "backwards",
    ) -> None:
        timing = {
            "delay": start * self._tempo * 1000,
            "duration": length * self._tempo * 1000,
            "easing": _EASE,
            "fill": fill,
        }
        self._running = [one for one in self._running if one.playState == "running"]
        self._running.append(element.animate(plain_list(steps), plain(timing)))

    # --- Places ------------------------------------------------------------------------------

    def _place(self, anchor: str) -> Box | None:
        """The place of an anchor on the page, or of the nearest larger element around it."""
        kind, _colon, rest = anchor.partition(":")
        if kind == "cell":
            return self._camera.rectangle(cell_of(rest))
        if kind == "edge":
            return self._edge(rest)
        village = rest.partition(":")[0]
        for name in dict.fromkeys((anchor, f"{kind}:{village}", kind, f"village:{village}")):
            for element in self._region(name).querySelectorAll(f'[data-anchor="{name}"]'):
                box = element.getBoundingClientRect()
                if box.width:
                    return Box(box.left, box.top, box.width, box.height)
        return None

    def _edge(self, name: str) -> Box:
        """The place of the workers on an edge of a tile."""
        cell, _colon, side = name.partition(":")
        box = self._camera.rectangle(cell_of(cell))
        dx, dy = plane.STEPS[int(side)]
        left = box.left + (0.38 + 0.3 * dx) * box.width
        return Box(left, box.top + (0.38 + 0.3 * dy) * box.height, box.width / 4, box.height / 4)

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

    def celebrate(self, more: bool) -> None:
        """Let leaves rain over the page, once; a second shower follows for more than a game."""
        if not self._moving:
            return
        leaf = widgets.symbol("confetti-leaf", "leaf")
        group = document.createElement("div")
        showers = 2 if more else 1
        group.innerHTML = join(_leaf(leaf, index) for index in range(showers * _LEAVES))
        self._layer.append(group)
        width, height = window.innerWidth, window.innerHeight
        for index, element in enumerate(group.children):
            x = random.uniform(0, width)
            drift, turn = random.uniform(-120, 120), random.uniform(-720, 720)
            _put(element, Box(x, -40, 26, 26))
            end = f"translate({drift:.0f}px, {height + 80}px) rotate({turn:.0f}deg)"
            falling = [{"transform": "none", "opacity": 1}, {"transform": end, "opacity": 1}]
            wait = random.uniform(0, 0.9) + index // _LEAVES * _SHOWER
            self._animate(element, falling, wait, random.uniform(1.8, 3.2))
        self._tasks.run(self._clean(group, (4.2 + (showers - 1) * _SHOWER) * self._tempo))


def _anchor(effect: Effect) -> str:
    """The place where an effect is shown; empty if it is not shown above the page."""
    if isinstance(effect, Flight):
        return effect.target
    if isinstance(effect, Count | Figure):
        return effect.anchor
    return f"cell:{effect.cell}" if isinstance(effect, Dust | Glow) else ""


def _is_on_board(anchor: str) -> bool:
    return anchor.startswith(("cell:", "edge:"))


def plain_list(steps: Sequence[Frame]) -> Any:
    """Keyframes in the form of the Web Animations API."""
    return plain({"frames": [dict(step) for step in steps]}).frames


def _leaf(leaf: Markup, index: int) -> Markup:
    return h("div", {"class": f"flight leaf-{index % 4}"}, leaf)


def _put(element: Any, place: Box) -> None:
    style = element.style
    style.left, style.top = f"{place.left:.1f}px", f"{place.top:.1f}px"
    style.width, style.height = f"{place.width:.1f}px", f"{place.height:.1f}px"
