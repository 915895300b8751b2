"""The joins that a host has seated before the game, and those refused, as it has signed that."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from cacao_core.fair.hashes import Secrets, digest
from cacao_core.fair.signatures import is_signed
from cacao_core.fair.table import Invitation, Party

REFUSAL: Final = 8
"""Bytes of its key by which a device is refused."""
MOST_REFUSALS: Final = 32
"""Only the last refusals are told; who was refused before may ask once more."""
NUMBERS: Final = 1 << 16


@dataclass(frozen=True)
class Seating:
    """One version of that list. Of two, the one with the higher number counts."""

    number: int = 0
    """Of this version; 0 for the first one, in which nobody is seated or refused."""
    seated: tuple[Party, ...] = ()
    """The devices that have joined, by seats."""
    refused: tuple[bytes, ...] = ()
    """The beginnings of the keys of those that were refused, the last one at the end."""
    signature: bytes = field(default=b"", compare=False)

    def signed(self, secrets: Secrets, game: bytes) -> Seating:
        """The same list, signed by the host."""
        return replace(self, signature=secrets.sign("seating", *self._fields(game)))

    def is_signed(self, invitation: Invitation) -> bool:
        """Whether the host of an invitation has signed it; the first version needs no signature."""
        if not self.number:
            return not (self.seated or self.refused)
        signed = digest("seating", *self._fields(invitation.game))
        return is_signed(invitation.host.key, signed, self.signature)

    def refuses(self, party: Party) -> bool:
        """Whether a device was refused."""
        return party.key[:REFUSAL] in self.refused

    def _fields(self, game: bytes) -> tuple[bytes | int, ...]:
        seated = b"".join(party.to_bytes() for party in self.seated)
        return game, self.number, seated, b"".join(self.refused)


NOBODY: Final = Seating()
"""The first version, which needs no signature."""
