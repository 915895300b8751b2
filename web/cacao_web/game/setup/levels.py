"""The levels of the computer players: names, sentences, and the one that fits a person."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import exp, log
from typing import Final, NamedTuple

from cacao_core import ai
from cacao_web.game.session import Session
from cacao_web.ui.i18n import _, pgettext


class Told(NamedTuple):
    """The texts about a level."""

    name: str
    character: str  # how it plays


def _told(level: str) -> Told:
    """The texts about a level; of an unknown one, its name."""
    return {
        "newcomer": Told(
            pgettext("level", "newcomer"),
            _("knows the rules, and takes the first thing that looks good"),
        ),
        "beginner": Told(
            pgettext("level", "beginner"),
            _("thinks of only one thing, and overlooks half the board"),
        ),
        "relaxed": Told(
            pgettext("level", "relaxed"),
            _("sees more, but often does not turn a tile the best way"),
        ),
        "gentle": Told(
            pgettext("level", "gentle"),
            _("goes for quick gains, and overlooks a third of the board"),
        ),
        "easy": Told(pgettext("level", "easy"), _("goes for quick gains and overlooks things")),
        "casual": Told(
            pgettext("level", "casual"),
            _("starts to consider water, temples and later turns"),
        ),
        "fair": Told(pgettext("level", "fair"), _("keeps cacao for a better price now and then")),
        "steady": Told(
            pgettext("level", "steady"),
            _("minds what others gain, and overlooks little"),
        ),
        "able": Told(pgettext("level", "able"), _("judges well, and seldom overlooks anything")),
        "medium": Told(pgettext("level", "medium"), _("makes the most of each turn")),
        "hard": Told(pgettext("level", "hard"), _("looks ahead")),
        "expert": Told(
            pgettext("level", "expert"),
            _("looks further ahead and counts the tiles that are left"),
        ),
        "master": Told(
            pgettext("level", "master"),
            _("weighs your best answer, and what is still to come"),
        ),
    }.get(level, Told(level, ""))


def level_name(level: str) -> str:
    """Name of a level, where it is clear that it means a computer.

    Its number comes first: the names alone do not tell which of two is stronger.
    """
    name = _told(level).name
    return f"{ai.LEVELS.index(level) + 1} ({name})" if level in ai.LEVELS else name


def computer_name(level: str) -> str:
    """The same where it may be a person as well; an unknown level is only its name."""
    return _("Computer {level}").format(level=level_name(level)) if level in ai.LEVELS else level


def character(level: str) -> str:
    return _told(level).character


def is_named(level: str, name: str) -> bool:
    """Whether the name of a player tells the level."""
    return _told(level).name.casefold() in re.findall(r"\w+", name.casefold())


# --- The level that decides about as well --------------------------------------------------------

LOSSES: Final = {
    "newcomer": 4.7,
    "beginner": 4.2,
    "relaxed": 3.35,
    "gentle": 3.0,
    "easy": 2.25,
    "casual": 2.1,
    "fair": 1.7,
    "steady": 1.35,
    "able": 1.05,
    "medium": 0.85,
    "hard": 0.5,
}
"""Gold that the decisions of a level lose in a turn, in games of two: docs/dev/ai.md.
Weakest first. Stronger levels lose too little to tell them apart."""


def by_loss(loss: float) -> str:
    """The level whose decisions lose about as much in a turn of a game of two.

    Args:
        loss: gold that decisions lose in a turn, on average.
    """
    return min(LOSSES, key=lambda level: abs(LOSSES[level] - loss))


# --- The level that fits a person ------------------------------------------------------------

FIRST: Final = ai.LEVELS[0]
"""The level for somebody without results, who wins about half the games against it."""
_STEP: Final = 0.9
"""Between two levels, as the logarithm of the odds: the stronger one wins about 70 %."""
_SPREAD: Final = 3.0
"""The distance of people from :data:`FIRST`, as a standard deviation in levels."""
_FADING: Final = 0.9
"""Weight of an older result, compared with the next one."""


class LevelResult(NamedTuple):
    """A person's result against computers."""

    level: str  # the strongest computer's
    players: int  # number of players
    won: float  # 1 for a victory, 1/n for one shared by n, 0 for a defeat


def result_of(session: Session) -> LevelResult | None:
    """The result of a game of one person against computers that counts; else None."""
    levels = [sitter.kind for sitter in session.sitters if sitter.level]
    alone = len(session.persons) == 1 and len(levels) == len(session.sitters) - 1
    if not alone or not session.about.tells_strength or not session.game.is_over:
        return None
    winners = session.game.winners()
    won = 1 / len(winners) if session.persons[0] in winners else 0.0
    return LevelResult(max(levels, key=ai.LEVELS.index), len(session.sitters), won)


def fitting(results: Sequence[LevelResult]) -> str:
    """The level against which a person wins about as often as anybody else at the table.

    It is the likeliest strength of the person, given the results (Bradley and Terry), near
    :data:`FIRST` as long as there are few.

    Args:
        results: the latest first.
    """
    first = ai.LEVELS.index(FIRST)

    def likely(strength: int) -> float:
        chance = -(((strength - first) / _SPREAD) ** 2) / 2
        for age, result in enumerate(results):
            odds = exp(_STEP * (strength - ai.LEVELS.index(result.level)))
            wins = odds / (odds + result.players - 1)
            chance += _FADING**age * (result.won * log(wins) + (1 - result.won) * log(1 - wins))
        return chance

    return ai.LEVELS[max(range(len(ai.LEVELS)), key=likely)]
