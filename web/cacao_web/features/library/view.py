"""The saved games: the list on the first screen, and the dialogs about one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cacao_web.board import art, caption
from cacao_web.board.board import on_disc, thumbnail
from cacao_web.game.dealer import ENDED
from cacao_web.game.matches import rounds
from cacao_web.game.mode import AwaitedPeople
from cacao_web.game.origin import LONGEST_TITLE
from cacao_web.game.session import Session
from cacao_web.game.texts import people, standing_in, words
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import Damaged
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command, is_there
from cacao_web.ui.i18n import _, all_of, moment, ngettext
from cacao_web.ui.markup import Markup, h, join
from cacao_web.ui.widgets import dialog

if TYPE_CHECKING:
    from cacao_web.features.library.model import GameShelf


_DISC: Final = ((360.0, 308.0), 244.0)
"""Middle and radius of the free part of the disc in art/hero.svg."""


def last_board(saved: Saved | None) -> Markup | None:
    """The board of the game that was played last, on the disc; a click continues the game."""
    if saved is None:
        return None
    go = {"class": "last", "data-command": "resume", "data-value": saved.session.id}
    return h("g", go, on_disc(saved.session, *_DISC))


def shelf(shelf: GameShelf) -> Markup | None:
    """The saved games, latest first, each with a small picture."""
    if not shelf.games and not shelf.damaged:
        return None
    waiting = ngettext("{n} game with others waits for you",
                       "{n} games with others wait for you", shelf.due)  # fmt: skip
    more = ngettext("{n} more game", "{n} more games", shelf.more)
    return join(
        h("h2", None, _("Saved games")),
        h("p", {"class": "waiting"}, waiting) if shelf.due else None,
        h(
            "ul",
            {"class": "saves"},
            [_entry(shelf, saved) for saved in shelf.games],
            _damaged_items(shelf.damaged),
        ),
        h(
            "div",
            {"class": "buttons"},
            widgets.button("all-games", more, id="more-games") if shelf.more else None,
            widgets.button(
                Command.ALL_SEATS, _("All my games with others…"), icon="people", id="all-seats"
            )
            if shelf.is_carried
            else None,
            widgets.button("export", _("Save all as a file"), icon="file", id="export-all"),
        ),
    )


def _entry(shelf: GameShelf, saved: Saved) -> Markup:
    """A game, or the study whose chapter it is."""
    study = saved.session.about.chapter.study
    if study:
        return _study(saved, shelf.studies[study])
    return _item(saved, shelf.marks.get(saved.session.id, ""))


def _study(saved: Saved, count: int) -> Markup:
    """A study, with the board of the chapter that was open last."""
    session = saved.session
    name, title, _number = session.about.chapter
    chapters = ngettext("Study of {n} game", "Study of {n} games", count)
    facts = h("small", None, chapters, " · ", widgets.moment(saved.when))
    text = h("span", None, h("b", None, title), facts)
    label = _("Options for the study {title}").format(title=title)
    go = {"type": "button", "class": "save", "data-command": Command.STUDY, "data-value": name,
          "disabled": not is_there(Command.STUDY)}  # fmt: skip
    return h(
        "li",
        {"id": f"save-{name}"},
        h("button", go, thumbnail(session), text),
        widgets.icon_button(Command.STUDY_MENU, label, "menu", value=name),
    )


def _item(saved: Saved, mark: str) -> Markup:
    session = saved.session
    when = widgets.moment(saved.when)
    now = h("span", {"class": "due" if session.is_due else None}, state(session))
    before = _told(mark, _dealt(session))
    facts = h("small", None, before, " · " if before else None, now, " · ", when)
    rules = words.rules_named(session.game.rules)
    played = h("small", None, rules) if rules else None
    text = h("span", None, _players(session), h("b", None, session.title), played, facts)
    label = _("Options for the game {title}").format(title=session.title)
    go = {"type": "button", "class": "save", "data-command": "resume", "data-value": session.id}
    return h(
        "li",
        {"id": f"save-{session.id}"},
        h("button", go, thumbnail(session), text),
        widgets.icon_button("saved-game", label, "menu", value=session.id),
    )


def _players(session: Session) -> Markup:
    """The players' emblems; those who do not decide now are dim."""
    turn, standing = session.game.to_move, session.mode.standing(session.game)
    due = (standing and (standing.awaited or standing.unaware)) or (() if turn is None else (turn,))
    box = {"class": "players", "aria-hidden": "true"}
    return h("span", box, [
        h("span", {"class": "waits" if due and seat not in due else None},
          art.emblem(sitter.colour))
        for seat, sitter in enumerate(session.sitters)
    ])  # fmt: skip


def _damaged_items(damaged: Sequence[Damaged]) -> list[Markup]:
    return [
        h(
            "li",
            {"id": f"save-{one.id}"},
            h("button", {"type": "button", "class": "save", "data-command": "saved-game",
                         "data-value": one.id},
              widgets.symbol("icon-file", "glyph"),
              h("span", None, h("b", None, _("Damaged game")),
                h("small", None, _("set aside, not deleted")))),
        )
        for one in damaged
    ]  # fmt: skip


def _dealt(session: Session) -> str:
    """The way in which a game between devices is dealt, if links can tell hidden tiles."""
    apart = any(sitter.is_elsewhere for sitter in session.sitters)
    return _("by link, shuffled from a seed") if apart and session.dealer is None else ""


def _told(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def game(saved: Saved, mark: str = "") -> Markup:
    """The actions on a saved game; ``mark`` says what it counts for."""
    session = saved.session
    field = {
        "name": "title",
        "value": session.about.title,
        "maxlength": LONGEST_TITLE,
        "placeholder": session.title,
        "aria-label": _("Title of the game"),
        "autocomplete": "off",
    }
    names = " · ".join(map(session.label, range(len(session.sitters))))
    when = moment(saved.when, exact=True)
    facts = _told(mark, _dealt(session), state(session), when)
    return dialog(
        session.title,
        h("div", {"class": "saved-game"}, thumbnail(session),
          h("p", None, h("b", None, names), h("small", None, facts))),
        h("form", {"class": "row", "data-form": "rename"}, h("input", field),
          h("button", {"type": "submit"}, _("Rename"))),
        h(
            "div",
            {"class": "buttons"},
            widgets.button("resume", _("Open"), icon="play", css="primary", value=session.id),
            widgets.button("duplicate", _("Duplicate"), icon="plus", value=session.id),
            widgets.button("export", _("Save as a file"), icon="file", value=session.id),
            widgets.button("delete", _("Delete"), icon="trash", value=session.id),
        ),
    )  # fmt: skip


def damaged(entry: Damaged) -> Markup:
    """An unreadable entry: its content, and a button to save it as a file."""
    return dialog(
        _("Damaged game"),
        h("p", None, _("This entry cannot be read. It stays here until you delete it: a later "
                       "version of the page, or a person, may be able to read it.")),
        h("p", {"class": "problem"}, entry.reason),
        h("details", None, h("summary", None, _("What is stored")),
          h("textarea", {"readonly": True, "rows": 6, "aria-label": _("What is stored")},
            entry.text)),
        h(
            "div",
            {"class": "buttons"},
            widgets.button("export", _("Save as a file"), icon="file", css="primary",
                           value=entry.id),
            widgets.button("delete", _("Delete"), icon="trash", value=entry.id),
        ),
    )  # fmt: skip


def parting(id: str, sentence: str) -> Markup:
    """The question before a game is deleted that matters to others.

    Args:
        id: name of the saved game.
        sentence: what its deletion does to them.
    """
    return dialog(
        _("Delete this game?"),
        h("p", None, sentence),
        h(
            "div",
            {"class": "buttons last"},
            widgets.button("delete-shared", _("Delete"), icon="trash", value=id),
            widgets.button("close", _("Keep it"), css="primary", autofocus=True),
        ),
    )


def elsewhere(id: str, differs: bool) -> Markup:
    """A game was continued in another tab.

    Args:
        id: name of the saved game.
        differs: whether this tab has decisions that the other tab's game lacks.
    """
    lost = _(
        "This tab has taken a different course since then: you can keep it as a separate game."
    )
    return dialog(
        _("This game is open in another tab"),
        h("p", None, _("It was opened or played there, so it is paused here.")),
        h("p", None, lost) if differs else None,
        h(
            "div",
            {"class": "buttons last"},
            widgets.button("resume", _("Go on here"), css="primary", value=id, autofocus=True),
            widgets.button("split", _("Keep this one as a copy")) if differs else None,
            widgets.button("home", _("Home"), icon="home"),
        ),
    )


def state(session: Session) -> str:
    """The progress of a game, and for whom computers have played on."""
    return _told(_progress(session), *standing_in.told(session), *standing_in.given(session))


def _progress(session: Session) -> str:
    game = session.game
    if game.is_over:
        wanted_by = session.said(session.reach.wanted_by)
        again = people.wanting_rematch(wanted_by, rounds.goes_on(session)) if wanted_by else ""
        return _told(again.removesuffix("."), _result(session), _unaware(session))
    if waits := _waits(session):
        return waits
    if session.dealer and session.mode.standing(session.game) is None and not session.record.moves:
        return _("no turn has been played yet")
    turn = caption.turn(session, words.present_turn(session.record), game.turn)
    if session.is_due and session.computer_decides and session.actor:
        return _told(people.computer_waiting(session.actor.said), turn)
    return _told(_("Your turn"), turn) if session.is_due and game.turn != session.you else turn


def _waits(session: Session) -> str:
    """The people for whom a game with other devices waits, or its early end; else empty."""
    standing = session.mode.standing(session.game)
    if ENDED in session.record.notes.headers:
        unaware = standing.unsent if standing else ()
        sentence = people.unaware(session.said(unaware)) if unaware else ""
        return _told(_("ended early, without a result"), sentence)
    if session.reach.applicants:
        return people.wanting_to_join(session.reach.applicants).removesuffix(".")
    return _standing(session, standing) if standing else ""


def _standing(session: Session, standing: AwaitedPeople) -> str:
    """The people who wait for somebody here, or for whom this device waits; else empty."""
    if standing.asking:
        return people.tired(session.said(standing.asking)).removesuffix(".")
    if standing.unsent:
        return _("send your link to {name}").format(name=all_of(session.said(standing.unsent)))
    if standing.awaited:
        return _("waiting for {name}").format(name=all_of(session.said(standing.awaited)))
    return ""


def _unaware(session: Session) -> str:
    """To whom the last link has to be sent; empty if to nobody."""
    standing = session.mode.standing(session.game)
    unaware = standing.unaware if standing else ()
    return people.unaware(session.said(unaware)) if unaware else ""


def _result(session: Session) -> str:
    """The winner, and by how much."""
    totals = sorted((score.total for score in session.game.score()), reverse=True)
    won, lead = session.game.winners(), totals[0] - totals[1]
    names = [session.sitters[seat].said for seat in won]
    if len(won) > 1:
        return words.won_by(names)
    own = list(won) == session.persons
    if not lead:
        sentence = _("You won by the tie-break") if own else _("{name} won by the tie-break")
    elif own:
        sentence = ngettext("You won by {n} gold", "You won by {n} gold", lead)
    else:
        sentence = ngettext("{name} won by {n} gold", "{name} won by {n} gold", lead, name=names[0])
    return sentence.format(name=names[0])
