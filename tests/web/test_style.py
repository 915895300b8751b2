"""Style sheets: what a small change on the board lets the browser do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from making.workshop import ROOT

_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_NAMED: Final = re.compile(r"[#.\[]|^[a-z]")


def _split(selector: str, at: str) -> list[str]:
    """The parts between some characters, where these are not in brackets."""
    parts, depth = [""], 0
    for letter in selector:
        depth += (letter in "([") - (letter in ")]")
        if letter in at and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _is_named(selector: str) -> bool:
    """Whether what a selector is about has a name: of an element, a class, an attribute."""
    last = _split(selector, " >+~")[-1]
    choices = re.findall(r":(?:is|where)\(((?:[^()]|\([^()]*\))*)\)", last)
    bare = re.sub(r":[\w-]+(\((?:[^()]|\([^()]*\))*\))?", "", last)
    return bool(_NAMED.search(bare)) or any(
        all(map(_is_named, _split(choice, ","))) for choice in choices
    )


def _selectors() -> Iterator[str]:
    for path in sorted((ROOT / "web").rglob("*.css")):
        if "vendor" in path.parts:
            continue
        text = re.sub(r"@media print \{.*?\n\}", "", _COMMENT.sub("", path.read_text("utf-8")),
                      flags=re.DOTALL)  # fmt: skip
        for found in re.findall(r"([^{}]+)\{", text):
            yield from _split(found.rpartition(";")[2], ",")


def test_what_is_said_of_others_by_what_they_have_is_said_of_named_elements() -> None:
    """Else browsers look at the style of all elements whenever any of these conditions changes.

    Chromium keeps one list for all rules with ``:has()``. With ``.line > :not(b)`` among them, each
    move restyled the whole game, which was a fifth of a page's work in play.
    """
    with_conditions = [
        one for one in _selectors() if any(":has(" in part for part in _split(one, " >+~")[:-1])
    ]
    assert len(with_conditions) > 50
    unnamed = [one for one in with_conditions if not _is_named(one)]
    assert unnamed == []
