"""What must work in every engine: start, play, reload, share, and play without a network.

Chromium is not among them here: all other tests of the page are made in it. Each other engine has
one short test that always runs, the game against a computer.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cacao_core import Deal, Record, ai
from cacao_web.game.players import Sitter
from cacao_web.game.setup import link as share
from making.workshop import DIST
from tests.e2e.hosts import SUB_PATH, Host
from tests.e2e.smoke.conftest import OpenScreen
from tests.e2e.smoke.screen import DECISION, Screen
from tests.e2e.stored import near_the_end

_SOME_MOVES = """(async () => {
    for (let number = 0; number < 12; number += 1) {
        while (!document.querySelector(DECISION)) await cacao.painted();
        const moves = cacao.legalMoves();
        if (!moves.length) return true;
        await cacao.play(moves[Math.floor(moves.length / 2)]);
    }
    return false;
})()""".replace("DECISION", repr(DECISION))
"""Plays on; tells whether the game is over."""


def begin(screen: Screen, other: str) -> None:
    """Begin a game of two by the form."""
    assert screen.is_within("#home [data-command=new-game]")
    screen.press("#home [data-command=new-game]")
    screen.wait("dialog [name=seed]")
    kind, level = ("computer", ai.LEVELS.index(other)) if other in ai.LEVELS else (other, None)
    for name, value in (("name-0", "Ana"), ("kind-1", kind), ("first", "0"), ("seed", "7")):
        screen.fill(f"dialog [name={name}]", value)
    if level is not None:
        screen.wait("dialog [name=level-1]")
        screen.fill("dialog [name=level-1]", str(level))
    screen.press("dialog [type=submit]")
    screen.wait(DECISION)


def decide(screen: Screen, rng: Random) -> None:
    """Decide once as a person does: choose a tile and a cell, confirm; or take what is offered."""
    before = len(screen.record().moves)
    if screen.count("#tray [data-command=uncover]"):
        screen.press("#tray [data-command=uncover]")
        screen.wait("[data-hand]")
    if screen.count("#tray .edges"):
        screen.press("#tray .edges .primary")
    else:
        if screen.count("[data-hand]:not([disabled])"):
            screen.press("[data-hand]", rng.randrange(3))
        screen.press("#board-targets .target", rng.randrange(50))
        screen.wait("#board-ghost .pinned")
        screen.press("#tray [data-command=confirm]")
    screen.until(f"cacao.record().split('@').length > {before + 1}")
    screen.wait(DECISION)


def looks_right(screen: Screen) -> None:
    """Board, and hand or choice, can be seen, and nothing is wider than the window."""
    own = "#tray .edges" if screen.count("#tray .edges") else "[data-hand='0']"
    for part in ("#board-tiles [data-cell='0,0']", own, "#task"):
        assert screen.is_within(part), part
    assert screen.driver.evaluate("document.documentElement.scrollWidth <= innerWidth")


def without_motion(screen: Screen) -> None:
    """By the settings: the rest of a game is then there at once."""
    screen.press("#bar [data-command=settings]")
    screen.wait("dialog [name=motion]")
    screen.fill("dialog [name=motion]", "off")
    screen.fill("dialog [name=tempo]", "instant")
    screen.press("dialog [type=submit]")
    screen.wait(DECISION)


_KEEP_FILES = """void (() => {
    window.saved = [];
    const make = URL.createObjectURL;
    URL.createObjectURL = blob => {
        const entry = {size: blob.size, bytes: null};
        window.saved.push(entry);
        blob.slice(0, 300).arrayBuffer().then(data => {
            entry.bytes = btoa(String.fromCharCode(...new Uint8Array(data)));
        });
        return make.call(URL, blob);
    };
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () {
        if (!this.download) click.call(this);
    };
})()"""
"""Files that the page offers are not saved: their sizes and first bytes are kept in the page."""
_WIDE_PICTURE = struct.pack(">II", 1200, 630)


def save_pictures(screen: Screen) -> None:
    """From the result of a game: its picture, and its film."""
    screen.driver.evaluate(_KEEP_FILES)
    screen.press("dialog [data-command=share]")
    screen.press("dialog [data-command=picture]")
    screen.wait("dialog .picture-card")
    for number, command in enumerate(("picture-save", "film-save"), start=1):
        screen.press(f"dialog [data-command={command}]")
        screen.until(f"saved.length === {number} && saved.at(-1).bytes !== null")
    (image, image_size), (film, film_size) = (
        (base64.b64decode(one["bytes"]), one["size"]) for one in screen.driver.evaluate("saved")
    )
    assert image.startswith(b"\x89PNG")
    assert image[16:24] == _WIDE_PICTURE
    assert image_size > 20_000
    assert film.startswith(b"<!doctype html>")
    assert film_size > 50_000


@pytest.mark.long
@pytest.mark.parametrize(
    "when", ["at_once_after", pytest.param("at_once_before", marks=pytest.mark.nightly)]
)
def test_game_against_a_computer(open_screen: OpenScreen, site: str, when: str) -> None:
    """By clicks, and over a reload in which a move has just been made; then a link to it."""
    screen = open_screen()
    screen.open(site)
    begin(screen, "easy")
    looks_right(screen)
    for number in range(2):
        decide(screen, Random(number))
    before = screen.record()
    assert {tile.owner for tile in before.game().workers.values()} == {0, 1}
    move = before.game().legal_moves()[0]
    screen.reload(**{when: f"window.cacao.play({str(move)!r})"})
    screen.wait(DECISION)
    record = screen.record()
    assert record.moves[: len(before.moves) + 1] == (*before.moves, move)
    looks_right(screen)
    screen.press("#bar [data-command=share]")
    screen.wait("#link")
    _site, _hash, fragment = screen.value("#link").partition("#")
    assert share.read(fragment).record == record


@pytest.mark.nightly
def test_game_of_two_persons_with_fingers(open_screen: OpenScreen, site: str) -> None:
    screen = open_screen(390, 844, touch=True, optimizes=True)  # as people have it
    screen.open(site)
    begin(screen, "person")
    screen.press("#board-tiles [data-cell='1,1']", covered=True)  # the board's window takes it
    screen.wait("#notice .answer")
    for number in range(4):
        decide(screen, Random(number))
    if screen.count("#tray [data-command=uncover]"):
        screen.press("#tray [data-command=uncover]")
        screen.wait("[data-hand]")
    looks_right(screen)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host of the built site that can be stopped."""
    folder = tmp_path / SUB_PATH
    folder.parent.mkdir(parents=True)
    folder.symlink_to(DIST)
    host = Host(tmp_path)
    yield host
    host.stop()


@pytest.mark.nightly
def test_link_to_the_end_of_a_game_and_then_no_network(open_screen: OpenScreen, host: Host) -> None:
    """A link gives the last turns of a game to another profile, which plays and saves them.

    All turns before are like these, and Chromium plays whole games. Then the host is gone: the
    page starts again, and the computer plays.
    """
    late = near_the_end(Record(Deal.shuffled(2, 7)))
    sitters = Sitter("Ana", "person", "red"), Sitter("Computer", "easy", "purple")
    screen = open_screen()
    screen.open(f"{host.site}#{share.fragment(late, sitters)}")
    without_motion(screen)
    while not screen.driver.evaluate(_SOME_MOVES):
        pass
    screen.wait("dialog .scores")
    ended = screen.record()
    assert ended.game().is_over
    assert ended.moves[: len(late.moves)] == late.moves
    save_pictures(screen)
    while screen.driver.evaluate("document.querySelector('dialog[open]') !== null"):
        screen.press("dialog[open] [data-command=close]")  # picture, shared, result
    screen.press("#bar [data-command=home]")
    screen.press("#home [data-command=settings]")
    screen.until("document.getElementById('kept').textContent.includes('Works offline')")
    screen.press("dialog [type=submit]")
    host.stop()
    screen.reload()
    begin(screen, "easy")
    decide(screen, Random(1))
    assert {tile.owner for tile in screen.record().game().workers.values()} == {0, 1}
