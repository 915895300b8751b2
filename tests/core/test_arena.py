"""The arena: fair tables, repeatable games, files that outlive interruptions, honest intervals."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import exp, inf, log10
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cacao_core import CacaoError, Deal, Game, Move, Record, ai
from cacao_core.ai import arena
from cacao_core.ai.arena import figures, match, progress, ratings, running
from cacao_core.cli import main
from cacao_core.rules import expanded
from cacao_core.scoring import Score
from tests.core.helpers import play_at_random

BOTS = """
import random

made = []

def choose(game):
    return random.choice(game.legal_moves())

def raises(game):
    raise RuntimeError("out of\\nideas")

def cheats(game):
    return "W1111@99,99"

def leaves(game):
    raise SystemExit

class Notes:
    def __init__(self):
        made.append(self)

    def choose(self, game):
        print("thinking aloud")
        return str(game.legal_moves()[len(made) - 1])

number = 7
"""


def drawn(game: Game) -> Move:
    """A bot that draws from Python's common source of chance."""
    return random.choice(game.legal_moves())


def first(game: Game) -> str:
    return str(game.legal_moves()[0])


def last(game: Game) -> Move:
    return game.legal_moves()[-1]


def without_times(results: arena.Results) -> list[arena.PlayedGame]:
    return [replace(played, turns=()) for played in results.games]


@pytest.fixture
def bots(tmp_path: Path) -> str:
    file = tmp_path / "bots.py"
    file.write_text(BOTS, "utf-8")
    return str(file)


# --- Who plays whom --------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_deals_are_balanced(players: int, count: int) -> None:
    """Within each deal everybody plays as often as anybody else, and from each seat alike."""
    for deal in range(12):
        seatings = arena.seatings(count, players, deal)
        assert len(set(seatings)) == len(seatings)
        seats = Counter((who, seat) for seating in seatings for seat, who in enumerate(seating))
        assert len(seats) == count * players
        assert len(set(seats.values())) == 1


def test_two_players_are_all_pairs_in_both_orders() -> None:
    assert sorted(arena.seatings(3, 2, 5)) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]


@pytest.mark.parametrize(("count", "players"), [(3, 3), (4, 4), (5, 3), (6, 3), (6, 4)])
def test_deals_bring_all_tables_and_all_orders(count: int, players: int) -> None:
    seatings = {seating for deal in range(36) for seating in arena.seatings(count, players, deal)}
    tables = set(map(frozenset, seatings))
    assert tables == set(map(frozenset, combinations(range(count), players)))
    if count == players:
        assert len(seatings) == {3: 6, 4: 24}[players]


# --- One game --------------------------------------------------------------------------------


def test_game_is_what_its_link_says() -> None:
    results = arena.play(["easy", drawn, first], players=3, deals=[5], jobs=1)
    assert [played.number for played in results.games] == [0, 1, 2]
    for played in results.games:
        record = Record.from_link(played.link)
        game = record.game()
        assert record.deal == Deal.shuffled(3, 5)
        assert played.scores == tuple(game.score())
        assert list(played.winners) == game.winners() != []
        assert [len(turns) for turns in played.turns] == [10, 10, 10]
        assert played.forfeit is None


def test_games_with_modules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    command = ["arena", "easy", "newcomer", "--deals", "1", "--jobs", "1", "--quiet"]
    assert main([*command, "--rules", "huts,gems", "--out", str(file)]) == 0
    told = capsys.readouterr().out
    assert "2 games of 2 players with the rules huts+gems on 1 deals" in told
    assert "huts  masks  gems" in told
    results = arena.load(file)
    assert results.rules == "huts+gems"
    for played in results.games:
        record = Record.from_link(played.link)
        assert record.deal == Deal.shuffled(2, 0, expanded("huts", "gems"))
        assert list(played.scores) == record.game().score()
    assert main([*command, "--out", str(file)]) == 1
    assert "the rules differ" in capsys.readouterr().err
    with pytest.raises(CacaoError, match="2 players: expected 3 to 4"):
        arena.play(["easy", "newcomer"], deals=1, rules=expanded(big=True))


def test_bots_see_what_their_seat_may_see() -> None:
    """Whatever is hidden, a bot that looks at all it gets decides the same."""

    def curious(game: Game) -> Move:
        seen.append(game)
        return Random(repr((game.players[0].pile, game.key()[2]))).choice(game.legal_moves())

    seen: list[Game] = []
    dealt_otherwise = 0
    fixture = arena.Fixture(3, 0, arena.contestants([curious, last]))
    game = Game(Deal.shuffled(2, 3))
    for number, _move in enumerate(play_at_random(game, Random(1))):
        assert game.to_move is not None
        other = game.view(game.to_move, Random(99))
        here = match._decision(game, fixture, number, [])
        if game.to_move == 0:
            assert seen[-1].jungle_pile != game.jungle_pile or len(game.jungle_pile) < 5
            dealt_otherwise += seen[-1].players[1].hand != game.players[1].hand
        assert here == match._decision(other, fixture, number, [])
    assert len(seen) > 40
    assert dealt_otherwise > 10


def test_seeds_depend_on_the_place_only() -> None:
    places = [(deal, number, at) for deal in range(9) for number in range(9) for at in range(9)]
    assert len({match.seed_of(*place) for place in places}) == len(places)
    assert match.seed_of(1, 2, 3) == 7503343373756962847  # results can be repeated for ever


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("raises", "RuntimeError: out of ideas"),
        ("cheats", "illegal move: W1111@99,99"),
        ("leaves", "SystemExit: "),
    ],
)
def test_failing_bot_forfeits_and_the_arena_goes_on(bots: str, name: str, reason: str) -> None:
    results = arena.play(["easy", f"bad={bots}:{name}", first], players=3, deals=1, jobs=1)
    assert len(results.games) == 3
    for played in results.games:
        assert played.forfeit is not None
        assert played.seats[played.forfeit.seat] == "bad"
        moves = len(Record.from_link(played.link).moves)
        assert played.forfeit.reason.startswith(f"decision {moves + 1}: {reason}")
        assert "bad" not in [played.seats[seat] for seat in played.winners]
        assert len(played.winners) == 2
    [easy, bad, _first] = arena.standings(results)
    assert (easy.wins.value, bad.wins.value, len(bad.forfeits)) == (0.5, 0, 3)
    assert [pair.games for pair in arena.pairs(results)] == [3, 3]  # the others did not finish
    assert "bad forfeited 3 games; first: decision" in arena.report(results)


def test_bots_are_left_alone_and_leave_alone(bots: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Made once; what they print is no result; the caller's chance goes on as it was."""
    random.seed(5)
    before = random.getstate()
    results = arena.play([f"{bots}:Notes", drawn], deals=3, jobs=1)
    assert not [played.forfeit for played in results.games if played.forfeit]
    assert random.getstate() == before
    captured = capfd.readouterr()
    assert captured.out == ""
    assert "thinking aloud" in captured.err


# --- Entries ---------------------------------------------------------------------------------


def test_entries(bots: str) -> None:
    entries = ["hard", "hard@200", "fast=hard@20", "tests.core.test_arena:first", bots]
    found = arena.contestants([*entries, f"me={bots}:Notes", drawn], {"hard": 7, "easy": 1})
    names = ["hard", "hard@200", "fast", "tests.core.test_arena:first", "bots", "me", "drawn"]
    assert [each.name for each in found] == names
    assert [each.budget for each in found[:3]] == [7, 200, 20]
    assert [bool(each.digest) for each in found] == [False] * 3 + [True] * 4
    assert found[-1].origin == "tests.core.test_arena:drawn"


def test_budgets_and_seeds_reach_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def choose(game: Game, level: str, seed: int | None, budget: int | None) -> Move:
        asked.append((level, budget, seed))
        return game.legal_moves()[0]

    monkeypatch.setattr(ai, "choose", choose)
    arena.play(["hard@200", arena.Contestant("less", "hard", 3), "medium"], deals=1, jobs=1)
    assert {ask[:2] for ask in asked} == {("hard", 200), ("hard", 3), ("medium", None)}
    assert len({seed for *_, seed in asked}) == len(asked)


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        (["easy"], "1 contestants: expected 2 or more"),
        ("easy", "expected a list"),
        (["easy", "easy"], "two contestants are called 'easy'"),
        (["easy", "godlike"], "contestant 'godlike': expected newcomer"),
        (["easy", "hard@x"], "expected a number of simulations"),
        (["easy", "hard@0"], "budget 0 of hard@0"),
        (["easy", "=hard"], "expected a name"),
        (["easy", "no.such:bot"], "no module 'no.such'"),
        (["easy", "nowhere.py"], "No such file"),
        (["easy", "BOTS:number"], "a bots:number|7 cannot be called"),
        (["easy", "BOTS:nothing"], "cannot be loaded: AttributeError"),
        (["easy", "x=BROKEN"], "x cannot be loaded: SyntaxError"),
    ],
)
def test_bad_entries(entries: Sequence[str], reason: str, bots: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("def choose(game:", "utf-8")
    if not isinstance(entries, str):
        entries = [e.replace("BOTS", bots).replace("BROKEN", str(broken)) for e in entries]
    with pytest.raises(CacaoError, match=reason):
        arena.contestants(entries)


@pytest.mark.parametrize("deals", [0, -1, [], "12", [2**64], [True], 1.5])
def test_bad_deals(deals: int) -> None:
    with pytest.raises(CacaoError):
        arena.tournament(["easy", "hard"], 2, deals)
    with pytest.raises(CacaoError, match="expected 2 to 4"):
        arena.tournament(["easy", "hard"], 5, 1)


# --- Repeatable, whoever computes ------------------------------------------------------------


@pytest.mark.long
def test_results_are_the_same_in_one_process_and_in_two(bots: str) -> None:
    pytest.importorskip("joblib")
    entries: list[arena.Entry] = ["easy", bots, drawn]
    alone = arena.play(entries, deals=1, jobs=1)
    assert without_times(arena.play(entries, deals=1, jobs=1)) == without_times(alone)
    assert without_times(arena.play(entries, deals=1, jobs=2)) == without_times(alone)
    assert len({played.link for played in alone.games}) == len(alone.games) == 6


@pytest.mark.long
def test_back_ends_that_cannot_stream() -> None:
    joblib = pytest.importorskip("joblib")
    entries: list[arena.Entry] = [drawn, first]
    with joblib.parallel_config(backend="multiprocessing"):
        found = arena.play(entries, deals=6, jobs=2)
    assert without_times(found) == without_times(arena.play(entries, deals=6, jobs=1))


def test_one_process_plays_without_joblib(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(running, "has_joblib", lambda: False)
    with pytest.warns(UserWarning, match="joblib is not installed, so one process plays"):
        assert arena.play([first, last], deals=1).complete
    monkeypatch.setattr("cacao_core.ai.arena.command.has_joblib", lambda: False)
    assert main(["arena", "easy", "medium", "--deals", "1", "--quiet"]) == 0
    assert "one process plays (pip install '.[arena]' in a checkout)" in capsys.readouterr().err


def test_arena_is_not_loaded_by_the_page() -> None:
    look = "import sys, cacao_core.ai; sys.exit(any('arena' in name for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", look], check=False).returncode == 0


# --- Files -----------------------------------------------------------------------------------


def test_file_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "results.json"
    whole = arena.play([drawn, first], deals=4, jobs=1)
    arena.play([drawn, first], deals=2, jobs=1, out=out)
    played: list[arena.Fixture] = []

    def counted(fixture: arena.Fixture) -> arena.PlayedGame:
        played.append(fixture)
        return match.play_game(fixture)

    monkeypatch.setattr(running, "play_game", counted)
    more = arena.play([drawn, first], deals=4, jobs=1, out=out)
    assert [fixture.deal for fixture in played] == [2, 2, 3, 3]
    assert without_times(more) == without_times(whole)
    assert arena.load(out) == more
    assert arena.play([drawn, first], deals=[1], jobs=1, out=out).games == more.games[2:4]
    assert len(played) == 4


def test_interrupted_tournament_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "results.json"
    left = iter(range(3))

    def interrupted(fixture: arena.Fixture) -> arena.PlayedGame:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return match.play_game(fixture)

    monkeypatch.setattr(running, "play_game", interrupted)
    with pytest.raises(arena.Interrupted) as raised:
        arena.play([drawn, first], deals=4, jobs=1, out=out)
    monkeypatch.undo()
    results = raised.value.results
    assert (len(results.games), results.scheduled, results.complete) == (3, 8, False)
    assert "Not complete: 5 games are missing." in arena.report(results)
    whole = arena.play([drawn, first], deals=4, jobs=1)
    assert without_times(arena.play([drawn, first], deals=4, jobs=1, out=out)) == without_times(
        whole
    )


@pytest.mark.parametrize("damage", ["cut", "garbage", "middle", "foreign", "no newline"])
def test_damage_costs_its_own_line_only(tmp_path: Path, damage: str) -> None:
    out = tmp_path / "results.json"
    whole = arena.play([drawn, first], deals=3, jobs=1, out=out)
    lines = out.read_bytes().splitlines(keepends=True)
    damaged = {
        "cut": [*lines[:-1], lines[-1][:50]],
        "garbage": [*lines[:-1], b"\xff\x00{]\n"],
        "middle": [*lines[:3], lines[3][50:], *lines[4:]],
        "foreign": [*lines[:-1], lines[-1].replace(b'"drawn"', b'"else"')],
        "no newline": [*lines[:-1], lines[-1].rstrip()],
    }[damage]
    out.write_bytes(b"".join(damaged))
    assert len(arena.load(out).games) == 6 - (damage != "no newline")
    again = arena.play([drawn, first], deals=3, jobs=1, out=out)
    assert without_times(again) == without_times(whole)
    assert len(out.read_text("utf-8").splitlines()) == 7
    assert [path.name for path in tmp_path.iterdir()] == ["results.json"]


def test_file_of_another_tournament_is_refused(tmp_path: Path, bots: str) -> None:
    out = tmp_path / "results.json"
    arena.play([first, bots], deals=1, jobs=1, out=out)
    kept = out.read_bytes()
    with pytest.raises(CacaoError, match="another tournament: the contestants differ; take"):
        arena.play([first, last], deals=1, jobs=1, out=out)
    with pytest.raises(CacaoError, match="the number of players differs"):
        arena.play([first, bots], 3, deals=1, jobs=1, out=out)
    Path(bots).write_text(BOTS + "\n# better\n", "utf-8")
    with pytest.raises(CacaoError, match="the contestants differ"):
        arena.play([first, bots], deals=1, jobs=1, out=out)
    assert out.read_bytes() == kept
    content = json.loads(kept.splitlines()[0])
    out.write_text(json.dumps({**content, "code": "other"}) + "\n", "utf-8")
    with pytest.raises(CacaoError, match="the sources of cacao_core differ"):
        arena.play([first, bots], deals=1, jobs=1, out=out)


@pytest.mark.parametrize("content", ["", "{}\n", "hello\n", '{"format": "cacao-arena"}\n', "[1]"])
def test_foreign_files_are_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    out = tmp_path / "letter.txt"
    out.write_text(content, "utf-8")
    for try_it in (arena.load, lambda path: arena.play([first, last], deals=1, jobs=1, out=path)):
        with pytest.raises(CacaoError, match="something else than the games of an arena"):
            try_it(out)
    assert out.read_text("utf-8") == content
    with pytest.raises(CacaoError, match="cannot be read"):
        arena.load(tmp_path)
    with pytest.raises(CacaoError, match="cannot be written"):
        arena.play([first, last], deals=1, jobs=1, out=tmp_path / "no" / "folder.json")


# --- Ratings and figures ---------------------------------------------------------------------


def results_of(
    points: Iterable[Sequence[float]], names: Sequence[str] = ("a", "b")
) -> arena.Results:
    """Games of two: for each deal the points of the first of the two names in each game."""
    games = []
    for deal, values in enumerate(points):
        for number, value in enumerate(values):
            totals = {1: (8, 5), 0.5: (5, 5), 0: (5, 8)}[value]
            scores = tuple(
                Score(gold=total, temples=0, suns=0, water=0, cacao=0) for total in totals
            )
            winners = {1: (0,), 0.5: (0, 1), 0: (1,)}[value]
            games.append(
                arena.PlayedGame(
                    deal, number, tuple(names[:2]), scores, winners, "", ((1.0,), (2.0,))
                )
            )
    return arena.Results(2, tuple(names), tuple(games), len(games))


def test_elo_of_known_scores() -> None:
    three_of_four = results_of([(1, 1), (1, 0)] * 20)
    assert [round(rating.elo) for rating in arena.elo(three_of_four)] == [0, -191]
    assert [round(rating.elo) for rating in arena.elo(three_of_four, "b")] == [191, 0]
    assert [round(rating.elo) for rating in arena.elo(three_of_four, "mean")] == [95, -95]
    ties = results_of([(1, 0.5), (0.5, 1)] * 20)
    assert [round(rating.elo) for rating in arena.elo(ties, "b")] == [191, 0]
    a, b = arena.elo(three_of_four, replicates=200)
    assert a.low == a.elo == a.high == 0
    assert -300 < b.low < -191 < b.high < -100
    with pytest.raises(CacaoError, match="expected one of a, b, mean"):
        arena.elo(three_of_four, "c")
    with pytest.raises(CacaoError, match="nothing to rate"):
        arena.elo(results_of([]))


def test_elo_is_consistent_among_three() -> None:
    """Points as the model expects them give back the strengths that they came from."""
    true = [0.0, 0.7, -0.4]
    points = [[100 / (1 + exp(b - a)) for b in true] for a in true]
    found = ratings.fit(points)
    assert [value - found[0] for value in found] == pytest.approx(true, abs=1e-5)


def test_clean_sweep_is_no_certainty() -> None:
    few, many = (arena.elo(results_of([(1, 1)] * deals), "b")[0] for deals in (5, 50))
    assert few.elo == few.high == many.elo == many.high == inf
    assert 0 < few.low < 250 < many.low < 700
    a, b = arena.elo(results_of([(1, 1)] * 5), "mean")
    assert (a.elo, b.elo) == (inf, 0) or (a.elo, b.elo) == (0, -inf)


def simulated(chance: float, deals: int, rng: Random, together: float) -> arena.Results:
    """Games that ``a`` wins with a chance; both games of a deal often end alike."""

    def of_deal() -> Iterator[float]:
        same = rng.random() < together
        one = float(rng.random() < chance)
        yield one
        yield one if same else float(rng.random() < chance)

    return results_of([tuple(of_deal()) for _ in range(deals)])


@pytest.mark.long
@pytest.mark.parametrize(("chance", "together"), [(0.5, 0.8), (0.75, 0.0), (0.8, 0.5)])
def test_intervals_cover_the_truth(chance: float, together: float) -> None:
    """95 of 100, though the games of a deal depend on each other."""
    rng, rounds = Random(8), 100
    true = -400 * log10(chance / (1 - chance))
    covered = [0, 0, 0]
    for seed in range(rounds):
        results = simulated(chance, 40, rng, together)
        rating = arena.elo(results, replicates=100, seed=seed)[1]
        [pair] = arena.pairs(results)
        covered[0] += rating.low <= true <= rating.high
        covered[1] += pair.points.low <= chance <= pair.points.high
        covered[2] += pair.margin.low <= 3 * (2 * chance - 1) <= pair.margin.high
    assert all(count / rounds >= 0.88 for count in covered), covered


def test_figures_by_hand() -> None:
    results = results_of([(1, 1), (1, 0.5)])
    a, b = arena.standings(results)
    assert (a.games, a.wins.value, b.wins.value) == (4, 0.875, 0.125)
    assert (a.score.value, b.score.value, a.margin.value) == (7.25, 5, 2.25)
    assert a.sources == (7.25, 0, 0, 0, 0)
    assert (a.turn, b.worst) == (1, 2)
    assert figures.mean([(1, 2.0), (1, 4.0)]) == (3, -inf, inf)
    assert figures.share([(1, 1.0)]) == (1, 0, 1)
    low, high = figures.mean([(deal, float(deal % 2)) for deal in range(10)])[1:]
    assert (low, high) == pytest.approx((0.5 - 2.2622 * 0.16667, 0.5 + 2.2622 * 0.16667), abs=2e-3)


def test_players_on_two_seats_are_not_compared_with_themselves() -> None:
    results = arena.play([drawn, first], players=4, deals=1, jobs=1)
    assert {len(set(played.seats)) for played in results.games} == {2}
    [pair] = arena.pairs(results)
    assert pair.games == 4 * len(results.games)


# --- Bar and command line --------------------------------------------------------------------


def test_bar() -> None:
    log = io.StringIO()
    assert list(progress.watched(range(5), 8, 3, log)) == list(range(5))
    assert log.getvalue() == f"[{'█' * 30}] 8/8 games, 0:00 left\n"

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    log = Terminal()
    assert list(progress.watched(range(2), 2, 0, log)) == [0, 1]
    assert log.getvalue().startswith("\r[")
    assert log.getvalue().endswith("left\x1b[K\n")


def test_full_disk_is_told_with_the_name_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not Path("/dev/full").exists():
        return
    opened = Path.open

    def full(path: Path, *given: Any, **options: Any) -> Any:
        return opened(Path("/dev/full") if given == ("a",) else path, *given, **options)

    monkeypatch.setattr(Path, "open", full)
    out = tmp_path / "games.jsonl"
    assert main(["arena", "easy", "medium", "--deals", "1", "--jobs", "1", "--out", str(out)]) == 1
    said = capsys.readouterr().err.splitlines()[-1]
    assert said == f"cacao_core: {out} cannot be written: No space left on device"


def test_command_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, bots: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "results.json"
    command = ["arena", "hard", f"rnd={bots}", "--deals", "2", "--seed", "7", "--jobs", "1"]
    assert main([*command, "--out", str(out), "--budget", "hard=2", "--anchor", "rnd"]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0].startswith("4 games of 2 players on 2 deals, each from every seat.")
    assert lines[3].split()[:2] == ["hard", "+inf"]
    assert "4/4 games, 0:00 left" in captured.err
    assert {played.deal for played in arena.load(out).games} == {7, 8}
    assert json.loads(out.read_text("utf-8").splitlines()[0])["contestants"][0]["budget"] == 2
    assert main(["arena", "--show", str(out), "--anchor", "rnd"]) == 0
    assert capsys.readouterr().out == captured.out

    def interrupt(_fixture: arena.Fixture) -> arena.PlayedGame:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "play_game", interrupt)
    assert main([*command[:3], "--deals", "3", "--jobs", "1", "--quiet"]) == 1
    assert "interrupted: 0 of 6 games were played; with --out FILE" in capsys.readouterr().err
    more = [*command[:3], "--deals", "9", "--jobs", "1", "--budget", "hard=2", "--out", str(out)]
    assert main(more) == 1
    captured = capsys.readouterr()
    assert "4 of 18 games were played; the same command goes on with the rest" in captured.err
    assert "Not complete: 14 games are missing." in captured.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "0 contestants: expected 2 or more"),
        (["easy", "hard", "--deals", "0"], "0 deals: expected 1 or more"),
        (["easy", "hard", "--budget", "hard"], "expected hard, expert, master, = and a number"),
        (["easy", "hard", "--budget", "easy=5"], "expected hard, expert, master, = and a number"),
        (["easy", "hard", "--budget", "expert=5"], "expert does not play"),
        (["easy@5", "hard"], "only hard, expert, master have a budget"),
        (["easy", "hard", "--seconds", "5"], "--seconds is for bots and programs"),
        (["easy", "hard", "--debug"], "--debug is for bots and programs"),
        (["easy", "hard", "--jobs", "1", "--backend", "loky"], "--backend is for more than one"),
        (["easy", "hard", "--out", "a", "--export", "a"], "two different files"),
        (["--show", "x.json", "--deals", "5"], "--deals is for games that are played"),
        (["--show", "x.json", "--quiet"], "--quiet is for games that are played"),
        (["easy", "hard", "--anchor", "x"], "anchor 'x': expected one of easy, hard, mean"),
        (["easy", "hard", "--players", "5"], "5 players: expected 2 to 4"),
        (["easy", "hard", "--backend", "abacus"], "backend abacus cannot be used"),
        (["easy", "--show", "x.json"], "--show takes no contestants"),
        (["--show", "missing.json"], "missing.json cannot be read"),
    ],
)
def test_command_line_errors(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("cacao_core: ")
    assert message in captured.err
