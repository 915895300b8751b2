"""A game as the fragment of an address: link payload, then names and kinds of players."""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import parse_qs, quote

from cacao_core import BadLink, BadRecord, CacaoError, Record
from cacao_core.tiles import COLOURS
from cacao_web.bots import BOT, is_bot, kind_of
from cacao_web.i18n import _
from cacao_web.seats import COMPUTER, PERSON, Sitter, coloured, sitters
from cacao_web.words import colour_name

_KIND_LETTERS: Final = {
    "p": PERSON,
    "e": "easy",
    "m": "medium",
    "h": "hard",
    "x": "expert",
    "b": BOT,
}
_OLD_KIND_LETTERS: Final = {"c": COMPUTER}
"""Letters of links from before there were levels; they stay readable for ever."""
_LETTERS_OF_KINDS: Final = {kind: letter for letter, kind in _KIND_LETTERS.items()}
_COLOUR_LETTERS: Final = {colour[0]: colour for colour in COLOURS}
_LONGEST_FRAGMENT: Final = 4000


def alike(some: tuple[Sitter, ...], others: tuple[Sitter, ...]) -> bool:
    """Whether sitters are the same as far as a link tells; it does not tell bots apart."""
    told = [[s._replace(kind=_told(s)) for s in coloured(sitting)] for sitting in (some, others)]
    return told[0] == told[1]


def _told(sitter: Sitter) -> str:
    """The kind of a seat as a link tells it."""
    return BOT if is_bot(sitter.kind) else sitter.kind


class Shared(NamedTuple):
    """What a link or a file brings: a record and who plays it."""

    record: Record
    sitters: tuple[Sitter, ...]


def fragment(record: Record, players: tuple[Sitter, ...]) -> str:
    """The fragment of a game, without the leading ``#``."""
    kinds = "".join(_LETTERS_OF_KINDS[_told(sitter)] for sitter in players)
    colours = [sitter.colour for sitter in coloured(players)]
    usual = colours == list(COLOURS[: len(players)])
    letters = "" if usual else "&c=" + "".join(colour[0] for colour in colours)
    names = "".join(f"&n={quote(sitter.name, safe='')}" for sitter in players)
    return f"{record.to_link()}&p={kinds}{letters}{names}"


def read(text: str) -> Shared:
    """A game from a whole address, a fragment, a bare link payload, or the text of a record.

    Raises:
        CacaoError: with what is wrong.
    """
    text = text.strip()
    if "\n" in text or text.startswith("cacao-record"):
        return shared(Record.from_text(text))
    if len(text) > _LONGEST_FRAGMENT:
        raise BadLink(f"link of {len(text)} characters: expected up to {_LONGEST_FRAGMENT}")
    payload, _ampersand, query = text.rpartition("#")[2].partition("&")
    record = Record.from_link(payload)
    try:
        extras = parse_qs(query, max_num_fields=8, errors="strict")
    except ValueError:
        raise BadLink("link: the part after the game is damaged") from None
    return shared(record, extras.get("n"), extras.get("p", [""])[0], extras.get("c", [""])[0])


def shared(
    record: Record, names: list[str] | None = None, letters: str = "", hues: str = ""
) -> Shared:
    """A record with its players; those that are not told are people called by their colours."""
    seats = record.deal.players
    colours = _meant(hues, _COLOUR_LETTERS, "colour") or COLOURS[:seats]
    kinds = _meant(letters, _KIND_LETTERS | _OLD_KIND_LETTERS, "kind") or [PERSON] * seats
    known = names or record.seats or [colour_name(colour).capitalize() for colour in colours]
    record = record.renamed(known)  # which sees whether the names fit
    bots = {(BOT, seat): kind_of(name) for seat, name in enumerate(known)}
    kinds = [bots.get((kind, seat), kind) for seat, kind in enumerate(kinds)]
    return Shared(record, sitters(known, kinds, colours))


def _meant(letters: str, meanings: dict[str, str], what: str) -> list[str]:
    """What each letter of a link stands for."""
    for letter in letters:
        if letter not in meanings:
            raise BadLink(f"link: {what} of player {letter!r}; expected {', '.join(meanings)}")
    return [meanings[letter] for letter in letters]


def reason(error: CacaoError) -> str:
    """A sentence for a person whose link or text cannot be opened."""
    if isinstance(error, BadRecord) and str(error).startswith(("line", "header")):
        return _("This text does not open a game. The reason: {reason}.").format(reason=error)
    return _("This does not open a game: the link is damaged, incomplete or not of Cacao.")
