"""Studies: files of several games are one thing, with a title and chapters."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from cacao_core import Deal, Record
from cacao_core.notes import Notes
from cacao_web.browser.store import MemoryStore
from cacao_web.features.analysis.trying import variations
from cacao_web.game.origin import About
from cacao_web.saves import game_file
from tests.web.driven import App, awaited, settled, started
from tests.web.standin import StandIn
from tests.web.test_library import listed, store_of
from tests.web.test_mistakes import RECORD
from tests.web.test_tries import STARTS, other_turn

NOTED = variations.added(RECORD, 3, other_turn(3), variations.Value(1.0, 0.5))
CHAPTERS = (
    NOTED.with_notes(
        Notes(
            {"x-study": "Opening traps", "x-chapter": "A quiet start", "x-event": "at home"},
            {0: "What is this about?", 3: "Look here."},
            NOTED.notes.variations,
        )
    ),
    RECORD.with_notes(Notes(comments={5: "The same game, another idea."})),
    Record(Deal.shuffled(2, 3), [], ("Ana", "Bo")),
)
TEXT = "\n".join(one.to_text() for one in CHAPTERS)


def drop(page: StandIn, text: str, file: str = "my traps.txt") -> None:
    """Drop a file on the page."""
    page.bots.bring(file, text.encode(), False)


class Ticking(StandIn):
    """A page whose clock goes on with every look at it."""

    def now(self) -> str:
        self.time = (datetime.fromisoformat(self.time) + timedelta(milliseconds=1)).isoformat()
        return self.time


async def opened(store: MemoryStore, text: str = TEXT) -> tuple[StandIn, App]:
    page = Ticking()
    app = await started(page, store)
    drop(page, text)
    return page, app


@awaited
async def test_file_of_several_games_opens_as_one_study() -> None:
    page, app = await opened(store_of(2))
    session = app.game
    assert session.title == "A quiet start"
    assert session.look.at == 0, "a finished game is shown from its beginning"
    assert "Opening traps" in page.regions["coach"]
    assert "Chapter 1 of 3: A quiet start" in page.regions["coach"]
    assert "3 games added" in page.regions["notice"]
    assert dict(session.record.notes.headers) == {"x-event": "at home"}
    page.intent("next-chapter", "")
    assert app.game.record.notes.comments == {5: "The same game, another idea."}
    page.intent("next-chapter", "")
    assert "Chapter 3 of 3: " in page.regions["coach"]
    assert "next-chapter" not in page.regions["coach"]
    page.intent("next-chapter", "")
    assert "Chapter 3 of 3: " in page.regions["coach"]
    page.intent("home", "")
    assert len(listed(page)) == 3, "it is listed as one"
    assert page.regions["saves"].count("Study of 3 games") == 1


@awaited
async def test_chapters_are_in_a_list() -> None:
    page, app = await opened(MemoryStore())
    study = app.game.about.chapter.study
    page.intent("study-menu", study)
    assert re.findall(r"<b>(\d\. [^<]*)", page.dialog) == [
        "1. A quiet start",
        "2. Ana · hard",
        "3. Ana · Bo",
    ]
    assert "What is this about?" in page.dialog
    assert page.dialog.count('aria-current="true"') == 1
    ids = app.saves.studies()[study]
    page.intent("chapter", ids[1])
    assert app.game.id == ids[1]
    page.intent("home", "")
    page.intent("study", study)
    assert app.game.id == ids[1], "it goes on with the chapter that was open last"


@awaited
async def test_chapters_change_their_order() -> None:
    page, app = await opened(MemoryStore())
    study = app.game.about.chapter.study
    first, second, third = app.saves.studies()[study]
    page.intent("study-menu", study)
    assert "raise-chapter" not in page.dialog, "one of them is on the board"
    page.intent("home", "")
    page.intent("study-menu", study)
    assert page.dialog.count('data-command="raise-chapter"') == 2
    whens = [app.saves.load(id).when for id in (first, second, third)]
    page.intent("raise-chapter", third)
    page.intent("raise-chapter", third)
    page.intent("raise-chapter", third)
    assert app.saves.studies()[study] == [third, first, second]
    assert re.findall(r"<b>(\d)\. ([^<]*)", page.dialog)[0] == ("1", "Ana · Bo")
    assert [app.saves.load(id).when for id in (first, second, third)] == whens
    page.intent("chapter", third)
    page.intent("next-chapter", "")
    assert app.game.id == first


@awaited
async def test_chapter_that_is_opened_again_shows_no_result() -> None:
    page, app = await opened(MemoryStore())
    page.intent("home", "")
    page.intent("resume", app.saves.ids()[0])
    await settled(app)
    assert app.game.about.chapter.study
    assert not app.dialog, "nobody here has played it"


@awaited
async def test_study_without_a_title_is_called_after_its_file() -> None:
    text = "\n".join(Record(Deal.shuffled(2, seed)).to_text() for seed in (1, 2))
    page, app = await opened(MemoryStore(), text)
    assert app.game.about.chapter.title == "my traps"
    page.intent("home", "")
    page.intent("open", "")
    page.write("link", text.replace("seed: ", "seed: 9"))
    page.intent("open-pasted", "")
    assert "Study of 2 games" in page.regions["coach"]


@awaited
async def test_study_is_saved_as_one_file_and_comes_back_from_it() -> None:
    store = MemoryStore()
    page, app = await opened(store)
    study = app.game.about.chapter.study
    page.intent("home", "")
    page.intent("study-menu", study)
    page.write("title", "  Traps   and tricks ")
    page.intent("rename-study", "")
    assert "Traps and tricks" in page.regions["saves"]
    page.intent("export-study", study)
    [(file, text)] = page.files.items()
    assert file.endswith(".txt")
    found = game_file.unpack(text)
    assert found.title == "Traps and tricks"
    other, elsewhere = await opened(MemoryStore(), text)
    assert "Traps and tricks" in other.regions["coach"]
    for one, two in zip(
        app.saves.studies()[study],
        elsewhere.saves.studies()[elsewhere.game.about.chapter.study],
        strict=True,
    ):
        first, second = app.saves.load(one).session, elsewhere.saves.load(two).session
        assert first.record == second.record
        assert first.about.title == second.about.title
    drop(page, text)
    assert "3 were already here" in page.regions["notice"]
    assert list(app.saves.studies()) == [study], "it is not there twice"
    assert app.game.about.chapter.study == study


@awaited
async def test_later_edition_of_a_study_adds_to_it() -> None:
    page, app = await opened(MemoryStore())
    more = CHAPTERS[1].with_notes(Notes(comments={6: "And this."})).to_text()
    new = Record(Deal.shuffled(3, 8)).to_text()
    drop(page, f"{CHAPTERS[0].to_text()}\n{more}\n{new}")
    [ids] = app.saves.studies().values()
    assert len(ids) == 4
    assert app.saves.load(ids[1]).session.record.notes.comments == {
        5: "The same game, another idea.",
        6: "And this.",
    }


@awaited
async def test_file_with_few_games_of_a_study_is_another_study() -> None:
    page, app = await opened(MemoryStore())
    others = [Record(Deal.shuffled(2, seed)).to_text() for seed in (20, 21)]
    drop(page, "\n".join([CHAPTERS[1].to_text(), *others]), "best games.txt")
    assert "best games" in page.regions["coach"]
    assert [len(ids) for ids in app.saves.studies().values()] == [3, 3]


@awaited
async def test_study_is_deleted_as_one_and_comes_back() -> None:
    store = store_of(2)
    page, app = await opened(store)
    study = app.game.about.chapter.study
    page.intent("home", "")
    before = {name: store.get(name) for name in store.names()}
    page.intent("study-menu", study)
    assert 'data-command="delete-study"' in page.dialog
    page.intent("delete-study", study)
    assert listed(page) == ["g2", "g1"]
    assert not app.saves.studies()
    assert "Study deleted" in page.regions["notice"]
    page.intent("restore", "")
    assert {name: store.get(name) for name in store.names()} == before
    assert len(listed(page)) == 3


@awaited
async def test_games_of_a_study_are_not_continued_by_themselves() -> None:
    page, app = await opened(store_of(1))
    page.intent("home", "")
    page.intent("continue", "")
    assert app.game.id == "g1", "an unfinished game comes before a chapter"


@awaited
async def test_saved_games_as_a_file_keep_their_study() -> None:
    page, _app = await opened(MemoryStore())
    page.intent("home", "")
    page.intent("export", "")
    [text] = page.files.values()
    other = StandIn()
    elsewhere = await started(other, MemoryStore())
    drop(other, text, "cacao-3.json")
    assert len(listed(other)) == 1
    assert [len(ids) for ids in elsewhere.saves.studies().values()] == [3]


@awaited
async def test_copy_of_a_chapter_is_a_game_of_its_own() -> None:
    page, app = await opened(MemoryStore())
    study = app.game.about.chapter.study
    page.intent("branch", "")
    assert not app.game.about.chapter.study
    assert len(app.saves.studies()[study]) == 3


@awaited
async def test_unreadable_chapters_are_counted_and_do_not_stop_the_others() -> None:
    page, app = await opened(MemoryStore(), f"cacao-record 9\n\n{TEXT}")
    assert "3 games added. 1 could not be read." in page.regions["notice"]
    [ids] = app.saves.studies().values()
    page.intent("home", "")
    damaged = app.saves.text(ids[1]).replace("cacao-record", "cacao-rekord")
    app.shell.saves._store.set(f"cacao.game.{ids[1]}", damaged)
    page.intent("study", app.saves.load(ids[0]).session.about.chapter.study)
    page.intent("study-menu", app.game.about.chapter.study)
    assert "2. Damaged game" in page.dialog
    page.intent("close", "")
    page.intent("chapter", ids[0])
    page.intent("next-chapter", "")
    assert app.game.id == ids[2]


@awaited
async def test_notes_are_shown_without_an_analysis() -> None:
    page, app = await opened(MemoryStore())
    panel = page.regions["hints"]
    assert "What is this about?" in panel
    app.table.look(STARTS[2])
    panel = page.regions["hints"]
    assert "Look here." in panel
    assert 'data-command="show-try"' in panel
    page.intent("show-try", "0")
    assert app.game.look.variation == other_turn(3)
    assert "Look here." in page.regions["hints"]
    app.table.look(STARTS[3])
    assert not page.regions["hints"]


@pytest.mark.parametrize(
    "about",
    [{"study": "x"}, {"study": "x", "chapter": "one"}, {"study": 5, "chapter": "1"},
     {"study": "x", "chapter": "-1"}, {"study": "x", "chapter": "\u0661"}],
)  # fmt: skip
def test_damaged_place_in_a_study_is_none(about: dict[str, object]) -> None:
    assert not About.of(about).chapter.study
