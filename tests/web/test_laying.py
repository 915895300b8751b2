"""A table is laid on the page as it lies, and the game goes on from there."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import product
from random import Random

import pytest

from cacao_core import CacaoError, Deal, Game, Record
from cacao_core.modules.huts import HUTS, TILES
from cacao_core.rules import expanded
from cacao_core.tiles import TILE_OF_EDGES, UNKNOWN
from cacao_web.browser.store import MemoryStore
from cacao_web.features.companion.table import Board
from cacao_web.game.real_table import checks, laying, statements
from cacao_web.game.real_table.statements import table_of
from cacao_web.game.setup.expansion import EXPANSIONS
from tests.core.helpers import example
from tests.web.driven import awaited, settled, started
from tests.web.standin import StandIn
from tests.web.test_writing import Notary
from tests.web.test_writing_modules import played

GOLDEN = ["golden_v1_2_seed", "golden_v1_3_seed", "golden_v1_4_seed", "overbuild"]


def words_of(game: Game, shift: int = 0) -> list[str]:
    """The taps that lay a position; seats are counted from another one."""
    players = len(game.players)
    said = [laying.tile_word(None, code, cell) for cell, code in game.jungle.items()]
    said += [
        laying.tile_word((tile.owner + shift) % players, tile.edges, cell, covers=tile.overbuilt)
        for cell, tile in game.workers.items()
    ]
    for part in laying.parts(game.rules):
        lying = game.supply[part.name]
        of = lying.items() if part.code else [(lying, "")]
        said += [laying.part_word(part.name, cell, things or "-") for cell, things in of]
    for seat, one in enumerate(game.players):
        goods = [getattr(one, name) for name in game.rules.start_goods]
        said.append(laying.goods_word((seat + shift) % players, goods))
    return said


def laid(game: Game, shift: int = 0) -> Record:
    """A record on which a position is laid."""
    sides = None
    if game.rules.module("huts"):
        open_ones = Counter([*game.supply["huts"], *(h for one in game.players for h in one.huts)])
        sides = next(ways for ways in product(*TILES) if Counter(ways) == open_ones)
    blank = laying.begun(Record(Deal.unknown(len(game.players), game.rules, sides)), "go")
    return laying.with_words(blank, words_of(game, shift))


@pytest.mark.parametrize("name", ["golden_v1_2_seed", "golden_v1_4_seed"])
def test_positions_can_be_laid_and_gone_on_with(name: str) -> None:
    record = example(name)
    for turn in record.turns()[::3]:
        game = record.game(turn.at).known_to(None)
        for shift in {0, turn.number % record.deal.players}:
            table = laid(game, shift)
            now = laying.layout(table)
            assert not checks.problems(now), (turn.number, shift)
            mover = (turn.seat + shift) % record.deal.players
            assert mover in laying.turns(now)
            after, turned = laying.game(table, mover)
            assert turned == shift
            position = after.game()
            assert position.jungle == game.jungle
            assert position.workers == game.workers
            assert position.turn == game.turn
            assert [one.gold for one in position.players] == [one.gold for one in game.players]
            assert after.turns() == ()
            assert Record.from_text(after.to_text()) == after
            assert Record.from_link(after.to_link()).game() == position
            again, back = laying.laid_again(after)
            assert again == table
            assert back == turned


@pytest.mark.parametrize(
    ("modules", "players"),
    [(EXPANSIONS, 2), (EXPANSIONS[::2], 3), (EXPANSIONS[1::2], 3), (EXPANSIONS, 4)],
)
def test_positions_with_modules_can_be_laid_and_gone_on_with(
    modules: tuple[str, ...], players: int
) -> None:
    """docs/rules.md 11: goods, huts, gems on mines, masks, the emperor, tiles of a foreman."""
    rules = expanded(*modules, big=players == 4)
    record = played(rules, players, 11)
    for turn in record.turns()[:: 3 if players == 2 else 7]:
        game = record.game(turn.at).known_to(None)
        shift = turn.number % players
        table = laid(game, shift)
        now, mover = laying.layout(table), (turn.seat + shift) % players
        assert not checks.problems(now), turn.number
        after, turned = laying.game(table, mover)
        position = after.game()
        assert (position.jungle, position.workers) == (game.jungle, game.workers)
        for name in rules.start_goods:
            assert [str(getattr(one, name)) for one in position.players] == [
                str(getattr(one, name)) for one in game.players
            ]
        for name, part in game.supply.items():
            hidden = UNKNOWN in str(position.supply[name]) or name == "waiting_gems"
            assert hidden or sorted(position.supply[name]) == sorted(part), name
        assert len(position.aside) == len(game.aside)
        assert position.score() == game.score()
        assert Record.from_text(after.to_text()) == after
        assert Record.from_link(after.to_link()).game() == position
        again, back = laying.laid_again(after)
        assert laying.layout(again) == now
        assert (laying.words(again), back) == (laying.words(table), turned)
        whole = after.completed(3)
        assert whole.deal.is_known
        assert Record.from_text(whole.to_text()) == whole


def test_pieces_that_there_are_not_are_named() -> None:
    """docs/rules.md 11.4 and 11.5: two masks of 8, and no hut whose other side lies up."""
    game = played(expanded("gems", "huts"), 2, 4).game(0).known_to(None)
    table = laid(game)
    start = laying.layout(table).start
    down = next(code for code in HUTS if code not in start.huts)
    for pieces in ("-,8.8.8,-", f"-,-,{down}", "R.R.R.R.R.R.R,-,-"):
        huts, masks = pieces.split(",")[2], pieces.rpartition(",")[0]
        word = f"r:0,0,0,0,{huts},{masks}"
        found = laying.with_words(table, [*laying.words(table), word])
        assert [one.kind for one in checks.problems(laying.layout(found))] == ["pieces"]


def test_layouts_are_refused_just_as_by_the_rules() -> None:
    """docs/rules.md 3 and 4: the page's sentences agree with the check of positions."""
    rng, kinds = Random(3), set[str]()
    for name in GOLDEN[:3]:
        record = example(name)
        for turn in record.turns()[2:]:
            game = record.game(turn.at).known_to(None)
            now = laying.layout(laid(game))
            cell = rng.choice(laying.laid(now))
            jungle, workers = dict(now.jungle), dict(now.workers)
            jungle.pop(cell, None)
            workers.pop(cell, None)
            fewer = now._replace(jungle=jungle, workers=workers)
            problems = checks.problems(fewer)
            kinds |= {one.kind for one in problems}
            if not problems:
                table = laying.begun(Record(Deal.unknown(fewer.players)), "go")
                said = [laying.tile_word(None, "", cell)]
                after, _turned = laying.game(
                    laying.with_words(table, [*words_of(game), *said]), laying.turns(fewer)[0]
                )
                assert Record.from_text(after.to_text()) == after
                continue
            try:
                Game.from_text(Game(laying.deal(fewer, game.turn)).to_text())
            except CacaoError:
                continue
            # The page also asks for spaces that were not filled.
            assert [one.kind for one in problems] == ["open"]
    assert kinds == {"apart", "few", "open", "covered", "turns"}


def test_covered_tiles_and_finished_games_are_told() -> None:
    record = example("overbuild")
    early = laying.layout(laid(record.game(record.turns()[4].at).known_to(None)))
    cell, tile = next(iter(early.workers.items()))
    covered = early._replace(workers={**early.workers, cell: tile._replace(overbuilt=True)})
    assert "covered" in {one.kind for one in checks.problems(covered)}
    last = example("golden_v1_2_seed").game()
    over = laying.layout(laid(last))
    assert [one.kind for one in checks.problems(over)] == ["over"]
    assert laying.temples(over) == [one.workers for one in last.temples()]


@pytest.mark.parametrize(
    "word", ["", "x", "r9999@1,0", "M4@1,0", "r2101@2,0", "y2101@1,0", "P1@0,0"]
)
def test_damaged_words_change_nothing(word: str) -> None:
    game = example("golden_v1_2_seed").game(0)
    table = laid(game)
    more = laying.with_words(table, [*laying.words(table), *word.split()])
    assert laying.layout(more) == laying.layout(table)


# --- On the page ---------------------------------------------------------------------------------


class Layer(Notary):
    """Somebody who lays a table: taps only what the page shows."""

    async def lay(self, game: Game) -> int:
        """Lay a position; returns the number of taps."""
        taps = 0
        left: list[tuple[str, str, tuple[int, int]]] = [
            ("jungle", code, cell)
            for cell, code in game.jungle.items()
            if cell not in game.rules.start_tiles
        ]
        left += [(str(tile.owner), tile.edges, cell) for cell, tile in game.workers.items()]
        while left:
            before = len(left)
            for page, tile, cell in sorted(left):
                if table_of(self.session).tool.page != page:
                    await self.tap("lay", f"page:{page}")
                    taps += 1
                if table_of(self.session).tool.tile != tile:
                    await self.tap("lay", f"tile:{tile}")
                    taps += 1
                if cell in self.session.choosing.targets:
                    await self.tap("cell", "{},{}".format(*cell))
                    taps += 1
                    left.remove((page, tile, cell))
            assert len(left) < before, left
        for page in re.findall("lay-page-([a-z]+)", self.content):
            if game.rules.module(page):
                await self.tap("lay", f"page:{page}")
                await self._lay_pieces(game)
        await self.tap("lay", "page:boards")
        for seat, one in enumerate(game.players):
            for good in game.rules.goods:
                if good.kinds:
                    continue
                field = [f"lay:goods:{seat}:{good.name}", str(getattr(one, good.name))]
                assert f'name="{field[0]}"' in self.content
                self.page.intent("field", json.dumps(field))
        await settled(self.app)
        return taps

    async def _lay_pieces(self, game: Game) -> None:
        """Say what lies on a page of a module: every piece is a tap on its button."""
        for value in re.findall('data-value="(add:[^"]+|lie:[^"]+)"', self.content):
            kind, where, name, piece = value.split(":")
            if kind == "add":
                has = list(map(str, getattr(game.players[int(where)], name)))
            else:
                x, y = map(int, name.split(","))
                has = list(game.supply[where][x, y])
            for _piece in range(has.count(piece)):
                await self.tap("lay", value)
        if self.session.choosing.targets:
            shown = str(self.page.regions["board-targets"])
            assert shown.count("target lies") == len(game.workers) + len(game.rules.start_tiles)
            await self.tap("cell", "{},{}".format(*game.supply["emperor"]))


async def at_laying(
    players: int, place: str, store: MemoryStore, modules: tuple[str, ...] = ()
) -> Layer:
    page = StandIn()
    app = await started(page, store)
    page.intent("companion", "")
    page.intent("companion-go", place.replace("lay", "who"))
    page.intent("companion-tap", f"players:{players}")
    for module in modules:
        page.write(f"module-{module}", "on")
    page.intent("companion-go", place)
    await settled(app)
    return Layer(page, app, example("golden_v1_3_seed"))


@awaited
async def test_table_is_laid_by_taps_and_the_rest_written() -> None:
    record, store = example("golden_v1_3_seed"), MemoryStore()
    layer = await at_laying(3, "write/lay", store)
    turn = record.turns()[10]
    game = record.game(turn.at).known_to(None)
    await layer.lay(game)
    session = layer.session
    assert session.shown.jungle == game.jungle
    assert session.shown.score() == game.score()  # what lies is counted as it is laid
    page = StandIn()
    app = await started(page, store)
    app.shell.games.resume(session.id)  # it is kept as it is laid
    await settled(app)
    layer = Layer(page, app, record)
    session = layer.session
    assert session.shown.workers == game.workers
    await layer.tap("lay", "page:onward")
    await layer.tap("lay", f"begin:{turn.seat}")
    assert not session.asked.laying
    assert session.asked.tiles == 2
    layer.record = Record(record.game(turn.at).as_deal(), record.moves[turn.at :])
    await layer.write()
    assert session.game.is_over
    assert session.record.moves == record.moves[turn.at :]
    assert session.game.score() == record.game().score()
    page.intent("result", "")
    assert page.dialog
    assert not page.reports
    assert str(session.record.turns()[0].seat) == str(turn.seat)


@awaited
async def test_table_with_modules_is_laid_by_taps_and_the_rest_written() -> None:
    modules = ("map", "chocolate", "huts", "gems", "emperor")
    record = played(expanded(*modules), 2, 7)
    layer = await at_laying(2, "write/lay", MemoryStore(), modules)
    layer.session.record = laid(record.game(0).known_to(None))  # the same sides of huts
    statements.lay(layer.session, [])
    turn = record.turns()[12]
    game = record.game(turn.at).known_to(None)
    await layer.lay(game)
    session = layer.session
    assert session.shown.score() == game.score()
    assert session.shown.supply["emperor"] == game.supply["emperor"]
    await layer.tap("lay", "page:onward")
    await layer.tap("lay", f"begin:{turn.seat}")
    assert not session.asked.laying
    layer.record = Record(record.game(turn.at).as_deal(), record.moves[turn.at :])
    await layer.write()
    assert session.record.moves == record.moves[turn.at :]
    assert session.game.score() == record.game().score()
    assert Record.from_link(session.record.to_link()).moves == session.record.moves
    assert not layer.page.reports


@awaited
async def test_gems_on_mines_are_asked_for_only_where_a_mine_lies() -> None:
    layer = await at_laying(2, "write/lay", MemoryStore(), ("gems",))
    await layer.tap("lay", "page:gems")
    assert "mines" not in layer.page.regions["task"]
    record = played(expanded("gems"), 2, 7)
    games = [record.game(turn.at).known_to(None) for turn in record.turns()]
    await layer.lay(next(game for game in games if "D" in game.jungle.values()))
    await layer.tap("lay", "page:gems")
    assert "mines" in layer.page.regions["task"]


@awaited
async def test_tap_has_a_way_back_also_going_on() -> None:
    layer = await at_laying(2, "write/lay", MemoryStore())
    session = layer.session
    assert not session.can_undo
    await layer.tap("lay", "page:1")
    await layer.tap("lay", "tile:2101")
    await layer.tap("cell", "1,0")
    assert session.shown.workers[1, 0].owner == 1
    await layer.tap("cell", "1,0")  # it is taken up
    assert not session.shown.workers
    assert table_of(session).tool.tile == "2101"
    await layer.tap("cell", "0,1")
    await layer.tap("lay", "page:onward")
    assert "always a jungle tile" not in layer.content
    await layer.tap("lay", "begin:0")  # purple has started
    assert [one.colour for one in session.sitters] == ["purple", "red"]
    assert session.game.turn == 1
    await layer.tap("reveal", "M4")
    for wanted in (False, True):
        layer.page.intent("undo", "")
        await settled(layer.app)
        assert session.asked.laying == wanted
    assert [one.colour for one in session.sitters] == ["red", "purple"]
    for _undo in range(3):
        layer.page.intent("undo", "")
        await settled(layer.app)
    assert not session.shown.workers
    assert not session.can_undo


@awaited
async def test_typing_is_one_step_and_many_taps_are_joined() -> None:
    layer = await at_laying(2, "write/lay", MemoryStore())
    session = layer.session
    await layer.tap("lay", "page:boards")
    for name, typed in (("0:gold", ("1", "12", "123")), ("0:suns", ("2",)), ("1:gold", ("4",))):
        for text in typed:
            layer.page.write(f"lay:goods:{name}", text)
    layer.page.write("lay:goods:1:gold", "4x")  # a slip
    await settled(layer.app)
    assert not layer.page.reports
    assert laying.words(session.record) == ("r:123,0,0,0", "r:123,0,2,0", "p:4,0,0,0")
    assert [one.gold for one in session.shown.players] == [123, 4]
    layer.page.intent("undo", "")
    layer.page.intent("undo", "")
    await settled(layer.app)
    assert [(one.gold, one.suns) for one in session.shown.players] == [(123, 0), (0, 0)]
    many = ["r2101@1,0", *["p1111@0,1", "-@0,1"] * 300, "M4@2,0"]
    statements.lay(session, many)
    assert len(laying.words(session.record)) < 10
    assert session.shown.workers[1, 0].edges == "2101"
    assert session.shown.jungle[2, 0] == "M4"


@awaited
async def test_faults_of_a_layout_are_named() -> None:
    layer = await at_laying(2, "write/lay", MemoryStore())
    session = layer.session
    for page, tile, cell in (("0", "1111", "1,0"), ("0", "2101", "0,1"), ("0", "2101", "2,1")):
        await layer.tap("lay", f"page:{page}")
        await layer.tap("lay", f"tile:{tile}")
        await layer.tap("cell", cell)
    await layer.tap("lay", "page:onward")
    assert "Red 3, Purple 0" in layer.content
    assert "here it is missing" in layer.content
    assert 'data-lights="2,0"' in layer.content
    layer.page.intent("lay", "begin:0")
    await settled(layer.app)
    assert session.asked.laying


@awaited
async def test_final_board_is_laid_and_temples_count_themselves() -> None:
    store = MemoryStore()
    layer = await at_laying(2, "score/lay", store)
    record = example("golden_v1_2_seed")
    game = record.game()
    await layer.tap("lay", "page:0")
    statements.lay(layer.session, [word for word in words_of(game) if ":" not in word])
    layer.app.table.changed(None, automatic=False)
    await settled(layer.app)
    id = layer.session.id
    layer.page.intent("companion-laid", "")
    await settled(layer.app)
    assert layer.app.session is None
    assert id not in [saved.session.id for saved in layer.app.saves.latest()]
    dialog = str(layer.page.dialog)
    counted = sorted(one.workers for one in game.temples() if any(one.workers))
    texts = [store.get(name) or "" for name in store.names()]
    stored = next(text for text in texts if '"temples"' in text)
    temples = json.loads(stored)["now"]["temples"]
    assert sorted(tuple(row) for row in temples if any(row)) == counted
    assert "Temple 1" in dialog


@pytest.mark.parametrize("modules", [("huts", "tree", "watering"), ("gems", "huts", "workers")])
@awaited
async def test_board_with_modules_counts_temples_and_huts(modules: tuple[str, ...]) -> None:
    """The tiles of the modules are there to be laid; hermit and road worker are counted, too."""
    game = played(expanded(*modules), 2, 7).game()
    store = MemoryStore()
    layer = await at_laying(2, "score/lay", store, modules)
    for code in game.rules.jungle_tiles[2]:
        assert f'data-value="tile:{code}"' in layer.content
    # Tiles of a foreman are laid as they are printed.
    game.workers = {
        cell: tile._replace(edges=tile.edges.replace("4", "3"))
        if "3" in TILE_OF_EDGES[tile.edges]
        else tile
        for cell, tile in game.workers.items()
    }
    statements.lay(layer.session, [word for word in words_of(game) if ":" not in word])
    layer.app.table.changed(None, automatic=False)
    await settled(layer.app)
    assert layer.session.shown.jungle == game.jungle
    assert layer.session.shown.workers == game.workers
    layer.page.intent("companion-laid", "")
    await settled(layer.app)
    stored = json.loads(store.get("cacao.companion-cacao") or "")["now"]
    board = Board._fields
    for seat, found in enumerate(stored["boards"]):
        wanted = [HUTS[code].bonus(game, seat) for code in ("HE", "RW")]
        assert [found[board.index("hermits")], found[board.index("road")]] == wanted
    counted = sorted(one.workers for one in game.temples() if any(one.workers))
    assert sorted(tuple(row) for row in stored["temples"] if any(row)) == counted
