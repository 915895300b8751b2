"""The games of a command line: where they are read, and where they go."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from cacao_core import BadLink, BadRecord, CacaoError, Record
from cacao_core.formats.as_json import record_from
from cacao_core.formats.text import FORMAT
from cacao_core.rules import Rules, expanded, rules_named

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]

_LONGEST_NAME: Final = 200
"""Longer texts are no names of files."""
_LONGEST: Final = 1 << 22
"""Characters that are read of a file: no game has so many, and some devices never end."""


def load(source: str) -> Record:
    """The record of a GAME argument.

    Raises:
        CacaoError: it cannot be read.
    """
    if source == "-":
        return parsed(sys.stdin.read())
    if os.path.isdir(source):
        raise CacaoError(f"{source}: this is a folder; expected a file")
    if os.path.exists(source):  # pathlib raises an error for a long link
        try:
            with Path(source).open(encoding="utf-8") as file:  # perhaps a pipe
                return parsed(file.read(_LONGEST))
        except OSError as error:
            raise CacaoError(f"{source}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise CacaoError(f"{source}: it is not UTF-8") from None
    try:
        return parsed(source)
    except BadLink as error:
        if "://" in source and "#" not in source:
            raise CacaoError(f"{source}: no game is in this address: # is missing") from None
        if len(source) > _LONGEST_NAME or "#" in source:
            raise
        raise CacaoError(f"{source}: there is no such file, and as a link: {error}") from None


def parsed(text: str) -> Record:
    """The record of a text: a record, JSON, a link payload, or an address with one behind ``#``.

    Raises:
        CacaoError: it cannot be read.
    """
    body = text.removeprefix("\ufeff").strip()  # some editors begin with it
    if body.startswith("{"):
        return _of_json(body)
    if FORMAT in body or "\n" in body:
        if (many := len(re.findall(f"^{FORMAT} ", body, re.MULTILINE))) > 1:
            raise BadRecord(f"{many} records: expected one; docs/data.md says what reads them all")
        return Record.from_text(text)
    return Record.from_link(body.rpartition("#")[2].partition("&")[0])


def _of_json(text: str) -> Record:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"JSON: {error}") from None
    return record_from(value)


def write(file: Path | None, text: str) -> None:
    """Write to a file, or else to the standard output.

    Raises:
        CacaoError: the file cannot be written.
    """
    if file is None:
        print(text, end="")
        return
    try:
        file.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise CacaoError(f"{file}: {error.strerror}") from None


def check_ending(file: Path | None, *endings: str) -> None:
    """Check that a file is not called something else than it will be; no ending is fine.

    Raises:
        CacaoError: it has another ending.
    """
    if file and file.suffix and file.suffix.lower() not in endings:
        raise CacaoError(f"{file}: this writes {endings[0]}; expected a name that ends in it")


def refuse(options: argparse.Namespace, names: Iterable[str], why: str) -> None:
    """Refuse options that would have no effect.

    Args:
        options: what was given; None, False and empty lists are what nobody has given.
        names: of the options.
        why: ends the sentence that begins with one of them.

    Raises:
        CacaoError: one of them was given.
    """
    for name in names:
        given = getattr(options, name)
        if given is not None and given is not False and given != []:
            raise CacaoError(f"--{name.replace('_', '-')} {why}")


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the rules of a new game."""
    parser.add_argument(
        *("--rules", "--expansions"),
        dest="rules",
        metavar="NAMES",
        help="base, short, big, or modules such as huts,map; early for early overbuilding (base)",
    )


def rules_given(names: str | None) -> Rules:
    """The rules of that option, whose names have commas or ``+`` between them, in any order.

    Raises:
        BadRules: there is no such module.
    """
    given = list(filter(None, re.split("[,+]", names or "")))
    others = [name for name in given if name not in ("early", "big")]
    return rules_named("+".join(given)) or expanded(
        *others, early_overbuild="early" in given, big="big" in given
    )


def add_game(parser: argparse.ArgumentParser, has_at: bool = True) -> None:
    """Add the argument GAME, and the option to go back in it."""
    parser.add_argument("game", metavar="GAME")
    if has_at:
        parser.add_argument("--at", type=int, metavar="N", help="after N moves instead of all")
