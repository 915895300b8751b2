"""The daily game among friends: their lines beside mine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, timedelta

import pytest

from cacao_web.browser.store import MemoryStore
from cacao_web.features.daily import friends, model
from cacao_web.features.daily.friends import DayResult
from cacao_web.features.daily.model import DailyResult
from tests.web.driven import App, awaited, paste, settled, started
from tests.web.standin import StandIn

DAY = date(2026, 11, 20)
"""Of the stand-in's clock."""
MINE = DailyResult("easy", 59, 47, 1)


def link(name: str, gold: int = 61, day: date = DAY) -> str:
    fragment = friends.fragment(DayResult(day, name, DailyResult("hard", gold, 50, 1)))
    return f"https://example.org/cacao/#{fragment}"


async def opened(own: Mapping[date, DailyResult] | None = None) -> tuple[StandIn, App, MemoryStore]:
    page, store = StandIn(), MemoryStore()
    store.set("cacao.daily", model.to_text({DAY: MINE} if own is None else own))
    return page, await started(page, store), store


def kept(store: MemoryStore) -> list[DayResult]:
    return friends.from_text(store.get("cacao.daily-friends") or "")


@awaited
async def test_lines_of_friends_stand_beside_mine() -> None:
    page, app, store = await opened()
    paste(page, f"Look! {link('Ben')}")
    assert app.dialog == "daily"
    assert "Ben 61, you 59." in page.regions["notice"]
    page.address_fragment = link("Cleo", 40).partition("#")[2]
    page.intent("address", "")
    await settled(app)
    assert "you 59, Cleo 40." in page.regions["notice"]
    assert page.address_fragment == ""
    names = [page.dialog.index(f">{name}<") for name in ("Ben", "You", "Cleo")]
    assert names == sorted(names)
    again = StandIn()
    await started(again, store)
    again.intent("daily", "")
    assert ">Ben<" in again.dialog


@awaited
async def test_what_i_copy_opens_on_the_devices_of_friends() -> None:
    page, app, _store = await opened()
    app.shell.preferences.change(name="Ana")
    page.intent("copy-daily", DAY.isoformat())
    await settled(app)
    friend, _app, store = await opened({})
    paste(friend, page.shared[0])
    assert kept(store) == [DayResult(DAY, "Ana", MINE)]
    assert "Ana 59. You have not played this game yet." in friend.regions["notice"]
    paste(page, page.shared[0])
    assert "This is your own result" in page.dialog


@awaited
async def test_whole_talk_is_pasted_with_all_its_lines() -> None:
    page, _app, store = await opened()
    yesterday = DAY - timedelta(days=1)
    paste(page, f"Ben: {link('Ben')}\nCleo: {link('Cleo', 40, yesterday)}\n{link('Dan')[:-3]}")
    assert [one.name for one in kept(store)] == ["Ben", "Cleo"]
    assert "2026-11-19: Cleo 40. You have not played that game." in page.regions["notice"]
    assert "A result is damaged" in page.regions["notice"]


@awaited
async def test_newest_line_of_a_friend_stands() -> None:
    page, _app, store = await opened()
    for text in (link("Ben"), link("ben ", 58), link("", 40), link("", 41)):
        paste(page, text)
    assert [(one.name, one.played.own) for one in kept(store)] == [
        ("ben", 58), ("", 40), ("", 41)
    ]  # fmt: skip
    assert page.dialog.count(">A friend<") == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (link("Ben", day=DAY - timedelta(days=7)), "2026-11-13 is too long ago"),
        (link("Ben", day=DAY + timedelta(days=2)), "2026-11-22 has not begun yet"),
        (link("Ben")[:-1], "A result is damaged"),
        (link("Ben").replace("daily=", "daily=A"), "A result is damaged"),
        ("\N{SLIGHTLY SMILING FACE}\N{CHOCOLATE BAR} 9\n\N{ROBOT FACE} 3", "The link is missing"),
    ],
)
def test_line_that_cannot_stand_is_told_and_loses_nothing(text: str, told: str) -> None:
    @awaited
    async def scenario() -> None:
        page, _app, store = await opened()
        paste(page, link("Eva"))
        before = store.get("cacao.daily-friends")
        paste(page, text)
        assert told in page.dialog
        assert store.get("cacao.daily-friends") == before

    scenario()


@awaited
async def test_line_goes_after_seven_days() -> None:
    page, _app, store = await opened()
    paste(page, link("Ben", day=DAY - timedelta(days=6)))
    assert ">Ben<" in page.dialog
    page.time = "2026-11-21T12:00:00.000+00:00"
    page.intent("daily", "")
    assert ">Ben<" not in page.dialog
    paste(page, link("Eva"))
    assert [one.name for one in kept(store)] == ["Eva"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\x07\x1b", ""), ("\u202eneB", "neB"), ("<b>", "<b>"), ("Ä" * 40, "Ä" * 40),
        ("x" * 90, "x" * 40),
    ],
)  # fmt: skip
def test_name_of_a_line_can_be_shown(name: str, shown: str) -> None:
    [line] = friends.read(link(name)).lines
    assert line.name == shown


def test_line_survives_mails_and_messengers() -> None:
    whole = link("Ben van der Meer")
    broken = f"{whole[:60]}\n> {whole[60:]}\nSee you"
    inside = "https://away.example/?u=" + whole.replace("#", "%23").replace("=", "%3D") + "&x=1"
    for text in (whole, broken, inside, f"_{whole}_", f"<{whole}>"):
        assert [one.name for one in friends.read(text).lines] == ["Ben van der Meer"]


def test_every_damage_is_noticed() -> None:
    whole = link("Ben")
    at = whole.index("daily=") + 6
    for place in range(at, len(whole)):
        digit = "A" if whole[place] != "A" else "B"
        read = friends.read(whole[:place] + digit + whole[place + 1 :])
        assert not read.lines or read.lines == friends.read(whole).lines
    huge = friends.fragment(DayResult(DAY, "Ben", DailyResult("hard", 10**6, 1, 1)))
    assert friends.read(huge) == ((), 1)


def test_stored_lines_that_are_damaged_are_left_out() -> None:
    fine = DayResult(DAY, "Ben", MINE)
    data = json.loads(friends.to_text([fine]))
    odd = [*data, 1, ["x", "y", [1]], ["2026-11-20", "Eva", ["hard", 1, 1, 7]]]
    assert friends.from_text(json.dumps(odd)) == [fine]
    assert friends.from_text('{"a"') == friends.from_text('{"a": 1}') == []
