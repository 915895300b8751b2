"""Problems that axe finds in the page: names, roles, order, contrast.

A look at a whole screen takes long, and most of a screen has been seen at the place before. So the
whole page is judged once, and after that only the elements of a new kind, with all in them: those
with other classes or attributes, or in other surroundings.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

Theme: TypeAlias = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("dark", "light")

RULES: Final = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": False}},  # legible.py asks for more, everywhere
}
LOOKS: Final = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
"""Rules that a theme can break; all others are about elements, and sizes are seen elsewhere."""
_KNOWN: Final = ("scrollable-region-focusable", '<div class="scroll">')
"""Browsers themselves give the focus to what scrolls, if nothing in it can have it."""
_REGIONS: Final = "#home, #bar, #villages, #table, #display, #side, #tray, #beside, #notice"
_AXE: Final = """async ([rules, theme, regions, anew]) => {
    const { dataset } = document.documentElement, dialog = document.querySelector("dialog[open]");
    if (anew) window.axeSeen = null;
    const seen = (window.axeSeen ??= new Set());
    const isNew = what => {
        const key = `${rules.runOnly[0]} ${theme} ${what}`;
        return !seen.has(key) && Boolean(seen.add(key));
    };
    const kind = one => `${one.parentElement.className} > ${one.localName}.${one.className} `
        + [...one.attributes].map(({ name, value }) => name + (value ? "" : "!")).join()
        + Boolean(one.textContent.trim());
    const isFirst = !dialog && isNew(dataset.stage);
    const roots = [...document.querySelectorAll(dialog ? "dialog[open]" : regions)];
    const changed = roots.filter(one => one.checkVisibility())
        .flatMap(root => [root, ...root.querySelectorAll("*:not(use)")])
        .filter(one => one.checkVisibility() && isNew(kind(one)));
    if (!isFirst && !changed.length) return [];
    dataset.theme = theme;
    const sheets = document.adoptedStyleSheets, dull = sheets.filter(sheet => !sheet.disabled);
    dull.forEach(sheet => { sheet.disabled = true; });
    const preload = !window.sheetsSeen;  // it parses all style sheets, for a rule about these alone
    window.sheetsSeen = true;
    const context = isFirst ? document : { include: changed };
    const { violations } = await axe.run(context, { preload, ...rules });
    dull.forEach(sheet => { sheet.disabled = false; });
    return violations;
}"""
"""Axe passes over the colours of what is not drawn, as pages of tests are."""


def problems(page: Page, rules: dict[str, Any], theme: Theme, *, anew: bool = False) -> list[str]:
    """Problems of what is new on the page, or of all of it; once for each rule and element.

    The page then has the theme. Axe's program is read once for each document: that takes as long as
    the look at a small screen.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [
        f"{violation['id']}: {node['html'][:150]} | {node['failureSummary'][:300]}"
        for violation in page.evaluate(_AXE, [rules, theme, _REGIONS, anew])
        for node in violation["nodes"]
        if (violation["id"], node["html"]) != _KNOWN
    ]
