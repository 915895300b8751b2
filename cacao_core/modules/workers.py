"""New workers: four more kinds of worker tiles (docs/rules.md 11.8)."""

from __future__ import annotations

from cacao_core.module import Module


class Workers(Module):
    """Other worker tiles; which, the rules say."""

    name = "workers"
