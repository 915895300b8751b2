"""The texts of the guided first game, in the present language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from cacao_core import Game
from cacao_core.jungle import codes_of
from cacao_web.features.lesson.model import CHAPTERS, PUPIL, Deeds
from cacao_web.game.effects import WorkerEffect
from cacao_web.game.texts import words
from cacao_web.game.texts.gains import told
from cacao_web.ui.i18n import _, ngettext, numeral, pgettext

_TEMPLE: Final = "T"
_TOPICS: Final = {
    "place": codes_of("cacao"),
    "sell": codes_of("market"),
    "temple": (),
    "mine": codes_of("gold"),
    "water": ("W",),
    "sun": ("S",),
}
"""The jungle tiles whose gains a chapter's praise mentions itself."""


def title(name: str) -> str:
    """The topic of a chapter, in a word or two."""
    return {
        "wins": _("How to win"),
        "place": _("Placing"),
        "fill": _("Filling"),
        "sell": _("Selling"),
        "order": _("Order of edges"),
        "temple": _("Temples"),
        "mine": _("Gold mines"),
        "water": pgettext("jungle tile", "Water"),
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
            "one edge, turn it with the round arrow, and place it on the ringed cell so that both "
            "face the plantation."
        ),
        "wins": _(
            "Whoever has the most gold at the end wins. You both start at −10, because your water "
            "carriers start there; water will move them on."
        ),
        "fill": _(
            "An empty jungle space between two worker tiles is filled right away, by whoever "
            "placed the second one. Place a tile so that the ringed space is filled, and choose a "
            "tile from the jungle display that your workers can use."
        ),
        "sell": _(
            "{name} has placed a market with selling price 4 beside your tile, so your worker "
            "there has sold, too. The tile with three workers on one edge is chosen for you: "
            "place it so that they face the ringed market, and sell all you can."
        ),
        "order": _(
            "Your storage is empty. Place the chosen tile between the ringed plantation and the "
            "ringed market. “Place it” does what you see there: gather first, then sell. “Place, "
            "then choose…” asks you."
        ),
        "temple": _(
            "A temple does nothing yet. At the end, whoever has the most workers beside it gets 6 "
            "gold, and the second gets 3. Fill the ringed space with the temple so that more of "
            "your workers face it than {name}’s."
        ),
        "mine": _(
            "{name} has opened two gold mines, and your worker beside one of them has taken 2 "
            "gold at once. Place the chosen tile so that its workers face the ringed mine, and "
            "fill the space beside it with the temple."
        ),
        "water": _(
            "Your water carrier is on −10: you would lose that much gold at the end. Fill the "
            "ringed space with the water tile. Each worker who faces it moves the carrier one "
            "field."
        ),
        "sun": _(
            "At a sun-worshipping site, each worker takes a sun token; you have room for three. "
            "Each is worth 1 gold at the end, or more, as you will soon see. Fill the ringed "
            "space with the site."
        ),
        "overbuild": _(
            "The jungle is used up. From now on, a sun token lets you place a tile on top of one "
            "of your own: the new workers act, and the old ones are gone. Overbuild the ringed "
            "tile: the tiles around it are worth it."
        ),
        "end": _("That was a whole game. The result shows where everybody’s gold came from."),
    }


# --- After a turn ------------------------------------------------------------------------------


def waiting(companion: str) -> str:
    """The sentence while the companion plays."""
    return _("Now {name} plays. See which of the workers act, yours as well. A sign like “1→2” "
             "means: 1 cacao is sold for 2 gold. ▷ shows the turn again.").format(
        name=companion
    )  # fmt: skip


def praise(name: str, done: Deeds, game: Game) -> str:
    """Praise for a turn as intended, with its effects.

    Args:
        name: of the chapter.
        done: the effects of the turn.
        game: the position after it.
    """
    sentences: dict[str, Callable[[], str]] = {
        "place": lambda: _gathered(done.taken),
        "fill": lambda: _("Filled: {gains}. The jungle display is refilled when your turn ends."),
        "sell": lambda: _sold(done.sold, done.earned),
        "order": lambda: _(
            "Gathered first, then sold: {gains}. The other way round, there would have been "
            "nothing to sell."
        ),
        "temple": lambda: _(
            "You have the most workers beside the temple. If it stays that way, that is 6 gold at "
            "the end; in a tie, you would share it."
        ),
        "mine": lambda: _mined(done.mined),
        "water": lambda: _carried(done.fields, game.score()[PUPIL].water),
        "sun": lambda: _suns(done.suns),
        "overbuild": lambda: _("For one sun token: {gains}. Each cell can be overbuilt only once."),
    }
    sentence = sentences[name]().format(gains=gains(done.gains))
    besides = [gain for gain in done.gains if name in _TOPICS and gain.code not in _TOPICS[name]]
    if name == "mine" and all(move.what != _TEMPLE for move in done.fills):
        other = _("The space has another tile than the temple now.")
        sentence = f"{sentence} {other}"
    return f"{sentence} {words.capital(gains(besides))}." if besides else sentence


def _gathered(taken: int) -> str:
    return ngettext(
        "Your worker has gathered {n} cacao fruit. Your village board has room for five.",
        "Your workers have gathered {n} cacao fruits. Your village board has room for five.",
        taken,
    )


def _sold(sold: int, earned: int) -> str:
    gold = ngettext("{n} gold", "{n} gold", earned)
    fruits = ngettext("{n} cacao fruit", "{n} cacao fruits", sold)
    return _("{fruits} for {gold}. Markets pay 2, 3 or 4 for each, so it can be worth waiting for "
             "a better one.").format(fruits=fruits, gold=gold)  # fmt: skip


def _mined(gold: int) -> str:
    return ngettext(
        "Your worker has taken {n} gold. A mine needs no cacao, and gives its gold each time "
        "workers act there.",
        "Your workers have taken {n} gold. A mine needs no cacao, and gives its gold each time "
        "workers act there.",
        gold,
    )


def _carried(fields: int, value: int) -> str:
    moved = ngettext("The carrier has moved {n} field", "The carrier has moved {n} fields", fields)
    return _("{moved} and is now on {value}. Later fields are worth more and more, up to 16."
             ).format(moved=moved, value=numeral(value))  # fmt: skip


def _suns(suns: int) -> str:
    return ngettext(
        "You have {n} sun token. Keep it: you will see what it is good for near the end.",
        "You have {n} sun tokens. Keep them: you will see what they are good for near the end.",
        suns,
    )


def instead(name: str, done: Deeds) -> str:
    """The effects of a turn other than the intended one, and why the intended one is better."""
    return f"{_happened(done)} {_reasons()[name]}"


def _happened(done: Deeds) -> str:
    if done.gains:
        return _("A legal move, but it did something else: {gains}.").format(
            gains=gains(done.gains)
        )
    return _("A legal move, but it brought you nothing right away.")


def _reasons() -> dict[str, str]:
    return {
        "place": _(
            "If an edge with two workers faces the plantation, the tile brings 2 cacao fruits. "
            "Turning costs nothing, so try all four sides."
        ),
        "fill": _(
            "If you fill a space, you choose its tile: with a plantation there, your workers "
            "beside it gather right away."
        ),
        "sell": _(
            "Each worker at the market sells one cacao fruit, so three on one edge sell three, "
            "for 4 gold each."
        ),
        "order": _(
            "With an empty storage, you need both: an edge at a plantation to gather, and then "
            "one at a market to sell."
        ),
        "temple": _(
            "Only the number of workers beside a temple counts, so put it where more of your "
            "workers face it than anybody else’s."
        ),
        "mine": _(
            "Only workers who face a gold mine take its gold, so turn the edge with two workers "
            "to it."
        ),
        "water": _(
            "The carrier moves only for workers who face water, and from −10 the first fields are "
            "big steps."
        ),
        "sun": _("Only workers who face a sun-worshipping site take sun tokens."),
        "overbuild": _(
            "Spend a sun token on a tile beside markets, plantations or water, and four workers "
            "act there again. Kept to the end, it is worth only 1 gold."
        ),
    }


def gains(made: Iterable[WorkerEffect]) -> str:
    """The actions of the edges, one after the other."""
    return "; ".join(told(made, you=PUPIL))


def passage(differs: bool) -> str:
    """The turns that are skipped on the way to the next chapter.

    Args:
        differs: whether the person's board differs from the lesson's own.
    """
    if differs:
        return _(
            "Let’s skip ahead, to a board set up for the next chapter: tiles, gold and cacao are "
            "different there."
        )
    return _("Let’s skip ahead: the next turns are played for both of you.")


# --- The end ---------------------------------------------------------------------------------


def sources() -> list[tuple[str, str]]:
    """The sources of gold at the end: a symbol and a sentence each."""
    return [
        ("good-gold", _("Gold from markets and gold mines counts as it is.")),
        ("good-temple", _("Each temple gives 6 gold for the most workers beside it, and 3 for the "
                          "second most.")),
        ("good-water", _("Your water carrier’s field counts: from −10 at the start up to 16.")),
        ("good-sun", _("Each leftover sun token is worth 1 gold.")),
        ("good-cacao", _("Leftover cacao is worth nothing: sell it in time.")),
    ]  # fmt: skip


def reckoning(game: Game) -> str:
    """The sources of the person's gold."""
    score = game.score()[PUPIL]
    return _(
        "You have {total} gold: {gold} from markets and mines, {temples} from temples, {suns} "
        "from sun tokens, and {water} from the water carrier."
    ).format(
        total=score.total,
        gold=score.gold,
        temples=score.temples,
        suns=score.suns,
        water=words.signed(score.water),
    )
