"""Puzzles: the shipped ones, what they accept, how they are found and chosen (docs/puzzles.md)."""

from __future__ import annotations

import zlib
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

from cacao_core import CacaoError, Deal, Game, IllegalMove, Move, Phase, Record, ai, puzzles
from cacao_core.cli import main
from cacao_core.puzzles import FILE, KINDS, THEMES, Puzzle, command
from cacao_core.puzzles import text as puzzle_text
from cacao_core.puzzles.choosing import choose
from cacao_core.puzzles.finding import find, stands
from cacao_core.puzzles.judging import best_for_gold, openings
from tests.core.helpers import play_at_random

SHIPPED = puzzles.load()
SOME = SHIPPED[:: max(1, len(SHIPPED) // 40)]


def of_kind(kind: str) -> list[Puzzle]:
    return [puzzle for puzzle in SHIPPED if puzzle.kind == kind]


def test_shipped_puzzles_are_many_in_a_small_file() -> None:
    data = Path(puzzles.__file__).with_name(FILE).read_bytes()
    counts = Counter(puzzle.kind for puzzle in SHIPPED)
    assert len(SHIPPED) >= 500
    assert counts["gold"] + counts["win"] >= 300
    assert len(zlib.compress(data, 9)) < 60_000
    assert len({puzzle.id for puzzle in SHIPPED}) == len(SHIPPED)
    assert {puzzle.theme for puzzle in SHIPPED} == set(THEMES)
    assert {puzzle.kind for puzzle in SHIPPED} == set(KINDS)


def test_puzzles_are_rated_from_easy_to_hard() -> None:
    ratings = [puzzle.rating for puzzle in SHIPPED]
    assert ratings == sorted(ratings)
    assert ratings[0] < 700
    assert ratings[-1] > 2000


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_puzzle_begins_with_a_turn_and_accepts_its_solution(puzzle: Puzzle) -> None:
    game = puzzle.record.game()
    assert (game.phase, game.to_move) == (Phase.PLACE, puzzle.seat)
    assert (puzzle.goal is not None) == (puzzle.kind == "gold")
    assert puzzle.accepts(puzzle.solution)
    assert puzzle.accepts([str(move) for move in puzzle.solution])


@pytest.mark.parametrize("puzzle", of_kind("gold")[::50], ids=lambda puzzle: puzzle.id)
def test_goal_is_the_most_gold_of_all_turns(puzzle: Puzzle) -> None:
    """Compared with every sequence of legal moves of the seat (docs/rules.md 4)."""
    assert puzzle.goal == most_gold_of_all(puzzle.record.game())


def most_gold_of_all(game: Game) -> int:
    """The most gold of a turn, by playing all legal moves. Spaces filled from the pile count as the
    unluckiest tile."""
    assert game.to_move is not None
    seat, had = game.to_move, game.players[game.to_move].gold
    known: dict[object, int] = {}

    def most(position: Game) -> int:
        if position.to_move != seat or position.phase in (Phase.PLACE, Phase.OVER):
            return position.players[seat].gold - had
        key = position.key()
        if key not in known:
            found = []
            for move in position.legal_moves():
                after = position.copy()
                after.apply(move)
                found.append(most(after))
            known[key] = max(found)
        return known[key]

    best = 0
    for place in game.legal_moves():
        begun = game.copy()
        begun.apply(place)
        blind = len(begun.open_spaces) > len(begun.display) and begun.jungle_pile
        if not blind:
            best = max(best, most(begun))
            continue
        pile = begun.jungle_pile
        for fills in all_fills(begun):
            gold = []
            for code in set(pile):
                dealt = begun.copy()
                at = pile.index(code)
                dealt.jungle_pile = (code, *pile[:at], *pile[at + 1 :])
                for fill in fills:
                    dealt.apply(fill)
                gold.append(most(dealt))
            best = max(best, min(gold))
    return best


def all_fills(begun: Game) -> list[list[Move]]:
    """All ways to fill from the display, in every order."""
    ways = []
    for move in begun.legal_moves():
        after = begun.copy()
        after.apply(move)
        rest = all_fills(after) if after.phase is Phase.FILL else [[]]
        ways += [[move, *more] for more in rest]
    return ways


@pytest.mark.parametrize("puzzle", of_kind("win")[::160], ids=lambda puzzle: puzzle.id)
def test_turn_wins_if_the_solved_rest_does(puzzle: Puzzle) -> None:
    """Placements with fills and suggested activations, against the search of endings."""
    game = puzzle.record.game()
    seat = puzzle.seat
    accepted = 0
    ways = list(openings(game))
    tried = ways[:: max(1, len(ways) // 8)]  # all of them would take half a minute
    for opening in tried:
        line = best_for_gold(game, opening)
        after = game.copy()
        for move in line:
            after.apply(move)
        if after.phase is Phase.ACTIVATE and len(game.players) > 2:
            continue  # others decide before the end
        if after.to_move is None:
            won = after.winners() == [seat]
        else:
            solution = ai.solve(after, 10**9)
            assert solution is not None
            won = solution.winners == (seat,)
        assert puzzle.accepts(line) == won
        accepted += puzzle.accepts(line)
    assert accepted < len(tried) / 2
    assert puzzle.accepts(puzzle.solution)


@pytest.mark.parametrize("kind", KINDS)
def test_greedy_turn_fails(kind: str) -> None:
    """Medium takes the turn that brings most at once."""
    for puzzle in of_kind(kind)[::20]:
        game, line = puzzle.record.game(), []
        while game.to_move == puzzle.seat:
            line.append(ai.choose(game, "medium", 0))
            game.apply(line[-1])
        assert not puzzle.accepts(line)


def test_turns_that_are_not_whole_or_legal_are_told() -> None:
    puzzle = next(one for one in SHIPPED if len(one.solution) > 2)
    with pytest.raises(CacaoError, match="not complete"):
        puzzle.accepts(puzzle.solution[:1])
    with pytest.raises(CacaoError, match="not complete"):
        puzzle.accepts([])
    with pytest.raises(IllegalMove, match="W1111@50,50"):
        puzzle.accepts(["W1111@50,50"])
    after = puzzle.record.game()
    for move in puzzle.solution:
        after.apply(move)
    beyond = list(puzzle.solution)
    while after.phase is not Phase.PLACE:
        beyond.append(after.legal_moves()[0])
        after.apply(beyond[-1])
    assert puzzle.accepts(beyond)  # decisions of others in the same turn
    with pytest.raises(CacaoError, match="after the end of the turn"):
        puzzle.accepts([*beyond, after.legal_moves()[0]])


def test_order_of_activations_does_not_matter() -> None:
    """What a turn brings counts: other orders of the same turn are right if they bring as much."""
    for puzzle in SOME:
        acts = [move for move in puzzle.solution if move.kind == "A"]
        game = puzzle.record.game()
        for move in puzzle.solution[: len(puzzle.solution) - len(acts)]:
            game.apply(move)
        if len(acts) < 2:
            continue
        turned = [*puzzle.solution[: len(puzzle.solution) - len(acts)], *reversed(acts)]
        try:
            accepted = puzzle.accepts(turned)
        except CacaoError:
            continue  # another amount is possible in that order
        if puzzle.kind == "gold":
            assert accepted
            return
    pytest.fail("no puzzle has two activations in another order")


# --- Files ---------------------------------------------------------------------------------------


def test_file_is_read_as_it_was_written() -> None:
    assert puzzle_text.decode(puzzle_text.encode(SOME)) == SOME


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected 'cacao-puzzles 1'"),
        ("cacao-puzzles 1\ngold 1", "line 2: expected 6 words, got 2"),
        ("cacao-puzzles 1\n\nrich 1 market 3 4 x", "line 3: unknown kind or theme"),
        ("cacao-puzzles 1\ngold x market 3 4 x", "line 2: expected whole numbers"),
        ("cacao-puzzles 1\ngold 900 market - 4 x", "only puzzles about gold have a goal"),
        ("cacao-puzzles 1\nwin 900 market 5 4 x", "only puzzles about gold have a goal"),
    ],
)
def test_damaged_file_is_told(text: str, message: str) -> None:
    with pytest.raises(CacaoError, match=message):
        puzzles.load(text)


def test_comments_are_left_out() -> None:
    text = puzzle_text.encode(SOME[:2])
    assert puzzles.load(text + "# done: gold 2 0\n") == SOME[:2]


# --- Finding and choosing -------------------------------------------------------------------------


@pytest.mark.long
def test_game_gives_the_same_puzzles_again() -> None:
    first = list(find("gold", 2, 3))
    assert first
    assert first == list(find("gold", 2, 3))
    assert all(puzzle.accepts(puzzle.solution) for puzzle in first)


@pytest.mark.long
def test_finding_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.txt", tmp_path / "cut.txt"
    arguments = ["--kind", "gold", "--games", "2"]
    assert main(["puzzles", "find", str(whole), *arguments]) == 0
    text = whole.read_text("utf-8")
    begun = text[: text.index("# done") + text[text.index("# done") :].index("\n") + 30]
    cut.write_text(begun, "utf-8")
    assert main(["puzzles", "find", str(cut), *arguments]) == 0
    assert cut.read_text("utf-8") == text
    assert main(["puzzles", "check", str(cut)]) == 0


def test_best_turn_must_be_ahead_beyond_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = of_kind("best")[0]
    game, solution = puzzle.record.game(), puzzle.solution
    other = next((move,) for move in game.legal_moves() if move.cell != solution[0].cell)
    asked = list[int]()

    def judged(margin: float, error: float, later: float, *, first: bool = True) -> bool:
        """Whether the puzzle stands; ``later`` is the error of a longer search."""
        asked.clear()

        def analyse(_game: Game, playouts: int) -> ai.Analysis:
            asked.append(playouts)
            half = error if len(asked) == 1 else later
            best = ai.Candidate(solution[0], solution, 5.0, 0.6, playouts)
            second = ai.Candidate(other[0], other, 5.0 - margin, 0.5, playouts, half)
            found = (best, second) if first else (second._replace(margin=5.0, error=0.0), best)
            return ai.Analysis(puzzle.seat, found, (5.0, -5.0), (0.6, 0.4))

        monkeypatch.setattr(ai, "analyse", analyse)
        return stands(puzzle, 4000)

    assert judged(2.0, 0.5, 0.5)
    assert asked == [1000]
    assert not judged(0.2, 0.1, 0.1)  # hardly better
    assert asked == [1000]
    assert judged(1.0, 1.2, 0.4)  # in doubt, and certain after a longer search
    assert asked == [1000, 4000]
    assert not judged(1.0, 1.2, 1.1)
    assert not judged(2.0, 0.1, 0.1, first=False)  # another turn is the best


def test_judging_goes_on_where_it_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    some = [of_kind("best")[0], of_kind("gold")[0], of_kind("best")[1]]
    given, out = tmp_path / "in.txt", tmp_path / "out.txt"
    given.write_text(puzzle_text.encode(some), "utf-8")
    seen = []

    def doubted(puzzle: Puzzle, playouts: int) -> bool:
        seen.append((puzzle, playouts))
        return puzzle != some[2]

    monkeypatch.setattr(command, "stands", doubted)
    for _again in range(2):
        main(["puzzles", "judge", str(out), str(given), "--playouts", "80"])
    assert seen == [(some[0], 80), (some[2], 80)]  # those about gold are exact
    assert puzzles.load(out.read_text("utf-8")) == some[:2]
    assert capsys.readouterr().out == 2 * "2 puzzles stand, 1 are in doubt\n"


@pytest.mark.long
def test_chosen_puzzles_come_from_different_games(tmp_path: Path) -> None:
    found = [puzzle for seed in (3, 4) for puzzle in find("gold", 2, seed)]
    chosen = choose(found, {"gold": 10})
    assert 1 <= len(chosen) <= 2
    assert len({puzzle.record.deal for puzzle in chosen}) == len(chosen)
    assert [puzzle.rating for puzzle in chosen] == sorted(puzzle.rating for puzzle in chosen)
    file, out = tmp_path / "found.txt", tmp_path / "chosen.txt"
    file.write_text(puzzle_text.encode(found), "utf-8")
    assert main(["puzzles", "choose", str(file), "--gold", "10", "-o", str(out)]) == 0
    assert puzzles.load(out.read_text("utf-8")) == chosen


def test_wrong_solution_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = Record(Deal.shuffled(2, 1))
    game = record.game()
    for move in play_at_random(game.copy(), Random(1)):
        record = record.play(move)
        if record.game().turn == 1:
            break
    wrong = Puzzle("gold", 1000, "market", 9, 0, record.to_link())
    file = tmp_path / "wrong.txt"
    file.write_text(puzzle_text.encode([wrong]), "utf-8")
    assert main(["puzzles", "check", str(file)]) == 1
    assert "does not accept its own solution" in capsys.readouterr().err


def test_kinds_and_themes_can_all_be_written() -> None:
    for kind, theme in product(KINDS, THEMES):
        puzzle = Puzzle(kind, 1000, theme, 5 if kind == "gold" else None, 3, "x")
        assert puzzle_text.decode(puzzle_text.encode([puzzle])) == [puzzle]
