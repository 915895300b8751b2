"""The rule book: names of modules, of their tiles, and of huts."""

from __future__ import annotations

from cacao_web.game.texts import words
from cacao_web.ui.i18n import _


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


def tile_name(code: str) -> str:
    """Name of a jungle tile, of a module or the base game."""
    new = {
        "I": _("watering site"),
        "K": _("chocolate kitchen"),
        "C": _("chocolate market"),
        "D": _("gem mine"),
        "L": _("tree of life"),
    }
    return new.get(code) or words.tile_name(code)


def hut_name(code: str) -> str:
    """Name of a hut."""
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
    """What a hut does."""
    return {
        "MC": _("Your workers sell at markets of price 2 for 3."),
        "HE": _("At the end 1 gold for each of your workers who faces no jungle tile."),
        "RW": _("At the end 1 gold for each of your tiles in the row or column with most of them."),
        "TR": _("At the end 1 gold for each cacao in storage."),
        "FA": _("Whenever exactly 4 cacao reach you in one turn, 1 more, if there is room."),
        "SH": _("You overbuild without a sun token."),
        "MO": _("At the end 1 gold for each temple with a worker of yours beside it."),
        "MB": _("At the end 1 gold for each other hut of yours."),
        "FO": _("From now on, 3 workers on an edge that you place count as 4."),
        "FM": _("At the end 4 gold if your water carrier is on 16."),
        "CD": _("At the end 4 gold."),
        "CS": _("At the end 4 gold."),
        "CW": _("At the end 5 gold."),
        "CH": _("At the end 6 gold."),
    }[code]
