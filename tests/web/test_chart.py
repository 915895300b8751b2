"""The chart of the scores: true to the engine, readable, and safe."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest

from cacao_core import Deal, Game, Record, curves
from cacao_core.moves import by_turn
from cacao_core.tiles import COLOURS
from cacao_web.board.results import chart
from cacao_web.features.result import view
from cacao_web.game.options import Options
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from tests.core.helpers import play_at_random

EVIL = '<img src=x onerror="alert(1)">"'


def session_of(players: int, seed: int, moves: int = 999, names: str = "") -> Session:
    game = Game(Deal.shuffled(players, seed))
    played = list(play_at_random(game, Random(seed)))[:moves]
    sitters = tuple(Sitter(names or f"P{seat}") for seat in range(players))
    record = Record(Deal.shuffled(players, seed), played, [sitter.name for sitter in sitters])
    return Session("x", record, sitters, Options(hide_hands=False))


def drawn(session: Session) -> ElementTree.Element:
    return ElementTree.fromstring(chart.chart(session))


def number(text: str | None) -> int:
    return int((text or "").replace("−", "-"))


def numbers(element: ElementTree.Element, name: str) -> list[float]:
    """All coordinates of one name below an element."""
    return [float(value) for each in element.iter() if (value := each.get(name)) is not None]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scores_after_every_turn_are_those_of_the_engine(players: int) -> None:
    session = session_of(players, players)
    record = session.record
    at, expected = 0, [tuple(score.total for score in record.game(0).score())]
    for turn in by_turn(record.moves):
        at += len(turn)
        expected.append(tuple(score.total for score in record.game(at).score()))
    assert curves.course(record) == expected


def test_turn_that_goes_on_is_not_shown() -> None:
    whole = session_of(3, 5)
    first = len(by_turn(whole.record.moves)[0])
    for at in range(first):
        assert len(curves.course(whole.record.up_to(at))) == 1
    assert len(curves.course(whole.record.up_to(first))) == 2


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 9), (4, 2), (4, 7)])
def test_lines_are_where_the_grid_says(players: int, seed: int) -> None:
    session = session_of(players, seed)
    scores = curves.course(session.record)
    svg = drawn(session)
    grid = {}
    for group in svg.iter("g"):
        if (group.get("class") or "").startswith("grid"):
            grid[number(group.findtext("text"))] = numbers(group, "y1")[0]
    assert 0 in grid
    assert 2 <= len(grid) <= 6
    (low, bottom), *_between, (high, top) = sorted(grid.items())
    for seat in range(players):
        [line] = svg.findall(f"./svg/g[@class='course seat-{COLOURS[seat]}']")
        for polyline in line.findall("polyline"):
            points = [point.split(",") for point in (polyline.get("points") or "").split()]
            assert [int(x) for x, _y in points] == list(range(len(scores)))
            for (_x, y), after in zip(points, scores, strict=True):
                value = low + (float(y) - bottom) / (top - bottom) * (high - low)
                assert value == pytest.approx(after[seat], abs=0.1)
                assert 0 <= float(y) <= curves.HEIGHT
        [end] = svg.findall(f"./svg/g[@class='end seat-{COLOURS[seat]}']")
        assert number(end.findtext("text")) == scores[-1][seat]


@pytest.mark.parametrize("seed", range(20))
def test_labels_do_not_overlap_and_keep_the_order(seed: int) -> None:
    session = session_of(4, seed)
    svg = drawn(session)
    labels = [
        (number(end.findtext("text")), numbers(end, "cy")[0])
        for end in svg.iter("g")
        if (end.get("class") or "").startswith("end")
    ]
    assert len(labels) == 4
    labels.sort(key=lambda label: label[1])
    for (upper, above), (lower, below) in pairwise(labels):
        assert below - above >= curves.LABEL_GAP - 0.01
        assert upper >= lower


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        ([], []),
        ([50.0], [50.0]),
        ([100.0, 0.0], [100.0, 0.0]),
        ([50.0, 50.0], [38.5, 61.5]),
        ([70.0, 50.0, 60.0], [83.0, 37.0, 60.0]),
        # Two pairs that push one another apart become one block.
        ([50.0, 50.0, 74.0, 74.0], [27.5, 50.5, 73.5, 96.5]),
        # At the edges they stay inside.
        ([0.0, 1.0, 40.0], [0.0, 23.0, 46.0]),
        ([190.0, 190.0, 190.0], [144.0, 167.0, 190.0]),
    ],
)
def test_spread(wanted: list[float], places: list[float]) -> None:
    assert curves.spread(wanted) == pytest.approx(places)


def test_grid_is_round_at_every_size() -> None:
    for low in range(-40, 1, 3):
        for high in range(10, 400, 7):
            lines = list(curves.Scale(low, high).grid())
            assert 0 in lines
            assert 2 <= len(lines) <= 7
            assert low <= lines[0]
            assert lines[-1] <= high
            assert (lines[1] - lines[0]) in (5, 10, 20, 50, 100)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_round_has_its_place(players: int) -> None:
    session = session_of(players, 3)
    svg = drawn(session)
    rounds = [group for group in svg.iter("g") if "round-end" in group.get("class", "").split()]
    assert len(rounds) * players >= len(curves.course(session.record)) - 1
    shares = [float((group[0].get("x1") or "").rstrip("%")) for group in rounds]
    assert shares == sorted(set(shares))
    assert shares[-1] == 100
    told = {
        number(group.findtext("text")): share
        for group, share in zip(rounds, shares, strict=True)
        if group.find("text") is not None
    }
    turns = len(curves.course(session.record)) - 1  # numbered as everywhere else
    assert told == {n: pytest.approx(100 * n / turns, abs=0.01) for n in told}
    assert max(told) == turns
    assert len(told) == len(rounds) if len(rounds) <= 9 else (len(rounds) + 1) // 2


def test_chart_is_told_in_words_and_names_stay_text() -> None:
    session = session_of(3, 1, names=EVIL)
    svg = drawn(session)
    assert svg.get("role") == "img"
    label = svg.get("aria-label") or ""
    assert label.count(EVIL) == 3
    for score in session.game.score():
        assert f"then {score.total}".replace("-", "−") in label
    assert all(element.tag != "img" for element in svg.iter())
    assert drawn(session_of(2, 1, moves=0)).get("class") == "chart"
    session = session_of(2, 1)
    assert chart.chart(session) in view.end(session)
