"""The command ``play``: a game in a terminal, against computers or at one keyboard."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cacao_core import CacaoError, Deal, Game, Record, ai
from cacao_core.ai.strengths import LEVELS
from cacao_core.cli.games import add_rules, load, refuse, rules_given, write
from cacao_core.errors import describe
from cacao_core.knowledge.notary import Wanted, entered, wanted_in
from cacao_core.moves import BLIND
from cacao_core.tiles import COLOURS

if TYPE_CHECKING:
    from cacao_core.cli.games import Commands

_HELP: Final = """\
Type a move, such as W1111@0,1 (workers north, east, south, west, at a cell x,y), its number in the
list, or one of these words:
  moves       list the legal moves
  hint        name the best move
  undo        take your last move back
  save FILE   write the record to a new file
  quit        end; the record so far is printed as a link"""
_UNKNOWN: Final = """\
Tiles that nobody knows are ?. Name them when they turn up: +M4 for a jungle tile, +r2101 for a
worker tile that red has drawn."""


class Play:
    """A game in a terminal.

    Args:
        record: so far.
        levels: the level of each seat; None is a person.
        ask: reads a line, given the prompt.
    """

    def __init__(self, record: Record, levels: list[str | None], ask: Callable[[str], str]) -> None:
        self.record = record
        self._levels = levels
        self._ask = ask
        self._before: list[Record] = []  # each entry of a person
        self._saved: set[Path] = set()

    def go_on(self) -> None:
        """Play until the game is over, or the person ends it.

        Raises:
            EOFError, KeyboardInterrupt: the person has left.
        """
        print(_HELP)
        if not self.record.game().is_known:
            print(_UNKNOWN)
        while (wanted := self._wanted()).kind != "nothing":
            level = None if wanted.seat is None else self._levels[wanted.seat]
            if level is None or wanted.kind == "hand":
                self._person(wanted)
            else:
                self._computer(level)
        print(f"\n{self.record.game()}")

    def _wanted(self) -> Wanted:
        """The input that is needed next; a computer has to know its hand when it decides."""
        game = self.record.game()
        seat = game.to_move
        return wanted_in(game, [seat] if seat is not None and self._levels[seat] else [])

    def _computer(self, level: str) -> None:
        game = self.record.game()
        move = ai.choose(game, level)
        assert game.to_move is not None, "it has to move"
        print(f"{COLOURS[game.to_move]} ({level}) plays {move}")
        if move.what == BLIND and move not in game.legal_moves():  # nobody has named that tile yet
            self._person(Wanted("jungle", None, 1))
        if move in self.record.game().legal_moves():  # unless the person took something back
            self.record = self.record.play(move)

    def _person(self, wanted: Wanted) -> None:
        """Ask until the person has moved, named a tile, or taken something back."""
        game, before = self.record.game(), self.record
        who = "" if wanted.seat is None else COLOURS[wanted.seat]
        if wanted.kind == "move":
            print(f"\n{_seen(game)}")
        else:
            which, example = _named(wanted, who)
            print(f"\n{wanted.number} {which} are unknown. Name the first one, such as {example}.")
        while self.record is before:
            answer = self._ask(f"{who or 'tile'}> ").strip()
            try:
                self._obey(answer, game, wanted)
            except CacaoError as error:
                print(error)

    def _obey(self, answer: str, game: Game, wanted: Wanted) -> None:
        """Do what the person says.

        Raises:
            CacaoError: it cannot be done.
            EOFError: the person leaves.
        """
        word, _space, rest = answer.partition(" ")
        legal = list(map(str, game.legal_moves())) if wanted.kind == "move" else []
        if word in ("quit", "q"):
            raise EOFError
        if word in ("help", "?", ""):
            print(_HELP)
        elif word == "moves":
            print("\n".join(f"{number:4} {move}" for number, move in enumerate(legal, 1)))
        elif word == "hint" and legal:
            *_, (_share, analysis) = ai.hinting(self.record)
            print(analysis[0].move)
        elif word == "undo":
            self._take_back()
        elif word == "save":
            self._save(rest.strip())
        elif word.lstrip("-").isdecimal():
            self._enter(_numbered(legal, word))
        elif legal or word.startswith("+"):
            self._enter(*answer.split())
        else:
            raise CacaoError(f"{describe(word)}: expected the name of a tile")

    def _enter(self, *entries: str) -> None:
        after = self.record
        for entry in entries:
            after = entered(after, entry)
        self._before.append(self.record)
        self.record = after

    def _save(self, name: str) -> None:
        """Write the record to a file that is new, or that this game was written to before."""
        if not name:
            raise CacaoError("save: expected the name of a file")
        file = Path(name)
        if file.exists() and file.absolute() not in self._saved:
            raise CacaoError(f"{file} is there already: expected the name of a new file")
        write(file, self.record.to_text())
        self._saved.add(file.absolute())
        print(f"The game is in {file}, with {len(self.record.moves)} moves.")

    def _take_back(self) -> None:
        if self._before:
            self.record = self._before.pop()
            return
        for at in reversed(range(len(self.record.moves))):
            seat = self.record.game(at).to_move
            if seat is not None and self._levels[seat] is None:
                self.record = self.record.up_to(at)
                return
        raise CacaoError("there is no move of yours to take back")


def _named(wanted: Wanted, who: str) -> tuple[str, str]:
    """The things that are to be named, and an example."""
    if wanted.kind == "gems":
        return "gems on a mine", "+gR"
    if who:
        return f"tiles in the hand of {who}", f"+{who[0]}2101"
    return "jungle tiles that have turned up", "+M4"


def _numbered(legal: list[str], word: str) -> str:
    """The move with a number in the list.

    Raises:
        CacaoError: there is none.
    """
    if word.isdecimal() and 0 < int(word) <= len(legal):
        return legal[int(word) - 1]
    if not legal:
        raise CacaoError(f"{word}: expected the name of a tile")
    raise CacaoError(f"{word}: expected a number from 1 to {len(legal)}, as in the list of moves")


def _seen(game: Game) -> str:
    """The position as the seat to move sees it: hands of others are not shown."""
    lines = str(game).splitlines()
    first = len(lines) - len(game.players)
    for seat, player in enumerate(game.players):
        if seat != game.to_move:
            shown = f"hand {' '.join(player.hand) or '-'} +"
            hidden = f"hand {len(player.hand)} tiles +"
            lines[first + seat] = lines[first + seat].replace(shown, hidden)
    return "\n".join(lines)


def play(options: argparse.Namespace) -> None:
    """Play a game."""
    if options.game:
        new = ["players", "seed", "rules"]
        refuse(options, new, "is for a new game, not for one to go on with")
        record = load(options.game)
    else:
        rules = rules_given(options.rules)
        players = rules.players[0] if options.players is None else options.players
        record = Record(Deal.shuffled(players, options.seed, rules))
    if not options.against:
        refuse(options, ["seat"], "is for games against computers: --against LEVEL")
    seat = 1 if options.seat is None else options.seat
    levels = _levels(options.against, seat, record.deal.players)
    _check_out(options.out)
    if sys.stdin.isatty():
        with suppress(ImportError):
            import_module("readline")  # lines can be edited, and come back
    playing = Play(record, levels, input)
    try:
        playing.go_on()
    except (EOFError, KeyboardInterrupt):
        print()
    finally:  # a game that cannot go on is not lost either
        _keep(playing.record, options.out)


def _keep(record: Record, file: Path | None) -> None:
    """Write a game that was left, and print its link in any case."""
    try:
        if file:
            write(file, record.to_text())
            print(f"The game is in {file}.")
    finally:
        print(record.to_link())


def _check_out(file: Path | None) -> None:
    """Refuse a file that cannot be written before the game, instead of after it.

    Raises:
        CacaoError: it cannot be written.
    """
    if file is None:
        return
    if file.is_dir() or not file.parent.is_dir():
        raise CacaoError(f"{file}: expected a file in a folder that is there")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise CacaoError(f"{file}: it cannot be written")


def _levels(against: list[str], seat: int, players: int) -> list[str | None]:
    """The level of each seat; None is a person."""
    if not 1 <= seat <= players:
        raise CacaoError(f"seat {seat}: expected 1 to {players}")
    if not against:
        return [None] * players
    if len(against) not in (1, players - 1):
        raise CacaoError(f"{len(against)} levels: expected one for all, or {players - 1}")
    others = iter(against if len(against) == players - 1 else against * players)
    return [None if at == seat - 1 else next(others) for at in range(players)]


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "play",
        help="play in the terminal",
        description="Play against computers; without --against, everybody sits at this keyboard.",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="to go on with; else a new one")
    parser.add_argument("--against", action="append", default=[], choices=LEVELS, metavar="LEVEL")
    parser.add_argument("--players", type=int, help="of a new game: 2, 3 or 4 (2)")
    add_rules(parser)
    parser.add_argument("--seat", type=int, metavar="N", help="yours, from 1 (1)")
    parser.add_argument("--seed", type=int, metavar="N", help="of a new game")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help="for the record at the end")
    parser.set_defaults(run=play)
