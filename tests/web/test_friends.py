"""Games with friends count: a table for each pair and group."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cacao_core import Deal, Record
from cacao_core.notes import Notes
from cacao_web.features.statistics import friends_view
from cacao_web.game.dealer import ENDED, Dealer
from cacao_web.game.mode import ORDINARY_MODE
from cacao_web.game.players import ELSEWHERE, PERSON, Sitter
from cacao_web.game.session import Session
from cacao_web.shell.friends import YOU, Finished, FriendRow, Seated, finished, first_beaten, groups
from tests.core.helpers import play_at_random
from tests.web.driven import awaited, settled
from tests.web.places import Place, play_ahead, play_on, table


def session(*sitters: Sitter, seed: int = 1) -> Session:
    """A finished game with other devices."""
    deal = Deal.shuffled(len(sitters), seed)
    record = Record(deal, tuple(play_at_random(Record(deal).game(), Random(seed))))
    return Session(f"g{seed}", record, sitters, mode=Dealer())


ANA = Sitter("Ana", PERSON)
BEN = Sitter("Ben", ELSEWHERE)
COMPUTER = Sitter("Otto", "easy")


def test_result_of_a_game_with_friends() -> None:
    game = session(ANA, BEN, COMPUTER)
    found = finished(game, "2026-11-20")
    assert found
    scores, winners = game.game.score(), game.game.winners()
    assert [(one.key, one.gold) for one in found.people] == [
        (YOU, scores[0].total), ("ben", scores[1].total)
    ]  # fmt: skip
    assert [one.won > 0 for one in found.people] == [0 in winners, 1 in winners]
    two = finished(session(ANA, Sitter("Eva", PERSON), BEN), "")
    assert two
    assert [one.key for one in two.people] == ["ana", "eva", "ben"]
    assert two.own is None


def test_person_without_a_name_is_called_you() -> None:
    nameless = finished(session(Sitter("Player 1", PERSON), BEN), "2026-11-20")
    assert nameless
    assert "<b>You and Ben</b>" in str(friends_view.tables(groups([nameless]), [None]))


@pytest.mark.parametrize(
    "game",
    [
        replace(session(ANA, BEN), mode=ORDINARY_MODE),
        replace(session(ANA, BEN), record=Record(Deal.shuffled(2, 1))),
        session(ANA, Sitter("Player 2", ELSEWHERE)),
        session(ANA, BEN, Sitter("BEN", ELSEWHERE)),
        session(ANA, COMPUTER),
        session(BEN, COMPUTER),
    ],
)
def test_game_that_does_not_count(game: Session) -> None:
    assert finished(game, "") is None


def test_game_that_was_ended_early_does_not_count() -> None:
    game = session(ANA, BEN)
    game.record = game.record.with_notes(Notes({ENDED: "early"}))
    assert finished(game, "") is None


def one(link: str, when: str, **gold: int) -> Finished:
    best = max(gold.values())
    winners = [name for name in gold if gold[name] == best]
    people = [
        Seated(YOU if name == "me" else name, name, own, (own == best) / len(winners))
        for name, own in gold.items()
    ]
    return Finished(link, link, when, tuple(people))


def test_tables_of_pairs_and_groups() -> None:
    games = [
        one("a", "2026-11-01", me=50, ben=40),
        one("b", "2026-11-05", ben=61, me=50),
        one("c", "2026-11-03", me=44, ben=44),
        one("c", "2026-11-04", me=44, ben=44),  # a copy
        one("d", "2026-11-09", cleo=70, me=60, ben=50),
    ]
    three, two = groups(games)
    assert [row.key for row in three.rows] == [YOU, "cleo", "ben"]
    assert (three.games, three.last) == (1, "2026-11-09")
    assert (two.games, two.last) == (3, "2026-11-05")
    assert two.rows == (FriendRow(YOU, "me", 1.5, 48), FriendRow("ben", "ben", 1.5, 145 / 3))
    assert groups([]) == []


def test_latest_match_is_told_by_its_last_game() -> None:
    """Its first game was opened and saved again after the second one."""
    first = one("a", "2026-11-05", me=50, ben=40)._replace(before=())
    second = one("b", "2026-11-04", me=50, ben=40)._replace(before=("a",))
    earlier = one("c", "2026-11-01", me=50, ben=40)._replace(before=("x", "y"))
    single = one("d", "2026-11-09", me=50, ben=40)
    assert groups([first, second, earlier, single])[0].round == "b"
    assert groups([single])[0].round == ""


async def played() -> list[Place]:
    """The devices of Ana and Ben after a game that one of them has won."""
    places = await _played()
    while not any(_wins(place.session) for place in places):
        places = await _played()  # a shared victory is rare, and no first win
    return places


async def _played() -> list[Place]:
    names, start = iter(("Ana", "Ben")), Place.start

    async def started(place: Place) -> Place:
        await start(place)
        place.app.shell.preferences.change(name=next(names))
        return place

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Place, "start", started)
        places = await table()
    await play_ahead(places, left=1)
    await play_on(places)
    return places


@awaited
async def test_statistics_show_the_table_of_a_game_that_was_played_on_two_devices() -> None:
    [ana, _ben] = await played()
    scores = ana.session.game.score()
    ana.run("home")
    ana.run("statistics")
    await settled(ana.app)
    assert "Ana and Ben" in ana.page.dialog
    assert "1 game, the last one: " in ana.page.dialog
    for score in scores:
        assert f"<td>{score.total}</td>".replace("-", "−") in ana.page.dialog
    assert "Against computers" in ana.page.dialog
    ana.run("reset-statistics")
    assert "Ana and Ben" not in ana.page.dialog


@awaited
async def test_first_win_over_a_friend_is_known() -> None:
    [ana, _ben] = await played()
    game = ana.session
    won = _wins(game)
    assert await first_beaten(ana.app.saves, game) == (["Ben"] if won else [])
    seeds = (seed for seed in range(1, 90) if _wins(session(ANA, BEN, seed=seed)))
    later = session(ANA, BEN, seed=next(seeds))
    assert await first_beaten(ana.app.saves, later) == ([] if won else ["Ben"])
    stranger = replace(later, sitters=(ANA, Sitter("Dan", ELSEWHERE)))
    assert await first_beaten(ana.app.saves, stranger) == ["Dan"]
    lost = next(s for n in range(1, 90) if not _wins(s := session(ANA, BEN, seed=n)))
    assert await first_beaten(ana.app.saves, lost) == []


@awaited
async def test_first_win_over_a_friend_is_celebrated_a_little_more() -> None:
    for place, other in zip(places := await played(), ("Ben", "Ana"), strict=True):
        await settled(place.app)
        won = _wins(place.session)
        assert (f"Your first win over {other}!" in place.page.dialog) is won
        assert place.page.celebrations == place.page.celebrated_more == won
    assert sum(_wins(place.session) for place in places) == 1
    winner = next(place for place in places if _wins(place.session))
    again = await winner.again()  # the page is loaded again
    again.run("resume", winner.session.id)
    again.run("result")
    assert "Your first win over" in again.page.dialog


def _wins(game: Session) -> bool:
    return list(game.game.winners()) == game.persons
