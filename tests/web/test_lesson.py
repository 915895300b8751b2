"""The guided first game, with a stand-in for the page: its script, its verdicts, its controller."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from cacao_core import Game, Move, Phase, Record, ai
from cacao_web.board import board
from cacao_web.browser.store import MemoryStore
from cacao_web.features.lesson import controller as lesson_controller
from cacao_web.features.lesson import model as lesson
from cacao_web.features.lesson import texts, view
from cacao_web.features.lesson.model import CHAPTERS, PUPIL, LessonChapter
from cacao_web.features.lesson.tutor import Tutor
from cacao_web.features.statistics import model as statistics
from cacao_web.game.origin import About, Origin
from cacao_web.game.players import sitters
from cacao_web.game.session import Session
from cacao_web.game.texts.words import cell_name
from cacao_web.saves import codec
from cacao_web.ui import i18n
from tests.web import taps
from tests.web.driven import App, awaited, settled, started, text_of
from tests.web.standin import BlockedStore, StandIn

DOING = [chapter for chapter in CHAPTERS if chapter.goal]
NUMBER = {chapter.name: number for number, chapter in enumerate(CHAPTERS, 1)}


def turn_of(chapter: LessonChapter, first: Move, *fills: Move) -> Record:
    """The record after the person's turn that begins with a move; the rest as suggested."""
    record = lesson.script().up_to(chapter.start).play(first)
    wanted = list(fills)
    while record.game().turn == PUPIL and not record.game().is_over:
        game = record.game()
        if game.phase is Phase.ACTIVATE:
            record = record.play(ai.suggest(game))
        else:
            record = record.play(wanted.pop(0) if wanted else game.legal_moves()[0])
    return record


def session_at(chapter: LessonChapter, record: Record | None = None) -> Session:
    players = sitters(["Ana", "Tula"], ["person", "easy"])
    here = record or lesson.script().up_to(chapter.start)
    return Session("lesson", here, players, mode=Tutor(NUMBER[chapter.name]))


# --- The script ------------------------------------------------------------------------------


def test_script_is_a_whole_game_in_order() -> None:
    game = lesson.script().game()
    assert game.is_over
    assert game.winners() == [PUPIL]
    score = game.score()[PUPIL]
    assert min(score.gold, score.temples, score.suns, score.water) > 0
    starts = [chapter.start for chapter in CHAPTERS]
    assert starts == sorted(starts)
    assert starts[0] == 0
    assert len(CHAPTERS) == lesson_controller.TOTAL
    for chapter in DOING:
        game = lesson.script().game(chapter.start)
        assert (game.phase, game.turn) == (Phase.PLACE, PUPIL)


@pytest.mark.parametrize("chapter", DOING, ids=lambda chapter: chapter.name)
def test_scripted_turn_reaches_the_goal(chapter: LessonChapter) -> None:
    script = lesson.script()
    assert chapter.goal is not None
    assert chapter.goal(lesson.deeds(script, chapter.start))
    others = script.game(chapter.start).legal_moves()
    verdicts = {
        chapter.goal(lesson.deeds(turn_of(chapter, move), chapter.start)) for move in others
    }
    assert False in verdicts


def test_half_of_what_is_to_be_learned_is_not_enough() -> None:
    """Workers take cacao and sell it in one turn: either alone is another lesson."""
    order = CHAPTERS[NUMBER["order"] - 1]
    assert order.goal is not None
    verdicts: dict[tuple[bool, bool], set[bool]] = {}
    for move in lesson.script().game(order.start).legal_moves():
        done = lesson.deeds(turn_of(order, move), order.start)
        verdicts.setdefault((done.taken > 0, done.sold > 0), set()).add(order.goal(done))
    assert verdicts[True, True] == {True}
    assert verdicts[True, False] == verdicts[False, False] == {False}
    assert verdicts.get((False, True), {False}) == {False}


@pytest.mark.parametrize("chapter", DOING, ids=lambda chapter: chapter.name)
def test_first_move_gets_a_verdict_in_words(chapter: LessonChapter) -> None:
    for move in lesson.script().game(chapter.start).legal_moves():
        session = session_at(chapter, turn_of(chapter, move))
        coach = session.mode
        assert isinstance(coach, Tutor)
        assert session.is_paused
        judged = coach.judged(session)
        assert judged is not None
        told = text_of(view.card(coach, session))
        assert "Ana" not in told
        assert re.search(r"[.!] ", told)
        assert "{" not in told
        assert ("Take back" in told) is not judged.reached
        assert ("Skip ahead" if judged.differs or judged.skips else "Go on") in told
        assert not (judged.reached and judged.differs) or "Let’s skip ahead" in told


def test_first_comment_tells_what_was_sold_as_well() -> None:
    """Beside the plantation there is a market, too."""
    place = CHAPTERS[NUMBER["place"] - 1]
    told = set()
    for move in lesson.script().game(0).legal_moves():
        record = turn_of(place, move)
        done = lesson.deeds(record, place.start)
        if done.taken >= 2:
            told.add(bool(done.sold))
            comment = text_of(tutor_of(session_at(place, record)))
            assert "gathered 2 cacao fruits" in comment
            assert ("You sell 1 cacao for 2 gold" in comment) is (done.sold == 1)
    assert told == {True, False}


def test_space_is_filled_well_if_workers_use_its_tile() -> None:
    fill = CHAPTERS[NUMBER["fill"] - 1]
    assert fill.goal is not None
    for move in lesson.script().game(fill.start).legal_moves():
        done = lesson.deeds(turn_of(fill, move), fill.start)
        if fill.goal(done):
            assert {filled.cell for filled in done.fills} & {gain.cell for gain in done.gains}


def test_order_of_the_workers_leads_to_no_other_board() -> None:
    """Who sells at two markets in another order than the lesson's own has the same position."""
    over = CHAPTERS[NUMBER["overbuild"] - 1]
    script = lesson.script()
    record = script.up_to(over.start + 1).play("Ae1@-2,3")
    while record.game().turn == PUPIL:
        record = record.play(ai.suggest(record.game()))
    assert record.moves != script.moves[: len(record.moves)]
    coach = session_at(over, record).mode
    assert isinstance(coach, Tutor)
    judged = coach.judged(session_at(over, record))
    assert judged is not None
    assert not judged.differs


def test_numbers_of_a_verdict_are_those_of_the_turn() -> None:
    [sell] = [chapter for chapter in CHAPTERS if chapter.name == "sell"]
    done = lesson.deeds(lesson.script(), sell.start)
    assert (done.sold, done.earned) == (3, 12)
    next_turn = lesson.script().moves[sell.start]
    told = text_of(tutor_of(session_at(sell, turn_of(sell, next_turn))))
    assert "3 cacao fruits for 12 gold" in told


def tutor_of(session: Session) -> str:
    assert isinstance(session.mode, Tutor)
    return view.card(session.mode, session)


def test_gains_of_others_in_the_persons_turn_do_not_count() -> None:
    def placings() -> Iterator[tuple[int, Game]]:
        game = Game(lesson.script().deal)
        for at, move in enumerate(lesson.script().moves):
            if move.starts_turn and game.turn == PUPIL:
                yield at, game.copy()
            game.play(move)

    for at, before in placings():
        done = lesson.deeds(lesson.script(), at)
        after = lesson.script().game()
        turns = [n for n, m in enumerate(lesson.script().moves) if m.starts_turn and n > at]
        if turns:
            after = lesson.script().game(turns[0])
        mine, then = before.players[PUPIL], after.players[PUPIL]
        assert then.cacao - mine.cacao == done.taken - done.sold
        assert then.water - mine.water == done.fields
        assert then.suns - mine.suns == done.suns - done.overbuilt


def test_briefs_are_short() -> None:
    for chapter in CHAPTERS:
        told = texts.brief(chapter.name, "Tula")
        assert len(told) < 260
        assert "{" not in told
    assert i18n.language() == "en"


# --- At the page -----------------------------------------------------------------------------


async def play_chapter(page: StandIn, app: App) -> None:
    """Do what is meant, as the person would who asks to be shown it."""
    session = app.game
    script = lesson.script().moves
    while not session.is_paused and not session.game.is_over:
        move = script[len(session.record.moves)]
        if session.game.phase is Phase.ACTIVATE:
            page.intent("activate", str(move))
        else:
            page.intent("learn-show", "")
            assert session.choosing.candidate == move
            page.intent("confirm", "")
        await settled(app)


@awaited
async def test_whole_lesson_up_to_a_game_of_ones_own() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    page.intent("learn", "")
    session = app.game
    assert page.address_fragment == "learn"
    assert page.regions["game@data-lesson"] == "yes"
    for number, chapter in enumerate(CHAPTERS, 1):
        assert session.about.number_of("lesson") == number
        assert len(session.record.moves) == chapter.start
        assert text_of(page.regions["coach"]).startswith(f"{number} of 11")
        if chapter.goal:
            await play_chapter(page, app)
            assert "reached" in page.regions["coach"]
        if chapter.name == "wins":
            assert "start at −10" in text_of(page.regions["coach"])
            page.intent("learn-wins", "")
            assert "Each temple gives 6 gold" in page.dialog
        if chapter.name != "end":
            page.intent("learn-on", "")
            await settled(app)
    assert session.record.moves == lesson.script().moves
    assert "You have learned Cacao" in page.dialog
    assert "You have 65 gold" in page.dialog
    assert page.celebrations == 1
    assert page.requests == []  # nobody had to think for the companion
    page.intent("first-game", "")
    assert app.session is not session
    assert app.game.options.suggestions
    assert not app.game.mode.guides
    assert page.regions["coach"] == ""
    assert page.regions["game@data-lesson"] == "no"
    assert page.regions["board-stars"].count("Suggestion") >= 1
    assert "good-tile" in page.regions["content"]


@pytest.mark.parametrize("name", ["", pytest.param("Xenia", marks=pytest.mark.long)])
@awaited
async def test_person_has_one_name_in_lesson_and_first_game(
    page: StandIn, app: App, name: str
) -> None:
    """Sentences say "you"; a name stands only where labels are, and only if the person gave it."""
    app.shell.preferences.change(name=name)
    page.intent("learn", "")
    session = app.game
    person = session.sitters[PUPIL].name
    as_label = rf"[> ](\d+\. )?{name}</|aria-label=\"{name}\"|{name} \d+, then"
    labels = re.compile(as_label if name else "(?!)")

    def check() -> None:
        shown = [*map(str, page.regions.values()), page.dialog, *page.told, *page.said]
        for text in shown:
            assert person not in labels.sub("", text)

    for chapter in CHAPTERS[:-1]:
        if chapter.goal:
            await play_chapter(page, app)
        check()
        page.intent("learn-on", "")
        await settled(app)
    assert (">You</" in page.dialog) is not bool(name)
    check()
    page.intent("first-game", "")
    await settled(app)
    check()


@awaited
async def test_other_move_is_explained_and_taken_back(page: StandIn, app: App) -> None:
    page.intent("learn", "")
    page.intent("learn-on", "")  # how to win was read
    session = app.game
    page.intent("cell", "0,-1")
    page.intent("confirm", "")  # the first tile: one worker on each edge
    await settled(app)
    told = text_of(page.regions["coach"])
    assert "A legal move" in told
    assert "you take 1 cacao" in told
    assert "try all four sides" in told
    assert session.choosing.targets == []
    page.intent("learn-back", "")
    assert session.record.moves == ()
    assert session.choosing.targets
    assert "Show me" in page.regions["coach"]
    page.intent("key", "h")  # the key of hints does the same
    assert session.choosing.candidate == lesson.script().moves[0]
    page.intent("escape", "")
    page.intent("cell", "0,-1")
    page.intent("confirm", "")
    await settled(app)
    assert "Skip ahead" in page.regions["coach"]
    page.intent("learn-on", "")  # the lesson's own game goes on, and says so
    assert session.look.presenting
    assert "Let’s skip ahead" in page.regions["coach"]
    assert "A few turns later" in page.regions["task"]
    await settled(app)
    assert "Let’s skip ahead" not in page.regions["coach"]
    assert session.about.number_of("lesson") == 3
    assert session.record.moves == lesson.script().moves[: CHAPTERS[2].start]


@awaited
async def test_intended_turn_goes_on_with_the_companion(page: StandIn, app: App) -> None:
    page.intent("learn", "")
    page.intent("learn-on", "")  # how to win was read
    await play_chapter(page, app)
    assert "Go on" in page.regions["coach"]
    assert "skip" not in page.regions["coach"]
    before = app.game.record
    page.intent("learn-on", "")
    assert app.game.record is before  # her turn is played move by move, as in every game
    assert "Tula plays" in page.regions["task"]
    assert "Tula plays" in page.regions["coach"]
    assert app.game.choosing.targets == []
    await settled(app)
    assert "3 of 11" in text_of(page.regions["coach"])
    assert "Tula" in text_of(page.regions["villages"])
    assert "you take 1 cacao" in text_of(page.regions["villages"])


@awaited
async def test_companion_s_turn_goes_on_after_a_reload() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    page.intent("learn", "")
    page.intent("learn-on", "")
    await play_chapter(page, app)
    page.intent("learn-on", "")
    app.game.play(lesson.script().moves[len(app.game.record.moves)])
    app.table.keep()
    again = StandIn("learn")
    again.address_owner = page.address_owner
    later = await started(again, store)
    assert len(later.game.record.moves) < CHAPTERS[2].start
    await settled(later)
    assert later.game.record.moves == lesson.script().moves[: CHAPTERS[2].start]
    assert later.game.about.number_of("lesson") == 3


@pytest.mark.parametrize("chapter", DOING, ids=lambda chapter: chapter.name)
def test_meant_cell_stands_out(chapter: LessonChapter) -> None:
    session = session_at(chapter)
    coach = session.mode
    assert isinstance(coach, Tutor)
    meant = lesson.script().moves[chapter.start]
    session.choosing.take(meant)
    drawn = board.targets(session, coach.meant(session))
    lit = [name for name, markup in drawn.items() if "aside" not in markup]
    assert len(drawn) > 1
    assert lit == [f"c{cell_name(meant.cell)}"]


@pytest.mark.parametrize("chapter", DOING, ids=lambda chapter: chapter.name)
def test_turns_of_the_person_are_left_out_only_with_a_word(chapter: LessonChapter) -> None:
    """The person's own turns that are shown without them: before water, overbuilding, the end."""
    upto = CHAPTERS[NUMBER[chapter.name]].start
    record = lesson.script().up_to(lesson.end_of(chapter))
    between = [
        at
        for at in range(len(record.moves), upto)
        if lesson.script().game(at).turn == PUPIL and lesson.script().moves[at].starts_turn
    ]
    told = text_of(tutor_of(session_at(chapter, record)))
    assert ("the next turns are played for both of you" in told) is bool(between)
    assert ("Skip ahead" in told) is bool(between)


def test_village_board_is_shown_when_it_is_spoken_of() -> None:
    for chapter in CHAPTERS:
        told = tutor_of(session_at(chapter))
        speaks = re.search(
            "storage|carriers? (is on|start)|sun token there|takes a sun", text_of(told)
        )
        assert ("tells" in told) is bool(speaks), text_of(told)
    place = CHAPTERS[NUMBER["place"] - 1]
    record = lesson.script().up_to(lesson.end_of(place))
    assert "tells-cacao" in tutor_of(session_at(place, record))


@pytest.mark.parametrize(
    ("mistaken", "most"), [(False, 44), pytest.param(True, 50, marks=pytest.mark.long)]
)
def test_lesson_takes_few_taps(mistaken: bool, most: int) -> None:
    """It took 58 and 61."""
    assert taps.counted(mistaken) <= most


@awaited
async def test_coach_holds_the_game(page: StandIn, app: App) -> None:
    page.intent("learn", "")
    page.intent("learn-on", "")  # how to win was read
    session = app.game
    for intent in ("learn-on", "learn-back", "learn-wins"):  # none of them is offered now
        page.intent(intent, "")
    assert (session.about.number_of("lesson"), session.record.moves) == (2, ())
    page.intent("close", "")
    await play_chapter(page, app)
    record = session.record
    for intent, value in (("cell", "1,0"), ("accept", ""), ("undo", ""), ("hint", "")):
        page.intent(intent, value)
    assert session.record is record
    assert page.requests == []


@awaited
async def test_leave_reload_and_resume_at_the_very_decision() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    assert page.regions["learn-at"] == ""
    page.intent("learn", "")
    page.intent("learn-on", "")  # how to win was read
    await play_chapter(page, app)
    page.intent("learn-on", "")
    await settled(app)
    page.intent("learn-on", "")
    await settled(app)
    page.intent("cell", "-2,1")
    page.intent("confirm", "")
    await settled(app)
    assert app.game.game.phase is Phase.FILL
    record = app.game.record
    # a reload
    again = StandIn("learn")
    again.address_owner = page.address_owner
    other = await started(again, store)
    assert other.game.record == record
    assert text_of(again.regions["coach"]).startswith("3 of 11")
    # to the first screen, and back
    again.intent("home", "")
    assert "go on: 3 of 11" in again.regions["learn-at"]
    assert "Learn to play: 3 of 11" in text_of(again.regions["saves"])
    again.intent("learn", "")
    assert other.game.record == record
    # the browser was closed
    later = StandIn()
    third = await started(later, store)
    assert "go on: 3 of 11" in later.regions["learn-at"]
    later.intent("learn-again", "")
    assert third.game.about.number_of("lesson") == 1
    assert third.game.record.moves == ()
    assert store.names() == ["cacao.game.lesson"]


@awaited
async def test_leaving_while_turns_are_shown_loses_nothing() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    page.intent("learn", "")
    page.intent("learn-on", "")  # how to win was read
    await play_chapter(page, app)
    page.intent("learn-on", "")
    page.intent("home", "")
    await settled(app)
    assert page.screen == "home"
    assert app.session is None
    page.intent("learn", "")
    assert "Tula plays" in page.regions["coach"]
    await settled(app)
    assert app.game.record.moves == lesson.script().moves[: CHAPTERS[2].start]


@awaited
async def test_lesson_goes_on_without_a_store() -> None:
    page = StandIn()
    app = await started(page, BlockedStore())
    page.intent("learn", "")
    page.intent("learn-on", "")  # how to win was read
    await play_chapter(page, app)
    page.intent("home", "")
    assert "go on: 2 of 11" in page.regions["learn-at"]
    page.intent("learn", "")
    assert "gathered 2 cacao" in page.regions["coach"]


@awaited
async def test_lesson_goes_on_in_one_of_two_tabs() -> None:
    store = MemoryStore()
    one, two = StandIn(), StandIn()
    first, second = await started(one, store), await started(two, store)
    one.intent("learn", "")
    two.time = "2026-11-20T12:05:00.000+00:00"
    two.intent("learn", "")
    one.intent("learn-on", "")
    one.intent("learn-show", "")
    one.intent("confirm", "")
    await settled(first)
    assert "is open in another tab" in one.dialog
    assert second.game.record.moves == ()


def test_lesson_counts_for_no_statistics() -> None:
    players = sitters(["Ana", "Tula"], ["person", "easy"])
    over = Session("lesson", lesson.script(), players, about=About(origin=Origin("lesson", "10")))
    assert statistics.outcome(over, "2026-11-20") is None
    assert over.about.of_copy("now").number_of("lesson") == 0


@awaited
async def test_game_that_only_says_to_be_a_lesson_is_none() -> None:
    for number, deal_of in ((3, "other"), (99, "lesson"), (-5, "lesson")):
        page, store = StandIn(), MemoryStore()
        record = Record(lesson.script().deal)
        if deal_of == "other":
            record = Record(type(record.deal).shuffled(2, 1))
        players = sitters(["Ana", "Tula"], ["person", "easy"])
        odd = Session("lesson", record, players, about=About(origin=Origin("lesson", str(number))))
        store.set("cacao.game.lesson", codec.to_json(odd, page.time))
        app = await started(page, store)
        page.intent("resume", "lesson")
        await settled(app)
        is_lesson = deal_of == "lesson" and number > 0
        assert app.game.mode.guides is is_lesson


@awaited
async def test_lesson_s_link_opens_a_lesson_of_ones_own() -> None:
    page = StandIn("learn")
    app = await started(page)
    assert app.game.about.number_of("lesson") == 1
    assert app.game.record.moves == ()
    page.intent("address", "")
    assert json.loads(page.answer("record", ""))["value"].startswith("cacao-record")


def test_chosen_jungle_tile_is_shown_in_the_only_space() -> None:
    """In every game, not only in the lesson."""
    fill = CHAPTERS[NUMBER["fill"] - 1]
    players = sitters(["Ana", "Bo"], ["person", "person"])
    session = Session("g", lesson.script().up_to(fill.start + 1), players)
    assert session.game.open_spaces == ((-2, 0),)
    assert session.choosing.candidate is not None  # the first one is shown there already
    assert session.choosing.candidate.cell == (-2, 0)
    session.choosing.choose_display(1)
    assert str(session.choosing.candidate) == "JP1@-2,0"
