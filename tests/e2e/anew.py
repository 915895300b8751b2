"""A page that begins anew without being loaded again, in a tenth of the time.

What a start costs is fetching, compiling and Pyodide; none of that is what most tests are about. So
a script that runs before those of the page notes what the app adds: listeners, timers, observers,
workers. When the test has ended, all of that is taken away, Python's tasks are cancelled, the
elements are put back as they were before the app's first line, and the stores are emptied. The next
test inserts the page's own ``<script type="py">`` again, which makes a new app.

The page is loaded instead whenever anything is not as it was before that first line: a name or
function of the browser that a test has replaced, Python code that a test has run, a database, a
lock, a socket; or if it began with a chosen look or language. :data:`WATCH` compares it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from playwright.sync_api import Error, Page

MOST: Final = 12
"""New beginnings of one document; each leaves some of the memory of its app behind."""

_FORGET: Final = """
import asyncio, gc
from cacao_web.ui import i18n
from pyodide.ffi import create_proxy
import js

class Gone:
    pass

def forget():
    if tasks := asyncio.all_tasks():  # again and again: some begin others when they end
        for task in tasks:
            task.cancel()
        return False
    i18n.switch(i18n.SOURCE_LANGUAGE, None)
    for found in gc.get_objects():  # tests look for them there
        if type(found).__name__ in ("App", "Browser", "Players"):
            found.__class__ = Gone
    return True

js.window.forgetAll = create_proxy(forget)
"""

WATCH: Final = r"""
(() => {
    if (window !== top || !location.protocol.startsWith("http")) return;
    const { setTimeout: later, clearTimeout: notLater, cancelAnimationFrame: noFrame } = window;
    let before = null; // what was there before the app's first line
    const heard = [], timers = new Set(), frames = new Set(), ends = new Set(), reasons = new Set();

    // --- What the app adds ---
    const isChosen = () => { // what the first script heeds
        try {
            const settings = JSON.parse(localStorage["cacao.settings"] ?? "{}");
            return Boolean(settings.theme || settings.text_size || settings.language);
        } catch { return true; }
    };
    const begun = called => { // by the first function of Python that the browser is to call
        if (before || typeof called?.destroy !== "function") return;
        before = look();
        if (isChosen()) reasons.add("it began with a chosen look or language");
        if (before.attributes.some(([name]) => name === "data-first-choice"))
            reasons.add("it began with a choice");
    };
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (kind, listener, options) {
        begun(listener);
        const target = this ?? window;
        if (before && !(target instanceof Element && target !== document.documentElement))
            heard.push([target, kind, listener, options]);
        return addEventListener.call(target, kind, listener, options);
    };
    const noted = (name, kept) => {
        const real = window[name];
        window[name] = function (work, ...more) {
            const number = real.call(window, typeof work !== "function" ? work : (...given) => {
                kept.delete(number);
                return work(...given);
            }, ...more);
            kept.add(number);
            return number;
        };
    };
    noted("setTimeout", timers);
    noted("requestAnimationFrame", frames);
    const followed = (name, end) => {
        if (!window[name]) return;
        const real = window[name];
        window[name] = class extends real {
            constructor(...given) {
                super(...given);
                begun(given[0]);
                if (before) ends.add(() => end(this));
            }
        };
        Object.defineProperty(window[name], "name", { value: name });
    };
    for (const name of ["ResizeObserver", "MutationObserver", "IntersectionObserver"])
        followed(name, one => one.disconnect());
    followed("Worker", one => one.terminate());
    for (const name of ["BroadcastChannel", "RTCPeerConnection", "WebSocket"])
        followed(name, one => one.close());
    for (const name of ["AudioContext", "SharedWorker", "EventSource", "setInterval"]) {
        const real = window[name];
        if (real) window[name] = new Proxy(real, {
            construct(...given) { reasons.add(name); return Reflect.construct(...given); },
            apply(...given) { if (before) reasons.add(name); return Reflect.apply(...given); },
        });
    }

    const stores = window.indexedDB, { locks } = navigator;
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...given) {
        const request = open.apply(this, given);
        ends.add(() => request.readyState === "done" && request.result?.close());
        return request;
    };

    // --- What must be as before ---
    const watched = () => ({
        window, document, navigator, history, performance, screen, Date, Math, JSON, console,
        Object, localStorage: Storage.prototype, navigatorType: Navigator.prototype,
        element: Element.prototype, html: HTMLElement.prototype, target: EventTarget.prototype,
        canvas: HTMLCanvasElement.prototype, link: HTMLAnchorElement.prototype, CSS,
        promise: Promise.prototype, cacao: window.cacao, offline: window.offline,
        documentType: Document.prototype, dialog: HTMLDialogElement.prototype,
    });
    const own = new Set(["event", "length", "closed"]); // of the window; they change by themselves
    const look = () => {
        const values = new Map();
        for (const [of, one] of Object.entries(watched()))
            for (const name of Reflect.ownKeys(one)) {
                const { value, get } = Object.getOwnPropertyDescriptor(one, name) ?? {};
                if (of === "window" && own.has(name) || /^\d+$/.test(String(name))) continue;
                values.set(`${of}.${String(name)}`, get ?? value);
            }
        values.delete("offline.free"); // the app sets it
        values.delete("document.currentScript");
        const root = document.documentElement;
        return {
            values,
            body: [...document.body.childNodes].filter(node => node.localName !== "script-py")
                .map(node => node.cloneNode(true)),
            attributes: [...root.attributes].filter(({ name }) => name !== "data-games")
                .map(({ name, value }) => [name, value]),
            heads: [...document.head.children],
            head: document.head.outerHTML,
            told: [...document.head.querySelectorAll("title, meta")].map(
                one => [one, one.content, one.textContent]),
            sheets: document.adoptedStyleSheets.length,
            programs: document.querySelectorAll("script[type=py]:not([worker])").length,
        };
    };
    // Variables that a test has made; one that holds something of Python's is left, and told.
    const drop = () => {
        for (const name of Object.getOwnPropertyNames(window))
            if (!own.has(name) && !before.values.has(`window.${name}`) && !window[name]?.destroy)
                delete window[name];
    };
    const changed = () => {
        drop();
        const now = look();
        const told = [...reasons];
        for (const [name, value] of now.values)
            if (!before.values.has(name) || !Object.is(before.values.get(name), value))
                told.push(name);
        for (const name of before.values.keys())
            if (!now.values.has(name)) told.push(`no ${name}`);
        for (const part of ["head", "sheets"]) if (now[part] !== before[part]) told.push(part);
        return told;
    };

    // --- Taking it away, and beginning anew ---
    const breath = ms => new Promise(resolve => later.call(window, resolve, ms));
    const put = ({ attributes, heads, told }) => {
        for (const one of [...document.head.children]) if (!heads.includes(one)) one.remove();
        for (const [one, content, text] of told) {
            if (one.matches("title")) one.textContent = text;
            else if (one.content !== content) one.content = content;
        }
        const root = document.documentElement;
        for (const name of root.getAttributeNames()) root.removeAttribute(name);
        for (const [name, value] of attributes) root.setAttribute(name, value);
    };
    const gone = name => new Promise(resolve => {
        const request = stores.deleteDatabase(name);
        request.onsuccess = request.onerror = request.onblocked = resolve;
    });
    let forget = null; // in Python
    const learn = async source => {
        const script = document.createElement("script");
        Object.assign(script, { type: "py", textContent: source });
        document.body.append(script);
        for (let turn = 0; !window.forgetAll && turn < 500; turn += 1) await breath(10);
        forget = window.forgetAll;
        delete window.forgetAll;
    };
    const clean = async source => {
        if (!before) return "the app has not begun";
        if (document.documentElement.dataset.state !== "ready") return "the app has not started";
        if (look().programs > before.programs) reasons.add("Python was run");
        if (!forget) await learn(source);
        if (!forget) return "Python does not answer";
        for (const [target, kind, listener, options] of heard)
            removeEventListener.call(target, kind, listener, options);
        for (const end of ends) end();
        let forgotten = false;
        for (let turn = 0; turn < 20 && !forgotten; turn += 1) {
            await breath();
            forgotten = forget();
        }
        for (const timer of timers) notLater.call(window, timer);
        for (const frame of frames) noFrame.call(window, frame);
        for (const [, , listener] of heard) listener?.destroy?.();
        for (const kept of [timers, frames, ends]) kept.clear();
        heard.length = 0;
        document.body.replaceChildren();
        put(before);
        scrollTo(0, 0);
        localStorage.clear();
        sessionStorage.clear();
        history.replaceState(null, "", location.pathname);
        const told = changed();
        if (!forgotten) told.push("tasks");
        for (const { name } of (await locks.query()).held)
            await locks.request(name, { steal: true }, () => null);
        const { held, pending } = await locks.query();
        if (held.length || pending.length) told.push("locks");
        for (const { name } of await stores.databases()) await gone(name);
        for (const { name } of await stores.databases()) told.push(`database ${name}`);
        if (heard.length || timers.size || frames.size || ends.size) told.push("goes on");
        if (document.body.childNodes.length || localStorage.length) told.push("was added");
        return told.join(", ");
    };
    const begin = (fragment, stored) => {
        Object.assign(localStorage, stored);
        if (Object.keys(stored).length) sessionStorage.stored = "yes"; // as when it is loaded
        history.replaceState(null, "", location.pathname + (fragment ? `#${fragment}` : ""));
        const root = document.documentElement;
        const dark = matchMedia("(prefers-color-scheme: dark)").matches;
        const { theme, text_size: size } = JSON.parse(localStorage["cacao.settings"] ?? "{}");
        root.setAttribute("data-theme", theme || (dark ? "dark" : "light")); // as check.js
        root.setAttribute("data-text-size", size || "");
        if (Object.keys(stored).some(name => name.startsWith("cacao.game.")))
            root.setAttribute("data-games", "yes");
        root.setAttribute("data-pictures", "later");
        const draw = () => later.call(window, () => root.removeAttribute("data-pictures"));
        if (!fragment) requestAnimationFrame(draw);
        document.body.replaceChildren(...before.body.map(node => node.cloneNode(true)));
    };
    Object.defineProperty(window, Symbol.for("anew"), { value: { clean, begin } });
})();
"""


def cleaned(page: Page) -> str:
    """Take away all that the app and a test have left; returns why the page must be loaded anew.

    Nothing is returned if it can begin anew.
    """
    try:
        return str(page.evaluate(f"window[Symbol.for('anew')].clean({json.dumps(_FORGET)})"))
    except Error as error:
        return str(error)


def begin(page: Page, fragment: str, stored: Mapping[str, str]) -> None:
    """Let a cleaned page begin, as if it were opened at an address, with texts in its storage."""
    page.evaluate("given => window[Symbol.for('anew')].begin(...given)", [fragment, stored])
