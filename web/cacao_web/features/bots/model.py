"""Own bots: the person's files, requests to them, and their failures, as data.

A bot runs in a web worker of its own (:mod:`cacao_web.features.bots.runner`). Requests and answers
are one JSON text each, so that only data is exchanged::

    {"id": 1, "do": "load", "file": "mine.py", "data": "…base64…"}
    {"id": 2, "do": "choose", "record": "…"}

    {"id": 1, "move": ""}     {"id": 2, "move": "W1111@1,0"}     {"id": 2, "problem": {…}}

The record is ``Record.seen_by`` the bot's seat: hidden information is not sent.
"""

from __future__ import annotations

import base64
import io
import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cacao_core import CacaoError, Record
from cacao_core.names import LONGEST_NAME
from cacao_web.browser.json_text import read_json
from cacao_web.game.players import is_bot, kind_of
from cacao_web.ui.i18n import _

if TYPE_CHECKING:
    import zipfile

LARGEST: Final = 2_000_000
"""Largest size of a bot's file, in bytes."""
_LARGEST_NOTE: Final = 100_000
_LONGEST_ANSWER: Final = 50_000
_LONGEST_TEXT: Final = 4000
_UNNAMED: Final = "bot"
_WHEEL_NAME: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_VERSION: Final = re.compile(r"[A-Za-z0-9.!+_-]+")


class Bot(NamedTuple):
    """A bot: its name for people, its file's name, and the file's content."""

    name: str
    file: str
    data: bytes


class BotProblem(NamedTuple):
    """The failure of a bot."""

    what: str
    """``raised`` an exception, ``illegal`` or ``nonsense`` as its answer, ``time`` limit exceeded,
    worker ``died``, ``module`` missing, ``packages`` missing, ``choose`` missing, or ``absent``:
    the bot is not installed."""
    message: str = ""  # details, in English, from Python or the rules
    file: str = ""  # file of the bot where it happened
    line: int = 0  # line of that file; 0 if unknown
    trace: str = ""  # the bot's part of the traceback
    printed: str = ""  # the last output of the bot


class BotFailed(CacaoError):
    """A bot has failed to do what was asked."""

    def __init__(self, problem: BotProblem) -> None:
        super().__init__(f"{problem.what}: {problem.message}")
        self.problem = problem


# --- Files -----------------------------------------------------------------------------------


def read_file(file: str, data: bytes) -> Bot:
    """The bot in a file from the person; none of its code is run here.

    Raises:
        CacaoError: it cannot be a bot; the message is for the person.
    """
    if len(data) > LARGEST:
        limit = _("The file is too large: a bot may have up to {n} kilobytes.")
        raise CacaoError(limit.format(n=LARGEST // 1000))
    stem, _dot, ending = file.rpartition(".")
    if ending.lower() == "py":
        if not data.strip():
            raise CacaoError(_("The file is empty."))
        return Bot(_name(stem), re.sub(r"\W", "_", stem) + ".py", data)
    if ending.lower() == "whl":
        return _wheel(data)
    raise CacaoError(_("A bot is a Python file (.py) or a wheel (.whl)."))


def _name(text: str) -> str:
    """A valid player's name, made from the name of a file."""
    name = "".join(filter(str.isprintable, text))[:LONGEST_NAME].strip()
    return name if is_bot(kind_of(name)) else _UNNAMED


def _wheel(data: bytes) -> Bot:
    """A wheel under its proper name, whatever its file is called."""
    import zipfile  # noqa: PLC0415  # only needed for wheels

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            metadata = _note(archive, "METADATA")
            tags = re.findall(r"(?m)^Tag: *(\S+)", _note(archive, "WHEEL"))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError):
        raise CacaoError(_("This file is damaged, or not a wheel.")) from None
    name = re.search(r"(?m)^Name: *(\S+)", metadata)
    version = re.search(r"(?m)^Version: *(\S+)", metadata)
    if not (name and version and _WHEEL_NAME.fullmatch(name[1]) and _VERSION.fullmatch(version[1])):
        raise CacaoError(_("This file is damaged, or not a wheel."))
    pure = [tag for tag in tags if tag.endswith("-none-any") and tag.startswith(("py3", "py2.py3"))]
    if not pure:
        raise CacaoError(_("This wheel is not pure Python (py3-none-any): it cannot run here."))
    file = f"{re.sub('[-_.]+', '_', name[1])}-{version[1].replace('-', '_')}-py3-none-any.whl"
    return Bot(_name(name[1]), file, data)


def _note(archive: zipfile.ZipFile, name: str) -> str:
    """The content of a file of the wheel's dist-info."""
    [path] = [
        path for path in archive.namelist() if re.fullmatch(rf"[^/]+\.dist-info/{name}", path)
    ]
    with archive.open(path) as file:
        return file.read(_LARGEST_NOTE).decode()


# --- Requests and answers ----------------------------------------------------------------------


def load_request(number: int, bot: Bot) -> str:
    """The text that asks a worker to load a bot."""
    data = base64.b64encode(bot.data).decode()
    return json.dumps({"id": number, "do": "load", "file": bot.file, "data": data})


def choose_request(number: int, known: Record) -> str:
    """The text that asks a bot for a move.

    Args:
        number: number of the request.
        known: the game as the seat to move may know it.
    """
    return json.dumps({"id": number, "do": "choose", "record": known.renamed(None).to_text()})


def read_answer(number: int, text: object) -> str:
    """The move of an answer, in notation; empty when a bot was loaded.

    The text may come from the bot itself, so it is checked.

    Raises:
        BotFailed: the bot failed, or its answer is invalid.
    """
    data: Any = None
    if isinstance(text, str) and len(text) <= _LONGEST_ANSWER:
        try:
            data = read_json(text)
        except ValueError:
            data = None
    if not isinstance(data, dict) or data.get("id") != number:
        raise BotFailed(BotProblem("nonsense"))
    if isinstance(data.get("problem"), dict):
        raise BotFailed(_problem(data["problem"]))
    move = data.get("move")
    if not isinstance(move, str):
        raise BotFailed(BotProblem("nonsense"))
    return move


def _problem(data: dict[str, Any]) -> BotProblem:
    texts = {
        name: value[-_LONGEST_TEXT:]
        for name in ("what", "message", "file", "trace", "printed")
        if isinstance(value := data.get(name), str)
    }
    line = data.get("line")
    return BotProblem(**{"what": "died", **texts}, line=line if type(line) is int else 0)
