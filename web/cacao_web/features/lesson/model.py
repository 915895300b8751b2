"""The guided first game: a fixed game, its chapters, and the effects of a turn.

The game was found by a search. In it the person's turns offer what has to be learned, one thing at
a time, and the person wins. The person has the first seat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from cacao_core import Game, Move, Record
from cacao_core.jungle import codes_of
from cacao_core.moves import by_turn, turn_starts, turns_begun
from cacao_core.tiles import Cell, Seat
from cacao_web.game.effects import WorkerEffect, of

PUPIL: Final[Seat] = 0
_SCRIPT: Final = """\
cacao-record 1
rules: 1
players: 2
seed: 2063

1 red W1210@-1,0 Ae2@-1,0
1 purple W1111@0,1 JP1@-1,1 An1@0,1 Ae1@0,1 Aw1@0,1 As1@-1,0
2 red W1111@-2,1 JP2@-2,0 An2@-2,1
2 purple W0310@-2,-1 JM4@-1,-1 As2@-2,-1 Ae3@-2,-1 An1@-1,0
3 red W1003@0,-1 Aw3@0,-1
3 purple W1111@-1,2 JM3@-2,2 JP1@0,2 An1@-1,2 Ae1@-1,2 Aw1@-1,2 As1@0,1 As1@-2,1
4 red W1012@1,2 Aw2@1,2 An1@1,2
4 purple W2101@0,3 JM3@-1,3 JP1@1,3 As1@-1,2 An2@0,3 Ae1@0,3 Aw1@0,3 As1@1,2
5 red W1111@-3,2 JT@-3,1 Ae1@-3,2
5 purple W0121@-1,-2 JG1@-2,-2 JG2@0,-2 Ae2@-1,-2 Aw1@-1,-2 As2@-1,-2 An2@0,-1
6 red W1210@-3,-2 JT@-3,-1 Ae2@-3,-2
6 purple W1012@1,-2 JM2@1,-1 Aw4@1,-2 As1@1,-2
7 red W0013@-2,3 JW@-3,3 As1@-3,2 Aw3@-2,3
7 purple W0130@0,-3 JM3@1,-3 JT@-1,-3 As6@0,-3
8 red W1210@-3,4 JS@-2,4 An1@-3,4 Ae2@-3,4 As1@-2,3
8 purple W1210@-4,3 JP2@-4,4 JT@-4,2 Ae2@-4,3 As2@-4,3
9 red W1210@-1,-4 JW@0,-4 Ae2@-1,-4
9 purple W1210@-2,-3 As1@-2,-3
10 red O1111@-2,3 As1@-2,3 Aw1@-2,3 An1@-2,3
10 purple W1111@-4,1
11 red W1111@-5,2
11 purple W1111@-4,-1
"""


@cache
def script() -> Record:
    """The whole game, if the person plays as intended."""
    return Record.from_text(_SCRIPT)


# --- The effects of a turn -------------------------------------------------------------------


class Deeds(NamedTuple):
    """The effects of the person's turn."""

    move: Move  # the placement or the overbuilding
    fills: tuple[Move, ...]  # jungle spaces that were filled by choice
    gains: tuple[WorkerEffect, ...]  # what the person's edges did, in this order, if anything
    led: int  # temples beside which the person now has more workers than anybody else

    @property
    def used(self) -> bool:
        """Whether a worker has acted at a space that was filled by choice."""
        filled = {move.cell for move in self.fills}
        return any(gain.cell in filled for gain in self.gains)

    @property
    def taken(self) -> int:
        """Cacao fruits gathered."""
        return self._amount(*codes_of("cacao"))

    @property
    def sold(self) -> int:
        """Cacao fruits sold."""
        return self._amount(*codes_of("market"))

    @property
    def earned(self) -> int:
        """Gold from markets."""
        return sum(gain.gold for gain in self.gains if gain.code in codes_of("market"))

    @property
    def mined(self) -> int:
        """Gold from mines."""
        return self._amount(*codes_of("gold"))

    @property
    def fields(self) -> int:
        """Water fields that the carrier was moved."""
        return self._amount("W")

    @property
    def suns(self) -> int:
        """Sun tokens taken."""
        return self._amount("S")

    @property
    def overbuilt(self) -> bool:
        """Whether a tile was put on one of the person's own."""
        return self.move.kind == "O"

    def _amount(self, *codes: str) -> int:
        return sum(gain.amount for gain in self.gains if gain.code in codes)


def deeds(record: Record, start: int) -> Deeds:
    """The effects of the person's turn that begins after this number of moves."""
    game = record.game(start)
    turn = by_turn(record.moves[start:])[0]
    gains = list[WorkerEffect]()
    for move in turn:
        if move.kind == "A" and game.to_move == PUPIL:
            gains += [one for one in of(game.events(move)) if one.amount]
        game.play(move)
    fills = tuple(move for move in turn if move.kind == "J")
    return Deeds(turn[0], fills, tuple(gains), _led(game))


def _led(game: Game) -> int:
    temples = [temple.workers for temple in game.temples()]
    return sum(
        workers[PUPIL] > max(n for seat, n in enumerate(workers) if seat != PUPIL)
        for workers in temples
    )


# --- Chapters ----------------------------------------------------------------------------------


class LessonChapter(NamedTuple):
    """One thing to learn."""

    name: str  # key of its texts
    turn: int  # the person's turn that it is about, from 1; 0 is after the end
    goal: Callable[[Deeds], bool] | None = None
    """Tests whether a turn was as intended; None if there is only something to read."""
    cells: tuple[Cell, ...] = ()  # the cells that the chapter is about
    lies_ready: bool = False  # whether the tile is already chosen and turned
    asks: bool = False  # whether the person decides how the workers act

    @property
    def start(self) -> int:
        """Number of moves of the game before it."""
        moves = script().moves
        starts = turn_starts(moves)
        return starts[2 * (self.turn - 1)] if self.turn else len(moves)


CHAPTERS: Final = (
    LessonChapter("wins", 1),
    LessonChapter("place", 1, lambda done: done.taken >= 2, ((-1, 0),)),
    LessonChapter("fill", 2, lambda done: done.used, ((-2, 0),)),
    LessonChapter("sell", 3, lambda done: done.sold >= 2, ((-1, -1),), lies_ready=True, asks=True),
    LessonChapter(
        "order",
        4,
        lambda done: done.taken > 0 and done.sold > 0,
        ((0, 2), (1, 1)),
        lies_ready=True,
        asks=True,
    ),
    LessonChapter("temple", 5, lambda done: done.led > 0, ((-3, 1),)),
    LessonChapter("mine", 6, lambda done: done.mined > 0, ((-2, -2),), lies_ready=True),
    LessonChapter("water", 7, lambda done: done.fields > 0, ((-3, 3),), lies_ready=True),
    LessonChapter("sun", 8, lambda done: done.suns > 0, ((-2, 4),), lies_ready=True),
    LessonChapter("overbuild", 10, lambda done: done.overbuilt and bool(done.gains), ((-2, 3),)),
    LessonChapter("end", 0),
)


# --- From one chapter to the next ----------------------------------------------------------------


def end_of(chapter: LessonChapter) -> int:
    """Number of moves of the script after the person's turn of a chapter."""
    return chapter.start + len(by_turn(script().moves[chapter.start :])[0])


def fits(record: Record, at: int) -> bool:
    """Whether a record follows the script; only the companion's last turn may be missing."""
    if len(record.moves) >= at:
        return leads_to(record, at)
    turns = turns_begun(script().moves[len(record.moves) : at])
    lacks_own = turns > 1 or record.game().turn == PUPIL
    return not lacks_own and leads_to(record, len(record.moves))


def leads_to(record: Record, at: int) -> bool:
    """Whether the first moves of a record lead to the same position as those of the script.

    The edges may have been activated in another order.
    """
    moves, wanted = record.moves[:at], script().moves[:at]
    if moves == wanted or len(moves) < at:
        return moves == wanted
    return record.game(at).to_text() == script().game(at).to_text()
