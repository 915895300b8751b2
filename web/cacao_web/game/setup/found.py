"""Finds the link or the record in a text that mail programs, messengers and HTML have changed.

It finds one fragment of an address, or the text of a record. A game's payload has check digits, so
its pieces are joined until they fit. The parts after it have none: there, only characters that
cannot belong to a link are dropped. Anything else that is left over could turn it into another
game, so it is refused. A damaged name does not change the game.

Patterns are compiled when they are first used: most links are as the page has made them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import unescape
from itertools import islice, product
from typing import Final, TypeVar
from urllib.parse import unquote

from cacao_core import BadLink, CacaoError, Record
from cacao_web.ui.i18n import _

_T = TypeVar("_T")

_LONGEST: Final = 100_000
"""A longer text is not searched; the longest record has two thirds of it."""
_LONGEST_REST: Final = 8000
"""So many characters may follow the payload of a game: twice the longest address that is opened."""
_MOST_PIECES: Final = 40
_MOST_STARTS: Final = 30

_MORE: Final = r"(?:&c=[a-z]{2,4}|&l=1|&v=0|&cv=[\w-]+)*"
_AS_MADE: Final = rf"(?a)[\w-]+(?:{_MORE}&p=[a-z]{{2,4}}{_MORE}(?:&n=(?:[\w.~%-]*[\w~%])?)*)?"
"""The fragment of a game, as the page writes it."""
_INVISIBLE: Final = (
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_QUOTING: Final = r"[ \t]*(?:[>|][ \t]?)+"
_WIDE: Final = {sign + 0xFEE0: sign for sign in range(0x21, 0x7F)}
"""Full-width signs -> those of links; input methods of Chinese and Japanese make them."""
_DASHES: Final = dict.fromkeys((0x2010, 0x2011, 0x2212, 0xFE63), "-")
_START: Final = (
    r"(?:#|%(?:25){0,4}23|(?<![\w%/=&.-]))"
    r"(?=1[A-Za-z0-9]|f\d[\w-]|g=\w|[tk]=[\w-]{22}|puzzle(?:=|%(?:25){0,4}3D))"
)
_GAP: Final = r"(?:\s|%(?:25){0,4}(?:20|0[AaDd9]|3E))+"
_BREAK: Final = r"(?<=[^\n]{55})(?<![^\n]{79})[ \t]*\n[ \t]*"
"""The end of a line that is as long as a mail program makes it."""
_DIGITS: Final = "[A-Za-z0-9_\\-\u2012-\u2015]+"
# Older pages skip a key of two letters that they do not know. "&not" would be a sign in HTML.
_KEY: Final = rf"(?:{_GAP})?&(?:{_GAP})?(cv|[pclvn])(?:{_GAP})?=(?:{_GAP})?"
_NAME: Final = (
    r"(?:[\w.~%+-]"
    r"|[\u3000-\U0010ffff](?=[^#&\s]{1,600}&[pclvn]=)"  # a picture, if another part follows
    r"|(?:(?<=%)|(?<=%[0-9A-Fa-f]))\s+"
    r"|\s+(?!1[\w-]{8,}&|[a-z]+://)(?=[^#&]{1,600}&[pclvn]=)"
    rf"|{_BREAK}(?=[\w.~%+-]+\s*(?:\n|$)))*"
)
_OTHER: Final = (
    r"(?a)g=[\w-]+|[tk]=[\w-]+(?:&r=[\w.:-]*\w)?|puzzle=[\w-]{1,40}"
    rf"|f\d(?:{_BREAK})?[\w-]+(?:(?:{_BREAK})?[\w-]+|(?:{_GAP})?&[soamw]=)*"
)


class Unclear(BadLink):
    """A link that could mean another game than where it was made; with a sentence for people."""

    record: Record | None = None  # the game, if what follows it is damaged


class Refused(Unclear):
    """Something that a feature knows, and does not take; with its sentence for people."""


def found(text: str) -> str:
    """The fragment or the record in a text; the text itself if there is none.

    Raises:
        Unclear: what is there could be another game, or there are several.
    """
    text = text.strip()
    if re.fullmatch(_AS_MADE, text) or len(text) > _LONGEST:
        return text
    if (at := text.find("cacao-record ")) >= 0:
        return _record(text, at)
    clean = cleaned(text)
    games: dict[str, Record] = {}
    problems: list[Unclear] = []
    puzzles: set[str] = set()
    messages: list[str] = []
    for start in islice(re.finditer(_START, clean), _MOST_STARTS):
        try:
            if other := _other(clean, start.end()):
                puzzles.add(other) if other.startswith("puzzle") else messages.append(other)
            elif game := _game(clean, start.end()):
                games.setdefault(*game)
        except Unclear as error:
            problems.append(error)
    if messages:
        return max(messages, key=len)  # a name before the link may look like the start of one
    if len(puzzles) > 1 or (puzzles and (games or problems)):
        raise _several()
    if not games and problems:
        raise problems[0]
    return _latest(games, problems) if games else (*puzzles, text)[0]


def cleaned(text: str) -> str:
    """A text without the additions of other programs."""
    text = text.translate(_WIDE)
    text = re.sub(r"\\u00([0-7][0-9A-Fa-f])", lambda one: chr(int(one[1], 16)), text)
    for _round in range(3):
        text = unescape(text)
    text = re.sub(_INVISIBLE, "", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = re.sub(rf"(\n){_QUOTING}", r"\1", re.sub(r"(?i)<(?:wbr|br)\s*/?>", "\n", text))
    text = re.sub(r"\\(?=[&_=#%~.\-])", "", text)
    if re.search(r"&[a-z](?:=\n)?=(?:=\n)?3[Dd]", text):  # quoted-printable
        text = re.sub(r"=[ \t]*\n", "", text).replace("=3D", "=").replace("=3d", "=")
    else:
        text = re.sub(r"(?<!&[a-z])=[ \t]*\n", "", text)
    return text.translate(_DASHES)


def _record(text: str, at: int) -> str:
    """The text of a record, without the text around it, quoting, and broken lines."""
    record = "\n".join(line.rstrip() for line in text[at:].splitlines())
    if mark := re.match(_QUOTING, text[:at].rpartition("\n")[2]):
        record = re.sub(rf"(?m)^{re.escape(mark[0].rstrip())} ?", "", record)
    record = re.split(r"\n(?:```|</)", record)[0]
    new = r"\n|[#>]|[a-z-]+(?: pile)?:|\d+ [a-z]+ |x-|cacao-record |$"
    return re.sub(rf"(?<=.)\n(?!{new})", " ", record)


def _other(text: str, at: int) -> str:
    """The fragment of a puzzle, or of a game with other devices, that begins at a place."""
    line, rest = text[text.rfind("\n", 0, at) + 1 : at], text[at:]
    if not re.match("puzzle|[gtk]=|f", rest):
        return ""
    if encoded := re.search("%((?:25){0,4})(?:26|3D)", rest[:2000]):
        for _round in range(1 + len(encoded[1]) // 2):
            rest = unquote(rest)
    shown = re.compile(_OTHER).match(line + rest, len(line))
    return re.sub(_GAP, "", shown[0]) if shown else ""


# --- Games ---------------------------------------------------------------------------------------


def _game(text: str, at: int) -> tuple[str, Record] | None:
    """The fragment of the game that begins at a place, and its record; None if there is none."""
    whole = joined(text, at, Record.from_link)
    if whole is None:
        return None
    record, end = whole
    rest = text[end : end + _LONGEST_REST]
    if encoded := re.match(rf"(?:{_GAP})?%((?:25){{0,4}})26", rest):
        # A plain "&" belongs to the address in which this one is.
        rest = re.split("&(?!(?:[pclvn]|cv)=)", rest, maxsplit=1)[0]
        for _round in range(len(encoded[1]) // 2):
            rest = unquote(rest)
        if "%25" in rest or "%20" not in rest:
            rest = unquote(rest)
        else:  # the names are encoded once
            rest = rest.replace("%26", "&").replace("%3D", "=")
        rest = rest.replace("&amp;", "&")
    line = text[text.rfind("\n", 0, end) + 1 : end]
    try:
        parts = _parts(line + rest, len(line), record)
    except Unclear as error:
        error.record = record
        raise
    return "&".join([record.to_link(), *parts]), record


def joined(text: str, at: int, read: Callable[[str], _T | None]) -> tuple[_T, int] | None:
    """The meaning of the pieces that begin at a place, and where they end; None if none fits."""
    joined = ""
    for _piece in range(_MOST_PIECES):
        run = re.compile(_DIGITS).match(text, at)
        if not run:
            return None
        joined += run[0]
        for cut in {0, len(run[0]) - len(run[0].rstrip("-_"))}:
            for word in _dashed(joined[: len(joined) - cut]):
                with suppress(CacaoError):
                    if (value := read(word)) is not None:
                        return value, run.end() - cut
        gap = re.compile(_GAP).match(text, run.end())
        at = gap.end() if gap else len(text)
    return None


def _dashed(word: str) -> Iterator[str]:
    """The possible words before dashes were made typographic."""
    parts = re.split("[\u2012-\u2015]", word)
    for dashes in islice(product(("--", "-", "---"), repeat=len(parts) - 1), 81):
        yield parts[0] + "".join(map("".join, zip(dashes, parts[1:], strict=True)))


def _parts(text: str, at: int, record: Record) -> list[str]:
    """The parts after the payload of a game, as the page makes them.

    Args:
        text: the text, from the start of the line in which the payload ends.
        at: where the payload ends.
        record: the game.

    Raises:
        Unclear: another character could have been a part.
    """
    said: dict[str, str] = {}
    names: list[str] = []
    start = at
    while key := re.compile(rf"{_KEY}|&[A-Za-z_][\w.-]+=[^\s&]*").match(text, at):
        before, at = at, key.end()
        if key[1] == "n":
            name, at = _name(text, at)
            names.append(name)
        elif key[1]:
            value = _value(text, at, key[1], record)
            if value is None or said.setdefault(key[1], value[0]) != value[0]:
                raise _unclear(text, before)
            at = value[1]
    rest = text[at:]
    cut_in_names = re.match(r"&n?(?:\W|$)", rest) and names
    if (rest.startswith("&") and not cut_in_names) or rest[:1].isalnum():
        raise _unclear(text, at)
    if said and "p" not in said:
        raise _unclear(text, start)
    return [f"{key}={value}" for key, value in said.items()] + [f"n={name}" for name in names]


def _value(text: str, at: int, key: str, record: Record) -> tuple[str, int] | None:
    """The value of a part, perhaps on several lines, and where it ends; None if it is damaged."""
    if key == "cv":  # comments and variations have check digits
        from cacao_core.formats import link_notes  # noqa: PLC0415  # few links have any

        return joined(text, at, lambda word: word if link_notes.fits(word, record) else None)
    count = 1 if key in "lv" else record.deal.players
    value = re.compile(rf"(?:(?:{_GAP})?[A-Za-z0-9]){{{count}}}(?![^\W_])").match(text, at)
    return (re.sub(_GAP, "", value[0]), value.end()) if value else None


def _name(text: str, at: int) -> tuple[str, int]:
    """A name, and where it ends; broken lines are joined, or gaps if another part follows."""
    match = re.compile(_NAME).match(text, at)
    assert match, "it may be empty"
    name, end = re.sub(r"\s+", "", match[0]), match.end()
    if text.startswith("://", end):  # of another address right behind it
        name = re.sub("https?$", "", name)
    return re.sub(r"(?:%20|\+)+$|%[0-9A-Fa-f]?$", "", name.rstrip(".-_~+")), end


def _unclear(text: str, at: int) -> Unclear:
    told = _("This link is damaged at “{seen}”, so it could open another game. Ask for it again.")
    return Unclear(told.format(seen=text[at : at + 24].partition("\n")[0].strip()))


def _latest(games: dict[str, Record], problems: list[Unclear]) -> str:
    """Of several links, that to the latest point of a game, if all are of the same game."""
    latest = max(games, key=lambda fragment: (len(games[fragment].moves), "&cv=" in fragment))
    record, players = games[latest], _players(latest)
    damaged = (error.record for error in problems if error.record)
    for other in (*games.values(), *damaged):
        common = record.common_prefix(other)
        if record.deal != other.deal or common not in (other.moves, record.moves):
            raise _several()
    if any(_players(fragment) != players for fragment in games):
        raise _several()
    return latest


def _several() -> Unclear:
    return Unclear(_("There are links to several games in this text. Paste only one."))


def _players(fragment: str) -> list[str]:
    return sorted(part for part in fragment.split("&") if part[:2] in ("p=", "c=", "l="))
