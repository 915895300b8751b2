"""What workers bring, in words; equal effects of one player are added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from cacao_core.player import gold_for
from cacao_core.tiles import MARKETS, MINES, PLANTATIONS, Seat
from cacao_web.game import words

NOBODY: Final[Mapping[Seat, str]] = MappingProxyType({})


class Effect(NamedTuple):
    """What a player's workers do at jungle tiles of one kind.

    Attributes:
        seat: whose workers.
        code: of the jungle tile, or of one of them.
        amount: of goods or fields.
        gold: what a market pays.
        water: the value of the field that the carrier reaches, if that is told.
    """

    seat: Seat
    code: str
    amount: int
    gold: int = 0
    water: int | None = None


def effect(seat: Seat, code: str, amount: int, water: int | None = None) -> Effect:
    """The effect of an edge."""
    return Effect(seat, code, amount, gold_for(code, amount) if code in MARKETS else 0, water)


def added(effects: Iterable[Effect]) -> list[Effect]:
    """Those of one player and one kind as one, in the order of the first; nothing is left out."""
    found: dict[tuple[Seat, str], Effect] = {}
    for one in effects:
        if one.amount:
            key = one.seat, _kind(one.code)
            old = found.get(key, Effect(one.seat, one.code, 0))
            found[key] = one._replace(amount=old.amount + one.amount, gold=old.gold + one.gold)
    return list(found.values())


def _kind(code: str) -> str:
    """What is added up: goods of all plantations, sales at all markets, gold of all mines."""
    for kind, codes in {"sale": MARKETS, "cacao": PLANTATIONS, "gold": MINES}.items():
        if code in codes:
            return kind
    return code


def told(
    effects: Iterable[Effect], names: Mapping[Seat, str] = NOBODY, you: Seat | None = None
) -> list[str]:
    """Effects in words.

    Args:
        effects: in order.
        names: of the players whose names are said.
        you: the player to whom they are told as "you", if there is one.
    """
    return [
        _reached(words.your_gain(one.code, one.amount, one.gold), one)
        if one.seat == you
        else words.with_name(_reached(_does(one), one), names.get(one.seat))
        for one in added(effects)
    ]


def _does(one: Effect) -> str:
    if one.code in MARKETS:
        return words.sells(one.amount, one.gold)
    return words.gain(one.code, one.amount)


def _reached(does: str, one: Effect) -> str:
    """An effect of water, with the value that is reached if it is told."""
    return does if one.water is None else f"{does} (→ {words.number(one.water)})"


def short(one: Effect) -> str:
    """The same in a few characters, to be shown beside a symbol."""
    return f"{one.amount}→{one.gold}" if one.code in MARKETS else f"+{one.amount}"
