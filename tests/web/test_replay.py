"""Going through a game: captions, the log, keys, and variations that nobody has played."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from itertools import chain
from random import Random
from xml.etree import ElementTree

import pytest

from cacao_core import Deal, Game, Move, Record
from cacao_core.events import Activated, Lost
from cacao_core.moves import by_turn, turns_begun
from cacao_web.board import caption, narration
from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import log
from cacao_web.board.regions.screen import regions
from cacao_web.features.result import view as result
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.game.texts import telling, words
from tests.core.helpers import example, play_at_random
from tests.web.driven import App, awaited, run, started
from tests.web.standin import StandIn
from tests.web.standin import markup as markup_of

NAMES = ("Ana", "Bo", "Cleo", "Dai")
DEAL = Deal.shuffled(2, 7)
WITH_FILLS = Record(DEAL, list(play_at_random(Game(DEAL), Random(7))))


def session_of(record: Record) -> Session:
    players = range(record.deal.players)
    return Session("x", record, tuple(Sitter(NAMES[seat]) for seat in players))


def seen(markup: str) -> str:
    """The text that people see: without what is only read out, and without the notation."""
    root = ElementTree.fromstring(f"<div>{markup}</div>")
    for parent in list(root.iter()):
        for child in list(parent):
            if child.get("class") in ("in-words", "notation", "hidden"):
                child.clear()
    return " ".join("".join(root.itertext()).split())


def heard(markup: str) -> str:
    """The text that is read out."""
    return " ".join("".join(ElementTree.fromstring(f"<div>{markup}</div>").itertext()).split())


def in_a_game(record: Record, scenario: Callable[[StandIn, App, Session], Awaitable[None]]) -> None:
    async def play() -> None:
        page = StandIn()
        app = await started(page)
        session = session_of(record)
        app.enter(session)
        page.intent("close", "")
        await scenario(page, app, session)

    run(play)


def test_log_shows_tiles_instead_of_coordinates_and_notation() -> None:
    session = session_of(WITH_FILLS)
    entries = log.turns(session)
    grouped = by_turn(session.record.moves)
    assert len(entries) == len(grouped)
    for number, turn in enumerate(grouped, start=1):
        entry = entries[f"turn-{number}"]
        shown = seen(entry)
        assert shown.startswith(f"{number}. {NAMES[(number - 1) % 2]}")
        assert not re.search(r"-?\d+,-?\d+|@|\d-\d-\d-\d", shown)
        tiles = [move for move in turn if move.kind != "A"]
        assert entry.count('class="tile mini"') == len(tiles)
        for move in tiles:
            assert f" {words.cell_name(move.cell)}" in heard(entry)
            assert str(move) in heard(entry)
        cells = " ".join(words.cell_name(move.cell) for move in tiles)
        assert f'data-lights="{cells}"' in entry


def test_waived_actions_are_not_told() -> None:
    waived = [move for move in WITH_FILLS.moves if move.kind == "A" and not move.amount]
    assert waived
    session = session_of(WITH_FILLS)
    for line in telling.log(session.record.moves, session.told, session.sitters):
        assert "leaves the" not in line.said
    for at in range(len(WITH_FILLS.moves)):
        session.look_at(at)
        assert "leaves the" not in caption.spoken(session)
    told = narration.events(Game(DEAL), WITH_FILLS.moves, session.sitters)
    assert not [sentence for sentence in told if "leaves the" in sentence]


def test_log_marks_the_turn_that_is_looked_at() -> None:
    async def scenario(page: StandIn, app: App, session: Session) -> None:
        at = 0
        for number, turn in enumerate(by_turn(session.record.moves), start=1):
            for _move in turn:
                at += 1
                app.table.look(at)
                marked = re.findall(
                    r'id="(turn-\d+)"><button[^>]*aria-current="step"', page.regions["turns"]
                )
                assert marked == ([f"turn-{number}"] if session.look.at is not None else [])
                assert page.followed[-1] == f"turn-{number}"

    in_a_game(WITH_FILLS, scenario)


def test_caption_tells_no_more_than_is_shown() -> None:
    session = session_of(WITH_FILLS)
    total = turns_begun(session.record.moves)
    session.look_at(0)
    assert caption.spoken(session) == f"Before turn 1 of {total} · Ana"
    for at in range(1, len(session.record.moves)):
        session.look_at(at)
        shown = by_turn(session.record.moves[:at])
        name = NAMES[(len(shown) - 1) % 2]
        told = caption.spoken(session)
        assert told.startswith(f"Turn {len(shown)} of {total} · {name}: ")
        placed = [move for move in shown[-1] if move.kind != "A"]
        happened = chain.from_iterable(session.shown_told[-len(shown[-1]) :])
        acted = [one for one in happened if isinstance(one, Activated | Lost) and one.amount]
        extra = told.count("; ") - (len(placed) - 1)  # equal effects are added up
        assert (extra > 0) == bool(acted)
        assert extra <= len(acted)
        markup = caption.shown(session)
        assert markup.count('class="tile mini"') == sum(move.kind != "A" for move in shown[-1])
        assert not re.search(r"-?\d+,-?\d+|@", seen(markup))


def test_emblem_beside_the_caption_is_that_of_the_turn_told() -> None:
    session = session_of(WITH_FILLS)
    first = len(by_turn(session.record.moves)[0])
    for at, seat in ((0, 0), (first - 1, 0), (first, 0), (first + 1, 1)):
        session.look_at(at)
        colour = session.sitters[seat].colour
        task = markup_of(regions(session, Overlays())["task"])
        assert task.startswith(f'<svg class="emblem seat-{colour}"')


def test_home_and_end_go_to_the_first_and_the_last_position() -> None:
    async def scenario(page: StandIn, _app: App, session: Session) -> None:
        page.intent("key", "Home")
        assert session.look.at == 0
        page.intent("key", "ArrowRight")
        page.intent("key", "ArrowRight")
        page.intent("key", "Home")
        assert session.look.at == 0
        page.intent("key", "End")
        assert session.look.at is None

    in_a_game(WITH_FILLS, scenario)


def test_home_leaves_a_game_in_progress_alone() -> None:
    async def scenario(page: StandIn, _app: App, session: Session) -> None:
        page.intent("key", "Home")
        assert session.look.at is None

    in_a_game(WITH_FILLS.up_to(5), scenario)


def other_turn(game: Game) -> tuple[Move, ...]:
    """A turn with a jungle tile that is not the first legal one."""
    for first in reversed(game.legal_moves()):
        trial = game.copy()
        trial.play(first)
        if trial.open_spaces:
            fill = trial.legal_moves()[-1]
            return (first, fill)
    raise AssertionError("no turn with a fill")


def test_variation_is_shown_and_escape_comes_back() -> None:
    async def scenario(page: StandIn, app: App, session: Session) -> None:
        record, at = session.record, sum(map(len, by_turn(session.record.moves)[:4]))
        moves = other_turn(record.game(at))
        app.table.look(at)
        before = page.regions["board-jungle"]
        app.table.look(at, variation=moves)
        assert session.record is record
        assert session.shown_moves == (*record.moves[:at], *moves)
        for move in moves:
            assert f'id="t{words.cell_name(move.cell)}"' in (
                page.regions["board-jungle"] + page.regions["board-workers"]
            )
        assert "Variation · Turn 5 of" in page.regions["task"]
        assert page.said[-1].startswith("Variation · Turn 5 of")
        page.intent("key", "Escape")
        assert session.look.at == at
        assert page.regions["board-jungle"] == before
        page.intent("key", "Escape")
        assert session.look.at is None
        assert session.game.jungle == record.game().jungle

    in_a_game(WITH_FILLS, scenario)


def test_steps_from_a_variation_follow_the_game() -> None:
    async def scenario(page: StandIn, app: App, session: Session) -> None:
        grouped = by_turn(session.record.moves)
        at = sum(map(len, grouped[:4]))
        moves = other_turn(session.record.game(at))
        app.table.look(at, variation=moves)
        page.intent("after", "")
        assert session.look.at == at + len(grouped[4])
        assert session.shown_moves == session.record.moves[: session.look.at]
        app.table.look(at, variation=moves)
        page.intent("before", "")
        assert session.look.at == at, "the position before the turn is not left out"
        assert not session.look.variation
        page.intent("before", "")
        assert session.look.at == at - len(grouped[3])

    in_a_game(WITH_FILLS, scenario)


def test_new_game_continues_from_a_variation() -> None:
    async def scenario(page: StandIn, app: App, session: Session) -> None:
        at = sum(map(len, by_turn(session.record.moves)[:4]))
        moves = other_turn(session.record.game(at))
        app.table.look(at, variation=moves)
        page.intent("branch", "")
        assert app.game.id != session.id
        assert app.game.record.moves[: at + len(moves)] == (*session.record.moves[:at], *moves)

    in_a_game(WITH_FILLS, scenario)


@pytest.mark.parametrize("name", ["temple"])
def test_temples_are_pictures_that_light_their_cells(name: str) -> None:
    session = session_of(example(name))
    dialog = result.end(session)
    for temple in session.game.temples():
        where = words.cell_name(temple.cell)
        assert f'data-lights="{where}' in dialog
        assert f'<span class="in-words">Temple on {where}</span>' in dialog


@awaited
async def test_notation_is_a_setting(page: StandIn, app: App) -> None:
    places = ("game@data-notation", "dialog@data-notation")
    assert [page.regions[place] for place in places] == ["off", "off"]
    page.intent("settings", "")
    assert "Show notation" in page.dialog
    page.intent("field", '["notation", "on"]')
    assert [page.regions[place] for place in places] == ["on", "on"]
    assert app.settings.notation
