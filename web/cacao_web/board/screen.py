"""All regions of the page that change during a game, by the id of their element."""

from __future__ import annotations

from cacao_web.board import board, log, tray, village
from cacao_web.features.analysis import view as analysis
from cacao_web.features.hints import view as hints
from cacao_web.game.session import Session
from cacao_web.ui import help
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Content, Markup, h, join


def regions(session: Session) -> dict[str, Content]:
    """Id of an element -> what is to be in it."""
    return {
        "board-jungle": board.jungle(session),
        "board-workers": board.workers(session),
        "villages": _villages(session),
        "remaining": village.remaining(session),
        "turns": log.turns(session),
        **choice_regions(session),
    }


def _villages(session: Session) -> dict[str, Markup]:
    """The village boards, and below them the way to the rules about them."""
    label = _("Village boards")
    leads = {**help.leading_to("village-board", label), "class": "sign named-sign"}
    about = h("p", {"id": "village-help"}, h("button", leads, label))
    return {**village.villages(session), "village-help": about}


def thinking_regions(session: Session) -> dict[str, Content]:
    """The regions that change when a computer begins to think."""
    return {
        "villages": _villages(session),
        "task": tray.task(session),
        "content": tray.content(session),
    }


def choice_regions(session: Session) -> dict[str, Content]:
    """The regions that change when the person chooses something, while nobody plays."""
    coach = session.coach
    return {
        "board-targets": board.targets(session),
        "board-stars": join(board.stars(session), coach.marks(session) if coach else None),
        "coach": coach.panel(session) if coach else None,
        "board-hints": join(hints.badges(session), analysis.badges(session)),
        "hints": hints.panel(session) or analysis.panel(session),
        "board-tick": board.tick(session),
        "display": village.display(session),
        "content": tray.content(session),
        **pointed_regions(session),
    }


def pointed_regions(session: Session) -> dict[str, Content]:
    """The regions that change when the person only points somewhere."""
    ghost = join(board.ghost(session), analysis.ghosts(session))
    return {"board-ghost": ghost, "task": tray.task(session)}
