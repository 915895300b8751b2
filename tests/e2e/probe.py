"""Calls the page's objects for live play from tests, in every browser."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, Final

_PYTHON: Final = """
from pyodide.ffi import create_proxy, to_js
from pyscript import window
from cacao_web.browser.sdp import from_text
from cacao_web.dom.live import Live

live = Live()
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

PROBE: Final = f"""new Promise(resolve => {{
    const script = document.createElement("script");
    script.type = "py";
    script.textContent = {json.dumps(_PYTHON)};
    document.body.append(script);
    const look = () => window.probe ? resolve(null) : setTimeout(look, 10);
    look();
}})"""
"""Makes ``window.probe``."""

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
