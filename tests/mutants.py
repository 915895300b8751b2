"""Mutation check: break the rules, and see a test fail.

    python tests/mutants.py [--only game] [--list] [--jobs 2]

Each mutant changes one place of one module (a comparison, a sign, a number, a condition, a
statement left out), in a copy of the sources, and the quick tests of ``tests/core`` run on it.
``HARMLESS`` lists those that change nothing that anybody could see, each with the reason.

A mutant that no test notices survives, is printed, and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import ast
import copy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
MODULES = ("tiles", "deal", "moves", "player", "activation", "position", "game", "scoring")
TESTS = (
    "test_player", "test_perft", "test_setup", "test_scoring", "test_turn", "test_notation",
    "test_examples", "test_hostile_input", "test_view", "test_record", "test_position_text",
    "test_events", "test_random_play", "test_properties",
)  # fmt: skip
SLOW = "not 20_000 and not hundreds_of_games"
SECONDS = 40

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Mod: ast.Add,
    ast.FloorDiv: ast.Mult, ast.RShift: ast.LShift, ast.BitXor: ast.BitOr, ast.BitAnd: ast.BitOr,
}  # fmt: skip

HARMLESS = {
    "tiles: turned = [name[-turns:] + name[:-turns] if turns else name for turns in range(4)]  ->  "
    "turned = [name[-turns:] + name[:-turns] if turns else name for turns in range(5)]": (
        "a whole turn is no new look"
    ),
    "deal: _LONGEST_PILE: Final = 40  ->  _LONGEST_PILE: Final = 41": (
        "any limit far above 26 tiles will do"
    ),
    "deal: if len(value) > longest: raise BadDeal(f'{where}: {len(value)} entries; expected up to "
    "{longest}')  ->  if len(value) >= longest: raise BadDeal(f'{where}: {len(value)} entries; "
    "expected up to {longest}')": "the same",
}
"""Mutants that behave exactly like the original -> why."""


class Mutant(NamedTuple):
    """One changed place: module, line, what it was and became, and the whole changed source."""

    module: str
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.module}: {self.before}  ->  {self.after}"


def mutants(module: str) -> Iterator[Mutant]:
    """All mutants of a module."""
    tree = ast.parse((ROOT / "cacao_core" / f"{module}.py").read_text("utf-8"))
    places = [node for node in ast.walk(tree) if not _is_talk(node)]
    talk = {id(part) for node in ast.walk(tree) if _is_talk(node) for part in ast.walk(node)}
    for number, node in enumerate(ast.walk(tree)):
        if id(node) in talk or node not in places:
            continue
        for variant in range(_variants(node)):
            changed = copy.deepcopy(tree)
            twin = list(ast.walk(changed))[number]
            _change(twin, variant)
            before, after = _shown(tree, node), _shown(changed, twin)
            line = getattr(node, "lineno", 0)
            yield Mutant(module, line, before, after, ast.unparse(changed))


def _is_talk(node: ast.AST) -> bool:
    """Messages, docstrings and annotations: not rules."""
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return docstring or (
        isinstance(node, ast.JoinedStr | ast.Raise | ast.AnnAssign)
        and (not isinstance(node, ast.AnnAssign) or node.value is None)
    )


def _variants(node: ast.AST) -> int:
    if isinstance(node, ast.Compare):
        return len(node.ops)
    if isinstance(node, ast.BoolOp | ast.BinOp | ast.AugAssign):
        return int(type(node.op) in SWAPS)
    if isinstance(node, ast.UnaryOp):
        return int(isinstance(node.op, ast.Not))
    if isinstance(node, ast.Constant):
        return int(type(node.value) is int)
    return int(isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))


def _change(node: ast.AST, variant: int) -> None:
    if isinstance(node, ast.Compare):
        node.ops[variant] = SWAPS[type(node.ops[variant])]()  # type: ignore[call-overload]
    elif isinstance(node, ast.BoolOp | ast.BinOp | ast.AugAssign):
        node.op = SWAPS[type(node.op)]()  # type: ignore[assignment]
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd()
        node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
    elif isinstance(node, ast.Constant):
        assert isinstance(node.value, int)
        node.value += 1
    elif isinstance(node, ast.Expr):
        node.value = ast.Constant(None)


def _shown(tree: ast.AST, node: ast.AST) -> str:
    """The smallest statement around a node, on one line."""
    around = [
        statement
        for statement in ast.walk(tree)
        if isinstance(statement, ast.stmt) and any(part is node for part in ast.walk(statement))
    ]
    text = ast.unparse(around[-1]) if around else ast.unparse(node)
    return " ".join(text.split())


def survives(mutant: Mutant) -> bool:
    """Whether all tests pass on a mutant; a run that takes too long has noticed it."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name in ("cacao_core", "tests/core"):
            shutil.copytree(ROOT / name, place / name)
        for file in (
            "tests/__init__.py",
            "tests/conftest.py",
            "tests/hostile.py",
            "pyproject.toml",
        ):
            shutil.copy(ROOT / file, place / file)
        (place / "cacao_core" / f"{mutant.module}.py").write_text(mutant.source, "utf-8")
        files = [f"tests/core/{name}.py" for name in TESTS]
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-xq",
            "-p",
            "no:cacheprovider",
            "-k",
            SLOW,
            *files,
        ]
        try:
            done = subprocess.run(
                command, cwd=place, capture_output=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0


def surviving(wanted: Sequence[Mutant], jobs: int) -> int:
    """Number of mutants that no test notices; each is printed as soon as it is known."""
    living = 0
    with ThreadPoolExecutor(jobs) as pool:
        results = zip(wanted, pool.map(survives, wanted), strict=True)
        for number, (mutant, survived) in enumerate(results, start=1):
            if survived:
                living += 1
                print(f"survived, line {mutant.line}: {mutant}", flush=True)
            if number % 50 == 0:
                print(f"{number} of {len(wanted)}", flush=True)
    return living


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", choices=MODULES, help="a module of the rules")
    parser.add_argument("--list", action="store_true", help="only print the mutants")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    modules = [options.only] if options.only else MODULES
    listed = [mutant for module in modules for mutant in mutants(module)]
    wanted = [mutant for mutant in listed if str(mutant) not in HARMLESS]
    if options.list:
        print("\n".join(map(str, wanted)))
        return 0
    living = surviving(wanted, options.jobs)
    print(f"{len(wanted)} mutants, {living} survived, {len(listed) - len(wanted)} harmless")
    return bool(living)


if __name__ == "__main__":
    sys.exit(main())
