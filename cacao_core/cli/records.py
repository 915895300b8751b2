"""Commands that make records: ``deal``, ``append``, ``convert``; and ``perft``, which counts."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cacao_core import Deal, Record
from cacao_core.cli.games import add_game, add_rules, load, refuse, rules_given, write
from cacao_core.formats.as_json import record_value
from cacao_core.knowledge.notary import entered
from cacao_core.perft import divide, perft

if TYPE_CHECKING:
    from cacao_core.cli.games import Commands


def deal(options: argparse.Namespace) -> None:
    """Write the record of a new game."""
    rules = rules_given(options.rules)
    if options.unknown:
        refuse(options, ["seed", "explicit"], "is for tiles that are dealt, not for --unknown")
        print(Record(Deal.unknown(options.players, rules)).to_text(), end="")
        return
    made = Deal.shuffled(options.players, options.seed, rules)
    if options.explicit:
        made = replace(made)
    print(Record(made).to_text(), end="")


def append(options: argparse.Namespace) -> None:
    """Write a record with more moves."""
    record = load(options.game)
    for entry in options.moves:
        record = entered(record, entry)
    write(options.out, record.to_text())


def convert(options: argparse.Namespace) -> None:
    """Write a record as a link or as JSON, or one of these as a record."""
    record = load(options.game)
    if options.to != "json":
        refuse(options, ["events"], "is for --to json")
    if options.to == "link":
        print(record.to_link())
    elif options.to == "json":
        print(json.dumps(record_value(record, events=options.events), ensure_ascii=False))
    else:
        print(record.to_text(), end="")


def count(options: argparse.Namespace) -> None:
    """Count the sequences of moves to a depth."""
    game = load(options.game).game()
    if options.divide:
        for move, number in divide(game, options.depth).items():
            print(f"{move} {number}")
    print(perft(game, options.depth))


def add(commands: Commands) -> None:
    """Add the commands."""
    dealing = commands.add_parser("deal", help="write the record of a new game")
    dealing.add_argument("players", type=int, metavar="PLAYERS", help="2, 3 or 4")
    dealing.add_argument("--seed", type=int, help="from 0 to 2**64 - 1; else drawn")
    add_rules(dealing)
    dealing.add_argument("--explicit", action="store_true", help="with all piles written out")
    dealing.add_argument("--unknown", action="store_true", help="of real tiles: nobody knows them")
    dealing.set_defaults(run=deal)

    appending = commands.add_parser("append", help="write the record with more moves")
    add_game(appending, has_at=False)
    appending.add_argument(
        "moves",
        nargs="+",
        metavar="MOVE",
        help="W1111@0,1; +M4 and +r2101 name unknown tiles",
    )
    appending.add_argument("-o", "--out", type=Path, metavar="FILE", help="else it is printed")
    appending.set_defaults(run=append)

    converting = commands.add_parser("convert", help="record to link or JSON, and back")
    add_game(converting, has_at=False)
    converting.add_argument("--to", choices=("link", "record", "json"), required=True)
    converting.add_argument("--events", action="store_true", help="JSON with the events of moves")
    converting.set_defaults(run=convert)

    counting = commands.add_parser("perft", help="count the sequences of moves to a depth")
    add_game(counting, has_at=False)
    counting.add_argument("depth", type=int, metavar="DEPTH", choices=range(1, 9))
    counting.add_argument("--divide", action="store_true", help="for each first move as well")
    counting.set_defaults(run=count)
