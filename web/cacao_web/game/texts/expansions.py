"""The expansions in words: modules, their tiles, and what happens there.

Base games do without, so :mod:`cacao_web.game.texts.words` imports it when a code needs it.
"""

from __future__ import annotations

from cacao_core.rules import Rules
from cacao_web.game.effects import WorkerEffect
from cacao_web.ui.i18n import _, all_of, ngettext, pgettext


def module_name(module: str) -> str:
    """Name of a module, as a title."""
    return {
        "map": _("Map"),
        "watering": _("Watering"),
        "chocolate": _("Chocolate"),
        "huts": _("Huts"),
        "gems": _("Gem mines and masks"),
        "tree": _("Tree of life"),
        "emperor": _("Favour of the emperor"),
        "workers": _("New workers"),
    }[module]


def module_told(module: str) -> str:
    """The benefit of a module, in one sentence."""
    return {
        "map": _("Two more jungle tiles to choose from, for a map tile each."),
        "watering": _("Move the water carrier back, and harvest 4 cacao for each field."),
        "chocolate": _("Kitchens make bars of cacao, and chocolate markets pay 7 gold for a bar."),
        "huts": _("Build huts at the end of your turn: each has a use of its own."),
        "gems": _("Take gems from the mines; four colours bring a mask."),
        "tree": _("Even edges without workers bring gold there."),
        "emperor": _("Place a tile in his row or column, and he brings you gold."),
        "workers": _("New worker tiles, such as one with four workers on one edge."),
    }[module]


def _within(module: str) -> str:
    """Name of a module within a sentence."""
    return {
        "map": pgettext("with", "map"),
        "watering": pgettext("with", "watering"),
        "chocolate": pgettext("with", "chocolate"),
        "huts": pgettext("with", "huts"),
        "gems": pgettext("with", "gem mines"),
        "tree": pgettext("with", "the tree of life"),
        "emperor": pgettext("with", "the emperor"),
        "workers": pgettext("with", "new workers"),
    }[module]


def game_name(rules: Rules) -> str:
    """The name of the game, such as "Cacao with huts and map"; empty without modules."""
    if "big" in rules.name.split("+"):
        return _("Cacao, the big game with all expansions")
    names = [_within(module.name) for module in rules.modules]
    return _("Cacao with {modules}").format(modules=all_of(names)) if names else ""


def tile_name(code: str) -> str:
    """Name of a jungle tile of a module."""
    return {
        "I": _("watering site"),
        "K": _("chocolate kitchen"),
        "C": _("chocolate market"),
        "D": _("gem mine"),
        "L": _("tree of life"),
        "*": _("hidden tile"),
    }[code]


def the_tile(code: str) -> str:
    """The same as the object of a sentence."""
    return {
        "I": pgettext("object", "the watering site"),
        "K": pgettext("object", "the chocolate kitchen"),
        "C": pgettext("object", "the chocolate market"),
        "D": pgettext("object", "the gem mine"),
        "L": pgettext("object", "the tree of life"),
    }[code]


def tile_told(code: str) -> str:
    """The effect of workers at a jungle tile of a module."""
    return {
        "I": _("Each worker here may move your water carrier back a field, for 4 cacao."),
        "K": _("Each worker here may turn 1 cacao into 1 bar of chocolate."),
        "C": _("Each worker here may sell 1 cacao for 3 gold, or 1 bar for 7 gold."),
        "D": _("Each worker here may take a gem. One of each colour brings a mask."),
        "L": _("Each worker here may take 1 gold; an edge without workers may take 3 gold."),
    }[code]


def hut_name(code: str) -> str:
    return {
        "MC": _("market crier"),
        "HE": _("hermit"),
        "RW": _("road worker"),
        "TR": _("trader"),
        "FA": _("farmer"),
        "SH": _("shaman"),
        "MO": _("monk"),
        "MB": _("master builder"),
        "FO": _("foreman"),
        "FM": _("fountain master"),
        "CD": _("chief’s daughter"),
        "CS": _("chief’s son"),
        "CW": _("chief’s wife"),
        "CH": _("chief"),
    }[code]


def hut_told(code: str) -> str:
    """The effect of a hut."""
    return {
        "MC": _("At markets with price 2, your workers sell each cacao for 3 gold."),
        "HE": _("At the end 1 gold for each of your workers who faces no jungle tile."),
        "RW": _(
            "At the end 1 gold for each of your worker tiles in the row or column where you have "
            "most."
        ),
        "TR": _("At the end 1 gold for each cacao in storage."),
        "FA": _("If you get exactly 4 cacao in one turn, you get 1 more, if there is room."),
        "SH": _("You overbuild without a sun token."),
        "MO": _("At the end 1 gold for each temple with a worker of yours beside it."),
        "MB": _("At the end 1 gold for each other hut of yours."),
        "FO": _("On tiles that you place from now on, 3 workers on an edge count as 4."),
        "FM": _("At the end 4 gold if your water carrier is on 16."),
        "CD": _("At the end 4 gold."),
        "CS": _("At the end 4 gold."),
        "CW": _("At the end 5 gold."),
        "CH": _("At the end 6 gold."),
    }[code]


# --- What happens --------------------------------------------------------------------------------


def gems_named(gems: str) -> str:
    """Some gems by colour, such as "1 red gem and 2 blue gems"."""
    return all_of([_gems(gem, gems.count(gem)) for gem in "RGBW" if gem in gems])


def sign_of(module: str) -> str:
    """The symbol of a module's pieces."""
    return {"gems": "good-gems", "huts": "hut-CH", "emperor": "emperor"}[module]


def number_told(good: str) -> str:
    """The title of a number of pieces."""
    return {"bars": _("Bars"), "maps": _("Map tiles")}[good]


def piece_told(good: str, kind: str) -> str:
    """A piece of a good that has kinds, in words."""
    if good == "huts":
        return f"{hut_name(kind)}: {hut_told(kind)}"
    if good == "masks":
        return _("mask worth {n} gold").format(n=kind)
    return _gems(kind, 1)


def _gems(gem: str, count: int) -> str:
    if gem == "R":
        return ngettext("{n} red gem", "{n} red gems", count)
    if gem == "G":
        return ngettext("{n} green gem", "{n} green gems", count)
    if gem == "B":
        return ngettext("{n} blue gem", "{n} blue gems", count)
    return ngettext("{n} white gem", "{n} white gems", count)


def _goods_sold(choice: str) -> str:
    cacao, bars = map(int, choice.split("+"))
    parts = [ngettext("{n} cacao", "{n} cacao", cacao)] if cacao else []
    parts += [ngettext("{n} bar", "{n} bars", bars)] if bars else []
    return all_of(parts)


def effect_texts(effect: WorkerEffect) -> tuple[str, str, str]:
    """An effect of workers or of a module after the player's name, to the player, as a command."""
    if effect.note:
        return (*_noted(effect), "")
    n = effect.amount
    if effect.code == "I":
        cacao = ngettext("{n} cacao", "{n} cacao", effect.cacao)
        return (
            ngettext("goes {n} field back on the water for {cacao}",
                     "goes {n} fields back on the water for {cacao}", n, cacao=cacao),
            ngettext("you go {n} field back on the water for {cacao}",
                     "you go {n} fields back on the water for {cacao}", n, cacao=cacao),
            ngettext("Go {n} field back for {cacao}", "Go {n} fields back for {cacao}", n,
                     cacao=cacao),
        )  # fmt: skip
    if effect.code == "K":
        return (
            ngettext("makes {n} bar of cacao", "makes {n} bars of cacao", n),
            ngettext("you make {n} bar of cacao", "you make {n} bars of cacao", n),
            ngettext("Make {n} bar", "Make {n} bars", n),
        )
    if effect.code == "C":
        goods, paid = _goods_sold(effect.choice), ngettext("{n} gold", "{n} gold", effect.gold)
        return (
            _("sells {goods} for {gold}").format(goods=goods, gold=paid),
            _("you sell {goods} for {gold}").format(goods=goods, gold=paid),
            _("Sell {goods} for {gold} gold").format(goods=goods, gold=effect.gold),
        )
    if effect.code == "D":
        texts = _("takes {gems}"), _("you take {gems}"), _("Take {gems}")
        does, you, command = (text.format(gems=gems_named(effect.choice)) for text in texts)
        return does, you, command
    return (
        ngettext("takes {n} gold", "takes {n} gold", n),
        ngettext("you take {n} gold", "you take {n} gold", n),
        ngettext("Take {n} gold", "Take {n} gold", n),
    )


def _noted(effect: WorkerEffect) -> tuple[str, str]:
    """An effect of a module, after the player's name and to the player."""
    if effect.note == "moved":
        return _("calls the emperor and gets 1 gold"), _("you call the emperor and get 1 gold")
    if effect.note == "favour":
        return _("gets 1 gold from the emperor"), _("you get 1 gold from the emperor")
    if effect.note == "harvest":
        return (
            _("harvests 1 cacao more with the farmer"),
            _("you harvest 1 cacao more with the farmer"),
        )
    if effect.note == "mask":
        return _("exchanges four gems for a mask"), _("you exchange four gems for a mask")
    does, you = (
        text.format(hut=hut_name(effect.note), gold=-effect.gold)
        for text in (
            _("builds the hut “{hut}” for {gold} gold"),
            _("you build the hut “{hut}” for {gold} gold"),
        )
    )
    return does, you


def together(one: str, other: str) -> str:
    """Two choices at tiles of one kind, added up."""
    if "+" in one and "+" in other:
        return "+".join(
            str(int(a) + int(b)) for a, b in zip(one.split("+"), other.split("+"), strict=True)
        )
    return one + other


def sign(effect: WorkerEffect) -> tuple[str, str]:
    """An effect in a few characters, and the symbol beside them."""
    if effect.note:
        signs = {
            "moved": (f"+{effect.gold}", "emperor"),
            "favour": (f"+{effect.gold}", "emperor"),
            "harvest": ("+1", "good-cacao"),
            "mask": ("", "mask-8"),
        }
        return signs.get(effect.note) or (f"−{-effect.gold}", f"hut-{effect.note}")
    if effect.code == "C":
        return f"{effect.amount}→{effect.gold}", "good-gold"
    if effect.code == "D":
        alone = len(set(effect.choice)) == 1
        return f"+{effect.amount}", f"gem-{effect.choice[0]}" if alone else "good-gems"
    if effect.code == "I":
        return f"+{effect.cacao}", "good-cacao"
    return f"+{effect.amount}", "good-bar" if effect.code == "K" else "good-gold"


def for_map_tile(left: int) -> str:
    """The price of a map-board tile."""
    return _("for 1 of {n} map tiles").format(n=left) if left > 1 else _("for your last map tile")


def edge_without(code: str, count: int) -> str:
    """Edges without workers at a jungle tile."""
    return ngettext("{n} edge without workers at the {tile}",
                    "{n} edges without workers at the {tile}", count,
                    tile=tile_name(code))  # fmt: skip
