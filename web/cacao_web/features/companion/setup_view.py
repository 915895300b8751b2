"""Setting up a game of Cacao: who starts, what goes back into the box, what lies where."""

from __future__ import annotations

from collections.abc import Iterable

from cacao_core.rules import BASE
from cacao_core.scorepads import cacao
from cacao_core.tiles import TILE_OF_EDGES
from cacao_web.board import art, expanding
from cacao_web.features.companion.frame import frame
from cacao_web.features.companion.people import label, shown
from cacao_web.features.companion.table import Table
from cacao_web.game.setup.expansion import fronts
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Child, Markup, h


def screen(page: str, table: Table, can_undo: bool) -> Markup:
    """A page of it."""
    if page == "start":
        return frame.screen(
            _("Who starts"), _start(table), tabs=_tabs(page), back="setup/who",
            onward=("setup/box", _("Next")), can_undo=can_undo,
        )  # fmt: skip
    if page == "box":
        return frame.screen(
            _("Back into the box"), _box(table), tabs=_tabs(page), back="setup/start",
            onward=("setup/lay", _("Next")), can_undo=can_undo,
        )  # fmt: skip
    return frame.screen(
        _("On the table"), _lay(table), tabs=_tabs(page), back="setup/box",
        onward=("doors", _("Done")), can_undo=can_undo,
    )  # fmt: skip


def begin(page: str, table: Table, can_undo: bool, begin: str) -> Markup:
    """The pages before a game that is written down: who starts, and which huts lie there."""
    has_huts = "huts" in table.expansion.modules
    if page == "huts" and has_huts:
        return _huts(table, can_undo, begin)
    onward = ("write/huts", _("Next")) if has_huts else (begin, _("Begin"))
    return _starter(table, can_undo, onward)


def _huts(table: Table, can_undo: bool, begin: str) -> Markup:
    about = _("Tap the side that lies up on your table. Everybody sees the huts from the start.")
    return frame.screen(
        _("Which huts lie there?"), h("p", None, about),
        expanding.sides(table.expansion.huts or fronts()), back="write/start",
        onward=(begin, _("Begin")), can_undo=can_undo,
    )  # fmt: skip


def _starter(table: Table, can_undo: bool, onward: tuple[str, str]) -> Markup:
    """Who starts a game that is written down; a table can be laid in games of the rulebook."""
    if table.expansion.modules:
        return frame.screen(
            _("Who starts"), _start(table), back="write/who", onward=onward, can_undo=can_undo
        )
    about = _(
        "Have you started already? Copy your table into the page as it is now, and go on "
        "from there."
    )
    lay = widgets.button("companion-go", _("Copy the table"), icon="hand", value="write/lay")
    return frame.screen(
        _("Who starts"), _start(table), h("p", {"class": "soft"}, about),
        h("div", {"class": "buttons"}, lay), back="write/who", onward=onward,
        can_undo=can_undo,
    )  # fmt: skip


def _tabs(page: str) -> Markup:
    pages = [("who", _("Who plays")), ("start", _("Who starts")), ("box", _("Back into the box")),
             ("lay", _("On the table"))]  # fmt: skip
    return frame.tabs(
        [(f"setup/{key}", str(n), name) for n, (key, name) in enumerate(pages, 1)],
        f"setup/{page}",
    )


def _start(table: Table) -> list[Markup]:
    people = [
        frame.choice(shown(table, seat), f"start:{seat}", seat == table.starter)
        for seat in range(len(table.names))
    ]
    draw = widgets.button("companion-tap", _("Draw"), icon="again", value="start:draw")
    found = (
        _("{name} starts.").format(name=label(table, table.starter)) if table.starter >= 0 else ""
    )
    return [
        h("p", None, _("The oldest starts, or you draw.")),
        h("div", {"class": "starters"}, people),
        h("div", {"class": "buttons"}, draw),
        h("p", {"role": "status"}, h("b", None, found)),
    ]


def _box(table: Table) -> list[Markup]:
    players = len(table.names)
    needs = cacao.set_up(players)
    workers = [
        _tick(table, f"{colour}-{name}",
              art.picture(art.worker_tile(colour, name)),
              _("{name}: {n} × {tile}").format(name=label(table, seat), n=count,
                                              tile=_edges(name)))
        for seat, colour in enumerate(table.colours)
        for name, count in needs.worker_tiles.items()
    ]  # fmt: skip
    jungle = [
        _tick(table, code, art.picture(art.jungle_tile(code)),
              _("{n} × {tile}").format(n=count, tile=words.tile_name(code)))
        for code, count in needs.jungle_tiles.items()
    ]  # fmt: skip
    told = ngettext("Each player keeps {n} worker tile.", "Each player keeps {n} worker tiles.",
                    needs.workers_left)  # fmt: skip
    return [
        h(
            "p",
            None,
            _("For {n} players. Tap each item when it is back in the box.").format(n=players),
        ),
        _ticks([*workers, *jungle]),
        h("p", {"class": "soft"}, told),
    ]


def _lay(table: Table) -> list[Markup]:
    pile = cacao.set_up(len(table.names)).pile
    first, second = (words.tile_name(code) for code in BASE.start_tiles.values())
    things = [
        ("start-tiles", art.picture(art.jungle_tile("P1")),
         _("{first} and {second}, corner to corner, in the middle").format(
             first=words.capital(first), second=second)),
        ("pile", art.picture(art.jungle_tile("W")),
         _("{n} jungle tiles, shuffled, face down; two of them beside it, face up").format(n=pile)),
        ("boards", widgets.symbol("good-water"),
         _("a village board for each, with the water carrier on −10")),
        ("hands", art.picture(art.worker_tile(table.colours[0], "1111")),
         _("own worker tiles shuffled, face down; three of them in the hand")),
        ("supply", widgets.symbol("good-gold"),
         _("gold, cacao and sun tokens within reach of all")),
    ]  # fmt: skip
    return [_ticks(_tick(table, *thing) for thing in things)]


def _ticks(items: Iterable[Markup]) -> Markup:
    return h("ul", {"class": "ticks"}, [h("li", None, item) for item in items])


def _tick(table: Table, id: str, picture: Child, text: str) -> Markup:
    done = id in table.ticks
    mark = widgets.symbol("icon-check", "glyph") if done else h("span", {"class": "glyph"})
    said = h("span", {"class": "what"}, words.capital(text))
    return frame.choice([picture, said, mark], f"tick:{id}", done)


def _edges(name: str) -> str:
    """A worker tile in words, such as 2-1-0-1."""
    return "-".join(TILE_OF_EDGES[name])
