"""The clock for turns: a screen of its own, and a line beside a game that is written down."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_web.board import art
from cacao_web.features.companion.evenings.clock import Clock, shown
from cacao_web.features.companion.frame import frame
from cacao_web.game.players import Sitter
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def screen(
    clock: Clock, people: Sequence[tuple[str, str]], now: str, wanted: bool, can_undo: bool
) -> Markup:
    """The clock of a game that is not written down; one large button passes the turn on.

    Args:
        clock: the clock.
        people: colour and name of each seat.
        now: the time, ISO 8601, UTC.
        wanted: whether games that are written down show theirs.
        can_undo: whether a tap can be taken back.
    """
    going = bool(clock.since)
    after = (clock.seat + 1) % len(people)
    onward = widgets.button(
        "companion-tap",
        _("Next: {name}").format(name=people[after][1]) if going else _("Go on"),
        value="clock:next" if going else "clock:go",
        css="primary big",
    )
    pause = widgets.button("companion-tap", _("Pause"), icon="pause", value="clock:pause",
                           disabled=not going)  # fmt: skip
    anew = widgets.button("companion-tap", _("Start over"), icon="again", value="clock:anew")
    who = widgets.button("companion-go", _("Who plays"), icon="people", value="clock/who")
    return frame.screen(
        _("Clock for turns"),
        h("p", {"class": "soft"}, _("How long each of you has thought so far; silent.")),
        h("div", {"class": "doors"}, _times(clock, people, now)),
        h("div", {"class": "buttons"}, pause, anew, who),
        frame.group(
            _("While a game is written down"),
            frame.choice(_("Show the clock"), "clock:on", wanted),
            frame.choice(_("No clock"), "clock:off", not wanted),
            css="starters",
        ),
        back="doors",
        onward=onward,
        can_undo=can_undo,
    )


def _times(clock: Clock, people: Sequence[tuple[str, str]], now: str) -> list[Markup]:
    times = clock.times(now)
    seats = []
    for at, (colour, name) in enumerate(people):
        time = h("b", None, shown(times[at]))
        parts = [art.emblem(colour), h("span", {"class": "what"}, name), time]
        thinks = bool(clock.since) and at == clock.seat
        css = {"class": "door clock-seat"}
        seats.append(frame.choice(parts, f"clock:{at}", thinks, **css))
    return seats


def line(clock: Clock, sitters: Sequence[Sitter], now: str, over: bool) -> Markup:
    """Everybody's time in one line, a button that stops the clock and lets it go on.

    Args:
        clock: the clock.
        sitters: by seat.
        now: the time, ISO 8601, UTC.
        over: whether the game is over, so that the clock stands.
    """
    times = [shown(seconds) for seconds in clock.times(now)]
    text = ", ".join(f"{one.said} {time}" for one, time in zip(sitters, times, strict=True))
    parts = [
        h("span", {"class": "now" if clock.since and at == clock.seat else None},
          art.emblem(one.colour), " ", times[at])
        for at, one in enumerate(sitters)
    ]  # fmt: skip
    label = f"{_('Clock for turns')}: {text}"
    if over:
        return h("div", {"class": "turn-clock", "role": "group", "aria-label": label}, parts)
    does = _("Pause") if clock.since else _("Go on")
    data = {"type": "button", "class": "turn-clock", "data-command": "companion-clock",
            "id": "turn-clock", "aria-label": f"{label}. {does}", "title": does}  # fmt: skip
    return h("button", data, widgets.symbol(f"icon-{'pause' if clock.since else 'play'}", "glyph"),
             parts)  # fmt: skip
