"""The list of saved games, with a stand-in for the page: titles, deletion, files, branches."""

from __future__ import annotations

import re

import pytest

from cacao_core import Deal, Phase, Record
from cacao_core.goods import Score
from cacao_core.moves import turn_starts
from cacao_core.notes import Notes
from cacao_web.browser.store import MemoryStore
from cacao_web.features.library import view as views
from cacao_web.game.origin import About, Origin
from cacao_web.game.players import ELSEWHERE, PERSON, Sitter, sitters
from cacao_web.game.session import Session
from cacao_web.saves.codec import to_json
from tests.core.helpers import example
from tests.web.driven import App, awaited, started
from tests.web.standin import StandIn

TWO = sitters(("Ana", "Bo"), (PERSON, "easy"))


def game(id: str, seed: int = 1, title: str = "") -> Session:
    return Session(id, Record(Deal.shuffled(2, seed)), TWO, about=About(title=title))


def store_of(count: int) -> MemoryStore:
    """Games g1, g2, … of different deals, one a day."""
    store = MemoryStore()
    for number in range(1, count + 1):
        store.set(f"cacao.game.g{number}", to_json(game(f"g{number}", number), day(number)))
    return store


def day(number: int) -> str:
    return f"2026-10-{number:02}T09:00:00"


def listed(page: StandIn) -> list[str]:
    """The games on the first screen, as they are listed."""
    return re.findall(r'<li id="save-(\w+)"', page.regions["saves"])


def rename(page: StandIn, id: str, title: str) -> None:
    page.intent("saved-game", id)
    page.write("title", title)
    page.intent("rename", "")


@awaited
async def test_game_that_gets_a_title_keeps_its_date_and_place() -> None:
    page = StandIn()
    app = await started(page, store_of(3))
    assert listed(page) == ["g3", "g2", "g1"]
    rename(page, "g1", "  Rainy   Sunday ")
    assert "Rainy Sunday" in page.regions["saves"]
    assert listed(page) == ["g3", "g2", "g1"]
    saved = app.saves.load("g1")
    assert (saved.when, saved.session.about.title) == (day(1), "Rainy Sunday")
    assert page.dialog == ""


@awaited
async def test_deleted_game_can_be_brought_back() -> None:
    page, store = StandIn(), store_of(2)
    await started(page, store)
    before = store.get("cacao.game.g1")
    page.intent("delete", "g1")
    assert listed(page) == ["g2"]
    assert store.get("cacao.game.g1") is None
    assert 'data-command="restore"' in page.regions["notice"]
    page.intent("restore", "")
    assert listed(page) == ["g2", "g1"]
    assert store.get("cacao.game.g1") == before
    assert page.regions["notice"] == ""


@awaited
async def test_older_games_are_listed_when_they_are_asked_for() -> None:
    page = StandIn()
    await started(page, store_of(15))
    assert listed(page) == [f"g{number}" for number in range(15, 3, -1)]
    assert "3 more games" in page.regions["saves"]
    page.intent("all-games", "")
    assert len(listed(page)) == 15
    assert "all-games" not in page.regions["saves"]


async def opened(page: StandIn, app: App, text: str) -> list[str]:
    """The names of all games after a file was opened."""
    page.intent("open", "")
    page.write("file", text)
    return app.saves.ids()


@awaited
async def test_file_brings_games_that_are_not_here_yet() -> None:
    page = StandIn()
    await started(page, store_of(2))
    page.intent("export", "")
    [text] = page.files.values()
    here = StandIn()
    app = await started(here, store_of(1))
    rename(here, "g1", "Other")
    assert len(await opened(here, app, text)) == 3  # under another title it is another game
    assert "2 games added." in here.regions["notice"]
    assert len(await opened(here, app, text)) == 3
    assert "0 games added. 2 were already here." in here.regions["notice"]


@awaited
async def test_chapters_of_a_study_become_games_with_notes() -> None:
    records = [
        Record(Deal.shuffled(2, seed), [], ("Ana", "Bo")).with_notes(Notes({}, {0: said}))
        for seed, said in ((8, "first"), (9, "second"))
    ]
    page = StandIn()
    app = await started(page)
    text = "\n".join(map(Record.to_text, records))
    ids = await opened(page, app, text)
    assert "2 games added." in page.regions["notice"]
    more = [record.with_notes(Notes({}, {0: "more"})) for record in records]
    assert await opened(page, app, "\n".join(map(Record.to_text, more))) == ids
    assert "2 were already here." in page.regions["notice"]
    notes = [app.saves.load(id).session.record.notes.comments[0] for id in ids]
    assert sorted(notes) == ["first\nmore", "second\nmore"]


@awaited
async def test_branch_is_played_for_all_people_here(page: StandIn, app: App) -> None:
    kinds = (PERSON, ELSEWHERE, "easy", ELSEWHERE)
    players = tuple(Sitter(name, kind) for name, kind in zip("ABCD", kinds, strict=True))
    about = About(title="Ours", origin=Origin("matches", "m"))
    app.enter(Session("x", example("temple"), players, about=about))
    page.intent("look", "4")
    page.intent("branch", "")
    assert app.game.id != "x"
    assert app.game.record.moves == example("temple").moves[:4]
    assert [one.kind for one in app.game.sitters] == [PERSON, PERSON, "easy", PERSON]
    assert (app.game.about.title, app.game.about.key_of("matches")) == ("Ours", "")
    assert app.saves.load("x").session.sitters[1].is_elsewhere


def test_state_of_a_game_names_its_round() -> None:
    record = example("temple")
    players = tuple(map(Sitter, "ABCD"))
    starts = turn_starts(record.moves)
    assert len(starts) == 8
    for turn, at in enumerate(starts):
        for moves in (at, at + 1):  # before the turn's tile is placed, and after it
            part = Session("x", record.up_to(moves), players)
            begun = part.game.phase is Phase.PLACE and moves > at  # the turn was this tile only
            number = turn + begun
            whose = f"{'ABCD'[number % 4]}’s turn"
            assert views.state(part) == f"{whose}, round {number // 4 + 1}/9"


def ended(seed: int, *names: str) -> Session:
    """A finished game of people, or of one person and computers."""
    kinds = (PERSON, *["easy"] * (len(names) - 1))
    session = Session("x", Record(Deal.shuffled(len(names), seed)), sitters(names, kinds))
    while not session.game.is_over:
        session.play(session.game.legal_moves()[0])
    return session


@pytest.mark.parametrize("players", [2, 3, 4])
def test_finished_game_says_who_has_won_by_how_much(players: int) -> None:
    names = ("Ana", "Bo", "Cleo", "Dan")[:players]
    for seed in range(1, 7):
        session = ended(seed, *names)
        totals = sorted((score.total for score in session.game.score()), reverse=True)
        won, lead = session.game.winners(), totals[0] - totals[1]
        who = "You" if list(won) == [0] else names[won[0]]
        told = views.state(session)
        if len(won) > 1:
            assert told == "Shared victory: " + " and ".join(names[seat] for seat in won)
        elif lead:
            assert told == f"{who} won by {lead} gold"
        else:
            assert told == f"{who} won by the tie-break"


def test_equal_gold_is_not_told_as_a_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    session = ended(1, "Ana", "Bo")
    equal = [
        Score(gold=0, temples=0, suns=0, water=7, cacao=score.cacao)
        for score in session.game.score()
    ]
    monkeypatch.setattr(type(session.game), "score", lambda _game: equal)
    monkeypatch.setattr(type(session.game), "winners", lambda _game: (1,))
    assert views.state(session) == "Bo won by the tie-break"
    monkeypatch.setattr(type(session.game), "winners", lambda _game: (0, 1))
    assert views.state(session) == "Shared victory: Ana and Bo"


def test_unfinished_game_says_whose_turn_it_is_and_how_far() -> None:
    session = game("x")
    assert views.state(session) == "Your turn, round 1/11"
    while session.game.turn == 0:
        session.play(session.game.legal_moves()[0])
    assert views.state(session) == "Bo’s turn, round 1/11"
    both = Session("x", session.record, sitters(("Ana", "Bo"), (PERSON, PERSON)))
    assert views.state(both) == "Bo’s turn, round 1/11"
