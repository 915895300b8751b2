"""Calls the page's objects for live play from tests, in every browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from tests.bench.chromium import script_that_makes

_LIVE: Final = """
from pyodide.ffi import create_proxy, to_js
from pyscript import window
from cacao_web.features.together.browser.sdp import from_text
from cacao_web.features.together.dom.live import DomLive

live = DomLive()
told, signals, mails, lost, now = [], [], [], [], {}

class Listener:
    heard = staticmethod(told.append)
    changed = staticmethod(lambda signal: signals.append(signal.name))

async def offer(servers=()):
    now["offered"] = await live.offer(Listener(), list(servers))
    now["wire"] = now["offered"].connection
    return now["offered"].text

async def answer(text):
    text, now["wire"] = await live.answer(text, Listener())
    return text

async def take(text):
    await now["offered"].take(text)

def silence():
    now["wire"]._say = lambda _text: None

def taken(text):
    mails.append(text)
    return text != "not mine"

async def hold(name, seize=False):
    return await live.hold(name, lambda: lost.append(name), seize)

probe = window.Object.new()
for name, function in {
    "offer": offer, "answer": answer, "take": take, "silence": silence,
    "send": lambda text: now["wire"].send(text),
    "close": lambda: now["wire"].close(),
    "signal": lambda: now["wire"].signal.name,
    "state": lambda: str(now["wire"].peer.connectionState),
    "signals": lambda: to_js(signals),
    "heard": lambda: to_js(told),
    "forms": lambda text: to_js([candidate.form for candidate in from_text(text).candidates]),
    "mail": lambda name: live.await_mail(name, taken),
    "mails": lambda: to_js(mails),
    "endMail": live.end_mail, "post": live.post, "hold": hold, "letGo": live.let_go,
    "lost": lambda: to_js(lost),
    "title": live.set_title, "canNotify": live.may_ask_to_notify, "askToNotify": live.ask_to_notify,
    "notify": live.notify, "awake": live.stay_awake, "isHidden": live.is_hidden,
    "isPossible": lambda: live.is_possible,
}.items():
    setattr(probe, name, create_proxy(function))
window.probe = probe
"""

_RELAY: Final = """
import gc
from pyodide.ffi import create_proxy, to_js
from pyscript import window
from cacao_web.features.together.browser.relay import RelayError
from cacao_web.dom import Browser

[page] = [found for found in gc.get_objects() if type(found) is Browser]
relays, lines, told = page.support("together").relays, {}, []

class Subscriber:
    def __init__(self, name):
        self.name = name

    def arrived(self, topic, payload):
        told.append([self.name, topic, len(payload), payload[:40].decode()])

    def flooded(self):
        pass

    def lost(self, trouble):
        told.append([self.name, "lost", 0, trouble.name])

async def attempt(work):
    try:
        return await work
    except RelayError as error:
        return f"{error.trouble.name}: {error}"

async def connect(name, address, game="game", user="user"):
    will = f"cacao/2/{game}/here/{name}"
    topics = f"cacao/2/{game}/#"
    line = await attempt(relays.connect(address, user, (topics,), will, Subscriber(name)))
    if isinstance(line, str):
        return line
    lines[name] = line
    return line.expires

async def publish(name, topic, text, retained=True, seconds=0):
    work = lines[name].publish(topic, text.encode(), retained, seconds)
    return await attempt(work) or "kept"

async def crypt():
    key, other = bytes(range(32)), bytes(32)
    sealed = await relays.encrypt(key, b"plain", b"topic")
    opened = await relays.decrypt(key, sealed, b"topic")
    wrong = [
        await relays.decrypt(other, sealed, b"topic"),
        await relays.decrypt(key, sealed, b"elsewhere"),
        await relays.decrypt(key, sealed[:-1], b"topic"),
        await relays.decrypt(key, sealed[:20], b"topic"),
    ]
    return to_js([sealed.hex(), opened.decode(), [one is None for one in wrong]])

probe = window.Object.new()
for name, function in {
    "connect": connect, "publish": publish, "crypt": crypt,
    "close": lambda name: lines.pop(name).close(),
    "told": lambda: to_js(told), "forget": lambda: told.clear(),
    "isPossible": lambda: relays.is_possible, "preset": lambda: relays.preset,
}.items():
    setattr(probe, name, create_proxy(function))
window.probe = probe
"""


PROBE: Final = script_that_makes("probe", _LIVE)
"""Makes ``window.probe`` for live play."""

RELAY_PROBE: Final = script_that_makes("probe", _RELAY)
"""The same for relays; what comes is told as the line's name, the topic, and how the text begins.
"""

CAN_DECIDE: Final = """!!document.querySelector(
    "#tray [data-hand]:enabled, #tray .edges, #display [data-display]"
)"""
"""What the page offers to whoever has to decide, not only what the rules allow: the tray follows
the record a moment later."""

Evaluate = Callable[..., Any]


def told(evaluate: Evaluate, expression: str, *given: object) -> str:
    """The error of an expression."""
    try:
        evaluate(expression, *given)
    except Exception as error:  # each driver has its own
        return str(error)
    raise AssertionError(f"no error: {expression}")


def until(evaluate: Evaluate, expression: str, seconds: float = 60) -> None:
    """Wait until an expression is true."""
    last = time.monotonic() + seconds
    while not evaluate(expression):
        assert time.monotonic() < last, expression
        time.sleep(0.05)
