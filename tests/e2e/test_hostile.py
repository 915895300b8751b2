"""Somebody who means harm, in a real browser: nothing of theirs becomes an element or runs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Record
from tests import hostile
from tests.e2e.conftest import OpenPage, Spoil, reload
from tests.e2e.hosts import Stranger, rewritten
from tests.e2e.test_bots import choose_file, drop, open_shelf
from tests.e2e.test_game import record_of
from tests.web import botfiles

GOOD = "cacao.game.good"
SAVED = hostile.saved(saved="9999-12-31")  # which puts it before all others in the list

# What is on the page that could run, or could have been run.
_LOOK = """() => {
    const all = [...document.querySelectorAll("*")];
    const count = (selector) => document.querySelectorAll(selector).length;
    const addresses = all.flatMap((e) => ["href", "src", "action", "formaction", "data"].map(
        (name) => e.getAttribute(name) ?? "#"));
    return {
        scripts: count("script"),
        odd: count("img, iframe, object, embed, base, body style, form[action], foreignObject"),
        handlers: all.flatMap((e) => e.getAttributeNames()).filter((n) => n.startsWith("on")),
        strange: addresses.filter((a) => /^\\s*(javascript|data|https?):/i.test(a)),
        ran: "pwned" in window,
        polluted: Object.keys(Object.prototype),
    };
}"""
_STORE = """(entries) => {
    if (localStorage.length) return;
    for (const [name, text] of Object.entries(entries)) localStorage.setItem(name, text);
    localStorage.setItem("cacao.game.\\ud800", "\\ud800");
    const request = indexedDB.open("cacao-bots", 1);
    request.onupgradeneeded = () => {
        const table = request.result.createObjectStore("bots");
        const odd = [null, 5, "x", [], {}, {name: {}, file: [], data: 5}, {name: "a", file: "a.py"},
            {name: "b", file: "b.py", data: {}}, {name: "", file: "b.py", data: new Uint8Array(2)},
            {name: "<img src=x onerror=pwned=1>", file: "<b>.py", data: new Uint8Array(9)}];
        odd.forEach((value, number) => table.put(value, number));
    };
}"""


def look(page: Page) -> Any:
    return page.evaluate(_LOOK)


def saved_record(page: Page) -> str:
    text = page.evaluate("name => localStorage.getItem(name)", GOOD)
    return str(json.loads(text)["record"])


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """text => {
            const field = document.querySelector("dialog [name=link]");
            field.value = text;
            field.dispatchEvent(new Event("input", {bubbles: true}));
            field.dispatchEvent(new Event("change", {bubbles: true}));
            document.querySelector("dialog .primary").click();
        }""",
        text,
    )


def go_home(page: Page) -> None:
    page.locator("#bar [data-command=home]").click()
    expect(page.locator("#home")).to_be_visible()


def can_be_played(page: Page) -> None:
    """The good game goes on by a click, and what is kept is that."""
    page.locator(f"#saves [data-value={GOOD.removeprefix('cacao.game.')}]").first.click()
    expect(page.locator("#board-tiles [data-cell='0,0']")).to_be_visible()
    assert record_of(page) == hostile.RECORD
    move = page.evaluate("window.cacao.legalMoves()")[0]
    page.evaluate("move => window.cacao.play(move)", move)
    expect(page.locator("#task")).not_to_be_empty()
    after = hostile.RECORD.play(move)
    assert record_of(page) == after
    page.evaluate("cacao.painted().then(() => cacao.painted())")
    assert Record.from_text(saved_record(page)) == after


def test_store_with_hostile_things(open_page: OpenPage) -> None:
    clean = look(open_page())
    entries = {name: text for name, text in hostile.stored().items() if "\ud83e" not in name + text}
    entries |= {GOOD: SAVED, "cacao.settings": hostile.SETTINGS[-2]}
    page = open_page(script=f"({_STORE})({json.dumps(entries)})")
    assert look(page) == clean
    for name, text in entries.items():
        if name not in ("cacao.settings", GOOD):
            assert page.evaluate("name => localStorage.getItem(name)", name) == text
    open_shelf(page)
    expect(page.locator("dialog .bots b")).to_have_text(["<img src=x onerror=pwned=1>"])
    assert look(page) == clean
    for _dialog in ("bots", "new-game"):  # one lies over the other
        page.locator("dialog [data-command=close]").click()
    can_be_played(page)
    reload(page)
    assert look(page) == clean


@pytest.mark.nightly
def test_names_records_and_files_that_are_hostile(open_page: OpenPage) -> None:
    page = open_page(stored={GOOD: SAVED})
    clean = look(page)
    outcomes: set[str] = set()
    for text in (*hostile.TEXTS[:6], *hostile.TEXTS[12:22:2]):
        link = f"{hostile.RECORD.to_link()}&n=Ana&n=Bo&n=Cy&n={text}"
        page.locator("#home [data-command=open]").click()
        paste(page, link)
        expect(page.locator("#game")).to_be_visible()
        outcomes.add("link opened")
        for command in ("share", "settings"):
            page.locator(f"#bar [data-command={command}]").click()
            assert look(page) == clean
            page.locator("dialog [data-command=close]").first.click()
        go_home(page)
        assert look(page) == clean, text
    page.locator("#home [data-command=open]").click()
    for text in hostile.records()[::8]:
        if "\ud83e" not in text:
            paste(page, text)
            assert look(page) == clean
            if page.locator("#game").is_visible():
                outcomes.add("record opened")
                go_home(page)
                page.locator("#home [data-command=open]").click()
            elif page.locator("dialog[open]").count():
                outcomes.add("record refused")
            else:  # some of it is a game
                page.locator("#home [data-command=open]").click()
    page.locator("dialog [data-command=close]").click()
    # a damaged name never costs the game
    assert outcomes == {"link opened", "record opened", "record refused"}
    for text in hostile.TEXTS[:6]:
        drop(page, f"{text}.txt", f"{hostile.RECORD.to_text()}{text}".encode())
        expect(page.locator("dialog .problem:visible, #game:visible").first).to_be_visible()
        assert look(page) == clean, text
        if page.locator("#game").is_visible():  # without what cannot belong to the record
            assert record_of(page) == hostile.RECORD
            go_home(page)
        drop(page, f"{text}.py", botfiles.FIRST)
        expect(page.locator("dialog .news")).to_contain_text("Load ")
        assert look(page) == clean, text
    while page.locator("dialog[open]").count():  # the shelf, and what lies under it
        page.locator("dialog[open] [data-command=close]").click()
    open_shelf(page)
    choose_file(page, "deep.py", b"import js\njs.postMessage('[' * 49_000)\n" + botfiles.FIRST)
    expect(page.locator("dialog .problem")).to_contain_text("did not answer with a move")
    choose_file(page, "x.whl", botfiles.wheel("<b>", {"a.py": b""}, tag="<img src=x>"))
    expect(page.locator("dialog .problem")).to_be_visible()
    assert look(page) == clean
    reload(page)
    can_be_played(page)


_REFUSED = [
    *("script-src-elem", "script-src-attr", "style-src-elem", "style-src-attr", "img-src"),
    *("connect-src", "frame-src", "object-src", "base-uri", "form-action", "worker-src"),
]
# Each of these would do harm if it were let.
_TRIES = """async ([address, wanted]) => {
    const refused = [];
    document.addEventListener("securitypolicyviolation", (e) => refused.push(e.effectiveDirective));
    const put = (markup) => document.body.insertAdjacentHTML("beforeend", markup);
    const script = document.createElement("script");
    script.textContent = "window.pwned = 1";
    document.body.append(script);
    put("<b onclick='window.pwned = 1' id='trap'>x</b><i style='color: red' id='styled'>x</i>");
    document.getElementById("trap").click();
    put(`<img src='${address}/img' onerror='window.pwned = 1'>`);
    put(`<iframe src='${address}/frame'></iframe><iframe srcdoc='<b>x</b>'></iframe>`);
    put(`<object data='${address}/object'></object><base href='${address}'>`);
    put(`<link rel='stylesheet' href='${address}/style'>`);
    put("<a href='javascript:window.pwned = 1' id='go'>x</a>");
    document.getElementById("go").click();
    put(`<form action='${address}/form' id='form'></form>`);
    document.getElementById("form").submit();
    await fetch(`${address}/fetch`).catch(() => 0);
    navigator.sendBeacon(`${address}/beacon`);
    try { new WebSocket(address.replace("http", "ws")); } catch { }
    try { new EventSource(address); } catch { }
    try { new Worker("data:text/javascript,0"); } catch { }
    const waits = () => wanted.some((directive) => !refused.includes(directive));
    for (const end = Date.now() + 100000; waits() && Date.now() < end;)
        await new Promise(requestAnimationFrame);
    const styled = document.getElementById("styled").getAttribute("style");
    return {refused: [...new Set(refused)].sort(), base: document.baseURI, ran: "pwned" in window,
            red: getComputedStyle(document.getElementById("styled")).color === "rgb(255, 0, 0)"};
}"""


@pytest.mark.parametrize(
    "name",
    ["", *(pytest.param(one, marks=pytest.mark.nightly) for one in ("bots.html", "art.html"))],
)
def test_policy_of_each_page_refuses_what_might_get_in(
    open_unwatched: OpenPage, stranger: Stranger, name: str
) -> None:
    page = open_unwatched()  # what it is copied from for the next test (anew.py) has begun
    if name:
        page.goto(page.url + name)
    seen = page.evaluate(_TRIES, [stranger.address, _REFUSED])
    assert not seen["ran"]
    assert not seen["red"]
    assert seen["base"] == page.url
    assert set(_REFUSED) <= set(seen["refused"])
    page.goto(f"{stranger.address}/last")  # whatever was let would have come before this
    assert stranger.asked[0] == "/last"


NO_PRELOADS = """
const { append } = Element.prototype;
Element.prototype.append = function (...parts) {
  append.apply(this, parts.filter(({ rel }) => rel !== "modulepreload"));
};
"""


@pytest.mark.parametrize(
    ("name", "preloaded"),
    [
        ("core-*.js", True),
        *(
            pytest.param(name, preloaded, marks=pytest.mark.nightly)
            for name in ("core-*.js", "pyodide.asm.mjs", "morphdom.js")
            for preloaded in (True, False)
            if (name, preloaded) != ("core-*.js", True)
        ),
    ],
)
def test_module_of_others_that_was_altered_is_not_run(
    open_unwatched: OpenPage, spoil: Spoil, name: str, preloaded: bool
) -> None:
    """Neither where the preload sees it, nor where the import comes first."""
    spoil(name, rewritten(lambda text: f"window.pwned = 1;\n{text}"))
    page = open_unwatched(ready=False, fresh=True, script="" if preloaded else NO_PRELOADS)
    expect(page.locator("html[data-state=error]")).to_be_attached()
    expect(page.locator("[data-failure=damaged]" if preloaded else ".failure")).to_be_visible()
    assert not page.evaluate("'pwned' in window")
