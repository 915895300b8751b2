"""Campaigns of Agricola, as data: three games of two to four people, and games alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from cacao_core.names import LONGEST_NAME, outline, tidied
from cacao_web.features.agricola.campaign import GAMES
from cacao_web.features.agricola.scoring import Attempt, Campaign, Farm, Result, Series
from cacao_web.saves.book import free_seat, put

FEWEST_PEOPLE: Final = 2
MOST_PEOPLE: Final = 4
LEAST_SCORE: Final = -99
MOST_SCORE: Final = 199
MOST_MATERIALS: Final = 99


class PartyCampaign(NamedTuple):
    """A campaign of several people."""

    names: tuple[str, ...] = ("", "")
    games: tuple[tuple[Result, ...], ...] = ()
    """Games that are over."""
    kept: tuple[tuple[str, ...], ...] = ()
    """The occupation that each seat keeps from each of them; empty for none."""
    draft: tuple[Result, ...] = (Result(0), Result(0))
    """The present game, as it is typed."""

    @property
    def campaign(self) -> Campaign:
        return Campaign(len(self.names), self.games, self.kept)

    def before(self, game: int) -> Campaign:
        """The campaign as it was before a game, from 0."""
        return Campaign(len(self.names), self.games[:game], self.kept[:game])

    def results(self, game: int) -> tuple[Result, ...]:
        """The results that are written for a game, from 0."""
        return (*self.games, self.draft)[game]


class Alone(NamedTuple):
    """A campaign of one person."""

    attempts: tuple[Attempt, ...] = ()
    lost: tuple[str, ...] = ()
    """Permanent occupations whose own cost was not paid."""
    draft: Attempt = Attempt(0)
    """The present game, as it is typed."""

    @property
    def series(self) -> Series:
        return Series(self.attempts, self.lost)

    @property
    def gained(self) -> list[str]:
        """All occupations that have become permanent, also those that were lost later."""
        return [*self.series.gained]


# --- Several people ------------------------------------------------------------------------------


def tapped(party: PartyCampaign, tap: str) -> PartyCampaign:
    """The campaign after a tap.

    Raises:
        ValueError, LookupError, TypeError: there is no such tap.
    """
    what, _colon, rest = tap.partition(":")
    if what == "take":
        return typed(party, f"name-{free_seat(party.names)}", rest)
    return _TAPS[what](party, *rest.split(":"))


def typed(party: PartyCampaign, field: str, text: str) -> PartyCampaign:
    """With another text in a field: ``name-<seat>``, or ``kept-<game>-<seat>`` for an occupation.

    Raises:
        ValueError, LookupError: there is no such field.
    """
    what, *numbers = field.split("-")
    text = text[:LONGEST_NAME]
    if what == "name":
        [seat] = map(int, numbers)
        return party._replace(names=put(party.names, seat, text))
    if what != "kept":
        raise ValueError(f"field {field!r:.40}")
    game, seat = map(int, numbers)
    return party._replace(kept=put(party.kept, game, put(party.kept[game], seat, text)))


def on_pad(party: PartyCampaign, names: Sequence[str]) -> dict[int, int]:
    """Seat of the campaign -> seat of the score pad, for those who are on it: by their names.

    If nobody has a name on one of both, it goes by seats.
    """
    if not (any(names) and any(party.names)):
        return {seat: seat for seat in range(min(len(names), len(party.names)))}
    outlines = [outline(name) for name in names]
    return {
        seat: outlines.index(outline(name))
        for seat, name in enumerate(party.names)
        if name and outline(name) in outlines
    }


def seated(party: PartyCampaign, names: Sequence[str]) -> PartyCampaign:
    """The people of the score pad in a campaign that has neither names nor games yet."""
    is_new = not (party.games or any(party.names))
    if not (is_new and any(names) and FEWEST_PEOPLE <= len(names) <= MOST_PEOPLE):
        return party
    return _people(party, str(len(names)))._replace(names=tuple(names))


def from_pad(party: PartyCampaign, names: Sequence[str], farms: Sequence[Farm]) -> PartyCampaign:
    """With the results of the score pad in the present game, of those who are on it."""
    draft = party.draft
    for seat, there in on_pad(party, names).items():
        farm = farms[there]
        draft = put(draft, seat, Result(farm.score().total, farm.materials))
    return party._replace(draft=draft)


def _people(party: PartyCampaign, count: str) -> PartyCampaign:
    people = int(count)
    if people not in range(FEWEST_PEOPLE, MOST_PEOPLE + 1):
        raise ValueError(f"a campaign of {people} people")
    if party.games:
        return party
    return party._replace(
        names=(*party.names, *[""] * MOST_PEOPLE)[:people],
        draft=(*party.draft, *[Result(0)] * MOST_PEOPLE)[:people],
    )


def _score(party: PartyCampaign, game: str, seat: str, by: str) -> PartyCampaign:
    return _changed(party, int(game), int(seat), int(by), 0)


def _materials(party: PartyCampaign, game: str, seat: str, by: str) -> PartyCampaign:
    return _changed(party, int(game), int(seat), 0, int(by))


def _changed(
    party: PartyCampaign, game: int, seat: int, score: int, materials: int
) -> PartyCampaign:
    row = party.results(game)
    result = Result(
        min(max(row[seat].score + score, LEAST_SCORE), MOST_SCORE),
        min(max(row[seat].materials + materials, 0), MOST_MATERIALS),
    )
    row = put(row, seat, result)
    if game == len(party.games):
        return party._replace(draft=row)
    return party._replace(games=put(party.games, game, row))


def _end(party: PartyCampaign, game: str) -> PartyCampaign:
    """The present game is over."""
    if int(game) != len(party.games) or int(game) == GAMES:
        return party
    people = len(party.names)
    return party._replace(
        games=(*party.games, party.draft),
        kept=(*party.kept, ("",) * people),
        draft=(Result(0),) * people,
    )


def _clear(party: PartyCampaign, _all: str) -> PartyCampaign:
    return PartyCampaign(party.names, draft=(Result(0),) * len(party.names))


_TAPS: Final[dict[str, Callable[..., PartyCampaign]]] = {
    "players": _people,
    "score": _score,
    "materials": _materials,
    "end": _end,
    "clear": _clear,
}


def from_data(data: Any) -> PartyCampaign:  # noqa: ANN401  (whatever is stored)
    """A stored campaign; a damaged one begins anew."""
    try:
        party = PartyCampaign(
            _texts(data["names"]),
            tuple(_results(game) for game in data["games"]),
            tuple(_texts(row) for row in data["kept"]),
            _results(data["draft"]),
        )
        Campaign(len(party.names), (party.draft,))
        fits = len(party.campaign.games) == len(party.kept)
    except (TypeError, ValueError, LookupError):
        return PartyCampaign()
    return party if fits else PartyCampaign()


def _results(data: Any) -> tuple[Result, ...]:  # noqa: ANN401  (whatever is stored)
    return tuple(Result(score, materials) for score, materials in data)


def _texts(data: Any) -> tuple[str, ...]:  # noqa: ANN401  (whatever is stored)
    return tuple(tidied(str(text))[:LONGEST_NAME] for text in data)


# --- Alone ---------------------------------------------------------------------------------------


def tapped_alone(alone: Alone, tap: str) -> Alone:
    """The campaign alone after a tap.

    Raises:
        ValueError, LookupError: there is no such tap.
    """
    what, _colon, value = tap.partition(":")
    if what == "score":
        return alone._replace(draft=_counted(alone.draft, int(value)))
    if what == "past":
        number, by = map(int, value.split(":"))
        attempts = put(alone.attempts, number, _counted(alone.attempts[number], by))
        return alone._replace(attempts=attempts)
    if what == "end":
        return alone._replace(attempts=(*alone.attempts, alone.draft), draft=Attempt(0))
    if what == "clear":
        return Alone()
    if what != "lose":
        raise ValueError(f"tap {tap!r:.40}")
    name = alone.gained[int(value)]
    if name in alone.series.permanent:
        return alone._replace(lost=(*alone.lost, name))
    at = alone.lost.index(name)
    return alone._replace(lost=(*alone.lost[:at], *alone.lost[at + 1 :]))


def _counted(attempt: Attempt, by: int) -> Attempt:
    score = min(max(attempt.score + by, LEAST_SCORE), MOST_SCORE)
    return attempt._replace(score=score)


def typed_alone(alone: Alone, field: str, text: str) -> Alone:
    """With another occupation in ``occupation-<game>``; that after the last is the present one.

    Raises:
        ValueError, LookupError: there is no such field.
    """
    number, text = int(field.removeprefix("occupation-")), text[:LONGEST_NAME]
    if number == len(alone.attempts):
        return alone._replace(draft=alone.draft._replace(occupation=text))
    before = alone.attempts[number]
    lost = tuple(text if one == before.occupation else one for one in alone.lost)
    attempts = put(alone.attempts, number, before._replace(occupation=text))
    return alone._replace(attempts=attempts, lost=tuple(filter(None, lost)))


def alone_from_data(data: Any) -> Alone:  # noqa: ANN401  (whatever is stored)
    """A stored campaign alone; a damaged one begins anew."""
    try:
        *attempts, draft = (
            Attempt(score, *_texts([name])) for score, name in (*data["attempts"], data["draft"])
        )
        alone = Alone(tuple(attempts), _texts(data["lost"]), draft)
        Series((*attempts, draft))
    except (TypeError, ValueError, LookupError):
        return Alone()
    return alone
