"""The choice of expansions in a form: the modules, and how each of them is played."""

from __future__ import annotations

from collections.abc import Iterable

from cacao_core import CacaoError, expansion_pieces
from cacao_core.modules import IN_THE_BOX
from cacao_core.modules.huts import HUTS, TILES
from cacao_core.tiles import MIN_PLAYERS
from cacao_web.board import art
from cacao_web.game.setup import expansion as rules_of
from cacao_web.game.setup.expansion import ADD_ALL, ADD_ONE, EXPANSIONS, OWN, REPLACED, Expansion
from cacao_web.game.texts import expansions, words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import check, row, select


def choice(chosen: Expansion, players: int, colour: str, *, by_chance: bool = False) -> Markup:
    """The modules to choose from, each with a picture and a sentence; folded at first.

    Args:
        chosen: what is chosen.
        players: their number.
        colour: in which worker tiles are shown.
        by_chance: whether nobody chooses the sides of the huts here: at a real table they lie
            there.
    """
    number = len(chosen.modules)
    cards = [_module(name, name in chosen.modules) for name in EXPANSIONS]
    count = _("{n} of {total}").format(n=number, total=len(EXPANSIONS)) if number else _("none")
    big = check("module-big", _("All: the big game"), chosen.is_big(players))
    few = _("The big game is for three or four players; with two, all modules are combined.")
    return h(
        "details",
        {"class": "expansions", "id": "modules", "data-stays": "yes"},
        h("summary", None, _("Expansions: {chosen}").format(chosen=count)),
        big if players > MIN_PLAYERS else None,
        h("div", {"class": "cards"}, cards),
        h("p", {"class": "soft"}, few)
        if chosen.modules == EXPANSIONS and players <= MIN_PLAYERS
        else None,
        _workers(chosen, players, colour) if "workers" in chosen.modules else None,
        _huts(chosen) if "huts" in chosen.modules and not by_chance else None,
        _early(chosen) if "map" in chosen.modules else None,
    )


def _module(module: str, ticked: bool) -> Markup:
    """The card of a module."""
    x, y, width, height = expansion_pieces.CARD
    box = {"viewBox": f"{x:g} {y:g} {width:g} {height:g}", "aria-hidden": "true"}
    name = f"module-{module}"
    tick = {"type": "checkbox", "name": name, "checked": ticked, "id": name}
    return h(
        "label",
        {"class": "module"},
        h("svg", box, expansion_pieces.card(module)),
        h("span", {"class": "title"}, h("input", tick),
          h("b", None, expansions.module_name(module))),
        h("span", {"class": "soft"}, expansions.module_told(module)),
    )  # fmt: skip


def _part(title: str, *content: Markup | None) -> Markup:
    return h("fieldset", {"class": "finer"}, h("legend", None, title), content)


# --- How they are played -----------------------------------------------------------------------


def _early(chosen: Expansion) -> Markup:
    sentence = _("Otherwise overbuilding begins only when display and map board are empty, too.")
    return _part(
        expansions.module_name("map"),
        check("early", _("Overbuild as soon as the draw pile is empty"), chosen.early),
        h("p", {"class": "soft"}, sentence),
    )


def _workers(chosen: Expansion, players: int, colour: str) -> Markup:
    """The worker tiles that are played, and whether these are as many as is recommended."""
    big = chosen.is_big(players)
    mixes = [
        (REPLACED, _("All tiles, as in the big game") if big else _("The new ones replace others")),
        (ADD_ONE, _("One new tile more: 0-0-0-4")),
        (ADD_ALL, _("All four new ones more")),
        (OWN, _("Own numbers")),
    ]
    if big:
        mixes = [mixes[0], mixes[-1]]
    mix = chosen.mix if chosen.mix in dict(mixes) else REPLACED
    own = mix == OWN
    tiles = chosen.tiles(players)
    return _part(
        expansions.module_name("workers"),
        row(_("Worker tiles of each player"),
            select("mix", _("Worker tiles of each player"), mixes, mix)),
        h("div", {"class": "mix"},
          [_number(kind, n, colour, own) for kind, n in tiles.items() if n or own]),
        _balance(chosen, players),
    )  # fmt: skip


def _number(kind: str, number: int, colour: str, own: bool) -> Markup:
    """The number of tiles of a kind that each player has."""
    name = words.edges(kind)
    picture = art.picture(art.worker_tile(colour, kind))
    if not own:
        label = _("{n} × {tile}").format(n=number, tile=name)
        return h("span", {"role": "img", "aria-label": label, "title": label},
                 picture, h("b", None, "× ", number))  # fmt: skip
    numbers = [(str(n), str(n)) for n in range(IN_THE_BOX[kind] + 1)]
    label = _("Number of tiles with {tile}").format(tile=name)
    return h("span", {"title": name}, picture,
             select(f"number-{kind}", label, numbers, str(number)))  # fmt: skip


def _balance(chosen: Expansion, players: int) -> Markup:
    """The numbers of tiles, with a warning if they are unusual; or why nobody can play so."""
    try:
        rules = chosen.rules(players)
    except CacaoError as error:
        return h("p", {"class": "problem", "role": "status"}, str(error))
    workers, jungle = rules_of.balance(rules, players)
    sentence = _("{workers} worker tiles and {jungle} jungle tiles in all.").format(
        workers=workers, jungle=jungle
    )
    if rules_of.is_recommended(rules, players):
        return h("p", {"class": "soft", "role": "status"}, sentence)
    least, most = rules_of.RECOMMENDED[players]
    warning = _(
        "The rulebook recommends {least} to {most} more worker tiles than jungle tiles. You can "
        "play all the same."
    ).format(least=least, most=most)
    return h("p", {"class": "unusual", "role": "status"}, sentence, " ", warning)


def _huts(chosen: Expansion) -> Markup:
    ways = [("", _("Chance decides")), ("chosen", _("We choose"))]
    way = "chosen" if chosen.huts else ""
    return _part(
        expansions.module_name("huts"),
        row(_("Sides of the hut tiles"),
            select("sides", _("Sides of the hut tiles"), ways, way)),
        sides(chosen.huts) if chosen.huts else None,
    )  # fmt: skip


def sides(huts: Iterable[str]) -> Markup:
    """The two sides of each hut tile, one of which lies up."""
    tiles = zip(TILES, huts, strict=True)
    return h("div", {"class": "sides"}, [_tile(at, *one) for at, one in enumerate(tiles)])


def _tile(at: int, codes: Iterable[str], up: str) -> Markup:
    label = _("Hut tile {n}").format(n=at + 1)
    box = {"class": "two-sided", "role": "radiogroup", "aria-label": label}
    return h("div", box, [_side(at, code, code == up) for code in codes])


def _side(at: int, code: str, up: bool) -> Markup:
    name = f"side-{at}"
    field = {"type": "radio", "name": name, "value": code, "checked": up, "id": f"{name}-{code}"}
    label = f"{words.capital(expansions.hut_name(code))} ({HUTS[code].cost})"
    return h(
        "label",
        {"title": expansions.hut_told(code)},
        h("input", field),
        widgets.symbol(f"hut-{code}", "hut-sign"),
        h("span", None, label),
    )
