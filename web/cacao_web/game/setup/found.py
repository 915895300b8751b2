"""Finds the link or the record in a text that mail programs, messengers and HTML have changed.

It finds one fragment of an address, or the text of a record. Pieces of a link are joined until they
fit: the payload of a game has check digits, and its other parts have a known length. Anything else
that could turn it into another game is refused. A damaged name does not change the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import unescape
from itertools import accumulate, islice, product, zip_longest
from typing import Final, TypeVar
from urllib.parse import unquote

from cacao_core import BadLink, CacaoError, Record
from cacao_web.ui.i18n import _

_T = TypeVar("_T")

_LONGEST: Final = 100_000
"""A longer text is not searched; the longest record has two thirds of it."""
_LONGEST_LINK: Final = 16_000
"""A link is looked for in so many characters: four times the longest one that is opened."""
_MOST_PIECES: Final = 40
_MOST_STARTS: Final = 30

_MORE: Final = r"(?:&c=[a-z]{2,4}|&l=1|&v=0|&cv=[\w-]+)*"
_AS_MADE: Final = rf"(?a)[\w-]+(?:{_MORE}&p=[a-z]{{2,4}}{_MORE}(?:&n=(?:[\w.~%-]*[\w~%])?)*)?"
"""The fragment of a game, as the page writes it."""
_LIKE_ASCII: Final = {sign + 0xFEE0: sign for sign in range(0x21, 0x7F)} | dict.fromkeys(
    (0x2010, 0x2011, 0x2212, 0xFE63), ord("-")
)
"""Full-width signs, as Chinese and Japanese keyboards make them, and dashes -> those of links."""
_INVISIBLE: Final = (
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_QUOTING: Final = r"[ \t]*(?:[>|][ \t]?)+"
_START: Final = (
    r"(?:#|%(?:25){0,4}23|(?<![\w%/=&.-]))"
    r"(?=1[A-Za-z0-9]|f\d[\w-]|(?:[gtk]|puzzle)(?:=|%(?:25){0,4}3D)\w)"
)
_CODED_GAP: Final = r"%(?:25)*(?:20|0[AaDd9]|3E)"
_GAP: Final = rf"(?:\s|{_CODED_GAP})+"
_BREAK: Final = r"(?<=[^\n]{55})(?<![^\n]{79})[ \t]*\n[ \t]*"
"""The end of a line that is as long as a mail program makes it."""
_DIGIT: Final = rf"(?:(?:{_BREAK})?[\w-])"
_OTHER: Final = (
    rf"(?a)(?:f\d{_DIGIT}+|t={_DIGIT}{{22}}|k=(?:(?:{_DIGIT}{{64}})+(?=_?(?![\w-]))|[\w-]{{22,}})"
    rf"|g=[\w-]+|puzzle=[\w-]{{1,40}})(?:\s*&\s*(?:[soamw]={_DIGIT}*|r=[\w.:-]*\w))*"
)
"""The fragment of a puzzle, or of a game with other devices."""
_DIGITS: Final = "[A-Za-z0-9_\\-\u2012-\u2015]+"
_PART: Final = r"\s*&\s*(cv|[pclvn]|[A-Za-z_][\w.-]+)\s*=\s*"
"""The beginning of a part after a game; older pages skip a key of two letters."""
_FIRM: Final = ("p", "c", "l", "v", "cv")
"""The parts that another game would have otherwise."""
_NAME: Final = r"[\w.~%+-]*"
_ANY_NAME: Final = r"(?:[\w.~%+-]|[^\x00-\x7f])*"
"""A name that another part follows: then it may have pictures."""
_IN_NAME: Final = rf"{_BREAK}(?={_NAME}\s*(?:\n|$))|(?:(?<=%)|(?<=%[0-9A-Fa-f]))\s+"
"""The break of a line in a name: the next one has nothing else."""


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
    others: list[str] = []
    for start in reversed([*islice(re.finditer(_START, clean), _MOST_STARTS)]):
        try:
            if other := re.compile(_OTHER).match(*_plain(clean, start.end())):
                others.append(re.sub(_GAP, "", other[0]))
            elif game := _game(clean, start.end()):
                games = dict([game]) | games
            else:
                continue
        except Unclear as error:
            problems.insert(0, error)
        clean = clean[: start.start()]  # a link ends where the next one begins
    puzzles = {one for one in others if one.startswith("puzzle")}
    if messages := [one for one in others if one not in puzzles]:
        return max(messages, key=len)  # a name before the link may look like the start of one
    if len(puzzles) > 1 or (puzzles and (games or problems)):
        raise _several()
    if not games and problems:
        raise problems[0]
    return _latest(games, problems) if games else (*puzzles, text)[0]


def cleaned(text: str) -> str:
    """A text without the additions of other programs."""
    text = text.translate(_LIKE_ASCII)
    text = re.sub(r"\\u00([0-7][0-9A-Fa-f])", lambda one: chr(int(one[1], 16)), text)
    for _round in range(3):
        text = unescape(text)
    text = re.sub(_INVISIBLE, "", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = re.sub(rf"(\n){_QUOTING}", r"\1", re.sub(r"(?i)<(?:wbr|br)\s*/?>", "\n", text))
    text = re.sub(r"\\(?=[&_=#%~.\-])", "", text)
    if re.search(r"&[a-z](?:=\n)?=(?:=\n)?3[Dd]", text):  # quoted-printable
        return re.sub(r"=[ \t]*\n", "", text).replace("=3D", "=").replace("=3d", "=")
    return re.sub(r"(?<!&[a-z])=[ \t]*\n", "", text)


def _record(text: str, at: int) -> str:
    """The text of a record, without the text around it, quoting, and broken lines."""
    record = "\n".join(line.rstrip() for line in text[at:].splitlines())
    if mark := re.match(_QUOTING, text[:at].rpartition("\n")[2]):
        record = re.sub(rf"(?m)^{re.escape(mark[0].rstrip())} ?", "", record)
    record = re.split(r"\n(?:```|</)", record)[0]
    new = r"\n|[#>]|[a-z-]+(?: pile)?:|\d+ [a-z]+ |x-|cacao-record |$"
    return re.sub(rf"(?<=.)\n(?!{new})", " ", record)


def _plain(text: str, at: int) -> tuple[str, int]:
    """The line of a place and all after it, decoded if it is part of another address; the place."""
    line, rest = text[text.rfind("\n", 0, at) + 1 : at], text[at : at + _LONGEST_LINK]
    if encoded := re.match(rf"(?:[\w=-]|\s|{_CODED_GAP})*?%((?:25){{0,4}})(?:26|3D)", rest):
        # A plain "&" belongs to that address.
        rest = re.split("&(?!(?:[pclvnsoamwr]|cv)=)", rest, maxsplit=1)[0]
        for _round in range(len(encoded[1]) // 2):
            rest = unquote(rest)
        once = "%25" not in rest and "%20" in rest  # the names, which stay as they are
        rest = unescape(rest.replace("%26", "&").replace("%3D", "=") if once else unquote(rest))
    head, *names = re.split(r"(&\s*n\s*=)", rest, maxsplit=1)
    return "".join([line, re.sub(_CODED_GAP, " ", head), *names]), len(line)


def _game(text: str, at: int) -> tuple[str, Record] | None:
    """The fragment of the game that begins at a place, and its record; None if there is none."""
    whole = joined(text, at, Record.from_link)
    if whole is None:
        return None
    record, end = whole
    try:
        return "&".join([record.to_link(), *_parts(*_plain(text, end), record)]), record
    except Unclear as error:
        error.record = record
        raise


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
    values: dict[str, str] = {}
    names: list[str] = []
    rest = re.split("(?:https?)?://", re.sub(_IN_NAME, "", "." * at + text[at:])[at:])[0]
    starts, left = [*re.finditer(_PART, rest)] if re.match(_PART, rest) else [], rest
    for part, after in zip_longest(starts, starts[1:]):
        key, text = part[1], rest[part.end() : after.start() if after else None]
        words = [*accumulate(text.split())] or [""]
        whole = _value(key, words[-1], record, _ANY_NAME) if after else None
        goes_on = whole and not whole[1]  # all between two parts belongs to the link, if it fits
        read = (_value(key, word, record, _NAME) for word in words[:_MOST_PIECES])
        value, left = whole if whole and goes_on else next(filter(None, read), ("", ""))
        if key == "n":
            names.append(re.sub(r"(?:%20|\+)+$|%[0-9A-Fa-f]?$", "", value.rstrip(".-_~+")))
        elif key in _FIRM and (not value or values.setdefault(key, value) != value):
            raise _unclear(rest[part.start() :])
        if not goes_on:
            break
    cut_in_names = re.match(r"&n?(?:\W|$)", left) and names
    if re.match(r"&|[^\W_]", left) and not cut_in_names:
        raise _unclear(left)
    if values and "p" not in values:
        raise _unclear(rest)
    return [f"{key}={value}" for key, value in values.items()] + [f"n={name}" for name in names]


def _value(key: str, word: str, record: Record, name: str) -> tuple[str, str] | None:
    """The value of a part at the start of a word, and the rest of it; None if it is damaged."""
    letters = 1 if key in "lv" else record.deal.players
    forms = dict.fromkeys(_FIRM, rf"[^\W_]{{{letters}}}(?![^\W_])") | {"n": name, "cv": _DIGITS}
    read = re.match(forms.get(key, ".*"), word)
    values = [read[0]] if read else []
    if read and key == "cv":  # comments and variations have check digits
        from cacao_core.formats import link_notes  # noqa: PLC0415  # few links have any

        values = [one for one in _dashed(read[0]) if link_notes.fits(one, record)]
    return (values[0], word[read.end() :]) if read and values else None


def _unclear(text: str) -> Unclear:
    sentence = _(
        "This link is damaged at “{seen}”, so it could open another game. Ask for it again."
    )
    return Unclear(sentence.format(seen=text.strip()[:24].partition("\n")[0]))


def _latest(games: dict[str, Record], problems: list[Unclear]) -> str:
    """Of several links, that to the latest point of a game, if all are of the same game."""
    latest = max(games, key=lambda fragment: (len(games[fragment].moves), "&cv=" in fragment))
    record, players = games[latest], _players(latest)
    for other in (*games.values(), *(error.record for error in problems if error.record)):
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
