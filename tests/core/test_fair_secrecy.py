"""Nothing hidden is there to be found, and draws are uniform (docs/fair.md).

Everything that a device has is given to a program that looks for hidden tiles in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

import pytest

from cacao_core import Record
from cacao_core.fair import Device, device
from cacao_core.fair.hashes import private_index, public_index
from cacao_core.fair.messages import letters
from cacao_core.rules import BASE
from tests.core.fair_tables import (
    SETUPS,
    TWO,
    Seats,
    can_play,
    chi_squared,
    laned,
    ledger,
    news,
    play_on,
    sync,
    table,
)

Counts = Mapping[str, int]
SIGMAS = 4.5
"""Of a normal distribution: exceeded by chance once in 150000 times; the seeds are fixed."""


@pytest.fixture(autouse=True)
def _fixed_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is dealt for the engine's sake; it is fresh chance otherwise."""
    monkeypatch.setattr(device, "_CHANCE", Random(1))


def values_in(thing: object, seen: set[int]) -> Iterator[bytes]:
    """All bytes that can be reached from an object, the hidden attributes included."""
    if isinstance(thing, bytes):
        yield thing
        return
    if id(thing) in seen or isinstance(thing, str | int | float | bool | type(None) | type):
        return
    seen.add(id(thing))
    if isinstance(thing, dict):
        inner: Iterable[object] = [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        inner = thing
    else:
        names = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
        found = [getattr(thing, name, None) for name in names if not name.startswith("__")]
        inner = [*found, *getattr(thing, "__dict__", {}).values()]
    for part in inner:
        yield from values_in(part, seen)


def reachable(one: Device) -> set[bytes]:
    """All values in a device, and in what it has kept."""
    kept = Device.from_text(one.to_text())
    return {value for thing in (one, kept) for value in values_in(thing, set())}


@pytest.mark.parametrize("setup", SETUPS)
def test_values_that_determine_hidden_tiles_are_not_there(setup: Seats) -> None:
    devices = table(setup, 1)
    for least in (0, 5, 25, 50):
        play_on(devices, Random(least), lambda: len(devices[0].moves) >= least)
        sync(devices)
        for one in devices:
            values = reachable(one)
            assert ledger(one).secrets.seed in values  # the search finds what there is
            for other in devices:
                if other is one:
                    continue
                secrets, number = ledger(other).secrets, ledger(one).roster.owners[other.seats[0]]
                shown = ledger(one).chains[number].newest
                assert shown <= len(ledger(one).course.closings)
                hidden = {secrets.seed, secrets.private, *secrets.links[shown + 1 :]}
                assert hidden.isdisjoint(values)


@dataclass
class Score:
    """How often guesses were right, and how often they would be by chance."""

    right: int = 0
    expected: float = 0
    variance: float = 0
    guesses: int = field(default=0)

    def add(self, guess: str, truth: str, left: Sequence[str]) -> None:
        """A guess of a tile that is one of those left."""
        chance = left.count(truth) / len(left)
        self.right += guess == truth
        self.expected += chance
        self.variance += chance * (1 - chance)
        self.guesses += 1

    def check(self) -> None:
        assert self.guesses > 100
        assert abs(self.right - self.expected) < SIGMAS * sqrt(self.variance)


def snapshots(games: int, setup: Seats) -> Iterator[tuple[Device, Record]]:
    """A device in the middle of a game, just as it was kept; and how the game ended."""
    for seed in range(games):
        devices, rng = table(setup, seed), Random(seed)
        least = rng.randrange(60)
        play_on(devices, rng, lambda: len(devices[0].moves) >= least)
        sync(devices)
        kept = devices[-1].to_text()
        play_on(devices, rng)
        yield Device.from_text(kept), devices[0].record()


@pytest.mark.long
@pytest.mark.parametrize("setup", [((0,), (1,)), ((0,), (1, 2))])
def test_program_that_looks_for_hidden_tiles_finds_chance(setup: Seats) -> None:
    shown, keyed = Score(), Score()
    for one, record in snapshots(30, setup):
        at = len(one.moves)
        game, true = one.game, record.game(at)
        if game.is_over:
            continue
        # What the device shows: others' hands, the next tiles of its own piles and of the jungle.
        for seat, player in enumerate(true.players):
            left = sorted(player.hand + player.pile)
            if seat not in one.seats:
                for guess, truth in zip(game.players[seat].hand, player.hand, strict=True):
                    shown.add(guess, truth, left)
            elif player.pile:
                shown.add(game.players[seat].pile[0], player.pile[0], sorted(player.pile))
        if true.jungle_pile:
            shown.add(game.jungle_pile[0], true.jungle_pile[0], sorted(true.jungle_pile))
        # What it has: every value as the private value of others, or as a beacon to come.
        first = all_of(BASE.worker_tiles[len(true.players)])
        beacon = ledger(one).course.beacons[0]
        for value in sorted(reachable(one)):
            guess = first[private_index(value, beacon, 0, 0, len(first))]
            keyed.add(guess, record.deal.worker_piles[0][0], first)
            left = sorted(true.jungle_pile)
            if left and len(ledger(one).course.stock.jungle_drawn) < len(record.deal.jungle_pile):
                guess = left[public_index("display", value, 0, len(left))]
                keyed.add(guess, true.jungle_pile[0], left)
    shown.check()
    keyed.check()


def all_of(counts: Counts) -> list[str]:
    return sorted(tile for tile, count in counts.items() for _ in range(count))


# --- Uniform draws -------------------------------------------------------------------------------


def check_uniform(found: Counter[str], counts: Counts) -> None:
    chi, free = chi_squared(found, counts)
    assert free > 0
    # The normal approximation of Wilson and Hilferty.
    assert chi < free * (1 - 2 / (9 * free) + SIGMAS * sqrt(2 / (9 * free))) ** 3


@pytest.mark.parametrize(
    "setup",
    [TWO, *laned(SETUPS[1:3], pytest.mark.long), *laned(SETUPS[3:], pytest.mark.nightly)],
)
def test_first_hands_and_display_are_uniform(setup: Seats) -> None:
    players = sum(map(len, setup))
    drawn: Counter[tuple[str, int, str]] = Counter()
    for seed in range(100):
        for one in table(setup, seed):
            game = one.game
            for seat in one.seats:
                for number, tile in enumerate(game.players[seat].hand):
                    drawn["hand", 3 * seat + number, tile] += 1
            if one.is_host:
                for number, tile in enumerate(game.display):
                    drawn["display", number, tile] += 1
    for kind, places, counts in (
        ("hand", range(3 * players), BASE.worker_tiles[players]),
        ("display", range(2), BASE.jungle_tiles[players]),
    ):
        for place in places:
            check_uniform(Counter({t: drawn[kind, place, t] for t in counts}), counts)


@pytest.mark.nightly
@pytest.mark.parametrize("setup", [((0, 2), (1,)), ((1,), (0,), (2,))])
def test_piles_are_uniform(setup: Seats) -> None:
    players = sum(map(len, setup))
    drawn: Counter[tuple[int, int, str]] = Counter()
    for seed in range(40):
        devices, rng = table(setup, seed + 1000), Random(seed)
        play_on(devices, rng)
        deal = devices[0].record().deal
        for pile, tiles in enumerate((*deal.worker_piles, deal.jungle_pile)):
            for place, tile in enumerate(tiles):
                drawn[pile, place, tile] += 1
    for pile in range(players + 1):
        counts = BASE.worker_tiles[players] if pile < players else BASE.jungle_tiles[players]
        for place in (3, 5, 8) if pile < players else (2, 6, 11, 14):
            check_uniform(Counter({t: drawn[pile, place, t] for t in counts}), counts)


# --- Nobody steers -------------------------------------------------------------------------------


def test_draw_does_not_depend_on_the_move_before_it() -> None:
    """So nobody can reckon later what another move would have drawn, or choose moves for it."""
    displays = set()
    for index in range(4):
        ana, bo = table(((0,), (1,)), 3)
        moves = ana.game.legal_moves()
        ana.play(moves[index * len(moves) // 4])
        while can_play(ana):
            ana.play(ana.game.legal_moves()[0])
        bo.receive(ana.message())
        displays.add(ledger(bo).course.beacons[1])
    assert len(displays) == 1


def gathered(*secrets: bytes, order: int = 1) -> Device:
    """The host of a game of as many devices as there are secrets."""
    host = Device.host(len(secrets), (0,), secret=secrets[0])
    joins = enumerate(secrets[1:], 1)
    devices = [host, *(Device.join(host.message(), (s,), secret=one) for s, one in joins)]
    for guest in devices[:0:order]:
        host.receive(guest.message())
    sync(devices)
    return host


def test_draw_depends_on_both_devices() -> None:
    hosts = [gathered(one, other) for one in (b"a", b"b") for other in (b"c", b"d")]
    assert len({ledger(host).course.beacons[0] for host in hosts}) == 4


def test_order_of_joining_does_not_matter_for_draws() -> None:
    forward, backward = (gathered(b"a", b"b", b"c", order=order) for order in (1, -1))
    assert ledger(forward).course.beacons == ledger(backward).course.beacons
    assert forward.game.display == backward.game.display


@pytest.mark.parametrize("setup", SETUPS)
def test_links_of_the_first_draw_are_shown_when_all_have_joined(setup: Seats) -> None:
    """A host that knew the first links of others could try out who joins, or how."""
    players = sum(map(len, setup))
    host = Device.host(players, setup[0], secret=b"a")
    told = [host.message()]
    for seats in setup[1:]:
        guest = Device.join(told[-1], seats, secret=b"%d" % seats[0])
        told.append(guest.message())
        shown = values_in([letters.from_text(text) for text in told], set())
        assert set(guest._lobby.secrets.links).isdisjoint(shown)
        assert set(host._lobby.secrets.links).isdisjoint(shown)
        assert not any(device.has_started for device in (host, guest))
    host.receive(told[-1])
    assert not host.has_started
    assert news(host.message()).course.statements[ledger(host).own]
