"""Hostile addresses, one after the other in one page: each opens a game, or is refused in words.

    python3 build.py build && python tests/bench/fragments.py [--count 10000] [--seed 1]

Real links with characters changed, cut, doubled and moved; links that were tampered with and then
given fitting check digits; other versions; wrong, many, long and hostile names, kinds and colours;
percent-encodings of all kinds, markup, scripts, controls, random text, and texts far too long.
After each the page must show the very game that the rules package reads from it, or the game from
before with a sentence; and a game that was stored before must stay as it was.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[2]))

from cacao_core import CacaoError, Deal, Game, Record
from cacao_core.formats.link import _damage_check, _meaning_check
from tests.bench.chromium import golden_game, opened_page, opened_site
from tests.core.helpers import play_at_random

# Not before the path is set: the page's package lies in web/.
from cacao_web.game.setup import link as share  # isort: skip
from cacao_web.game.players import KINDS, Sitter  # isort: skip

BATCH: Final = 100
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
SPECIAL: Final = (
    "%00", "%", "%zz", "%2", "%ff%fe", "%ED%A0%80", "%0A", "%0D%0A", "%26", "%23", "#", "&", "=",
    "+", ";", "<script>", "\"'><img src=x onerror=alert(1)>", "\\", "\u202e", "%E2%80%AE", "\u200b",
    "🫘", "\ud83e", "é", "javascript:alert(1)", "__proto__", "..%2f", "%u0041", " ", "\x00", "\x7f",
    "/", "?", "data:text/html,<b>",
)  # fmt: skip
NAMES: Final = (
    "<script>alert(1)</script>", "<svg onload=alert(1)>", "\u202egnp.exe", "\u200b\u200b", "x" * 41,
    "x" * 3000, "a\x00b", "\"'`", "javascript:alert(1)", "👩\u200d👧", "", " ", "{name}", "%s%n",
    "&amp;", "constructor", "\u2066evil", "a\nb",
)  # fmt: skip


# --- Fragments ---------------------------------------------------------------------------------


def fragments(rng: Random) -> Iterator[str]:
    """Endless hostile fragments; some of them are valid links by chance."""
    links = [_link(rng) for _ in range(30)]
    while True:
        maker = rng.choice(_MAKERS)
        yield maker(rng.choice(links), rng)


def _link(rng: Random) -> str:
    """The fragment of a real game, somewhere between its start and its end."""
    deal = Deal.shuffled(rng.randrange(2, 5), rng.randrange(10**9))
    moves = list(play_at_random(Game(deal), rng))
    record = Record(deal, moves[: rng.randrange(len(moves) + 1)])
    kinds = [rng.choice(KINDS[:3]) for _ in range(deal.players)]
    return share.fragment(record, tuple(Sitter(f"N{n}", k) for n, k in enumerate(kinds)))


def _changed(link: str, rng: Random) -> str:
    """Some characters replaced, removed or put in."""
    for _ in range(rng.randrange(1, 4)):
        at, width = rng.randrange(len(link)), rng.randrange(3)
        link = link[:at] + rng.choice((*SPECIAL, *LETTERS)) + link[at + width :]
    return link


def _cut(link: str, rng: Random) -> str:
    """A piece, or pieces of it in another order."""
    first, last = sorted(rng.randrange(len(link)) for _ in range(2))
    return rng.choice([link[:last], link[first:], link[first:last], link[last:] + link[:last],
                       link + link, link[:last] + link[first:]])  # fmt: skip


def _forged(link: str, rng: Random) -> str:
    """Changed, with valid check digits of the characters; sometimes all check digits are valid."""
    payload, _ampersand, rest = link.partition("&")
    text = list(payload[:-7])
    for _ in range(rng.randrange(1, 3)):
        text[rng.randrange(1, len(text))] = rng.choice(LETTERS)
    if rng.random() < 0.3:
        del text[rng.randrange(1, len(text)) :]
    forged = "".join(text)
    meaning = "".join(rng.choice(LETTERS) for _ in range(4))
    if rng.random() < 0.3:
        meaning = _meaning_check(Deal.shuffled(2, rng.randrange(100)), ())
    return f"{forged}{_damage_check(forged)}{meaning}&{rest}"


def _versioned(link: str, rng: Random) -> str:
    return rng.choice("023456789ABCxyz-_~%") + link[1:]


def _seated(link: str, rng: Random) -> str:
    """A valid game with other players; some of these can be played."""
    payload = link.partition("&")[0]
    names = [rng.choice((*NAMES, "Ana", "Bo", "Cy", "Di")) for _ in range(rng.randrange(6))]
    kinds = "".join(rng.choice("pemhxbcq1<") for _ in range(rng.randrange(6)))
    if rng.random() < 0.5:  # right in all but one thing at most
        count = link.count("&n=")
        names = [*"ABCD"[: count - 1], rng.choice(NAMES)]
        kinds = "".join(rng.choice("pemb") for _ in range(count))
    colours = "".join(rng.choice("rpwyx") for _ in range(rng.choice([0, 0, 0, 2, 4])))
    extra = "".join(f"&n={quote(name, errors='replace')}" for name in names)
    return f"{payload}&p={kinds}{f'&c={colours}' if colours else ''}{extra}"


def _encoded(link: str, rng: Random) -> str:
    """Percent-encoded, perhaps twice, or only here and there."""
    if rng.random() < 0.5:
        return "".join(f"%{ord(c):02x}" if rng.random() < 0.3 else c for c in link)
    return quote(quote(link, safe="") if rng.random() < 0.5 else link, safe="&=")


def _random(_link: str, rng: Random) -> str:
    """Random text."""
    if rng.random() < 0.5:
        return "".join(rng.choice(SPECIAL) for _ in range(rng.randrange(1, 12)))
    return "".join(chr(rng.randrange(1, 0x2FFF)) for _ in range(rng.randrange(1, 60)))


def _huge(link: str, rng: Random) -> str:
    """Much too long."""
    return rng.choice([link * 60, "1" + "A" * rng.randrange(900, 60_000), link + "&n=x" * 5000,
                       link + "&n=" + "%41" * 20_000, "%" * 30_000])  # fmt: skip


def _text(link: str, rng: Random) -> str:
    """The text of a record where a link should be."""
    text = Record.from_link(link.partition("&")[0]).to_text()
    return rng.choice([quote(text), text, text.replace("\n", "%0A"), "cacao-record 1"])


def _good(link: str, _rng: Random) -> str:
    return link


_MAKERS: Final[tuple[Callable[[str, Random], str], ...]] = (
    _changed, _changed, _changed, _changed, _cut, _cut, _forged, _forged, _forged, _versioned,
    _seated, _seated, _encoded, _random, _random, _huge, _text, _good,
)  # fmt: skip


# --- In the page -------------------------------------------------------------------------------

# Goes to each address as a person would who types it; tells what the page shows then.
_GO: Final = """async (fragments) => {
    const notice = document.getElementById("notice");
    const answers = [];
    for (const fragment of fragments) {
        if (notice.matches(":popover-open")) notice.hidePopover();
        const before = location.hash;
        const changed = new Promise((done) => addEventListener("hashchange", done, {once: true}));
        location.hash = fragment;
        const address = location.hash;
        if (address !== before) await changed;
        const told = notice.matches(":popover-open") ? notice.innerText : "";
        const game = !document.getElementById("game").hidden;
        const question = document.querySelector(
            "dialog[open] :is([data-command=be], [data-command=keep-own])");
        const asked = question ? question.closest("dialog").innerText : "";
        question?.closest("dialog").close();
        answers.push({address, told, asked, record: game ? cacao.record() : ""});
    }
    return answers;
}"""
_STORED: Final = (
    """() => Object.entries(localStorage).filter(([k]) => k.startsWith("cacao.game."))"""
)
_FORGET: Final = """(kept) => Object.keys(localStorage)
    .filter((key) => key.startsWith("cacao.game.") && key !== kept)
    .forEach((key) => localStorage.removeItem(key))"""


class Tally(NamedTuple):
    """Results of a batch of fragments."""

    opened: int
    refused: int
    faults: list[str]


def store_a_game(page: Page) -> tuple[str, dict[str, Any]]:
    """Open and store a game: the key of it, and what is stored, but for the time."""
    page.evaluate("text => window.cacao.load(text)", golden_game().up_to(60).to_text())
    [(key, text)] = page.evaluate(_STORED)
    return key, _without_time(text)


def _without_time(text: str) -> dict[str, Any]:
    return {name: value for name, value in json.loads(text).items() if name != "saved"}


def visit(page: Page, batch: list[str], kept: tuple[str, dict[str, Any]]) -> Tally:
    """Go to each fragment, and compare what is shown with what the rules package makes of it."""
    opened, faults = 0, []
    before = page.evaluate("document.getElementById('game').hidden ? '' : cacao.record()")
    for wanted, answer in zip(batch, page.evaluate(_GO, batch), strict=True):
        fault = _fault(answer, before)
        opened += not answer["told"]
        before = answer["record"]
        if fault:
            faults.append(f"{fault}: {wanted[:200]!r}")
    stored = dict(page.evaluate(_STORED))
    if kept[0] not in stored or _without_time(stored[kept[0]]) != kept[1]:
        faults.append("the stored game has changed")
    page.evaluate(_FORGET, kept[0])
    return Tally(opened, len(batch) - opened, faults)


def _fault(answer: dict[str, str], before: str) -> str:
    """The error in the answer to an address; empty if there is none."""
    fragment = answer["address"].removeprefix("#")
    try:
        wanted = share.read(fragment) if fragment else None
    except CacaoError:
        if not answer["told"]:
            return "no sentence"
        return _untouched(answer, before)
    if wanted is None:
        return "a game without an address" if answer["record"] else ""
    if answer["asked"]:  # who the reader is, or what to do with a game that is known
        return _untouched(answer, before)
    # Without names it may be a game that is known with them.
    if _goes_on(wanted.record, answer["record"], named=wanted.named):
        return ""  # perhaps with a sentence about what the address does not say
    return f"refused with {answer['told']!r}" if answer["told"] else "another game is shown"


def _untouched(answer: dict[str, str], before: str) -> str:
    """The error if the earlier game is not shown any more."""
    same = _goes_on(Record.from_text(before), answer["record"]) if before else not answer["record"]
    return "" if same else "another game is shown"


def _goes_on(before: Record, shown: str, named: bool = True) -> bool:
    """Whether a game is shown that computers may have continued meanwhile."""
    if not shown:
        return False
    record = Record.from_text(shown)
    start = record.moves[: len(before.moves)]
    if named and record.seats != before.seats:
        return False
    return (record.deal, start) == (before.deal, before.moves)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    source = islice(fragments(Random(options.seed)), options.count)
    total: Counter[str] = Counter()
    errors: list[str] = []
    with opened_site() as (browser, site):
        page = opened_page(browser, site, reduced_motion="reduce")
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
        kept = store_a_game(page)
        while batch := list(islice(source, BATCH)):
            tally = visit(page, batch, kept)
            total.update(opened=tally.opened, refused=tally.refused, faults=len(tally.faults))
            for fault in (*tally.faults, *errors):
                print(fault, flush=True)
            total["errors"] += len(errors)
            errors.clear()
    print(", ".join(f"{name} {number}" for name, number in total.items()))


if __name__ == "__main__":
    main()
