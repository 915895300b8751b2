"""The form for a new game: its content, and the game made of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from cacao_core import CacaoError, Deal, ai
from cacao_core.names import LONGEST_NAME, tidied
from cacao_core.rules import SHORT, Rules
from cacao_core.tiles import COLOURS, MAX_PLAYERS, MIN_PLAYERS
from cacao_web.game.options import USUAL, Options
from cacao_web.game.players import (
    ELSEWHERE,
    KINDS,
    PERSON,
    Sitter,
    bot_of,
    is_bot,
    kind_of,
    unnamed,
)
from cacao_web.game.setup import levels
from cacao_web.game.setup.expansion import NONE, Expansion
from cacao_web.game.setup.names import named
from cacao_web.ui.i18n import _

NOBODY: Final = "nobody"
COMPUTERS: Final = "computer"
"""A computer of some level, in the list of kinds."""
DRAWN: Final = "drawn"
ONE: Final = "one"
FEW_TURNS: Final = "short"
MATCH: Final = "match"
_NUMBERS: Final = tuple(map(str, range(len(ai.LEVELS))))
"""Values of the slider of a computer's level."""


@dataclass
class Setup:
    """The fields of the form, as texts; one kind, name and colour for each of the four chairs."""

    kinds: list[str] = field(default_factory=lambda: [PERSON, levels.FIRST, NOBODY, NOBODY])
    names: list[str] = field(default_factory=lambda: [""] * MAX_PLAYERS)
    """Of the others; see :meth:`name_of`."""
    colours: list[str] = field(default_factory=lambda: list(COLOURS))
    first: str = DRAWN  # index of the chair of the start player, as text, or ``drawn``
    length: str = ONE  # ``one`` game, a ``short`` one, or a ``match``
    seed: str = ""
    options: Options = USUAL
    bots: list[str] = field(default_factory=list)  # names of the installed bots
    suits: str = levels.FIRST  # the level that fits the person, for new computers
    problem: str = ""  # why the last attempt to start failed
    expansion: Expansion = NONE  # what is played of the expansions
    name: str = ""  # of the person at this device, who has the first chair of a person

    def fill_in(self, name: str, value: str) -> None:
        """Set a field to the person's input; unknown fields are ignored."""
        kind, _dash, chair = name.partition("-")
        if kind == "name" and chair.isdigit() and int(chair) < MAX_PLAYERS:
            self._name(int(chair), value)
        elif kind == "kind" and chair.isdigit() and int(chair) < MAX_PLAYERS:
            self._seat(int(chair), value)
        elif kind == "level" and chair.isdigit() and int(chair) < MAX_PLAYERS:
            self._seat(int(chair), ai.LEVELS[int(value)] if value in _NUMBERS else "")
        elif kind == "colour" and chair.isdigit() and int(chair) < MAX_PLAYERS:
            self._give_colour(int(chair), value)
        elif name in ("first", "seed"):
            setattr(self, name, value)
        elif name == "length" and value in (ONE, FEW_TURNS, MATCH):
            self.length = value
        elif name in Options._fields:
            self.options = self.options._replace(**{name: value == "on"})
        else:
            self.expansion = self.expansion.filled_in(name, value, self.number)

    def _name(self, chair: int, value: str) -> None:
        if chair == self.own_chair:
            self.name = value
        else:
            self.names[chair] = value

    def _seat(self, chair: int, kind: str) -> None:
        """Give a chair a player of a kind; anything else is ignored."""
        if kind == COMPUTERS and self.kinds[chair] not in ai.LEVELS:
            kind = self.suits
        if kind in (*KINDS, NOBODY) or bot_of(kind) in self.bots:
            self.kinds[chair] = kind

    def _give_colour(self, chair: int, colour: str) -> None:
        """Give a chair a colour; a chair that had it gets the other's."""
        if colour in self.colours:
            other = self.colours.index(colour)
            self.colours[other], self.colours[chair] = self.colours[chair], colour

    @property
    def chairs(self) -> list[int]:
        """Chairs with a player."""
        return [chair for chair, kind in enumerate(self.kinds) if kind != NOBODY]

    @property
    def number(self) -> int:
        """Number of players, at least two."""
        return max(MIN_PLAYERS, len(self.chairs))

    @property
    def own_chair(self) -> int | None:
        """The chair of the person at this device: the first one of a person."""
        return self.kinds.index(PERSON) if PERSON in self.kinds else None

    def name_of(self, chair: int) -> str:
        """The name that was given for a chair; empty if none was."""
        return self.name if chair == self.own_chair else self.names[chair]

    def default_name(self, chair: int) -> str:
        """Name of a player without one."""
        return self._seated(without=chair)[chair].said

    def _seated(self, without: int | None = None) -> dict[int, Sitter]:
        """The players by their chairs, with the names that were typed, or else the usual ones.

        Args:
            without: a chair whose name is ignored.
        """
        players = {}
        for chair in self.chairs:
            typed = "" if chair == without else tidied(self.name_of(chair))
            name = typed or self._without_name(chair)
            players[chair] = Sitter(name, self.kinds[chair], self.colours[chair])
        return dict(zip(players, named(players.values()), strict=True))

    def _without_name(self, chair: int) -> str:
        """Name of a person or a bot without one; bots of the same name are numbered."""
        kind = self.kinds[chair]
        if kind in (PERSON, ELSEWHERE):
            return unnamed(chair + 1)
        if kind in ai.LEVELS:
            return ""
        name = bot_of(kind)[: LONGEST_NAME - 2].strip()  # leaves room for a number
        same = [other for other in self.chairs if self.kinds[other] == kind]
        return name if len(same) == 1 else f"{name} {same.index(chair) + 1}"

    def confirm(self, wanted: bool) -> None:
        """Set whether tiles must be confirmed, see :attr:`Settings.confirm`."""
        self.options = self.options._replace(confirm=wanted)

    @property
    def together(self) -> bool:
        """Whether somebody plays on another device."""
        return any(self.kinds[chair] == ELSEWHERE for chair in self.chairs)

    def play_at(self, together: bool) -> None:
        """Play with other devices, with one more person; or with nobody elsewhere."""
        if together and not self.together:
            chair = next((n for n in self.chairs[1:] if self.kinds[n] != PERSON), 1)
            self.kinds[chair] = ELSEWHERE
        elif not together:
            self.kinds = [self.suits if kind == ELSEWHERE else kind for kind in self.kinds]

    def take_kinds(self, kinds: str) -> None:
        """Set the kinds of players as in the last new game, see :attr:`Settings.players`."""
        listed = kinds.split()
        if len(listed) == MAX_PLAYERS and set(listed) <= {*KINDS, NOBODY}:
            self.kinds = listed

    def take_modules(self, modules: str) -> None:
        """Set the modules as in the last new game, see :attr:`Settings.modules`."""
        self.expansion = Expansion.of_text(modules)

    def take_names(self, own: str, others: str) -> None:
        """Set the names, see :attr:`Settings.name` and :attr:`Settings.others`."""
        self.name = own
        names = others.split("\n")
        self.names = names if len(names) == MAX_PLAYERS else [""] * MAX_PLAYERS

    def know_bots(self, names: list[str]) -> None:
        """Set the installed bots; a computer takes the seat of one that was deleted."""
        self.bots = names
        gone = [is_bot(kind) and bot_of(kind) not in names for kind in self.kinds]
        pairs = zip(self.kinds, gone, strict=True)
        self.kinds = [self.suits if away else kind for kind, away in pairs]

    def seat_bot(self, name: str) -> None:
        """Give a bot the first chair without a person."""
        chair = next((n for n, kind in enumerate(self.kinds) if kind != PERSON), 1)
        self.kinds[chair] = kind_of(name)

    @property
    def persons(self) -> int:
        """Number of people who play at this device."""
        return self.kinds.count(PERSON)

    def sitters(self, rng: random.Random) -> tuple[Sitter, ...]:
        """The players in turn order, the start player first.

        Raises:
            CacaoError: too few players, or an invalid name; the message is for the person.
        """
        chairs = self.chairs
        if len(chairs) < MIN_PLAYERS:
            raise CacaoError(_("At least two players are needed."))
        if ELSEWHERE in self.kinds and not self.persons:
            raise CacaoError(
                _("Somebody has to play on this device: make one of the players a person.")
            )
        players = list(self._seated().values())
        for player in players:
            _check(player.name)
        if self.first == DRAWN or int(self.first) not in chairs:
            start = rng.choice(self._starters(chairs))
        else:
            start = chairs.index(int(self.first))
        return tuple(players[start:] + players[:start])

    def _starters(self, chairs: Sequence[int]) -> list[int]:
        """Places among the chairs, one of which starts if nobody is chosen.

        With other devices it is a guest's: the first tiles are drawn there, so that two who play by
        link need no message more.
        """
        guests = [at for at, chair in enumerate(chairs) if self.kinds[chair] == ELSEWHERE]
        return guests or list(range(len(chairs)))

    @property
    def is_match(self) -> bool:
        """Whether it is a match."""
        return self.length == MATCH

    @property
    def rules(self) -> Rules:
        """The rules of the game.

        Raises:
            CacaoError: there are no such rules; the message is for the person.
        """
        if self.length == FEW_TURNS:
            return SHORT
        return (self.expansion if self.may_expand else NONE).rules(self.number)

    @property
    def may_expand(self) -> bool:
        """Whether the expansions can be played; short games have too few tiles for them."""
        return self.length != FEW_TURNS

    def deal(self, players: int) -> Deal:
        """The deal of the seed, or a fresh one.

        Raises:
            CacaoError: the seed or a number is not valid; the message is for the person.
        """
        seed, rules = self.seed.strip(), self.rules
        huts = self.expansion.sides() if rules.module("huts") else None
        if not seed:
            return Deal.shuffled(players, rules=rules, huts=huts)
        try:
            number = int(seed) if seed.isascii() and seed.isdigit() else -1
            return Deal.shuffled(players, number, rules, huts)
        except ValueError:
            raise CacaoError(_("A seed is a whole number with up to 19 digits.")) from None


def _check(name: str) -> None:
    """Raise :class:`CacaoError` with a message for the person if this is too long for a name."""
    if len(name) > LONGEST_NAME:
        raise CacaoError(_("A name can have up to {n} characters.").format(n=LONGEST_NAME))
