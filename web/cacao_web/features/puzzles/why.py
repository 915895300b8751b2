"""The reasons why a turn is the best one, by its theme, and the refutations of others."""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core import Record
from cacao_core.ai.endings import solve
from cacao_core.tiles import Seat
from cacao_web.features.puzzles.trial import Reply, Trial
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _, ngettext

_BUDGET: Final = 1 << 60
"""Nodes for solving an ending: as many as it takes, as for the verdict."""


class TurnEffects(NamedTuple):
    """The effects of a turn at once, for its player, as far as themes are about them."""

    gold: int = 0  # gold that was taken
    older: int = 0  # the part of it that older workers took
    sold: int = 0  # cacao that was sold
    paid: int = 0  # gold for it
    water: int = 0  # value of the carrier's field, compared with the one before
    temple: int = 0  # gold at temples, as they stand after the turn
    taken: int = 0  # the part of that which another player would have got
    rival: Seat = 0  # that player


def effects(record: Record, start: int) -> TurnEffects:
    """The effects of the turn that begins after a number of moves, up to the end of a record."""
    from cacao_core.events import Activated, Sold, TempleChanged  # noqa: PLC0415  # rarely needed

    game = record.game(start)
    seat, before, placed = game.turn, game.score()[game.turn], record.moves[start].cell
    gold = older = sold = paid = temple = 0
    lost = dict.fromkeys(range(len(game.players)), 0)
    for move in record.moves[start:]:
        for event in game.events(move):
            if isinstance(event, TempleChanged):
                temple += event.change[seat]
                for other in lost:
                    lost[other] -= event.change[other]
            elif isinstance(event, Activated) and event.seat == seat:
                gold += event.change.gold
                older += event.change.gold * (event.cell != placed)
                if isinstance(event, Sold):
                    sold, paid = sold - event.change.cacao, paid + event.change.gold
        game.apply(move)
    del lost[seat]
    rival = max(lost, key=lambda other: lost[other])
    water = game.score()[seat].water - before.water
    return TurnEffects(gold, older, sold, paid, water, temple, max(0, lost[rival]), rival)


def best(trial: Trial, session: Session) -> str:
    """The effect of the best turn that decides the puzzle; empty if that is not seen at once."""
    done = effects(trial.solution, trial.start)
    return _sentence(trial.puzzle.theme, done, session, _("The best turn"))


def own(trial: Trial, session: Session) -> str:
    """The effect of the person's own turn, which was right; empty as for the best turn."""
    done = effects(session.record, trial.start)
    return _sentence(trial.puzzle.theme, done, session, _("Your turn"))


def missed(trial: Trial, session: Session) -> str:
    """The reason why the best turn is better than the person's own."""
    mine, better = effects(session.record, trial.start), effects(trial.solution, trial.start)
    sentence = best(trial, session)
    if better.temple > mine.temple and mine.sold > better.sold:
        waits = _("Cacao can still be sold later; the space at the temple cannot wait.")
        return f"{sentence} {waits}".strip()
    return sentence


def _sentence(theme: str, done: TurnEffects, session: Session, turn: str) -> str:
    """The effect of a turn, by a theme; else by its greatest gain."""
    sentence = _of_theme(theme, done, session) or _of_gains(done)
    return sentence.format(turn=turn)


def _of_theme(theme: str, done: TurnEffects, session: Session) -> str:
    if theme in ("temple", "blocking") and done.taken:
        return ngettext("{turn} takes {n} gold that {name} would have got.",
                        "{turn} takes {n} gold that {name} would have got.", done.taken,
                        turn="{turn}", name=session.sitters[done.rival].said)  # fmt: skip
    if theme in ("temple", "blocking") and done.temple > 0:
        return _of_temples(done)
    if theme == "water" and done.water > 0:
        return _of_water(done)
    if theme == "double" and done.older:
        return ngettext("{turn} lets older workers act again, for {n} gold.",
                        "{turn} lets older workers act again, for {n} gold.", done.older,
                        turn="{turn}")  # fmt: skip
    if theme == "overbuilding" and done.gold:
        return ngettext("{turn} overbuilds, for {n} gold at once.",
                        "{turn} overbuilds, for {n} gold at once.", done.gold,
                        turn="{turn}")  # fmt: skip
    return ""


def _of_gains(done: TurnEffects) -> str:
    if done.sold:
        fruits = ngettext("{n} cacao fruit", "{n} cacao fruits", done.sold)
        gold = ngettext("{n} gold", "{n} gold", done.paid)
        sentence = _("{turn} sells {fruits} for {gold}.")
        return sentence.format(turn="{turn}", fruits=fruits, gold=gold)
    if done.temple > 0:
        return _of_temples(done)
    if done.gold:
        return ngettext("{turn} takes {n} gold at once.", "{turn} takes {n} gold at once.",
                        done.gold, turn="{turn}")  # fmt: skip
    return _of_water(done) if done.water > 0 else ""


def _of_temples(done: TurnEffects) -> str:
    return ngettext("{turn} gains {n} gold at temples.", "{turn} gains {n} gold at temples.",
                    done.temple, turn="{turn}")  # fmt: skip


def _of_water(done: TurnEffects) -> str:
    return ngettext("{turn} gains {n} gold on the water track.",
                    "{turn} gains {n} gold on the water track.", done.water,
                    turn="{turn}")  # fmt: skip


# --- A win that was missed -----------------------------------------------------------------------


def reply(session: Session) -> Reply | None:
    """The turn that refutes the person's; None after the end, or if several others play."""
    game = session.record.game()
    if game.is_over or len(game.players) > 2:
        return None
    solution = solve(game, _BUDGET)
    if solution is None or not solution.turns:
        return None
    length = next(
        (at for at, move in enumerate(solution.line) if at and move.starts_turn),
        len(solution.line),
    )
    moves = solution.line[:length]
    name, behind = session.sitters[game.turn].said, solution.margin
    placed = words.cell_name(moves[0].cell)
    if behind > 0:
        end = ngettext("you end {n} gold behind", "you end {n} gold behind", behind)
    else:
        end = _("you do not win")
    sentence = _("{name} answers on {cell}, and {end}.").format(name=name, cell=placed, end=end)
    return Reply(moves, sentence)
