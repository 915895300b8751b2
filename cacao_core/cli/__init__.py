"""The command line: ``cacao-core``, or ``python -m cacao_core`` (docs/command.md).

Only what the command needs is loaded: a process of its own is started for each bot of a tournament.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from cacao_core import CacaoError, __version__

_ABOUT: Final = """Look at records and links, play, analyse, draw, replay, convert, deal, count.

A GAME is the name of a file with a record, a link, or what stands behind the # of one; - reads the
standard input. Exit codes: 0 success, 1 the game cannot be read or the command has failed, 2 wrong
usage.
"""


_PLACES: Final = {
    "cacao_core.cli.playing": ("play",),
    "cacao_core.cli.showing": ("show", "replay"),
    "cacao_core.cli.drawing": ("draw", "film"),
    "cacao_core.cli.judging": ("best", "analyse", "review"),
    "cacao_core.cli.records": ("deal", "append", "convert", "perft"),
    "cacao_core.engine.command": ("engine",),
    "cacao_core.ai.arena.command": ("arena",),
    "cacao_core.ai.selfplay.command": ("learn",),
    "cacao_core.puzzles.command": ("puzzles",),
}
"""Modules of commands."""


def main(arguments: Sequence[str] | None = None, name: str = "python -m cacao_core") -> int:
    """Run the command line; returns the exit code.

    Args:
        arguments: those of the process, if None.
        name: how the program is called, for its help.
    """
    given = sys.argv[1:] if arguments is None else arguments
    options = _parser(name, given[0] if given else "").parse_args(given)
    try:
        options.run(options)
        sys.stdout.flush()
    except CacaoError as error:
        print(f"cacao_core: {error}", file=sys.stderr)
        return 1
    except (BrokenPipeError, KeyboardInterrupt, EOFError):
        _close_output()
        return 1
    except OSError as error:  # such as a full disk behind the standard output
        name = f"{error.filename}: " if error.filename else ""
        print(f"cacao_core: {name}{error.strerror or error}", file=sys.stderr)
        _close_output()
        return 1
    return 0


def _close_output() -> None:
    """Drop what cannot be written any more: Python would try again at its end, and complain."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())


def run() -> int:
    """The program ``cacao-core``."""
    use_utf8()
    return main(name="cacao-core")


def use_utf8() -> None:
    """Read and write UTF-8, whatever the console's code page is: names may have any letters."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _parser(name: str, wanted: str) -> argparse.ArgumentParser:
    """The parser with the command that is wanted; with all, if there is no such command.

    None is needed to print the version.
    """
    parser = argparse.ArgumentParser(
        prog=name, description=_ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"cacao_core {__version__}")
    if wanted == "--version":
        return parser
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    places = [place for place, names in _PLACES.items() if wanted in names]
    for place in places or _PLACES:
        import_module(place).add(commands)
    return parser
