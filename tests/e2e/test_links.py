"""Links in a real browser: what they tell, play by link, older points, forks."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, expect

from cacao_core import Deal, Phase, Record, ai
from tests.core.helpers import example, play_at_random
from tests.e2e.conftest import READY, OpenPage
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


def test_what_a_link_tells_is_chosen(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, kind_1="person", name_0="Ana", name_1="Bo", seed="7", first="0")
    for _decision in range(12):
        page.evaluate("window.cacao.play(window.cacao.legalMoves()[0])")
    page.locator("#bar [data-command=share]").click()
    link = page.locator("#link")
    assert "n=Ana" in link.input_value()
    page.locator("dialog [name=names]").uncheck()
    assert "Ana" not in link.input_value()
    page.locator("dialog [name=opens]").select_option("start")
    assert link.input_value().endswith("&v=0")
    page.locator("#qr summary").click()
    assert page.locator(".qr path").get_attribute("d")
    box = page.locator(".qr").bounding_box()
    assert box is not None
    assert box["width"] >= 200
    whole = link.input_value()
    page.locator("dialog [data-command=close]").click()
    expect(page.locator("#turns .turn").first).to_be_attached()
    page.evaluate("document.querySelector('#turns li:last-child .turn').click()")
    page.locator("#bar [data-command=share]").click()
    page.locator("dialog [name=opens]").select_option("upto")
    part = link.input_value()

    friend = open_page(fragment(whole))
    expect(friend.locator("#task")).to_contain_text("Before turn 1 of")
    assert record_of(friend).moves == record_of(page).moves
    expect(friend.locator("#village-0")).to_contain_text("Red")
    friend = open_page(fragment(part))
    moves = record_of(friend).moves
    assert moves == record_of(page).moves[: len(moves)]


def test_the_record_goes_out_as_a_file(open_page: OpenPage) -> None:
    page = open_page()
    load(page, example("temple"))
    page.locator("#bar [data-command=share]").click()
    page.locator("#record-text summary").click()
    with page.expect_download() as file:
        page.locator("dialog [data-command=save-text]").click()
    assert Record.from_text(file.value.path().read_text("utf-8")).moves == example("temple").moves


def test_two_friends_go_on_with_an_old_game_by_link(open_page: OpenPage) -> None:
    """A game dealt by a seed, as all games by link were once."""
    old = Record(Deal.shuffled(2, 7)).to_link()
    permissions = ["clipboard-read", "clipboard-write"]
    ana = open_page(f"{old}&p=pp&l=1&n=Ana&n=Bo", permissions=permissions)
    expect(ana.locator("#dialog")).to_contain_text("dealt by a seed")
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
    follow(ana, answer)
    expect(ana.locator("#branch")).to_be_visible()  # what Bo has done is shown first
    expect(ana.locator("#branch")).to_be_hidden()
    sent, now = record_of(bo).moves, record_of(ana).moves
    assert now[: len(sent)] == sent  # what was obvious for Ana may have followed
    assert len(sent) > len(before.moves)
    assert len(record_of_stored(ana)) == 1  # it is the same game
    expect(ana.locator("#board-targets .target").first).to_be_attached()

    old = link  # once more the first one: it is known as an older point
    follow(ana, old)
    expect(ana.locator("#dialog")).to_contain_text("earlier point in a game that you have")
    ana.locator("dialog [data-command=look-there]").click()
    expect(ana.locator("#content [data-command=now]")).to_be_visible()
    ana.keyboard.press("Escape")
    assert record_of(ana).moves == now
    ana.reload()
    expect(ana.locator(READY)).to_be_attached()
    assert record_of(ana).moves == now
    expect(ana.locator("#dialog")).to_be_hidden()


def in_anothers_turn() -> Record:
    """A position where somebody has a real choice in another's turn."""
    for seed in range(99):
        record = Record(Deal.shuffled(3, seed))
        for move in play_at_random(record.game(), Random(seed)):
            game = record.game()
            if game.phase is Phase.ACTIVATE and game.to_move != game.turn and not ai.obvious(game):
                return record
            record = record.play(move)
    raise AssertionError("there is none")


def test_an_activation_in_anothers_turn_goes_round_too(open_page: OpenPage) -> None:
    """Whoever has to decide gets the link, also in the middle of a turn."""
    record = in_anothers_turn()
    game = record.game()
    page = open_page()
    load(page, record)
    page.locator("#bar [data-command=share]").click()
    page.locator("dialog [name=by_link]").check()
    link = page.locator("#link").input_value()
    other = open_page(fragment(link))
    other.locator(f"#be-{game.turn}").click()
    expect(other.locator("#branch")).to_be_hidden()
    expect(other.locator("#task")).to_contain_text("decides next, on another device")
    third = open_page(fragment(link))
    third.locator(f"#be-{game.to_move}").click()
    expect(third.locator("#branch")).to_be_hidden()
    expect(third.locator("#content .edges")).to_be_visible()


def test_a_fork_is_explained_and_offered_as_a_copy(open_page: OpenPage) -> None:
    page = open_page()
    load(page, example("temple"))
    moves = [page.evaluate("window.cacao.legalMoves()")[n] for n in (0, 1)]
    link = shared_link(page)
    other = open_page(fragment(link))
    page.evaluate("move => window.cacao.play(move)", moves[0])
    other.evaluate("move => window.cacao.play(move)", moves[1])
    mine = record_of(page)
    follow(page, shared_link(other))
    expect(page.locator("#dialog")).to_contain_text("takes a different course from your game")
    assert record_of(page).moves == mine.moves
    page.locator("dialog [data-command=close]").click()
    assert record_of(page).moves == mine.moves
    follow(page, shared_link(other))
    page.locator("dialog [data-command=take-copy]").click()
    assert record_of(page).moves == record_of(other).moves
    assert {record.moves for record in record_of_stored(page)} == {
        mine.moves,
        record_of(other).moves,
    }


def test_a_later_point_is_not_taken_over_without_a_word(open_page: OpenPage) -> None:
    page = open_page()
    load(page, example("temple"))
    other = open_page(fragment(shared_link(page)))
    other.evaluate("window.cacao.play(window.cacao.legalMoves()[0])")
    follow(page, shared_link(other))
    expect(page.locator("#dialog")).to_contain_text("later point in a game that you have")
    page.locator("dialog [data-command=go-on-there]").click()
    expect(page.locator("#branch")).to_be_hidden()
    assert record_of(page).moves == record_of(other).moves
    assert len(record_of_stored(page)) == 1


def test_a_link_that_is_open_elsewhere_leaves_the_present_game(open_page: OpenPage) -> None:
    page = open_page()
    load(page, example("temple"))
    before = record_of(page)
    load(page, example("overbuild"))
    go_home(page)
    assert len(record_of_stored(page)) == 2
    follow(page, "#nonsense")
    expect(page.locator("#notice")).to_contain_text("does not open a game")
    assert before.moves in [record.moves for record in record_of_stored(page)]
