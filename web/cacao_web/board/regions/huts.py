"""The decision at the end of a turn: which hut is built, or none."""

from __future__ import annotations

from cacao_core import Game
from cacao_core.modules.huts import HUTS
from cacao_core.moves import NO_HUT
from cacao_web.game.session import Session
from cacao_web.game.texts import expansions, words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def decision(session: Session) -> Markup:
    """The huts that can be built now, by cost, and what each would bring; or none."""
    game = session.game
    codes = sorted((m.what for m in session.legal if m.what != NO_HUT), key=list(HUTS).index)
    dear = sorted(set(game.supply["huts"]) - set(codes), key=list(HUTS).index)
    none = widgets.button("activate", _("No hut"), css="primary", value=f"H{NO_HUT}", id="no-hut")
    heading = _("Huts that you can build")
    later = ", ".join(f"{expansions.hut_name(code)} ({HUTS[code].cost})" for code in dear)
    return h(
        "div",
        {"class": "edges one building"},
        h("div", {"class": "stops huts", "role": "group", "aria-label": heading},
          h("p", {"class": "soft"}, _("You get the cost of a hut back at the end of the game.")),
          [_choice(game, code) for code in codes],
          h("p", {"class": "soft"}, _("Not now: {huts}.").format(huts=later)) if dear else None),
        h("div", {"class": "actions"}, none),
    )  # fmt: skip


def _choice(game: Game, code: str) -> Markup:
    """A hut with its cost and use."""
    hut, name = HUTS[code], expansions.hut_name(code)
    build = _("{hut} for {n} gold").format(hut=words.capital(name), n=hut.cost)
    box = {"type": "button", "class": "plain hut-choice", "data-command": "activate",
           "data-value": f"H{code}", "id": f"build-{code}"}  # fmt: skip
    return h("button", box, widgets.symbol(f"hut-{code}", "hut-sign"),
             h("span", None, h("b", None, build), h("small", None, expansions.hut_told(code)),
               _now(game, code)))  # fmt: skip


def _now(game: Game, code: str) -> Markup | None:
    """The gain of a hut beside its cost if the game ended now."""
    trial = game.copy()
    assert game.to_move is not None, "somebody decides"
    trial.players[game.to_move].huts += (code,)
    bonus = HUTS[code].bonus(trial, game.to_move)
    plain = code in ("MC", "FA", "SH", "FO")
    if plain:
        return None
    return h("span", {"class": "now"}, _("As things stand: {n} gold").format(n=bonus))
