"""Hints: asked for, shown on board and above the hand, taken up, cancelled, in words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NoReturn

import pytest

from cacao_core import Deal, Game, Move, Phase, Record, ai
from cacao_core.ai.explaining import reasons
from cacao_core.ai.explaining.reasons import Reason
from cacao_web.board import board, plane
from cacao_web.board.regions import screen, tray
from cacao_web.browser.store import MemoryStore
from cacao_web.engine import advice, requests
from cacao_web.engine.advice import Advice, Hint
from cacao_web.features.hints import view
from cacao_web.features.hints.controller import HintsController
from cacao_web.game import preview
from cacao_web.game.options import Options
from cacao_web.game.origin import ORDINARY, About, Origin
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.game.texts import reasons as reasons_in_words
from tests.core.helpers import deal_starting, example, play_at_random
from tests.web.clock import STEP, Clock, until
from tests.web.driven import App, awaited, begin, settled, started
from tests.web.standin import StandIn
from tests.web.standin import markup as markup_of
from tests.web.test_views import parsed

LATER = Reason("later")
PLAYERS = (Sitter("Ana"), Sitter("Bo"))


async def found(hints: HintsController) -> None:
    """Wait for the hints that were asked for."""
    await until(lambda: hints.advice is None or hints.advice.hints is not None)


async def advised(page: StandIn, app: App) -> Session:
    """Ask for hints and wait for them."""
    session = app.game
    page.intent("hint", "")
    await found(app.hints)
    return session


def at_table(session: Session, page: StandIn | None = None) -> App:
    """A page with a game, whose hints can be given."""
    app = App(page or StandIn(), MemoryStore())
    app.table.drawing.session = session
    return app


def advise(app: App, *moves: Move) -> HintsController:
    found = tuple(Hint((move,), 3.4 - 2 * n, 0.5, LATER) for n, move in enumerate(moves))
    app.hints.show(Advice(app.game.record, found))
    return app.hints


def with_hands(options: Options | None = None) -> Session:
    hands = [("2101", "1111", "3001"), ("1111", "2101", "3100")]
    return Session.new("x", deal_starting(2, hands), (PLAYERS[0], Sitter("C", "hard")), options)


def open_hands(name: str) -> Session:
    record = example(name)
    players = tuple(Sitter(f"P{seat}") for seat in range(record.deal.players))
    return Session("x", record, players, Options(hide_hands=False))


def broken(*_given: object, **_named: object) -> NoReturn:
    raise ZeroDivisionError("a mistake of ours")


@awaited
async def test_mistake_of_the_page_ends_the_search_and_is_told(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "read", broken)
    page = StandIn()
    app = await started(page)
    begin(page)
    await advised(page, app)
    assert app.hints.advice is None
    assert "Something went wrong" in page.regions["notice"]
    assert "ZeroDivisionError: a mistake of ours" in page.reports[-1]
    assert "broken" in page.reports[-1]  # and where


@awaited
async def test_hint_is_asked_for_shown_taken_up_and_played(
    page: StandIn, app: App, clock: Clock
) -> None:
    begin(page)
    session = app.game
    page.intent("hint", "")
    assert f'id="{view.PROGRESS}"' in page.regions["hints"]
    assert app.hints.hints(session) == ()
    await found(app.hints)
    assert [json.loads(text)["ask"] for text in page.requests] == ["hints"]
    assert json.loads(page.requests[0])["milliseconds"] == 4000
    proposed = app.hints.hints(session)
    assert len(proposed) == 3
    assert "A quick look" in page.regions["hints"]  # the time was over before its end
    cells = {hint.move.cell for hint in proposed}  # the best two may share one
    assert page.regions["board-hints"].count("hint-badge") == 3
    assert page.regions["board-ghost"].count("ghost hinted") == len(cells) >= 2
    assert page.regions["hints"].count('data-command="hint"') == 3
    page.intent("hint", "1")
    assert session.choosing.candidate == app.hints.hints(session)[1].move
    assert page.focused[-1] == "c{},{}".format(*app.hints.hints(session)[1].move.cell)
    page.intent("key", "h")  # the next one
    assert session.choosing.candidate == app.hints.hints(session)[2].move
    wanted = app.hints.hints(session)[2].move
    page.intent("accept", "")
    assert session.record.moves[0] == wanted
    assert app.hints.advice is None
    assert page.regions["hints"] == page.regions["board-hints"] == ""
    await settled(app)


@awaited
async def test_game_remembers_that_hints_were_asked_for(page: StandIn, app: App) -> None:
    begin(page, kind_1="easy")
    session = await advised(page, app)
    kept = app.saves.load(session.id).session
    assert kept.about.hinted
    assert kept.about.of_copy("").hinted


def test_fill_of_a_hint_is_laid_out_after_its_tile() -> None:
    """Whoever confirms everything plays the whole hint."""
    record = example("golden_v1_2_seed")
    at = next(
        turn.at
        for turn in record.turns()
        for move in turn.moves[:1]
        if record.game(turn.at + 1).phase is Phase.FILL
        and len({fill.what for fill in record.game(turn.at + 1).legal_moves()}) > 1
        and move.starts_turn
    )
    placement = record.moves[at]
    for fill in record.game(at + 1).legal_moves():
        players = (Sitter("Ana"), Sitter("Bo"))
        session = Session("x", record.up_to(at), players, Options(hide_hands=False))
        app = at_table(session)
        hint = Hint((placement, fill), 1.0, 0.5, LATER)
        app.hints.show(Advice(session.record, (hint,)))
        app.hints.take(session, 0)
        assert session.choosing.candidate == placement
        session.play(placement)
        assert session.choosing.candidate == fill
        session.undo()
        session.choosing.take(placement)
        session.play(placement)
        assert session.onward.hinted == (), "taken back, the hint no longer counts"


@awaited
async def test_solved_results_are_marked_exact(page: StandIn, app: App, clock: Clock) -> None:
    record = example("golden_v1_2_seed")
    starts = [turn.at for turn in record.turns()]
    players = (Sitter("Ana"), Sitter("Bo"))
    for at, exact in ((starts[0], False), (starts[-2], True)):
        app.enter(Session("x", record.up_to(at), players, Options(hide_hands=False)))
        session = await advised(page, app)
        assert {hint.exact for hint in app.hints.hints(session)} == {exact}
        assert ('class="exact"' in page.regions["hints"]) == exact
    await settled(app)


@awaited
async def test_hints_are_kept_for_the_position_and_searched_for_once(
    page: StandIn, app: App, clock: Clock
) -> None:
    begin(page)
    session = await advised(page, app)
    known = app.hints.hints(session)
    assert known
    page.intent("key", "Escape")
    assert app.hints.advice is None
    assert page.regions["hints"] == ""
    page.intent("hint", "")
    assert app.hints.hints(session) == known
    page.intent("no-hint", "")
    assert app.hints.advice is None
    assert len(page.requests) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("key", "Escape"), ("no-hint", ""), ("confirm", ""), ("home", ""), ("undo", "")],
)
@awaited
async def test_search_is_cancelled_by_escape_moving_and_leaving(
    name: str, value: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[float] = []
    search = ai.hinting

    def noted(record: Record, budget: int | None = None) -> Iterator[tuple[float, ai.Analysis]]:
        try:
            yield from search(record, budget)
        finally:
            ended.append(clock.now)

    monkeypatch.setattr(ai, "hinting", noted)
    page = StandIn()
    app = await started(page)
    if name == "undo":
        app.enter(open_hands("three_spaces_blind"))
    else:
        begin(page, kind_1="person", hide_hands="off")
        page.intent("cell", "1,0")
    assert app.session
    page.intent("hint", "")
    await until(lambda: f"{view.PROGRESS}@value" in page.regions)
    await until(lambda: float(page.regions[f"{view.PROGRESS}@value"]) > 0)
    assert ended == []
    stopped = clock.now
    page.intent(name, value)
    assert app.hints.advice is None
    await until(lambda: ended)
    assert stopped <= ended[0] < stopped + 6 * STEP < 1  # of the two seconds that it may take
    await settled(app)
    assert app.hints.advice is None
    assert [json.loads(text)["ask"] for text in page.cancels] == ["cancel"]


@awaited
async def test_hints_are_for_those_who_decide(page: StandIn, app: App) -> None:
    page.intent("hint", "")
    begin(page, kind_0="medium")
    page.intent("hint", "")
    assert app.session is not None
    assert app.hints.advice is None
    await until(lambda: page.requests)
    begin(page, kind_1="person")  # the hand is covered
    page.intent("hint", "")
    assert app.hints.advice is None
    page.intent("home", "")
    await settled(app)
    assert {json.loads(text)["ask"] for text in page.requests} == {"move"}


@pytest.mark.parametrize("against", ["daily", "ladder", "matches", "elsewhere"])
@awaited
async def test_hints_are_refused_in_contests(page: StandIn, app: App, against: str) -> None:
    deal = deal_starting(2, [("2101", "1111", "3001"), ("1111", "2101", "3100")])
    elsewhere = against == "elsewhere"
    sitters = (Sitter("Ana"), Sitter("Bo", "elsewhere" if elsewhere else "easy"))
    about = ORDINARY if elsewhere else About(origin=Origin(against, "1"))
    options = Options(suggestions=True)
    session = Session("x", Record(deal), sitters, options, about)
    app.enter(session)
    assert session.deciding
    assert 'data-command="hint"' not in page.regions["content"]
    assert session.choosing.suggestions == []
    page.intent("key", "h")
    assert app.hints.advice is None
    assert "No hints" in page.regions["notice"]
    await settled(app)
    assert page.requests == []


def test_hints_choose_what_they_propose() -> None:
    session = with_hands()
    app = at_table(session)
    moves = [Move.parse(text) for text in ("W3001@0,1", "W0121@1,0", "W1111@-1,0")]
    hints = advise(app, *moves)
    for number, move in enumerate(moves):
        hints.take(session, number)
        assert session.choosing.candidate == move
        assert hints.advice is not None
        assert hints.advice.chosen == number
    hints.take(session, 7)
    assert session.choosing.candidate == moves[2]
    session = open_hands("three_spaces_blind")
    app = at_table(session)
    for move in session.legal:
        advise(app, move).take(session, 0)
        assert session.choosing.candidate == move
    session = open_hands("fill_activates_others")
    app = at_table(session)
    overlays = app.table.overlays
    for move in session.legal:
        advise(app, move).take(session, 0)
        assert overlays.activation(session) == move
        tree = parsed(markup_of(tray.content(session, overlays)))
        [primary] = [el for el in tree.iter("button") if el.get("class") == "primary"]
        assert str(primary.get("data-value")).split()[0] == str(move)
    app.hints.moved_on()
    assert overlays.activation(session) == ai.suggest(session.game)


def test_hints_of_another_position_are_not_shown() -> None:
    session = with_hands()
    hints = advise(at_table(session), Move.parse("W3001@0,1"))
    session.play("W1111@1,0")
    assert hints.hints(session) == ()


def test_numbers_of_hints_stand_apart() -> None:
    session = with_hands()
    app = at_table(session)
    overlays = app.table.overlays
    hints = advise(app, *map(Move.parse, ("W2101@1,0", "W1210@1,0", "W1012@1,0")))
    tree = parsed(overlays.badges(session))
    places = [el.get("transform") for el in tree.iter("g") if el.get("data-command")]
    assert len(set(places)) == 3
    assert overlays.ghosts(session).count("ghost hinted") == 1  # the best one's tile
    hints.take(session, 1)
    assert overlays.ghosts(session).count("ghost hinted") == 0  # it is the ghost that is shown
    assert "pinned" in board.ghost(session, overlays)
    session = open_hands("fill_activates_others")
    app = at_table(session)
    advise(app, *session.legal[:3])
    tree = parsed(app.table.overlays.badges(session))
    places = [el.get("transform") for el in tree.iter("g") if el.get("data-command")]
    assert len(set(places)) == 3
    session = with_hands()
    app = at_table(session)
    hints = advise(app, *map(Move.parse, ("W3001@1,0", "W1111@1,0", "W0121@1,0")))
    hints.take(session, 0)
    badges = parsed(app.table.overlays.badges(session))
    places = [el.get("transform") for el in badges.iter("g") if el.get("data-command")]
    [tick] = [
        el.get("transform")
        for el in parsed(str(board.tick(session))).iter("g")
        if el.get("data-places")
    ]
    assert len({*places, tick}) == 4


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.long)])
def test_hints_can_be_drawn_in_every_position(players: int) -> None:
    deal = Deal.shuffled(players, players)
    sitters = tuple(Sitter(f"<b>{seat}") for seat in range(players))
    session = Session.new("x", deal, sitters, Options(hide_hands=False, ask_all=True))
    app = at_table(session)
    kinds = set()
    for number, move in enumerate(play_at_random(Game(deal), Random(players))):
        if number % 6 == 0 and session.legal:
            best = session.legal[:3]
            found = tuple(
                Hint((it,), -1.5, 0.2, reasons.explain(session.game, (it,), best[:1]))
                for it in best
            )
            app.hints.show(Advice(session.record, found, chosen=number % len(best) or None))
            kinds.add(session.game.phase)
            tree = parsed(
                "".join(map(markup_of, screen.choice_regions(session, app.table.overlays).values()))
            )
            cards = [el for el in tree.iter("button") if el.get("data-command") == "hint"]
            assert len([card for card in cards if card.get("data-value")]) == len(best)
            assert tree.find(".//script") is None
        session.play(move)
    assert kinds == {Phase.PLACE, Phase.FILL, Phase.ACTIVATE}


@pytest.mark.parametrize(
    ("why", "told"),
    [
        (Reason("sell", 3, 12, "M4"), "sells 3 cacao at 4"),
        (Reason("sell", 3, 8), "sells 3 cacao for 8 gold"),
        (Reason("cacao", 4), "takes 4 cacao"),
        (Reason("mine", 2, 2, "G2"), "takes 2 gold"),
        (Reason("sun", 1), "takes 1 sun token"),
        (Reason("water", 2), "moves 2 fields along the water"),
        (Reason("keep", 2), "keeps 2 cacao to sell later"),
        (Reason("temple-lead", gold=6, code="T"), "leads at the temple"),
        (Reason("temple-share", gold=3, code="T"), "ties at the temple"),
        (Reason("temple-second", gold=3, code="T"), "comes second at the temple"),
        (Reason("temple-take", gold=6, code="T", seat=1), "takes the temple from Bo"),
        (Reason("gives", 2, code="P1", seat=1), "Bo takes 2 cacao"),
        (Reason("open", code="P2", seat=1), "leaves the double plantation open to Bo"),
        (Reason("later"), "prepares the turns to come"),
        (Reason("sell", 2, 6, "M2"), "sells 2 cacao at 3"),
        (Reason("watering", 2, code="I", cacao=5), "goes 2 fields back on the water for 5 cacao"),
        (Reason("kitchen", 2, code="K"), "makes 2 bars of cacao"),
        (Reason("chocolate", 3, 17, "C", choice="1+2"), "sells 1 cacao and 2 bars for 17 gold"),
        (Reason("gems", 2, code="D", choice="RG"), "takes 1 red gem and 1 green gem"),
        (Reason("mask", 2, code="D", choice="RG"), "exchanges four gems for a mask"),
        (Reason("tree", 3, 3, "L"), "takes 3 gold"),
        (Reason("hut", 1, -6, "HE"), "builds the hut “hermit” for 6 gold"),
        (Reason("emperor", 1, 1), "calls the emperor and gets 1 gold"),
        (Reason("gives", 1, code="K", seat=1), "Bo makes 1 bar of cacao"),
        (Reason("gives", 1, code="D", seat=1, choice="W"), "Bo takes 1 white gem"),
        (
            Reason("open", gold=3, code="C", seat=1),
            "leaves the chocolate market open to Bo (about 3 gold)",
        ),
    ],
)
def test_reasons_in_words(why: Reason, told: str) -> None:
    game = Session.new("x", Deal.shuffled(2, 3), PLAYERS)
    assert reasons_in_words.reason(why, game) == told
    assert why.kind in reasons.KINDS


@pytest.mark.parametrize(
    ("gold", "told"),
    [
        (6.4, "expected at the end: 6 gold ahead of Bo"),
        (-38.6, "expected at the end: 39 gold behind Bo"),
        (0.2, "expected at the end: level with Bo"),
        (-0.4, "expected at the end: level with Bo"),
    ],
)
def test_margins_in_words(gold: float, told: str) -> None:
    assert reasons_in_words.margin(gold, "Bo") == told


def test_whole_search_is_not_told_as_a_quick_look() -> None:
    record = Record(Deal.shuffled(2, 3))
    data = {"record": record.to_text(), "budget": 20}
    told = []
    for asked, steps in ((data, 1), (data, None), ({**data, "brief": True}, None)):
        job = requests.hints(asked)
        *_, (_share, last) = islice(job.steps, steps)
        told.append({hint.brief for hint in advice.read(job.answer(last)["hints"])})
    assert told == [{True}, {False}, {True}]


def test_hint_compares_with_the_strongest_other_player() -> None:
    game = Game(Deal.shuffled(3, 5))
    for gold, rival in (((9, 4, 7), 2), ((9, 8, 7), 1)):
        margins = tuple(mine - max(set(gold) - {mine}) for mine in gold)
        line = (game.legal_moves()[0],)
        candidate = ai.Candidate(line[0], line, margins[0], 0.5, 1)
        answer = requests.hints_answer(game, ai.Analysis(0, (candidate,), margins, (0.5,) * 3))
        [hint] = advice.read(json.loads(json.dumps(answer["hints"])))
        assert hint.rival == rival
    session = Session("x", Record(Deal.shuffled(3, 5)), (Sitter("Ana"), Sitter("Bo"), Sitter("Cy")))
    session.uncover()
    page = StandIn()
    app = at_table(session, page)
    app.hints.show(Advice(session.record, (Hint(line, -39.2, 0.1, LATER, rival=2),)))
    assert "expected at the end: 39 gold behind Cy" in page.regions["hints"]


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.long)])
def test_hints_differ_from_each_other(players: int) -> None:
    """They begin differently, and lead to different village boards or to another cell."""
    deal, seen = Deal.shuffled(players, 20 + players), Counter[Phase]()
    game = Game(deal)
    for number, move in enumerate(play_at_random(Game(deal), Random(players))):
        if number % 11 == 0 and len(game.legal_moves()) > 1:
            view = game.view(game.turn if game.to_move is None else game.to_move, Random(0))
            told = requests.hints_answer(view, ai.analyse(game, 40))["hints"]
            hints = advice.read(json.loads(json.dumps(told)))
            assert 1 <= len(hints) <= 3
            assert len({hint.move for hint in hints}) == len(hints)
            assert len({_left_behind(view, hint) for hint in hints}) == len(hints)
            seen[game.phase] += 1
        game.play(move)
    assert seen[Phase.PLACE]
    assert seen[Phase.ACTIVATE]


def _left_behind(game: Game, hint: Hint) -> tuple[object, ...]:
    """The cell, the new jungle tiles and everybody's gains after a hint."""
    found = preview.preview(game, *hint.line)
    placed = {move.cell for move in hint.line if move.starts_turn}
    tiles = {(move.what, move.cell) for move in hint.line if move.kind == "J"}
    gains = Counter[tuple[int, str]]()
    for gain in found.effects:
        gains[gain.seat, gain.code] += gain.amount
    return frozenset(placed), frozenset(tiles), frozenset(gains.items()), found.change


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_hints_of_the_first_turn_are_no_mirror_images(seed: int) -> None:
    game = Game(Deal.shuffled(2, seed))
    told = requests.hints_answer(game.view(0, Random(0)), ai.analyse(game, 100))["hints"]
    hints = advice.read(json.loads(json.dumps(told)))
    assert len(hints) == 3
    found = {
        (min(hint.move.cell, hint.move.cell[::-1]), *_left_behind(game, hint)[2:]) for hint in hints
    }
    assert len(found) == 3


def test_hints_tell_what_is_good_not_what_is_given_away() -> None:
    """The harm of a move compared with the best is told in a review only."""
    deal, told = Deal.shuffled(3, 9), Counter[str]()
    game = Game(deal)
    for number, move in enumerate(play_at_random(Game(deal), Random(9))):
        if number % 10 == 0 and len(game.legal_moves()) > 1 and game.to_move is not None:
            view = game.view(game.to_move, Random(0))
            answer = requests.hints_answer(view, ai.analyse(game, 40))
            told.update(hint["reason"]["kind"] for hint in answer["hints"])
        game.play(move)
    assert told
    assert not {"gives", "open"} & set(told)


def test_hint_is_shown_whole_when_pointed_at_or_chosen() -> None:
    session, line = _placing_that_fills()
    page = StandIn()
    app = at_table(session, page)
    other = next(move for move in session.legal if move.cell != line[0].cell)
    hints = (Hint(line, 2.0, 0.6, LATER), Hint((other,), 1.0, 0.5, LATER))
    app.hints.show(Advice(session.record, hints))
    overlays = app.table.overlays
    before = markup_of(screen.pointed_regions(session, overlays)["board-ghost"])
    assert before.count("ghost hinted") == 2
    app.features.run("point-hint", "0")
    whole = page.regions["board-ghost"]
    assert "ghost hinted" not in whole
    assert whole.count("ghost pinned") == 1
    fills = [move for move in line if move.kind == "J"]
    tiles = [el for el in parsed(whole).iter("g") if el.get("class") == "ghost filled"]
    assert len(tiles) == len(fills) > 0
    for fill in fills:
        x, y = plane.corner(fill.cell)
        assert f'class="ghost filled" transform="translate({x} {y})"' in whole
        assert f"#tile-{fill.what}" in whole
    gains = [one for one in preview.preview(session.game, *line).effects if one.cell]
    assert whole.count('class="badge seat-') == len({(g.cell, g.seat) for g in gains})
    assert "Hint 1: " in page.regions["task"]
    app.features.run("point-hint", "")
    assert page.regions["board-ghost"] == before
    app.features.run("hint", "0")  # as a tap does
    assert page.regions["board-ghost"] == whole
    session.choosing.take(other)
    assert "ghost filled" not in markup_of(screen.pointed_regions(session, overlays)["board-ghost"])


def _placing_that_fills() -> tuple[Session, tuple[Move, ...]]:
    """A position, and a turn in it that fills a jungle space and activates."""
    session = with_hands()
    session.play("W1111@1,0")
    while session.game.turn == 0:
        session.play(session.game.legal_moves()[-1])
    record = session.record
    players = (Sitter("Ana"), Sitter("Bo"))
    session = Session("x", record, players, Options(hide_hands=False))
    game = session.game
    for move in game.legal_moves():
        trial = game.copy()
        trial.play(move)
        if trial.open_spaces:
            line = [move]
            while trial.turn == game.turn and trial.to_move == game.to_move:
                line.append(trial.legal_moves()[-1])
                trial.play(line[-1])
            return session, tuple(line)
    raise AssertionError("there is none")


def test_answer_of_a_worker_is_read() -> None:
    why = Reason("open", code="P2", seat=1)
    told = [
        {"line": ["W1111@1,0", "JP1@2,0"], "margin": 1.5, "win": 0.6, "exact": False, "error": 0.2,
         "reason": why._asdict(), "differs": [], "follows": []}
    ]  # fmt: skip
    [hint] = advice.read(json.loads(json.dumps(told)))
    assert (str(hint.move), hint.margin, hint.win, hint.reason) == ("W1111@1,0", 1.5, 0.6, why)
    assert len(hint.line) == 2


def test_hints_do_not_know_what_is_hidden() -> None:
    """Two records that look the same to the mover get the same hints."""
    record = Record(Deal.shuffled(2, 7))
    game = record.game()
    view = game.view(0, Random(3))
    assert view != game
    for move in game.legal_moves()[:20]:
        assert reasons.explain(game, (move,)) == reasons.explain(view, (move,))
