"""Commands that value turns: ``best``, ``analyse``, ``review``."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import starmap
from typing import TYPE_CHECKING, Final

from cacao_core import CacaoError, Game, ai
from cacao_core.ai.strengths import LEVELS, SEARCHING
from cacao_core.cli.games import add_game, load, refuse
from cacao_core.formats.as_json import analysis_value, turn_value
from cacao_core.tiles import COLOURS

if TYPE_CHECKING:
    from cacao_core.ai import Balance, Candidate, Reason, ReviewedTurn
    from cacao_core.cli.games import Commands


_USUAL: Final = 5
"""So many turns are told, unless something else is asked for."""


def best(options: argparse.Namespace) -> None:
    """Print the move of a level, or the first of the analysis' best turn."""
    game = _going_on(options)
    if options.level:
        refuse(options, ["seconds"], "is for the analysis: a level takes its own time")
        if options.level not in SEARCHING:
            refuse(options, ["playouts"], f"is for levels that search: {', '.join(SEARCHING)}")
    else:
        refuse(options, ["seed"], "is for --level: the analysis is always the same")
    if options.level:
        print(ai.choose(game, options.level, options.seed, options.playouts))
    else:
        analysis = ai.analyse(game, budget=options.playouts, seconds=options.seconds, best=1)
        print(analysis[0].move)


def analyse(options: argparse.Namespace) -> None:
    """Print the turns of the seat to move, best first."""
    game = _going_on(options)
    moves = options.move or None
    usual = None if moves or options.all else _USUAL
    analysis = ai.analyse(
        game,
        budget=options.playouts,
        seconds=options.seconds,
        moves=moves,
        all_moves=options.all,
        best=usual if options.best is None else options.best,
        level=options.level,
    )
    if options.json:
        print(json.dumps(analysis_value(game, analysis)))
        return
    assert analysis.seat is not None, "somebody has to move"
    lead, win = analysis.margins[analysis.seat], analysis.wins[analysis.seat]
    kind = "exact" if analysis.exact else "estimated"
    print(f"{COLOURS[analysis.seat]}: lead {lead:+.1f}, wins {win:.0%} ({kind})")
    answers = ai.Answers(game)
    for candidate in analysis:
        others = () if candidate is analysis[0] else analysis[0].line
        explanation = _told(ai.explain(game, candidate.line, others, answers))
        if candidate.is_rough:
            explanation += f"; a rough estimate: {_playouts(candidate.simulations)}"
        print(f"{_figures(candidate)}  {' '.join(map(str, candidate.line))}  ({explanation})")


def review(options: argparse.Namespace) -> None:
    """Print every turn with what it lost, and the best one; then what made the result."""
    if not options.least >= 0:
        raise CacaoError(f"--least {options.least}: expected 0 or more")
    record = load(options.game)
    if not record.moves:
        raise CacaoError("the game has no turns yet")
    turns = []
    for _share, turn in ai.reviewing(record, options.playouts):
        if turn:
            turns.append(turn)
            print(json.dumps(turn_value(turn)) if options.json else _reviewed(turn, options.least))
            sys.stdout.flush()  # a review takes a while
    balance = ai.balance(turns)
    if options.json:
        print(json.dumps({"balance": [one._asdict() for one in balance]}))
    else:
        print("\n".join(starmap(_balanced, enumerate(balance))))


def _reviewed(turn: ReviewedTurn, least: float) -> str:
    played = " ".join(map(str, turn.played.line))
    report = f"{turn.number:3}. {COLOURS[turn.seat]:7}{_figures(turn.played)}  {played}"
    if turn.is_mistake and turn.loss >= least:
        better = " ".join(map(str, turn.analysis[0].line))
        lost = f"lost {turn.loss:.1f} ± {turn.error:.1f}"
        report += f"\n     {lost}: {_figures(turn.analysis[0])}  {better}"
    for worker in turn.workers:
        if worker.is_mistake and worker.loss >= least:
            lost = f"{worker.loss:.1f} ± {worker.error:.1f} with {worker.move}"
            report += f"\n     {COLOURS[worker.seat]} lost {lost}: {worker.better}"
    return report


def _balanced(seat: int, balance: Balance) -> str:
    own = balance.skill[seat]
    others = balance.adjusted - own
    parts = f"luck {balance.luck:+.1f}, own decisions {own:+.1f}, those of others {others:+.1f}"
    return f"{COLOURS[seat]:7} lead {balance.result:+.1f}: {parts}"


def _playouts(number: int) -> str:
    return "1 playout" if number == 1 else f"{number} playouts"


def _going_on(options: argparse.Namespace) -> Game:
    game = load(options.game).game(options.at)
    if game.to_move is None:
        raise CacaoError("the game is over: there is no turn to value")
    return game


def _figures(candidate: Candidate) -> str:
    return f"{candidate.margin:+6.1f} {candidate.win:4.0%}"


def _told(reason: Reason) -> str:
    """A reason in short: its kind, and what goes with it."""
    parts = [reason.kind]
    parts += [str(reason.amount)] if reason.amount else []
    parts += [reason.code] if reason.code else []
    parts += [f"for {reason.gold} gold"] if reason.gold else []
    parts += [f"by {COLOURS[reason.seat]}"] if reason.seat is not None else []
    return " ".join(parts)


def add(commands: Commands) -> None:
    """Add the commands."""
    choosing = commands.add_parser("best", help="print the best move of a position")
    add_game(choosing)
    choosing.add_argument("--level", choices=LEVELS, help="as this level plays")
    choosing.add_argument("--seed", type=int, metavar="N", help="makes a level's move repeatable")
    _add_budget(choosing)
    choosing.set_defaults(run=best)

    analysing = commands.add_parser("analyse", help="value the turns of a position")
    add_game(analysing)
    _add_budget(analysing)
    analysing.add_argument("--best", type=int, metavar="N", help="how many (5, or all asked for)")
    analysing.add_argument("--all", action="store_true", help="all legal moves")
    analysing.add_argument(
        "--move", action="append", default=[], metavar="MOVE", help="only this one, and others"
    )
    analysing.add_argument("--level", choices=SEARCHING, default="expert", help="whose search")
    analysing.add_argument("--json", action="store_true", help="as JSON (docs/data.md)")
    analysing.set_defaults(run=analyse)

    reviewing = commands.add_parser("review", help="value every turn of a game")
    add_game(reviewing, has_at=False)
    reviewing.add_argument("--playouts", type=int, metavar="N", help="for each turn")
    reviewing.add_argument(
        "--least",
        type=float,
        default=0.5,
        metavar="GOLD",
        help="least loss that is told (0.5)",
    )
    reviewing.add_argument("--json", action="store_true", help="as JSON, a line for each turn")
    reviewing.set_defaults(run=review)


def _add_budget(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--playouts", type=int, metavar="N", help="how much is searched")
    parser.add_argument("--seconds", type=float, metavar="S", help="how long instead")
