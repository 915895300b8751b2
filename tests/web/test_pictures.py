"""Pictures and films of a game: drawn, chosen, saved, copied and handed on."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Awaitable, Callable
from pathlib import Path
from re import findall, search
from xml.etree import ElementTree

import pytest

from cacao_core import Record
from cacao_core.moves import turn_starts, turns_begun
from cacao_core.notes import Notes
from cacao_web.features.daily.model import DailyResult
from cacao_web.features.daily.view import card
from cacao_web.game.players import ELSEWHERE, Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.ui import i18n
from tests.core.helpers import example
from tests.web.driven import App, run, settled, started, within
from tests.web.standin import StandIn
from tests.web.test_i18n import compiled

WEB = Path(__file__).parents[2] / "web"
OVER = example("golden_v1_2_seed")
SVG = "{http://www.w3.org/2000/svg}"


def shown(page: StandIn) -> ElementTree.Element:
    """The picture in the dialog."""
    found = search(r'src="data:image/svg\+xml;base64,([^"]+)"', page.dialog)
    assert found
    return ElementTree.fromstring(b64decode(found[1]))


def pictured(
    scenario: Callable[[StandIn, App, Session], Awaitable[None]], record: Record = OVER
) -> None:
    """Run a scenario with the picture of a game on the page."""

    async def play() -> None:
        page = StandIn()
        page.shares = True
        app = await started(page)
        session = Session("x", record, (Sitter("Ana & <b>", "person", "white"), Sitter("Bo")))
        app.enter(session)
        page.intent("picture", "")
        await settled(app)
        await scenario(page, app, session)

    run(play)


@within(pictured)
async def test_picture_tells_the_result_and_is_handed_on(
    page: StandIn, app: App, session: Session
) -> None:
    drawn = shown(page)
    said = "".join(drawn.itertext())
    assert (drawn.get("width"), drawn.get("height")) == ("1200", "630")
    winner = session.sitters[session.game.winners()[0]].name
    assert f"{winner} wins" in said
    assert "Ana & <b>" in said
    for score in session.game.score():
        assert str(score.total).replace("-", "\N{MINUS SIGN}") in said
    light = ElementTree.tostring(shown(page))
    page.write("shape", "square")
    page.write("shape", "round")
    page.write("picture-theme", "dark")
    await settled(app)
    drawn = shown(page)
    assert (drawn.get("width"), drawn.get("height")) == ("1080", "1080")
    assert ElementTree.tostring(drawn) != light
    for how in ("save", "copy", "send"):
        page.intent(f"picture-{how}", "")
        await settled(app)
    assert [how for _svg, _name, how in page.pictures] == ["save", "copy", "send"]
    names = {name for _svg, name, _how in page.pictures}
    page.intent("picture-save", "")
    await settled(app)
    assert f"Saved as {min(names)}" in page.regions["notice"]
    page.intent("picture-copy", "")
    await settled(app)
    assert names == {f"cacao-2026-11-20-{len(OVER.moves)}.png"}
    assert all(svg.startswith("<svg") for svg, _name, _how in page.pictures)
    assert "Picture copied." in page.regions["notice"]
    page.shares = False
    page.intent("picture-copy", "")
    await settled(app)
    assert "cannot do that" in page.regions["notice"]


def test_marks_of_a_turn_are_in_the_picture() -> None:
    noted = OVER.with_notes(Notes(comments={1: "[%marks 0,0 0,0>1,0]"}))

    async def scenario(page: StandIn, app: App, _session: Session) -> None:
        before = shapes(page)
        page.intent("close", "")
        page.intent("look", "0")
        page.intent("picture", "")
        await settled(app)
        assert shapes(page) == (before[0] + 1, before[1] + 2)

    def shapes(page: StandIn) -> tuple[int, int]:
        large = [one for one in shown(page).iter(f"{SVG}circle") if one.get("r") == "42"]
        return len(list(shown(page).iter(f"{SVG}polygon"))), len(large)

    pictured(scenario, noted)


@within(pictured)
async def test_earlier_position_is_pictured_as_it_is_shown(
    page: StandIn, app: App, session: Session
) -> None:
    late = "".join(shown(page).itertext())
    page.intent("close", "")
    page.intent("look", "0")
    page.intent("picture", "")
    await settled(app)
    early = "".join(shown(page).itertext())
    assert early != late
    assert "wins" not in early
    assert len(session.shown_moves) == 0


def test_finished_game_is_saved_as_a_film_and_no_other() -> None:
    async def finished(page: StandIn, app: App, _session: Session) -> None:
        assert "film-save" in page.dialog
        page.intent("film-save", "")
        await settled(app)
        [(name, film)] = page.files.items()
        assert name == "cacao-2026-11-20.html"
        assert f"Saved as {name}" in page.regions["notice"]
        assert film.startswith("<!doctype html>")

    async def unfinished(page: StandIn, app: App, _session: Session) -> None:
        assert "film-save" not in page.dialog
        page.intent("film-save", "")
        await settled(app)
        assert not page.files

    pictured(finished)
    pictured(unfinished, OVER.up_to(20))


@within(pictured)
async def test_finished_game_is_printed_on_one_sheet(
    page: StandIn, app: App, session: Session
) -> None:
    page.intent("print-sheet", "")
    await settled(app)
    [(sheet, _name, how)] = page.pictures
    assert how == "print"
    drawn = ElementTree.fromstring(sheet)
    assert (drawn.get("width"), drawn.get("height")) == ("794", "1123")
    said = "".join(drawn.itertext())
    for turn in session.record.turns():
        assert str(turn.moves[0]) in said
    page.intent("printing", "")  # by the browser itself: the same
    assert page.pictures == [(sheet, "", "print")] * 2
    page.intent("close", "")
    page.intent("printing", "")  # the page as it is
    assert len(page.pictures) == 2


def test_film_and_sheet_speak_the_language_of_the_page() -> None:
    async def scenario(page: StandIn, app: App, _session: Session) -> None:
        i18n.switch("de", compiled("de"))
        page.intent("print-sheet", "")
        page.intent("film-save", "")
        await settled(app)
        assert "Wasser" in page.pictures[0][0]
        [film] = page.files.values()
        assert '<html lang="de">' in film
        assert "Vor dem ersten Zug" in film
        assert "The first position" not in film

    pictured(scenario)


def test_link_is_sent_with_a_sentence() -> None:
    starts = turn_starts(OVER.moves)
    half = OVER.up_to(starts[6])
    seat = half.game().to_move
    assert seat is not None
    people = [Sitter("Ana"), Sitter("Bo")]
    told = link.cover(tuple(people), half)
    assert told.startswith("Cacao: Ana · Bo. Turn ")
    people[seat] = Sitter("Cy", ELSEWHERE)
    number = turns_begun(half.moves) + 1
    assert link.cover(tuple(people), half) == f"Your turn, Cy: Cacao, turn {number}."
    assert link.cover((Sitter("Ana"), Sitter("Bo")), OVER) == "Cacao: Ana · Bo. The game is over."


@pytest.mark.parametrize(
    ("played", "rows"),
    [
        (DailyResult("easy", 54, 38, 1.0), ["🙂🍫🍫🍫🍫🍫 54🏆", "🤖🍫🍫🍫🍫 38"]),
        (DailyResult("easy", -4, 38, 0.0), ["🙂 -4", "🤖🍫🍫🍫🍫 38🏆"]),
        (DailyResult("easy", 40, 40, 0.5), ["🙂🍫🍫🍫🍫 40🏆", "🤖🍫🍫🍫🍫 40🏆"]),
    ],
)
def test_daily_result_has_its_card(played: DailyResult, rows: list[str]) -> None:
    assert card(played).splitlines() == rows


@within(pictured)
async def test_buttons_after_a_game_end_with_the_next_one(
    page: StandIn, app: App, session: Session
) -> None:
    """It stays in sight. A picture is among what can be shared."""
    page.intent("result", "")
    bar = page.dialog.rpartition('class="buttons"')[2]
    assert findall('data-command="([^"]+)"', bar) == ["look", "analyse", "share", "rematch"]
    assert "icon-prev" not in bar
    page.intent("share", "")
    assert 'data-command="picture"' in page.dialog
