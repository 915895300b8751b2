"""Films: every frame shows its position, and nothing else is needed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cacao_core import Deal, Record, svg
from cacao_core.cli import main
from cacao_core.pieces import corner
from tests.core.helpers import DATA, example

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["golden_v1_2_seed", "golden_v1_3_seed", "overbuild"]
LARGEST = 350_000


def pictures(page: str) -> list[ElementTree.Element]:
    """Village boards, display, and the board."""
    return [
        ElementTree.fromstring(found)
        for found in re.findall(r"<svg xmlns(?:<svg x=.*?</svg>|.)*?</svg>", page)
    ]


def shown(root: ElementTree.Element, frame: int) -> Iterable[ElementTree.Element]:
    """The elements that are visible in a frame."""
    for element in root:
        runs = [run.split("-") for run in element.get("data-on", "0-999").split()]
        if any(int(first) <= frame <= int(last) for first, last in runs):
            yield element
            yield from shown(element, frame)


def frames(record: Record) -> list[int]:
    """Numbers of moves at the ends of turns."""
    return [0, *(turn.at + len(turn.moves) for turn in record.turns())]


@pytest.mark.parametrize("name", NAMES)
def test_frames_show_the_tiles_of_their_positions(name: str) -> None:
    record = example(name)
    board = pictures(svg.film(record))[-1]
    for frame, at in enumerate(frames(record)):
        game = record.game(at)
        moved = [element.get("transform") for element in shown(board, frame)]
        for cell in {*record.game().jungle, *record.game().workers}:
            x, y = corner(cell)
            # A tile; and the ring around the last one.
            ring = at and cell == next(m.cell for m in reversed(record.moves[:at]) if m.starts_turn)
            there = (cell in game.jungle) + (cell in game.workers) + bool(ring)
            assert moved.count(f"translate({x} {y})") == there, (frame, cell)


@pytest.mark.parametrize("name", NAMES)
def test_frames_show_all_goods(name: str) -> None:
    record = example(name)
    made = pictures(svg.film(record))
    for frame, at in enumerate(frames(record)):
        game = record.game(at)
        for seat, score in enumerate(game.score()):
            words = [e.text for e in shown(made[seat], frame) if e.tag == f"{SVG}text"]
            total, gold, suns, water, temples, left = [w or "" for w in words[1:7]]
            values = (score.total, score.gold, score.suns, score.water, score.temples)
            told = (total, gold, suns, water, temples)
            assert [word.replace("−", "-") for word in told] == list(map(str, values))
            assert left == str(game.players[seat].tiles_left)


@pytest.mark.parametrize("name", NAMES)
def test_film_without_scripts_shows_the_end(name: str) -> None:
    record = example(name)
    last = len(frames(record)) - 1
    for root in pictures(svg.film(record)):
        for element in root.iter():
            if element.get("data-on"):
                runs = element.get("data-on", "").split()
                at_the_end = any(run.endswith(f"-{last}") for run in runs)
                assert at_the_end == (element.get("display") != "none")


@pytest.mark.parametrize("theme", svg.THEMES)
def test_film_is_small_and_needs_nothing_else(theme: str) -> None:
    page = svg.film(example("golden_v1_4_seed"), theme=theme)
    assert len(page.encode()) < LARGEST
    assert set(re.findall(r"https?://[^\"]+", page)) == {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert not re.search(r"src=|@import|url\(|<link|fetch|XMLHttp", page)
    assert "default-src 'none'" in page
    assert "film:" not in page
    assert len({id for root in pictures(page) for e in root.iter() if (id := e.get("id"))}) > 10
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def said(page: str) -> list[str]:
    found = re.search(r"const said = (\[.*?\]), pause", page)
    assert found
    told = json.loads(found[1])
    assert isinstance(told, list)
    return told


def test_film_says_whose_turn_it_was_and_who_won() -> None:
    record = Record.from_text((DATA / "golden_v1_2_seed.txt").read_text("utf-8"))
    told = said(svg.film(record, names=["Ana", "Bo"]))
    assert len(told) == len(record.turns()) + 1
    assert told[1] == f"Turn 1 of {len(record.turns())}: Ana"
    assert told[-1].endswith(" won")
    assert said(svg.film(Record(Deal.shuffled(2, 1)))) == ["The first position"]


def test_film_can_speak_another_language() -> None:
    record = example("golden_v1_2_seed")
    words = svg.Words(
        language="de",
        start="Am Anfang",
        turn="Zug {n} von {total}: {name}",
        result="Bo gewinnt",
        play="<Start>",
        village="Dorftafel von {name}",
    )
    page = svg.film(record, names=["Ana", "Bo"], words=words)
    told = said(page)
    assert told[:2] == ["Am Anfang", f"Zug 1 von {len(record.turns())}: Ana"]
    assert told[-1] == "Bo gewinnt"
    assert '<html lang="de">' in page
    assert 'aria-label="&lt;Start&gt;"' in page
    assert "Dorftafel von Ana" in page


def test_names_cannot_become_markup_or_script() -> None:
    name = "</script><b>film:board"
    page = svg.film(example("golden_v1_2_seed"), names=[name, "\"'&"])
    assert page.count("</script>") == 1
    assert "<b>" not in page
    assert said(page)[1].endswith(name)
    assert unescape(re.findall("<title>(.*?)</title>", page)[0]) == f"Cacao: {name}, \"'&"


def test_film_writes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    arguments = ["film", str(DATA / "overbuild.txt"), "-o", str(file), "--theme", "dark"]
    assert main([*arguments, "--seconds", "2.5"]) == 0
    assert file.read_text("utf-8") == svg.film(example("overbuild"), theme="dark", seconds=2.5)
    assert "pause = 2500" in file.read_text("utf-8")
