"""In forced colours, as contrast themes of Windows: what is chosen does not look like the rest."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import OpenPage
from tests.e2e.tour import WALKS, by_day

_TOOLS: Final = """
    const system = name => {
        const probe = document.createElement("i");
        probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
        document.body.append(probe);
        const found = getComputedStyle(probe).color;
        probe.remove();
        return found;
    };
    const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
    const light = colour => {
        const [r, g, b] = numbers(colour).map(one => one / 255)
            .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const contrast = (one, other) => {
        const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
        return bright / dark;
    };
    const find = what => [...document.querySelectorAll(what)].filter(
        one => one.checkVisibility({ visibilityProperty: true }));
    const name = one => one.outerHTML.slice(0, 90);
"""
_SEEN: Final = f"""() => {{
    {_TOOLS}
    const wrong = [], seen = new Set();
    const states = ["aria-pressed", "aria-checked", "aria-selected", "aria-current"];
    const isChosen = (one, state) => one.hasAttribute(state) && one.getAttribute(state) !== "false";
    const kind = one => one.closest(".swatches, .either")?.className || one.classList[0] || one.id;
    const looks = one => {{
        const drawn = one.querySelector(".plot") ?? one, style = getComputedStyle(drawn);
        return [style.backgroundColor, style.borderTopColor, style.fill, style.stroke].join();
    }};
    const ground = one => {{
        const found = getComputedStyle(one).backgroundColor;
        return numbers(found)[3] === 0 ? ground(one.parentElement) : found;
    }};
    const read = control => {{
        for (const one of [control, ...control.querySelectorAll("*:not(svg, svg *)")])
            if ([...one.childNodes].some(node => node.nodeType === 3 && node.data.trim())
                && contrast(getComputedStyle(one).color, ground(one)) < 4.5)
                wrong.push(`it cannot be read: ${{name(one)}} of ${{name(control)}}`);
    }};
    for (const state of states)
        for (const one of find(`[${{state}}]`)) {{
            if (!isChosen(one, state)) continue;
            let group = one.parentElement, others = [];
            while (group && !others.length) {{
                others = [...group.querySelectorAll(one.tagName)].filter(
                    other => kind(other) === kind(one) && !isChosen(other, state));
                group = group.parentElement;
            }}
            seen.add(kind(one));
            if (others.some(other => looks(other) === looks(one)))
                wrong.push(`chosen or not, it looks the same: ${{name(one)}}`);
            if (one.matches("button")) read(one);
        }}
    for (const one of find("button:disabled, button[aria-disabled=true]")) {{
        const style = getComputedStyle(one);
        seen.add("disabled");
        if (style.color !== system("GrayText") || style.opacity !== "1")
            wrong.push(`it does not look disabled: ${{name(one)}}`);
    }}
    for (const one of find("button.primary:enabled:not([aria-disabled=true])")) {{
        seen.add("primary");
        read(one);
    }}
    for (const one of find(".target:not(.own, .lies, [aria-pressed=true]) > .plot")) {{
        const style = getComputedStyle(one);
        seen.add("legal");
        if (contrast(style.fill, style.stroke) < 7) wrong.push(`it is not seen: ${{name(one)}}`);
    }}
    for (const one of find(".village.active")) {{
        const style = getComputedStyle(one);
        seen.add("whose turn");
        if (style.outlineColor !== system("Highlight") || style.outlineStyle !== "solid")
            wrong.push(`whose turn it is is not seen: ${{name(one)}}`);
    }}
    return [wrong, [...seen]];
}}"""
"""What is not told by colours in forced colours, and the kinds of things that were looked at."""
_FOCUS: Final = f"""() => {{
    {_TOOLS}
    const one = document.activeElement, style = getComputedStyle(one);
    if (one === document.body) return "";
    const plot = one.matches(".target") && getComputedStyle(one.querySelector(".plot"));
    const line = plot ? [plot.stroke, plot.strokeWidth] : [style.outlineColor, style.outlineWidth];
    return line[0] === system("Highlight") && parseFloat(line[1]) >= 2 ? "" : name(one);
}}"""
"""What has the focus, if that is not seen."""
_WANTED: Final = {
    "first screen": {"either", "swatches", "primary"},
    "at the table": {"primary", "slot", "legal"},
    "placing": {"hint", "slot", "target", "turn", "disabled", "legal", "whose turn"},
    "filling and workers": {"slot", "target", "primary", "whose turn"},
    "analysis": {"hint", "turn", "primary"},
    "puzzles": {"slot", "legal", "disabled", "whose turn"},
}


def _mixed_up(page: Page, seen: set[str]) -> list[str]:
    """What is not told in one of the themes; adds to the kinds of things that were looked at."""
    wrong = []
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        problems, kinds = page.evaluate(_SEEN)
        wrong += [f"{theme}: {one}" for one in problems]
        seen.update(kinds)
    return wrong


def _hidden_focus(page: Page) -> list[str]:
    """What has the focus after some steps of the Tab key without a sign of it."""
    found = []
    for _step in range(6):
        page.keyboard.press("Tab")
        found.append(page.evaluate(_FOCUS))
    page.evaluate("document.activeElement.blur()")
    return [f"the focus is not seen: {one}" for one in found if one]


@pytest.mark.usefixtures("quick_analysis")
@pytest.mark.parametrize("name", by_day(_WANTED, "placing"))
def test_forced_colours_show_chosen_disabled_focused_and_legal(
    open_page: OpenPage, name: str
) -> None:
    """In both themes, as a walk goes on."""
    page = open_page(viewport={"width": 1440, "height": 900})
    page.emulate_media(forced_colors="active")
    wrong: list[str] = []
    seen: set[str] = set()
    for place in WALKS[name](page):
        if place == "new-game":
            page.locator("dialog .pick-colour summary").first.click()
        wrong += [f"{place}: {one}" for one in _mixed_up(page, seen)]
        if place == "placing":
            page.locator("[data-command=hint]").click()
            page.locator("#hints .hint").nth(1).click()
            wrong += [f"hints: {one}" for one in _mixed_up(page, seen)]
            page.locator("#hints .advice > .round").click()
        if place in ("home", "placing", "filling"):
            wrong += [f"{place}: {one}" for one in _hidden_focus(page)]
    assert seen >= _WANTED[name]
    assert not wrong, "\n".join(wrong)
