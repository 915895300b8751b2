"""Games through a relay that misbehaves, by people with two browsers each, by chance."""

from __future__ import annotations

import asyncio
import os
from random import Random

import pytest

from cacao_core.fair import device
from cacao_web.features.together.direct import limits
from cacao_web.features.together.news import hearing
from cacao_web.features.together.relay import mailbox
from tests.web.clock import Clock
from tests.web.storms import Storm


@pytest.fixture(autouse=True)
def _repeatable(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time passes at once, and all that is random follows from a seed."""
    chance = Random(1)
    for module in (mailbox, hearing):
        monkeypatch.setattr(module, "monotonic", clock)
    monkeypatch.setattr(limits.Allowance.__init__, "__defaults__", (1, clock))
    monkeypatch.setattr(os, "urandom", chance.randbytes)
    monkeypatch.setattr("secrets.token_bytes", chance.randbytes)
    monkeypatch.setattr(device, "_CHANCE", chance)


@pytest.mark.nightly
@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 2), (3, 3)])
def test_storm_leaves_a_game_that_goes_on(clock: Clock, seed: int, players: int) -> None:
    failed: list[object] = []

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, told: failed.append(told))
        storm = Storm(seed, players)
        await storm.begin()
        for _step in range(100):
            await storm.step()
        places = await storm.finish(6)
        assert len({place.device.moves for place in places}) == 1, storm.log
        assert sum(place.session.deciding for place in places) == 1, storm.log
        for place in storm.pages:
            assert place.page.reports == [], storm.log
            assert not (place.app.session and place.device.cheats), storm.log

    clock.run(scenario, longest=3600)
    assert failed == []
