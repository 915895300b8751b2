"""The signed statements of devices about a running game, and doubts after a restoration.

A device in doubt asks: it signs its newest statement again, with fresh bytes. Another one answers
in its own next statement, which also says which statement of the asking device it knows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cacao_core.fair.agreements.claims import Claim
from cacao_core.fair.hashes import digest

QUESTION: Final = 8
"""Bytes of a question, and of an answer."""
SERIALS: Final = 1 << 32
"""One more than the last number of a statement that says the same again."""


@dataclass(frozen=True)
class Statement:
    """A device's signed statement about a game: its knowledge, and the secrets that it shows.

    Two are compared by their content, never by their signatures.
    """

    count: int
    """Number of moves that it knows; the signature covers them."""
    link: int
    """Number of its newest link."""
    value: bytes
    """That link."""
    private: bytes | None
    """Its private value, once shown."""
    serial: int = 0
    """The number of times that it has said this before, with other questions and answers."""
    question: bytes = b""
    """The question of a device that may have forgotten something; else empty."""
    answers: tuple[bytes, ...] = ()
    """For each device the answer to its question, or nothing; empty if there are none."""
    signature: bytes = field(default=b"", compare=False)

    @property
    def order(self) -> tuple[int, int, bool, int]:
        """Of two statements of a device, the one with the lower order is old."""
        return (*self.standing, self.serial)

    @property
    def standing(self) -> tuple[int, int, bool]:
        """The part about the game, as far as that decides which statement is old."""
        return self.count, self.link, self.private is not None

    @property
    def is_plain(self) -> bool:
        """Whether it neither asks nor answers, and never has."""
        return not (self.serial or self.question or self.answers)

    def answer_to(self, device: int) -> bytes:
        """Its answer to a device; empty if there is none."""
        return self.answers[device] if self.answers else b""

    def fields(
        self, game: bytes, roster: bytes, device: int, history: bytes
    ) -> tuple[bytes | int, ...]:
        """The fields that are signed.

        Args:
            game: G.
            roster: R.
            device: number of the device.
            history: the hash of the moves.
        """
        about = game, roster, device, self.count, history
        answers = b"".join(answer or bytes(QUESTION) for answer in self.answers)
        asked = self.serial.to_bytes(4, "big"), self.question, answers
        return *about, self.link, self.value, self.private or b"", *asked

    def answered(self, history: bytes, question: bytes) -> bytes:
        """The answer to a question of its device, from one that knows this statement.

        Args:
            history: the hash of the moves that it covers.
            question: of its device.
        """
        shown = self.link, self.value, self.private or b""
        return digest("answer", question, self.count, history, *shown)[:QUESTION]


@dataclass(frozen=True)
class Succession:
    """The agreement that the seats of the device for which a game waited pass on."""

    at: int
    """Number of moves before it."""
    draws: bool
    """Whether a draw was awaited."""
    statements: tuple[Statement | None, ...]
    """Of each device the one in which it agrees; None of those that have no seats then.

    If the seats are given to a new device, also the last one of the lost one."""
    claim: Claim | None = None
    """The new device that gets the seats; None if they pass on to a computer."""


@dataclass(frozen=True)
class SignedCourse:
    """One course of a game, and what the devices have signed about it."""

    statements: tuple[Statement | None, ...]
    """Of each device the newest; None if it has shown nothing."""
    count: int
    """Number of moves; each succession is one of them."""
    moves: int
    """The moves as one number in mixed radix, the first least significant."""
    successions: tuple[Succession, ...] = ()
    """In their order."""
    claims: tuple[Claim, ...] = ()
    """Those of new devices to which seats may be given next."""

    @property
    def is_newer(self) -> bool:
        """Whether only programs can read it that know of new devices."""
        return bool(self.claims) or any(one.claim for one in self.successions)
