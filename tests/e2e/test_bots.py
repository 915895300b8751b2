"""Own bots in the browser: brought, played with, stopped, and never a danger to a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Deal
from tests.bench.chromium import ask_python
from tests.e2e.conftest import OpenPage, reload
from tests.e2e.hosts import Stranger
from tests.e2e.stored import to_its_last_turn
from tests.e2e.test_game import begin, record_of
from tests.web import botfiles
from tests.web.botfiles import wheel

EXAMPLE = Path(__file__).parents[2] / "docs" / "bots" / "example_bot.py"
TROUBLESOME = b"""def choose(game):
    if len(game.workers) == 1:
        return "W1111@50,50"
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


_LIMIT = """
from cacao_web.features.bots.players import Players
[players] = [found for found in gc.get_objects() if type(found) is Players]
players._limits = players._limits._replace(move={seconds})
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


def limit(page: Page, seconds: float) -> None:
    """Give bots in a game other seconds for a move than the usual ten."""
    ask_python(page, _LIMIT.format(seconds=seconds))


def test_guide_and_example_which_plays_to_the_end(open_page: OpenPage) -> None:
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
    page.locator("dialog [data-command=bot-example]").click()
    welcome(page, "example_bot")
    page.locator("dialog [data-command=bot-play]").click()
    expect(page.locator("dialog [name=kind-1]")).to_have_value("bot:example_bot")
    page.locator("dialog [data-command=close]").click()
    begin(page, seed="3")
    to_its_last_turn(page)
    place(page)
    expect(page.locator("dialog .scores tbody tr")).to_have_count(2)
    record = record_of(page)
    assert record.game().is_over
    assert record.deal == Deal.shuffled(2, 3)
    assert record.seats is not None
    assert record.seats[1] == "example_bot"


NO_STORE = """
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, ...rest) {
        if (name === 'cacao-bots') throw new DOMException('blocked', 'SecurityError');
        return open.call(this, name, ...rest);
    };
"""
"""PyScript itself needs IndexedDB to start, so only the bots' own is blocked."""


@pytest.mark.nightly
def test_dropped_bot_with_a_hostile_name_and_no_store(open_page: OpenPage) -> None:
    page = open_page(script=NO_STORE)
    name = "<img src=x onerror=document.title=1>"
    drop(page, f"{name}.py", botfiles.LAST)
    expect(page.locator("dialog .news")).to_contain_text(f"Load {name} and run it?")
    expect(page.locator("dialog .caution")).to_contain_text("Load it only if you trust")
    no_worker_is_left(page)
    page.locator("dialog [data-command=bot-accept]").click()
    welcome(page, name)
    expect(page.locator("dialog .news")).to_contain_text("This browser will not remember it")
    page.locator("dialog [data-command=close]").click()
    begin(page, kind_0=f"bot:{name}", kind_1=f"bot:{name}")
    expect(page.locator(".village .name")).to_have_text([f"{name} 1", f"{name} 2"])
    replayed = to_its_last_turn(page)
    expect(page.locator("dialog .scores tbody tr")).to_have_count(2)
    record = record_of(page)
    assert len(record.moves) > len(replayed.moves) + 1
    for move in record.moves[len(replayed.moves) :]:
        assert move == replayed.game().legal_moves()[-1]
        replayed = replayed.play(move)
    assert len(page.workers) == 2
    page.locator("dialog [data-command=close]").click()
    page.locator("#bar [data-command=home]").click()
    expect(page.locator("#home")).to_be_visible()
    no_worker_is_left(page)
    assert page.locator("img").count() == 0
    assert page.title() == "Cacao in the browser"


def test_bots_reach_only_their_game_and_are_kept(open_page: OpenPage) -> None:
    page = open_page()
    open_shelf(page)
    choose_file(page, "nosy.py", NOSY)
    welcome(page, "nosy")
    # What installs wheels speaks to the site: a wheel must not find what it did that with.
    files = {"deep_bot/__init__.py": b"", "deep_bot/player.py": REMEMBERING}
    data = wheel("deep-bot", files, requires=("cacao-core>=0.1",), entry="deep_bot.player:choose")
    choose_file(page, "deep_bot-1.0-py3-none-any (1).whl", data)
    welcome(page, "deep-bot")
    _the_wheel_begins_a_game(page)
    page.locator("#bar [data-command=home]").click()
    open_shelf(page)
    expect(page.locator("dialog .bots b")).to_have_text(["deep-bot", "nosy"])
    page.locator("dialog [data-command=bot-forget]").first.click()
    expect(page.locator("dialog .bots li")).to_have_count(1)
    reload(page)
    open_shelf(page)
    expect(page.locator("dialog .bots b")).to_have_text(["nosy"])


def _the_wheel_begins_a_game(page: Page) -> None:
    page.locator("dialog .news [data-command=bot-play]").click()
    page.locator("dialog [name=first]").select_option("1")
    page.locator("dialog button[type=submit]").click()
    expect(page.locator("#board-targets .target")).not_to_have_count(0)
    assert record_of(page).seats == ("deep-bot", "Player 1")
    assert len(record_of(page).moves) > 0


WRONG = [
    ("a.whl", b"no zip", "This file is damaged"),
    ("a.py", botfiles.FAILING, "stopped with an error on line 6 of a.py"),
]  # fmt: skip


def test_wrong_files_are_told_before_a_game(open_page: OpenPage) -> None:
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
def test_game_goes_on_whatever_a_bot_does(open_page: OpenPage) -> None:
    """An illegal move, an endless loop, an exception; in the end a computer takes the seat."""
    page = open_page()
    start_against(page, "mine", TROUBLESOME)
    place(page)
    _an_illegal_move_is_told(page)
    _an_endless_loop_is_stopped(page)
    _a_file_that_takes_over_fails_and_that_survives_a_reload(page)
    moves = record_of(page).moves
    page.locator("dialog [data-command=bot-seat][data-value=computer]").click()
    expect(page.locator("#board-targets .target, #tray .edges").first).to_be_visible()
    assert record_of(page).moves[: len(moves)] == moves
    assert len(record_of(page).moves) > len(moves)


def _an_illegal_move_is_told(page: Page) -> None:
    expect(page.locator("dialog .problem")).to_contain_text(
        "mine tried an illegal move: W1111@50,50: not possible on 50,50"
    )
    page.wait_for_function("location.hash.includes('&p=pb')")  # so do links name it
    page.locator("dialog [data-command=close]").click()
    expect(page.locator("#task")).to_contain_text("mine cannot move.")


_PLAY_FOR_IT = """async () => {
    const task = document.getElementById("task"), before = task.textContent;
    window.cacao.play(window.cacao.legalMoves()[0]);
    while (task.textContent === before) await window.cacao.painted();
    return task.textContent;
}"""
"""What the page says at first after a program has played for the bot, which is asked again."""


def _an_endless_loop_is_stopped(page: Page) -> None:
    limit(page, 0.2)
    assert "mine is thinking" in page.evaluate(_PLAY_FOR_IT)
    expect(page.locator("dialog .problem")).to_contain_text(
        "mine did not answer within 0.2 seconds and was stopped."
    )
    no_worker_is_left(page)
    limit(page, 10)


def _a_file_that_takes_over_fails_and_that_survives_a_reload(page: Page) -> None:
    drop(page, "mine.py", FAILING_LATER)
    page.locator("dialog [data-command=bot-accept]").click()
    welcome(page, "mine")
    page.locator("dialog .news [data-command=bot-play]").click()
    _an_exception_is_shown(page)
    before = page.evaluate("window.cacao.record()")
    reload(page)
    assert page.evaluate("window.cacao.record()") == before
    _an_exception_is_shown(page)


def _an_exception_is_shown(page: Page) -> None:
    fault = page.locator("dialog .fault")
    expect(fault).to_contain_text("mine stopped with an error on line 4 of mine.py")
    expect(fault).to_contain_text("ValueError: <b>too late</b>")
    expect(fault.locator("pre").last).to_have_text("<i>so far</i>\n")
    assert page.locator("dialog b:not(.share b)", has_text="too late").count() == 0
    assert page.locator("dialog i").count() == 0


def test_bots_cannot_speak_to_other_hosts(open_unwatched: OpenPage, stranger: Stranger) -> None:
    """Not even by what cannot be taken away from it, because it is part of the language."""
    page = open_unwatched()
    open_shelf(page)
    with page.expect_event("requestfailed", lambda r: "imported.mjs" in r.url) as refusal:
        choose_file(page, "chatty.py", CHATTY.replace(b"HOST", stranger.address.encode()))
    assert refusal.value.failure == "csp"
    welcome(page, "chatty")
    page.goto(f"{stranger.address}/last")  # whatever was let would have come before this
    assert stranger.asked[0] == "/last"


_WAYS_OUT = """(ways) => new Promise(resolve => {
    const program = `const told = [];
        addEventListener("securitypolicyviolation", (e) => told.push(e.effectiveDirective));
        for (const address of ${JSON.stringify(ways)}) {
            try { new WebSocket(address, "mqtt").onopen = () => told.push("open"); } catch { }
            fetch(address.replace("ws", "http")).then(() => told.push("fetched"), () => 0);
        }
        setInterval(() => told.length >= ${2 * ways.length} && postMessage(told), 20);
        setTimeout(() => postMessage(told), 60000);`;
    const blob = new Blob([program], {type: "text/javascript"});
    const worker = new Worker(URL.createObjectURL(blob), {type: "module"});
    worker.onmessage = ({data}) => { worker.terminate(); resolve(data); };
})"""
"""What a bot could do if it got back what is taken away from it: a worker made as its is."""


def test_workers_of_the_page_cannot_connect_as_the_frame_for_relays(
    open_unwatched: OpenPage, stranger: Stranger
) -> None:
    page = open_unwatched()
    ways = [stranger.address.replace("http", "ws"), "ws://localhost:9/mqtt", "wss://example.org"]
    assert page.evaluate(_WAYS_OUT, ways) == ["connect-src"] * 6
    assert stranger.asked == []
