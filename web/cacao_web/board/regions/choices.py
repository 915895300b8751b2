"""The choices of a player whose workers act: all as shown, or one by one."""

from __future__ import annotations

from typing import Final

from cacao_core.jungle import JUNGLE
from cacao_core.rules import tile_of
from cacao_core.tiles import SIDES
from cacao_web.board import art
from cacao_web.game.effects import WorkerEffect, of
from cacao_web.game.plans import Amount, Plan, Stop
from cacao_web.game.session import Session
from cacao_web.game.texts import gains, words
from cacao_web.ui import help, widgets
from cacao_web.ui.i18n import _, all_of
from cacao_web.ui.markup import Markup, h

ALL: Final = "act-all"
"""Id of the button that plays everything as shown."""
_AT_ONCE: Final = 4
"""The most choices of a jungle tile that are not folded."""
_ARROWS: Final = "↑→↓←"
"""The sides of a tile, as signs."""


def choices(session: Session, plan: Plan | None, *more: Markup | None) -> Markup:
    """One button for all as shown; or one row for each jungle tile, with every amount.

    Args:
        session: the game; a person has to activate.
        plan: what is shown on the board; if nothing is, no amount stands out.
        more: further buttons.
    """
    stops = session.stops
    if plan is None:
        rows = [_row(session, stop, stops, None) for stop in stops]
        return h("div", {"class": "edges unaided"}, h("div", {"class": "stops"}, rows))
    if len(stops) == 1:
        return h("div", {"class": "edges one"}, _row(session, stops[0], stops, plan), _tools(*more))
    if not session.onward.singly:
        singly = widgets.button("singly", _("One by one…"), id="singly")
        return h(
            "div",
            {"class": "edges all"},
            _tools(_all(_("Play it all as shown"), plan), singly, *more),
        )
    rows = [_row(session, stop, stops, plan) for stop in stops]
    rest = _tools(_all(_("Do the rest as shown"), plan), *more)
    return h("div", {"class": "edges each"}, h("div", {"class": "stops"}, rows), rest)


def _all(label: str, plan: Plan) -> Markup:
    moves = " ".join(map(str, plan.moves))
    return widgets.button("activate", label, icon="check", css="primary", value=moves, id=ALL)


def _tools(*content: Markup | None) -> Markup:
    return h("div", {"class": "actions"}, content)


def _row(session: Session, stop: Stop, stops: list[Stop], plan: Plan | None) -> Markup:
    """The choice at one jungle tile."""
    owner = session.game.workers[stop.edges[0].cell].owner
    title = _title(stop, stops)
    # The amount that is proposed, if the other tiles do not come first.
    wanted = stop.planned(plan) if plan and stop.has(plan.moves[0]) else None
    first, more = _ordered(session, stop, wanted)
    amounts = [_amount(session, one, stop.code, suggested=one == wanted) for one in first]
    cell = words.cell_name(stop.cell)
    box = {
        "class": f"edge seat-{session.sitters[owner].colour}",
        "role": "group",
        "aria-label": title,
        "id": f"edge-{stop.amounts[0].moves[0]}",
        "data-lights": cell,
    }
    return h(
        "div",
        box,
        _tile(stop.code),
        _arrows(stop, stops),
        h("span", {"class": "title"}, title),
        h("span", {"class": "amounts"}, amounts),
        _folded(session, stop, more) if more else None,
    )


def _arrows(stop: Stop, stops: list[Stop]) -> Markup | None:
    """The sides as signs, where several rows look alike and their titles have no room."""
    if not _is_alike(stop, stops):
        return None
    signs = "".join(_ARROWS[edge.side] for edge in stop.edges)
    return h("span", {"class": "arrows", "aria-hidden": "true"}, signs)


def _is_alike(stop: Stop, stops: list[Stop]) -> bool:
    return bool(stop.workers) and sum(other.code == stop.code for other in stops) > 1


def _folded(session: Session, stop: Stop, more: list[Amount]) -> Markup:
    """Choices that few people want: most of them leave something undone."""
    most = max(one.amount for one in stop.amounts)
    less = all(one.amount < most for one in more)
    summary = h("summary", None, _("Less…") if less else _("Others…"))
    box = {"class": "fewer", "id": f"fewer-{stop.amounts[0].moves[0]}"}
    amounts = [_amount(session, one, stop.code, suggested=False) for one in more]
    return h("details", box, summary, h("span", {"class": "amounts"}, amounts))


def _ordered(
    session: Session, stop: Stop, wanted: Amount | None
) -> tuple[list[Amount], list[Amount]]:
    """The choices at a jungle tile, the best ones first; then those that are seldom wanted."""
    if not any(one.choice for one in stop.amounts):
        return list(reversed(stop.amounts)), []
    most = max(one.amount for one in stop.amounts)
    others = [one for one in stop.amounts if one != wanted]
    whole = [one for one in others if one.amount == most > 0]
    none = [one for one in others if not one.amount]
    rest = [one for one in others if 0 < one.amount < most][::-1]
    room = _AT_ONCE - len(none) - bool(wanted)
    if len(whole) > room:
        whole.sort(key=lambda one: _worth(session, one), reverse=True)
    return [*([wanted] if wanted else []), *whole[:room], *none], [*whole[room:], *rest]


def _worth(session: Session, amount: Amount) -> tuple[int, int]:
    """The score after an amount, as far as it is known; then how many kinds it has."""
    seat = session.game.to_move
    assert seat is not None, "somebody has to activate"
    trial = session.game.copy()
    for move in amount.moves:
        trial.apply(move)
    return trial.score()[seat].total, len(set(amount.choice))


def _title(stop: Stop, stops: list[Stop]) -> str:
    """The name of these workers; with the side of their tile if several rows look alike."""
    title = words.workers_at(stop.code, stop.workers)
    if not stop.workers:
        return str(words.more().edge_without(stop.code, len(stop.edges)))
    if _is_alike(stop, stops):
        side = all_of([words.side_name(SIDES[edge.side]) for edge in stop.edges])
        workers, tile = words.workers(stop.workers), words.tile_name(stop.code)
        title = _("{workers} at the {tile}, {side}").format(workers=workers, tile=tile, side=side)
    if tile_of(stop.code).good == "market" and len(stop.amounts) == 1:
        return _("{workers}: no cacao to sell yet").format(workers=title)
    return title


def proposed(session: Session, plan: Plan) -> str:
    """Id of the button that plays what is shown first."""
    stops = session.stops
    if len(stops) > 1 and not session.onward.singly:
        return ALL
    stop = next(stop for stop in stops if stop.has(plan.moves[0]))
    return _id(stop.planned(plan))


def _id(amount: Amount) -> str:
    return "act-" + "+".join(map(str, amount.moves))


def _tile(code: str) -> Markup:
    """The jungle tile; it links to its rules."""
    leads = help.leading_to(help.ENTRY_OF[code], words.tile_name(code))
    picture = art.picture(art.jungle_tile(code), css="tile mini")
    return h("button", {**leads, "class": "look-up asks"}, picture)


def _amount(session: Session, amount: Amount, code: str, *, suggested: bool) -> Markup:
    """The button for an amount; in words, and in signs for small screens.

    Args:
        amount: the amount.
        code: of the jungle tile.
        suggested: whether it is proposed.
    """
    attributes = {
        "type": "button",
        "id": _id(amount),
        "data-command": "activate",
        "data-value": " ".join(map(str, amount.moves)),
        "class": "primary" if suggested else "plain",
    }
    done = _effect(session, amount, code)
    label, short = words.choice_label(done), _signs(done)
    if code == "D" and done.amount:  # gems look alike in words
        return h("button", {**attributes, "aria-label": label, "title": label}, short)
    return h("button", attributes, h("span", {"class": "long"}, label),
             h("span", {"class": "short"}, short))  # fmt: skip


def _effect(session: Session, amount: Amount, code: str) -> WorkerEffect:
    """The effect of an amount's moves."""
    trial, done = session.game.copy(), list[WorkerEffect]()
    for move in amount.moves:
        if move in trial.legal_moves():
            done += of(trial.events(move))
            trial.apply(move)
    whole = gains.added(one for one in done if one.code and one.amount)
    return whole[0] if whole else WorkerEffect(session.game.turn, code, 0)


def _signs(done: WorkerEffect) -> list[Markup | str]:
    if done.code == "D":  # gems look alike in words
        return [widgets.symbol(f"gem-{gem}") for gem in done.choice] or ["0"]
    if done.amount and done.code not in JUNGLE:
        text, symbol = words.more().sign(done)
        return [text, widgets.symbol(symbol)]
    sign = gains.short(done) if done.amount else "0"
    return [sign, widgets.symbol(art.good_of(done.code))]
