"""Finds the link or the record in a text that mail programs, messengers and HTML have changed.

It finds one fragment of an address, or the text of a record. A game's payload has check digits, so
its pieces are joined until they fit. What follows has none: there, only characters that cannot
belong to a link are dropped. Anything else that is left over could turn it into another game, so it
is refused. A damaged name does not change the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice, product
from typing import Final
from urllib.parse import unquote

from cacao_core import BadLink, CacaoError, Record
from cacao_web.ui.i18n import _

_AS_MADE: Final = re.compile(
    r"[\w-]+(?:EXTRA*&p=[a-z]{2,4}EXTRA*(?:&n=(?:[\w.~%-]*[\w~%])?)*)?".replace(
        "EXTRA", r"(?:&c=[a-z]{2,4}|&l=1|&v=0|&cv=[\w-]+)"
    ),
    re.ASCII,
)
"""The fragment of a game, as the page writes it."""
_LONGEST: Final = 100_000
"""A longer text is not searched; the longest record has two thirds of it."""
_LONGEST_REST: Final = 8000
"""So many characters may follow the payload of a game: twice the longest address that is opened."""
_LONGEST_PIECE: Final = 600
"""So many characters after a gap in a name are examined; a name of 40 signs has up to 480."""
_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_QUOTE: Final = re.compile(r"(\n)[ \t]*(?:[>|][ \t]?)+")
_TAG: Final = re.compile(r"<(?:wbr|br)\s*/?>", re.IGNORECASE)
_ESCAPE: Final = re.compile(r"\\(?=[&_=#%~.\-])")
_SOFT: Final = re.compile(r"=[ \t]*\n")
_START: Final = re.compile(
    r"(?:#|%(?:25){0,4}23|(?<![\w%/=&.-]))"
    r"(?=1[A-Za-z0-9]|f\d[\w-]|g=\w|[tk]=[\w-]{22}|puzzle(?:=|%(?:25){0,4}3D))"
)
_SPACE: Final = r"(?:\s|%(?:25){0,4}(?:20|0[AaDd9]|3E))+"
_GAP: Final = re.compile(_SPACE)
_WIDE: Final = {sign + 0xFEE0: sign for sign in range(0x21, 0x7F)}
"""Full-width signs -> those of links; input methods of Chinese and Japanese make them."""
_DASHES: Final = dict.fromkeys((0x2010, 0x2011, 0x2212, 0xFE63), "-")
_UNICODE: Final = re.compile(r"\\u00([0-7][0-9A-Fa-f])")
"""An escape as in JSON."""
_LONG_DASHES: Final = re.compile("[\u2012-\u2015]")
_DIGITS: Final = re.compile("[A-Za-z0-9_\\-\u2012-\u2015]+")
_AMPERSAND: Final = re.compile(r"%((?:25){0,4})26")
_KEY: Final = re.compile(rf"(?:{_SPACE})?&(?:{_SPACE})?([pclvn])(?:{_SPACE})?=(?:{_SPACE})?")
# Older pages skip a key of two letters that they do not know. "&not" would be a sign in HTML.
_NOTES: Final = re.compile(rf"(?:{_SPACE})?&(?:{_SPACE})?cv(?:{_SPACE})?=(?:{_SPACE})?")
_FOREIGN: Final = re.compile(r"&[A-Za-z_][\w.-]+=[^\s&]*")
_OTHER: Final = re.compile(
    rf"(g=[\w-]+|[tk]=[\w-]+(?:&r=[\w.:-]*\w)?|puzzle=[\w-]{{1,40}}"
    rf"|f\d(?:{_SPACE})?[\w-]+(?:(?:{_SPACE})?(?:[\w-]+|&[soa]=))*)",
    re.ASCII,
)
_ANOTHER: Final = re.compile(r"1[\w-]{8,}&|[a-z]+://")
_MOST_PIECES: Final = 40
_MOST_STARTS: Final = 30
_WRAPPED: Final = range(56, 80)
"""Lengths of a line after which a mail program may have broken it."""


class Unclear(BadLink):
    """A link that could mean another game than where it was made; with a sentence for people."""

    record: Record | None = None  # the game, if what follows it is damaged


def found(text: str) -> str:
    """The fragment or the record in a text; the text itself if there is none.

    Raises:
        Unclear: what is there could be another game, or there are several.
    """
    text = text.strip()
    if _AS_MADE.fullmatch(text) or len(text) > _LONGEST:
        return text
    if (at := text.find("cacao-record ")) >= 0:
        return _record(text, at)
    cleaned = _cleaned(text)
    games: dict[str, Record] = {}
    problems: list[Unclear] = []
    puzzles: set[str] = set()
    messages: list[str] = []
    for start in islice(_START.finditer(cleaned), _MOST_STARTS):
        try:
            if other := _other(cleaned, start.end()):
                if other.startswith("puzzle"):
                    puzzles.add(other)
                else:
                    messages.append(other)
            elif game := _game(cleaned, start.end()):
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


def _cleaned(text: str) -> str:
    """A text without what other programs put into links."""
    text = _UNICODE.sub(lambda escape: chr(int(escape[1], 16)), text.translate(_WIDE))
    for _round in range(3):
        text = unescape(text)
    text = _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _ESCAPE.sub("", _QUOTE.sub(r"\1", _TAG.sub("\n", text)))
    if re.search(r"&[a-z](?:=\n)?=(?:=\n)?3[Dd]", text):  # quoted-printable
        text = _SOFT.sub("", text).replace("=3D", "=").replace("=3d", "=")
    else:
        text = re.sub(r"(?<!&[a-z])=[ \t]*\n", "", text)
    return text.translate(_DASHES)


def _record(text: str, at: int) -> str:
    """The text of a record, without what is before it, quoting, and broken lines."""
    lines = [line.rstrip() for line in text[at:].splitlines()]
    mark = re.match(r"[ \t]*(?:[>|][ \t]?)+", text[:at].rpartition("\n")[2])
    if mark:
        sign = mark[0].rstrip()
        lines = [line.removeprefix(sign).removeprefix(" ") for line in lines]
    if fence := next((n for n, line in enumerate(lines) if line.startswith(("```", "</"))), 0):
        lines = lines[:fence]
    whole: list[str] = []
    for line in lines:
        fresh = not line or re.match(r"[#>]|[a-z-]+( pile)?:|\d+ [a-z]+ |x-|cacao-record ", line)
        if fresh or not whole or not whole[-1]:
            whole.append(line)
        else:
            whole[-1] += " " + line
    return "\n".join(whole)


def _other(text: str, at: int) -> str:
    """The fragment of a puzzle, or of a game with other devices, that begins at a place."""
    head = text[at : at + 20]
    if re.match(r"puzzle%", head):
        text = text[:at] + re.sub(r"%(?:25){0,4}3D", "=", text[at : at + 90])
    if not head.startswith(("puzzle", "g=", "t=", "k=", "f")):
        return ""
    shown = _OTHER.match(_unquoted(text[at:]))
    if not shown:
        return ""
    whole, line, end = "", at - text.rfind("\n", 0, at) - 1, 0
    for gap in [*_GAP.finditer(shown[0]), None]:
        piece = shown[0][end : gap.start()] if gap else shown[0][end:]
        alone = gap is None or "\n" in gap[0]
        if end and not (piece.startswith("&") or (line in _WRAPPED and alone)):
            break
        whole += piece
        line = len(piece) + (line if not end else 0)
        end = gap.end() if gap else 0
    return whole


def _unquoted(text: str) -> str:
    """A text whose separators were percent-encoded, perhaps several times."""
    if found := _AMPERSAND.search(text[:2000]):
        for _round in range(1 + len(found[1]) // 2):
            text = unquote(text)
    return text


# --- Games ---------------------------------------------------------------------------------------


def _game(text: str, at: int) -> tuple[str, Record] | None:
    """The fragment of the game that begins at a place, and its record; None if there is none."""
    whole = next(_payloads(text, at), None)
    if whole is None:
        return None
    record, end = whole
    rest = text[end : end + _LONGEST_REST]
    if encoded := re.match(rf"(?:{_SPACE})?%((?:25){{0,4}})26", rest):
        # A plain "&" belongs to the address in which this one is.
        rest = re.split("&(?!(?:[pclvn]|cv)=)", rest, maxsplit=1)[0]
        for _round in range(len(encoded[1]) // 2):
            rest = unquote(rest)
        if "%25" in rest or "%20" not in rest:
            rest = unquote(rest)
        else:  # the names are encoded once
            rest = rest.replace("%26", "&").replace("%3D", "=")
        rest = rest.replace("&amp;", "&")
    line = end - text.rfind("\n", 0, end)
    try:
        extras = _Extras(rest, record, line)
    except Unclear as error:
        error.record = record
        raise
    return "&".join([record.to_link(), *extras.parts]), record


def _payloads(text: str, at: int) -> Iterator[tuple[Record, int]]:
    """The records whose payload begins at a place, and where each of them ends."""
    joined = ""
    for _piece in range(_MOST_PIECES):
        run = _DIGITS.match(text, at)
        if not run:
            return
        joined += run[0]
        ends = {run.end() - len(run[0]) + len(run[0].rstrip("-_")), run.end()}
        for end in sorted(ends, reverse=True):
            for payload in _dashed(joined[: len(joined) - (run.end() - end)]):
                try:
                    yield Record.from_link(payload), end
                except CacaoError:
                    continue
        gap = _GAP.match(text, run.end())
        if not gap:
            return
        at = gap.end()


def _dashed(payload: str) -> Iterator[str]:
    """What a payload may have been before dashes were made typographic."""
    parts = _LONG_DASHES.split(payload)
    for dashes in islice(product(("--", "-", "---"), repeat=len(parts) - 1), 81):
        yield parts[0] + "".join(map("".join, zip(dashes, parts[1:], strict=True)))


class _Extras:
    """What follows the payload of a game.

    Args:
        text: begins after the payload.
        record: the game.
        line: length of the line before the text.

    Attributes:
        parts: as the page makes them.
    """

    def __init__(self, text: str, record: Record, line: int) -> None:
        self._text = text
        self._record = record
        self._seats = record.deal.players
        self._line = line
        self._at = 0
        self._said: dict[str, str] = {}
        self._names: list[str] = []
        while self._read():
            pass
        self._check()
        self.parts = [f"{key}={value}" for key, value in self._said.items()]
        self.parts += [f"n={name}" for name in self._names]

    def _read(self) -> bool:
        """Read a part; returns whether there was one."""
        if key := _KEY.match(self._text, self._at):
            self._at = key.end()
            if key[1] == "n":
                self._names.append(self._name())
                return True
            value = self._letters({"l": 1, "v": 1}.get(key[1], self._seats), key.start())
            if self._said.setdefault(key[1], value) != value:
                raise self._unclear(key.start())
            return True
        if key := _NOTES.match(self._text, self._at):
            self._at = key.end()
            self._said["cv"] = self._notes(key.start())
            return True
        if foreign := _FOREIGN.match(self._text, self._at):
            self._at = foreign.end()
            return True
        return False

    def _notes(self, start: int) -> str:
        """Comments and variations, whose pieces are joined until their check digits fit."""
        from cacao_core.formats import link_notes  # noqa: PLC0415  # few links have any

        joined = ""
        for _piece in range(_MOST_PIECES):
            run = _DIGITS.match(self._text, self._at)
            if not run:
                break
            joined, self._at = joined + run[0], run.end()
            for word in _dashed(joined):
                if link_notes.fits(word, self._record):
                    return word
            if gap := _GAP.match(self._text, self._at):
                self._at = gap.end()
        raise self._unclear(start)

    def _letters(self, count: int, start: int) -> str:
        """As many letters or digits, which may lie on several lines."""
        value = ""
        while len(value) < count:
            if gap := _GAP.match(self._text, self._at):
                self._at = gap.end()
            letter = self._text[self._at : self._at + 1]
            if not (letter.isascii() and letter.isalnum()):
                raise self._unclear(start)
            value += letter
            self._at += 1
        if self._text[self._at : self._at + 1].isalnum():
            raise self._unclear(start)
        return value

    def _name(self) -> str:
        """A name; pieces are joined if the line was broken there, or if another part follows."""
        name = self._run()
        while gap := _GAP.match(self._text, self._at):
            following = self._text[gap.end() : gap.end() + _LONGEST_PIECE]
            more = not _ANOTHER.match(following) and re.match(r"[^#&]+&[pclvn]=", following)
            length = self._line + self._at - max(self._text.rfind("\n", 0, self._at), 0)
            alone = re.match(r"[\w.~%+-]+(?=\s*(?:\n|$))", following)
            wrapped = gap[0].count("\n") == 1 and alone and self._length(length) in _WRAPPED
            if not (more or wrapped or re.search(r"%[0-9A-Fa-f]?$", name)):
                break
            self._at = gap.end()
            name += self._run()
        if self._text.startswith("://", self._at):  # of another address right behind it
            name = re.sub("https?$", "", name)
        return re.sub(r"(?:%20|\+)+$|%[0-9A-Fa-f]?$", "", name.rstrip(".-_~+"))

    def _length(self, length: int) -> int:
        first = "\n" not in self._text[: self._at]
        return length if first else length - self._line

    def _run(self) -> str:
        """Characters that may be in a name."""
        start = self._at
        while self._at < len(self._text):
            sign = self._text[self._at]
            if not (sign.isalnum() or sign in "_.~%+-" or self._goes_on(sign)):
                break
            self._at += 1
        return self._text[start : self._at]

    def _goes_on(self, sign: str) -> bool:
        """Whether a picture or the like is in a name, because another part follows it."""
        following = self._text[self._at : self._at + _LONGEST_PIECE]
        return ord(sign) > 0x2FFF and bool(re.match(r"[^#&\s]+&[pclvn]=", following))

    def _check(self) -> None:
        """Refuse what is left over if it could have changed the game."""
        rest = self._text[self._at :]
        cut_in_names = re.match(r"&n?(?:\W|$)", rest) and self._names
        if (rest.startswith("&") and not cut_in_names) or rest[:1].isalnum():
            raise self._unclear(self._at)
        if self._said and "p" not in self._said:
            raise self._unclear(0)

    def _unclear(self, at: int) -> Unclear:
        told = _(
            "This link is damaged at “{seen}”, so it could open another game. Ask for it again."
        )
        return Unclear(told.format(seen=self._text[at : at + 24].split("\n")[0].strip()))


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
