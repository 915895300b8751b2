"""A game's analysis: the curve of chances, the costly turns, and the better move on the board."""

from __future__ import annotations

from typing import Final

from cacao_web.board import art, chart, marks
from cacao_web.engine.advice import Hint
from cacao_web.features.analysis.model import Review, Reviewed
from cacao_web.game import words
from cacao_web.game.session import Session
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Markup, h, join
from cacao_web.ui.widgets import dialog

PROGRESS: Final = "analysing"
"""Id of the progress bar of the analysis."""
_LISTED: Final = 8


def working(share: float, stopped: bool) -> Markup:
    """The analysis is in progress, or was cancelled."""
    if stopped:
        again = widgets.button("analyse-again", _("Analyse the game"), css="primary")
        told = _("Each turn is compared with the best one that the computer can find.")
        return dialog(_("Analysis"), h("p", None, told), h("div", {"class": "buttons"}, again))
    looking = _("Looking at each turn again…")
    bar = {"id": PROGRESS, "max": 1, "value": f"{share:.2f}", "aria-label": looking}
    return dialog(
        _("Analysis"),
        h("label", {"class": "working"}, looking, h("progress", bar)),
        h("p", {"class": "soft"}, _("You can close this; it goes on meanwhile.")),
        h("div", {"class": "buttons"}, widgets.button("stop-analysis", _("Stop"), icon="close")),
    )


def analysis(session: Session, found: Review) -> Markup:
    """The finished analysis."""
    costly = found.costly()
    none = h("p", None, _("No turn gave anything away that is worth telling."))
    hidden = ngettext("{n} more turn gave a little away.", "{n} more turns gave a little away.",
                      len(costly) - _LISTED)  # fmt: skip
    return dialog(
        _("Analysis"),
        h("h3", None, _("Chance of winning, turn by turn")),
        chart.chances(session, [turn.wins for turn in found.turns]),
        h("h3", None, _("Accuracy")),
        _accuracies(session, found),
        h("h3", None, _("Turns that cost most")),
        h("ol", {"class": "costly"}, [_costly(session, turn) for turn in costly[:_LISTED]])
        if costly
        else none,
        h("p", {"class": "soft"}, hidden) if len(costly) > _LISTED else None,
        h("p", {"class": "soft"}, _(
            "Every turn is judged by what its player could know: hidden tiles do not count. The "
            "figures are estimates, in gold at the end of the game.")),
    )  # fmt: skip


def _accuracies(session: Session, found: Review) -> Markup:
    """Each player's accuracy, and what that means."""
    rows = []
    for seat, value in enumerate(found.accuracies()):
        sitter = session.sitters[seat]
        share = "–" if value is None else words.percent(value)
        rows.append(
            h("li", None, art.emblem(sitter.colour), f"{sitter.name} ", h("b", None, share))
        )
    meant = _("100 % is the best turn each time; each three gold given away halve it.")
    return join(h("ul", {"class": "accuracies"}, rows), h("p", {"class": "soft"}, meant))


def _costly(session: Session, turn: Reviewed) -> Markup:
    """A costly turn: a click shows the better one on the board."""
    sitter = session.sitters[turn.seat]
    label = _("Turn {n}, {name}").format(n=turn.number, name=sitter.name)
    why = words.reason(turn.best.reason, session.sitters)
    better = _("{move} would be better: {why}").format(move=turn.best.move, why=why)
    go = {"type": "button", "class": "turn", "data-command": "look", "data-value": turn.at,
          "id": f"costly-{turn.at}"}  # fmt: skip
    return h(
        "li",
        None,
        h(
            "button",
            go,
            art.emblem(sitter.colour),
            h("span", {"class": "told"}, h("b", None, label), " ",
              h("b", {"class": "loss"}, words.signed(-round(turn.loss))), h("span", None, better)),
        ),
    )  # fmt: skip


# --- While a turn is shown ---------------------------------------------------------------------


def panel(session: Session, turn: Reviewed) -> Markup:
    """The next turn as played, and a better one."""
    name = session.sitters[turn.seat].name
    cards = [_card(session, turn.played, _("{name} played").format(name=name), "played")]
    if turn.loss > 0:
        cards.append(_card(session, turn.best, _("Better"), "better"))
    return h(
        "div",
        {"class": "advice reviewed"},
        h(
            "ol",
            {"aria-label": _("Analysis of this turn")},
            [h("li", None, card) for card in cards],
        ),
        h(
            "div",
            {"class": "steps"},
            widgets.button("next-costly", _("Next costly turn"), id="next-costly"),
            widgets.button("analyse", _("Analysis"), id="to-analysis"),
        ),
    )


def _card(session: Session, hint: Hint, title: str, css: str) -> Markup:
    game = session.shown
    why = words.reason(hint.reason, session.sitters)
    leads = f"{words.margin(hint.margin)}, {words.percent(hint.win)}"
    notation = h("code", None, " ".join(map(str, hint.line)))
    return h(
        "div",
        {"class": f"hint {css}", "title": words.does(game, hint.move)},
        art.picture(marks.picture(session, game, hint.move), css="tile mini"),
        h("span", {"class": "told"}, h("b", None, f"{title}: {why}"),
          h("small", None, h("span", {"class": "place"}, notation, " · "), leads)),
    )  # fmt: skip


def ghosts(session: Session, turn: Reviewed) -> Markup:
    """The better tile at its place, and a frame at the place that was chosen."""
    game = session.shown
    drawn = [marks.ghost(session, game, turn.played.move, "reviewed")]
    if turn.loss > 0:
        drawn.append(marks.ghost(session, game, turn.best.move, "hinted"))
    return join(drawn)


def badges(turn: Reviewed) -> Markup:
    """Labels for the better and the played tile."""
    drawn = [marks.mark(turn.played.move, "×" if turn.loss > 0 else "✓", _("played"), "played")]
    if turn.loss > 0:
        drawn.append(marks.mark(turn.best.move, "✓", _("better"), "better"))
    return join(drawn)
