// Compiles the Python files of an archive to bytecode, and notes what each of them imports.
// Pyodide's own Python does it, so the version always fits.
// Usage: node precompile.mjs <folder of pyodide> <zip of .py> <target zip> <target json>
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, source, target, notes] = process.argv.slice(2).map((name) => path.resolve(name));
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
const pyodide = await loadPyodide({ indexURL: folder + path.sep });
pyodide.FS.writeFile("/in.zip", fs.readFileSync(source));
pyodide.runPython(`
import sys
started = sorted(sys.modules)  # what Pyodide itself imports

import ast
import importlib._bootstrap_external as external
import importlib.util
import json
import zipfile

[archive] = [path for path in sys.path if path.endswith(".zip")]  # where pages have it as well
PARTS = (ast.stmt, ast.excepthandler, ast.match_case)  # expressions contain no imports
LATER = (ast.FunctionDef, ast.AsyncFunctionDef)
DOCUMENTED = (ast.Module, ast.ClassDef, *LATER)
SHELL = ("__main__", "TYPE_CHECKING")  # conditions that never hold in a page

def is_for_shells(node):
    """Whether a part of a module is run in a terminal only, or by type checkers."""
    if isinstance(node, ast.FunctionDef):
        return node.name in ("main", "_main", "_parse_args", "_test")
    return isinstance(node, ast.If) and any(name in ast.dump(node.test) for name in SHELL)

def imports(node, package, later=False):
    """Names of modules and of what is taken from them, and whether inside of a function."""
    for child in ast.iter_child_nodes(node):
        inside = later or isinstance(child, LATER)
        if not isinstance(child, PARTS) or is_for_shells(child):
            continue
        if isinstance(child, ast.Import):
            yield from ((alias.name, inside) for alias in child.names)
        if isinstance(child, ast.ImportFrom):
            parts = package.split(".")[: 1 - child.level or None] if child.level else []
            base = ".".join([*parts, *filter(None, [child.module])])
            yield base, inside
            yield from ((f"{base}.{alias.name}", inside) for alias in child.names)
        yield from imports(child, package, inside)

def without_docstrings(tree):
    """Leave out docstrings, but not asserts: the page does what was tested."""
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]

noted = {}
with zipfile.ZipFile("/in.zip") as source, zipfile.ZipFile("/out.zip", "w") as made:
    for name in sorted(source.namelist()):
        if name.endswith("/"):
            continue
        data = source.read(name)
        if name.endswith(".py"):
            tree = ast.parse(data)
            module = name[:-3].replace("/", ".").removesuffix(".__init__")
            package = module if name.endswith("/__init__.py") else module.rpartition(".")[0]
            found = set(imports(tree, package))
            noted[module] = {
                "always": sorted(what for what, inside in found if not inside),
                "later": sorted(what for what, inside in found if inside),
            }
            where = f"{archive}/{name}"
            without_docstrings(tree)
            code = compile(tree, where, "exec", dont_inherit=True, optimize=0)
            digest = importlib.util.source_hash(data)
            data = bytes(external._code_to_hash_pyc(code, digest, False))
            name += "c"
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        made.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
with open("/out.json", "w") as file:
    json.dump({"started": started, "imports": noted}, file)
`);
fs.writeFileSync(target, pyodide.FS.readFile("/out.zip"));
fs.writeFileSync(notes, pyodide.FS.readFile("/out.json"));
process.exit(0);
