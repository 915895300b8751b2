"""``build.py serve``: a page at once, and a faster one as soon as it is made."""

from __future__ import annotations

import http.server
import os
import sys
import threading

from making.builds import build, build_plain, inputs, is_current
from making.server import SwitchingServer, site_server, switching_server
from making.workshop import DIST, Problem, end_commands, run_behind, say


def serve(port: int, offline: bool) -> None:
    """Serve the site until interrupted; browsers keep it only with ``offline``.

    Where dist/ is not what the sources say, the plain site is served while dist/ is made. What
    browsers keep has to be the release, so ``offline`` waits for it.
    """
    if offline:
        build()
        run_until_interrupted(offline_server(port))
    elif is_current(DIST, inputs()):
        server = switching_server(port, DIST)
        say(f"play at {address(server)}   (Ctrl+C ends it)")
        run_until_interrupted(server)
    else:
        server = switching_server(port, build_plain())
        say(f"play at {address(server)}   (Ctrl+C ends it)")
        say("this first build starts slowly; the fast one is being made")
        threading.Thread(target=make_release, args=(server,), daemon=True).start()
        run_until_interrupted(server)


def address(server: http.server.HTTPServer) -> str:
    """Where the person at the keyboard plays."""
    return f"http://localhost:{server.server_address[1]}/"


def offline_server(port: int) -> http.server.HTTPServer:
    """A host for dist/ with its real service worker, on a free port if this one is taken."""
    try:
        server = site_server(port)
    except OSError:
        say(f"port {port} is taken; using a free one")
        server = site_server(0)
    say(f"play at {address(server)}   (Ctrl+C ends it)")
    return server


def make_release(server: SwitchingServer) -> None:
    """Make the release and have it served from then on; a failure leaves the page as it is."""
    run_behind()
    try:
        build()
    except Problem as problem:
        say(f"the fast build failed, the first one is served on: {problem}")
    except Exception as error:  # a fault of ours must not end the game either
        say(f"the fast build failed, the first one is served on: {error!r}")
    else:
        server.switch(DIST)
        say("the fast build is ready: reload the page")


def run_until_interrupted(server: http.server.HTTPServer) -> None:
    """Answer requests; Ctrl+C ends all, also a build in the background.

    Such a build may be stopped anywhere: what it writes counts only once it is complete.
    """
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        end_commands()
        say("bye")
        sys.stdout.flush()
        os._exit(0)
