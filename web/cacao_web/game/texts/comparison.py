"""The reason why a turn is better or worse than another, in one sentence about the position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from cacao_core.tiles import Seat
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _, all_of, ngettext

if TYPE_CHECKING:
    from cacao_core.ai.explaining.comparing import Difference
    from cacao_web.game.opened import OpenGame

_EQUAL: Final = 0.5
"""Two turns are about equally good up to this difference in gold at the expected end."""


def told(differences: Iterable[Difference], lead: float, session: OpenGame, me: Seat) -> str:
    """The gain of a turn compared with another, such as "4 gold more, but 2 cacao less in storage".

    Args:
        differences: how the positions after the two turns differ.
        lead: how much more gold the turn is expected to be ahead in the end.
        me: whose turn it is.
    """
    good, bad = list[str](), list[str]()
    for difference in differences:
        name = None if difference.seat == me else session.name(difference.seat)
        (good if difference.good else bad).append(_fact(difference, name))
    if good and bad:
        return _("{first}, but {then}").format(first=all_of(good), then=all_of(bad))
    if good or bad:
        return all_of(good or bad)
    if abs(lead) < _EQUAL:
        return _("about as good")
    return _("a little better everywhere") if lead > 0 else _("a little worse everywhere")


def _fact(difference: Difference, name: str | None) -> str:
    """A difference, with the name of another player whom it concerns, which may be the reader."""
    if difference.kind == "tile":
        if difference.good:
            return _("a better worker tile for later turns")
        return _("a weaker worker tile for later turns")
    if difference.kind == "answer":
        return _answer(difference.amount, name or "").format(
            name=name, tile=words.tile_name(difference.code)
        )
    fact = (
        _more(difference.kind, difference.amount)
        if difference.amount > 0
        else _less(difference.kind, -difference.amount)
    )
    if name is None:
        return fact
    sentence = _("{fact} for {name}") if name else _("{fact} for you")
    return sentence.format(fact=fact, name=name)


def _answer(gold: int, name: str) -> str:
    """The gain of the next turn for its player, beside its gain else."""
    if gold > 0:
        theirs = ngettext("{name}’s next turn brings about {n} gold more ({tile})",
                          "{name}’s next turn brings about {n} gold more ({tile})", gold,
                          name="{name}", tile="{tile}")  # fmt: skip
        yours = ngettext("your next turn brings about {n} gold more ({tile})",
                         "your next turn brings about {n} gold more ({tile})", gold,
                         tile="{tile}")  # fmt: skip
    else:
        theirs = ngettext("{name}’s next turn brings about {n} gold less ({tile})",
                          "{name}’s next turn brings about {n} gold less ({tile})", -gold,
                          name="{name}", tile="{tile}")  # fmt: skip
        yours = ngettext("your next turn brings about {n} gold less ({tile})",
                         "your next turn brings about {n} gold less ({tile})", -gold,
                         tile="{tile}")  # fmt: skip
    return theirs if name else yours


def _more(kind: str, n: int) -> str:
    return {
        "gold": ngettext("{n} gold more", "{n} gold more", n),
        "water": ngettext("{n} gold more on the water", "{n} gold more on the water", n),
        "temples": ngettext("{n} gold more at temples", "{n} gold more at temples", n),
        "suns": ngettext("{n} sun token more", "{n} sun tokens more", n),
        "cacao": ngettext("{n} cacao more in storage", "{n} cacao more in storage", n),
        "bars": ngettext("{n} bar more in storage", "{n} bars more in storage", n),
        "maps": ngettext("{n} map tile more", "{n} map tiles more", n),
        "gems": ngettext("{n} gem more", "{n} gems more", n),
        "masks": ngettext("{n} gold more from masks", "{n} gold more from masks", n),
        "huts": ngettext("{n} gold more from huts", "{n} gold more from huts", n),
        "now": ngettext("about {n} gold more at once", "about {n} gold more at once", n),
        "later": ngettext(
            "about {n} gold more in later turns", "about {n} gold more in later turns", n
        ),
    }[kind]


def _less(kind: str, n: int) -> str:
    return {
        "gold": ngettext("{n} gold less", "{n} gold less", n),
        "water": ngettext("{n} gold less on the water", "{n} gold less on the water", n),
        "temples": ngettext("{n} gold less at temples", "{n} gold less at temples", n),
        "suns": ngettext("{n} sun token fewer", "{n} sun tokens fewer", n),
        "cacao": ngettext("{n} cacao less in storage", "{n} cacao less in storage", n),
        "bars": ngettext("{n} bar fewer in storage", "{n} bars fewer in storage", n),
        "maps": ngettext("{n} map tile fewer", "{n} map tiles fewer", n),
        "gems": ngettext("{n} gem fewer", "{n} gems fewer", n),
        "masks": ngettext("{n} gold less from masks", "{n} gold less from masks", n),
        "huts": ngettext("{n} gold less from huts", "{n} gold less from huts", n),
        "now": ngettext("about {n} gold less at once", "about {n} gold less at once", n),
        "later": ngettext(
            "about {n} gold less in later turns", "about {n} gold less in later turns", n
        ),
    }[kind]
