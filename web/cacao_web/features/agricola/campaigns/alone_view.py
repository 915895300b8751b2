"""A campaign of Agricola alone: the present game with its target, and those before."""

from __future__ import annotations

from cacao_core.names import LONGEST_NAME
from cacao_web.features.agricola.campaigns.party import Alone
from cacao_web.features.agricola.campaigns.party_view import score_group, score_steps
from cacao_web.features.agricola.frame import frame
from cacao_web.features.agricola.scoring import TARGETS, Series
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext, numeral
from cacao_web.ui.markup import Markup, h, join


def screen(page: str, alone: Alone, pad: int, can_undo: bool) -> Markup:
    """The present game, or those before.

    Args:
        page: ``now`` or ``games``.
        alone: the campaign.
        pad: for how many people the score pad is.
        can_undo: whether a tap can be taken back.
    """
    tabs = frame.tabs(
        [("alone/now", _("Now"), _("The present game")),
         ("alone/games", widgets.symbol("icon-list", "glyph"), _("Games before"))],
        f"alone/{page}",
    )  # fmt: skip
    if page == "games":
        clear = widgets.button("agricola-tap", _("Start over"), icon="again", value="clear:all")
        return frame.screen(
            _("Games before"), _games(alone), h("div", {"class": "buttons"}, clear), tabs=tabs,
            back="alone/now", onward=("doors", _("Done")), can_undo=can_undo,
        )  # fmt: skip
    end = widgets.button("agricola-tap", _("The game is over"), value="end:game",
                         css="primary big")  # fmt: skip
    series = alone.series
    title = _("Game {n}: {target} points to reach").format(n=series.game, target=series.target)
    return frame.screen(
        title, _start(series), _permanent(alone), _now(alone, pad), tabs=tabs, back="doors",
        onward=end, can_undo=can_undo,
    )  # fmt: skip


def _start(series: Series) -> Markup:
    """The result of the last game, and the beginning of this one."""
    lines: list[str] = []
    if series.is_retry:
        missed = _("The target was missed: the game is played again, without food.")
        tries = ngettext("{n} try so far.", "{n} tries so far.", series.tries)
        lines.append(f"{missed} {tries}")
    elif series.attempts:
        lines.append(_("The target was reached."))
        if series.game == len(TARGETS) + 1:
            lines.append(_("All eight games are won! You may go on: the target rises by one each "
                           "time."))  # fmt: skip
    food, hand = series.food, series.hand
    if food:
        lines.append(ngettext("Start with {n} food more.", "Start with {n} food more.", food))
    lines.append(ngettext("Deal yourself {n} occupation.", "Deal yourself {n} occupations.", hand))
    first, *rest = (h("p", None, line) for line in lines)
    return join(h("div", {"role": "status"}, first), rest)


def _permanent(alone: Alone) -> Markup | None:
    """The permanent occupations; a tap says that one is lost, or is not."""
    if not alone.gained:
        return None
    chosen = [
        frame.choice(name, f"lose:{n}", name in alone.series.permanent)
        for n, name in enumerate(alone.gained)
    ]
    about = _("These are in play from the start, for free. If a card shows a cost of its own "
              "and you do not pay it, you lose the card: tap it.")  # fmt: skip
    return frame.group(
        _("Permanent occupations"), h("p", {"class": "soft"}, about), chosen, css="ticks"
    )


def _now(alone: Alone, pad: int) -> Markup:
    score = alone.draft.score
    missing = alone.series.target - score
    note = _("The target is reached.") if missing <= 0 else ngettext(
        "{n} point is missing.", "{n} points are missing.", missing
    )  # fmt: skip
    take = widgets.button("agricola-tap", _("Take the scores from the score pad"), icon="list",
                          value="pad:all")  # fmt: skip
    return join(
        score_group(_("Points"), score, "score", note),
        h("div", {"class": "buttons"}, take) if pad == 1 else None,
        frame.group(
            _("Occupation that becomes permanent"),
            h("p", {"class": "soft"}, _("Choose one that you played in this game. You keep it "
                                        "if you reach the target.")),
            _field(len(alone.attempts), alone.draft.occupation,
                   _("Occupation that becomes permanent")),
            css="people",
        ),
    )  # fmt: skip


def _field(number: int, occupation: str, label: str) -> Markup:
    return h("input", {"name": f"occupation-{number}", "value": occupation, "aria-label": label,
                       "maxlength": LONGEST_NAME, "autocomplete": "off"})  # fmt: skip


def _games(alone: Alone) -> Markup:
    """All games so far; names of occupations can be put right."""
    if not alone.attempts:
        return h("p", {"class": "soft"}, _("None yet."))
    parts = []
    for number, attempt in enumerate(alone.attempts):
        before = Series(alone.attempts[:number])
        text = _("Game {n}: {score} of {target} points").format(
            n=before.game, score=numeral(attempt.score), target=before.target
        )
        reached = attempt.score >= before.target
        label = _("Game {n}: permanent occupation").format(n=before.game)
        parts.append(
            frame.group(
                text,
                h("div", {"class": "counts"}, score_steps(text, attempt.score, f"past:{number}")),
                _field(number, attempt.occupation, label)
                if reached
                else h("p", {"class": "soft"}, _("The target was missed.")),
                css="people",
            )
        )
    return join(parts)
