"""Exact results near the end of a game.

``solving`` is the entrance. ``root`` has the choices of the seat to move, ``turns`` the turns of
whoever moves next, ``tree`` what follows them. When no jungle tile is left, a position is a
``field``, on which ``search`` plays for two and ``crowd`` for more. ``goods`` has the results of
workers.
"""

from cacao_core.ai.endings.solving import (
    NODES,
    EndingSearch,
    Solution,
    is_solvable,
    margin_of,
    solve,
)

__all__ = ["NODES", "EndingSearch", "Solution", "is_solvable", "margin_of", "solve"]
