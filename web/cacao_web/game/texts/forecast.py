"""The effects of a preview in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cacao_core import Game, Move
from cacao_core.moves import FILL_FROM_MAP, FILLS
from cacao_core.tiles import Seat
from cacao_web.game.preview import Preview, TemplePlace, acting, spaces_after
from cacao_web.game.texts import gains, words
from cacao_web.ui.i18n import _, ngettext

if TYPE_CHECKING:
    from cacao_web.game.opened import OpenGame


def preview_text(seen: Preview, session: OpenGame, me: Seat) -> str:
    """One sentence on the cost and the effects of a move in this turn."""
    move = seen.move
    parts = [_cost(session)] if move.kind == "O" else []
    if move.kind == FILL_FROM_MAP:
        parts.append(words.more().for_map_tile(session.game.players[session.game.turn].maps))
    names = {seat: session.name(seat) for seat in range(len(session.sitters)) if seat != me}
    parts += gains.told(seen.effects, names, None if session.you == me else session.you)
    parts += [
        _at_temple(one, None if one.seat == me else session.name(one.seat)) for one in seen.temples
    ]
    spaces = len(seen.spaces)
    if spaces:
        parts.append(ngettext("opens {n} jungle space", "opens {n} jungle spaces", spaces))
    return "; ".join(parts) if parts else _("nothing right away")


def _cost(session: OpenGame) -> str:
    """The price of overbuilding; with a shaman, no token."""
    if words.is_free(session.game):
        return _("the workers beneath are lost")
    return _("costs a sun token; the workers beneath are lost")


def acting_text(game: Game, move: Move, session: OpenGame, me: Seat) -> str:
    """The price of a placement or a fill and the workers that would act then, without the gain."""
    counts: dict[tuple[Seat, str], int] = {}
    for workers in acting(game, move):
        counts[workers.seat, workers.code] = (
            counts.get((workers.seat, workers.code), 0) + workers.workers
        )
    parts = [
        words.with_name(words.workers_at(code, count), None if seat == me else session.label(seat))
        for (seat, code), count in counts.items()
    ] or [_("nobody")]
    if move.kind == "O":
        parts.append(_cost(session))
    spaces = 0 if move.kind in FILLS else len(spaces_after(game, move))
    if spaces:
        parts.append(ngettext("opens {n} jungle space", "opens {n} jungle spaces", spaces))
    return "; ".join(parts)


def effects(seen: Preview, session: OpenGame, me: Seat) -> str:
    """The changes of the scores by a move, and its effects in this turn."""
    return f"{change_text(seen, session, me)} · {preview_text(seen, session, me)}"


def _at_temple(place: TemplePlace, name: str | None) -> str:
    """The place of a player at a temple, who may be another one or the reader."""
    does, yours = {
        "first": (_("leads at the temple"), _("you lead at the temple")),
        "shared": (_("ties at the temple"), _("you tie at the temple")),
        "second": (_("comes second at the temple"), _("you come second at the temple")),
        "none": (_("loses the temple"), _("you lose the temple")),
    }[place.place]
    sentence = yours if name == "" else words.with_name(does, name)
    return f"{sentence} ({words.signed(place.change)})"


def change_text(seen: Preview, session: OpenGame, me: Seat) -> str:
    """The changes of the scores, temples included, such as "score +6, Bo −3"."""
    changes = [_("score {change}").format(change=words.signed(seen.change[me]))]
    changes += [
        f"{session.label(seat)} {words.signed(change)}"
        for seat, change in enumerate(seen.change)
        if change and seat != me
    ]
    return ", ".join(changes)
