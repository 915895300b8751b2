"""Pictures of games with modules: all that lies on the table is drawn, and the sheet has room."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from cacao_core import CacaoError, Deal, Game, Move, Record, svg
from cacao_core.modules import MODULES, NAMES
from cacao_core.pieces import corner
from cacao_core.rules import expanded
from cacao_core.svg import villages
from tests.core.test_film import frames, pictures, shown
from tests.core.test_svg import words

SVG = "{http://www.w3.org/2000/svg}"


def _played(players: int, seed: int, *modules: str, big: bool = False) -> Record:
    """A whole game in which everybody builds what they can, and workers do all they can."""
    deal = Deal.shuffled(players, seed, expanded(*modules, big=big))
    game, rng, moves = Game(deal), Random(seed), list[Move]()
    while not game.is_over:
        legal = game.legal_moves()
        best = max(move.amount for move in legal)
        moves.append(rng.choice([move for move in legal if move.amount == best][:30]))
        if built := [move for move in legal if move.kind == "H" and move.what != "-"]:
            moves[-1] = built[0]
        game.play(moves[-1])
    return Record(deal, moves)


BIG = _played(4, 3, big=True)
PAIR = _played(2, 5, *NAMES)


@pytest.mark.parametrize("code", sorted({t.code for module in MODULES for t in module.added}))
def test_tile_of_a_module_has_its_picture(code: str) -> None:
    assert f"tile-{code}" in svg.tile(code)


def _uses(picture: str, symbol: str) -> int:
    return len(re.findall(rf'href="#c\w+-{symbol}"', picture))


@pytest.mark.parametrize("at", [0, 60, 140, None])
def test_board_shows_gems_and_the_emperor(at: int | None) -> None:
    game, picture = BIG.game(at), svg.board(BIG, at=at)
    lying = "".join(game.supply["mines"].values())
    assert [_uses(picture, f"gem-{gem}") for gem in "RGBW"] == [lying.count(gem) for gem in "RGBW"]
    assert _uses(picture, "emperor") == 1
    x, y = corner(game.supply["emperor"])
    before = re.split(r'href="#c\w+-emperor"', picture)[0]
    assert before.rpartition("<g")[2].startswith(f' transform="translate({x} {y})"')


@pytest.mark.parametrize("at", [0, 60, 140])
def test_village_boards_and_display_show_what_modules_add(at: int) -> None:
    game = BIG.game(at)
    for seat, player in enumerate(game.players):
        picture = svg.village_board(game, seat)
        for gem in "RGBW":
            assert _uses(picture, f"gem-{gem}") == (gem in player.gems)
        assert all(_uses(picture, f"hut-{hut}") == 1 for hut in player.huts)
        assert _uses(picture, "good-bar") == player.bars
        assert _uses(picture, "good-cacao") == game.rules.storage - player.bars
        assert sum(_uses(picture, f"mask-{mask}") for mask in set(player.masks)) == len(
            player.masks
        )
    shown_too = svg.board(game, villages=True)
    assert all(f"tile-{code}" in shown_too for code in game.aside)
    assert sum(_uses(shown_too, f"hut-{hut}") for hut in set(game.supply["huts"])) >= len(
        game.supply["huts"]
    )


def test_gems_lie_on_a_mine_of_the_display() -> None:
    game = Game(Deal.shuffled(2, 1, expanded("gems")))
    while "D" not in game.display:
        game.play(game.legal_moves()[0])
    waiting = "".join(game.supply["waiting_gems"])
    lying = "".join(game.supply["mines"].values())
    held = {gem for player in game.players for gem in player.gems}
    picture = svg.board(game, villages=True)
    for gem in set("RGBW") - held:
        assert _uses(picture, f"gem-{gem}") == (waiting + lying).count(gem)


def test_games_without_modules_need_no_more_room() -> None:
    base = Deal.shuffled(2, 1).rules
    assert villages.height(base) < villages.height(expanded("huts"))
    assert villages.height(base) == villages.height(expanded("chocolate"))
    assert villages.display_height(base) < villages.display_height(expanded("map"))


@pytest.mark.parametrize("record", [BIG, PAIR])
def test_film_follows_gems_and_the_emperor(record: Record) -> None:
    board = pictures(svg.film(record))[-1]
    link = "{http://www.w3.org/1999/xlink}href"
    for frame, at in enumerate(frames(record)):
        game = record.game(at)
        used = [element.get(link, "") for element in shown(board, frame)]
        lying = "".join(game.supply["mines"].values())
        assert sum("-gem-" in name for name in used) == len(lying)
        assert sum(name.endswith("-emperor") for name in used) == 1


@pytest.mark.parametrize("record", [BIG, PAIR])
def test_sheet_has_a_column_for_each_source_and_every_turn(record: Record) -> None:
    sheet = svg.score_sheet(record)
    said = words(sheet)
    assert {"Huts", "Masks", "Gems", "Total"} <= set(said)
    for score in record.game().score():
        assert {str(score.huts), str(score.masks), str(score.gems)} <= set(said)
    for turn in record.turns():
        assert " ".join(map(str, turn.moves)) in said
    places = [
        (float(text.get("x", 0)), float(text.get("y", 0)))
        for text in ElementTree.fromstring(sheet).iter(f"{SVG}text")
        if text.get("fill") == "#000000"
    ]
    assert all(0 < x < 794 and 0 < y < 1123 for x, y in places)
    assert len(set(places)) == len(places)
    with pytest.raises(CacaoError, match="expected 9 words"):
        svg.score_sheet(record, heads=["Gold"] * 6)


def test_card_says_what_is_played() -> None:
    assert "Cacao with huts" in words(svg.card(BIG, title="Ana wins", brand="Cacao with huts"))
    assert (
        words(svg.card(BIG, title="Cacao with huts", brand="Cacao with huts")).count("Cacao") == 0
    )


def test_proposals_without_a_place_are_not_on_the_board() -> None:
    game = Game(Deal.shuffled(2, 1, expanded("huts")))
    while game.phase.value != "decide":
        for player in game.players:
            player.gold = 30
        game.play(max(game.legal_moves(), key=lambda move: move.amount))
    plain = svg.board(game)
    hinted = svg.board(game, hints=[str(game.legal_moves()[0])])
    assert words(hinted) == words(plain)
