"""Numbers of the chances of winning: learned from self-play (docs/dev/ai.md).

They come from

    python -m cacao_core learn --percent 100 --seed 0
"""

from __future__ import annotations

from typing import Final

SPREAD: Final = (0.677, 0.7)
"""Gold with one round left, and the power of the rounds left with which it grows."""
TEMPOS: Final = {2: -0.33, 3: -0.12, 4: -0.24}
"""Correction in gold for the seat that moves next, by number of players."""
