"""The worth of modules in gold: learned from self-play (docs/dev/ai.md).

A name has the value with one turn left, and that with many. Names that begin with a module are
what it adds to having the next turn, and to each turn left. The numbers come from

    python -m cacao_core learn --percent 100 --seed 0
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

VALUES: Final[Mapping[str, tuple[float, float]]] = {
    "map tempo": (-0.099, 0.465),
    "map turns": (0.564, -0.95),
    "watering tempo": (-0.158, 0.346),
    "watering turns": (0.514, -0.617),
    "chocolate tempo": (-0.071, 0.487),
    "chocolate turns": (0.864, 0.629),
    "huts tempo": (-0.149, 0.254),
    "huts turns": (0.172, 1.385),
    "gems tempo": (-0.328, 0.259),
    "gems turns": (-1.866, -1.239),
    "tree tempo": (-0.217, 0.344),
    "tree turns": (0.588, 0.873),
    "emperor tempo": (-0.304, -0.002),
    "emperor turns": (0.871, 0.933),
    "workers tempo": (-0.347, -0.096),
    "workers turns": (0.442, 1.343),
    "bar": (1.877, 5.174),
    "map": (0.312, 1.42),
    "gem 1": (0.306, 0.037),
    "gem 2": (0.479, 0.213),
    "gem 3": (0.743, 0.321),
    "emperor": (0.616, 0.496),
    "gold for huts": (0.335, 0.018),
    "hut MC": (0.315, -0.155),
    "hut HE": (0.408, 0.149),
    "hut RW": (0.327, -0.056),
    "hut TR": (0.644, 0.074),
    "hut FA": (0.235, -0.067),
    "hut SH": (0.993, 1.998),
    "hut MO": (0.115, 0.16),
    "hut MB": (0.329, 0.02),
    "hut FO": (1.541, 1.544),
    "hut FM": (1.031, 0.759),
    "tile 0022": (0.073, 0.533),
    "tile 0202": (-0.006, 0.088),
    "tile 0103": (0.076, 0.532),
    "tile 0004": (0.081, 0.54),
}
