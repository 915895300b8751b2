"""Matches of several games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.feature import Feature, Origins
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.matches.controller import MatchesController


def _load(shell: Shell) -> MatchesController:
    from cacao_web.features.matches.controller import MatchesController  # noqa: PLC0415

    return MatchesController(shell.saves, shell.games)


FEATURE: Final[Feature[MatchesController]] = Feature(
    "matches",
    _load,
    commands={
        "next-game": lambda matches, id: matches.next(id),
        "another-match": lambda matches, id: matches.another(id),
    },
    begins={"match": lambda matches, players, deal, options: matches.begin(players, deal, options)},
    origins=Origins(
        ended=lambda matches, session: matches.ended(session),
        mark=lambda matches, session: matches.mark(session),
        note=lambda matches, session: matches.note(session),
        entered=lambda _matches, _session: None,  # being loaded, it shows points
        reseated=lambda matches, session, sitters: matches.reseat(session, sitters),
    ),
)
