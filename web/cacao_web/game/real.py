"""A game that is played at a real table, and written down on the page.

The people there have the tiles. What they do is said here: see :mod:`cacao_web.game.writing`.
Before that, the table may be laid as it is: see :mod:`cacao_web.game.laying`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from cacao_core import Game, Move, Phase, Record
from cacao_core.moves import BLIND, FILL
from cacao_core.tiles import Seat
from cacao_web.game import writing
from cacao_web.game.opened import OpenGame
from cacao_web.game.players import PERSON, Sitter


class Tool(NamedTuple):
    """The tool for the next tap, while a table is laid."""

    page: str = "jungle"  # of the tray: jungle, a seat, boards or onward
    tile: str = ""  # a code, or workers n, e, s, w; empty if none is chosen
    covers: bool = False  # whether worker tiles cover others

    @property
    def seat(self) -> Seat | None:
        """The seat whose worker tiles are laid; None if none are."""
        return int(self.page) if self.page.isdigit() else None


JUNGLE: Final = Tool()


@dataclass
class RealGame(OpenGame):
    """A game that may be played at a real table."""

    by_hand: bool = False
    """Whether people say in the present turn what computers do."""
    tool: Tool = JUNGLE  # while the table is laid
    blind: Move | None = None
    """The move of a computer that draws a hidden tile, which is to be named first."""
    _chosen: tuple[Record, tuple[writing.Chosen, ...]] | None = field(
        default=None, init=False, repr=False
    )
    _laid: tuple[Record, Game] | None = field(default=None, init=False, repr=False)

    @property
    def is_laying(self) -> bool:
        """Whether the table is still being laid."""
        return self.is_written and writing.is_laying(self.record)

    @property
    def game(self) -> Game:
        """The position; read only. While the table is laid, all that lies there."""
        if not self.is_laying:
            return super().game
        if self._laid is None or self._laid[0] is not self.record:
            from cacao_web.game import laying  # noqa: PLC0415  # rarely needed

            self._laid = (self.record, laying.shown(self.record))
        return self._laid[1]

    @property
    def actor(self) -> Sitter | None:
        """The player who must decide now."""
        found = super().actor
        return found and (found._replace(kind=PERSON) if self.typed else found)

    @property
    def awaits_tiles(self) -> int:
        """Number of jungle tiles that were turned up at a real table, and are not named yet."""
        known = self.record.deal.is_known or self.is_laying
        if known:
            return 0
        draws = self.blind is not None and writing.may_draw_blind(self.game)
        return 1 if draws else writing.missing(self.game)

    @property
    def awaits_gems(self) -> int:
        """Number of gems on a gem mine at a real table that are not named yet."""
        known = self.record.deal.is_known or self.is_laying or self.awaits_tiles
        return 0 if known else writing.missing_gems(self.game)

    @property
    def at_table(self) -> tuple[Seat, ...]:
        """The seats of computers at a real table, whose drawn tiles are named here."""
        seats = range(len(self.sitters)) if self.is_written and not self.is_laying else ()
        return tuple(seat for seat in seats if self.sitters[seat].is_computer)

    @property
    def typed(self) -> bool:
        """Whether people say what computers do at a real table: it has happened there already."""
        return self.is_written and (self.by_hand or writing.waits(self.record))

    @property
    def drawing(self) -> Seat | None:
        """The computer at a real table whose drawn tiles are to be named."""
        return writing.drawing(self.game, self.at_table) if self.at_table else None

    @property
    def names_pieces(self) -> bool:
        """Whether a tile or a gem may be named now."""
        if not self.is_written or self.is_laying:
            return False
        asked = self.awaits_tiles or self.awaits_gems or self.drawing is not None
        return bool(asked) or writing.may_draw_blind(self.game)

    @property
    def to_do(self) -> tuple[writing.Chosen, ...]:
        """The computers' choices, as soon as they are to be done at a real table."""
        seats = self.at_table
        if not seats or not self.record.moves:
            return ()
        if self._chosen is None or self._chosen[0] is not self.record:
            self._chosen = (self.record, writing.chosen(self.record, seats))
        goes_on = self.game.to_move in seats and self.game.phase is not Phase.PLACE
        named = not (self.awaits_tiles or self.awaits_gems)
        waits = not goes_on or self.typed or not named or self.drawing is not None
        return self._chosen[1] if waits else ()

    @property
    def asks_table(self) -> bool:
        """Whether something at a real table comes before the next decision."""
        if not self.is_written:
            return False
        named = not (self.awaits_tiles or self.awaits_gems)
        return bool(self.is_laying or not named or self.to_do or self.drawing is not None)

    def _draws_first(self, move: Move | str) -> bool:
        """Whether a computer draws a hidden tile at a real table, which is to be named before."""
        if not isinstance(move, Move) or move[:2] != (FILL, BLIND) or not self.is_written:
            return False
        self.blind = move if writing.may_draw_blind(self.game) else None
        return self.blind is not None

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """The worker tiles that a seat is offered: its hand as shown, or what it may have."""
        game = self.shown
        return writing.offered(game, seat) if self.is_written else game.players[seat].hand

    def known_to(self, seat: Seat) -> Record:
        """The record for a computer: only what its seat knows, if more or less is known here."""
        if self.is_written and not self.record.deal.is_known:
            return self.record.seen_by(seat, 0)
        return self.mode.known_to(self.record, seat)
