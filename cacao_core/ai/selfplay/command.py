"""``python -m cacao_core learn``: the numbers of the computer players, learned from self-play."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from cacao_core.ai.arena.running import check_jobs
from cacao_core.ai.selfplay import chances, module_values, outlooks, tables
from cacao_core.ai.selfplay.games import GameTask
from cacao_core.ai.selfplay.learning import Effort, in_parts, learn, mixed, of_rules
from cacao_core.cli.games import rules_given, write
from cacao_core.deal import check_seed
from cacao_core.errors import CacaoError
from cacao_core.rules import BASE, Rules

_ABOUT: Final = """Learn what things are worth to computer players, from games against themselves.

WHAT is "tables" (of the rulebook's goods), "outlooks" (numbers of the closer look), "chances" (how
sure both are), "module_values", or rules such as huts or map+chocolate: values of modules are
learned from games of these, in turn. Without any, all numbers are learned. The results are modules
of Python, in a folder. The same arguments give the same text, whatever the number of processes.
"""
_USUAL: Final = {
    "tables": (6000, 3),
    "outlooks": (9000, 1),
    "chances": (60, 1),
    "module_values": (1000, 2),
}
"""Games in each round, and rounds; of the rulebook's game, for each number of players."""
_SURE: Final = 8
"""So many times fewer games tell, after the last round, how sure the tables are."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to ``python -m cacao_core``."""
    parser = commands.add_parser(
        "learn",
        help="learn what things are worth to the computer players, from self-play",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    option = parser.add_argument
    option("what", nargs="*", metavar="WHAT")
    option("--percent", type=int, default=100, metavar="N", help="of the usual games (100)")
    option("--seed", type=int, default=0, metavar="N", help="of the first game (0)")
    option("--jobs", type=int, default=-1, metavar="N", help="processes; -1: one a core (-1)")
    option("-o", "--out", type=Path, default=Path("learned"), metavar="FOLDER", help="(learned)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Learn, and write the modules.

    Raises:
        CacaoError: an argument is invalid.
    """
    if options.percent < 1:
        raise CacaoError(f"--percent {options.percent}: expected 1 or more")
    check_seed(options.seed)
    check_jobs(options.jobs)
    rules = [rules_given(name) for name in options.what if name not in _PARTS]
    if plain := [its.name for its in rules if not its.modules]:
        raise CacaoError(f"{plain[0]} has no modules; its goods have the values of the tables")
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CacaoError(f"{options.out}: {error.strerror}") from None
    parts = [name for name in options.what if name in _PARTS] or (_PARTS if not rules else [])
    how = f"python -m cacao_core learn --percent {options.percent} --seed {options.seed}"
    for part in parts:
        write(options.out / f"{part}.py", _PARTS[part](options, how))
    if rules:
        names = " ".join(its.name for its in rules)
        write(options.out / "module_values.py", _module_values(options, f"{how} {names}", rules))


def _effort(options: argparse.Namespace, stage: str) -> Effort:
    games, rounds = _USUAL[stage]
    return Effort(max(1, games * options.percent // 100), rounds, options.seed, options.jobs)


def _tables(options: argparse.Namespace, how: str) -> str:
    """The tables for each number of players as text."""
    weights_by_players = {}
    effort = _effort(options, "tables")
    last = effort.seed + effort.games * effort.rounds
    games = range(last, last + max(1, effort.games // _SURE))
    for players in BASE.players:
        _say(f"tables for {players}")
        task = partial(GameTask, BASE, players)
        weights = tables.weights_of(learn(tables.TrainingTables(), (), effort, task, _say))
        spread = tables.spread_of(weights, map(task, games))
        weights_by_players[players] = weights._replace(spread=spread)
    return tables.text(weights_by_players, how)


def _outlooks(options: argparse.Namespace, how: str) -> str:
    """The numbers of the closer look for each number of players as text."""
    rows, effort = {}, _effort(options, "outlooks")
    for players in BASE.players:
        _say(f"closer look for {players}")
        task = partial(GameTask, BASE, players)
        rows[players] = outlooks.rows_of(learn(outlooks.Outlooks(), (), effort, task, _say))
    return outlooks.text(rows, how)


def _chances(options: argparse.Namespace, how: str) -> str:
    """The numbers of the chances as text."""
    _say("chances")
    effort = _effort(options, "chances")
    seeds = range(effort.seed, effort.seed + effort.games)
    games = [GameTask(BASE, players, seed) for players in BASE.players for seed in seeds]
    parts = in_parts(chances.estimated_positions, games, effort.jobs)
    return chances.text(chances.numbers_of([one for part in parts for one in part]), how)


def _module_values(options: argparse.Namespace, how: str, rules: Sequence[Rules] = ()) -> str:
    """The values of modules as text, from games of some rules; without any, of all modules."""
    _say("modules")
    model, tasks = module_values.ModuleValues(), partial(of_rules, rules) if rules else mixed
    values = learn(model, model.start, _effort(options, "module_values"), tasks, _say)
    return module_values.text(values, how)


_PARTS: Final[Mapping[str, Callable[[argparse.Namespace, str], str]]] = {
    "tables": _tables,
    "outlooks": _outlooks,
    "chances": _chances,
    "module_values": _module_values,
}
"""The name of a module -> how its text is learned."""


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
