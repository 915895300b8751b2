"""The rule book: huts."""

from __future__ import annotations

from typing import Final

from cacao_core.modules.huts import HUTS, TILES
from cacao_web.features.rules.book.entry import BookEntry, HutPicture, Scene
from cacao_web.game.texts import expansions, words
from cacao_web.ui.i18n import _

MODULE: Final = "huts"


def task() -> str:
    return _("Red: place a tile on -1,2 with two workers facing the gold mine, then build a hut.")


def entries() -> tuple[BookEntry, ...]:
    return (_rules(), _uses(), _example())


def _rules() -> BookEntry:
    pairs = "; ".join(" – ".join(map(expansions.hut_name, sides)) for sides in TILES)
    return BookEntry(
        "huts",
        expansions.module_name(MODULE),
        (
            _("There are {n} hut tiles with two different sides. Before the first turn each falls "
              "on a random side; all are open to everybody. All tiles of the base game stay in "
              "play.").format(n=len(TILES)),
            _("At the end of your turn, after all workers have acted and before tiles are drawn, "
              "you may build one of the huts that are left. You pay its cost with gold that you "
              "have now. It belongs to you for the rest of the game."),
            _("You may have several huts, but never two of the same kind. If you can pay for "
              "none, the page does not ask."),
            _("At the end of the game each hut gives you back its cost, and its bonus if it has "
              "one. So the gold is not lost: you only cannot spend it again until then."),
            _("The sides, front and back: {pairs}.").format(pairs=pairs),
        ),
        see=("hut-list", "turn-end", "example-huts", "modules-scoring"),
    )  # fmt: skip


def _uses() -> BookEntry:
    label = _("{hut} for {n} gold")
    figures = tuple(
        HutPicture(hut.code,
                   words.capital(label.format(hut=expansions.hut_name(hut.code), n=hut.cost)),
                   expansions.hut_told(hut.code))
        for hut in HUTS.values()
    )  # fmt: skip
    return BookEntry(
        "hut-list",
        _("What each hut does"),
        (
            _("Farmer: all cacao that comes into your storage in one turn counts, also in the turn "
              "of somebody else. You get the extra one when all workers of the turn have acted."),
            _("Foreman: it holds for tiles that you place while you have the hut. Their edge "
              "then has 4 workers for everything, at temples and for the hermit, too."),
            _("Hermit and road worker: on an overbuilt cell only the upper tile counts, and the "
              "cell counts once. Shaman: you need no sun token to overbuild, and keep yours."),
        ),
        figures,
        see=("huts", "overbuilding", "temple"),
    )  # fmt: skip


def _example() -> BookEntry:
    return BookEntry(
        "example-huts",
        _("Example: a hut at the end of a turn"),
        (
            _("Red has 2 gold. Two workers of the new tile take 4 gold at the mine, one sells 1 "
              "cacao for 3: now red has 9 gold, and may build any hut that costs up to 9."),
            _("Red builds the market crier for 4 gold. From now on, each worker of red at a market "
              "with selling price 2 sells for 3. At the end of the game the 4 gold come back."),
        ),
        (Scene("huts", None, _("The turn before the hut is built")),),
        see=("huts", "hut-list"),
        example="huts",
    )  # fmt: skip
