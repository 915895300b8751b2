"""Facts about a saved game besides deal, moves and players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

LONGEST_TITLE: Final = 60
_LONGEST_TEXT: Final = 100
_TEXTS: Final = ("created", "title", "feature", "key", "beaten")
_FLAGS: Final = ("replayed", "real", "hinted", "watched")


class Origin(NamedTuple):
    """The feature that started a game and counts it; empty texts for an ordinary game."""

    feature: str = ""  # name of the feature
    key: str = ""  # the feature's name for the game, such as a date or the name of a match


class Chapter(NamedTuple):
    """The place of a game in a study: games of one file, which belong together."""

    study: str = ""  # name of the study; empty if the game is in none
    title: str = ""  # title of the study
    number: int = 0  # of the chapter, from 1

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Chapter:
        """The stored chapter; nothing if it is damaged."""
        study, title = _text(data.get("study")), _text(data.get("study_title"))
        number = _text(data.get("chapter"))
        if not (study and number.isascii() and number.isdigit()):
            return cls()
        return cls(study, title[:LONGEST_TITLE], int(number))

    def told(self) -> dict[str, str]:
        """The chapter as it is stored."""
        data = {"study": self.study, "study_title": self.title, "chapter": str(self.number)}
        return data if self.study else {}


class About(NamedTuple):
    """Facts about a game besides deal, moves and players; all texts may be empty."""

    created: str = ""  # when it was started or imported, ISO 8601, UTC
    title: str = ""  # the person's title for it
    origin: Origin = Origin()  # the feature that counts it
    replayed: bool = False
    """Whether turns were played again with knowledge of what had come after them."""
    real: bool = False  # whether it is played with real tiles, and written down here
    hinted: bool = False  # whether hints were asked for
    watched: bool = False  # whether others play or have played it, and nobody here
    chapter: Chapter = Chapter()  # where it stands in a study
    before: tuple[str, ...] | None = None
    """The saved games of its match with other devices that count, in order; None without one."""
    beaten: str = ""
    """The seats of the friends whom the person here has beaten in it for the first time."""

    @classmethod
    def of(cls, data: Mapping[str, object]) -> About:
        """Stored facts; values of a wrong type count as missing."""
        texts = {name: _text(data.get(name)) for name in _TEXTS}
        origin = Origin(texts["feature"], texts["key"]) if texts["feature"] else Origin()
        title = texts["title"][:LONGEST_TITLE]
        flags = {name: bool(data.get(name)) for name in _FLAGS}
        before = tuple(_text(data.get("before")).split()) if data.get("match") else None
        return cls(texts["created"], title, origin, chapter=Chapter.of(data), before=before,
                   beaten=texts["beaten"], **flags)  # fmt: skip

    def key_of(self, feature: str) -> str:
        """A feature's name for the game; empty if the game does not belong to the feature."""
        return self.origin.key if self.origin.feature == feature else ""

    @property
    def tells_strength(self) -> bool:
        """Whether its result says how well a person plays against computers on the page.

        Lessons, games with turns that were played again, and those with real tiles do not.
        """
        return not (self.key_of("lesson") or self.replayed or self.real)

    def number_of(self, feature: str) -> int:
        """The same as a number from 1; 0 if the game does not belong to the feature."""
        key = self.key_of(feature)
        return int(key) if key.isascii() and key.isdigit() and len(key) < _LONGEST_TEXT else 0

    def of_copy(self, now: str) -> About:
        """The facts about a copy of the game, which no feature counts; it is in no study."""
        return self._replace(created=now, origin=Origin(), chapter=Chapter(), before=None,
                             beaten="")  # fmt: skip

    def told(self) -> dict[str, str]:
        """The facts to store."""
        texts = {"created": self.created, "title": self.title, "beaten": self.beaten}
        texts |= self.origin._asdict()
        texts |= {name: "yes" if getattr(self, name) else "" for name in _FLAGS}
        if self.before is not None:
            texts |= {"match": "yes", "before": " ".join(self.before)}
        return {name: value for name, value in texts.items() if value} | self.chapter.told()


def _text(value: object) -> str:
    return value[:_LONGEST_TEXT] if isinstance(value, str) else ""


ORDINARY: Final = About()
"""The facts about a game that no feature counts."""
