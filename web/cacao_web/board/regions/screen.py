"""All regions of the page that change during a game, by the id of their element."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_web.board import board, cloth, marks, recap, village
from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import log, supply, tray
from cacao_web.game.session import Session
from cacao_web.ui import help
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Content, Markup, h, join


def regions(session: Session, overlays: Overlays) -> dict[str, Content]:
    """Id of an element -> its content."""
    return {
        "board-cloth": cloth.cloth(session.shown),
        cloth.WASH: cloth.wash(session.shown, session.colours),
        "board-shade": cloth.shade(session.shown),
        "board-jungle": board.jungle(session),
        "board-workers": board.workers(session),
        "villages": _villages(session, overlays),
        "remaining": supply.remaining(session),
        "turns": log.turns(session),
        "board-just": recap.marks(session),
        **choice_regions(session, overlays),
    }


def _villages(session: Session, overlays: Overlays) -> dict[str, Markup]:
    """The village boards; what the game counts for, a link to rules, and what the others did."""
    label = _("Village boards")
    leads = {**help.leading_to("village-board", label), "class": "sign named-sign"}
    about = h("p", {"id": "village-help"}, h("button", leads, label))
    boards = village.villages(session, overlays.first.points(session))
    counts = _counts(overlays.first.counts(session) or ())
    return {**boards, "counts": counts, "village-help": about, "recap": recap.panel(session)}


def _counts(counts: Sequence[str]) -> Markup:
    """The name and target of the competition that the game counts for."""
    name, rest = counts[:1], "".join(f" · {part}" for part in counts[1:])
    return h("p", {"id": "counts"}, [h("b", None, part) for part in name], rest)


def recap_regions(session: Session, overlays: Overlays) -> dict[str, Content]:
    """The regions that tell what the others did."""
    return {"villages": _villages(session, overlays), "board-just": recap.marks(session)}


def thinking_regions(session: Session, overlays: Overlays) -> dict[str, Content]:
    """The regions that change when a computer begins to think."""
    return {
        "villages": _villages(session, overlays),
        "steps": tray.steps(session),
        "task": tray.task(session, overlays),
        "content": tray.content(session, overlays),
    }


def choice_regions(session: Session, overlays: Overlays) -> dict[str, Content]:
    """The regions that change when the person chooses something, while nobody plays."""
    return {
        "board-targets": _targets(session, overlays),
        "coach": overlays.first.card(session),
        "hints": overlays.first.panel(session),
        "beside": overlays.first.beside(session),
        "display": supply.display(session),
        "steps": tray.steps(session),
        "content": tray.content(session, overlays),
        **pointed_regions(session, overlays),
    }


def pointed_regions(session: Session, overlays: Overlays) -> dict[str, Content]:
    """The regions that change when the person only points at a cell."""
    whole = overlays.first.preview(session)
    badges = overlays.badges(session)
    stars = None if badges else marks.stars(session)
    return {
        "board-ghost": board.ghost(session, overlays, whole),
        "board-stars": join(stars, _noted(session), overlays.marks(session)),
        "board-hints": badges,
        "board-tick": board.tick(session, whole),
        "task": tray.task(session, overlays),
    }


def _noted(session: Session) -> Markup | None:
    """The marks that somebody has drawn at the turn that is looked at."""
    if session.look.at is None or not session.record.notes.comments:
        return None
    from cacao_web.board import circles  # noqa: PLC0415  # rarely needed
    from cacao_web.game.texts.marks import shown  # noqa: PLC0415  # as above

    return circles.drawn(shown(session))


def _targets(session: Session, overlays: Overlays) -> dict[str, Markup]:
    """The cells where a tile may go, or those that a feature asks for."""
    cells = overlays.first.cells(session)
    if cells is None:
        return board.targets(session, overlays.first.meant(session))
    from cacao_web.board import asked  # noqa: PLC0415  # rarely needed

    return asked.targets(session, cells)
