"""Who is who: the person's name, games of others, and records that keep their players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cacao_core import Deal, Record
from cacao_core.ai.explaining.comparing import Difference
from cacao_core.ai.explaining.reasons import Reason
from cacao_core.notes import Notes
from cacao_web.browser.store import MemoryStore
from cacao_web.features.analysis import costly_view
from cacao_web.features.analysis.learning import mistakes_view
from cacao_web.features.analysis.learning.retry import Retry
from cacao_web.features.analysis.starred import is_starred
from cacao_web.game.chosen import suggested
from cacao_web.game.options import Options
from cacao_web.game.origin import About
from cacao_web.game.players import ELSEWHERE, Sitter, sitters
from cacao_web.game.session import Session
from cacao_web.game.setup import link as share
from cacao_web.game.texts import comparison, reasons
from cacao_web.saves import game_file
from cacao_web.saves.codec import from_json, to_json
from tests.core.helpers import example
from tests.web.driven import App, awaited, settled, started
from tests.web.standin import StandIn
from tests.web.test_mistakes import whole_review

RECORD = example("golden_v1_2_seed")
NAMELESS = sitters(("Player 1", "Kira"), ("person", "hard"), ("purple", "red"))
NAMED = sitters(("Ana", "Kira"), ("person", "hard"), ("purple", "red"))


async def played(page: StandIn, players: tuple[Sitter, ...], **about: object) -> App:
    """The last decision of a game is played here, and its result is shown."""
    app = await started(page)
    last = RECORD.up_to(len(RECORD.moves) - 1)
    app.enter(Session("own", last, players, about=About(**about)))  # type: ignore[arg-type]
    app.table.play_exactly(str(RECORD.moves[-1]))
    await settled(app)
    assert app.game.game.is_over
    assert app.dialog == "end"
    return app


# --- The name -------------------------------------------------------------------------------------


@awaited
async def test_name_is_asked_once_and_given_to_the_game(page: StandIn) -> None:
    app = await played(page, NAMELESS)
    assert "What is your name?" in page.dialog
    page.write("own-name", "  Ana  Maria ")
    page.intent("name-me", "")
    assert app.settings.name == "Ana Maria"
    assert "What is your name?" not in page.dialog
    assert ">Ana Maria<" in page.dialog.replace(" Ana", "Ana")
    assert app.game.sitters[0].name == "Ana Maria"
    assert app.saves.load("own").session.sitters[0].name == "Ana Maria"
    assert "Ana%20Maria" in page.address_fragment
    assert app.setup.name == "Ana Maria"


@awaited
async def test_name_is_not_asked_again(page: StandIn) -> None:
    app = await played(page, NAMELESS)
    page.intent("no-name", "")
    page.intent("result", "")
    assert "You" in page.dialog
    assert "What is your name?" not in page.dialog
    assert app.settings.name == ""


@awaited
async def test_question_for_the_name_is_there_again_after_back(page: StandIn) -> None:
    app = await played(page, NAMELESS)
    page.intent("close", "")
    page.intent("result", "")
    assert "What is your name?" in page.dialog
    page.intent("close", "")
    app.enter(Session("next", RECORD, NAMELESS))
    page.intent("result", "")
    assert "What is your name?" not in page.dialog  # one game asks, not each


@pytest.mark.parametrize(
    ("players", "about"),
    [
        (NAMED, {}),
        (sitters(("Player 1", "Player 2"), ("person", "person")), {}),
        (NAMELESS, {"watched": True}),
    ],
)
@awaited
async def test_name_is_not_asked_where_it_is_of_no_use(
    page: StandIn, players: tuple[Sitter, ...], about: dict[str, object]
) -> None:
    app = await played(page, players, **about)
    assert "What is your name?" not in page.dialog
    assert not app.settings.asked


# --- Games of others --------------------------------------------------------------------------


@pytest.mark.parametrize("players", [NAMELESS, NAMED])
@awaited
async def test_link_of_a_finished_game_never_says_you(
    page: StandIn, players: tuple[Sitter, ...]
) -> None:
    app = await started(page)
    app.features.open_game(share.fragment(RECORD, players), "")
    await settled(app)
    name = players[0].name
    assert app.game.you is None
    assert app.game.label(0) == name
    assert "You" not in page.dialog
    page.intent("close", "")
    assert not any("You" in markup for markup in page.regions.values())
    assert "your turn" not in "".join(page.regions.values()).lower()
    assert from_json("x", to_json(app.game, "")).session.you is None, "also after a reload"


@awaited
async def test_own_name_in_a_link_is_ones_own(page: StandIn) -> None:
    app = await started(page)
    app.shell.preferences.change(name="Ana")
    app.features.open_game(share.fragment(RECORD, NAMED), "")
    assert app.game.you == 0


@awaited
async def test_person_who_goes_on_from_a_game_of_others_plays_it(page: StandIn) -> None:
    app = await started(page)
    app.features.open_game(share.fragment(RECORD, NAMELESS), "")
    await settled(app)
    page.intent("look", "0")
    page.intent("branch", "")
    assert app.game.you == 0
    app.features.open_game(share.fragment(RECORD.up_to(8), NAMELESS), "")
    assert app.game.you == 0, "whoever opens a game that goes on, plays it"


# --- Records as text ----------------------------------------------------------------------------


@pytest.mark.parametrize("record", [RECORD, RECORD.up_to(9)])
def test_text_of_a_record_keeps_the_players(record: Record) -> None:
    text = share.noted(record, NAMED).to_text()
    opened = share.read(text)
    assert opened.sitters == NAMED
    assert opened.record.notes == record.notes
    assert opened.says_players


@pytest.mark.parametrize(
    "headers",
    [
        {"x-colours": "purple purple", "x-kinds": "person hard"},
        {"x-colours": "purple", "x-kinds": "person hard"},
        {"x-colours": "purple blue", "x-kinds": "person hard"},
        {"x-colours": "purple red", "x-kinds": "person wizard"},
        {"x-kinds": "person hard"},
    ],
)
def test_damaged_players_of_a_record_are_people(headers: dict[str, str]) -> None:
    record = RECORD.with_notes(Notes(headers)).renamed(["Ana", "Kira"])
    opened = share.read(record.to_text())
    assert [(one.name, one.kind, one.colour) for one in opened.sitters] == [
        ("Ana", "person", "red"), ("Kira", "person", "purple"),
    ]  # fmt: skip
    assert not opened.says_players


def test_people_elsewhere_and_bots_are_told_as_in_links() -> None:
    players = sitters(("Ana", "clever"), (ELSEWHERE, "bot:clever"))
    opened = share.read(share.noted(RECORD, players).to_text())
    assert [one.kind for one in opened.sitters] == ["person", "bot:clever"]


@pytest.mark.parametrize("plain", [True, False])
@awaited
async def test_file_of_a_saved_game_opens_that_game(page: StandIn, app: App, plain: bool) -> None:
    """Also one of an earlier version, or of another program, which tells no kinds and colours."""
    app.enter(Session("own", RECORD, NAMED))
    await settled(app)
    page.intent("close", "")
    noted = RECORD.with_notes(Notes({}, {1: "Why there?"})).renamed(["Ana", "Kira"])
    text = noted.to_text() if plain else share.noted(noted, NAMED).to_text()
    app.features.open_game(text, "")
    await settled(app)
    assert app.game.id == "own"
    assert app.game.sitters == NAMED
    assert app.game.record.notes.comments == {1: "Why there?"}
    assert "were added" in page.regions["notice"]
    assert len([*app.saves.of_deal(RECORD.deal)]) == 1


@awaited
async def test_rematch_and_its_file_have_the_same_colours() -> None:
    store, page = MemoryStore(), StandIn()
    app = await started(page, store)
    app.enter(Session("own", RECORD, NAMED))
    await settled(app)
    page.intent("rematch", "")
    again = app.game.sitters
    assert [one.colour for one in again] == ["red", "purple"]
    opened = share.read(share.noted(app.game.record, again).to_text())
    assert opened.sitters == again


# --- Stars of the page ------------------------------------------------------------------------


@pytest.mark.parametrize(("starred", "wanted"), [(True, True), (True, False), (False, True)])
@awaited
async def test_turn_with_a_star_is_not_blamed_without_a_word(
    page: StandIn, app: App, starred: bool, wanted: bool
) -> None:
    """Only if stars were shown, and the placement had one."""
    turns = whole_review().turns
    at = next(at for at, turn in enumerate(turns) if turn.seat == 0 and turn.at > 20)
    good, bad = suggested(RECORD.game(turns[at].at))[0], turns[at].played.move
    assert bad not in suggested(RECORD.game(turns[at].at))
    played = turns[at].played._replace(margin=0.0, error=0.1)
    best = turns[at].best._replace(margin=9.0)
    turn = turns[at]._replace(played=played, best=best)
    if starred:
        turn = turn._replace(played=played._replace(line=(good,)))
    options = Options(suggestions=wanted)
    session = Session("x", RECORD, sitters(("Ana", "Kira"), ("person", "hard")), options)
    found = is_starred(session.record, turn, session.options)
    assert found == (starred and wanted)
    retry = Retry(session.record, turn, "")
    retry.starred = found
    told = str(mistakes_view.card(session, retry, mistakes_view.MistakePlace(1, 1, "Back")))
    assert ("It had a star" in told) is found
    review = whole_review()
    review = replace(review, turns=(*review.turns[:at], turn, *review.turns[at + 1 :]))
    listed = "".join(map(str, costly_view.turns(session, review)))
    assert ("It had a star" in listed) is found


@awaited
async def test_older_copy_without_a_name_is_the_same_game(page: StandIn, app: App) -> None:
    app.enter(Session("own", RECORD, NAMELESS))
    await settled(app)
    file = game_file.pack([to_json(app.game, "2026-11-20")])
    app.game.rename(0, "Ana")
    app.table.keep_notes(app.game)
    brought = app.shell.games.bring(file)
    assert (brought.new, brought.known) == (0, 1)
    assert app.saves.load("own").session.sitters[0].name == "Ana"


def test_study_keeps_the_players_and_is_nobodys_own() -> None:
    chapters = [Session("a", RECORD, NAMED), Session("b", RECORD.up_to(9), NAMED)]
    found = game_file.unpack(game_file.study_text(chapters)).games
    assert [one.session.sitters for one in found] == [NAMED, NAMED]
    assert [one.session.you for one in found] == [None, 0]


# --- Those without a name -------------------------------------------------------------------------


def test_sentences_speak_to_the_only_person_at_this_device() -> None:
    session = Session.new("x", Deal.shuffled(2, 3), (Sitter("Player 1"), Sitter("Otto", "medium")))
    told = {
        Reason("temple-take", gold=6, code="T", seat=0): "takes the temple from you",
        Reason("gives", 2, code="P1", seat=0): "you take 2 cacao",
        Reason("open", gold=3, code="P2", seat=0):
            "leaves the double plantation open to you (about 3 gold)",
    }  # fmt: skip
    assert [reasons.reason(why, session) for why in told] == list(told.values())
    leads = [reasons.margin(gold, session.name(0)) for gold in (2, 0, -2)]
    assert leads == [
        "expected at the end: 2 gold ahead of you",
        "expected at the end: level with you",
        "expected at the end: 2 gold behind you",
    ]
    answer = Difference("answer", 3, 0, "W", good=False)
    stored = Difference("cacao", 2, 0, "", good=False)
    assert comparison.told([answer, stored], -1, session, 1) == (
        "your next turn brings about 3 gold more (water) and 2 cacao more in storage for you"
    )
