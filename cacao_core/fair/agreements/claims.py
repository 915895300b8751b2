"""Claims of new devices to the seats of lost ones (docs/fair.md, "A new device")."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from cacao_core.fair.hashes import Secrets, digest
from cacao_core.fair.signatures import is_key, is_signed
from cacao_core.fair.table import Party

MOST_CLAIMS: Final = 4
"""Only the newest claims are remembered: anybody who watches can make one."""


@dataclass(frozen=True)
class Claim:
    """A new device that wants the seats of another one, with all that replaces that one's own."""

    device: int
    """Number of the device whose seats it wants."""
    key: bytes
    root: bytes
    """The commitment to its chain, "link -1"."""
    commitment: bytes
    """To its private value."""
    signature: bytes = field(default=b"", compare=False)

    @classmethod
    def of(cls, secrets: Secrets, device: int, roster: bytes) -> Claim:
        """The claim of a device with these secrets, given the hash of the list of players."""
        claim = cls(device, secrets.key, secrets.root, secrets.commitment)
        return replace(claim, signature=secrets.sign("claim", *claim._fields(roster)))

    def hash(self, roster: bytes) -> bytes:
        """A hash of all but the signature, 32 bytes."""
        return digest("claim", *self._fields(roster))

    def is_signed(self, roster: bytes) -> bool:
        """Whether its own device has signed it."""
        return is_key(self.key) and is_signed(self.key, self.hash(roster), self.signature)

    def party(self, lost: Party) -> Party:
        """The device in the place of the lost one: it has the same seats and names."""
        return replace(
            lost, key=self.key, root=self.root, commitment=self.commitment, signature=b""
        )

    def _fields(self, roster: bytes) -> tuple[bytes | int, ...]:
        return roster, self.device, self.key, self.root, self.commitment
