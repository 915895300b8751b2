"""All regions of the page that change during a game, by the id of their element."""

from __future__ import annotations

from cacao_web.session import Session
from cacao_web.views import board, tray, village
from cacao_web.views.html import Markup


def regions(session: Session) -> dict[str, Markup]:
    """Id of an element -> what is to be in it."""
    drawn = board.board(session)
    return {
        "board-tiles": drawn.tiles,
        "board-targets": drawn.targets,
        "board-ghost": drawn.ghost,
        "villages": village.villages(session),
        "display": village.display(session),
        "remaining": village.remaining(session),
        "log": village.log(session),
        "tray": tray.tray(session),
    }


def pointed_regions(session: Session) -> dict[str, Markup]:
    """The regions that change when the person only points somewhere."""
    return {"board-ghost": board.ghost(session), "tray": tray.tray(session)}
