"""The language for tests: the longest text of each message, whole and with its placeholders."""

from __future__ import annotations

import io
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from typing import TypeAlias

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from making.site import languages
from making.workshop import WEB, Problem
from tests import pseudo

Texts: TypeAlias = dict[str | tuple[str, str], str | tuple[str, str]]

GERMAN: Texts = {
    "end": "Ende",
    "gold": "Gold",
    ("{n} hut", "{n} huts"): ("{n} Hütte", "{n} Hütten"),
    "illicit": "wie",
}
SPANISH: Texts = {
    "end": "acabado",
    "gold": "oro",
    ("{n} hut", "{n} huts"): ("{n} choza", "{n} cabañas bajas"),
    "illicit": "mmmmm",
}


def compiled(catalogue: Catalog) -> bytes:
    """The file that a site has."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def made(language: str, texts: Texts) -> bytes:
    catalogue = Catalog(locale=language)
    for message, text in texts.items():
        catalogue.add(message, text)
    catalogue.add("gold", "Goldstück" if language == "de" else "oro", context="coin")
    return compiled(catalogue)


def longest(folder: Path, *catalogues: bytes) -> GNUTranslations:
    """The language for tests of some catalogues, as Python's gettext reads it."""
    for at, catalogue in enumerate(catalogues):
        (folder / f"{at}.mo").write_bytes(catalogue)
    return GNUTranslations(io.BytesIO(pseudo.longest_catalogue(folder)))


def test_longest_text_of_each_message_is_taken(tmp_path: Path) -> None:
    found = longest(tmp_path, made("de", GERMAN), made("es", SPANISH))
    assert found.gettext("end") == "acabado"
    assert found.gettext("gold") == "gold"  # English is one of them; the first of two as long
    assert found.pgettext("coin", "gold") == "Goldstück"
    assert found.gettext("not there") == "not there"


def test_longest_form_of_each_plural_is_taken(tmp_path: Path) -> None:
    found = longest(tmp_path, made("de", GERMAN), made("es", SPANISH))
    texts = [found.ngettext("{n} hut", "{n} huts", number) for number in (1, 2)]
    assert texts == ["{n} choza", "{n} cabañas bajas"]


def test_width_counts_narrow_and_wide_letters(tmp_path: Path) -> None:
    assert pseudo.width("mmmm") > pseudo.width("nnnnn") > pseudo.width("iiiiiii")
    assert pseudo.width("{a_long_name} of") == pseudo.width(" of")
    found = longest(tmp_path, made("de", GERMAN), made("es", SPANISH))
    assert found.gettext("illicit") == "mmmmm"


def test_languages_with_other_plurals_are_refused(tmp_path: Path) -> None:
    slavic = Catalog(locale="ru")  # babel writes the rules of the language
    with pytest.raises(Problem, match="different rules"):
        longest(tmp_path, made("de", GERMAN), compiled(slavic))


def test_longest_texts_of_the_site_are_those_of_its_languages(tmp_path: Path) -> None:
    """None is shorter than any translation, and all have the placeholders of the English text."""
    catalogues = {}
    for language in languages():
        with (WEB / "locale" / f"{language}.po").open("rb") as file:
            catalogues[language] = compiled(read_po(file))
    found = longest(tmp_path, *catalogues.values())
    for catalogue in catalogues.values():
        theirs = GNUTranslations(io.BytesIO(catalogue))
        for key, text in theirs._catalog.items():  # type: ignore[attr-defined]
            ours = found._catalog[key]  # type: ignore[attr-defined]
            if key:
                assert pseudo.width(ours) >= pseudo.width(text), key
                assert _placeholders(ours) == _placeholders(text), key


def _placeholders(text: str) -> set[str]:
    return {name for _before, name, *_rest in Formatter().parse(text) if name}
