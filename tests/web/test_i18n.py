"""Languages: every text goes through gettext, and a switch shows at once."""

from __future__ import annotations

import ast
import asyncio
import io
import re
from pathlib import Path
from random import Random

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from cacao_web.browser.store import MemoryStore
from cacao_web.game.effects import WorkerEffect
from cacao_web.game.players import Sitter
from cacao_web.game.setup.form import Setup
from cacao_web.game.texts import words
from cacao_web.ui import i18n
from cacao_web.ui.markup import h
from making.static_texts import static_texts
from tests.web.driven import App
from tests.web.standin import StandIn

WEB = Path(__file__).parents[2] / "web"


def catalogue() -> bytes:
    """A tiny Spanish catalogue."""
    made = Catalog(locale="es")
    made.add("temple", "templo")
    made.add(("takes {n} cacao", "takes {n} cacao"), ("toma {n} cacao", "toma {n} cacaos"))
    file = io.BytesIO()
    write_mo(file, made)
    return file.getvalue()


def compiled(language: str) -> bytes:
    """The catalogue of a language, as the page loads it."""
    file = io.BytesIO()
    write_mo(file, read(WEB / "locale" / f"{language}.po"))
    return file.getvalue()


def test_switching_shows_at_once_with_plurals_and_falls_back() -> None:
    one, two = (WorkerEffect(0, "P1", n) for n in (1, 2))
    assert (words.tile_name("T"), words.effect(two)) == ("temple", "takes 2 cacao")
    i18n.switch("es", catalogue())
    assert words.tile_name("T") == "templo"
    assert [words.effect(one), words.effect(two)] == [
        "toma 1 cacao",
        "toma 2 cacaos",
    ]
    assert words.tile_name("W") == "water"  # not translated yet
    i18n.switch("en", None)
    assert words.tile_name("T") == "temple"


def test_each_number_has_a_real_minus_sign() -> None:
    texts = ("{n} gold", "{n} gold")
    assert [i18n.ngettext(*texts, n) for n in (-10, 10)] == ["−10 gold", "10 gold"]
    assert h("b", {"data-n": -10}, -10, " ", "-10") == '<b data-n="-10">−10 -10</b>'


def test_things_in_a_row_are_joined_as_the_language_does() -> None:
    assert i18n.all_of([]) == ""
    assert i18n.all_of(["Ana"]) == "Ana"
    assert i18n.all_of(["Ana", "Bo"]) == "Ana and Bo"
    assert i18n.all_of(["Ana", "Bo", "Cleo"]) == "Ana, Bo and Cleo"
    i18n.switch("es", compiled("es"))
    assert i18n.all_of(["Ana", "Bo"]) == "Ana y Bo"
    for name in ("Inés", "Íñigo", "Hilda", "\u2068Iris\u2069"):
        assert i18n.all_of(["Ana", name]) == f"Ana e {name}"
    for name in ("Hielo", "Yolanda", "7"):
        assert i18n.all_of(["Ana", name]) == f"Ana y {name}"


@pytest.mark.parametrize(
    ("language", "tile"),
    [
        ("de", "den Markt (Preis 3)"),
        ("es", "el mercado (precio 3)"),
        ("it", "il mercato (prezzo 3)"),
        ("nl", "de markt (prijs 3)"),
    ],
)
def test_tile_in_a_sentence_has_its_article(language: str, tile: str) -> None:
    i18n.switch(language, compiled(language))
    assert tile in words.effect(WorkerEffect(0, "M3", 0))
    assert tile.split(" ", 1)[1].lower() == words.tile_name("M3").lower()


@pytest.mark.parametrize(
    ("wishes", "chosen"),
    [
        (["de-AT", "en"], "de"),
        (["fr", "es-MX"], "es"),
        (["fr"], "en"),
        ([""], "en"),
        (["EN-us"], "en"),
    ],
)
def test_language_of_the_browser(wishes: list[str], chosen: str) -> None:
    assert i18n.preferred(wishes, ["de", "es"]) == chosen


def test_texts_of_the_static_page_are_known_to_translators() -> None:
    page = (WEB / "index.html").read_text("utf-8")
    marked = re.findall(r'data-(?:text|label)="([^"]*)"', page)
    assert set(marked) == set(static_texts(page))
    wanted = {texts(message)[0] for message in read(WEB / "locale" / "cacao.pot") if message.id}
    assert set(marked) <= wanted
    for text in re.findall(r'data-text="([^"]*)"[^>]*>([^<]*)<', page):
        assert text[0] == text[1]


_UNSAID = ("by itself", "as it lies", "has decided twice", "withholds", "has forgotten")
"""Words in which nobody acts, and accusations that a lost message may explain."""
_FOR_OWNERS = ("MQTT", "topics", "retained", "certificate", "password")


def test_messages_say_who_acts_and_accuse_nobody() -> None:
    said = [text for message in read(WEB / "locale" / "cacao.pot") for text in texts(message)]
    assert [text for text in said if any(words in text for words in _UNSAID)] == []


def test_owners_of_a_relay_are_addressed_apart() -> None:
    """A player reads what is wrong first; what the owner of a relay must do comes after it."""
    told = 0
    for message in read(WEB / "locale" / "cacao.pot"):
        for text in texts(message):
            player, _for, _owner = text.partition("For whoever runs it: ")
            told += "For whoever runs it: " in text
            assert not any(word in player for word in _FOR_OWNERS), text
    assert told >= 5


@pytest.mark.parametrize("language", ["de", "es", "it", "nl"])
def test_signs_stay_with_what_they_belong_to(language: str) -> None:
    """A percent sign or an ellipsis never begins a line, and apostrophes are those of print."""
    for message in read(WEB / "locale" / f"{language}.po"):
        for text in texts(message, 1):
            assert not re.search(r" [%…]|\w'\w", text), text


@pytest.mark.parametrize("language", ["de", "es", "it", "nl"])
def test_quoted_labels_are_those_on_the_page(language: str) -> None:
    """A message that quotes a label quotes the label of its language."""
    found = read(WEB / "locale" / f"{language}.po")
    wrong = []
    for message in found:
        for label in re.findall("“([^”]+)”", texts(message)[0] if message.id else ""):
            translated = found.get(label)
            shown = texts(translated, 1)[0].replace("\u00ad", "") if translated else ""
            if not all(shown in one for one in texts(message, 1)):
                wrong.append((shown, texts(message, 1)[0]))
    assert wrong == []


def read(file: Path) -> Catalog:
    """A catalogue or the template."""
    with file.open("rb") as opened:
        return read_po(opened, locale=None if file.suffix == ".pot" else file.stem)


def texts(message: Message, number: int = 0) -> list[str]:
    """A message's texts (0), or those of its translation (1)."""
    found = (message.id, message.string)[number]
    return [found] if isinstance(found, str) else list(found or ())


@pytest.mark.parametrize("file", sorted((WEB / "locale").glob("*.po")), ids=lambda file: file.stem)
def test_catalogues_have_every_text_and_no_other(file: Path) -> None:
    wanted = {tuple(texts(message)) for message in read(WEB / "locale" / "cacao.pot") if message.id}
    messages = [message for message in read(file) if message.id]
    assert {tuple(texts(message)) for message in messages} == wanted
    for message in messages:
        assert all(texts(message, 1)), f"not translated: {texts(message)[0]}"
        assert not message.fuzzy, texts(message)


@pytest.mark.parametrize("file", sorted((WEB / "locale").glob("*.po")), ids=lambda file: file.stem)
def test_translations_fill_in_the_same_things(file: Path) -> None:
    def filled_in(text: str) -> set[str]:
        return set(re.findall(r"\{\w*\}", text))

    for message in read(file):
        originals = texts(message)
        for number, text in enumerate(texts(message, 1)):
            original = originals[min(number, len(originals) - 1)]
            if len(originals) > 1 and number == 0:  # "one day" may stand for "{n} day"
                assert filled_in(text) | {"{n}"} == filled_in(original) | {"{n}"}
            else:
                assert filled_in(text) == filled_in(original), text


def test_text_of_the_code_is_in_the_template() -> None:
    """Also those that the extraction does not see, as within an f-string."""
    known: set[str] = set()
    for message in read(WEB / "locale" / "cacao.pot"):
        known.update(texts(message), [message.context or ""])
    for file in (WEB / "cacao_web").rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in {
                "_",
                "ngettext",
                "pgettext",
            }:
                given = {one.value for one in call.args if isinstance(one, ast.Constant)}
                assert known >= given, f"{file.name}: {given}"


def test_five_languages_are_there() -> None:
    found = {file.stem for file in (WEB / "locale").glob("*.po")}
    assert found == {"de", "es", "it", "nl"}


def test_views_hold_no_text_outside_gettext() -> None:
    """Words in quotes in the views are names of elements, attributes and classes, not English."""
    sentence = re.compile(r'(?<!_\()(?<!ngettext\()"([A-Z][a-z]+ [a-z ]+[.?!]?)"')
    package = WEB / "cacao_web"
    views = [*package.rglob("view.py"), *package.glob("board/*.py"), *package.glob("ui/*.py")]
    for file in views:
        if file.stem == "gallery":  # for those who draw and judge the art, not for players
            continue
        source = re.sub(r'""".*?"""', "", file.read_text("utf-8"), flags=re.S)
        assert sentence.findall(source) == []


@pytest.mark.parametrize(("wish", "language"), [("es-MX", "es"), ("fr", "en")])
def test_page_starts_in_the_language_of_the_browser(wish: str, language: str) -> None:
    page = StandIn()
    page.wishes, page.catalogues = [wish], {"es": catalogue()}
    asyncio.run(App(page, MemoryStore()).start())
    assert page.regions["language"] == language
    assert words.tile_name("T") == {"es": "templo", "en": "temple"}[language]


def test_nameless_players_are_numbers_in_the_readers_language() -> None:
    [own, *_others] = Setup(["person", "easy", "nobody", "nobody"]).sitters(Random(1))
    assert own.said == "Player 1"
    i18n.switch("de", compiled("de"))
    assert own.said == "Spieler 1"
    assert Sitter("Spieler 2").said == "Spieler 2"
    assert Sitter("Player 5").said == "Player 5"  # somebody is called so
