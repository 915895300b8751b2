"""The page's language: gettext catalogues that can be switched at any time."""

from __future__ import annotations

import gettext as standard
import io
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import ParamSpec, TypeVar
from unicodedata import bidirectional

SOURCE_LANGUAGE = "en"
_LEFTWARD = ("R", "AL", "AN")
"""Classes of Unicode's bidirectional algorithm: Hebrew, Arabic, Arabic numbers."""
P = ParamSpec("P")
R = TypeVar("R")


class _Current:
    """The catalogue in use; views read it each time, so a switch shows with the next drawing."""

    language = SOURCE_LANGUAGE
    catalogue: standard.NullTranslations = standard.NullTranslations()
    moment: Callable[[str, bool], str] = lambda when, _exact: when
    clock: Callable[[str], str] = lambda when: when
    forget: list[Callable[[], None]] = []  # noqa: RUF012  # caches of views


def _(message: str) -> str:
    """A text in the present language."""
    return _Current.catalogue.gettext(message)


def pgettext(context: str, message: str) -> str:
    """A text whose English has several meanings; the context tells translators which is meant."""
    return _Current.catalogue.pgettext(context, message)


def ngettext(singular: str, plural: str, number: int, **more: str) -> str:
    """A text that depends on a number, in the present language; fills ``{n}`` and others in."""
    template = _Current.catalogue.ngettext(singular, plural, number)
    return template.format(n=numeral(number), **more)


def numeral(value: int) -> str:
    """A number with a real minus sign."""
    return f"−{-value}" if value < 0 else str(value)


def all_of(parts: Sequence[str]) -> str:
    """Several things in a sentence, such as "Ana, Bo and Cleo"."""
    if len(parts) < 2:
        return "".join(parts)
    # in Spanish, "y" becomes "e" before the sound of i
    listed = (
        pgettext("list, before the sound of i", "{first} and {last}")
        if _sounds_like(parts[-1], "ií")
        else pgettext("list", "{first} and {last}")
    )
    return listed.format(first=", ".join(parts[:-1]), last=parts[-1])


def isolated(name: str) -> str:
    """A name in a sentence; if it is written from right to left, the numbers beside it stay."""
    turns = not name.isascii() and any(bidirectional(letter) in _LEFTWARD for letter in name)
    return f"\u2068{name}\u2069" if turns else name


def _sounds_like(word: str, vowels: str) -> bool:
    """Whether a word begins with a vowel; a silent h may stand before it."""
    letters = "".join(filter(str.isalpha, word.lower())).removeprefix("h")
    return letters[:1] != "" and letters[:1] in vowels and not letters.startswith(("ie", "io"))


def language() -> str:
    """Code of the present language."""
    return _Current.language


def moment(when: str, *, exact: bool = False) -> str:
    """A time in words, in the person's time zone and the present language.

    Args:
        when: the time, ISO 8601, UTC.
        exact: whether hour and minute are said, not only the date.
    """
    return _Current.moment(when, exact)


def clock(when: str) -> str:
    """The hour and minute of a time, which is given in ISO 8601, UTC; its date unless it is today.

    Empty if there is none.
    """
    return _Current.clock(when) if when else ""


def tell_moments(teller: Callable[[str, bool], str], clock: Callable[[str], str]) -> None:
    """Set what knows the time zone and language, see :func:`moment` and :func:`clock`."""
    _Current.moment, _Current.clock = teller, clock


def switch(code: str, catalogue: bytes | None) -> None:
    """Use a language from now on.

    Args:
        code: its code, such as "es".
        catalogue: its compiled catalogue (.mo); None for the source language.

    Raises:
        OSError, ValueError, LookupError, struct.error: it is damaged; nothing has changed.
    """
    texts = standard.GNUTranslations(io.BytesIO(catalogue)) if catalogue else None
    for forget in _Current.forget:
        forget()
    _Current.language = code if texts else SOURCE_LANGUAGE
    _Current.catalogue = texts or standard.NullTranslations()


def cached(view: Callable[P, R]) -> Callable[P, R]:
    """Cache a view's result by its arguments, until the language changes."""
    keeping = lru_cache(maxsize=512)(view)
    _Current.forget.append(keeping.cache_clear)
    return keeping  # type: ignore[return-value]  # the cache takes the same arguments


def preferred(wishes: Iterable[str], available: Iterable[str]) -> str:
    """The first preferred language with a catalogue; else the source language."""
    languages = {SOURCE_LANGUAGE, *available}
    for wish in wishes:
        code = wish.lower().partition("-")[0]
        if code in languages:
            return code
    return SOURCE_LANGUAGE
