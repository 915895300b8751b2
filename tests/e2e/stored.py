"""Games that go on near their end, where their middle would prove nothing."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from cacao_core import Record
from cacao_core.tiles import Seat
from cacao_web.game.players import PERSON
from tests.core.helpers import play_at_random


def near_the_end(record: Record, seat: Seat = 0, turns: int = 2, seed: int = 1) -> Record:
    """The same game, before the last turns of a seat; unless it is over, it is played by chance."""
    rest = play_at_random(record.game(), Random(seed))
    whole = Record(record.deal, [*record.moves, *rest], record.seats)
    return whole.up_to([turn.at for turn in whole.turns() if turn.seat == seat][-turns])


def to_its_last_turn(page: Page, seed: int = 1) -> Record:
    """Leave the game, play on where it is stored, and open it at the first person's last turn.

    In a game without people, that is the last turn of the first seat.
    """
    page.locator("#bar [data-command=home]").click()
    expect(page.locator("#home")).to_be_visible()
    save = page.locator("#saves [id^=save-]").first
    key = "cacao.game." + str(save.get_attribute("id")).removeprefix("save-")
    stored: dict[str, Any] = json.loads(page.evaluate("key => localStorage[key]", key))
    seat = stored["kinds"].index(PERSON) if PERSON in stored["kinds"] else 0
    record = near_the_end(Record.from_text(stored["record"]), seat, turns=1, seed=seed)
    stored["record"] = record.to_text()
    page.evaluate("([key, text]) => { localStorage[key] = text }", [key, json.dumps(stored)])
    save.locator(".save").click()
    expect(page.locator("#game")).to_be_visible()
    return record
