"""Games between devices without a server, in which nobody can know or influence what is hidden.

The protocol, and why it holds, is in docs/fair.md. What devices leave at a relay is in
docs/relay.md.

>>> from cacao_core import fair
>>> ana = fair.Device.host(players=2, seats=(0,), names=("Ana", "Bo"))
>>> fair.look(ana.message()).free_seats
(1,)
"""

from cacao_core.fair.device import Device
from cacao_core.fair.errors import Cheating, Refused, SeatTaken, TooLate
from cacao_core.fair.messages.gathering import Join, as_signed, invitation_of, joins_in
from cacao_core.fair.messages.glimpse import Glimpse, look
from cacao_core.fair.messages.relay import (
    NO_PEN,
    Parcel,
    Pen,
    RelayKeys,
    read_pen,
    read_seat_code,
    unpack,
)
from cacao_core.fair.parts.giving import Asked
from cacao_core.fair.signatures import NoSignatures

__all__ = [
    "NO_PEN",
    "Asked",
    "Cheating",
    "Device",
    "Glimpse",
    "Join",
    "NoSignatures",
    "Parcel",
    "Pen",
    "Refused",
    "RelayKeys",
    "SeatTaken",
    "TooLate",
    "as_signed",
    "invitation_of",
    "joins_in",
    "look",
    "read_pen",
    "read_seat_code",
    "unpack",
]
