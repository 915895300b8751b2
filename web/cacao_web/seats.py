"""Who sits where: a person, or a computer of some level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cacao_core import CacaoError, ai

PERSON: Final = "person"
COMPUTER: Final = "medium"
"""The level that the page offers as long as there is only one."""
KINDS: Final = (PERSON, *ai.LEVELS)


class Sitter(NamedTuple):
    """A seat's name and kind: ``person``, or a level of the artificial player."""

    name: str
    kind: str = PERSON

    @property
    def is_person(self) -> bool:
        """Whether somebody has to decide by hand."""
        return self.kind == PERSON


def sitters(names: Sequence[str], kinds: Sequence[str]) -> tuple[Sitter, ...]:
    """Sitters from names and kinds.

    Raises:
        CacaoError: a kind that does not exist, or not one for each name.
    """
    if len(names) != len(kinds):
        raise CacaoError(f"{len(kinds)} kinds of players for {len(names)} seats")
    for kind in kinds:
        if kind not in KINDS:
            raise CacaoError(f"kind of player {kind!r:.40}: expected {', '.join(KINDS)}")
    return tuple(map(Sitter, names, kinds))
