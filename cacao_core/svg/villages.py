"""The things beside the board: village boards, and the jungle display."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cacao_core import expansion_pieces, pieces
from cacao_core.game import Game
from cacao_core.goods import SOURCES
from cacao_core.pieces import TILE
from cacao_core.player import Player
from cacao_core.rules import Rules
from cacao_core.scoring import Score
from cacao_core.svg.fits import fitted
from cacao_core.svg.paint import number
from cacao_core.tiles import UNKNOWN, Seat

WIDTH: Final = 310
_HEIGHT: Final = 150
GAP: Final = 14
_DISPLAY_HEIGHT: Final = 132
_OWNED: Final = 32
"""Height of the row of what a player has of the modules."""
_LYING: Final = {"map": 106, "gems": 34, "huts": 34}
"""Module -> height of what lies below the display because of it."""
_LONGEST: Final = 16
"""Letters of a name for which there is room; a longer name is cut off."""
_WIDE: Final = 0x1100
"""Letters from here on, such as those of Chinese, are about twice as wide."""
_SLOT: Final = 84
_STORAGE: Final = ("wood", "clearing", "good-cacao")
_SUN_SITES: Final = ("stone", "stone-light", "good-sun")
"""Colours of a row of places, and the good in them."""
_BANK: Final = 12
"""The place where the river begins."""
_STONES: Final = 30.8
"""Distance between the stones in the river."""
_RIVER: Final = (
    "M0 5C50 -2 83 8 148 3S250 7 290 2V26C250 31 208 23 148 28S50 23 0 28Z",
    "M14 9q5 -3 10 0t10 0M120 24q5 -3 10 0t10 0M210 8q5 -3 10 0t10 0",
)
"""The water between the stones, and its waves."""


class SeatLabel(NamedTuple):
    """The name and colour of a seat's player."""

    name: str
    colour: str


def height(rules: Rules) -> int:
    """The height of a village board; modules whose things are kept there need a row more."""
    return _HEIGHT + (_OWNED if _has_more(rules) else 0)


def _has_more(rules: Rules) -> bool:
    """Whether players have other things than those of the storage."""
    return any(good.name != "bars" for good in rules.more_goods)


def display_height(rules: Rules) -> int:
    """The height of the display with all that lies below it."""
    return _DISPLAY_HEIGHT + sum(high for name, high in _LYING.items() if rules.module(name))


def village(game: Game, seat: Seat, sitter: SeatLabel) -> str:
    """The village board of a seat, ``WIDTH`` by :func:`height`."""
    return "".join(village_parts(game, seat, sitter))


def village_parts(game: Game, seat: Seat, sitter: SeatLabel) -> list[str]:
    """The same as elements; there are always as many, and each shows one thing."""
    player, score = game.players[seat], game.score()[seat]
    lit = game.to_move == seat or seat in game.winners()
    edge = "panel-edge" if not lit else "gold" if game.is_over else "legal"
    high, more = height(game.rules), _OWNED if _has_more(game.rules) else 0
    box = f'width="{WIDTH}" height="{high}" rx="10"'
    strip = f"M9 0H8V{high}H9A9 9 0 0 1 0 {high - 9}V9A9 9 0 0 1 9 0Z"
    own = f'<g class="seat-{sitter.colour}">'
    values = [(18, "good-gold", score.gold), (75, "good-sun", score.suns),
              (116, "good-water", score.water), (178, "good-temple", score.temples)]  # fmt: skip
    return [
        f'<rect {box} fill="var(--panel)"/>',
        f'<rect {box} fill="none" stroke="var(--{edge})" stroke-width="{4 if lit else 1}"/>',
        f'{own}<path d="{strip}" fill="var(--player)" stroke="var(--player-line)"/></g>',
        emblem(sitter.colour, 30, 22, 12),
        fitted(sitter.name, (50, 28), WIDTH - 50 - 86, (17, 11), "650 {}px var(--sans)"),
        f'<text x="{WIDTH - 12}" y="32" text-anchor="end" font="750 30px var(--display)" '
        f'fill="var(--ink)">{minus(score.total)}</text>',
        *(part for value in values for part in _value(*value)),
        *_tiles_left(own, player.tiles_left),
        *_row(18, _STORAGE, player.cacao, game.rules.storage, player.bars),
        *_row(220, _SUN_SITES, player.suns, game.rules.sun_sites),
        *([_owned(player, score)] if more else []),
        *(_lower(part, more) for part in _water(own, player.water, game.rules.water)),
    ]


def _lower(picture: str, by: float) -> str:
    """A picture that lies lower."""
    return f'<g transform="translate(0 {number(by)})">{picture}</g>' if by else picture


def _owned(player: Player, score: Score) -> str:
    """The goods of the modules that a player has, and the gold that they bring."""
    gems = [(f"gem-{gem}", player.gems.count(gem)) for gem in expansion_pieces.GEMS]
    things = [("good-map", player.maps), *gems, *((f"mask-{mask}", 1) for mask in player.masks),
              *((f"hut-{hut}", 1) for hut in player.huts)]  # fmt: skip
    drawn, x = [], 0
    for name, count in things:
        if count:
            drawn.append(_good(name, x, 0, 24))
            x += 26
        if count > 1:
            drawn.append(_told(x, 17, str(count)))
            x += 12
    scale = number(min(1, 230 / max(x, 1)))
    gold = sum(part for name, part in score.sources.items() if name not in SOURCES)
    worth = _told(WIDTH - 12, 120, f"+{gold}", "end") if gold else ""
    return f'<g transform="translate(18 103) scale({scale})">{"".join(drawn)}</g>{worth}'


def _told(x: float, y: float, content: str, anchor: str = "start") -> str:
    place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
    return f'<text {place} font="600 15px var(--sans)" fill="var(--ink)">{content}</text>'


def shortened(name: str, most: int = _LONGEST) -> str:
    """A name that is cut off if it has no room."""
    widths = [1 + (ord(letter) >= _WIDE) for letter in name]
    if sum(widths) <= most:
        return name
    length = next(at for at in range(len(name) + 1) if sum(widths[: at + 1]) > most - 1)
    return f"{name[:length].rstrip()}…"


def emblem(colour: str, x: float, y: float, radius: float) -> str:
    """A player's colour and emblem."""
    size = radius * 4 / 3
    place = f'x="{number(x - size / 2)}" y="{number(y - size / 2)}"'
    return (
        f'<g class="seat-{colour}"><circle class="f-player s-player" cx="{number(x)}" '
        f'cy="{number(y)}" r="{number(radius)}"/><use href="#emblem-{colour}" {place} '
        f'width="{number(size)}" height="{number(size)}" class="f-on-player"/></g>'
    )


def minus(value: int) -> str:
    """A number with a real minus sign."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def _value(x: float, good: str, value: int) -> list[str]:
    """A part of the score, as a sign and a number."""
    return [
        _good(good, x, 43, 18),
        f'<text x="{x + 22}" y="57.5" font="600 16px var(--sans)" fill="var(--ink)">'
        f"{minus(value)}</text>",
    ]


def _good(name: str, x: float, y: float, size: float, faint: bool = False) -> str:
    shade = ' opacity="0.16"' if faint else ""
    return (
        f'<g{shade}><use href="#{name}" x="{number(x)}" y="{number(y)}" '
        f'width="{number(size)}" height="{number(size)}"/></g>'
    )


def _tiles_left(own: str, count: int) -> list[str]:
    """The worker tiles that the player has left, as huts that are still to be built."""
    line = 'x1="244" x2="244" y1="44" y2="61" stroke="var(--panel-edge)"'
    return [
        f'<line {line}/>{own}<g transform="translate(252 43) scale(0.5) translate(-32 -31)">'
        '<use href="#hut" x="0" y="0" width="100" height="100"/></g></g>',
        f'<text x="{WIDTH - 12}" y="57.5" text-anchor="end" font="600 16px var(--sans)" '
        f'fill="var(--ink-soft)">{count}</text>',
    ]


def _row(
    x: float, looks: tuple[str, str, str], filled: int, places: int, bars: int = 0
) -> list[str]:
    """A row of places for goods, some of them filled; the last ones with bars of chocolate."""
    wood, dent, good = looks
    box = f'x="{x}" width="{places * 25 + 6}" height="28" rx="14"'
    middles = [x + 15.5 + 25 * at for at in range(places)]
    return [
        f'<rect {box} y="70" fill="var(--{wood}-dark)"/><rect {box} y="68" fill="var(--{wood})"/>',
        *(
            f'<circle cx="{number(middle)}" cy="82" r="11.5" fill="var(--{dent})"/>'
            for middle in middles
        ),
        *(
            _good("good-bar", middle - 10, 72, 20)
            if at >= places - bars
            else _good(good, middle - 10, 72, 20, faint=at >= filled)
            for at, middle in enumerate(middles)
        ),
    ]


def _water(own: str, here: int, values: Sequence[int]) -> list[str]:
    """The water track: stones in a river, with the carrier on one of them."""
    bank, waves = _RIVER
    river = (
        f'<g transform="translate({_BANK} 115)"><path d="{bank}" fill="var(--water)"/>'
        f'<path d="{waves}" fill="none" stroke="var(--water-light)" stroke-width="1.4" '
        'stroke-linecap="round" opacity="0.7"/></g>'
    )
    x, y = _stone(here)
    carrier = (
        f'{own}<use href="#carrier" x="{number(x - 8.5)}" y="{number(y - 33)}" '
        'width="17" height="27"/></g>'
    )
    return [river, *(_field(at, value, here) for at, value in enumerate(values)), carrier]


def _stone(at: int) -> tuple[float, float]:
    """The middle of a stone."""
    return _BANK + 21.5 + _STONES * at, 131.5 if at % 2 else 128.5


def _field(at: int, value: int, here: int) -> str:
    """A stone with its value."""
    x, y = _stone(at)
    fill = "paper" if at == here else "stone" if at < here else "stone-light"
    oval = f'cx="{number(x)}" rx="13.5" ry="9.5"'
    return (
        f'<ellipse {oval} cy="{number(y + 2)}" fill="var(--stone-dark)"/>'
        f'<ellipse {oval} cy="{number(y)}" fill="var(--{fill})"/>'
        f'<text x="{number(x)}" y="{number(y + 4.2)}" text-anchor="middle" '
        f'font="{750 if at == here else 500} 12px var(--sans)" fill="var(--outline)">'
        f"{minus(value)}</text>"
    )


def display(game: Game) -> str:
    """The face-up jungle tiles, and how many are in the pile; ``WIDTH`` wide."""
    return "".join(display_parts(game))


def display_parts(game: Game) -> list[str]:
    """The same as elements; there are always as many."""
    box = f'width="{WIDTH}" height="{display_height(game.rules)}" rx="10"'
    pile = len(game.jungle_pile)
    words = "Jungle display" if pile or game.display else "The jungle is used up."
    middle = f'x="{WIDTH - 54}" text-anchor="middle"'
    count = (
        f'<text {middle} y="80" font="750 30px var(--display)" fill="var(--ink)">{pile}</text>'
        f'<text {middle} y="102" font="400 15px var(--sans)" fill="var(--ink-soft)">'
        "in the pile</text>"
    )
    return [
        f'<rect {box} fill="var(--panel)" stroke="var(--panel-edge)"/>',
        f'<text x="14" y="24" font="650 16px var(--sans)" fill="var(--ink)">{words}</text>',
        *(_slot(game, at) for at in range(game.rules.display)),
        count if pile else "",
        *_lying(game),
    ]


def _lying(game: Game) -> list[str]:
    """The pictures below the display: the map board, the masks and the huts that are left."""
    drawn, y = [], float(_DISPLAY_HEIGHT)
    for name, high in _LYING.items():
        if not game.rules.module(name):
            continue
        if name == "map":
            on = expansion_pieces.waiting(game)[len(game.display) :]
            tiles = [
                "" if code == UNKNOWN else pieces.jungle_tile(code) + expansion_pieces.gems(gems)
                for code, gems in zip(game.aside, on, strict=True)
            ]
            board = expansion_pieces.map_board(tiles)
            drawn.append(f'<g transform="translate(14 {number(y)}) scale(0.64)">{board}</g>')
        else:
            left = game.supply["masks" if name == "gems" else "huts"]
            piece = "mask" if name == "gems" else "hut"
            row = "".join(_good(f"{piece}-{n}", 23.5 * at, 0, 23) for at, n in enumerate(left))
            drawn.append(f'<g transform="translate(14 {number(y)})">{row}</g>')
        y += high
    return drawn


def _slot(game: Game, at: int) -> str:
    """A face-up tile, if there is one."""
    if at >= len(game.display):
        return ""
    if game.display[at] == UNKNOWN:
        return _unknown(14 + (_SLOT + 12) * at, 34)
    place = f"translate({14 + (_SLOT + 12) * at} 34) scale({number(_SLOT / TILE)})"
    gems = expansion_pieces.gems(expansion_pieces.waiting(game)[at])
    return f'<g transform="{place}">{pieces.jungle_tile(game.display[at])}{gems}</g>'


def _unknown(x: float, y: float) -> str:
    """A tile of which nobody has said what it is."""
    middle = f'x="{number(x + _SLOT / 2)}" y="{number(y + _SLOT / 2 + 12)}" text-anchor="middle"'
    return (
        f'<g><rect x="{x}" y="{y}" width="{_SLOT}" height="{_SLOT}" rx="8" fill="none" '
        'stroke="var(--panel-edge)" stroke-width="2" stroke-dasharray="6 5"/>'
        f'<text {middle} font="750 34px var(--display)" fill="var(--ink-soft)">?</text></g>'
    )
