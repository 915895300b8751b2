"""Saved games as files."""

from __future__ import annotations

import json

import pytest

from cacao_core import CacaoError, Deal, Record
from cacao_core.notes import Notes
from cacao_web.game.origin import About
from cacao_web.game.players import sitters
from cacao_web.game.session import Session
from cacao_web.saves import game_file
from cacao_web.saves.codec import to_json
from tests.web.test_saves import FIRST


def stored(seed: int) -> str:
    players = sitters(("Ana", "<b>"), ("person", "easy"))
    about = About(title=f"game {seed}")
    return to_json(Session("x", Record(Deal.shuffled(2, seed)), players, about=about), "now")


def test_a_file_brings_back_what_was_put_in() -> None:
    text = game_file.pack([stored(1), stored(2), FIRST, "{broken", "5"])
    found = game_file.unpack(text)
    assert [one.session.about.title for one in found.games] == ["game 1", "game 2", ""]
    assert [one.session.record.deal.seed for one in found.games] == [1, 2, 1]
    assert found.damaged == 2
    assert "{broken" in json.loads(text)["games"]
    assert game_file.is_file(text)


def test_a_single_entry_of_the_store_is_read() -> None:
    assert len(game_file.unpack(stored(3)).games) == 1


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


def test_a_text_with_several_records_is_a_file_of_games() -> None:
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
    assert [one.session.is_written for one in found.games] == [False, False, True]
    assert found.damaged == 1
    assert not game_file.is_file("cacao-record 9\ncacao-record 9\n")


def test_links_and_records_are_no_parcels() -> None:
    record = Record(Deal.shuffled(2, 1))
    assert not game_file.is_file(record.to_text())
    assert not game_file.is_file(record.to_link())
