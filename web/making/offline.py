"""The parts for use without a network: service worker, manifest and icons."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from making.integrity import RELAY, address, names, sha256, subresource
from making.packages import LOCK
from making.tools import ensure_node
from making.workshop import NODE_MODULES, WEB, WORK, copy, fingerprint, fresh, prepared, run, write

SOURCES = WEB / "offline"
WORKER = "sw.js"
WORKBOX = ("core", "routing", "strategies", "precaching")  # in the order of their dependencies
NOT_KEPT = (
    "api/", "icons/preview.png", "pyodide/python_plain.zip", RELAY, WORKER, ".nojekyll",
)  # fmt: skip
"""Files that are not cached: the reference, files that no page needs, the fallback library, and
what is of no use without a network."""
VERSIONED = "app/offline.js"
ICONS = {  # file in icons/ -> pixels, and the margin to add to the drawing
    "icon-192.png": (192, None),
    "icon-512.png": (512, None),
    "maskable-192.png": (192, 15),
    "maskable-512.png": (512, 15),
    "touch-180.png": (180, 4),
}


def write_offline(site: Path, *, icons: bool) -> None:
    """Write manifest and service worker, once everything else is in the site's folder.

    Without ``icons`` (drawn ones) the manifest names the SVG alone.
    """
    manifest = json.loads((SOURCES / "manifest.webmanifest").read_text("utf-8"))
    if not icons:
        manifest["icons"] = [one for one in manifest["icons"] if one["src"].endswith(".svg")]
    write(site / "manifest.webmanifest", json.dumps(manifest, ensure_ascii=False))
    write_worker(site)


def draw_icons(target: Path) -> None:
    """Draw the icon as bitmaps; those for masks have a background on all sides."""
    source, script = WEB / "icons" / "icon.svg", WEB / "vendor" / "draw.mjs"
    made = WORK / "icons"
    now = fingerprint(source, script, LOCK, Path(__file__))
    if not prepared(made / "mark", now):
        with fresh(made) as folder:
            wanted: list[str | Path] = []
            for name, (pixels, margin) in ICONS.items():
                drawing = folder / f"{margin}.svg"
                write(drawing, on_ground(source.read_text("utf-8"), margin))
                wanted += [str(pixels), drawing, folder / name]
            run(ensure_node(), script, NODE_MODULES / "@resvg" / "resvg-wasm", *wanted)
            (folder / "mark").write_text(now)
    for name in ICONS:
        copy(made / name, target / name)


def on_ground(icon: str, margin: int | None) -> str:
    """The icon without round corners, its background extended by ``margin`` hundredths."""
    if margin is None:
        return icon
    [sky, hill] = re.findall(r'fill="(#\w+)"', icon)[:2]
    side = 100 + 2 * margin
    below = "".join(
        f'<rect x="-{margin}" y="{top}" width="{side}" height="{side}" fill="{fill}"/>'
        for top, fill in ((-margin, sky), (78, hill))
    )
    icon = icon.replace('viewBox="0 0 100 100"', f'viewBox="-{margin} -{margin} {side} {side}"')
    return icon.replace("\n", f"\n{below}", 1)


def write_worker(site: Path) -> None:
    """Write sw.js: Workbox, the worker, and the hash of every cached file.

    The version is the hash of them all; other pages and the worker get it from ``app/offline.js``.
    """
    kept = [name for name in names(site) if not name.startswith(NOT_KEPT)]
    digest = hashlib.sha256()
    for name in kept:
        digest.update(f"{name} {sha256((site / name).read_bytes())}\n".encode())
    version = digest.hexdigest()[:12]
    page_part = site / VERSIONED
    write(page_part, page_part.read_text("utf-8").replace("build:version", version))
    files = [_entry(site, name) for name in kept]
    text = (SOURCES / "worker.js").read_text("utf-8")
    text = text.replace("build:version", version).replace('["build:files"]', json.dumps(files))
    write(site / WORKER, "\n".join([*map(_workbox, WORKBOX), text]))


def _entry(site: Path, name: str) -> tuple[str, str, str, int]:
    """Address, revision, hash and size of a file, in the worker's form."""
    data = (site / name).read_bytes()
    return address(site, name), sha256(data)[:16], subresource(data), len(data)


def _workbox(part: str) -> str:
    made = NODE_MODULES / f"workbox-{part}" / "build" / f"workbox-{part}.prod.js"
    return re.sub(r"//# sourceMappingURL=.*", "", made.read_text("utf-8"))
