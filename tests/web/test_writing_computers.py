"""Computers at a real table: their tiles are named, and they say what they do."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import CacaoError, Game, Move, Record
from cacao_core.tiles import UNKNOWN
from cacao_web.browser.store import MemoryStore
from cacao_web.game.real_table import writing
from cacao_web.game.real_table.statements import table_of
from cacao_web.saves.saves import Saves
from tests.core.helpers import example
from tests.web.driven import App, Person, awaited, settled, started
from tests.web.standin import StandIn
from tests.web.test_writing import begin


class RealTable(Person):
    """People with real tiles, dealt as in an example; they play at random."""

    def __init__(self, page: StandIn, app: App, record: Record) -> None:
        super().__init__(page, app)
        self.game = Game(record.deal)
        self.deal = record.deal
        self.rng = Random(5)
        self.followed = 0  # moves of the page that have been done here

    @property
    def task(self) -> str:
        return str(self.page.regions["task"])

    @property
    def content(self) -> str:
        return str(self.page.regions["content"])

    async def tap(self, command: str, value: str = "") -> None:
        if command != "cell":
            assert f'data-command="{command}"' in self.content, command
            assert not value or f'data-value="{value}"' in self.content, value
        self.page.intent(command, value)
        await settled(self.app)
        self.follow()

    def follow(self) -> None:
        """Do what the page has; it must be possible with the real tiles."""
        for move in self.session.record.moves[self.followed :]:
            self.game.play(move)
        self.followed = max(self.followed, len(self.session.record.moves))

    async def name_tile(self) -> None:
        """Name the next tile that was turned up or drawn."""
        session, seat = self.session, self.session.asked.drawing
        piles = session.record.deal
        if session.asked.gems:
            await self.tap("reveal", self.deal.gems[piles.gems.index(UNKNOWN)])
        elif session.asked.tiles:
            at = piles.jungle_pile.index(UNKNOWN)
            await self.tap("reveal", self.deal.jungle_pile[at])
        else:
            assert seat is not None
            at = piles.worker_piles[seat].index(UNKNOWN)
            await self.tap("reveal", self.deal.worker_piles[seat][at])

    async def step(self) -> None:
        """Whatever the page asks for."""
        session = self.session
        if session.asked.to_do:
            await self.tap("table-done")
        elif session.asked.tiles or session.asked.gems or session.asked.drawing is not None:
            await self.name_tile()
        else:
            await self.say(str(self.rng.choice(self.game.legal_moves())))

    async def say(self, notation: str) -> None:
        self.app.table.play(notation)
        await settled(self.app)
        self.follow()

    async def play(self, steps: int = 999) -> None:
        for _step in range(steps):
            if self.session.game.is_over and not self.session.asked.to_do:
                return
            await self.step()


async def at_table(
    record: Record, computers: tuple[int, ...] = (1,), store: MemoryStore | None = None
) -> RealTable:
    page = StandIn()
    app = await started(page, store)
    page.intent("companion", "")
    page.intent("companion-go", "write/who")
    page.intent("companion-tap", f"players:{record.deal.players}")
    for seat in computers:
        page.write(f"kind-{seat}", "computer")
        page.write(f"level-{seat}", "1")
    begin(page, record)
    await settled(app)
    return RealTable(page, app, record)


@pytest.mark.parametrize(
    ("name", "computers"),
    [("golden_v1_2_seed", (1,)), pytest.param("golden_v1_3_seed", (0, 2), marks=pytest.mark.long)],
)
@awaited
async def test_computer_plays_a_whole_game_with_real_tiles(
    name: str, computers: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, store = example(name), MemoryStore()
    table = await at_table(record, computers, store)
    told, decide = list[Record](), table.app.table.computers.decide

    async def heard(record: Record, *rest: object) -> Move:
        told.append(record)
        return await decide(record, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(table.app.table.computers, "decide", heard)
    session = table.session
    assert [one.kind for one in session.sitters].count("beginner") == len(computers)
    await table.play()
    assert session.game.is_over
    assert session.game.score() == table.game.score()
    assert Saves(store).load(session.id).session.record == session.record
    assert told
    guessed = 0
    for asked in told:  # nothing that its seat does not know, and all that it does
        game, moves = asked.game(), len(asked.moves)
        seat = game.to_move
        assert seat in computers
        real = Record(record.deal, asked.moves).game(moves)
        assert game.key(seat) == real.key(seat)
        others = [pile for at, pile in enumerate(record.deal.worker_piles) if at != seat]
        told_others = [pile for at, pile in enumerate(asked.deal.worker_piles) if at != seat]
        guessed += told_others != others  # with few hidden tiles, a guess may be right
    assert guessed > len(told) / 2


@awaited
async def test_move_of_a_computer_waits_to_be_done() -> None:
    store = MemoryStore()
    table = await at_table(example("golden_v1_2_seed"), (0,), store)
    session = table.session
    assert session.asked.tiles == 2
    assert session.asked.drawing is None  # the display comes first
    await table.name_tile()
    await table.name_tile()
    assert "Draw 3 worker tiles for Timo" in table.task
    for _tile in range(3):
        await table.name_tile()
    assert "Do this at the table for Timo." in table.task
    laid = [one for one in session.asked.to_do if one.move.kind != "A"]
    acts = len(laid) < len(session.asked.to_do)  # what workers do is one step
    assert table.content.count("<li") == len(laid) + acts
    assert table.content.count("data-lights") == len(laid) + acts
    assert session.asked.to_do[0].move.starts_turn
    assert not session.deciding
    shown = session.asked.to_do
    page = StandIn()
    app = await started(page, store)
    app.shell.games.resume(session.id)  # it is told again after a reload
    await settled(app)
    again = RealTable(page, app, example("golden_v1_2_seed"))
    again.follow()
    assert again.session.asked.to_do == shown
    before = again.session.record.moves
    await again.tap("table-done")
    assert again.session.record.moves == before
    assert not again.session.asked.to_do
    assert again.session.asked.drawing == 0 or again.session.asked.tiles
    app = await started(StandIn(), store)
    app.shell.games.resume(session.id)
    await settled(app)
    assert not app.game.asked.to_do  # it was done


@pytest.mark.long
@awaited
async def test_computer_decides_the_same_after_an_undo() -> None:
    table = await at_table(example("golden_v1_3_seed"))
    await table.play(60)
    session = table.session
    whole = session.record
    for _undo in range(12):
        table.page.intent("undo", "")
        await settled(table.app)
        assert not session.asked.to_do  # people are asked, never the computer
        assert session.asked.any or session.deciding
    said = writing.entries(whole, (1,))
    rest = said[len(writing.entries(session.record, (1,))) :]
    for entry in rest:  # the same is said again: the computer does what it did
        while session.asked.to_do:
            table.page.intent("table-done", "")
            await settled(table.app)
        if len(session.record.moves) >= len(whole.moves):
            break
        if entry.startswith("+"):
            if session.asked.any:
                table.page.intent("reveal", entry.lstrip("+p") if "+p" in entry else entry[1:])
        elif session.deciding and entry in map(str, session.game.legal_moves()):
            table.app.table.play(entry)
        await settled(table.app)
    again = session.record.moves  # the computer may have gone on by itself
    assert len(again) > len(whole.moves) - 6
    assert all(one == other for one, other in zip(again, whole.moves, strict=False))
    before = session.record
    turn = next(one for one in whole.turns() if one.seat == 1 and one.number > 3)
    table.page.intent("look", str(turn.at + 1))
    table.page.intent("put-right", "")
    await settled(table.app)
    assert writing.waiting(session.record).entries
    assert session.deciding  # the computer does not think again: it is said by hand
    assert len(session.record.moves) == turn.at
    while writing.waiting(session.record).entries:
        if session.asked.any:
            await table.name_tile()
        else:
            table.app.table.play(str(turn.moves[len(session.record.moves) - turn.at]))
            await settled(table.app)
    assert session.record.moves == before.moves  # what came after is not said again
    assert table_of(session).misfit is None
    assert writing.entries(session.record, (1,)) == writing.entries(before, (1,))


@awaited
async def test_move_of_a_computer_can_be_said_otherwise() -> None:
    table = await at_table(example("golden_v1_2_seed"), (0,))
    session = table.session
    while not session.asked.to_do:
        await table.step()
    hand = session.record.game(0).players[0].hand
    table.page.intent("by-hand", "")
    await settled(table.app)
    assert not session.record.moves
    assert session.deciding
    assert set(session.mode.hand(session.game, 0)) == set(hand)
    assert "other-hand" in table.content  # if the tile is not among these
    move = session.game.legal_moves()[-1]
    table.app.table.play(move)
    await settled(table.app)
    assert session.record.moves[0] == move
    assert not session.asked.to_do
    table.page.intent("undo", "")
    await settled(table.app)
    assert session.asked.drawing == 0  # the last thing that somebody has said


@awaited
async def test_wrong_tile_in_its_hand_is_named_anew() -> None:
    table = await at_table(example("golden_v1_2_seed"))
    session = table.session
    while not (session.asked.to_do and len(session.record.turns()) == 4):
        await table.step()
    at = session.asked.to_do[0].at
    table.page.intent("other-hand", "")
    await settled(table.app)
    assert len(session.record.moves) == at
    assert session.asked.drawing == 1
    assert session.game.players[1].hand == (UNKNOWN,) * 3
    for tile in ("1111", "3001", "2101"):
        table.page.intent("reveal", tile)
        await settled(table.app)
    assert session.asked.to_do[0].before.players[1].hand == ("1111", "3001", "2101")
    table.page.intent("by-hand", "")
    table.page.intent("other-hand", "")
    await settled(table.app)
    assert session.asked.drawing == 1
    for tile in ("2101", "2101", "2101"):
        table.page.intent("reveal", tile)
        await settled(table.app)
    assert session.asked.to_do[0].before.players[1].hand == ("2101",) * 3
    said = writing.entries(session.record, (1,))
    assert writing.written(session.record, said).record.moves == session.record.moves


@awaited
async def test_move_of_a_failed_computer_is_said_by_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await at_table(example("golden_v1_2_seed"), (0,))

    async def fails(*_question: object) -> str:
        raise CacaoError("out of order")

    monkeypatch.setattr(table.app.table.computers, "decide", fails)
    session = table.session
    while session.asked.any:
        await table.name_tile()
    assert session.deciding
    assert 'data-command="turned"' in table.content
