"""Matches of several games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.controller import Controller
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.matches.controller import MatchesController


def _load(shell: Shell) -> MatchesController:
    from cacao_web.features.matches.controller import MatchesController  # noqa: PLC0415

    return MatchesController(shell.saves, shell.games, shell.others)


FEATURE: Final[Feature[MatchesController]] = Feature(
    "matches",
    _load,
    commands={
        "next-game": lambda matches, id: matches.next(id),
        "another-match": lambda matches, id: matches.another(id),
        "next-round": lambda matches, _value: matches.shared.next(),
    },
    asked=(Controller.match_mark, Controller.match_part),
    begins="match",
)
