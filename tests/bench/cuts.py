"""Measures each cut of the start: the built site against the same site without that cut.

    python3 build.py build && python tests/bench/cuts.py [--rounds 5] [--warm 4] [NAME ...]

A cut is something that the build leaves out of Python's program or library, or replaces, to make
the start quicker (``web/making``). For each there is a site in ``.build/cuts`` that lacks only that
cut. Each round opens, for each cut, the release and the site without it one after the other (which
is first changes by round), each in a new browser profile: one first visit ("cold") and some more
("warm"), each until the first move can be clicked. A ratio is the median of the release's visits to
that of the other's: 0.95 means that the cut saves 5 %. "nothing" compares the release with itself,
which shows the noise. Rounds of the same build add up in ``.build/cuts/rounds.json``; the table is
about all of them.

With ``--node``, Python is started in Node instead (Linux only), with each site's program and
library, and imports what the page's start imports of the library: the difference in the processor
time of the main thread, in milliseconds. A browser's visits differ by far more than that.
"""

from __future__ import annotations

import argparse
import json
import marshal
import re
import shutil
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from playwright.sync_api import Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[2] / "web"))

from making.compiled import CUTS, write_python
from making.early import PIECE
from making.integrity import SUMS, sha256, subresource
from making.site import about_package
from making.tools import ensure_node
from making.trimmed import CUT as TRIMMED_PROGRAM
from making.trimmed import TRIMMED
from making.workshop import NODE_MODULES, WORK, copy, run, say
from tests.bench.start import (
    Times,
    built_site,
    files_of_first_visit,
    game_link,
    measure,
    served,
)

FOLDER: Final = WORK / "cuts"
ROUNDS: Final = FOLDER / "rounds.json"
RELEASE: Final = "release"
NOTHING: Final = "nothing"
SITES: Final = (TRIMMED_PROGRAM, *CUTS, NOTHING)
KINDS: Final = ("warm work", "warm", "cold work", "cold")
PYTHON: Final = "app/python.mjs"
IN_NODE: Final = """
import fs from "node:fs";
const [mjs, indexURL, stdLibURL, lockFileURL, lines] = process.argv.slice(1);
const { loadPyodide } = await import(mjs);
const used = () => Number(fs.readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8")
  .split(" ")[0]) / 1e6;
const before = used();
const pyodide = await loadPyodide({ indexURL, stdLibURL, lockFileURL });
pyodide.runPython(lines);
process.stdout.write(String(used() - before), () => process.exit(0));
"""
"""Prints the processor time of the main thread, in milliseconds."""

Pair = Mapping[str, Mapping[str, Sequence[float]]]
"""Name of a site -> kind of time -> milliseconds of each visit."""
Round = Mapping[str, Pair]
"""Name of a cut -> the release, and the site without it."""


def site_without(cut: str, release: Path) -> Path:
    """A copy of the site that lacks one cut; created once for each build."""
    if cut == NOTHING:
        return release
    site = FOLDER / cut.replace(" ", "-")
    mark = site / SUMS  # of the release, as it was when this was made
    if mark.exists() and mark.read_bytes() == (release / SUMS).read_bytes():
        return site
    say(f"building the site without: {cut}")
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(release, site, ignore=shutil.ignore_patterns(SUMS, "api"))
    if cut == TRIMMED_PROGRAM:
        for name in TRIMMED:
            copy(NODE_MODULES / "pyodide" / name, site / "pyodide" / name)
    else:
        write_python(site, about_package(), without={cut})
    name_anew(release, site)
    copy(release / SUMS, mark)
    return site


def name_anew(release: Path, site: Path) -> None:
    """Update sizes and hashes of files that differ from the release's, where other files name them.

    One of these, ``app/python.mjs``, is itself named by others.
    """
    changes: dict[str, str] = {}
    for name in [*(f"pyodide/{file.name}" for file in (release / "pyodide").iterdir()), PYTHON]:
        if name == PYTHON:
            replace_in(site / name, changes)
        was, now = (release / name).read_bytes(), (site / name).read_bytes()
        if was != now:
            changes[subresource(was)] = subresource(now)
            changes[sha256(was)[:16]] = sha256(now)[:16]
            changes[f"[{len(was)}, "] = f"[{len(now)}, "
    for name in ("index.html", "sw.js"):
        replace_in(site / name, changes)
    replace_in(site / "index.html", {import_map(release): import_map(site)})


def replace_in(file: Path, changes: Mapping[str, str]) -> None:
    """Replace texts of a file by others."""
    text = file.read_text("utf-8")
    for old, new in changes.items():
        text = text.replace(old, new)
    file.write_text(text, "utf-8")


def import_map(site: Path) -> str:
    """The hash of the page's import map, which its security policy names."""
    page = (site / "index.html").read_text("utf-8")
    [text] = re.findall(r'(?s)<script type="importmap">(.*?)</script>', page)
    return subresource(text.encode())


def earlier(build: str) -> tuple[list[Round], dict[str, int]]:
    """Earlier measurements of this build: rounds, and bytes of a first visit by site."""
    kept = json.loads(ROUNDS.read_text("utf-8")) if ROUNDS.exists() else {}
    if kept.get("build") != build:
        return [], {}
    return kept["rounds"], kept["sizes"]


def ratios(rounds: Sequence[Round], cut: str, kind: str) -> list[float]:
    """The release's time to that without the cut, for each round that has both."""
    pairs = [made[cut] for made in rounds if cut in made]
    return [median(pair[RELEASE][kind]) / median(pair[cut][kind]) for pair in pairs]


def one_round(
    playwright: Playwright, pages: Mapping[str, str], number: int, warm: int
) -> dict[str, dict[str, Times]]:
    """Each cut's pair of sites, in an order that changes from round to round."""
    cuts = [name for name in pages if name != RELEASE]
    at = number % len(cuts)
    made = {}
    for cut in cuts[at:] + cuts[:at]:
        pair = [RELEASE, cut] if (number + cuts.index(cut)) % 2 else [cut, RELEASE]
        addresses = {name: pages[name] for name in pair}
        made[cut] = measure(playwright, addresses, slow=False, warm=warm)
    return made


def middle(values: Sequence[float]) -> tuple[float, float]:
    """Bounds that hold the true median in 19 of 20 cases (order statistics)."""
    ordered = sorted(values)
    off = max(0, round(len(ordered) / 2 - 0.98 * len(ordered) ** 0.5))
    return ordered[off], ordered[-1 - off]


def report(rounds: Sequence[Round], sizes: Mapping[str, int]) -> None:
    """A table in Markdown: one line for each cut that was measured."""
    print("| without | " + " | ".join(KINDS) + " | bytes |")
    print("| --- " * (len(KINDS) + 2) + "|")
    for cut in SITES:
        found = {kind: ratios(rounds, cut, kind) for kind in KINDS}
        if len(found["cold"]) < 3:
            continue
        cells = []
        for values in found.values():
            low, high = middle(values)
            first, _, third = quantiles(values, n=4)
            cells.append(
                f"{median(values):.3f} ({low:.3f} to {high:.3f}; quartiles {first:.2f}, "
                f"{third:.2f}; n={len(values)})"
            )
        more = sizes[cut] - sizes[RELEASE]
        cells.append(f"{more:+,d} ({sizes[RELEASE] / sizes[cut]:.3f})")
        print(f"| {cut} | " + " | ".join(cells) + " |")
    for kind in KINDS:
        times = [v for made in rounds for pair in made.values() for v in pair[RELEASE][kind]]
        print(f"{kind}: {median(times):.0f} ms in {len(times)} visits")


def at_start(release: Path) -> list[str]:
    """Modules of the library that every start of the page imports."""
    with zipfile.ZipFile(release / "pyodide" / "python_stdlib.zip") as archive:
        modules = marshal.loads(archive.read(PIECE))  # noqa: S302  (our own)
    own = ("cacao_core", "cacao_web", "pyscript", "segno")
    return sorted(name for name in modules if name.partition(".")[0] not in own)


def start_in_node(site: Path, modules: Sequence[str]) -> float:
    """Milliseconds that the main thread works until Python has started and imported these."""
    pyodide, made = NODE_MODULES / "pyodide", site / "pyodide"
    lines = f"import importlib\nfor name in {modules}: importlib.import_module(name)"
    files = [made / "python_stdlib.zip", pyodide / "pyodide-lock.json"]
    start: list[str | Path] = ["--input-type=module", "--eval", IN_NODE]
    start += [(pyodide / "pyodide.mjs").as_uri(), f"{made}/", *files, lines]
    return float(run(ensure_node(), *start))


def compare_in_node(sites: Mapping[str, Path], rounds: int) -> None:
    """Print what each site takes in Node, and how much more than the release."""
    modules = at_start(sites[RELEASE])
    names = list(sites)
    taken: dict[str, list[float]] = {name: [] for name in names}
    for number in range(rounds):
        at = number % len(names)
        for name in names[at:] + names[:at]:
            taken[name].append(start_in_node(sites[name], modules))
    for name in names:
        more = [other - ours for other, ours in zip(taken[name], taken[RELEASE], strict=True)]
        low, high = middle(more)
        print(f"{name:20} {median(taken[name]):5.0f} ms, {median(more):+6.1f} ms "
              f"({low:+.1f} to {high:+.1f}), n={rounds}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cuts", nargs="*", metavar="NAME", help=f"of {', '.join(SITES)}; else all")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--warm", type=int, default=4, help="warm visits in each round")
    parser.add_argument("--node", action="store_true", help="start Python in Node instead")
    options = parser.parse_args()
    wanted = options.cuts or list(SITES)
    if unknown := set(wanted) - set(SITES):
        parser.error(f"no such cut: {', '.join(sorted(unknown))}")
    release = built_site()
    sites = {RELEASE: release, **{cut: site_without(cut, release) for cut in wanted}}
    if options.node:
        compare_in_node(sites, options.rounds)
        return
    folders = {name.replace(" ", "-"): site for name, site in sites.items()}
    build = (release / SUMS).read_text("utf-8")
    rounds, sizes = earlier(build)
    with served(folders) as host, sync_playwright() as playwright:
        pages = {name: f"{host}{name.replace(' ', '-')}/{game_link()}" for name in sites}
        for name in pages.keys() - sizes.keys():
            files = files_of_first_visit(playwright, pages[name])
            sizes[name] = sum(size for _name, size, *_times in files)
        for number in range(options.rounds):
            rounds.append(one_round(playwright, pages, number, options.warm))
            kept = {"build": build, "rounds": rounds, "sizes": sizes}
            ROUNDS.write_text(json.dumps(kept), "utf-8")
            print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
    report(rounds, sizes)


if __name__ == "__main__":
    main()
