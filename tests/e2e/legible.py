"""Text that cannot be read: cut off, covered, over something else, or outside of the window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from playwright.sync_api import Page

from making.site import languages
from tests.e2e.conftest import at_sizes
from tests.e2e.tongues import speak

Sight: TypeAlias = tuple[int, int, Literal["", "larger", "largest"]]
"""Width and height of a window, and the size of text in the settings."""

_FREE: Final = "svg, .hidden, textarea, code, option, script, noscript, #flights, #failure-reason"
"""Pictures and records are judged elsewhere."""
_OVERLAYS: Final = {"#notice": "body :not(#notice *)", "#hints, .stops, #task": "#log *"}
"""What may lie over what: messages that go away by themselves over all, and what has to be read
now over the log."""
_PROBE: Final = """([free, overlays, within]) => {
    const wrong = new Set();
    const kept = make => {
        const all = new Map();
        return one => all.get(one) ?? all.set(one, make(one)).get(one);
    };
    const style = kept(one => getComputedStyle(one));
    const place = kept(one => one.getBoundingClientRect());
    const isDrawn = kept(one => one.ownerSVGElement
        || one.matches("svg, img, canvas, input, select, textarea, progress")
        || !/[,/] 0\\)$/.test(style(one).backgroundColor));
    const name = one =>
        `${[one.localName, ...one.classList].join(".")} in #${one.closest("[id]").id}`;
    const say = (line, what) => wrong.add(`${what}: ${name(line.element)} "${line.text}"`);
    const most = (...all) => Math.round(Math.max(...all));

    // Every line of text. Letters are not as high as their line.
    const lines = [], range = document.createRange();
    const top = document.querySelector("dialog[open], #side:popover-open") ?? document.body;
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
        const element = node.parentElement, text = node.data.trim().slice(0, 60);
        if (!text || element.closest(free) || !element.closest(within)) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        range.selectNodeContents(node);
        for (const { left, right, top, bottom, width, height } of range.getClientRects())
            if (width > 1 && height > 1)
                lines.push({ element, text, left, right,
                    top: top + height * 0.2, bottom: bottom - height * 0.15 });
    }

    // What of a line is to be seen through all boxes around it, if all of it can be.
    const isInSight = line => {
        let { left, right, top, bottom } = line, rollsX = false, rollsY = false, owner = null;
        for (let box = line.element; box && box !== document.body; box = box.parentElement) {
            const { overflowX, overflowY, position, display } = style(box), outer = place(box);
            if (display === "contents") continue;
            if (outer.width < 2) return false;  // for those who hear the page
            const beside = Math.max(outer.left - left, right - outer.right);
            const beyond = Math.max(outer.top - top, bottom - outer.bottom);
            const mayCut = box.matches(".name");
            if (/hidden|clip/.test(overflowX) && !rollsX && !mayCut && beside > 1.5)
                say(line, `${most(beside)} px are cut off at the side`);
            if (/hidden|clip/.test(overflowY) && !rollsY && beyond > 1.5)
                say(line, `${most(beyond)} px are cut off above or below`);
            rollsX ||= /auto|scroll/.test(overflowX) || mayCut;
            rollsY ||= /auto|scroll/.test(overflowY);
            if (rollsY && outer.height < bottom - top) say(line, "seen through a slit");
            if (!rollsX && !rollsY && !owner && display !== "inline"
                && (isDrawn(box) || box.localName === "button")) {
                owner = box;
                if (Math.max(beside, beyond) > 1.5)
                    say(line, `${most(beside, beyond)} px are outside of ${name(box)}`);
            }
            if (overflowX !== "visible" || overflowY !== "visible") {
                const x = outer.left + box.clientLeft, y = outer.top + box.clientTop;
                [left, right] = [Math.max(left, x), Math.min(right, x + box.clientWidth)];
                [top, bottom] = [Math.max(top, y), Math.min(bottom, y + box.clientHeight)];
            }
            if (position === "fixed") break;
        }
        rollsY ||= document.scrollingElement.scrollHeight > innerHeight;
        if (!rollsX && (left < -1 || right > innerWidth + 1)) say(line, "beyond the window");
        if (!rollsY && (top < -1 || bottom > innerHeight + 1)) say(line, "beyond the window");
        Object.assign(line, { left, right, top, bottom });
        return right - left > 2 && bottom - top > 2;
    };
    if (document.documentElement.scrollWidth > innerWidth) wrong.add("the page is too wide");
    const seen = lines.filter(isInSight);

    // What lies at the corners and in the middle of a line, from the top to the ground below it.
    const all = new CSSStyleSheet();
    all.replaceSync("* { pointer-events: auto !important }");
    document.adoptedStyleSheets.push(all);
    const written = Map.groupBy(seen, line => line.element);
    const isWritten = (one, x, y) => written.get(one)?.some(
        line => line.left < x && x < line.right && line.top < y && y < line.bottom);
    const mayLieOver = (one, other) => Object.entries(overlays).some(
        ([over, under]) => one.closest(over) && other.matches(under));
    const judge = (line, x, y) => {
        let isBelow = false;
        for (const hit of document.elementsFromPoint(x, y)) {
            if (mayLieOver(hit, line.element)) return;
            if (hit.contains(line.element)) {
                isBelow = true;
                if (isDrawn(hit)) return;
            } else if (!line.element.contains(hit)) {
                const isThing = isWritten(hit, x, y) || hit.matches("button:not(.opens)")
                    || hit.closest(".glyph, .emblem");
                if (isThing || (isDrawn(hit) && !isBelow))
                    say(line, `${isBelow ? "lies over" : "covered by"} ${name(hit)}`);
                if (isThing || isDrawn(hit)) return;
            }
        }
    };
    for (const line of seen) {
        const { left, right, top, bottom } = line;
        judge(line, (left + right) / 2, (top + bottom) / 2);
        for (const x of [left + 1, right - 1]) for (const y of [top + 1, bottom - 1])
            judge(line, x, y);
    }
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(one => one !== all);
    return [...wrong];
}"""
"""What cannot be read as a whole, not even by scrolling."""

_LANGUAGES: Final = ("en", *languages())
_LONGEST: Final = ("de", "es")


def unreadable(page: Page, within: str = "body") -> list[str]:
    """What of the text in some elements cannot be read as a whole."""
    page.evaluate("cacao.painted()")
    found: list[str] = page.evaluate(_PROBE, [_FREE, _OVERLAYS, f"{within}, :is({within}) *"])
    return found


def everywhere(page: Page, sizes: Iterable[Sight]) -> Iterator[str]:
    """The page in some sizes, one after the other; tells which.

    In the languages with the longest texts in all of them, in the others in every third.
    """
    every = list(sizes)
    for language in _LANGUAGES:
        speak(page, language)
        for width, height, text in every if language in _LONGEST else every[::3]:
            page.evaluate("size => { document.documentElement.dataset.textSize = size }", text)
            for _size in at_sizes(page, [(width, height)]):
                yield f"{language}, {width} by {height} {text}"
    page.evaluate("document.documentElement.dataset.textSize = ''")
    speak(page, "en")
