"""The tiles beside the board: the display, and those that have not appeared yet."""

from __future__ import annotations

from collections import Counter

from cacao_core import Game, Phase
from cacao_core.tiles import UNKNOWN, Seat
from cacao_web.board import art
from cacao_web.board.regions.slots import to_take
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import help
from cacao_web.ui.i18n import _, cached, ngettext
from cacao_web.ui.markup import Markup, h, join


def display(session: Session) -> Markup:
    """The jungle display; in the fill phase its tiles can be chosen."""
    game = session.shown
    if session.mode.is_gathering:
        return help.headed(_("Jungle display"), "filling")  # it is dealt when everybody is there
    filling = session.deciding and game.phase is Phase.FILL
    tiles = []
    for index, code in enumerate(game.display):
        if code == UNKNOWN:
            tiles.append(h("span", {"class": "slot", "id": f"display-{index}"}, "?"))
            continue
        label = words.tile_name(code)
        chosen = filling and index == session.choosing.chosen_display
        place: dict[str, object] = {"id": f"display-{index}", "data-anchor": f"display:{index}"}
        look = art.jungle_tile(code)
        if game.rules.modules:
            look, label = _with_gems(game, index, look, label)
        if filling:
            place |= to_take(index, label, chosen)
        else:  # nothing to choose: it links to the rules
            place |= {"class": "slot asks", **help.leading_to(help.ENTRY_OF[code], label)}
        tiles.append(h("button", place, art.picture(look)))
    pile = len(game.jungle_pile)
    left = ngettext("{n} tile in the pile", "{n} tiles in the pile", pile)
    if not pile and not game.display:
        left = _("The jungle is used up.")
    elif len(game.display) < game.rules.display and pile:
        left = _("{left}; refilled at the end of the turn").format(left=left)
    heading = help.headed(_("Jungle display"), "filling")
    note = h("p", {"class": "soft", "data-anchor": "pile"}, left)
    if not game.rules.modules:
        return join(heading, h("div", {"class": "slots"}, tiles), note)
    from cacao_web.board.regions import beside  # noqa: PLC0415  # base games have none

    return join(heading, h("div", {"class": "slots"}, tiles, beside.blind(session)), note,
                beside.map_board(session))  # fmt: skip


def _with_gems(game: Game, index: int, look: Markup, label: str) -> tuple[Markup, str]:
    """A tile of the display with the gems that lie on it, and its name with them."""
    from cacao_web.board.regions import beside  # noqa: PLC0415  # as above

    return beside.with_gems(game, index, look, label)


# --- Remaining tiles ----------------------------------------------------------------------------


def unseen_jungle(game: Game) -> Counter[str]:
    """The number of jungle tiles of each kind that have not appeared yet; this is public."""
    from cacao_web.game.real_table import unsaid  # noqa: PLC0415  # not for the start of the page

    return Counter(unsaid.to_come(game))


def unseen_workers(game: Game, seat: Seat) -> Counter[str]:
    """The number of a player's worker tiles that have not been placed yet, by canonical name.

    This is public, for all players have the same tiles. Which of them are in the hand is not
    shown.
    """
    from cacao_web.game.real_table import unsaid  # noqa: PLC0415  # as above

    return Counter(unsaid.left_of(game, seat))


def remaining(session: Session) -> Markup:
    """The jungle tiles that have not appeared yet, and the worker tiles not placed yet."""
    return join(_jungle_left(session.shown), _supplies(session.shown), _workers_left(session))


def _supplies(game: Game) -> Markup | None:
    """The supplies of the modules; nothing without any."""
    if not game.rules.modules:
        return None
    from cacao_web.board.regions import beside  # noqa: PLC0415  # base games have nothing of it

    return beside.supplies(game)


def _jungle_left(game: Game) -> Markup:
    counts = unseen_jungle(game)
    kinds = [code for code, count in game.rules.jungle_tiles[len(game.players)].items() if count]
    items = [_left_item(code, counts[code]) for code in kinds]
    heading = help.headed(_("Still in the pile"), "hidden", _("what you can count"))
    return join(heading, h("ul", {"class": "left"}, items))


def _workers_left(session: Session) -> Markup:
    """One row for each player, one column for each kind of worker tile."""
    kinds = list(session.shown.rules.worker_tiles[len(session.sitters)])
    rows = [
        _left_row(
            session.label(seat),
            sitter.colour,
            tuple(unseen_workers(session.shown, seat)[kind] for kind in kinds),
        )
        for seat, sitter in enumerate(session.sitters)
    ]
    return join(
        help.headed(_("Worker tiles left"), "worker-tiles", _("worker tiles")),
        h("table", {"class": "to-come"}, _kinds(tuple(kinds)), h("tbody", None, rows)),
    )


@cached
def _left_item(code: str, count: int) -> Markup:
    name = words.tile_name(code)
    leads = {**help.leading_to(help.ENTRY_OF[code], name), "aria-label": f"{name}: {count}"}
    return h(
        "li",
        {"class": None if count else "gone"},
        h(
            "button",
            {**leads, "class": "look-up"},
            art.picture(art.jungle_tile(code), css="tile mini"),
            count,
        ),
    )


@cached
def _kinds(tiles: tuple[str, ...]) -> Markup:
    """The head of the table: each kind of worker tile."""
    looks = {tile: art.worker_tile("white", tile) for tile in tiles}
    heads = [
        h("th", {"scope": "col"}, art.picture(look, "-".join(tile), "tile mini"))
        for tile, look in looks.items()
    ]
    return h("thead", None, h("tr", None, h("td", None), heads))


@cached
def _left_row(name: str, colour: str, counts: tuple[int, ...]) -> Markup:
    shown = h("span", {"class": "name"}, name)
    head = h("th", {"scope": "row"}, art.emblem(colour), shown)
    cells = [h("td", {"class": None if count else "gone"}, count) for count in counts]
    return h("tr", None, head, cells)
