"""Own bots in the browser: brought, played with, stopped, and never a danger to a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Deal, Record
from tests.e2e.conftest import READY, OpenPage
from tests.e2e.hosts import Stranger
from tests.e2e.test_game import begin, record_of
from tests.web import botfiles
from tests.web.botfiles import wheel

EXAMPLE = Path(__file__).parents[2] / "docs" / "bots" / "example_bot.py"
STUCK_LATER = b"""def choose(game):
    while game.workers:
        pass
    return game.legal_moves()[0]
"""
FAILING_LATER = b"""def choose(game):
    print("<i>so far</i>")
    if game.workers:
        raise ValueError("<b>too late</b>")
    return game.legal_moves()[0]
"""
CHEATING_LATER = b"""def choose(game):
    return "W1111@50,50" if game.workers else game.legal_moves()[0]
"""
NOSY = b"""import js

def choose(game):
    forbidden = ["document", "window", "localStorage", "caches", "indexedDB", "BroadcastChannel",
                 "Worker", "cookieStore", "fetch", "XMLHttpRequest", "WebSocket", "EventSource",
                 "WebTransport", "Request", "importScripts", "Notification", "FontFace", "Blob",
                 "webkitRequestFileSystem", "IDBFactory", "StorageManager"]
    found = [name for name in forbidden if hasattr(js, name)]
    shut = ["storage", "storageBuckets", "locks", "serviceWorker", "permissions", "usb", "gpu"]
    found += [name for name in shut if hasattr(js.navigator, name)]
    found += [word for word in ("#", "blob:") if word in js.location.href][:-1]
    assert not found, found
    return game.legal_moves()[0]
"""
REMEMBERING = b"""from pyodide.http import _pyfetch

def choose(game):
    try:
        _pyfetch._jsfetch("index.html")
    except Exception as error:
        assert "revoked" in str(error), error
    else:
        raise AssertionError("there is a way out")
    return game.legal_moves()[0]
"""
CHATTY = b"""import js

js.eval("import('HOST/imported.mjs').catch(() => 0)")

def choose(game):
    js.eval("import('data:text/javascript,0').then(() => close(), () => 0)")
    for text in ("WebAssembly.compileStreaming(fetch('HOST/wasm'))", "importScripts('HOST/a')"):
        try:
            js.eval(text)
        except Exception as error:
            assert "is not defined" in str(error), error
    return game.legal_moves()[0]
"""


def open_shelf(page: Page) -> None:
    page.locator("#home [data-command=new-game]").click()
    page.locator("dialog [data-command=bots]").click()
    expect(page.locator("dialog .caution")).to_contain_text("Load it only if you trust")


def choose_file(page: Page, name: str, data: bytes) -> None:
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    page.locator("[data-bot-file]").set_input_files(file)  # type: ignore[arg-type]


def drop(page: Page, name: str, data: bytes) -> None:
    page.evaluate(
        """([name, bytes]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
            const how = { dataTransfer, bubbles: true, cancelable: true };
            for (const kind of ['dragover', 'drop']) {
                const event = new DragEvent(kind, how);
                (document.querySelector('dialog[open]') ?? document.body).dispatchEvent(event);
                if (!event.defaultPrevented) throw new Error('the browser would open the file');
            }
        }""",
        [name, list(data)],
    )


def welcome(page: Page, name: str) -> None:
    """Wait until a bot has passed its trial."""
    expect(page.locator("dialog .news")).to_contain_text(f"{name} is ready")


def start_against(page: Page, name: str, data: bytes, **fields: str) -> None:
    """A game of a person, who begins, against a bot."""
    open_shelf(page)
    choose_file(page, f"{name}.py", data)
    welcome(page, name)
    page.locator("dialog [data-command=bot-play]").click()
    page.locator("dialog [data-command=close]").click()
    begin(page, kind_1=f"bot:{name}", **fields)


def no_worker_is_left(page: Page) -> None:
    """All have been ended; the browser gives one that is busy a moment."""
    for _frame in range(600):
        if not page.workers:
            return
        page.evaluate("window.cacao.painted()")
    raise AssertionError(page.workers)


def place(page: Page) -> None:
    """The person's turn, however it goes."""
    while page.evaluate("window.cacao.legalMoves().length"):
        before = len(record_of(page).moves)
        game = record_of(page).game()
        page.evaluate("window.cacao.play(window.cacao.legalMoves().at(-1))")
        assert len(record_of(page).moves) > before
        if record_of(page).game().turn != game.turn:
            return


def test_the_example_plays_a_whole_game(open_page: OpenPage) -> None:
    page = open_page()
    open_shelf(page)
    page.locator("dialog [data-command=bot-example]").click()
    welcome(page, "example_bot")
    page.locator("dialog [data-command=bot-play]").click()
    expect(page.locator("dialog [name=kind-1]")).to_have_value("bot:example_bot")
    page.locator("dialog [data-command=close]").click()
    begin(page, kind_0="medium", seed="3")
    expect(page.locator("dialog .scores tbody tr")).to_have_count(2)
    record = record_of(page)
    assert record.game().is_over
    assert record.deal == Deal.shuffled(2, 3)
    assert record.seats is not None
    assert record.seats[1] == "example_bot"


def test_two_seats_of_a_bot_that_was_dropped(open_page: OpenPage) -> None:
    page = open_page()
    drop(page, "dropped.py", botfiles.LAST)
    expect(page.locator("dialog .news")).to_contain_text("Load dropped and run it?")
    expect(page.locator("dialog .caution")).to_contain_text("Load it only if you trust")
    no_worker_is_left(page)
    page.locator("dialog [data-command=bot-accept]").click()
    welcome(page, "dropped")
    page.locator("dialog [data-command=close]").click()
    begin(page, kind_0="bot:dropped", kind_1="bot:dropped")
    expect(page.locator("dialog .scores tbody tr")).to_have_count(2)
    game = record_of(page)
    replayed = Record(game.deal)
    for move in game.moves:
        assert move == replayed.game().legal_moves()[-1]
        replayed = replayed.play(move)
    assert len(page.workers) == 2
    page.locator("dialog [data-command=close]").click()
    page.locator("#bar [data-command=home]").click()
    expect(page.locator("#home")).to_be_visible()
    no_worker_is_left(page)


def test_a_wheel_is_installed_and_plays(open_page: OpenPage) -> None:
    page = open_page()
    open_shelf(page)
    files = {"deep_bot/__init__.py": b"", "deep_bot/player.py": botfiles.FIRST}
    data = wheel("deep-bot", files, requires=("cacao-core>=0.1",), entry="deep_bot.player:choose")
    choose_file(page, "deep_bot-1.0-py3-none-any (1).whl", data)
    welcome(page, "deep-bot")
    page.locator("dialog [data-command=bot-play]").click()
    page.locator("dialog [name=first]").select_option("1")
    page.locator("dialog button[type=submit]").click()
    expect(page.locator("#board-targets .target")).not_to_have_count(0)
    assert record_of(page).seats == ("deep-bot", "Player 1")
    assert len(record_of(page).moves) > 0


WRONG = [
    ("a.whl", wheel("a", requires=("numpy>=2", "cacao-core")),
     "other packages, which are not here: numpy>=2"),
    ("a.whl", wheel("a", {"quiet.py": b"x = 1\n"}),
     "has no function choose(game); looked in: quiet"),
    ("a.whl", b"no zip", "This file is damaged"),
    ("a.py", botfiles.NEEDY, "needs the module numpy, which is not here"),
    ("a.py", botfiles.BROKEN, "stopped with an error on line 2 of a.py"),
    ("a.py", botfiles.NONSENSE, "did not answer with a move, but with 42"),
    ("a.txt", b"x", "A bot is a Python file"),
    ("a.py", botfiles.FAILING, "stopped with an error on line 6 of a.py"),
]  # fmt: skip


def test_what_is_wrong_is_told_before_a_game(open_page: OpenPage) -> None:
    page = open_page()
    open_shelf(page)
    for name, data, told in WRONG:
        choose_file(page, name, data)
        expect(page.locator("dialog .problem")).to_contain_text(told)
    expect(page.locator("dialog .fault")).to_contain_text("ZeroDivisionError: division by zero")
    expect(page.locator("dialog .fault")).to_contain_text("return helper(0)")
    expect(page.locator("dialog .bots")).to_have_count(0)
    no_worker_is_left(page)


@pytest.mark.long
def test_an_endless_loop_is_stopped_and_the_game_goes_on(open_page: OpenPage) -> None:
    page = open_page()
    start_against(page, "endless", STUCK_LATER)
    place(page)
    expect(page.locator("#task")).to_contain_text("endless is thinking")
    expect(page.locator("dialog .problem")).to_contain_text(
        "endless did not answer within 10 seconds and was stopped."
    )
    no_worker_is_left(page)
    moves = record_of(page).moves
    page.locator("dialog [data-command=bot-seat][data-value=computer]").click()
    expect(page.locator("#board-targets .target, #tray .edges").first).to_be_visible()
    assert record_of(page).moves[: len(moves)] == moves
    assert len(record_of(page).moves) > len(moves)


def test_an_exception_is_shown_and_survives_a_reload(open_page: OpenPage) -> None:
    page = open_page()
    start_against(page, "failing", FAILING_LATER)
    place(page)
    for _time in range(2):
        fault = page.locator("dialog .fault")
        expect(fault).to_contain_text("failing stopped with an error on line 4 of failing.py")
        expect(fault).to_contain_text("ValueError: <b>too late</b>")
        expect(fault.locator("pre").last).to_have_text("<i>so far</i>\n")
        assert page.locator("dialog b:not(.share b)", has_text="too late").count() == 0
        assert page.locator("dialog i").count() == 0
        before = page.evaluate("window.cacao.record()")
        page.reload()
        expect(page.locator(READY)).to_be_attached()
        assert page.evaluate("window.cacao.record()") == before
    expect(fault).to_be_visible()
    page.locator("dialog [data-command=close]").click()
    expect(page.locator("#task")).to_contain_text("failing cannot move.")
    page.locator("#tray [data-command=bot-trouble]").click()
    page.locator("dialog [data-command=bot-again]").click()
    expect(fault).to_be_visible()
    page.locator("dialog [data-command=home]").click()
    expect(page.locator("#saves .save")).to_have_count(1)
    page.locator("#saves .save").click()
    expect(fault).to_be_visible()


def test_an_illegal_move_is_shown_and_a_better_file_goes_on(open_page: OpenPage) -> None:
    page = open_page()
    start_against(page, "cheat", CHEATING_LATER)
    place(page)
    expect(page.locator("dialog .problem")).to_contain_text(
        "cheat tried an illegal move: W1111@50,50: not possible on 50,50"
    )
    moves = record_of(page).moves
    page.locator("dialog [data-command=bot-move]").click()
    expect(page.locator("#task")).not_to_contain_text("cannot move")
    expect(page.locator("#board-targets .target, dialog .problem").first).to_be_visible()
    assert len(record_of(page).moves) > len(moves)
    while page.locator("dialog .problem").count() == 0:
        place(page)
        expect(page.locator("dialog .problem")).to_be_visible()
    drop(page, "cheat.py", botfiles.FIRST)
    page.locator("dialog [data-command=bot-accept]").click()
    welcome(page, "cheat")
    page.locator("dialog .news [data-command=bot-play]").click()
    expect(page.locator("#board-targets .target, #tray .edges").first).to_be_visible()


def test_a_bot_reaches_nothing_but_its_game(open_page: OpenPage) -> None:
    page = open_page()
    open_shelf(page)
    choose_file(page, "nosy.py", NOSY)
    welcome(page, "nosy")
    # What installs wheels speaks to the site: a wheel must not find what it did that with.
    choose_file(page, "sly-1.0-py3-none-any.whl", wheel("sly", {"sly.py": REMEMBERING}))
    welcome(page, "sly")


def test_a_bot_cannot_speak_to_other_hosts(open_unwatched: OpenPage, stranger: Stranger) -> None:
    """Not even by what cannot be taken away from it, because it is part of the language."""
    page = open_unwatched()
    open_shelf(page)
    with page.expect_event("requestfailed", lambda r: "imported.mjs" in r.url) as refusal:
        choose_file(page, "chatty.py", CHATTY.replace(b"HOST", stranger.address.encode()))
    assert refusal.value.failure == "csp"
    welcome(page, "chatty")
    page.goto(f"{stranger.address}/last")  # whatever was let would have come before this
    assert stranger.asked[0] == "/last"


def test_a_hostile_name_stays_text(open_page: OpenPage) -> None:
    page = open_page()
    name = "<img src=x onerror=document.title=1>"
    drop(page, f"{name}.py", botfiles.FIRST)
    page.locator("dialog [data-command=bot-accept]").click()
    welcome(page, name)
    page.locator("dialog .news [data-command=bot-play]").click()
    page.locator("dialog [name=first]").select_option("1")
    page.locator("dialog button[type=submit]").click()
    expect(page.locator(".village .name").first).to_have_text(name)
    expect(page.locator("#board-targets .target")).not_to_have_count(0)
    assert page.locator("img").count() == 0
    assert page.title() == "Cacao in the browser"


def test_a_link_with_a_bots_seat_elsewhere(open_page: OpenPage) -> None:
    page = open_page()
    start_against(page, "mine", botfiles.FIRST)
    place(page)
    expect(page.locator("#board-targets .target, #tray .edges").first).to_be_visible()
    page.evaluate("window.cacao.painted().then(() => window.cacao.painted())")
    link = page.url.partition("#")[2]
    assert "&p=pb" in link
    other = open_page(link)
    place(other)
    expect(other.locator("dialog .problem")).to_contain_text(
        "mine is a bot whose file is not on this device."
    )
    other.locator("dialog [data-command=bots]").click()
    choose_file(other, "mine.py", botfiles.LAST)
    welcome(other, "mine")
    other.locator("dialog [data-command=bot-play]").click()
    expect(other.locator("#board-targets .target, #tray .edges").first).to_be_visible()


def test_a_forgotten_bot_is_gone_after_a_reload(open_page: OpenPage) -> None:
    page = open_page()
    for name in ("one", "two"):
        open_shelf(page)
        choose_file(page, f"{name}.py", botfiles.FIRST)
        welcome(page, name)
        page.locator("dialog [data-command=close]").click()
    open_shelf(page)
    page.locator("dialog [data-command=bot-forget]").first.click()
    expect(page.locator("dialog .bots li")).to_have_count(1)
    page.reload()
    expect(page.locator(READY)).to_be_attached()
    open_shelf(page)
    expect(page.locator("dialog .bots b")).to_have_text(["two"])


def test_a_browser_without_a_store_says_so(open_page: OpenPage) -> None:
    """PyScript itself needs IndexedDB to start, so only the bots' own is blocked."""
    script = """const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, ...rest) {
        if (name === 'cacao-bots') throw new DOMException('blocked', 'SecurityError');
        return open.call(this, name, ...rest);
    };"""
    page = open_page(script=script)
    open_shelf(page)
    choose_file(page, "mine.py", botfiles.FIRST)
    welcome(page, "mine")
    expect(page.locator("dialog .news")).to_contain_text("This browser will not remember it")


def test_the_guide_and_the_example_are_on_the_site(open_page: OpenPage) -> None:
    page = open_page()
    open_shelf(page)
    with page.expect_popup() as opened:
        page.locator("dialog .links a").first.click()
    guide = opened.value
    expect(guide.locator("h1")).to_have_text("Your own bot")
    expect(guide.locator("pre").first).to_contain_text("def choose(game):")
    with page.expect_download() as download:
        page.locator("dialog .links a").last.click()
    assert Path(download.value.path()).read_bytes() == EXAMPLE.read_bytes()
