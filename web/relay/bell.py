"""A bell beside a relay: it calls devices whose pages are closed (docs/relay.md, *A bell*).

It watches the parcels of those games in which somebody has asked for it, and cannot read them. When
one changes, the other devices get a Web Push that says nothing but the mark that they have chosen.
Usage: ``BELL_USER=NAME bell.py --broker mqtt://127.0.0.1:1883 --contact mailto:you@example.org``.
"""

from __future__ import annotations

import argparse
import os
import queue
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from email.utils import parsedate_to_datetime
from typing import Any, Final
from urllib.parse import urlsplit

import paho.mqtt.client as mqtt
import requests
from asked import PAUSE, QUIET, SERVICES, AskedDevices, Push
from cryptography.hazmat.primitives.asymmetric import ec
from paho.mqtt.reasoncodes import ReasonCode
from py_vapid import Vapid02
from pywebpush import WebPusher

ANNOUNCED: Final = "cacao/bell"
"""The topic where the bell says that it is there, and its public keys."""
AT_ONCE, PATIENCE, LIFE = 8, 10, 2 * 24 * 3600
"""Pushes to one service at once; seconds for one; seconds that it keeps one for a device."""


class Pusher:
    """Pushes, some at once for each service, so that a slow one holds up nobody else.

    Args:
        key: of VAPID.
        contact: ``mailto:`` or ``https:``, where whoever runs a push service reaches the owner.
        done: is told of each push how it went, in another thread.
    """

    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str,
                 done: Callable[[tuple[Push, str]], None]) -> None:  # fmt: skip
        self._vapid, self._contact, self._done = Vapid02(private_key=key), contact, done
        self._pools: dict[str, ThreadPoolExecutor] = {}
        self._session = requests.Session()
        self._session.mount("https://", requests.adapters.HTTPAdapter(pool_maxsize=4 * AT_ONCE))
        self._session.max_redirects = 0
        self._skew = 0.0  # seconds by which the clock here is behind
        self._proofs: dict[str, tuple[float, dict[str, str]]] = {}

    def push(self, push: Push) -> None:
        """Push it soon, in another thread."""
        place = urlsplit(push.endpoint).netloc
        service = next((one for one in SERVICES if place.endswith(one)), "")
        pool = self._pools.get(service) or ThreadPoolExecutor(AT_ONCE)
        self._pools[service] = pool
        pool.submit(lambda: self._done((push, self._outcome(push))))

    def _outcome(self, push: Push) -> str:
        """``gone`` if nobody can be reached there, ``again`` if it was certainly not taken."""
        try:
            code = self._sent(push)
        except (requests.ConnectionError, requests.TooManyRedirects):
            return "again"
        except Exception as error:  # no fault of one push may end the others
            print(f"push: {error!r}", file=sys.stderr)
            return "unknown"  # perhaps it was taken: never twice for one change
        return "gone" if code in (404, 410) else "again" if code in (429, 500, 502, 503) else ""

    def _sent(self, push: Push, is_again: bool = False) -> int:
        keys = {"p256dh": push.p256dh, "auth": push.auth}
        pusher = WebPusher({"endpoint": push.endpoint, "keys": keys}, self._session)
        place = urlsplit(push.endpoint)
        headers = {"Urgency": "high", **self._proof(f"{place.scheme}://{place.netloc}")}
        answer = pusher.send(push.mark, headers, LIFE, timeout=PATIENCE)
        if answer.status_code in (401, 403) and not is_again and self._set_clock(answer.headers):
            return self._sent(push, is_again=True)
        return int(answer.status_code)

    def _proof(self, audience: str) -> dict[str, str]:
        """The headers of VAPID, signed anew each hour."""
        now = time.time() + self._skew
        made, headers = self._proofs.get(audience, (0.0, {}))
        if not made <= now < made + 3600:
            claims = {"aud": audience, "sub": self._contact, "exp": int(now) + 12 * 3600}
            headers = self._vapid.sign(claims)
            self._proofs[audience] = now, headers
        return headers

    def _set_clock(self, headers: Mapping[str, str]) -> bool:
        """Take over the time of a service that refuses a proof; returns whether it differs much."""
        with suppress(KeyError, ValueError):
            skew = parsedate_to_datetime(headers["Date"]).timestamp() - time.time()
            if abs(skew - self._skew) > 60:
                self._skew, self._proofs = skew, {}
                return True
        return False


class Watch:
    """The connection with the relay; what comes waits until it is handled."""

    def __init__(self, broker: str, user: str) -> None:
        self.news: queue.Queue[tuple[str, Any]] = queue.Queue(2000)
        self._wanted: deque[tuple[str, bool]] = deque()
        self._is_asking = False
        place = urlsplit(broker)
        by_web = place.scheme in ("ws", "wss")
        self._client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2,
                                   transport="websockets" if by_web else "tcp")  # fmt: skip
        if by_web:
            self._client.ws_set_options(place.path or "/mqtt")
        self._client.username_pw_set(user or None)
        self._client.on_connect = lambda *told: self._connected(told[3])
        self._client.on_message = lambda _client, _data, message: self.news.put(("heard", message))
        self._client.on_subscribe = lambda *_all: self.news.put(("asked", None))
        self._client.on_unsubscribe = self._client.on_subscribe
        self._client.reconnect_delay_set(1, 30)
        self._client.connect_async(place.hostname or "", place.port or 1883, keepalive=30)
        self._client.loop_start()

    def _connected(self, code: ReasonCode) -> None:
        print(f"relay: {code}", file=sys.stderr)
        if not code.is_failure:
            self.news.put(("connected", None))

    def begin(self, asked: AskedDevices) -> None:
        """It is connected: tell everybody, and ask for all games."""
        self._client.publish(ANNOUNCED, asked.announcement, 1, retain=True)
        self._client.subscribe("cacao/2/+/+/bell")
        self._is_asking = True
        self._wanted = deque((game, True) for game in asked.connected())

    def watch(self, game: str, is_wanted: bool) -> None:
        """Ask for the parcels of a game, or no longer."""
        self._wanted.append((game, is_wanted))
        if not self._is_asking:
            self.ask()

    def heard(self) -> list[tuple[str, Any]]:
        """All that has come, at most so much at once; it waits a moment for something."""
        found = []
        with suppress(queue.Empty):
            found.append(self.news.get(timeout=0.2))
            while len(found) < 500:
                found.append(self.news.get_nowait())
        return found

    def ask(self) -> None:
        """Ask for some games, and for more when these have come: brokers drop what is too much."""
        self._is_asking = bool(self._wanted)
        topics: list[str] = []
        is_wanted = bool(self._wanted and self._wanted[0][1])
        while self._wanted and self._wanted[0][1] == is_wanted and len(topics) < 20:
            game, _wanted = self._wanted.popleft()
            topics += [f"cacao/2/{game}/+", f"cacao/2/{game}/+/here"]
        if topics and is_wanted:
            self._client.subscribe([(topic, 0) for topic in topics])  # of others, brokers drop some
        elif topics:
            self._client.unsubscribe(topics)


def run(options: argparse.Namespace) -> None:
    """Ring until it is ended."""
    watch = Watch(options.broker, options.user)
    pauses = options.pause, options.quiet
    asked = AskedDevices(options.state, watch.watch, options.service, pauses)
    pusher = Pusher(asked.vapid, options.contact, lambda told: watch.news.put(("pushed", told)))
    if options.until_input_ends:
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    tidied = 0.0
    while True:
        with asked.together():
            for kind, what in watch.heard():
                if kind == "connected":
                    watch.begin(asked)
                elif kind == "asked":
                    watch.ask()
                elif kind == "heard":
                    asked.heard(what.topic, what.payload, what.retain)
                else:
                    asked.done(*what)
            due = asked.due()
        for push in due:  # once it is stored, so that it is never called twice
            pusher.push(push)
        if time.monotonic() > tidied + 3600:
            tidied = time.monotonic()
            asked.tidy()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A bell beside a relay; see docs/relay.md.")
    parser.add_argument("--broker", default="mqtt://127.0.0.1:1883", help="address of the relay")
    user = os.environ.get("BELL_USER", "")
    parser.add_argument("--user", default=user, help="user name that may read all games")
    parser.add_argument("--state", default="bell.sqlite", help="file with all that it keeps")
    parser.add_argument("--contact", default="https://example.org", help="mailto: or https:")
    parser.add_argument("--service", default="", help="one more push service, for trying")
    parser.add_argument("--pause", default=PAUSE, type=float, help="seconds between two pushes")
    parser.add_argument("--quiet", default=QUIET, type=float, help="seconds from change to push")
    parser.add_argument("--until-input-ends", action="store_true", help="end with its starter")
    run(parser.parse_args())
