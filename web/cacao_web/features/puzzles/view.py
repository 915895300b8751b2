"""Puzzles: the card beside the board, the dialog, and how to go on from a puzzle."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from cacao_web.board.forms.level import slider
from cacao_web.board.regions import coach
from cacao_web.features.puzzles import texts
from cacao_web.features.puzzles.model import Progress
from cacao_web.features.puzzles.trial import HINTS, Trial
from cacao_web.game.session import Session
from cacao_web.saves.days import days_in_a_row
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command, is_there
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Child, Markup, h
from cacao_web.ui.widgets import dialog

# --- Beside the board --------------------------------------------------------------------------


def card(trial: Trial, session: Session, progress: Progress) -> Markup:
    """The task; then the verdict on the turn, or the best turn, step by step."""
    if trial.shown:
        return _steps(trial, session)
    if session.is_paused:
        return _verdict(trial, session, progress)
    text = texts.hint(trial) or texts.task(trial, session)
    if trial.told and not trial.hints:
        text = f"{text} {texts.theme(trial.told)}"
    return _card(trial, texts.title(trial.puzzle.kind), text, _help(trial, session))


def _card(trial: Trial, title: str, text: Child, ways: list[Markup], *, css: str = "") -> Markup:
    """The frame of all texts."""
    rating = _("Puzzle {n}").format(n=trial.puzzle.rating)
    count = h("span", {"class": "coach-count"}, rating, h("span", None, " · "))
    leave = widgets.icon_button("home", _("Leave the puzzle"), "close")
    return coach.card(
        [h("h2", None, count, title)], text, ways, leave=leave, css=f"{css} one-turn".strip()
    )


def _help(trial: Trial, session: Session) -> list[Markup]:
    """The button beside the task."""
    if len(session.record.moves) > trial.start:
        label = _("Start this turn again")
        return [widgets.button("puzzle-again", label, icon="undo", id="puzzle-again")]
    if trial.hints < HINTS:
        label = _("A second hint") if trial.hints else _("Hint")
        return [widgets.button("puzzle-hint", label, icon="hint", id="puzzle-hint")]
    return [_show()]


def _show() -> Markup:
    return widgets.button("puzzle-show", _("Show the best turn"), icon="play", id="puzzle-show")


def _again(css: str = "") -> Markup:
    label = _("Try again")
    return widgets.button("puzzle-again", label, icon="again", css=css, id="puzzle-again")


def _next(css: str = "") -> Markup:
    label = _("Next puzzle")
    return widgets.button("puzzle-next", label, icon="next", css=css, id="puzzle-next")


def _verdict(trial: Trial, session: Session, progress: Progress) -> Markup:
    """The verdict on the turn, with the button that most people want next."""
    sentence, given = texts.verdict(trial, session), trial.verdict
    if given is None:
        return _card(trial, texts.title(trial.puzzle.kind), sentence, [])
    title = _("Right!") if given.right else _("Not the best turn")
    text = f"{sentence} {texts.rating(given.change, progress.rating)}"
    css, main = ("reached", _next) if given.right else ("missed", _again)
    return _card(trial, title, text, [main("primary")], css=css)


def _steps(trial: Trial, session: Session) -> Markup:
    """The best turn on the board, with the buttons that step through it."""
    from cacao_web.features.puzzles import why  # noqa: PLC0415  # with the first answer

    result = texts.result(trial)
    if not trial.refuted:
        result = f"{result} {why.best(trial, session)}".strip()
    text = coach.step(trial, session, texts.first_step(), result)
    title = texts.answer() if trial.refuted else texts.title("best")
    return _card(trial, title, text, [coach.steps(trial, session, "puzzle-step")])


def actions(trial: Trial, session: Session) -> Markup | None:
    """The buttons instead of the hand, once the turn is judged."""
    if trial.verdict is None:
        return None
    on = widgets.button("puzzle-on", _("Go on from here"), icon="plus", id="puzzle-on")
    reply = None
    if trial.verdict.reply and not trial.shown:
        label = _("Show the answer to it")
        reply = widgets.button("puzzle-reply", label, icon="play", id="puzzle-reply")
    return h(
        "div",
        {"class": "actions after"},
        reply,
        _show() if trial.refuted or not trial.shown else _again(),
        None if trial.verdict.right and not trial.shown else _next(),
        None if session.shown.is_over else on,
    )


def marks(trial: Trial, session: Session) -> Markup | None:
    """A ring around the right cell, after both hints."""
    waits = session.look.at is None and len(session.record.moves) == trial.start
    return coach.rings([trial.first.cell]) if waits and trial.hints >= HINTS else None


# --- The dialog ----------------------------------------------------------------------------------


class PuzzleShown(NamedTuple):
    """The data of the dialog."""

    day: date  # the present day, in UTC
    progress: Progress  # what the person has tried
    total: int  # number of puzzles; 0 while they are being loaded
    failed: bool  # whether they could not be loaded
    mistakes: int  # number of own mistakes that come back
    due: int  # number of those that are due


def overview(shown: PuzzleShown) -> Markup:
    """The person's rating, the puzzle of the day, and the next one."""
    about = _("Positions where you have to find the right turn: the most gold, a win, the best "
              "turn. They get harder as you get better.")  # fmt: skip
    return dialog(
        _("Puzzles"),
        h("p", None, about),
        _figures(shown),
        *(_choices(shown) if shown.total else [_waiting(shown)]),
    )


def _figures(shown: PuzzleShown) -> Markup:
    """The person's results so far."""
    progress = shown.progress
    solved = _("{n} of {total}").format(n=progress.solved, total=shown.total)
    figures = [
        (_("Your rating"), progress.rating),
        (_("Solved"), solved if shown.total else progress.solved),
        (_("Streak"), progress.row),
        (_("Longest streak"), progress.longest),
        (_("Days in a row"), days_in_a_row(progress.days, shown.day)),
    ]
    items = [h("div", None, h("dt", None, label), h("dd", None, value)) for label, value in figures]
    return h("dl", {"class": "tally puzzle-tally"}, items)


def _waiting(shown: PuzzleShown) -> Markup:
    if shown.failed:
        note = _("The puzzles did not arrive. Check that you are online, then try again.")
        return h("div", {"class": "buttons last"}, h("p", {"class": "problem"}, note),
                 widgets.button("puzzles", _("Try again"), css="primary"))  # fmt: skip
    return h("p", {"class": "soft", "role": "status"}, _("Fetching the puzzles…"))


def _choices(shown: PuzzleShown) -> list[Markup | None]:
    """The ways to a puzzle, and to those that were tried."""
    done = shown.day in shown.progress.days
    note = _("Everybody gets the same one each day (the day changes at midnight UTC).")
    if done:
        solved = shown.progress.days[shown.day]
        note = _("You have solved it today.") if solved else _("You have tried it today.")
    return [
        _choice(_("Puzzle of the day"), note, "puzzle-today", first=not done),
        _choice(_("At your rating"), _("One after another, matched to your level."),
                "puzzle-any", first=done),
        _choice(_("Your mistakes"), _own(shown), Command.OWN_MISTAKES, first=False)
        if is_there(Command.OWN_MISTAKES)
        else None,
        _more(),
    ]  # fmt: skip


def _own(shown: PuzzleShown) -> str:
    """The number of mistakes that come back."""
    if shown.due:
        return ngettext("{n} mistake to practise.", "{n} mistakes to practise.", shown.due)
    if shown.mistakes:
        return _("Nothing to practise today.")
    return _("Turns that cost you a lot, in games that you analyse, come back here.")


def _more() -> Markup:
    """The buttons to further dialogs."""
    storm = widgets.button("storm", _("Puzzle storm"), icon="again")
    buttons = [
        widgets.button("puzzle-more", label, icon=icon, value=dialog)
        for label, icon, dialog in (
            (_("Choose a theme"), "list", "puzzle-themes"),
            (_("Your puzzles so far"), "last", "puzzle-history"),
        )
    ]
    return h("div", {"class": "buttons last"}, storm, buttons)


def _choice(title: str, note: str, command: str, *, first: bool) -> Markup:
    labels = {"puzzle-today": _("Play today’s puzzle"), "puzzle-any": _("Next puzzle"),
              Command.OWN_MISTAKES: _("Show")}  # fmt: skip
    icon = "list" if command == Command.OWN_MISTAKES else "play"
    button = widgets.button(command, labels[command], icon=icon, css="primary" if first else "",
                            autofocus=first)  # fmt: skip
    text = h("p", None, h("b", None, title), h("small", None, note))
    return h("section", {"class": "puzzle-way"}, text, button)


def onward(level: str) -> Markup:
    """The choice of a computer for the other seats."""
    note = _("An ordinary game starts from the position on the board. Computers play the others.")
    return dialog(
        _("Go on from here"),
        h("p", None, note),
        h("form", {"data-form": "puzzle-game"}, slider("level", level, _("Computer")),
          widgets.submit(_("Start"))),
    )  # fmt: skip
