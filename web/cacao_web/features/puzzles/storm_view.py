"""A storm of puzzles: its dialogs, and the card beside the board."""

from __future__ import annotations

from typing import Final

from cacao_web.board.regions import coach
from cacao_web.features.puzzles import texts
from cacao_web.features.puzzles.storm import ERRORS, PACES, Results, Run, clock
from cacao_web.features.puzzles.themes_view import back
from cacao_web.features.puzzles.trial import Trial
from cacao_web.game.session import Session
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Child, Markup, h, join

CLOCK: Final = "storm-clock"
"""Id of the clock; its attribute ``data-left`` is what it shows."""


def doors(results: Results) -> Markup:
    """The paces of a storm, each with its best result."""
    about = ngettext("Solve as many puzzles as you can, from easy to hard. {n} wrong answer ends "
                     "the storm. It does not change your rating.",
                     "Solve as many puzzles as you can, from easy to hard. {n} wrong answers end "
                     "the storm. It does not change your rating.", ERRORS)  # fmt: skip
    ways = [_door(pace, results, first=number == 0) for number, pace in enumerate(PACES)]
    return widgets.dialog(_("Puzzle storm"), h("p", None, about), *ways, back())


def _door(pace: str, results: Results, *, first: bool) -> Markup:
    best = results.get(pace, ())
    bests = _("Not tried yet.")
    if best:
        bests = _("Best: {results}.").format(results=", ".join(str(one.solved) for one in best))
    button = widgets.button("storm-begin", _("Start"), icon="play", value=pace,
                            css="primary" if first else "", autofocus=first,
                            **{"aria-label": f"{_('Start')}: {_name(pace)}"})  # fmt: skip
    text = h("p", None, h("b", None, _name(pace)), h("small", None, bests))
    return h("section", {"class": "puzzle-way"}, text, button)


def _name(pace: str) -> str:
    return {
        "three": _("Three minutes"),
        "six": _("Six minutes"),
        "calm": _("Without a clock"),
    }[pace]


# --- Beside the board ----------------------------------------------------------------------------


def card(trial: Trial, session: Session, run: Run) -> Markup:
    """The task with the clock, or the verdict."""
    begun = len(session.record.moves) > trial.start
    ways = [widgets.button("storm-skip", _("Skip"), icon="next", id="storm-skip")]
    if begun:
        label = _("Start this turn again")
        ways = [widgets.button("storm-again", label, icon="undo", id="storm-again")]
    css = ""
    text: Child = texts.task(trial, session)
    if trial.verdict:
        cross = widgets.symbol("icon-close", "glyph")
        css, text, ways = "missed", join(cross, _("Not solved.")), []
        if trial.verdict.right:
            css, text = "reached", _("Right!")
        css += " at-once"
    css = f"{css} one-turn".strip()
    return coach.card([_title(trial, run)], text, ways, leave=_leave(), css=css)


def _title(trial: Trial, run: Run) -> Markup:
    """The clock, how many were solved and missed, and what is asked."""
    solved = ngettext("{n} solved", "{n} solved", run.solved)
    missed = _("{n} of {total} wrong").format(n=len(run.missed), total=ERRORS)
    attributes = {"role": "img", "aria-label": f"{solved}, {missed}"}
    tally = h("span", attributes, f"✓ {run.solved} × {len(run.missed)}/{ERRORS}")
    count = h("span", {"class": "storm-count"}, _clock(run), tally)
    return h("h2", None, count, texts.title(trial.puzzle.kind))


def _clock(run: Run) -> Markup | None:
    """The time left. It is drawn from an attribute, so that no screen reader follows it."""
    if run.left is None:
        return None
    time = clock(run.left)
    return h("b", {"id": CLOCK, "role": "timer", "data-left": time, "aria-label": time_left(time)})


def time_left(time: str) -> str:
    return _("{time} left").format(time=time)


def _leave() -> Markup:
    return widgets.icon_button("home", _("Leave the storm"), "close")


def over(run: Run) -> Markup:
    """That a storm is over, beside its last puzzle."""
    title = h("h2", None, _("The storm is over"))
    ways = [widgets.button("storm", _("Puzzle storm"), icon="again", css="primary")]
    text = ngettext("{n} puzzle solved", "{n} puzzles solved", run.solved)
    return coach.card([title], text, ways, leave=_leave(), css="one-turn")


# --- The end -------------------------------------------------------------------------------------


def result(run: Run, results: Results) -> Markup:
    """The number of solved puzzles, and those that were missed, to be tried again."""
    best = results.get(run.pace, ())
    is_best = bool(best) and best[0].began == run.began
    solved = ngettext("{n} puzzle solved", "{n} puzzles solved", run.solved)
    record = _("That is your best result so far.") if is_best else None
    if best and not is_best:
        record = _("Your best result is {n}.").format(n=best[0].solved)
    return widgets.dialog(
        _("The storm is over"),
        h("p", {"class": "storm-result"}, h("b", None, solved), " · ", _name(run.pace)),
        h("p", None, record) if record else None,
        *_missed(run),
        h("div", {"class": "buttons last"},
          widgets.button("storm-begin", _("Once more"), icon="again", css="primary",
                         value=run.pace, autofocus=True),
          widgets.button("puzzles", _("All puzzles"), icon="prev")),
    )  # fmt: skip


def _missed(run: Run) -> list[Markup]:
    if not run.missed:
        return []
    entries = [
        h("li", None, h("button", {"type": "button", "class": "turn", "data-command": "puzzle-open",
                                   "data-value": puzzle.id},
                        h("b", None, texts.title(puzzle.kind)),
                        h("small", None, _("Puzzle {n}").format(n=puzzle.rating))))
        for puzzle in run.missed
    ]  # fmt: skip
    return [
        h("h3", None, _("Not solved")),
        h("p", {"class": "soft"}, _("Try them again without a clock, with hints and the answer.")),
        h("ul", {"class": "puzzle-list"}, entries),
    ]
