"""The pages of the tray for modules, while a table is laid: who has what, and what lies where."""

from __future__ import annotations

from collections.abc import Collection

from cacao_core.goods import Good
from cacao_core.module import LaidPart, Module
from cacao_core.tiles import Seat
from cacao_web.board import art
from cacao_web.board.regions import palette
from cacao_web.game.real_table import laying
from cacao_web.game.real_table.laying import Layout
from cacao_web.game.session import Session
from cacao_web.game.texts import expansions, words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def pages(now: Layout) -> list[tuple[str, Markup, str]]:
    """The modules that ask for something: name, sign and title of each page."""
    return [
        (module.name, widgets.symbol(expansions.sign_of(module.name)),
         expansions.module_name(module.name))
        for module in now.rules.modules
        if module.lies or _with_kinds(module)
    ]  # fmt: skip


def call(now: Layout, page: str) -> str:
    """The task on the page of a module."""
    if laying.figure(now.rules, page):
        return _(
            "Tap the tile on which the emperor stands. The player whose turn it is has already got "
            "the gold for him."
        )
    module = now.rules.module(page)
    if module and any(part.code in now.jungle.values() for part in module.lies):
        return _("Tap what everybody has, then what lies on the mines.")
    return _("Tap what everybody has.")


def content(session: Session, now: Layout, page: str) -> Markup | None:
    """The pieces of each player, then those on tiles."""
    module = now.rules.module(page)
    if module is None:
        return None
    rows = [
        _owned(session, now, seat, module)
        for seat in range(now.players)
        if _with_kinds(module)
    ]  # fmt: skip
    rows += [row for part in module.lies if part.code for row in _on_tiles(now, part)]
    return h("div", {"class": "lying"}, rows)


def _with_kinds(module: Module) -> list[Good]:
    return [good for good in module.goods if good.kinds]


def _owned(session: Session, now: Layout, seat: Seat, module: Module) -> Markup:
    """The pieces of a player, to be tapped."""
    sitter = session.sitters[seat]
    buttons = []
    for good in _with_kinds(module):
        value = now.goods[seat][[one.name for one in now.rules.goods].index(good.name)]
        buttons += _buttons(f"add:{seat}:{good.name}", good.name, _there(now, module, good),
                            list(map(str, value)))  # fmt: skip
    return h("div", {"class": "of-whom"}, art.emblem(sitter.colour),
             palette.group(sitter.said, buttons))  # fmt: skip


def _there(now: Layout, module: Module, good: Good) -> list[str]:
    """The kinds of pieces that can be had: of huts only the sides that lie up."""
    open_ones = getattr(now.start, module.deals) if module.deals and not module.pile else good.kinds
    return [kind for kind in good.kinds if kind in open_ones]


def _on_tiles(now: Layout, part: LaidPart) -> list[Markup]:
    """The pieces on each tile of a kind, to be tapped."""
    rows = []
    for cell, code in sorted(now.jungle.items()):
        if code == part.code:
            name = words.cell_name(cell)
            lying = now.lying.get(part.name, {}).get(cell, "")
            label = _("{tile} on {cell}").format(tile=words.tile_name(code), cell=name)
            rows.append(
                h("div", {"class": "of-whom", "data-lights": name},
                  art.picture(art.jungle_tile(code), css="tile mini"),
                  h("span", None, name),
                  palette.group(label, _buttons(f"lie:{part.name}:{name}", "gems", part.kinds,
                                                lying)))
            )  # fmt: skip
    return rows


def _buttons(command: str, good: str, kinds: Collection[str], has: Collection[str]) -> list[Markup]:
    """A button for each kind of piece, with the number that is there."""
    return [_button(command, good, kind, list(has).count(kind)) for kind in kinds]


def _button(command: str, good: str, kind: str, number: int) -> Markup:
    value, name = f"{command}:{kind}", expansions.piece_told(good, kind)
    label = f"{name}: {number}"
    short = expansions.hut_name(kind) if good == "huts" else ""
    css = f"slot{' chosen' * bool(number)}{' named' * bool(short)}"
    box = {"type": "button", "class": css, "id": f"lay-{value}",
           "data-command": "lay", "data-value": value, "aria-label": label, "title": name,
           "aria-pressed": "true" if number else "false"}  # fmt: skip
    sign = widgets.symbol(f"{good.removesuffix('s')}-{kind}", "piece")
    count = h("small", {"aria-hidden": "true"}, number) if number > 1 else None
    return h("button", box, sign, count, h("span", None, short) if short else None)
