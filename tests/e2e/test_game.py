"""Games in the browser: a whole one by mouse, parts in other ways; links, reloads."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from cacao_core import Deal, Game, Phase, Record
from cacao_core.tiles import Seat
from cacao_web.game.players import Sitter
from cacao_web.game.setup import link
from tests.core.helpers import example, play_at_random
from tests.e2e.conftest import READY, OpenPage, reload, settled
from tests.e2e.forms import choose_player
from tests.e2e.stored import near_the_end


def begin(page: Page, **fields: str) -> None:
    """Begin a game by the form; fields as kind_1="medium", name_0="Ana", seed="7".

    Without a kind, a computer as the second player has the level ``medium``.
    """
    page.locator("#home [data-command=new-game]").click()
    first = fields.pop("first", "0")  # of the seats that have been chosen by then
    if page.locator("dialog [name=kind-1]").input_value() == "computer":
        fields.setdefault("kind_1", "medium")
    for field, value in {"seed": "7", **fields, "first": first}.items():
        entry = page.locator(f"dialog [name={field.replace('_', '-')}]")
        if field.startswith("kind"):
            choose_player(page, int(field[-1]), value)
        elif entry.evaluate("element => element.tagName") == "SELECT":
            entry.select_option(value)
        else:
            entry.fill(value)
    page.locator("dialog button[type=submit]").click()
    expect(page.locator("#board-tiles [data-cell='0,0']")).to_be_visible()


def record_of(page: Page) -> Record:
    return Record.from_text(page.evaluate("window.cacao.record()"))


def wait_for_person(page: Page) -> bool:
    """Wait until somebody at the page has to decide; False when the game is over."""
    settled(page)
    expect(
        page.locator(
            "#board-targets .target, #tray .edges, #tray [data-command=uncover], dialog .scores"
        ).first
    ).to_be_visible()
    return page.locator("dialog .scores").count() == 0


NAMES = ("Ana", "Bo", "Cleo", "Dai")


NEARLY_OVER = near_the_end(example("golden_v1_2_seed"))


def enter(page: Page, record: Record, *people: Seat, others: str = "easy") -> None:
    """Open a game by its link; computers have the other seats.

    Nothing is known of it: what is kept of the same deal would be gone on with.
    """
    page.evaluate("document.querySelector('#game:not([hidden]) #bar [data-command=home]')?.click()")
    kinds = ["person" if seat in people else others for seat in range(record.deal.players)]
    sitters = tuple(Sitter(NAMES[seat], kind) for seat, kind in enumerate(kinds))
    page.evaluate(_OPEN_ANEW, link.fragment(record, sitters))
    settled(page)
    assert record_of(page).moves[: len(record.moves)] == record.moves


_OPEN_ANEW = """async fragment => {
    await cacao.settled();
    localStorage.clear();
    location.hash = fragment;
    for (let frame = 0; ; frame += 1) {
        if (frame === 1000) throw new Error("the link does not open a game");
        await cacao.painted();
        try { cacao.record(); return; } catch { /* still the first screen */ }
    }
}"""


def test_whole_game_with_the_mouse(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, name_0="Ana", kind_1="easy")
    rng = Random(1)
    while wait_for_person(page):
        if page.locator("#tray .edges").count():
            page.locator("#tray .edges .primary").click()
            continue
        before = len(record_of(page).moves)
        target = page.locator(f"#board-targets [data-cell='{_some_cell(page, rng)}']")
        if before < 20:
            _choose_tile_and_look(page, target)
        target.click()
        tick = "#board-tick .tick" if rng.random() < 0.5 else "#tray [data-command=confirm]"
        page.locator(tick).click()
        assert len(record_of(page).moves) > before
    _assert_result(page)


def _some_cell(page: Page, rng: Random) -> str:
    """One of those where a tile may be put."""
    shown: list[str] = page.evaluate(
        "[...document.querySelectorAll('#board-targets .target')].map(one => one.dataset.cell)"
    )
    return rng.choice(shown)


def _choose_tile_and_look(page: Page, target: Locator) -> None:
    """Another tile of the hand, turned; what it would bring is told below the pointer."""
    if page.locator("[data-hand]:not([disabled])").count():
        page.locator("[data-hand]").last.click()
        rotate = page.locator("#tray [data-command=rotate]:not([disabled])")
        rotate.or_(page.locator("#task")).first.click()
    target.hover()
    expect(page.locator("#board-ghost .ghost")).to_be_visible()
    expect(page.locator("#task")).to_contain_text("Here:")


def _assert_result(page: Page) -> None:
    """That of the rules, with the winner's name."""
    record = record_of(page)
    game = record.game()
    assert game.is_over
    assert record.seats is not None
    assert record.seats[0] == "Ana"
    assert record.deal == Deal.shuffled(2, 7)
    totals = page.locator(".scores .total").all_inner_texts()
    expected = sorted((score.total for score in game.score()), reverse=True)
    assert [int(text.replace("−", "-")) for text in totals] == expected
    winners = [record.seats[seat] for seat in game.winners()]
    for name in winners:
        expect(page.locator("#dialog-title")).to_contain_text(name)


_FOLLOW = """async moves => {
    const legal = [];
    for (const [number, move] of moves.entries()) {
        legal.push(cacao.legalMoves());
        if (number % 10 === 0) {
            const error = await cacao.play("W1111@50,50").catch(error => error.message);
            if (!error.includes("W1111@50,50")) throw new Error(`not refused: ${error}`);
        }
        await cacao.play(move);
    }
    return legal;
}"""
"""Plays moves, with an illegal one now and then; returns what was legal before each."""


def test_page_interface_plays_for_four_persons(open_page: OpenPage) -> None:
    """The first moves of a game and its last ones."""
    page = open_page()
    begin(page, kind_1="person", kind_2="person", kind_3="person", seed="11")
    deal = Deal.shuffled(4, 11)
    game, moves, legal = Game(deal), [], []
    for move in play_at_random(game, Random(2)):
        moves.append(move)
        legal.append([str(choice) for choice in game.legal_moves()])
    assert page.evaluate(_FOLLOW, [str(move) for move in moves[:12]]) == legal[:12]
    assert record_of(page).moves == tuple(moves[:12])
    page.evaluate("text => cacao.load(text)", Record(deal, moves[:-12]).to_text())
    assert page.evaluate(_FOLLOW, [str(move) for move in moves[-12:]]) == legal[-12:]
    assert page.evaluate("window.cacao.legalMoves()") == []
    assert record_of(page).game() == game
    expect(page.locator("dialog .scores tbody tr")).to_have_count(4)
    assert page.locator("#board-tiles .tile").count() == len(game.jungle) + len(game.workers)


def test_reload_in_mid_activation(open_page: OpenPage) -> None:
    page = open_page()
    page.evaluate("text => window.cacao.load(text)", example("fill_activates_others").to_text())
    expect(page.locator("#tray #act-all")).to_be_visible()
    page.locator("#singly").click()
    expect(page.locator("#tray .edge")).to_have_count(2)
    page.locator("#tray .edge [data-value='An1@-1,2']").click()
    expect(page.locator("#tray .edge")).to_have_count(1)
    before = page.evaluate("window.cacao.record()")
    page.evaluate("window.cacao.painted().then(() => window.cacao.painted())")  # then it is kept
    reload(page)
    expect(page.locator("#tray .edge")).to_have_count(1)
    assert page.evaluate("window.cacao.record()") == before
    assert record_of(page).game().phase is Phase.ACTIVATE


def test_move_and_reload_in_one_task_lose_nothing(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, kind_1="person")
    for first in ("move", "reload"):
        before = record_of(page)
        move = before.game().legal_moves()[0]
        steps = [f"cacao.play('{move}')", "location.reload()"]
        together = "; ".join(steps if first == "move" else reversed(steps))
        with page.expect_event("domcontentloaded"):
            page.evaluate(f"setTimeout(() => {{ {together} }}) && null")
        expect(page.locator(READY)).to_be_attached()
        expect(page.locator("#board-tiles .workers")).not_to_have_count(0)
        assert record_of(page).moves[: len(before.moves) + 1] == (*before.moves, move)


def test_links_good_and_damaged(open_page: OpenPage) -> None:
    page = open_page("nonsense")
    expect(page.locator("#notice")).to_contain_text("does not open a game")
    expect(page.locator("#home")).to_be_visible()
    begin(page, kind_1="person")
    record = example("temple")
    _follow_a_link_while_a_move_is_being_kept(page, record)
    own = page.url
    page.evaluate("location.hash = '#1damagedlink'")
    expect(page.locator("#notice")).to_contain_text("does not open a game")
    assert page.url == own
    assert record_of(page).moves == record.moves


def _follow_a_link_while_a_move_is_being_kept(page: Page, record: Record) -> None:
    """It still opens, and the move is not lost."""
    played = page.evaluate(
        """link => {
            location.hash = link
            cacao.play(cacao.legalMoves()[0])
            return cacao.record()
        }""",
        record.to_link(),
    )
    page.wait_for_function("count => cacao.record().match(/@/g)?.length > count", arg=4)
    assert record_of(page).moves == record.moves
    move = played.split()[-1]
    assert page.evaluate("move => Object.values(localStorage).some(v => v.includes(move))", move)


def test_computers_play_to_the_result_in_one_worker(open_page: OpenPage) -> None:
    page = open_page()
    enter(page, near_the_end(example("golden_v1_4_seed")), others="medium")
    expect(page.locator("dialog .scores tbody tr")).to_have_count(4)
    assert record_of(page).game().is_over
    assert len(page.workers) == 1


@pytest.mark.nightly
def test_micropip_comes_from_the_own_site(open_page: OpenPage) -> None:
    """Nothing needs it to start; the library of bots can load it, checked against its hash."""
    page = open_page()
    version = page.evaluate(
        """async () => {
            const { loadPyodide } = await import('./app/python.mjs');
            const pyodide = await loadPyodide({ library: 'bots' });
            await pyodide.loadPackage('micropip');
            return pyodide.runPython('import micropip; micropip.__version__');
        }"""
    )
    assert version == "0.11.1"


def test_level_is_chosen_by_mouse_keys_and_button(open_page: OpenPage) -> None:
    page = open_page()
    page.locator("#home [data-command=new-game]").click()
    slider, said = page.locator("#level-1"), page.locator("output[for=level-1] b")
    expect(said).to_have_text("1 (newcomer)")  # nobody has played here yet
    expect(page.locator("output[for=level-1]")).to_contain_text("good to begin with")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 8, box["y"] + box["height"] / 2)
    expect(said).to_have_text("13 (master)")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_text("11 (hard)")
    expect(slider).to_have_attribute("aria-valuetext", "11 (hard)")
    expect(page.locator("#level-1-character")).to_have_text("looks ahead")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text("2 (beginner)")
    page.locator("#level-1-suits").press("Enter")
    expect(said).to_have_text("1 (newcomer)")
    expect(slider).to_be_focused()
    page.locator("dialog button[type=submit]").click()
    expect(page.locator("#villages")).to_contain_text("Rosa")
    while not wait_for_person(page):
        pass
    moves = len(record_of(page).moves)
    page.locator("#board-targets .target").first.click()
    page.locator("#content [data-command=confirm]").click()
    settled(page)
    assert len(record_of(page).moves) > moves
