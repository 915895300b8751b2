"""The course of a game as a chart: scores, or chances of winning, over the turns.

Horizontal positions are shares of the width, so that letters keep their size on every screen.
Vertical positions are pixels, so that labels can be kept apart. style/chart.css adds the margins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import Final, NamedTuple

from cacao_core.curves import HEIGHT, Scale, course, spread
from cacao_core.tiles import Seat
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext, numeral
from cacao_web.ui.markup import Markup, h

_DISC: Final = 10
_LEADER: Final = 14
"""Width between the end of a line and its label."""
_LEAST: Final = 100
"""The least height of the chart of one figure, in units of the figure."""
_MOST_ROUNDS: Final = 9
"""Most rounds whose last turns are all numbered; with more, only every other one is."""


def chart(session: Session) -> Markup:
    """A line for each player: the score after each turn, its end labelled with the total."""
    scores = course(session.record)
    every = [score for after in scores for score in after]
    scale = Scale(min(*every, 0), max(*every, 10))
    return _drawn(session, scores, scale, _described(session, scores))


class Sign(NamedTuple):
    """A numbered sign on a line of a chart."""

    turn: int  # number of turns before it
    seat: Seat  # whose line it is on


def chances(
    session: Session, wins: Sequence[Sequence[float]], signs: Sequence[Sign] = ()
) -> Markup:
    """A line for each player: the chance of winning before each turn, in percent.

    Args:
        session: the game; when it is over, its result is the end of the lines.
        wins: each seat's chance before each turn, 0 to 1.
        signs: what is numbered on the lines, from 1.
    """
    percents = [tuple(round(100 * win) for win in before) for before in wins]
    if session.game.is_over:
        winners = session.game.winners()
        share = round(100 / len(winners))
        percents.append(tuple(share * (seat in winners) for seat in range(len(percents[0]))))
    names = [session.label(seat) for seat in range(len(session.sitters))]
    halves = percents[len(percents) // 2]
    entry = _("{name} {share}% halfway through")
    shares = [entry.format(name=name, share=n) for name, n in zip(names, halves, strict=True)]
    label = _("Chance of winning, turn by turn: {players}.").format(players="; ".join(shares))
    scale = Scale(0, 100)
    over = [
        _sign(
            number, sign.turn / max(len(percents) - 1, 1), scale.y(percents[sign.turn][sign.seat])
        )
        for number, sign in enumerate(signs, start=1)
    ]
    return _drawn(session, percents, scale, label, over)


def single(values: Sequence[int], label: str) -> Markup:
    """One figure that has changed from time to time, without a game: a line with its last value.

    Args:
        values: two or more, in order.
        label: the same in words, for screen readers.
    """
    more = max(0, _LEAST - (max(values) - min(values))) // 2
    scale = Scale(min(values) - more - 1, max(values) + more + 1)
    heights = [scale.y(value) for value in values]
    points = {"points": " ".join(f"{at},{y:g}" for at, y in enumerate(heights))}
    plot = {"viewBox": f"0 0 {len(values) - 1} {HEIGHT}", "preserveAspectRatio": "none"}
    last = {"x": "100%", "dx": _LEADER, "y": heights[-1] + 5}
    return h(
        "svg",
        {"class": "chart single", "role": "img", "aria-label": label},
        _grid(scale),
        h("svg", {**plot, "width": "100%", "height": HEIGHT},
          h("g", {"class": "course"}, h("polyline", {"class": "pattern", **points}))),
        h("g", {"class": "end"}, h("text", last, numeral(values[-1]))),
    )  # fmt: skip


class ChartFigure(NamedTuple):
    """A figure that is of no player, as a line of a chart."""

    css: str  # class of the line, which has a colour and a pattern
    values: Sequence[float]  # at the start and after each turn, in gold
    last: int  # what is written at the end of the line


def courses(lines: Sequence[ChartFigure], label: str, players: int) -> Markup:
    """Figures of a game turn by turn, each line with a whole number at its end.

    Args:
        lines: the last one is drawn on top.
        label: the same in words, for screen readers.
        players: number of players; 0 if the values are not those of turns.
    """
    every = [value for line in lines for value in line.values]
    scale = Scale(min(floor(min(every)), -5), max(ceil(max(every)), 5))
    turns = max(len(lines[0].values) - 1, 1)
    places = spread([scale.y(line.values[-1]) for line in lines])
    plot = {"viewBox": f"0 0 {turns} {HEIGHT}", "preserveAspectRatio": "none"}
    ends = [_figure(line, scale, y) for line, y in zip(lines, places, strict=True)]
    return h(
        "svg",
        {"class": "chart courses", "role": "img", "aria-label": label},
        _grid(scale),
        _rounds(turns, players) if players else None,
        h("svg", {**plot, "width": "100%", "height": HEIGHT},
          [_course(f"course {line.css}", map(scale.y, line.values)) for line in lines]),
        h("svg", {"x": "100%"}, ends),
    )  # fmt: skip


def legend(entries: Iterable[tuple[str, str]]) -> Markup:
    """The meaning of the lines of :func:`courses`.

    Args:
        entries: class and text of each line.
    """
    line = {"viewBox": "0 0 30 8", "aria-hidden": "true"}
    stroke = h("polyline", {"class": "pattern", "points": "1,4 29,4"})
    return h("ul", {"class": "legend"}, [
        h("li", None, h("svg", {"class": f"course {css}", **line}, stroke), text)
        for css, text in entries
    ])  # fmt: skip


def _course(css: str, heights: Iterable[float]) -> Markup:
    points = {"points": " ".join(f"{turn},{y:g}" for turn, y in enumerate(heights))}
    return h("g", {"class": css}, h("polyline", {"class": "pattern", **points}))


def _figure(line: ChartFigure, scale: Scale, y: float) -> Markup:
    """The number at the end of a line."""
    leader = {"points": f"0,{scale.y(line.values[-1]):g} {_LEADER},{y:g}"}
    text = h("text", {"x": _LEADER + 4, "y": y + 5}, words.signed(line.last))
    css = f"end {line.css}"
    return h("g", {"class": css}, h("polyline", {"class": "leader", **leader}), text)


def _sign(number: int, share: float, y: float) -> Markup:
    """A number in a disc, at a share of the width."""
    x = f"{share:.2%}"
    disc = h("circle", {"cx": x, "cy": y, "r": _DISC})
    return h("g", {"class": "sign"}, disc, h("text", {"x": x, "y": y + 4.5}, number))


def _drawn(
    session: Session,
    points: Sequence[Sequence[int]],
    scale: Scale,
    label: str,
    over: Sequence[Markup] = (),
) -> Markup:
    """Each seat's figures before the first turn and after each, as lines; with signs over them."""
    turns = max(len(points) - 1, 1)
    final = points[-1]
    order = sorted(range(len(final)), key=lambda seat: final[seat])  # the best is drawn on top
    places = spread([scale.y(value) for value in final])
    lines = [_line(session, seat, [scale.y(after[seat]) for after in points]) for seat in order]
    plot = {"viewBox": f"0 0 {turns} {HEIGHT}", "preserveAspectRatio": "none"}
    return h(
        "svg",
        {"class": "chart", "role": "img", "aria-label": label},
        _grid(scale),
        _rounds(turns, len(final)),
        h("svg", {**plot, "width": "100%", "height": HEIGHT}, lines),
        h(
            "svg",
            {"x": "100%"},
            [_end(session, seat, final[seat], scale, places[seat]) for seat in order],
        ),
        *over,
    )


def _described(session: Session, scores: Sequence[Sequence[int]]) -> str:
    """The chart in words, for screen readers."""
    final = scores[-1]
    order = sorted(range(len(final)), key=lambda seat: -final[seat])
    half = scores[len(scores) // 2]
    entry = _("{name} {half}, then {total}")
    results = [
        entry.format(name=session.label(seat), half=numeral(half[seat]), total=numeral(final[seat]))
        for seat in order
    ]
    turns = ngettext("after {n} turn", "after {n} turns", len(scores) - 1)
    sentence = _("Score of each player halfway through and {turns}: {results}.")
    return sentence.format(turns=turns, results="; ".join(results))


def _grid(scale: Scale) -> list[Markup]:
    """Grid lines with their scores; that of zero is stronger."""
    drawn = []
    for score in scale.grid():
        y = scale.y(score)
        line = h("line", {"x1": 0, "x2": "100%", "y1": y, "y2": y})
        text = h("text", {"x": -8, "y": y + 4.5}, score)
        drawn.append(h("g", {"class": "grid" if score else "grid zero"}, line, text))
    return drawn


def _rounds(turns: int, players: int) -> list[Markup]:
    """A tick after each round with the number of its last turn; the last round always has one."""
    ends = [min(end, turns) for end in range(players, turns + players, players)]
    every = 1 if len(ends) <= _MOST_ROUNDS else 2
    drawn = []
    for left, end in zip(reversed(range(len(ends))), ends, strict=True):
        x = f"{end / turns:.2%}"
        tick = h("line", {"x1": x, "x2": x, "y1": 0, "y2": HEIGHT})
        text = h("text", {"x": x, "y": HEIGHT + 20}, end) if left % every == 0 else None
        css = "round-end spare" if left // every % 2 else "round-end"
        drawn.append(h("g", {"class": css}, tick, text))
    return drawn


def _line(session: Session, seat: Seat, heights: Sequence[float]) -> Markup:
    """One player's line: a dark outline, and the colour inside in a pattern of its own."""
    points = {"points": " ".join(f"{turn},{y:g}" for turn, y in enumerate(heights))}
    return h(
        "g",
        {"class": f"course seat-{session.sitters[seat].colour}"},
        h("title", None, session.label(seat)),
        h("polyline", {"class": "casing", **points}),
        h("polyline", {"class": "pattern", **points}),
    )


def _end(session: Session, seat: Seat, total: int, scale: Scale, y: float) -> Markup:
    """The label at the end of a line: emblem and total."""
    colour = session.sitters[seat].colour
    centre = _LEADER + _DISC
    leader = {"class": "leader", "points": f"0,{scale.y(total):g} {_LEADER},{y:g}"}
    mark = widgets.use(f"emblem-{colour}", centre - 7, y - 7, 14, **{"class": "mark"})
    return h(
        "g",
        {"class": f"end seat-{colour}"},
        h("polyline", leader),
        h("circle", {"class": "f-player s-player", "cx": centre, "cy": y, "r": _DISC}),
        mark,
        h("text", {"x": centre + _DISC + 5, "y": y + 5}, total),
    )
