"""A game as a film: one HTML file that plays it from the first turn to the result.

It needs no network, no Python and no other file, so that it can be sent, or shown in a frame of
another site. Without scripts it shows the last position.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pkgutil import get_data
from typing import Final, NamedTuple

from cacao_core import expansion_pieces, pieces
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.pieces import Rectangle
from cacao_core.record import Record
from cacao_core.svg import villages
from cacao_core.svg.boards import background, box_of, last_cell, sitters_of, told
from cacao_core.svg.marks import ring
from cacao_core.svg.paint import Painter, text
from cacao_core.svg.sheet import variables
from cacao_core.svg.villages import SeatLabel
from cacao_core.tiles import Cell

_PLACE: Final = re.compile(r"film:([a-z]+)")
_EDGE: Final = 3
"""Free space around a village board."""
_COLOURS: Final = ("ground", "panel", "panel-edge", "ink", "ink-soft", "legal", "chosen", "sans")
"""Variables of the theme that the frame around the pictures uses."""
_NAMES: Final = ("language", "play", "before", "after", "slider")
"""Words that stand in the template."""
_SHORTEST, _LONGEST = 0.2, 60.0


class Words(NamedTuple):
    """The words of a film, to be replaced in other languages."""

    language: str = "en"
    """Its code, as in HTML."""
    start: str = "The first position"
    """The sentence of the first picture."""
    turn: str = "Turn {n} of {total}: {name}"
    """The sentence of a turn's picture; with places for ``n``, ``total`` and ``name``."""
    result: str = ""
    """The sentence of a finished game's last picture; empty tells the winners in English."""
    play: str = "Play or pause"
    """Name of the button, for screen readers."""
    before: str = "Previous turn"
    """Name of the button, for screen readers."""
    after: str = "Next turn"
    """Name of the button, for screen readers."""
    slider: str = "Turn"
    """Name of the slider, for screen readers."""
    village: str = "Village board of {name}"
    """Name of each village board's picture, with a place for ``name``."""
    display: str = "Jungle display"
    """Name of the display's picture."""


_ENGLISH: Final = Words()


def film(
    record: Record,
    *,
    theme: str = "light",
    names: Sequence[str] | None = None,
    colours: Sequence[str] | None = None,
    seconds: float = 1.5,
    words: Words = _ENGLISH,
) -> str:
    """A game as an HTML file that plays it, with buttons and keys to pause and to step.

    It begins to play by itself, unless the person wants less motion.

    Args:
        record: the game, over or not.
        theme: ``light`` or ``dark``.
        names: names of the seats; else those of the record, or of the colours.
        colours: colours of the seats, other than in their usual order.
        seconds: how long each turn is shown, 0.2 to 60.
        words: what it says.

    Returns:
        The text of the file, to be written as UTF-8.

    Raises:
        CacaoError: an argument is not as described.
    """
    if not isinstance(record, Record):
        raise CacaoError(f"a film is of a Record, not of {describe(record)}")
    if not isinstance(seconds, int | float) or not _SHORTEST <= seconds <= _LONGEST:
        raise CacaoError(f"seconds {describe(seconds)}: expected 0.2 to 60")
    sitters = sitters_of(record.deal.players, record.seats if names is None else names, colours)
    frames, sentences = _frames(record), _said(record, sitters, words)
    parts = {
        **{name: text(getattr(words, name)) for name in _NAMES},
        "colours": "".join(f"--{name}: {variables(theme)[name]}; " for name in _COLOURS).strip(),
        "scheme": theme,
        "title": text(f"Cacao: {', '.join(sitter.name for sitter in sitters)}"),
        "board": _board(frames, [_last(record, at) for at in _ends(record)], sitters, theme),
        "beside": "".join(_beside(frames, sitters, theme, words)),
        "last": str(len(frames) - 1),
        "said": text(sentences[-1]),
        # No text can end the script: there is no "<" in it.
        "frames": json.dumps(sentences).replace("<", "\\u003c"),
        "pause": str(round(1000 * seconds)),
    }
    # In one pass: a name that looks like a place of the template stays a name.
    return _PLACE.sub(lambda match: parts[match[1]], _template())


@cache
def _template() -> str:
    return (get_data("cacao_core.svg", "film.html") or b"").decode("utf-8")


# --- Frames ------------------------------------------------------------------------------------


def _ends(record: Record) -> list[int]:
    """Numbers of moves at which there is a picture: none, and those up to the end of each turn."""
    return [0, *(turn.at + len(turn.moves) for turn in record.turns())]


def _frames(record: Record) -> list[Game]:
    wanted = set(_ends(record))
    return [game for at, game in enumerate(record.positions()) if at in wanted]


def _last(record: Record, at: int) -> Cell | None:
    return last_cell(record.moves[:at])


def _said(record: Record, sitters: Sequence[SeatLabel], words: Words) -> list[str]:
    """The sentence for each picture."""
    turns = record.turns()
    sentences = [words.start]
    sentences += [
        words.turn.format(n=turn.number, total=len(turns), name=sitters[turn.seat].name)
        for turn in turns
    ]
    game = record.game()
    if game.is_over:
        sentences[-1] = words.result or told(game, sitters).partition(": ")[2]
    return sentences


def changing(frames: Sequence[Sequence[str]], more: str = "") -> str:
    """Elements that are shown in some frames only.

    Args:
        frames: the elements of each frame, always as many; empty text for none.
        more: further attributes of those that change.
    """
    last = len(frames) - 1
    drawn = []
    for place in zip(*frames, strict=True):
        shown: dict[str, list[int]] = {}
        for at, markup in enumerate(place):
            shown.setdefault(markup, []).append(at)
        for markup, numbers in shown.items():
            if not markup or len(numbers) == len(frames):
                drawn.append(markup)
                continue
            hidden = "" if last in numbers else ' display="none"'
            on = " ".join(f"{first}-{end}" for first, end in _runs(numbers))
            drawn.append(f'<g data-on="{on}"{hidden}{more}>{markup}</g>')
    return "".join(drawn)


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Ascending numbers as ranges."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


# --- Pictures ----------------------------------------------------------------------------------


def _board(
    frames: Sequence[Game], last: Sequence[Cell | None], sitters: Sequence[SeatLabel], theme: str
) -> str:
    """The board in all frames, as large as it is in the end."""
    cells = sorted(_tiled(frames[-1]), key=lambda cell: (cell[1], cell[0]))
    shadows = [
        [pieces.shadow(cell) if cell in _tiled(game) else "" for cell in cells] for game in frames
    ]
    tiles = [[_tile(game, cell, sitters) for cell in cells] for game in frames]
    lying = _layers([expansion_pieces.standing(game) for game in frames])
    rings = [[ring(cell) if cell else ""] for cell in last]
    area = pieces.around(cells)
    drawn = (
        pieces.cloth(area) + changing(shadows) + changing(tiles, ' data-come=""') + changing(lying)
    )
    box = box_of(area)
    picture = background(box) + drawn + changing(rings)
    return Painter(theme).picture(picture, box, told(frames[-1], sitters))


def _tiled(game: Game) -> set[Cell]:
    return {*game.jungle, *game.workers}


def _layers(frames: Sequence[Sequence[str]]) -> list[list[str]]:
    """The elements of each frame, as many in all of them."""
    most = max(map(len, frames))
    return [[*frame, *[""] * (most - len(frame))] for frame in frames]


def _tile(game: Game, cell: Cell, sitters: Sequence[SeatLabel]) -> str:
    """The tile at a cell, if there is one."""
    if cell in game.jungle:
        return pieces.placed(cell, pieces.grown(game.jungle[cell], cell))
    if cell not in game.workers:
        return ""
    tile = game.workers[cell]
    look = pieces.worker_tile(sitters[tile.owner].colour, tile.edges, tile.overbuilt)
    return pieces.placed(cell, look)


def _beside(
    frames: Sequence[Game], sitters: Sequence[SeatLabel], theme: str, words: Words
) -> Iterable[str]:
    """The village boards, and the jungle display."""
    for seat, sitter in enumerate(sitters):
        parts = [villages.village_parts(game, seat, sitter) for game in frames]
        box = _framed(villages.height(frames[0].rules))
        name = words.village.format(name=sitter.name)
        yield Painter(theme).picture(changing(parts), box, name)
    parts = [villages.display_parts(game) for game in frames]
    box = _framed(villages.display_height(frames[0].rules))
    yield Painter(theme).picture(changing(parts), box, words.display)


def _framed(height: float) -> Rectangle:
    return -_EDGE, -_EDGE, villages.WIDTH + 2 * _EDGE, height + 2 * _EDGE
