"""``python -m cacao_core``: look at records and links, replay, convert, deal, count, compete.

A GAME is a link payload, a whole address with one behind ``#``, or the name of a file with a
record; ``-`` reads the standard input. Exit codes: 0 success, 1 the game cannot be read or the
command has failed, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from cacao_core import CacaoError, Deal, Record, __version__
from cacao_core.ai.arena import command as arena
from cacao_core.perft import divide, perft
from cacao_core.puzzles import command as puzzles
from cacao_core.text import FORMAT


def load(source: str) -> Record:
    """The record of a GAME argument.

    Raises:
        CacaoError: it cannot be read.
    """
    if source == "-":
        text = sys.stdin.read()
    elif os.path.isfile(source):  # pathlib raises an error for a long link
        try:
            text = Path(source).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CacaoError(f"{source}: {error}") from None
    else:
        text = source
    body = text.strip()
    if FORMAT in body or "\n" in body:
        return Record.from_text(text)
    return Record.from_link(body.rpartition("#")[2].partition("&")[0])


def show(options: argparse.Namespace) -> None:
    """Draw the position."""
    record = load(options.game)
    game = record.game(options.at)
    print(game)
    if options.moves:
        print("\n".join(map(str, game.legal_moves())))


def replay(options: argparse.Namespace) -> None:
    """Draw the position after each move."""
    record = load(options.game)
    start, *positions = record.positions()
    print(start)
    for at, (move, game) in enumerate(zip(record.moves, positions, strict=True), start=1):
        if sys.stdin.isatty() and options.game != "-":
            input(f"\n{move}   [Enter]")
        print(f"\n{at}. {move}\n{game}")


def convert(options: argparse.Namespace) -> None:
    """Write a record as a link, or a link as a record."""
    record = load(options.game)
    if options.to == "link":
        print(record.to_link())
    else:
        print(record.to_text(), end="")


def deal(options: argparse.Namespace) -> None:
    """Write the record of a new game."""
    made = Deal.shuffled(options.players, options.seed)
    if options.explicit:
        made = Deal(made.worker_piles, made.jungle_pile)
    print(Record(made).to_text(), end="")


def count(options: argparse.Namespace) -> None:
    """Count the sequences of moves to a depth."""
    game = load(options.game).game()
    if options.divide:
        for move, number in divide(game, options.depth).items():
            print(f"{move} {number}")
    print(perft(game, options.depth))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m cacao_core",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"cacao_core {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    showing = commands.add_parser("show", help="draw a position as text")
    showing.add_argument("game", metavar="GAME")
    showing.add_argument("--at", type=int, metavar="N", help="after N moves instead of all")
    showing.add_argument("--moves", action="store_true", help="list the legal moves too")
    showing.set_defaults(run=show)

    replaying = commands.add_parser("replay", help="draw every position; Enter goes on")
    replaying.add_argument("game", metavar="GAME")
    replaying.set_defaults(run=replay)

    converting = commands.add_parser("convert", help="record to link, or link to record")
    converting.add_argument("game", metavar="GAME")
    converting.add_argument("--to", choices=("link", "record"), required=True)
    converting.set_defaults(run=convert)

    dealing = commands.add_parser("deal", help="write the record of a new game")
    dealing.add_argument("players", type=int, metavar="PLAYERS", help="2, 3 or 4")
    dealing.add_argument("--seed", type=int, help="from 0 to 2**64 - 1; else drawn")
    dealing.add_argument("--explicit", action="store_true", help="with all piles written out")
    dealing.set_defaults(run=deal)

    counting = commands.add_parser("perft", help="count the sequences of moves to a depth")
    counting.add_argument("game", metavar="GAME")
    counting.add_argument("depth", type=int, metavar="DEPTH", choices=range(1, 9))
    counting.add_argument("--divide", action="store_true", help="for each first move as well")
    counting.set_defaults(run=count)

    arena.add(commands)
    puzzles.add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except CacaoError as error:
        print(f"cacao_core: {error}", file=sys.stderr)
        return 1
    except (BrokenPipeError, KeyboardInterrupt, EOFError):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
