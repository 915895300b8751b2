#!/usr/bin/env python3
"""Builds, serves and tests the site.

    python3 build.py build      write the static site to dist/
    python3 build.py serve      play it at a printed address, within seconds
    python3 build.py test       lint, types and tests; --fast takes two minutes, --all what it takes
    python3 build.py messages   extract the page's texts to web/locale/cacao.pot
    python3 build.py check      compare dist/, a folder or a site online with the build

Standard library only. Each command installs its dependencies into .build/, pinned and with hashes:
few for a playable page, more for the tests.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "web"))

from making.builds import build, ensure_release
from making.command_line import parsed
from making.integrity import check
from making.serving import serve
from making.site import third_parties
from making.testing import test
from making.tools import ensure_venv
from making.trimmed import trimmed
from making.workshop import (
    ROOT,
    WEB,
    WORK,
    Problem,
    end_commands,
    heed_signals,
    lock,
    run,
    say,
    venv_tool,
    write,
)


def messages(check: bool) -> None:
    """Extract the page's texts to the template, and update every catalogue.

    New texts have no translation yet; unused ones are removed. With ``check``, only test whether
    the template is up to date.
    """
    ensure_venv()
    template = WEB / "locale" / "cacao.pot"
    made = WORK / "cacao.pot"
    # as a module, it finds our extractor in web/making
    babel: list[str | Path] = [
        venv_tool("python"),
        "-m",
        "babel.messages.frontend",
        "-q",
    ]  # finds our extractor
    run(*babel, "extract", "-F", WEB / "locale" / "babel.cfg", "--no-location", "--sort-output",
        "--omit-header", "-o", made, "web")  # fmt: skip
    fresh = made.read_text("utf-8")
    if not check:
        write(template, fresh)
        say(f"wrote {template.relative_to(ROOT)}")
        for catalogue in sorted(template.parent.glob("*.po")):
            run(*babel, "update", "-i", template, "-o", catalogue,
                "-l", catalogue.stem, "--no-wrap", "--no-fuzzy-matching", "--ignore-obsolete",
                "--ignore-pot-creation-date")  # fmt: skip
            say(f"brought {catalogue.relative_to(ROOT)} up to it")
    elif not template.exists() or template.read_text("utf-8") != fresh:
        raise Problem("web/locale/cacao.pot is old: run 'python3 build.py messages' and commit it")


def check_site(place: str) -> None:
    """Compare a folder, a site online or dist/ with the build and the pinned dependencies."""
    with lock():
        ensure_release()
        vendored = third_parties(trimmed())
    check(place, vendored)


def package() -> None:
    """Run PyPA's ``build``, which this file hides from ``python -m build`` in the checkout."""
    here = Path(__file__).resolve().parent
    sys.path[:] = [path for path in sys.path if Path(path).resolve() not in (here, here / "web")]
    try:
        runpy.run_module("build", run_name="__main__", alter_sys=True)
    except ImportError:
        sys.exit(
            "To build the package: pip install build. To build the site: python3 build.py build"
        )


def main() -> None:
    if sys.version_info < (3, 11):
        sys.exit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}")
    options = parsed(sys.argv[1:])
    actions: dict[str, Callable[[], None]] = {
        "build": build,
        "serve": lambda: serve(options.port, offline=options.offline, relay=options.relay),
        "test": lambda: test(options.wishes),
        "messages": lambda: messages(options.check),
        "check": lambda: check_site(options.place),
    }
    heed_signals()
    try:
        actions[options.command]()
    except Problem as problem:
        sys.exit(f"✗ {problem}")
    except KeyboardInterrupt:
        end_commands()
        sys.exit(130)


if __name__ == "__main__":
    if __spec__ is None:
        main()
    else:  # python -m build
        package()
