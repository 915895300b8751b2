"""The players: a person, or a computer of some level, and the colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cacao_core import CacaoError, ai
from cacao_core.names import check_name, outline, readable
from cacao_core.tiles import COLOURS, MAX_PLAYERS
from cacao_web.ui.i18n import _, isolated

PERSON: Final = "person"
COMPUTER: Final = "medium"
"""Default level of a computer."""
ELSEWHERE: Final = "elsewhere"
"""A person at another device, who receives the game as a link."""
KINDS: Final = (PERSON, ELSEWHERE, *ai.LEVELS)


class Sitter(NamedTuple):
    """A seat's name, kind and colour.

    The kind is ``person``, ``elsewhere``, a level of the artificial player, or a bot's.
    Without a colour it gets the first free one, see :func:`coloured`.
    """

    name: str
    kind: str = PERSON
    colour: str = ""
    is_doubled: bool = False  # whether another one at the table has such a name too

    @property
    def said(self) -> str:
        """The name as people read it; with the colour, if that tells two apart.

        Who has given none is a number in the reader's language, not in that of the record.
        """
        number = _number(self.name)
        name = usual_name(number) if number else isolated(self.name)
        if not self.is_doubled:
            return name
        return _("{name} ({colour})").format(name=name, colour=colour_name(self.colour))

    @property
    def is_person(self) -> bool:
        """Whether a person at this device decides."""
        return self.kind == PERSON

    @property
    def is_elsewhere(self) -> bool:
        """Whether a person at another device decides."""
        return self.kind == ELSEWHERE

    @property
    def is_computer(self) -> bool:
        """Whether a level or a bot decides."""
        return not self.is_person and not self.is_elsewhere

    @property
    def level(self) -> int | None:
        """Strength of a level, from 1; None for people and bots."""
        return ai.LEVELS.index(self.kind) + 1 if self.kind in ai.LEVELS else None


def colour_name(colour: str) -> str:
    return {
        "red": _("red"),
        "purple": _("purple"),
        "white": _("white"),
        "yellow": _("yellow"),
    }[colour]


def usual_name(number: int) -> str:
    """Name of a person who has given none; players are counted from 1."""
    return _("Player {n}").format(n=number)


def unnamed(number: int) -> str:
    """The same as records have it: :attr:`Sitter.said` is in the language of the reader."""
    return f"Player {number}"


def is_nameless(name: str) -> bool:
    """Whether it is such a name; records of older versions have it in the language of then."""
    return _number(name) > 0


def _number(name: str) -> int:
    """The number of a person without a name; 0 for all others."""
    numbers = range(1, MAX_PLAYERS + 1)
    return next((n for n in numbers if name in (unnamed(n), usual_name(n))), 0)


def coloured(players: Iterable[Sitter]) -> tuple[Sitter, ...]:
    """The same sitters, each with a colour of its own; those whose names look alike are marked.

    Raises:
        CacaoError: a colour that does not exist, or two of the same.
    """
    players = tuple(players)
    taken = [sitter.colour for sitter in players if sitter.colour]
    if len(set(taken)) < len(taken) or not set(taken) <= set(COLOURS):
        raise CacaoError(f"colours {', '.join(taken):.60}: expected different ones of {COLOURS}")
    free = [colour for colour in COLOURS if colour not in taken]
    names = Counter(outline(sitter.name) for sitter in players if sitter.name)
    return tuple(
        sitter._replace(
            colour=sitter.colour or free.pop(0), is_doubled=names[outline(sitter.name)] > 1
        )
        for sitter in players
    )


def sitters(
    names: Sequence[str], kinds: Sequence[str], colours: Sequence[str] = ()
) -> tuple[Sitter, ...]:
    """Sitters from names, kinds and colours; without colours, in the order of the seats.

    Raises:
        CacaoError: a kind or colour that does not exist, or not one for each name.
    """
    colours = colours or [""] * len(names)
    if not len(names) == len(kinds) == len(colours):
        raise CacaoError(
            f"{len(kinds)} kinds and {len(colours)} colours of players for {len(names)} seats"
        )
    for kind in kinds:
        if kind not in KINDS and not is_bot(kind):
            raise CacaoError(f"kind of player {kind!r:.40}: expected {', '.join(KINDS)}")
    readable_names = [readable(name, seat) for seat, name in enumerate(names)]
    return coloured(map(Sitter, readable_names, kinds, colours))


BOT: Final = "bot"


_PREFIX: Final = f"{BOT}:"


def kind_of(name: str) -> str:
    """The kind of a seat that a given bot plays."""
    return _PREFIX + name


def bot_of(kind: str) -> str:
    """The name of the bot that plays a seat of this kind; empty if it is not a bot."""
    return kind.removeprefix(_PREFIX) if is_bot(kind) else ""


def is_bot(kind: str) -> bool:
    """Whether a seat of this kind is played by a bot."""
    if not kind.startswith(_PREFIX):
        return False
    try:
        check_name(kind.removeprefix(_PREFIX), "bot")
    except CacaoError:
        return False
    return True
