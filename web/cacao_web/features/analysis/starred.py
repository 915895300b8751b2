"""A word about turns that the page itself had marked with a star."""

from __future__ import annotations

from functools import lru_cache

from cacao_core import Record
from cacao_web.features.analysis.model import Reviewed
from cacao_web.game.chosen import suggested
from cacao_web.game.options import Options
from cacao_web.game.session import Session
from cacao_web.ui.i18n import _


def word(session: Session, turn: Reviewed) -> str:
    """The remark where a turn is blamed that somebody at this device played; mostly empty."""
    own = turn.is_mistake and turn.seat in session.persons
    return told() if own and is_starred(session.record, turn, session.options) else ""


def is_starred(record: Record, turn: Reviewed, options: Options) -> bool:
    """Whether the placement of a person's turn was marked when it was played."""
    return options.suggestions and turn.played.move in _marked(record, turn.at)


@lru_cache(maxsize=16)
def _marked(record: Record, at: int) -> frozenset[object]:
    game = record.game(at)
    return frozenset(suggested(game)) if game.is_known else frozenset()


def told() -> str:
    """The remark on such a turn."""
    return _("It had a star: stars only see what a turn brings at once.")
