"""The reason why a turn is good or not, and the end that can be expected, in the present language.

Names are those of :meth:`cacao_web.game.opened.OpenGame.name`: empty for the reader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_core.jungle import JUNGLE, by_good, codes_of
from cacao_web.game.effects import WorkerEffect
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _, ngettext

if TYPE_CHECKING:
    from cacao_core.ai.explaining.reasons import Reason
    from cacao_web.game.opened import OpenGame

_REASONS: Final = by_good(
    "web/cacao_web/game/texts/reasons.py",
    {"cacao": "cacao", "gold": "mine", "water": "water", "suns": "sun"},
    apart=("market", "temple"),
)
_TILES: Final = {
    **{kind: codes_of(good)[0] for good, kind in _REASONS.items()},
    "sell": codes_of("market")[0],
    **{"watering": "I", "kitchen": "K", "chocolate": "C", "gems": "D", "tree": "L"},
    **{"mask": "", "hut": "", "emperor": ""},
}
"""Kind of a reason -> a tile with this effect; what happens beside the workers has none."""


def margin(gold: float, rival: str, best: bool = False) -> str:
    """The expected end against the strongest other player.

    Args:
        gold: the lead; negative for behind.
        rival: the name of that player.
        best: whether no better turn is known; this is said of a turn that ends behind.
    """
    lead = round(gold)
    sentence = _against(lead, rival) if rival else _against_you(lead)
    return (
        _("{told} (no turn does better)").format(told=sentence) if best and lead < 0 else sentence
    )


def _against(lead: int, rival: str) -> str:
    if not lead:
        return _("expected at the end: level with {name}").format(name=rival)
    if lead > 0:
        return ngettext("expected at the end: {n} gold ahead of {name}",
                        "expected at the end: {n} gold ahead of {name}", lead,
                        name=rival)  # fmt: skip
    return ngettext("expected at the end: {n} gold behind {name}",
                    "expected at the end: {n} gold behind {name}", -lead, name=rival)  # fmt: skip


def _against_you(lead: int) -> str:
    if not lead:
        return _("expected at the end: level with you")
    if lead > 0:
        return ngettext("expected at the end: {n} gold ahead of you",
                        "expected at the end: {n} gold ahead of you", lead)  # fmt: skip
    return ngettext("expected at the end: {n} gold behind you",
                    "expected at the end: {n} gold behind you", -lead)  # fmt: skip


def chance(share: float, name: str) -> str:
    """A player's chance of winning."""
    sentence = (
        _("chance of winning for {name}: {share}") if name else _("your chance of winning: {share}")
    )
    return sentence.format(name=name, share=words.percent(share))


def played(name: str) -> str:
    """The title of a turn as it was played."""
    return _("{name} played").format(name=name) if name else _("You played")


def reason(why: Reason, session: OpenGame) -> str:
    """The reason why a move is good, or worse than another, in a few words."""
    if why.seat is not None:
        return _of_another(why, session.name(why.seat))
    if why.kind == "sell" and why.code:
        return _sells_at_price(why)
    if why.kind in _TILES or why.kind == "no-room":
        return words.effect(_effect(why))
    return {
        "keep": ngettext(
            "keeps {n} cacao to sell later", "keeps {n} cacao to sell later", why.amount
        ),
        "temple-lead": _("leads at the temple"),
        "temple-share": _("ties at the temple"),
        "temple-second": _("comes second at the temple"),
        "nothing": _("brings nothing at once"),
        "later": _("prepares the turns to come"),
    }[why.kind]


def _sells_at_price(why: Reason) -> str:
    price = str(why.gold // why.amount)
    return ngettext(
        "sells {n} cacao at {price}", "sells {n} cacao at {price}", why.amount, price=price
    )


def _effect(why: Reason) -> WorkerEffect:
    """The effect at a tile, or of a module itself."""
    code = _TILES.get(why.kind, why.code)
    if why.kind == "no-room":
        return WorkerEffect(0, code, 0, lost=why.amount)
    note = {"mask": "mask", "hut": why.code, "emperor": "moved"}.get(why.kind, "")
    gold = JUNGLE[code].gold_for(why.amount) if why.kind == "gives" and code in JUNGLE else why.gold
    done = WorkerEffect(why.seat or 0, code, why.amount, gold)
    return done._replace(choice=why.choice, cacao=why.cacao, note=note)


def _of_another(why: Reason, name: str) -> str:
    """The effect of a move on another player."""
    if why.kind == "gives":
        return words.with_name(words.effect(_effect(why), yours=not name), name)
    sentence = {
        "temple-take": (_("takes the temple from {name}"), _("takes the temple from you")),
        "open": _opens(why.gold),
    }[why.kind][not name]
    return sentence.format(name=name, tile=words.the_tile(why.code))


def _opens(gold: int) -> tuple[str, str]:
    """The chances that a turn leaves to the next player, and their worth, if it is known."""
    if not gold:
        return _("leaves {tile} open to {name}"), _("leaves {tile} open to you")
    return (
        ngettext("leaves {tile} open to {name} (about {n} gold)",
                 "leaves {tile} open to {name} (about {n} gold)", gold, tile="{tile}",
                 name="{name}"),
        ngettext("leaves {tile} open to you (about {n} gold)",
                 "leaves {tile} open to you (about {n} gold)", gold, tile="{tile}"),
    )  # fmt: skip
