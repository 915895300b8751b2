"""Setting up a game of Cacao: who starts, what goes back into the box, what lies where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cacao_core.modules.gems import number_of_gems
from cacao_core.modules.map_board import MAP_TILES
from cacao_core.scorepads import cacao
from cacao_core.tiles import MIN_PLAYERS, TILE_OF_EDGES
from cacao_web.board import art
from cacao_web.board.forms import expanding
from cacao_web.features.companion.frame import frame
from cacao_web.features.companion.people import label, shown
from cacao_web.features.companion.table import ScorePad
from cacao_web.game.setup.expansion import fronts
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Child, Markup, h


def screen(page: str, table: ScorePad, can_undo: bool) -> Markup:
    """A page of it."""
    if page == "start":
        return frame.screen(
            _("Who starts"), _start(table), tabs=_tabs(page, table), back="setup/who",
            onward=("setup/box", _("Next")), can_undo=can_undo,
        )  # fmt: skip
    if page == "box":
        return frame.screen(
            _box_title(table), _box(table), tabs=_tabs(page, table), back="setup/start",
            onward=("setup/lay", _("Next")), can_undo=can_undo,
        )  # fmt: skip
    return frame.screen(
        _("On the table"), _lay(table), tabs=_tabs(page, table), back="setup/box",
        onward=("doors", _("Done")), can_undo=can_undo,
    )  # fmt: skip


def begin(page: str, table: ScorePad, can_undo: bool, begin: str) -> Markup:
    """The pages before a game that is written down: who starts, and which huts lie there."""
    has_huts = "huts" in table.expansion.modules
    if page == "huts" and has_huts:
        return _huts(table, can_undo, begin)
    onward = ("write/huts", _("Next")) if has_huts else (begin, _("Begin"))
    return _starter(table, can_undo, onward)


def _huts(table: ScorePad, can_undo: bool, begin: str) -> Markup:
    about = _("Tap the side that lies up on your table. Everybody sees the huts from the start.")
    return frame.screen(
        _("Which huts lie there?"), h("p", None, about),
        expanding.sides(table.expansion.huts or fronts()), back="write/start",
        onward=(begin, _("Begin")), can_undo=can_undo,
    )  # fmt: skip


def lying(huts: Sequence[str]) -> Markup:
    """The huts that lie on the table of the game that is written down, to be put right."""
    about = _("If a side is wrong, tap the other one. What you have written down stays.")
    close = widgets.button("close", _("Done"), css="primary big")
    return widgets.dialog(
        _("Which huts lie there?"),
        h("div", {"class": "at-table"}, h("p", None, about), expanding.sides(huts)),
        h("div", {"class": "way-on"}, close),
        calm=True,
    )


def _starter(table: ScorePad, can_undo: bool, onward: tuple[str, str]) -> Markup:
    """The start player of a game that is written down; or a table that has begun is laid."""
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


def _tabs(page: str, table: ScorePad) -> Markup:
    pages = [("who", _("Who plays")), ("start", _("Who starts")), ("box", _box_title(table)),
             ("lay", _("On the table"))]  # fmt: skip
    return frame.tabs(
        [(f"setup/{key}", str(n), name) for n, (key, name) in enumerate(pages, 1)],
        f"setup/{page}",
    )


def _box_title(table: ScorePad) -> str:
    return _("Out of the boxes, and back") if table.rules.modules else _("Back into the box")


def _start(table: ScorePad) -> list[Markup]:
    people = [
        frame.choice(shown(table, seat), f"start:{seat}", seat == table.starter)
        for seat in range(len(table.names))
    ]
    draw = widgets.button("companion-tap", _("Draw"), icon="again", value="start:draw")
    starter = (
        _("{name} starts.").format(name=label(table, table.starter)) if table.starter >= 0 else ""
    )
    return [
        h("p", None, _("The oldest starts, or you draw.")),
        h("div", {"class": "starters"}, people),
        h("div", {"class": "buttons"}, draw),
        h("p", {"role": "status"}, h("b", None, starter)),
    ]


def _box(table: ScorePad) -> list[Markup | None]:
    """Things that come out of the expansions, and those that go back into the box."""
    players, rules = len(table.names), table.rules
    needs = cacao.set_up(players, rules)
    new = [
        *(_own_tiles(table, "new-", needs.new_workers)),
        *(_jungle_tile(table, "new-", code, n) for code, n in needs.new_tiles.items()),
        *_pieces(table),
    ]
    back = [
        *(_own_tiles(table, "", needs.worker_tiles)),
        *(_jungle_tile(table, "", code, n) for code, n in needs.jungle_tiles.items()),
    ]
    sentence = ngettext("Each player keeps {n} worker tile.", "Each player keeps {n} worker tiles.",
                        needs.workers_left)  # fmt: skip
    nothing = h("p", None, _("Nothing goes back into the box."))
    about = _("For {n} players. Tap each item when it is back in the box.").format(n=players)
    taken = _("From the expansions. Tap each item when you have it.")
    return [
        h("p", None, taken) if new else None,
        _ticks(new) if new else None,
        h("p", None, about) if back else nothing,
        _ticks(back),
        h("p", {"class": "soft"}, sentence),
    ]


def _own_tiles(table: ScorePad, before: str, tiles: Mapping[str, int]) -> list[Markup]:
    """Worker tiles of everybody."""
    return [
        _tick(table, f"{before}{colour}-{name}",
              art.picture(art.worker_tile(colour, name)),
              _("{name}: {n} × {tile}").format(name=label(table, seat), n=count,
                                              tile=_edges(name)))
        for seat, colour in enumerate(table.colours)
        for name, count in tiles.items()
    ]  # fmt: skip


def _jungle_tile(table: ScorePad, before: str, code: str, count: int) -> Markup:
    text = _("{n} × {tile}").format(n=count, tile=words.tile_name(code))
    return _tick(table, f"{before}{code}", art.picture(art.jungle_tile(code)), text)


def _pieces(table: ScorePad) -> list[Markup]:
    """Things that the modules need beside tiles."""
    players, rules, ticks = len(table.names), table.rules, list[Markup]()
    if rules.module("map"):
        text = _("the map board, and for each player {n} map tiles").format(n=MAP_TILES)
        ticks.append(_tick(table, "maps", widgets.symbol("good-map"), text))
    if rules.module("chocolate"):
        ticks.append(_tick(table, "bars", widgets.symbol("good-bar"), _("bars of chocolate")))
    if rules.module("huts"):
        text = _("the hut tiles: chance decides which side lies up; sort them by cost")
        ticks.append(_tick(table, "huts", widgets.symbol("hut-MC"), text))
    if rules.module("gems"):
        gems = _("{n} gems of each of the four colours, in a bag or face down")
        text = gems.format(n=number_of_gems(players))
        ticks.append(_tick(table, "gems", widgets.symbol("gem-R"), text))
        masks = _("the masks, the lowest on top")
        if players == MIN_PLAYERS:
            masks = _("the masks without that of value 12, the lowest on top")
        ticks.append(_tick(table, "masks", widgets.symbol("mask-8"), masks))
    if rules.module("emperor"):
        figure = widgets.use("emperor", 20, 0, 100)
        ticks.append(_tick(table, "emperor", art.picture(figure), _("the emperor")))
    return ticks


def _lay(table: ScorePad) -> list[Markup]:
    rules = table.rules
    pile = cacao.set_up(len(table.names), rules).pile
    codes = [*rules.start_tiles.values()]
    first, second = map(words.tile_name, codes)
    shuffled = _("{n} jungle tiles, shuffled, face down; two of them beside it, face up")
    if rules.module("map"):
        shuffled = _(
            "{n} jungle tiles, shuffled, face down; then two of them on the map board and two "
            "beside the pile, face up"
        )
    things = [
        ("start-tiles", art.picture(art.jungle_tile(codes[0])),
         _("{first} and {second}, corner to corner, in the middle").format(
             first=words.capital(first), second=second)),
        ("pile", art.picture(art.jungle_tile("W")), shuffled.format(n=pile)),
        ("boards", widgets.symbol("good-water"),
         _("a village board for each, with the water carrier on −10")),
        ("hands", art.picture(art.worker_tile(table.colours[0], "1111")),
         _("own worker tiles shuffled, face down; three of them in the hand")),
        ("supply", widgets.symbol("good-gold"),
         _("gold, cacao and sun tokens within reach of all")),
    ]  # fmt: skip
    if rules.module("gems"):
        on_mines = _("six gems of the supply on each gem mine that lies face up")
        things.append(("on-mines", art.picture(art.jungle_tile("D")), on_mines))
    if rules.module("emperor"):
        stands = _("the emperor on the second start tile: {tile}").format(tile=second)
        things.append(("on-start", art.picture(art.jungle_tile(codes[1])), stands))
    return [_ticks(_tick(table, *thing) for thing in things)]


def _ticks(items: Iterable[Markup]) -> Markup:
    return h("ul", {"class": "ticks"}, [h("li", None, item) for item in items])


def _tick(table: ScorePad, id: str, picture: Child, text: str) -> Markup:
    done = id in table.ticks
    mark = widgets.symbol("icon-check", "glyph") if done else h("span", {"class": "glyph"})
    caption = h("span", {"class": "what"}, words.capital(text))
    return frame.choice([picture, caption, mark], f"tick:{id}", done)


def _edges(name: str) -> str:
    """A worker tile in words, such as 2-1-0-1."""
    return "-".join(TILE_OF_EDGES[name])
