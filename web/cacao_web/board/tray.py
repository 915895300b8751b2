"""The tray at the bottom: the present task, the hand, and the choices of the present phase."""

from __future__ import annotations

from cacao_core import Game, Move, Phase
from cacao_core.activation import Edge
from cacao_core.text import turns
from cacao_core.tiles import MARKETS, ROTATIONS, SIDES, TILE_OF_EDGES, Seat
from cacao_web.board import art, board
from cacao_web.board.overlay import Overlays
from cacao_web.game import words
from cacao_web.game.session import Session
from cacao_web.ui import help, widgets
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Markup, h, join


def task(session: Session, overlays: Overlays) -> Markup:
    """Who has to do what now, in one sentence; or the gains of the ghost."""
    if told := overlays.task(session):
        return h("span", None, told)
    return join(_who(session), h("span", None, _task(session)), _about(session))


def _about(session: Session) -> Markup | None:
    """The link to the rules about the present task; not read out with the task."""
    if session.looking is not None:
        return None
    entry, topic = {
        Phase.PLACE: ("placing", _("placing a worker tile")),
        Phase.FILL: ("filling", _("filling jungle spaces")),
        Phase.ACTIVATE: ("activating", _("what workers do")),
        Phase.OVER: ("scoring", _("the score")),
    }[session.game.phase]
    return h("span", {"aria-live": "off"}, help.sign(entry, topic))


def content(session: Session, overlays: Overlays) -> Markup | None:
    """The hand, and the choices of the present phase."""
    if session.presenting:
        return _hand(session)
    if session.looking is not None:
        return join(_hand(session), _travel(session))
    if session.covered:
        return _handover(session)
    if session.game.is_over:
        return _after_the_end(overlays.onward(session))
    if session.deciding and session.game.phase is Phase.ACTIVATE:
        return _activation(session, str(overlays.activation(session)))
    return join(_hand(session), _actions(session))


def _who(session: Session) -> Markup | None:
    seat = session.shown.to_move
    return None if seat is None else art.emblem(session.sitters[seat].colour)


def _task(session: Session) -> str:
    """The present task in one sentence; or the shown position, or the gains of the ghost."""
    if session.looking is not None:
        return _looking_text(session)
    told = board.ghost_text(session) if session.deciding else None
    if told:
        return join(h("strong", None, _("Here:")), " ", told, ".")
    return call(session)


def call(session: Session) -> str:
    """Who has to do what now, in one sentence, as plain text."""
    actor = session.actor
    if actor is None:
        return _("The game is over.")
    if session.covered:
        return _("Hand the device to {name}.").format(name=actor.name)
    if actor.is_elsewhere:
        return _("{name} decides next, elsewhere: send them the link.").format(name=actor.name)
    if actor.is_computer:
        doing = _("{name} cannot move.") if session.stuck else _("{name} is thinking…")
        return doing.format(name=actor.name)
    return _decision(session, actor.name)


def looking(session: Session) -> str:
    """The turn that is shown, in words, as plain text."""
    line = _line_looked_at(session)
    told = f" {session.sitters[line.seat].name}: {line.said}" if line else ""
    return _where(session) + told


def _where(session: Session) -> str:
    done, total = len(turns(session.shown_moves)), len(turns(session.record.moves))
    return _("Looking back: after turn {n} of {total}.").format(n=done, total=total)


def _line_looked_at(session: Session) -> words.Line | None:
    done = len(turns(session.shown_moves))
    return words.log(session.record, session.sitters)[done - 1] if done else None


def _looking_text(session: Session) -> Markup:
    """The turn that is shown, in words and in notation."""
    line = _line_looked_at(session)
    notation = h("code", None, line.notation) if line else None
    return join(h("span", {"class": "told"}, looking(session), " ", notation))


def _decision(session: Session, name: str) -> str:
    """What a person has to decide, or what happens automatically."""
    if session.coming is not None:
        return words.announcement(session.game, session.coming, name)
    texts = {
        Phase.PLACE: _place_task(session),
        Phase.FILL: _("{name}: choose a jungle tile and the space that it fills."),
        Phase.ACTIVATE: _activate_task(session.game),
    }
    return texts[session.game.phase].format(name=name)


def _activate_task(game: Game) -> str:
    if len(game.open_edges) == 1:
        return _("{name}: your workers act. How much?")
    return _("{name}: your workers act. Which of them first, and how much?")


def _place_task(session: Session) -> str:
    if any(move.kind == "O" for move in session.choices):
        return _("{name}: place a tile on a marked cell, or over an own one for a sun token.")
    return _("{name}: choose a tile, turn it, and place it on a marked cell.")


# --- Hand ------------------------------------------------------------------------------------


def _hand(session: Session) -> Markup | None:
    viewer = session.viewer
    if viewer is None or session.shown.is_over:
        return None
    hand = session.shown.players[viewer].hand
    active = session.chosen_tile is not None
    tiles = [_hand_tile(session, viewer, index, active) for index in range(len(hand))]
    label = _("Your hand")
    box = {"class": "hand", "role": "group", "aria-label": label, "data-anchor": "hand"}
    return h("div", box, tiles)


def _hand_tile(session: Session, viewer: Seat, index: int, active: bool) -> Markup:
    tile = session.shown.players[viewer].hand[index]
    chosen = active and index == session.choice.hand
    edges = (session.chosen_edges if chosen else None) or tile
    attributes = {
        "type": "button",
        "class": "slot chosen" if chosen else "slot",
        "id": f"hand-{index}",
        "data-hand": index,
        "data-anchor": f"hand:{index}",
        "disabled": not active,
        "aria-pressed": "true" if chosen else "false",
        "aria-label": _("Tile {n}: workers {workers}").format(
            n=index + 1, workers=words.edges(edges)
        ),
    }
    colour = session.sitters[viewer].colour
    return h("button", attributes, art.picture(art.worker_tile(colour, edges)))


def _actions(session: Session) -> Markup | None:
    """Buttons to rotate, confirm and undo; or to skip the others' moves."""
    if session.stuck and not session.deciding:
        how = widgets.button("bot-trouble", _("How to go on…"), css="primary", id="stuck")
        return h("div", {"class": "actions"}, how)
    if session.actor and session.actor.is_elsewhere:
        return _hand_over_link()
    if session.held:
        return None  # the story has the buttons
    if session.actor and session.actor.is_computer:
        return h(
            "div", {"class": "actions"}, widgets.button("hurry", _("Skip"), icon="next", id="hurry")
        )
    if not session.deciding:
        return None
    placing = session.chosen_edges is not None
    turns = placing and len(ROTATIONS[TILE_OF_EDGES[session.chosen_edges or ""]]) > 1
    ready = session.candidate is not None
    label = _("Place it") if placing else _("Fill it")
    if session.candidate and session.candidate.kind == "O":
        label = _("Overbuild")
    confirm = {
        "type": "button",
        "data-command": "confirm",
        "class": "primary",
        "disabled": not ready,
    }
    rotate = widgets.icon_button("rotate", _("Turn the tile (R)"), "rotate", disabled=not turns)
    yes = h("button", confirm, widgets.symbol("icon-check", "glyph"), label)
    return h(
        "div",
        {"class": "actions"},
        _undo_button(session) if not placing or session.options.undo_turns else None,
        _hint_button(session),
        rotate if placing else None,
        yes if session.options.confirm else None,
    )


def _hint_button(session: Session) -> Markup | None:
    """The button that asks for the best moves, if there is more than one move."""
    if len(session.legal) < 2 or session.guide or session.is_contest:
        return None
    return widgets.icon_button("hint", _("Hint (H)"), "hint")


def _undo_button(session: Session) -> Markup:
    label = _("Take back (U)")
    return widgets.icon_button("undo", label, "undo", disabled=not session.can_undo)


def _travel(session: Session) -> Markup:
    """Controls to go through the turns: slider, steps, replay, back to the game, branch."""
    done, total = len(turns(session.shown_moves)), len(turns(session.record.moves))
    slider = {
        "type": "range",
        "name": "slide",
        "id": "slide",
        "min": 0,
        "max": total,
        "value": done,
        "aria-label": _("Turn"),
    }
    play = widgets.icon_button("replay", _("Play by itself (P)"), "play")
    if session.replaying:
        play = widgets.icon_button("replay", _("Pause (P)"), "pause")
    return h(
        "div",
        {"class": "travel"},
        h("input", slider),
        h(
            "div",
            {"class": "actions"},
            widgets.icon_button("before", _("Turn before"), "prev", disabled=session.looking == 0),
            play,
            widgets.icon_button("after", _("Turn after"), "next"),
            widgets.button("branch", _("Continue from here"), icon="plus", id="branch"),
            widgets.button("now", _("Back to the game"), css="primary", id="now"),
        ),
    )


def _hand_over_link() -> Markup:
    """The link for the person at another device who has to decide."""
    return h(
        "div",
        {"class": "actions"},
        widgets.button("hand-over", _("Copy link"), css="primary", id="hand-over"),
        widgets.button("share", _("Share, QR code"), icon="share", id="share-turn"),
    )


def _handover(session: Session) -> Markup:
    actor = session.actor
    name = actor.name if actor else ""
    label = _("I am {name}: show my tiles").format(name=name)
    return h("div", {"class": "handover"}, widgets.button("uncover", label, css="primary"))


def _after_the_end(onward: Markup | None) -> Markup:
    return h(
        "div",
        {"class": "actions after"},
        widgets.button("result", _("Result"), css="primary"),
        onward or widgets.button("rematch", _("Rematch"), icon="rotate"),
        widgets.button("look", _("Go through it"), icon="prev", value="0", id="through"),
        widgets.button("analyse", _("Analyse"), icon="hint", id="analyse"),
    )


# --- Activation ------------------------------------------------------------------------------


def _activation(session: Session, suggested: str) -> Markup:
    """One row for each edge with every amount; the suggested one is the primary button."""
    game = session.game
    rows = [
        _edge_row(game, edge, suggested, session.sitters[game.workers[edge[0]].owner].colour)
        for edge in game.open_edges
    ]
    actions = h("div", {"class": "actions"}, _undo_button(session), _hint_button(session))
    return join(h("div", {"class": "edges"}, rows), actions)


def _edge_row(game: Game, edge: Edge, suggested: str, colour: str) -> Markup:
    cell, side, code, workers = edge
    amounts = [
        move for move in game.legal_moves() if move.cell == cell and move.what == SIDES[side]
    ]
    title = _("{workers} at the {tile}, {side}").format(
        workers=ngettext("{n} worker", "{n} workers", workers),
        tile=words.tile_name(code),
        side=words.side_name(SIDES[side]),
    )
    if code in MARKETS and len(amounts) == 1:
        title = _("{workers}: no cacao to sell yet").format(workers=title)
    buttons = [_amount(move, code, str(move) == suggested) for move in reversed(amounts)]
    return h(
        "div",
        {
            "class": f"edge seat-{colour}",
            "role": "group",
            "aria-label": title,
            "id": f"edge-{cell[0]},{cell[1]}-{side}",
        },
        _edge_tile(code),
        h("span", {"class": "title"}, title),
        h("span", {"class": "amounts"}, buttons),
    )


def _edge_tile(code: str) -> Markup:
    """The tile that an edge faces; it links to its rules."""
    leads = help.leading_to(help.ENTRY_OF[code], words.tile_name(code))
    picture = art.picture(art.jungle_tile(code), css="tile mini")
    return h("button", {**leads, "class": "look-up asks"}, picture)


def _amount(move: Move, code: str, suggested: bool) -> Markup:
    """The button for an activation; the amount in words, and in signs for small screens."""
    attributes = {
        "type": "button",
        "id": f"act-{move}",
        "data-command": "activate",
        "data-value": str(move),
        "class": "primary" if suggested else "plain",
    }
    long = h("span", {"class": "long"}, words.choice_label(code, move.amount))
    good = widgets.symbol(art.good_of(code))
    short = h("span", {"class": "short"}, words.short_choice(code, move.amount), good)
    return h("button", attributes, long, short)
