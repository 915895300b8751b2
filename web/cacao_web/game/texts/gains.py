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
    for effect in effects:
        if effect.amount or effect.lost or effect.kept:
            key = effect.seat, effect.note or tile_of(effect.code).good
            old = merged.get(key, WorkerEffect(effect.seat, effect.code, 0))
            amount, gold, lost = (
                old.amount + effect.amount,
                old.gold + effect.gold,
                old.lost + effect.lost,
            )
            unsold = old.kept + effect.kept
            choice, cacao = effect.choice, old.cacao + effect.cacao
            if choice and old.choice:
                choice = words.more().together(old.choice, choice)
            more = effect._replace(amount=amount, gold=gold, lost=lost, kept=unsold)
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


def _told(effect: WorkerEffect, yours: bool = False) -> str:
    """An effect with the value that the carrier reaches, or with what there was no room for."""
    does = words.effect(effect, yours)
    if not effect.amount:
        return does
    if effect.water is not None:
        return f"{does} (→ {numeral(effect.water)})"
    if effect.kept:
        return f"{does} ({words.keeps(effect.kept)})"
    return words.with_lost(does, effect.lost) if effect.lost else does


def short(effect: WorkerEffect) -> str:
    """An effect in a few characters, to be shown beside a symbol; "+3/4" if 1 of 4 is lost.

    "1/3→2" and "0/3" say that 1 or none of 3 fruits is sold.
    """
    if effect.code not in JUNGLE:
        return str(words.more().sign(effect)[0])
    if JUNGLE[effect.code].good == "market":
        sold = (
            f"{effect.amount}/{effect.amount + effect.kept}" if effect.kept else str(effect.amount)
        )
        return f"{sold}→{effect.gold}" if effect.amount else sold
    return f"+{effect.amount}/{effect.amount + effect.lost}" if effect.lost else f"+{effect.amount}"
