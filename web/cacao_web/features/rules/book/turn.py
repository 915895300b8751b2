"""The rule book: the steps of a turn, overbuilding, and notation."""

from __future__ import annotations

from cacao_core.tiles import DISPLAY_SIZE, HAND_SIZE
from cacao_web.features.rules.book.entry import WIDE, Entry, Scene
from cacao_web.ui.i18n import _


def entries() -> tuple[Entry, ...]:
    """In reading order."""
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


def _turn() -> Entry:
    return Entry(
        "turn",
        _("A turn in short"),
        (
            _("A. Place one worker tile of your hand beside the jungle."),
            _("B. Fill the jungle spaces that have to be filled, with tiles of the display."),
            _("C. The workers that now face a jungle tile act: yours, and perhaps others'."),
            _("Then you draw a new tile, the display is refilled, and the next player has a turn."),
        ),
        see=("placing", "filling", "activating", "turn-end"),
    )


def _area() -> Entry:
    return Entry(
        "area",
        _("The playing area"),
        (
            _(
                "Worker tiles and jungle tiles lie like the two colours of a checkerboard: a "
                "worker tile never shares an edge with a worker tile, nor a jungle tile with a "
                "jungle tile. The area has no border."
            ),
            _(
                "In this program every cell has a name of two numbers, counted from the single "
                "plantation at the start: the first grows to the east, the second to the south."
            ),
        ),
        see=("placing", "notation"),
    )


def _placing() -> Entry:
    return Entry(
        "placing",
        _("A. Placing a worker tile"),
        (
            _(
                "You must place one of your {n} worker tiles, turned as you like, on an empty cell "
                "that shares an edge with at least one jungle tile. Such a cell always exists."
            ).format(n=HAND_SIZE),
            _(
                "Once the jungle is used up you may overbuild one of your own tiles instead, if "
                "you have a sun token."
            ),
        ),
        (Scene("fill", 2, _("All cells where the next worker tile may go are marked"), WIDE),),
        see=("area", "overbuilding", "filling"),
    )


def _filling() -> Entry:
    return Entry(
        "filling",
        _("B. Filling jungle spaces"),
        (
            _(
                "Look at the empty jungle spaces beside the worker tile that you have just placed. "
                "Each one that now touches two or more worker tiles, whoever owns them, must be "
                "filled."
            ),
            _(
                "You decide which tile of the display goes on which space. The display is not "
                "refilled before the end of your turn. Overbuilding never makes a space to fill."
            ),
        ),
        (
            Scene("fill", 3, _("The outlined space touches two worker tiles: it must be filled")),
            Scene("fill", 4, _("A market from the display fills it")),
        ),
        see=("shortage", "activating", "example-fill"),
    )


def _shortage() -> Entry:
    return Entry(
        "shortage",
        _("More spaces than tiles"),
        (
            _(
                "One worker tile can open up to three spaces, but the display has only {n} tiles. "
                "Those are placed first, on spaces that you choose; the last space gets the next "
                "tile of the face-down pile, whatever it is."
            ).format(n=DISPLAY_SIZE),
            _(
                "When display and pile have run out, the spaces that are left stay empty for the "
                "rest of the game. If there are fewer tiles than spaces, you choose which space "
                "gets one."
            ),
        ),
        see=("filling",),
    )


def _activating() -> Entry:
    return Entry(
        "activating",
        _("C. Workers act"),
        (
            _("All workers act on the edges of your new tile that face a jungle tile, old or new."),
            _(
                "Workers of older tiles act, too, where they face a jungle tile that was filled "
                "this turn: yours and everybody else’s. So your turn may serve the others."
            ),
            _(
                "Every worker acts once in the game at most, at the moment when its edge and a "
                "jungle tile come together."
            ),
            _(
                "Each player decides for the own workers alone. This program asks whoever has the "
                "turn first, then the others clockwise; for the result that makes no difference."
            ),
        ),
        see=("order", "waiving", "example-fill"),
    )


def _order() -> Entry:
    return Entry(
        "order",
        _("In which order"),
        (
            _(
                "You choose which of your edges acts first. All workers of an edge act together "
                "and finish before your next edge begins."
            ),
            _(
                "The order may matter: gather cacao first, and you have something to sell at the "
                "market; or sell first, to have room in a full storage."
            ),
        ),
        see=("example-order", "waiving"),
    )


def _waiving() -> Entry:
    return Entry(
        "waiving",
        _("Doing less, or nothing"),
        (
            _(
                "Nobody is forced to act: you may take, sell or walk less than your workers could, "
                "or nothing at all, for instance to keep cacao for a better market."
            ),
            _(
                "This program does not ask where nothing can be done. Where only one choice is "
                "sensible it makes it for you, unless you tick “Ask about every worker” in the "
                "form for a new game."
            ),
        ),
        see=("order", "activating"),
    )


def _turn_end() -> Entry:
    return Entry(
        "turn-end",
        _("The end of a turn"),
        (
            _(
                "You draw the top tile of your own pile, as long as there is one. Then the jungle "
                "display is refilled to {n} tiles, as far as the pile reaches."
            ).format(n=DISPLAY_SIZE),
            _(
                "You may take a decision back within your turn until something hidden is shown: "
                "the tile that you draw, or a jungle tile from the face-down pile."
            ),
        ),
        see=("turn", "end"),
    )


def _overbuilding() -> Entry:
    return Entry(
        "overbuilding",
        _("Overbuilding with a sun token"),
        (
            _(
                "As soon as both the jungle display and the jungle pile are empty when your turn "
                "begins, you may return a sun token and put a tile of your hand, turned as you "
                "like, on top of one of your own worker tiles."
            ),
            _(
                "The new workers act on all jungle tiles beside them. The workers beneath are gone "
                "for good; at temples, too, only the upper tile counts."
            ),
            _(
                "A cell can be overbuilt only once: no more than two tiles lie on each other. "
                "Without a sun token you place your tile as usual."
            ),
        ),
        see=("sun", "example-overbuild"),
    )


def _notation() -> Entry:
    return Entry(
        "notation",
        _("How moves are written"),
        (
            _(
                "The log and the records of games write every decision in a few characters, with "
                "the cell behind the @."
            ),
            _(
                "W2101@1,0 places a worker tile on 1,0: two workers north, one east, one west. "
                "O0121@-1,2 overbuilds the own tile on -1,2, and costs a sun token."
            ),
            _(
                "JM3@2,0 fills the jungle space 2,0 with a market of selling price 3. An2@1,0 is "
                "an activation: the workers on the north edge of the tile on 1,0 take, sell or "
                "walk two; with 0 they do nothing."
            ),
            _(
                "Jungle tiles are written P1 and P2 for plantations, M2 to M4 for markets, G1 and "
                "G2 for gold mines, W for water, S for a sun-worshiping site and T for a temple."
            ),
        ),
        see=("area",),
    )
