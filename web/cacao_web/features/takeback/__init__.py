"""Turns that were taken back: they can be played again, and a course that is left is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.feature import Feature, Origins
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.takeback.controller import TakebackController


def _load(shell: Shell) -> TakebackController:
    from cacao_web.features.takeback.controller import TakebackController  # noqa: PLC0415

    return TakebackController(shell.games, shell.notices)


FEATURE: Final[Feature[TakebackController]] = Feature(
    "takeback",
    _load,
    origins=Origins(
        ended=lambda _takeback, _session: None,
        mark=lambda takeback, session: takeback.mark(session),
        entered=lambda takeback, session: takeback.entered(session),
    ),
    taken_back=lambda takeback, session: takeback.told(session),
    course_left=lambda takeback, session, record: takeback.keep(session, record),
    ended=lambda takeback, played: takeback.ended(played),
)
