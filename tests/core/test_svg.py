"""Pictures: complete in themselves, true to the position, the same everywhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cacao_core import CacaoError, Deal, Game, IllegalMove, Record, WorkerTile, ai, svg
from cacao_core.cli import main
from cacao_core.jungle import JUNGLE
from cacao_core.pieces import VARIANTS, cells_of, corner
from cacao_core.svg import sheet
from cacao_core.svg.villages import shortened
from cacao_core.tiles import BASE_ROTATIONS, COLOURS
from tests.core.helpers import DATA, example

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
GOLDEN = DATA / "pictures.json"
"""Digests of the pictures below; ``python -m tests.core.test_svg`` writes them anew."""

MIDDLE = example("golden_v1_3_seed")
LONG = example("overbuild")
START = Game(Deal.shuffled(2, 1))
MOVES = [str(move) for move in START.legal_moves()[:3]]


def pictures() -> dict[str, str]:
    """Pictures of every kind."""
    decorated = svg.board(
        LONG, at=40, theme="dark", villages=True, coordinates=True, places=True, size=900,
        arrows=[svg.Arrow((0, 0), (1, 1), "red"), ((1, 1), (0, 0))],
        marks=[(0, 0), svg.Mark((1, 1), "!?", "green"), svg.Mark((0, 1), "80%", "yellow")],
        names=["A", "B", "<&>", "D"][: LONG.deal.players],
    )  # fmt: skip
    return {
        "start": svg.board(START),
        "hints": svg.board(START, hints=MOVES, places=True),
        "record": svg.board(MIDDLE, villages=True),
        "decorated": decorated,
        "chart": svg.chart(LONG),
        "chances": svg.chart(MIDDLE, chances=[(0.5, 0.25, 0.25), (0, 1, 0)], theme="dark"),
        "analysis": svg.analysis(ai.analyse(START, 40)),
        "village": svg.village_board(LONG, 0, size=300),
        "jungle": svg.tile("M2", variant=1),
        "wide": svg.card(LONG, at=40, names=["A", "B", "<&>", "D"][: LONG.deal.players]),
        "square": svg.card(MIDDLE, shape="square", theme="dark", title="A & B"),
        "sheet": svg.score_sheet(MIDDLE, title="A game"),
        "workers": svg.tile(WorkerTile(1, "0310", overbuilt=True), theme="dark"),
    }


ALL = pictures()


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def words(picture: str) -> list[str]:
    return ["".join(element.itertext()) for element in parsed(picture).iter(f"{SVG}text")]


def digests(made: dict[str, str]) -> dict[str, str]:
    return {name: sha256(picture.encode()).hexdigest() for name, picture in made.items()}


# --- Complete in itself ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_picture_needs_nothing_else(name: str) -> None:
    root = parsed(ALL[name])
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title") is not None
    shapes = {"circle", "defs", "ellipse", "g", "line", "path", "polygon", "polyline", "rect",
              "svg", "text", "title", "use"}  # fmt: skip
    ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert not ids or max(ids.values()) == 1
    used = set()
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in shapes
        assert not {"class", "style", "href", "font"} & set(element.keys())
        assert not any("var(" in v or "url(" in v or "\0" in v for v in element.attrib.values())
        if element.tag == f"{SVG}use":
            used.add(element.attrib[HREF])
    assert used == {f"#{one}" for one in ids}  # and nothing is there that is not used
    assert re.findall("https?:", ALL[name]) == ["http:"] * 2  # the two namespaces


@pytest.mark.parametrize("name", ALL)
def test_shapes_all_have_their_colours(name: str) -> None:
    """A shape whose class were unknown would be black."""
    root = parsed(ALL[name])
    for above in root.iter():
        for element in above:
            tag = element.tag.removeprefix(SVG)
            if tag in ("path", "rect", "circle", "ellipse", "polygon", "text"):
                emblem = "emblem" in above.get("id", "")  # has the colour of where it is used
                assert emblem or {"fill", "stroke"} & set(element.keys()), element.attrib


def test_ids_of_different_pictures_differ() -> None:
    found = [set(re.findall(r' id="([^"]+)"', picture)) for picture in ALL.values()]
    assert len(set().union(*found)) == sum(map(len, found))


@pytest.mark.long
def test_position_has_the_same_picture_everywhere() -> None:
    """In this process, and in two others whose sets and dicts of texts are in another order."""
    known = json.loads(GOLDEN.read_text("utf-8"))
    assert digests(ALL) == known
    code = "import json; from tests.core import test_svg as t; print(json.dumps(t.digests(t.ALL)))"
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        root = Path(__file__).parents[2]
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True,
            env=environment, cwd=root,
        )  # fmt: skip
        assert json.loads(done.stdout) == known


# --- What it shows -----------------------------------------------------------------------------


@pytest.mark.parametrize("theme", svg.THEMES)
def test_tiles_can_all_be_drawn(theme: str) -> None:
    looks = {svg.tile(code, variant=n, theme=theme) for code in JUNGLE
             for n in range(VARIANTS)}  # fmt: skip
    assert len(looks) == len(JUNGLE) * VARIANTS
    edges = [edge for rotations in BASE_ROTATIONS.values() for edge in rotations]
    workers = {svg.tile(edge, colour=colour, theme=theme) for edge in edges for colour in COLOURS}
    assert len(workers) == len(edges) * len(COLOURS)
    assert words(svg.tile("M3", theme=theme)) == ["3"]


def test_board_shows_every_tile_at_its_place() -> None:
    game = LONG.game()
    root = parsed(svg.board(game))
    places = Counter(g.get("transform") for g in root.findall(f"{SVG}g"))
    for cell in (*game.jungle, *game.workers):
        x, y = corner(cell)
        assert places[f"translate({x} {y})"] == 1
    assert sum(places.values()) == len(game.jungle) + len(game.workers)


def test_seats_have_their_colours() -> None:
    red, purple = (sheet.variables("light")[name] for name in ("red", "purple"))
    game = example("golden_v1_2_seed").game()
    shown = svg.board(game)
    assert red in shown
    assert purple in shown
    other = svg.board(game, colours=["yellow", "white"])
    assert red in other  # stripes of markets have the same red
    assert purple not in other
    assert "emblem-yellow" in other
    assert "emblem-red" not in other


def test_themes_differ() -> None:
    for theme in svg.THEMES:
        assert sheet.variables(theme)["ground"] in svg.board(START, theme=theme)
    assert len({svg.board(START, theme=theme) for theme in svg.THEMES}) == 2


def test_last_tile_of_a_record_is_marked() -> None:
    at = 20
    placed = [move.cell for move in LONG.moves[:at] if move.starts_turn][-1]
    x, y = corner(placed)
    ring = f'<g transform="translate({x} {y})"><rect x="-1" y="-1"'
    assert svg.board(LONG, at=at).count(ring) == 1
    assert svg.board(LONG.game(at)).count(ring) == 0
    assert svg.board(LONG.game(at), last_move=placed).count(ring) == 1
    assert svg.board(LONG.game(at), last_move=f"W1111@{placed[0]},{placed[1]}").count(ring) == 1


def test_coordinates_name_every_tile() -> None:
    game = MIDDLE.game()
    names = {f"{x},{y}" for x, y in (*game.jungle, *game.workers)}
    assert names <= set(words(svg.board(game, coordinates=True)))
    assert not names & set(words(svg.board(game)))


def test_places_are_the_cells_where_a_tile_may_go() -> None:
    plot = sheet.variables("light")["plot"]
    free = cells_of(START) - {*START.jungle, *START.workers}
    assert svg.board(START, places=True).count(f'fill="{plot}"') == len(free) == 6
    assert plot not in svg.board(START)


def test_villages_show_what_everybody_has() -> None:
    game = LONG.game()
    shown = words(svg.board(LONG, villages=True, names=["Ana", "Bo", "Cy", "Di"]))
    assert {"Ana", "Bo", "Cy", "Di"} <= set(shown)
    totals = {str(score.total).replace("-", "−") for score in game.score()}
    assert totals <= set(shown)
    assert str(game.players[0].tiles_left) in words(svg.village_board(game, 0))
    assert words(svg.board(START, villages=True)).count("in the pile") == 1


def test_names_are_text() -> None:
    names = ("<script>", "&\"'")
    shown = words(svg.board(START, names=names, villages=True))
    assert set(names) <= set(shown)
    assert {"ab", "c"} <= set(words(svg.board(START, names=["a\0b", "\ud800c"], villages=True)))


@pytest.mark.parametrize(
    ("name", "seen"),
    [("Ana", "Ana"), ("Bartholomew Longfellow", "Bartholomew Lon…"), ("漢" * 20, "漢" * 7 + "…")],
)
def test_long_names_are_cut_off(name: str, seen: str) -> None:
    assert shortened(name) == seen


def test_arrows_and_marks_are_drawn_over_the_tiles() -> None:
    plain = svg.board(START)
    drawn = svg.board(START, arrows=[((0, 0), (1, 1))], marks=[svg.Mark((1, 1), "A")])
    assert parsed(plain).findall(f"{SVG}polygon") == []
    [arrow] = parsed(drawn).findall(f"{SVG}polygon")
    points = [tuple(map(float, point.split(","))) for point in arrow.get("points", "").split()]
    tip = points[3]
    assert tip == pytest.approx((50 + 104 - 10 / 2**0.5, 50 + 104 - 10 / 2**0.5), abs=0.01)
    assert "A" in words(drawn)


def test_card_shows_arrows_and_marks_on_its_board() -> None:
    decorated = {"arrows": [((0, 0), (1, 1))], "marks": [(0, 0), svg.Mark((1, 1), "A")]}
    card = parsed(svg.card(START, **decorated))  # type: ignore[arg-type]
    [board] = parsed(svg.board(START, **decorated)).findall(f"{SVG}polygon")  # type: ignore[arg-type]
    [arrow] = card.iter(f"{SVG}polygon")
    assert arrow.attrib == board.attrib
    assert "A" in words(svg.card(START, **decorated))  # type: ignore[arg-type]
    with pytest.raises(CacaoError):
        svg.card(START, marks=[(0, "x")])  # type: ignore[list-item]


def test_hints_are_numbered_and_seen_through() -> None:
    drawn = svg.board(START, hints=MOVES)
    assert [word for word in words(drawn) if word in "123"][-3:] == ["1", "2", "3"]
    cells = {START.find_move(move).cell for move in MOVES}
    assert drawn.count('opacity="0.75"') == len(cells)
    found = ai.analyse(START, 40)
    assert svg.board(START, hints=found) == svg.board(START, hints=found.candidates[:3])


def test_hints_in_every_phase() -> None:
    phases = set()
    for game in LONG.positions():
        if game.phase not in phases and not game.is_over:
            phases.add(game.phase)
            drawn = svg.board(game, hints=game.legal_moves()[:2])
            assert drawn.count('font-size="21"') == min(2, len(game.legal_moves()))
    assert len(phases) == 3


def test_size_is_the_width_in_pixels() -> None:
    assert parsed(svg.board(START)).get("width") is None
    root = parsed(svg.board(START, size=500))
    _x, _y, width, height = map(float, root.get("viewBox", "").split())
    assert root.get("width") == "500"
    assert float(root.get("height", "")) == pytest.approx(500 * height / width, abs=0.5)


def test_chart_ends_with_the_totals() -> None:
    totals = [str(score.total).replace("-", "−") for score in LONG.game().score()]
    shown = words(svg.chart(LONG))
    assert sorted(shown[-len(totals) :]) == sorted(totals)
    assert words(svg.chart(MIDDLE, chances=[(0.5, 0.5, 0)]))[-3:] == ["0", "50", "50"]
    assert parsed(svg.chart(Record(Deal.shuffled(2, 1)))).tag == f"{SVG}svg"  # no turn yet


def test_analysis_lists_the_best_turns() -> None:
    found = ai.analyse(START, 40)
    shown = words(svg.analysis(found, most=2))
    assert str(found[0].move) in shown[5]
    assert f"{round(100 * found[1].win)}%" in shown
    assert "3" not in shown[4:]
    over = LONG.game()
    while not over.is_over:
        over.play(over.legal_moves()[0])
    assert "%" in svg.analysis(ai.analyse(over))


@pytest.mark.parametrize(
    ("shape", "size"), [("wide", ("1200", "630")), ("square", ("1080", "1080"))]
)
def test_card_has_its_shape_and_all_scores_best_first(shape: str, size: tuple[str, str]) -> None:
    card = svg.card(MIDDLE, shape=shape, title="Won <it>", names=["Ann", "Bo", "Cy"])
    root = parsed(card)
    assert (root.get("width"), root.get("height")) == size
    totals = [score.total for score in MIDDLE.game().score()]
    order = sorted(range(3), key=lambda seat: (-totals[seat], seat))
    said = [word for word in words(card) if word in ("Ann", "Bo", "Cy", "Won <it>")]
    assert said == ["Won <it>", *(("Ann", "Bo", "Cy")[seat] for seat in order)]
    with pytest.raises(CacaoError, match="expected wide or square"):
        svg.card(MIDDLE, shape="round")


NAMES = (
    "W" * 24,
    "\N{CJK UNIFIED IDEOGRAPH-6A02}" * 24,
    "\N{ARABIC LETTER SEEN}" * 11 + " " + "\N{ARABIC LETTER SEEN}" * 12,
    "Maximiliana Wolkenstein",
)


@pytest.mark.parametrize("shape", sorted(svg.SHAPES))
@pytest.mark.parametrize("name", NAMES)
def test_names_on_a_card_reach_no_score(shape: str, name: str) -> None:
    """A name is drawn inside a box that ends before the score begins."""
    root = parsed(svg.card(MIDDLE, shape=shape, title=f"{name} wins", names=[name] * 3))
    rows = [row for row in root.iter(f"{SVG}g") if row.find(f"{SVG}svg") is not None]
    scored = [row for row in rows if row.find(f"{SVG}text") is not None]
    assert len(scored) == 3
    for row in scored:
        box, score = row.find(f"{SVG}svg"), row.find(f"{SVG}text")
        assert box is not None
        assert score is not None
        end = float(box.get("x", 0)) + float(box.get("width", 0))
        assert end <= float(score.get("x", 0)) - 90
        lines = ["".join(line.itertext()) for line in box.iter(f"{SVG}text")]
        assert len(lines) <= 2
        shown = "".join(lines).rstrip("…").replace(" ", "")
        assert name.replace(" ", "").startswith(shown)
        if name == NAMES[-1]:
            assert " ".join(lines) == name  # an ordinary long name is whole


def test_card_has_the_name_of_the_game_once() -> None:
    for title in ("Cacao", "Ann wins"):
        assert words(svg.card(MIDDLE, title=title)).count("Cacao") == 1


def test_sheet_has_the_result_and_every_turn() -> None:
    said = words(svg.score_sheet(LONG))
    for turn in LONG.turns():
        assert " ".join(map(str, turn.moves)) in said
    for score in LONG.game().score():
        assert str(score.total).replace("-", "\N{MINUS SIGN}") in said
    heads = ["Gold", "Tempel", "Sonnen", "Wasser", "Summe", "Kakao"]
    assert set(heads) <= set(words(svg.score_sheet(LONG, heads=heads)))
    with pytest.raises(CacaoError, match="expected 6 words"):
        svg.score_sheet(LONG, heads=heads[1:])
    with pytest.raises(CacaoError, match="a sheet is of a Record"):
        svg.score_sheet(START)  # type: ignore[arg-type]


def test_values_show_themselves_in_notebooks() -> None:
    shown: list[Callable[[], str]] = [
        START._repr_svg_, LONG._repr_svg_, WorkerTile(0, "1111")._repr_svg_,
        ai.analyse(START, 40)._repr_svg_,
    ]  # fmt: skip
    for picture in shown:
        assert parsed(picture()).get("width")
    with pytest.raises(CacaoError):
        svg.shown("M3")


# --- Errors ------------------------------------------------------------------------------------

JUNK = [5, None, "x", [None], [5], [()], [("a", "b")], [((0, 0), (0, 0))], ...]


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: svg.board("x"), "a Game or a Record"),  # type: ignore[arg-type]
        (lambda: svg.board(START, at=1), "only a record"),
        (lambda: svg.board(LONG, at=10**6), "expected 0 to"),
        (lambda: svg.board(START, theme="blue"), "light or dark"),
        (lambda: svg.board(START, size=0), "1 to 10000 pixels"),
        (lambda: svg.board(START, size=True), "1 to 10000 pixels"),
        (lambda: svg.board(START, names=["A"]), "expected 2 texts"),
        (lambda: svg.board(START, colours=["red", "red"]), "a different one"),
        (lambda: svg.board(START, colours=["red", "pink"]), "expected 2 of red, purple"),
        (lambda: svg.board(START, last_move=(0, 1.5)), "two whole numbers"),  # type: ignore[arg-type]
        (lambda: svg.board(START, last_move="W9"), "W9"),
        (lambda: svg.board(START, arrows=[svg.Arrow((0, 0), (0, 0))]), "two different cells"),
        (lambda: svg.board(START, arrows=[svg.Arrow((0, 0), (1, 1), "pink")]), "blue, green"),
        (lambda: svg.board(START, marks=[svg.Mark((0, 0), "longer")]), "up to 4 characters"),
        (lambda: svg.board(START, marks=[(10**9, 0)]), "two whole numbers"),
        (lambda: svg.board(START, hints=["W1111@5,5"]), "W1111@5,5"),
        (lambda: svg.tile("X9"), "expected P1"),
        (lambda: svg.tile("2101", colour="pink"), "expected one of red"),
        (lambda: svg.tile(WorkerTile(9, "2101")), "expected one of red"),
        (lambda: svg.tile("P1", variant=3), "expected 0 to 2"),
        (lambda: svg.village_board(START, 2), "expected 0 to 1"),
        (lambda: svg.chart(START), "a chart is of a Record"),  # type: ignore[arg-type]
        (lambda: svg.chart(LONG, chances=[(2, 0, 0, 0)]), "numbers from 0 to 1"),
        (lambda: svg.chart(LONG, chances=[]), "one turn or more"),
        (lambda: svg.film(START), "a film is of a Record"),  # type: ignore[arg-type]
        (lambda: svg.film(LONG, seconds=0), "0.2 to 60"),
        (lambda: svg.film(LONG, theme="blue"), "light or dark"),
        (lambda: svg.analysis(START), "expected an analysis"),  # type: ignore[arg-type]
        (lambda: svg.analysis(ai.analyse(START, 40), most=0), "expected 1 to 100"),
    ],
)
def test_errors_say_what_was_expected(draw: Callable[[], str], message: str) -> None:
    with pytest.raises(CacaoError, match=re.escape(message)):
        draw()


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("option", ["arrows", "marks", "hints", "names", "colours", "last_move"])
def test_junk_is_refused_as_such(option: str, junk: object) -> None:
    """Or it is as good as nothing; no other error gets out."""
    try:
        parsed(svg.board(START, **{option: junk}))  # type: ignore[arg-type]
    except CacaoError:
        return
    assert junk is None


def test_illegal_proposal_is_named() -> None:
    with pytest.raises(IllegalMove):
        svg.board(START, hints=[[MOVES[0], MOVES[0]]])


# --- Command line ------------------------------------------------------------------------------


def test_draw_writes_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game, file = str(DATA / "overbuild.txt"), tmp_path / "board.svg"
    options = ["--theme", "dark", "--villages", "--coordinates", "--places", "--size", "640"]
    signs = ["--arrow", "0,0:1,1:red", "--mark=-1,0:A", "--mark", "1,1"]
    assert main(["draw", game, "--at", "20", "-o", str(file), *options, *signs]) == 0
    expected = svg.board(
        LONG, at=20, theme="dark", villages=True, coordinates=True, places=True, size=640,
        arrows=[svg.Arrow((0, 0), (1, 1), "red")], marks=[svg.Mark((-1, 0), "A"), (1, 1)],
    )  # fmt: skip
    assert file.read_text("utf-8") == expected
    assert main(["draw", game, "--chart"]) == 0
    assert capsys.readouterr().out == svg.chart(LONG)


def test_draw_shows_the_best_turns(capsys: pytest.CaptureFixture[str]) -> None:
    link = LONG.up_to(len(LONG.moves)).to_link()
    assert main(["draw", link, "--hints"]) == 0
    drawn = capsys.readouterr().out
    assert 1 <= drawn.count('font-size="21"') <= 3


def test_pictures_of_the_documents_are_made_as_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(__file__).parents[2] / "docs"
    text = (folder / "pictures.md").read_text("utf-8").replace("\n        ", " ")
    commands = re.findall(r"^    python -m cacao_core (draw .+) -o docs/(.+)$", text, re.M)
    assert len(commands) == len(list((folder / "pictures").glob("*.svg")))
    for command, name in commands:
        arguments = command.replace("docs/pictures/game.txt", str(folder / "pictures/game.txt"))
        assert main(arguments.split()) == 0
        assert capsys.readouterr().out == (folder / name).read_text("utf-8"), name
        assert f"]({name})" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--at", "9999"], "expected 0 to"),
        (["--arrow", "0,0"], "two whole numbers"),
        (["--mark", "here"], "two whole numbers"),
        (["--size", "0"], "1 to 10000"),
        (["-o", "/nowhere/at/all.svg"], "/nowhere/at/all.svg"),
    ],
)
def test_draw_reports_errors(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", str(DATA / "overbuild.txt"), *arguments]) == 1
    assert message in capsys.readouterr().err


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(digests(ALL), indent=1) + "\n", "utf-8")
