"""The check of a bot before its first game."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from cacao_core.errors import CacaoError, describe


def checked_bot(bot: object) -> Callable[..., Any]:
    """The bot itself, if it can be called with a game and nothing else.

    Raises:
        CacaoError: it cannot; otherwise it would fail at its first decision.
    """
    if not callable(bot):
        raise CacaoError(f"{describe(bot)} cannot be called")
    name = getattr(bot, "__name__", type(bot).__name__)
    if inspect.iscoroutinefunction(bot):
        raise CacaoError(f"{name} is asynchronous: expected an ordinary function {name}(game)")
    try:
        signature = inspect.signature(bot)
    except (TypeError, ValueError):  # nobody can tell, as of some functions in C
        return bot
    try:
        signature.bind(None)
    except TypeError:
        words = f"{name}({', '.join(signature.parameters)})"
        raise CacaoError(f"{words}: a bot is called with the game alone, {name}(game)") from None
    return bot
