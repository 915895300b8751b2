"""Commands that value turns: ``best``, ``analyse``, ``review``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from cacao_core import CacaoError, Game, ai
from cacao_core.ai.strengths import LEVELS
from cacao_core.ai.wishes import SEARCHING
from cacao_core.cli.games import add_game, load
from cacao_core.tiles import COLOURS

if TYPE_CHECKING:
    from cacao_core.ai import Candidate, Reason
    from cacao_core.cli.games import Commands


_USUAL: Final = 5
"""So many turns are told, unless something else is asked for."""


def best(options: argparse.Namespace) -> None:
    """Print the move of a level, or the first of the analysis' best turn."""
    game = _going_on(options)
    if options.level and options.seconds is not None:
        raise CacaoError("--seconds: a level takes its own time; leave out one of the two")
    if options.level:
        print(ai.choose(game, options.level, options.seed, options.playouts))
    else:
        found = ai.analyse(game, options.playouts, seconds=options.seconds, best=1)
        print(found[0].move)


def analyse(options: argparse.Namespace) -> None:
    """Print the turns of the seat to move, best first."""
    game = _going_on(options)
    moves = options.move or None
    usual = None if moves or options.all else _USUAL
    found = ai.analyse(
        game,
        options.playouts,
        seconds=options.seconds,
        moves=moves,
        all_moves=options.all,
        best=usual if options.best is None else options.best,
        level=options.level,
    )
    assert found.seat is not None, "somebody has to move"
    lead, win = found.margins[found.seat], found.wins[found.seat]
    kind = "exact" if found.exact else "estimated"
    print(f"{COLOURS[found.seat]}: lead {lead:+.1f}, wins {win:.0%} ({kind})")
    answers = ai.Answers(game)
    for candidate in found:
        others = () if candidate is found[0] else found[0].line
        reason = ai.explain(game, candidate.line, others, answers)
        print(f"{_figures(candidate)}  {' '.join(map(str, candidate.line))}  ({_told(reason)})")


def review(options: argparse.Namespace) -> None:
    """Print every turn with what it lost, and the best one; then what made the result."""
    turns = ai.review(load(options.game), options.playouts)
    for turn in turns:
        played = " ".join(map(str, turn.played.line))
        print(f"{turn.number:3}. {COLOURS[turn.seat]:7}{_figures(turn.played)}  {played}")
        if turn.loss >= options.least:
            better = " ".join(map(str, turn.analysis[0].line))
            print(f"     lost {turn.loss:.1f}: {_figures(turn.analysis[0])}  {better}")
    for seat, one in enumerate(ai.balance(turns) if turns else ()):
        own = one.skill[seat]
        others = one.adjusted - own
        parts = f"luck {one.luck:+.1f}, own decisions {own:+.1f}, those of others {others:+.1f}"
        print(f"{COLOURS[seat]:7} lead {one.result:+.1f}: {parts}")


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
    analysing.set_defaults(run=analyse)

    reviewing = commands.add_parser("review", help="value every turn of a game")
    add_game(reviewing, has_at=False)
    reviewing.add_argument("--playouts", type=int, metavar="N", help="for each turn")
    reviewing.add_argument(
        "--least", type=float, default=0.5, metavar="GOLD", help="loss that is shown (0.5)"
    )
    reviewing.set_defaults(run=review)


def _add_budget(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--playouts", type=int, metavar="N", help="how much is searched")
    parser.add_argument("--seconds", type=float, metavar="S", help="how long instead")
