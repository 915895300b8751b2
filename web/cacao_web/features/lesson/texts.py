"""The texts of the guided first game, in the present language."""

from __future__ import annotations

from collections.abc import Callable

from cacao_core import Game
from cacao_web.features.lesson.model import CHAPTERS, PUPIL, Deeds
from cacao_web.game import words
from cacao_web.ui.i18n import _, ngettext


def title(name: str) -> str:
    """The topic of a chapter, in a word or two."""
    return {
        "place": _("Placing"),
        "wins": _("How to win"),
        "fill": _("Filling"),
        "sell": _("Selling"),
        "order": _("Order of edges"),
        "temple": _("Temples"),
        "water": _("Water"),
        "sun": _("Suns"),
        "overbuild": _("Overbuilding"),
        "end": _("The end"),
    }[name]


def count(number: int) -> str:
    """The chapter's number, such as "3 of 10"."""
    return _("{n} of {total}").format(n=number, total=len(CHAPTERS))


def brief(name: str, companion: str) -> str:
    """The task of a chapter, and its purpose."""
    return _briefs()[name].format(name=companion)


def _briefs() -> dict[str, str]:
    return {
        "place": _(
            "Your workers gather where they face the jungle. Choose the tile with two workers on "
            "one edge, turn it with the round arrow, and place it beside the ringed plantation so "
            "that both face it."
        ),
        "wins": _(
            "Whoever has the most gold at the end wins. Not all of it comes from selling: see "
            "what else counts."
        ),
        "fill": _(
            "An empty jungle space between two worker tiles is filled at once, by whoever placed "
            "the second one. Place a tile so that the ringed space is filled, and choose for it "
            "a tile of the jungle display that your workers can use."
        ),
        "sell": _(
            "{name} has put a market with selling price 4 beside your tile, so your worker there "
            "has sold too. Now let three workers on one edge face that ringed market, and sell "
            "as many cacao fruits as you can."
        ),
        "order": _(
            "Your storage is empty. Place a tile between the ringed plantation and the ringed "
            "market: you choose the order of the edges, so gather first and then sell."
        ),
        "temple": _(
            "A temple does nothing now. At the end, 6 gold go to whoever has the most workers "
            "beside it, and 3 to the second. Fill a jungle space with the temple so that more of "
            "your workers face it than of {name}’s."
        ),
        "water": _(
            "Your water carrier stands on −10: that many gold you would lose at the end. Fill a "
            "space with the water tile. Each worker who faces it moves the carrier one field."
        ),
        "sun": _(
            "At a sun-worshiping site each worker takes a sun token; there is room for three. "
            "Each is worth 1 gold at the end, or more: you will see soon. Fill a space with the "
            "site, beside your workers."
        ),
        "overbuild": _(
            "The jungle is used up. From now on a sun token lets you place a tile on one of your "
            "own: its workers act, those beneath are gone. Overbuild a golden tile whose "
            "neighbours bring you something."
        ),
        "end": _("That was a whole game. The result shows where everybody’s gold comes from."),
    }


# --- After a turn ------------------------------------------------------------------------------


def praise(name: str, done: Deeds, game: Game, pupil: str) -> str:
    """Praise for a turn as intended, with its effects.

    Args:
        name: of the chapter.
        done: the effects of the turn.
        game: the position after it.
        pupil: the person's name.
    """
    told: dict[str, Callable[[], str]] = {
        "place": lambda: _gathered(done.taken),
        "fill": lambda: _("Filled: {gains}. The jungle display is refilled when your turn ends."),
        "sell": lambda: _sold(done.sold, done.earned),
        "order": lambda: _(
            "Gathered first, then sold: {gains}. The other way round there would have been "
            "nothing to sell."
        ),
        "temple": lambda: _(
            "You have the most workers beside the temple. If it stays so, that is 6 gold at the "
            "end; with equally many you would share them."
        ),
        "water": lambda: _carried(done.fields, game.score()[PUPIL].water),
        "sun": lambda: _suns(done.suns),
        "overbuild": lambda: _("For one sun token: {gains}. Each cell can be overbuilt only once."),
    }
    return told[name]().format(gains=gains(done, pupil))


def _gathered(taken: int) -> str:
    return ngettext(
        "Your worker has gathered {n} cacao fruit. It lies on your village board, which has room "
        "for five.",
        "Your workers have gathered {n} cacao fruits. They lie on your village board, which has "
        "room for five.",
        taken,
    )


def _sold(sold: int, earned: int) -> str:
    gold = ngettext("{n} gold", "{n} gold", earned)
    fruits = ngettext("{n} cacao fruit", "{n} cacao fruits", sold)
    return _("{fruits} for {gold}! Markets pay 2, 3 or 4 for each, so it can be worth waiting "
             "for a dear one.").format(fruits=fruits, gold=gold)  # fmt: skip


def _carried(fields: int, value: int) -> str:
    moved = ngettext("The carrier has moved {n} field", "The carrier has moved {n} fields", fields)
    return _("{moved} and stands on {value} now. Later fields are worth more and more, up to 16."
             ).format(moved=moved, value=words.number(value))  # fmt: skip


def _suns(suns: int) -> str:
    return ngettext(
        "{n} sun token is yours. Keep it: what it is good for comes near the end.",
        "{n} sun tokens are yours. Keep them: what they are good for comes near the end.",
        suns,
    )


def instead(name: str, done: Deeds, pupil: str) -> str:
    """The effects of another turn than the intended one, and why that is better."""
    return f"{_happened(done, pupil)} {_reasons()[name]}"


def _happened(done: Deeds, pupil: str) -> str:
    if done.gains:
        return _("A legal move. It has brought something else: {gains}.").format(
            gains=gains(done, pupil)
        )
    return _("A legal move, but it has brought nothing at once.")


def _reasons() -> dict[str, str]:
    return {
        "place": _(
            "Turned so that an edge with two workers faces the plantation, the tile brings 2 "
            "cacao fruits: turning costs nothing, so try all four sides."
        ),
        "fill": _(
            "Filled by you, a space is yours to choose for: with a plantation there, your "
            "workers beside it gather at once."
        ),
        "sell": _(
            "Each worker at the market sells one cacao fruit, so three on one edge sell three, "
            "for 4 gold each."
        ),
        "order": _(
            "With an empty storage it takes both: an edge at a plantation to gather, and then "
            "one at a market to sell."
        ),
        "temple": _(
            "Only the number of workers beside a temple counts, so put it where more of yours "
            "face it than of the others."
        ),
        "water": _(
            "The carrier moves only for workers who face water, and from −10 each of the first "
            "fields is a big step."
        ),
        "sun": _("Only workers who face a sun-worshiping site take sun tokens."),
        "overbuild": _(
            "A sun token spent on a tile beside markets, plantations or water lets four workers "
            "act there again; one that is left is worth 1 gold only."
        ),
    }


def gains(done: Deeds, pupil: str) -> str:
    """The actions of the edges, one after the other, as in the log."""
    does = "; ".join(words.gain(gain.code, gain.amount) for gain in done.gains)
    return _("{name} {does}").format(name=pupil, does=does)


# --- The end ---------------------------------------------------------------------------------


def sources() -> list[tuple[str, str]]:
    """What counts at the end: a symbol and a sentence each."""
    return [
        ("good-gold", _("Gold from markets and gold mines counts as it is.")),
        ("good-temple", _("Each temple brings 6 gold for the most workers beside it, and 3 for "
                          "the second most.")),
        ("good-water", _("The field of your water carrier counts: from −10 at the start up to "
                         "16.")),
        ("good-sun", _("Each sun token that is left brings 1 gold.")),
        ("good-cacao", _("Cacao that is left brings nothing: sell it in time.")),
    ]  # fmt: skip


def reckoning(game: Game) -> str:
    """The sources of the person's gold."""
    score = game.score()[PUPIL]
    return _(
        "You have {total} gold: {gold} from markets and mines, {temples} from temples, {suns} for "
        "sun tokens, and the water carrier counts {water}."
    ).format(
        total=score.total,
        gold=score.gold,
        temples=score.temples,
        suns=score.suns,
        water=words.signed(score.water),
    )
