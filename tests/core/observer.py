"""The legal moves derived a second time, naively, from the table (docs/rules.md 4 and 6)."""

from __future__ import annotations

from cacao_core import Game, Move, Phase
from cacao_core.tiles import ROTATIONS

SIDES = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
PER_WORKER = {"P1": 1, "P2": 2, "G1": 1, "G2": 2}


class Observer:
    """Follows a game from outside and derives what docs/rules.md 4 and 6 allow from the board."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.placed = (0, 0)
        self.filled: list[tuple[int, int]] = []
        self.done: set[tuple[tuple[int, int], str]] = set()

    def copy(self, game: Game) -> Observer:
        """The same knowledge about a copy of the game."""
        twin = Observer(game)
        twin.placed = self.placed
        twin.filled, twin.done = self.filled.copy(), self.done.copy()
        return twin

    def see(self, move: Move) -> None:
        """Take note of a move before it is played."""
        if move.starts_turn:
            self.placed = move.cell
            self.filled, self.done = [], set()
        elif move.kind == "J":
            self.filled.append(move.cell)
        else:
            self.done.add((move.cell, move.what))

    def legal(self) -> set[str]:
        """The legal moves of the present position."""
        if self.game.phase is Phase.PLACE:
            return self._placements() | self._overbuildings()
        if self.game.phase is Phase.FILL:
            return {
                f"J{code}@{x},{y}" for code in self.game.display for x, y in self._open_spaces()
            }
        return self._activations() if self.game.phase is Phase.ACTIVATE else set()

    def _looks(self) -> set[str]:
        hand = self.game.players[self.game.turn].hand
        return {edges for tile in hand for edges in ROTATIONS[tile]}

    def _placements(self) -> set[str]:
        cells = {beside for space in self.game.jungle for beside in around(space)}
        free = cells - set(self.game.workers)
        return {f"W{edges}@{x},{y}" for edges in self._looks() for x, y in free}

    def _overbuildings(self) -> set[str]:
        game = self.game
        if game.display or game.jungle_pile or not game.players[game.turn].suns:
            return set()
        own = [
            cell
            for cell, tile in game.workers.items()
            if tile.owner == game.turn and not tile.overbuilt
        ]
        return {f"O{edges}@{x},{y}" for edges in self._looks() for x, y in own}

    def _open_spaces(self) -> set[tuple[int, int]]:
        return {
            space
            for space in around(self.placed)
            if space not in self.game.jungle
            and len([cell for cell in around(space) if cell in self.game.workers]) >= 2
        }

    def _activations(self) -> set[str]:
        game = self.game
        found = set()
        for cell, tile in game.workers.items():
            for number, (letter, (dx, dy)) in enumerate(SIDES.items()):
                faced = (cell[0] + dx, cell[1] + dy)
                awake = cell == self.placed or faced in self.filled
                workers = int(tile.edges[number])
                code = game.jungle.get(faced, "T")
                mine = tile.owner == game.to_move and (cell, letter) not in self.done
                if awake and mine and workers and code != "T":
                    x, y = cell
                    most = self._most(code, workers)
                    found |= {f"A{letter}{amount}@{x},{y}" for amount in range(most + 1)}
        return found

    def _most(self, code: str, workers: int) -> int:
        assert self.game.to_move is not None
        player = self.game.players[self.game.to_move]
        room = {
            "M": player.cacao,
            "P": 5 - player.cacao,
            "W": 8 - player.water,
            "S": 3 - player.suns,
        }
        return min(workers * PER_WORKER.get(code, 1), room.get(code[0], 99))


def around(cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in SIDES.values()]
