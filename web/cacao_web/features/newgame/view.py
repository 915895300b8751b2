"""The form for a new game."""

from __future__ import annotations

from cacao_core import ai
from cacao_core.names import LONGEST_NAME, tidied
from cacao_core.rules import SHORT
from cacao_core.tiles import COLOURS, MAX_PLAYERS, MIN_PLAYERS
from cacao_web.board import art
from cacao_web.board.forms import expanding, level
from cacao_web.game.matches import points
from cacao_web.game.players import ELSEWHERE, PERSON, colour_name, kind_of
from cacao_web.game.setup.form import COMPUTERS, DRAWN, FEW_TURNS, MATCH, NOBODY, ONE, Setup
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, isolated
from cacao_web.ui.markup import Markup, h, join
from cacao_web.ui.widgets import check, dialog, row, select, submit


def new_game(form: Setup) -> Markup:
    """Players, colours, start player, deal and options."""
    first = [(DRAWN, _("one of the guests") if form.together else _("drawn at random"))]
    for chair in form.chairs:
        first.append((str(chair), tidied(form.name_of(chair)) or form.default_name(chair)))
    seed = {
        "name": "seed",
        "value": form.seed,
        "inputmode": "numeric",
        "maxlength": 20,
        "placeholder": _("at random"),
        "autocomplete": "off",
    }
    problem = h("p", {"class": "problem", "role": "alert"}, form.problem) if form.problem else None
    chairs = [_chair(form, chair) for chair in range(MAX_PLAYERS)]
    return dialog(
        _("New game"),
        h(
            "form",
            {"id": "setup", "data-form": "begin"},
            _where(form),
            h("div", {"class": "chairs"}, chairs),
            h("div", None, widgets.button(Command.BOTS, _("Your bots…"))),
            _length(form),
            _expansions(form),
            row(_("Who starts"), select("first", _("Who starts"), first, form.first)),
            None
            if form.together  # all devices deal together
            else row(_("Seed (for the same deal elsewhere)"), h("input", seed)),
            _options(form),
            widgets.without_hints() if form.is_match or form.together else None,
            problem,
            submit(_("Invite") if form.together else _("Start")),
        ),
        about=("setup", _("before the first turn")),
    )


def _length(form: Setup) -> Markup:
    """The lengths to choose from, and their meaning."""
    turns = SHORT.turns(max(MIN_PLAYERS, len(form.chairs)))
    lengths = [
        (ONE, _("One game")),
        (FEW_TURNS, _("Short game: {n} turns each").format(n=turns)),
        (MATCH, _("Match of three games")),
    ]
    note: str | Markup = ""
    if form.length == FEW_TURNS:
        note = _(
            "About ten minutes for two people, with fewer worker tiles and fewer jungle tiles."
        )
    elif form.is_match:
        note = points.told(len(form.chairs))
    return join(
        row(_("Length"), select("length", _("Length"), lengths, form.length)),
        h("p", {"class": "soft", "id": "length-told"}, note) if note else None,
    )


def _expansions(form: Setup) -> Markup:
    """The modules, with the first person's worker tiles; or the reason why there are none."""
    if not form.may_expand:
        note = _("A short game has no expansions: it lacks tiles that they replace.")
        return h("p", {"class": "soft", "id": "without-modules"}, note)
    chair = form.own_chair or 0
    return expanding.choice(form.expansion, form.number, form.colours[chair])


def _where(form: Setup) -> Markup:
    """Whether all play on this device."""
    places = [
        ("here", _("On this device"), not form.together, "hand"),
        ("together", _("With other devices"), form.together, "live"),
    ]
    buttons = [
        widgets.button(
            "play-at",
            label,
            icon=icon,
            value=place,
            id=f"play-{place}",
            **{"aria-pressed": "true" if chosen else "false"},
        )
        for place, label, chosen, icon in places
    ]
    box = {"class": "either", "role": "group", "aria-label": _("Where you play")}
    return h("div", box, buttons)


def _options(form: Setup) -> Markup:
    options = form.options
    several, alone = form.persons > 1, form.persons == 1
    return h(
        "fieldset",
        None,
        h("legend", None, _("Options")),
        check("confirm", _("Confirm before placing"), options.confirm),
        check("hide_hands", _("Hide hands when passing the device"), options.hide_hands)
        if several
        else None,
        check("undo_turns", _("Allow taking back whole turns"), options.undo_turns)
        if alone and not form.together and not form.is_match
        else None,
        None
        if form.together
        else check(
            "suggestions", _("Mark good tiles and cells (for beginners)"), options.suggestions
        ),
        check(
            "ask_all",
            _("Ask about every worker, even if only one choice makes sense"),
            options.ask_all,
        ),
        check("late_watchers", _("Watchers see each turn one turn later"),
              options.late_watchers) if form.together else None,
    )  # fmt: skip


def _chair(form: Setup, chair: int) -> Markup:
    kind = form.kinds[chair]
    people = [(PERSON, _("Person")), (COMPUTERS, _("Computer")), (ELSEWHERE, _("Elsewhere"))]
    if chair >= MIN_PLAYERS or kind == NOBODY or len(form.chairs) > MIN_PLAYERS:
        people.append((NOBODY, _("nobody")))
    people += [(kind_of(name), _("Bot: {name}").format(name=isolated(name))) for name in form.bots]
    seated, is_level = kind != NOBODY, kind in ai.LEVELS
    return h(
        "div",
        {"class": "chair"},
        _colour(form, chair) if seated else h("span", {"class": "number"}, chair + 1),
        select(
            f"kind-{chair}",
            _("Player {n}").format(n=chair + 1),
            people,
            COMPUTERS if is_level else kind,
            described=f"character-{chair}" if kind == ELSEWHERE else None,
        ),
        _name(form, chair) if seated else h("span", {"class": "soft"}, _("empty seat")),
        _elsewhere(chair) if kind == ELSEWHERE else None,
        level.slider(f"level-{chair}", kind, _("Level of player {n}").format(n=chair + 1),
                     form.suits) if is_level else None,
    )  # fmt: skip


def _elsewhere(chair: int) -> Markup:
    """The way in which somebody on another device joins."""
    note = _("joins by a link or a QR code, at once or later")
    return h("p", {"class": "soft character", "id": f"character-{chair}"}, note)


def _name(form: Setup, chair: int) -> Markup:
    return h(
        "input",
        {
            "name": f"name-{chair}",
            "value": form.name_of(chair),
            "maxlength": LONGEST_NAME,
            "placeholder": form.default_name(chair),
            "aria-label": _("Name of player {n}").format(n=chair + 1),
            "autocomplete": "off",
        },
    )


def _colour(form: Setup, chair: int) -> Markup:
    """The emblem; a click unfolds all of them beside it, until one is chosen."""
    colour = form.colours[chair]
    label = _("Colour of player {n}").format(n=chair + 1)
    now = f"{label}: {colour_name(colour)}"
    return h(
        "details",
        {"class": "pick-colour", "name": "colours"},
        h("summary", {"id": swatch(chair), "aria-label": now, "title": now}, art.emblem(colour)),
        h("div", {"class": "swatches", "role": "group", "aria-label": label},
          [_swatch(chair, other, other == colour) for other in COLOURS]),
    )  # fmt: skip


def swatch(chair: int) -> str:
    """Id of the emblem that shows the colour of a chair."""
    return f"swatch-{chair}"


def _swatch(chair: int, colour: str, chosen: bool) -> Markup:
    name = colour_name(colour)
    box = {
        "type": "button",
        "data-command": "colour",
        "data-value": f"{chair}-{colour}",
        "aria-label": name,
        "title": name,
        "aria-pressed": "true" if chosen else "false",
    }
    return h("button", box, art.emblem(colour))
