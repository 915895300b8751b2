"""The errors of the package: a small family, so that callers can catch as much as they mean to.

Every message says what was wrong, where, and what was expected instead.
"""

from __future__ import annotations


class CacaoError(ValueError):
    """Anything that this package refuses."""


class BadDeal(CacaoError):
    """A deal that does not consist of the tiles of the game (RULES.md 1 and 2)."""


class IllegalMove(CacaoError):
    """A move that is malformed, or not among the legal moves of its position."""


class BadRecord(CacaoError):
    """A record, or the text of one, that cannot be read or replayed."""


class BadLink(CacaoError):
    """A link payload that is damaged, truncated, foreign, or of an unknown version."""
