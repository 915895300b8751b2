"""Fair dealing of games with modules: huts, gems and the map board (docs/fair.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from cacao_core import BadDeal, BadLink, Game, IllegalMove, Move, OtherVersion, Record
from cacao_core.fair import Device, look
from cacao_core.fair.messages import letters
from cacao_core.fair.messages.letters import Gathering
from cacao_core.game import Phase
from cacao_core.modules.huts import TILES
from cacao_core.moves import BLIND
from cacao_core.rules import BASE, SHORT, Rules, expanded
from tests.core.fair_tables import (
    NAMES,
    SETUPS,
    THREE,
    TWO,
    Seats,
    can_play,
    choose,
    choose_on_path,
    ledger,
    news,
    play_on,
    refused,
    retold,
    sync,
    table,
    twin,
    whole_game,
)
from tests.core.fair_verifier import verify

GEMS = expanded("gems")
MAP = expanded("map")
BIG = expanded(big=True)
GAMES = (
    (expanded("huts"), SETUPS[1]),
    (expanded("map", "gems"), TWO),
    (expanded("map", "chocolate", "huts", "gems", "tree"), SETUPS[4]),
    (expanded("watering", "emperor", "workers", early_overbuild=True), SETUPS[1]),
    (expanded("gems", workers={"1111": 4, "2101": 5, "0004": 1}), THREE),
    (BIG, SETUPS[7]),
)


@pytest.mark.parametrize(("seed", "rules", "setup"), [(n, *game) for n, game in enumerate(GAMES)])
def test_devices_end_with_the_same_verified_record(seed: int, rules: Rules, setup: Seats) -> None:
    players = sum(map(len, setup))
    host = Device.host(players, setup[0], NAMES[:players], b"host %d" % seed, rules=rules)
    devices = whole_game(setup, seed, rules)
    records = {device.record() for device in devices}
    assert len(records) == 1
    record = records.pop()
    assert record.deal.rules == rules
    for device in devices:
        assert device.is_verified
        assert (device.cheats, device.forgetful, device.is_closed) == ((), (), False)
        assert device.game == record.game() == twin(device).game
        assert device.public_record() == twin(device).record() == record
    assert record.game().is_over
    assert Record.from_link(record.to_link()).deal == record.deal
    assert len(devices[0].message()) < letters.LONGEST / 3
    whole = letters.to_text(ledger(devices[0]).news(whole=True))
    assert verify(host.message(), whole) == record


@pytest.mark.parametrize("setup", [SETUPS[1], THREE])
def test_going_on_from_kept_states_changes_nothing(setup: Seats) -> None:
    """After each message all start again from what they have kept."""
    rules = expanded("map", "huts", "gems")
    devices, rng = table(setup, 4, rules), Random(4)
    while not all(device.is_verified for device in devices):
        play_on(devices, rng, lambda: rng.random() < 0.1)
        for device in devices:
            assert twin(device).to_text() == device.to_text()
        devices = [twin(device) for device in devices]
    assert len({device.record() for device in devices}) == 1


# --- What is hidden ------------------------------------------------------------------------------


def dealt(rules: Rules, guest: bytes) -> list[Device]:
    """Two devices of which the guest's randomness is given."""
    ana = Device.host(2, (0,), NAMES[:2], secret=b"ana", rules=rules)
    bo = Device.join(ana.message(), secret=guest)
    ana.receive(bo.message())
    sync([ana, bo])
    return [ana, bo]


def test_nobody_alone_decides_how_huts_and_gems_are_dealt() -> None:
    games = [dealt(expanded("huts", "gems"), b"bo %d" % number)[0] for number in range(30)]
    assert len({device.game.supply["huts"] for device in games}) > 25
    for device in games:
        assert ledger(device).course.stock.dealt["huts"] == device.record().deal.huts
    first = {device.game.supply["waiting_gems"] for device in games}
    assert len(first) > 3


def test_gems_that_are_not_drawn_are_nowhere_to_be_found() -> None:
    devices = table(TWO, 5, GEMS)
    play_on(devices, Random(5), lambda: len(devices[0].moves) > 20)
    sync(devices)
    device = devices[0]
    drawn = ledger(device).course.stock.dealt["gems"]
    assert 0 < len(drawn) < 24
    guesses = {twin(device).record().deal.gems for _ in range(20)}
    assert len(guesses) > 15
    assert {guess[: len(drawn)] for guess in guesses} == {"".join(drawn)}
    told = {device.record(seat=0).deal.gems for _ in range(20)}
    assert len(told) > 15
    for other in devices:
        game = other.game
        for shown in ("mines", "waiting_gems", "masks"):
            assert game.supply[shown] == device.game.supply[shown]
        assert game == other.record().game()


# --- Spaces that are filled from the pile --------------------------------------------------------


def drawing_blind(device: Device, rng: Random) -> Move:
    """Tiles of the pile rather than of the map board."""
    if device.game.phase is not Phase.FILL:
        return choose_on_path(device, rng)
    moves = device.game.legal_moves()
    return min(moves, key=lambda move: (move.what != BLIND, move.kind != "J"))


def using_maps(device: Device, rng: Random) -> Move:
    """The last map tile of somebody, so that the next space is filled from the pile."""
    game = device.game
    if game.phase is not Phase.FILL:
        return choose_on_path(device, rng)
    return min(game.legal_moves(), key=lambda move: move.kind != "K")


@pytest.mark.parametrize("chooser", [drawing_blind, using_maps])
@pytest.mark.parametrize("setup", SETUPS[:3])
def test_draw_from_the_pile_is_awaited(
    setup: Seats, chooser: Callable[[Device, Random], Move]
) -> None:
    devices = table(setup, 1, expanded("map", "gems"))
    waiting: list[Device] = []

    def is_waiting() -> bool:
        waiting[:] = [d for d in devices if d.awaits_draw and d.game.phase is Phase.FILL]
        return bool(waiting)

    play_on(devices, Random(1), is_waiting, chooser)
    game = waiting[0].game
    assert game.legal_moves() == []
    assert len(game.open_spaces) == 1
    space, filled = game.open_spaces[0], len(game.jungle)
    assert (waiting[0].moves[-1].what == BLIND) == (chooser is drawing_blind)
    with pytest.raises(IllegalMove, match="waits for"):
        waiting[0].play(f"J*@{space[0]},{space[1]}")
    sync(devices)
    assert len({device.game.jungle[space] for device in devices}) == 1
    assert len(devices[0].game.jungle) == filled + 1
    for device in devices:
        assert device.game.supply == {**devices[0].game.supply, **_hidden(device.game)}
    play_on(devices, Random(1), chooser=choose)
    assert len({device.record() for device in devices}) == 1


def _hidden(game: Game) -> dict[str, str]:
    return {"gem_pile": game.supply["gem_pile"]}


# --- Messages that are wrong ---------------------------------------------------------------------


def test_invitations_to_games_without_modules_are_as_before() -> None:
    """Of the version before modules, with the same randomness."""
    ends = {BASE: "f3kVZ2zV4mf_JluHiL7e3hufG9T1387H", SHORT: "f3ouC9Nfgz3LN0QugQ5zLy0yTSUA_jb2"}
    tails = {BASE: "XnFTvJpWk", SHORT: "XnFWcc-Pe"}
    for rules, start in ends.items():
        names = ("Bo", "Ana", "Cem")
        host = Device.host(3, (1,), names, b"golden", options="rpy", rules=rules)
        assert host.message().startswith(start)
        assert host.message().endswith(tails[rules])


def invitation(players: int, rules: Rules) -> Gathering:
    """An invitation to a game with some rules."""
    letter = letters.from_text(Device.host(players, (0,), NAMES[:players]).message())
    assert isinstance(letter, Gathering)
    return replace(letter, invitation=replace(letter.invitation, rules=rules))


def test_invitation_says_which_modules_the_game_has() -> None:
    host = Device.host(3, (0,), NAMES[:3], rules=BIG)
    assert look(host.message()).rules == BIG
    guest = Device.join(host.message())
    assert guest.rules == BIG
    assert look(guest.message()).rules == look(host.to_text()).rules == BIG


def test_invitation_to_modules_that_do_not_exist_needs_a_newer_program() -> None:
    unknown = replace(GEMS, number=GEMS.number | 1 << 13)  # a big game without most modules
    with pytest.raises(OtherVersion, match="it needs a newer program"):
        letters.from_text(letters.to_text(invitation(3, unknown)))


def test_invitation_to_a_big_game_of_two_is_refused() -> None:
    text = letters.to_text(invitation(2, BIG))
    with pytest.raises(BadLink, match="2 players: expected 3 to 4"):
        look(text)
    with pytest.raises(BadLink, match="2 players: expected 3 to 4"):
        Device.join(text)
    with pytest.raises(ValueError, match="2 players: expected 3 to 4"):
        Device.host(2, (0,), rules=BIG)


def test_invitation_with_other_modules_than_those_that_were_signed_is_forged() -> None:
    host = Device.host(2, (0,), NAMES[:2], rules=GEMS)
    letter = letters.from_text(host.message())
    assert isinstance(letter, Gathering)
    changed = replace(letter, invitation=replace(letter.invitation, rules=MAP))
    with pytest.raises(BadLink, match="forged"):
        Device.join(letters.to_text(changed))


def test_damaged_invitations_are_refused() -> None:
    text = Device.host(3, (0,), NAMES[:3], rules=BIG).message()
    for at in range(2, len(text), 3):
        damaged = text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]
        for bad in (damaged, text[:at]):
            with pytest.raises(BadLink):
                Device.join(bad)


def test_message_with_other_gems_than_were_taken_is_forged() -> None:
    ana, bo = devices = table(TWO, 3, GEMS)
    rng = Random(3)

    def takes_gems() -> bool:
        return any(can_play(d) and any(m.choice for m in d.game.legal_moves()) for d in devices)

    play_on(devices, rng, takes_gems)
    sync(devices)
    taker, other = (ana, bo) if can_play(ana) else (bo, ana)
    before = twin(taker)
    taker.play(next(move for move in taker.game.legal_moves() if move.choice))
    text = taker.message()
    told = news(text).course.moves
    legal = len(before.game.legal_moves())
    found = set()
    for index in range(legal):
        trial = twin(before)
        trial.play(before.game.legal_moves()[index])
        moves = news(trial.message()).course.moves
        if moves != told:
            found.add(refused(other, retold(text, {}, moves=moves)).args[0])
    assert len(found) == 1
    assert "forged" in found.pop()
    assert other.receive(text)


# --- Chosen huts (docs/rules.md 11.4) ------------------------------------------------------------

HUTS = expanded("huts", "gems")
BACKS = tuple(back for _front, back in TILES)
FRONTS = tuple(front for front, _back in TILES)


def table_of_chosen(setup: Seats, huts: tuple[str, ...], rules: Rules = HUTS) -> list[Device]:
    """The devices of a game whose host has chosen the sides of the huts; it has begun."""
    players = sum(map(len, setup))
    host = Device.host(players, setup[0], NAMES[:players], b"chosen", rules=rules, huts=huts)
    guests = [
        Device.join(host.message(), seats, secret=b"guest %d" % number)
        for number, seats in enumerate(setup[1:])
    ]
    for guest in guests:
        host.receive(guest.message())
    sync([host, *guests])
    return [host, *guests]


@pytest.mark.parametrize("setup", [TWO, THREE])
@pytest.mark.parametrize("huts", [BACKS, FRONTS])
def test_chosen_huts_are_dealt_and_verified(setup: Seats, huts: tuple[str, ...]) -> None:
    devices = table_of_chosen(setup, huts)
    invitation = Device.host(
        sum(map(len, setup)), setup[0], NAMES[: len(setup)], b"chosen", rules=HUTS, huts=huts
    ).message()
    devices = [twin(device) for device in devices]
    for device in devices:
        assert device.game.supply["huts"] == device.huts == huts
    play_on(devices, Random(1))
    record = devices[0].record()
    assert record.deal.chosen_huts == huts
    for device in devices:
        assert device.is_verified
        assert device.record() == record
    whole = letters.to_text(ledger(devices[0]).news(whole=True))
    assert verify(invitation, whole) == record


def test_chosen_huts_are_seen_before_the_game() -> None:
    host = Device.host(2, (0,), NAMES[:2], rules=HUTS, huts=BACKS)
    assert look(host.message()).huts == BACKS
    guest = Device.join(host.message())
    assert look(guest.message()).huts == look(guest.to_text()).huts == BACKS
    for device in (host, guest, twin(guest)):
        assert device.game.supply["huts"] == BACKS
        assert device.record().deal.chosen_huts == BACKS
    assert look(Device.host(2, (0,), NAMES[:2], rules=HUTS).message()).huts == ()


def test_chosen_huts_go_with_own_numbers_of_worker_tiles() -> None:
    rules = expanded("huts", workers={"1111": 4, "2101": 5, "3001": 1, "3100": 1, "0004": 1})
    host = Device.host(2, (0,), NAMES[:2], rules=rules, huts=BACKS)
    assert (look(host.message()).rules, look(host.message()).huts) == (rules, BACKS)


def test_chosen_huts_lengthen_an_invitation_by_four_characters_and_others_stay_as_before() -> None:
    texts = [
        Device.host(2, (0,), NAMES[:2], b"golden", rules=expanded("huts"), huts=huts).message()
        for huts in (None, BACKS)
    ]
    assert texts[0].startswith("f37oksp2-6tHajRR8Yfvfzov99phNptSbqdt")
    assert texts[0].endswith("KvOKJnC0jYGJPcJwB")
    assert len(texts[1]) - len(texts[0]) in (4, 5)


def test_device_that_deals_other_huts_than_were_chosen_is_found_out() -> None:
    ana, bo = devices = table_of_chosen(TWO, FRONTS)
    course = ledger(bo).course
    course.huts = course.stock.dealt["huts"] = course.game.supply["huts"] = BACKS
    with pytest.raises(BadLink, match="forged"):
        play_on(devices, Random(1))
    assert not bo.is_verified
    assert not ana.is_verified


def test_watcher_sees_the_huts_that_were_chosen() -> None:
    ana, bo = devices = table_of_chosen(TWO, BACKS)
    watcher = Device.watch(*ana.for_watchers())
    assert watcher.game.supply["huts"] == watcher.huts == BACKS
    play_on(devices, Random(1))
    watcher.receive(bo.message())
    assert watcher.is_verified
    assert watcher.record() == ana.record()


def test_huts_that_do_not_exist_cannot_be_chosen() -> None:
    with pytest.raises(BadDeal, match="huts: 'XX'; expected MC or HE there"):
        Device.host(2, (0,), rules=HUTS, huts=("XX", *FRONTS[1:]))
    with pytest.raises(BadDeal, match="expected none with the rules gems"):
        Device.host(2, (0,), rules=GEMS, huts=FRONTS)
    text = letters.to_text(invitation(2, replace(MAP, number=MAP.number | letters.CHOSEN_HUTS)))
    with pytest.raises(BadLink, match="it has chosen huts, but its game has none"):
        look(text)


def test_invitation_with_other_huts_than_those_that_were_signed_is_forged() -> None:
    letter = letters.from_text(Device.host(2, (0,), rules=HUTS, huts=FRONTS).message())
    assert isinstance(letter, Gathering)
    for huts in (BACKS, ()):
        changed = replace(letter, invitation=replace(letter.invitation, huts=huts))
        with pytest.raises(BadLink, match="forged"):
            Device.join(letters.to_text(changed))
