"""The web worker of the artificial players: requests in, messages out (see cacao_web.messages)."""

from pyscript import sync

from cacao_web.desk import Desk
from cacao_web.jobs import JOBS


def post(text: str) -> None:
    """Say something to the page."""
    sync.on_message(text)


receive = Desk(post, JOBS).receive

__export__ = ["receive"]
