"""Commands that show a game: ``show``, ``replay``."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from cacao_core.cli.games import add_game, load

if TYPE_CHECKING:
    from cacao_core.cli.games import Commands


def show(options: argparse.Namespace) -> None:
    """Draw the position."""
    game = load(options.game).game(options.at)
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


def add(commands: Commands) -> None:
    """Add the commands."""
    showing = commands.add_parser("show", help="draw a position as text")
    add_game(showing)
    showing.add_argument("--moves", action="store_true", help="list the legal moves too")
    showing.set_defaults(run=show)

    replaying = commands.add_parser("replay", help="draw every position; Enter goes on")
    add_game(replaying, has_at=False)
    replaying.set_defaults(run=replay)
