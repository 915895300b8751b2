"""Links between people at different devices, with a stand-in for the page; and replays."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from cacao_core import Deal, Phase, Record, ai
from cacao_core.moves import turn_starts
from cacao_core.notes import Notes, Variation
from cacao_web.browser.store import MemoryStore
from cacao_web.features.sharing.controller import after_last_turn
from cacao_web.features.sharing.kinship import Kinship, related
from cacao_web.game.players import ELSEWHERE, PERSON, Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup import link as share
from cacao_web.game.setup.link import LinkWish
from cacao_web.saves.codec import Saved
from tests.core.helpers import example, play_at_random
from tests.web.driven import App, awaited, settled, started
from tests.web.standin import StandIn

RECORD = example("temple")
NAMES = ("Ana", "Bo", "Cleo", "Dai")
PEOPLE = tuple(map(Sitter, NAMES))
STARTS = turn_starts(RECORD.moves)


class Watched(StandIn):
    """A page that notes which positions are shown while it waits."""

    app: App | None = None

    def __init__(self, fragment: str = "") -> None:
        super().__init__(fragment)
        self.seen: list[int | None] = []

    async def dwell(self, seconds: float) -> None:
        assert self.app is not None
        assert self.app.session is not None
        self.seen.append(self.app.session.look.at)


async def watched(fragment: str = "", store: MemoryStore | None = None) -> Watched:
    page = Watched(fragment)
    page.app = App(page, store or MemoryStore())
    await page.app.start()
    return page


def test_link_without_names_tells_none() -> None:
    link = share.fragment(RECORD, PEOPLE, LinkWish(names=False))
    assert not any(name in link for name in NAMES)
    opened = share.read(link)
    assert not opened.named
    assert [one.name for one in opened.sitters] == ["Red", "Purple", "White", "Yellow"]
    assert share.read(share.fragment(RECORD, PEOPLE)).named


@pytest.mark.parametrize("wanted", [True, False])
def test_link_tells_how_it_opens(wanted: bool) -> None:
    opened = share.read(share.fragment(RECORD, PEOPLE, LinkWish(from_start=wanted, by_link=wanted)))
    assert (opened.from_start, opened.by_link) == (wanted, wanted)


@awaited
async def test_dialog_says_whether_the_friend_joins_or_takes_over() -> None:
    for kind in ("person", "easy"):
        page = StandIn()
        app = await started(page)
        easy = Sitter("Cleo", "easy"), Sitter("Dai", "easy")
        app.enter(Session("g", RECORD, (Sitter("Ana"), Sitter("Bo", kind), *easy)))
        page.intent("share", "")
        assert "takes over" in page.dialog
        page.intent("field", '["opens", "start"]')
        assert "from the beginning" in page.dialog
        page.intent("field", '["opens", "now"]')
        assert "takes over" in page.dialog
        if kind == "person":
            page.intent("field", '["by_link", "on"]')
            assert "joins in" in page.dialog
            assert "takes over" not in page.dialog


def test_record_is_related_to_a_saved_game() -> None:
    def kin(ours: int, theirs: Record) -> tuple[str, int]:
        found = related(Saved(Session("x", RECORD.up_to(ours), PEOPLE), ""), theirs)
        return (found.kinship.name, found.common) if found else ("", 0)

    assert kin(6, RECORD.up_to(6)) == (Kinship.SAME.name, 6)
    assert kin(4, RECORD.up_to(6)) == (Kinship.NEWER.name, 4)
    assert kin(6, RECORD.up_to(4)) == (Kinship.OLDER.name, 4)
    start = RECORD.up_to(STARTS[1])
    other = next(m for m in start.game().legal_moves() if m != RECORD.moves[STARTS[1]])
    assert kin(STARTS[2], start.play(other)) == (Kinship.FORK.name, STARTS[1])
    first = next(m for m in RECORD.game(0).legal_moves() if m != RECORD.moves[0])
    assert kin(6, RECORD.up_to(0).play(first)) == ("", 0)


def test_news_begin_after_ones_own_last_turn() -> None:
    late = RECORD.up_to(STARTS[6])  # the second turn of the second seat was the last but one
    assert after_last_turn(late, 0) == STARTS[5]
    assert after_last_turn(late, 1) == STARTS[6]
    assert after_last_turn(late, 3) == STARTS[4]
    assert after_last_turn(RECORD.up_to(STARTS[2]), 3) == 0


def test_news_of_a_game_that_starts_in_the_middle_begin_after_ones_own_last_turn() -> None:
    late = Record(RECORD.game(STARTS[5]).as_deal(), RECORD.moves[STARTS[5] :])
    assert late.turns()[0].seat == 1
    assert after_last_turn(late, 1) == STARTS[6] - STARTS[5]
    assert after_last_turn(late, 0) == 0


@awaited
async def test_link_of_others_shows_what_has_happened_since() -> None:
    """Ana has played and sent the link; it comes back when it is her turn again."""
    sitters = (PEOPLE[0], *(one._replace(kind=ELSEWHERE) for one in PEOPLE[1:]))
    store = MemoryStore()
    app = await started(StandIn(), store)
    app.enter(Session("own", RECORD.up_to(STARTS[1]), sitters))
    link = share.fragment(RECORD.up_to(STARTS[4]), PEOPLE, LinkWish(by_link=True))
    page = await watched(link, store)
    assert page.app is not None
    session = page.app.session
    assert session is not None
    assert session.id == "own"
    assert session.sitters == app.table.session.sitters if app.table.session else ()
    await settled(page.app)
    assert page.seen == list(range(STARTS[1], STARTS[4]))
    assert session.look.at is None
    assert session.record.moves == RECORD.moves[: STARTS[4]]


@awaited
async def test_seed_is_not_told_of_a_game_that_goes_on(page: StandIn, app: App) -> None:
    sitters = (PEOPLE[0], *(one._replace(kind=ELSEWHERE) for one in PEOPLE[1:]))
    mine = next(at for at in STARTS[4:] if RECORD.game(at).turn == 0)
    app.enter(Session("own", RECORD.up_to(mine), sitters))
    page.intent("share", "")
    assert "seed" not in page.dialog
    assert 'id="link"' not in page.dialog  # it is Ana's turn: nobody needs the link
    page.intent("save-text", "")
    assert page.files == {}
    app.enter(Session("theirs", RECORD.up_to(mine + 1), sitters))
    while app.session and app.session.actor and not app.session.actor.is_elsewhere:
        app.table.play_exactly(str(app.session.game.legal_moves()[0]))
    page.intent("share", "")
    assert 'id="link"' in page.dialog  # for the one whose turn it is
    assert 'id="record"' not in page.dialog
    assert 'id="record"' not in page.dialog


@awaited
async def test_newcomer_says_who_of_the_people_that_is() -> None:
    page = await watched(share.fragment(RECORD.up_to(STARTS[5]), PEOPLE, LinkWish(by_link=True)))
    assert page.app is not None
    assert "Who are you?" in page.dialog
    page.intent("be", "2")
    session = page.app.session
    assert session is not None
    kinds = [ELSEWHERE, ELSEWHERE, PERSON, ELSEWHERE]
    assert [one.kind for one in session.sitters] == kinds
    await settled(page.app)
    assert page.seen == list(range(STARTS[3], STARTS[5]))


def in_anothers_turn() -> Record:
    """A position where somebody has a real choice in another's turn."""
    for seed in range(99):
        record = Record(Deal.shuffled(3, seed))
        for move in play_at_random(record.game(), Random(seed)):
            game = record.game()
            if game.phase is Phase.ACTIVATE and game.to_move != game.turn and not ai.obvious(game):
                return record
            record = record.play(move)
    raise AssertionError("there is none")


@awaited
async def test_activation_in_anothers_turn_goes_round_too() -> None:
    """Whoever has to decide gets the link, also in the middle of a turn."""
    record = in_anothers_turn()
    game, people = record.game(), PEOPLE[: record.deal.players]
    link = share.fragment(record, people, LinkWish(by_link=True))
    for seat in (game.turn, game.to_move):
        page = await watched(link)
        assert page.app is not None
        page.intent("be", str(seat))
        await settled(page.app)
        assert page.app.game.look.at is None
        waits = "decides next, on another device" in page.regions["task"]
        assert waits == (seat == game.turn)
        assert ('class="edges' in page.regions["content"]) == (seat == game.to_move)


@awaited
async def test_replay_shows_every_position_up_to_the_present() -> None:
    page = await watched()
    assert page.app is not None
    session = Session("x", RECORD, PEOPLE)
    page.app.enter(session)
    page.intent("look", "0")
    page.intent("key", "p")
    assert session.look.replaying
    await settled(page.app)
    assert page.seen == list(range(len(RECORD.moves)))
    assert (session.look.at, session.look.replaying) == (None, False)
    page.seen.clear()
    page.intent("look", "3")
    page.intent("replay", "")
    page.intent("replay", "")  # that stops it
    await settled(page.app)
    assert (session.look.at, session.look.replaying) == (3, False)


@pytest.mark.parametrize("text", [Record.to_link, Record.to_text])
@awaited
async def test_game_with_unknown_tiles_is_opened_to_be_written(
    text: Callable[[Record], str],
) -> None:
    """Also one that starts in the middle; it is replayed, gone on with, and found again."""
    whole = example("golden_v1_3_seed")
    turn = whole.turns()[9]
    laid = whole.game(turn.at).known_to(None).as_deal()
    middle = Record(laid).play(next(str(move) for move in turn.moves))
    for record in (Record(Deal.unknown(2)), middle):
        page, store = StandIn(), MemoryStore()
        app = await started(page, store)
        app.features.open_game(text(record), "")
        await settled(app)
        session = app.game
        assert session.mode.is_written
        assert session.record.moves[: len(record.moves)] == record.moves
        assert session.record.deal.table == record.deal.table
        page.intent("look", "0")
        await settled(app)
        assert session.shown.turn == (turn.seat if record is middle else 0)
        id = session.id
        app = await started(StandIn(), store)
        app.features.open_game(text(record), id)  # its address, which may be older
        await settled(app)
        assert app.game.id == id


# --- Comments and variations ---------------------------------------------------------------------


@awaited
async def test_notes_of_two_copies_are_joined() -> None:
    """A file of a saved game: nothing that either of them notes is lost, nothing is there twice."""
    first = RECORD.turns()[0].moves
    ours = Notes({"x-a": "1"}, {1: "good", 2: "ours"}, [Variation(1, first, "kept")])
    courses = [Variation(1, first, "another"), Variation(2, RECORD.turns()[1].moves)]
    theirs = Notes({"x-a": "2", "x-b": "3"}, {1: "good\nfast", 3: "theirs"}, courses)
    page = StandIn()
    app = await started(page)
    app.features.open_game(RECORD.with_notes(ours).to_text(), "")
    await settled(app)
    id = app.game.id
    app.features.open_game(RECORD.with_notes(theirs).to_text(), "")
    await settled(app)
    assert app.game.id == id
    notes = app.game.record.notes
    assert notes.headers == {"x-a": "1", "x-b": "3"}
    assert notes.comments == {1: "good\nfast", 2: "ours", 3: "theirs"}
    assert [(one.turn, one.comment) for one in notes.variations] == [(1, "kept"), (2, "")]
    app.features.open_game(RECORD.to_link(), "")
    await settled(app)
    assert app.game.record.notes == notes
    page.intent("share", "")
    assert "Include comments and variations" in page.dialog


LONG = " ".join(str(number * number) for number in range(700))


@awaited
async def test_link_has_short_comments_and_variations() -> None:
    first = RECORD.turns()[0].moves
    noted = RECORD.with_notes(Notes({}, {1: "Why not?"}, [Variation(1, first, "as played")]))
    page = StandIn()
    app = await started(page)
    app.enter(Session("own", noted, PEOPLE))
    page.intent("share", "")
    assert "Include comments and variations (up to about 1000 characters)" in page.dialog
    page.intent("copy", "")
    await settled(app)
    link = page.shared[-1].partition("#")[2]
    other = StandIn(link)
    there = await started(other)
    assert there.game.record.notes == noted.notes
    assert other.fragment() == share.fragment(noted, PEOPLE), "the address stays short"
    page.intent("field", '["notes", "off"]')
    page.intent("copy", "")
    await settled(app)
    assert page.shared[-1].partition("#")[2] == share.fragment(noted, PEOPLE)
    page.intent("close", "")
    page.intent("look", "0")
    page.intent("share", "")
    page.intent("field", '["opens", "upto"]')
    assert "omments and variations" not in page.dialog, "there are none up to there"


@awaited
async def test_long_comments_go_with_the_file_and_the_page_says_so() -> None:
    noted = RECORD.with_notes(Notes({}, {1: LONG}))
    page = StandIn()
    app = await started(page)
    app.enter(Session("own", noted, PEOPLE))
    page.intent("share", "")
    assert "too long for a link: there is room for about 1000 characters" in page.dialog
    page.intent("copy", "")
    await settled(app)
    assert page.shared[-1].partition("#")[2] == share.fragment(noted, PEOPLE)


@awaited
async def test_link_to_what_is_shown_leads_to_the_variation_that_is_shown() -> None:
    page = StandIn()
    app = await started(page)
    app.enter(Session("own", RECORD, PEOPLE))
    game = RECORD.game(STARTS[3])
    other = next(move for move in game.legal_moves() if move != RECORD.moves[STARTS[3]])
    app.table.look(STARTS[3], variation=[other])
    page.intent("share", "")
    page.intent("field", '["opens", "upto"]')
    page.intent("copy", "")
    await settled(app)
    assert share.read(page.shared[-1]).record.moves == (*RECORD.moves[: STARTS[3]], other)


def test_links_without_notes_keep_their_characters() -> None:
    for wish in (LinkWish(), LinkWish(notes=True)):
        assert "cv=" not in share.fragment(RECORD, PEOPLE, wish)
        assert share.fragment(RECORD, PEOPLE, wish) == share.fragment(RECORD, PEOPLE)


@pytest.mark.parametrize(
    ("ours", "theirs", "answer"),
    [(6, 4, "keep-own"), (6, 4, "look-there"), (4, 6, "go-on-there")],
)
@awaited
async def test_older_and_newer_copies_add_their_notes(
    page: StandIn, app: App, ours: int, theirs: int, answer: str
) -> None:
    notes = [Notes({}, {turn: said}) for turn, said in ((1, "own"), (2, "theirs"))]
    app.enter(Session("own", RECORD.up_to(STARTS[ours]).with_notes(notes[0]), PEOPLE))
    await settled(app)
    file = RECORD.up_to(STARTS[theirs]).renamed([one.name for one in PEOPLE])
    app.features.open_game(file.with_notes(notes[1]).to_text(), "")
    await settled(app)
    page.intent(answer, "")
    await settled(app)
    assert app.game.id == "own"
    assert len(app.game.record.turns()) == 6
    assert app.game.record.notes.comments == {1: "own", 2: "theirs"}
