"""The rule book: idea of the game, components, and preparation."""

from __future__ import annotations

from cacao_core.rules import BASE, SHORT
from cacao_core.tiles import COLOURS, MAX_PLAYERS
from cacao_web.features.rules.book.entry import WIDE, BookEntry, Crew, Scene, Tile, Track
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _, ngettext


def entries() -> tuple[BookEntry, ...]:
    return (
        _aim(),
        _worker_tiles(),
        _jungle_tiles(),
        _village_board(),
        _setup(),
        _hidden(),
    )


def _aim() -> BookEntry:
    return BookEntry(
        "aim",
        _("What the game is about"),
        (
            _(
                "You lead a tribe in the jungle. Turn by turn you place a tile with your workers; "
                "they gather cacao, sell it, dig for gold, fetch water and worship the sun. "
                "Whoever has the most gold at the end wins."
            ),
            _(
                "These are the rules of the game for 2 to 4 players, in our own words. Where the "
                "published rules leave something open, they say what this program does."
            ),
        ),
        see=("setup", "turn", "scoring"),
    )


def _worker_tiles() -> BookEntry:
    figures = tuple(
        Crew(edges, ngettext("{n} of each colour", "{n} of each colour", count))
        for edges, count in BASE.worker_tiles[2].items()
    )
    return BookEntry(
        "worker-tiles",
        _("Worker tiles"),
        (
            _(
                "Each player has {each} worker tiles of one colour, {all} in the whole game. Every "
                "tile has four workers, spread over its four edges in one of four ways."
            ).format(each=BASE.turns(2), all=len(COLOURS) * BASE.turns(2)),
            _(
                "You may turn a tile any way you like before you place it. The two tiles with "
                "three workers on one edge are mirror images: you cannot turn one into the other."
            ),
        ),
        figures,
        see=("placing", "setup"),
    )


def _jungle_tiles() -> BookEntry:
    box = BASE.jungle_in_box()
    figures = tuple(Tile(code, _count(code, number)) for code, number in box.items())
    return BookEntry(
        "jungle-tiles",
        _("Jungle tiles"),
        (
            _(
                "There are {n} jungle tiles. Two of them, a single plantation and a market with "
                "selling price 2, lie on the table from the start."
            ).format(n=sum(BASE.jungle_in_box().values())),
            _(
                "With three or four players, {many} jungle tiles are shuffled; with two players, "
                "{few}. The list below shows how many of each kind."
            ).format(
                many=sum(BASE.jungle_tiles[3].values()), few=sum(BASE.jungle_tiles[2].values())
            ),
        ),
        figures,
        see=("plantation", "market", "gold-mine", "water", "sun", "temple"),
    )


def _count(code: str, number: int) -> str:
    """The number of tiles of a kind, and how many of them are left out with two players."""
    started = list(BASE.start_tiles.values()).count(code)
    out = number - started - BASE.jungle_tiles[2][code]
    name = words.tile_name(code)
    if not out:
        return _("{n} × {tile}").format(tile=name, n=number)
    return _("{n} × {tile}, {few} with two players").format(tile=name, n=number, few=number - out)


def _village_board() -> BookEntry:
    return BookEntry(
        "village-board",
        _("Village board"),
        (
            _(
                "Your village board shows your gold and has {cacao} storage spaces for cacao "
                "fruits, {suns} sun-worshipping sites for sun tokens, and the water track. "
                "Anything that does not fit is not taken."
            ).format(cacao=BASE.storage, suns=BASE.sun_sites),
            _(
                "The water track has {n} water fields. Your water carrier starts on the first one "
                "and never goes back; on the last one it stops for good."
            ).format(n=len(BASE.water)),
            _(
                "The boxed game has {cacao} cacao fruits and {suns} sun tokens, as many as four "
                "village boards can hold: they never run out. In this program, the bank never "
                "runs out of gold either; coins only stand for an amount."
            ).format(cacao=MAX_PLAYERS * BASE.storage, suns=MAX_PLAYERS * BASE.sun_sites),
            _(
                "On screen, the board also shows how many tiles you have left, what the temples "
                "would earn you now, and your score if the game ended at this moment."
            ),
        ),
        (Track(_("Values of the water fields, in gold")),),
        see=("plantation", "sun", "water", "scoring"),
    )


def _setup() -> BookEntry:
    tiles = {number: BASE.turns(number) for number in (2, 3, 4)}
    return BookEntry(
        "setup",
        _("Before the first turn"),
        (
            _(
                "With two players, everybody plays with {two} worker tiles. With three, each "
                "player puts away one 1-1-1-1 tile and has {three}; with four, one 1-1-1-1 and "
                "one 2-1-0-1 tile, and has {four}."
            ).format(two=tiles[2], three=tiles[3], four=tiles[4]),
            _(
                "The short game is one of this program: everybody has {n} worker tiles, and fewer "
                "jungle tiles are shuffled. All other rules are the same."
            ).format(n=SHORT.turns(2)),
            _(
                "Each player shuffles their own tiles into a face-down draw pile and draws a hand "
                "of {n}."
            ).format(n=BASE.hand),
            _(
                "The two start tiles are laid out so that they touch at a corner. The other "
                "jungle tiles become a face-down pile, and {n} of them are turned face up beside "
                "it: the jungle display."
            ).format(n=BASE.display),
            _(
                "In this program, the first player is drawn at random, or you choose who starts "
                "when you set up a new game. Play then goes clockwise."
            ),
        ),
        (Scene("order", 0, _("The start tiles; a worker tile may go on any marked cell"), WIDE),),
        see=("jungle-tiles", "worker-tiles", "turn"),
    )


def _hidden() -> BookEntry:
    return BookEntry(
        "hidden",
        _("What is hidden, and what you can count"),
        (
            _(
                "Your hand and the order of all face-down piles are hidden. Everybody can see "
                "gold, cacao, sun tokens and water carriers."
            ),
            _(
                "Everybody knows which tiles exist, so everybody can count what has not appeared "
                "yet. This program counts for you under “Still in the pile” and “Worker tiles "
                "left”."
            ),
            _(
                "Computers see no more than a player at the table would. If several people share "
                "a device, the page can hide the hands until the next player is ready."
            ),
        ),
        see=("jungle-tiles", "worker-tiles"),
    )
