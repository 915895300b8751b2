"""Turns that are tried freely: the card beside the board, and the list of what was tried."""

from __future__ import annotations

from typing import Final

from cacao_core import Move
from cacao_core.moves import by_turn, turns_begun
from cacao_core.notes import Variation
from cacao_core.tiles import Seat
from cacao_web.board import art, telling
from cacao_web.board.regions import coach
from cacao_web.features.analysis.model import Reviewed
from cacao_web.features.analysis.trying import variations
from cacao_web.features.analysis.trying.tried import Try
from cacao_web.game.session import Session
from cacao_web.game.texts import marks, reasons, words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join

_LONGEST: Final = 1000
"""Characters of a comment that can be typed."""


def card(session: Session, tried: Try) -> Markup:
    """The turn that is tried, and its worth."""
    title = h("h2", None, _("Try freely: {name}").format(name=session.label(tried.seat)))
    leave = widgets.icon_button("tries-leave", _("Back to the analysis"), "close")
    text = told(session, tried) or _(
        "Play any turn you like. You will see what it is worth, and it is kept with the game."
    )
    ways = []
    if not session.is_paused and len(session.record.moves) > tried.start:
        label = _("Start this turn again")
        ways = [widgets.button("try-again", label, icon="undo", id="try-again")]
    return coach.card([title], text, ways, leave=leave, css="one-turn")


def told(session: Session, tried: Try) -> str:
    """The worth of the turn that was tried; empty before it is over."""
    if not session.is_paused:
        return ""
    if tried.failed:
        return _("The computer could not rate this turn. It is kept all the same.")
    if tried.valued is None:
        return _("Let’s see…")
    return f"{_worth(session, tried.valued)} {_beside(tried.valued)}"


def _worth(session: Session, turn: Reviewed) -> str:
    """The expected end."""
    leads = words.capital(reasons.margin(turn.played.margin, session.name(turn.rival)))
    return f"{leads}; {reasons.chance(turn.played.win, session.name(turn.seat))}."


def _beside(turn: Reviewed) -> str:
    """The same beside the best turn that is known."""
    if not round(10 * turn.loss):
        return _("No better turn is known.")
    behind = _("The best turn that is known is {gold} gold better (±{error}).")
    if not round(10 * turn.played.error):
        behind = _("The best turn is {gold} gold better.")
    error = words.decimal(turn.played.error)
    return behind.format(gold=words.decimal(turn.loss), error=error)


def task(session: Session, tried: Try) -> str | None:
    """The text of the tray while nobody decides."""
    if not session.is_paused:
        return None
    return _("This turn is over.")


def actions(session: Session, tried: Try) -> Markup | None:
    """The buttons instead of the hand, once the turn is over."""
    if not session.is_paused or not (tried.valued or tried.failed):
        return None
    on = widgets.button("try-on", _("Try the next turn"), icon="next", css="primary", id="try-on")
    return h(
        "div",
        {"class": "actions after"},
        widgets.button("try-again", _("Try again"), icon="again", id="try-again"),
        None if session.game.is_over else on,
        widgets.button("tries-leave", _("Back to the analysis"), id="tries-done"),
    )


def is_free(session: Session) -> bool:
    """Whether turns may be tried: nobody is helped in a game that goes on."""
    return session.game.is_over and session.dealer is None and not session.mode.guides


def turn_at(session: Session) -> int:
    """The turn before which the game is shown, from 1; 0 if it is not, or nothing may be tried."""
    return marks.turn_at(session) if is_free(session) else 0


# --- Without an analysis ----------------------------------------------------------------------


def panel(session: Session, *, marking: bool) -> Markup | None:
    """The notes on the turn that follows the shown position; None without any."""
    turn = _turn_noted(session)
    if not turn:
        return None
    seat = session.record.game(session.look.at).turn
    title = _("Turn {n}, {name}").format(n=turn, name=session.label(seat))
    free = is_free(session)
    steps = buttons(session, turn, marking=marking) if free else []
    if marking:
        steps = mark_buttons(session, turn, marking=True)
        return h("div", {"class": "advice reviewed"}, h("div", {"class": "steps"}, steps))
    ways = [h("li", None, one) for one in cards(session, turn)]
    return h(
        "div",
        {"class": "advice reviewed"},
        h("h3", None, title),
        h("div", {"class": "steps"}, steps) if steps else None,
        h("ol", {"aria-label": _("Variations")}, ways) if ways else None,
        comment(session, 0) if turn == 1 else None,
        comment(session, turn),
    )


def _turn_noted(session: Session) -> int:
    """The turn that follows the shown position, from 1, if something was noted on it; else 0."""
    at, notes = session.look.at, session.record.notes
    if at is None or session.mode.guides or not session.record.moves[at].starts_turn:
        return 0
    turn = turns_begun(session.record.moves[: at + 1])
    noted = {*notes.comments, *(one.turn for one in notes.variations)}
    return turn if turn in noted or (turn == 1 and 0 in noted) else 0


# --- In the analysis -------------------------------------------------------------------------


def buttons(session: Session, turn: int, *, marking: bool) -> list[Markup]:
    """The buttons at the turn that follows the shown position.

    Args:
        turn: the turn, from 1.
        marking: whether cells are chosen to be marked.
    """
    return [
        widgets.button("try-turn", _("Try freely"), id="try-turn"),
        widgets.button("note-turn", _("Comment"), id="note-turn"),
        *mark_buttons(session, turn, marking=marking),
    ]


def mark_buttons(session: Session, turn: int, *, marking: bool) -> list[Markup]:
    """The buttons for the marks of the turn."""
    pressed = "true" if marking else "false"
    mark = widgets.button("mark-turn", _("Mark"), id="mark-turn", **{"aria-pressed": pressed})
    if not marks.of(session.record, turn):
        return [mark]
    return [mark, widgets.button("clear-marks", _("Delete marks"), id="clear-marks")]


def comment(session: Session, turn: int) -> Markup:
    """The comment on a turn: its words, and its marks in words."""
    drawn, text = marks.read(session.record.notes.comments.get(turn, ""))
    return join(
        h("p", {"class": "comment"}, text) if text else None,
        h("p", {"class": "soft marks"}, marks.told(drawn)) if drawn else None,
    )


def listed(session: Session) -> list[Markup]:
    """All variations and comments, in the order of the game."""
    notes = session.record.notes
    if not (notes.variations or notes.comments):
        return []
    turns = sorted({*(one.turn for one in notes.variations), *notes.comments} - {0})
    entries = [
        h("li", None, _go(session, turn), comment(session, turn), _branches(session, turn))
        for turn in turns
    ]
    tree = h("ul", {"class": "tries"}, entries)
    title, note = h("h3", None, _("Variations and comments")), h("p", {"class": "soft"}, _kept())
    return [title, comment(session, 0), tree, note]


def _kept() -> str:
    return _("Saved with the game, and in its file.")


def _go(session: Session, turn: int) -> Markup:
    """A turn of the game; a click shows the position before it."""
    at = variations.at(session.record, turn)
    game = session.record.game(at)
    seat = game.turn
    title = _("Turn {n}, {name}").format(n=turn, name=session.label(seat))
    moves = words.laid(by_turn(session.record.moves)[turn - 1])
    colour = session.sitters[seat].colour
    go = {"type": "button", "class": "turn", "data-command": "review", "data-value": at,
          "data-lights": words.cells_laid(moves)}  # fmt: skip
    tiles = telling.tiles(moves, colour)
    placed = telling.in_words(words.placed(game, moves))
    inside = h("span", {"class": "told"}, h("b", None, title), h("span", None, tiles, placed))
    return h("button", go, art.emblem(colour), inside)


def _branches(session: Session, turn: int) -> Markup | None:
    branches = [
        _branch(session, index, one)
        for index, one in enumerate(session.record.notes.variations)
        if one.turn == turn
    ]
    return h("ul", None, branches) if branches else None


def _branch(session: Session, index: int, variation: Variation) -> Markup:
    """A variation: a click shows it on the board."""
    placed, tiles, facts = _told(session, variation)
    go = {"type": "button", "class": "turn", "data-command": "show-try", "data-value": index,
          "aria-pressed": _pressed(session, variation)}  # fmt: skip
    drop = widgets.icon_button("drop-try", _("Delete this variation"), "close", value=str(index))
    inside = h("span", {"class": "told"}, telling.in_words(f"{placed} "),
               h("span", None, *tiles), h("small", None, facts))  # fmt: skip
    return h("li", None, h("button", go, inside), drop)


def cards(session: Session, turn: int) -> list[Markup]:
    """The variations of a turn, beside the ways to play it that the computer knows."""
    return [
        _way(session, index, one)
        for index, one in enumerate(session.record.notes.variations)
        if one.turn == turn
    ]


def _way(session: Session, index: int, variation: Variation) -> Markup:
    """A variation as one of the ways to play a turn; a click shows it, another one goes back."""
    placed, tiles, facts = _told(session, variation)
    show = {"type": "button", "class": "hint variation", "data-command": "show-try",
            "data-value": index, "id": f"tried-{index}", "title": _("Show it on the board"),
            "data-lights": words.cells_laid(variation.moves),
            "aria-pressed": _pressed(session, variation)}  # fmt: skip
    inside = h("span", {"class": "told"}, h("b", None, _("Variation")),
               h("small", None, telling.in_words(f"{placed}; "), facts),
               telling.notation(variation.moves))  # fmt: skip
    return h("button", show, *tiles, inside)


def is_shown(session: Session, one: Variation) -> bool:
    """Whether a variation is on the board, or the first turns of it."""
    return session.look.variation + session.look.ahead == one.moves


def _pressed(session: Session, one: Variation) -> str:
    return "true" if is_shown(session, one) else "false"


def _told(session: Session, variation: Variation) -> tuple[str, list[Markup], str]:
    """A variation: where its tiles lie, their pictures, and its comment with what it is worth."""
    value, comment = variations.read(variation.comment)
    game = session.record.game(variations.at(session.record, variation.turn))
    seats, tiles, placed = list[Seat](), list[Markup](), list[str]()
    for moves in by_turn(variation.moves):
        seats.append(game.turn)
        tiles.append(telling.tiles(words.laid(moves), session.sitters[game.turn].colour))
        placed.append(words.placed(game, moves))
        for move in moves:
            game.play(move)
    facts = [comment] if comment else []
    if value:
        worth = _("{name}: lead {gold} gold, chance of winning {share}")
        gold, share = words.decimal(value.margin), words.percent(value.win)
        facts.append(worth.format(name=session.label(seats[-1]), gold=gold, share=share))
    return "; ".join(placed), tiles, " · ".join(facts)


def note(session: Session, turn: int, line: tuple[Move, ...]) -> Markup:
    """The dialog for the comment on a turn, or on a variation of it."""
    if line:
        title = _("Comment on a variation of turn {n}").format(n=turn)
        variation = variations.kept(session.record, turn, line)
        _value, text = variations.read(variation.comment if variation else "")
    else:
        title = _("Comment on turn {n}").format(n=turn)
        _marks, text = marks.read(session.record.notes.comments.get(turn, ""))
    area = {"name": "comment", "rows": 5, "maxlength": _LONGEST, "id": "comment",
            "aria-label": title}  # fmt: skip
    return widgets.dialog(
        title,
        h("form", {"data-form": "close"}, h("textarea", area, text), widgets.submit(_("Done"))),
        h("p", {"class": "soft"}, _kept()),
    )
