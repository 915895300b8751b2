"""The words of Agricola; spaces and cards have the titles that are printed on the game."""

from __future__ import annotations

from cacao_web.ui.i18n import _, ngettext


def count_name(what: str) -> str:
    """Name of what is counted on a farm, or of a category."""
    return {
        "fields": _("Field tiles"), "pastures": _("Pastures"), "grain": _("Grain"),
        "vegetables": _("Vegetables"), "sheep": _("Sheep"), "boar": _("Wild boar"),
        "cattle": _("Cattle"), "unused": _("Unused spaces"), "stables": _("Fenced stables"),
        "fenced_stables": _("Fenced stables"), "free_stables": _("Stables without fences"),
        "pasture_spaces": _("Spaces inside fences"), "rooms": _("Rooms"), "people": _("People"),
        "cards": _("Cards"), "improvements": _("Points on other cards"),
        "bonus": _("Bonus points"), "begging": _("Begging markers"), "wood": _("Wood"),
        "clay": _("Clay"), "reed": _("Reed"), "stone": _("Stone"),
    }[what]  # fmt: skip


def major_name(name: str) -> str:
    """A major improvement; those of which there are two have their costs."""
    clay = {"fireplace 2": 2, "fireplace 3": 3, "cooking hearth 4": 4, "cooking hearth 5": 5}
    return {
        "fireplace 2": _("Fireplace ({n} clay)"), "fireplace 3": _("Fireplace ({n} clay)"),
        "cooking hearth 4": _("Cooking Hearth ({n} clay)"),
        "cooking hearth 5": _("Cooking Hearth ({n} clay)"),
        "clay oven": _("Clay Oven"), "stone oven": _("Stone Oven"), "joinery": _("Joinery"),
        "pottery": _("Pottery"), "basketmaker": _("Basketmaker’s Workshop"), "well": _("Well"),
    }[name].format(n=clay.get(name, 0))  # fmt: skip


def goods(good: str, number: int) -> str:
    """So many of a good, as they are put on the board."""
    return {
        "wood": lambda: ngettext("{n} wood", "{n} wood", number),
        "clay": lambda: ngettext("{n} clay", "{n} clay", number),
        "reed": lambda: ngettext("{n} reed", "{n} reed", number),
        "stone": lambda: ngettext("{n} stone", "{n} stone", number),
        "food": lambda: ngettext("{n} food", "{n} food", number),
        "grain": lambda: ngettext("{n} grain", "{n} grain", number),
        "vegetable": lambda: ngettext("{n} vegetable", "{n} vegetables", number),
        "sheep": lambda: ngettext("{n} sheep", "{n} sheep", number),
        "boar": lambda: ngettext("{n} wild boar", "{n} wild boar", number),
        "cattle": lambda: ngettext("{n} cattle", "{n} cattle", number),
        "reed or stone": lambda: _("1 reed or 1 stone"),
    }[good]()


def space_name(space: str) -> str:
    """A space of the board, or a round card, by its printed title."""
    return {
        "forest": _("Forest"), "clay pit": _("Clay Pit"), "reed bank": _("Reed Bank"),
        "fishing": _("Fishing"), "grove": _("Grove"), "hollow": _("Hollow"), "copse": _("Copse"),
        "extra copse": _("Copse (house rule)"), "travelling players": _("Traveling Players"),
        "meeting place": _("Meeting Place"), "grain seeds": _("Grain Seeds"),
        "day labourer": _("Day Laborer"), "market of materials": _("Resource Market"),
        "animal market": _("Animal Market"), "side jobs": _("Side Job"),
        "sheep market": _("Sheep Market"), "western quarry": _("Western Quarry"),
        "pig market": _("Pig Market"), "cattle market": _("Cattle Market"),
        "eastern quarry": _("Eastern Quarry"), "improvement": _("Major Improvement"),
        "fencing": _("Fencing"), "sowing": _("Grain Utilization"),
        "family growth": _("Basic Wish for Children"), "renovation": _("House Redevelopment"),
        "vegetable seeds": _("Vegetable Seeds"),
        "growth without room": _("Urgent Wish for Children"), "cultivation": _("Cultivation"),
        "renovation and fencing": _("Farm Redevelopment"),
    }[space]  # fmt: skip
