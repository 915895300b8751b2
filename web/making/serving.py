"""``build.py serve``: the plain site at once, and the release as soon as it is built."""

from __future__ import annotations

import http.server
import os
import sys
import threading

from making.bell import local_bell
from making.broker import local_broker
from making.builds import build, build_plain, inputs, is_current
from making.server import SwitchingServer, site_server, switching_server
from making.workshop import DIST, Problem, end_commands, run_behind, say


def serve(port: int, *, offline: bool = False, relay: bool = False) -> None:
    """Serve the site until interrupted; browsers store it only with ``offline``.

    If dist/ is out of date, the plain site is served while dist/ is built. Browsers may store only
    the release, so ``offline`` waits for it. With ``relay``, an MQTT broker and a bell run beside
    it, and the page has them preset.

    Raises:
        Problem: the page cannot be built, or the broker cannot be had.
    """
    if offline and relay:
        raise Problem("--relay alters the page, --offline keeps it as it was built: choose one")
    if offline:
        build()
        run_until_interrupted(offline_server(port))
        return
    broker = local_broker(port + 1 if port else 0) if relay else None
    is_ready = is_current(DIST, inputs())
    server = switching_server(port, DIST if is_ready else build_plain())
    say(f"play at {address(server)}   (Ctrl+C ends it)")
    if broker:
        server.relay, server.push = broker.address, local_bell(broker)
        say(f"games with others go through the relay {broker.address}, which keeps nothing")
        say("its bell says here whom it would call, instead of on a phone")
    if not is_ready:
        say("this first build starts slowly; the fast one is being made")
        threading.Thread(target=make_release, args=(server,), daemon=True).start()
    run_until_interrupted(server)


def address(server: http.server.HTTPServer) -> str:
    return f"http://localhost:{server.server_address[1]}/"


def offline_server(port: int) -> http.server.HTTPServer:
    """A server for dist/ with its real service worker, on a free port if this one is in use."""
    try:
        server = site_server(port)
    except OSError:
        say(f"port {port} is taken; using a free one")
        server = site_server(0)
    say(f"play at {address(server)}   (Ctrl+C ends it)")
    return server


def make_release(server: SwitchingServer) -> None:
    """Build the release and serve it from then on; a failure leaves the page unchanged."""
    run_behind()
    try:
        build()
    except Problem as problem:
        say(f"the fast build failed, the first one is served on: {problem}")
    except Exception as error:  # even a bug in the build must not end the game
        say(f"the fast build failed, the first one is served on: {error!r}")
    else:
        server.switch(DIST)
        say("the fast build is ready: reload the page")


def run_until_interrupted(server: http.server.HTTPServer) -> None:
    """Answer requests; Ctrl+C ends everything, including a build in the background.

    Such a build may be stopped at any point: its files count only when they are complete.
    """
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        end_commands()
        say("bye")
        sys.stdout.flush()
        os._exit(0)
