// Compiles Python's standard library, as Pyodide ships it, to byte code under the same name, and
// leaves out what a page never imports. Pyodide's own Python does it, so the version always fits.
// Usage: node precompile.mjs <folder of pyodide> <target zip>
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, target] = process.argv.slice(2).map((name) => path.resolve(name));
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
const pyodide = await loadPyodide({ indexURL: folder + path.sep });
pyodide.FS.writeFile("/in.zip", fs.readFileSync(path.join(folder, "python_stdlib.zip")));
pyodide.runPython(`
import importlib._bootstrap_external as external
import importlib.util
import zipfile

UNUSED = (
    "_pyrepl/", "ctypes/", "doctest.py", "ftplib.py", "http/cookiejar.py", "http/server.py",
    "imaplib.py", "mailbox.py", "multiprocessing/", "optparse.py", "pdb.py", "poplib.py",
    "pydoc.py", "smtplib.py", "socketserver.py", "sqlite3/", "unittest/", "wsgiref/", "xml/",
    "xmlrpc/", "asyncio/windows", "asyncio/proactor", "profile.py", "cProfile.py", "pstats.py",
)
with zipfile.ZipFile("/in.zip") as source, zipfile.ZipFile("/out.zip", "w") as made:
    for name in sorted(source.namelist()):
        if name.endswith("/") or name.startswith(UNUSED):
            continue
        data = source.read(name)
        if name.endswith(".py"):
            where = "/lib/python314.zip/" + name
            code = compile(data, where, "exec", dont_inherit=True, optimize=2)
            digest = importlib.util.source_hash(data)
            data = bytes(external._code_to_hash_pyc(code, digest, False))
            name += "c"
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        made.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
`);
fs.writeFileSync(target, pyodide.FS.readFile("/out.zip"));
process.exit(0);
