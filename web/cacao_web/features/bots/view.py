"""The dialogs about own bots: adding one, and going on when one fails in a game."""

from __future__ import annotations

from cacao_web.features.bots.model import BotProblem
from cacao_web.features.bots.shelf import BotShelf, Question
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, isolated
from cacao_web.ui.markup import Markup, h, join
from cacao_web.ui.widgets import dialog

EXAMPLE = "bots/example_bot.py"
"""Path of the site's example bot."""
_GUIDE = "bots.html"


# --- Adding a bot ------------------------------------------------------------------------------


def shelf(present: BotShelf) -> Markup:
    """The installed bots, and how to add one."""
    caution = _(
        "A bot is a program that runs inside this page. Load it only if you trust whoever made it."
    )
    return dialog(
        _("Your bots"),
        h("p", {"class": "caution"}, caution),
        _news(present),
        _ways_in(present) if not present.offered and not present.checking else None,
        _here(present),
        h("div", {"class": "buttons last"}, widgets.button(Command.NEW_GAME, _("New game…"))),
    )


def _news(present: BotShelf) -> Markup | None:
    """The state of the bot being added."""
    if present.offered:
        return _offer(present.offered.name)
    if present.checking:
        text = _("Loading {name} and asking for a first move…").format(
            name=isolated(present.checking)
        )
        return h("div", {"role": "status", "class": "news"}, h("p", None, text), h("progress"))
    if present.failed:
        return h("div", {"class": "news"}, problem(*present.failed))
    if present.refused:
        return h("p", {"class": "problem news", "role": "alert"}, present.refused)
    return _welcome(present) if present.ready else None


def _offer(name: str) -> Markup:
    return h(
        "div",
        {"class": "news"},
        h("p", None, _("Load {name} and run it?").format(name=isolated(name))),
        h(
            "div",
            {"class": "buttons"},
            widgets.button("bot-accept", _("Load it"), css="primary", autofocus=True),
            widgets.button("bots", _("No")),
        ),
    )


def _welcome(present: BotShelf) -> Markup:
    """A bot has passed its test."""
    text = _("{name} is ready. Its first move in a trial game: {move}.")
    lost = _("This browser will not remember it: after a reload, you have to add it again.")
    label = _("Go on with {name}") if present.wanted else _("Play against {name}")
    play = widgets.button(
        "bot-play",
        label.format(name=isolated(present.ready)),
        css="primary",
        value=present.ready,
        autofocus=True,
    )
    return h(
        "div",
        {"class": "news", "role": "status"},
        h("p", None, text.format(name=isolated(present.ready), move=present.move)),
        None if present.kept else h("p", {"class": "problem"}, lost),
        h("div", {"class": "buttons"}, play),
    )


def outcome(present: BotShelf) -> str:
    """The result of a bot's test, for a notice."""
    if present.failed:
        return sentence(*present.failed)
    return _("{name} is ready.").format(name=isolated(present.ready))


def _ways_in(present: BotShelf) -> Markup:
    """Ways to add a bot: a file, the example, or dropping a file."""
    file = {"type": "file", "data-bot-file": True, "accept": ".py,.whl", "aria-label": _("File")}
    how = _(
        "Choose a Python file (.py) or a wheel (.whl), or drop it on the page. "
        "It needs a function choose(game) that returns a move."
    )
    first = not present.names and not present.ready
    return join(
        h("p", None, how),
        h("input", file),
        h(
            "div",
            {"class": "buttons"},
            widgets.button("bot-example", _("Try the example bot"), css="primary" if first else ""),
        ),
        h(
            "p",
            {"class": "soft links"},
            h("a", {"href": _GUIDE, "target": "_blank"}, _("How to write a bot")),
            h("a", {"href": EXAMPLE, "download": True}, _("Download the example")),
        ),
    )


def _here(present: BotShelf) -> Markup | None:
    others = [name for name in present.names if name != present.ready]
    if not others:
        return None
    items = [_one(name, present.wanted) for name in others]
    return join(h("h3", None, _("Bots on this device")), h("ul", {"class": "bots"}, items))


def _one(name: str, wanted: bool) -> Markup:
    label = _("Go on with {name}") if wanted else _("Play against {name}")
    play = {"aria-label": label.format(name=isolated(name))}
    away = _("Remove {name}").format(name=isolated(name))
    return h(
        "li",
        None,
        h("b", None, name),
        widgets.button("bot-play", _("Go on") if wanted else _("Play"), value=name, **play),
        widgets.button("bot-forget", _("Delete"), icon="trash", value=name, **{"aria-label": away}),
    )


# --- Failures ----------------------------------------------------------------------------------


def problem(name: str, problem: BotProblem) -> Markup:
    """The failure of a bot: a sentence, then Python's message, then the bot's output."""
    code = h("p", None, h("code", None, problem.message)) if _is_python(problem) else None
    trace = h("pre", {"tabindex": 0, "aria-label": _("Traceback")}, problem.trace)
    printed = h("details", None, h("summary", None, _("What it printed")),
                h("pre", {"tabindex": 0}, problem.printed))  # fmt: skip
    return h(
        "div",
        {"role": "alert", "class": "fault"},
        h("p", {"class": "problem"}, sentence(name, problem)),
        code,
        trace if problem.trace else None,
        printed if problem.printed else None,
    )


def _is_python(problem: BotProblem) -> bool:
    """Whether the message is Python's, not part of the sentence."""
    return bool(problem.message) and problem.what in ("raised", "died")


def sentence(name: str, problem: BotProblem) -> str:
    """The failure of a bot, in words."""
    if problem.what == "raised" and problem.line:
        return _("{name} stopped with an error on line {line} of {file}.").format(
            name=isolated(name), line=problem.line, file=problem.file
        )
    return (
        _sentences()
        .get(problem.what, _("{name} crashed."))
        .format(name=isolated(name), what=problem.message or _("nothing"))
    )


def _sentences() -> dict[str, str]:
    return {
        "raised": _("{name} stopped with an error."),
        "illegal": _("{name} tried an illegal move: {what}."),
        "nonsense": _("{name} did not answer with a move, but with {what}."),
        "time": _("{name} did not answer within {what} seconds and was stopped."),
        "module": _(
            "{name} needs the module {what}, which is not here. A bot can use Python’s standard "
            "library, cacao_core, and what its own wheel contains."
        ),
        "packages": _(
            "{name} needs other packages, which are not here: {what}. A bot can use Python’s "
            "standard library, cacao_core, and what its own wheel contains."
        ),
        "choose": _("{name} has no function choose(game); looked in: {what}."),
        "absent": _("{name} is a bot whose file is not on this device."),
    }


def trouble(question: Question, name: str) -> Markup:
    """A bot has failed in a game: ways to go on.

    Args:
        question: the game and the failure.
        name: name of the player.
    """
    absent = question.problem.what == "absent"
    ways = [
        widgets.button("bots", _("Add the bot…"), css="primary", autofocus=True)
        if absent
        else widgets.button("bot-again", _("Try again"), css="primary", autofocus=True),
        widgets.button("bot-move", _("Let the computer make this move")),
        widgets.button("bot-seat", _("Let the computer take the seat"), value="computer"),
        widgets.button("bot-seat", _("Let a person take the seat"), value="person"),
        None if absent else widgets.button("bots", _("Add another bot…")),
        widgets.button("home", _("Leave the game")),
    ]
    return dialog(
        _("{name} cannot move").format(name=isolated(name)),
        problem(question.bot, question.problem),
        h("p", None, _("The game is saved. How do you want to go on?")),
        h("div", {"class": "ways"}, ways),
    )
