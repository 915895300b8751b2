"""docs/rules.md 10: the short game, from the form to the statistics."""

from __future__ import annotations

from cacao_core.rules import BASE, SHORT
from cacao_web.game.players import ELSEWHERE
from cacao_web.game.setup.form import FEW_TURNS, MATCH, Setup
from tests.web.places import Place, awaited, host, idle


def test_the_length_decides_about_the_rules() -> None:
    form = Setup()
    assert form.rules == BASE
    form.fill_in("length", FEW_TURNS)
    assert form.deal(2).rules == SHORT
    form.seed = "7"
    assert form.deal(3).rules == SHORT
    form.fill_in("length", MATCH)
    assert form.is_match
    assert form.rules == BASE
    form.fill_in("kind-1", ELSEWHERE)
    assert not form.is_match
    form.fill_in("length", FEW_TURNS)
    assert form.rules == SHORT


@awaited
async def test_a_short_game_with_another_device() -> None:
    ana = await host(length=FEW_TURNS)
    bo = await Place((await ana.outcome("invite")).partition("#")[2]).start()
    assert "It is a short game: 7 turns each." in bo.page.dialog
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await idle()
    await ana.open(bo.app.features.get("together").outbox.address)
    assert ana.session.game.rules == bo.session.game.rules == SHORT
    assert "1 of 7" in ana.page.regions["task"]
