"""The form for a new game, filled in as a person does."""

from __future__ import annotations

from playwright.sync_api import Page

from cacao_core import ai


def choose_player(page: Page, chair: int, kind: str) -> None:
    """Choose who plays: a kind of player, or a level by its slider."""
    kinds = page.locator(f"dialog [name=kind-{chair}]")
    if kind in ai.LEVELS:
        kinds.select_option("computer")
        choose_level(page, kind, f"level-{chair}")
    else:
        kinds.select_option(kind)


def choose_level(page: Page, level: str, name: str = "level") -> None:
    """Move a slider to a level."""
    page.locator(f"dialog [name={name}]").fill(str(ai.LEVELS.index(level)))
