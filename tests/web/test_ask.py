"""Taps on the board where nothing can be placed are answered, with the way to the rules."""

from __future__ import annotations

import asyncio
import re

import pytest

from cacao_core import Deal, Game, Phase, Record
from cacao_core.jungle import JUNGLE
from cacao_core.tiles import NEIGHBOURS, Cell
from cacao_web.board.overlay import Overlays
from cacao_web.features.ask import view
from cacao_web.features.rules import book
from cacao_web.game.options import Options
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.play.keys import KEYS
from cacao_web.play.notices import _SECONDS
from cacao_web.ui.i18n import numeral
from tests.core.helpers import example
from tests.web.clock import Clock
from tests.web.driven import App, awaited, begin, settled
from tests.web.standin import StandIn


def asked(session: Session, cell: Cell) -> str:
    """The answer as plain text."""
    return re.sub("<[^>]*>", " ", view.answer(session, Overlays(), cell))


def of(name: str, at: int | None = None) -> Session:
    record = example(name)
    players = tuple(map(Sitter, "ABCD"[: record.deal.players]))
    return Session("x", record.up_to(len(record.moves) if at is None else at), players,
                   Options(hide_hands=False))  # fmt: skip


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("P1", "Each worker here takes 1 cacao."),
        ("P2", "Each worker here takes 2 cacao."),
        ("M2", "Each worker here sells 1 cacao for 2 gold."),
        ("M4", "Each worker here sells 1 cacao for 4 gold."),
        ("G1", "Each worker here takes 1 gold."),
        ("G2", "Each worker here takes 2 gold."),
        ("W", "Each worker here moves 1 field along the water."),
        ("S", "Each worker here takes 1 sun token."),
        ("T", "6 gold for the most workers here, 3 for the second most."),
    ],
)
def test_jungle_tile_says_what_it_does_and_leads_to_its_rule(code: str, told: str) -> None:
    game = Game(Deal.shuffled(2, 1))
    game.jungle[0, 0] = code
    session = of("overbuild")
    session._position = (session.record, game)  # any tile at a known place
    markup = view.answer(session, Overlays(), (0, 0))
    assert told in markup
    [entry] = re.findall('data-command="rules" data-value="([^"]+)"', markup)
    assert book.entry(entry)
    assert code in JUNGLE


def test_reasons_fit_the_kind_of_the_cell() -> None:
    session = of("three_spaces_blind", 0)
    assert session.deciding
    game = session.game
    free = next(move.cell for move in session.legal)
    diagonal = (-1, -2)
    assert diagonal not in {move.cell for move in session.legal}
    assert "share an edge with a jungle tile" in asked(session, diagonal)
    assert "when two worker tiles are beside it" in asked(session, (40, 40))
    session.play(next(move for move in session.legal if move.cell == free))
    while session.game.phase is not Phase.PLACE:
        session.play(session.game.legal_moves()[-1])
    assert "no jungle tiles are left" in asked(session, free)
    assert game is not session.game
    session = of("overbuild")
    game = session.game
    assert not game.display
    told = {}
    for cell, tile in game.workers.items():
        if cell not in session.choosing.targets:
            told["own" if tile.owner == game.turn else "other"] = asked(session, cell)
    assert "only your own worker tiles" in told["other"]
    own = next(cell for cell, tile in game.workers.items() if tile.owner == game.turn)
    player = game.players[game.turn]
    player.suns = 0
    assert "you need a sun token" in asked(session, own)
    game.workers[own] = game.workers[own]._replace(overbuilt=True)
    assert "only once" in asked(session, own)
    space = next(
        (cell[0] + dx, cell[1] + dy)
        for cell in game.workers
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if (cell[0] + dx, cell[1] + dy) not in game.jungle
    )
    for beside in NEIGHBOURS[space]:
        game.workers[beside] = game.workers[own]
    assert "no jungle tile is left" in asked(session, space)


def test_answer_says_who_does_what_while_others_decide() -> None:
    filling = of("fill_activates_others", 13)
    assert filling.game.phase is Phase.FILL
    assert "D’s turn, round 1/9. Choose a jungle tile" in asked(filling, (41, 40))
    assert "two worker tiles" in asked(filling, (40, 40))
    acting = of("fill_activates_others")
    assert acting.game.phase is Phase.ACTIVATE
    assert "D’s turn, round 1/9. Your workers act" in asked(acting, (41, 40))
    sitters = (Sitter("Ana"), Sitter("Expert", "expert"))
    thinking = Session("x", Record(Deal.shuffled(2, 1)), sitters)
    thinking.play(thinking.game.legal_moves()[0])
    while thinking.game.turn == 0:
        thinking.play(thinking.game.legal_moves()[-1])
    assert "Expert is thinking" in asked(thinking, (41, 40))
    thinking.look_at(1)
    assert "Turn 1 of 1" in asked(thinking, (41, 40))


@awaited
async def test_answer_stays_until_the_next_action(page: StandIn, app: App, clock: Clock) -> None:
    begin(page)
    session = app.game
    cell = "{},{}".format(*session.choosing.targets[0])
    page.intent("ask", "0,0")
    assert "Single plantation" in page.regions["notice"]
    await asyncio.sleep(3 * _SECONDS)
    page.intent("point", cell)  # only looking
    page.intent("key", "Tab")
    assert "Single plantation" in page.regions["notice"]
    page.intent("ask", "1,1")
    assert "Market (price 2)" in page.regions["notice"]
    for name, value in (("key", "r"), ("cell", cell), ("nothing", ""), ("rules", "market")):
        page.intent("ask", "0,0")
        page.intent(name, value)
        assert page.regions["notice"] == "", name
    page.intent("close", "")
    page.intent("cell", cell)
    page.intent("ask", "0,0")
    page.intent("key", "Escape")  # ends the answer only
    assert page.regions["notice"] == ""
    assert session.choosing.candidate
    page.intent("key", "Escape")
    assert session.choosing.candidate is None
    await settled(app)


@awaited
async def test_keyboard_asks_about_the_tiles_beside_the_cell(page: StandIn, app: App) -> None:
    begin(page)
    session = app.game
    cell = (1, 0)
    assert cell in session.choosing.targets
    page.intent("point", "1,0")
    heard = []
    for _time in range(3):
        page.intent("key", "i")
        heard.append("plantation" in page.regions["notice"])
        assert page.focused[-1] == view.RULES
    assert heard == [False, True, False]  # around and around: the market, the plantation
    page.intent("key", "Escape")
    await settled(app)


@awaited
async def test_list_of_keys_opens_by_its_key_and_names_all(page: StandIn, app: App) -> None:
    page.intent("key", "?")
    assert app.dialog == "keys"
    page.intent("settings", "")
    assert 'data-command="keys"' in page.dialog
    page.intent("keys", "")
    named = set(re.findall("<kbd>([^<]*)</kbd>", page.dialog))
    assert {"Home", "End", "Enter"} <= named
    names = {
        "-": "−",
        "ArrowLeft": "←",
        "ArrowRight": "→",
        "Escape": "Esc",
        "Ctrl+Shift+z": "Ctrl+⇧Z",
    }
    told = [names.get(key, key.replace("Shift+", "⇧")) for key in (*KEYS, "h", "i", "w", "?")]
    wanted = {key[:-1] + key[-1].upper() if key[-2:-1] in "⇧+" else key for key in told}
    assert wanted - {"="} <= named
    await settled(app)


@awaited
async def test_player_s_row_opens_that_village_board(page: StandIn, app: App) -> None:
    begin(page)
    session = app.game
    for seat, sitter in enumerate(session.sitters):
        boards = page.regions["villages"]
        named = f"Village board of {sitter.name}" if seat != session.you else "Your village board"
        assert f'aria-label="{named}"' in boards
        assert boards.count(f'data-command="village" data-value="{seat}"') == 2
        page.intent("village", str(seat))
        assert app.dialog == "village"
        assert named in page.dialog
        score = session.game.score()[seat]
        assert f"Score now {numeral(score.total)}" in page.dialog
        assert f"Cacao in storage: {session.game.players[seat].cacao} of 5" in page.dialog
        page.intent("close", "")
        assert app.dialog == ""
    page.intent("village", "7")
    assert app.dialog == ""


@awaited
async def test_open_village_board_follows_the_game(page: StandIn, app: App, clock: Clock) -> None:
    begin(page)
    session = app.game
    page.intent("village", "0")
    assert "11 tiles left" in page.dialog
    app.table.play(session.game.legal_moves()[0])
    await asyncio.sleep(1)
    assert "10 tiles left" in page.dialog
