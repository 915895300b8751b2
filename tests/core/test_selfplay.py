"""Learning from self-play: ``python -m cacao_core learn`` (docs/dev/ai.md)."""

from functools import partial
from math import log
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from cacao_core.ai.general.worths import Worths
from cacao_core.ai.learned import chances as learned_chances
from cacao_core.ai.learned import module_values as learned_values
from cacao_core.ai.learned.outlooks import ROWS
from cacao_core.ai.levels import tables_for
from cacao_core.ai.playouts.evaluation import evaluate
from cacao_core.ai.playouts.outlook import Outlook
from cacao_core.ai.playouts.tables import Tables
from cacao_core.ai.selfplay import chances, command, module_values, outlooks, tables
from cacao_core.ai.selfplay.games import GameTask
from cacao_core.ai.selfplay.learning import Effort, learn, summed
from cacao_core.ai.selfplay.module_values import ModuleValues
from cacao_core.ai.selfplay.outlooks import Outlooks
from cacao_core.ai.selfplay.quick import positions
from cacao_core.ai.selfplay.squares import Squares
from cacao_core.ai.selfplay.tables import USUAL, WIDTH, TrainingTables
from cacao_core.cli import main
from cacao_core.modules import NAMES
from cacao_core.rules import BASE, Rules, expanded

HOW: Final = "python -m cacao_core learn --percent 100 --seed 0"
"""The command from which the shipped numbers come."""


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


def test_values_that_never_meet_are_found_too() -> None:
    """The matrix has zeros, at the beginnings of rows of different lengths."""
    rng, values = Random(2), [1.0, -4.0, 2.5, 6.0, -0.5, 3.0]
    sums = Squares(6)
    for number in range(60):
        columns = ((0, 3), (1, 2), (2, 5), (4,))[number % 4]
        terms = {column: rng.uniform(-1, 1) for column in columns}
        sums.add(terms, sum(values[column] * factor for column, factor in terms.items()))
    assert sums.values() == pytest.approx(values)


@pytest.mark.parametrize(
    ("rules", "players"), [(expanded(*NAMES), 2), (expanded(big=True), 3), (expanded("huts"), 4)]
)
def test_equations_tell_what_the_player_believes(rules: Rules, players: int) -> None:
    """So what is learned is what decides: each value counts as often as the player counts it."""
    rng = Random(2)
    trial = [rng.gauss(0, 1) for _column in range(ModuleValues.columns)]
    worths = Worths(rules, players, values=module_values.named(trial))
    for game in module_values.positions(GameTask(rules, players, 5), worths):
        seen = module_values.believe(game)
        for gold, believed in zip(worths.evaluate(game), seen, strict=True):
            told = sum(trial[column] * factor for column, factor in believed.terms.items())
            if not game.is_over:
                assert believed.known + told == pytest.approx(gold)


def test_tables_tell_what_the_player_believes() -> None:
    """Up to a constant for each number of turns left, which does not change what is best."""
    rng = Random(3)
    values = [round(column % WIDTH + rng.random(), 2) for column in range(TrainingTables.columns)]
    for row in range(0, TrainingTables.columns, WIDTH):
        values[row + USUAL] = 0.0  # other tiles are compared with it
    apart: dict[int, list[float]] = {}
    for state in positions(GameTask(BASE, 2, 1), Tables(2, tables.weights_of(values))):
        if not state.is_over:
            seats = zip(
                evaluate(state), tables.believe(state), state.hands, state.piles, strict=True
            )
            for gold, believed, hand, pile in seats:
                told = sum(values[column] * factor for column, factor in believed.terms.items())
                left = len(hand) + len(pile)
                apart.setdefault(left, []).append(believed.known + told - gold)
    assert len(apart) > 9
    assert all(max(found) - min(found) < 0.1 for turns, found in apart.items() if turns)


@pytest.mark.parametrize("players", [2, 3])
def test_closer_look_tells_what_it_believes(players: int) -> None:
    """With the shipped numbers."""
    values = [number / 100 for row in ROWS[players] for number in row]
    for state in positions(GameTask(BASE, players, 1), tables_for(players)):
        if not state.is_over:
            known = Outlook(tables_for(players)).values(state)
            for gold, believed in zip(known, outlooks.believe(state), strict=True):
                told = sum(values[at] * factor for at, factor in believed.terms.items())
                assert believed.known + told == pytest.approx(gold)


@pytest.mark.parametrize("model", [TrainingTables(), Outlooks()])
def test_learned_values_foretell_other_games(model: TrainingTables | Outlooks) -> None:
    """Better than that nobody gains more than the others."""
    task = partial(GameTask, BASE, 2)
    values = learn(model, (), Effort(60, 1, 0, 1), task, lambda _line: None)
    others = summed(model, (), [task(seed) for seed in range(100, 120)], 1)
    assert others.off(values) < 0.9 * others.off([0.0] * model.columns)


def test_learned_chances_foretell_other_games() -> None:
    """Better than that each seat wins equally often."""
    games = [GameTask(BASE, 2, seed) for seed in range(6)]
    seen = chances.estimated_positions(games)
    numbers = chances.numbers_of([moment for moment in seen if moment.totals != seen[-1].totals])
    others = [moment for moment in seen if moment.totals == seen[-1].totals]
    assert len(others) >= 7
    surprise = chances.surprise(chances.predictions(others, numbers.tempos), numbers.spread)
    assert surprise / len(others) < log(2)


def learned(folder: Path, *arguments: str) -> dict[str, str]:
    """The modules that the command writes, by name."""
    assert main(["learn", *arguments, "-o", str(folder)]) == 0
    return {file.name: file.read_text("utf-8") for file in folder.iterdir()}


FEW: Final = {"tables": (21, 1), "outlooks": (2, 1), "chances": (1, 1), "module_values": (4, 2)}


def test_learning_again_gives_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "_USUAL", FEW)
    texts = learned(tmp_path / "one", "--jobs", "1")
    again = learned(tmp_path / "two", "tables", "chances", "--jobs", "2")
    assert again == {name: texts[name] for name in ("tables.py", "chances.py")}
    assert sorted(texts) == ["chances.py", "module_values.py", "outlooks.py", "tables.py"]
    found = names_in(texts)
    assert list(found["WEIGHTS"]) == list(found["ROWS"]) == [2, 3, 4]
    assert list(found["TEMPOS"]) == [2, 3, 4]
    assert len(ModuleValues.start) == 2 * len(found["VALUES"])
    assert all(
        "python -m cacao_core learn --percent 100 --seed 0" in text for text in texts.values()
    )


def names_in(texts: dict[str, str]) -> dict[str, Any]:
    """The names that modules define."""
    found: dict[str, Any] = {}
    for text in texts.values():
        exec(text, found)  # noqa: S102  # it is a module
    return found


def test_learning_a_module_changes_its_values_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "_USUAL", FEW)
    values = names_in(learned(tmp_path, "gems", "--seed", "4", "--jobs", "1"))["VALUES"]
    plain = ModuleValues.start
    changed = [name for at, name in enumerate(values) if values[name] != plain[2 * at : 2 * at + 2]]
    assert changed, "it has learned something"
    assert all("gem" in name for name in changed)


def test_shipped_numbers_are_as_the_command_writes_them() -> None:
    values = [number for value in learned_values.VALUES.values() for number in value]
    numbers = chances.Numbers(learned_chances.SPREAD, learned_chances.TEMPOS)
    for module, text in (
        (learned_chances, chances.text(numbers, HOW)),
        (learned_values, module_values.text(values, HOW)),
    ):
        assert Path(str(module.__file__)).read_text("utf-8") == text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["hut"], "no module 'hut'; expected some of map watering"),
        (["short"], "short has no modules; its goods have the values of the tables"),
        (["--percent", "0"], "--percent 0: expected 1 or more"),
        (["--jobs", "0"], "jobs 0: expected -1"),
        (["-o", "README.md"], "README.md: File exists"),
    ],
)
def test_bad_arguments_of_learn(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(["learn", *arguments]) == 1
    told = capsys.readouterr()
    assert sentence in told.err
    assert not told.out
