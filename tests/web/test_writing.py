"""A game at a real table is written down by taps: no difference from the game as it was played."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest

from cacao_core import Move, Phase, Record, ai
from cacao_core.moves import BLIND, FILLS, by_turn, turns_begun
from cacao_core.notes import Notes, Variation
from cacao_core.tiles import UNKNOWN
from cacao_web.browser.store import MemoryStore
from cacao_web.game.origin import About
from cacao_web.game.players import Sitter
from cacao_web.game.real_table import unsaid, writing
from cacao_web.game.session import Session
from cacao_web.saves.saves import Saves
from tests.core.helpers import example
from tests.web.driven import App, Person, awaited, settled, started
from tests.web.standin import StandIn
from tests.web.test_analysis import review_of

GOLDEN = (
    "golden_v1_2_seed",
    pytest.param("golden_v1_3_seed", marks=pytest.mark.nightly),
    pytest.param("golden_v1_4_seed", marks=pytest.mark.nightly),
    pytest.param("golden_v1_4_explicit", marks=pytest.mark.long),
)


def _jungle_tiles(record: Record) -> Sequence[str]:
    """The jungle tiles in the order in which they turn up."""
    if record.deal.table is None:
        return record.deal.jungle_pile
    game = record.game(0)
    return (*game.display, *game.aside, *game.jungle_pile)


def _gems(record: Record) -> str:
    """The gems in the order in which they turn up."""
    if record.deal.table is None:
        return record.deal.gems
    supply = record.game(0).supply
    return "".join((*supply["waiting_gems"], supply["gem_pile"]))


class Notary(Person):
    """Somebody who writes a game down: taps only what the page shows.

    Attributes:
        taps: what was tapped, by the turn to which it belongs.
    """

    def __init__(self, page: StandIn, app: App, record: Record) -> None:
        super().__init__(page, app)
        self.record = record
        self.taps: dict[int, list[str]] = {}

    @property
    def done(self) -> int:
        return len(self.session.record.moves)

    @property
    def turns(self) -> int:
        return turns_begun(self.session.record.moves)

    @property
    def between(self) -> bool:
        return self.session.game.phase is Phase.PLACE

    @property
    def content(self) -> str:
        return str(self.page.regions["content"])

    async def tap(self, command: str, value: str = "") -> None:
        turn = self.turns + (self.between and command != "reveal")
        self.taps.setdefault(turn, []).append(command)
        if command == "cell":
            assert f'data-cell="{value}"' in str(self.page.regions["board-targets"])
        elif value:
            assert f'data-value="{value}"' in self.content, (command, value)
        self.page.intent(command, value)
        await settled(self.app)

    async def write(self, turns_more: int = 99) -> None:
        """Write down so many turns."""
        last = self.turns + turns_more
        for _step in range(999):
            session = self.session
            if session.asked.tiles:
                await self.tap("reveal", self.next_of(_jungle_tiles))
            elif session.asked.gems:
                await self.tap("reveal", self.next_of(_gems))
            elif self.done == len(self.record.moves) or (self.between and self.turns >= last):
                return
            else:
                await self.say(self.record.moves[self.done])
        raise AssertionError("it goes on for ever")

    async def say(self, move: Move) -> None:
        session, cell = self.session, "{},{}".format(*move.cell)
        works = move.kind in "AH"
        if not works and not session.onward.singly and not self.goes_by_itself():
            await self.tap("singly")
        if works:
            if not self.offered():
                await self.tap("singly")
            await self.tap("activate", self.offered())
        elif move.kind in FILLS:
            spaces = session.game.open_spaces
            if move.what == BLIND and unsaid.may_draw_blind(session.game):
                await self.tap("reveal", self.next_of(_jungle_tiles))
                if len(spaces) == 1:
                    return
            await self.tap("display", str(self.session.choosing.offered.index(move[:2])))
            if len(spaces) > 1:
                await self.tap("cell", cell)
        else:
            if session.choosing.chosen_edges != move.what:
                await self.tap("turned", move.what)
            await self.tap("cell", cell)

    def next_of(self, pieces: Callable[[Record], Sequence[str]]) -> str:
        """The first of some pieces that nobody has named."""
        return pieces(self.record)[pieces(self.session.record).index(UNKNOWN)]

    def offered(self) -> str:
        """The button for what the workers do next; empty if there is none."""
        said = re.findall(r'data-command="activate" data-value="([^"]+)"', self.content)
        rest = " ".join(map(str, self.record.moves[self.done :])) + " "
        return max((one for one in said if rest.startswith(f"{one} ")), key=len, default="")

    def goes_by_itself(self) -> bool:
        """Whether the workers of this turn do what they do without a question."""
        game, moves = self.record.game(self.done), self.record.moves[self.done :]
        for number, move in enumerate(moves):
            if number and move.starts_turn:
                break
            found = ai.obvious(game)
            if found is not None and found != move:
                return False
            game.play(move)
        return True


def begin(page: StandIn, record: Record) -> None:
    """Choose the modules of a game, say which huts lie there, and begin to write it down."""
    for module in record.deal.rules.modules:
        page.write(f"module-{module.name}", "on")
    page.intent("companion-go", "write/start")
    if record.deal.huts:
        page.intent("companion-go", "write/huts")
        for number, code in enumerate(record.deal.huts):
            assert f'id="side-{number}-{code}"' in page.dialog
            page.write(f"side-{number}", code)
    page.intent("companion-go", "write/begin")


async def at_table(record: Record, store: MemoryStore | None = None) -> Notary:
    page = StandIn()
    app = await started(page, store)
    page.intent("companion", "")
    page.intent("companion-go", "write/who")
    page.intent("companion-tap", f"players:{record.deal.players}")
    begin(page, record)
    await settled(app)
    return Notary(page, app, record)


@pytest.mark.parametrize("name", GOLDEN)
@awaited
async def test_typed_game_is_the_game_that_was_played(name: str) -> None:
    record, store = example(name), MemoryStore()
    notary = await at_table(record, store)
    await notary.write()
    written = notary.session.record
    assert written.moves == record.moves
    assert written.game().score() == record.game().score()
    assert written.game().winners() == record.game().winners()
    drawn = len(record.deal.jungle_pile) - len(record.game().jungle_pile)
    assert written.deal.jungle_pile[:drawn] == record.deal.jungle_pile[:drawn]
    assert written.deal.is_known
    assert Record.from_link(written.to_link()).moves == record.moves
    saved = Saves(store).load(notary.session.id).session
    assert saved.record == written
    for number, turn in enumerate(by_turn(record.moves), 1):
        fills = sum(move.kind == "J" for move in turn)
        taps = [one for one in notary.taps[number] if one not in ("singly", "activate")]
        assert len(taps) <= 2 + fills + max(fills, 1) + (fills > 1), (number, taps)
        usual = fills <= 1 and not {"singly", "activate"} & {*notary.taps[number]}
        assert not usual or len(notary.taps[number]) <= 4


@awaited
async def test_hasty_tap_on_the_board_says_nothing() -> None:
    notary = await at_table(example("golden_v1_2_seed"))
    for turns_more in (0, 1, 1):
        await notary.write(turns_more)
        assert 'aria-pressed="true"' not in notary.content
        before = notary.session.record
        for move in before.game().legal_moves():
            notary.page.intent("cell", "{},{}".format(*move.cell))
        notary.page.intent("accept", "")
        notary.page.intent("rotate", "1")
        assert notary.session.record == before


@pytest.mark.long
@awaited
async def test_taps_are_undone_and_said_again() -> None:
    record = example("golden_v1_2_seed")
    notary = await at_table(record)
    await notary.write(6)
    session = notary.session
    said = writing.entries(session.record)
    seen = [len(said)]
    while session.can_undo:
        notary.page.intent("undo", "")
        await settled(notary.app)
        seen.append(len(writing.entries(session.record)))
    assert seen == sorted(set(seen), reverse=True)
    assert seen[-1] == 0
    assert not session.record.moves
    await notary.write(6)
    assert writing.entries(session.record) == said
    await notary.write()
    assert session.game.is_over
    notary.page.intent("undo", "")
    await settled(notary.app)
    assert not session.game.is_over
    await notary.write()
    assert session.record.moves == record.moves
    assert session.record.game().score() == record.game().score()
    notary.page.intent("rematch", "")
    await settled(notary.app)
    assert notary.session.mode.is_written  # people deal it again, at their table
    assert notary.session.asked.tiles == 2
    assert notary.session.sitters[0].colour == session.sitters[1].colour


@awaited
async def test_game_is_kept_as_it_is_typed() -> None:
    record, store = example("golden_v1_3_seed"), MemoryStore()
    notary = await at_table(record, store)
    await notary.write(5)
    id, before = notary.session.id, notary.session.record
    page = StandIn()
    app = await started(page, store)
    app.shell.games.resume(id)
    await settled(app)
    again = Notary(page, app, record)
    assert again.session.mode.is_written
    assert again.session.record == before
    await again.write(4)
    assert again.turns == 9
    assert again.session.record.moves == record.moves[: again.done]


@pytest.mark.long
@awaited
async def test_turn_is_put_right_and_the_rest_kept() -> None:
    record = example("golden_v1_2_seed")
    notary = await at_table(record)
    await notary.write(12)
    whole = notary.session.record
    at = whole.turns()[7].at  # after turn 7: that is the one to put right
    notary.page.intent("look", str(at))
    await settled(notary.app)
    assert "put-right" in notary.content
    notary.page.intent("put-right", "")
    await settled(notary.app)
    session = notary.session
    assert turns_begun(session.record.moves) == 6
    assert writing.waiting(session.record).number == 5
    assert "5 later turns wait." in notary.content
    await notary.write(1)  # as it was: all later turns fit
    assert session.record == whole
    assert not writing.waiting(session.record).entries
    await notary.write()
    whole = session.record
    notary.page.intent("look", str(whole.turns()[2].at))  # after the end: the second turn
    notary.page.intent("put-right", "")
    await settled(notary.app)
    assert writing.waiting(session.record).number == len(whole.turns()) - 2
    await notary.write(1)
    assert session.game.is_over
    assert session.record.moves == whole.moves


@awaited
async def test_notes_outlast_a_correction_and_a_reload() -> None:
    """On turns before it, on the turn itself, and on those that wait; foreign headers too."""
    record = example("golden_v1_2_seed")
    notary = await at_table(record)
    await notary.write(12)
    session = notary.session
    starts = [turn.at for turn in session.record.turns()]
    other = [
        next(move for move in session.record.game(starts[turn - 1]).legal_moves()
             if move != session.record.moves[starts[turn - 1]])
        for turn in (3, 9)
    ]  # fmt: skip
    noted = Notes(
        {"x-event": "at home"},
        {0: "all of it", 3: "before", 7: "put right\nin two lines", 9: "later"},
        [Variation(turn, (move,), "tried") for turn, move in zip((3, 9), other, strict=True)],
    )
    session.record = whole = session.record.with_notes(noted)
    notary.page.intent("look", str(starts[7]))  # after turn 7
    notary.page.intent("put-right", "")
    await settled(notary.app)
    assert dict(session.record.notes.comments) == {0: "all of it", 3: "before"}
    assert session.record.notes.headers["x-event"] == "at home"
    session.record = Record.from_text(session.record.to_text())  # as after a reload
    await notary.write(1)
    assert session.record == whole
    notary.page.intent("undo", "")  # the last turn
    await settled(notary.app)
    await notary.write(1)
    assert session.record == whole


@awaited
async def test_turns_that_no_longer_fit_wait() -> None:
    record = example("golden_v1_2_seed")
    notary = await at_table(record)
    await notary.write(12)
    session = notary.session
    notary.page.intent("look", str(session.record.turns()[3].at))
    notary.page.intent("put-right", "")
    await settled(notary.app)
    assert turns_begun(session.record.moves) == 2
    await notary.tap("turned", "1012")  # the third turn, but where the sixth is played
    targets = re.findall(r'data-cell="([^"]+)"', str(notary.page.regions["board-targets"]))
    await notary.tap("cell", targets[-1])
    for _tile in range(9):
        if session.asked.tiles:
            await notary.tap("reveal", "G1")
        elif session.deciding and session.game.phase is Phase.FILL:
            await notary.tap("display", "0")
        elif session.deciding and session.game.phase is Phase.ACTIVATE:
            notary.page.intent("activate", str(session.legal[0]))
            await settled(notary.app)
    assert "does not fit any more" in notary.content
    assert writing.waiting(session.record).entries
    kept = session.record
    notary.page.intent("drop-waiting", "")
    await settled(notary.app)
    assert not writing.waiting(session.record).entries
    assert session.record.moves == kept.moves


@awaited
async def test_hints_and_analyses_say_that_hands_are_unknown() -> None:
    record = example("golden_v1_2_seed")
    notary = await at_table(record)
    await notary.write(3)
    for command in ("hint", "analyse"):
        notary.page.intent(command, "")
        await settled(notary.app)
        assert "does not know the hands at the table" in str(notary.page.regions["notice"]), command
        assert not notary.page.dialog
    assert not notary.page.reports
    whole = example("temple")
    people = tuple(Sitter(name) for name in ("Ana", "Bo", "Cleo", "Dai")[: whole.deal.players])
    session = Session("real", whole, people, about=About(real=True))
    notary.app.enter(session)
    notary.app.analysis.show(review_of(session.record))
    assert "that you placed next" in str(notary.app.analysis.markup())
