"""The tray of a game that is written down at a real table."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from cacao_core import Phase
from cacao_core.moves import ACTIVATE, BLIND, BUILD, FILL_FROM_MAP, FILLS, OVERBUILD
from cacao_core.tiles import ROTATIONS, UNKNOWN, Seat
from cacao_web.board import art, narration, telling
from cacao_web.board.regions import palette
from cacao_web.board.regions.meanwhile import Meanwhile
from cacao_web.game.real_table import unsaid, writing
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, all_of, ngettext
from cacao_web.ui.markup import Child, Markup, h


def _turned_up(session: Session) -> str:
    """The question for jungle tiles, or for gems."""
    if session.asked.gems:
        return ngettext(
            "Draw a gem for the gem mine: which one is it?",
            "Draw {n} gems for the gem mine: which ones are they?",
            session.asked.gems,
        )
    if session.game.phase is Phase.FILL:
        return _("Which jungle tile was drawn for the space?")
    if session.game.rules.module("map"):
        if unsaid.is_for_map(session.game):
            return _("Which jungle tile was turned up for the map board?")
        return _("Which jungle tile was turned up for the display?")
    return ngettext(
        "Which jungle tile was turned up?",
        "Which {n} jungle tiles were turned up?",
        session.asked.tiles,
    )


def _statements(session: Session) -> list[Child] | None:
    if session.asked.to_do:
        return [_to_do(session)]
    waiting = _waiting(session)
    if session.asked.tiles or session.asked.gems:
        return [_gems(session) if session.asked.gems else _jungle(session), waiting]
    if (drawing := session.asked.drawing) is not None:
        return [_drawn(session, drawing), waiting]
    if session.deciding and session.game.phase in (Phase.PLACE, Phase.FILL):
        placing = session.game.phase is Phase.PLACE
        shown = _workers(session) if placing else _display(session)
        return [shown, *_blind(session), waiting, _tools(session)]
    if session.actor and session.actor.is_computer:
        return [h("div", {"class": "actions"}, _by_hand())]
    return None


def _to_do(session: Session) -> Markup:
    """The computers' choices, to be done at the table; and other possible statements."""
    return h(
        "div",
        {"class": "to-do"},
        h("ol", {"class": "told"}, _steps(session)),
        h(
            "div",
            {"class": "actions"},
            _other_hand(session),
            _by_hand(),
            widgets.button("table-done", _("Done"), icon="check", css="primary", id="table-done"),
        ),
    )


def _steps(session: Session) -> list[Markup]:
    """The steps to do, one after the other; all of a player's workers are one step."""
    several = len({one.seat for one in session.asked.to_do}) > 1
    steps = list[Markup]()
    for (seat, acts), some in groupby(session.asked.to_do, lambda one: (one.seat, _acts(one))):
        chosen = list(some)
        name = session.name(seat) if several else None
        if not acts:
            steps += [_laid(session, one, name) for one in chosen]
            continue
        turn_text = "; ".join(words.does(one.before, one.move, name == "") for one in chosen)
        cells = words.cell_names(one.move.cell for one in chosen if one.move.kind == ACTIVATE)
        steps.append(
            h("li", {"data-lights": cells}, words.capital(words.with_name(turn_text, name)))
        )
    return steps


def _acts(one: writing.Chosen) -> bool:
    return one.move.kind in (ACTIVATE, BUILD)


def _laid(session: Session, chosen: writing.Chosen, name: str | None) -> Markup:
    """A tile as it is to lie; the cell is lit on the board."""
    sitter, move = session.sitters[chosen.seat], chosen.move
    sentence = words.capital(words.with_name(words.does(chosen.before, move, name == ""), name))
    where = narration.around(chosen.before, move.cell, session.sitters)
    parts = [words.tile_name(move.what) if move.kind in FILLS else "", where]
    if move.kind == OVERBUILD:
        parts = [words.overbuilds(free=words.is_free(chosen.before))]
    return h(
        "li",
        {"data-lights": words.cell_name(move.cell)},
        art.picture(telling.tile(move, sitter.colour), css="tile mini"),
        h("span", None, telling.in_words(f"{sentence}; "), "; ".join(filter(None, parts))),
    )


def _other_hand(session: Session) -> Markup | None:
    """The button to name the tiles of a computer anew, if it takes one of them."""
    label, mode = _("Not in its hand…"), session.real_table
    may_name = mode and mode.may_name_hand(session.moment)
    return widgets.button("other-hand", label, id="other-hand") if may_name else None


def _by_hand() -> Markup:
    return widgets.button("by-hand", _("Something else…"), id="by-hand")


def _drawn(session: Session, seat: Seat) -> Markup:
    """The worker tiles that a computer may have drawn.

    How many are left is not told: nobody else may learn what it has.
    """
    colour = session.sitters[seat].colour
    buttons = [
        palette.button("reveal", tile, art.worker_tile(colour, tile), words.edges(tile), 0)
        for tile in unsaid.unplaced(session.game, seat)
    ]
    return palette.group(_("Worker tiles that it may have drawn"), buttons)


def _jungle(session: Session) -> Markup:
    """The jungle tiles that can still come."""
    buttons = [
        palette.button("reveal", code, art.jungle_tile(code), words.tile_name(code), count)
        for code, count in unsaid.to_come(session.game).items()
        if count
    ]
    return palette.group(_("Jungle tiles that can still come"), buttons)


def _blind(session: Session) -> list[Markup]:
    """The tiles that may be hidden, if one of them can be drawn in place of the map board's."""
    if not unsaid.may_draw_blind(session.game):
        return []
    sentence = _("Or somebody draws the hidden tile: which one is it?")
    return [h("p", None, sentence), _jungle(session)]


def _gems(session: Session) -> Markup:
    """The gems that can still come."""
    buttons = [
        palette.button("reveal", gem, widgets.use(f"gem-{gem}", 14, 14, 72),
                       words.more().gems_named(gem), count)
        for gem, count in unsaid.gems_to_come(session.game).items()
        if count
    ]  # fmt: skip
    return palette.group(_("Gems that can still come"), buttons)


def _workers(session: Session) -> Markup:
    """The worker tiles that the player can still have, in all ways to turn them."""
    turn = session.game.turn
    colour, left = session.sitters[turn].colour, unsaid.left_of(session.game, turn)
    buttons = [
        palette.button(
            "turned",
            edges,
            art.worker_tile(colour, edges),
            words.edges(edges),
            left[tile],
            edges == session.choosing.chosen_edges,
        )
        for tile in session.mode.hand(session.shown, turn)
        for edges in ROTATIONS[tile]
    ]
    return palette.group(_("Worker tiles that the player can still have"), buttons)


def _display(session: Session) -> Markup:
    """The tiles of the display; one tap fills the only space."""
    chosen = session.choosing.chosen_display
    buttons = [
        palette.button(
            "display",
            str(index),
            art.hidden() if code == BLIND else art.jungle_tile(code),
            _tile_to_take(kind, code),
            widgets.symbol("good-map") if kind == FILL_FROM_MAP else 0,
            index == chosen if len(session.game.open_spaces) > 1 else None,
        )
        for index, (kind, code) in enumerate(session.choosing.offered)
    ]
    return palette.group(_("Jungle display"), buttons)


def _tile_to_take(kind: str, code: str) -> str:
    """A tile that can fill a space, and that it costs a map tile if it does."""
    if kind == FILL_FROM_MAP:
        return _("{tile}, for a map tile").format(tile=words.tile_name(code))
    return _("the tile that was drawn") if code == BLIND else words.tile_name(code)


def _tools(session: Session) -> Markup:
    """Whether each worker is asked for; and the way to confirm, if that is wanted."""
    label = _("Ask for each worker")
    box = {
        "type": "button",
        "data-command": "singly",
        "id": "each-worker",
        "aria-pressed": "true" if session.onward.singly else "false",
    }
    ready = session.choosing.candidate is not None
    placing = session.game.phase is Phase.PLACE
    confirm = widgets.button(
        "confirm-singly" if session.onward.singly else "confirm",
        _("Place it") if placing else _("Fill it"),
        icon="check",
        css="primary",
        disabled=not ready,
    )
    return h(
        "div",
        {"class": "actions"},
        _other_hand(session),
        h("button", box, label),
        _huts(session),
        confirm if session.options.confirm else None,
    )


def _huts(session: Session) -> Markup | None:
    """The way to put right which huts lie there."""
    if not session.record.deal.huts:
        return None
    label = _("Which huts lie there?")
    return widgets.button(Command.COMPANION_GO, label, value="huts/now", id="huts-now")


def _waiting(session: Session) -> Markup | None:
    """That turns wait since an earlier one was put right; which one does not fit any more."""
    number, sentence = writing.waiting(session.record).number, ""
    misfit = session.real_table and session.real_table.misfit
    if misfit:
        name = session.sitters[misfit.seat].said
        sentence = _("Turn {n} of {name} does not fit any more: enter it again.")
        sentence = sentence.format(n=misfit.turn, name=name)
    if not number:
        return h("p", {"class": "waits", "role": "status"}, sentence) if sentence else None
    waits = ngettext("{n} later turn waits.", "{n} later turns wait.", number)
    drop = widgets.button("drop-waiting", _("Discard them"), id="drop-waiting")
    return h("p", {"class": "waits", "role": "status"}, sentence, " ", waits, " ", drop)


def put_right(session: Session) -> Markup:
    """The button that enters the turn that is shown anew."""
    return widgets.button(
        "put-right",
        _("Correct this turn"),
        icon="undo",
        id="put-right",
        disabled=not session.shown_moves,
    )


class TableMeanwhile(Meanwhile):
    """The answers of a game at a real table."""

    def seat(self, session: Session) -> Seat | None:
        """The computer for which something is to be done at the table; None if there is none."""
        asked = session.asked
        return asked.to_do[0].seat if asked.to_do else asked.drawing

    def hides_turn(self, session: Session) -> bool:
        """Whether the table is laid, or something is to be done for a computer."""
        return session.asked.laying or self.seat(session) is not None

    def call(self, session: Session) -> str:
        """The next thing to do at the table, or to name; empty if there is none."""
        if not session.asked.any:
            return ""
        if session.asked.laying:
            from cacao_web.board.regions import laying  # noqa: PLC0415  # rarely needed

            return laying.call(session)
        if session.asked.to_do:
            names = all_of(session.said(dict.fromkeys(one.seat for one in session.asked.to_do)))
            return _("Do this at the table for {name}.").format(name=names)
        if (drawing := session.asked.drawing) is not None:
            return ngettext(
                "Draw a worker tile for {name}: which one is it?",
                "Draw {n} worker tiles for {name}: which ones are they?",
                session.game.players[drawing].hand.count(UNKNOWN),
                name=session.sitters[drawing].said,
            )
        return _turned_up(session)

    def content(self, session: Session) -> Markup | None:
        """The choices for the next statement; None if they are as in any game."""
        if session.asked.laying:
            from cacao_web.board.regions import laying  # noqa: PLC0415  # rarely needed

            return laying.content(session)
        if statements := _statements(session):
            return h("div", {"class": "written"}, statements)
        return None


MEANWHILE: Final = TableMeanwhile()
