"""Long measurements can be interrupted, and go on later: ``tests/bench/keeping.py``."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import NamedTuple

from tests.bench import keeping


class Measured(NamedTuple):
    number: int
    square: int


def measure(number: int) -> Measured:
    return Measured(number, number**2)


def test_an_interrupted_measurement_tells_what_is_known(tmp_path: Path) -> None:
    path, before = tmp_path / "kept.jsonl", signal.getsignal(signal.SIGINT)
    assert keeping.read(path, Measured) == []
    for one in keeping.results(measure, range(10_000)):
        keeping.keep(path, [one])
        if one.number == 7:
            os.kill(os.getpid(), signal.SIGINT)
    assert keeping.read(path, Measured) == [measure(number) for number in range(8)]
    assert signal.getsignal(signal.SIGINT) is before


def test_all_results_come_in_their_order() -> None:
    assert list(keeping.results(measure, range(20))) == list(map(measure, range(20)))
