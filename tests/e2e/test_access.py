"""The page for those who do not see it: a game by the keyboard, the focus, names of cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from cacao_core import Game, Record
from cacao_core.tiles import NEIGHBOURS, Cell
from cacao_web.game.texts import words
from tests.e2e.conftest import OpenPage, settled, some
from tests.e2e.test_game import NEARLY_OVER, begin, enter, record_of

# --- A game by the keyboard, heard -----------------------------------------------------------

_LISTEN = """() => {
    const watch = (id, changed) =>
        new MutationObserver(changed).observe(document.getElementById(id), {childList: true});
    Object.assign(window, { heard: [], flown: 0 });
    watch("events", changes => changes.forEach(change =>
        change.addedNodes.forEach(node => window.heard.push(node.textContent))));
    watch("flights", changes => { window.flown += changes.length; });
}"""
"""Notes what is read out, and counts what moves."""


class Reader:
    """What a screen reader would get, and a keyboard: no mouse, no pixels."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._tree = page.context.new_cdp_session(page)
        self._tree.send("Accessibility.enable")

    def leave(self) -> None:
        """Let the browser keep no tree any more, which costs time in later tests."""
        self._tree.detach()

    def focused(self) -> tuple[str, str, str]:
        """Role, name and description of what has the focus, from the accessibility tree."""
        found = self._tree.send("Runtime.evaluate", {"expression": "document.activeElement"})
        asked = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        [node] = self._tree.send("Accessibility.getPartialAXTree", asked)["nodes"]
        parts = (node.get(part, {}).get("value", "") for part in ("role", "name", "description"))
        role, name, description = parts
        return role, name, description

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def until(self, *beginnings: str) -> str:
        """Wait until something with such a name has the focus; its name."""
        settled(self.page)
        for _frame in range(1000):
            if (name := self.focused()[1]).startswith(beginnings):
                return name
            self.page.evaluate("cacao.painted()")
        raise AssertionError(f"{self.focused()} has the focus, none of {beginnings}")

    def described(self, pattern: str) -> re.Match[str]:
        """Wait until the description of what has the focus is like this.

        The accessibility tree follows the page with one of the next frames.
        """
        for _frame in range(1000):
            self.page.evaluate("cacao.painted()")
            if found := re.search(pattern, self.focused()[2]):
                return found
        raise AssertionError(f"{self.focused()} is not described by {pattern!r}")

    def tab_to(self, name: str) -> None:
        for _stop in range(60):
            if self.focused()[1] == name:
                return
            self.press("Tab")
        raise AssertionError(f"no way to {name!r}")


ALL = "Play it all as shown"
DECISIONS = ("Place", "Fill", "Overbuild", "Take", "Sell", "Move", "Nothing", ALL)


YOU = ("Player 1", "Ana")
"""Names of the person who hears the page."""


def spoken(cell: Cell, game: Game, names: Sequence[str]) -> str:
    """What lies around a cell, in words, worked out anew from the rules package."""
    parts = []
    for side, beside in zip(("north", "east", "south", "west"), NEIGHBOURS[cell], strict=True):
        if beside in game.jungle:
            parts.append(f"{side}: {words.tile_name(game.jungle[beside])}")
        elif beside in game.workers:
            tile = game.workers[beside]
            count = tile.edges[("north", "east", "south", "west").index(side) - 2]
            noun = "worker" if count == "1" else "workers"
            whose = "yours" if names[tile.owner] in YOU else names[tile.owner]
            parts.append(f"{side}: {count} {noun} of {whose}")
    return "; ".join(parts)


def decide(reader: Reader, name: str) -> None:
    """Decide by what is heard: of a few cells the one that brings the best score at once."""
    if name == ALL and len(record_of(reader.page).moves) % 2:
        reader.tab_to("One by one…")
        reader.press("Enter")
        reader.until("Take", "Sell", "Move", "Nothing")
    if not name.startswith(("Place", "Fill", "Overbuild")):
        reader.press("Enter")  # what is suggested for workers
        return
    best, steps, at = -99, 0, 0
    for step in range(4):
        found = reader.described(r"score ([+−±]\d+)")
        role, _name, _description = reader.focused()
        assert role == "button"
        change = int(found[1].replace("−", "-").replace("±", ""))
        if change > best:
            best, at = change, step
        reader.press("PageDown")
        steps += reader.focused()[1] != _name
    for _back in range(steps - at):
        reader.press("PageUp")
    reader.press("Enter")
    reader.press("Enter")


def test_game_by_keyboard_and_accessibility_tree(open_page: OpenPage) -> None:
    """Its first turns and its last ones, without any motion, as the system wishes."""
    page = open_page()
    page.evaluate(_LISTEN)
    reader = Reader(page)
    _begin_below_a_resting_mouse(reader)
    expect(page.get_by_role("region", name="Your turn, round 1/11.")).to_be_visible()
    _choose_and_let_go(page)
    while len(record_of(page).moves) < 12:
        decide_by_ear(reader, reader.until(*DECISIONS))
    settled(page)
    assert_told(page.evaluate("window.heard"), record_of(page))
    enter(page, NEARLY_OVER, 0)
    page.evaluate("window.heard = []")
    results = ("Computer (easy) wins", "Bo wins", "You win", "Shared victory")
    while (name := reader.until(*DECISIONS, *results)).startswith(DECISIONS):
        decide_by_ear(reader, name)
    record = record_of(page)
    assert record.game().is_over
    heard = page.evaluate("window.heard")
    assert_told(heard, record, len(NEARLY_OVER.moves))
    assert "The game is over." in heard
    assert page.locator("#tray").get_attribute("aria-label") == "Turn"  # it is nobody's
    assert page.evaluate("[flown, document.getAnimations().length]") == [0, 0]
    reader.press("Escape")
    expect(page.locator("button:focus")).to_have_count(1)  # and not lost
    reader.leave()


def _begin_below_a_resting_mouse(reader: Reader) -> None:
    """The first cell is described: when the dialog closes, nobody has pointed at what is below."""
    page = reader.page
    page.mouse.move(640, 360)
    reader.tab_to("New game")
    reader.press("Enter")
    reader.until("Start")
    page.locator("dialog [name=first]").select_option("0")
    page.locator("dialog [name=seed]").fill("7")
    page.locator("dialog [name=name-0]").press("Enter")
    page.wait_for_function("window.heard.length > 0")
    reader.until("Place on")
    reader.described(r"score ([+−±]\d+)")
    before = page.locator("#board-ghost .ghost").bounding_box()
    page.locator("#board-targets .target").nth(2).hover()  # this is pointed at
    assert page.locator("#board-ghost .ghost").bounding_box() != before


def _choose_and_let_go(page: Page) -> None:
    """Tile and cell are chosen, and the cell is given up again."""
    for key in ("2", "1", "r", "R"):
        page.keyboard.press(key)
    page.locator("#board-targets .target").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board-ghost .pinned")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#board-ghost .pinned")).to_have_count(0)
    assert record_of(page).moves == ()
    page.keyboard.press("PageDown")  # the next cell is described


def decide_by_ear(reader: Reader, name: str) -> None:
    """Decide once; the name of a cell tells what lies around it."""
    record = record_of(reader.page)
    if name.startswith("Place"):
        cell = words.cell_of(name.split(";", maxsplit=1)[0].removeprefix("Place on "))
        around = spoken(cell, record.game(), record.seats or ())
        assert name == f"Place on {words.cell_name(cell)}; {around}"
    decide(reader, name)
    assert len(record_of(reader.page).moves) > len(record.moves)


def assert_told(heard: list[str], record: Record, start: int = 0) -> None:
    """Every move from one on was told, in order, with what came of it; what was not done not."""
    game, rest = record.game(start), iter(heard)
    for move in record.moves[start:]:
        assert game.to_move is not None
        seat_name = (record.seats or ())[game.to_move]
        name = None if seat_name in YOU else seat_name
        wanted = words.announcement(game, move, name) + "."
        if move.kind == "A" and not move.amount:
            assert wanted not in heard
        else:
            assert wanted in rest, f"{wanted!r} was not told, or not in order"
        game.play(move)


# --- Dialogs, settings -----------------------------------------------------------------------


def test_focus_stays_in_dialogs_and_cells_have_an_order(open_page: OpenPage) -> None:
    """And coordinates, if somebody wants them."""
    page = open_page()
    reader = Reader(page)
    for opener in ("Settings", "New game"):
        _go_round_in_a_dialog(reader, opener)
    begin(page)
    seen = _cells_in_reading_order(reader)
    assert seen == sorted(seen, key=lambda cell: (cell[1], cell[0]))
    assert len(set(seen)) == page.locator("#board-targets .target").count()
    assert reader.focused()[1].startswith(f"Place on {words.cell_name(seen[0])};")
    reader.leave()
    _show_coordinates(page)


def _go_round_in_a_dialog(reader: Reader, opener: str) -> None:
    """It keeps the focus, and gives it back."""
    page = reader.page
    reader.tab_to(opener)
    reader.press("Enter")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.evaluate("window.first = document.activeElement")
    for _stop in range(40):
        reader.press("Tab")
        is_inside, is_round = page.evaluate(_WHERE)
        assert is_inside, (opener, reader.focused())
        if is_round:
            break
    reader.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert reader.focused()[1] == opener


_WHERE = """() => {
    const now = document.activeElement;
    return [now === document.body || !!now.closest("dialog"), now === window.first];
}"""
"""Whether the focus is in the dialog or on the browser's own buttons; whether it went round."""


def _cells_in_reading_order(reader: Reader) -> list[Cell]:
    """All to which page keys lead; the first one has the focus then."""
    page = reader.page
    while not reader.focused()[1].startswith("Place on"):
        reader.press("Tab")
    reader.press("Home")
    seen = []
    for _cell in range(page.locator("#board-targets .target").count()):
        seen.append(words.cell_of(reader.focused()[1].split(";")[0].removeprefix("Place on ")))
        reader.press("PageDown")
    reader.press("Home")
    return seen


def _show_coordinates(page: Page) -> None:
    """They are shown on every cell when they are wanted, also after a reload."""
    shown = page.locator("#board .coordinates")
    assert not any(label.is_visible() for label in some(shown))
    page.locator("#bar [data-command=settings]").click()
    page.locator("dialog [name=labels]").check()
    page.locator("dialog [type=submit]").click()
    cells = page.locator("#board [data-cell]")
    labels = cells.locator("text:last-of-type")
    names = cells.evaluate_all("all => all.map(one => one.dataset.cell)")
    assert labels.all_text_contents() == names
    assert all(label.is_visible() for label in some(cells.locator(".coordinates")))
    assert cells.locator(".coordinates").count() == len(names)
    page.reload()
    expect(page.locator("#board .coordinates").first).to_be_visible()
