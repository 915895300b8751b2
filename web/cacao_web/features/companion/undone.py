"""The name of a tap that is taken back, and the page of the score pad where one sees it."""

from __future__ import annotations

from cacao_core.rules import BASE
from cacao_web.features.companion.people import label
from cacao_web.features.companion.table import Board, ScorePad
from cacao_web.ui.i18n import _, numeral


def told(before: ScorePad, after: ScorePad) -> tuple[str, str]:
    """The name of the tap, and its page; no page if it is none of the score pad.

    Args:
        before: the table with the tap.
        after: the table without it.
    """
    if len(before.names) != len(after.names):
        return _("Number of players"), "score/who"
    plain = {
        ("expansion",): (_("Expansions"), "score/who"),
        ("names", "colours", "kinds"): (_("Who plays"), "score/who"),
        ("starter",): (_("Who starts"), ""),
    }
    for parts, step in plain.items():
        if any(getattr(before, part) != getattr(after, part) for part in parts):
            return step
    if len({*before.ticks} ^ {*after.ticks}) == 1:
        return _("What is ticked off"), ""
    return _counted(before, after)


def _counted(before: ScorePad, after: ScorePad) -> tuple[str, str]:
    """The same for what is counted; several things at once were cleared."""
    seats = _different(before.boards, after.boards)
    temples = _different(before.temples, after.temples)
    if len(seats) == 1 and not temples:
        what = _board(before.boards[seats[0]], after.boards[seats[0]])
        return f"{label(after, seats[0])}, {what}", f"score/{seats[0]}"
    if len(temples) == 1 and not seats:
        return _("Temple {n}").format(n=temples[0] + 1), "score/temples"
    return _("Start over"), "score/0"


def _different(before: tuple[object, ...], after: tuple[object, ...]) -> list[int]:
    pairs = enumerate(zip(before, after, strict=False))
    return [at for at, (one, other) in pairs if one != other]


def _board(before: Board, after: Board) -> str:
    """The part of a board that has changed, as it was before."""
    changed = next(name for name in Board._fields if getattr(before, name) != getattr(after, name))
    if changed == "huts":
        from cacao_web.game.texts import expansions  # noqa: PLC0415  # base games do without

        code = ({*before.huts} ^ {*after.huts}).pop()
        return expansions.hut_name(code)
    value = getattr(before, changed)
    if changed == "masks":
        return _("{what}: {n}").format(what=_("Masks"), n=", ".join(map(str, value)) or "0")
    number = BASE.water[value] if changed == "water" else value
    return _("{what}: {n}").format(what=_name(changed), n=numeral(number))


def _name(what: str) -> str:
    """The name of a number on the score pad."""
    return {
        "gold": _("Gold"),
        "water": _("Field of the water carrier"),
        "suns": _("Suns"),
        "cacao": _("Cacao left"),
        "hermits": _("Hermit: workers that face no jungle tile"),
        "road": _("Road worker: tiles in the row or column with most of them"),
        "gems": _("Gems left"),
    }[what]
