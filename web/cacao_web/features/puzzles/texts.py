"""Texts of puzzles: the task, the hints, and the verdict on a turn."""

from __future__ import annotations

from cacao_web.features.puzzles.trial import Trial, TrialVerdict, TurnGain
from cacao_web.game.players import colour_name
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _, ngettext, pgettext


def title(kind: str) -> str:
    return {
        "gold": _("The most gold"),
        "win": _("Win from here"),
        "best": _("The best turn"),
    }[kind]


def task(trial: Trial, session: Session) -> str:
    """The task, and whose it is."""
    puzzle, sitter = trial.puzzle, session.sitters[trial.seat]
    asked = {
        "gold": _(
            "{name} ({colour}): take as much gold as you can this turn. "
            "Temples and water do not count."
        ),
        "win": _("{name} ({colour}): play a turn after which you win, whatever the others do."),
        "best": _("{name} ({colour}): find the best turn. One is clearly ahead of all others."),
    }[puzzle.kind]
    return asked.format(name=session.label(trial.seat), colour=colour_name(sitter.colour))


def theme(name: str) -> str:
    return {
        "market": _("Think about selling at the right market."),
        "water": _("Think about water."),
        "temple": _("Think about a temple."),
        "double": _("Think about older workers that act again."),
        "overbuilding": _("Think about overbuilding."),
        "blocking": _("Think about taking something away from others."),
        "filling": _("Think about filling two spaces."),
    }[name]


def theme_name(name: str) -> str:
    """The theme of a puzzle, in a word or two."""
    return {
        "market": _("Markets"),
        "water": pgettext("score", "Water"),
        "temple": _("Temples"),
        "double": _("Older workers act again"),
        "overbuilding": _("Overbuilding"),
        "blocking": _("Taking from others"),
        "filling": _("Filling two spaces"),
    }[name]


def hint(trial: Trial) -> str:
    """The hints that were given."""
    if not trial.hints:
        return ""
    tile = _("The right tile in your hand is already selected.")
    where = _("It goes on the ringed cell, as it is turned now.")
    return " ".join((theme(trial.puzzle.theme), tile, *([where] if trial.hints > 1 else [])))


def verdict(trial: Trial, session: Session) -> str:
    """The verdict on the turn, compared with the best one."""
    given = trial.verdict
    if given is None:
        return _("Let’s see…")
    if given.own is None:
        return ""
    refuted = given.reply.said if given.reply else ""
    return " ".join(filter(None, (_compared(given, given.own, trial, session), refuted, given.why)))


def _compared(given: TrialVerdict, own: TurnGain, trial: Trial, session: Session) -> str:
    """The gain of a turn, compared with the best one."""
    if trial.puzzle.kind == "gold":
        return _of_gold(own, trial)
    if trial.puzzle.kind == "win":
        return _of_winning(own, session, right=given.right)
    brings = _brings(own)
    if given.right:
        return _("That is the best turn: {brings}.").format(brings=brings)
    compared = _("Your turn brings {own}, the best one {best}.")
    why = "" if given.why else _("What counts is how the game goes on.")
    return f"{compared.format(own=brings, best=_brings(trial.best))} {why}".strip()


def _of_gold(own: TurnGain, trial: Trial) -> str:
    gold = ngettext("{n} gold", "{n} gold", own.gold)
    most = trial.puzzle.goal if trial.puzzle.goal is not None else trial.best.gold
    if own.gold >= most:
        return _("You have taken {gold}: more is not possible.").format(gold=gold)
    return _("You have taken {gold}. {n} were possible.").format(gold=gold, n=most)


def _of_winning(own: TurnGain, session: Session, *, right: bool) -> str:
    if own.margin is not None:
        return _of_the_end(own.margin)
    if right:
        return _("You win, whatever the others do now.")
    others = [sitter.said for seat, sitter in enumerate(session.sitters) if not sitter.is_person]
    if len(others) == 1:
        return _("{name} can still keep you from winning.").format(name=others[0])
    return _("The others can still keep you from winning.")


def _of_the_end(margin: int) -> str:
    if margin > 0:
        return ngettext("You win by {n} gold.", "You win by {n} gold.", margin)
    if margin < 0:
        return ngettext("You lose by {n} gold.", "You lose by {n} gold.", -margin)
    return _("You end level on gold.")


def _brings(own: TurnGain) -> str:
    """The gain of a turn at once."""
    gold = ngettext("{n} gold", "{n} gold", own.gold)
    return _("{gold} (score {change})").format(gold=gold, change=words.signed(own.score))


def rating(change: int | None, after: int) -> str:
    """The change that a try made to the rating."""
    if change is None:
        return _("Your rating stays {n}: only the first try counts.").format(n=after)
    return _("Your rating: {n} ({change}).").format(n=after, change=words.signed(change))


def first_step() -> str:
    """The sentence before the best turn is shown, step by step."""
    return _("The best turn, step by step.")


def answer() -> str:
    """The sentence above the turn that refutes one's own."""
    return _("The answer to your turn")


def result(trial: Trial) -> str:
    """The gain of the whole best turn, and its theme."""
    if trial.refuted:
        return ""
    text = _("In all: {brings}.").format(brings=_brings(trial.best))
    if trial.puzzle.kind == "win":
        margin = trial.best.margin
        text = _("You win, whatever the others do now.") if margin is None else _of_the_end(margin)
    return text
