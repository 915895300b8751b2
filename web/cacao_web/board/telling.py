"""A turn as pictures and words, in the log, in a replay and in an analysis."""

from __future__ import annotations

from collections.abc import Iterable

from cacao_core import Move
from cacao_core.moves import BLIND, FILLS, OVERBUILD
from cacao_web.board import art
from cacao_web.engine.advice import Then
from cacao_web.game.session import Session
from cacao_web.game.texts import reasons, words
from cacao_web.game.texts.telling import ToldTurn
from cacao_web.ui.i18n import _, cached
from cacao_web.ui.markup import Markup, h, join


def tile(move: Move, colour: str) -> Markup:
    """The tile that a move places; a worker tile has its player's colour."""
    if move.what == BLIND:
        return art.hidden()
    if move.kind in FILLS:
        return art.jungle_tile(move.what)
    return art.worker_tile(colour, move.what, move.kind == OVERBUILD)


@cached
def tiles(moves: tuple[Move, ...], colour: str) -> Markup:
    """The tiles of a turn, side by side."""
    pictures = [art.picture(tile(move, colour), css="tile mini") for move in moves]
    return h("span", {"class": "laid"}, pictures)


def told(line: ToldTurn, colour: str) -> Markup:
    """A turn: its tiles, and what the workers did.

    Where the tiles lie is read out; it is shown, with the notation, if the settings say so.
    """
    placed = f"{line.placed}; " if line.did else line.placed
    return join(
        in_words(placed),
        tiles(line.tiles, colour),
        _overbuilt(line),
        h("span", None, line.did) if line.did else None,
        notation(line.notation),
    )


def _overbuilt(line: ToldTurn) -> Markup | None:
    """Says in words that a tile lies on another, which a small picture hardly shows."""
    if not any(move.kind == OVERBUILD for move in line.tiles):
        return None
    end = "; " if line.did else ""
    return h("span", {"aria-hidden": "true"}, words.overbuilds(line.yours, line.free) + end)


def follows(steps: Iterable[Then], session: Session, *, likely: bool = True) -> str:
    """The turns after a turn, such as "Likely then: Otto: takes 3 gold (lead −3)."; or nothing.

    Args:
        steps: the turns.
        likely: whether they are only likely; else they were played.
    """
    turns = [
        _("{name}: {does} (lead {change})").format(
            name=session.label(one.seat),
            does=reasons.reason(one.reason, session),
            change=words.signed(one.change),
        )
        for one in steps
    ]
    if not turns:
        return ""
    text = _("Likely then: {turns}.") if likely else _("Then: {turns}.")
    return text.format(turns="; ".join(turns))


def in_words(text: str) -> Markup:
    """A text that a picture shows already: for screen readers, and with the notation."""
    return h("span", {"class": "in-words"}, text)


def exact() -> Markup:
    """A mark beside a result that is known, not estimated."""
    return h("span", {"class": "exact"}, _("exact: solved to the end"))


def notation(moves: str | Iterable[Move]) -> Markup:
    """Moves in notation; shown if the settings say so."""
    text = moves if isinstance(moves, str) else " ".join(map(str, moves))
    return h("code", {"class": "notation"}, text)
