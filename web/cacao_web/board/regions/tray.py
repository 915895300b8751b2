"""The tray at the bottom: the present task, the hand, and the choices of the present phase."""

from __future__ import annotations

from cacao_core import Move, Phase
from cacao_core.formats.text import turns
from cacao_core.moves import FILLS
from cacao_core.tiles import ROTATIONS, TILE_OF_EDGES, Seat
from cacao_web.board import art, board, caption, telling
from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import awaiting, choices, notary, parting
from cacao_web.game.presence import Presence
from cacao_web.game.rounds import is_void
from cacao_web.game.session import Session
from cacao_web.game.texts import forecast, words
from cacao_web.ui import help, widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, all_of
from cacao_web.ui.markup import Markup, h, join


def task(session: Session, overlays: Overlays) -> Markup:
    """The player whose turn it is, and the task now, in one sentence; or the gains of the ghost."""
    turn = _turn(session)
    if told := overlays.task(session):
        return h("span", None, turn, told)
    told = _task(session, overlays)
    wishes = parting.wishes(session)
    asked = h("span", {"class": "contact"}, wishes) if wishes else None
    beside = join(_contact(session), asked, _wanted(session), _calls(session), _way_back(session))
    offer = None if session.looking is not None else overlays.offer(session)
    return join(_who(session), h("span", None, turn, told, beside, offer), _about(session))


def _contact(session: Session) -> Markup | None:
    """The news of a connection; during one's own turn with the link, if that helps."""
    if not session.reach.contact or session.looking is not None:
        return None
    helps = None
    if session.reach.answering and not session.mode.reached_by_link:
        helps = widgets.button(Command.COPY_ON, _("Copy link"), id="copy-answer")
    elif session.reach.retries:
        helps = widgets.button(Command.RELAY_NOW, _("Try now"), id="relay-now")
    css = f"contact{' answers' * session.reach.answering}"
    return h("span", {"class": css}, session.reach.contact, helps)


def _wanted(session: Session) -> Markup | None:
    """The people who want a rematch, and the answers."""
    if not session.reach.wanted_by or session.looking is not None:
        return None
    told = words.wanting_rematch(session.said(session.reach.wanted_by))
    yes = widgets.button(Command.REMATCH, _("Play"), css="primary", id="rematch-yes")
    no = widgets.button(Command.REMATCH_NO, _("No"), id="rematch-no")
    return h("span", {"class": "contact answers"}, told, yes, no)


def _calls(session: Session) -> Markup | None:
    """The offer to be called when it is one's turn, while others play."""
    if not session.reach.offers_calls or session.looking is not None:
        return None
    label = _("Notify me when it is my turn")
    button = widgets.button(Command.NOTIFY_ME, label, icon="sound", id="notify-here")
    return h("span", {"class": "contact answers"}, button)


def _way_back(session: Session) -> Markup | None:
    """The offer of a link that leads back into all games with others."""
    reach = session.reach
    if not reach.offers_way_back or reach.offers_calls or session.looking is not None:
        return None
    told = _("If this browser forgets your games, one link brings them back.")
    button = widgets.button(Command.ALL_SEATS, _("Show the link"), id="all-seats-here")
    return h("span", {"class": "contact answers"}, told, button)


def _turn(session: Session) -> Markup | None:
    """The player whose turn it is, before the task; an earlier turn has its own caption."""
    if session.looking is not None or not (whose := _whose(session)):
        return None
    return join(h("b", {"class": "whose"}, words.sentence(whose)), " ")


def _whose(session: Session) -> str:
    """The player whose turn it is; empty if something at a real table belongs to another turn."""
    ended = session.dealer is not None and session.dealer.device.is_ended
    busy = session.asked.laying or notary.seat(session) is not None or ended
    return "" if busy else caption.whose(session)


def said(session: Session, overlays: Overlays) -> str:
    """The player whose turn it is and the task now, as plain text."""
    whose, told = _whose(session), overlays.task(session) or call(session)
    return f"{words.sentence(whose)} {told}" if whose else told


def _about(session: Session) -> Markup | None:
    """The link to the rules about the present task; not read out with the task."""
    if session.looking is not None:
        return None
    entry, topic = {
        Phase.PLACE: ("placing", _("placing a worker tile")),
        Phase.FILL: ("filling", _("filling jungle spaces")),
        Phase.ACTIVATE: ("activating", _("what workers do")),
        Phase.DECIDE: ("huts", _("Huts")),
        Phase.OVER: ("scoring", _("the score")),
    }[session.game.phase]
    return h("span", {"aria-live": "off"}, help.sign(entry, topic))


def content(session: Session, overlays: Overlays) -> Markup | None:
    """The hand, and the choices of the present phase."""
    if session.presenting:
        return overlays.actions(session) or _hand(session)
    if session.looking is not None:
        return join(_hand(session), _travel(session))
    if session.reach.unsaved:
        return join(_hand(session), _save_again())
    if session.mode.is_gathering:
        return _gathering(session)
    if session.game.is_over and not session.held and not session.asked.any:
        return _after_the_end(session, overlays.onward(session))
    return _replayed(session, overlays) or _present(session, overlays)


def _replayed(session: Session, overlays: Overlays) -> Markup | None:
    """The way on after a game that was ended early, if it is played again."""
    again = overlays.onward(session) if is_void(session) and not session.reach.wanted_by else None
    return join(_hand(session), h("div", {"class": "actions"}, again)) if again else None


def _present(session: Session, overlays: Overlays) -> Markup | None:
    """The hand, and the choices of whoever decides."""
    if session.mode.is_written and (asked := notary.content(session)):
        return asked
    if session.covered:
        return _handover(session)
    if session.deciding and session.game.phase is Phase.ACTIVATE:
        return choices.choices(session, overlays.plan(session), _hint_button(session))
    if session.deciding and session.game.phase is Phase.DECIDE:
        from cacao_web.board.regions import huts  # noqa: PLC0415  # base games have none

        return huts.decision(session)
    if session.held:
        return overlays.actions(session) or _hand(session)
    return join(_hand(session), _actions(session))


def _who(session: Session) -> Markup | None:
    looking = session.looking is not None
    seat = caption.seat(session) if looking else session.game.to_move
    if session.asked.laying:
        return None
    if not looking and session.mode.awaited:
        seat = session.mode.awaited[0]
    if not looking and (at_table := notary.seat(session)) is not None:
        seat = at_table
    return None if seat is None else art.emblem(session.sitters[seat].colour)


def _task(session: Session, overlays: Overlays) -> str:
    """The present task in one sentence; or the shown position, or the gains of the ghost."""
    if session.looking is not None:
        return caption.shown(session)
    if session.deciding and session.game.phase is Phase.ACTIVATE:
        me = session.game.workers[session.game.open_edges[0].cell].owner
        plan = overlays.plan(session)
        if plan is None:
            return call(session)
        seen = forecast.effects(plan.seen, session, me)
        return join(call(session), " ", h("strong", None, _("As shown:")), " ", seen, ".")
    told = board.ghost_text(session) if session.deciding else None
    if told:
        label = _("Would act here:") if session.mode.asks_gains else _("Here:")
        return join(h("strong", None, label), " ", told, ".")
    if session.coming and session.coming.kind in FILLS and session.actor:
        return _comes(session, session.coming)
    return call(session)


def _comes(session: Session, move: Move) -> Markup:
    """A fill that happens automatically."""
    told = telling.in_words(_announced(session, move))
    label = session.label(session.game.turn)
    return join(h("b", None, label), " ", told, telling.tiles((move,), ""))


def _announced(session: Session, move: Move) -> str:
    """A move that happens automatically."""
    seat = session.game.to_move
    assert seat is not None  # somebody plays it
    name = session.name(seat)
    return words.announcement(session.game, move, name)


def call(session: Session) -> str:
    """The task now and its player, in one sentence, as plain text."""
    actor = session.actor
    if actor is None or session.reach.unsaved or session.asked.any:
        asked = notary.call(session) if session.asked.any else ""
        return session.reach.unsaved or asked or _over(session)
    awaits = session.dealer and session.dealer.is_loaded and session.mode.awaited
    if session.reach.paused or awaits:
        return session.reach.paused or awaiting.awaited(session)
    if session.covered:
        return _("Hand the device to {name}.").format(name=actor.said)
    if actor.is_elsewhere:
        return _("{name} decides next, on another device: send them the link.").format(
            name=actor.said
        )
    if actor.is_computer:
        doing = _("{name} cannot move.") if session.stuck else _("{name} is thinking…")
        return doing.format(name=actor.said)
    return _decision(session, actor.said)


def _over(session: Session) -> str:
    """That the game is over, and what is still to be done for those at other devices."""
    dealer = session.dealer
    if dealer is None or not dealer.is_loaded:
        return _("The game is over.")
    urged = dealer.urged(session.game)
    if not (urged or dealer.awaited):
        return _("The game is over.")
    if urged and not dealer.device.is_closed:
        return words.urged(session.said(urged))
    return awaiting.awaited(session)


def _decision(session: Session, name: str) -> str:
    """The decision that a person has to make, or the automatic move."""
    if session.coming is not None:
        return _announced(session, session.coming)
    own = len(session.persons) == 1 or session.game.to_move == session.game.turn
    texts = {
        Phase.PLACE: _place_task(session),
        Phase.FILL: _("choose a jungle tile and the space that it fills."),
        Phase.ACTIVATE: _("your workers act."),
        Phase.DECIDE: _("build a hut, or none."),
    }
    task = texts[session.game.phase]
    told = words.capital(task) if own else _("{name}: {task}").format(name=name, task=task)
    placing = session.game.phase is Phase.PLACE
    last = placing and session.game.players[session.game.turn].tiles_left == 1
    return " ".join((_("Last round!"), told)) if last else told


def _place_task(session: Session) -> str:
    if session.mode.is_written:
        return _("tap the tile that was placed, turned the way it lies, then its cell.")
    if any(move.kind == "O" for move in session.choices):
        if words.is_free(session.game):
            return _("place a tile on a marked cell, or on top of one of your own.")
        return _("place a tile on a marked cell, or on top of one of your own for a sun token.")
    if session.game.players[session.game.turn].tiles_left == 1:
        return _("place your last tile on a marked cell.")
    return _("choose a tile, turn it, and place it on a marked cell.")


# --- Hand ------------------------------------------------------------------------------------


def _hand(session: Session) -> Markup | None:
    viewer = session.viewer
    if viewer is None or session.shown.is_over or session.mode.is_written:
        return None
    hand = session.mode.hand(session.shown, viewer)
    active = session.chosen_tile is not None
    looks = session.choice.edges(viewer, hand)
    good = {TILE_OF_EDGES[move.what] for move in session.suggestions}
    tiles = [
        _hand_tile(session, viewer, index, edges, active=active, good=hand[index] in good)
        for index, edges in enumerate(looks)
    ]
    label = _("Your hand")
    box = {"class": "hand", "role": "group", "aria-label": label, "data-anchor": "hand"}
    return h("div", box, tiles)


def _hand_tile(
    session: Session, viewer: Seat, index: int, edges: str, *, active: bool, good: bool
) -> Markup:
    """A tile of the hand; a good one has a star, as its best cells have."""
    chosen = active and index == session.choice.hand
    label = _("Tile {n}: workers {workers}")
    if good:
        label = _("Suggested tile {n}: workers {workers}")
    attributes = {
        "type": "button",
        "class": "slot chosen" if chosen else "slot",
        "id": f"hand-{index}",
        "data-hand": index,
        "data-anchor": f"hand:{index}",
        "disabled": not active,
        "aria-pressed": "true" if chosen else "false",
        "aria-label": label.format(n=index + 1, workers=words.edges(edges)),
    }
    colour = session.sitters[viewer].colour
    star = widgets.symbol("icon-star", "good-tile") if good else None
    return h("button", attributes, art.picture(art.worker_tile(colour, edges)), star)


def _actions(session: Session) -> Markup | None:
    """Buttons to rotate, confirm and undo; or to skip the others' moves."""
    if session.stuck and not session.deciding:
        how = widgets.button(Command.BOT_TROUBLE, _("How to go on…"), css="primary", id="stuck")
        return h("div", {"class": "actions"}, how)
    if session.reach.paused:
        return _claim() if session.reach.is_elsewhere else None
    if not session.deciding:
        return _elsewhere(session)
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
    back = widgets.icon_button(
        "rotate-back", _("Turn the tile to the left (Shift+R)"), "rotate-back", disabled=not turns
    )
    rotate = widgets.icon_button(
        "rotate", _("Turn the tile to the right (R)"), "rotate", disabled=not turns
    )
    offers_singly = session.options.confirm and session.follows_preview
    yes = h("button", confirm, widgets.symbol("icon-check", "glyph"), label)
    return h(
        "div",
        {"class": "actions"},
        _singly_button(session) if offers_singly else None,
        _hint_button(session),
        join(back, rotate) if placing else None,
        yes if session.options.confirm else None,
    )


def _elsewhere(session: Session) -> Markup | None:
    """Buttons while another device has to decide, or to draw."""
    if session.dealer is None:
        elsewhere = session.actor and session.actor.is_elsewhere
        return _hand_over_link() if elsewhere else None
    if session.mode.reached_by_link:
        return _send_on(session)
    parts = parting.buttons(session)
    return h("div", {"class": "actions"}, parts) if parts else None


def _singly_button(session: Session) -> Markup:
    """The other way to confirm, without doing what the preview shows; it keeps its place."""
    told = _("Confirm, then choose what the workers do (Shift+Enter)")
    button = widgets.button(
        "confirm-singly",
        _("Place, then choose…") if session.chosen_edges else _("Fill, then choose…"),
        icon="singly",
        title=told,
        disabled=not session.may_follow,
    )
    return h("span", {"class": "spare"}, button)


def _hint_button(session: Session) -> Markup | None:
    """The button that asks for the best moves, if there is more than one move."""
    if len(session.legal) < 2 or session.mode.guides or session.is_contest:
        return None
    return widgets.icon_button(Command.HINT, _("Hint (H)"), "hint")


def steps(session: Session) -> Markup | None:
    """The buttons that undo, redo, and skip the others' moves, always at the same place.

    Nothing else is ever there, so that a second tap on another button does not hit them.
    """
    if session.looking is not None:
        return None
    others = session.actor and session.actor.is_computer and not session.stuck and not session.held
    others = others and not session.mode.is_written
    skip = widgets.icon_button("hurry", _("Skip (S)"), "next") if others else None
    speak = (
        widgets.icon_button(Command.SPEAK, _("Say something"), "speech")
        if (session.reach.is_live or (session.dealer and not session.mode.is_gathering))
        and not session.is_watching
        else None
    )
    return join(_history(session), speak, skip)


def _history(session: Session) -> Markup | None:
    if (session.mode.guides and not session.mode.is_trial) or not _may_undo(session):
        return None
    undo = widgets.icon_button("undo", _("Take back (U)"), "undo", idle=not session.can_undo)
    if not session.can_redo:
        return undo
    return join(undo, widgets.icon_button("redo", _("Redo (Shift+U)"), "redo"))


def _may_undo(session: Session) -> bool:
    """Whether there may be something to undo now or later in this turn."""
    if session.reach.is_live or session.mode.is_relayed or session.mode.is_gathering:
        return False  # the others see each decision at once
    free = not session.covered and not session.held
    over = session.game.is_over and not session.mode.is_written
    return not over and (bool(session.persons) or session.mode.is_written) and free


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
    play = widgets.icon_button("replay", _("Play automatically (P)"), "play")
    if session.replaying:
        play = widgets.icon_button("replay", _("Pause (P)"), "pause")
    return h(
        "div",
        {"class": "travel"},
        h("input", slider),
        h(
            "div",
            {"class": "actions"},
            widgets.icon_button(
                "before", _("Previous turn"), "prev", disabled=not session.shown_moves
            ),
            play,
            widgets.icon_button("after", _("Next turn"), "next"),
            notary.put_right(session)
            if session.mode.is_written
            else widgets.button(Command.BRANCH, _("Continue from here"), icon="plus", id="branch"),
            widgets.button("now", _("Back to the game"), css="primary", id="now"),
        ),
    )


def _hand_over_link() -> Markup:
    """The link for the person at another device who has to decide."""
    return h(
        "div",
        {"class": "actions"},
        widgets.button(Command.HAND_OVER, _("Copy link"), css="primary", id="hand-over"),
        widgets.button(Command.SHARE, _("Share, QR code"), icon="share", id="share-turn"),
    )


def _send_on(session: Session) -> Markup:
    """The ways to reach a device that is not connected, and other ways out."""
    has_news = session.dealer is not None and session.dealer.has_news
    live = widgets.button(Command.INVITE, _("Live…"), icon="live", id="invite-again")
    return h("div", {"class": "actions"}, *_sending(has_news), live, *parting.buttons(session))


def _claim() -> Markup:
    """Another browser decides for this seat."""
    go_on = widgets.button(Command.CLAIM, _("Go on here"), css="primary", id="claim")
    return h("div", {"class": "actions"}, go_on)


def _sending(has_news: bool) -> tuple[Markup, Markup]:
    css = "primary" if has_news else ""
    return (
        widgets.button(Command.COPY_ON, _("Copy link"), css=css, id="copy-on"),
        widgets.button(Command.SEND_ON, _("Share…"), icon="share", id="send-on"),
    )


def _gathering(session: Session) -> Markup | None:
    """Somebody has not joined yet, or the first tiles are not drawn."""
    if not session.mode.is_joining:
        send = join(*_sending(has_news=True))
        return h("div", {"class": "actions"}, send) if session.mode.reached_by_link else None
    keep = widgets.button(Command.MOVE, _("A link back to this game…"), id="way-back")
    waited_for = session.mode.waited_for(session.game)
    apart = {*session.mode.reached_by_link} & {*waited_for}  # a guest waits for the host
    if session.dealer and session.mode.is_relayed and not (apart or session.dealer.is_host):
        is_away = Presence.ASLEEP in map(session.reach.presence.get, waited_for)
        is_away = is_away and not session.dealer.device.is_seated
        note = _("Copy a note for {name}").format(name=all_of(session.said(waited_for)))
        remind = widgets.button(Command.REMIND_HOST, note, id="remind-host") if is_away else None
        return h("div", {"class": "actions"}, remind, keep)
    applicants = session.reach.applicants
    label = _("Answer…") if applicants else _("Show the link")
    again = session.dealer and session.dealer.relay and session.dealer.relay.former
    css = "" if again and not applicants else "primary"  # who plays again needs no link
    invite = widgets.button(Command.SEND_ON, label, icon="people", css=css, id="invite")
    return h("div", {"class": "actions"}, invite)


def _save_again() -> Markup:
    """The ways out for a game that waits because it cannot be saved."""
    return h(
        "div",
        {"class": "actions"},
        widgets.button("save-again", _("Try again"), css="primary", id="save-again"),
        widgets.button("home", _("Saved games"), icon="home", id="make-room"),
    )


def _handover(session: Session) -> Markup:
    actor = session.actor
    name = actor.said if actor else ""
    label = _("I am {name}: show my tiles").format(name=name)
    # The focus waits beside the button: one Enter too many must not show anybody's tiles.
    uncover = widgets.button("uncover", label, css="primary")
    return h("div", {"class": "handover", "tabindex": -1}, uncover)


def _after_the_end(session: Session, onward: Markup | None) -> Markup:
    mode, asked = session.mode, session.reach.wanted_by  # see ``_wanted``
    urged = "primary" if mode.urged(session.game) else ""
    again = widgets.button(Command.REMATCH, _("Rematch"), icon="again")
    send = widgets.button(
        Command.SEND_ON, _("Send the last link"), icon="share", css=urged, id="send-last"
    )
    return h(
        "div",
        {"class": "actions after"},
        send if mode.unaware(session.game) or mode.reached_by_link else None,
        widgets.button(Command.RESULT, _("Result"), css="" if urged or asked else "primary"),
        None if asked or session.is_watching else onward or again,
        widgets.button(Command.LOOK, _("Watch replay"), icon="play", value="0", id="through"),
        widgets.button(Command.ANALYSE, _("Analyse"), icon="hint", id="analyse"),
    )
