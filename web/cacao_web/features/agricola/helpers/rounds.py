"""The round helper of Agricola, as data: which round it is, and what has been turned up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from cacao_core.names import LONGEST_NAME, tidied
from cacao_web.features.agricola import scoring
from cacao_web.saves.book import counted, put

MOST_PLAYERS: Final = 4
MOST_HELPERS: Final = 3
WELL: Final = 5
"""Round spaces that get food from a well."""
_SWITCHES: Final = ("extra_tile", "hand_cards", "beginners")


class Rounds(NamedTuple):
    """A game of Agricola, as far as the board must be filled."""

    players: int = 2
    extra_tile: bool = False
    hand_cards: bool = True
    beginners: bool = False
    """Whether goods are laid on permanent spaces, too."""
    helpers: int = 1
    """The number of people who share the work."""
    names: tuple[str, ...] = ("",) * MOST_HELPERS
    """Their names."""
    round: int = 1
    turned: tuple[str, ...] = ()
    """Cards of the present period that lie face up, as far as they were told."""
    well: int = 0
    """The round in which somebody has built the well; 0 for none."""
    is_asked: bool = False
    """Whether the next round waits for the card of this one."""

    @property
    def period(self) -> tuple[str, ...]:
        """All cards of the present period."""
        return scoring.PERIODS[scoring.period(self.round) - 1]

    @property
    def due(self) -> int:
        """The number of cards of the present period that lie face up in this round."""
        return self.round - len(scoring.open_cards(self.round))

    @property
    def known(self) -> tuple[str, ...]:
        """Cards of the present period that lie face up: all of them in its last round."""
        return self.period if self.due == len(self.period) else self.turned

    @property
    def missing(self) -> int:
        """The number of cards that lie face up and that nobody has told."""
        return self.due - len(self.known)

    @property
    def has_well(self) -> bool:
        """Whether the well brings food in this round."""
        return 0 < self.well < self.round <= self.well + WELL

    @property
    def cards(self) -> list[str]:
        """All round cards that are known to lie face up."""
        return [*scoring.open_cards(self.round), *self.known]

    def refill(self, extra_copse: bool = False) -> dict[str, tuple[str, int]]:
        """Space -> good and number, for this round; nothing for one person.

        Args:
            extra_copse: whether two people play by the house rule.
        """
        if self.players == 1:
            return {}
        return scoring.refill(
            self.players, self.round, self.cards, self.extra_tile, self.hand_cards, extra_copse
        )

    def permanent(self) -> dict[str, tuple[tuple[str, int], ...]]:
        """Permanent space -> goods that beginners lay there."""
        if self.players == 1 or not self.beginners:
            return {}
        spaces = {"grain seeds": scoring.PERMANENT[0]["grain seeds"]}
        if "vegetable seeds" in self.cards:
            spaces["vegetable seeds"] = (("vegetable", 1),)
        if self.players > 2 or self.extra_tile:
            goods = scoring.PERMANENT[self.players]["market of materials"]
            spaces["market of materials"] = tuple(one for one in goods if one[0] != "food")
        return spaces

    def helper(self, space: str, extra_copse: bool = False) -> int:
        """The person who fills a space, from 0."""
        names = [str(n) for n in range(self.helpers)]
        return int(scoring.job(space, names, self.players, self.extra_tile, extra_copse))


def tapped(rounds: Rounds, tap: str) -> Rounds:
    """The rounds after a tap.

    Raises:
        ValueError, LookupError, TypeError: there is no such tap.
    """
    what, _colon, value = tap.partition(":")
    return _TAPS[what](rounds, value)


def named(rounds: Rounds, helper: int, name: str) -> Rounds:
    """With another name of somebody who fills the board."""
    return rounds._replace(names=put(rounds.names, helper, name[:LONGEST_NAME]))


def _players(rounds: Rounds, count: str) -> Rounds:
    players = counted(count, MOST_PLAYERS)
    return rounds._replace(players=players, extra_tile=rounds.extra_tile and players > 1)


def _switch(rounds: Rounds, what: str) -> Rounds:
    if what not in _SWITCHES or (what == "extra_tile" and rounds.players == 1):
        raise ValueError(f"switch {what!r:.40}")
    changes: dict[str, Any] = {what: not getattr(rounds, what)}
    return rounds._replace(**changes)


def _helpers(rounds: Rounds, count: str) -> Rounds:
    return rounds._replace(helpers=counted(count, MOST_HELPERS))


def _turn(rounds: Rounds, card: str) -> Rounds:
    """A card is turned up, or not; the round that waited for it is over."""
    if card not in rounds.period:
        raise ValueError(f"card {card!r:.40}")
    if card in rounds.turned:
        return rounds._replace(turned=tuple(one for one in rounds.turned if one != card))
    if not rounds.missing:
        return rounds
    after = rounds._replace(turned=(*rounds.turned, card))
    return _next(after, "round") if rounds.is_asked and not after.missing else after


def _next(rounds: Rounds, how: str) -> Rounds:
    """The next round; a card that nobody has told is asked for first."""
    if rounds.round == scoring.ROUNDS:
        return rounds
    if rounds.missing and how != "anyway":
        return rounds._replace(is_asked=True)
    after = rounds._replace(round=rounds.round + 1, is_asked=False)
    return after if after.period == rounds.period else after._replace(turned=())


def _well(rounds: Rounds, _built: str) -> Rounds:
    return rounds._replace(well=0 if rounds.well else rounds.round)


def _clear(rounds: Rounds, _all: str) -> Rounds:
    return rounds._replace(round=1, turned=(), well=0, is_asked=False)


_TAPS: Final[dict[str, Callable[[Rounds, str], Rounds]]] = {
    "players": _players,
    "switch": _switch,
    "helpers": _helpers,
    "turn": _turn,
    "next": _next,
    "well": _well,
    "clear": _clear,
}


def from_data(data: Any) -> Rounds:  # noqa: ANN401  (whatever is stored)
    """Stored rounds; damaged ones begin anew."""
    try:
        rounds = Rounds(**data)
        names = tuple(tidied(str(name))[:LONGEST_NAME] for name in rounds.names)
        rounds = rounds._replace(turned=tuple(rounds.turned), names=names)
        fits = {*rounds.turned} <= {*rounds.period} and len(rounds.turned) <= rounds.due
        counted(str(rounds.players), MOST_PLAYERS)
        for space in rounds.refill():
            rounds.helper(space)
    except (TypeError, ValueError, LookupError):
        return Rounds()
    fits = fits and len(names) == MOST_HELPERS and type(rounds.well) is int
    return rounds if fits and 1 <= rounds.helpers <= MOST_HELPERS else Rounds()
