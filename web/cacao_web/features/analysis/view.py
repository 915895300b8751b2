"""A game's analysis: the curve of chances, the costly turns, and the better move on the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cacao_web.board import art, marks, telling
from cacao_web.board.results import chart
from cacao_web.board.room import OverlayLayout
from cacao_web.features.analysis import costly_view, luck_view, model, starred
from cacao_web.features.analysis.model import Decision, Review, Reviewed, TurningPoint
from cacao_web.features.analysis.trying import tries_view
from cacao_web.game.session import Session
from cacao_web.game.texts import comparison, reasons, words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join
from cacao_web.ui.widgets import dialog

PROGRESS: Final = "analysing"
"""Id of the progress bar of the analysis."""
PARTS: Final = "analysis-parts"
"""Id of the part of the column that scrolls."""


def working(share: float, stopped: bool) -> list[Markup]:
    """The analysis is in progress, or was cancelled."""
    if stopped:
        again = widgets.button("analyse-again", _("Analyse the game"), css="primary")
        sentence = _("Each turn is compared with the best one that the computer can find.")
        return [h("p", None, sentence), h("div", {"class": "buttons"}, again)]
    looking = _("Reviewing each turn…")
    bar = {"id": PROGRESS, "max": 1, "value": f"{share:.2f}", "aria-label": looking}
    return [
        h("label", {"class": "working"}, looking, h("progress", bar)),
        h("p", {"class": "soft"}, _("You can close this; it continues in the background.")),
        h("div", {"class": "buttons"}, widgets.button("stop-analysis", _("Stop"), icon="close")),
    ]


def analysis(session: Session, review: Review) -> list[Markup | None]:
    return [
        *luck_view.headline(session, review),
        *luck_view.course(session, review),
        h("h3", None, _("Chance of winning, turn by turn")),
        *_curve(session, review),
        h("h3", None, _("Most costly turns")),
        *_learn(session, review),
        *costly_view.turns(session, review),
        luck_view.accuracies(session, review),
        *tries_view.listed(session),
        h("p", {"class": "soft"}, _(
            "The page does not know the hands at the table. It assumes that you held the "
            "tiles that you placed next.")) if session.mode.is_written else None,
        h("p", {"class": "soft"}, _(
            "Every turn is judged by what its player could know: hidden tiles do not count. The "
            "figures are estimates, in gold at the end of the game. Where it says “exact”, the "
            "rest of the game was solved.")),
    ]  # fmt: skip


def _curve(session: Session, review: Review) -> list[Markup]:
    """The chances turn by turn, and the turns at which they changed most."""
    points = review.turning_points(model.own_seats(session))
    last = len(review.turns) - (not session.game.is_over)  # what follows is not known yet
    signs = [chart.Sign(min(point.turn.number, last), point.seat) for point in points]
    drawn = chart.chances(session, [turn.wins for turn in review.turns], signs)
    if not points:
        return [drawn]
    listed = [h("li", None, turning(session, review, point)) for point in points]
    return [drawn, h("ol", {"class": "turning", "aria-label": _("Turning points")}, listed)]


def turning(session: Session, review: Review, point: TurningPoint) -> Markup:
    """A turning point: a click shows the position before a decision, or the tiles that came."""
    turn = point.turn
    if point.decider is None:
        title = _("The tiles after turn {n}").format(n=turn.number)
        at = review.turns[turn.number - review.turns[0].number + 1].at
    else:
        title, at = costly_view.title(session, turn, point.decider), turn.at
    go = {"type": "button", "class": "turn", "data-command": "review", "data-value": at,
          "data-lights": words.cells_laid(turn.played.line)}  # fmt: skip
    change = _("{name}: {before} → {after}").format(
        name=session.label(point.seat),
        before=words.percent(point.before),
        after=words.percent(point.after),
    )
    text = h("span", {"class": "told"}, h("b", None, title), h("span", None, change))
    return h("button", go, art.emblem(session.sitters[turn.seat].colour), text)


def in_dialog(parts: Iterable[Markup | None]) -> Markup:
    """The analysis over the page."""
    return dialog(_("Analysis"), *parts)


def in_column(
    parts: Iterable[Markup | None],
    turn: Markup | None,
) -> Markup:
    """The analysis beside the board, with the turn being viewed below it."""
    close = widgets.icon_button("close-analysis", _("Close"), "close")
    title = h("h2", {"id": "beside-title", "tabindex": -1}, _("Analysis"))
    return join(
        h("header", None, title, close),
        h("div", {"class": "parts", "id": PARTS}, list(parts)),
        h("section", {"class": "reviewed", "aria-live": "polite"}, turn) if turn else None,
    )


def _learn(session: Session, review: Review) -> list[Markup]:
    """The button that puts the costly turns on the board, to be played better."""
    if not session.game.is_over or not model.mistakes(session, review):
        return []
    note = h("small", {"id": "mistakes-told"}, _("Play the costly turns once more, better."),
             " ", _("They come back among the puzzles.") if session.persons else None)  # fmt: skip
    button = widgets.button("mistakes", _("Learn from mistakes"), icon="hint", css="primary",
                            id="mistakes", **{"aria-describedby": "mistakes-told"})  # fmt: skip
    return [h("div", {"class": "learn"}, button, note)]


# --- While a turn is shown ---------------------------------------------------------------------


def panel(session: Session, review: Review, turn: Reviewed, *, marking: bool = False) -> Markup:
    """The next turn as played, and better ones, above the hand; not over cells to be marked."""
    shown: Markup = ways(session, review, turn, marking=marking)
    if marking:
        buttons = tries_view.mark_buttons(session, turn.number, marking=True)
        shown = h("div", {"class": "steps"}, buttons)
    return h("div", {"class": "advice reviewed"}, shown)


def ways(session: Session, review: Review, turn: Reviewed, *, marking: bool) -> Markup:
    """The turn as played and better ones; a click plays one on the board."""
    made = review.of(turn)
    cards = [_card(session, made, number) for number in range(len(turn.ways))]
    cards += tries_view.cards(session, turn.number)
    return join(
        h("h3", None, costly_view.title(session, turn, turn.seat)),
        h(
            "div",
            {"class": "steps"},
            widgets.button("next-costly", _("Next costly turn"), id="next-costly"),
            *_own(session, turn, marking),
            widgets.button("analyse", _("Analysis"), id="to-analysis"),
        ),
        h("ol", {"aria-label": _("Analysis of this turn")}, [h("li", None, one) for one in cards]),
        h("p", {"class": "soft"}, star) if (star := starred.word(session, turn)) else None,
        *costly_view.workers(session, review, turn),
        tries_view.comment(session, turn.number),
    )


def _own(session: Session, turn: Reviewed, marking: bool) -> list[Markup]:
    """The person's own tools at the turn, once the game is over."""
    if not tries_view.is_free(session):
        return []
    return tries_view.buttons(session, turn.number, marking=marking)


def _card(session: Session, made: Decision, number: int) -> Markup:
    """A way to play the turn; the first is the one that was played."""
    turn = made.turn
    way, sitter = turn.ways[number], session.sitters[turn.seat]
    title = reasons.played(session.name(turn.seat))
    if number:
        title = _("Better") if turn.is_mistake else _("About as good")
    why = reasons.reason(way.reason, session)
    rival, best = session.name(turn.rival), number == min(1, len(turn.ways) - 1)
    facts = comparison.told(way.differs, way.margin - turn.played.margin, session, turn.seat)
    beside = _("Compared with the turn played: {facts}.").format(facts=facts)
    then = telling.follows(way.follows, session, likely=number > 0)
    leads = reasons.margin(_lead(made, number), rival, best)
    share = reasons.chance(way.win, session.name(turn.seat))
    tiles = words.laid(way.line)
    placed = words.placed(session.record.game(turn.at), tiles)
    play = {"type": "button", "class": "hint better" if number else "hint played",
            "data-command": "vary", "data-value": str(number), "id": f"way-{number}",
            "data-lights": words.cells_laid(way.line), "title": _("Show it on the board"),
            "aria-pressed": "true" if is_shown(session, turn, number) else "false"}  # fmt: skip
    return h(
        "button",
        play,
        telling.tiles(tiles, sitter.colour),
        h("span", {"class": "told"}, h("b", None, f"{title}: {why}"),
          h("small", None, telling.in_words(f"{placed}; "), f"{leads}; {share}",
            telling.exact() if way.exact else None),
          h("small", {"class": "compared"}, beside) if way.differs else None,
          h("small", {"class": "compared"}, then) if then else None,
          telling.notation(way.line)),
    )  # fmt: skip


def _lead(made: Decision, number: int) -> int:
    """The expected lead after a way to play a turn, so that the list's loss lies between them."""
    ways = made.turn.ways
    best = round(ways[min(1, len(ways) - 1)].margin)
    if not number:
        return best - made.gave
    return max(best - made.gave, min(best, round(ways[number].margin)))


def is_shown(session: Session, turn: Reviewed, number: int) -> bool:
    """Whether one of the ways to play a turn is shown on the board."""
    shown, way = session.look.variation, turn.ways[number]
    if not shown or number == 0 or not session.look.is_off(session.record):
        return bool(shown) and (number == 0) != session.look.is_off(session.record)
    return words.laid(shown) == words.laid(way.line)


def ghosts(session: Session, turn: Reviewed) -> Markup:
    """The better tile at its place, and the one that was played; none once one is shown."""
    if session.look.variation:
        return join()
    game = session.shown
    drawn = [marks.ghost(session, game, turn.played.move, "ghost reviewed")]
    if turn.loss > 0:
        drawn.append(marks.ghost(session, game, turn.best.move, "ghost hinted"))
    return join(drawn)


def badges(session: Session, turn: Reviewed) -> Markup:
    """Labels for the better and the played tile."""
    if session.look.variation:
        return join()
    room, played, best = OverlayLayout(session.shown), turn.played.move, turn.best.move
    spot, other, *_rest = room.corners(played.cell, played.what, marks.RADIUS)
    drawn = [marks.mark(spot, "×" if turn.is_mistake else "✓", _("played"), "played")]
    if turn.loss > 0:
        if best.cell != played.cell:
            other = room.corners(best.cell, best.what, marks.RADIUS)[0]
        label = _("better") if turn.is_mistake else _("about as good")
        drawn.append(marks.mark(other, "✓", label, "better"))
    return join(drawn)
