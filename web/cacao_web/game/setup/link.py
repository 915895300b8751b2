"""A game as the fragment of an address: link payload, then players and options.

==== ==================================================================================
part what it says
==== ==================================================================================
p    a letter for each seat: a person, or a computer of a level
c    a letter for each seat's colour; missing if they are the usual ones
n    a seat's name, once for each seat, or once for each person and bot if the computers
     have their usual names; none if the link hides them
l    ``1``: the people sit at different devices and send each other the link
v    ``0``: it opens as a replay from the beginning
cv   comments and variations, see :mod:`cacao_core.formats.link_notes`
==== ==================================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple
from urllib.parse import parse_qs, quote

from cacao_core import BadLink, BadRecord, CacaoError, OtherVersion, Record, ai
from cacao_core.names import readable
from cacao_core.tiles import COLOURS
from cacao_web.game.players import (
    BOT,
    ELSEWHERE,
    PERSON,
    Sitter,
    colour_name,
    coloured,
    is_bot,
    kind_of,
    sitters,
)
from cacao_web.game.setup.found import Unclear, found
from cacao_web.game.setup.names import are_usual, named
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _

_KIND_LETTERS: Final = {
    "p": PERSON,
    "n": "newcomer",
    "g": "beginner",
    "r": "relaxed",
    "t": "gentle",
    "e": "easy",
    "u": "casual",
    "f": "fair",
    "s": "steady",
    "a": "able",
    "z": "master",
    "m": "medium",
    "h": "hard",
    "x": "expert",
    "b": BOT,
}
_LETTERS_OF_KINDS: Final = {kind: letter for letter, kind in _KIND_LETTERS.items()}
_COLOUR_LETTERS: Final = {colour[0]: colour for colour in COLOURS}
_LONGEST_FRAGMENT: Final = 4000
_COLOURS: Final = "x-colours"
_KINDS: Final = "x-kinds"
OWN: Final = "g="
"""The beginning of a fairly dealt game's address, for the device that plays it."""


def alike(
    some: tuple[Sitter, ...], others: tuple[Sitter, ...], *, named: bool = True, told: bool = True
) -> bool:
    """Whether sitters are the same as far as a link says; links do not tell bots apart.

    Args:
        some: sitters.
        others: other sitters.
        named: whether their names count.
        told: whether their kinds and colours count.
    """
    known = [
        [((_told(s), s.colour) if told else (), s.name if named else "") for s in coloured(sitting)]
        for sitting in (some, others)
    ]
    return known[0] == known[1]


def _told(sitter: Sitter) -> str:
    """Kind of a seat as in a link: a person at one device is 'elsewhere' at another."""
    if is_bot(sitter.kind):
        return BOT
    return PERSON if sitter.kind == ELSEWHERE else sitter.kind


class Shared(NamedTuple):
    """The content of a link or a file."""

    record: Record
    sitters: tuple[Sitter, ...]  # who plays it
    named: bool = True  # whether it has the players' names
    by_link: bool = False  # whether the people sit at different devices
    from_start: bool = False  # whether it opens as a replay from the beginning
    says_players: bool = True  # whether it says who plays; else people decide for everybody


class LinkWish(NamedTuple):
    """The wishes of a link besides the game."""

    names: bool = True  # whether it has the players' names
    from_start: bool = False  # whether it opens as a replay from the beginning
    by_link: bool = False  # whether the people sit at different devices
    notes: bool = False  # whether it has comments and variations, if there is room for them


USUAL: Final = LinkWish()


def cover(players: tuple[Sitter, ...], record: Record) -> str:
    """The sentence that a link is sent with: which game it is, and whose turn."""
    seat, names = record.game().to_move, " · ".join(sitter.said for sitter in players)
    game = words.played(record.deal.rules)
    if seat is None:
        return _("{game}: {players}. The game is over.").format(game=game, players=names)
    number = words.present_turn(record)
    sentence = _("Your turn, {name}: {game}, turn {n}.")
    if not players[seat].is_elsewhere:
        sentence = _("{game}: {players}. Turn {n}, {name}.")
    return sentence.format(game=game, name=players[seat].said, n=number, players=names)


def fragment(record: Record, players: tuple[Sitter, ...], wish: LinkWish = USUAL) -> str:
    """The fragment of a game, without the leading ``#``."""
    parts = [record.to_link()]
    colours = [sitter.colour for sitter in coloured(players)]
    if colours != list(COLOURS[: len(players)]):
        parts.append("c=" + "".join(colour[0] for colour in colours))
    if wish.by_link or any(sitter.is_elsewhere for sitter in players):
        parts.append("l=1")
    if wish.from_start:
        parts.append("v=0")
    if wish.notes and (word := notes_of(record)):
        parts.append(f"cv={word}")
    # It ends what is more than names: a link that was cut off before has no players, or too few.
    parts.append("p=" + "".join(_LETTERS_OF_KINDS[_told(one)] for one in players))
    if wish.names:
        parts += [f"n={_quoted(name)}" for name in _names(players)]
    return "&".join(parts)


def notes_of(record: Record) -> str:
    """Comments and variations in a link; empty if there are none, or no room for them."""
    from cacao_core.formats import link_notes  # noqa: PLC0415  # few games have any

    with suppress(BadLink):
        return link_notes.encode(record)
    return ""


def _quoted(name: str) -> str:
    """A name in a link; signs at its end are encoded too, because in a text they end sentences."""
    bare = name.rstrip("-._~")
    return quote(bare, safe="") + "".join(f"%{ord(sign):02X}" for sign in name[len(bare) :])


def _names(players: tuple[Sitter, ...]) -> list[str]:
    """The names that a link says."""
    chosen = [sitter.name for sitter in players if sitter.kind not in ai.LEVELS]
    return chosen if chosen and are_usual(players) else [sitter.name for sitter in players]


def _all_names(typed: list[str], kinds: list[str], colours: Sequence[str]) -> list[str]:
    """The names of all seats, given those that a link says."""
    computers = [kind in ai.LEVELS for kind in kinds]
    if not len(typed) == computers.count(False) < len(kinds) == len(colours):
        return typed
    names = iter(typed)
    given = ["" if computer else next(names) for computer in computers]
    return [sitter.name for sitter in named(map(Sitter, given, kinds, colours))]


def noted(record: Record, players: tuple[Sitter, ...]) -> Record:
    """A record with the names of its players, and their colours and kinds as headers of its text.

    The headers are missing if there is no room for them.
    """
    record = record.renamed([sitter.name for sitter in players])
    headers = {
        _COLOURS: " ".join(sitter.colour for sitter in coloured(players)),
        _KINDS: " ".join(_told(sitter) for sitter in players),
    }
    notes = record.notes
    with suppress(CacaoError):
        return record.with_notes(replace(notes, headers={**notes.headers, **headers}))
    return record


def of_text(record: Record) -> Shared:
    """A record with the players that its text notes, see :func:`noted`; else people."""
    headers, seats = dict(record.notes.headers), record.deal.players
    colours, kinds = (headers.pop(name, "").split() for name in (_COLOURS, _KINDS))
    plain = record.with_notes(replace(record.notes, headers=headers))
    fits = len(colours) == len({*colours}) == len(kinds) == seats
    if not fits or not {*colours} <= {*COLOURS} or not {*kinds} <= {*_LETTERS_OF_KINDS}:
        kinds, colours = [], []
    opened = _shared(plain, None, kinds, colours)
    return opened._replace(named=record.seats is not None, says_players=bool(kinds))


def own_fragment(token: str) -> str:
    """The fragment of a game that is dealt fairly; it says nothing but which game it is."""
    return OWN + token


def read(text: str) -> Shared:
    """A game from a whole address, a fragment, a bare link payload, or the text of a record.

    Raises:
        CacaoError: with the reason.
    """
    text = found(text)
    if "\n" in text or text.startswith("cacao-record"):
        return of_text(Record.from_text(text))
    if len(text) > _LONGEST_FRAGMENT:
        raise BadLink(f"link of {len(text)} characters: expected up to {_LONGEST_FRAGMENT}")
    payload, _ampersand, query = text.rpartition("#")[2].partition("&")
    record = Record.from_link(payload)
    try:
        extras = parse_qs(query, max_num_fields=10, errors="replace")
    except ValueError:
        raise BadLink("link: the part after the game is damaged") from None
    for key in ("p", "c"):
        if (value := extras.get(key)) and len(value[0]) != record.deal.players:
            raise BadLink(f"link: {key}={value[0]:.20} of {record.deal.players} players")
    letters, colours = (extras.get(key, [""])[0] for key in ("p", "c"))
    names, whole = extras.get("n"), True
    try:
        opened = shared(record, names, letters, colours)
    except BadRecord:  # a damaged name does not cost the game
        opened, whole = shared(record, None, letters, colours), False
    if word := extras.get("cv"):
        opened = opened._replace(record=_noted(opened.record, word[0]))
    people = sum(sitter.is_person for sitter in opened.sitters)
    return opened._replace(
        named=whole and "n" in extras,
        by_link=extras.get("l") == ["1"] and people > 1,
        from_start=extras.get("v") == ["0"],
        says_players="p" in extras,
    )


def _noted(record: Record, word: str) -> Record:
    """The game of a link with its comments and variations.

    Raises:
        BadLink: they are damaged; the message is for the person.
    """
    from cacao_core.formats import link_notes  # noqa: PLC0415  # as above

    try:
        return record.with_notes(link_notes.decode(word, record))
    except CacaoError:
        raise Unclear(_("This link is damaged or incomplete. Ask for it again.")) from None


def shared(
    record: Record, names: list[str] | None = None, letters: str = "", hues: str = ""
) -> Shared:
    """A record with its players; unknown ones are people named after their colours."""
    colours = _meant(hues, _COLOUR_LETTERS, "colour")
    return _shared(record, names, _meant(letters, _KIND_LETTERS, "kind"), colours)


def _shared(
    record: Record, names: list[str] | None, kinds: list[str], colours: Sequence[str]
) -> Shared:
    seats = record.deal.players
    colours, kinds = colours or COLOURS[:seats], kinds or [PERSON] * seats
    given = (
        _all_names(names or [], kinds, colours)
        or record.seats
        or [colour_name(colour).capitalize() for colour in colours]
    )
    known = [readable(name, seat) for seat, name in enumerate(given)]
    record = record.renamed(known)  # checks how many there are
    bots = {(BOT, seat): kind_of(name) for seat, name in enumerate(known)}
    kinds = [bots.get((kind, seat), kind) for seat, kind in enumerate(kinds)]
    return Shared(record, sitters(known, kinds, colours))


def _meant(letters: str, meanings: dict[str, str], what: str) -> list[str]:
    """The meaning of each letter in a link."""
    for letter in letters:
        if letter not in meanings:
            raise BadLink(f"link: {what} of player {letter!r}; expected {', '.join(meanings)}")
    return [meanings[letter] for letter in letters]


def reason(error: CacaoError) -> str:
    """A sentence for a person whose link or text cannot be opened."""
    if isinstance(error, Unclear):
        return str(error)
    if isinstance(error, BadRecord):
        return _("This text does not open a game. Reason: {reason}.").format(reason=error)
    if isinstance(error, OtherVersion):
        return _(
            "This link was made by a newer version of this page. Reload the page, and open the "
            "link again."
        )
    return _("This does not open a game: the link is damaged, incomplete or not from Cacao.")
