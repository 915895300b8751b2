"""The solo ladder: its rungs, and its part of the end of a game."""

from __future__ import annotations

from cacao_web.features.ladder import model
from cacao_web.features.ladder.model import RUNGS, Best, Climb, Rung
from cacao_web.game.setup import levels
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of, numeral
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import dialog


def rungs(climb: Climb) -> Markup:
    """All rungs with their targets, and the button to the next one."""
    due = model.due(climb)
    about = _("Eight games against computers, each harder than the last. Whoever reaches the "
              "target of a game passes all games before it as well; you can try as often as you "
              "like.")  # fmt: skip
    about = f"{about} {widgets.without_expansions()}"
    top = _("You have climbed the whole ladder. Each game can be played again.")
    items = [_rung(number, rung, climb, due) for number, rung in enumerate(RUNGS, 1)]
    return dialog(
        _("Ladder"),
        h("p", None, about if due <= len(RUNGS) else top),
        widgets.without_hints(),
        h("ol", {"class": "rungs"}, items),
    )


def _rung(number: int, rung: Rung, climb: Climb, due: int) -> Markup:
    best = climb.get(number)
    label = _("Play game {n} again") if best and number != due else _("Play game {n}")
    usual = {"value": str(number), "aria-label": label.format(n=number)}
    button = None
    if number == due:
        button = widgets.button("ladder-play", _("Play"), css="primary", autofocus=True, **usual)
    else:
        button = widgets.button("ladder-play", _("Again") if best else _("Try"), **usual)
    reached = best is not None and best.reached
    css = "reached" if reached else "due" if number == due else "far"
    return h(
        "li",
        {"class": css, "id": f"rung-{number}"},
        h("span", {"class": "step"}, widgets.symbol("icon-check", "glyph") if reached else number),
        h("span", {"class": "what"}, h("b", None, _opponents(rung)),
          h("span", None, target(rung)), h("small", None, _state(best, number, due))),
        button,
    )  # fmt: skip


def _opponents(rung: Rung) -> str:
    names = all_of([levels.computer_name(level) for level in rung.levels])
    return _("Against {levels}").format(levels=names)


def target(rung: Rung) -> str:
    if rung.wins:
        return _("win with at least {n} gold").format(n=rung.gold)
    return _("get at least {n} gold").format(n=rung.gold)


def aims(rung: Rung) -> list[str]:
    """Against whom, and the target."""
    return [_opponents(rung), _("Target: {target}.").format(target=target(rung))]


def _state(best: Best | None, number: int, due: int) -> str:
    if best is None:
        return _("not played yet") if number >= due else _("passed by a harder game")
    if best.reached:
        return _("reached, best: {n} gold").format(n=numeral(best.gold))
    return _("not reached, best: {n} gold").format(n=numeral(best.gold))


# --- The end of a game ---------------------------------------------------------------------


def tried(number: int, made: Best) -> Markup:
    """The end of an attempt."""
    verdict = _("Target reached.") if made.reached else _("Target not reached.")
    title = _("Ladder, game {n}").format(n=number)
    last = number == len(RUNGS) and made.reached
    top = h("p", None, _("That was the last one: you have climbed the whole ladder."))
    return h(
        "section",
        {"class": "contest"},
        h("h3", None, title),
        h("p", None, h("b", None, verdict), " ", _("You have {n} gold.").format(
            n=numeral(made.gold))),
        h("p", {"class": "soft"}, _("Target: {target}.").format(
            target=target(RUNGS[number - 1]))),
        top if last else None,
        h("div", {"class": "buttons"}, widgets.button("ladder", _("See the ladder"), icon="list")),
    )  # fmt: skip


def onward(number: int, reached: bool) -> Markup:
    """The button to the next attempt."""
    text = _("Next: game {n}").format(n=number) if reached else _("Try again")
    icon = "play" if reached else "again"
    value = str(number)
    return widgets.button(
        "ladder-play", text, icon=icon, css="primary", value=value, autofocus=True
    )


def ordinary() -> Markup:
    """The end of a game that claims to be an attempt, and is not."""
    text = _(
        "The players were not those of this rung of the ladder, so this counts as an ordinary game."
    )
    return h("p", {"class": "contest"}, text)
