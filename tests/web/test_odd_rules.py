"""Rules of somebody else on the page: docs/rules.md 10, docs/dev/expansion.md.

The rules have another water track of ten fields, six storage spaces, other temple gold, and a tile
of a new kind. Beside them, the page needs only what :func:`named` gives: texts and pictures.
"""

from __future__ import annotations

import pytest

from cacao_core import BadRules, Deal, Record, expansion_pieces, svg
from cacao_core.modules import MODULES
from cacao_core.rules import BASE, expanded
from cacao_core.svg import sheet
from cacao_web.board import art
from cacao_web.game.effects import WorkerEffect
from cacao_web.game.players import sitters
from cacao_web.game.session import Session
from cacao_web.game.texts import expansions
from cacao_web.ui import help
from cacao_web.ui.i18n import numeral
from tests.core.test_rules import ODD, played
from tests.web.driven import App, awaited, settled, started
from tests.web.standin import StandIn


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts and pictures of the new tile, as a file of texts and a sheet would have them."""

    def also(name: str, text: object) -> None:
        others = getattr(expansions, name)

        def told(asked: str | WorkerEffect) -> object:
            code = asked if isinstance(asked, str) else asked.code
            return text if code == "Q1" else others(asked)

        monkeypatch.setattr(expansions, name, told)

    also("tile_name", "canoe")
    also("the_tile", "the canoe")
    also("tile_told", "Each worker gets 1 gold and goes one field on.")
    also("effect_texts", ("paddles", "you paddle", "Paddle"))
    also("sign", ("+1", "good-water"))
    monkeypatch.setattr(expansion_pieces, "PICTURED", {*expansion_pieces.PICTURED, "Q1"})
    monkeypatch.setitem(art._OF_MODULES, "canoe", "good-water")
    monkeypatch.setitem(help.ENTRY_OF, "Q1", "water")


def session(seed: int = 7, players: int = 2) -> Session:
    names, kinds = ("Ana", "Bo", "Cleo"), ("person", "newcomer", "newcomer")
    deal = Deal.shuffled(players, seed, ODD)
    return Session.new("odd", deal, sitters(names[:players], kinds[:players]))


@awaited
async def test_tiles_without_names_and_pictures_are_listed_before_anything_is_drawn() -> None:
    page = StandIn()
    app = await started(page)
    lacks = ("effect", "entry", "name", "object", "picture", "sign")
    with pytest.raises(BadRules, match=", ".join(f"Q1: {one}" for one in lacks)):
        app.shell.games.begin(session())
    assert app.session is None
    assert page.screen == "home"


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize("players", [2, 3])
@awaited
async def test_page_plays_rules_that_it_does_not_know(players: int) -> None:
    page = StandIn()
    app = await started(page)
    app.shell.games.begin(session(players=players))
    await settled(app)
    fields = set()
    assert page.regions["villages"].count('data-anchor="cacao:0:') == ODD.storage
    while not app.game.game.is_over:
        app.table.play(app.game.game.legal_moves()[-1])
        await settled(app)
        boards = page.regions["villages"].split('<section class="village')[1:]
        for player, board in zip(app.game.game.players, boards, strict=True):
            fields.add(player.water)
            assert f"{numeral(ODD.water[player.water])}<" in board
    assert page.reports == []
    assert len(fields) > 3
    for score in app.game.game.score():
        assert str(score.total) in page.dialog
    assert_reads_back(app)


def assert_reads_back(app: App) -> None:
    """The game comes back from everything that the page stores and shares."""
    saved = app.saves.load(app.game.id).session
    assert saved.record == app.game.record
    assert Record.from_link(app.game.record.to_link()).deal.rules == ODD


@pytest.mark.usefixtures("named")
@awaited
async def test_hints_and_rules_answer_for_the_new_tile() -> None:
    page = StandIn()
    app = await started(page)
    app.shell.games.begin(session())
    await settled(app)
    for name in ("hint", "rules", "ask-around"):
        page.intent(name, "")
        await settled(app)
    assert page.reports == []


def test_picture_of_a_tile_without_a_symbol_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(ODD, 2, 3).game()
    with pytest.raises(BadRules, match="no picture 'tile-Q1'"):
        svg.board(game)
    symbols = sheet.symbols()
    new = dict.fromkeys(("tile-Q1", "more-Q-1", "more-Q-2"), symbols["tile-W"])
    monkeypatch.setattr(sheet, "symbols", lambda: {**symbols, **new})
    assert svg.board(game)


def test_rules_of_this_program_lack_nothing() -> None:
    assert art.lacking(BASE) == []
    assert art.lacking(expanded(*(module.name for module in MODULES), big=True)) == []
