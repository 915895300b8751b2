"""The decisions that gave gold away: a list that adds up to what is told of each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core.tiles import Seat
from cacao_web.board import art, telling
from cacao_web.features.analysis import model, starred
from cacao_web.features.analysis.model import Decision, Review, Reviewed, WorkerDecision
from cacao_web.game.session import Session
from cacao_web.game.texts import comparison, reasons, words
from cacao_web.ui.i18n import _, all_of, ngettext
from cacao_web.ui.markup import Markup, h, join

_LISTED: Final = 8
"""At most so many decisions of each of two groups: one's own, and those of others."""


def turns(session: Session, review: Review) -> list[Markup]:
    """The costly decisions; with other players, one's own come first, under one's name."""
    own = model.own_seats(session)
    costly = review.costly(own)
    groups = [[one for one in costly if (one.seat in own) == mine][:_LISTED]
              for mine in (True, False)]  # fmt: skip
    lists = [
        join(_whose(session, group) if own else None, _list(session, group))
        for group in groups
        if group
    ]
    rest = _rest(session, review, [one for group in groups for one in group])
    return [*lists, *rest] or [h("p", None, _("Nobody gave away anything."))]


def _rest(session: Session, review: Review, listed: Sequence[Decision]) -> list[Markup]:
    """The gold that all other decisions of each player gave away; with the list, its part."""
    lines = []
    for part in review.parts:
        gold = -part.own - sum(one.gave for one in listed if one.seat == part.seat)
        others = [one for one in review.decisions if one.seat == part.seat and one not in listed]
        turns = len({one.turn.at for one in others})
        if gold:
            text = ngettext(
                "{name}: {gold} in {n} other turn.", "{name}: {gold} in {n} other turns.",
                turns, name=session.label(part.seat), gold=words.signed(-gold),
            )  # fmt: skip
            lines.append(h("p", {"class": "soft"}, text))
    return lines


def _whose(session: Session, group: Sequence[Decision]) -> Markup:
    """The players of some decisions, as a heading."""
    names = [session.label(seat) for seat in sorted({one.seat for one in group})]
    return h("h4", None, all_of(names))


def _list(session: Session, group: Sequence[Decision]) -> Markup:
    return h("ol", {"class": "costly"}, [_costly(session, one) for one in group])


def _costly(session: Session, costly: Decision) -> Markup:
    """A costly decision as it was played: a click shows the better one on the board.

    The better one is not shown here, so that one can look for it.
    """
    turn, colour = costly.turn, session.sitters[costly.seat].colour
    go = {"type": "button", "class": "turn", "data-command": "review", "data-value": turn.at,
          "data-lights": words.cells_laid(turn.played.line), "id": _id(costly),
          "aria-current": "step" if session.look.at == turn.at else None}  # fmt: skip
    label = h("b", None, title(session, turn, costly.seat))
    decision = _played(session, turn) if costly.is_turn else _chose(session, costly)
    loss = h("b", {"class": "loss"}, words.signed(-costly.gave))
    text = h("span", {"class": "told"}, label, " ", loss, decision)
    return h("li", None, h("button", go, art.emblem(colour), text))


def _played(session: Session, turn: Reviewed) -> Markup:
    """The turn that was played, and the gain of a better turn beside it."""
    why = reasons.reason(turn.played.reason, session)
    if turn.best.differs:
        facts = comparison.told(turn.best.differs, turn.loss, session, turn.seat)
        why = _("{done}; a better turn: {facts}").format(done=why, facts=facts)
    tiles = words.laid(turn.played.line)
    placed = words.placed(session.record.game(turn.at), tiles)
    return h("span", None, telling.in_words(f"{placed}; "),
             telling.tiles(tiles, session.sitters[turn.seat].colour), why,
             f". {star}" if (star := starred.word(session, turn)) else None,
             " ", telling.notation(turn.played.line))  # fmt: skip


def _chose(session: Session, decision: Decision) -> Markup:
    """The choices for workers in the turn of another."""
    chosen = [_choice(session, it) for it in decision.turn.workers if it.seat == decision.seat]
    return h("span", None, "; ".join(chosen))


def _choice(session: Session, decision: WorkerDecision) -> str:
    game = session.record.game(decision.at)
    done, better = (
        words.does(game, move) for move in (session.record.moves[decision.at], decision.better)
    )
    return _("{done} (better: {better})").format(done=done, better=better)


def workers(session: Session, review: Review, turn: Reviewed) -> list[Markup]:
    """The choices that others made for their workers in a turn, where that cost them something."""
    lines = []
    for decision in review.decisions:
        if decision.turn is turn and not decision.is_turn and decision.is_mistake:
            name = title(session, turn, decision.seat)
            text = h("b", None, name), " ", h("b", {"class": "loss"}, words.signed(-decision.gave))
            lines.append(h("p", {"class": "workers"}, *text, " ", _chose(session, decision)))
    return lines


def _id(decision: Decision) -> str:
    return costly_id(decision.turn.at) + ("" if decision.is_turn else f"-{decision.seat}")


def costly_id(at: int) -> str:
    """Id of the entry of a costly turn, given the number of moves before it."""
    return f"costly-{at}"


def title(session: Session, turn: Reviewed, seat: Seat) -> str:
    """A turn and whose it is, or whose workers act in it."""
    if seat == turn.seat:
        return _("Turn {n}, {name}").format(n=turn.number, name=session.label(seat))
    name = session.name(seat)
    sentence = _("Turn {n}, workers of {name}") if name else _("Turn {n}, your workers")
    return sentence.format(n=turn.number, name=name)
