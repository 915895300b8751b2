"""Commands: everything that a button, a form, a key or the browser asks for is registered."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cacao_web.ui.commands import Command
from making.workshop import WEB
from tests.web.driven import App, awaited
from tests.web.standin import StandIn

PAGE: Final = WEB / "cacao_web"
_ASKING: Final = ("data-command", "data-form", "data-points")
_INTENTS: Final = ("_intent", "intent", "run")
_SAID: Final = ("command", "undo", "leads", "help")
"""Parameters and attributes that hold a command, or begin with one."""
_COMMAND_OF: Final = re.compile(r'data-(?:command|form|points)="([^"]+)"')


def _parameters() -> dict[str, int]:
    """Name of each function with a parameter ``command`` -> its place."""
    found = {}
    for _file, tree in _modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [one.arg for one in node.args.args if one.arg != "self"]
                if "command" in names:
                    found[node.name] = names.index("command")
    return found


def _modules() -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted(PAGE.rglob("*.py")):
        yield file, ast.parse(file.read_text("utf-8"))


def _asked(tree: ast.Module, parameters: dict[str, int]) -> Iterator[ast.expr]:
    """The expressions of a module that name commands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value in _ASKING:
                    yield value
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in parameters and len(node.args) > parameters[name]:
                yield node.args[parameters[name]]
            elif name in _INTENTS and node.args and not isinstance(node.args[0], ast.Starred):
                yield node.args[0]
            yield from (word.value for word in node.keywords if word.arg in _SAID)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(getattr(target, "id", "") == "help" for target in targets):
                yield node.value


def _literals(value: ast.expr, constants: dict[str, str]) -> Iterator[tuple[str, bool]]:
    """The commands of an expression, and whether each is one of :class:`Command`."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value, False
    elif isinstance(value, ast.IfExp):
        yield from _literals(value.body, constants)
        yield from _literals(value.orelse, constants)
    elif isinstance(value, ast.Tuple) and value.elts:
        yield from _literals(value.elts[0], constants)
    elif isinstance(value, ast.Name) and value.id in constants:
        yield constants[value.id], False
    elif isinstance(value, ast.Attribute) and getattr(value.value, "id", "") == "Command":
        yield Command[value.attr], True


def _constants(tree: ast.Module) -> dict[str, str]:
    """The names of a module that stand for a text."""
    return {
        node.target.id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def _named() -> list[tuple[str, str, bool]]:
    """Each command that a module names: its feature, else empty, the command, and whether the
    module has it from :class:`Command`."""
    parameters = _parameters()
    found = []
    for file, tree in _modules():
        parts = file.relative_to(PAGE).parts
        feature = parts[1] if parts[0] == "features" else ""
        constants = _constants(tree)
        for value in _asked(tree, parameters):
            for name, shared in _literals(value, constants):
                found.append((feature, name, shared))
    return found


NAMED: Final = [row for row in _named() if row[1] not in ("", "key")]
"""All but ``key``, which the app turns into a command."""


def _owner(app: App, command: str) -> str:
    """The folder of the feature that has registered a command; empty for one of the page."""
    feature = app.features._commands.get(command)
    return feature.load.__module__.rpartition(".")[2] if feature else ""


@awaited
async def test_every_command_that_a_module_names_is_registered(app: App) -> None:
    assert len({name for _feature, name, _shared in NAMED}) > 150
    assert [row for row in NAMED if not app.features.knows(row[1])] == []


@awaited
async def test_commands_of_others_are_named_in_one_place(app: App) -> None:
    wrong = [
        f"{feature or 'the page'} names {name!r} of {owner}"
        for feature, name, shared in NAMED
        if not shared and (owner := _owner(app, name)) not in ("", feature)
    ]
    assert wrong == []


@awaited
async def test_each_shared_command_is_one_of_a_feature(app: App) -> None:
    assert [name for name in Command if not _owner(app, name)] == []


@awaited
async def test_the_page_and_the_art_name_only_commands_that_are_registered(app: App) -> None:
    files = [WEB / "index.html", *sorted((WEB / "art").iterdir()), *sorted(WEB.rglob("*.css"))]
    text = "\n".join(file.read_text("utf-8") for file in files)
    named = {*_COMMAND_OF.findall(text), *re.findall(r"\[data-command=\"?([\w-]+)", text)}
    assert "new-game" in named
    assert [name for name in sorted(named) if not app.features.knows(name)] == []


@awaited
async def test_keys_lead_to_commands(app: App) -> None:
    keys = [key for feature in app.features._features.values() for key in feature.keys]
    assert keys
    assert [key for key in keys if not app.features.knows(app.features.key(key)[0])] == []


@awaited
async def test_an_unknown_command_is_an_error(page: StandIn, app: App) -> None:
    del app
    page.intent("no-such-command", "1")
    assert "went wrong" in page.regions["notice"]
    assert "no-such-command" in page.reports[-1]


@awaited
async def test_a_field_that_nobody_reads_is_an_error(page: StandIn, app: App) -> None:
    del app
    page.intent("field", '["no-such-field", "1"]')
    assert "went wrong" in page.regions["notice"]


@pytest.mark.parametrize("key", ["x", "F5", "Alt+s"])
def test_keys_without_a_command_do_nothing(key: str) -> None:
    @awaited
    async def check(page: StandIn, app: App) -> None:
        del app
        page.intent("key", key)
        assert not page.reports

    check()
