"""Names of players: odd ones are tidied, and cost no game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacao_core import CacaoError, Deal, Record, fair
from cacao_core.fair import lobby
from cacao_core.names import LONGEST_NAME, check_name, outline, readable, tidied

UNSEEN = (
    "", " ", "\u3164", "\u200b\u200d", "\u2800\u00ad", "\u034f", "\U0001bca0", "\U0001d159",
    "\U000e0041", "\ufe0f", "\u0301", "\u202e", "\x00\n", "\ud800",
)  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ana \t Bo\n", "Ana Bo"),
        ("\u200bAna\u2060", "Ana"),
        ("\u202egnp.exe", "gnp.exe"),
        ("\u2068Iris\u2069", "Iris"),
        ("Ine\u0301s", "Inés"),
        ("نام\u200cها", "نام\u200cها"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴\U000e0067\U000e0062\U000e007f"),
        ("Ana \x1b Bo", "Ana Bo"),
        *((text, "") for text in UNSEEN),
    ],
)
def test_name_is_tidied(typed: str, name: str) -> None:
    assert tidied(typed) == name


@given(st.text(st.characters()))
def test_tidied_names_are_names_and_stay_so(text: str) -> None:
    name = tidied(text)
    assert tidied(name) == name
    if 0 < len(name) <= LONGEST_NAME:
        check_name(name, "name")
        assert readable(name, 0) == name
    check_name(readable(text, 0), "name")


def test_names_look_alike_however_they_are_written() -> None:
    assert outline("ana") == outline("ANA") == outline("Ａｎａ") == outline("A\u200bna")
    assert outline("straße") == outline("STRASSE")
    assert len(set(map(outline, ("Ana", "Anna", "An a", "Aña")))) == 4


@pytest.mark.parametrize(
    "unseen", ["\U0001bca0", "\u200d", "\xad", "\u2066", "\U000e0041", "\ufe0f"]
)
def test_invisible_characters_make_no_other_name(unseen: str) -> None:
    assert outline(f"A{unseen}na") == outline(f"Ana{unseen}") == outline("Ana")


@pytest.mark.parametrize("blank", ["\xa0", "\u3000", "  ", "\u2800", "\u3164", "\uffa0"])
def test_characters_that_look_like_a_space_are_one(blank: str) -> None:
    assert outline(f"Ana{blank}Bo") == outline("ana bo")
    assert outline(f"{blank}Ana{blank}") == outline("Ana")


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_outline_has_itself_as_outline(name: str) -> None:
    assert outline(outline(name)) == outline(name)


@pytest.mark.parametrize("name", [text for text in UNSEEN if text.strip(" \n\x00")])
def test_name_that_shows_nothing_costs_no_game(name: str) -> None:
    record = Record(Deal.shuffled(2, 7), seats=("Ana", "Bo"))
    with pytest.raises(CacaoError):
        record.renamed(("Ana", name))
    text = record.to_text().replace("Bo", name)
    assert Record.from_text(text).seats == ("Ana", "Player 2")


def test_oddities_of_a_name_cost_neither_game_nor_name() -> None:
    text = Record(Deal.shuffled(2, 7), seats=("Ana", "Bo")).to_text()
    assert Record.from_text(text.replace("Bo", "\u2066B\u202eo\u2069")).seats == ("Ana", "Bo")


@pytest.mark.parametrize("name", ["\u3164", "\u202eBo", "\U0001d159"])
def test_games_with_other_devices_go_on_whatever_somebody_is_called(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another version of the program may have taken the name; it is part of what was agreed."""
    ana = fair.Device.host(2, (0,), ("Ana", "Bo"), secret=b"ana")
    monkeypatch.setattr(lobby, "checked_names", lambda names, _count: tuple(names))
    bo = fair.Device.join(ana.message(), names=[name], secret=b"bo")
    monkeypatch.undo()
    known = ("Ana", "Bo" if "B" in name else "Player 2")
    assert fair.look(bo.message()).names == known
    ana.receive(bo.message())
    bo.receive(ana.message())
    ana.receive(bo.message())
    for device in (ana, bo):
        again = fair.Device.from_text(device.to_text())
        assert again.has_started
        assert again.names == again.record().seats == known
