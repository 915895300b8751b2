"""All regions of the page that change during a game, by the id of their element."""

from __future__ import annotations

from cacao_web.session import Session
from cacao_web.views import board, log, tray, village
from cacao_web.views.html import Markup


def regions(session: Session) -> dict[str, Markup]:
    """Id of an element -> what is to be in it."""
    return {
        "board-tiles": board.tiles(session),
        "villages": village.villages(session),
        "remaining": village.remaining(session),
        "log": log.log(session),
        **choice_regions(session),
    }


def choice_regions(session: Session) -> dict[str, Markup]:
    """The regions that change when the person chooses something, while nobody plays."""
    return {
        "board-targets": board.targets(session),
        "display": village.display(session),
        **pointed_regions(session),
    }


def pointed_regions(session: Session) -> dict[str, Markup]:
    """The regions that change when the person only points somewhere."""
    return {"board-ghost": board.ghost(session), "tray": tray.tray(session)}
