"""Views: well-formed, escaped, and true to the engine."""

from __future__ import annotations

from collections import Counter
from random import Random
from xml.etree import ElementTree

import pytest

from cacao_core import Deal, Game, Move, Phase, ai
from cacao_core.events import Lost
from cacao_core.jungle import JUNGLE, codes_of
from cacao_core.rules import BASE
from cacao_core.scoring import Score, winners
from cacao_core.tiles import BASE_ROTATIONS, COLOURS, TILE_OF_EDGES
from cacao_web.board import art, board, plane
from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import log, screen, supply, tray
from cacao_web.board.room import Pill, Spot
from cacao_web.features.library import view as library
from cacao_web.features.library.model import GameShelf
from cacao_web.features.newgame import view as newgame
from cacao_web.features.result import view
from cacao_web.features.sharing import view as sharing
from cacao_web.features.sharing.view import Choices
from cacao_web.game import plans, preview
from cacao_web.game.effects import WorkerEffect
from cacao_web.game.options import Options
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup.form import Setup
from cacao_web.game.setup.link import USUAL
from cacao_web.game.texts import forecast, telling, words
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import Damaged
from cacao_web.ui import help, i18n
from cacao_web.ui.i18n import numeral
from cacao_web.ui.markup import Markup, h, join
from making import drawings
from tests.core.helpers import example, play_at_random
from tests.web.standin import markup as markup_of

EVIL = '<img src=x onerror="alert(1)">'


def parsed(markup: str) -> ElementTree.Element:
    """The markup as XML; bare attributes get a value first."""
    for bare in ("disabled", "selected", "checked", "readonly", "reversed", "autofocus"):
        markup = markup.replace(f" {bare} ", f' {bare}="" ').replace(f" {bare}>", f' {bare}="">')
    for void in ("input",):
        markup = markup.replace(f"<{void} ", f"<{void}_ ")
        parts = markup.split(f"<{void}_ ")
        markup = parts[0] + "".join(f"<{void} {part.replace('>', '/>', 1)}" for part in parts[1:])
    return ElementTree.fromstring(f"<div>{markup}</div>")


def session_at(players: int, seed: int, moves: int, names: str = "") -> Session:
    game = Game(Deal.shuffled(players, seed))
    played: list[Move] = []
    for move in play_at_random(game, Random(seed)):
        if len(played) == moves:
            break
        played.append(move)
    sitters = tuple(Sitter(names or f"P{seat}") for seat in range(players))
    session = Session.new("x", Deal.shuffled(players, seed), sitters, Options(hide_hands=False))
    for move in played:
        session.play(move)
    return session


def test_text_is_escaped_and_markup_is_not() -> None:
    made = h("p", {"title": EVIL, "hidden": True, "data-x": None}, EVIL, h("b", None, 3), None)
    assert made == (
        '<p title="&lt;img src=x onerror=&quot;alert(1)&quot;&gt;" hidden>'
        "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;<b>3</b></p>"
    )
    assert isinstance(join(made, "a<b"), Markup)
    assert join(["a<b"], Markup("<i>")) == "a&lt;b<i>"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_can_be_drawn_with_hostile_names(players: int) -> None:
    for at in range(0, 80, 3):
        session = session_at(players, at, at, EVIL)
        if session.choosing.targets:
            session.choosing.choose_cell(session.choosing.targets[-1])
        for markup in [
            *map(markup_of, screen.regions(session, Overlays()).values()),
            markup_of(
                library.shelf(GameShelf([Saved(session, "2026")], 3, [Damaged(EVIL, EVIL, EVIL)]))
            ),
        ]:
            tree = parsed(markup)
            assert tree.find(".//img") is None


def test_finished_game_in_all_dialogs() -> None:
    session = session_at(4, 2, 999, EVIL)
    assert session.game.is_over
    tree = parsed(view.end(session))
    rows = tree.findall(".//tbody/tr")
    totals = [row.findall("td")[4].text for row in rows]
    expected = sorted((score.total for score in session.game.score()), reverse=True)
    assert totals == [numeral(total) for total in expected]
    assert len(tree.findall(".//ul[@class='temples']/li")) == len(session.game.temples())
    for markup in (
        sharing.share("https://x/#" + EVIL, Choices(USUAL, "now", True, True, False), EVIL, True),
        sharing.opening(EVIL, EVIL),
        sharing.who(session.sitters),
        sharing.known(Saved(session, "2026"), 3, 5, "FORK"),
        library.game(Saved(session, "2026")),
        library.damaged(Damaged(EVIL, EVIL, EVIL)),
        library.elsewhere("x", differs=True),
        newgame.new_game(Setup(names=[EVIL] * 4, problem=EVIL)),
    ):
        assert parsed(markup).find(".//img") is None


@pytest.mark.parametrize(
    ("cacao", "told"),
    [((3, 3), "Equal gold and equal cacao"), ((3, 2), "the most cacao left decides"), (None, "")],
)
def test_tie_break_is_told(
    cacao: tuple[int, int] | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = session_at(2, 2, 999)
    if cacao:
        scores = [Score(gold=40, temples=0, suns=0, water=0, cacao=held) for held in cacao]
        monkeypatch.setattr(Game, "score", lambda _game: scores)
        monkeypatch.setattr(Game, "winners", lambda _game: winners(scores))
    markup = view.end(session)
    assert told in markup
    assert ("Equal gold" in markup) is bool(cacao)


def test_fate_of_the_display_is_told() -> None:
    """docs/rules.md 4.B: it is refilled at the end of the turn, as long as there are tiles."""
    again, empty = "refilled at the end of the turn", "The jungle is used up."
    for name, tells in (("three_spaces_blind", True), ("three_spaces_two_tiles", False)):
        record = example(name)
        session = Session("x", record, tuple(map(Sitter, "ABCD"))[: record.deal.players])
        assert again not in supply.display(session)
        session.play(session.game.legal_moves()[0])
        assert (again in supply.display(session)) is tells
        assert bool(session.game.jungle_pile) is tells
        assert empty not in supply.display(session)
    assert empty in supply.display(session_at(2, 2, 999))


def test_log_names_others_whose_workers_act() -> None:
    record = example("fill_activates_others")
    for move in ("An1@-1,2", "Ae1@-1,2"):
        record = record.play(move)
    sale = next(move for move in record.game().legal_moves() if move.amount == 1)
    record = record.play(sale)
    session = Session("x", record, tuple(map(Sitter, "ABCD")))
    said = telling.log(record.moves, session.told, session.sitters)[-1].said
    assert said.split("; ")[-3:] == [
        "takes 1 cacao",
        "sells 1 cacao for 3 gold",
        "A sells 1 cacao for 3 gold",
    ]


def test_board_shows_every_tile_and_every_legal_cell() -> None:
    session = session_at(3, 4, 30)
    while session.game.phase is not Phase.PLACE:
        session.play(session.game.legal_moves()[0])
    tiles = join(board.jungle(session).values(), board.workers(session).values())
    cells = [el.get("data-cell") for el in parsed(tiles).iter() if el.get("data-cell")]
    game = session.game
    assert set(cells) == {words.cell_name(cell) for cell in [*game.jungle, *game.workers]}
    marked = [el.get("data-cell") for el in parsed(markup_of(board.targets(session)))]
    assert set(marked) == {words.cell_name(move.cell) for move in game.legal_moves()}
    assert len({*cells, *marked}) == len(cells) + len(marked)  # no cell twice
    left, top, width, height = plane.extent(game)
    for cell in [*game.jungle, *game.workers, *(move.cell for move in game.legal_moves())]:
        x, y = plane.corner(cell)
        assert left <= x <= left + width - 100
        assert top <= y <= top + height - 100


def test_activation_offers_all_as_shown_then_each_choice() -> None:
    seen: Counter[bool] = Counter()
    for at in range(200):
        session = session_at(2, at // 20, at)
        if session.game.phase is not Phase.ACTIVATE:
            continue
        overlays = Overlays()
        [primary] = _activations(session, overlays, "primary")
        several = len(plans.stops(session.game)) > 1
        plan = overlays.plan(session)
        assert plan is not None
        wanted = plan.moves
        assert primary.get("data-value") == " ".join(map(str, wanted))
        assert wanted[0] == ai.suggest(session.game)
        session.onward.singly = True
        offered = {button.get("data-value") for button in _activations(session, overlays)}
        for stop in plans.stops(session.game):
            assert {" ".join(map(str, amount.moves)) for amount in stop.amounts} <= offered
        seen[several] += 1
    assert min(seen.values()) > 5


def _activations(session: Session, overlays: Overlays, css: str = "") -> list[ElementTree.Element]:
    tree = parsed(markup_of(tray.content(session, overlays)))
    found = [el for el in tree.iter("button") if el.get("data-command") == "activate"]
    return [button for button in found if not css or button.get("class") == css]


def test_preview_says_where_its_score_comes_from() -> None:
    places, waters = Counter[str](), 0
    for at in range(0, 300, 2):
        session = session_at(2 + at % 3, at // 10, at % 60)
        game = session.game
        if game.phase is not Phase.PLACE:
            continue
        for move in game.legal_moves()[:: 1 + len(game.legal_moves()) // 6]:
            seen = preview.preview(game, move)
            me = game.turn
            own = [gain for gain in seen.effects if gain.seat == me]
            waters += sum(gain.water is not None for gain in own)
            suns = sum(gain.amount for gain in own if gain.code == "S") - (move.kind == "O")
            water = game.score()[me].water
            moved = [gain.water for gain in own if gain.water is not None]
            parts = [
                sum(gain.gold for gain in own),
                sum(one.change for one in seen.temples if one.seat == me),
                suns,
                (moved[-1] - water) if moved else 0,
            ]
            assert sum(parts) == seen.change[me]
            places.update(one.place for one in seen.temples)
            told = forecast.preview_text(seen, session, me)
            for one in seen.temples:
                assert f"({words.signed(one.change)})" in told
            for seat, change in enumerate(seen.change):
                assert not change or seat == me or (session.name(seat) or "you") in told
    assert min(places[one] for one in ("first", "shared", "second")) > 0
    assert waters > 2


def test_person_alone_is_spoken_to() -> None:
    session = Session.new("x", Deal.shuffled(2, 1), (Sitter("Ana"), Sitter("Comp", "easy")))
    assert tray.call(session) == "Choose a tile, turn it, and place it on a marked cell."
    two = Session.new("x", Deal.shuffled(2, 1), (Sitter("Ana"), Sitter("Bo")))
    two.uncover()
    assert tray.said(two, Overlays()).startswith("Ana’s turn, round 1/11. Choose a tile")


def test_last_round_is_said() -> None:
    said = {False: 0, True: 0}
    for at in range(60, 120):
        session = session_at(2, at // 60, 30 + at % 60)
        if session.deciding and session.game.phase is Phase.PLACE:
            last = all(player.tiles_left <= 1 for player in session.game.players)
            assert ("Last round" in tray.call(session)) == last
            said[last] += 1
    assert min(said.values()) > 0


PLAYERS = [2, *(pytest.param(players, marks=pytest.mark.long) for players in (3, 4))]


@pytest.mark.parametrize("players", PLAYERS)
def test_preview_is_what_happens(players: int) -> None:
    """The engine, following the suggestions, gives exactly what the preview says, to everybody."""
    checked = lost = 0
    for seed in range(3):
        deal = Deal.shuffled(players, seed)
        game = Game(deal)
        table = Session.new("x", deal, tuple(map(Sitter, "ABCD"[:players])))
        for _move in play_at_random(game, Random(seed)):
            if game.phase not in (Phase.PLACE, Phase.FILL):
                continue
            for move in game.legal_moves()[::5]:
                seen = preview.preview(game, move)
                trial = game.copy()
                told = [*trial.events(move)]
                trial.play(move)
                assert seen.spaces == trial.open_spaces
                if trial.phase is Phase.FILL:
                    continue  # what comes there is not known yet
                while trial.phase is Phase.ACTIVATE and trial.turn == game.turn:
                    told += trial.events(suggested := ai.suggest(trial))
                    trial.play(suggested)
                check_preview(seen, game, trial)
                lacked = [one for one in seen.effects if one.lost]
                assert [(one.seat, one.code, one.lost) for one in lacked] == [
                    (one.seat, one.code, one.amount) for one in told if isinstance(one, Lost)
                ]
                said = forecast.preview_text(seen, table, game.turn)
                assert ("no room" in said) == bool(lacked)
                checked += 1
                lost += bool(lacked)
    assert checked > 100
    assert lost > 1


def check_preview(seen: preview.Preview, before: Game, after: Game) -> None:
    """Goods, gold and scores of every player are as announced."""
    totals = zip(before.score(), after.score(), strict=True)
    assert list(seen.change) == [new.total - old.total for old, new in totals]
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        gains = [gain for gain in seen.effects if gain.seat == seat]
        paid = seen.move.kind == "O" and seat == before.turn
        taken = sum(gain.amount for gain in gains if gain.code in codes_of("cacao"))
        sold = sum(gain.amount for gain in gains if gain.code in codes_of("market"))
        assert new.gold - old.gold == sum(gain.gold for gain in gains)
        assert new.cacao - old.cacao == taken - sold
        assert new.suns - old.suns + paid == sum(g.amount for g in gains if g.code == "S")
        assert new.water - old.water == sum(g.amount for g in gains if g.code == "W")


def test_ghost_tells_what_everybody_gets() -> None:
    session = Session("x", example("fill_activates_others").up_to(13), tuple(map(Sitter, "ABCD")))
    session.choosing.choose_display(list(session.game.display).index("M3"))
    session.choosing.choose_cell((0, 2))
    told = board.ghost_text(session)
    assert told is not None
    assert "takes 1 cacao" in told
    assert "A sells 1 cacao for 3 gold" in told
    assert told.startswith("score +3, A +3 · ")
    badges = [el.text for el in parsed(board.ghost(session, Overlays())).iter("text")]
    assert badges == ["+1", "1→3", "1→3", "+3"]


def test_preview_of_a_fill_names_everybody_who_gains() -> None:
    session = Session("x", example("fill_activates_others").up_to(13), tuple(map(Sitter, "ABCD")))
    [move] = [m for m in session.game.legal_moves() if str(m) == "JM3@0,2"]
    gains = preview.preview(session.game, move).effects
    told = [(gain.seat, gain.code, gain.amount, gain.gold) for gain in gains]
    assert told == [(3, "P1", 1, 0), (3, "M3", 1, 3), (0, "M3", 1, 3)]


def test_pictures_use_symbols_that_exist() -> None:
    sheet = drawings.symbols() + drawings.expansions()
    drawn = [art.jungle_tile(code) for code in JUNGLE]
    drawn += [
        art.worker_tile(colour, e, True)
        for colour in COLOURS
        for r in BASE_ROTATIONS.values()
        for e in r
    ]
    drawn += [art.emblem(colour) for colour in COLOURS]
    drawn += [art.badge(Pill("+1", art.good_of(code), ""), Spot(0, 0, 1)) for code in JUNGLE]
    used = {
        el.get("href", "") for markup in drawn for el in parsed(markup).iter("use")
    }  # fmt: skip
    assert len(used) > 20
    for name in used:
        assert f'id="{name.removeprefix("#")}"' in sheet


def test_cell_that_may_be_overbuilt_is_named_once() -> None:
    session = Session("x", example("overbuild"), tuple(map(Sitter, "ABCD")))
    session.uncover()
    layers = (board.jungle(session), board.workers(session), board.targets(session))
    names = [
        el.get("data-cell")
        for layer in layers
        for el in parsed(markup_of(layer)).iter()
        if el.get("data-cell")
    ]
    assert any(move.kind == "O" for move in session.choosing.choices)
    assert len(names) == len(set(names))


def test_tiles_left_are_those_not_seen() -> None:
    """Public knowledge only: the tiles of a hand are among those to come, not told apart."""
    session = session_at(3, 4, 40)
    game = session.game
    for seat, player in enumerate(game.players):
        placed = [tile for tile in worker_history(session) if tile[0] == seat]
        left = supply.unseen_workers(game, seat)
        assert sum(left.values()) == player.tiles_left
        for name, count in BASE.worker_tiles[3].items():
            assert left[name] == count - sum(1 for _seat, kind in placed if kind == name)
    tree = parsed(supply.remaining(session))
    assert len(tree.findall(".//tbody/tr")) == 3


def worker_history(session: Session) -> list[tuple[int, str]]:
    """Seat and canonical name of each worker tile placed so far."""
    starts = [move for move in session.record.moves if move.starts_turn]
    return [(turn % 3, TILE_OF_EDGES[move.what]) for turn, move in enumerate(starts)]


def test_turn_of_the_log_leads_to_the_position_after() -> None:
    session = session_at(2, 3, 60)
    tree = parsed(markup_of(log.turns(session)))
    ends = [int(el.get("data-value", "")) for el in tree.iter("button")]
    assert ends == sorted(ends, reverse=True)
    assert ends[0] == len(session.record.moves)
    for end in ends[1:]:
        assert session.record.game(end).phase is Phase.PLACE
    session.look_at(ends[2])
    [shown] = [el for el in parsed(markup_of(log.turns(session))).iter("button")
               if el.get("aria-current")]  # fmt: skip
    assert shown.get("data-value") == str(ends[2])


def test_earlier_position_is_drawn_as_it_was() -> None:
    session = session_at(3, 2, 50)
    past = session.record.game(20)
    session.look_at(20)
    assert len(board.jungle(session)) == len(past.jungle)
    assert len(board.workers(session)) == len(past.workers)
    assert board.targets(session) == {}
    tree = parsed(markup_of(tray.content(session, Overlays())))
    commands = [el.get("data-command") for el in tree.iter("button") if el.get("data-command")]
    assert commands == ["before", "replay", "after", "branch", "now"]


def test_views_are_kept_until_the_language_changes() -> None:
    first = art.jungle_tile("P1")
    assert art.jungle_tile("P1") is first
    i18n.switch(i18n.language(), None)
    assert art.jungle_tile("P1") is not first
    assert art.jungle_tile("P1") == first


@pytest.mark.parametrize("yours", [False, True])
@pytest.mark.parametrize("done", [WorkerEffect(0, "T", 1), WorkerEffect(0, "T", 0, lost=1)])
def test_unknown_tile_is_an_error(done: WorkerEffect, yours: bool) -> None:
    with pytest.raises(ValueError, match="'T'"):
        words.effect(done, yours)


@pytest.mark.parametrize("code", JUNGLE)
def test_jungle_tile_has_its_texts(code: str) -> None:
    """What is missing would be an error only in a game in which the tile lies."""
    texts = [words.tile_name(code), words.the_tile(code), help.ENTRY_OF[code]]
    if JUNGLE[code].good != "temple":
        for amount in (0, 2):
            done = WorkerEffect(0, code, amount, JUNGLE[code].gold_for(amount))
            texts += [words.effect(done), words.effect(done, yours=True), words.choice_label(done)]
    assert all(texts)
