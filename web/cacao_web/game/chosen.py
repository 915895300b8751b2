"""A person's choice for the next move: tile, rotation and cell, and its gain.

Intents of the person are method calls. They are checked against the legal moves.
"""

from __future__ import annotations

from typing import Final

from cacao_core import Game, Move, Phase, Record, ai
from cacao_core.moves import BLIND, BUILD, FILL, FILL_FROM_MAP, FILLS, MoveKind
from cacao_core.tiles import ROTATIONS, TILE_OF_EDGES, Cell
from cacao_web.game import plans
from cacao_web.game.choice import Choice
from cacao_web.game.opened import OpenGame
from cacao_web.game.plans import Plan
from cacao_web.game.preview import Preview, preview

_ALIKE: Final = 1.0
"""Gold by which suggestions differ at most. In 24 positions, these lost 0.8 and others 2.3."""


def suggested(game: Game) -> list[Move]:
    """The placements that are marked for beginners, best first, each on another cell."""
    return ai.candidates(game, within=_ALIKE)


class Choosing:
    """The way of a person to the next move: what is offered, what is chosen, what it brings.

    Args:
        game: the game; it holds the choice.
    """

    def __init__(self, game: OpenGame) -> None:
        self._open = game
        self._seen: tuple[Record, Preview] | None = None
        self._planned: tuple[Record, Plan] | None = None
        self._suggested: tuple[Record, list[Move]] | None = None

    def _decides(self, phase: Phase) -> bool:
        return self._open.deciding and self._open.game.phase is phase

    @property
    def chosen_tile(self) -> str | None:
        """Canonical name of the chosen hand tile, in the phase of placing."""
        if not self._decides(Phase.PLACE) or self._open.choice.hand < 0:
            return None
        return self.hand[self._open.choice.index_in(self.hand)]

    @property
    def hand(self) -> tuple[str, ...]:
        """The worker tiles that the seat at turn is offered."""
        return self._open.mode.hand(self._open.game, self._open.game.turn)

    @property
    def chosen_edges(self) -> str | None:
        """Workers n, e, s, w of the chosen hand tile in its present rotation."""
        if self.chosen_tile is None:
            return None
        edges = self._open.choice.edges(self._open.game.turn, self.hand)
        return edges[self._open.choice.index_in(edges)]

    @property
    def chosen_code(self) -> str | None:
        """Code of the chosen display tile, in the phase of filling."""
        chosen = self._chosen_fill
        return chosen[1] if chosen else None

    @property
    def _chosen_fill(self) -> tuple[MoveKind, str] | None:
        """The chosen way to fill a space."""
        offered = self.offered
        if not self._decides(Phase.FILL) or self._open.choice.display < 0 or not offered:
            return None
        return offered[min(self._open.choice.display, len(offered) - 1)]

    @property
    def chosen_display(self) -> int:
        """The chosen one of :attr:`offered`; -1 for none."""
        return min(self._open.choice.display, len(self.offered) - 1) if self._chosen_fill else -1

    @property
    def offered(self) -> list[tuple[MoveKind, str]]:
        """The tiles that can fill a space, as kind and code: display, map board, hidden tile."""
        sources: list[tuple[MoveKind, str]] = [(FILL, code) for code in self._open.game.display]
        if self._open.game.rules.modules and self._open.game.phase is Phase.FILL:
            legal = self._open.game.legal_moves()
            if any(move.what == BLIND for move in legal):
                sources.append((FILL, BLIND))
            if any(move.kind == FILL_FROM_MAP for move in legal):
                sources += [(FILL_FROM_MAP, code) for code in self._open.game.aside]
        return sources

    @property
    def choices(self) -> list[Move]:
        """The moves that place the chosen tile in its present rotation; one for each cell."""
        if (spots := self._open.mode.spots(self._open.record)) is not None:
            return spots
        if fill := self._chosen_fill:
            return [move for move in self._open.legal if move[:2] == fill]
        wanted = self.chosen_edges
        return [move for move in self._open.legal if move.what == wanted and move.kind != BUILD]

    @property
    def targets(self) -> list[Cell]:
        """Cells where the chosen tile may go."""
        return [move.cell for move in self.choices]

    def move_on(self, cell: Cell | None) -> Move | None:
        """The move that places the chosen tile, in its present rotation, on a cell."""
        return next((move for move in self.choices if move.cell == cell), None)

    @property
    def candidate(self) -> Move | None:
        """The move that confirming would play."""
        return None if self._open.asked.laying else self.move_on(self._open.choice.cell)

    @property
    def shown_move(self) -> Move | None:
        """The move that the ghost shows."""
        return None if self._open.asked.laying else self.move_on(self._open.choice.shown)

    @property
    def preview(self) -> Preview | None:
        """The effects of the move that the ghost shows; None if the person is to find them out."""
        move = self.shown_move
        if move is None or self._open.mode.asks_gains or move.what == BLIND:
            return None
        seen, record = self._seen, self._open.record
        if seen is None or seen[0] is not record or seen[1].move != move:
            seen = self._seen = (record, preview(self._open.game, move))
        return seen[1]

    @property
    def suggestions(self) -> list[Move]:
        """The most promising placements, each on another cell, best first; none unless wanted."""
        placing = self._open.deciding and self._open.game.phase is Phase.PLACE
        if not self._open.options.suggestions or not placing or self._open.is_contest:
            return []
        if self._suggested is None or self._suggested[0] is not self._open.record:
            self._suggested = (self._open.record, suggested(self._open.game))
        return self._suggested[1]

    def planned(self, first: Move) -> Plan:
        """The plan that is proposed for all workers that act, from a first activation."""
        if (
            self._planned is None
            or self._planned[0] is not self._open.record
            or self._planned[1].moves[0] != first
        ):
            self._planned = (self._open.record, plans.shown(self._open.game, first))
        return self._planned[1]

    @property
    def ready(self) -> Choice:
        """The choice when a decision begins, the best tile of the hand chosen if one is marked."""
        ready, turn = self.prepared, self._open.game.turn
        if not self._open.mode.guides:
            for move in reversed(self.suggestions):  # its tile is in the hand, turned like the best
                ready = ready.of_placement(turn, self.hand, move)._replace(cell=None)
        return ready

    @property
    def prepared(self) -> Choice:
        """The choice of the mode, of a hint, or the only space to fill."""
        if prepared := self._open.mode.choice(self._open.moment, self._open.choice):
            return prepared
        hinted = self._open.onward.hinted[:1]
        if hinted and hinted[0].kind in FILLS and hinted[0] in self._open.legal:
            return self._filling(hinted[0])
        spaces = self._open.game.open_spaces
        return self._open.choice.anew(spaces[0] if len(spaces) == 1 else None)

    @property
    def may_follow(self) -> bool:
        """Whether the preview shows all that the chosen move leads to, workers' choices too."""
        seen = self.preview
        if seen is None or not self.follows_preview:
            return False
        return seen.asks and seen.move == self.candidate

    @property
    def follows_preview(self) -> bool:
        """Whether workers may do what a preview has shown, without a further question."""
        mode = self._open.mode
        return not (self._open.options.ask_all or mode.asks_gains or mode.leads_workers)

    # --- Intents -----------------------------------------------------------------------------

    def choose_hand(self, index: int) -> None:
        """Choose another tile of the hand; choosing the same one again turns it."""
        if index == self._open.choice.hand:
            self.rotate()
        else:
            self.take_hand(index)

    def take_hand(self, index: int) -> None:
        """Choose a tile of the hand, turned as it is."""
        if self._decides(Phase.PLACE) and 0 <= index < len(self.hand):
            self._open.choice = self._open.choice._replace(hand=index)

    def choose_display(self, index: int) -> None:
        """Choose a tile of the display, when filling; it is shown in the space if there is one."""
        if self._decides(Phase.FILL) and 0 <= index < len(self.offered):
            spaces = self._open.game.open_spaces
            only = spaces[0] if len(spaces) == 1 else self._open.choice.cell
            self._open.choice = self._open.choice._replace(display=index, cell=only)

    def take_turned(self, edges: str) -> None:
        """Choose a tile of the hand, and how it is turned: its workers n, e, s, w."""
        tile = TILE_OF_EDGES.get(edges, "")
        if self._decides(Phase.PLACE) and tile in self.hand:
            index, quarters = self.hand.index(tile), ROTATIONS[tile].index(edges)
            turned = self._open.choice.turn(self._open.game.turn, self.hand, index, quarters)
            self._open.choice = turned._replace(hand=index)

    def rotate(self, by: int = 1) -> None:
        """Turn the chosen hand tile by quarters, clockwise."""
        if self.chosen_tile is not None:
            seat, index = self._open.game.turn, self._open.choice.index_in(self.hand)
            now = self._open.choice.quarters(seat, self.hand)[index]
            self._open.choice = self._open.choice.turn(seat, self.hand, index, now + by)

    def take(self, move: Move) -> None:
        """Choose the tile, rotation and cell of a placement or a fill."""
        if move.starts_turn:
            turn = self._open.game.turn
            self._open.choice = self._open.choice.of_placement(turn, self.hand, move)
        elif move.kind in FILLS:
            self._open.choice = self._filling(move)

    def _filling(self, move: Move) -> Choice:
        number = self.offered.index(move[:2])
        return self._open.choice.anew(move.cell)._replace(display=number)

    def point_at(self, cell: Cell | None) -> bool:
        """Show the ghost on a cell; returns whether anything changes."""
        if cell == self._open.choice.hovered:
            return False
        hovered = cell if cell in self.targets else None
        changed = hovered != self._open.choice.hovered
        self._open.choice = self._open.choice._replace(hovered=hovered)
        return changed

    def choose_cell(self, cell: Cell) -> None:
        """Choose where the tile goes; the same cell again turns it."""
        if cell == self._open.choice.cell:
            self.rotate()
        else:
            self.propose(cell)

    def propose(self, cell: Cell) -> None:
        """Choose where the tile goes, turned as it is."""
        if cell in self.targets:
            self._open.choice = self._open.choice._replace(cell=cell)

    def confirm(self, wanted: bool) -> None:
        """Set whether tiles must be confirmed."""
        self._open.options = self._open.options._replace(confirm=wanted)

    def cancel(self) -> None:
        self._open.choice = self._open.choice._replace(cell=None, hovered=None)
