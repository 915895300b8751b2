"""The gains of workers, in words; equal effects of one player are added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from cacao_core.jungle import JUNGLE
from cacao_core.rules import tile_of
from cacao_core.tiles import Seat
from cacao_web.game.effects import WorkerEffect
from cacao_web.game.texts import words
from cacao_web.ui.i18n import numeral

NOBODY: Final[Mapping[Seat, str]] = MappingProxyType({})


def added(effects: Iterable[WorkerEffect]) -> list[WorkerEffect]:
    """Effects of one player and one kind become one, at the place of the first."""
    merged: dict[tuple[Seat, str], WorkerEffect] = {}
    for one in effects:
        if one.amount or one.lost or one.kept:
            key = one.seat, one.note or tile_of(one.code).good
            old = merged.get(key, WorkerEffect(one.seat, one.code, 0))
            amount, gold, lost = old.amount + one.amount, old.gold + one.gold, old.lost + one.lost
            unsold = old.kept + one.kept
            choice, cacao = one.choice, old.cacao + one.cacao
            if choice and old.choice:
                choice = words.more().together(old.choice, choice)
            more = one._replace(amount=amount, gold=gold, lost=lost, kept=unsold)
            merged[key] = more._replace(choice=choice, cacao=cacao)
    return list(merged.values())


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
        _told(one, yours=True)
        if one.seat == you
        else words.with_name(_told(one), names.get(one.seat))
        for one in added(effects)
    ]


def _told(one: WorkerEffect, yours: bool = False) -> str:
    """An effect with the value that the carrier reaches, or with what there was no room for."""
    does = words.effect(one, yours)
    if not one.amount:
        return does
    if one.water is not None:
        return f"{does} (→ {numeral(one.water)})"
    if one.kept:
        return f"{does} ({words.keeps(one.kept)})"
    return words.with_lost(does, one.lost) if one.lost else does


def short(one: WorkerEffect) -> str:
    """An effect in a few characters, to be shown beside a symbol; "+3/4" if 1 of 4 is lost.

    "1/3→2" and "0/3" say that 1 or none of 3 fruits is sold.
    """
    if one.code not in JUNGLE:
        return str(words.more().sign(one)[0])
    if JUNGLE[one.code].good == "market":
        sold = f"{one.amount}/{one.amount + one.kept}" if one.kept else str(one.amount)
        return f"{sold}→{one.gold}" if one.amount else sold
    return f"+{one.amount}/{one.amount + one.lost}" if one.lost else f"+{one.amount}"
