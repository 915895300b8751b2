"""Sealed texts: a mark, a version, one whole number in base 64, and five check digits."""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core.errors import BadLink, OtherVersion, describe
from cacao_core.formats import link

_CHECK_DIGITS: Final = 4
_LETTERS: Final = 52


class Seal(NamedTuple):
    """The properties that texts of one sort share."""

    mark: str
    """The first character, which no text of another sort has."""
    version: str
    domain: str
    """Goes into the hash of the check digits, so that no text passes for one of another sort."""
    name: str
    """The name of such a text in errors."""

    def text(self, number: int) -> str:
        """The text of a number."""
        text = self.mark + self.version + link.to_digits(number)
        return text + self._check(text)

    def number(self, text: object, longest: int) -> int:
        """The number of a text up to a length.

        Raises:
            BadLink: it is damaged, cut off, foreign, or of an unknown version.
        """
        if type(text) is not str:
            raise BadLink(f"{self.name}: expected text, not {describe(text)}")
        if text[:1] != self.mark or len(text) > longest:
            raise BadLink(f"{describe(text)} is no {self.name}")
        if text[1:2] != self.version:
            raise OtherVersion(
                f"{self.name} of version {describe(text[1:2])}: expected {self.version}; "
                "reload the page"
            )
        body, check = text[: -_CHECK_DIGITS - 1], text[-_CHECK_DIGITS - 1 :]
        if not body[2:] or not link.VALUE.keys() >= set(body[2:]) or check != self._check(body):
            raise BadLink(f"{self.name}: the check digits do not fit; it is damaged or cut off")
        number = link.from_digits(body[2:])
        if link.to_digits(number) != body[2:]:
            raise BadLink(f"{self.name}: not in the shortest form")
        return number

    def _check(self, text: str) -> str:
        """The last is a letter, because programs that find links cut other characters off."""
        number = link.hashed(f"{self.domain}:{text}")
        return link.lowest_digits(number, _CHECK_DIGITS) + link.ALPHABET[(number >> 40) % _LETTERS]
