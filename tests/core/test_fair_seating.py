"""Only the host seats, and says so with its signature; nothing else gives or takes a seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cacao_core import BadLink, CacaoError, fair
from cacao_core.fair import Cheating, Device
from cacao_core.fair.agreements.seating import MOST_REFUSALS, Seating
from cacao_core.fair.messages import letters
from cacao_core.fair.table import Roster
from tests.core.fair_relays import Place, resealed, seed_of
from tests.core.fair_tables import (
    FOUR,
    NAMES,
    changed,
    gathered,
    ledger,
    news,
    refused,
    table,
    twin,
)


def four() -> tuple[Device, list[Device]]:
    """A host, and three guests who have opened the same invitation."""
    host = Device.host(4, (0,), NAMES, secret=b"a")
    text = host.message()
    return host, [Device.join(text, (seat,), secret=b"%d" % seat) for seat in (1, 2, 3)]


def seats(device: Device) -> list[tuple[int, ...]]:
    return list(device.devices)


def test_guest_takes_only_those_whom_the_host_has_signed() -> None:
    host, (bo, cem, dua) = four()
    for text in (cem.message(), dua.message()):
        assert bo.receive(text) is False
    assert bo.free_seats == (2, 3)
    passed_on = replace(gathered(cem.message()), sender=0)  # "of the host"
    assert bo.receive(letters.to_text(passed_on)) is False
    host.receive(cem.message())
    assert bo.receive(host.message())
    assert seats(bo) == [(0,), (1,), (2,)]
    assert not bo.is_seated
    assert cem.receive(bo.message())  # whoever passes it on
    assert cem.is_seated
    assert twin(cem).is_seated


def test_seat_is_lost_by_a_signed_list_only() -> None:
    """Version 2: an answer with sender 0 was enough, and *Join* replaced the stored device."""
    host, (bo, _cem, _dua) = four()
    eve = Device.join(host.message(), (1,), ("Eve",), secret=b"eve")
    for letter in (
        replace(gathered(eve.message()), sender=0),
        replace(gathered(eve.message()), seating=Seating(1)),
        replace(gathered(eve.message()), seating=Seating(1, gathered(eve.message()).joins)),
        replace(
            gathered(eve.message()),
            seating=Seating(1, gathered(eve.message()).joins).signed(eve._lobby.secrets, b"G"),
        ),
    ):
        before = bo.to_text()
        try:
            assert bo.receive(letters.to_text(letter)) is False
        except fair.SeatTaken:
            raise AssertionError("the host has not signed that") from None
        except BadLink:
            pass
        assert bo.to_text() == before
    host.receive(eve.message())
    with pytest.raises(fair.SeatTaken, match="seat 1 is taken by Eve"):
        bo.receive(host.message())
    with pytest.raises(fair.SeatTaken):
        bo.receive(host.message())


def test_host_sees_whose_join_is_passed_on() -> None:
    host, (bo, _cem, _dua) = four()
    late = Device.join(bo.message(), (2,), ("Cem",), secret=b"c")
    found = fair.joins_in(late.message())
    assert [(one.seats, one.names, one.is_own) for one in found] == [
        ((2,), ("Cem",), True),
        ((1,), ("Bo",), False),
    ]
    assert [one.key for one in found] == [late.key, bo.key]
    assert host.receive(found[0].text)
    assert host.devices == ((0,), (2,))
    assert host.receive(found[1].text)
    assert seats(host) == [(0,), (1,), (2,)]


def test_refusal_is_signed_told_and_kept() -> None:
    host, (bo, cem, dua) = four()
    host.refuse(bo.key)
    host = twin(host)
    assert host.has_refused(bo.key)
    refused(host, bo.message())
    with pytest.raises(fair.Refused):
        host.receive(bo.message())
    for device in (bo, cem):
        assert device.receive(host.message())
    assert (bo.is_refused, twin(bo).is_refused, cem.is_refused) == (True, True, False)
    assert host.receive(cem.message())
    dua.receive(host.message())
    late = Device.join(host.message(), (1,), ("Eve",), secret=b"eve")  # for the seat that is free
    host.receive(late.message())
    assert bo.receive(host.message())  # no seat was taken from whom it does not belong to
    assert bo.is_refused
    again = Device.join(host.message(), secret=b"bo again")
    assert again.seats == (3,)
    assert host.receive(again.message())
    for device in (cem, late, again):
        assert device.receive(host.message())
        assert device.is_full
        assert not device.is_refused
    with pytest.raises(fair.TooLate):
        bo.receive(host.message())


def test_seat_that_another_device_has_is_lost_also_to_a_list_with_refusals() -> None:
    host, (bo, cem, _dua) = four()
    host.refuse(cem.key)
    eve = Device.join(host.message(), (1,), ("Eve",), secret=b"eve")
    host.receive(eve.message())
    with pytest.raises(fair.SeatTaken):
        bo.receive(host.message())


def test_refusals_of_strangers_end_nothing() -> None:
    host, (bo, cem, _dua) = four()
    for number in range(MOST_REFUSALS + 9):
        host.refuse(bytes([number]) * 32)
    assert len(gathered(host.message()).seating.refused) == MOST_REFUSALS
    assert len(host.message()) < letters.LONGEST
    assert host.receive(bo.message())
    assert cem.receive(host.message())
    assert twin(host).to_text() == host.to_text()
    for wrong in (b"", "x", None, bytes(31)):
        with pytest.raises(CacaoError):
            host.refuse(wrong)  # type: ignore[arg-type]
    with pytest.raises(CacaoError, match="only the host"):
        bo.refuse(cem.key)


def test_host_from_an_old_state_takes_back_whom_it_has_seated_and_refused() -> None:
    host, (bo, cem, dua) = four()
    backup = host.to_text()
    host.receive(bo.message())
    host.refuse(cem.key)
    dua.receive(host.message())
    again = Device.from_text(backup, is_restored=True)
    eve = Device.join(again.message(), (3,), ("Eve",), secret=b"eve")
    again.receive(eve.message())
    with pytest.raises(fair.SeatTaken):
        again.receive(dua.message())  # Dua comes too late, after Eve
    told = letters.to_text(replace(gathered(dua.message()), joins=gathered(host.message()).joins,
                                   sender=1))  # fmt: skip
    assert again.receive(told)
    assert again.devices == ((0,), (1,), (3,))
    assert again.has_refused(cem.key)
    newest = gathered(again.message()).seating
    assert newest.number > gathered(host.message()).seating.number
    assert newest.is_signed(again._lobby.invitation)


def test_joins_that_others_pass_on_do_not_come_back_from_the_relay() -> None:
    """Version 2: who was refused was seated when the host came back from its seat's code."""
    place = Place(FOUR, 1)
    host = place.devices[0]
    eve = Device.join(place.get(0).invitation, (3,), ("Eve",), secret=b"eve")
    host.refuse(eve.key)
    place.join()
    host.receive(place.devices[1].message())
    place.leave(0)
    place.devices[1].receive(host.message())
    place.leave(1)
    parcels = [place.get(1), place.get(0)]
    bo = place.devices[1]
    smuggled = replace(
        gathered(bo.message()),
        joins=(*gathered(bo.message()).joins, *gathered(eve.message()).joins),
    )
    plain = resealed(bo, place.salt, smuggled)
    parcels.append(fair.unpack(plain, place.keys, place.keys.topic(bo.key)))
    for told in (parcels, parcels[:1], parcels[2:]):
        again = Device.from_seed(seed_of(host), told)
        assert again.devices == ((0,), (1,))
        assert again.has_refused(eve.key)
    invitation = fair.invitation_of(parcel.invitation for parcel in parcels)
    assert fair.look(invitation).free_seats == (2, 3)


def test_list_of_players_is_compared_whole() -> None:
    """Version 2: two lists that begin with the same four bytes passed for one."""
    host, bo, cem = table(((0,), (1,), (2,)))
    known = ledger(host).roster
    parties = tuple(replace(p, names=("Eve",)) if p.seats == (2,) else p for p in known.parties)
    other = Roster(known.invitation, parties).signed(host._lobby.secrets)
    text = letters.to_text(ledger(host).news(whole=True))
    forged = changed(text, roster=(other.parties, other.signature), check=known.hash[:4])
    assert news(forged).check == news(text).check
    with pytest.raises(Cheating, match="two lists"):
        bo.receive(forged)
    unsigned = changed(text, roster=(other.parties, known.signature), check=known.hash[:4])
    refused(cem, unsigned)
    assert cem.receive(text) is False
