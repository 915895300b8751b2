"""One game between contestants, each of which gets only what its seat may see."""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from time import process_time
from typing import NamedTuple

from cacao_core.ai.arena.contestant import Contestant, decider, names, seconds_of
from cacao_core.deal import Deal
from cacao_core.engine.client import ProgramError
from cacao_core.errors import IllegalMove
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.names import readable
from cacao_core.notes import Notes
from cacao_core.record import Record
from cacao_core.rules import BASE, Rules
from cacao_core.scoring import Score
from cacao_core.tiles import Seat


class Fixture(NamedTuple):
    """A game to be played: seed of the deal, number of the game within it, contestants by seat."""

    deal: int
    number: int
    seats: tuple[Contestant, ...]
    rules: Rules = BASE


class Forfeit(NamedTuple):
    """The seat that raised an error or moved illegally, and the reason: why a game ended early."""

    seat: Seat
    reason: str


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played."""

    deal: int
    """Seed of the deal."""
    number: int
    """Number of the game of the deal, from 0."""
    seats: tuple[str, ...]
    """Names of the contestants by seat."""
    scores: tuple[Score, ...]
    """Each seat's score at the end; after a forfeit, at that point."""
    winners: tuple[Seat, ...]
    """The seats that won; after a forfeit, all others."""
    link: str
    """The game as a link payload."""
    turns: tuple[tuple[float, ...], ...]
    """For each seat the CPU seconds of its turns; its decisions in the turns of others count for
    its turn before."""
    forfeit: Forfeit | None = None
    """Set if the game ended early."""

    @property
    def key(self) -> tuple[int, int]:
        """Identifies the game in its tournament."""
        return self.deal, self.number


def record_of(played: PlayedGame) -> Record:
    """A game as a record, with the contestants' names; a forfeit is told in a comment."""
    names = [readable(name, seat) for seat, name in enumerate(played.seats)]
    record = Record.from_link(played.link).renamed(names)
    if played.forfeit is None:
        return record
    loser, reason = played.seats[played.forfeit.seat], played.forfeit.reason
    return record.with_notes(Notes(comments={0: f"Forfeit of {loser}: {reason}"}))


def seed_of(deal: int, number: int, decision: int) -> int:
    """The seed of a decision: it depends on the place in the tournament, not on the process."""
    text = f"{deal}/{number}/{decision}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def play_game(fixture: Fixture) -> PlayedGame:
    """Play a game to its end, or to the first forfeit."""
    deal = Deal.shuffled(len(fixture.seats), fixture.deal, fixture.rules)
    game = Game(deal)
    moves: list[Move] = []
    turns: list[list[float]] = [[] for _ in fixture.seats]
    forfeit = None
    with _bots_at_work():
        while game.to_move is not None and forfeit is None:
            decision = _decision(game, fixture, len(moves), turns[game.to_move])
            if isinstance(decision, Move):
                game.apply(decision)
                moves.append(decision)
            else:
                forfeit = Forfeit(game.to_move, decision)
    others = [seat for seat in range(deal.players) if forfeit and seat != forfeit.seat]
    return PlayedGame(
        deal=fixture.deal,
        number=fixture.number,
        seats=names(fixture.seats),
        scores=tuple(game.score()),
        winners=tuple(others or game.winners()),
        link=Record(deal, moves).to_link(),
        turns=tuple(tuple(round(seconds, 6) for seconds in each) for each in turns),
        forfeit=forfeit,
    )


@contextmanager
def _bots_at_work() -> Iterator[None]:
    """Discard the output of bots, and restore the state of ``random`` afterwards."""
    chance = random.getstate()
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        random.setstate(chance)


def _decision(game: Game, fixture: Fixture, number: int, turns: list[float]) -> Move | str:
    """The move of the seat to move, or a forfeit."""
    seat = game.to_move
    assert seat is not None
    seed = seed_of(fixture.deal, fixture.number, number)
    view = game.view(seat, random.Random(seed))
    decide = decider(fixture.seats[seat])
    random.seed(seed)  # so that bots that use this module are repeatable too
    if game.phase is Phase.PLACE or not turns:
        turns.append(0.0)
    begun = process_time()
    try:
        return game.find_move(decide(view, seed))
    except IllegalMove as error:
        return _reason("illegal move", error, number)
    except ProgramError as error:
        return _reason(error.kind, error, number)
    except (Exception, SystemExit) as error:  # a bot's error must not end the tournament
        return _reason(type(error).__name__, error, number)
    finally:
        turns[-1] += process_time() - begun + seconds_of(decide)


def _reason(kind: str, error: BaseException, number: int) -> str:
    try:
        message = " ".join(str(error).split())[:200]
    except Exception:
        message = "?"
    return f"decision {number + 1}: {kind}: {message}"
