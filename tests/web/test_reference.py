"""docs/reference is what the docstrings say."""

from __future__ import annotations

from importlib import import_module

import pytest

from making import reference

PAGES = reference.pages()


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_up_to_date(name: str) -> None:
    """Otherwise run ``python3 build.py reference`` and commit the pages."""
    assert (reference.FOLDER / name).read_text("utf-8") == PAGES[name]


def test_there_are_no_other_pages() -> None:
    assert {file.name for file in reference.FOLDER.iterdir()} == PAGES.keys()


def test_every_public_name_is_there() -> None:
    for module in map(import_module, reference.MODULES):
        text = PAGES[f"{module.__name__}.md"]
        assert all(f"## {name}\n" in text for name in reference.public(module)), module
