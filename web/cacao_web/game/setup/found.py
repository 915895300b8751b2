"""Finds the link or the record in a text that mail programs, messengers and HTML have changed.

It finds one fragment of an address, or the text of a record. Pieces of a link are joined until they
fit: the payload of a game has check digits, and its other parts have a known length. Anything else
that could turn it into another game is refused. A damaged name does not change the game.
"""

from __future__ import annotations

import re
from binascii import a2b_qp
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
_LONGEST_LINK: Final = 16_000
"""A link is looked for in so many characters: four times the longest one that is opened."""
_MOST_PIECES: Final = 40
_MOST_STARTS: Final = 30

_MORE: Final = r"(?:&c=[a-z]{2,4}|&l=1|&v=0|&cv=[\w-]+)*"
_AS_MADE: Final = rf"(?a)[\w-]+(?:{_MORE}&p=[a-z]{{2,4}}{_MORE}(?:&n=(?:[\w.~%-]*[\w~%])?)*)?"
"""The fragment of a game, as the page writes it; it need not be read twice."""
_LIKE_ASCII: Final = {sign + 0xFEE0: sign for sign in range(0x21, 0x7F)} | dict.fromkeys(
    (0x2010, 0x2011, 0x2212, 0xFE63), ord("-")
)
"""Full-width signs, as Chinese and Japanese keyboards make them, and dashes -> those of links."""
_QUOTING: Final = r"[ \t]*(?:[>|][ \t]?)+"
_DAMAGE: Final = (
    ("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]", ""),
    (r"\r\n?|(?i:<w?br\s*/?>)", "\n"),
    (rf"(\n){_QUOTING}", r"\1"),
    (r"\\(?=[&_=#%~.\-])", ""),
    (r"(?<!&[a-z])=[ \t]*\n", ""),
)
"""The additions of other programs -> what stood there before."""
_START: Final = (
    r"(?:#|%(?:25){0,4}23|(?<![\w%/=&.-]))"
    r"(?=1[A-Za-z0-9]|f\d[\w-]|(?:[gtk]|puzzle)(?:=|%(?:25){0,4}3D)\w)"
)
_GAP_SIGN: Final = r"\s|%(?:25)*(?:20|0[AaDd9]|3E)"
_GAP: Final = rf"(?:{_GAP_SIGN})*"
_BREAK: Final = r"(?<=[^\n]{55})(?<![^\n]{79})[ \t]*\n[ \t]*"
"""The end of a line that is as long as a mail program makes it."""
_DIGIT: Final = rf"(?:(?:{_BREAK})?[\w-])"
_OTHER: Final = (
    rf"(?a)(?:f\d{_DIGIT}+|t={_DIGIT}{{22}}|k=(?:(?:{_DIGIT}{{64}})+(?=_?(?![\w-]))|[\w-]{{22,}})"
    rf"|g=[\w-]+|puzzle=[\w-]{{1,40}})(?:{_GAP}&{_GAP}(?:[soamw]={_DIGIT}*|r=[\w.:-]*\w))*"
)
"""The fragment of a puzzle, or of a game with other devices."""
_DIGITS: Final = "[A-Za-z0-9_\\-\u2012-\u2015]+"
_PART: Final = rf"{_GAP}&{_GAP}(cv|[pclvn]|[A-Za-z_][\w.-]+){_GAP}={_GAP}"
"""The beginning of a part after a game; older pages skip a key of two letters."""
_NAME: Final = (
    rf"(?:[\w.~%+-]|[^\x00-\x7f]|\s)*?(?={_PART})"  # before another part: then it may have pictures
    rf"|(?:[\w.~%+-]|{_BREAK}(?=[\w.~%+-]*\s*(?:\n|$))|(?:(?<=%)|(?<=%[0-9A-Fa-f]))\s+)*"
)
_LETTER: Final = rf"(?:{_GAP}[^\W_])"
_FORMS: Final = {
    **dict.fromkeys("pc", rf"{_LETTER}{{N}}(?![^\W_])"),
    **dict.fromkeys("lv", rf"{_LETTER}(?![^\W_])"),
    "cv": rf"(?:{_DIGITS[:-1]}|{_GAP_SIGN})*?(?={_PART})",
    "n": _NAME,
}
"""The values of the parts, for N players; all but names would be another game otherwise."""
_FOREIGN: Final = rf"\S*?(?={_PART})|\S*"


class Unclear(BadLink):
    """A link that could mean another game than where it was made; with a sentence for people."""

    record: Record | None = None  # the game, if what follows it is damaged


class TextRefused(Unclear):
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
    others: set[str] = set()
    for start in reversed([*islice(re.finditer(_START, clean), _MOST_STARTS)]):
        at, plain = start.end(), _plain(clean, start.end())
        try:
            if other := _match(_OTHER, plain, at):
                others.add(re.sub(_GAP, "", other[0]))
            elif game := joined(plain, at, Record.from_link):
                games = {_fragment(plain, game[1], game[0]): game[0]} | games
            else:
                continue
        except Unclear as error:
            problems.insert(0, error)
        clean = clean[: start.start()]  # a link ends where the next one begins
    puzzles = {one for one in others if one.startswith("puzzle")}
    if messages := others - puzzles:
        return max(messages, key=len)  # a name before the link may look like the start of one
    if len(puzzles) > 1 or (puzzles and (games or problems)):
        raise _several()
    if problems and not games:
        raise problems[0]
    return _latest(games, problems) if games else (*puzzles, text)[0]


def cleaned(text: str) -> str:
    """A text without the additions of other programs."""
    text = re.sub(r"\\u00([0-7][0-9A-Fa-f])", lambda sign: chr(int(sign[1], 16)), text)
    text = unescape(unescape(unescape(text.translate(_LIKE_ASCII))))
    for damage, before in _DAMAGE:
        text = re.sub(damage, before, text)
    return text


def _record(text: str, at: int) -> str:
    """The text of a record, without the text around it, quoting, and broken lines."""
    record = "\n".join(line.rstrip() for line in text[at:].splitlines())
    if mark := re.match(_QUOTING, text[:at].rpartition("\n")[2]):
        record = re.sub(rf"(?m)^{re.escape(mark[0].rstrip())} ?", "", record)
    record = re.split(r"\n(?:```|</)", record)[0]
    new = r"\n|[#>]|[a-z-]+(?: pile)?:|\d+ [a-z]+ |x-|cacao-record |$"
    return re.sub(rf"(?<=.)\n(?!{new})", " ", record)


def _plain(text: str, at: int) -> str:
    """A text whose link at a place is decoded, if it is part of another address or of a mail."""
    rest = text[at : at + _LONGEST_LINK]
    if encoded := re.match(rf"(?:[\w=-]|{_GAP_SIGN})*?%((?:25){{0,4}})(?:26|3D)", rest):
        # A plain "&" belongs to that address.
        rest = re.split("&(?!(?:[pclvnsoamwr]|cv)=)", rest, maxsplit=1)[0]
        for _round in range(len(encoded[1]) // 2):
            rest = unquote(rest)
        once = "%25" not in rest and "%20" in rest  # the names, which stay as they are
        rest = unescape(rest.replace("%26", "&").replace("%3D", "=") if once else unquote(rest))
    rest = re.split("(?:https?)?://", rest)[0]
    parts = re.findall(r"&[a-z]{1,2}=(?:\n=)?(3[Dd])?", rest)
    if parts and all(parts):  # a name or an offer may begin with 3D as well
        rest = a2b_qp(rest.encode(errors="replace")).decode(errors="replace")
    return text[:at] + rest


def joined(text: str, at: int, read: Callable[[str], _T | None]) -> tuple[_T, int] | None:
    """The meaning of the pieces that begin at a place, and where they end; None if none fits."""
    joined = ""
    for _piece in range(_MOST_PIECES):
        run = _match(_DIGITS, text, at)
        if not run:
            break
        joined += run[0]
        for cut in {0, len(run[0]) - len(run[0].rstrip("-_"))}:
            for word in _dashed(joined[: len(joined) - cut]):
                with suppress(CacaoError):
                    if (value := read(word)) is not None:
                        return value, run.end() - cut
        at = gap.end() if (gap := _match(_GAP, text, run.end())) else run.end()
    return None


def _dashed(word: str) -> Iterator[str]:
    """The possible words before dashes were made typographic."""
    parts = re.split("[\u2012-\u2015]", word)
    for dashes in islice(product(("--", "-", "---"), repeat=len(parts) - 1), 81):
        yield parts[0] + "".join(map("".join, zip(dashes, parts[1:], strict=True)))


def _fragment(text: str, at: int, record: Record) -> str:
    """The fragment of a game as the page makes it; its payload ends at a place of a text.

    Raises:
        Unclear: another character could have been a part.
    """
    values: dict[str, str] = {}
    names: list[str] = []
    end = at
    while part := _match(_PART, text, end):
        key, form = part[1], _FORMS.get(part[1], _FOREIGN)
        value = _match(form.replace("{N}", f"{{{record.deal.players}}}"), text, part.end())
        if value and key == "n":
            name = re.sub(r"\s", "", value[0]).rstrip(".-_~+")
            names.append(re.sub(r"(?:%20|\+)+$|%[0-9A-Fa-f]?$", "", name))
        elif key in _FORMS:
            word = re.sub(_GAP, "", value[0]) if value else ""
            word = _noted(word, record) if key == "cv" else word
            if not word or values.setdefault(key, word) != word:
                raise _unclear(text[part.start() :], record)
        end = value.end() if value else part.end()
    is_cut_in_names = names and re.match(r"&n?(?:\W|$)", text[end:])
    if (re.match(r"&|[^\W_]", text[end:]) and not is_cut_in_names) or (
        values and "p" not in values
    ):
        raise _unclear(text[end:] or text[at:], record)
    parts = [f"{key}={value}" for key, value in values.items()]
    return "&".join([record.to_link(), *parts, *(f"n={name}" for name in names)])


def _noted(word: str, record: Record) -> str:
    """The comments and variations that a word of a link is; empty if it is damaged."""
    from cacao_core.formats import link_notes  # noqa: PLC0415  # few links have any

    return next((one for one in _dashed(word) if word and link_notes.fits(one, record)), "")


def _match(pattern: str, text: str, at: int) -> re.Match[str] | None:
    return re.compile(pattern).match(text, at)


def _unclear(text: str, record: Record) -> Unclear:
    sentence = _(
        "This link is damaged at “{seen}”, so it could open another game. Ask for it again."
    )
    error = Unclear(sentence.format(seen=text.strip()[:24].partition("\n")[0]))
    error.record = record
    return error


def _latest(games: dict[str, Record], problems: list[Unclear]) -> str:
    """Of several links, that to the latest point of a game, if all are of the same game."""
    latest = max(games, key=lambda fragment: (len(games[fragment].moves), "&cv=" in fragment))
    record, players = games[latest], {tuple(re.findall("&[pcl]=[^&]*", one)) for one in games}
    others = (*games.values(), *(error.record for error in problems if error.record))
    if len(players) == 1 and all(
        record.deal == one.deal and record.common_prefix(one) in (one.moves, record.moves)
        for one in others
    ):
        return latest
    raise _several()


def _several() -> Unclear:
    return Unclear(_("There are links to several games in this text. Paste only one."))
