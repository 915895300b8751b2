"""Live connections without browsers: devices of one process find each other by offer and answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import count

from cacao_core import BadLink, CacaoError
from cacao_web.features.together.browser.live import Answered, Ends, Listener, Signal

_numbers = count()
_offers: dict[str, Wire] = {}
_calls: dict[str, Wire] = {}
"""Answer of a spare -> the end that is being opened."""
_waits: dict[str, Wire] = {}
"""Answer of a spare -> the end that waits."""


class Wire:
    """One end of a connection; what it sends arrives a moment later."""

    def __init__(self, listener: Listener, role: str) -> None:
        self.listener = listener
        self.role = role
        self.certificate = f"certificate {next(_numbers)}".encode()
        self.signal = Signal.OPENING
        self.other: Wire | None = None
        self.sent: list[str] = []

    @property
    def ends(self) -> Ends:
        assert self.other
        return Ends(self.role, self.certificate, self.other.certificate)

    def send(self, text: str) -> None:
        if self.signal is Signal.OPEN and self.other:
            self.sent.append(text)
            asyncio.get_running_loop().call_soon(self.other.hear, text)

    def hear(self, text: str) -> None:
        if self.signal in (Signal.OPEN, Signal.SHAKY):
            self.listener.heard(text)

    def set(self, signal: Signal) -> None:
        if signal is not self.signal:
            self.signal = signal
            self.listener.changed(signal)

    def close(self) -> None:
        self.set(Signal.CLOSED)
        if self.other and self.other.signal is not Signal.CLOSED:
            asyncio.get_running_loop().call_soon(self.other.set, Signal.CLOSED)


def join(first: Wire, second: Wire) -> None:
    """Two ends find each other."""
    if Signal.CLOSED in (first.signal, second.signal) or first.other or second.other:
        return
    first.other, second.other = second, first
    for wire in (first, second):
        wire.signal = Signal.OPEN
    for wire in (first, second):
        wire.listener.changed(Signal.OPEN)


class OfferedWire:
    """Waits for its answer."""

    def __init__(self, text: str, wire: Wire) -> None:
        self.text = text
        self.connection = wire

    async def take(self, answer: str, waits: bool = False) -> None:
        if not answer.startswith(f"{self.text}-") or self.connection.other:
            raise BadLink("answer: it belongs to another offer")
        if not waits:
            join(self.connection, _offers[answer])
        else:
            _waits[answer] = self.connection
            if answer in _calls:
                join(self.connection, _calls[answer])


class Tabs:
    """What the tabs of one browser share."""

    def __init__(self) -> None:
        self.mail: dict[str, tuple[LiveStandIn, Callable[[str], bool]]] = {}
        self.held: dict[str, LiveStandIn] = {}
        self.losses: dict[str, Callable[[], None]] = {}
        self.spares: dict[str, str] = {}  # name -> answer, kept by the browser


class LiveStandIn:
    """Implements ``together.browser.live.Live``.

    Attributes:
        is_possible: whether it can connect.
        keeps_spares: whether it may have connections that are opened later.
        wires: all connections of this device.
        servers: those of the site.
        used: those that were used last.
        asleep: whether the tab is suspended: it answers nothing.
        missed: what it notices when it wakes up.
        container: the app whose own browser shows the page.
        wishes: how often the browser was asked to keep what is stored.
    """

    def __init__(self) -> None:
        self.is_possible = True
        self.keeps_spares = False
        self.tabs = Tabs()
        self.wires: list[Wire] = []
        self.servers: tuple[str, ...] = ()
        self.used: Sequence[str] = ()
        self.title = ""
        self.awake = False
        self.hidden = False
        self.allowed = False
        self.notes: list[str] = []
        self.needs_home_screen = False
        self.container = ""
        self.wishes = 0
        self.asleep = False
        self.missed: list[Callable[[], None]] = []
        self.backs: list[Callable[[], None]] = []
        self.badge = 0

    async def offer(self, listener: Listener, servers: Sequence[str] = ()) -> OfferedWire:
        await asyncio.sleep(0)
        self.used = servers
        self.wires.append(Wire(listener, "offer"))
        return OfferedWire(f"offer{next(_numbers)}", self.wires[-1])

    async def answer(self, offer: str, listener: Listener, servers: Sequence[str] = ()) -> Answered:
        await asyncio.sleep(0)
        if not offer.startswith("offer"):
            raise BadLink("offer: damaged")
        if not self.is_possible:
            raise CacaoError("no live play here")
        self.used = servers
        self.wires.append(Wire(listener, "answer"))
        text = f"{offer}-{next(_numbers)}"
        _offers[text] = self.wires[-1]
        return Answered(text, self.wires[-1])

    async def keep_spare(self, offer: str, name: str) -> str:
        await asyncio.sleep(0)
        self.tabs.spares[name] = f"{offer}-{next(_numbers)}"
        return self.tabs.spares[name]

    async def open_spare(
        self, name: str, listener: Listener, servers: Sequence[str] = ()
    ) -> Wire | None:
        await asyncio.sleep(0)
        if name not in self.tabs.spares:
            return None
        self.used = servers
        answer, wire = self.tabs.spares[name], Wire(listener, "answer")
        self.wires.append(wire)
        _calls[answer] = wire
        if answer in _waits:
            asyncio.get_running_loop().call_soon(join, _waits[answer], wire)
        return wire

    async def forget_spare(self, name: str) -> None:
        await asyncio.sleep(0)
        self.tabs.spares.pop(name, None)

    def await_mail(self, name: str, taken: Callable[[str], bool]) -> None:
        self.tabs.mail[name] = self, taken

    def end_mail(self, name: str) -> None:
        self.tabs.mail.pop(name, None)

    async def post(self, name: str, text: str) -> bool:
        await asyncio.sleep(0)
        owner, taken = self.tabs.mail.get(name, (self, lambda _text: False))
        return owner is not self and not owner.asleep and taken(text)

    async def hold(self, name: str, lost: Callable[[], None], seize: bool = False) -> bool:
        await asyncio.sleep(0)
        holder = self.tabs.held.setdefault(name, self)
        if holder is self:
            self.tabs.losses[name] = lost
        elif seize:
            missed = self.tabs.losses[name]
            self.tabs.held[name], self.tabs.losses[name] = self, lost
            if holder.asleep:
                holder.missed.append(missed)
            else:
                missed()
        return self.tabs.held[name] is self

    def wake(self) -> None:
        """The tab is seen again."""
        self.asleep = False
        for notice in self.missed:
            notice()
        self.missed.clear()

    def let_go(self, name: str) -> None:
        if self.tabs.held.get(name) is self:
            del self.tabs.held[name]

    def keep_storage(self) -> None:
        self.wishes += 1

    def stay_awake(self, wanted: bool) -> None:
        self.awake = wanted

    def is_hidden(self) -> bool:
        return self.hidden

    def await_return(self, back: Callable[[], None]) -> None:
        self.backs.append(back)

    def set_badge(self, count: int) -> None:
        self.badge = count

    def come_back(self) -> None:
        """The person sees the page again."""
        for back in self.backs:
            back()

    def set_title(self, title: str) -> None:
        self.title = title

    def may_ask_to_notify(self) -> bool:
        return not self.allowed

    def may_notify(self) -> bool:
        return self.allowed

    async def ask_to_notify(self) -> bool:
        self.allowed = True
        return True

    def must_install(self) -> bool:
        return self.needs_home_screen

    def notify(self, title: str, text: str, address: str) -> None:
        if self.allowed:
            self.notes.append(f"{title}: {text}")
