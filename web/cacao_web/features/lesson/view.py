"""The guided first game: the tutor's texts, what counts at the end, and the end itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.board.regions import coach
from cacao_web.features.lesson import texts
from cacao_web.features.lesson.model import CHAPTERS, PUPIL
from cacao_web.game.session import Session
from cacao_web.shell.endings import ResultPart
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Child, Markup, h
from cacao_web.ui.widgets import dialog

if TYPE_CHECKING:
    from cacao_web.features.lesson.tutor import JudgedTurn, Tutor

_COMPANION: Final = 1 - PUPIL
_SPOKEN: Final = {
    "wins": ("water", ""),
    "place": ("", "cacao"),
    "order": ("cacao", ""),
    "water": ("water", "water"),
    "sun": ("suns", "suns"),
}
"""The parts of the village board that chapters mention, in their tasks and comments."""


def card(tutor: Tutor, session: Session) -> Markup:
    """The present text, with the buttons that lead on."""
    if session.look.presenting and tutor.passage:
        return _card(tutor, "", tutor.passage, [])
    judged = tutor.judged(session)
    if judged and not session.look.presenting:
        return verdict(tutor, session, judged)
    return brief(tutor, session)


def marks(tutor: Tutor, session: Session) -> Markup:
    """Rings around the cells that the chapter is about."""
    quiet = session.look.presenting or session.is_paused or session.look.at is not None
    quiet = quiet or tutor.waits(session)
    return coach.rings(() if quiet else tutor.chapter.cells)


def brief(tutor: Tutor, session: Session) -> Markup:
    """The task of a chapter."""
    companion = session.sitters[_COMPANION].said
    if tutor.waits(session):
        return _card(tutor, "", texts.waiting(companion), [])
    text = texts.brief(tutor.chapter.name, companion)
    return _card(tutor, _spoken(tutor, 0), text, _ways(tutor, session))


def _spoken(tutor: Tutor, when: int) -> str:
    """The class of a card that mentions a part of the village board, which is then in sight.

    Args:
        tutor: has the chapter.
        when: 0 for its task, 1 for the comment on the turn.
    """
    part = _SPOKEN.get(tutor.chapter.name, ("", ""))[when]
    return f"tells tells-{part}" if part else ""


def _ways(tutor: Tutor, session: Session) -> list[Markup]:
    """The buttons beside the task."""
    if session.look.presenting:
        return []
    if tutor.is_last:
        # the tray has the rest
        return [widgets.button(Command.RULES, _("Rules"), id="coach-rules")]
    if tutor.chapter.goal is None:
        return [
            widgets.button("learn-wins", _("What counts"), id="coach-wins"),
            widgets.button("learn-on", _("Go on"), css="primary", id="coach-on"),
        ]
    if tutor.shown_way(session):
        return [widgets.button("learn-show", _("Show me"), icon="hint", id="coach-show")]
    if tutor.may_take_back(session):
        return [
            widgets.button("learn-back", _("Start this turn again"), icon="undo", id="coach-back")
        ]
    return []


def verdict(tutor: Tutor, session: Session, judged: JudgedTurn) -> Markup:
    """The comment on the person's turn."""
    name = tutor.chapter.name
    back = widgets.button("learn-back", _("Take back"), icon="undo", id="coach-back",
                      css="" if judged.reached else "primary")  # fmt: skip
    skips, ahead = judged.differs or judged.skips, _("Skip ahead")
    if judged.reached:
        text = texts.praise(name, judged.done, session.game)
        if skips:
            text = f"{text} {texts.passage(judged.differs)}"
        label = ahead if skips else _("Go on")
        on = widgets.button("learn-on", label, css="primary", id="coach-on")
        return _card(tutor, f"reached {_spoken(tutor, 1)}".strip(), text, [on])
    text = texts.instead(name, judged.done)
    on = widgets.button("learn-on", ahead, id="coach-on")
    return _card(tutor, "missed", text, [on, back])


def _card(tutor: Tutor, css: str, text: str, ways: list[Markup]) -> Markup:
    """The frame of all texts in the game."""
    number = texts.count(tutor.number)
    bar = {"max": len(CHAPTERS), "value": tutor.number, "aria-hidden": "true"}
    leave = widgets.icon_button("home", _("Leave the lesson"), "close")
    count = h("span", {"class": "coach-count"}, number, " · ")
    header = [h("h2", None, count, texts.title(tutor.chapter.name)), h("progress", bar)]
    return coach.card(header, text, ways, leave=leave, css=css)


# --- What counts at the end -------------------------------------------------------------------


def wins() -> Markup:
    """The dialog that says what counts at the end."""
    items = [
        h("li", None, widgets.symbol(good), h("span", None, text)) for good, text in texts.sources()
    ]
    return dialog(
        _("How to win"),
        h("p", None, _("When all worker tiles have been placed, the most gold wins.")),
        h("ul", {"class": "coach-sources"}, items),
        h("div", {"class": "buttons last"},
          widgets.button("learn-on", _("Go on"), css="primary", autofocus=True)),
    )  # fmt: skip


def ending(session: Session) -> ResultPart:
    """The lesson's part of the dialog at the end of its game."""
    content: list[Child] = [
        h("p", None, texts.reckoning(session.game)),
        h("p", None, _("Now you know all there is to the game. In your first game, stars mark "
                       "good tiles and cells. They only see what a turn brings at once.")),
    ]  # fmt: skip
    label = _("Your first whole game")
    again = widgets.button("first-game", label, icon="play", css="primary", autofocus=True)
    return ResultPart(h("div", {"class": "coach-end"}, content), again, _("You have learned Cacao"))
