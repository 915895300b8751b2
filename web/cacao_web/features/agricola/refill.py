"""Agricola, edition of 2016: what is put on the board round by round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, TypeAlias

from cacao_core.errors import CacaoError, describe
from cacao_core.scorepads.checks import several, whole
from cacao_web.features.agricola.farm import flag

Goods: TypeAlias = tuple[str, int]
"""A good and how many of it."""

PERIODS: Final = (
    ("improvement", "fencing", "sowing", "sheep market"),
    ("family growth", "renovation", "western quarry"),
    ("vegetable seeds", "pig market"),
    ("cattle market", "eastern quarry"),
    ("growth without room", "cultivation"),
    ("renovation and fencing",),
)
"""The round cards of each period, in no order: they are shuffled within it."""
ROUNDS: Final = sum(map(len, PERIODS))
HARVESTS: Final = tuple(sum(map(len, PERIODS[:n])) for n in range(1, len(PERIODS) + 1))
"""The rounds that end with a harvest: the last one of each period."""
MOST_PLAYERS: Final = 4

_ALWAYS: Final = {
    "forest": ("wood", 3),
    "clay pit": ("clay", 1),
    "reed bank": ("reed", 1),
    "fishing": ("food", 1),
}
_FOR_PLAYERS: Final[dict[int, dict[str, Goods]]] = {
    2: {},
    3: {"grove": ("wood", 2), "hollow": ("clay", 1)},
    4: {
        "copse": ("wood", 1),
        "grove": ("wood", 2),
        "hollow": ("clay", 2),
        "travelling players": ("food", 1),
    },
}
_ON_CARDS: Final = {
    "sheep market": ("sheep", 1),
    "western quarry": ("stone", 1),
    "pig market": ("boar", 1),
    "cattle market": ("cattle", 1),
    "eastern quarry": ("stone", 1),
}


def period(round: int) -> int:
    """The period of a round, from 1.

    >>> period(4), period(5), period(14)
    (1, 2, 6)
    """
    whole("round", round, 1, ROUNDS)
    return 1 + sum(round > last for last in HARVESTS)


def open_cards(round: int) -> list[str]:
    """The round cards that are on the board for certain: those of the periods that are over."""
    return [card for cards in PERIODS[: period(round) - 1] for card in cards]


def refill(
    players: int,
    round: int,
    cards: Collection[str] = (),
    extra_tile: bool = False,
    hand_cards: bool = True,
    extra_copse: bool = False,
) -> dict[str, Goods]:
    """The goods that are put on accumulation spaces at the start of a round.

    Args:
        players: 2 to 4; the supplement has no numbers for one person.
        round: 1 to 14.
        cards: the round cards that have been turned up so far; a card that is not named gets
            nothing. :func:`open_cards` has those of earlier periods.
        extra_tile: whether the extra tile is used; only that for two has a space to be filled.
        hand_cards: whether people play with hand cards; without them, the meeting place gets food.
        extra_copse: whether two people play by the house rule of a copse for them.

    Returns:
        Space -> good and number.

    Raises:
        CacaoError: there is no such round or card, or the card belongs to a later period.

    >>> refill(3, 5, ["sheep market"])["sheep market"], refill(3, 5)["grove"]
    (('sheep', 1), ('wood', 2))
    """
    if whole("players", players, 1, MOST_PLAYERS) == 1:
        raise CacaoError("players: 1; the supplement has no numbers for one person")
    _check_cards(cards, period(round))
    spaces = {**_ALWAYS, **_FOR_PLAYERS[players]}
    if flag("extra tile", extra_tile) and players == 2:
        spaces["copse"] = ("wood", 1)
    if flag("extra copse", extra_copse) and players == 2:
        spaces["extra copse"] = ("wood", 1)
    if not flag("hand cards", hand_cards):
        spaces["meeting place"] = ("food", 1)
    return spaces | {card: goods for card, goods in _ON_CARDS.items() if card in cards}


def _check_cards(cards: Collection[str], now: int) -> None:
    round_of = {card: number for number, row in enumerate(PERIODS, 1) for card in row}
    several("round cards", list(cards) if isinstance(cards, set | frozenset) else cards, 0, ROUNDS)
    for card in cards:
        if not isinstance(card, str) or card not in round_of:
            raise CacaoError(f"round card: {describe(card)}; expected one of {', '.join(round_of)}")
        if round_of[card] > now:
            raise CacaoError(f"{card}: of period {round_of[card]}; it is period {now}")
    if len(set(cards)) < len(cards):
        raise CacaoError("round cards: one is named twice")


PERMANENT: Final[dict[int, dict[str, tuple[Goods, ...]]]] = {
    0: {"grain seeds": (("grain", 1),), "day labourer": (("food", 2),)},
    3: {"market of materials": (("reed or stone", 1), ("food", 1))},
    4: {"market of materials": (("reed", 1), ("stone", 1), ("food", 1))},
    2: {"market of materials": (("stone", 1), ("food", 1))},
}
"""The spaces that are never filled and always give the same: for all (0), or a number of players;
for two it is on the extra tile."""


TILES: Final[dict[int, tuple[str, ...]]] = {
    2: ("copse", "market of materials", "animal market", "family growth"),
    3: ("animal market", "family growth"),
    4: ("animal market", "family growth"),
}
"""Number of players -> the spaces of their extra tile; one person a round uses one of them, and
there is growth from round 5."""


def job(
    space: str,
    helpers: Sequence[str],
    players: int,
    extra_tile: bool = False,
    extra_copse: bool = False,
) -> str:
    """The person whose job it is to fill a space, when several people share the board.

    Args:
        space: a key of :func:`refill`.
        helpers: the names of those who fill, one to three.
        players: 2 to 4.
        extra_tile: as in :func:`refill`.
        extra_copse: likewise.
    """
    several("helpers", helpers, 1, 3)
    cards = list(_ON_CARDS)
    spaces = [*refill(players, ROUNDS, cards, extra_tile, False, extra_copse)]
    if space not in spaces:
        raise CacaoError(f"space: {describe(space)}; expected one of {', '.join(spaces)}")
    return helpers[spaces.index(space) % len(helpers)]
