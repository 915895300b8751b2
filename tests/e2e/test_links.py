"""Links in a real browser: what they tell, play by link, older points, forks."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from cacao_core import Deal, Record
from cacao_web.game.setup import link as share
from tests.core.helpers import example
from tests.e2e.conftest import OpenPage, at_first
from tests.e2e.test_game import begin, record_of
from tests.e2e.test_library import go_home, record_of_stored
from tests.e2e.test_page import load


def shared_link(page: Page) -> str:
    """The link that the dialog for sharing shows."""
    page.locator("#bar [data-command=share]").click()
    link = page.locator("#link").input_value()
    page.locator("dialog [data-command=close]").click()
    return link


def fragment(link: str) -> str:
    return link.partition("#")[2]


def play_own_turn(page: Page) -> None:
    """Decide all that the person here has to, by the program's interface."""
    for _decision in range(12):
        if page.locator("#hand-over").count() or "is over" in page.locator("#task").inner_text():
            return
        page.evaluate("window.cacao.play(window.cacao.legalMoves()[0])")
    raise AssertionError("the turn does not end")


def follow(page: Page, link: str) -> None:
    """Open a link in the same tab, as somebody does who clicks it in a message."""
    page.evaluate("fragment => { location.hash = fragment; }", fragment(link))


def test_link_tells_what_was_chosen(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, kind_1="person", name_0="Ana", name_1="Bo", seed="7", first="0")
    page.evaluate("""async () => {
        for (let number = 0; number < 12; number += 1) await cacao.play(cacao.legalMoves()[0]);
    }""")
    page.locator("#bar [data-command=share]").click()
    link = page.locator("#link")
    assert "n=Ana" in link.input_value()
    page.locator("dialog [name=names]").uncheck()
    assert "Ana" not in link.input_value()
    page.locator("dialog [name=opens]").select_option("start")
    assert "&v=0&" in link.input_value()
    _the_code_is_large(page)
    _the_record_goes_out_as_a_file(page)
    page.locator("dialog [name=by_link]").check()
    assert share.read(link.input_value()).by_link
    page.locator("dialog [data-command=close]").click()
    expect(page.locator("#turns .turn").first).to_be_attached()
    page.evaluate("document.querySelector('#turns li:last-child .turn').click()")
    page.locator("#bar [data-command=share]").click()
    page.locator("dialog [name=opens]").select_option("upto")
    moves = share.read(link.input_value()).record.moves
    assert moves == record_of(page).moves[: len(moves)]


def _the_code_is_large(page: Page) -> None:
    page.locator("#qr summary").click()
    assert page.locator(".qr path").get_attribute("d")
    box = page.locator(".qr").bounding_box()
    assert box is not None
    assert box["width"] >= 200


def _the_record_goes_out_as_a_file(page: Page) -> None:
    page.locator("#record-text summary").click()
    with page.expect_download() as file:
        page.locator("dialog [data-command=save-text]").click()
    saved = Record.from_text(file.value.path().read_text("utf-8"))
    assert saved.moves == record_of(page).moves


def test_links_carry_an_old_game_between_two_friends(open_page: OpenPage) -> None:
    """A game dealt by a seed, as all games by link were once."""
    old = Record(Deal.shuffled(2, 7)).to_link()
    permissions = ["clipboard-read", "clipboard-write"]
    ana = open_page(f"{old}&p=pp&l=1&n=Ana&n=Bo", permissions=permissions)
    expect(ana.locator("#dialog")).to_contain_text("shuffled from a seed")
    ana.locator("#be-0").click()
    play_own_turn(ana)
    expect(ana.locator("#task")).to_contain_text("Bo decides next, on another device")
    ana.locator("#hand-over").click()
    expect(ana.locator("#notice")).to_contain_text("Link copied")
    link = ana.evaluate("navigator.clipboard.readText()")

    bo = open_page(fragment(link))
    expect(bo.locator("#dialog")).to_contain_text("Who are you?")
    bo.locator("#be-1").click()
    expect(bo.locator("#branch")).to_be_hidden()  # what has happened was shown
    assert record_of(bo).moves == record_of(ana).moves
    hand = bo.locator("#tray .slot")
    expect(hand).to_have_count(3)
    play_own_turn(bo)
    expect(bo.locator("#task")).to_contain_text("Ana decides next, on another device")
    answer = shared_link(bo)

    before = record_of(ana)
    with at_first(ana, "#branch"):  # what Bo has done is shown first
        follow(ana, answer)
    expect(ana.locator("#branch")).to_be_hidden()
    sent, now = record_of(bo).moves, record_of(ana).moves
    assert now[: len(sent)] == sent  # what was obvious for Ana may have followed
    assert len(sent) > len(before.moves)
    assert len(record_of_stored(ana)) == 1  # it is the same game
    expect(ana.locator("#board-targets .target").first).to_be_attached()


def link_of(record: Record) -> str:
    """The link of a game of people at one device."""
    return "#" + share.fragment(record, share.read(record.to_text()).sitters)


def test_known_game_is_not_taken_over_without_a_word(open_page: OpenPage) -> None:
    """A later point of it, another course, and what is no game."""
    page, record = open_page(), example("temple")
    load(page, record)
    mine, other = [record.play(move) for move in record.game().legal_moves()[:2]]
    follow(page, link_of(mine))
    expect(page.locator("#dialog")).to_contain_text("later point in a game that you have")
    assert record_of(page).moves == record.moves
    page.locator("dialog [data-command=go-on-there]").click()
    expect(page.locator("#branch")).to_be_hidden()
    assert record_of(page).moves == mine.moves
    assert len(record_of_stored(page)) == 1

    follow(page, link_of(other))
    expect(page.locator("#dialog")).to_contain_text("takes a different course from your game")
    assert record_of(page).moves == mine.moves
    page.locator("dialog [data-command=close]").click()
    assert record_of(page).moves == mine.moves
    follow(page, link_of(other))
    page.locator("dialog [data-command=take-copy]").click()
    assert record_of(page).moves == other.moves
    both = {mine.moves, other.moves}
    assert {record.moves for record in record_of_stored(page)} == both

    go_home(page)
    follow(page, "#nonsense")
    expect(page.locator("#notice")).to_contain_text("does not open a game")
    assert {record.moves for record in record_of_stored(page)} == both
