"""Games with other devices, live and by link, dealt fairly."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from cacao_web.game.setup import link
from cacao_web.play.events import Events
from cacao_web.shell.controller import Controller
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup

if TYPE_CHECKING:
    from cacao_web.features.together.browser import Support
    from cacao_web.features.together.controller import TogetherController
    from cacao_web.features.together.relay.settings.controller import InternetSettings

_MESSAGE: Final = re.compile(
    r"(?:.*#)?(?:f\d[\w-]{20,}(?:&[soamw]=[\w-]+)*|[tk]=[\w-]{20,}(?:&r=[\w.:-]+)?)",
    re.ASCII | re.DOTALL,
)


def takes(text: str) -> bool:
    """Whether an address, fragment or text looks like one of a game with other devices."""
    text = text.strip()
    return text.rpartition("#")[2].startswith(link.OWN) or _MESSAGE.fullmatch(text) is not None


def _load(shell: Shell) -> TogetherController:
    from cacao_web.features.together.controller import TogetherController  # noqa: PLC0415

    return TogetherController(shell, _support(shell))


def _load_internet(shell: Shell) -> InternetSettings:
    from cacao_web.features.together.relay.settings.controller import InternetSettings  # noqa: PLC0415

    return InternetSettings(shell, _support(shell))


def _support(shell: Shell) -> Support:
    support: Support = shell.page.support("together")
    return support


def _taken() -> Markup:
    from cacao_web.features.together import view  # noqa: PLC0415

    return view.taken()


_TOGETHER = Feature(
    "together",
    _load,
    commands={
        "invite": lambda together, seat: together.invite(seat),
        "join": lambda together, _value: together.joining.join(),
        "seat-guest": lambda together, key: together.seat_guest(key, wanted=True),
        "refuse-guest": lambda together, key: together.seat_guest(key, wanted=False),
        "remind-host": lambda together, _value: together.remind_host(),
        "rematch-no": lambda together, _value: together.rematch.decline(),
        "relay-go-on": lambda together, _value: together.opening.arrival.go_on(),
        "relay-now": lambda together, _value: together.try_now(),
        "seat-file": lambda together, _value: together.joining.moving.save(),
        "remind": lambda together, _value: together.early_end.remind(),
        "end-game": lambda together, _value: together.early_end.ask_end(),
        "end-now": lambda together, _value: together.early_end.end(),
        "stand-in": lambda together, _value: together.early_end.stand_in(),
        "go-alone": lambda together, _value: together.early_end.go_alone(),
        "resign": lambda together, _value: together.early_end.ask_resign(),
        "resign-now": lambda together, _value: together.early_end.resign(),
        "stay": lambda together, _value: together.early_end.stay(),
        "ask-seat": lambda together, _value: together.ask_seat(),
        "ask-for-seat": lambda together, seat: together.giving.ask_for(seat),
        "give-seat": lambda together, key: together.giving.show(key),
        "give-now": lambda together, _value: together.giving.give(),
        "refuse-seat": lambda together, _value: together.giving.refuse(),
        "claim": lambda together, _value: together.claim(),
        "invitation-copy": lambda together, _value: together.joining.copy_invitation(),
        "send-on": lambda together, _value: together.sending.send_on(),
        "copy-on": lambda together, _value: together.sending.copy_on(),
        "together-copy": lambda together, _value: together.outbox.copy(),
        "together-send": lambda together, _value: together.outbox.send(),
        "together-take": lambda together, _value: together.take(),
        "take-over": lambda together, id: together.take_over(id),
        "all-seats": lambda together, _value: together.joining.moving.start_all(),
        "move": lambda together, _value: together.joining.moving.start(),
        "moved": lambda together, _value: together.joining.moving.done(),
        "move-here": lambda together, _value: together.joining.moving.go_on(),
        "speak": lambda together, _value: together.speaking.start(),
        "say": lambda together, number: together.speaking.say(number),
        "notify-me": lambda together, _value: together.calls.notify_me(),
        "watch": lambda together, _value: together.opening.watching.go_on(),
        "watch-instead": lambda together, _value: together.opening.watching.offer_instead(),
        "watch-next": lambda together, _value: together.rematch.watch_on(),
        "watchers": lambda together, _value: together.opening.watching.show_link(),
        "remind-me": lambda together, _value: together.calls.remind_me(),
    },
    dialogs={
        "invite": lambda together: together.invite_markup(),
        "join": lambda together: together.joining.markup(),
        "relay": lambda together: together.opening.arrival.markup(),
        "reply": lambda together: together.sending.reply_markup(),
        "send-on": lambda together: together.sending.send_on_markup(),
        "move": lambda together: together.joining.moving.markup(),
        "move-here": lambda together: together.joining.moving.here_markup(),
        "end-game": lambda together: together.early_end.end_markup(),
        "resign": lambda together: together.early_end.resign_markup(),
        "ask-seat": lambda together: together.giving.seats_markup(),
        "give-seat": lambda together: together.giving.markup(),
        "remarks": lambda together: together.speaking.markup(),
        "watch": lambda together: together.opening.watching.markup(),
        "watchers": lambda together: together.opening.watching.link_markup(),
        "taken": lambda _together: _taken(),
        "open-elsewhere": lambda together: together.open_elsewhere_markup(),
        "together-told": lambda together: together.told_markup(),
    },
    fields={
        "invite": lambda together, name, text: together.inviting.choose(name, text),
        "join": lambda together, name, text: together.joining.fill_in(name, text),
        "send-on": lambda together, name, text: together.inviting.choose(name, text),
        "remarks": lambda together, name, text: together.speaking.choose(name, text),
        "end-game": lambda together, name, text: together.early_end.choose(name, text),
    },
    begins="together",
    asked=(Controller.begin_round, Controller.tell_daily),
    takes=takes,
    answers={
        "invite": lambda together, argument: together.ask_invite(argument),
        "table": lambda together, argument: together.ask_table(argument),
        "outcome": lambda together, _argument: together.outbox.outcome(),
    },
    wakes=(Events.decided, Events.apart),
)

_INTERNET = Feature(
    "internet",
    _load_internet,
    commands={
        "live-settings": lambda internet, _value: internet.show("field-servers"),
        "relay-settings": lambda internet, _value: internet.show("field-relay"),
        "relay-try": lambda internet, _value: internet.try_it(),
        "relay-forget": lambda internet, address: internet.forget(address),
    },
    asked=(Controller.internet,),
)
"""Its part of the settings, which they show without loading the rest."""

FEATURES = (_TOGETHER, _INTERNET)
