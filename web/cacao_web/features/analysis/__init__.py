"""The analysis of a whole game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.play.events import Events
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.analysis.controller import AnalysisController


def _load(shell: Shell) -> AnalysisController:
    from cacao_web.features.analysis.controller import AnalysisController  # noqa: PLC0415

    return AnalysisController(shell)


FEATURE: Final[Feature[AnalysisController]] = Feature(
    "analysis",
    _load,
    commands={
        "analyse": lambda analysis, _value: analysis.open(),
        "stop-analysis": lambda analysis, _value: analysis.stop(),
        "analyse-again": lambda analysis, _value: analysis.open(),
        "close-analysis": lambda analysis, _value: analysis.close(),
        "review": lambda analysis, at: analysis.review(int(at)),
        "vary": lambda analysis, number: analysis.vary(int(number)),
        "next-costly": lambda analysis, _value: analysis.next_costly(),
        "mistakes": lambda analysis, _value: analysis.learn(),
        "mistake-again": lambda analysis, _value: analysis.mistakes.again(),
        "mistake-show": lambda analysis, _value: analysis.mistakes.show(),
        "mistake-step": lambda analysis, by: analysis.mistakes.step(int(by)),
        "mistake-next": lambda analysis, _value: analysis.mistakes.following(),
        "mistakes-leave": lambda analysis, _value: analysis.mistakes.leave(),
        "try-turn": lambda analysis, _value: analysis.tries.begin(),
        "try-again": lambda analysis, _value: analysis.tries.again(),
        "try-on": lambda analysis, _value: analysis.tries.go_on(),
        "tries-leave": lambda analysis, _value: analysis.tries.leave(),
        "show-try": lambda analysis, index: analysis.tries.show(int(index)),
        "drop-try": lambda analysis, index: analysis.tries.drop(int(index)),
        "note-turn": lambda analysis, _value: analysis.tries.open_note(),
        "mark-turn": lambda analysis, _value: analysis.tries.marking.toggle(),
        "mark-draft": lambda analysis, cells: analysis.tries.marking.sketch(cells),
        "mark-cells": lambda analysis, cells: analysis.tries.marking.draw(cells),
        "clear-marks": lambda analysis, _value: analysis.tries.marking.clear(),
        "own-mistakes": lambda analysis, _value: analysis.own.open(),
        "own-mistakes-begin": lambda analysis, _value: analysis.own.begin(),
        "own-mistake": lambda analysis, id: analysis.own.begin_one(id),
        "own-mistake-delete": lambda analysis, id: analysis.own.delete(id),
    },
    dialogs={
        "analysis": lambda analysis: analysis.markup(),
        "own-mistakes": lambda analysis: analysis.own.markup(),
        "note": lambda analysis: analysis.tries.markup(),
    },
    wakes=(Events.opened,),
    fields={"note": lambda analysis, _name, text: analysis.tries.note(text)},
)
