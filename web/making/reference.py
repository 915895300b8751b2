"""The reference in docs/reference: a page for each public module, of signatures and docstrings.

Whoever reads the repository, or the archive of its source, needs no built site.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Final

from making.workshop import ROOT

FOLDER: Final = ROOT / "docs/reference"
MODULES: Final = (
    "cacao_core",
    "cacao_core.ai",
    "cacao_core.ai.arena",
    "cacao_core.engine",
    "cacao_core.events",
    "cacao_core.fair",
    "cacao_core.formats.collection",
    "cacao_core.formats.as_json",
    "cacao_core.gymnasium",
    "cacao_core.knowledge.counts",
    "cacao_core.knowledge.notary",
    "cacao_core.knowledge.table",
    "cacao_core.learning",
    "cacao_core.perft",
    "cacao_core.pettingzoo",
    "cacao_core.puzzles",
    "cacao_core.rules",
    "cacao_core.scorepads.agricola",
    "cacao_core.scorepads.cacao",
    "cacao_core.svg",
    "cacao_core.tiles",
)
"""Those that the documents name."""
_HEAD: Final = "<!-- Made by `python3 build.py reference`: change the docstrings instead. -->"


def write() -> None:
    """Write all pages, and remove others."""
    FOLDER.mkdir(exist_ok=True)
    wanted = pages()
    for file in FOLDER.glob("*.md"):
        if file.name not in wanted:
            file.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, "utf-8", newline="\n")


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    sys.path.insert(0, str(ROOT))
    found = {f"{name}.md": _page(importlib.import_module(name)) for name in MODULES}
    listed = "\n".join(f"- [{name}]({name}.md): {_summary(name)}" for name in MODULES)
    found["README.md"] = f"{_HEAD}\n\n# Reference\n\n{listed}\n"
    return found


def _summary(name: str) -> str:
    return _plain((importlib.import_module(name).__doc__ or "").strip().splitlines()[0])


def public(module: ModuleType) -> list[str]:
    """The public names of a module: those of ``__all__``, else what it defines itself."""
    if hasattr(module, "__all__"):
        return [name for name in module.__all__ if not name.startswith("_")]
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]


def _page(module: ModuleType) -> str:
    parts = [_HEAD, f"# {module.__name__}", _text(module.__doc__)]
    for name in public(module):
        parts += _entry(name, getattr(module, name))
    return "\n\n".join(part for part in parts if part) + "\n"


def _entry(name: str, value: object) -> Iterator[str]:
    """A heading, the signature and the docstring; of a class, its members as well."""
    yield f"## {name}"
    if inspect.isclass(value):
        yield _signature(name, value, "class ")
        yield _text(value.__dict__.get("__doc__"))
        for member, inner in vars(value).items():
            if not member.startswith("_") and (text := _member(member, inner)):
                yield text
    elif inspect.isroutine(value):
        yield _signature(name, value, "")
        yield _text(inspect.getdoc(value))
    elif not isinstance(value, ModuleType) and not hasattr(value, "__origin__"):
        yield f"A constant: `{_short(value)}`"


def _member(name: str, value: object) -> str:
    if isinstance(value, property):
        return f"**`.{name}`** – {_text(value.__doc__)}" if value.__doc__ else ""
    inner = value.__func__ if isinstance(value, classmethod | staticmethod) else value
    if not inspect.isfunction(inner) or not inner.__doc__:
        return ""
    return f"{_signature(f'.{name}', inner, '')}\n\n{_text(inspect.getdoc(inner))}"


def _signature(name: str, value: object, kind: str) -> str:
    try:
        told = str(inspect.signature(value))  # type: ignore[arg-type]  # or it has none
    except (TypeError, ValueError):
        told = "(…)"
    told = re.sub(r"<([\w.]+) object at 0x[0-9a-f]+>", r"\1", told).replace("'", "")
    return f"**`{kind}{name}{told}`**"


def _text(doc: object) -> str:
    """A docstring as Markdown."""
    lines = inspect.cleandoc(doc).splitlines() if isinstance(doc, str) else []
    found: list[str] = []
    for line in lines:
        if re.fullmatch(r"(Args|Raises|Returns|Yields|Attributes|Example):", line):
            found += [f"*{line[:-1]}*", ""]
        elif match := re.fullmatch(r"    (\*{0,2}\w[\w, .]*): (.*)", line):
            found.append(f"- `{match[1]}`: {match[2]}")
        elif line.startswith((">>>", "...")) or (found and found[-1].startswith("    ")):
            found.append(f"    {line}" if line else "")
        else:
            found.append(line)
    return _plain("\n".join(found))


def _plain(text: str) -> str:
    """Roles and double quotes of reStructuredText as Markdown."""
    text = re.sub(r":\w+:`~?(?:[\w.]*\.)?(\w+)`", r"`\1`", text)
    return re.sub(r"``(.+?)``", r"`\1`", text)


def _short(value: object) -> str:
    if isinstance(value, Mapping):
        return "{…}"  # some are filled as they are used
    told = repr(value)
    return told if len(told) <= 200 else f"{told[:199]}…"
