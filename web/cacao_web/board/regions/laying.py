"""The tray while a table is laid: tiles to lay, what everybody has, and the way on."""

from __future__ import annotations

from typing import Any

from cacao_core.goods import CACAO, SUNS, WATER, Good
from cacao_core.rules import Rules
from cacao_core.tiles import TILE_OF_EDGES, Seat
from cacao_web.board import art
from cacao_web.board.regions import lying, palette
from cacao_web.game.real_table import checks, laying
from cacao_web.game.real_table.checks import TableProblem
from cacao_web.game.real_table.laying import Layout
from cacao_web.game.real_table.statements import table_of
from cacao_web.game.session import Session
from cacao_web.game.texts import expansions, words
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, numeral
from cacao_web.ui.markup import Child, Markup, h

BOARDS, ONWARD = "boards", "onward"


def call(session: Session) -> str:
    """The task on the page of the tray that is shown."""
    page, now = table_of(session).tool.page, laying.layout(session.record)
    if page == BOARDS:
        return words.sentence(_("What everybody has"))
    if now.rules.module(page):
        return lying.call(now, page)
    if page == ONWARD:
        if checks.problems(now):
            return _("Something here does not fit the rules yet:")
        return _("Whose turn is it?")
    if table_of(session).tool.tile:
        return _("Now tap the cell where it lies. To take a tile off again, tap it.")
    return _(
        "Choose a tile, turned the way it lies on your table; then tap its cell. The two "
        "start tiles are there already: the market is to the right of the plantation and "
        "below it."
    )


def content(session: Session) -> Markup:
    """The page of the tray that is shown, below those that there are."""
    now, page = laying.layout(session.record), table_of(session).tool.page
    shown: Child
    if page == BOARDS:
        shown = _boards(session, now)
    elif page == ONWARD:
        shown = _onward(session, now)
    elif now.rules.module(page):
        shown = lying.content(session, now, page)
    else:
        shown = _tiles(session, now)
    return h("div", {"class": "written laying"}, _pages(session), shown)


def _counts_only(session: Session) -> bool:
    return laying.purpose(session.record) == "score"


def _pages(session: Session) -> Markup:
    """The pages of the tray, in the order in which a table is laid."""
    seats = [
        _page(session, str(seat), art.emblem(sitter.colour),
              _("Worker tiles of {name}").format(name=sitter.said))
        for seat, sitter in enumerate(session.sitters)
    ]  # fmt: skip
    boards = _page(session, BOARDS, widgets.symbol("good-gold"), _("What everybody has"))
    now = laying.layout(session.record)
    more = [_page(session, *one) for one in lying.pages(now)] if now.rules.modules else []
    onward = _page(session, ONWARD, _("Go on"), _("Go on with the game"))
    if _counts_only(session):
        label = _("Count temples")
        boards = widgets.button(Command.COMPANION_LAID, label, css="primary", id="count-temples")
    return h(
        "nav",
        {"class": "pages", "aria-label": _("Pages")},
        _page(session, "jungle", art.picture(art.jungle_tile("P1"), css="tile mini"),
              _("Jungle tiles")),
        seats,
        boards,
        None if _counts_only(session) else [*more, onward],
    )  # fmt: skip


def _page(session: Session, page: str, shown: Child, label: str) -> Markup:
    box = {
        "type": "button",
        "data-command": "lay",
        "data-value": f"page:{page}",
        "id": f"lay-page-{page}",
        "aria-label": label,
        "title": label,
        "aria-current": "page" if table_of(session).tool.page == page else None,
    }
    return h("button", box, shown)


# --- Tiles -------------------------------------------------------------------------------------


def _tiles(session: Session, now: Layout) -> Markup:
    """The tiles that are not laid; those of a player in all ways to turn them."""
    tool = table_of(session).tool
    seat, chosen = tool.seat, tool.tile
    if seat is None:
        buttons = [
            palette.button("lay", f"tile:{code}", art.jungle_tile(code), words.tile_name(code),
                          left, code == chosen)
            for code, left in now.jungle_left().items()
        ]  # fmt: skip
        return palette.group(_("Jungle tiles still to lay"), buttons)
    colour, left = session.sitters[seat].colour, now.workers_left(seat)
    buttons = [
        palette.button("lay", f"tile:{edges}", art.worker_tile(colour, edges), words.edges(edges),
                      left[tile], edges == chosen)
        for edges in laying.looks(now, seat)
        if left[tile := TILE_OF_EDGES[edges]]
    ]  # fmt: skip
    box = {
        "type": "button",
        "data-command": "lay",
        "data-value": "covers",
        "id": "lay-covers",
        "aria-pressed": "true" if table_of(session).tool.covers else "false",
    }
    covers = h("button", box, _("It covers another tile"))
    over = now.jungle_left().total() <= now.rules.overbuilding_from
    palettes = palette.group(_("Worker tiles still to lay"), buttons)
    return h("div", {"class": "written"}, palettes, covers if over else None)


# --- What everybody has --------------------------------------------------------------------------


def _boards(session: Session, now: Layout) -> Markup:
    titles = [
        ("good-gold", _("Gold")), ("good-cacao", _("Cacao")), ("good-sun", _("Suns")),
        *((f"good-{good.name.removesuffix('s')}", expansions.number_told(good.name))
          for good in _numbers(now.rules)),
        ("good-water", _("Field of the water carrier")),
    ]  # fmt: skip
    heads = [
        h("th", {"scope": "col", "title": title}, widgets.symbol(good),
          h("span", {"class": "in-words"}, title))
        for good, title in titles
    ]  # fmt: skip
    rows = [
        _row(session, seat, goods, [title for _good, title in titles], now.rules)
        for seat, goods in enumerate(now.goods)
    ]
    head = h("thead", None, h("tr", None, h("td", None), heads))
    css = "has many" if _numbers(now.rules) else "has"
    return h("table", {"class": css}, head, h("tbody", None, rows))


def _numbers(rules: Rules) -> list[Good]:
    """The goods of modules of which a player has a number."""
    return [good for good in rules.more_goods if not good.kinds]


def _row(
    session: Session, seat: Seat, goods: tuple[Any, ...], titles: list[str], rules: Rules
) -> Markup:
    sitter = session.sitters[seat]
    has = dict(zip(rules.start_goods, goods, strict=True))
    names = [f"{title}: {sitter.said}" for title in titles]
    field = {
        "name": f"lay:goods:{seat}:gold",
        "value": has["gold"],
        "inputmode": "numeric",
        "maxlength": 3,
        "aria-label": names[0],
        "autocomplete": "off",
    }
    fields = [h("input", field)]
    parts = [CACAO, SUNS, *_numbers(rules), WATER]
    for part, name in zip(parts, names[1:], strict=True):
        most = part.most(rules) if part.most else rules.storage
        labels = [numeral(one) for one in rules.water] if part is WATER else range(most + 1)
        options = [(str(at), str(label)) for at, label in enumerate(labels)]
        field_name = f"lay:goods:{seat}:{part.name}"
        fields.append(widgets.select(field_name, name, options, str(has[part.name])))
    head = h("th", {"scope": "row", "title": sitter.said}, art.emblem(sitter.colour),
             h("span", {"class": "in-words"}, sitter.said))  # fmt: skip
    return h("tr", None, head, [h("td", None, one) for one in fields])


# --- The way on ----------------------------------------------------------------------------------


def _onward(session: Session, now: Layout) -> Markup:
    """The problems of the table; or the player whose turn it is, with which the game goes on."""
    if problems := checks.problems(now):
        wrong = [
            h("li", {"data-lights": words.cell_names(one.cells)}, _told(session, now, one))
            for one in problems
        ]
        return h("ul", {"class": "wrong"}, wrong)
    buttons = [
        widgets.button("lay", session.sitters[seat].said, value=f"begin:{seat}", css="primary",
                       id=f"lay-begin-{seat}")
        for seat in laying.turns(now)
    ]  # fmt: skip
    return h("div", {"class": "actions"}, buttons)


def _told(session: Session, now: Layout, problem: TableProblem) -> str:
    """The problem, in a sentence."""
    counts = ", ".join(
        f"{sitter.said} {now.placed(seat)}" for seat, sitter in enumerate(session.sitters)
    )
    return {
        "apart": _("These tiles are not joined to the others."),
        "few": _("Every jungle tile needs at least two worker tiles beside it. These have "
                 "fewer."),
        "open": _("Beside two worker tiles there is always a jungle tile; here it is missing."),
        "covered": _("Tiles are covered only when no jungle tile is left."),
        "pieces": _("There are not that many huts, gems or masks, or somebody has more cacao "
                    "and bars than there is room for."),
        "turns": _("Everybody takes turns, so nobody can be more than one worker tile ahead. "
                   "Here you have: {counts}.").format(counts=counts),
        "over": _("All worker tiles are placed: the game is over. Only its score can be counted."),
    }[problem.kind]  # fmt: skip
