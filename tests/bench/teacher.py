"""Measures whether hints and the analysis of a game agree, through the page's own controllers.

    python -m tests.bench.teacher --players 2 --games 40 --kept teacher.jsonl

A person asks for hints at each decision, takes the first and confirms; the others are computers.
Then the game is analysed. Both use the playouts and the requests of the page; only the browser is
a stand-in. A second run goes on with the next deal, and tells of all that was kept:

- ``blamed``: turns of that person that the analysis calls mistakes.
- ``agree``: the first hint began with the same placement as the best turn of the analysis; ``near``
  counts those that were no more than 0.3 gold apart as well.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from cacao_core import Phase
from cacao_web.engine.advice import Hint
from cacao_web.game.session import Session
from tests.bench import keeping
from tests.web.clock import Clock, until
from tests.web.driven import App, begin, settled, started
from tests.web.standin import StandIn

_NEAR: Final = 0.3
_LEVELS: Final = ("easy", "medium", "hard")
"""Levels of the others, by turns."""
_LONGEST: Final = 1e9


class Taught(NamedTuple):
    """A game that was played by hints.

    Attributes:
        players: how many.
        seed: of the deal.
        losses: of the person's turns, in gold, as the analysis tells them.
        blamed: how many of them are mistakes.
        apart: for each turn what the first hint lost in the analysis; 0 if it began as the best.
    """

    players: int
    seed: int
    losses: list[float]
    blamed: int
    apart: list[float]


def one_game(task: tuple[int, int]) -> Taught:
    """Play and analyse a game."""
    return Clock().run(lambda: _scenario(*task), _LONGEST)


async def _scenario(players: int, seed: int) -> Taught:
    page = StandIn()
    app = await started(page)
    level = _LEVELS[seed % len(_LEVELS)]
    kinds = {f"kind_{seat}": level for seat in range(1, players)}
    begin(page, players=str(players), seed=str(seed), kind_0="person", **kinds)
    session = app.session
    assert session is not None
    hinted: dict[int, Hint] = {}
    while not session.game.is_over:
        if not session.deciding:
            await settled(app)
            await asyncio.sleep(0.1)
        elif session.covered:
            page.intent("uncover", "")
        else:
            await _decide(page, app, session, hinted)
    await settled(app)
    page.intent("analyse", "")
    await until(lambda: app.analysis.found(session) is not None)
    return _told(app, session, seed, hinted)


async def _decide(page: StandIn, app: App, session: Session, hinted: dict[int, Hint]) -> None:
    """Take the first hint, if there are any, and confirm."""
    if len(session.legal) > 1:
        page.intent("hint", "")
        await until(lambda: app.hints.advice is None or app.hints.advice.hints is not None)
        if hints := app.hints.hints(session):
            if session.game.phase is Phase.PLACE:
                hinted[len(session.record.moves)] = hints[0]
            page.intent("hint", "0")
    before = session.record
    page.intent("accept", "")
    await asyncio.sleep(0)
    assert session.record is not before, f"nothing happened in {session.record.to_text()}"


def _told(app: App, session: Session, seed: int, hinted: dict[int, Hint]) -> Taught:
    known = app.analysis.found(session)
    assert known is not None
    own = [turn for turn in known.turns if turn.seat == 0]
    apart = []
    for turn in own:
        hint = hinted.get(turn.at)
        if hint and hint.move != turn.best.move:
            apart.append(round(turn.loss, 2))
        else:
            apart.append(0.0)
    losses = [round(turn.loss, 2) for turn in own]
    blamed = sum(turn.is_mistake for turn in own)
    return Taught(session.record.deal.players, seed, losses, blamed, apart)


def show(games: Sequence[Taught]) -> None:
    """Print the figures for each number of players."""
    kinds: dict[int, list[Taught]] = defaultdict(list)
    for game in games:
        kinds[game.players].append(game)
    for players, some in sorted(kinds.items()):
        losses = [loss for game in some for loss in game.losses]
        apart = [one for game in some for one in game.apart]
        print(
            f"{players} players: {len(some)} games, {len(losses)} turns, "
            f"{sum(game.blamed for game in some)} blamed, largest loss {max(losses):.2f}, "
            f"{sum(loss >= 0.5 for loss in losses)} of half a gold or more, "
            f"{sum(not one for one in apart) / len(apart):.1%} agree, "
            f"{sum(one <= _NEAR for one in apart) / len(apart):.1%} near"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--kept", type=Path, help="file to which games are added")
    options = parser.parse_args()
    kept = keeping.read(options.kept, Taught)
    first = 1 + max((game.seed for game in kept if game.players == options.players), default=0)
    tasks = [(options.players, seed) for seed in range(first, first + options.games)]
    for game in keeping.results(one_game, tasks):
        kept.append(game)
        keeping.keep(options.kept, [game])
    show(kept)


if __name__ == "__main__":
    main()
