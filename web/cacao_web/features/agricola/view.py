"""The doors to Agricola, in the dialog *At the table*."""

from __future__ import annotations

from typing import Final

from cacao_web.features.agricola.frame import frame
from cacao_web.features.agricola.lookup.view import LIST
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join

DOORS: Final = "doors"
"""No screen: the dialog behind this one."""


def doors() -> Markup:
    return join(
        h("h3", None, "Agricola"),
        h("p", {"class": "soft"}, _("The edition of 2016. A companion only: it does not play.")),
        h(
            "div",
            {"class": "doors"},
            frame.door(LIST, "help", _("Look it up"),
                       _("Action spaces, improvements, cards and terms, as the supplement "
                         "explains them.")),
            frame.door("farm/who", "list", _("Score pad"),
                       _("For one to five people, alone or as partners.")),
            frame.door("rounds/now", "again", _("Round helper"),
                       _("Which goods go on the board, round by round.")),
            frame.door("deal/who", "hand", _("Deal helper"),
                       _("Ways to deal hands, step by step, and house rules.")),
            frame.door("campaign/who", "again", _("Campaign"),
                       _("Three games for two to four people. They are saved, so take your "
                         "time.")),
            frame.door("alone/now", "again", _("Campaign alone"),
                       _("Eight games and beyond, with a target for each.")),
        ),
    )  # fmt: skip


def about() -> Markup:
    """The page's help for Agricola, as a chapter of the rules."""
    texts = (
        _("The page does not play Agricola (edition of 2016). It helps with it:"),
        _("– Score pad: you see the points while you count, and it tells you when a farmyard does "
          "not add up."),
        _("– Round helper: which goods go on the board in each round, and when there is a "
          "harvest."),
        _("– Look it up: action spaces, improvements, cards and terms. A search in these rules "
          "finds them, too."),
        _("– Deal helper: ways to deal hands, step by step, and house rules to tick."),
        _("– Campaign: three games for two to four people, or alone with a target for each game. "
          "It says who starts, who begins with food, and which occupations are kept."),
    )  # fmt: skip
    title = h("h3", None, _("At the table with Agricola"))
    body = h("div", {"class": "rule-text"}, [h("p", None, text) for text in texts])
    door = widgets.button("agricola-go", _("Look it up"), value=LIST)
    return h("section", None, title, h("article", {"class": "rule-entry"}, body, door))
