"""Learning from self-play: ``python -m cacao_core learn`` (docs/dev/ai.md)."""

from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from cacao_core.ai.general import values
from cacao_core.ai.general.worths import worths_for
from cacao_core.ai.levels import tables_for
from cacao_core.ai.playouts.outlook import Outlook
from cacao_core.ai.playouts.outlook_weights import ROWS
from cacao_core.ai.playouts.state import State
from cacao_core.ai.selfplay import module_values
from cacao_core.ai.selfplay.games import GameTask, positions
from cacao_core.ai.selfplay.module_values import ModuleValues
from cacao_core.ai.selfplay.outlooks import Outlooks
from cacao_core.ai.selfplay.squares import Squares
from cacao_core.ai.selfplay.tables import USUAL, WIDTH, TrainingTables
from cacao_core.cli import main
from cacao_core.modules import NAMES
from cacao_core.rules import BASE, Rules, expanded


def test_least_squares_find_the_values_behind_results() -> None:
    rng, values = Random(1), [3.0, -2.0, 0.5, 7.0]
    sums, half = Squares(4), Squares(4)
    for number in range(40):
        terms = {column: rng.uniform(-1, 1) for column in rng.sample(range(4), 2)}
        result = sum(values[column] * factor for column, factor in terms.items())
        (half if number % 2 else sums).add(terms, result)
    sums.add_all(half)
    assert sums.values() == pytest.approx(values)
    assert sums.off(values) == pytest.approx(0, abs=1e-6)
    pulled = sums.copy()
    pulled.pull(1e9, 0, 4.0)
    pulled.tie(1e9, 1, 3)
    found = pulled.values()
    assert found[0] == pytest.approx(4.0, abs=0.01)
    assert found[1] == pytest.approx(found[3], abs=0.01)
    assert sums.values() == pytest.approx(values)


@pytest.mark.parametrize(
    ("rules", "players"), [(expanded(*NAMES), 2), (expanded(big=True), 3), (expanded("huts"), 4)]
)
def test_equations_tell_what_the_player_believes(rules: Rules, players: int) -> None:
    """So what is learned is what decides: each value counts as often as the player counts it."""
    rng, model = Random(2), ModuleValues()
    trial = [rng.gauss(0, 1) for _column in range(model.columns)]
    worths = model.worths(trial, rules, players)
    for game in positions(GameTask(rules, players, 5), worths):
        for gold, believed in zip(worths.evaluate(game), model.believed(game), strict=True):
            learned = sum(trial[column] * factor for column, factor in believed.terms.items())
            if not game.is_over:
                assert believed.known + learned == pytest.approx(gold)


def test_tables_tell_what_the_player_believes() -> None:
    """Up to a constant for each number of turns left, which does not change what is best."""
    rng, model = Random(3), TrainingTables()
    values = [round(column % WIDTH + rng.random(), 2) for column in range(model.columns)]
    for row in range(0, model.columns, WIDTH):
        values[row + USUAL] = 0.0  # other tiles are compared with it
    worths = model.worths(values, BASE, 2)
    apart: dict[int, list[float]] = {}
    for game in positions(GameTask(BASE, 2, 1), worths):
        if not game.is_over:
            seats = zip(worths.evaluate(game), model.believed(game), game.players, strict=True)
            for gold, believed, player in seats:
                told = sum(values[column] * factor for column, factor in believed.terms.items())
                apart.setdefault(player.tiles_left, []).append(believed.known + told - gold)
    assert len(apart) > 9
    assert all(max(found) - min(found) < 0.1 for turns, found in apart.items() if turns)


def test_closer_look_tells_what_it_believes() -> None:
    """With the shipped numbers, of games with two and with three players."""
    for players in (2, 3):
        tables = tables_for(players)
        values = [number / 100 for row in ROWS[players] for number in row]
        for game in positions(GameTask(BASE, players, 1), worths_for(BASE, players)):
            if not game.is_over:
                known = Outlook(tables).values(State.of(game, tables))
                for gold, believed in zip(known, Outlooks().believed(game), strict=True):
                    told = sum(values[at] * factor for at, factor in believed.terms.items())
                    assert believed.known + told == pytest.approx(gold)


def learned(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["learn", *arguments]) == 0
    return capsys.readouterr().out


def test_learning_again_gives_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    few = ["gems", "--games", "6", "--rounds", "2", "--seed", "4"]
    text = learned(capsys, *few, "--jobs", "1")
    file = tmp_path / "values.py"
    assert learned(capsys, *few, "--jobs", "2", "-o", str(file)) == ""
    assert file.read_text("utf-8") == text
    assert "python -m cacao_core learn gems --games 6 --rounds 2 --seed 4" in text
    found: dict[str, dict[str, tuple[float, float]]] = {}
    exec(text, found)  # noqa: S102  # it is a module
    plain = ModuleValues.start
    assert len(plain) == 2 * len(found["VALUES"])
    changed = [
        name
        for at, (name, value) in enumerate(found["VALUES"].items())
        if value != plain[2 * at : 2 * at + 2]
    ]
    assert changed, "it has learned something"
    assert all("gem" in name for name in changed), "only of the module that was played"


def test_shipped_values_are_as_the_command_writes_them() -> None:
    file = Path(values.__file__)
    how = "python -m cacao_core learn --games 1000 --rounds 2 --seed 0"
    numbers = [number for value in values.VALUES.values() for number in value]
    assert file.read_text("utf-8") == module_values.text(numbers, how)


def test_learning_tables_and_the_closer_look(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Squares, "values", lambda sums: sums.side)  # solving takes seconds
    found: dict[str, Any] = {"Final": Final}
    for name in ("base", "outlook"):
        text = learned(capsys, name, "--games", "1", "--rounds", "1", "--jobs", "1")
        exec(text, found)  # noqa: S102  # as above
    assert list(found["WEIGHTS"]) == [2, 3, 4]
    assert [[len(row) for row in rows] for rows in found["ROWS"].values()] == 3 * [12 * [67]]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["hut"], "no module 'hut'; expected some of map watering"),
        (["base", "huts"], "base has values of its own: learn it alone"),
        (["huts", "outlook"], "outlook has values of its own: learn it alone"),
        (["short"], "short has no modules; its goods have the values of base"),
        (["--games", "0"], "--games 0: expected 1 or more"),
        (["--rounds", "-1"], "--rounds -1: expected 1 or more"),
        (["--jobs", "0"], "jobs 0: expected -1"),
        (["-o", "values.txt"], "expected a name that ends in it"),
    ],
)
def test_bad_arguments_of_learn(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(["learn", *arguments]) == 1
    told = capsys.readouterr()
    assert sentence in told.err
    assert not told.out
