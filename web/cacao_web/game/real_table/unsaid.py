"""The things that are unknown in a position at a real table, and that people have still to say."""

from __future__ import annotations

from collections.abc import Collection

from cacao_core import Game, Move, Phase
from cacao_core.knowledge.counts import jungle_left
from cacao_core.knowledge.players import unseen_of
from cacao_core.knowledge.revealing import may_decide, turned_up, unknown_gems
from cacao_core.moves import BLIND, FILL
from cacao_core.tiles import UNKNOWN, Seat


def missing(game: Game) -> int:
    """Number of jungle tiles that were turned up, and are not named yet."""
    return turned_up(game).count(UNKNOWN)


def is_for_map(game: Game) -> bool:
    """Whether the next jungle tile to be named lies on the map board: at first, then at last."""
    return UNKNOWN in game.aside if not game.workers else UNKNOWN not in game.display


def missing_gems(game: Game) -> int:
    """Number of gems that lie on a gem mine, the one that is to be named now, and are unknown."""
    return next(iter(unknown_gems(game)), 0)


def gems_to_come(game: Game) -> dict[str, int]:
    """The gems that have not turned up yet: letter -> number."""
    from cacao_core.modules.gems import gems_left  # noqa: PLC0415  # base games do without

    return gems_left(game)


def is_drawn_blind(game: Game) -> bool:
    """Whether the hidden tile that a player may draw in place of one of the map board is named."""
    return may_decide(game) and game.jungle_pile[:1] not in ((), (UNKNOWN,))


def may_draw_blind(game: Game) -> bool:
    """Whether a player may use a map tile, or draw a hidden tile that nobody has named."""
    return may_decide(game) and game.jungle_pile[:1] == (UNKNOWN,)


def only_blind(game: Game) -> Move | None:
    """The move that places the hidden tile that was named, if it can lie on one space only."""
    blind = [move for move in game.legal_moves() if move[:2] == (FILL, BLIND)]
    return blind[0] if len(blind) == 1 and is_drawn_blind(game) else None


def to_come(game: Game) -> dict[str, int]:
    """The jungle tiles that have not turned up yet: code -> number."""
    left = jungle_left(game)
    left.update(code for code in game.jungle_pile if code != UNKNOWN)
    return dict(left)


def drawing(game: Game, computers: Collection[Seat]) -> Seat | None:
    """The computer whose drawn tiles are to be named; jungle tiles come first."""
    if missing(game) or missing_gems(game):
        return None
    return next((seat for seat in computers if UNKNOWN in game.players[seat].hand), None)


def offered(game: Game, seat: Seat) -> tuple[str, ...]:
    """The kinds of worker tiles that a seat may place now, in the order of the rules."""
    hand = game.players[seat].hand
    left = left_of(game, seat) if UNKNOWN in hand else hand
    return tuple(tile for tile in game.rules.worker_tiles[len(game.players)] if tile in left)


def unplaced(game: Game, seat: Seat) -> tuple[str, ...]:
    """The kinds of worker tiles that a seat has not placed, whether in its hand or not."""
    left = left_of(game, seat)
    return tuple(tile for tile in game.rules.worker_tiles[len(game.players)] if tile in left)


def left_of(game: Game, seat: Seat) -> dict[str, int]:
    """The worker tiles of a seat that are not placed: canonical name -> number."""
    player = game.players[seat]
    named = [tile for tile in (*player.hand, *player.pile) if tile != UNKNOWN]
    tiles = (*named, *unseen_of(player))
    return {tile: tiles.count(tile) for tile in tiles}


def is_between_turns(game: Game) -> bool:
    """Whether a turn is over, and all is said of it."""
    complete = not missing(game) and not missing_gems(game)
    return game.phase in (Phase.PLACE, Phase.OVER) and complete
