"""The rule book: the steps of a turn, overbuilding, and notation."""

from __future__ import annotations

from cacao_core.rules import BASE
from cacao_web.features.rules.book.entry import WIDE, BookEntry, Scene
from cacao_web.ui.i18n import _


def entries() -> tuple[BookEntry, ...]:
    return (
        _turn(),
        _area(),
        _placing(),
        _filling(),
        _shortage(),
        _activating(),
        _order(),
        _waiving(),
        _turn_end(),
        _overbuilding(),
        _notation(),
    )


def _turn() -> BookEntry:
    return BookEntry(
        "turn",
        _("A turn in brief"),
        (
            _("A. Place one worker tile from your hand beside the jungle."),
            _("B. Fill the jungle spaces that must be filled, with tiles from the display."),
            _("C. The workers that now face a jungle tile act: yours, and perhaps other players’."),
            _("Then you draw a new tile, the display is refilled, and the next player has a turn."),
        ),
        see=("placing", "filling", "activating", "turn-end"),
    )


def _area() -> BookEntry:
    return BookEntry(
        "area",
        _("The playing area"),
        (
            _(
                "Worker tiles and jungle tiles are laid out like the two colours of a "
                "checkerboard: a worker tile never shares an edge with another worker tile, nor a "
                "jungle tile with another jungle tile. The area has no border."
            ),
            _(
                "In this program, every cell is named by two numbers, counted from the single "
                "plantation at the start: the first grows to the east, the second to the south."
            ),
        ),
        see=("placing", "notation"),
    )


def _placing() -> BookEntry:
    return BookEntry(
        "placing",
        _("A. Placing a worker tile"),
        (
            _(
                "You must place one of your {n} worker tiles, turned any way you like, on an "
                "empty cell that shares an edge with at least one jungle tile. Such a cell always "
                "exists."
            ).format(n=BASE.hand),
            _(
                "Once the jungle is used up, you may overbuild one of your own tiles instead, if "
                "you have a sun token."
            ),
        ),
        (Scene("fill", 2, _("All cells where the next worker tile may go are marked"), WIDE),),
        see=("area", "overbuilding", "filling"),
    )


def _filling() -> BookEntry:
    return BookEntry(
        "filling",
        _("B. Filling jungle spaces"),
        (
            _(
                "Look at the empty jungle spaces beside the worker tile that you have just placed. "
                "Each one that now touches two or more worker tiles, whoever owns them, must be "
                "filled."
            ),
            _(
                "You decide which tile from the display goes on which space. The display is not "
                "refilled before the end of your turn. Overbuilding never opens a space."
            ),
        ),
        (
            Scene("fill", 3, _("The outlined space touches two worker tiles: it must be filled")),
            Scene("fill", 4, _("A market from the display fills it")),
        ),
        see=("shortage", "activating", "example-fill"),
    )


def _shortage() -> BookEntry:
    return BookEntry(
        "shortage",
        _("More spaces than tiles"),
        (
            _(
                "One worker tile can open up to three spaces, but the display has only {n} tiles. "
                "Those are placed first, on spaces that you choose; the last space gets the next "
                "tile from the face-down pile, whatever it is."
            ).format(n=BASE.display),
            _(
                "When the display and the pile have run out, the remaining spaces stay empty for "
                "the rest of the game. If there are fewer tiles than spaces, you choose which "
                "space gets one."
            ),
        ),
        see=("filling",),
    )


def _activating() -> BookEntry:
    return BookEntry(
        "activating",
        _("C. Workers act"),
        (
            _("All workers act on the edges of your new tile that face a jungle tile, old or new."),
            _(
                "Workers on older tiles act, too, if they face a jungle tile that was placed this "
                "turn: yours and everybody else’s. So your turn may help the others."
            ),
            _(
                "Every worker acts at most once in the game: at the moment when its edge and a "
                "jungle tile meet."
            ),
            _(
                "Each player decides only for their own workers. This program first asks the "
                "player whose turn it is, then the others clockwise; it makes no difference to "
                "the result."
            ),
        ),
        see=("order", "waiving", "example-fill"),
    )


def _order() -> BookEntry:
    return BookEntry(
        "order",
        _("In which order"),
        (
            _(
                "You choose which of your edges acts first. All workers on an edge act together "
                "and finish before your next edge begins."
            ),
            _(
                "The order may matter: gather cacao first, and you have something to sell at the "
                "market; or sell first, to make room in a full storage."
            ),
        ),
        see=("example-order", "waiving"),
    )


def _waiving() -> BookEntry:
    return BookEntry(
        "waiving",
        _("Doing less, or nothing"),
        (
            _(
                "Nobody has to act: you may take, sell or move less than your workers could, or "
                "nothing at all, for instance to keep cacao for a better market."
            ),
            _(
                "This program does not ask when nothing can be done. When only one choice makes "
                "sense, it makes that choice for you, unless you tick “Ask about every worker” "
                "when you set up a new game."
            ),
        ),
        see=("order", "activating"),
    )


def _turn_end() -> BookEntry:
    return BookEntry(
        "turn-end",
        _("The end of a turn"),
        (
            _(
                "You draw the top tile of your own pile, as long as there is one. Then the jungle "
                "display is refilled to {n} tiles, as far as the pile reaches."
            ).format(n=BASE.display),
            _(
                "During your turn, you may take back a decision until something hidden is shown: "
                "the tile that you draw, or a jungle tile from the face-down pile."
            ),
        ),
        see=("turn", "end"),
    )


def _overbuilding() -> BookEntry:
    return BookEntry(
        "overbuilding",
        _("Overbuilding with a sun token"),
        (
            _(
                "If both the jungle display and the jungle pile are empty when your turn begins, "
                "you may return a sun token and place a tile from your hand, turned any way you "
                "like, on top of one of your own worker tiles."
            ),
            _(
                "The new workers act on all jungle tiles beside them. The workers beneath are gone "
                "for good; at temples, too, only the upper tile counts."
            ),
            _(
                "A cell can be overbuilt only once: there are never more than two tiles on top of "
                "each other. Without a sun token, you place your tile as usual."
            ),
        ),
        see=("sun", "example-overbuild"),
    )


def _notation() -> BookEntry:
    return BookEntry(
        "notation",
        _("How moves are written"),
        (
            _(
                "Game records write every decision in a few characters, with the cell after the "
                "@. So does the log, if you turn on notation in the settings."
            ),
            _(
                "W2101@1,0 places a worker tile on 1,0: two workers north, one east, one west. "
                "O0121@-1,2 overbuilds the player’s own tile on -1,2, and costs a sun token."
            ),
            _(
                "JM3@2,0 fills the jungle space 2,0 with a market with selling price 3. An2@1,0 "
                "is an activation: the workers on the north edge of the tile on 1,0 take two, "
                "sell two or move two fields; with 0 they do nothing."
            ),
            _(
                "Jungle tiles are written P1 and P2 for plantations, M2 to M4 for markets, G1 and "
                "G2 for gold mines, W for water, S for a sun-worshipping site and T for a temple."
            ),
        ),
        see=("area",),
    )
