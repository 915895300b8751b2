"""The command line: ``cacao``, or ``python -m cacao_core`` (docs/command.md).

What a command needs is loaded when it runs.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from typing import Final

from cacao_core import CacaoError, __version__
from cacao_core.ai.arena import command as arena
from cacao_core.cli import judging, playing, records, showing
from cacao_core.engine import command as engine
from cacao_core.puzzles import command as puzzles

_ABOUT: Final = """Look at records and links, play, analyse, draw, replay, convert, deal, count.

A GAME is the name of a file with a record, a link, or what stands behind the # of one; - reads the
standard input. Exit codes: 0 success, 1 the game cannot be read or the command has failed, 2 wrong
usage.
"""


def main(arguments: Sequence[str] | None = None, name: str = "python -m cacao_core") -> int:
    """Run the command line; returns the exit code.

    Args:
        arguments: those of the process, if None.
        name: how the program is called, for its help.
    """
    options = _parser(name).parse_args(arguments)
    try:
        options.run(options)
    except CacaoError as error:
        print(f"cacao_core: {error}", file=sys.stderr)
        return 1
    except (BrokenPipeError, KeyboardInterrupt, EOFError):
        return 1
    return 0


def run() -> int:
    """The program ``cacao``."""
    use_utf8()
    return main(name="cacao")


def use_utf8() -> None:
    """Read and write UTF-8, whatever the console's code page is: names may have any letters."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _parser(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=name, description=_ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"cacao_core {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for part in (playing, showing, judging, records, engine, arena, puzzles):
        part.add(commands)
    return parser
