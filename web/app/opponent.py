"""The web worker of the computer players: receives requests, sends messages.

See :mod:`cacao_web.engine.protocol`.
"""

from pyscript import sync

from cacao_web.engine.requests import JOBS
from cacao_web.engine.server import RequestServer


def post(text: str) -> None:
    """Send a message to the page."""
    sync.on_message(text)


receive = RequestServer(post, JOBS).receive

__export__ = ["receive"]
