"""The choice of expansions for a new game or at the table, and the rules that follow from it."""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core import CacaoError
from cacao_core.rules import BASE, Rules, expanded
from cacao_core.tiles import MAX_PLAYERS, MIN_PLAYERS, NEW_KINDS, ROTATIONS
from cacao_web.ui.i18n import _

EXPANSIONS: Final = ("map", "watering", "chocolate", "huts", "gems", "tree", "emperor", "workers")
"""Names of the modules."""
REPLACED: Final = ""
ADD_ONE: Final = "one"
ADD_ALL: Final = "all"
OWN: Final = "own"
MIXES: Final = (REPLACED, ADD_ONE, ADD_ALL, OWN)
"""New worker tiles: in place of others, ``0004`` more, all four more, or own numbers."""
FIELDS: Final = ("module", "early", "mix", "number", "sides", "side")
"""Beginnings of the names of its fields, up to a dash."""
HUT_TILES: Final = 12
RECOMMENDED: Final = {2: (1, 8), 3: (2, 12), 4: (3, 16)}
"""Number of players -> by how many the worker tiles should outnumber the jungle tiles."""
_ADDED: Final = {ADD_ONE: ("0004",), ADD_ALL: NEW_KINDS}


class Expansion(NamedTuple):
    """Modules, and how they are played."""

    modules: tuple[str, ...] = ()
    """In the order of :data:`EXPANSIONS`."""
    mix: str = REPLACED
    """One of :data:`MIXES`."""
    numbers: tuple[int, ...] = ()
    """The own numbers of each kind of worker tile, in the order of ``ROTATIONS``."""
    early: bool = False
    """Whether overbuilding opens when the draw pile is empty."""
    huts: tuple[str, ...] = ()
    """Codes of the huts that lie up, in the order of the tiles; empty if chance decides."""

    # --- Changes -----------------------------------------------------------------------------

    def filled_in(self, field: str, value: str, players: int) -> Expansion:
        """With another value of a field of the form; what cannot be is ignored."""
        name, _dash, which = field.partition("-")
        if name == "module":
            return self._ticked(which, value == "on")
        if name == "early":
            return self._replace(early=value == "on")
        if name == "mix" and value in MIXES:
            own = self.numbers or tuple(self.tiles(players).values())
            return self._replace(mix=value, numbers=own if value == OWN else self.numbers)
        if name == "sides":
            return self._replace(huts=fronts() if value == "chosen" else ())
        return self._numbered(name, which, value)

    def _numbered(self, name: str, which: str, value: str) -> Expansion:
        """With another number of worker tiles, or another side of a hut tile."""
        if name == "number" and which in ROTATIONS and value.isdecimal() and self.numbers:
            number = min(int(value), _in_the_box()[which])
            changed = {**dict(zip(ROTATIONS, self.numbers, strict=True)), which: number}
            return self._replace(numbers=tuple(changed.values()))
        tiles = dict(zip(map(str, range(HUT_TILES)), _sides(), strict=True))
        if name == "side" and value in tiles.get(which, ()):
            up = {**dict(enumerate(self.huts or fronts())), int(which): value}
            return self._replace(huts=tuple(up.values()))
        return self

    def _ticked(self, module: str, wanted: bool) -> Expansion:
        """With a module, or without; ``big`` is all of them."""
        if module == "big":
            return self._replace(modules=EXPANSIONS if wanted else ())
        chosen = {*self.modules, module} if wanted else {*self.modules} - {module}
        return self._replace(modules=tuple(name for name in EXPANSIONS if name in chosen))

    # --- The game ----------------------------------------------------------------------------

    def is_big(self, players: int) -> bool:
        """Whether it is the big game, which is for more than two."""
        return self.modules == EXPANSIONS and players > MIN_PLAYERS

    def tiles(self, players: int) -> dict[str, int]:
        """The worker tiles of each player: canonical name -> number, for all kinds."""
        usual = self._without_mix(players).worker_tiles[players]
        if "workers" not in self.modules:
            return {kind: usual.get(kind, 0) for kind in ROTATIONS}
        if self.mix == OWN and self.numbers:
            return dict(zip(ROTATIONS, self.numbers, strict=True))
        if self.is_big(players) or self.mix not in _ADDED:
            return {kind: usual.get(kind, 0) for kind in ROTATIONS}
        others = tuple(name for name in self.modules if name != "workers")
        base = expanded(*others).worker_tiles[players]
        added = dict.fromkeys(_ADDED[self.mix], 1)
        return {kind: added.get(kind, base.get(kind, 0)) for kind in ROTATIONS}

    def _without_mix(self, players: int) -> Rules:
        if not self.modules:
            return BASE
        early = self.early and "map" in self.modules
        return expanded(*self.modules, early_overbuild=early, big=self.is_big(players))

    def rules(self, players: int) -> Rules:
        """The rules of a game of so many.

        Raises:
            CacaoError: there are too few worker tiles; the message is for the person.
        """
        plain, tiles = self._without_mix(players), self.tiles(players)
        if {kind: n for kind, n in tiles.items() if n} == plain.worker_tiles[players]:
            return plain
        if sum(tiles.values()) < BASE.hand:
            raise CacaoError(_("Each player needs at least {n} worker tiles.").format(n=BASE.hand))
        return expanded(
            *self.modules,
            workers=tiles,
            early_overbuild=plain.early_overbuilding,
            big=self.is_big(players),
        )

    def usual_rules(self, players: int) -> Rules:
        """The same with the usual worker tiles where the own numbers are too few."""
        try:
            return self.rules(players)
        except CacaoError:
            return self._without_mix(players)

    def sides(self) -> tuple[str, ...] | None:
        """The huts that lie up, if they are played and people have chosen them."""
        return self.huts if self.huts and "huts" in self.modules else None

    # --- As text -----------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """All of it as words, as the settings keep it."""
        words = [*self.modules, *(["early"] if self.early else [])]
        words += [f"mix:{self.mix}"] if self.mix else []
        words += [f"tiles:{''.join(map(str, self.numbers))}"] if self.numbers else []
        words += [f"huts:{'.'.join(self.huts)}"] if self.huts else []
        return " ".join(words)

    @classmethod
    def of_text(cls, text: str) -> Expansion:
        """The choice that is kept; words that do not fit are left out."""
        words = text.split()
        expansion = cls(tuple(name for name in EXPANSIONS if name in words), early="early" in words)
        values = dict(word.split(":", 1) for word in words if ":" in word)
        numbers = values.get("tiles", "")
        if len(numbers) == len(ROTATIONS) and numbers.isascii() and numbers.isdecimal():
            most = _in_the_box().values()
            own = tuple(min(int(n), top) for n, top in zip(numbers, most, strict=True))
            expansion = expansion._replace(numbers=own)
        mix = values.get("mix", REPLACED)
        if mix in MIXES and (mix != OWN or expansion.numbers):
            expansion = expansion._replace(mix=mix)
        huts = tuple(values.get("huts", "").split("."))
        if len(huts) == HUT_TILES and all(map(tuple.__contains__, _sides(), huts)):
            expansion = expansion._replace(huts=huts)
        return expansion


def balance(rules: Rules, players: int) -> tuple[int, int]:
    """The number of all worker tiles, and that of all jungle tiles, start tiles included."""
    jungle = sum(rules.jungle_tiles[players].values()) + len(rules.start_tiles)
    return rules.turns(players) * players, jungle


def is_recommended(rules: Rules, players: int) -> bool:
    """Whether the rulebook recommends the numbers of tiles (docs/rules.md 11.8)."""
    workers, jungle = balance(rules, players)
    least, most = RECOMMENDED[min(max(players, MIN_PLAYERS), MAX_PLAYERS)]
    return least <= workers - jungle <= most


# The modules are imported when they are needed: base games do without.


def fronts() -> tuple[str, ...]:
    """The huts on the front of their tiles."""
    return tuple(front for front, _back in _sides())


def _sides() -> tuple[tuple[str, str], ...]:
    from cacao_core.modules.huts import TILES  # noqa: PLC0415

    return TILES


def _in_the_box() -> dict[str, int]:
    from cacao_core.modules import IN_THE_BOX  # noqa: PLC0415

    return IN_THE_BOX


NONE: Final = Expansion()
"""The game of the rulebook."""
