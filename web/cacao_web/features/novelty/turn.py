"""A guided turn that shows what is new with a module."""

from __future__ import annotations

from cacao_core import Game, Move, Record
from cacao_core.modules.emperor import EMPEROR
from cacao_core.moves import ACTIVATE, BUILD, FILL_FROM_MAP, NO_HUT
from cacao_core.tiles import NEIGHBOURS, NEW_KINDS, ROTATIONS, TILE_OF_EDGES
from cacao_web.game.choice import Choice
from cacao_web.game.learning import module_turns
from cacao_web.game.learning.trial import OneTurn
from cacao_web.game.mode import Moment


class NewTurn(OneTurn):
    """The turn of a module; its tile lies ready, turned as intended.

    Args:
        module: name of the module.
    """

    def __init__(self, module: str) -> None:
        whole, begun = module_turns.record(module), module_turns.TURNS[module].begun
        super().__init__(whole.up_to(begun), "")
        self.module = module
        self.intended: Move = whole.moves[begun]

    def fixed_move(self, moment: Moment) -> Move | None:
        """The moves of others' workers in this turn: as much as they can."""
        game = moment.game
        others = game.to_move not in (None, self.seat) and not self.pauses(moment)
        return game.legal_moves()[-1] if others else None

    def choice(self, moment: Moment, before: Choice) -> Choice:
        if len(moment.record.moves) != self.start:
            return super().choice(moment, before)
        tile, hand = TILE_OF_EDGES[self.intended.what], moment.game.players[self.seat].hand
        turned = ROTATIONS[tile].index(self.intended.what)
        index = hand.index(tile)
        return before.anew().turn(self.seat, hand, index, turned)._replace(hand=index)

    def is_new(self, record: Record) -> bool:
        """Whether the person has used the module."""
        game = record.game(self.start)
        for move in record.moves[self.start :]:
            if self._uses(game, move):
                return True
            game.play(move)
        return game.supply.get(EMPEROR) != self.record.game().supply.get(EMPEROR)

    def _uses(self, game: Game, move: Move) -> bool:
        if game.to_move != self.seat:
            return False
        if move.kind == ACTIVATE:
            code = game.jungle[NEIGHBOURS[move.cell][move.side]]
            added = {tile.code for module in game.rules.modules for tile in module.added}
            return code in added and move.amount > 0
        if move.kind == BUILD:
            return move.what != NO_HUT
        return move.kind == FILL_FROM_MAP or TILE_OF_EDGES.get(move.what) in NEW_KINDS
