"""docs/notebook.ipynb: its cells run, and show what is stored with them.

``python -m tests.core.test_notebook`` runs it and stores what it shows.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any, Final

import pytest

NOTEBOOK: Final = Path(__file__).parents[2] / "docs" / "notebook.ipynb"
_HIDDEN: Final = "%"
"""Beginning of a line for the notebook alone, such as ``%pip``."""

Output = dict[str, Any]


def notebook() -> dict[str, Any]:
    data = json.loads(NOTEBOOK.read_text("utf-8"))
    assert isinstance(data, dict)
    return data


def code_cells(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in data["cells"] if cell["cell_type"] == "code"]


def run_cell(source: str, names: dict[str, Any], number: int) -> list[Output]:
    """Run a cell as a notebook does, and return what it shows."""
    kept = "".join(line for line in source.splitlines(True) if not line.startswith(_HIDDEN))
    tree = ast.parse(kept)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    said = io.StringIO()
    shown: object = None
    with contextlib.redirect_stdout(said):
        exec(compile(tree, f"<cell {number}>", "exec"), names)  # noqa: S102  # our own file
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), f"<cell {number}>", "eval"), names)
    outputs: list[Output] = []
    if text := said.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": text.splitlines(True)})
    if shown is not None:
        data: dict[str, Any] = {"text/plain": repr(shown).splitlines(True)}
        if hasattr(shown, "_repr_svg_"):
            picture = shown._repr_svg_().splitlines(True)
            data = {"image/svg+xml": picture, "text/plain": [f"<{type(shown).__name__}>"]}
        result = {"execution_count": number, "metadata": {}, "output_type": "execute_result"}
        outputs.append({"data": data, **result})
    return outputs


def run_all(data: dict[str, Any]) -> None:
    """Run all cells, and put what they show into the data."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(code_cells(data), start=1):
        cell["execution_count"] = number
        cell["outputs"] = run_cell("".join(cell["source"]), names, number)


@pytest.mark.long
def test_cells_run_and_show_their_stored_results() -> None:
    data = notebook()
    stored = [cell["outputs"] for cell in code_cells(data)]
    run_all(data)
    for before, cell in zip(stored, code_cells(data), strict=True):
        assert cell["outputs"] == before, "".join(cell["source"])


def test_notebook_is_of_version_4_5() -> None:
    data = notebook()
    assert (data["nbformat"], data["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in data["cells"]]
    assert len(set(ids)) == len(ids)
    assert data["metadata"]["kernelspec"]["name"] == "python3"


if __name__ == "__main__":
    renewed = notebook()
    run_all(renewed)
    NOTEBOOK.write_text(json.dumps(renewed, indent=1, ensure_ascii=False) + "\n", "utf-8")
