"""The things beside the display in games with modules: the map board, gems, masks and huts."""

from __future__ import annotations

from collections import Counter

from cacao_core import Game, Phase, expansion_pieces
from cacao_core.modules import gems
from cacao_core.modules.huts import HUTS
from cacao_core.moves import BLIND, FILL, FILL_FROM_MAP
from cacao_core.tiles import UNKNOWN
from cacao_web.board import art, extras
from cacao_web.board.regions.slots import to_take
from cacao_web.game.session import Session
from cacao_web.game.texts import expansions, words
from cacao_web.ui import help, widgets
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Markup, h, join


def blind(session: Session) -> Markup | None:
    """The top tile of the pile, where it can be drawn although a map tile could be used."""
    if not session.deciding or (FILL, BLIND) not in session.choosing.offered:
        return None
    index = session.choosing.offered.index((FILL, BLIND))
    label = _("draw a hidden tile")
    place = {
        "id": "display-blind",
        **to_take(index, label, index == session.choosing.chosen_display),
    }
    return h("button", place, art.picture(art.hidden()))


def map_board(session: Session) -> Markup | None:
    """The map board; a tile there can be chosen for a map tile."""
    game = session.shown
    if game.rules.module("map") is None or not (game.aside or game.jungle_pile):
        return None
    places = [_on_map(session, at, code) for at, code in enumerate(game.aside)]
    board = h("svg", {"class": "map-board", "viewBox": "0 0 252 150", "aria-hidden": "true"},
              expansion_pieces.map_board(()))  # fmt: skip
    note = _cost(session)
    return h(
        "div",
        {"class": "map", "role": "group", "aria-label": _("Map board")},
        board,
        h("div", {"class": "on-map"}, places),
        h("p", {"class": "soft map-cost"}, note),
    )


def _cost(session: Session) -> str:
    """The price of a map-board tile for the player at turn."""
    game = session.shown
    left = game.players[game.turn].maps
    filling = session.deciding and game.phase is Phase.FILL
    if filling and left:
        return expansions.for_map_tile(left)
    if filling:
        return _("no map tile left")
    return _("for a map tile each")


def _on_map(session: Session, at: int, code: str) -> Markup:
    """A tile on the map board."""
    if code == UNKNOWN:
        return h("span", {"class": "slot", "id": f"map-{at}"}, "?")
    game = session.shown
    look, label = with_gems(
        game, len(game.display) + at, art.jungle_tile(code), words.tile_name(code)
    )
    place: dict[str, object] = {"id": f"map-{at}", "data-anchor": f"map:{at}"}
    offered = session.choosing.offered
    wanted = (FILL_FROM_MAP, code)
    if session.deciding and wanted in offered:
        index = offered.index((FILL_FROM_MAP, session.game.aside[0])) + at
        cost = _cost(session)
        text = f"{label}, {cost}"
        place |= to_take(index, text, index == session.choosing.chosen_display)
    else:
        place |= {"class": "slot asks", **help.leading_to(help.ENTRY_OF[code], label)}
    return h("button", place, art.picture(look))


def with_gems(game: Game, at: int, look: Markup, label: str) -> tuple[Markup, str]:
    """A tile beside the board with the gems that lie on it, and its name with them.

    Args:
        at: number of the tile, those of the map board after those of the display.
        look: the tile alone.
    """
    lying = expansion_pieces.waiting(game)[at].replace(UNKNOWN, "")
    if not lying:
        return look, label
    return join(look, extras.gems(lying)), f"{label}: {expansions.gems_named(lying)}"


def supplies(game: Game) -> Markup | None:
    """Gems in the supply, masks and huts that are left."""
    parts = [part for part in (_gems(game), _masks(game), _huts(game)) if part]
    if not parts:
        return None
    entry = "huts" if game.rules.module("huts") else "gems"
    heading = help.headed(_("Supplies"), entry)
    return join(heading, h("div", {"class": "supplies"}, parts))


def _gems(game: Game) -> Markup | None:
    """The gems that lie on no mine yet, by colour; this is public."""
    if game.rules.module("gems") is None:
        return None
    counts = gems.in_supply(game)
    signs = [
        h("span", {"class": "of-good"}, widgets.symbol(f"gem-{gem}"), counts[gem])
        for gem in expansion_pieces.GEMS
    ]
    label = _("Gems that do not lie on the board yet: {gems}").format(
        gems=expansions.gems_named("".join(gem * n for gem, n in counts.items())) or "0"
    )
    return h("p", {"role": "img", "aria-label": label, "title": label}, signs)


def _masks(game: Game) -> Markup | None:
    if game.rules.module("gems") is None:
        return None
    masks = game.supply["masks"]
    label = _("Masks left: {masks}").format(masks=", ".join(map(str, masks)) or _("none"))
    signs = [widgets.symbol(f"mask-{mask}") for mask in masks]
    return h("p", {"role": "img", "aria-label": label, "title": label}, signs or label)


def _huts(game: Game) -> Markup | None:
    if game.rules.module("huts") is None:
        return None
    counts = Counter(game.supply["huts"])
    rows = [
        h("li", None, widgets.symbol(f"hut-{code}"),
          h("span", None, h("b", None, f"{expansions.hut_name(code)} ({hut.cost})"),
            " ", expansions.hut_told(code)), f" ×{counts[code]}" if counts[code] > 1 else None,
          help.sign(help.OF_PIECES["hut"], expansions.hut_name(code)))
        for code, hut in HUTS.items()
        if counts[code]
    ]  # fmt: skip
    left = ngettext("{n} hut left", "{n} huts left", len(game.supply["huts"]))
    signs = [widgets.symbol(f"hut-{code}") for code in HUTS for _hut in range(counts[code])]
    return h("details", {"id": "huts-left"}, h("summary", None, left, h("span", None, signs)),
             h("ul", {"class": "huts-left"}, rows))  # fmt: skip
