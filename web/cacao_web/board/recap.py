"""The others' turns since one's own last one: a line for each turn, and marks on the board."""

from __future__ import annotations

from cacao_core.tiles import Cell, Seat
from cacao_web.board import art, plane
from cacao_web.board.room import OverlayLayout, Pill
from cacao_web.game.effects import WorkerEffect
from cacao_web.game.others_turns import TurnSoFar
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.game.texts.gains import added, short
from cacao_web.game.texts.gains import told as in_words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join


def panel(session: Session) -> Markup:
    """One line for each turn, in words and small pictures, and a button that shows them again."""
    box = {"id": "recap", "aria-label": _("What the others did")}
    if not session.others.turns or session.look.at is not None:
        return h("section", box)
    again = widgets.icon_button("again", _("Show it again (W)"), "play")
    # In low windows the lines scroll sideways, also by keyboard.
    label = _("Latest turns of the others")
    body = h(
        "ol",
        {"tabindex": "0", "aria-label": label},
        [_line(session, turn) for turn in session.others.turns],
    )
    return h("section", box, body, again)


def _line(session: Session, turn: TurnSoFar) -> Markup:
    sitter = session.sitters[turn.seat]
    pictures = [art.worker_tile(sitter.colour, turn.edges, turn.overbuilt)]
    pictures += [art.jungle_tile(code) for _cell, code in turn.jungle]
    cells = [turn.cell, *(cell for cell, _code in turn.jungle)]
    return h(
        "li",
        {"data-lights": " ".join(map(words.cell_name, cells))},
        art.emblem(sitter.colour),
        h("b", {"class": "name"}, sitter.said),
        h("span", {"class": "put"}, [art.picture(one, css="tile mini") for one in pictures]),
        h("span", {"class": "long"}, words.sentence(told(session, turn))),
        h("span", {"class": "short", "aria-hidden": "true"}, _signs(session, turn)),
    )


def told(session: Session, turn: TurnSoFar) -> str:
    """The gains of a turn for everybody, in words."""
    parts = [words.overbuilds(free=turn.free)] if turn.overbuilt else []
    names = {seat: session.name(seat) for seat in range(len(session.sitters)) if seat != turn.seat}
    parts += in_words(_effects(turn), names, session.you)
    changes = ", ".join(
        words.signed(change)
        if seat == turn.seat
        else f"{_name(session, seat)} {words.signed(change)}"
        for seat, change in _temples(turn)
    )
    if changes:
        parts.append(_("temple {changes}").format(changes=changes))
    return "; ".join(parts) or _("nothing right away")


def _effects(turn: TurnSoFar) -> list[WorkerEffect]:
    """The effects of workers, those of the player whose turn it was first."""
    return sorted(turn.effects, key=lambda one: one.seat != turn.seat)


def _signs(session: Session, turn: TurnSoFar) -> list[Markup]:
    """The same in signs, for small screens."""
    signs = [
        _sign(session, turn, one.seat, short(one), art.sign_of(one))
        for one in added(_effects(turn))
    ]
    signs += [
        _sign(session, turn, seat, words.signed(change), "good-temple")
        for seat, change in _temples(turn)
    ]
    return signs


def _sign(session: Session, turn: TurnSoFar, seat: Seat, amount: str, good: str) -> Markup:
    whose = None if seat == turn.seat else art.emblem(session.sitters[seat].colour)
    return h("span", None, whose, amount, widgets.symbol(good))


def _temples(turn: TurnSoFar) -> list[tuple[Seat, int]]:
    """The gains and losses at temples, those of the player of the turn first."""
    changes = [sum(seats) for seats in zip(*(one.change for one in turn.temples), strict=True)]
    order = sorted(range(len(changes)), key=lambda seat: seat != turn.seat)
    return [(seat, changes[seat]) for seat in order if changes[seat]]


def _name(session: Session, seat: Seat) -> str:
    return _("you") if seat == session.you else session.sitters[seat].said


# --- On the board ----------------------------------------------------------------------------


def marks(session: Session) -> Markup | None:
    """The tiles of these turns, marked in their player's colour."""
    if session.look.at is not None or session.mode.guides:
        return None  # a lesson has marks of its own
    return join(
        _mark(cell, session.sitters[turn.seat].colour)
        for turn in session.others.turns
        for cell in (turn.cell, *(cell for cell, _code in turn.jungle))
    )


def _mark(cell: Cell, colour: str) -> Markup:
    x, y = plane.corner(cell)
    box = {"x": x - 2, "y": y - 2, "width": 104, "height": 104, "rx": 11}
    edging = h("rect", {"class": "edging", **box})
    return h("g", {"class": f"just seat-{colour}"}, edging, h("rect", box))


def gains(session: Session) -> Markup:
    """The gains of workers in these turns, at their jungle tiles."""
    if session.look.at is not None or session.mode.guides:
        return join()
    pills: dict[Cell, list[Pill]] = {}
    for turn in session.others.turns:
        for effect in turn.effects:
            if effect.cell:
                css = f"past seat-{session.sitters[effect.seat].colour}"
                pill = Pill(short(effect), art.sign_of(effect), css)
                pills.setdefault(effect.cell, []).append(pill)
    return join(art.badge(pill, spot) for pill, spot in OverlayLayout(session.shown, pills).pills())
