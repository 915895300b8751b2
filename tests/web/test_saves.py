"""Saved games: their text, other versions, damage, two tabs at one game, and files of games."""

from __future__ import annotations

import json

import pytest

from cacao_core import CacaoError, Deal, Record
from cacao_core.notes import Notes
from cacao_web.browser.store import Full, MemoryStore
from cacao_web.game.options import Options
from cacao_web.game.origin import ORDINARY, About, Origin
from cacao_web.game.players import sitters
from cacao_web.game.session import Session
from cacao_web.saves import game_file
from cacao_web.saves.codec import VERSION, from_json, to_json
from cacao_web.saves.saves import NOTES, Damaged, Overtaken, Refusal, Saves
from cacao_web.saves.slot import Slot
from cacao_web.ui import i18n
from tests.web.test_i18n import compiled

DAY = "2026-11-20T12:00:00.000+00:00"
LEAST = json.dumps(
    {
        "version": VERSION,
        "saved": "2026-03-04T05:06:07Z",
        "record": Record(Deal.shuffled(2, 1), seats=("Ana", "Bo")).to_text(),
        "kinds": ["person", "hard"],
        "colours": ["white", "red"],
        "options": {},
        "about": {},
    }
)
"""A saved game with nothing that may be missing."""


def game(**changes: object) -> Session:
    players = sitters(("Ana", "Bo"), ("person", "hard"))
    session = Session("a1", Record(Deal.shuffled(2, 1)), players, Options(confirm=False))
    for name, value in changes.items():
        setattr(session, name, value)
    return session


def test_game_is_kept_whole() -> None:
    about = About("2026-01-01", "Sunday", Origin("daily", "2026-01-02"))
    session = game(about=about)
    saved = from_json("a1", to_json(session, DAY))
    assert saved.when == DAY
    assert saved.session == session
    assert saved.session.about == about


@pytest.mark.parametrize(("language", "label"), [("en", "You"), ("es", "Tú")])
def test_invisible_name_becomes_the_usual_one(language: str, label: str) -> None:
    i18n.switch(language, compiled(language) if language != "en" else None)
    for name in ("\u200b", "\u200b\u200d\ufeff\u2060"):
        data = json.loads(LEAST)
        data["record"] = data["record"].replace("Ana", name)
        session = from_json("old", json.dumps(data)).session
        assert [one.name for one in session.sitters] == ["Player 1", "Bo"]
        assert session.record.seats == ("Player 1", "Bo")
        assert session.label(0) == label


@pytest.mark.parametrize("version", [0, VERSION - 1, VERSION + 1, "2", None, [1], {}])
def test_other_versions_are_refused(version: object) -> None:
    with pytest.raises(CacaoError):
        from_json("x", json.dumps({**json.loads(LEAST), "version": version}))


@pytest.mark.parametrize("about", [{"feature": 3, "title": 5, "key": "m", "x": 1}, {}])
def test_origin_of_a_game_may_be_damaged(about: dict[str, object]) -> None:
    data = {**json.loads(to_json(game(), "now")), "about": about}
    assert from_json("x", json.dumps(data)).session.about == ORDINARY


@pytest.mark.parametrize("name", ["options", "about", "record", "kinds"])
@pytest.mark.parametrize("value", [None, 5, "text", []])
def test_damaged_games_are_refused_in_words(name: str, value: object) -> None:
    data = {**json.loads(to_json(game(), "now")), name: value}
    with pytest.raises(CacaoError):
        from_json("x", json.dumps(data))


def test_damaged_entries_are_listed_first_and_stay() -> None:
    store = MemoryStore()
    store.set("cacao.game.broken", "{")
    store.set("cacao.game.old", LEAST)
    store.set("other", "thing")
    saves = Saves(store)
    assert saves.ids() == ["broken", "old"]
    damaged = saves.look("broken")
    assert isinstance(damaged, Damaged)
    assert (damaged.id, damaged.text) == ("broken", "{")
    assert damaged.reason
    assert [saved.session.id for saved in saves.latest()] == ["old"]
    assert store.get("cacao.game.broken") == "{"


def test_games_of_a_deal_are_found() -> None:
    saves = Saves(MemoryStore())
    for id, seed, names in (("a", 1, ("A", "B")), ("b", 2, ("A", "B")), ("c", 1, ("C", "D"))):
        players = sitters(names, ("person", "person"))
        saves.save(Session(id, Record(Deal.shuffled(2, seed)), players), f"2026-01-0{ord(id) - 96}")
    found = [saved.session.id for saved in saves.of_deal(Deal.shuffled(2, 1))]
    assert found == ["c", "a"]
    assert list(saves.of_deal(Deal.shuffled(3, 1))) == []


def test_removed_game_is_put_back_with_its_notes() -> None:
    store = MemoryStore()
    saves = Saves(store)
    saves.save(game(), "2026-01-01")
    notes = Slot(saves, NOTES, str, str)
    notes.set("analysis", "a1")
    removed = saves.remove("a1")
    assert store.names() == []
    saves.put_back(removed)
    assert saves.load("a1").session == game()
    assert notes.get("a1") == "analysis"


def test_full_store_loses_nothing_and_recovers() -> None:
    class Narrow(MemoryStore):
        room = 1

        def set(self, key: str, value: str) -> None:
            if not self.room and self.get(key) != value:
                raise Full("no room")
            super().set(key, value)

    store = Narrow()
    saves = Saves(store)
    saves.save(game(), "2026-01-01")
    store.room = 0
    later = moved(game())
    saves.save(later, "2026-01-02")
    assert saves.refused is Refusal.FULL
    assert Saves(store).load("a1").when == "2026-01-01"  # what was there is still there
    assert saves.load("a1").session.record == later.record
    store.room = 1
    saves.save(later, "2026-01-03")
    assert saves.refused is None
    assert Saves(store).load("a1").session.record == later.record


@pytest.mark.parametrize("when", [None, 5, {}, "soon", "2026-01-01<b>", "9" * 99])
def test_date_that_is_none_counts_as_the_oldest(when: object) -> None:
    store = MemoryStore()
    odd = {**json.loads(to_json(game(), DAY)), "saved": when}
    store.set("cacao.game.odd", json.dumps(odd))
    store.set("cacao.game.a1", to_json(game(), "2020-01-01"))
    assert Saves(store).ids() == ["a1", "odd"]
    assert [saved.when for saved in Saves(store).latest()] == ["2020-01-01", ""]


def moved(session: Session, number: int = 0) -> Session:
    session.play(session.game.legal_moves()[number])
    return session


def test_two_tabs_never_overwrite_each_other() -> None:
    store = MemoryStore()
    one, other = Saves(store), Saves(store)
    here = game()
    one.save(here, "2026-01-01")
    there = other.load("a1").session
    other.save(moved(there, 1), "2026-01-02")
    for _try in range(2):
        list(one.latest())  # a list is no reason to think that the game has been seen
        with pytest.raises(Overtaken) as overtaken:
            one.save(moved(here), "2026-01-03")
        assert overtaken.value.stored.session.record == there.record
        assert Saves(store).load("a1").session.record == there.record
    one.load("a1")
    one.save(moved(there), "2026-01-04")
    assert Saves(store).load("a1").when == "2026-01-04"


def test_unreadable_entry_is_overwritten_by_the_game() -> None:
    store = MemoryStore()
    saves = Saves(store)
    saves.save(game(), "2026-01-01")
    store.set("cacao.game.a1", "{")
    saves.save(game(), "2026-01-02")
    assert Saves(store).load("a1").when == "2026-01-02"


def stored(seed: int) -> str:
    players = sitters(("Ana", "<b>"), ("person", "easy"))
    about = About(title=f"game {seed}")
    return to_json(Session("x", Record(Deal.shuffled(2, seed)), players, about=about), "now")


def test_file_brings_back_what_was_put_in() -> None:
    text = game_file.pack([stored(1), stored(2), LEAST, "{broken", "5"])
    found = game_file.unpack(text)
    assert [one.session.about.title for one in found.games] == ["game 1", "game 2", ""]
    assert [one.session.record.deal.seed for one in found.games] == [1, 2, 1]
    assert found.damaged == 2
    assert "{broken" in json.loads(text)["games"]
    assert game_file.is_file(text)
    assert len(game_file.unpack(stored(3)).games) == 1
    record = Record(Deal.shuffled(2, 1))
    assert not game_file.is_file(record.to_text())
    assert not game_file.is_file(record.to_link())


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", "5", '{"format": "cacao-games"}', '{"format": "other", "games": []}',
     '{"format": "cacao-games", "version": 2, "games": []}', '{"a":' * 60 + "1" + "}" * 60],
)  # fmt: skip
def test_other_files_are_refused_in_words(text: str) -> None:
    with pytest.raises(CacaoError, match="This file"):
        game_file.unpack(text)


def test_too_large_files_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_file, "LARGEST", 100)
    with pytest.raises(CacaoError, match="too large"):
        game_file.unpack(stored(1))


def test_text_with_several_records_is_a_file_of_games() -> None:
    """As a study of several chapters, or what programs write; see docs/record.md."""
    games = [Record(Deal.shuffled(2, seed), [], ("Ana", "Bo")) for seed in (1, 2)]
    games[1] = games[1].with_notes(Notes({"x-event": "at home"}, {0: "the second"}))
    games.append(Record(Deal.unknown(3)))
    text = "\ufeff" + "\n".join(
        [games[0].to_text(), "cacao-record 9\n", *map(Record.to_text, games[1:])]
    )
    assert game_file.is_file(text)
    found = game_file.unpack(text)
    assert [one.session.record.moves for one in found.games] == [(), (), ()]
    assert found.games[1].session.record.notes == games[1].notes
    assert [sitter.name for sitter in found.games[0].session.sitters] == ["Ana", "Bo"]
    assert [one.session.mode.is_written for one in found.games] == [False, False, True]
    assert found.damaged == 1
    assert not game_file.is_file("cacao-record 9\ncacao-record 9\n")
