"""Learning from mistakes: the card beside the board, its buttons, and the marks on the board."""

from __future__ import annotations

from typing import NamedTuple

from cacao_web.board import telling
from cacao_web.board.marks import ghost
from cacao_web.board.regions import coach
from cacao_web.engine.advice import Then
from cacao_web.features.analysis import starred
from cacao_web.features.analysis.learning.retry import Rank, Retry, RetryVerdict
from cacao_web.game.session import Session
from cacao_web.game.texts import comparison, reasons, words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Child, Markup, h


class MistakePlace(NamedTuple):
    """The place of a turn among all that the person can learn from."""

    number: int  # from 1
    of: int  # number of turns
    back: str  # label of the button that leads back

    @property
    def is_last(self) -> bool:
        """Whether no other one follows."""
        return self.number >= self.of


def card(session: Session, retry: Retry, place: MistakePlace) -> Markup:
    """The turn that was played and its cost; then the verdict on the new turn, or the better turn.

    Args:
        session: the costly turn on the board.
        retry: the same as a guide.
        place: of the turn among all that the person can learn from.
    """
    if retry.shown:
        ways = [coach.steps(retry, session, "mistake-step")]
        text = coach.step(retry, session, _first_step(), _brings(session, retry))
        return _card(session, retry, place, text, ways)
    if session.is_paused:
        return _judged(session, retry, place)
    return _card(session, retry, place, _asked(session, retry), [_help(session, retry)])


def _card(
    session: Session,
    retry: Retry,
    place: MistakePlace,
    text: Child,
    ways: list[Markup],
    css: str = "",
) -> Markup:
    """The frame of all texts."""
    of = _("{n} of {total}").format(n=place.number, total=place.of)
    count = h("span", {"class": "coach-count"}, of, h("span", None, " · "))
    name = session.label(retry.seat)
    title = h("h2", None, count, _("Turn {n}, {name}").format(n=retry.turn.number, name=name))
    leave = widgets.icon_button("mistakes-leave", place.back, "close")
    return coach.card([title], text, ways, leave=leave, css=f"{css} one-turn".strip())


def _asked(session: Session, retry: Retry) -> Markup:
    """The turn that was played, and the gold that it gave away."""
    turn, colour = retry.turn, session.sitters[retry.seat].colour
    tiles = words.laid(turn.played.line)
    placed = words.placed(session.record.game(retry.start), tiles)
    gave = ngettext("It gave away about {n} gold. Find a better turn.",
                    "It gave away about {n} gold. Find a better turn.",
                    max(1, round(turn.loss)))  # fmt: skip
    played = reasons.played(session.name(retry.seat))
    return h(
        "span",
        {"class": "coach-tile", "data-lights": words.cells_laid(tiles)},
        h("span", None, played, h("span", {"class": "in-words"}, f": {placed}.")),
        telling.tiles(tiles, colour),
        h("span", None, gave, f" {starred.told()}" if retry.starred else None),
    )


def _help(session: Session, retry: Retry) -> Markup:
    """The button beside the task."""
    if len(session.record.moves) > retry.start:
        label = _("Start this turn again")
        return widgets.button("mistake-again", label, icon="undo", id="mistake-again")
    return _show()


def _show(*, best: bool = False) -> Markup:
    label = _("Show the best turn") if best else _("Show the better turn")
    return widgets.button("mistake-show", label, icon="play", id="mistake-show")


def _again(css: str = "") -> Markup:
    label = _("Try again")
    return widgets.button("mistake-again", label, icon="again", css=css, id="mistake-again")


def _next(place: MistakePlace, css: str = "") -> Markup:
    label = place.back if place.is_last else _("Next turn")
    return widgets.button("mistake-next", label, icon="next", css=css, id="mistake-next")


def _judged(session: Session, retry: Retry, place: MistakePlace) -> Markup:
    """The verdict on the new turn, with the button that most people want next."""
    sentence, given = verdict(session, retry), retry.verdict
    if given is None:
        return _card(session, retry, place, sentence, [])
    if given.how is Rank.GOOD:
        ways, css = [_next(place, "primary")], "reached"
    else:
        ways, css = [_again("primary")], "missed"
    return _card(session, retry, place, sentence, ways, css)


def verdict(session: Session, retry: Retry) -> str:
    """The comparison of the new turn, and the turns that follow it."""
    given = retry.verdict
    if retry.failed:
        return _("The computer could not rate this turn. Try again.")
    if given is None:
        return _("Let’s see…")
    same = given.how is Rank.SAME
    then = telling.follows(given.then, session, likely=not same)
    sentence = f"{_compared(given)} {then}".strip()
    if not retry.renewed:
        return sentence
    again = _("On a second look, another turn is the best, not the one in the analysis.")
    return f"{sentence} {again}"


def _compared(given: RetryVerdict) -> str:
    gold = max(1, round(given.loss))
    match given.how:
        case Rank.GOOD:
            return _right(given)
        case Rank.SAME:
            return _("That is what was played. Look for another turn.")
        case Rank.BETTER:
            return ngettext("Better than before, but the best turn brings {n} gold more.",
                            "Better than before, but the best turn brings {n} gold more.",
                            gold)  # fmt: skip
        case Rank.WORSE:
            return ngettext("Not better than before: the best turn brings {n} gold more.",
                            "Not better than before: the best turn brings {n} gold more.",
                            gold)  # fmt: skip


def _right(given: RetryVerdict) -> str:
    if given.is_best:
        return _("Right! This is the best turn that is known.")
    sentence = _("Right! Only {gold} gold behind the best turn that is known (±{error}).")
    return sentence.format(gold=words.decimal(given.loss), error=words.decimal(given.error))


def task(session: Session, retry: Retry) -> str | None:
    """The text of the tray while nobody decides."""
    if not session.is_paused:
        return None
    return _first_step() if retry.shown else _("Your turn is over.")


def _first_step() -> str:
    return _("The better turn, step by step.")


def after(session: Session, then: Then) -> str:
    """The gain of a turn that is likely to follow the better one."""
    return words.capital(telling.follows([then], session))


def _brings(session: Session, retry: Retry) -> str:
    """The reason why the shown turn is better."""
    best = retry.best
    why = reasons.reason(best.reason, session)
    if best.differs:
        why = comparison.told(best.differs, retry.loss, session, retry.turn.seat)
    if retry.renewed:
        return _("Compared with your turn just now: {facts}.").format(facts=why)
    gold = max(1, round(retry.loss))
    return ngettext("About {n} gold better at the end: {why}.",
                    "About {n} gold better at the end: {why}.", gold, why=why)  # fmt: skip


def actions(retry: Retry, place: MistakePlace) -> Markup | None:
    """The buttons instead of the hand, once the new turn is judged."""
    if retry.shown:
        return h("div", {"class": "actions after"}, _again(), _next(place))
    if retry.failed:
        return h("div", {"class": "actions after"}, _again(), _show(), _next(place))
    if retry.verdict is None:
        return None
    good = retry.verdict.how is Rank.GOOD
    shown = None if retry.verdict.is_best else _show(best=good)
    return h("div", {"class": "actions after"}, shown, None if good else _next(place))


def marks(session: Session, retry: Retry) -> Markup | None:
    """The tile that was played, dim at its place, until the person chooses."""
    if not _waits(session, retry):
        return None
    return ghost(session, session.shown, retry.turn.played.move, "ghost reviewed")


def _waits(session: Session, retry: Retry) -> bool:
    """Whether the person has not chosen anything yet."""
    begun = len(session.record.moves) > retry.start or session.look.at is not None
    return not begun and session.choice.cell is None
