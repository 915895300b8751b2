"""Own bots without a browser: files, requests and answers, workers, and all that bots do wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from cacao_core import CacaoError, Deal, Game, Record
from cacao_core.names import check_name
from cacao_web.features.bots import model as bots
from cacao_web.features.bots import players as botplayers
from cacao_web.features.bots.model import Bot, BotFailed, BotProblem
from cacao_web.features.bots.players import LIMITS, BotPlayer, Players
from cacao_web.game import players
from tests.web import botfiles
from tests.web.botfiles import LocalWorker, wheel
from tests.web.clock import Clock
from tests.web.driven import awaited

START = Record(Deal.shuffled(2, 7), seats=("Ana", "Bot"))


T = TypeVar("T")
pytestmark = pytest.mark.usefixtures("forget_bots")


def run(scenario: Callable[[], Awaitable[T]]) -> T:
    """Run a scenario in which nobody waits for real time."""
    return Clock().run(scenario)


def failure(file: str, data: bytes, **worker: bool) -> BotProblem:
    """How a bot fails on its first move."""
    bot = bots.read_file(file, data)
    with pytest.raises(BotFailed) as failed:
        run(lambda: BotPlayer(bot, LocalWorker(**worker)).choose(START))
    return failed.value.problem


# --- Files -----------------------------------------------------------------------------------


def test_bots_are_named_by_their_file_or_metadata() -> None:
    bot = bots.read_file("greedy bot (1).py", botfiles.FIRST)
    assert (bot.name, bot.file) == ("greedy bot (1)", "greedy_bot__1_.py")
    bot = bots.read_file("my_bot-1.0-py3-none-any (2).whl", wheel())
    assert (bot.name, bot.file) == ("my-bot", "my_bot-1.0-py3-none-any.whl")


@pytest.mark.parametrize(
    "file",
    ["<img src=x onerror=alert(1)>.py", "\u202e\u2066.py", ".py", "x" * 300 + ".PY", " a .py"],
)
def test_file_names_become_names_of_players(file: str) -> None:
    bot = bots.read_file(file, botfiles.FIRST)
    check_name(bot.name, "name")
    assert players.bot_of(players.kind_of(bot.name)) == bot.name
    assert bot.file.removesuffix(".py").replace("_", "a").isidentifier() or bot.file == ".py"


@pytest.mark.parametrize(
    ("file", "data", "told"),
    [
        ("bot.txt", b"x", "a Python file (.py) or a wheel"),
        ("bot", b"x", "a Python file (.py) or a wheel"),
        ("bot.py", b" \n", "empty"),
        ("bot.py", b"#" * (bots.LARGEST + 1), "too large"),
        ("bot.whl", b"no zip at all", "damaged"),
        ("bot.whl", wheel(name="-"), "damaged"),
        ("bot.whl", wheel(tag="cp314-cp314-manylinux_2_17_x86_64"), "not pure Python"),
        ("bot.whl", wheel(tag="py2-none-any"), "not pure Python"),
    ],
)
def test_files_that_are_no_bots_are_refused_in_words(file: str, data: bytes, told: str) -> None:
    with pytest.raises(CacaoError, match=None) as refused:
        bots.read_file(file, data)
    assert told in str(refused.value)


def test_cut_wheel_is_refused() -> None:
    whole = wheel()
    for length in range(0, len(whole), 37):
        with pytest.raises(CacaoError):
            bots.read_file("my.whl", whole[:length])


@pytest.mark.parametrize("kind", ["person", "medium", "bot", "bot:", "bot: x", "bot:\n", "robot:x"])
def test_other_kinds_of_seats_are_no_bots(kind: str) -> None:
    assert not players.is_bot(kind)
    assert players.bot_of(kind) == ""


# --- Loading and playing -----------------------------------------------------------------------

MANY = {
    "aaa.py": b"VALUE = 1\n",
    "pack/__init__.py": botfiles.LAST,
    "pack/inner.py": b"from game import nothing\n",
}


@pytest.mark.parametrize(
    ("file", "data", "index"),
    [
        ("a.py", botfiles.FIRST, 0),
        ("a.py", botfiles.LAST, -1),
        ("random.py", b"import random\n" + botfiles.LAST, -1),
        ("a.whl", wheel(), 0),
        ("a.whl", wheel(files=MANY), -1),
        ("a.whl", wheel(files={"deep/__init__.py": b"", "deep/er.py": botfiles.LAST},
                        entry="deep.er:choose"), -1),
        ("a.whl", wheel(files={"deep2/__init__.py": b"", "deep2/er.py": botfiles.LAST},
                        entry="deep2.er"), -1),
    ],
)  # fmt: skip
def test_choice_of_a_bot_is_the_move(file: str, data: bytes, index: int) -> None:
    bot = bots.read_file(file, data)
    move = run(lambda: botplayers.check(bot, LocalWorker))
    assert move == Game(Deal.shuffled(2, 1)).legal_moves()[index]


@awaited
async def test_bot_is_told_nothing_that_is_hidden() -> None:
    worker = LocalWorker()
    player = BotPlayer(bots.read_file("a.py", botfiles.FIRST), worker)
    for _time in range(20):
        await player.choose(START)
    told = [Record.from_text(json.loads(text)["record"]) for text in worker.requests[1:]]
    hands = {known.game().players[1].hand for known in told}
    assert {known.game().players[0].hand for known in told} == {("2101", "1111", "3001")}
    assert len(hands) > 5
    assert all(known.seats is None and known.deal.seed is None for known in told)
    assert "seed" not in "".join(worker.requests)
    assert "Ana" not in "".join(worker.requests)


@awaited
async def test_whole_game_of_two_bots_in_two_workers() -> None:
    workers: list[LocalWorker] = []

    def start() -> LocalWorker:
        workers.append(LocalWorker())
        return workers[-1]

    players = Players(start)
    bot = bots.read_file("a.py", botfiles.FIRST)
    record = START
    while not record.game().is_over:
        record = record.play(await players.choose(bot, record))
    assert len(workers) == 2
    players.end_all()
    assert all(worker.ended for worker in workers)


# --- What goes wrong ---------------------------------------------------------------------------


def test_errors_are_told_with_their_place() -> None:
    problem = failure("mine.py", botfiles.FAILING)
    assert (problem.what, problem.file, problem.line) == ("raised", "mine.py", 6)
    assert problem.message == "ZeroDivisionError: division by zero"
    assert problem.trace.startswith("Traceback")
    assert 'File "mine.py", line 3, in choose' in problem.trace
    assert "botrunner" not in problem.trace
    assert problem.printed == "so far so good\n"
    problem = failure("mine.py", b"import json\ndef choose(game):\n    return json.loads('{')\n")
    assert (problem.what, problem.file, problem.line) == ("raised", "mine.py", 3)
    assert problem.message.startswith("json.decoder.JSONDecodeError")
    problem = failure("x.py", botfiles.BROKEN)
    assert (problem.what, problem.file, problem.line) == ("raised", "x.py", 2)
    assert problem.message.startswith("SyntaxError")
    problem = failure("a.whl", wheel(files={"failing_bot.py": botfiles.FAILING}))
    assert (problem.what, problem.file, problem.line) == ("raised", "failing_bot.py", 6)
    problem = failure("a.whl", wheel(files={"quiet.py": b"", "other/__init__.py": b""}))
    assert (problem.what, problem.message) == ("choose", "quiet, other")
    problem = failure("a.py", botfiles.FIRST, dead=True)
    assert problem == BotProblem("died", "no memory for it")


@pytest.mark.parametrize(
    ("data", "what", "message"),
    [
        (botfiles.ILLEGAL, "illegal", "W1111@50,50: not possible on 50,50"),
        (b"def choose(game):\n    return 'pass'\n", "illegal", "'pass': expected something"),
        (botfiles.NONSENSE, "nonsense", "42"),
        (b"def choose(game):\n    pass\n", "nonsense", "None"),
        (b"def choose(game):\n    return game\n", "nonsense", "a Game"),
        (botfiles.MUTE, "choose", "x.py"),
        (b"choose = 3\n", "choose", "x.py"),
        (botfiles.NEEDY.replace(b"numpy", b"no_such_module"), "module", "no_such_module"),
        (botfiles.ENDLESS, "time", f"{LIMITS.load:g}"),
        (b"raise SystemExit(3)\n", "raised", "SystemExit: 3"),
        (b"def choose(game):\n    raise KeyboardInterrupt\n", "raised", "KeyboardInterrupt"),
        (b"def choose(game):\n    return choose(game)\n", "raised", "RecursionError"),
        (b"def choose(game):\n    game.play('x')\n", "raised", "cacao_core.errors.IllegalMove"),
        (b"\xff\xfe\n", "raised", "SyntaxError"),
    ],
)
def test_failure_is_told_as_what_it_is(data: bytes, what: str, message: str) -> None:
    bot = bots.read_file("x.py", data)
    with pytest.raises(BotFailed) as failed:
        run(lambda: BotPlayer(bot, LocalWorker()).choose(START))
    problem = failed.value.problem
    assert problem.what == what
    assert problem.message.startswith(message)


def test_hostile_exceptions_are_told_too() -> None:
    problem = failure(
        "x.py",
        b"""class E(Exception):
    def __str__(self):
        raise ValueError
def choose(game):
    print("x" * 100000)
    raise E("<b>" * 100000)
""",
    )
    assert problem.what == "raised"
    assert len(problem.printed) <= 3000
    other = failure("x.py", b"def choose(game):\n    raise ValueError('<b>' * 100000)\n")
    assert len(other.message) <= 400
    assert len(other.trace) <= 3000


@awaited
async def test_failed_worker_is_ended_and_another_one_started() -> None:
    workers: list[LocalWorker] = []

    def start() -> LocalWorker:
        workers.append(LocalWorker(silent=not workers))
        return workers[-1]

    players = Players(start)
    bot = bots.read_file("a.py", botfiles.FIRST)
    with pytest.raises(BotFailed):
        await players.choose(bot, START)
    assert workers[0].ended
    assert await players.choose(bot, START)
    assert await players.choose(bot, START)
    assert [worker.ended for worker in workers] == [True, False]
    await players.choose(bot._replace(data=botfiles.LAST), START)
    assert [worker.ended for worker in workers] == [True, True, False]


@awaited
async def test_silent_bot_fails_when_its_time_is_up(clock: Clock) -> None:
    class Thinker(LocalWorker):
        async def ask(self, request: str) -> object:
            self.silent = len(self.requests) > 1  # it loads, makes a move, and then thinks on
            return await super().ask(request)

    worker = Thinker()
    player = BotPlayer(bots.read_file("a.py", botfiles.FIRST), worker)
    assert await player.choose(START)
    begun = clock.now
    with pytest.raises(BotFailed) as failed:
        await player.choose(START)
    assert failed.value.problem == BotProblem("time", "10")
    assert clock.now - begun == pytest.approx(10)
    assert worker.ended


@awaited
async def test_question_that_nobody_waits_for_is_cancelled() -> None:
    players = Players(lambda: LocalWorker(silent=True))
    bot = bots.read_file("a.py", botfiles.FIRST)
    first = asyncio.ensure_future(players.choose(bot, START))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    second = asyncio.ensure_future(players.choose(bot, START))
    with pytest.raises(asyncio.CancelledError):
        await first
    players.end_all()
    with pytest.raises(asyncio.CancelledError):
        await second


@pytest.mark.parametrize(
    "text",
    [
        None,
        3,
        "",
        "{",
        "[1]",
        '"x"',
        "{}",
        '{"id": 2, "move": "x"}',
        '{"id": 1}',
        '{"id": 1, "move": 3}',
        '{"id": 1, "problem": 3}',
        "[" * 20000,
        '{"id": 1, "move": "' + "x" * 60000 + '"}',
    ],
)
def test_answers_are_data_and_not_trusted(text: object) -> None:
    with pytest.raises(BotFailed) as failed:
        bots.read_answer(1, text)
    assert failed.value.problem == BotProblem("nonsense")


def test_forged_problems_are_cut_to_texts() -> None:
    forged = {"what": "x" * 9999, "message": 3, "line": "<b>", "trace": ["a"], "other": 1}
    with pytest.raises(BotFailed) as failed:
        bots.read_answer(1, json.dumps({"id": 1, "problem": forged}))
    problem = failed.value.problem
    assert (len(problem.what), problem.message, problem.line, problem.trace) == (4000, "", 0, "")


def test_move_that_the_worker_claims_is_checked_again() -> None:
    class Liar(LocalWorker):
        async def ask(self, request: str) -> object:
            return json.dumps({"id": json.loads(request)["id"], "move": "W1111@9,9"})

    with pytest.raises(BotFailed) as failed:
        run(lambda: BotPlayer(Bot("a", "a.py", b""), Liar()).choose(START))
    assert failed.value.problem.what == "illegal"
