"""Games between devices without a server, in which nobody can know or influence what is hidden.

The protocol, and why it holds, is in docs/fair.md. What devices leave at a relay is in
docs/relay.md.

>>> from cacao_core import fair
>>> ana = fair.Device.host(players=2, seats=(0,), names=("Ana", "Bo"))
>>> fair.look(ana.message()).free_seats
(1,)
"""

from cacao_core.fair.device import Device
from cacao_core.fair.errors import Cheating, SeatTaken, TooLate
from cacao_core.fair.gathering import invitation_of, only_own
from cacao_core.fair.glimpse import Glimpse, look
from cacao_core.fair.relay import NO_PEN, Parcel, Pen, RelayKeys, read_pen, read_seat_code, unpack
from cacao_core.fair.signatures import NoSignatures

__all__ = [
    "NO_PEN",
    "Cheating",
    "Device",
    "Glimpse",
    "NoSignatures",
    "Parcel",
    "Pen",
    "RelayKeys",
    "SeatTaken",
    "TooLate",
    "invitation_of",
    "look",
    "only_own",
    "read_pen",
    "read_seat_code",
    "unpack",
]
