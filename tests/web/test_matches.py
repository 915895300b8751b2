"""Matches, with a stand-in for the page: from the first game to the winner, and damaged ones."""

from __future__ import annotations

import json
import re

import pytest

from cacao_core import Deal
from cacao_core.rules import BASE, expanded
from cacao_web.browser.store import MemoryStore
from cacao_web.features.matches import model as matches
from cacao_web.features.matches import view as views
from cacao_web.game.matches.series import GAMES
from cacao_web.game.options import USUAL
from cacao_web.game.origin import About, Origin
from cacao_web.game.players import PERSON, Sitter, coloured
from cacao_web.game.session import Session
from tests.web.driven import App, awaited, begin, settled, started
from tests.web.standin import BlockedStore, StandIn
from tests.web.test_contests import finish, finished, store_of
from tests.web.test_views import EVIL, parsed

ANA_AND_BO = coloured((Sitter("Ana"), Sitter("Bo")))


def match_of(store: MemoryStore, session: Session) -> matches.StoredMatch:
    kept = matches.from_text(store.get(f"cacao.match.{session.about.key_of('matches')}") or "")
    assert kept is not None
    return kept


@awaited
async def test_match_of_people_at_one_device() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    begin(page, kind_1=PERSON, kind_2="easy", name_0="Ana", name_1="Bo", length="match")
    people = app.session.sitters if app.session else ()
    for number in range(1, GAMES + 1):
        session = finish(page, app, seed=number)
        await settled(app)
        kept = match_of(store, session)
        results = kept.games[number - 1].results
        assert results is not None
        scores = session.game.score()
        for player, (total, cacao) in zip(people, results, strict=True):
            seat = session.sitters.index(player)
            assert (total, cacao) == (scores[seat].total, scores[seat].cacao)
        assert f"Match, game {number} of 3" in page.dialog
        won = any(people[row.player].is_person for row in kept.match.standings()[:1])
        assert page.celebrated_more == (won and number == GAMES)
        assert "Rematch" not in page.dialog
        if number < GAMES:
            starter = kept.players[kept.match.starter]
            assert f"{starter.name} " in page.dialog
            page.intent("close", "")  # and what is offered stays the match's next game
            assert 'data-command="next-game"' in page.regions["content"]
            assert 'data-command="rematch"' not in page.regions["content"]
            page.intent("next-game", session.about.key_of("matches"))
            assert app.game.sitters[0] == starter
            assert app.game.options == session.options
            boards = page.regions["villages"]
            after = match_of(store, session).match
            for place in after.standings():
                assert place.rank[0] in points_shown(boards)
            assert sum(points_shown(boards)) == sum(row.rank[0] for row in after.standings())
    [winner, *others] = kept.match.standings()
    is_shared = any(one.rank == winner.rank for one in others)  # the deals are by chance
    wins = f"{people[winner.player].name} wins the match"
    assert ("The match is shared" if is_shared else wins) in page.dialog
    page.intent("next-game", session.about.key_of("matches"))  # of no use any more
    assert app.session is session
    page.intent("another-match", session.about.key_of("matches"))
    assert app.session is not session
    assert match_of(store, app.session).match.games == ()
    assert app.game.sitters == (*people[1:], people[0])  # the next one starts
    await settled(app)


def points_shown(boards: str) -> list[int]:
    """The points beside the names of the players."""
    return [int(found) for found in re.findall(r'aria-label="(\d+) points? in this match"', boards)]


@awaited
async def test_result_is_added_once_and_a_lost_game_begun_anew() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    begin(page, kind_1=PERSON, length="match")
    first = finish(page, app)
    kept = store.get(f"cacao.match.{first.about.key_of('matches')}")
    again = StandIn()
    other = await started(again, store)
    again.intent("resume", first.id)
    await settled(other)
    assert store.get(f"cacao.match.{first.about.key_of('matches')}") == kept
    again.intent("next-game", first.about.key_of("matches"))
    second = other.session
    again.intent("resume", first.id)
    again.intent("next-game", first.about.key_of("matches"))
    assert second is not None
    assert other.game.id == second.id
    again.intent("home", "")
    assert "Match, game 2 of 3" in again.regions["saves"]
    again.intent("delete", second.id)
    again.intent("resume", first.id)
    again.intent("next-game", first.about.key_of("matches"))
    assert other.game.id not in (first.id, second.id)
    assert [game.id for game in match_of(store, first).games] == [first.id, other.game.id]


@awaited
async def test_order_of_a_match_with_equal_points_is_explained() -> None:
    page = StandIn()
    kept = matches.StoredMatch(ANA_AND_BO, USUAL, ())
    data = json.loads(matches.to_text(kept))
    data["games"] = [
        {"id": "a", "results": [[20, 0], [10, 0]]},
        {"id": "b", "results": [[30, 0], [10, 0]]},
        {"id": "c", "results": [[8, 0], [9, 0]]},
    ]
    last = Session(
        "c",
        finished(Deal.shuffled(2, 1)),
        ANA_AND_BO,
        about=About(origin=Origin("matches", "m")),
    )
    store = store_of((last, "2026-11-20"))
    store.set("cacao.match.m", json.dumps(data))
    app = await started(page, store)
    page.intent("resume", "c")
    await settled(app)
    assert "Ana wins the match" in page.dialog
    assert "the gold from all games decides" in page.dialog


_WHOLE = matches.to_text(matches.StoredMatch(ANA_AND_BO, USUAL, ()).with_game("x"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "[" * 1000,
        _WHOLE.replace('"version": 1', '"version": 2'),
        _WHOLE.replace('"x"', '"y"'),
        _WHOLE.replace("null", "[[1, 2]]"),
        _WHOLE.replace("null", '[[1, "2"], [1, 2]]'),
        _WHOLE.replace("null", "[[1e999, 2], [1, 2]]"),
        _WHOLE.replace("null", "5"),
        _WHOLE.replace('"person"', '"dragon"', 1),
        _WHOLE.replace('"Ana", ', ""),
        _WHOLE.replace('"Ana"', '"Eve"'),
        re.sub(r'"games": .*', '"games": 3}', _WHOLE),
        re.sub(r'"options": {.*?}', '"options": 3', _WHOLE),
    ],
)
@awaited
async def test_damaged_match_makes_its_games_ordinary_ones(text: str) -> None:
    game = Session(
        "x",
        finished(Deal.shuffled(2, 1)),
        ANA_AND_BO,
        about=About(origin=Origin("matches", "m")),
    )
    page, store = StandIn(), store_of((game, "2026-11-20"))
    store.set("cacao.match.m", text)
    app = await started(page, store)
    page.intent("resume", "x")
    await settled(app)
    assert "it counts as an ordinary game" in page.dialog
    assert "Rematch" in page.dialog
    assert store.get("cacao.match.m") == text
    page.intent("next-game", "m")
    page.intent("another-match", "nothing")
    page.intent("home", "")
    assert page.screen == "home"


def test_seats_change_in_the_game_that_goes_on() -> None:
    begun = matches.StoredMatch(ANA_AND_BO, USUAL, ()).with_game("first")
    others = (ANA_AND_BO[0], ANA_AND_BO[1]._replace(kind="easy"))
    assert begun.reseated("another", others) == begun
    assert begun.reseated("first", others).players == others
    over = begun.after(Session("first", finished(Deal.shuffled(2, 1), 1), ANA_AND_BO))
    assert over.games[0].results
    assert over.reseated("first", others) == over
    second = over.with_game("second")
    seated = tuple(sitter._replace(kind="easy") for sitter in second.seated())
    assert second.reseated("second", seated).seated() == seated


@awaited
async def test_match_goes_on_where_nothing_can_be_stored() -> None:
    page = StandIn()
    app = await started(page, BlockedStore())
    begin(page, kind_1=PERSON, length="match")
    session = finish(page, app)
    await settled(app)
    page.intent("next-game", session.about.key_of("matches"))
    assert app.session is not session
    finish(page, app)
    await settled(app)
    assert "Match, game 2 of 3" in page.dialog


def test_names_stay_text_in_the_table_of_a_match() -> None:
    players = coloured((Sitter(EVIL), Sitter("Bo")))
    session = Session("x", finished(Deal.shuffled(2, 1)), players)
    kept = matches.StoredMatch(players, USUAL, ()).with_game("x").after(session)
    tree = parsed(views.standing(kept, 1))
    assert tree.find(".//img") is None
    assert [cell.text for cell in tree.findall(".//td[@class='total']")] == ["1", "0"]
    assert EVIL in matches.to_text(kept).replace('\\"', '"')
    assert matches.from_text(matches.to_text(kept)) == kept


@pytest.mark.long
@awaited
async def test_points_by_place_are_said(page: StandIn, app: App) -> None:
    page.intent("new-game", "")
    assert "Points by place" not in page.dialog
    page.write("length", "match")
    assert "1/0 in the first game, 2/0 in the second, 3/0 in the third" in page.dialog
    begin(page, kind_1=PERSON, length="match")
    for number in range(1, GAMES + 1):
        beside = page.regions["villages"]
        assert f"Match, game {number} of 3" in beside
        assert f"Points by place: {number}/0" in beside
        session = finish(page, app)
        await settled(app)
        assert "Points by place: 1/0 in the first game" in page.dialog
        page.intent("next-game", session.about.key_of("matches"))


@awaited
async def test_match_with_modules_has_them_in_all_its_games() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    begin(page, kind_1=PERSON, length="match", **{"module-huts": "on", "module-map": "on"})
    rules = expanded("map", "huts")
    for number in range(1, GAMES + 1):
        assert app.game.game.rules == rules
        session = finish(page, app, seed=number)
        await settled(app)
        assert f"Match, game {number} of 3" in page.dialog
        if number < GAMES:
            page.intent("next-game", session.about.key_of("matches"))
    assert match_of(store, session).match.is_over
    page.intent("another-match", session.about.key_of("matches"))
    assert app.game.game.rules == rules
    await settled(app)


@awaited
async def test_chosen_huts_lie_in_all_games_of_a_match() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    chosen = {"module-huts": "on", "sides": "chosen", "side-0": "HE"}
    begin(page, kind_1=PERSON, length="match", **chosen)
    huts = app.game.record.deal.huts
    assert huts[0] == "HE"
    for number in range(1, GAMES + 1):
        assert app.game.record.deal.huts == huts
        session = finish(page, app, seed=number)
        await settled(app)
        if number < GAMES:
            page.intent("next-game", session.about.key_of("matches"))
    page.intent("another-match", session.about.key_of("matches"))
    assert app.game.record.deal.huts == huts
    await settled(app)


@awaited
async def test_chosen_huts_lie_in_a_rematch_after_the_page_was_opened_again() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    begin(page, kind_1=PERSON, **{"module-huts": "on", "sides": "chosen", "side-0": "HE"})
    huts = app.game.record.deal.huts
    session = finish(page, app)
    await settled(app)
    page = StandIn()
    app = await started(page, store)
    page.intent("resume", session.id)
    page.intent("rematch", "")
    assert app.game.id != session.id
    assert app.game.record.deal.huts == huts


def test_match_with_huts_that_do_not_exist_cannot_be_read() -> None:
    huts = Deal.unknown(2, expanded("huts")).huts
    text = matches.to_text(matches.StoredMatch(ANA_AND_BO, USUAL, (), expanded("huts"), huts))
    kept = matches.from_text(text)
    assert kept
    assert kept.huts == huts
    for wrong in ('["XX"', '["TR"', '["MC", 7'):
        assert matches.from_text(text.replace('["MC"', wrong)) is None


def test_match_with_unknown_modules_cannot_be_read() -> None:
    kept = matches.StoredMatch(ANA_AND_BO, USUAL, (), expanded("gems"))
    text = matches.to_text(kept)
    assert matches.from_text(text) == kept
    assert matches.from_text(text.replace('"gems"', '"gems+dragons"')) is None
    data = json.loads(text)
    del data["rules"]  # as before there were modules
    assert matches.from_text(json.dumps(data)) == kept._replace(rules=BASE)
