"""Names, records, links, stored things and bots of somebody who means harm: text, never markup."""

from __future__ import annotations

import json
import re
from functools import cache
from html import unescape

import pytest

from cacao_core import CacaoError, Record
from cacao_core.names import check_name
from cacao_web.browser.json_text import read_json
from cacao_web.browser.store import MemoryStore
from cacao_web.features.bots.model import BotFailed, read_answer
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.saves.codec import to_json
from tests import hostile
from tests.hostile import Skeleton
from tests.web import botfiles
from tests.web.driven import App, awaited, paste, settled, started
from tests.web.standin import StandIn

GOOD = to_json(Session("good", hostile.RECORD, tuple(map(Sitter, hostile.NAMES))), "2026-11-20")


SAMPLED = pytest.mark.parametrize("nth", [4, pytest.param(1, marks=pytest.mark.nightly)])
"""Every fourth of the hostile things is met by the page, and all of them at night."""


def can_be_called(name: str) -> bool:
    try:
        check_name(name, "")
    except CacaoError:
        return False
    return True


skeleton_of = cache(Skeleton)
"""Most of what is on the page stays from step to step, and need not be parsed again."""


def shown(page: StandIn) -> list[Skeleton]:
    """All that is on the page, region by region."""
    regions = [text for id, text in sorted(page.regions.items()) if "@" not in id]
    return list(map(skeleton_of, [*regions, page.dialog]))


def safe(page: StandIn) -> bool:
    """Whether there is nothing that runs, and no address but our own."""
    own = re.compile(r"#[\w-]+|bots\.html|bots/example_bot\.py")
    return not any(
        part.odd or any(not own.fullmatch(address) for address in part.addresses)
        for part in shown(page)
    )


async def everywhere(name: str) -> tuple[list[str], str]:
    """The elements, and the text, of a game of somebody called so, on all screens."""
    players = tuple(map(Sitter, [*hostile.NAMES[:3], name]))
    record = hostile.RECORD.renamed([sitter.name for sitter in players])
    store = MemoryStore()
    store.set("cacao.game.x", to_json(Session("x", record, players), "2026-11-20"))
    page = StandIn(link.fragment(record, players))
    app = await started(page, store)
    elements, text = [], ""
    for command, value in (
        ("share", ""), ("close", ""), ("look", "20"), ("settings", ""), ("close", ""),
        ("home", ""), ("resume", "x"), ("new-game", ""), ("field", json.dumps(["name-0", name])),
        ("field", '["seed", "7"]'), ("field", '["first", "0"]'), ("begin", ""), ("home", ""),
    ):  # fmt: skip
        page.intent(command, value)
        await settled(app)
        assert safe(page), command
        elements += [element for part in shown(page) for element in part.elements]
        text += page.dialog + "".join(page.regions.values())
    return elements, text


@SAMPLED
@awaited
async def test_name_changes_no_element_of_any_screen(nth: int) -> None:
    usual, _text = await everywhere("Dmitri")
    for name in [*filter(can_be_called, hostile.TEXTS)][::nth]:
        elements, text = await everywhere(name)
        assert elements == usual, name
        assert name in unescape(text)


@awaited
async def test_names_are_changed_or_refused_in_the_form(page: StandIn, app: App) -> None:
    renamed = refused = 0
    for name in hostile.TEXTS:
        if can_be_called(name):
            continue
        page.intent("new-game", "")
        page.write("name-0", name)
        page.intent("begin", "")
        assert safe(page)
        if app.session:
            assert all(can_be_called(sitter.name) for sitter in app.session.sitters)
            renamed += 1
            page.intent("home", "")
            app.table.leave()
        else:
            assert "A name can have up to" in page.dialog
            refused += 1
    assert renamed > 5
    assert refused == 1


def test_names_are_changed_by_a_record() -> None:
    opened = 0
    for name in hostile.TEXTS:
        text = hostile.record_with(name)
        if not can_be_called(name) and name.strip() and len(name) < 41 and "\r" not in name:
            record = link.read(text).record
            assert record.seats
            assert all(map(can_be_called, record.seats))
            assert record.renamed(hostile.NAMES) == hostile.RECORD
            opened += 1
    assert opened > 4


@SAMPLED
@awaited
async def test_records_open_a_game_or_are_refused_in_words(nth: int) -> None:
    page, store = StandIn(), MemoryStore()
    store.set("cacao.game.good", GOOD)
    app = await started(page, store)
    page.intent("resume", "good")
    page.intent("close", "")
    opened = 0
    texts = [*map(hostile.record_with, hostile.TEXTS), *hostile.records()][::nth]
    for text in texts:
        before = app.session
        paste(page, text)
        await settled(app)
        assert safe(page)
        if "games added" in page.regions.get("notice", "") and app.session is None:
            page.intent("resume", "good")  # some of it is a game, which was here already
        elif app.session is before:
            assert "does not open a game" in page.dialog
        else:
            assert Record.from_text(app.game.record.to_text()) == app.game.record
            opened += 1
        page.intent("close", "")
        assert len(page.regions.get("notice", "")) < 1000
    assert 0 < opened < len(texts) / 2
    assert json.loads(store.get("cacao.game.good") or "")["record"] == (hostile.RECORD.to_text())


@SAMPLED
@awaited
async def test_stored_things_are_left_alone_or_shown_as_text(nth: int) -> None:
    for name, text in [*hostile.stored().items()][::nth]:
        page, store = StandIn(), MemoryStore()
        store.set("cacao.game.good", GOOD)
        store.set(name, text)
        app = await started(page, store)
        assert safe(page), (name, text[:200])
        assert "resume" in page.regions["saves"]
        assert store.get(name) == text
        page.intent("resume", name.removeprefix("cacao.game."))
        await settled(app)
        assert safe(page)
        page.intent("close", "")
        page.intent("resume", "good")
        assert app.game.id == "good"
        page.intent("home", "")
        app.table.leave()


@awaited
async def test_settings_are_as_if_none_were_set() -> None:
    for text in hostile.SETTINGS:
        page, store = StandIn(), MemoryStore()
        store.set("cacao.settings", text)
        app = await started(page, store)
        assert page.theme in ("", "dark")
        assert page.regions.get("language", "en") == "en"
        for command in ("settings", "close", "new-game", "begin"):
            page.intent(command, "")
            assert safe(page)
        assert app.session or "At least two players" in page.dialog
        app.table.leave()


def test_json_is_read_as_ever_but_not_without_bottom() -> None:
    tame = ["[" * 50 + "]" * 50, '{"a": "[[\\"[["}', "[[], [], {}]", '"' + "[" * 9999 + '"']
    for text in tame:
        assert read_json(text) == json.loads(text)
    for text in (
        "[" * 51 + "]" * 51,
        '{"a":' * 60 + "1" + "}" * 60,
        '["' + "\\" * 99 + "[",
        '"\\"' * 99,
    ):
        with pytest.raises(ValueError, match=r"brackets|[Ee]xpect|Unterminated|Extra|escape"):
            read_json(text)
    with pytest.raises(ValueError, match="brackets"):
        read_json("[" * 10**6)


@pytest.mark.usefixtures("forget_bots")
@SAMPLED
@awaited
async def test_bots_are_text(page: StandIn, app: App, nth: int) -> None:
    texts = [text for text in hostile.TEXTS if text.isprintable() and len(text) < 999]
    for text in texts[::nth]:
        failing = f"def choose(game):\n    raise ValueError({text!a})\n".encode()
        files = [
            (f"{text}.py", botfiles.FIRST),
            (f"{text}.py", failing),
            (f"{text}.whl", botfiles.wheel()),
            ("a.whl", botfiles.wheel(text, {"a.py": failing})),
            ("a.whl", botfiles.wheel("a", {"a.py": botfiles.FIRST}, requires=(text,))),
            ("a.whl", botfiles.wheel("a", {"a.py": botfiles.FIRST}, tag=text)),
        ]
        for file, data in files:
            page.intent("bots", "")
            page.bots.bring(file, data, True)
            assert safe(page)
            await settled(app)
            assert safe(page)
            assert re.search('class="[^"]*(news|problem)', page.dialog)
            page.intent("new-game", "")
            assert safe(page)


@pytest.mark.parametrize(
    "what", ["what", "message", "file", "trace", "printed", "line", "move", "id"]
)
def test_answers_of_bots_are_read_as_data(what: str) -> None:
    junk: list[object] = [*hostile.TEXTS, None, True, 5, 1e300, [], {}, [[]], {"__proto__": 1}]
    for value in junk:
        told = {"id": 1, "problem": {"what": "raised", what: value}}
        if what in ("move", "id"):
            told = {"id": 1, "move": "", what: value}
        try:
            move = read_answer(1, json.dumps(told))
        except BotFailed as failed:
            problem = failed.problem
            assert all(isinstance(part, str | int) for part in problem)
            assert all(len(part) <= 4000 for part in problem if isinstance(part, str))
        else:
            assert isinstance(move, str)
    answers: list[object] = [None, 5, b"x", [], "[" * 100_000, "9" * 5000, "x" * 10**6, "\ud800"]
    for answer in answers:
        with pytest.raises(BotFailed):
            read_answer(1, answer)
