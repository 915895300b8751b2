"""Links and files: sharing games, and opening shared ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.sharing.controller import SharingController


def _load(shell: Shell) -> SharingController:
    from cacao_web.features.sharing.controller import SharingController  # noqa: PLC0415

    return SharingController(shell)


FEATURE: Final[Feature[SharingController]] = Feature(
    "sharing",
    _load,
    commands={
        "share": lambda sharing, _value: sharing.sending.open(),
        "copy": lambda sharing, _value: sharing.sending.copy(),
        "hand-over": lambda sharing, _value: sharing.sending.hand_over(),
        "send": lambda sharing, _value: sharing.sending.send(),
        "save-text": lambda sharing, _value: sharing.sending.save_text(),
        "open": lambda sharing, _value: sharing.open_paste(),
        "open-pasted": lambda sharing, _value: sharing.open_pasted(),
        "be": lambda sharing, seat: sharing.be(seat),
        "go-on-there": lambda sharing, _value: sharing.go_on_there(),
        "keep-own": lambda sharing, _value: sharing.keep_own(),
        "look-there": lambda sharing, _value: sharing.look_there(),
        "take-copy": lambda sharing, _value: sharing.take_copy(),
    },
    dialogs={
        "share": lambda sharing: sharing.sending.markup(),
        "paste": lambda sharing: sharing.paste_markup(),
        "who": lambda sharing: sharing.who_markup(),
        "known": lambda sharing: sharing.known_markup(),
    },
    fields={
        "share": lambda sharing, name, text: sharing.sending.choose(name, text),
        "paste": lambda sharing, name, text: sharing.enter(name, text),
    },
    takes=lambda _text: True,
)
