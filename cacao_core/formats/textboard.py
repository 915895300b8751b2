"""A position as plain text, for terminals, logs and failing tests: the result of ``str(game)``."""

from __future__ import annotations

from typing import Final

from cacao_core.position import Position
from cacao_core.tiles import COLOURS, WORKERS_ON, Cell

_INNER: Final = 7
_ROWS: Final = 3


def draw(game: Position) -> str:
    """The playing area, the display, and every player's village board.

    A jungle tile shows its code; a worker tile its owner's initial (a capital if it covers
    another tile) and the workers on its edges.

    >>> from cacao_core import Deal, Game
    >>> print(Game(Deal.shuffled(players=2, seed=7)))
             0        1
         (       )
       0 (  P1   )
         (       )
                  (       )
       1          (  M2   )
                  (       )
    <BLANKLINE>
    red's turn; red has to place. Display: M4 G1; 17 in the pile.
    red     gold   0  cacao 0  suns 0  water -10  temples  0  total -10  hand 2101 1111 3001 + 8
    purple  gold   0  cacao 0  suns 0  water -10  temples  0  total -10  hand 1111 2101 3001 + 8
    """
    return "\n".join([*_area(game), "", _state(game), *_players(game)])


def _area(game: Position) -> list[str]:
    cells = [*game.jungle, *game.workers]
    xs = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    ys = range(min(y for _, y in cells), max(y for _, y in cells) + 1)
    lines = [" " * 5 + "".join(f"{x:^{_INNER + 2}}" for x in xs).rstrip()]
    for y in ys:
        row = [_tile(game, (x, y)) for x in xs]
        for part in range(_ROWS):
            label = f"{y:>4} " if part == _ROWS // 2 else " " * 5
            lines.append((label + "".join(tile[part] for tile in row)).rstrip())
    return lines


def _tile(game: Position, cell: Cell) -> tuple[str, str, str]:
    """Three rows of one cell."""
    if cell in game.jungle:
        return ("(" + " " * _INNER + ")", f"({game.jungle[cell]:^{_INNER}})", f"({'':{_INNER}})")
    if cell not in game.workers:
        return (" " * (_INNER + 2),) * 3
    owner, edges, overbuilt = game.workers[cell]
    north, east, south, west = WORKERS_ON[edges]
    initial = COLOURS[owner][0].upper() if overbuilt else COLOURS[owner][0]
    return (f"[{north:^{_INNER}}]", f"[{west}  {initial}  {east}]", f"[{south:^{_INNER}}]")


def _state(game: Position) -> str:
    if game.to_move is None:
        winners = ", ".join(COLOURS[seat] for seat in game.winners())
        return f"The game is over: {winners} won."
    display = " ".join(game.display) or "-"
    turn = f"{COLOURS[game.turn]}'s turn; {COLOURS[game.to_move]} has to {game.phase.value}"
    return f"{turn}. Display: {display}; {len(game.jungle_pile)} in the pile."


def _players(game: Position) -> list[str]:
    lines = []
    for seat, (player, score) in enumerate(zip(game.players, game.score(), strict=True)):
        lines.append(
            f"{COLOURS[seat]:7} gold {player.gold:3}  cacao {player.cacao}  suns {player.suns}  "
            f"water {game.rules.water[player.water]:3}  temples {score.temples:2}  "
            f"total {score.total:3}  hand {' '.join(player.hand) or '-'} + {len(player.pile)}"
        )
    return lines
