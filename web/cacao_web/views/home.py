"""The first screen's changing part: the saved games."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_core import Phase
from cacao_core.text import turns
from cacao_web.i18n import _
from cacao_web.saved import Saved
from cacao_web.session import Session
from cacao_web.views import art
from cacao_web.views.board import thumbnail
from cacao_web.views.html import Markup, h, join

_SHOWN = 20


def saved_games(saves: Sequence[Saved]) -> Markup | None:
    """The saved games, latest first, each with a small picture."""
    if not saves:
        return None
    items = [_item(saved) for saved in saves[:_SHOWN]]
    return join(h("h2", None, _("Saved games")), h("ul", {"class": "saves"}, items))


def _item(saved: Saved) -> Markup:
    session = saved.session
    names = " · ".join(sitter.name for sitter in session.sitters)
    text = h(
        "span",
        None,
        h("b", None, names),
        h("small", None, f"{state(session)} · {saved.when[:10]}"),
    )
    remove = {
        "type": "button",
        "class": "round",
        "data-command": "delete",
        "data-value": session.id,
        "aria-label": _("Delete the game of {names}").format(names=names),
        "title": _("Delete"),
    }
    go = {"type": "button", "class": "save", "data-command": "resume", "data-value": session.id}
    return h(
        "li",
        None,
        h("button", go, thumbnail(session), text),
        h("button", remove, art.symbol("icon-trash", "glyph")),
    )


def state(session: Session) -> str:
    """How far a game is."""
    if session.game.is_over:
        return _("finished")
    played = len(turns(session.record.moves))
    if session.game.phase is Phase.PLACE:
        played += 1
    return _("round {n}").format(n=(max(played, 1) - 1) // len(session.sitters) + 1)
