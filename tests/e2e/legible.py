"""Text that cannot be read: cut off, covered, over something else, or outside of the window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, TypeAlias

from playwright.sync_api import Page

from making.site import languages
from tests.e2e.conftest import at_sizes
from tests.e2e.tongues import speak

Sight: TypeAlias = tuple[int, int, Literal["", "larger", "largest"]]
"""Width and height of a window, and the size of text in the settings."""

_FREE: Final = "svg, .hidden, textarea, code, option, script, noscript, #flights, #failure-reason"
"""Pictures and records are judged elsewhere."""
_OVERLAYS: Final = {
    "#notice": "body :not(#notice *)",
    "[data-boards=yes] #villages": "#game :not(#villages *)",
    "#hints, .stops, #task": ":is(#log, #beside) *",
}
"""What may lie over what: messages that go away by themselves, and boards that somebody opens, over
everything; what has to be read now over lists."""
_PROBE: Final = """([free, overlays, within]) => {
    const wrong = new Set();
    const kept = make => {
        const all = new Map();
        return one => all.get(one) ?? all.set(one, make(one)).get(one);
    };
    const top = document.querySelector("dialog[open], #side:popover-open") ?? document.body;
    const style = kept(one => getComputedStyle(one));
    const place = kept(one => one.getBoundingClientRect());
    const isDrawn = kept(one => style(one).opacity !== "0"
        && (one.ownerSVGElement
            || one.matches("svg, img, canvas, input, select, textarea, progress")
            || !/[,/] 0\\)$/.test(style(one).backgroundColor)));
    const isBar = kept(one => Boolean(one) && one !== top
        && (style(one).position === "sticky" || isBar(one.parentElement)));
    const name = one =>
        `${[one.localName, ...one.classList].join(".")} in #${one.closest("[id]").id}`;
    const say = (line, what) => wrong.add(`${what}: ${name(line.element)} "${line.text}"`);
    const most = (...all) => Math.round(Math.max(...all));

    // Every line of text. Letters are not as high as their line.
    const lines = [], range = document.createRange();
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
        const element = node.parentElement, text = node.data.trim().slice(0, 60);
        if (!text || element.closest(free) || !element.closest(within)) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        if (style(element).fontSize === "0px" && !element.querySelector("svg"))
            say({ element, text }, "has no size");
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
            const { overflowX, overflowY, position, display, clipPath } = style(box);
            const outer = place(box);
            if (display === "contents") continue;
            if (clipPath === "inset(50%)") return false;  // for those who hear the page
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
                if (Math.max(beside, beyond) > 3.5)  // space after letters counts as well
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

    // What lies at some points of a line, from the top to the ground below it.
    const hit = new CSSStyleSheet();
    hit.replaceSync("#task, #notice p { pointer-events: auto !important }");
    document.adoptedStyleSheets.push(hit);
    const written = Map.groupBy(seen, line => line.element);
    const isWritten = (one, x, y) => written.get(one)?.some(
        line => line.left < x && x < line.right && line.top < y && y < line.bottom);
    const mayLieOver = (one, other) => Object.entries(overlays).some(
        ([over, under]) => one.closest(over) && other.matches(under));
    const judge = (line, x, y) => {
        let isBelow = false;
        for (const hit of document.elementsFromPoint(x, y)) {
            if (mayLieOver(hit, line.element)) return;
            if (isBar(hit) && !isBar(line.element)) return;  // the line can be scrolled away
            if (hit.contains(line.element)) {
                isBelow = true;
                if (isDrawn(hit)) return;
            } else if (!line.element.contains(hit)) {
                const { left, right, top, bottom } = place(hit);  // fingers may hit more than that
                const isThere = isDrawn(hit) && left < x && x < right && top < y && y < bottom;
                const isThing = isWritten(hit, x, y)
                    || (isThere && hit.closest("button, .glyph, .emblem"));
                if (isThing || (isThere && !isBelow))
                    say(line, `${isBelow ? "lies over" : "covered by"} ${name(hit)}`);
                if (isThing || isThere) return;
            }
        }
    };
    for (const line of seen) {
        const { left, right, top, bottom } = line;
        for (const x of [left + 3, (left + right) / 2, right - 3])
            for (const y of [top * 0.8 + bottom * 0.2, top * 0.2 + bottom * 0.8])
                judge(line, x, y);
    }
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(one => one !== hit);
    return [...wrong];
}"""
"""What cannot be read as a whole, not even by scrolling."""

LANGUAGES: Final = ("en", *languages())


def unreadable(page: Page, within: str = "body") -> list[str]:
    """What of the text in some elements cannot be read as a whole."""
    page.evaluate("cacao.painted()")
    found: list[str] = page.evaluate(_PROBE, [_FREE, _OVERLAYS, f"{within}, :is({within}) *"])
    return found


def seen_at(page: Page, sights: Iterable[Sight]) -> Iterator[str]:
    """The page in some sizes, one after the other; tells which. At last the text has its size."""
    for width, height, text in sights:
        page.evaluate("size => { document.documentElement.dataset.textSize = size }", text)
        for _size in at_sizes(page, [(width, height)]):
            yield f"{width} by {height} {text}".strip()
    page.evaluate("document.documentElement.dataset.textSize = ''")


def everywhere(page: Page, sights: Sequence[Sight]) -> Iterator[str]:
    """The page in all languages and in some sizes, one after the other; tells which."""
    for language in LANGUAGES:
        speak(page, language)
        for sight in seen_at(page, sights):
            yield f"{language}, {sight}"
    speak(page, "en")
