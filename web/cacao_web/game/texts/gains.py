"""The gains of workers, in words; equal effects of one player are added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from cacao_core.jungle import JUNGLE
from cacao_core.rules import tile_of
from cacao_core.tiles import Seat
from cacao_web.game.texts import words
from cacao_web.game.texts.effects import WorkerEffect, of

__all__ = ["NOBODY", "WorkerEffect", "added", "effect", "of", "short", "told"]

NOBODY: Final[Mapping[Seat, str]] = MappingProxyType({})


def effect(seat: Seat, code: str, amount: int, water: int | None = None) -> WorkerEffect:
    """The effect of workers at a jungle tile of the rulebook."""
    return WorkerEffect(seat, code, amount, JUNGLE[code].gold_for(amount), water)


def added(effects: Iterable[WorkerEffect]) -> list[WorkerEffect]:
    """Effects of one player and one kind become one, at the place of the first."""
    found: dict[tuple[Seat, str], WorkerEffect] = {}
    for one in effects:
        if one.amount or one.lost or one.kept:
            key = one.seat, one.note or tile_of(one.code).good
            old = found.get(key, WorkerEffect(one.seat, one.code, 0))
            amount, gold, lost = old.amount + one.amount, old.gold + one.gold, old.lost + one.lost
            kept = old.kept + one.kept
            choice, cacao = one.choice, old.cacao + one.cacao
            if choice and old.choice:
                choice = words.more().together(old.choice, choice)
            more = one._replace(amount=amount, gold=gold, lost=lost, kept=kept)
            found[key] = more._replace(choice=choice, cacao=cacao)
    return list(found.values())


def told(
    effects: Iterable[WorkerEffect], names: Mapping[Seat, str] = NOBODY, you: Seat | None = None
) -> list[str]:
    """Effects in words.

    Args:
        effects: in order.
        names: of the players whose names are said.
        you: the player to whom they are told as "you", if there is one.
    """
    return [
        _yours(one) if one.seat == you else words.with_name(_does(one), names.get(one.seat))
        for one in added(effects)
    ]


def _yours(one: WorkerEffect) -> str:
    if not one.amount:
        return words.you_lose(one.code, one.lost)
    if one.code not in JUNGLE:
        return _more(words.more().you_do(one), one)
    return _more(words.your_gain(one.code, one.amount, one.gold), one)


def _does(one: WorkerEffect) -> str:
    if not one.amount:
        return words.keeps(one.kept) if one.kept else words.loses(one.code, one.lost)
    if one.code not in JUNGLE:
        return _more(words.more().does(one), one)
    sale = JUNGLE[one.code].good == "market"
    does = words.sells(one.amount, one.gold) if sale else words.gain(one.code, one.amount)
    return _more(does, one)


def _more(does: str, one: WorkerEffect) -> str:
    """An effect with the value that the carrier reaches, or with what there was no room for."""
    if one.water is not None:
        return f"{does} (→ {words.number(one.water)})"
    if one.kept:
        return f"{does} ({words.keeps(one.kept)})"
    return words.with_lost(does, one.lost) if one.lost else does


def short(one: WorkerEffect) -> str:
    """The same in a few characters, to be shown beside a symbol; "+3/4" if 1 of 4 is lost.

    "1/3→2" and "0/3" say that 1 or none of 3 fruits is sold.
    """
    if one.code not in JUNGLE:
        return str(words.more().sign(one)[0])
    if JUNGLE[one.code].good == "market":
        sold = f"{one.amount}/{one.amount + one.kept}" if one.kept else str(one.amount)
        return f"{sold}→{one.gold}" if one.amount else sold
    return f"+{one.amount}/{one.amount + one.lost}" if one.lost else f"+{one.amount}"
