"""Links as the world leaves them: each opens exactly its game, or is refused with a sentence."""

from __future__ import annotations

import html
import json
import quopri
import re
import textwrap
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle, product
from urllib.parse import quote, unquote

import pytest

from cacao_core import BadLink, CacaoError, Deal, Record
from cacao_core.notes import Notes
from cacao_core.rules import SHORT
from cacao_web.features import together
from cacao_web.features.puzzles import address
from cacao_web.game.players import Sitter, coloured
from cacao_web.game.setup import link
from cacao_web.game.setup.found import found
from tests.core.helpers import example

SITE = "https://example.org/cacao/#"
P7 = "1Bppsmk7mui8m6DLoAAAAqBx7drC4c&p=ph&n=Ana&n=Hard%20computer"
FOUR = link.fragment(
    example("temple"),
    coloured(
        (
            Sitter("Zoë Ångström"),
            Sitter("Dr. No", "easy"),
            Sitter("王小明"),
            Sitter("A&B Jr.", "hard"),
        )
    ),
)
APART = link.fragment(
    Record(Deal.shuffled(2, 5)),
    (Sitter("Ana", colour="yellow"), Sitter("Bo", "elsewhere", colour="red")),
    link.LinkWish(from_start=True),
)
NOTED = link.fragment(
    example("temple").with_notes(
        Notes(comments={0: "Who sees it?", **{n: f"idea {n * 7919 % 1000}" for n in range(1, 6)}})
    ),
    tuple(map(Sitter, ("Ana", "Bo", "Cleo", "Dai"))),
    link.LinkWish(notes=True),
)
LINKS = (P7, FOUR, APART, NOTED)
OTHERS = {
    "message": "f1" + "Ab_-9" * 30 + "&s=1&o=" + "xY7_-" * 20,
    "message to watch": "f3" + "aB-9_" * 50 + "&w=" + "xY7z-" * 40,
    "relay": "t=" + "Ab-_" * 5 + "xy",
    "relay elsewhere": "t=" + "Ab-_" * 5 + "xy&r=relay.example.net:8084",
    "seat": "k=" + "Zz09" * 16,
    "seats": "k=" + "Zz09_-aB" * 24,
    "puzzle": "puzzle=e992e49c",
    "own game": "g=abcdef012345",
}
"""Fragments that are no records."""


def wrapped(sign: str, width: int = 76) -> Callable[[str], str]:
    return lambda text: sign.join(textwrap.wrap(text, width, break_on_hyphens=False))


MANGLINGS: dict[str, Callable[[str], str]] = {
    "as it is": lambda address: address,
    "after the page's own sentence": lambda address: f"Your turn, Ana: Cacao, turn 3. {address}",
    "sentence on a line of its own": lambda address: f"Cacao: Ana · Bo.\n{address}\n\nBye!",
    "words after it": lambda address: f"{address} see you tomorrow",
    "full stop": lambda address: f"Look: {address}.",
    "comma": lambda address: f"{address}, please",
    "parentheses": lambda address: f"(see {address})",
    "angle brackets": lambda address: f"<{address}>",
    "quotes": lambda address: f'"{address}"',
    "typographic quotes": lambda address: f"„{address}“",
    "Markdown": lambda address: f"[our game]({address}), come!",
    "bold": lambda address: f"**{address}**",
    "Markdown with escapes": lambda address: address.replace("_", r"\_").replace("&", r"\&"),
    "Markdown with a title": lambda address: f'[our game](<{address}> "Cacao")',
    "reference": lambda address: f"[our game][1]\n\n[1]: {address}\n",
    "wrapped": wrapped("\n"),
    "wrapped in angle brackets": lambda address: f"<{wrapped(chr(10))(address)}>",
    "wrapped by a line separator": wrapped("\u2028"),
    "wrapped early": wrapped("\n", 40),
    "wrapped and quoted": wrapped("\n> "),
    "wrapped and quoted twice": wrapped("\n> > ", 60),
    "wrapped with a space": wrapped(" "),
    "wrapped, CRLF": wrapped("\r\n"),
    "quoted-printable": lambda address: quopri.encodestring(address.encode()).decode(),
    "quoted-printable with its end": lambda address: quopri.encodestring(
        f"Your turn! {address}\n".encode()
    ).decode(),
    "quoted-printable, small letters": lambda address: address.replace("=", "=3d"),
    "HTML": lambda address: f'<p>Hi<br><a href="{html.escape(address)}">game</a></p>',
    "escaped": html.escape,
    "escaped twice": lambda address: html.escape(html.escape(address)),
    "encoded": lambda address: address.replace("#", "%23").replace("&", "%26").replace("=", "%3D"),
    "all encoded": lambda address: quote(address, safe=""),
    "all encoded twice": lambda address: quote(quote(address, safe=""), safe=""),
    "a tracker": lambda address: f"https://l.example/?u={quote(address, safe='')}",
    "a tracker with more": lambda address: f"https://l.example/?u={quote(address, safe='')}&h=A1-x",
    "a tracker twice": lambda address: (
        f"https://l.example/?u={quote(quote(address, safe=''), safe='')}&x=1"
    ),
    "a message to share": lambda address: f"https://wa.me/?text={quote('Hi! ' + address, safe='')}",
    "JSON": lambda address: json.dumps({"url": address}).translate(
        {ord(sign): rf"\u{ord(sign):04x}" for sign in "&=#"}
    ),
    "LaTeX": lambda address: "\\url{" + re.sub("([#&%_])", r"\\\1", address) + "}",
    "plus": lambda address: address.replace("%20", "+"),
    "invisible": lambda address: "\u200b".join(address),
    "isolated": lambda address: f"\u2068{address}\u2069",
    "right to left": lambda address: f"\u202b\u200f{address}\u200f\u202c",
    "full-width": lambda address: "".join(
        chr(ord(c) + 0xFEE0) if c in "#&=%:/" else c for c in address
    ),
    "Japanese quotes": lambda address: f"「{address}」です。",
    "Chinese sentence": lambda address: f"看这里：{address}，快来",
    "emoji": lambda address: f"🎲{address}🎲",
    "emoji and a heart": lambda address: f"{address}❤️ 😀",
    "messenger bold": lambda address: f"*{address}*",
    "messenger italics": lambda address: f"_{address}_",
    "wiki": lambda address: f"[{address} our game]",
    "dashes": lambda address: address.replace("--", "—"),
    "tracked": lambda address: f"{address}&utm_source=mail&fbclid=x",
    "question mark": lambda address: f"{address}?utm_source=mail",
    "another host": lambda address: address.replace("example.org/cacao/", "other.net/"),
    "uppercase scheme": lambda address: address.replace("https", "HTTPS"),
    "query before": lambda address: address.replace("#", "?fbclid=abc#"),
    "uppercase host": lambda address: address.replace("example.org", "EXAMPLE.ORG"),
    "no scheme": lambda address: address.removeprefix("https://"),
    "twice": lambda address: f"{address}\n> {address}",
    "twice without a space": lambda address: f"{address}{address}",
    "address bar": lambda address: address.replace("&", "%20&"),
    "gaps around parts": lambda address: re.sub("&([a-z]+)=", r" & \1 = ", address),
    "typographic hyphens": lambda address: address.replace("-", "\u2010"),
    "minus signs": lambda address: address.replace("-", "\u2212"),
    "soft hyphens": lambda address: "\u00ad".join(address),
    "wrapped by HTML": wrapped("<br>\n"),
    "wrapped by a word break": wrapped("<wbr>"),
    "wrapped and quoted with bars": wrapped("\n| "),
    "wrapped in an encoded text": wrapped("%0A"),
    "tracked in the middle": lambda address: address.replace("&p=", "&utm_source=mail&p="),
    "sharp sign encoded often": lambda address: address.replace("#", "%25252523"),
    "names as a browser shows them": lambda address: unquote(address),
    "with a hashtag": lambda address: f"{address}\n#cacao #1game",
    "before an address": lambda address: f"{address} https://example.net/?a=1&b=2",
}


WITH_ADDRESS = {
    "question mark", "invisible", "encoded", "a tracker", "a tracker with more", "a tracker twice",
    "a message to share", "messenger italics", "twice without a space", "JSON",
}  # fmt: skip
"""What happens only to whole addresses."""

IN_NAMES = {
    "wrapped early", "wrapped with a space", "wrapped in an encoded text", "wrapped by HTML",
    "names as a browser shows them",
}  # fmt: skip
"""Damages that may cost a part of a name."""
NOT_IN_OTHERS = {
    "wrapped early", "wrapped by a line separator", "wrapped with a space", "wrapped by HTML",
    "wrapped in an encoded text", "wrapped and quoted twice", "gaps around parts",
    "messenger italics", "twice without a space", "quoted-printable",
    "quoted-printable with its end", "quoted-printable, small letters",
}  # fmt: skip
"""Damages that are mended only where check digits say how pieces belong together."""


@pytest.mark.parametrize("name", MANGLINGS)
def test_mangled_link_opens_exactly_its_game(name: str) -> None:
    for start, made in product((SITE, ""), LINKS):
        if not start and name in WITH_ADDRESS:
            continue
        text = MANGLINGS[name](start + made)
        try:
            opened = link.read(text)
        except BadLink as error:
            assert name in ("encoded", "names as a browser shows them"), text
            assert "&B" in link.reason(error)  # part of a name
            continue
        same_game(opened, link.read(made), text)
        if name not in IN_NAMES:
            assert opened == link.read(made), text


@pytest.mark.parametrize(
    ("sign", "made"),
    [*zip(["\n", " ", "\r\n", "\n> ", "%20", "\u200b", "=\n"], cycle(LINKS), strict=False)],
)
def test_break_anywhere_changes_no_game(sign: str, made: str) -> None:
    whole = link.read(made)
    for at in range(1 + len(sign), len(made), 5):
        try:
            opened = link.read(f"{SITE}{made[:at]}{sign}{made[at:]}")
        except CacaoError as error:
            assert link.reason(error)
        else:
            same_game(opened, whole, f"{made[:at]}{sign!r}{made[at:]}")


def same_game(opened: link.Shared, whole: link.Shared, text: str) -> None:
    assert opened.record.renamed(None) == whole.record.renamed(None), text
    for name in ("kind", "colour"):
        own, other = ([getattr(s, name) for s in one.sitters] for one in (opened, whole))
        assert own == other, text
    assert (opened.by_link, opened.from_start) == (whole.by_link, whole.from_start), text


@pytest.mark.parametrize("made", LINKS)
def test_link_that_was_cut_off_is_the_same_game_or_none(made: str) -> None:
    whole = link.read(made)
    payload = made.index("&")
    for at in range(1, len(made)):
        if at == payload:
            continue  # it says nothing of players, as the payload alone
        try:
            opened = link.read(SITE + made[:at])
        except CacaoError as error:
            assert link.reason(error)
        else:
            same_game(opened, whole, made[:at])


@pytest.mark.parametrize(
    "extra", ["&x=1", "&p=hp", "&p", "&", "&p=", "&p=p", "&p=phh", "&p=ph&p=hp", "&c=r", "&l=1x"]
)
def test_ambiguous_link_is_refused_and_shown(extra: str) -> None:
    payload = P7.partition("&")[0]
    start = P7.rpartition("&n=Ana")[0] if extra in ("&x=1", "&p=hp") else payload
    with pytest.raises(BadLink) as raised:
        link.read(f"Look: {SITE}{start}{extra}.")
    assert ("p=hp" if "hp" in extra else extra[1:4]) in link.reason(raised.value)


def test_links_to_several_games_are_not_chosen_among() -> None:
    with pytest.raises(BadLink, match="several games"):
        link.read(f"{SITE}{P7} and {SITE}{FOUR}")
    for both in (
        f"{SITE}{P7},{SITE}{FOUR}",
        f"{SITE}{P7}{SITE}{FOUR}",
        f"[{SITE}{P7}]({SITE}{FOUR})",
        f'<a href="{html.escape(SITE + P7)}">{html.escape(SITE + APART)}</a>',
        f"https://l.example/?u={quote(SITE + P7, safe='')}&v={quote(SITE + FOUR, safe='')}",
        f"{SITE}{P7}\n> {SITE}{P7.replace('p=ph', 'p=hp')}",
        f"{SITE}{P7} {SITE}{FOUR.replace('p=peph', 'p=pep?')}",
        f"{SITE}{P7} {SITE}puzzle=e992e49c",
        f"{SITE}puzzle=e992e49c {SITE}{P7}",
        f"{SITE}puzzle=e992e49c {SITE}puzzle=e992e49d",
    ):
        with pytest.raises(BadLink, match=r"several games|could open another"):
            link.read(both)
    record = example("temple")
    early = link.fragment(record.up_to(3), link.read(FOUR).sitters)
    assert link.read(f"{SITE}{FOUR}\n> {SITE}{early}") == link.read(FOUR)
    assert link.read(f"{SITE}{early}\n> {SITE}{FOUR}") == link.read(FOUR)


@pytest.mark.parametrize("name", ["", "%FF", "x" * 60, "%", "%E2%80%8B"])
def test_damaged_name_costs_no_game(name: str) -> None:
    opened = link.read(P7.replace("Ana", name))
    same_game(opened, link.read(P7), name)
    assert all(sitter.name for sitter in opened.sitters)


@pytest.mark.parametrize("before", ["", "Here it is:\n\n", "```\n"])
@pytest.mark.parametrize("quoted", ["", "> ", ">> "])
def test_record_in_a_mail(before: str, quoted: str) -> None:
    record = Record(Deal.shuffled(2, 5), seats=("Ana", "Bo"))
    record = record.play(record.game().legal_moves()[0])
    explicit = Record(Deal(record.deal.worker_piles, record.deal.jungle_pile), record.moves)
    for one in (record, explicit):
        lines = [textwrap.wrap(line, 72) or [""] for line in one.to_text().splitlines()]
        text = "\n".join(quoted + line for parts in lines for line in parts)
        end = "\n```\nSee you" if before == "```\n" else ""
        opened = link.read(before + text + end)
        assert opened.record.deal == one.deal
        assert opened.record.moves == one.moves


@pytest.mark.parametrize("kind", OTHERS)
def test_mangled_link_that_is_no_record_is_found(kind: str) -> None:
    made = OTHERS[kind]
    for name in MANGLINGS.keys() - NOT_IN_OTHERS:
        assert found(MANGLINGS[name](SITE + made)) == made, name
    assert together.takes(found(f"{SITE}{made}\n\nSee you")) == (kind != "puzzle")
    assert (address.named(made) == "e992e49c") == (kind == "puzzle")


@pytest.mark.parametrize("name", ["quoted-printable", "quoted-printable with its end"])
def test_message_is_found_in_the_source_of_a_mail(name: str) -> None:
    assert found(MANGLINGS[name](SITE + OTHERS["message"])) == OTHERS["message"]


@pytest.mark.parametrize("name", ["quoted-printable", "as it is", "escaped"])
def test_name_that_looks_like_quoted_printable_stays(name: str) -> None:
    made = P7.replace("n=Ana", "n=3Dave")
    assert next(one.name for one in link.read(MANGLINGS[name](SITE + made)).sitters) == "3Dave"


def test_link_with_seats_that_was_cut_off_gives_not_only_some_of_them() -> None:
    for at in range(70, len(OTHERS["seats"]), 7):
        assert found(SITE + OTHERS["seats"][:at] + " see you") != OTHERS["seats"][:66]


@pytest.mark.parametrize(
    "text", ["", "hello", "1", "#1", "1 2 3", "#" * 500, "1A " * 5000, "f1", "&p=ph"]
)
def test_text_without_a_link_stays_what_it_is(text: str) -> None:
    assert found(text) == text.strip()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cacao: Ana · Bo. You are invited.\nhttps://example.org/cacao/#t={key}", "t={key}"),
        ("open https://example.org/#t={key}&r=relay.example.net.", "t={key}&r=relay.example.net"),
        (
            "<https://example.org/#t={key}&amp;r=relay.example.net:8084>",
            "t={key}&r=relay.example.net:8084",
        ),
        ("https://example.org/%23t={key}", "t={key}"),
        ("t={key}", "t={key}"),
        ("my seat: https://example.org/#k={seat}\nkeep it!", "k={seat}"),
    ],
)
def test_links_of_games_through_a_relay_are_found(text: str, expected: str) -> None:
    given = {"key": "Ab-_" * 5 + "xy", "seat": "Zz09" * 16}
    assert found(text.format(**given)) == expected.format(**given)


def test_link_without_its_notes_is_refused() -> None:
    """Nothing is lost without a word: notes that are cut or changed are not left out."""
    start = NOTED.index("&cv=") + len("&cv=")
    end = NOTED.index("&p=")
    assert end - start > 60
    for at in range(start, end, 7):
        other = "A" if NOTED[at] != "A" else "B"
        for damaged in (NOTED[:at], NOTED[:at] + NOTED[end:], NOTED[:at] + other + NOTED[at + 1 :]):
            for text in (f"{SITE}{damaged} see you", damaged):
                with pytest.raises(BadLink, match="damaged"):
                    link.read(text)


def test_link_of_rules_that_come_later_says_so() -> None:
    later = Deal.shuffled(2, 1, replace(SHORT, name="later", number=13))
    text = link.fragment(Record(later), (Sitter("Ana"), Sitter("Bo")))
    with pytest.raises(CacaoError) as raised:
        link.read(SITE + text)
    assert "newer version" in link.reason(raised.value)


def test_of_two_links_to_a_position_the_one_with_notes_is_opened() -> None:
    plain = NOTED[: NOTED.index("&cv=")] + NOTED[NOTED.index("&p=") :]
    for text in (f"{SITE}{plain} {SITE}{NOTED}", f"{SITE}{NOTED} {SITE}{plain}"):
        assert link.read(text).record.notes
