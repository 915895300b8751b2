"""The seating of games: every deal is played from every seat, so that its luck is shared equally.

- A *table* is the group of contestants of one game. With two players every pair is a table. With
  three or four players and more contestants than seats, the tables of a deal are made from one of
  them by replacing everybody by the next contestant, again and again: all play equally often in
  each deal. Different deals have different tables, until each has occurred. With too few
  contestants, some take several seats, each of them in turn.
- A table plays the deal once for each rotation of its order around the board. The order itself
  changes from deal to deal.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import TypeAlias

Table: TypeAlias = tuple[int, ...]
"""Contestants by number; as a seating, in the order of the seats."""


def seatings(count: int, players: int, deal: int) -> list[Table]:
    """The seatings of all games of a deal; a game's number is its index here.

    Args:
        count: number of contestants.
        players: seats of a game.
        deal: seed of the deal.

    >>> seatings(3, 2, 0)
    [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    >>> seatings(3, 3, 0), seatings(3, 3, 1)
    ([(0, 1, 2), (1, 2, 0), (2, 0, 1)], [(0, 2, 1), (2, 1, 0), (1, 0, 2)])
    >>> seatings(2, 3, 0)
    [(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 1, 0), (1, 0, 1)]
    """
    rounds = _rounds(count, players)
    tables: list[Table] = []
    for table in rounds[deal % len(rounds)]:
        orders = _orders(table)
        tables += _rotations(orders[deal // len(rounds) % len(orders)])
    return tables


@cache
def _rounds(count: int, players: int) -> list[list[Table]]:
    """The tables of one deal, for as many deals as needed until each table has occurred."""
    if players == 2 <= count:
        return [list(combinations(range(count), 2))]
    if count < players:
        return [_replaced(tuple(seat % count for seat in range(players)), count)]
    rounds: list[list[Table]] = []
    for table in combinations(range(count), players):
        if not any(table in tables for tables in rounds):
            rounds.append(_replaced(table, count))
    return rounds


def _replaced(table: Table, count: int) -> list[Table]:
    """The different tables made by replacing everybody by the next contestant."""
    shifted = (
        tuple(sorted((number + shift) % count for number in table)) for shift in range(count)
    )
    return list(dict.fromkeys(shifted))


@cache
def _orders(table: Table) -> list[Table]:
    """The different orders around the board."""
    return sorted({min(_rotations(order)) for order in permutations(table)})


def _rotations(order: Table) -> list[Table]:
    turned = (order[start:] + order[:start] for start in range(len(order)))
    return list(dict.fromkeys(turned))
