"""Descriptions of WebRTC data channels as short texts that are valid in URLs (docs/live.md).

A description (SDP, RFC 8866) is a kilobyte of text. What differs between two of them is about 100
bytes: :class:`DescriptionParts`. They are the number of a sealed text, in mixed radix. The
description that is built from a text contains only these parts and fixed lines, so that nobody can
add to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from cacao_core.errors import BadLink, CacaoError, describe
from cacao_core.fair.messages.digits import Reader, Writer
from cacao_core.fair.messages.seal import Seal

Kind: TypeAlias = Literal["offer", "answer"]

SEAL: Final = Seal("w", "1", "live", "invitation to play live")
LONGEST: Final = 512
"""Length limit of a text."""
LARGEST: Final = 100_000
"""Length limit of a description of the browser."""
IDS: Final = 1 << 16
"""Number of different ids."""
MID: Final = "0"
"""The usual name of the data channel's section."""

_ICE: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
"""``ice-char`` of RFC 8839."""
_FRAGMENT: Final = (4, 36)
_PASSWORD: Final = (22, 86)
"""Shortest length, and the first that is too long."""
_HASH: Final = 32
_PORTS: Final = 1 << 16
_MOST: Final = 8
"""Number of candidates that are kept, the best first."""
_SORTS: Final = (
    ("host", "name"),
    ("host", "ipv4"),
    ("host", "ipv6"),
    ("srflx", "ipv4"),
    ("srflx", "ipv6"),
)
_BYTES: Final = {"name": 16, "ipv4": 4, "ipv6": 16}
_PREFERENCE: Final = {"host": 126, "srflx": 100}
_MDNS: Final = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.local", re.I)
_IPV4: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_GROUP: Final = re.compile("[0-9a-fA-F]{1,4}")
_SETUPS: Final[dict[Kind, tuple[str, ...]]] = {
    "offer": ("actpass",),
    "answer": ("active", "passive"),
}
_KINDS: Final[tuple[Kind, ...]] = ("offer", "answer")


@dataclass(frozen=True)
class IceCandidate:
    """An address at which a device can perhaps be reached."""

    kind: str  # ``host``, its own address, or ``srflx``, the address that a STUN server has seen
    form: str  # ``ipv4``, ``ipv6``, or ``name``: a UUID that hides one in its network (mDNS)
    address: bytes  # its 4 or 16 bytes
    port: int  # of UDP

    @property
    def is_useful(self) -> bool:
        """Whether other devices may be reached there."""
        if self.kind != "host" and self.form == "name":
            return False
        return 0 < self.port < _PORTS and not self._leads_nowhere()

    def _leads_nowhere(self) -> bool:
        """Whether it is for this device only, for many, or for nobody (RFC 6890)."""
        first, second = self.address[:2]
        if self.form == "ipv4":
            return first in (0, 127) or first >= 224
        inside = self.form == "ipv6" and not any(self.address[:8])  # such as ::1, ::ffff:127.0.0.1
        return inside or (
            self.form == "ipv6" and (first == 255 or (first, second >> 6) == (254, 2))
        )

    def __str__(self) -> str:
        if self.form == "ipv4":
            return ".".join(map(str, self.address))
        digits = self.address.hex()
        if self.form == "ipv6":
            return ":".join(f"{int(digits[at : at + 4], 16):x}" for at in range(0, 32, 4))
        parts = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
        return "-".join(parts) + ".local"


@dataclass(frozen=True)
class DescriptionParts:
    """The parts of a description that differ."""

    kind: Kind  # whether it is an offer or an answer
    id: int  # of the offer; its answer repeats it
    setup: str  # which side begins to encrypt (RFC 8842)
    fragment: str  # user name for ICE (``ice-ufrag``)
    password: str  # for ICE (``ice-pwd``)
    fingerprint: bytes  # SHA-256 of the device's certificate
    candidates: tuple[IceCandidate, ...]  # the best first


@dataclass(frozen=True)
class Description:
    """A description for the browser."""

    kind: Kind  # whether it is an offer or an answer
    id: int  # of the offer; its answer repeats it
    sdp: str


# --- The browser's descriptions ------------------------------------------------------------------


def squeeze(sdp: str, kind: Kind, id: int) -> str:
    """The text of a description whose candidates are complete.

    Raises:
        CacaoError: the description lacks something, or is not one of a data channel.
    """
    return to_text(parts_of(sdp, kind, id))


def expand(text: object, mid: str = MID) -> Description:
    """The description of a text.

    Args:
        mid: name of the data channel's section; an answer must have the offer's.

    Raises:
        BadLink: it is damaged, cut off, foreign, or of an unknown version.
    """
    parts = from_text(text)
    setup = parts.setup
    fingerprint = parts.fingerprint.hex(":").upper()
    lines = (
        "v=0",
        "o=- 1 1 IN IP4 127.0.0.1",
        "s=-",
        "t=0 0",
        f"a=group:BUNDLE {mid}",
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "c=IN IP4 0.0.0.0",
        f"a=mid:{mid}",
        f"a=ice-ufrag:{parts.fragment}",
        f"a=ice-pwd:{parts.password}",
        "a=ice-options:trickle",
        f"a=fingerprint:sha-256 {fingerprint}",
        f"a=setup:{setup}",
        "a=sctp-port:5000",
        "a=max-message-size:262144",
    )
    places = (_line(place, candidate) for place, candidate in enumerate(parts.candidates, 1))
    sdp = "".join(f"{line}\r\n" for line in (*lines, *places))
    return Description(parts.kind, parts.id, sdp)


def with_names(sdp: str, parts: DescriptionParts) -> str:
    """A description of this browser with the user name and password for ICE of another one."""
    named = re.sub(r"^a=ice-ufrag:[^\r\n]*", f"a=ice-ufrag:{parts.fragment}", sdp, flags=re.M)
    return re.sub(r"^a=ice-pwd:[^\r\n]*", f"a=ice-pwd:{parts.password}", named, flags=re.M)


def mid_of(sdp: str) -> str:
    """Name of the data channel's section in a description of this browser."""
    match = re.search(r"^a=mid:([\w-]{1,32})\s*$", sdp, re.M | re.A)
    return match[1] if match else MID


def _line(place: int, candidate: IceCandidate) -> str:
    """A candidate in SDP (RFC 8839, 5.1)."""
    local = 65535 - place
    priority = (_PREFERENCE[candidate.kind] << 24) + (local << 8) + 255
    text = f"a=candidate:{place} 1 udp {priority} {candidate} {candidate.port} typ {candidate.kind}"
    if candidate.kind == "host":
        return text
    base = "::" if candidate.form == "ipv6" else "0.0.0.0"  # noqa: S104  # hidden
    return f"{text} raddr {base} rport 0"


def parts_of(sdp: str, kind: Kind, id: int) -> DescriptionParts:
    """The parts of a description that differ.

    Raises:
        CacaoError: the description lacks something, or is not one of a data channel.
    """
    if len(sdp) > LARGEST or "webrtc-datachannel" not in sdp:
        raise CacaoError("this is not the description of a data channel")
    values: dict[str, str] = {}
    candidates = []
    for line in sdp.splitlines():
        name, _colon, value = line.strip().removeprefix("a=").partition(":")
        if name == "candidate":
            candidates.append(value)
        elif line.startswith("a="):
            values.setdefault(name, value.strip())
    setup, fragment = values.get("setup", ""), values.get("ice-ufrag", "")
    password = values.get("ice-pwd", "")
    parts = DescriptionParts(
        kind, id, setup, fragment, password, fingerprint_of(sdp), _best(candidates)
    )
    if setup not in _SETUPS[kind]:
        raise CacaoError(f"the description of an {kind} has the setup {describe(setup)}")
    if values.get("sctp-port", "5000") != "5000":
        raise CacaoError(f"the description has the port {describe(values['sctp-port'])}")
    for text, (shortest, end) in ((fragment, _FRAGMENT), (password, _PASSWORD)):
        if not shortest <= len(text) < end or not set(text) <= set(_ICE):
            raise CacaoError("the description has an unusual name or password for ICE")
    return parts


def fingerprint_of(sdp: str) -> bytes:
    """SHA-256 of the certificate in a description.

    Raises:
        CacaoError: it has none.
    """
    match = re.search(r"^a=fingerprint:(.*?)\s*$", sdp[:LARGEST], re.M)
    kind, _space, digits = (match[1] if match else "").partition(" ")
    try:
        fingerprint = bytes.fromhex(digits.replace(":", ""))
    except ValueError:
        fingerprint = b""
    if kind.lower() != "sha-256" or len(fingerprint) != _HASH:
        raise CacaoError("the description has no fingerprint of SHA-256")
    return fingerprint


def _best(lines: Iterable[str]) -> tuple[IceCandidate, ...]:
    """The usable candidates, the best first."""
    priorities: dict[IceCandidate, int] = {}
    for line in lines:
        fields = line.split()
        candidate = _candidate(fields) if len(fields) >= 8 else None
        if candidate and fields[3].isdecimal():
            priorities.setdefault(candidate, int(fields[3][:10]))
    return tuple(sorted(priorities, key=lambda each: -priorities[each])[:_MOST])


def _candidate(fields: Sequence[str]) -> IceCandidate | None:
    """A candidate from the fields of its line; None if other devices cannot use it."""
    _foundation, component, transport, _priority, name, port, _typ, kind = fields[:8]
    form, address = _address(name)
    usable = component == "1" and transport.lower() == "udp" and (kind, form) in _SORTS
    if not usable or not re.fullmatch("[0-9]{1,5}", port):
        return None
    candidate = IceCandidate(kind, form, address, int(port))
    return candidate if candidate.is_useful else None


def _address(name: str) -> tuple[str, bytes]:
    """The form and the bytes of an address; an empty form if it is none."""
    if match := _MDNS.fullmatch(name):
        return "name", bytes.fromhex(match[1].replace("-", ""))
    if _IPV4.fullmatch(name):
        numbers = [int(part) for part in name.split(".")]
        return ("ipv4", bytes(numbers)) if max(numbers) < 256 else ("", b"")
    start, gap, end = name.partition("::")
    before, after = (half.split(":") if half else [] for half in (start, end))
    missing = 8 - len(before) - len(after)
    groups = [*before, *["0"] * missing * bool(gap), *after]
    if len(groups) == 8 and all(map(_GROUP.fullmatch, groups)):
        return "ipv6", b"".join(int(group, 16).to_bytes(2, "big") for group in groups)
    return "", b""


# --- Texts ---------------------------------------------------------------------------------------


def to_text(parts: DescriptionParts) -> str:
    writer = Writer()
    writer.put(_KINDS.index(parts.kind), len(_KINDS))
    writer.put(parts.id, IDS)
    setups = _SETUPS[parts.kind]
    writer.put(setups.index(parts.setup), len(setups))
    _put_word(writer, parts.fragment, _FRAGMENT)
    _put_word(writer, parts.password, _PASSWORD)
    writer.put_bytes(parts.fingerprint)
    writer.put(len(parts.candidates), _MOST + 1)
    for candidate in parts.candidates:
        writer.put(_SORTS.index((candidate.kind, candidate.form)), len(_SORTS))
        writer.put_bytes(candidate.address)
        writer.put(candidate.port, _PORTS)
    return SEAL.text(writer.number())


def _put_word(writer: Writer, word: str, lengths: tuple[int, int]) -> None:
    shortest, end = lengths
    writer.put(len(word) - shortest, end - shortest)
    for character in word:
        writer.put(_ICE.index(character), len(_ICE))


def from_text(text: object) -> DescriptionParts:
    """The parts of a text.

    Raises:
        BadLink: it is damaged, cut off, foreign, or of an unknown version.
    """
    reader = Reader(SEAL.number(text, LONGEST))
    parts = _taken(reader)
    if reader.number or to_text(parts) != text:
        raise BadLink("invitation to play live: more in it than belongs there")
    return parts


def _taken(reader: Reader) -> DescriptionParts:
    kind = _KINDS[reader.take(len(_KINDS))]
    id = reader.take(IDS)
    setups = _SETUPS[kind]
    setup = setups[reader.take(len(setups))]
    fragment, password = _take_word(reader, _FRAGMENT), _take_word(reader, _PASSWORD)
    fingerprint = reader.take_bytes(_HASH)
    count = reader.take(_MOST + 1)
    candidates = tuple(_take_candidate(reader) for _ in range(count))
    return DescriptionParts(kind, id, setup, fragment, password, fingerprint, candidates)


def _take_word(reader: Reader, lengths: tuple[int, int]) -> str:
    shortest, end = lengths
    length = shortest + reader.take(end - shortest)
    return "".join(_ICE[reader.take(len(_ICE))] for _ in range(length))


def _take_candidate(reader: Reader) -> IceCandidate:
    kind, form = _SORTS[reader.take(len(_SORTS))]
    candidate = IceCandidate(kind, form, reader.take_bytes(_BYTES[form]), reader.take(_PORTS))
    if not candidate.is_useful:
        raise BadLink("invitation to play live: an address in it leads nowhere")
    return candidate
