"""The round helper of Agricola, as data: which round it is, and what has been turned up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from cacao_web.features.agricola import scoring
from cacao_web.saves.book import counted

MOST_PLAYERS: Final = 4
MOST_HELPERS: Final = 3


class Rounds(NamedTuple):
    """A game of Agricola, as far as the board must be filled."""

    players: int = 2
    extra_tile: bool = False
    hand_cards: bool = True
    helpers: int = 1
    """How many people share the work."""
    round: int = 1
    turned: tuple[str, ...] = ()
    """Cards of the present period that lie face up."""

    @property
    def period(self) -> tuple[str, ...]:
        """All cards of the present period."""
        return scoring.PERIODS[scoring.period(self.round) - 1]

    @property
    def due(self) -> int:
        """How many cards of the present period lie face up in this round."""
        return self.round - len(scoring.open_cards(self.round))

    @property
    def known(self) -> tuple[str, ...]:
        """Cards of the present period that lie face up: all of them in its last round."""
        return self.period if self.due == len(self.period) else self.turned

    def refill(self) -> dict[str, tuple[str, int]]:
        """Space -> good and number, for this round."""
        cards = [*scoring.open_cards(self.round), *self.known]
        return scoring.refill(
            self.players, self.round, cards, self.extra_tile, hand_cards=self.hand_cards
        )

    def helper(self, space: str) -> int:
        """Who fills a space, from 1."""
        names = [str(n) for n in range(1, self.helpers + 1)]
        return int(scoring.job(space, names, self.players, self.extra_tile))


def tapped(rounds: Rounds, tap: str) -> Rounds:
    """The rounds after a tap.

    Raises:
        ValueError, LookupError, TypeError: there is no such tap.
    """
    what, _colon, value = tap.partition(":")
    return _TAPS[what](rounds, value)


def _players(rounds: Rounds, count: str) -> Rounds:
    players = counted(count, MOST_PLAYERS)
    return rounds._replace(players=players, extra_tile=rounds.extra_tile and players == 2)


def _switch(rounds: Rounds, what: str) -> Rounds:
    if what == "extra_tile" and rounds.players == 2:
        return rounds._replace(extra_tile=not rounds.extra_tile)
    if what == "hand_cards":
        return rounds._replace(hand_cards=not rounds.hand_cards)
    raise ValueError(f"switch {what!r:.40}")


def _helpers(rounds: Rounds, count: str) -> Rounds:
    return rounds._replace(helpers=counted(count, MOST_HELPERS))


def _turn(rounds: Rounds, card: str) -> Rounds:
    if card not in rounds.period:
        raise ValueError(f"card {card!r:.40}")
    if card in rounds.turned:
        return rounds._replace(turned=tuple(one for one in rounds.turned if one != card))
    if len(rounds.turned) >= rounds.due:
        return rounds
    return rounds._replace(turned=(*rounds.turned, card))


def _next(rounds: Rounds, _on: str) -> Rounds:
    if rounds.round == scoring.ROUNDS:
        return rounds
    after = rounds._replace(round=rounds.round + 1)
    return after if after.period == rounds.period else after._replace(turned=())


def _clear(rounds: Rounds, _all: str) -> Rounds:
    return rounds._replace(round=1, turned=())


_TAPS: Final[dict[str, Callable[[Rounds, str], Rounds]]] = {
    "players": _players,
    "switch": _switch,
    "helpers": _helpers,
    "turn": _turn,
    "next": _next,
    "clear": _clear,
}


def to_data(rounds: Rounds) -> dict[str, Any]:
    """Plain data, for JSON."""
    return rounds._asdict()


def from_data(data: Any) -> Rounds:  # noqa: ANN401  (whatever is stored)
    """Stored rounds; damaged ones begin anew."""
    try:
        rounds = Rounds(**data)
        rounds = rounds._replace(turned=tuple(rounds.turned))
        fits = {*rounds.turned} <= {*rounds.period} and len(rounds.turned) <= rounds.due
        for space in rounds.refill():
            rounds.helper(space)
    except (TypeError, ValueError, LookupError):
        return Rounds()
    return rounds if fits and 1 <= rounds.helpers <= MOST_HELPERS else Rounds()
