"""Invitations, joins and their texts (docs/fair.md): whoever opens one is told what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cacao_core import BadLink, CacaoError, Deal, Record, fair
from cacao_core.fair import Cheating, Device
from cacao_core.fair.agreements.statements import SignedCourse
from cacao_core.fair.hashes import Secrets
from cacao_core.fair.messages import letters
from cacao_core.fair.messages.digits import Writer
from cacao_core.fair.table import Roster
from cacao_core.rules import SHORT
from tests.core.fair_tables import changed, gathered, ledger, play_on, sync, table, whole_game
from tests.core.test_fair_signatures import VECTORS
from tests.core.test_hostile_input import JUNK

WEAK = sorted({one.key for one in VECTORS if one.about.startswith(("small key", "key with"))})


def gathering() -> tuple[Device, Device]:
    """A host that waits for two others, and one of these."""
    host = Device.host(3, (0,), ("Ana", "Bo", "Cem"), secret=b"a", options="daily 7")
    return host, Device.join(host.message(), (1,), ("Boris",), secret=b"b")


def test_guests_who_met_by_the_list_of_players_prove_who_they_are() -> None:
    """No join of the other one has come; the host has passed on the list."""
    host, bo = gathering()
    cem = Device.join(host.message(), (2,), secret=b"c")
    ends = ("offer", b"own", b"other")
    assert bo.proved_by(cem.prove(*ends), *ends) == ()
    for guest in (bo, cem):
        host.receive(guest.message())
    for guest in (bo, cem):
        guest.receive(host.message())
    assert bo.proved_by(cem.prove(*ends), *ends) == (2,)
    assert cem.proved_by(bo.prove(*ends), *ends) == (1,)
    assert bo.proved_by(bo.prove(*ends), *ends) == ()
    assert bo.proved_by(cem.prove("answer", b"own", b"other"), *ends) == ()


def test_public_facts_before_the_game() -> None:
    host, bo = gathering()
    assert (host.players, host.seats, host.is_host, host.has_started) == (3, (0,), True, False)
    assert (bo.players, bo.seats, bo.is_host, bo.has_started) == (3, (1,), False, False)
    assert bo.options == host.options == "daily 7"
    assert bo.token == host.token
    assert (host.free_seats, host.waits_for) == ((1, 2), (1, 2))
    assert (bo.host_seats, bo.waits_for) == ((0,), (0, 2))
    assert (bo.free_seats, bo.devices) == ((2,), ((0,), (1,)))
    assert bo.names == ("Ana", "Boris", "Cem")
    assert host.receive(bo.message())
    assert host.names == ("Ana", "Boris", "Cem")
    assert (host.free_seats, host.devices) == ((2,), ((0,), (1,)))
    assert not host.game.is_over
    cem = Device.join(host.message(), secret=b"c")
    assert cem.seats == (2,)
    assert host.receive(cem.message())
    assert bo.receive(host.message())
    assert host.names == bo.names == ("Ana", "Boris", "Cem")
    assert bo.devices == ((0,), (1,), (2,))
    assert (bo.waits_for, bo.has_started) == ((2,), False)  # the first draw needs all
    sync([host, bo, cem])
    assert host.has_started
    assert (host.waits_for, bo.waits_for) == ((), (0,))


def test_text_says_what_it_is() -> None:
    host, bo = gathering()
    seen = fair.look(host.message())
    assert (seen.kind, seen.token, seen.players) == ("invitation", host.token, 3)
    assert (seen.seats, seen.free_seats, seen.options) == ((0,), (1, 2), "daily 7")
    assert seen.names == ("Ana", "Bo", "Cem")
    answer = fair.look(bo.message())
    assert (answer.kind, answer.token) == ("join", host.token)
    assert (answer.seats, answer.names) == ((1,), ("Ana", "Boris", "Cem"))
    assert answer.free_seats == (2,)
    host.receive(bo.message())
    assert fair.look(host.message()).free_seats == (2,)
    ana, _bo = table(((0,), (1,)))
    assert (fair.look(ana.message()).kind, fair.look(ana.message()).token) == ("news", ana.token)


def test_invitations_are_refused_with_a_reason() -> None:
    host, bo = gathering()
    invitation = host.message()
    with pytest.raises(BadLink, match="seat 0 is the host's"):
        Device.join(invitation, (0,))
    with pytest.raises(BadLink, match="seat 1 is taken"):
        Device.join(bo.message(), (1,))
    with pytest.raises(BadLink, match="has accepted it before"):
        Device.join(bo.message(), (2,), secret=b"b")
    host.receive(bo.message())
    with pytest.raises(BadLink, match="seat 1 is taken; free: \\[2\\]"):
        Device.join(host.message(), (1,))
    again = Device.join(invitation, (1,), secret=b"again")
    with pytest.raises(BadLink, match="seat 1 is taken by Boris"):
        host.receive(again.message())
    other_way = Device.join(invitation, (2,), secret=b"b")
    with pytest.raises(BadLink, match="has joined before"):
        host.receive(other_way.message())
    both = Device.join(invitation, (1, 2), secret=b"both")
    with pytest.raises(BadLink, match="taken by Boris"):
        host.receive(both.message())
    assert host.receive(bo.message()) is False
    assert host.free_seats == (2,)


def test_full_begun_and_over() -> None:
    host, bo = gathering()
    invitation = host.message()
    late = Device.join(invitation, (2,), secret=b"late")
    cem = Device.join(invitation, (2,), secret=b"c")
    for guest in (bo, cem):
        host.receive(guest.message())
    with pytest.raises(BadLink, match="the game has begun without it"):
        host.receive(late.message())
    with pytest.raises(BadLink, match="its seat was given to another"):
        late.receive(host.message())
    with pytest.raises(BadLink, match="not an invitation"):
        Device.join(host.message())
    last = Device.join(bo.message(), secret=b"last")
    with pytest.raises(BadLink, match="all seats are taken"):
        Device.join(last.message())
    devices = [host, bo, cem]
    sync(devices)
    play_on(devices, Random(1))
    with pytest.raises(BadLink, match="the game is over"):
        host.receive(late.message())


def test_own_invitation_is_recognised() -> None:
    host, bo = gathering()
    assert fair.look(host.message()).token == host.token
    assert host.receive(host.message()) is False
    assert bo.receive(host.message()) is False
    other, _guest = gathering()
    strange = Device.host(3, (0,), secret=b"z").message()
    with pytest.raises(BadLink, match="another game"):
        other.receive(strange)


@pytest.mark.parametrize(
    "change",
    [{"options": "daily 8"}, {"names": ("Ana", "Bo", "Dua")}, {"rules": SHORT}, {"seats": (2,)}],
)
def test_invitation_is_signed_by_its_host(change: dict[str, Any]) -> None:
    host, bo = gathering()
    letter = gathered(host.message())
    invitation = letter.invitation
    if "seats" in change:
        party = replace(invitation.host, **change)
        forged = replace(letter, invitation=replace(invitation, host=party), sender=2)
    else:
        forged = replace(letter, invitation=replace(invitation, **change))
    with pytest.raises(BadLink, match="forged"):
        Device.join(letters.to_text(forged), (1,))
    for device in (host, bo):
        with pytest.raises(BadLink, match="another game"):
            device.receive(letters.to_text(forged))


@pytest.mark.parametrize("key", WEAK, ids=bytes.hex)
def test_keys_whose_signatures_fit_many_messages_are_refused(key: bytes) -> None:
    host, bo = gathering()
    letter = gathered(host.message())
    party = replace(letter.invitation.host, key=key, signature=key + bytes(32))
    forged = replace(letter, invitation=replace(letter.invitation, host=party))
    with pytest.raises(BadLink, match="key that must not be used"):
        Device.join(letters.to_text(forged), (1,))
    letter = gathered(bo.message())
    join = replace(letter.joins[0], key=key, signature=key + bytes(32))
    with pytest.raises(BadLink, match="key that must not be used"):
        host.receive(letters.to_text(replace(letter, joins=(join,))))
    assert host.free_seats == (1, 2)


def test_join_is_signed_by_its_device_for_one_game() -> None:
    host, bo = gathering()
    letter, other = gathered(bo.message()), Device.host(3, (0,), secret=b"other")
    join = letter.joins[0]
    stranger = Secrets(b"stranger")
    for forged in (
        replace(join, seats=(2,)),
        replace(join, seats=(1, 2), names=("Boris", "Boris")),
        replace(join, names=("Bo",)),
        replace(join, root=stranger.root),
        replace(join, commitment=stranger.commitment),
        replace(join, key=stranger.key),
        replace(join, signature=join.signature[:-1] + bytes([join.signature[-1] ^ 1])),
        replace(join, signature=bytes(64)),
        replace(join.joined(stranger, host._lobby.invitation.game), key=join.key),
        join.joined(bo._lobby.secrets, other._lobby.invitation.game),
    ):
        text = letters.to_text(replace(letter, joins=(forged,), sender=forged.seats[0]))
        for door in (host.receive, lambda told: Device.join(told, (2,))):
            with pytest.raises(BadLink):
                door(text)
        assert host.free_seats == (1, 2)
    assert host.receive(bo.message())
    taken = replace(join, seats=(2,)).joined(bo._lobby.secrets, host._lobby.invitation.game)
    with pytest.raises(BadLink, match="joined before"):
        host.receive(letters.to_text(replace(letter, joins=(taken,), sender=2)))


# --- The list of players -------------------------------------------------------------------------


def complete() -> tuple[Device, Device, Device]:
    """A host and two others, who have joined but heard nothing yet."""
    host, bo = gathering()
    cem = Device.join(host.message(), (2,), secret=b"c")
    for guest in (bo, cem):
        host.receive(guest.message())
    return host, bo, cem


def listed(host: Device, secrets: Secrets, number: int, **change: Any) -> str:
    """The host's message with another list of players, which somebody signs."""
    parties = list(ledger(host).roster.parties)
    parties[number] = replace(parties[number], **change)
    roster = Roster(host._lobby.invitation, tuple(parties)).signed(secrets)
    signed = roster.parties, roster.signature
    course = SignedCourse((None,) * len(parties), 0, 0)
    return changed(host.message(), roster=signed, check=roster.hash[:4], course=course)


OTHER = Secrets(b"other")
CHANGES: list[tuple[int, dict[str, Any]]] = [
    (0, {"names": ("Anna",)}),
    (0, {"root": OTHER.root}),
    (0, {"commitment": OTHER.commitment}),
    (0, {"key": OTHER.key, "root": OTHER.root, "commitment": OTHER.commitment}),
    (1, {"names": ("Bob",)}),
    (1, {"root": OTHER.root}),
    (1, {"commitment": OTHER.commitment}),
]


@pytest.mark.parametrize(("number", "change"), CHANGES)
def test_changed_list_of_players(number: int, change: dict[str, Any]) -> None:
    """It proves something only if the host has signed it; nothing else does."""
    host, bo, cem = complete()
    state = bo.to_text()
    for secrets in (cem._lobby.secrets, bo._lobby.secrets, OTHER):
        with pytest.raises(BadLink, match="the host has not signed it"):
            bo.receive(listed(host, secrets, number, **change))
    assert (bo.cheats, bo.to_text()) == ((), state)
    with pytest.raises(Cheating) as found:
        bo.receive(listed(host, host._lobby.secrets, number, **change))
    assert (found.value.seat, found.value.turn, found.value.is_proven) == (0, 0, True)
    assert bo.receive(host.message())


@pytest.mark.parametrize("is_known", [False, True])
def test_host_that_shows_two_lists_of_players(is_known: bool) -> None:
    """Each is a list that its receiver has joined: only the two together are wrong."""
    host, bo, cem = complete()
    other = listed(host, host._lobby.secrets, 1, names=("Bob",))
    assert cem.receive(other)
    assert bo.receive(host.message())
    if is_known:  # once everybody has the list, messages no longer contain it
        with pytest.raises(BadLink, match="another list of players"):
            bo.receive(changed(cem.message(), roster=None))
        assert bo.cheats == ()
    with pytest.raises(Cheating, match="two lists") as found:
        bo.receive(cem.message())
    assert (found.value.seat, found.value.turn) == (0, 0)
    with pytest.raises(BadLink, match="another list of players"):
        bo.receive(listed(host, OTHER, 1, names=("Bobby",)))
    with pytest.raises(BadLink, match="another list of players"):
        host.receive(cem.message())  # its own signature; it knows better than to blame itself


def test_invitation_goes_from_device_to_device() -> None:
    """As in a circle of people with a messenger: each answer invites the next one."""
    host = Device.host(4, (0,), ("Ana", "Bo", "Cem", "Dua"), secret=b"a")
    bo = Device.join(host.message(), secret=b"b")
    cem = Device.join(bo.message(), secret=b"c")
    dua = Device.join(cem.message(), secret=b"d")
    assert (bo.seats, cem.seats, dua.seats) == ((1,), (2,), (3,))
    assert dua.waits_for == (0,)
    assert host.receive(dua.message())
    assert (host.free_seats, host.waits_for) == ((), (1, 2, 3))
    devices = [host, bo, cem, dua]
    sync(devices)
    play_on(devices, Random(3))
    assert len({device.record() for device in devices}) == 1
    assert all(device.is_verified for device in devices)


def test_seat_given_to_somebody_else_is_told() -> None:
    host, bo = gathering()
    other = Device.join(host.message(), (1,), secret=b"other")
    host.receive(other.message())
    with pytest.raises(BadLink, match="seat 1 is taken"):
        bo.receive(host.message())


def test_versions_are_told() -> None:
    host, _bo = gathering()
    with pytest.raises(BadLink, match="version '2': expected 3"):
        Device.join("f2" + host.message()[2:])
    with pytest.raises(BadLink, match="no message of fair dealing"):
        Device.join(Record(Deal.shuffled(2, 1)).to_link())
    with pytest.raises(BadLink, match="what a device keeps"):
        Device.join(host.to_text())
    with pytest.raises(BadLink, match="but its gathering"):
        Device.from_text(host.message())


def test_secret_gives_the_same_device_again() -> None:
    host, bo = gathering()
    again = Device.join(host.message(), (1,), ("Boris",), secret=b"b")
    assert again.message() == bo.message()
    assert Device.join(host.message(), (1,)).message() != bo.message()
    assert Device.host(2, (0,)).token != Device.host(2, (0,)).token
    other = Device.host(3, (0,), ("Ana", "Bo", "Cem"), secret=b"x")
    same = Device.join(other.message(), (1,), ("Boris",), secret=b"b")
    assert same._lobby.secrets.private != bo._lobby.secrets.private


# --- Wrong input ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [(), (0, 1), (2,), (0, 0), (-1,), "0", None, (True,), ("0",)])
def test_seats_are_checked(seats: Any) -> None:
    with pytest.raises(CacaoError):
        Device.host(2, seats)


@pytest.mark.parametrize("names", [("Ana",), "Ana", ("Ana", ""), ("Ana", " Bo"), ("Ana", "\ud800")])
def test_names_are_checked(names: Any) -> None:
    with pytest.raises(CacaoError):
        Device.host(2, (0,), names)


@pytest.mark.parametrize("options", ["x" * 201, "a\nb", None, 3, "\ud800"])
def test_options_are_checked(options: Any) -> None:
    with pytest.raises(CacaoError):
        Device.host(2, (0,), options=options)


DEVICES = table(((0,), (1,)), 1)
DOORS: dict[str, Callable[[Any], object]] = {
    "look": fair.look,
    "join": Device.join,
    "from_text": Device.from_text,
    "receive": DEVICES[0].receive,
    "play": DEVICES[0].play,
    "host(players)": lambda junk: Device.host(junk, (0,)),
    "host(seats)": lambda junk: Device.host(2, junk),
    "host(names)": lambda junk: Device.host(2, (0,), junk) if junk is not None else None,
    "host(name)": lambda junk: Device.host(2, (0,), ("Ana", junk)),
    "host(secret)": lambda junk: Device.host(2, (0,), secret=junk),
    "host(options)": lambda junk: Device.host(2, (0,), options=junk),
    "join(seats)": lambda junk: Device.join(gathering()[0].message(), junk),
    "join(names)": lambda junk: Device.join(gathering()[0].message(), (1,), junk),
    "record(seat)": DEVICES[0].record,
}


@pytest.mark.parametrize("door", DOORS)
def test_junk_raises_nothing_else(door: str) -> None:
    for junk in JUNK:
        try:
            DOORS[door](junk)
        except CacaoError as error:
            assert str(error)


TEXTS: dict[str, Callable[[], Device]] = {
    "invitation": lambda: gathering()[0],
    "join": lambda: gathering()[1],
    "start": lambda: complete()[0],
    "end": lambda: whole_game(((0,), (1,), (2,)), 2)[0],
}


@pytest.mark.parametrize("sort", TEXTS)
def test_texts_with_any_damage_are_refused(sort: str) -> None:
    text, rng = TEXTS[sort]().message(), Random(3)
    for at, character in enumerate(text):
        other = rng.choice([c for c in "AZaz09-_!é" if c != character])
        for damaged in (
            text[:at] + other + text[at + 1 :],
            text[:at] + text[at + 1 :],
            text[:at],
            text[:at] + character + text[at:],
        ):
            if damaged != text:
                with pytest.raises(BadLink):
                    fair.look(damaged)
    assert fair.look(text).token
    assert text.isascii()
    assert text[-1].isalpha()


def test_join_with_wrong_seats_is_refused() -> None:
    host, bo = gathering()
    letter = gathered(bo.message())
    for seats, names in [((3,), ("Bo",)), ((), ()), ((0,), ("Bo",)), ((0, 1, 2), ("a", "b", "c"))]:
        party = replace(letter.joins[0], seats=seats, names=names)
        with pytest.raises(BadLink):
            host.receive(letters.to_text(replace(letter, joins=(party,), sender=1)))
    with pytest.raises(BadLink):
        host.receive(letters.to_text(replace(letter, sender=2)))
    assert host.free_seats == (1, 2)


def test_whole_texts_with_changed_bits_are_refused() -> None:
    """Messages and kept states with some bits changed, and check digits that fit."""
    rng = Random(5)
    for setup in (((0,), (1,)), ((0, 2), (1,), (3,))):
        devices = table(setup, 3)
        for least in (0, 9, 40, 500):
            play_on(devices, rng, lambda: len(devices[0].moves) > least)
            state = devices[1].to_text()
            for text, door in ((devices[0].message(), devices[1].receive), (state, twin_of)):
                kind, reader = letters.opened(text)
                for _ in range(50):
                    number = reader.number ^ (1 << rng.randrange(reader.number.bit_length()))
                    try:
                        door(letters.sealed(kind, Writer(), number))
                    except CacaoError:
                        continue
            devices[1] = Device.from_text(state)


def twin_of(text: str) -> None:
    device = Device.from_text(text)
    assert device.to_text() == text
    device.record()
    device.message()
