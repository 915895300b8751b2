"""Checks of the entries that people type in."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_core.errors import CacaoError, describe


def whole(name: str, value: object, least: int | None = 0, most: int | None = None) -> int:
    """A whole number within bounds.

    Raises:
        CacaoError: it is of another type (``bool`` included), or out of bounds.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise CacaoError(f"{name}: {describe(value)}; expected a whole number")
    if (least is not None and value < least) or (most is not None and value > most):
        wanted = f"{least} or more" if most is None else f"{least} to {most}"
        raise CacaoError(f"{name}: {describe(value)}; expected {wanted}")
    return value


def several(name: str, value: object, least: int, most: int) -> Sequence[object]:
    """A sequence of so many things.

    Raises:
        CacaoError: it is no list or tuple, or has more or fewer.
    """
    if not isinstance(value, list | tuple):
        raise CacaoError(f"{name}: {describe(value)}; expected a list")
    if not least <= len(value) <= most:
        raise CacaoError(f"{name}: {len(value)}; expected {least} to {most}")
    return value


def places(ranks: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Seats by place, best first; those of equal rank together, in the order of seats."""
    best = sorted(set(ranks), reverse=True)
    return [[seat for seat, own in enumerate(ranks) if own == rank] for rank in best]
