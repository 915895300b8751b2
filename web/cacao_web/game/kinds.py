"""Kinds of jungle tiles by their code, those of the expansions included."""

from __future__ import annotations

from functools import cache

from cacao_core.jungle import JUNGLE, JungleTile


@cache
def kind(code: str) -> JungleTile:
    """The kind of jungle tile with a code.

    Raises:
        KeyError: there is none.
    """
    if code in JUNGLE:
        return JUNGLE[code]
    from cacao_core.modules import MODULES  # noqa: PLC0415  # base games do without

    return {tile.code: tile for module in MODULES for tile in module.added}[code]
