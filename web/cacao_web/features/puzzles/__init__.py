"""Puzzles: find the one right turn in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.features.puzzles.address import is_storm, named
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.puzzles.controller import PuzzlesController


def _load(shell: Shell) -> PuzzlesController:
    from cacao_web.features.puzzles.controller import PuzzlesController  # noqa: PLC0415

    return PuzzlesController(shell)


FEATURE: Final[Feature[PuzzlesController]] = Feature(
    "puzzles",
    _load,
    commands={
        "puzzles": lambda puzzles, _value: puzzles.open(),
        "puzzle-today": lambda puzzles, _value: puzzles.begin_today(),
        "puzzle-next": lambda puzzles, _value: puzzles.begin_next(),
        "puzzle-any": lambda puzzles, _value: puzzles.begin_any(),
        "puzzle-theme": lambda puzzles, name: puzzles.begin_theme(name),
        "puzzle-open": lambda puzzles, id: puzzles.begin_again(id),
        "puzzle-more": lambda puzzles, dialog: puzzles.open_more(dialog),
        "puzzle-hint": lambda puzzles, _value: puzzles.hint(),
        "puzzle-again": lambda puzzles, _value: puzzles.again(),
        "puzzle-show": lambda puzzles, _value: puzzles.show(),
        "puzzle-reply": lambda puzzles, _value: puzzles.refute(),
        "puzzle-step": lambda puzzles, by: puzzles.step(int(by)),
        "puzzle-on": lambda puzzles, _value: puzzles.ask_how_to_go_on(),
        "storm": lambda puzzles, _value: puzzles.storm.open(),
        "storm-begin": lambda puzzles, pace: puzzles.storm.begin(pace),
        "storm-skip": lambda puzzles, _value: puzzles.storm.skip(),
        "storm-again": lambda puzzles, _value: puzzles.storm.again(),
        "puzzle-game": lambda puzzles, _value: puzzles.go_on(),
    },
    dialogs={
        "puzzles": lambda puzzles: puzzles.markup(),
        "puzzle-themes": lambda puzzles: puzzles.themes_markup(),
        "puzzle-history": lambda puzzles: puzzles.history_markup(),
        "puzzle-storm": lambda puzzles: puzzles.storm.doors_markup(),
        "puzzle-storm-end": lambda puzzles: puzzles.storm.end_markup(),
        "puzzle-on": lambda puzzles: puzzles.go_on_markup(),
    },
    fields={"puzzle-on": lambda puzzles, name, text: puzzles.choose(name, text)},
    takes=lambda text: bool(named(text)) or is_storm(text),
)
