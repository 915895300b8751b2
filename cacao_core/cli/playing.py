"""The command ``play``: a game in a terminal, against computers or at one keyboard."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cacao_core import CacaoError, Deal, Game, Record, ai
from cacao_core.ai.strengths import LEVELS
from cacao_core.cli.games import load, write
from cacao_core.tiles import COLOURS

if TYPE_CHECKING:
    from cacao_core.cli.games import Commands

_HELP: Final = """\
Type a move, such as W1111@0,1 (workers north, east, south, west, at a cell x,y), its number in the
list, or one of these words:
  moves       list the legal moves
  hint        name a good move
  undo        take your last move back
  save FILE   write the record to a file
  quit        end; the record so far is printed as a link"""


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

    def go_on(self) -> None:
        """Play until the game is over, or the person ends it.

        Raises:
            EOFError: the person has left.
        """
        game = self.record.game()
        print(_HELP)
        while game.to_move is not None:
            level = self._levels[game.to_move]
            if level is None:
                self._person(game)
            else:
                self._computer(game, level)
            game = self.record.game()
        print(f"\n{game}")

    def _computer(self, game: Game, level: str) -> None:
        move = ai.choose(game, level)
        assert game.to_move is not None, "it has to move"
        print(f"{COLOURS[game.to_move]} ({level}) plays {move}")
        self.record = self.record.play(move)

    def _person(self, game: Game) -> None:
        """Ask until the person has moved or taken a move back."""
        seat, before = game.to_move, self.record
        assert seat is not None, "the person has to move"
        print(f"\n{_seen(game)}")
        while self.record is before:
            said = self._ask(f"{COLOURS[seat]}> ").strip()
            try:
                self._obey(said, game)
            except CacaoError as error:
                print(error)

    def _obey(self, said: str, game: Game) -> None:
        """Do what the person says.

        Raises:
            CacaoError: it cannot be done.
            EOFError: the person leaves.
        """
        word, _space, rest = said.partition(" ")
        legal = list(map(str, game.legal_moves()))
        if word in ("quit", "q"):
            raise EOFError
        if word in ("help", "?", ""):
            print(_HELP)
        elif word == "moves":
            print("\n".join(f"{number:4} {move}" for number, move in enumerate(legal, 1)))
        elif word == "hint":
            print(ai.choose(game, "hard", seed=0))
        elif word == "undo":
            self._take_back(game.to_move)
        elif word == "save":
            self._save(rest.strip())
        elif word.isdecimal() and 0 < int(word) <= len(legal):
            self.record = self.record.play(legal[int(word) - 1])
        else:
            self.record = self.record.play(said)

    def _save(self, name: str) -> None:
        if not name:
            raise CacaoError("save: expected the name of a file")
        write(Path(name), self.record.to_text())

    def _take_back(self, seat: int | None) -> None:
        for at in reversed(range(len(self.record.moves))):
            if self.record.game(at).to_move == seat:
                self.record = self.record.up_to(at)
                return
        raise CacaoError("there is no move of yours to take back")


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
    if options.game and (options.players, options.seed) != (None, None):
        raise CacaoError("--players and --seed are for a new game, not for one to go on with")
    if options.game:
        record = load(options.game)
    else:
        players = 2 if options.players is None else options.players
        record = Record(Deal.shuffled(players, options.seed))
    levels = _levels(options.against, options.seat, record.deal.players)
    playing = Play(record, levels, input)
    try:
        playing.go_on()
    except EOFError:
        print()
    if options.out:
        write(options.out, playing.record.to_text())
    print(playing.record.to_link())


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
    parser.add_argument("--seat", type=int, default=1, metavar="N", help="yours, from 1 (1)")
    parser.add_argument("--seed", type=int, metavar="N", help="of a new game")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help="for the record at the end")
    parser.set_defaults(run=play)
