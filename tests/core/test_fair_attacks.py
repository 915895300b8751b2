"""Attacks on fair dealing by somebody who writes messages by hand, or passes others' on.

docs/fair.md says what is promised. Each test here was once a hole, or shows why there is none.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cacao_core import BadLink, Move
from cacao_core.fair import Cheating, Device, hashes
from cacao_core.fair.ledger import Ledger, packed
from cacao_core.fair.letters import Tag
from cacao_core.fair.table import Roster
from tests.core.fair_tables import (
    Seats,
    can_play,
    changed,
    is_placing,
    ledger,
    news,
    play_on,
    sync,
    table,
    twin,
)

TWO = ((0,), (1,))
THREE = ((0,), (1,), (2,))
GARBAGE = bytes(8)


def in_turn(setup: Seats, seat: int, least: int = 12, seed: int = 1) -> list[Device]:
    """Devices when a seat has to place; all know all."""
    devices = table(setup, seed)
    placer = next(device for device in devices if seat in device.seats)
    play_on(
        devices,
        Random(seed),
        lambda: len(placer.moves) > least and is_placing(placer) and placer.game.turn == seat,
    )
    sync(devices)
    return devices


def forged(text: str, other: Ledger, **changes: Any) -> str:
    """A message with the moves of another version of the game."""
    return changed(text, count=len(other.course.moves), moves=packed(other.course), **changes)


def to_draw(device: Device) -> None:
    while can_play(device):
        device.play(device.game.legal_moves()[0])


def open_move(known: Ledger, unlike: Move) -> Move:
    """Another placement, after which somebody still has to decide in the same turn."""
    for move in known.course.game.legal_moves():
        trial = known.copy()
        trial.course.play(move)
        if trial.course.held is None and move != unlike:
            return move
    raise AssertionError("no such move")


def tag_with(known: Ledger, device: int, link: bytes, count: int) -> Tag:
    """A tag that anybody who knows its key can make."""
    history = known.course.hashes[count]
    return Tag(count, hashes.tag(known.game, device, link, count, history))


# --- Own moves -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [0, 2])
def test_nobody_takes_back_anothers_move_with_a_key_that_is_out(rounds: int) -> None:
    """Bo knows Ana's link, and so the key of her older tags. He tells her an older link as the
    newest, and makes up a move in her name: it must not pass for one that she has forgotten."""
    ana, bo = in_turn(TWO, 0)
    before = ledger(bo).copy()
    for _round in range(1 + 2 * rounds):
        for device, partner in ((ana, bo), (bo, ana)):
            to_draw(device)
            partner.receive(device.message())
    segment = before.course.segment
    key = ledger(bo).chains[0][segment]
    moves = ana.moves
    other = before.copy()
    other.course.play(open_move(other, moves[len(other.course.moves)]))
    count = len(other.course.moves)
    own = other.own_tag(count)
    links = tuple((segment - 1, chain[segment - 1]) for chain in before.chains)
    text = forged(bo.message(), other, links=links, tags=(tag_with(other, 0, key, count), own))
    with pytest.raises(Cheating, match="Bo"):
        ana.receive(text)
    assert ana.moves == moves
    sync([ana, bo])
    play_on([ana, bo], Random(2))
    assert ana.is_verified
    assert ana.record() == bo.record()


def test_a_move_that_an_old_backup_takes_over_could_be_made() -> None:
    """It cannot know which of its keys are out, but which tiles it had drawn."""
    ana, bo = in_turn(TWO, 0)
    before, backup = ledger(bo).copy(), ana.to_text()
    to_draw(ana)
    bo.receive(ana.message())
    segment = before.course.segment
    key = ledger(bo).chains[0][segment]
    for played in (False, True):
        again, other = Device.from_text(backup), before.copy()
        hand = again.game.players[0].hand
        move = next(m for m in other.course.game.legal_moves() if m.tile not in hand)
        other.course.play(move)
        count = len(other.course.moves)
        links = tuple((segment - 1, chain[segment - 1]) for chain in before.chains)
        tags = (tag_with(other, 0, key, count), other.own_tag(count))
        if played:
            again.play(again.game.legal_moves()[0])
        with pytest.raises(Cheating, match="of this device"):
            again.receive(forged(bo.message(), other, links=links, tags=tags))
        assert Device.from_text(again.to_text()).moves == again.moves


# --- The end -------------------------------------------------------------------------------------


def last_turn() -> tuple[list[Device], Ledger]:
    """The last turn of a game of three was Cem's, as Cem knows it; and another one."""
    for seed in range(1, 60):
        devices = table(THREE, seed)
        cem = devices[2]
        play_on(
            devices,
            Random(seed),
            lambda: is_placing(cem) and len(ledger(cem).course.game.players[2].hand) == 1,
        )
        sync(devices)
        other = ledger(devices[0]).copy()
        to_draw(cem)
        placed = cem.moves[len(other.course.moves)]
        places = [m for m in other.course.game.legal_moves() if m.tile == placed.tile]
        if not cem.game.is_over or places == [placed]:
            continue
        other.course.play(next(move for move in places if move != placed))
        while other.course.game.to_move == 2:
            other.course.play(other.course.game.legal_moves()[0])
        if other.course.is_over:
            return devices, other
    raise AssertionError("no such game")


def test_the_relaying_host_cannot_end_one_game_in_two_ways() -> None:
    """It gives each guest a wrong tag of the other first, and a right one when its key is out."""
    (ana, bo, cem), other = last_turn()
    before = len(ana.moves)
    ana.receive(cem.message())
    truth, count = ledger(ana), len(other.course.moves)
    private = ledger(cem).secrets.private  # shown with Cem's last placement

    def told(device: Device, version: Ledger, tags: tuple[Tag | None, ...], **changes: Any) -> None:
        own = version.own_tag(len(version.course.moves))
        text = forged(
            ana.message(),
            version,
            tags=(own, *tags),
            privates=(truth.secrets.private, ledger(bo).secrets.private, private),
            **changes,
        )
        device.receive(text)

    def lie() -> None:
        # Bo gets another turn of Cem with a wrong tag, and shows his last link.
        told(bo, other, (ledger(bo).own_tag(before), Tag(count, GARBAGE)))
        last = truth.course.segment
        links = [ledger(device).secrets.links[last] for device in (ana, bo, cem)]
        assert news(bo.message()).links[1] == (last, links[1])
        # With it the host makes Bo's tag of the true game, for Cem, who shows her last link.
        true_count = len(truth.course.moves)
        tags = (tag_with(truth, 1, links[1], true_count), ledger(cem).own_tag(true_count))
        told(cem, truth, tags)
        assert news(cem.message()).links[2] == (last, links[2])
        shown = tuple((last, link) for link in links)
        told(cem, truth, tags, links=shown)
        assert cem.is_verified
        # With that the host makes Cem's tag of the other game: first the tag, then its key.
        tags = (ledger(bo).own_tag(count), tag_with(other, 2, links[2], count))
        told(bo, other, tags)
        told(bo, other, tags, links=shown)

    with pytest.raises(Cheating):
        lie()
    assert not (bo.is_verified and cem.is_verified)


def test_a_backup_from_the_last_move_is_verified_all_the_same() -> None:
    """It has shown its last link, but forgotten with which tags in hand."""
    for seed in range(4):
        devices = table(THREE, seed)
        play_on(devices, Random(seed), lambda: devices[1].game.is_over)
        assert not devices[1].is_verified
        backup = devices[1].to_text()
        play_on(devices, Random(seed))
        for sender in (devices[0], devices[2]):
            again = Device.from_text(backup)
            again.receive(sender.message())
            assert again.is_verified
            assert again.record() == sender.record()


# --- Nobody is named for what another may have done ----------------------------------------------


def before_end_of_turn() -> tuple[list[Device], list[Device]]:
    """Three devices when it is Cem's turn; and the same when she has ended it with a draw."""
    for seed in range(1, 50):
        devices = in_turn(THREE, 2, seed=seed)
        after = [twin(device) for device in devices]
        to_draw(after[2])
        if after[2].awaits_draw:
            after[0].receive(after[2].message())
            return devices, after
    raise AssertionError("no such game")


def cut_off(devices: list[Device], after: list[Device]) -> str:
    """Cem's newest link, without the moves that it belongs to."""
    return changed(devices[2].message(), links=news(after[2].message()).links)


def strange_link(devices: list[Device], _after: list[Device]) -> str:
    """Cem's link of another chain."""
    links = list(news(devices[2].message()).links)
    return changed(devices[2].message(), links=(*links[:2], (9, bytes(16))))


def no_link(devices: list[Device], after: list[Device]) -> str:
    return changed(after[2].message(), links=news(devices[2].message()).links)


def another_move(devices: list[Device], after: list[Device]) -> str:
    """Bo has Cem's true turn already; this is another one, with a tag that nobody can check."""
    other = ledger(devices[0]).copy()
    other.course.play(open_move(other, after[2].moves[len(other.course.moves)]))
    count = len(other.course.moves)
    tags = news(devices[2].message()).tags
    text = forged(devices[2].message(), other, tags=(*tags[:2], Tag(count, GARBAGE)))
    devices[1].receive(after[2].message())
    return text


def another_list(devices: list[Device], _after: list[Device]) -> str:
    roster = ledger(devices[0]).roster.parties
    parties = (roster[0], roster[1], replace(roster[2], names=("Cim",)))
    return changed(devices[0].message(), parties=parties, sender=0)


@pytest.mark.parametrize("attack", [cut_off, strange_link, no_link, another_move, another_list])
def test_no_honest_device_is_named_alone(attack: Any) -> None:
    """With three devices anybody may have changed a message, in any other's name."""
    devices, after = before_end_of_turn()
    bo = devices[1]
    with pytest.raises((Cheating, BadLink)):
        bo.receive(attack(devices, after))
    for cheating in bo.cheats:
        assert not cheating.is_proven
        assert sorted(cheating.suspects) == [0, 2]


def test_nobody_finds_itself_cheating() -> None:
    """Ana's own link comes back without her move."""
    ana, bo = in_turn(TWO, 0)
    before = bo.message()
    to_draw(ana)
    bo.receive(ana.message())
    links = news(bo.message()).links
    with pytest.raises(Cheating) as found:
        ana.receive(changed(before, links=(links[0], news(before).links[1])))
    assert found.value.suspects == (1,)


@pytest.mark.parametrize("change", [{"names": ("Anna",)}, {"salt": bytes(16)}])
def test_a_guest_cannot_have_the_host_named(change: dict[str, Any]) -> None:
    host = Device.host(3, (0,), secret=b"a")
    bo, cem = (Device.join(host.message(), (seat,)) for seat in (1, 2))
    for guest in (bo, cem):
        host.receive(guest.message())
    parties = list(ledger(host).roster.parties)
    parties[0] = replace(parties[0], **change)
    with pytest.raises(Cheating) as found:
        bo.receive(changed(host.message(), parties=tuple(parties)))
    assert found.value.suspects == (0, 2)
    # As if Cem had another name, and then what the host says does not fit.
    parties = [
        ledger(host).roster.parties[0],
        bo._lobby.party,
        replace(cem._lobby.party, names=("Cim",)),
    ]
    roster = Roster(host._lobby.invitation, tuple(parties))
    tags = (Tag(0, GARBAGE), None, None)
    bo.receive(changed(host.message(), parties=tuple(parties), check=roster.hash[:4], tags=tags))
    with pytest.raises(Cheating) as found:
        bo.receive(host.message())
    assert found.value.suspects == (0, 2)


def test_a_wrong_tag_that_a_right_one_follows_is_told() -> None:
    """The game goes on, but somebody changes messages."""
    devices, after = before_end_of_turn()
    bo = devices[1]
    tags = news(after[2].message()).tags
    assert tags[2] is not None
    bo.receive(changed(after[2].message(), tags=(*tags[:2], Tag(tags[2].covers, GARBAGE))))
    devices = [after[0], bo, after[2]]
    sync(devices)
    play_on(devices, Random(1))
    assert all(device.is_verified for device in devices)
    assert [cheating.suspects for cheating in bo.cheats] == [(2, 0)]


def test_the_characters_to_compare_cannot_be_tried_out() -> None:
    """A host between its guests gives each another list. Both would have the same ten characters
    after 2**20 tries, if these did not depend on links that are shown only afterwards."""
    devices = table(THREE, 1)
    shown = [""]
    while not all(shown):
        links = [news(device.message()).links[number] for number, device in enumerate(devices)]
        shown = [device.fingerprint for device in devices]
        assert not any(shown) or all(links)
        ready = next(device for device in devices if can_play(device))
        to_draw(ready)
        sync(devices)
    roster = ledger(devices[0]).roster.hash
    first = [ledger(device).secrets.links[1] for device in devices]
    assert set(shown) == {hashes.digest("compare", roster, *first).hex()[:10]}
    play_on(devices, Random(1))
    assert {device.fingerprint for device in devices} == set(shown)


# --- What is kept --------------------------------------------------------------------------------


def test_many_findings_with_long_names_can_be_kept() -> None:
    """A device that cannot read what it has kept has lost its game."""
    names = ["\U0001f600" * 39 + letter for letter in "abc"]
    host = Device.host(3, (0,), names, secret=b"a")
    guests = [Device.join(host.message(), (seat,), secret=b"%d" % seat) for seat in (1, 2)]
    devices = [host, *guests]
    for guest in guests:
        host.receive(guest.message())
    sync(devices)
    play_on(devices, Random(1), lambda: len(host.moves) > 30)
    sync(devices)
    text = guests[0].message()
    for number in range(40, 60):
        links = list(news(text).links)
        links[1] = (number, bytes(16))
        with pytest.raises(Cheating):
            host.receive(changed(text, links=tuple(links)))
        links[1] = news(text).links[1]
        links[2] = (number, bytes(16))
        with pytest.raises(Cheating):
            host.receive(changed(text, links=tuple(links), sender=2))
    assert len(host.cheats) > 4
    assert twin(host).to_text() == host.to_text()
    assert list(map(str, twin(host).cheats)) == list(map(str, host.cheats))
