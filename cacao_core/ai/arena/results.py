"""The games of a tournament, in memory and in a file that survives interruptions.

The file is JSON Lines: the first line identifies the tournament, every other line is one game,
written as soon as it is finished. A damaged line loses only its own game.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TypeAlias

import cacao_core
from cacao_core.ai.arena.contestant import Contestant
from cacao_core.ai.arena.match import Forfeit, PlayedGame
from cacao_core.deal import is_whole
from cacao_core.errors import CacaoError
from cacao_core.goods import SCORE_PARTS, Score
from cacao_core.rules import BASE, Rules

FORMAT: Final = "cacao-arena"
VERSION: Final = 1

Header: TypeAlias = "dict[str, Any]"
"""The first line of a file."""

_DIFFERENCES: Final = {
    "version": "version of the file format differs",
    "cacao_core": "version of cacao_core differs",
    "code": "sources of cacao_core differ",
    "players": "number of players differs",
    "rules": "rules differ",
    "contestants": "contestants differ",
}


@dataclass(frozen=True)
class Results:
    """Games that were played."""

    players: int
    """Seats of each game."""
    contestants: tuple[str, ...]
    """Their names, in the order they were given."""
    games: tuple[PlayedGame, ...]
    """In the order of deals and their numbers."""
    scheduled: int
    """Number of all games; more than in ``games`` after an interruption."""
    rules: str = BASE.name
    """The name of the rules of all games."""

    @property
    def deals(self) -> int:
        """Number of different deals."""
        return len({played.deal for played in self.games})

    @property
    def parts(self) -> tuple[str, ...]:
        """The sources of gold in these games, and the cacao that breaks ties."""
        return tuple(self.games[0].scores[0]) if self.games else SCORE_PARTS

    @property
    def complete(self) -> bool:
        """Whether no game is missing."""
        return len(self.games) == self.scheduled


def header(contestants: Sequence[Contestant], players: int, rules: Rules) -> Header:
    """Identifies a tournament: games with the same header may share a file."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "cacao_core": cacao_core.__version__,
        "code": _code(),
        "players": players,
        "rules": rules.name,
        "contestants": [
            {"name": c.name, "source": c.origin, "budget": c.budget, "digest": c.digest}
            for c in contestants
        ],
    }


@cache
def _code() -> str:
    """Hash of the code of the rules and the levels, so that results of two versions do not mix."""
    digest = hashlib.sha256()
    for file in _sources(files(cacao_core)):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name not in ("arena", "__pycache__"):
            yield from _sources(entry)
        elif entry.name.endswith(".py"):
            yield entry


def load(path: str | os.PathLike[str]) -> Results:
    """The games of a file, of any contestants.

    Raises:
        CacaoError: it cannot be read, or is not a file of an arena.
    """
    header, games, _damaged = _read(Path(path))
    names = tuple(each["name"] for each in header["contestants"])
    ordered = tuple(games[key] for key in sorted(games))
    return Results(header["players"], names, ordered, len(ordered), header["rules"])


class ResultsLog:
    """The file of one tournament: its games so far, and a way to add more.

    Args:
        path: the file; created if it does not exist.
        expected: header of the tournament.

    Raises:
        CacaoError: the file is of another tournament, or cannot be read or written.
    """

    def __init__(self, path: str | os.PathLike[str], expected: Header) -> None:
        self.path = Path(path)
        self.games: dict[tuple[int, int], PlayedGame] = {}
        """(deal, number) -> the game."""
        damaged = True
        if self.path.exists() and not self.path.is_file():
            raise CacaoError(f"{self.path} is no file: take another name")
        if self.path.exists():
            header, self.games, damaged = _read(self.path)
            _check_same(self.path, header, expected)
        try:
            if damaged:
                self._rewrite(expected)
            self._file = self.path.open("a", encoding="utf-8")
        except OSError as error:
            raise CacaoError(f"{self.path} cannot be written: {error.strerror}") from None

    def add(self, played: PlayedGame) -> None:
        """Write a game to the file, at once."""
        self.games[played.key] = played
        try:
            self._file.write(_line(as_json(played)))
            self._file.flush()
        except OSError as error:
            raise CacaoError(f"{self.path} cannot be written: {error.strerror}") from None

    def _rewrite(self, expected: Header) -> None:
        """Write the file again with all its readable games; it is replaced in one step."""
        lines = [_line(expected), *(_line(as_json(played)) for played in self.games.values())]
        beside = self.path.with_name(f"{self.path.name}.new")
        beside.write_text("".join(lines), "utf-8")
        beside.replace(self.path)

    def __enter__(self) -> ResultsLog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):  # told already: each game is written at once
            self._file.close()


# --- Lines -----------------------------------------------------------------------------------


def _line(content: Header) -> str:
    return json.dumps(content, ensure_ascii=True, separators=(",", ":")) + "\n"


def as_json(played: PlayedGame) -> dict[str, Any]:
    """A game as in a file."""
    forfeit = played.forfeit and {"seat": played.forfeit.seat, "reason": played.forfeit.reason}
    return {
        "deal": played.deal,
        "game": played.number,
        "seats": list(played.seats),
        "scores": [{**score, "total": score.total} for score in played.scores],
        "winners": list(played.winners),
        "link": played.link,
        "turns": [list(each) for each in played.turns],
        "forfeit": forfeit,
    }


def from_json(content: dict[str, Any]) -> PlayedGame:
    """A game read back.

    Raises:
        KeyError, TypeError, ValueError: it is not a game.
    """
    forfeit = content["forfeit"]
    played = PlayedGame(
        deal=content["deal"],
        number=content["game"],
        seats=tuple(content["seats"]),
        scores=tuple(
            Score(**{name: gold for name, gold in each.items() if name != "total"})
            for each in content["scores"]
        ),
        winners=tuple(content["winners"]),
        link=content["link"],
        turns=tuple(tuple(map(float, each)) for each in content["turns"]),
        forfeit=forfeit and Forfeit(forfeit["seat"], forfeit["reason"]),
    )
    if not (is_whole(played.deal) and is_whole(played.number) and played.winners):
        raise ValueError("a game has a deal, a number and winners")
    return played


def _check_seats(played: PlayedGame, header: Header) -> None:
    named = {each["name"] for each in header["contestants"]}
    sizes = {len(played.seats), len(played.scores), len(played.turns), header["players"]}
    if len(sizes) > 1 or not named.issuperset(played.seats):
        raise ValueError("these seats are not of this tournament")


def _read(path: Path) -> tuple[Header, dict[tuple[int, int], PlayedGame], bool]:
    """Header and games of a file, and whether anything in it is damaged."""
    if path.is_char_device():  # some have no end
        raise CacaoError(f"{path} is no file: take another name")
    try:
        text = path.read_text("utf-8", errors="replace")
    except OSError as error:
        raise CacaoError(f"{path} cannot be read: {error.strerror}") from None
    first, _newline, rest = text.partition("\n")
    try:
        header = json.loads(first)
        named = [each["name"] for each in header["contestants"]]
        fits = header["format"] == FORMAT and len(named) > 1 and header["players"] in (2, 3, 4)
        fits = fits and isinstance(header["rules"], str)
    except (KeyError, TypeError, ValueError):
        fits = False
    if not fits:
        raise CacaoError(f"{path} holds something else than the games of an arena: take a new name")
    games: dict[tuple[int, int], PlayedGame] = {}
    damaged = not text.endswith("\n")
    for line in rest.splitlines():
        try:
            played = from_json(json.loads(line))
            _check_seats(played, header)
        except (AttributeError, KeyError, TypeError, ValueError):
            damaged = True
        else:
            games[played.key] = played
    return header, games, damaged


def _check_same(path: Path, header: Header, expected: Header) -> None:
    """Refuse the file of another tournament, and say what differs."""
    for key, difference in _DIFFERENCES.items():
        if header.get(key) != expected[key]:
            raise CacaoError(
                f"{path} holds the games of another tournament: the {difference}; "
                "take a new name, or finish that one first"
            )
