"""The look-up of Agricola: its file, its search, and how the page shows it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cacao_web.browser.store import MemoryStore
from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.lookup import entries
from cacao_web.features.agricola.lookup.entries import KINDS, LANGUAGES, Entry
from cacao_web.features.agricola.words import major_name, space_name
from cacao_web.ui import i18n
from making.workshop import WEB
from tests.web.agricola import at_table, go
from tests.web.driven import awaited, settled
from tests.web.standin import StandIn
from tests.web.test_i18n import compiled

FILE = (WEB / "cacao_web/features/agricola/site/agricola.json").read_bytes()
DATA: list[dict[str, Any]] = json.loads(FILE)["entries"]
READ = {code: entries.read(FILE, code) for code in LANGUAGES}


def best(query: str, language: str = "en") -> str:
    found = entries.find(list(READ[language].values()), query)
    return found[0].id if found else ""


# --- The file --------------------------------------------------------------------------------


def test_everything_of_the_supplement_is_there() -> None:
    numbers = {kind: sum(one["kind"] == kind for one in DATA) for kind in KINDS}
    assert numbers["space"] >= 26
    assert numbers["improvement"] == 10
    assert numbers["term"] >= 45
    spaces = {*scoring.refill(4, 14, scoring.open_cards(14), hand_cards=False)}
    cards = {card for period in scoring.PERIODS for card in period}
    assert {*READ["en"]} >= spaces | cards


@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_are_whole_and_short_in_each_language(language: str) -> None:
    names = [one.name for one in READ[language].values()]
    assert len(set(names)) == len(names)
    for one in READ[language].values():
        assert 1 <= len(one.text) <= 6, one.id
        assert all(line and len(line) <= 240 for line in one.text), one.id
        assert all(other in READ[language] for other in one.see), one.id
        english = READ["en"][one.id]
        assert len(one.text) == len(english.text), one.id
        if language != "en":
            assert one.text != english.text, one.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_spaces_and_improvements_have_the_same_names_everywhere(language: str) -> None:
    i18n.switch(language, None if language == "en" else compiled(language))
    shown = READ[language]
    spaces = {card for period in scoring.PERIODS for card in period}
    spaces |= {"grain seeds", "day labourer", "market of materials", "animal market", "side jobs",
               *scoring.refill(4, 1, hand_cards=False)}  # fmt: skip
    assert {id: shown[id].name for id in spaces} == {id: space_name(id) for id in spaces}
    majors = {id: shown[id].name for id in scoring.MAJORS}
    assert majors == {id: major_name(id) for id in scoring.MAJORS}


def test_spanish_names_are_those_printed_on_the_game() -> None:
    printed = {
        "farm expansion": "Ampliación de la granja", "meeting place": "Lugar de encuentro",
        "farmland": "Labranza", "lessons": "Formación", "clay pit": "Mina",
        "improvement": "Adquisición mayor", "sowing": "Siembra", "sheep market": "Mercado ovino",
        "family growth": "Ampliación planificada de la familia", "renovation": "Reformas en casa",
        "pig market": "Mercado porcino", "cattle market": "Mercado bovino",
        "growth without room": "Ampliación precipitada de la familia",
        "renovation and fencing": "Reformas en la granja", "hollow": "Yacimiento",
        "travelling players": "Espectáculo", "joinery": "Ebanistería", "well": "Pozo",
        "side jobs": "Quehaceres", "market of materials": "Mercado de materiales",
    }  # fmt: skip
    assert {id: READ["es"][id].name for id in printed} == printed


def test_numbers_are_the_same_in_all_languages() -> None:
    for one in DATA:
        numbers = {
            code: sorted(part for line in one[code]["text"] for part in line if part.isdigit())
            for code in LANGUAGES
        }
        assert len(set(map(tuple, numbers.values()))) == 1, (one["id"], numbers)


def test_language_that_the_file_lacks_has_the_english_entries() -> None:
    assert entries.read(FILE, "fr") == READ["en"]


# --- The search ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "language", "id"),
    [
        ("what does the well do?", "en", "well"),
        ("may I cook new-born animals?", "en", "cooking animals"),
        ("Darf ich neugeborene Tiere kochen?", "de", "cooking animals"),
        ("can I give a friend food?", "en", "no trade"),
        ("Darf ich einem Freund etwas leihen?", "de", "no trade"),
        ("what is a round space", "en", "round space"),
        ("¿Qué hace el pozo?", "es", "well"),
        ("ebanisteria", "es", "joinery"),
        ("carpintería", "es", "joinery"),
        ("Ebanistería", "en", "joinery"),
        ("Mercado ovino", "de", "sheep market"),
        ("Schafmarkt", "nl", "sheep market"),
        ("joinery", "it", "joinery"),
        ("partner", "en", "partner"),
        ("Wells", "en", "text of a card"),
    ],
)
def test_entry_is_found(query: str, language: str, id: str) -> None:
    assert best(query, language) == id


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_entry_is_found_by_its_own_name(language: str) -> None:
    shown = list(READ[language].values())

    def misses(one: Entry) -> bool:
        return one.id not in [found.id for found in entries.find(shown, one.name)[:3]]

    assert [one.name for one in shown[::5] if misses(one)] == []


def test_nonsense_finds_nothing() -> None:
    assert best("xyzzy") == best("") == best("?!") == ""


# --- On the page -----------------------------------------------------------------------------


async def looking(place: str) -> StandIn:
    page, app = await at_table(MemoryStore())
    page.catalogues["./agricola.json"] = FILE
    go(page, place)
    await settled(app)
    return page


@awaited
async def test_question_is_answered_at_once() -> None:
    page = await looking("look/space")
    assert "Sheep Market" in page.dialog
    page.write("query", "what does the well do?")
    assert "next 5 round spaces" in page.dialog
    assert page.dialog.index("next 5 round spaces") < page.dialog.index("Also")
    page.intent("agricola-go", "entry/well")
    assert "4 points" in page.dialog
    assert 'data-value="entry/next round spaces"' in page.dialog
    page.intent("escape", "")
    assert 'value="what does the well do?"' in page.dialog


@awaited
async def test_four_lists() -> None:
    page = await looking("look/space")
    for place, wanted in (("look/improvement", "Stone Oven"), ("look/card", "Occupation"),
                          ("look/term", "Capacity"), ("look/nonsense", "Forest")):  # fmt: skip
        go(page, place)
        assert wanted in page.dialog


@awaited
async def test_rules_find_it_too() -> None:
    page, app = await at_table(MemoryStore())
    page.catalogues["./agricola.json"] = FILE
    page.intent("rules", "")
    assert "At the table with Agricola" in page.dialog
    page.write("query", "cooking hearth")
    await settled(app)
    assert "Cooking Hearth (4 clay)" in page.dialog
    assert "Nothing found" not in page.dialog
    page.intent("agricola-go", "entry/well")
    page.intent("close", "")
    assert app.dialog == "rules"


@awaited
async def test_file_that_does_not_arrive_can_be_asked_for_again() -> None:
    page, app = await at_table(MemoryStore())
    go(page, "look/space")
    await settled(app)
    assert "did not arrive" in page.dialog
    page.catalogues["./agricola.json"] = FILE
    go(page, "look/space")
    await settled(app)
    assert "Forest" in page.dialog
