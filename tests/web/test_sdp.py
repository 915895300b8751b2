"""Descriptions of data channels as short texts (docs/live.md); the samples are of real browsers."""

from __future__ import annotations

import re
from dataclasses import replace
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final, TypeAlias
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacao_core import BadLink, CacaoError
from cacao_core.formats import link
from cacao_web.features.together.browser import sdp
from cacao_web.features.together.browser.sdp import (
    DescriptionParts,
    IceCandidate,
    Kind,
    expand,
    from_text,
    squeeze,
    to_text,
)
from tests.core.test_hostile_input import JUNK

CHROMIUM_OFFER: Final = """\
v=0
o=- 6717296892865279999 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
a=extmap-allow-mixed
a=msid-semantic: WMS
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:4121716026 1 udp 2113937151 fd1e43ce-3ebe-4b9a-bccf-3be9cad4db77.local 48874 typ host \
generation 0 network-cost 999
a=candidate:4074637706 1 udp 2113942271 ebad37ac-6417-499e-a416-83b1774132ef.local 57232 typ host \
generation 0 network-cost 999
a=ice-ufrag:Tmzu
a=ice-pwd:WenNB/jcdZnyovkREWI5FSKc
a=ice-options:trickle
a=fingerprint:sha-256 90:E0:C1:74:53:75:1B:AA:B0:05:1F:38:C8:A6:4D:8A:EE:2A:15:2E:8D:F3:1D:A2:9B:\
4B:8C:F4:D9:A6:4B:A1
a=setup:actpass
a=mid:0
a=sctp-port:5000
a=max-message-size:262144
""".replace("\n", "\r\n")
FIREFOX_ANSWER: Final = """\
v=0
o=mozilla...THIS_IS_SDPARTA-99.0 1015783993455348379 0 IN IP4 0.0.0.0
s=-
t=0 0
a=sendrecv
a=extmap-allow-mixed
a=fingerprint:sha-256 9B:E9:53:EC:83:73:EC:B7:54:69:3F:F1:68:C6:1D:66:FE:6D:03:FB:24:B3:60:40:7D:\
92:D8:3E:4D:4F:ED:1C
a=group:BUNDLE 0
a=ice-options:trickle
a=msid-semantic:WMS *
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:0 1 UDP 2122187007 6ed5a169-8b99-4f41-9a58-f89c23f3fa84.local 45640 typ host
a=candidate:1 1 UDP 2122252543 9a417854-b70b-4abd-b0d9-d699bc0df7bb.local 54722 typ host
a=candidate:2 1 TCP 2105458943 6ed5a169-8b99-4f41-9a58-f89c23f3fa84.local 9 typ host tcptype active
a=candidate:3 1 TCP 2105524479 9a417854-b70b-4abd-b0d9-d699bc0df7bb.local 9 typ host tcptype active
a=sendrecv
a=end-of-candidates
a=extmap-allow-mixed
a=ice-pwd:fe689845717401412a747da74b470943
a=ice-ufrag:b7be7f59
a=mid:0
a=setup:active
a=sctp-port:5000
a=max-message-size:1073741823
""".replace("\n", "\r\n")
Address: TypeAlias = UUID | IPv4Address | IPv6Address


def _candidate(kind: str, address: Address, port: int) -> IceCandidate:
    if isinstance(address, UUID):
        return IceCandidate(kind, "name", address.bytes, port)
    return IceCandidate(kind, f"ipv{address.version}", address.packed, port)


OFFER: Final = squeeze(CHROMIUM_OFFER, "offer", 0xBEEF)
ANSWER: Final = squeeze(FIREFOX_ANSWER, "answer", 0xBEEF)
PARTS: Final = from_text(OFFER)


def _is_whole(text: str) -> bool:
    """Whether the description that is built from a text has all its parts."""
    description, parts = expand(text), from_text(text)
    again = sdp.parts_of(description.sdp, description.kind, description.id)
    same = replace(again, candidates=()) == replace(parts, candidates=())
    return same and set(again.candidates) == set(parts.candidates)


def test_parts_of_offer_and_answer() -> None:
    assert (
        DescriptionParts(
            "offer",
            0xBEEF,
            "actpass",
            "Tmzu",
            "WenNB/jcdZnyovkREWI5FSKc",
            bytes.fromhex("90E0C17453751BAAB0051F38C8A64D8AEE2A152E8DF31DA29B4B8CF4D9A64BA1"),
            (
                _candidate("host", UUID("ebad37ac-6417-499e-a416-83b1774132ef"), 57232),
                _candidate("host", UUID("fd1e43ce-3ebe-4b9a-bccf-3be9cad4db77"), 48874),
            ),
        )
        == PARTS
    )
    parts = from_text(ANSWER)
    assert (parts.kind, parts.id, parts.setup) == ("answer", 0xBEEF, "active")
    assert (parts.fragment, parts.password) == ("b7be7f59", "fe689845717401412a747da74b470943")
    assert [candidate.port for candidate in parts.candidates] == [54722, 45640]


@pytest.mark.parametrize("text", [OFFER, ANSWER])
def test_text_is_short_and_fits_into_addresses(text: str) -> None:
    assert re.fullmatch(r"w1[A-Za-z0-9_-]{1,150}[A-Za-z]", text)


def test_texts_stay_the_same() -> None:
    """Devices with different versions of the page meet: a change needs a new version digit."""
    assert OFFER == (
        "w1KfMiHeZmEUlQHL_8iOoe0UU475MeW1yyU2YF_Di1_UmMfZ19AWQ4MF0U3UbqrAFHzjIpk2K7ioVLo3"
        "zHaKbS4z02aZLoXCkheSFhEZL6Mp2XXI_wTZ3lgrs5kwX3evHL5F"
    )
    assert ANSWER == (
        "w1TljUtOFu4djfVFRUGUCdzLeXFMmajsETchZ-EawLJVyDBzpF8M30qfZBufZbqjSf-LRjDrN_NoH9kl"
        "mwID7JbB8mp_aOb8e6d8N8dtO98dtba8a6cd6988ee-dPPle8v9vN9tkX3fd6uut"
    )


def test_description_that_is_built() -> None:
    assert (
        expand(OFFER).sdp.replace("\r\n", "\n")
        == """\
v=0
o=- 1 1 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=mid:0
a=ice-ufrag:Tmzu
a=ice-pwd:WenNB/jcdZnyovkREWI5FSKc
a=ice-options:trickle
a=fingerprint:sha-256 90:E0:C1:74:53:75:1B:AA:B0:05:1F:38:C8:A6:4D:8A:EE:2A:15:2E:8D:F3:1D:A2:9B:\
4B:8C:F4:D9:A6:4B:A1
a=setup:actpass
a=sctp-port:5000
a=max-message-size:262144
a=candidate:1 1 udp 2130706175 ebad37ac-6417-499e-a416-83b1774132ef.local 57232 typ host
a=candidate:2 1 udp 2130705919 fd1e43ce-3ebe-4b9a-bccf-3be9cad4db77.local 48874 typ host
"""
    )


def test_answer_takes_the_name_of_the_offers_section() -> None:
    named = CHROMIUM_OFFER.replace("a=mid:0", "a=mid:data")
    assert sdp.mid_of(named) == "data"
    assert sdp.mid_of("a=mid:0\r\na=x") == sdp.mid_of("") == "0"
    built = expand(ANSWER, mid="data").sdp
    assert "a=mid:data\r\n" in built
    assert "a=group:BUNDLE data\r\n" in built


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (
            "1 1 udp 9 192.168.0.7 5000 typ host",
            _candidate("host", IPv4Address("192.168.0.7"), 5000),
        ),
        ("1 1 UDP 9 fd00::2 1 typ host", _candidate("host", IPv6Address("fd00::2"), 1)),
        (
            "1 1 udp 9 203.0.113.9 65535 typ srflx raddr 0.0.0.0 rport 0",
            _candidate("srflx", IPv4Address("203.0.113.9"), 65535),
        ),
        ("1 1 udp 9 127.0.0.1 5000 typ host", None),
        ("1 1 udp 9 ::1 5000 typ host", None),
        ("1 1 udp 9 fe80::1%eth0 5000 typ host", None),
        ("1 1 udp 9 0.0.0.0 5000 typ host", None),
        ("1 1 udp 9 255.255.255.255 5000 typ host", None),
        ("1 1 udp 9 ::ffff:10.0.0.1 5000 typ host", None),
        ("1 1 udp 9 224.0.0.251 5000 typ host", None),
        ("1 1 tcp 9 192.168.0.7 9 typ host tcptype active", None),
        ("1 2 udp 9 192.168.0.7 5000 typ host", None),
        ("1 1 udp x 192.168.0.7 5000 typ host", None),
        ("1 1 udp 9 192.168.0.7 0 typ host", None),
        ("1 1 udp 9 192.168.0.7 65536 typ host", None),
        ("1 1 udp 9 192.168.0.7 -1 typ host", None),
        ("1 1 udp 9 192.168.0.7 5000 typ relay", None),
        ("1 1 udp 9 fd1e43ce-3ebe-4b9a-bccf-3be9cad4db77.local 5 typ srflx", None),
        ("1 1 udp 9 example.org 5000 typ host", None),
        ("1 1 udp 9 printer.local 5000 typ host", None),
        ("1 1 udp", None),
    ],
)
def test_candidates_are_kept_if_they_are_useful(line: str, kept: IceCandidate | None) -> None:
    start = CHROMIUM_OFFER.partition("a=candidate")[0] + CHROMIUM_OFFER.partition("a=ice-ufrag")[2]
    text = squeeze(f"{start}a=ice-ufrag:Tmzu\r\na=candidate:{line}\r\n", "offer", 1)
    assert from_text(text).candidates == ((kept,) if kept else ())
    assert _is_whole(text)


def test_best_candidates_are_kept() -> None:
    many = "".join(f"a=candidate:1 1 udp {n} 10.0.0.{n} 5000 typ host\r\n" for n in range(1, 100))
    text = squeeze(CHROMIUM_OFFER + many + many, "offer", 1)
    kept = from_text(text).candidates
    assert [str(candidate)[-6:] for candidate in kept][2:] == [
        f"0.0.{n}" for n in range(99, 93, -1)
    ]
    assert len(text) < sdp.LONGEST


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("webrtc-datachannel", "111"),
        ("a=setup:actpass", "a=setup:active"),
        ("a=setup:actpass", "a=setup:holdconn"),
        ("a=setup:actpass", ""),
        ("sha-256", "sha-1"),
        (":4B:A1", ""),
        (":4B:A1", ":4B:XY"),
        ("a=ice-ufrag:Tmzu", ""),
        ("a=ice-ufrag:Tmzu", "a=ice-ufrag:Tm u"),
        ("WenNB/jcdZnyovkREWI5FSKc", "short"),
        ("WenNB/jcdZnyovkREWI5FSKc", "A" * 86),
        ("a=sctp-port:5000", "a=sctp-port:5001"),
        ("v=0", "v=0" + " " * sdp.LARGEST),
    ],
)
def test_descriptions_that_lack_something(before: str, after: str) -> None:
    assert before in CHROMIUM_OFFER
    with pytest.raises(CacaoError, match="description"):
        squeeze(CHROMIUM_OFFER.replace(before, after), "offer", 1)


@pytest.mark.parametrize("text", [OFFER, ANSWER])
def test_damaged_character_is_found(text: str) -> None:
    for at in range(len(text)):
        for character in (*link.ALPHABET, " ", "é", "\n", "="):
            if character != text[at]:
                with pytest.raises(BadLink):
                    expand(text[:at] + character + text[at + 1 :])


@pytest.mark.parametrize("text", [OFFER, ANSWER])
def test_parts_cut_off_added_or_swapped_are_found(text: str) -> None:
    wrong = [text[:end] for end in range(len(text))] + [text[start:] for start in range(1, 9)]
    wrong += [text + character for character in link.ALPHABET] + [text * 2, text * 10_000]
    swaps = (text[:at] + text[at + 1] + text[at] + text[at + 2 :] for at in range(len(text) - 1))
    wrong += [swapped for swapped in swaps if swapped != text]
    for each in wrong:
        with pytest.raises(BadLink):
            expand(each)


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_is_no_description(junk: Any) -> None:
    with pytest.raises(BadLink):
        expand(junk)


@given(st.integers(0, 1 << 1500))
def test_number_with_the_right_check_is_harmless(number: int) -> None:
    _look(sdp.SEAL.text(number))


@given(st.binary(min_size=60, max_size=200))
def test_changed_parts_with_the_right_check_are_harmless(noise: bytes) -> None:
    start = link.from_digits(OFFER[2:-5]) & ((1 << 430) - 1)
    _look(sdp.SEAL.text(start | int.from_bytes(noise, "big") << 430))


def _look(text: str) -> None:
    """Whatever is accepted gives a description with known lines only."""
    try:
        description = expand(text)
    except BadLink as error:
        assert str(error)
        return
    assert to_text(from_text(text)) == text
    assert _is_whole(text)
    for line in description.sdp.split("\r\n"):
        assert re.fullmatch(r"[vostmca]=[\w :/+.=-]*|", line, re.A)


_WORDS: Final = st.text(sdp._ICE, min_size=4, max_size=35)
_ADDRESSES: Final = st.uuids() | st.ip_addresses()


@st.composite
def _any_parts(draw: st.DrawFn) -> DescriptionParts:
    kind: Kind = draw(st.sampled_from(sdp._KINDS))
    addresses = draw(st.lists(_ADDRESSES, max_size=8))
    candidates = []
    for address in addresses:
        kinds = ["host"] if isinstance(address, UUID) else ["host", "srflx"]
        place = _candidate(draw(st.sampled_from(kinds)), address, draw(st.integers(1, 65535)))
        candidates += [place] * place.is_useful
    return DescriptionParts(
        kind,
        draw(st.integers(0, sdp.IDS - 1)),
        draw(st.sampled_from(sdp._SETUPS[kind])),
        draw(_WORDS),
        draw(st.text(sdp._ICE, min_size=22, max_size=85)),
        draw(st.binary(min_size=32, max_size=32)),
        tuple(dict.fromkeys(candidates)),
    )


@given(_any_parts())
def test_round_trip(parts: DescriptionParts) -> None:
    text = to_text(parts)
    assert from_text(text) == parts
    assert _is_whole(text)


@given(st.ip_addresses())
def test_addresses_are_those_of_the_standard_library(address: Address) -> None:
    assert not isinstance(address, UUID)
    for name in (str(address), address.exploded):
        assert sdp._address(name) == (f"ipv{address.version}", address.packed)
    candidate = _candidate("host", address, 1)
    assert ip_address(str(candidate)) == address
    if candidate.is_useful:
        assert not any((address.is_loopback, address.is_multicast, address.is_unspecified))


@given(st.text("0123456789abcdefg:.%", max_size=45))
def test_names_that_are_no_addresses_are_not_read_as_such(name: str) -> None:
    form, address = sdp._address(name)
    if form:
        assert str(ip_address(address)) == str(ip_address(name))


def test_kept_end_is_opened_with_its_name_and_password() -> None:
    """Those of Firefox in Chromium's description; all else, line ends too, stays Chromium's."""
    kept = sdp.parts_of(FIREFOX_ANSWER, "answer", 7)
    made = sdp.parts_of(CHROMIUM_OFFER, "offer", 7)
    named = sdp.with_names(CHROMIUM_OFFER, kept)
    wanted = replace(made, fragment=kept.fragment, password=kept.password)
    assert sdp.parts_of(named, "offer", 7) == wanted != made
    assert named.count("\r\n") == named.count("\n") == CHROMIUM_OFFER.count("\n")
