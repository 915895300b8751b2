"""A game on one sheet of paper: the last position, the result, and all turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.record import Record
from cacao_core.svg import villages as beside
from cacao_core.svg.boards import placed_in, sitters_of
from cacao_core.svg.fits import width
from cacao_core.svg.paint import Painter, Picture, number, text
from cacao_core.svg.villages import SeatLabel

WIDTH, HEIGHT = 794, 1123
"""DIN A4 at 96 dots per inch."""
_MARGIN: Final = 40
_BOARD: Final = (_MARGIN, 84, WIDTH - 2 * _MARGIN, 530)
_TABLE: Final = 650
_ROW: Final = 26
_COLUMNS: Final = (390, 470, 540, 610, 690, WIDTH - _MARGIN)
"""Right ends of the columns of the game of the rulebook."""
_COLUMN: Final = 64
"""Distance of the columns where there are more."""
_LOG: Final = 812
_LINE: Final = 13.4
_LINES: Final = 20
"""Turns in a column of the log; with more, all are smaller."""
_LETTERS: Final = 50
"""Letters of a turn for which there is room; a longer one is written smaller."""


def score_sheet(
    record: Record,
    *,
    title: str = "Cacao",
    names: Sequence[str] | None = None,
    colours: Sequence[str] | None = None,
    heads: Sequence[str] | None = None,
) -> Picture:
    """A game on one sheet: board, result and log, legible without colours by the emblems.

    Args:
        record: the game, over or not.
        title: the heading.
        names: names of the seats; else those of the record, or of the colours.
        colours: colours of the seats, other than in their usual order.
        heads: the words for gold, temples, suns, water, then for what modules bring (huts, masks,
            gems), total and cacao.

    Returns:
        One ``<svg>`` element of 794 by 1123 pixels, which is DIN A4.

    Raises:
        CacaoError: an argument is not as described.
    """
    if not isinstance(record, Record):
        raise CacaoError(f"a sheet is of a Record, not of {describe(record)}")
    game = record.game()
    usual = [*(name.capitalize() for name in game.score()[0].sources), "Total", "Cacao"]
    heads = usual if heads is None else heads
    if len(heads) != len(usual):
        raise CacaoError(f"heads {describe(heads)}: expected {len(usual)} words")
    sitters = sitters_of(record.deal.players, record.seats if names is None else names, colours)
    drawn = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        _text(_MARGIN, 58, beside.shortened(title, 40), "650 30px var(--display)"),
        placed_in(game, [sitter.colour for sitter in sitters], _BOARD),
        *_result(game, sitters, heads),
        *_log(record, sitters),
    ]
    return Painter("light").picture("".join(drawn), (0, 0, WIDTH, HEIGHT), title, WIDTH)


def _text(x: float, y: float, content: str, font: str, anchor: str = "start") -> str:
    place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
    return f'<text {place} font="{font}" fill="#000000">{text(content)}</text>'


def _result(game: Game, sitters: Sequence[SeatLabel], heads: Sequence[str]) -> Iterator[str]:
    """Each player's gold by source; winners first, in bold."""
    last = _COLUMNS[-1]
    more = len(heads) > len(_COLUMNS)
    columns = range(last - _COLUMN * (len(heads) - 1), last + 1, _COLUMN) if more else _COLUMNS
    for head, x in zip(heads, columns, strict=True):
        size = min(13, (_COLUMN - 4) / width(head)) if more else 13
        yield _text(x, _TABLE, head, f"600 {number(size)}px var(--sans)", "end")
    scores, winners = game.score(), game.winners() if game.is_over else ()
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat].total, seat))
    for line, seat in enumerate(order, start=1):
        score, y = scores[seat], _TABLE + line * _ROW
        rule = f'x1="{_MARGIN}" x2="{WIDTH - _MARGIN}" y1="{y - 18}" y2="{y - 18}"'
        yield f'<line {rule} stroke="#000000" stroke-width="0.6"/>'
        yield beside.emblem(sitters[seat].colour, _MARGIN + 10, y - 5, 9)
        font = f"{750 if seat in winners else 450} 15px var(--sans)"
        yield _text(_MARGIN + 28, y, beside.shortened(sitters[seat].name, 30 - 10 * more), font)
        for x, value in zip(
            columns, (*score.sources.values(), score.total, score.cacao), strict=True
        ):
            yield _text(x, y, beside.minus(value), font, "end")


def _log(record: Record, sitters: Sequence[SeatLabel]) -> Iterator[str]:
    """All turns in notation, in two columns."""
    turns = record.turns()
    lines = max(_LINES, -(-len(turns) // 2))
    scale = _LINES / lines
    for index, turn in enumerate(turns):
        column, line = divmod(index, lines)
        x, y = _MARGIN + column * (WIDTH - 2 * _MARGIN) / 2, _LOG + line * _LINE * scale
        font = f"600 {number(10 * scale)}px var(--sans)"
        yield _text(x + 18, y, str(turn.number), font, "end")
        yield beside.emblem(sitters[turn.seat].colour, x + 28, y - 3.5 * scale, 5.5 * scale)
        turn_text = " ".join(map(str, turn.moves))
        size = number(min(10 * scale, 10 * _LETTERS / len(turn_text)))
        yield _text(x + 38, y, turn_text, f"450 {size}px var(--sans)")
