"""On a phone with a notch, nothing that is read or pressed lies below it or the home indicator."""

from __future__ import annotations

from typing import Final

import pytest

from tests.e2e.conftest import UPRIGHT, OpenPage, notched
from tests.e2e.tour import WALKS

_BELOW: Final = """async covered => {
    const wrong = [], page = document.scrollingElement;
    const inSight = (box, element) => {
        let { left, top, right, bottom } = box;
        for (let outer = element; outer && outer !== page; outer = outer.parentElement) {
            if (getComputedStyle(outer).overflow === "visible") continue;
            const frame = outer.getBoundingClientRect();
            const x = frame.left + outer.clientLeft, y = frame.top + outer.clientTop;
            left = Math.max(left, x), right = Math.min(right, x + outer.clientWidth);
            top = Math.max(top, y), bottom = Math.min(bottom, y + outer.clientHeight);
        }
        return { left, top, right, bottom };
    };
    const judge = (box, element, name) => {
        const { left, top, right, bottom } = inSight(box, element);
        if (right - left < 2 || bottom - top < 2) return;
        const isFirst = page.scrollTop < 1;
        const isLast = page.scrollTop + innerHeight > page.scrollHeight - 1;
        const by = Math.max(covered.left - left, right - (innerWidth - covered.right),
            isFirst ? covered.top - top : 0,
            isLast ? bottom - (innerHeight - covered.bottom) : 0);
        if (by > 0.5) wrong.push(`${Math.round(by)} px are below it: ${name.trim().slice(0, 80)}`);
    };
    const free = element => !element.checkVisibility({ visibilityProperty: true })
        || element.closest("[aria-hidden=true], .hidden, script, style");
    const look = () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode()); ) {
            if (!node.data.trim() || free(node.parentElement)) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            judge(range.getBoundingClientRect(), node.parentElement, node.data);
        }
        const controls = "a[href], button, input, select, textarea, summary, [tabindex]";
        for (const one of document.querySelectorAll(controls))
            if (!free(one))
                judge(one.getBoundingClientRect(), one.parentElement, one.outerHTML);
    };
    for (const to of [0, page.scrollHeight]) {
        page.scrollTop = to;
        await cacao.painted();
        look();
    }
    page.scrollTop = 0;
    return [...new Set(wrong)];
}"""
"""What is in sight below the notch or the home indicator, at both ends of a page that scrolls."""


@pytest.mark.parametrize("name", ["first screen", "placing", "lesson", "saved games"])
def test_nothing_lies_below_the_notch_or_the_home_indicator(open_page: OpenPage, name: str) -> None:
    page = open_page(viewport=UPRIGHT)
    wrong = []
    for place in WALKS[name](page):
        for covered in notched(page):
            wrong += [f"{place}, {covered}: {one}" for one in page.evaluate(_BELOW, covered)]
    assert not wrong, "\n".join(wrong)
