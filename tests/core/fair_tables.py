"""Helpers of the tests of fair dealing: tables of devices, whole games, and cheats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cacao_core import BadLink, Move
from cacao_core.fair import Cheating, Device
from cacao_core.fair.agreements.statements import Statement
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.memory import MOST_FINDINGS
from cacao_core.fair.messages import letters
from cacao_core.fair.messages.letters import Gathering, News
from cacao_core.game import Phase
from cacao_core.moves import BLIND
from cacao_core.rules import BASE, Rules

Seats = tuple[tuple[int, ...], ...]
"""The seats of each device, the host first."""

SETUPS: tuple[Seats, ...] = (
    ((0,), (1,)),
    ((1,), (0,)),
    ((0,), (1,), (2,)),
    ((0,), (1,), (2,), (3,)),
    ((0, 2), (1,)),
    ((1, 2), (0,), (3,)),
    ((0, 1, 2), (3,)),
    ((3,), (0, 1, 2)),
)
TWO, THREE, FOUR = SETUPS[0], SETUPS[2], SETUPS[3]
"""Of so many devices, each with one seat."""
NAMES = ("Ana", "Bo", "Cem", "Dua")


def laned(setups: Iterable[Seats], mark: pytest.MarkDecorator) -> list[Any]:
    """Setups as parameters that have a marker."""
    return [pytest.param(setup, marks=mark) for setup in setups]


def table(setup: Seats, seed: int = 0, rules: Rules = BASE) -> list[Device]:
    """The devices of a game that has begun."""
    players = sum(map(len, setup))
    secret = b"host %d" % seed
    host = Device.host(players, setup[0], NAMES[:players], secret, rules=rules)
    guests = [
        Device.join(host.message(), seats, secret=b"guest %d of %d" % (number, seed))
        for number, seats in enumerate(setup[1:])
    ]
    for guest in guests:
        host.receive(guest.message())
    sync([host, *guests])
    return [host, *guests]


def gathered(text: str) -> Gathering:
    """The invitation or answer in a message, before the game has begun."""
    letter = letters.from_text(text)
    assert isinstance(letter, Gathering)
    return letter


def by_seat(devices: Iterable[Device]) -> dict[int, Device]:
    """For each seat its device."""
    return {seat: device for device in devices for seat in device.seats}


def sync(devices: Sequence[Device]) -> bool:
    """Everybody gets everything, until nothing is new to anybody; whether anything was."""
    last: dict[int, str] = {}
    rounds, is_new = 0, True
    while is_new:
        rounds, is_new = rounds + 1, False
        for at, device in enumerate(devices):
            text = device.message()
            if last.get(at) != text:
                last[at] = text
                for other in devices:
                    is_new |= other is not device and other.receive(text)
    return rounds > 1


PATH = (
    (-1, 0), (0, -1), (-1, -2), (0, -3), (-2, -3), (-1, -4), (-2, -5), (1, -4), (0, 1), (2, 1),
    (2, -3), (3, -4), (3, -2), (2, -1),
)  # fmt: skip
"""Cells for the first worker tiles of a game, after which three spaces must be filled: one of them
from the pile. That is too rare to happen in random games."""


def choose(device: Device, rng: Random) -> Move:
    """A random move; overbuilding and drawing blind, which are rare, get a chance of their own."""
    moves = device.game.legal_moves()
    rare = [move for move in moves if move.kind == "O" or move.what == BLIND]
    return rng.choice(rare if rare and rng.random() < 0.5 else moves)


def choose_on_path(device: Device, rng: Random) -> Move:
    """As :func:`choose`, but with the first worker tiles on :data:`PATH`."""
    game = device.game
    if game.phase is not Phase.PLACE or len(game.workers) >= len(PATH):
        return choose(device, rng)
    cell = PATH[len(game.workers)]
    return rng.choice([move for move in game.legal_moves() if move.cell == cell])


def can_play(device: Device) -> bool:
    """Whether it is for a device to decide."""
    is_waiting = device.waits_for or device.is_closed or not device.has_started
    return not is_waiting and not device.game.is_over


def play_on(
    devices: Sequence[Device],
    rng: Random,
    until: Callable[[], bool] = lambda: False,
    chooser: Callable[[Device, Random], Move] = choose,
) -> None:
    """Play to the end, or until something holds; whoever has news tells all others."""
    while not until():
        ready = next((device for device in devices if can_play(device)), None)
        if ready is not None:
            ready.play(chooser(ready, rng))
        elif not tell(devices):
            return


def tell(devices: Sequence[Device]) -> bool:
    """All that have news tell them to all others; whether anybody had some."""
    telling = [device for device in devices if device.has_news]
    for device in telling:
        text = device.message()
        for other in devices:
            if other is not device:
                other.receive(text)
    return bool(telling)


def whole_game(setup: Seats, seed: int, rules: Rules = BASE) -> list[Device]:
    """The devices after a random game; with an odd seed, tiles are drawn within a turn."""
    devices = table(setup, seed, rules)
    play_on(devices, Random(seed), chooser=choose_on_path if seed % 2 else choose)
    return devices


def ledger(device: Device) -> Ledger:
    """What a device knows; for tests that look or cheat."""
    found = device._ledger
    assert found is not None
    return found


def twin(device: Device) -> Device:
    """The same device, started again from what it has kept."""
    return Device.from_text(device.to_text())


def changed(text: str, **changes: Any) -> str:
    """A message with something else in it, but whole."""
    letter = letters.from_text(text)
    assert isinstance(letter, News)
    return letters.to_text(replace(letter, **changes))


def news(text: str) -> News:
    """The content of a message of a running game."""
    letter = letters.from_text(text)
    assert isinstance(letter, News)
    return letter


def signed(cheat: Device, **changes: Any) -> Statement:
    """A device's newest statement with something else in it, which it signs all the same."""
    known = ledger(cheat)
    told = news(cheat.message()).course.statements[known.own]
    assert told is not None
    told = replace(told, **changes)
    fields = known._fields(told, known.own)
    return replace(told, signature=known.secrets.sign("statement", *fields))


def retold(text: str, statements: Mapping[int, Statement | None], **changes: Any) -> str:
    """A message with other statements of some devices; all else in it may change as well."""
    course = news(text).course
    told = tuple(statements.get(number, one) for number, one in enumerate(course.statements))
    return changed(text, course=replace(course, statements=told, **changes))


def lied(cheat: Device, **changes: Any) -> str:
    """A device's message with a changed statement of its own, signed."""
    return retold(cheat.message(), {ledger(cheat).own: signed(cheat, **changes)})


def caught(device: Device, text: str) -> Cheating:
    """The cheating that a device finds in a message; what it knows of the game is unchanged."""
    before = device._ledger
    with pytest.raises(Cheating) as found:
        device.receive(text)
    assert device._ledger is before
    kept = [cheating.reason for cheating in twin(device).cheats]
    assert found.value.reason in kept or len(kept) == MOST_FINDINGS
    return found.value


def refused(device: Device, text: str) -> BadLink:
    """The error of a device about a message, after which all is as before: nobody is named."""
    before, cheats = device.to_text(), device.cheats
    with pytest.raises(BadLink) as found:
        device.receive(text)
    assert (device.to_text(), device.cheats) == (before, cheats)
    return found.value


def to_draw(device: Device, index: int = 0) -> None:
    """Decide until somebody else has to do something, with the first decision of an index."""
    while can_play(device):
        device.play(device.game.legal_moves()[index])
        index = 0


def in_turn(setup: Seats, seat: int, least: int = 12, seed: int = 1) -> list[Device]:
    """Devices when a seat has to place, after some decisions; all know all."""
    devices = table(setup, seed)
    placer = by_seat(devices)[seat]
    play_on(
        devices,
        Random(seed),
        lambda: len(placer.moves) > least and is_placing(placer) and placer.game.turn == seat,
    )
    sync(devices)
    return devices


def before_closing(setup: Seats, seat: int) -> list[Device]:
    """As :func:`in_turn`, where nobody else decides in that turn, and a draw follows it."""
    for seed in range(1, 50):
        devices = in_turn(setup, seat, seed=seed)
        trial = twin(by_seat(devices)[seat])
        to_draw(trial)
        if trial.awaits_draw:
            return devices
    raise AssertionError("no such game")


def is_placing(device: Device) -> bool:
    """Whether a device has to place a worker tile."""
    return can_play(device) and device.game.phase is Phase.PLACE


def chi_squared(found: Counter[str], counts: Mapping[str, int]) -> tuple[float, int]:
    """Pearson's chi² and its degrees of freedom, of tiles drawn first from a multiset.

    Args:
        found: how often each tile was drawn.
        counts: the multiset. Tiles that are too rare are counted together.
    """
    games, tiles = sum(found.values()), sum(counts.values())
    groups: list[list[str]] = [[]]
    for tile in sorted(counts):
        if games * sum(counts[one] for one in groups[-1]) / tiles >= 8:
            groups.append([])
        groups[-1].append(tile)
    groups[-2:] = [[*groups[-2], *groups[-1]]]  # the last may be too small alone
    chi = 0.0
    for group in groups:
        expected = games * sum(counts[tile] for tile in group) / tiles
        chi += (sum(found[tile] for tile in group) - expected) ** 2 / expected
    return chi, len(groups) - 1


def finish(devices: list[Device], seed: int = 3) -> None:
    play_on(devices, Random(seed))
    sync(devices)


def finish_alike(devices: list[Device]) -> None:
    """Check that devices agree on the moves, and that the game's end is the same for all."""
    assert len({device.moves for device in devices}) == 1
    assert not any(device.cheats for device in devices)
    finish(devices)
    live = [device for device in devices if not device.is_closed]
    assert len({device.record().to_text() for device in live}) == 1
