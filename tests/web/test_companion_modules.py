"""Games with modules at a real table: set up, counted, kept, and taken back."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from cacao_core import Game
from cacao_core.modules.huts import HUTS
from cacao_core.rules import expanded
from cacao_core.scorepads import cacao
from cacao_core.scoring import Score
from cacao_web.browser.store import MemoryStore
from cacao_web.features.companion.evenings import entry as entries
from cacao_web.features.companion.evenings import files
from cacao_web.features.companion.evenings.entry import EveningEntry, EveningPlace
from cacao_web.features.companion.evenings.played import PlayedEvenings
from cacao_web.features.companion.table import ScorePad, from_data, to_data
from cacao_web.game.setup.expansion import EXPANSIONS
from tests.web.agricola import at_table
from tests.web.driven import awaited
from tests.web.standin import StandIn
from tests.web.test_companion import cells, go
from tests.web.test_evenings import stored
from tests.web.test_writing_modules import played


def tick(page: StandIn, *modules: str) -> None:
    for module in modules:
        assert f'name="module-{module}"' in page.dialog
        page.write(f"module-{module}", "on")


def counted(page: StandIn, game: Game) -> None:
    """Count a game that is over."""
    for seat, one in enumerate(game.players):
        tens, rest = divmod(one.gold, 10)
        taps = [f"count:gold:{seat}:+10"] * tens + [f"count:gold:{seat}:+1"] * rest
        taps += [f"count:{what}:{seat}:{getattr(one, what)}" for what in ("water", "suns", "cacao")]
        taps += [f"hut:{seat}:{code}" for code in getattr(one, "huts", ())]
        for code, what in (("HE", "hermits"), ("RW", "road")):
            if code in getattr(one, "huts", ()):
                taps += [f"count:{what}:{seat}:+1"] * HUTS[code].bonus(game, seat)
        masks = Counter(getattr(one, "masks", ()))
        taps += [f"mask:{seat}:{mask}:{n}" for mask, n in masks.items()]
        taps += [f"count:gems:{seat}:+1"] * len(getattr(one, "gems", ()))
        go(page, f"score/{seat}", *taps)
    for number, temple in enumerate(game.temples()):
        for seat, workers in enumerate(temple.workers):
            go(page, "score/temples", *[f"temple:{number}:{seat}:1"] * workers)


@pytest.mark.parametrize(
    ("modules", "players"),
    [(("gems", "chocolate"), 3), (EXPANSIONS, 4)],
)
@awaited
async def test_a_game_is_counted_by_taps_as_by_the_rules(
    modules: tuple[str, ...], players: int
) -> None:
    record = played(expanded(*modules, big=modules == EXPANSIONS and players > 2), players, 11)
    game, store = record.game(), MemoryStore()
    page, _app = await at_table(store)
    go(page, "score/who", f"players:{players}")
    tick(page, *modules)
    counted(page, game)
    page.intent("companion-go", "score/result")
    scores = sorted(game.score(), key=lambda score: (-score.total, -score.cacao))
    has_temples = "gems" not in modules or any(score.sources["temples"] for score in scores)
    shown = [one for one in scores[0].sources if one != "temples" or has_temples]
    rows = [[int(cell.replace("−", "-")) for cell in row] for row in cells(page)]
    assert rows == [
        [
            *(gold for source, gold in score.sources.items() if source in shown),
            score.total,
            score.cacao,
        ]
        for score in scores
    ]
    page.intent("companion-go", "played/keep")
    assert "Cacao" in page.dialog
    kept = entries.from_data(stored(store)[0])
    assert kept.scores == game.score()
    assert entries.from_data(json.loads(json.dumps(entries.to_data(kept)))) == kept
    page.intent("companion-tap", "pad:score")
    page.intent("companion-go", "score/result")
    assert [[int(cell.replace("−", "-")) for cell in row] for row in cells(page)] == rows


@awaited
async def test_kept_games_with_modules_leave_in_a_table_and_come_back() -> None:
    record = played(expanded("huts", "gems"), 2, 4)
    store = MemoryStore()
    page, _app = await at_table(store)
    go(page, "score/who")
    tick(page, "huts", "gems")
    counted(page, record.game())
    page.intent("companion-go", "played/keep")
    kept = entries.from_data(stored(store)[0])
    rows = list(files.rows(PlayedEvenings((kept,))))
    assert {len(row) for row in rows} == {len(rows[0])}
    text = "\n".join(",".join(map(str, row)) for row in rows)
    assert files.read(text).games[0].scores == kept.scores


@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up_is_what_the_rules_play(players: int) -> None:
    """docs/rules.md 1 and 11: the boxes without what goes back are the tiles of the game."""
    for modules in [(name,) for name in EXPANSIONS] + [("tree", "chocolate"), EXPANSIONS]:
        rules = expanded(*modules, big=modules == EXPANSIONS and players > 2)
        needs, base = cacao.set_up(players, rules), cacao.set_up(2)
        own = Counter({"1111": 4, "2101": 5, "3001": 1, "3100": 1}) - Counter(needs.worker_tiles)
        assert own + Counter(needs.new_workers) == Counter(rules.worker_tiles[players])
        assert needs.workers_left == rules.turns(players)
        assert sum(needs.jungle_tiles.values()) >= 0
        box = 28 + sum(needs.new_tiles.values()) - sum(needs.jungle_tiles.values())
        assert box == needs.pile + len(rules.start_tiles)
        assert base.pile == 19


@awaited
async def test_set_up_shows_what_comes_out_and_what_goes_back() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "setup/who")
    tick(page, "watering", "huts", "gems", "map", "emperor")
    go(page, "setup/box", "tick:new-I", "tick:P2", "tick:huts", "tick:gems", "tick:maps")
    assert "2 × watering site" in page.dialog.lower()
    assert "6 gems of each" in page.dialog
    assert "without that of value 12" in page.dialog
    go(page, "setup/lay", "tick:on-start", "tick:on-mines")
    assert "two of them on the map board" in page.dialog
    assert "the emperor on the second start tile: water" in page.dialog.lower()


@awaited
async def test_taking_back_says_what_it_was_and_shows_it() -> None:
    page, app = await at_table(MemoryStore())
    go(page, "score/who")
    tick(page, "huts", "gems")
    taps = ("count:gold:0:+10", "hut:0:MC", "mask:0:9:1", "count:water:0:4")
    go(page, "score/0", *taps)
    go(page, "score/1")
    for told, title in (
        ("Red, Field of the water carrier: 2", "Red"),
        ("Red, Masks: 9", "Red"),
        ("Red, market crier", "Red"),
        ("Red, Gold: 10", "Red"),
        ("Expansions", "Who plays"),
    ):
        page.intent("companion-undo", "")
        assert f"Taken back: {told}." in page.regions["notice"]
        assert f">{title}</h2>" in page.dialog
    assert app.dialog == "companion"


@pytest.mark.parametrize(
    "board",
    [
        [1, 0, 0, 0, ["XX"], 0, 0, [], 0],
        [1, 0, 0, 0, ["MC", "MC"], 0, 0, [], 0],
        [1, 0, 0, 0, [], 0, 0, [7], 0],
        [1, 0, 0, 0, [], -1, 0, [], 0],
        [1, -1, 0, 0, [], 0, 0, [], 0],
        [1, 0, 0, 0, [], 0],
    ],
)
def test_boards_that_cannot_be_are_refused(board: list[object]) -> None:
    """In a stored table and in a file of played games."""
    stored = to_data(ScorePad())
    assert from_data({**stored, "boards": [board, [0, 0, 0, 0]]}) == ScorePad()
    seats = [EveningPlace("", colour, Score(gold=1, temples=0, suns=0, water=0, cacao=0))
             for colour in ("red", "purple")]  # fmt: skip
    game = entries.to_data(EveningEntry("1", "2026-01-01", tuple(seats), expansion="huts gems"))
    assert entries.from_data(game).expansion == "huts gems"
    with pytest.raises((ValueError, TypeError, LookupError)):
        entries.from_data({**game, "boards": [board, [0, 0, 0, 0]]})
