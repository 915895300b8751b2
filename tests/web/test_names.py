"""Names in sentences and lists, of people who write from right to left; odd names of before."""

from __future__ import annotations

import json
from html import unescape
from html.parser import HTMLParser
from random import Random

import pytest

from cacao_core import Deal, Game, Record
from cacao_web.browser.store import MemoryStore
from cacao_web.game.players import ELSEWHERE, Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.game.setup.form import Setup
from cacao_web.game.setup.names import named
from cacao_web.saves.codec import from_json, to_json
from cacao_web.ui.i18n import all_of, isolated
from tests.core.helpers import play_at_random
from tests.web.driven import App, awaited, begin, settled, started
from tests.web.standin import StandIn
from tests.web.test_mistakes import RECORD, whole_review

NOA, OMAR, LEA = "נועה 5", "عمر", "לאה"
ODD = ("\u3164", "\u200b", "\U0001d159", "\u202e")


class Texts(HTMLParser):
    """All texts of markup, but those of fields."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._is_field = False
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_field = tag in ("option", "textarea")
        self.found += [
            value or ""
            for name, value in attrs
            if name in ("aria-label", "title", "aria-description", "data-label")
        ]

    def handle_data(self, data: str) -> None:
        if not self._is_field:
            self.found.append(data)


def bare(page: StandIn) -> list[str]:
    """Texts of the page with a name that stands free among other letters."""
    texts = [*page.said, *page.told, *page.shared]
    for region in (*page.regions.values(), page.dialog):
        texts += Texts(region).found
    free = []
    for text in map(unescape, texts):
        rest = text
        for name in (NOA, OMAR, LEA):
            rest = rest.replace(isolated(name), "")
        free += [text for name in (NOA, OMAR, LEA) if name in rest]
    return free


def finished() -> Record:
    deal = Deal.shuffled(3, 7)
    return Record(deal, list(play_at_random(Game(deal), Random(7))), (NOA, OMAR, LEA))


STEPS = (
    ("uncover", ""), ("share", ""), ("close", ""), ("village", "1"), ("close", ""),
    ("look", "20"), ("look", "30"), ("escape", ""), ("result", ""), ("picture", ""), ("close", ""),
    ("home", ""), ("saved-game", "x"), ("close", ""), ("settings", ""), ("close", ""),
    ("rematch", ""),
)  # fmt: skip


RARELY = [pytest.param([at], marks=pytest.mark.nightly) for at in (0, 40, 42, 44, 45)]
"""More positions, whose kinds are among the usual ones."""


@pytest.mark.parametrize("positions", [[41, 43, 999], *RARELY])
@awaited
async def test_names_are_isolated_wherever_they_are_told(positions: list[int]) -> None:
    people = (Sitter(NOA), Sitter(OMAR), Sitter(LEA, "newcomer"))
    shown = 0
    for moves in positions:
        store, page = MemoryStore(), StandIn()
        upto = min(moves, len(finished().moves))
        session = Session("x", finished().up_to(upto), people)
        store.set("cacao.game.x", to_json(session, "2026-11-20"))
        app = await started(page, store)
        page.intent("resume", "x")
        await settled(app)
        for command, value in STEPS:
            page.intent(command, value)
            await settled(app)
            assert bare(page) == [], (moves, command)
            shown += any("\u2068" in region for region in page.regions.values())
        app.table.leave()
    assert shown > 12 * len(positions)


@awaited
async def test_names_are_isolated_in_analyses() -> None:
    page = StandIn()
    page.wide = True
    app = await started(page)
    app.enter(Session("x", RECORD, (Sitter(NOA), Sitter(OMAR))))
    app.analysis.show(whole_review())
    for command, value in (
        ("next-costly", ""), ("vary", "0"), ("vary", "1"), ("mistakes", ""),
        ("mistake-show", ""), ("mistakes-leave", ""),
    ):  # fmt: skip
        page.intent(command, value)
        await settled(app)
        assert bare(page) == [], command
        assert isolated(NOA) in "".join(page.regions.values())


@awaited
async def test_names_are_isolated_with_other_devices(page: StandIn, app: App) -> None:
    begin(page, kind_1=ELSEWHERE, name_0=NOA, name_1=OMAR)
    await settled(app)
    for command, value in (("share", ""), ("close", ""), ("invite", "1"), ("copy-link", "")):
        page.intent(command, value)
        await settled(app)
        assert bare(page) == [], command
    assert any(isolated(OMAR) in unescape(text) for text in (page.dialog, *page.shared))
    people = (Sitter(NOA), Sitter(OMAR), Sitter(LEA))
    assert isolated(NOA) in link.cover(people, finished().up_to(0))
    assert "\u2068" not in link.fragment(finished(), people)


def test_isolated_names_are_those_that_turn_the_sentence() -> None:
    assert [isolated(name) for name in ("Ana", "Ñico", "東京", "🦊")] == [
        "Ana",
        "Ñico",
        "東京",
        "🦊",
    ]
    for name in (NOA, OMAR, LEA, "٣"):
        assert isolated(name) == f"\u2068{name}\u2069"
    assert all_of([isolated(NOA), "Inés"]) == f"\u2068{NOA}\u2069 and Inés"


@pytest.mark.parametrize("odd", ODD)
@awaited
async def test_saved_game_opens_whatever_somebody_was_called(odd: str) -> None:
    record = Record(Deal.shuffled(2, 7), seats=("Ana", "Bo"))
    stored = json.loads(to_json(Session("x", record, (Sitter("Ana"), Sitter("Bo"))), "2026-11-20"))
    stored["record"] = stored["record"].replace("Bo", odd)
    opened = from_json("x", json.dumps(stored)).session
    assert [sitter.name for sitter in opened.sitters] == ["Ana", "Player 2"]
    store, page = MemoryStore(), StandIn()
    store.set("cacao.game.x", json.dumps(stored))
    app = await started(page, store)
    assert "damaged" not in page.regions["saves"]
    page.intent("resume", "x")
    assert app.game.sitters == opened.sitters
    app.table.leave()


@pytest.mark.parametrize("odd", ODD)
def test_link_opens_whatever_somebody_is_called(odd: str) -> None:
    record = Record(Deal.shuffled(3, 7), seats=("Ana", "Bo", "Cem"))
    people = (Sitter("Ana"), Sitter(odd), Sitter("Cem"))
    read = link.read(link.fragment(record, people))
    assert [sitter.name for sitter in read.sitters] == ["Ana", "Player 2", "Cem"]
    assert read.record.seats == ("Ana", "Player 2", "Cem")


def test_name_that_shows_nothing_is_no_name_in_the_form() -> None:
    form = Setup(name="\u3164")
    form.names[1] = "\u200b"
    form.kinds[1] = "person"
    form.first = "0"
    assert [sitter.name for sitter in form.sitters(Random(1))] == ["Player 1", "Player 2"]


def test_computer_gets_no_name_that_looks_like_anothers() -> None:
    for name in ("otto", "Ｏｔｔｏ", "O\u200btto"):
        players = named((Sitter(name), Sitter("", "medium")))
        assert players[1].name == "Luna"
