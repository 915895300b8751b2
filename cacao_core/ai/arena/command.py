"""``python -m cacao_core arena``: tournaments from the command line."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from importlib import import_module

from cacao_core import ai
from cacao_core.ai.arena.contestant import Contestant, contestants
from cacao_core.ai.arena.match import record_of
from cacao_core.ai.arena.report import report
from cacao_core.ai.arena.results import Results, load
from cacao_core.ai.arena.running import Interrupted, check_jobs, has_joblib, play
from cacao_core.ai.strengths import SEARCHING
from cacao_core.cli.games import add_rules, refuse, rules_given
from cacao_core.engine.client import DECISION, checked_seconds
from cacao_core.errors import CacaoError
from cacao_core.formats import collection

_ABOUT = f"""Let artificial players and bots play against each other, and rate them.

A CONTESTANT is a level ({", ".join(ai.LEVELS)}), a level with a budget of simulations (hard@200),
a bot: module:callable, path/to/file.py (its function "choose"), path/to/file.py:callable; or a
program in any language: ./program, "./program --its-option" (docs/engine.md).
NAME=… before it gives it another name. A bot is called with a view of the game and returns a move.
Every deal is played with all seatings, so that nobody profits from its luck.
"""

_OF_GAMES = (
    *(
        "players",
        "rules",
        "deals",
        "seed",
        "budget",
        "out",
        "jobs",
        "backend",
        "seconds",
        "debug",
        "quiet",
    ),
)
"""Options that have a meaning only when games are played."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to ``python -m cacao_core``."""
    parser = commands.add_parser(
        "arena",
        help="let artificial players and bots play against each other, and rate them",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    option = parser.add_argument
    option("contestants", nargs="*", metavar="CONTESTANT")
    option("--players", type=int, metavar="N", help="seats of a game: 2, 3 or 4 (2)")
    add_rules(parser)
    option("--deals", type=int, metavar="N", help="number of deals (100)")
    option("--seed", type=int, metavar="N", help="seed of the first deal (0)")
    option(
        "--budget",
        action="append",
        default=[],
        metavar="LEVEL=N",
        help="simulations of a level, in place of its own; may be repeated",
    )
    option("--out", metavar="FILE", help="keep the games in a file, and go on with one")
    option("--show", metavar="FILE", help="play nothing: the tables of the games in a file")
    option("--export", metavar="FILE", help="write the games as a collection of records")
    option("--anchor", metavar="NAME", help='whose Elo is 0 (the first), or "mean"')
    option("--jobs", type=int, metavar="N", help="processes; -1: one a core (-1)")
    option("--backend", metavar="NAME", help="what joblib computes with: loky, ray, dask, …")
    option("--seconds", type=float, metavar="S", help="for a decision (60)")
    option("--debug", action="store_true", help="print the tracebacks of bots")
    option("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Play the tournament, or show the results of a file.

    Raises:
        CacaoError: an argument is invalid.
        Interrupted: on Ctrl-C, after the results so far were shown and exported.
    """
    if options.show:
        if options.contestants:
            raise CacaoError("--show takes no contestants: it plays nothing")
        refuse(options, _OF_GAMES, "is for games that are played, not for --show")
    if options.out and options.out == options.export:
        raise CacaoError("--out and --export: expected two different files")
    if options.export:  # a wrong name is told before the games instead of after hours
        collection.write(options.export, (), append=True)
    try:
        results = load(options.show) if options.show else _play(options)
    except Interrupted as interrupted:
        _say_interrupted(interrupted.results, options)
        _export(interrupted.results, options)
        raise
    print(report(results, options.anchor))
    _export(results, options)


def _export(results: Results, options: argparse.Namespace) -> None:
    if options.export:
        collection.write(options.export, map(record_of, results.games))


def _play(options: argparse.Namespace) -> Results:
    jobs = -1 if options.jobs is None else options.jobs
    check_jobs(jobs)
    seconds = DECISION if options.seconds is None else options.seconds
    limits = {"seconds": checked_seconds(seconds), "debug": options.debug}
    budgets = dict(map(_budget, options.budget))
    entries = contestants(options.contestants, budgets, **limits)
    _check_anchor(options.anchor, entries)
    _check_effects(options, budgets, entries, jobs)
    rules = rules_given(options.rules)
    first = options.seed or 0
    deals = 100 if options.deals is None else options.deals
    if deals < 1:
        raise CacaoError(f"{deals} deals: expected 1 or more")
    if jobs != 1 and not has_joblib():
        how = "pip install '.[arena]' in a checkout"
        note = f"joblib is not installed, so one process plays ({how})"
        print(f"cacao_core: {note}", file=sys.stderr)
        jobs = 1
    with _backend(options.backend):
        return play(
            entries,
            rules.players[0] if options.players is None else options.players,
            range(first, first + deals),
            rules=rules,
            jobs=jobs,
            out=options.out,
            progress=not options.quiet,
        )


def _budget(text: str) -> tuple[str, int]:
    level, _equals, number = text.partition("=")
    if level not in SEARCHING or not (number.isascii() and number.isdecimal()):
        levels = ", ".join(SEARCHING)
        raise CacaoError(f"budget {text!r}: expected {levels}, = and a number, as in hard=200")
    return level, int(number)


def _check_effects(
    options: argparse.Namespace,
    budgets: dict[str, int],
    entries: tuple[Contestant, ...],
    jobs: int,
) -> None:
    """Refuse options that would change nothing.

    Raises:
        CacaoError: there is one.
    """
    for level in budgets:
        if not any(level in (given, given.partition("=")[2]) for given in options.contestants):
            raise CacaoError(f"--budget {level}: {level} does not play with the usual budget")
    if all(each.source in ai.LEVELS for each in entries):
        refuse(options, ["seconds", "debug"], "is for bots and programs, and only levels play")
    if jobs == 1:
        refuse(options, ["backend"], "is for more than one process")


def _check_anchor(anchor: str | None, entries: tuple[Contestant, ...]) -> None:
    """Check the anchor before the games instead of after hours."""
    names = [each.name for each in entries]
    if anchor is not None and anchor not in (*names, "mean"):
        raise CacaoError(f"anchor {anchor!r}: expected one of {', '.join(names)}, mean")


def _backend(name: str | None) -> ExitStack:
    """Let joblib use another back end than its own processes.

    Dask uses the scheduler of DASK_SCHEDULER_ADDRESS, Ray the cluster of RAY_ADDRESS; if unset,
    they start on this machine.
    """
    with ExitStack() as stack:
        try:
            if name == "ray":
                import_module("ray.util.joblib").register_ray()
            elif name == "dask":
                stack.enter_context(import_module("distributed").Client())
            if name is not None:
                stack.enter_context(import_module("joblib").parallel_config(backend=name))
        except (ImportError, ValueError) as error:
            raise CacaoError(f"backend {name} cannot be used: {error}") from None
        return stack.pop_all()


def _say_interrupted(results: Results, options: argparse.Namespace) -> None:
    if results.games:
        print(report(results, options.anchor))
    hope = (
        f"the same command goes on with the rest, from {options.out}"
        if options.out
        else "with --out FILE the same command could go on with the rest"
    )
    done = f"{len(results.games)} of {results.scheduled} games were played"
    print(f"cacao_core: interrupted: {done}; {hope}", file=sys.stderr)
