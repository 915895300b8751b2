"""``python -m cacao_core learn``: the values of the computer players, learned from self-play."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from cacao_core.ai.arena.running import check_jobs
from cacao_core.ai.selfplay import module_values, outlooks, tables
from cacao_core.ai.selfplay.games import GameTask
from cacao_core.ai.selfplay.learning import Effort, learn, mixed, of_rules
from cacao_core.cli.games import check_ending, rules_given, write
from cacao_core.deal import check_seed
from cacao_core.errors import CacaoError
from cacao_core.rules import BASE

_ABOUT: Final = """Learn what things are worth to computer players, from games against themselves.

RULES are names such as huts or map+chocolate; games of them are played in turn. Without any,
the values of all modules are learned, from each module alone and from combinations. "base" learns
the tables of the rulebook's goods, "outlook" the numbers of the closer look of the level master.
The result is Python, as the package ships it. The same arguments give the same text, whatever the
number of processes.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to ``python -m cacao_core``."""
    parser = commands.add_parser(
        "learn",
        help="learn what things are worth to the computer players, from self-play",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    option = parser.add_argument
    option("rules", nargs="*", metavar="RULES")
    option("--games", type=int, default=1000, metavar="N", help="in each round (1000)")
    option("--rounds", type=int, default=2, metavar="N", help="how many (2)")
    option("--seed", type=int, default=0, metavar="N", help="of the first game (0)")
    option("--jobs", type=int, default=-1, metavar="N", help="processes; -1: one a core (-1)")
    option("-o", "--out", type=Path, metavar="FILE", help="in place of the standard output")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Learn, and write the values.

    Raises:
        CacaoError: an argument is invalid.
    """
    for name in ("games", "rounds"):
        if getattr(options, name) < 1:
            raise CacaoError(f"--{name} {getattr(options, name)}: expected 1 or more")
    check_seed(options.seed)
    check_jobs(options.jobs)
    check_ending(options.out, ".py")
    effort = Effort(options.games, options.rounds, options.seed, options.jobs)
    how = " ".join(["python -m cacao_core learn", *options.rules])
    how += f" --games {effort.games} --rounds {effort.rounds} --seed {effort.seed}"
    if alone := [name for name in options.rules if name in _ALONE]:
        if len(options.rules) > 1:
            raise CacaoError(f"{alone[0]} has values of its own: learn it alone")
        write(options.out, _ALONE[alone[0]](effort, how))
        return
    rules = [rules_given(name) for name in options.rules]
    if plain := [its.name for its in rules if not its.modules]:
        raise CacaoError(f"{plain[0]} has no modules; its goods have the values of base")
    chosen = partial(of_rules, rules) if rules else mixed
    model = module_values.ModuleValues()
    values = learn(model, model.start, effort, chosen, _say)
    write(options.out, module_values.text(values, how))


def _base(effort: Effort, how: str) -> str:
    """The tables for each number of players as text."""
    weights_by_players = {}
    for players in BASE.players:
        _say(f"{players} players")
        model = tables.TrainingTables()
        task = partial(GameTask, BASE, players)
        values = learn(model, (), effort, task, _say)
        last = effort.seed + effort.games * effort.rounds
        tasks = (task(seed) for seed in range(last, last + max(1, effort.games // 4)))
        weights_by_players[players] = tables.weights_of(values, tables.spread_of(values, tasks))
    return tables.text(weights_by_players, how)


def _outlook(effort: Effort, how: str) -> str:
    """The numbers of the closer look for each number of players as text."""
    rows_by_players = {}
    for players in BASE.players:
        _say(f"{players} players")
        values = learn(outlooks.Outlooks(), (), effort, partial(GameTask, BASE, players), _say)
        rows_by_players[players] = outlooks.rows_of(values)
    return outlooks.text(rows_by_players, how)


_ALONE: Final[Mapping[str, Callable[[Effort, str], str]]] = {"base": _base, "outlook": _outlook}
"""Names of other values -> their text."""


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
