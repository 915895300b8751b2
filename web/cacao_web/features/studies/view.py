"""Studies: the card beside the board, and the dialog with the chapters."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_web.board.regions import coach
from cacao_web.game.origin import LONGEST_TITLE
from cacao_web.game.session import Session
from cacao_web.game.texts import marks
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import Damaged
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command, is_there
from cacao_web.ui.i18n import _, isolated
from cacao_web.ui.markup import Markup, h


def card(session: Session, place: int, total: int, goes_on: bool) -> Markup:
    """The chapter of a study that is on the board.

    Args:
        session: the chapter.
        place: its place, from 1.
        total: number of chapters.
        goes_on: whether another one follows.
    """
    chapter = session.about.chapter
    where = _("Chapter {n} of {total}: {title}").format(n=place, total=total, title=session.title)
    ways = [
        widgets.button("study-menu", _("Chapters"), value=chapter.study, id="chapters"),
        widgets.button("next-chapter", _("Next chapter"), icon="next", id="next-chapter")
        if goes_on
        else None,
    ]
    leave = widgets.icon_button("home", _("Home"), "close")
    return coach.card([h("h2", None, isolated(chapter.title))], where, ways, leave=leave)


def onward() -> Markup:
    """The button after the end of a chapter."""
    return widgets.button("next-chapter", _("Next chapter"), icon="next", css="primary")


def study(
    name: str, title: str, chapters: Sequence[Saved | Damaged], session: Session | None
) -> Markup:
    """The chapters of a study, and what can be done with it.

    Args:
        name: of the study.
        title: of the study.
        chapters: all of them.
        session: the game on the board, if there is one; then nothing is changed.
    """
    field = {
        "name": "title",
        "value": title,
        "maxlength": LONGEST_TITLE,
        "aria-label": _("Title of the study"),
        "autocomplete": "off",
    }
    shown = session.id if session else ""
    entries = [
        h("li", None, _chapter(one, n, shown), None if session or n == 1 else _raise(one, n))
        for n, one in enumerate(chapters, 1)
    ]
    save = widgets.button("export-study", _("Save as a file"), icon="file", value=name)
    delete = widgets.button("delete-study", _("Delete"), icon="trash", value=name)
    form = h("form", {"class": "row", "data-form": "rename-study"}, h("input", field),
             h("button", {"type": "submit"}, _("Rename")))  # fmt: skip
    return widgets.dialog(
        isolated(title),
        None if session else form,
        h("ol", {"class": "chapters"}, entries),
        h("div", {"class": "buttons"}, save, None if session else delete),
    )


def _raise(saved: Saved | Damaged, number: int) -> Markup:
    """The button that puts a chapter before the one above it."""
    id = saved.id if isinstance(saved, Damaged) else saved.session.id
    label = _("Move chapter {n} up").format(n=number)
    return widgets.icon_button("raise-chapter", label, "prev", value=id)


def _chapter(saved: Saved | Damaged, number: int, shown: str) -> Markup:
    """A chapter in the list."""
    if isinstance(saved, Damaged):
        go = {"type": "button", "class": "turn", "data-command": Command.SAVED_GAME,
              "disabled": not is_there(Command.SAVED_GAME), "data-value": saved.id}  # fmt: skip
        return h("button", go, f"{number}. ", _("Damaged game"))
    session = saved.session
    _marks, text = marks.read(session.record.notes.comments.get(0, ""))
    return h(
        "button",
        {"type": "button", "class": "turn", "data-command": "chapter", "data-value": session.id,
         "aria-current": "true" if session.id == shown else None},
        h("span", {"class": "told"}, h("b", None, f"{number}. {session.title}"),
          h("small", None, text.split("\n")[0]) if text else None),
    )  # fmt: skip
