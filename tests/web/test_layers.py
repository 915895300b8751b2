"""Imports go one way: every layer knows only those below it, and nothing imports in a circle.

Imports for types count as well. A package counts as its ``__init__`` module.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from making.workshop import WEB
from tests.imports import imports, in_order

PAGE: Final = (
    ("ui",),
    ("browser",),
    ("game",),
    ("game.texts",),
    ("game.setup",),
    ("engine", "saves"),
    ("board",),
    ("board.animations", "board.regions"),
    ("play",),
    ("shell",),
    ("features",),
    ("app",),
    ("dom",),
    ("features.dom",),
    ("main",),
)
"""Layers of the page, the lowest first; those beside each other do not know each other.

A folder in a layer, if it is named here, is a layer of its own; ``features.dom`` is the module or
folder ``dom`` of each feature, which the page finds by the feature's name.
"""


def test_modules_of_the_page_import_in_no_circle() -> None:
    assert len(in_order(imports(WEB / "cacao_web"))) > 100


def test_layers_of_the_page_know_only_those_below() -> None:
    floor = {name: number for number, names in enumerate(PAGE) for name in names}
    graph = imports(WEB / "cacao_web")
    layers = {name: _layer(name) for name in graph if "." in name}
    assert set(layers.values()) == set(floor)
    wrong = []
    for name, others in graph.items():
        for other in others:
            if name not in layers or other not in layers:
                continue
            own, its = layers[name], layers[other]
            if own != its and floor[its] >= floor[own]:
                wrong.append(f"{name} imports {other}")
    assert wrong == []


def test_features_do_not_know_each_other() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in imports(WEB / "cacao_web").items()
        for other in others
        if _feature(name) and _feature(other) and _feature(name) != _feature(other)
    ]
    assert wrong == []


def test_interfaces_are_those_of_the_browser() -> None:
    """An interface with one implementation hides the class that somebody looks for."""
    found = set()
    for file in (WEB / "cacao_web").rglob("*.py"):
        module = ".".join(file.relative_to(WEB / "cacao_web").with_suffix("").parts)
        if "browser" not in module.split("."):
            classes = re.findall(r"class (\w+)\([^)]*Protocol", file.read_text("utf-8"))
            found |= {f"{module}.{name}" for name in classes}
    assert found == {"play.events.Tell"}  # a function that takes an event and what it needs


def test_features_do_not_style_what_others_draw() -> None:
    """Each sheet is loaded with all others, so a class of one feature must not be another's."""
    sheets = [*(WEB / "cacao_web/features").glob("**/*.css"), WEB / "style/at-table.css"]
    styled = Counter(name for sheet in sheets for name in _classes(sheet.read_text("utf-8")))
    assert styled["keypad"] == styled["entry-link"] == 1  # they are found
    assert [name for name, count in styled.items() if count > 1] == []


def _classes(sheet: str) -> set[str]:
    """The classes that a style sheet styles wherever they occur."""
    lists = re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    selectors = [selector.strip() for one in lists for selector in one.split(",")]
    alone = (re.fullmatch(r"\.([\w-]+)(:[\w-]+)*", selector) for selector in selectors)
    return {match[1] for match in alone if match}


def _layer(name: str) -> str:
    """The innermost layer that a module belongs to."""
    parts = name.split(".")[1:]
    if parts[0] == "features" and "dom" in parts:
        return "features.dom"
    inner = ".".join(parts[:2])
    return inner if any(inner in names for names in PAGE) else parts[0]


def _feature(name: str) -> str:
    parts = name.split(".")
    return parts[2] if len(parts) > 2 and parts[1] == "features" else ""
