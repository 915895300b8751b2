"""Counts of move sequences, and the documented order of the legal moves, as text data.

``python -m tests.core.test_perft`` writes the data anew; do so only after a deliberate change of
the rules or of the order, which makes old links unreadable and needs a new version of them.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cacao_core import Deal, Game, Phase, Record
from cacao_core.perft import divide, perft
from tests.core.helpers import DATA, example, play_at_random
from tests.core.observer import Observer

PERFT, ORDER = DATA / "perft.txt", DATA / "move_order.txt"
ENOUGH = 4_000
"""A count of at least so many is the last of its line."""


def first_difference(record: Record, depth: int) -> str | None:
    """Walk all sequences and compare with the naive observer; the path to the first difference."""
    game, observer = Game(record.deal), Observer(Game(record.deal))
    for move in record.moves:
        observer.game = game
        observer.see(move)
        game.play(move)
    return _search(game, observer.copy(game), depth, [])


def _search(game: Game, observer: Observer, depth: int, path: list[str]) -> str | None:
    ours, naive = set(map(str, game.legal_moves())), observer.legal()
    if ours != naive:
        more, less = sorted(ours - naive), sorted(naive - ours)
        return f"after {' '.join(path) or 'nothing'}: too many {more}, missing {less}"
    for move in game.legal_moves() if depth else []:
        twin = game.copy()
        seen = observer.copy(twin)
        seen.see(move)
        twin.play(move)
        if found := _search(twin, seen, depth - 1, [*path, str(move)]):
            return found
    return None


def positions() -> list[Record]:
    """Starts, middles and ends of games of 2 to 4 players; seeded and explicit deals."""
    chosen = []
    for players in (2, 3, 4):
        for seed in (1, 2):
            deal = Deal.shuffled(players, seed)
            if seed == 2:
                deal = Deal(deal.worker_piles, deal.jungle_pile)
            moves = list(play_at_random(Game(deal), Random(seed)))
            record = Record(deal, moves)
            chosen += [record.up_to(len(moves) * part // 5) for part in range(6)]
    names = ("overbuild", "fill_activates_others", "three_spaces_blind", "three_spaces_one_tile")
    return chosen + [example(name) for name in names]


def perft_lines() -> list[str]:
    lines = []
    for record in positions():
        counts: list[int] = []
        while (not counts or 0 < counts[-1] < ENOUGH) and len(counts) < 6:
            counts.append(perft(record.game(), len(counts) + 1))
        lines.append(" ".join([record.to_link(), *map(str, counts)]))
    return lines


def order_lines() -> list[str]:
    return [
        " ".join([record.to_link(), *map(str, record.game().legal_moves())])
        for record in positions()
    ]


def data(file: Path) -> list[list[str]]:
    lines = file.read_text("utf-8").splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


def start_of_link(line: list[str]) -> str:
    return line[0][:12]


def write(file: Path, title: str, lines: list[str]) -> None:
    file.write_text("\n".join([f"# {title}", *lines, ""]), "utf-8")


@pytest.mark.parametrize("line", data(PERFT), ids=start_of_link)
def test_perft(line: list[str]) -> None:
    record = Record.from_link(line[0])
    for depth, count in enumerate(line[1:], start=1):
        counted = perft(record.game(), depth)
        if counted != int(count):
            where = first_difference(record, depth)
            pytest.fail(f"depth {depth}: {counted} instead of {count}; {where}")


def test_divide_adds_up() -> None:
    game = example("three_spaces_blind").game()
    assert sum(divide(game, 3).values()) == perft(game, 3)
    assert list(divide(game, 1).values()) == [1] * len(game.legal_moves())


def test_perft_data_cover_all_phases_and_kinds() -> None:
    games = [record.game() for record in positions()]
    assert {game.phase for game in games} == set(Phase) - {Phase.DECIDE}
    kinds = {move.kind for game in games for move in game.legal_moves()}
    assert kinds == {"W", "O", "J", "A"}
    assert len(data(PERFT)) == len(data(ORDER)) == len(games)


@pytest.mark.parametrize("line", data(ORDER), ids=start_of_link)
def test_order_of_the_legal_moves(line: list[str]) -> None:
    """Links are indices into this order: it must never change without a new link version."""
    assert list(map(str, Record.from_link(line[0]).game().legal_moves())) == line[1:]


if __name__ == "__main__":
    write(PERFT, "link, then the number of sequences of 1, 2, … moves", perft_lines())
    write(ORDER, "link, then the legal moves in their order", order_lines())
