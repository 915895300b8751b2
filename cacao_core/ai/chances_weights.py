"""The learned numbers of :mod:`cacao_core.ai.chances`, by the number of players.

Learned from games of the level ``hard``; docs/dev/ai.md tells how.
"""

from __future__ import annotations

from typing import Final

TRUST: Final = 0.4
"""Weight of a search against the outlook; so much of a difference between turns comes true."""

# fmt: off
SPREADS: Final = {
    2: (0, 0, 28, 53, 76, 100, 125, 142, 163, 182, 200, 217, 232, 247, 263, 275, 294, 300, 318, 319, 334, 333, 327),
    3: (0, 0, 42, 60, 75, 86, 95, 120, 136, 147, 161, 180, 190, 203, 217, 226, 236, 247, 256, 265, 273, 284, 287, 294, 300, 301, 311, 311, 307, 311, 299),
    4: (0, 0, 44, 68, 89, 100, 114, 125, 142, 140, 151, 160, 170, 178, 186, 196, 202, 212, 220, 230, 239, 253, 258, 269, 278, 292, 294, 307, 316, 330, 328, 357, 364, 373, 350, 408, 407),
}
"""Spread of the results by turns left, the present one included, in hundredths of gold."""

TEMPOS: Final = {
    2: (0, 0, -7, -3, -22, -18, -43, -8, -47, 5, -35, 21, -33, 22, -34, 22, -32, 25, -33, 29, -33, 32, -36),
    3: (0, 0, -1, -7, 10, -33, -32, 1, -38, -32, 12, -34, -26, 30, -28, -17, 38, -22, -13, 38, -22, -14, 39, -22, -15, 42, -25, -18, 44, -25, -18),
    4: (0, 0, 4, -3, -21, -24, -23, -37, -92, -16, -11, -22, -56, -22, -3, -8, -36, -38, -1, 3, -32, -55, -1, 13, -28, -64, 2, 19, -27, -61, 5, 23, -25, -65, 8, 29, -23),
}
"""Correction for the seat that moves next, by turns left, in hundredths of gold."""
# fmt: on
