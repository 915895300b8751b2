"""A tournament: all games of some contestants on some deals, in several processes."""

from __future__ import annotations

import os
import warnings
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from importlib.util import find_spec

from cacao_core.ai.arena.contestant import Contestant, Entry, contestants, end_programs, names
from cacao_core.ai.arena.match import Fixture, PlayedGame, play_game
from cacao_core.ai.arena.progress import watched
from cacao_core.ai.arena.results import Results, ResultsLog, header
from cacao_core.ai.arena.schedule import seatings
from cacao_core.deal import check_players, check_seed, is_whole
from cacao_core.errors import CacaoError, describe
from cacao_core.rules import BASE, Rules


class Interrupted(KeyboardInterrupt):
    """Ctrl-C was pressed; ``results`` are those of the finished games."""

    def __init__(self, results: Results) -> None:
        super().__init__(f"{len(results.games)} of {results.scheduled} games were played")
        self.results = results


@dataclass(frozen=True)
class Tournament:
    """The contestants and deals of a tournament.

    Args:
        contestants: two or more.
        players: seats of each game, 2 to 4.
        deals: seeds of the deals.
    """

    contestants: tuple[Contestant, ...]
    players: int
    deals: tuple[int, ...]
    rules: Rules = BASE

    def fixtures(self) -> Iterator[Fixture]:
        """All games to be played, in order."""
        for deal in self.deals:
            for number, seats in enumerate(seatings(len(self.contestants), self.players, deal)):
                sitting = tuple(self.contestants[each] for each in seats)
                yield Fixture(deal, number, sitting, self.rules)

    def results(self, games: Iterable[PlayedGame]) -> Results:
        """Some games of this tournament as results."""
        ordered = tuple(sorted(games, key=lambda played: played.key))
        scheduled = sum(1 for _ in self.fixtures())
        return Results(self.players, names(self.contestants), ordered, scheduled, self.rules.name)


def tournament(
    entries: Iterable[Entry],
    players: int = 2,
    deals: int | Sequence[int] = 100,
    rules: Rules = BASE,
) -> Tournament:
    """A tournament, checked.

    Args:
        entries: the contestants; see :func:`contestants`.
        players: seats of each game, 2 to 4.
        deals: seeds of the deals; a number N means the seeds 0 to N - 1.

    Raises:
        CacaoError: an argument is invalid.
    """
    if not isinstance(rules, Rules):
        raise CacaoError(f"rules {describe(rules)}: expected Rules, such as expanded('huts')")
    check_players(players, rules)
    if is_whole(deals):
        deals = range(deals)
    if not isinstance(deals, Sequence) or isinstance(deals, str) or not deals:
        raise CacaoError(f"deals {describe(deals)}: expected a number above 0, or seeds")
    for seed in deals:
        check_seed(seed)
    return Tournament(contestants(entries), players, tuple(dict.fromkeys(deals)), rules)


def play(  # noqa: PLR0913  # keywords, each with a default
    entries: Iterable[Entry],
    players: int = 2,
    deals: int | Sequence[int] = 100,
    *,
    rules: Rules = BASE,
    jobs: int = -1,
    out: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> Results:
    """Play every game of a tournament and return them all.

    Except for the times, the results depend only on contestants, players, deals and rules, whatever
    the number of processes and interruptions.

    Args:
        entries: who plays, such as ``["hard@200", "hard", "bots/mine.py"]``; see
            :func:`contestants`.
        players: seats of each game, 2 to 4.
        deals: seeds of the deals; a number N means the seeds 0 to N - 1.
        jobs: processes; -1 for one per core. More than one needs joblib, whose
            ``parallel_config`` selects the back end: ``loky``, ``ray``, ``dask``, …
        out: file for the games; those in it already are not played again.
        progress: show a bar on the standard error.

    Raises:
        CacaoError: an argument is invalid, or the file is of another tournament.
        Interrupted: on Ctrl-C, with the results so far.
    """
    check_jobs(jobs)
    wanted = tournament(entries, players, deals, rules)
    fixtures = list(wanted.fixtures())
    done: dict[tuple[int, int], PlayedGame] = {}
    with ExitStack() as stack:
        stack.callback(end_programs)
        expected = header(wanted.contestants, players, rules)
        ledger = out and stack.enter_context(ResultsLog(out, expected))
        if ledger:
            done = {key: ledger.games[key] for key in _keys(fixtures) if key in ledger.games}
        missing = [each for each in fixtures if (each.deal, each.number) not in done]
        games = stack.enter_context(closing(played_of(missing, jobs)))
        try:
            for played in watched(games, len(fixtures), len(done)) if progress else games:
                if ledger:
                    ledger.add(played)
                done[played.key] = played
        except KeyboardInterrupt:
            raise Interrupted(wanted.results(done.values())) from None
    return wanted.results(done.values())


def _keys(fixtures: Iterable[Fixture]) -> Iterator[tuple[int, int]]:
    return ((each.deal, each.number) for each in fixtures)


def check_jobs(jobs: object) -> None:
    """Check a number of processes.

    Raises:
        CacaoError: it is neither -1 nor a whole number above 0.
    """
    if not is_whole(jobs) or not (jobs == -1 or jobs > 0):
        raise CacaoError(f"jobs {describe(jobs)}: expected -1, or a whole number above 0")


def has_joblib() -> bool:
    """Whether several processes can be used."""
    return find_spec("joblib") is not None


def played_of(fixtures: Sequence[Fixture], jobs: int = -1) -> Generator[PlayedGame, None, None]:
    """Play some games; yields each as soon as it is finished, in any order."""
    if jobs != 1 and not has_joblib():
        how = "pip install '.[arena]' in a checkout"
        warnings.warn(f"joblib is not installed, so one process plays ({how})", stacklevel=2)
        jobs = 1
    if jobs == 1 or len(fixtures) < 2:
        yield from map(play_game, fixtures)
        return
    from joblib import Parallel, delayed, effective_n_jobs  # noqa: PLC0415  # optional

    tasks = [delayed(play_game)(fixture) for fixture in fixtures]
    try:
        stream = Parallel(n_jobs=jobs, return_as="generator_unordered")
    except ValueError:  # back ends that cannot stream get a few at a time
        with Parallel(n_jobs=jobs) as parallel:
            handful = 4 * effective_n_jobs(jobs)
            for first in range(0, len(tasks), handful):
                yield from parallel(tasks[first : first + handful])
    else:
        with closing(stream(tasks)) as games:
            yield from games
