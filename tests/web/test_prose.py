"""Documents can be read: lines that fit, and links that lead somewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from making.workshop import ROOT

DOCUMENTS = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))
LONGEST = 120


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_lines_fit(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    assert [n for n, line in enumerate(lines, 1) if len(line) > LONGEST] == []


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_links_within_the_repository_lead_somewhere(file: Path) -> None:
    text = re.sub(r"```.*?```", "", file.read_text("utf-8"), flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _hash, anchor = target.partition("#")
        if "://" in path or path.startswith("mailto:"):
            continue
        found = file if not path else (file.parent / path).resolve()
        assert found.exists(), target
        if anchor and found.suffix == ".md":
            assert anchor in {_anchor(title) for title in _titles(found)}, target


def _titles(file: Path) -> list[str]:
    return re.findall(r"(?m)^#+ +(.+?) *$", file.read_text("utf-8"))


def _anchor(title: str) -> str:
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def test_paths_that_documents_name_are_there() -> None:
    """Python files below a folder of ours, in backticks."""
    missing = []
    for file in DOCUMENTS:
        text = file.read_text("utf-8")
        for name in re.findall(r"`((?:cacao_core|web|tests)/[\w/-]+\.py)`", text):
            if not (ROOT / name).exists():
                missing.append(f"{file.name}: {name}")
    assert missing == []


def test_guides_name_what_is_in_the_files() -> None:
    """In a step of a how-to, names after a file, up to the next one, are in it."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    text = text[text.index("## Add a level") :]
    text += (ROOT / "docs" / "dev" / "expansion.md").read_text("utf-8")
    steps = re.split(r"(?m)^(?:\d+\. |- |## |\*\*|$)", text)
    missing, looked = [], 0
    for step in steps:
        source = None
        for name in re.findall(r"`([^`]+)`", step):
            if re.fullmatch(r"[\w/-]+\.(?:py|svg)", name):
                source = (ROOT / name).read_text("utf-8")
            elif source is not None and re.fullmatch(r"[A-Za-z_]{2,}", name):
                looked += 1
                if not re.search(rf"\b{name}\b", source):
                    missing.append(f"{name}: {' '.join(step.split())[:60]}")
    assert missing == []
    assert looked > 15


def test_feature_is_in_the_map() -> None:
    text = (ROOT / "docs" / "dev" / "architecture.md").read_text("utf-8")
    features = (ROOT / "web" / "cacao_web" / "features").glob("*/__init__.py")
    assert [one.parent.name for one in features if f"`{one.parent.name}`" not in text] == []


def test_files_have_no_marks_of_a_merge() -> None:
    """Browsers skip such lines in style sheets without a word, and the rules beside them."""
    kinds = (".css", ".html", ".js", ".mjs", ".md", ".po", ".svg")
    files = [
        file for folder in ("web", "docs", "cacao_core") for file in (ROOT / folder).rglob("*")
    ]
    for file in [*files, *ROOT.glob("*.md")]:
        if file.suffix in kinds:
            assert not re.search(r"(?m)^(<{7}|>{7}) ", file.read_text("utf-8")), file.name


def test_docstrings_begin_with_a_noun_or_a_verb() -> None:
    """A docstring names what it returns, or says what it does; it is no question."""
    questions = {"What", "How", "Where", "Who", "Which", "Why", "Whose", "Whom", "When"}
    wrong = [
        f"{file.relative_to(ROOT)}: {text.strip().splitlines()[0]}"
        for folder in ("cacao_core", "web")
        for file in sorted((ROOT / folder).rglob("*.py"))
        for text in _docstrings(ast.parse(file.read_text("utf-8")))
        if text.split()[0].rstrip(":,") in questions
    ]
    assert wrong == []


def _docstrings(tree: ast.Module) -> Iterator[str]:
    """The texts that stand alone: of modules, classes and functions, and below names."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))) if text.strip():
                yield text
