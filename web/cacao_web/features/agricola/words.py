"""The words of Agricola."""

from __future__ import annotations

from cacao_web.ui.i18n import _


def count_name(what: str) -> str:
    """Name of what is counted on a farm, or of a category."""
    return {
        "fields": _("Field tiles"), "pastures": _("Pastures"), "grain": _("Grain"),
        "vegetables": _("Vegetables"), "sheep": _("Sheep"), "boar": _("Wild boar"),
        "cattle": _("Cattle"), "unused": _("Unused spaces"), "stables": _("Fenced stables"),
        "fenced_stables": _("Fenced stables"), "free_stables": _("Stables without fences"),
        "pasture_spaces": _("Spaces inside fences"), "rooms": _("Rooms"), "people": _("People"),
        "cards": _("Cards and bonus"), "improvements": _("Points on cards"),
        "bonus": _("Bonus points"), "begging": _("Begging markers"), "wood": _("Wood"),
        "clay": _("Clay"), "reed": _("Reed"), "stone": _("Stone"),
    }[what]  # fmt: skip


def workshop_name(name: str) -> str:
    return {
        "joinery": _("Joinery"),
        "pottery": _("Pottery"),
        "basketmaker": _("Basketmaker’s workshop"),
    }[name]


def good_name(good: str) -> str:
    """A good as it is put on the board."""
    return {
        "wood": _("Wood"), "clay": _("Clay"), "reed": _("Reed"), "stone": _("Stone"),
        "food": _("Food"), "sheep": _("Sheep"), "boar": _("Wild boar"), "cattle": _("Cattle"),
    }[good]  # fmt: skip


def space_name(space: str) -> str:
    """A space of the board, or a round card."""
    return {
        "forest": _("Forest"), "clay pit": _("Clay pit"), "reed bank": _("Reed bank"),
        "fishing": _("Fishing"), "grove": _("Grove"), "hollow": _("Hollow"), "copse": _("Copse"),
        "travelling players": _("Travelling players"), "meeting place": _("Meeting place"),
        "sheep market": _("Sheep market"), "western quarry": _("Western quarry"),
        "pig market": _("Pig market"), "cattle market": _("Cattle market"),
        "eastern quarry": _("Eastern quarry"), "improvement": _("Major Improvement"),
        "fencing": _("Fencing"), "sowing": _("Grain Utilization"),
        "family growth": _("Basic Wish for Children"), "renovation": _("House Redevelopment"),
        "vegetable seeds": _("Vegetable seeds"),
        "growth without room": _("Urgent Wish for Children"), "cultivation": _("Cultivation"),
        "renovation and fencing": _("Farm Redevelopment"),
    }[space]  # fmt: skip
