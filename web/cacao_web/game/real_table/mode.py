"""The mode of a game that is played at a real table, and written down on the page.

The people there have the tiles. What they do is said here, see ``writing``.
Before that, the table may be laid as it is, see ``laying``.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Final, NamedTuple

from cacao_core import Game, Move, Phase, Record
from cacao_core.moves import BLIND, FILL
from cacao_core.tiles import UNKNOWN, Cell, Seat
from cacao_web.game.choice import Choice
from cacao_web.game.mode import AwaitedAtTable, Mode, Moment
from cacao_web.game.players import PERSON, Sitter
from cacao_web.game.real_table import unsaid, writing


class Tool(NamedTuple):
    """The tool for the next tap, while a table is laid."""

    page: str = "jungle"  # of the tray: jungle, a seat, boards, a module or onward
    tile: str = ""  # a code, or workers n, e, s, w; empty if none is chosen
    covers: bool = False  # whether worker tiles cover others

    @property
    def seat(self) -> Seat | None:
        """The seat whose worker tiles are laid; None if none are."""
        return int(self.page) if self.page.isdigit() else None

    @property
    def lays_tiles(self) -> bool:
        """Whether tiles are laid, and taken up again."""
        return self.page == JUNGLE.page or self.seat is not None


JUNGLE: Final = Tool()


def laying() -> ModuleType:
    """The module for tables that are laid, which few games need."""
    from cacao_web.game.real_table import laying as found  # noqa: PLC0415  # rarely needed

    return found


class RealTable(Mode):
    """The mode of one game at a real table.

    Attributes:
        by_hand: whether people say in the present turn what computers do.
        tool: for the next tap, while the table is laid.
        blind: the move of a computer that draws a hidden tile, which is to be named first.
        misfit: the turn that no longer fits, after an earlier one was put right.
    """

    def __init__(self) -> None:
        self.tool = JUNGLE
        self._answers: dict[object, Move] = {}  # what each computer has decided, by what it knew
        self._asked: tuple[Moment, bool, Move | None, AwaitedAtTable] | None = None
        self.anew()

    def anew(self) -> None:
        self.by_hand = False
        self.blind: Move | None = None
        self.misfit: writing.Misfit | None = None

    meanwhile: Final = "table"

    @property
    def is_written(self) -> bool:
        return True

    # --- Who decides now ---------------------------------------------------------------------

    def typed(self, record: Record) -> bool:
        """Whether people say what computers do: it has happened there already."""
        return self.by_hand or writing.waits(record)

    def decides(self, record: Record, sitter: Sitter) -> Sitter:
        return sitter._replace(kind=PERSON) if self.typed(record) else sitter

    def answer(self, moment: Moment) -> Move | None:
        """The move that the computer at turn has decided before when it knew the same."""
        is_computer = moment.game.to_move in self.computers(moment)
        return self._answers.get(moment.game.key(moment.game.to_move)) if is_computer else None

    def forget_answers(self) -> None:
        """Computers decide anew, whatever they know."""
        self._answers.clear()

    def choice(self, _moment: Moment, before: Choice) -> Choice:
        """Nothing: a hasty tap on the board must not say what nobody has done."""
        return before.anew()._replace(hand=-1, display=-1)

    def defers(self, game: Game, move: Move | str) -> bool:
        """Whether a computer draws a hidden tile, which is to be named before."""
        if not isinstance(move, Move) or move[:2] != (FILL, BLIND):
            return False
        self.blind = move if unsaid.may_draw_blind(game) else None
        return self.blind is not None

    def play(self, moment: Moment, move: Move | str) -> Record:
        after = moment.record.play(move)
        if (seat := moment.game.to_move) in self.computers(moment):
            self._answers[moment.game.key(seat)] = after.moves[-1]
            after = writing.with_done(after) if self.typed(moment.record) else after
        return after

    def turn_over(self) -> None:
        self.by_hand = False

    def gone_on(self, moment: Moment) -> Record:
        """The record with turns that wait; when all is over, nothing stays unknown."""
        record, self.misfit = writing.refitted(moment.record, self.computers(moment))
        game = moment.game if record is moment.record else record.game()
        return record.completed(0) if game.is_over and not record.deal.is_known else record

    # --- What is awaited ---------------------------------------------------------------------

    def computers(self, moment: Moment) -> tuple[Seat, ...]:
        """The seats of computers, whose drawn tiles are named here."""
        if writing.is_laying(moment.record):
            return ()
        return tuple(seat for seat, one in enumerate(moment.sitters) if one.is_computer)

    def asked(self, moment: Moment) -> AwaitedAtTable:
        latest = self._asked
        typed = self.typed(moment.record)
        if latest is None or latest[1:3] != (typed, self.blind) or not _same(latest[0], moment):
            latest = self._asked = (moment, typed, self.blind, self._ask(moment))
        return latest[3]

    def _ask(self, moment: Moment) -> AwaitedAtTable:
        record, game, _sitters = moment
        if writing.is_laying(record):
            return AwaitedAtTable(laying=True)
        tiles = gems = 0
        if not record.deal.is_known:
            draws = self.blind is not None and unsaid.may_draw_blind(game)
            tiles = 1 if draws else unsaid.missing(game)
            gems = 0 if tiles else unsaid.missing_gems(game)
        seats = self.computers(moment)
        drawing = unsaid.drawing(game, seats) if seats else None
        chosen = writing.chosen(record, seats) if seats and record.moves else ()
        goes_on = game.to_move in seats and game.phase is not Phase.PLACE
        waits = not goes_on or self.typed(record) or tiles or gems or drawing is not None
        return AwaitedAtTable(False, tiles, gems, drawing, chosen if waits else ())

    def names_pieces(self, moment: Moment) -> bool:
        """Whether a tile or a gem may be named now."""
        asked = self.asked(moment)
        if asked.laying:
            return False
        awaited = asked.tiles or asked.gems or asked.drawing is not None
        return bool(awaited) or unsaid.may_draw_blind(moment.game)

    def may_name_hand(self, moment: Moment) -> bool:
        """Whether a computer is about to place a tile, or has chosen one, from its hand."""
        asked, game = self.asked(moment), moment.game
        if asked.to_do:
            return asked.to_do[0].move.starts_turn
        placing = game.phase is Phase.PLACE and game.turn in self.computers(moment)
        return self.typed(moment.record) and placing and not asked.any

    # --- What may be seen --------------------------------------------------------------------

    def position(self, record: Record) -> Game:
        """The position; while the table is laid, all that lies there."""
        game: Game = laying().shown(record) if writing.is_laying(record) else record.game()
        return game

    def hand(self, game: Game, seat: Seat) -> tuple[str, ...]:
        """The kinds of worker tiles that a seat may have."""
        return unsaid.offered(game, seat)

    def known_to(self, record: Record, seat: Seat) -> Record:
        return record if record.deal.is_known else record.seen_by(seat, 0)

    # --- While the table is laid -------------------------------------------------------------

    def spots(self, record: Record) -> list[Move] | None:
        """The cells where the chosen tile may lie, as if they were moves; None after that."""
        if not writing.is_laying(record):
            return None
        spots: list[Move] = laying().spots(laying().layout(record), *self.tool[:2])
        return spots

    def removable(self, record: Record) -> Sequence[Cell]:
        if not writing.is_laying(record) or not self.tool.lays_tiles:
            return ()
        cells: list[Cell] = laying().laid(laying().layout(record))
        return cells

    # --- What may be taken back --------------------------------------------------------------

    def can_undo(self, moment: Moment, _point: Record | None) -> bool:
        """Whether anything has been said or laid."""
        record = moment.record
        if writing.is_laying(record):
            return bool(laying().words(record))
        if writing.TABLE in record.notes.headers:
            return True  # the table can be laid otherwise
        piles = (record.deal.jungle_pile, *record.deal.worker_piles)
        return any(pile[0] != UNKNOWN for pile in piles) or bool(record.moves)

    def written_anew(self, moment: Moment) -> tuple[Record, int]:
        record, seats = moment.record, self.computers(moment)
        if writing.is_laying(record):
            return laying().with_words(record, laying().words(record)[:-1]), 0
        if writing.entries(record, seats):
            return writing.undone(record, seats), 0
        before, turned = laying().laid_again(record)
        return before, len(moment.sitters) - turned


def _same(earlier: Moment, moment: Moment) -> bool:
    return earlier.record is moment.record and earlier.sitters is moment.sitters
