"""A player's village board by itself, with everything on it in words."""

from __future__ import annotations

from typing import Final

from cacao_core.tiles import Seat
from cacao_web.board import village
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import help, widgets
from cacao_web.ui.i18n import _, numeral
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import dialog

_NOBODY: Final = -1
"""Instead of a seat: goods fly to the boards beside the game, not to this one."""


def board(session: Session, seat: Seat) -> Markup:
    """The dialog with a village board, in the position that is shown."""
    sitter, player = session.sitters[seat], session.shown.players[seat]
    strength = h("p", {"class": "soft"}, village.strength_text(sitter)) if sitter.level else None
    return dialog(
        village.title(session, seat),
        strength,
        h(
            "div",
            {"class": f"village alone seat-{sitter.colour}", "aria-hidden": "true"},
            h(
                "div",
                {"class": "figures"},
                village.dents("cacao", player.cacao, player.rules.storage, "", player.bars),
                village.dents("suns", player.suns, player.rules.sun_sites, ""),
            ),
            village.track(_NOBODY, player.water, player.rules.water),
        ),
        _score(session, seat),
        _stock(session, seat),
        _owned(session, seat) if session.shown.rules.modules else None,
        about=("village-board", _("Village boards")),
    )


def _score(session: Session, seat: Seat) -> Markup:
    score = session.shown.score()[seat]
    total = _("score now {n}").format(n=numeral(score.total))
    parts = village.summands(_NOBODY, score)
    return h(
        "ul",
        {"class": "stock"},
        [_item(widgets.symbol(good), label) for _css, good, _value, label, _anchor in parts],
        h("li", {"class": "sum"}, h("b", None, words.capital(total))),
    )


def _stock(session: Session, seat: Seat) -> Markup:
    """The player's goods besides the score: cacao, and worker tiles to place."""
    player = session.shown.players[seat]
    cacao = _("Cacao in storage: {n} of {total}").format(n=player.cacao, total=player.rules.storage)
    return h(
        "ul",
        {"class": f"stock seat-{session.sitters[seat].colour}"},
        _item(widgets.symbol("good-cacao"), cacao),
        _item(village.hut(), village.left_text(player.tiles_left)),
    )


def _owned(session: Session, seat: Seat) -> Markup:
    """The player's goods of the modules, explained."""
    from cacao_web.board import owned  # noqa: PLC0415  # base games have nothing of it

    pieces = owned.items(session.shown, seat)
    return h("ul", {"class": "stock owned-list"},
             [_item(widgets.symbol(one.symbol), one.told,
                    help.sign(help.OF_PIECES[one.kind], one.told)) for one in pieces])  # fmt: skip


def _item(picture: Markup, label: str, *more: Markup) -> Markup:
    return h("li", None, picture, h("span", None, label), *more)
