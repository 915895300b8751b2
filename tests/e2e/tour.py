"""Every screen and every dialog of the page, in a few walks through it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Deal, Game, Phase, Record, fair, puzzles
from cacao_core.notes import Notes, Variation
from cacao_core.puzzles import Puzzle
from cacao_web.game import plans
from cacao_web.game.players import Sitter
from cacao_web.game.setup import link as share
from tests.core.helpers import play_at_random

PEOPLE = tuple(
    Sitter(name, "person", colour)
    for name, colour in (("Ana", "red"), ("Bo", "purple"), ("Cleo", "white"), ("Dai", "yellow"))
)


def record_where(wanted: Callable[[Game], bool], players: int = 2, start: int = 0) -> Record:
    """The first position of some games by chance that is as wanted; none begins anew."""
    for seed in range(start, start + 200):
        record, rng = Record(Deal.shuffled(players, seed)), Random(seed)
        while not (game := record.game()).is_over:
            if record.moves and wanted(game):
                return record
            record = record.play(rng.choice(game.legal_moves()))
    raise AssertionError("no such position")


def finished(players: int = 2, seed: int = 7) -> Record:
    """A whole game by chance."""
    deal = Deal.shuffled(players, seed)
    return Record(deal, list(play_at_random(Game(deal), Random(seed))))


def link(record: Record, **wish: bool) -> str:
    """The fragment of a game of people."""
    return share.fragment(record, PEOPLE[: record.deal.players], share.USUAL._replace(**wish))


def _first_screen(page: Page) -> Iterator[str]:
    yield "home"
    for name in (
        "settings",
        "new-game",
        "open",
        "daily",
        "ladder",
        "companion",
        "statistics",
        "rules",
    ):
        yield from _dialog(page, name, f"#home [data-command={name}]")
    page.locator("#home [data-command=new-game]").click()
    yield from _dialog(page, "bots", "dialog [data-command=bots]")


def _at_table(page: Page) -> Iterator[str]:
    """Each screen of the companion for games with real tiles."""
    page.locator("#home [data-command=companion]").click()
    yield "companion"
    for door in ("setup/who", "score/who", "farm/who"):
        page.locator(f"dialog [data-value='{door}']").click()
        if door == "setup/who":
            for seat, name in enumerate(("Ana", "Bo")):
                page.locator(f"dialog [name=name-{seat}]").fill(name)
        while page.locator("dialog .table-ways .primary").count():
            yield f"companion {page.locator('#dialog-title').inner_text()}"
            page.locator("dialog .table-ways .primary").click()
    page.locator("dialog [data-value='look/space']").click()
    page.locator("dialog [data-value='entry/forest']").wait_for()
    yield "companion look-up"
    page.locator("#agricola-find").fill("well")
    page.locator("dialog [data-value='entry/well']").first.click()
    yield "companion entry"
    page.locator("dialog [data-command=close]").click()
    page.locator("dialog [data-value='rounds/now']").click()
    yield "companion round"
    page.locator("dialog [data-value='rounds/who']").click()
    yield "companion rounds"
    page.locator("dialog [data-value=doors]").click()
    page.locator("dialog [data-value='deal/who']").click()
    yield "companion deal"
    page.locator("dialog [data-value='way:4']").click()
    page.locator("dialog [data-value='deal/steps']").click()
    yield "companion steps"
    page.locator("dialog [data-value='deal/rules']").click()
    yield "companion house rules"
    page.locator("dialog [data-value=doors]").click()
    yield from _evenings(page)
    yield from _campaigns(page)
    yield from _written(page)


def _evenings(page: Page) -> Iterator[str]:
    """Games that were played, of which there is one; a match; a person; the clock."""
    page.locator("dialog [data-value='played/list']").click()
    page.locator("dialog [data-value^='played/']:has(.were-there)").first.click()
    page.locator("dialog [data-value^='match:']").last.click()
    page.locator("dialog [data-value^='match/']").click()
    yield "companion match"
    page.locator("dialog .table-ways [data-value^='played/']").click()
    page.locator("dialog .table-ways [data-value='played/list']").first.click()
    page.locator("dialog [data-value='years/0/']").click()
    page.locator("dialog [data-value='person/ana']").click()
    yield "companion person"
    for place in ("years/0/", "played/list", "doors", "clock/now", "clock:0", "clock:pause"):
        page.locator(f"dialog [data-value='{place}']").first.click()
    yield "companion clock"
    page.locator("dialog [data-value=doors]").click()


def _campaigns(page: Page) -> Iterator[str]:
    """Campaigns of Agricola; anew, for the walk may have been here before."""
    for place in ("campaign/who", "clear:all", "campaign/0", "end:0"):
        page.locator(f"dialog [data-value='{place}']").last.click()
    yield "companion campaign"
    page.locator("dialog [data-value='campaign/result']").click()
    yield "companion standings"
    page.locator("dialog [data-value=doors]").click()
    for place in ("alone/now", "alone/games", "clear:all", "alone/now"):
        page.locator(f"dialog [data-value='{place}']").last.click()
    page.locator("dialog [name=occupation-0]").fill("Baker")
    for tap in ["score:10"] * 5 + ["end:game"]:
        page.locator(f"dialog [data-value='{tap}']").click()
    yield "companion alone"
    page.locator("dialog [data-value=doors]").click()


def _written(page: Page) -> Iterator[str]:
    """A game with real tiles that is written down."""
    page.locator("dialog [data-value='write/who']").click()
    page.locator("dialog [name=kind-0]").select_option("person")
    for place in ("write/start", "write/begin"):
        page.locator(f"dialog [data-value='{place}']").click()
    yield "written jungle"
    for left in (2, 1):
        expect(page.locator("#display span.slot")).to_have_count(left)
        page.locator("#content [data-command=reveal]").first.click()
    expect(page.locator("#content [data-command=turned]").first).to_be_visible()
    yield "written workers"
    page.locator("#game [data-command=home]").first.click()
    expect(page.locator("#home")).to_be_visible()
    yield from _laid(page)


def _laid(page: Page) -> Iterator[str]:
    """A table that is laid as it lies, with a computer; then its tiles are drawn."""
    page.locator("#home [data-command=companion]").click()
    page.locator("dialog [data-value='write/who']").click()
    page.locator("dialog [name=kind-0]").select_option("computer")
    for place in ("write/start", "write/lay"):
        page.locator(f"dialog [data-value='{place}']").click()
    for tap in ("page:0", "tile:2101"):
        page.locator(f"#content [data-value='{tap}']").click()
    page.locator("#board-targets [data-cell='1,0']").click()
    yield "laying tiles"
    page.locator("#content [data-value='page:boards']").click()
    yield "laying boards"
    page.locator("#content [data-value='page:1']").click()
    page.locator("#content [data-value='tile:1111']").click()
    page.locator("#board-targets [data-cell='0,-1']").click()
    page.locator("#content [data-value='page:onward']").click()
    yield "laying problems"
    page.locator("#content [data-value='page:jungle']").click()
    page.locator("#content [data-value='tile:M4']").click()
    page.locator("#board-targets [data-cell='1,-1']").click()
    page.locator("#content [data-value='page:onward']").click()
    page.locator("#content [data-value='begin:0']").click()
    for left in (2, 1):
        expect(page.locator("#display span.slot")).to_have_count(left)
        page.locator("#content [data-command=reveal]").first.click()
    expect(page.locator("#content [data-value='3100']")).to_be_visible()
    yield "written draw"
    page.locator("#game [data-command=home]").first.click()
    expect(page.locator("#home")).to_be_visible()


def _dialog(page: Page, name: str, opener: str) -> Iterator[str]:
    page.locator(opener).first.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    yield name
    close(page)


def close(page: Page) -> None:
    """Close whatever lies over the page: a dialog, and those that come back then."""
    cross = page.locator("dialog[open] header [data-command=close]")
    cross.click()
    while cross.is_visible():
        cross.click()
    expect(page.locator("dialog[open]")).to_have_count(0)


_FOLLOW: Final = """fragment => new Promise(heard => {
    addEventListener("hashchange", () => heard(), { once: true }); // after the page
    location.hash = fragment;
})"""


def go(page: Page, fragment: str) -> None:
    """Open a link in the page."""
    page.evaluate(_FOLLOW, fragment)
    expect(page.locator("#game")).to_be_visible()


def has_several_stops(game: Game) -> bool:
    return game.phase is Phase.ACTIVATE and len(plans.stops(game)) == 2


def _placing(page: Page) -> Iterator[str]:
    go(page, link(record_where(lambda game: game.phase is Phase.PLACE and len(game.jungle) > 9)))
    yield "covered"
    page.locator("[data-command=uncover]").click()
    yield "placing"
    page.locator("#content [data-command=hint]").click()
    expect(page.locator("#hints .hint").first).to_be_visible()
    yield "hints"
    page.locator("#hints .advice > .round").click()
    page.locator("#board-targets .target").first.click()
    yield "placing, chosen"
    for name, opener in (("boards", "#boards"), ("sheet", "#bar [popovertarget=side]")):
        if page.locator(opener).is_visible():
            page.locator(opener).click()
            yield name
            if name == "boards":
                page.keyboard.press("Escape")
    page.locator("#turns .turn").nth(2).click()
    yield "looking back"


def _workers(page: Page) -> Iterator[str]:
    go(page, link(record_where(lambda game: game.phase is Phase.FILL, 4, 7)))
    yield "filling"
    go(page, link(record_where(has_several_stops, 4, 8)))
    yield "activating"
    page.locator("#singly").click()
    yield "activating, one by one"
    page.locator(".stops .amounts button").last.click()
    expect(page.locator("#content .stops")).to_have_count(0)
    yield "after single choices"
    yield from _dialog(page, "share", "#bar [data-command=share]")
    yield from _dialog(page, "settings in a game", "#bar [data-command=settings]")


def _ends(page: Page) -> Iterator[str]:
    go(page, link(finished(4, 5)))
    expect(page.locator("dialog .scores")).to_be_visible()
    yield "result"
    page.locator("dialog [data-command=share]").click()
    page.locator("dialog [data-command=picture]").click()
    expect(page.locator("dialog img.picture-card")).to_be_visible()
    yield "picture"
    close(page)
    yield "over"


def _analysis(page: Page) -> Iterator[str]:
    go(page, link(finished(4, 5)))
    close(page)
    page.locator("#analyse").click()
    expect(page.locator(".costly .turn").first).to_be_visible()
    yield "analysis"
    page.locator(".costly .turn").first.click()
    yield "analysed"
    page.locator(".reviewed .better").first.click()
    yield "variation"


def study() -> str:
    """The text of a study of two chapters, the first one with notes on its second turn."""
    record = finished(2, 5)
    turn = record.turns()[1]
    other = next(move for move in record.game(turn.at).legal_moves() if move != turn.moves[0])
    notes = Notes(
        {"x-study": "Opening traps", "x-chapter": "A quiet start"},
        {0: "What does Purple miss?", 2: "[%marks 0,0>1,1] Water comes first."},
        [Variation(2, (other,), "[%eval 1.3,0.61] safer")],
    )
    return record.with_notes(notes).to_text() + "\n" + finished(2, 6).to_text()


def _study(page: Page) -> Iterator[str]:
    page.locator("#home [data-command=open]").click()
    page.locator("dialog textarea").fill(study())
    page.locator("dialog [type=submit]").click()
    expect(page.locator("#coach")).to_contain_text("1")
    yield "study"
    page.locator("#content [data-command=after]").click()
    expect(page.locator("[id='tried-0']")).to_be_visible()
    yield "study, a turn with notes"
    yield from _dialog(page, "chapters", "#chapters")
    yield from _dialog(page, "share with notes", "#bar [data-command=share]")
    page.locator("#bar [data-command=home]").click()
    yield from _dialog(page, "study in the list", "#saves [data-command=study-menu]")


def _mistakes(page: Page) -> Iterator[str]:
    go(page, link(finished(2, 5)))
    close(page)
    page.locator("#analyse").click()
    page.locator("#mistakes").click()
    expect(page.locator("#mistake-show")).to_be_visible()
    yield "mistake"
    yield from _shown(page, "mistake", "the better turn")
    page.locator("#mistake-again").click()
    _until_judged(page, -1)
    yield "mistake, judged"


def _shown(page: Page, task: str, turn: str) -> Iterator[str]:
    """The turn that was asked for is played, step by step."""
    page.locator(f"#{task}-show").click()
    yield f"{task}, {turn}"
    while page.locator(f"#{task}-step[aria-disabled]").count() == 0:
        page.locator(f"#{task}-step").click()
    yield f"{task}, the end of {turn}"


def _until_judged(page: Page, choice: int) -> None:
    """Decide a task by the first legal moves or the last."""
    while not page.locator("#coach :is(.reached, .missed)").count():
        if moves := page.evaluate("cacao.legalMoves()"):
            page.evaluate("move => cacao.play(move)", moves[choice])
        page.evaluate("cacao.settled()")


def _links(page: Page) -> Iterator[str]:
    record = record_where(lambda game: game.phase is Phase.PLACE and len(game.jungle) > 9, 3, 20)
    page.evaluate("fragment => { location.hash = fragment }", link(record, by_link=True))
    yield from _answered(page, "who", "[data-command=be][data-value='1']")
    expect(page.locator("#hand-over, #board-targets .target, #now").first).to_be_visible()
    yield "by link"
    earlier = link(record.up_to(len(record.moves) - 3), by_link=True)
    page.evaluate("fragment => { location.hash = fragment }", earlier)
    yield from _answered(page, "known", "[data-command=keep-own]")


def _answered(page: Page, name: str, answer: str) -> Iterator[str]:
    button = page.locator(f"dialog[open] {answer}")
    expect(button).to_be_visible()
    yield name
    button.click()


def _lesson(page: Page) -> Iterator[str]:
    page.evaluate("location.hash = 'learn'")
    yield "learning, the first card"
    page.locator("#coach-wins").click()
    yield "how to win"
    page.locator("dialog [data-command=learn-on]").click()
    expect(page.locator("#coach-show")).to_be_visible()
    yield "learning"
    page.keyboard.press("0")
    page.locator("#board-targets .target").first.click()
    page.locator("#content [data-command=confirm]").click()
    expect(page.locator("#coach .missed")).to_be_visible()
    yield "learning, another move"


def _early() -> Puzzle:
    """A puzzle after which the game goes on."""
    found = (one for one in puzzles.load() if one.kind == "gold")
    return next(one for one in found if one.record.game().players[one.seat].tiles_left > 3)


def _puzzles(page: Page) -> Iterator[str]:
    page.locator("#home [data-command=puzzles]").click()
    expect(page.locator("dialog [data-command=puzzle-any]")).to_be_visible()
    yield "puzzles"
    page.locator("dialog [data-value=puzzle-themes]").click()
    expect(page.locator("dialog .puzzle-list").first).to_be_visible()
    yield "puzzle themes"
    page.locator("dialog [data-command=puzzles]").click()
    page.locator("dialog [data-command=storm]").click()
    yield "puzzle storm"
    page.locator("dialog [data-command=storm-begin][data-value=calm]").click()
    expect(page.locator("#storm-skip")).to_be_visible()
    page.locator("#bar [data-command=home]").click()  # its puzzle may be the one that follows
    expect(page.locator("#home")).to_be_visible()
    page.evaluate("id => { location.hash = 'puzzle=' + id }", _early().id)
    expect(page.locator("#puzzle-hint")).to_be_visible()
    yield "puzzle"
    page.locator("#puzzle-hint").click()
    page.locator("#puzzle-hint").click()
    expect(page.locator("#board-stars .meant")).to_be_visible()
    yield "puzzle, both hints"
    yield from _shown(page, "puzzle", "the best turn")
    yield from _dialog(page, "going on from a puzzle", "#puzzle-on")
    page.locator("#puzzle-again").click()
    _until_judged(page, 0)
    yield "puzzle, judged"


def _saved(page: Page) -> Iterator[str]:
    go(page, link(finished()))
    close(page)
    page.evaluate("localStorage.setItem('cacao.game.damaged', '{\"version\": 2, oh')")
    page.locator("#bar [data-command=home]").click()
    expect(page.locator("#home")).to_be_visible()
    yield "home with games"
    yield from _dialog(page, "damaged", "#saves .damaged, #saves [data-value=damaged]")
    page.locator("#saves [data-command=saved-game]").last.click()
    yield "saved game"
    page.locator("dialog [data-command=delete]").click()
    expect(page.locator("#notice")).to_be_visible()
    yield "notice"


def _together(page: Page) -> Iterator[str]:
    """Games with other devices; the guests are not pages, but their devices."""
    guests = []
    page.locator("#home [data-command=new-game]").click()
    page.locator("#play-together").click()
    page.locator("[name=kind-2]").select_option("elsewhere")
    page.locator("[name=first]").select_option("0")
    yield "new game with other devices"
    page.locator("dialog .primary.big").click()
    expect(page.locator("dialog .qr")).to_be_visible()
    yield "invite"
    guests.append(fair.Device.join(_message(page)))
    page.locator("#take-answer input").fill(guests[0].message())
    page.locator("#take-answer button").click()
    expect(page.locator("#dialog-title")).to_contain_text("3")
    close(page)
    yield "gathering"
    page.locator("#invite").click()
    expect(page.locator("dialog .qr")).to_be_visible()
    guests.append(fair.Device.join(_message(page)))
    page.locator("#take-answer input").fill(guests[1].message())
    page.locator("#take-answer button").click()
    page.locator("#send-on").click()
    yield "everybody is there"
    message = _message(page)
    for guest in guests:
        guest.receive(message)
        page.evaluate("fragment => { location.hash = fragment }", guest.message())
    expect(page.locator("#board-targets .target").first).to_be_attached()
    while not page.locator("#send-on").count():
        page.evaluate("cacao.play(cacao.legalMoves()[0])")
    yield "going on by link"
    yield from _dialog(page, "send on", "#send-on")
    others = fair.Device.host(3, (0,), ("Ana", "Bo", "Cleo"), options="rpw").message()
    page.evaluate("fragment => { location.hash = fragment }", others)
    yield from _answered(page, "join", ".primary.big")
    expect(page.locator("dialog .present")).to_be_visible()
    yield "reply"
    page.evaluate("fragment => { location.hash = fragment }", f"{others[:-2]}xx")
    yield from _answered(page, "damaged link", ".primary[data-command=close]")


def _message(page: Page) -> str:
    """The message in the link of the open dialog."""
    link = page.locator("#link")
    expect(link).to_have_value(re.compile("#f"))
    return link.input_value().partition("#")[2].partition("&")[0]


WALKS: Final[dict[str, Callable[[Page], Iterator[str]]]] = {
    "first screen": _first_screen,
    "at the table": _at_table,
    "placing": _placing,
    "filling and workers": _workers,
    "end": _ends,
    "analysis": _analysis,
    "study": _study,
    "mistakes": _mistakes,
    "links": _links,
    "together": _together,
    "lesson": _lesson,
    "puzzles": _puzzles,
    "saved games": _saved,
}
"""Each goes on from a page that has just been opened, and yields a name for each place."""


def by_day(names: Iterable[str], kept: str) -> list[Any]:
    """Parameters of a test that goes some walks: one always, the others only every night."""
    others = (pytest.param(name, marks=pytest.mark.nightly) for name in names if name != kept)
    return [kept, *others]
