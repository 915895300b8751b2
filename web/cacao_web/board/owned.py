"""A player's goods of the modules, as a row of small signs and as a list with explanations."""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core import Game
from cacao_core.modules.huts import HUTS
from cacao_core.tiles import Seat
from cacao_web.game.belongings import Belongings
from cacao_web.game.texts import expansions, words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, cached, ngettext
from cacao_web.ui.markup import Markup, h

_COLOURS: Final = "RGBW"


@cached
def row(seat: Seat, has: Belongings, gold: int) -> Markup | None:
    """The signs on the village board, with the gold that they bring; nothing if there are none."""
    parts = [
        *([_sign("good-map", has.maps, map_text(has.maps))] if has.maps else []),
        *(
            _sign(f"gem-{gem}", has.gems.count(gem), expansions.gems_named(gem * n))
            for gem in _COLOURS
            if (n := has.gems.count(gem))
        ),
        *(_sign(f"mask-{mask}", None, mask_text(mask)) for mask in has.masks),
        *(_sign(f"hut-{hut}", None, hut_text(hut)) for hut in has.huts),
    ]
    if not parts:
        return None
    label = _("{n} gold").format(n=gold)
    worth = h("b", {"role": "img", "aria-label": label, "title": label}, f"+{gold}")
    return h("div", {"class": "owned", "data-anchor": f"owned:{seat}"}, parts,
             worth if gold else None)  # fmt: skip


def _sign(symbol: str, count: int | None, label: str) -> Markup:
    box = {"role": "img", "aria-label": label, "title": label}
    return h("span", box, widgets.symbol(symbol), count if count and count > 1 else None)


def map_text(maps: int) -> str:
    """The number of map tiles that somebody has."""
    return ngettext("{n} map tile", "{n} map tiles", maps)


def mask_text(mask: int) -> str:
    return _("mask worth {n} gold").format(n=mask)


def hut_text(hut: str) -> str:
    name = words.capital(expansions.hut_name(hut))
    return f"{name}: {expansions.hut_told(hut)}"


class Piece(NamedTuple):
    """A piece that somebody has."""

    symbol: str
    told: str  # in words
    kind: str  # as in ``help.OF_PIECES``


def items(game: Game, seat: Seat) -> list[Piece]:
    """All of it with explanations, huts with what they bring as things stand."""
    player = game.players[seat]
    pieces = []
    if player.bars:
        pieces.append(Piece("good-bar", ngettext("{n} bar", "{n} bars", player.bars), "bar"))
    if player.rules.module("map"):
        pieces.append(Piece("good-map", map_text(player.maps), "map"))
    if player.gems:
        missing = [gem for gem in _COLOURS if gem not in player.gems]
        needs = expansions.gems_named("".join(missing))
        text = expansions.gems_named(player.gems)
        if missing:
            text = _("{gems}; for a mask: {missing}").format(gems=text, missing=needs)
        pieces.append(Piece(f"gem-{player.gems[0]}", text, "gem"))
    pieces += [Piece(f"mask-{mask}", mask_text(mask), "mask") for mask in player.masks]
    for hut in player.huts:
        bonus, cost = HUTS[hut].bonus(game, seat), HUTS[hut].cost
        worth = _("{cost} gold back, {n} more now").format(cost=cost, n=bonus)
        pieces.append(Piece(f"hut-{hut}", f"{hut_text(hut)} ({worth})", "hut"))
    return pieces


def huts(game: Game, seat: Seat) -> list[tuple[str, str]]:
    """The symbols of a player's huts, each with its name, the cost and the bonus."""
    return [
        (f"hut-{code}",
         _("{hut}: {cost} + {bonus}").format(hut=words.capital(expansions.hut_name(code)),
                                             cost=HUTS[code].cost,
                                             bonus=HUTS[code].bonus(game, seat)))
        for code in game.players[seat].huts
    ]  # fmt: skip


def source(name: str, gold: int) -> tuple[str, str]:
    """The symbol and the words for gold from a source of the modules."""
    symbol, text = {
        "masks": ("mask-8", _("masks {n}")),
        "gems": ("good-gems", _("gems {n}")),
        "huts": ("hut-CH", _("huts {n}")),
    }[name]
    return symbol, text.format(n=gold)


def head(name: str) -> tuple[str, str]:
    """The symbol and the title of a source of the modules, in the table of results."""
    return {
        "masks": ("mask-8", _("Masks")),
        "gems": ("good-gems", _("Gems")),
        "huts": ("hut-CH", _("Huts")),
    }[name]
