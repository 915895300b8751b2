"""The engine protocol: lines of text between a program that decides and one that asks it.

``python -m cacao_core engine`` is such a program, and :class:`Program` asks any other.
docs/engine.md describes the lines.
"""

from __future__ import annotations

from cacao_core.engine.client import Program, ProgramError
from cacao_core.engine.serving import Engine

__all__ = ["Engine", "Program", "ProgramError"]
