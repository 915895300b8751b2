"""The command line of ``build.py``: what may be said, and what is answered to anything else."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Sequence
from typing import Final

from making.testing import Wishes

_FLAGS: Final = {
    "-x": "stop at the first failure",
    "-v": "name each test",
    "-s": "show what tests print",
    "--lf": "only the tests that failed last time",
    "--pdb": "open a debugger where a test fails",
    "--approve": "keep today's looks as the right ones",
}
_VALUES: Final = {
    "-k": "only tests with such a name, as 'session and not undo'",
    "-m": "only tests with this mark, as nightly",
    "-n": "number of workers; one for each core without it",
    "--durations": "show so many of the slowest tests",
}
"""Options of pytest."""
_FORMER: Final = {"--quick": "--fast", "--core": "tests/core", "--full": "--all"}


def parsed(given: Sequence[str]) -> argparse.Namespace:
    """The command and its options; ``wishes`` are those of ``test``.

    Ends the program with a message if it does not understand them.
    """
    parser, commands = _parser()
    at = given.index("--") if "--" in given else len(given)
    options, rest = parser.parse_known_args(given[:at])
    is_test = options.command == "test"
    direct = given[at + 1 :]
    if not is_test:
        rest += direct
    if unknown := [one for one in rest if one.startswith("-") or not is_test]:
        _refuse(commands[options.command], unknown[0])
    if is_test:
        named = vars(options)
        values = [part for name in _VALUES if named[name] for part in (name, named[name])]
        asked = [*options.flags, *values, *direct]
        options.wishes = Wishes(options.lane or "test", rest, asked, options.browsers)
    return options


def _parser() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """The parser, and those of the commands."""
    parser = argparse.ArgumentParser(description="Build, serve and test Cacao in the browser.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="write the static site to dist/")
    serving = commands.add_parser("serve", help="play the site")
    serving.add_argument("--port", type=int, default=8000)
    serving.add_argument("--offline", action="store_true", help="let browsers keep the site")
    serving.add_argument("--relay", action="store_true", help="with an MQTT broker for its games")
    testing = commands.add_parser("test", help="run lint, types and tests", allow_abbrev=False)
    _add_options_of_tests(testing)
    texts = commands.add_parser("messages", help="extract the page's texts for translation")
    texts.add_argument("--check", action="store_true", help="only see whether they are up to date")
    checking = commands.add_parser("check", help="see whether a site is what was built here")
    checking.add_argument("place", nargs="?", default="", help="a folder or an address; else dist/")
    return parser, commands.choices


def _add_options_of_tests(parser: argparse.ArgumentParser) -> None:
    """Add all but the paths, which are what the parser leaves over."""
    parser.usage = (
        "build.py test [--fast | --all] [option ...] [path ...] [-- option of pytest ...]"
    )
    lanes = parser.add_mutually_exclusive_group()
    for lane, told in (("fast", "two minutes, no browser"), ("all", "also the nightly tests")):
        lanes.add_argument(f"--{lane}", dest="lane", action="store_const", const=lane, help=told)
    parser.add_argument("--browsers", metavar="NAMES", help="only these, as chromium,firefox")
    for name, told in _FLAGS.items():
        parser.add_argument(
            name, dest="flags", action="append_const", const=name, default=[], help=told
        )
    for name, told in _VALUES.items():
        parser.add_argument(name, dest=name, metavar="X", help=told)


def _refuse(parser: argparse.ArgumentParser, unknown: str) -> None:
    """End with a message that has a similar option."""
    near = difflib.get_close_matches(unknown, list(parser._option_string_actions), 1)
    meant = _FORMER.get(unknown) or (near[0] if near else "--help")
    parser.error(f"unknown: {unknown}; try {meant}")
