"""Attacks on fair dealing by somebody who writes messages by hand, or passes others' on.

docs/fair.md says what is promised: whatever a device has not signed is refused, changes nothing and
names nobody.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from cacao_core import BadLink
from cacao_core.fair import Cheating, Device, hashes
from cacao_core.fair.agreements.statements import SignedCourse, Statement
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.messages import letters
from cacao_core.fair.messages.letters import News
from tests.core.fair_tables import (
    Seats,
    before_closing,
    can_play,
    caught,
    changed,
    in_turn,
    is_placing,
    ledger,
    lied,
    news,
    play_on,
    refused,
    retold,
    sync,
    table,
    tell,
    to_draw,
    twin,
)

TWO = ((0,), (1,))
THREE = ((0,), (1,), (2,))
FORGERIES = int(os.environ.get("CACAO_FORGERIES", "2400"))
"""How many random forgeries are tried every night; 50000 before a release."""


def statement_of(text: str, device: int) -> Statement:
    found = news(text).course.statements[device]
    assert found is not None
    return found


def story_of(known: Ledger) -> dict[str, Any]:
    """The moves of another version of the game."""
    course = known.signed_course()
    return {"count": course.count, "moves": course.moves}


def other_turn(device: Device, unlike: Device) -> Ledger:
    """What somebody can make up in the name of a device: another turn, up to its draw."""
    known = ledger(device).copy()
    at = len(known.course.moves)
    course = known.course
    course.play(next(m for m in course.game.legal_moves()[::-1] if m != unlike.moves[at]))
    while course.held is None and course.game.to_move in device.seats:
        course.play(course.game.legal_moves()[0])
    return known


# --- In the name of another ----------------------------------------------------------------------


class Scene:
    """Bo has made a turn, which ends with a draw, and nobody else knows it yet."""

    def __init__(self, setup: Seats) -> None:
        self.before = before_closing(setup, 1)
        self.ana = self.before[0]
        self.bo = twin(self.before[1])
        to_draw(self.bo)
        self.text = self.bo.message()
        self.told = statement_of(self.text, 1)
        self.old = statement_of(self.before[1].message(), 1)

    def said(self, **changes: Any) -> str:
        return retold(self.text, {1: replace(self.told, **changes)})


def flipped_bits(scene: Scene) -> Iterator[str]:
    for name in ("value", "signature"):
        value = getattr(scene.told, name)
        for bit in range(0, 8 * len(value), 9):
            number = int.from_bytes(value, "big") ^ 1 << bit
            yield scene.said(**{name: number.to_bytes(len(value), "big")})


def other_counts_and_links(scene: Scene) -> Iterator[str]:
    count, link = scene.told.count, scene.told.link
    for other in (scene.old.count + 1, count - 1):
        yield scene.said(count=other)
    for number in (*range(0, 60, 7), link - 1, link + 1, 63):
        if number != link:
            yield scene.said(link=number)
    yield scene.said(private=bytes(16))
    yield scene.said(private=ledger(scene.bo).secrets.private)


def old_signatures(scene: Scene) -> Iterator[str]:
    yield scene.said(signature=scene.old.signature)
    yield retold(scene.text, {1: replace(scene.old, count=scene.told.count)})
    yield retold(scene.text, {1: scene.old})
    yield retold(scene.text, {1: None})


def swapped_between_devices(scene: Scene) -> Iterator[str]:
    statements = news(scene.text).course.statements
    for one, other in pairwise(range(len(statements))):
        yield retold(scene.text, {one: statements[other], other: statements[one]})
    for device, statement in enumerate(statements):
        assert statement is not None
        yield (
            scene.said(signature=statement.signature)
            if device != 1
            else scene.said(value=b"1" * 16)
        )
        yield retold(scene.text, {1: statement}) if device != 1 else scene.said(signature=bytes(64))


def of_another_game(scene: Scene) -> Iterator[str]:
    devices = table(tuple(device.seats for device in scene.before), 7)
    play_on(devices, Random(3), lambda: len(devices[1].moves) >= len(scene.bo.moves))
    sync(devices)
    other = statement_of(devices[1].message(), 1)
    yield retold(scene.text, {1: replace(other, count=scene.told.count)})
    yield scene.said(signature=other.signature)
    yield changed(scene.text, token=news(devices[1].message()).token)
    yield changed(scene.text, course=news(devices[1].message()).course)
    yield devices[1].message()


def other_moves(scene: Scene) -> Iterator[str]:
    for known in (ledger(scene.before[1]), ledger(scene.ana)):
        for index in range(0, len(known.course.game.legal_moves()), 9):
            other = known.copy()
            other.course.play(other.course.game.legal_moves()[index])
            count = len(other.course.moves)
            if other.course.moves != list(scene.bo.moves[:count]):
                yield retold(scene.text, {}, **story_of(other))
                yield retold(scene.text, {1: replace(scene.told, count=count)}, **story_of(other))
    made_up = other_turn(scene.before[1], scene.bo)
    count = len(made_up.course.moves)
    yield retold(scene.text, {1: replace(scene.told, count=count)}, **story_of(made_up))
    yield retold(scene.text, {}, moves=news(scene.text).course.moves + 1)
    yield retold(scene.text, {}, moves=news(scene.text).course.moves << 90)


def signed_by_the_liar(scene: Scene) -> Iterator[str]:
    """Cem, or whoever has some other key, signs in Bo's name."""
    made_up = other_turn(scene.before[1], scene.bo)
    count = len(made_up.course.moves)
    told = replace(scene.told, count=count)
    for secrets in (ledger(scene.before[-1]).secrets, hashes.Secrets(b"stranger")):
        if secrets.key != ledger(scene.bo).secrets.key:
            signature = secrets.sign("statement", *made_up._fields(told, 1))
            told = replace(told, signature=signature)
            yield retold(scene.text, {1: told}, **story_of(made_up))


ATTACKS: list[Callable[[Scene], Iterator[str]]] = [
    flipped_bits,
    other_counts_and_links,
    old_signatures,
    swapped_between_devices,
    of_another_game,
    other_moves,
    signed_by_the_liar,
]


@pytest.mark.parametrize("setup", [TWO, THREE])
@pytest.mark.parametrize("attack", ATTACKS)
def test_statements_that_are_not_signed_are_refused(
    setup: Seats, attack: Callable[[Scene], Iterator[str]]
) -> None:
    scene = Scene(setup)
    texts = list(attack(scene))
    assert texts
    for text in texts:
        for device in (scene.ana, *scene.before[2:]):
            refused(device, text)
    devices = [scene.ana, scene.bo, *scene.before[2:]]
    sync(devices)
    play_on(devices, Random(1))
    assert all(device.is_verified and not device.cheats for device in devices)


def test_moves_in_the_name_of_the_receiver() -> None:
    """Also when it has decided otherwise, or has an old state: it has not signed them."""
    ana, bo = in_turn(TWO, 0)
    text, backup = bo.message(), ana.to_text()
    made_up = twin(ana)
    to_draw(made_up, -1)
    old = statement_of(text, 0)
    undecided, decided = twin(ana), twin(ana)
    decided.play(decided.game.legal_moves()[0])
    for device in (undecided, decided, Device.from_text(backup, is_restored=True)):
        for statement in (old, replace(old, count=len(made_up.moves))):
            refused(device, retold(text, {0: statement}, **story_of(ledger(made_up))))
    # What somebody else has signed about moves that Ana has not made does not help.
    device = twin(ana)
    with pytest.raises(BadLink, match="not signed"):
        device.receive(lied_about(bo, made_up))
    assert device.cheats == ()


def lied_about(cheat: Device, version: Device) -> str:
    """A statement of a device about moves that another one has not signed."""
    known = ledger(version).copy()
    number = ledger(cheat).own
    told = replace(statement_of(cheat.message(), number), count=len(known.course.moves))
    signature = ledger(cheat).secrets.sign("statement", *known._fields(told, number))
    told = replace(told, signature=signature)
    return retold(cheat.message(), {number: told}, **story_of(known))


# --- The end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", [TWO, THREE])
def test_last_turns_cannot_be_replaced_on_their_way(setup: Seats) -> None:
    """With two devices nobody sends anything after them."""
    tried = 0
    for seed in (1, 2):
        devices = table(setup, seed)
        last, others = devices[-1], devices[:-1]
        play_on(
            devices,
            Random(seed),
            lambda: is_placing(last) and len(ledger(last).course.game.players[-1].hand) == 1,
        )
        sync(devices)
        before = twin(last)
        to_draw(last)
        text, told = last.message(), statement_of(last.message(), ledger(last).own)
        for index in range(0, len(before.game.legal_moves()), 3):
            other = twin(before)
            to_draw(other, index)
            if other.moves != last.moves:
                changes = {ledger(last).own: replace(told, count=len(other.moves))}
                forged = retold(text, changes, **story_of(ledger(other)))
                tried += all(bool(refused(device, forged)) for device in others)
        sync(devices)
        play_on(devices, Random(seed))
        assert len({device.record() for device in devices}) == 1
        assert all(device.is_verified for device in devices)
    assert tried > 4


def test_game_of_three_is_verified_when_all_have_signed_the_end() -> None:
    devices = table(THREE, 2)
    play_on(devices, Random(2), lambda: any(device.game.is_over for device in devices))
    ends = [device for device in devices if device.game.is_over]
    assert not any(device.is_verified for device in devices)
    text = ends[0].message()
    for device in devices:
        device.receive(text)
        assert device.game.is_over
    assert not any(device.is_verified for device in devices)
    backups = [device.to_text() for device in devices]
    sync(devices)
    assert all(device.is_verified for device in devices)
    for backup, sender in zip(backups, [devices[1], devices[2], devices[0]], strict=True):
        again = Device.from_text(backup, is_restored=True)
        again.receive(sender.message())
        assert again.is_verified
        assert again.record() == sender.record()


def test_characters_to_compare_cannot_be_tried_out() -> None:
    """A host between its guests gives each another list. Both would have the same ten characters
    after 2**20 tries, if these did not depend on links that are shown only afterwards."""
    host = Device.host(3, (0,), secret=b"a")
    guests = [Device.join(host.message(), (seat,), secret=b"%d" % seat) for seat in (1, 2)]
    devices = [host, *guests]
    for guest in guests:
        host.receive(guest.message())
    while tell(devices):
        for device in devices:
            shown = ledger(host).statements if device.fingerprint else ()
            assert device.fingerprint == "" or all(shown) or device is not host
    roster = ledger(host).roster.hash
    links = [ledger(device).secrets.links[0] for device in devices]
    beacon = hashes.digest("beacon", roster, 0, *links)
    assert {d.fingerprint for d in devices} == {hashes.digest("compare", roster, beacon).hex()[:10]}
    fingerprint = host.fingerprint
    play_on(devices, Random(1))
    assert {device.fingerprint for device in devices} == {fingerprint}


# --- What is kept --------------------------------------------------------------------------------


def test_messages_and_states_with_the_longest_content_can_be_read() -> None:
    """A device that cannot read what it has kept has lost its game."""
    names = ["\U0001f600" * 39 + letter for letter in "abcd"]
    host = Device.host(4, (0,), names, secret=b"a", options="x" * 200)
    guests = [Device.join(host.message(), (seat,), secret=b"%d" % seat) for seat in (1, 2, 3)]
    devices, kept = [host, *guests], guests[1].to_text()
    for guest in guests:
        host.receive(guest.message())
    sync(devices)
    bo = guests[0]
    play_on(devices, Random(1), lambda: len(host.moves) > 90 and is_placing(bo))
    sync(devices)
    for number in range(40, 60):
        caught(host, lied(bo, link=number, value=bytes(16)))
    one, other = twin(bo), twin(bo)
    to_draw(one)
    to_draw(other, -1)
    host.receive(one.message())
    assert host.receive(other.message())
    assert host.is_closed
    assert len(host.cheats) == 8
    assert "decided twice" in str(host.cheats[-1])  # others cannot crowd it out
    again = twin(host)
    assert again.to_text() == host.to_text()
    assert list(map(str, again.cheats)) == list(map(str, host.cheats))
    late = Device.from_text(kept)
    assert late.receive(letters.to_text(ledger(host).news(whole=True)))
    assert late.is_closed


# --- Random forgeries ----------------------------------------------------------------------------


class Forger:
    """Changes true messages at random; with Bo's secrets, what it writes is signed by Bo."""

    def __init__(self, texts: list[str], rng: Random, bo: Ledger | None) -> None:
        self.pool = [news(text) for text in texts]
        self.rng, self.bo = rng, bo
        told = [one for letter in self.pool for one in letter.course.statements]
        self.statements = [one for one in told if one is not None]

    def text(self) -> str:
        rng = self.rng
        letter = rng.choice(self.pool)
        for _edit in range(rng.choice((1, 1, 2, 3))):
            letter = rng.choice((self.on_course, self.on_course, self.on_rest))(letter)
        return letters.to_text(letter)

    def on_course(self, letter: News) -> News:
        edit = self.rng.choice((self.moves, self.statement, self.statement, self.statement))
        return replace(letter, course=edit(letter.course))

    def on_rest(self, letter: News) -> News:
        rng, other = self.rng, self.rng.choice(self.pool)
        kind = rng.randrange(5)
        if kind == 0:
            return replace(letter, token=other.token, check=rng.choice((letter, other)).check)
        if kind == 1:
            return replace(letter, other=self.statement(self.moves(other.course)))
        if kind == 2 and len(other.course.statements) == len(letter.course.statements):
            return replace(letter, other=other.course)
        if kind == 3 and letter.roster:
            parties, signature = letter.roster
            party = rng.choice(parties)
            name = rng.choice(("key", "root", "commitment"))
            change: dict[str, Any] = {name: self.bytes(getattr(party, name))}
            odd = replace(party, **change)
            told = tuple(odd if one is party else one for one in parties)
            return replace(letter, roster=(told, rng.choice((signature, self.bytes(signature)))))
        return replace(letter, course=other.course, roster=rng.choice((None, other.roster)))

    def moves(self, course: SignedCourse) -> SignedCourse:
        rng = self.rng
        floor = max((one.count for one in course.statements if one), default=0)
        count = rng.choice((course.count, course.count + rng.randrange(4), floor))
        changed = course.moves ^ 1 << rng.randrange(course.moves.bit_length() + 8)
        return replace(
            course,
            count=count,
            moves=rng.choice((course.moves, changed, changed * 7)),
        )

    def statement(self, course: SignedCourse) -> SignedCourse:
        rng = self.rng
        at = rng.randrange(len(course.statements))
        told = course.statements[at] or rng.choice(self.statements)
        edited = rng.choice((self.edited(told), rng.choice(self.statements), told, None))
        if edited is not None:
            edited = replace(edited, count=min(edited.count, course.count))
            if self.bo is not None and at == 1:
                edited = self.signed(course, edited)
        statements = tuple(edited if n == at else one for n, one in enumerate(course.statements))
        return replace(course, statements=statements)

    def edited(self, told: Statement) -> Statement:
        rng = self.rng
        changes: dict[str, Any] = {
            "count": max(0, told.count + rng.randrange(-3, 4)),
            "link": (told.link + rng.randrange(-2, 3)) % 64,
            "value": rng.choice((self.bytes(told.value), rng.choice(self.statements).value)),
            "private": None if told.private else rng.randbytes(16),
            "signature": self.bytes(told.signature),
        }
        if self.bo is not None and rng.random() < 0.5:
            secrets = self.bo.secrets
            changes |= {"value": secrets.links[told.link], "private": secrets.private}
        names = rng.sample(sorted(changes), rng.choice((1, 1, 2)))
        return replace(told, **{name: changes[name] for name in names})

    def signed(self, course: SignedCourse, told: Statement) -> Statement:
        """What Bo signs about any moves, as far as they are possible."""
        assert self.bo is not None
        known = self.bo.copy()
        while len(known.course.moves) > told.count:
            known.course.hashes.pop()
            known.course.moves.pop()
        told = replace(told, count=len(known.course.moves))
        signature = self.bo.secrets.sign("statement", *known._fields(told, 1))
        return replace(told, signature=signature)

    def bytes(self, value: bytes) -> bytes:
        bit = 1 << self.rng.randrange(8 * len(value))
        flipped = (int.from_bytes(value, "big") ^ bit).to_bytes(len(value), "big")
        return self.rng.choice((flipped, bytes(len(value)), self.rng.randbytes(len(value))))


@pytest.mark.parametrize("setup", [TWO, THREE, ((0, 2), (1,), (3,))])
@pytest.mark.parametrize("is_cheating", [False, True])
@pytest.mark.parametrize("number", [90, pytest.param(FORGERIES // 6, marks=pytest.mark.nightly)])
def test_random_forgeries(setup: Seats, is_cheating: bool, number: int) -> None:
    """Nobody is named but Bo, and he only where he signs them; the game goes on all the same."""
    rng, counts = Random(len(setup)), Counter[str]()
    texts, states = moments(setup, 1)
    foreign, _states = moments(setup, 2)
    known = ledger(Device.from_text(states[1][-1]))
    forger = Forger([*texts, *texts, *foreign], rng, known if is_cheating else None)
    device = Device.from_text(states[0][0])
    for at in range(number):
        if at % 10 == 0:
            receiver = rng.choice([at for at in range(len(setup)) if at != 1])
            device = Device.from_text(rng.choice(states[receiver]))
        counts[outcome(device, forger.text())] += 1
        assert {cheating.seat for cheating in device.cheats} <= ({1} if is_cheating else set())
        assert is_cheating or not (device.is_closed or device.forgetful)
    assert counts["BadLink"] > 0.4 * number
    assert bool(counts["Cheating"]) is is_cheating


def moments(setup: Seats, seed: int) -> tuple[list[str], list[list[str]]]:
    """Messages of a game at several moments; and for each device its states."""
    devices = table(setup, seed)
    texts, states = [], [[device.to_text()] for device in devices]
    for least in (0, 3, 8, 20, 40, 60, 90, 500):
        play_on(devices, Random(least), lambda: len(devices[0].moves) >= least)
        for device, kept in zip(devices, states, strict=True):
            while can_play(device) and least < 90:
                device.play(device.game.legal_moves()[-1])
            texts.append(device.message())
            texts.append(letters.to_text(ledger(device).news(whole=True)))
            kept.append(device.to_text())
    return texts, states


def outcome(device: Device, text: str) -> str:
    """What becomes of a text; what is refused leaves the game as it was."""
    before = device._ledger
    try:
        device.receive(text)
    except (BadLink, Cheating) as error:
        assert device._ledger is before
        return type(error).__name__
    assert twin(device).moves == device.moves
    device.record()
    return "taken"
