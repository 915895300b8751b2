"""The errors of the package: a small hierarchy, so that callers can catch all or some of them.

Every message says what was wrong, where, and what was expected instead.
"""

from __future__ import annotations

from numbers import Integral
from typing import Final


class CacaoError(ValueError):
    """Base class: invalid input to this package."""


class BadDeal(CacaoError):
    """A deal that does not consist of the tiles of the game (docs/rules.md 1 and 2)."""


class IllegalMove(CacaoError):
    """A move that is malformed, or not among the legal moves of its position."""


class BadRules(CacaoError):
    """Rules that name an unknown tile, or that cannot be played."""


class BadRecord(CacaoError):
    """A record or a position, or the text of one, that cannot be read or replayed."""


class BadLink(CacaoError):
    """A link payload that is damaged, truncated, foreign, or of an unknown version."""


class OtherVersion(BadLink):
    """A link or message that another version of this package has made."""


_LIMIT: Final = 40
"""The most characters of a text that an error message quotes."""


def describe(value: object) -> str:
    """Untrusted input for an error message: short text quoted, otherwise the kind of the value.

    It never calls the value's own ``repr``, which may fail or never end.
    """
    if type(value) is str:
        return ascii(value if len(value) <= _LIMIT else value[: _LIMIT - 1] + "…")
    if value is None or type(value) in (bool, float):
        return str(value)
    kind = type(value).__name__
    article = "an" if kind[:1].lower() in "aeiou" else "a"
    if isinstance(value, Integral) and -(10**30) < int(value) < 10**30:  # NumPy's as well
        return str(int(value)) if isinstance(value, int) else f"{int(value)} ({article} {kind})"
    is_empty = type(value) in (list, tuple, set, dict, bytes, frozenset) and not value
    return f"an empty {kind}" if is_empty else f"{article} {kind}"
