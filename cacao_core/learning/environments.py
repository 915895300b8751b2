"""The spaces and pictures that both environments share. It needs Gymnasium."""

from __future__ import annotations

import sys
from typing import Final

import numpy as np
from gymnasium.spaces import Box, Dict

from cacao_core.errors import CacaoError, describe
from cacao_core.formats.textboard import draw
from cacao_core.game import Game
from cacao_core.learning.encoding import Encoder

RENDER_MODES: Final = ("ansi", "human", "svg")
"""Text; the same, written to the standard output after each step; a picture as SVG."""


def observation_space(encoder: Encoder) -> Dict:
    """The space of the observations that an encoder makes."""
    boxes = {name: Box(-999, 999, shape, np.int16) for name, shape in encoder.shapes.items()}
    seen = Dict(boxes)
    return Dict({"observation": seen, "action_mask": Box(0, 1, (encoder.moves,), np.int8)})


def check_render_mode(mode: str | None) -> None:
    """Check the name of a render mode; None draws nothing.

    Raises:
        CacaoError: there is no such mode.
    """
    if mode is not None and mode not in RENDER_MODES:
        expected = f"{', '.join(RENDER_MODES)} or None"
        raise CacaoError(f"render mode {describe(mode)}: expected {expected}")


def rendered(game: Game, mode: str | None) -> str | None:
    """The position in a render mode; ``human`` writes it and gives nothing back.

    Raises:
        CacaoError: there is no render mode.
    """
    if mode is None:
        raise CacaoError(f"no render mode was chosen: expected one of {', '.join(RENDER_MODES)}")
    if mode == "svg":
        from cacao_core import svg  # noqa: PLC0415  # few learners draw

        return svg.board(game)
    if mode == "ansi":
        return draw(game)
    sys.stdout.write(draw(game) + "\n\n")
    return None
