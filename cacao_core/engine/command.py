"""The command ``engine``: an engine at the standard input and output."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Final

from cacao_core.errors import CacaoError

if TYPE_CHECKING:
    from collections.abc import Callable

_ABOUT: Final = """Speak the engine protocol (docs/engine.md) at the standard input and output.

The analysis decides, or a level after "setoption level hard". With --bot, a bot decides:
module:callable, path/to/file.py, path/to/file.py:callable.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "engine",
        help="speak the engine protocol, as chess engines speak UCI",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--bot", metavar="BOT", help="what decides")
    parser.add_argument("--debug", action="store_true", help="print the tracebacks of the bot")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Answer until the end of the input."""
    from cacao_core.engine.inbox import Lines  # noqa: PLC0415  # only this command
    from cacao_core.engine.serving import Engine  # noqa: PLC0415  # only this command

    if options.debug and not options.bot:
        raise CacaoError("--debug is for --bot")
    write = _own_output()
    bot = None
    if options.bot:
        from cacao_core.ai.arena.contestant import bot_of  # noqa: PLC0415  # only with a bot

        try:
            bot = bot_of(options.bot)
        except CacaoError as error:
            write(f"error {' '.join(str(error).split())}")
            raise
    Engine(Lines(sys.stdin), write, bot, options.debug).run()


def _own_output() -> Callable[[str], None]:
    """Keep the standard output for the protocol: what a bot prints goes to the standard error."""
    sys.stdout.flush()
    output = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    def write(line: str) -> None:
        output.write(f"{line}\n")
        output.flush()

    return write
