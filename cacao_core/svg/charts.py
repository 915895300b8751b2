"""The chart of a game, and the bars of an analysis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cacao_core.curves import HEIGHT, Scale, course, spread
from cacao_core.errors import CacaoError, describe
from cacao_core.record import Record
from cacao_core.svg.boards import check_size, sitters_of
from cacao_core.svg.marks import listed
from cacao_core.svg.paint import Painter, number, text
from cacao_core.svg.villages import SeatLabel, emblem, minus, shortened

if TYPE_CHECKING:
    from cacao_core.ai.results import Analysis, Candidate

_WIDTH: Final = 640
"""Width of the lines' area."""
_AROUND: Final = (46, 18, 78, 40)
"""Free space on the left, above, on the right and below, for numbers and labels."""
_MOST_ROUNDS: Final = 9
"""Most rounds whose last turns are all numbered; with more, only every other one is."""
_PATTERNS: Final = {"purple": "10 6", "white": "0.1 6", "yellow": "10 5 0.1 5"}
"""Dashes of each colour's line, for eyes that do not see the colour."""
_SMALL: Final = 'font="600 13px var(--sans)" fill="var(--ink-soft)"'

_ROW: Final = 34
_BARS: Final = 660
"""Width of the picture of an analysis."""
_HEAD: Final = 48


def chart(
    record: Record,
    *,
    chances: Sequence[Sequence[float]] | None = None,
    theme: str = "light",
    names: Sequence[str] | None = None,
    colours: Sequence[str] | None = None,
    size: int | None = None,
) -> str:
    """The course of a game: each seat's score after each turn, as if the game ended there.

    Args:
        chances: each seat's chance of winning before each turn, 0 to 1, to be shown instead of the
            scores; for example ``.analysis.wins`` of each turn of :func:`cacao_core.ai.review`.
        theme: ``light`` or ``dark``.
        names: names of the seats; else those of the record, or of the colours.
        colours: colours of the seats, other than in their usual order.
        size: width in pixels; None leaves it to whoever shows the picture.

    Returns:
        One ``<svg>`` element.

    Raises:
        CacaoError: an argument is not as described.
    """
    if not isinstance(record, Record):
        raise CacaoError(f"a chart is of a Record, not of {describe(record)}")
    check_size(size)
    players = record.deal.players
    sitters = sitters_of(players, record.seats if names is None else names, colours)
    if chances is None:
        points: list[tuple[int, ...]] = course(record)
        every = [score for after in points for score in after]
        scale, what = Scale(min(*every, 0), max(*every, 10)), "scores"
    else:
        points, scale, what = _percents(chances, players), Scale(0, 100), "chances of winning"
    left, top, right, below = _AROUND
    box = (-left, -top, _WIDTH + left + right, HEIGHT + top + below)
    ground = _ground(box)
    drawn = ground + _curves(sitters, points, scale)
    return Painter(theme).picture(drawn, box, f"Cacao: {what}, turn by turn", size)


def _percents(chances: Sequence[Sequence[float]], players: int) -> list[tuple[int, ...]]:
    """Chances in percent."""
    percents = []
    for before in listed(chances, "chances"):
        shares = listed(before, "chances of a turn")
        if len(shares) != players or not all(_is_share(share) for share in shares):
            raise CacaoError(f"chances: expected {players} numbers from 0 to 1 for each turn")
        percents.append(tuple(round(100 * chance) for chance in shares))
    if not percents:
        raise CacaoError("chances: expected those of one turn or more")
    return percents


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value <= 1


def _ground(box: tuple[float, float, float, float]) -> str:
    left, top, width, height = map(number, box)
    place = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    return f'<rect {place} rx="12" fill="var(--panel)"/>'


def _curves(sitters: Sequence[SeatLabel], points: Sequence[Sequence[int]], scale: Scale) -> str:
    """Each seat's figures before the first turn and after each, as lines; the best is on top."""
    turns, final = max(len(points) - 1, 1), points[-1]
    order = sorted(range(len(final)), key=lambda seat: final[seat])
    places = spread([scale.y(value) for value in final])
    drawn = [*_grid(scale), *_rounds(turns, len(final))]
    for seat in order:
        line = [(_WIDTH * at / turns, scale.y(after[seat])) for at, after in enumerate(points)]
        drawn.append(_line(sitters[seat].colour, line))
    for seat in order:
        drawn.append(_end(sitters[seat].colour, final[seat], scale.y(final[seat]), places[seat]))
    return "".join(drawn)


def _grid(scale: Scale) -> list[str]:
    """Grid lines with their values; that of zero is stronger."""
    drawn = []
    for value in scale.grid():
        y = number(scale.y(value))
        stroke = '"var(--panel-edge)"' if value else '"var(--ink-soft)" stroke-width="1.5"'
        drawn.append(
            f'<line x1="0" x2="{_WIDTH}" y1="{y}" y2="{y}" stroke={stroke}/>'
            f'<text x="-8" y="{number(scale.y(value) + 4.5)}" text-anchor="end" {_SMALL}>'
            f"{minus(value)}</text>"
        )
    return drawn


def _rounds(turns: int, players: int) -> list[str]:
    """A tick after each round with the number of its last turn; the last has one in any case."""
    ends = [min(end, turns) for end in range(players, turns + players, players)]
    every = 1 if len(ends) <= _MOST_ROUNDS else 2
    drawn = []
    for left, end in zip(reversed(range(len(ends))), ends, strict=True):
        x = number(_WIDTH * end / turns)
        drawn.append(
            f'<line x1="{x}" x2="{x}" y1="0" y2="{HEIGHT}" stroke="var(--panel-edge)" '
            'stroke-dasharray="1 4"/>'
        )
        if left % every == 0:
            drawn.append(
                f'<text x="{x}" y="{HEIGHT + 22}" text-anchor="middle" {_SMALL}>{end}</text>'
            )
    return drawn


def _line(colour: str, line: Sequence[tuple[float, float]]) -> str:
    """One player's line: a dark outline, and the colour inside in a pattern of its own."""
    points = " ".join(f"{number(x)},{number(y)}" for x, y in line)
    shape = f'points="{points}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    dashes = f' stroke-dasharray="{_PATTERNS[colour]}"' if colour in _PATTERNS else ""
    return (
        f'<g class="seat-{colour}"><polyline {shape} stroke="var(--player-line)" '
        f'stroke-width="4.4"/><polyline {shape} stroke="var(--player)" stroke-width="2.6"'
        f"{dashes}/></g>"
    )


def _end(colour: str, total: int, end: float, y: float) -> str:
    """The label at the end of a line: emblem and figure."""
    leader = f"{_WIDTH},{number(end)} {_WIDTH + 14},{number(y)}"
    return (
        f'<g class="seat-{colour}"><polyline points="{leader}" fill="none" '
        f'stroke="var(--player-line)" stroke-width="1.5"/></g>{emblem(colour, _WIDTH + 24, y, 10)}'
        f'<text x="{_WIDTH + 39}" y="{number(y + 5)}" font="700 16px var(--display)" '
        f'fill="var(--ink)">{minus(total)}</text>'
    )


# --- Analysis ----------------------------------------------------------------------------------


def analysis(
    found: Analysis,
    *,
    most: int = 5,
    theme: str = "light",
    names: Sequence[str] | None = None,
    colours: Sequence[str] | None = None,
    size: int | None = None,
) -> str:
    """An analysis as bars: each seat's chance of winning, and the best turns with theirs.

    Args:
        found: what :func:`cacao_core.ai.analyse` gives.
        most: so many turns are shown.
        theme: ``light`` or ``dark``.
        names: names of the seats; else those of the colours.
        colours: colours of the seats, other than in their usual order.
        size: width in pixels; None leaves it to whoever shows the picture.

    Returns:
        One ``<svg>`` element.

    Raises:
        CacaoError: an argument is not as described.
    """
    wins = getattr(found, "wins", None)
    if not isinstance(wins, tuple):
        raise CacaoError(f"expected an analysis, not {describe(found)}")
    check_size(size)
    check_most(most)
    sitters = sitters_of(len(wins), names, colours)
    rows = found.candidates[:most]
    tint = sitters[0 if found.seat is None else found.seat].colour
    box = (0, 0, _BARS, _HEAD + _ROW * len(rows) + 10)
    drawn = [_ground(box), _shares(wins, sitters)]
    drawn += [_candidate(at, row, tint) for at, row in enumerate(rows)]
    return Painter(theme).picture("".join(drawn), box, "Cacao: chances of winning", size)


def check_most(most: object) -> None:
    """Raise :class:`CacaoError` unless a number of rows is one."""
    if type(most) is not int or not 1 <= most <= 100:
        raise CacaoError(f"most {describe(most)}: expected 1 to 100")


def _shares(wins: Sequence[float], sitters: Sequence[SeatLabel]) -> str:
    """All seats' chances of winning, with their names."""
    wide = (_BARS - 28) / len(wins)
    drawn = []
    for seat, (win, sitter) in enumerate(zip(wins, sitters, strict=True)):
        x = 14 + wide * seat
        name = text(shortened(sitter.name, int((wide - 76) / 10)))
        drawn.append(
            f"{emblem(sitter.colour, x + 12, 24, 11)}"
            f'<text x="{number(x + 30)}" y="30" font="600 16px var(--sans)" fill="var(--ink)">'
            f"{_percent(win)}</text>"
            f'<text x="{number(x + 78)}" y="30" {_SMALL}>{name}</text>'
        )
    return "".join(drawn)


def _candidate(at: int, row: Candidate, colour: str) -> str:
    """One turn: its number, its moves, and its chance as a bar."""
    y = _HEAD + _ROW * at
    moves = " ".join(map(str, row.line))
    wide = number(160 * row.win)
    margin = f"{'+' if row.margin >= 0 else ''}{row.margin:.1f}".replace("-", "\N{MINUS SIGN}")
    line = text(shortened(moves, 30))
    return (
        f'<circle cx="26" cy="{y + 14}" r="12" fill="var(--chosen)"/>'
        f'<text x="26" y="{y + 19.5}" text-anchor="middle" font="700 15px var(--sans)" '
        f'fill="var(--table)">{at + 1}</text>'
        f'<text x="48" y="{y + 19.5}" font="600 15px var(--sans)" fill="var(--ink)">{line}</text>'
        f'<rect x="390" y="{y + 4}" width="160" height="20" rx="4" fill="var(--panel-edge)"/>'
        f'<g class="seat-{colour}"><rect x="390" y="{y + 4}" width="{wide}" height="20" rx="4" '
        f'class="f-player s-player"/></g>'
        f'<text x="592" y="{y + 19.5}" text-anchor="end" font="600 15px var(--sans)" '
        f'fill="var(--ink)">{_percent(row.win)}</text>'
        f'<text x="{_BARS - 14}" y="{y + 19.5}" text-anchor="end" {_SMALL}>{margin}</text>'
    )


def _percent(share: float) -> str:
    return f"{round(100 * share)}%"
