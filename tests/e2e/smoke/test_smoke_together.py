"""Games with other devices between another engine, which invites, and Chromium."""

from __future__ import annotations

from typing import Any, Protocol

import pytest

from cacao_core import Record
from tests.e2e.conftest import OpenPage
from tests.e2e.probe import CAN_DECIDE, until
from tests.e2e.smoke.conftest import OpenScreen

_CLICKS = (
    "document.querySelector('#home [data-command=new-game]').click()",
    "document.querySelector('#play-together').click()",
    "document.querySelector('dialog .primary.big').click()",
)
_DECIDE = f"{CAN_DECIDE} ? cacao.play(cacao.legalMoves()[0]).then(() => true) : false"
"""In one task, because something obvious may follow by itself at any other time."""


class Evaluates(Protocol):
    """A page of any engine."""

    def evaluate(self, expression: str) -> Any:
        """Value of an expression in the page; awaits promises."""


@pytest.mark.nightly
def test_game_with_chromium(open_screen: OpenScreen, open_page: OpenPage, site: str) -> None:
    screen, guest = open_screen(), open_page()
    screen.open(site)
    host: Evaluates = screen.driver
    can_connect = bool(host.evaluate("'RTCPeerConnection' in window"))
    for click in _CLICKS:
        host.evaluate(f"{click} ?? null")
    invitation = host.evaluate("cacao.invite()")
    answer = guest.evaluate(f"cacao.load({invitation!r})")
    host.evaluate(f"cacao.load({answer!r}).then(() => null)")
    wanted = "live" if can_connect else "link"
    until(host.evaluate, f"Object.values(cacao.table()).includes('{wanted}')")
    pages: list[Evaluates] = [host, guest]
    decided = 0
    while decided < 20:
        if any(page.evaluate(_DECIDE) for page in pages):
            decided += 1
        elif can_connect:
            until(lambda _text: any(page.evaluate(CAN_DECIDE) for page in pages), "")
        else:
            _send_on(pages)
    if can_connect:
        until(lambda _text: _moves(host) == _moves(guest), "")
    first, second = sorted((_moves(host), _moves(guest)), key=len)
    assert second[: len(first)] == first
    assert len(first) > 10


def _moves(page: Evaluates) -> tuple[object, ...]:
    return tuple(Record.from_text(page.evaluate("cacao.record()")).moves)


def _send_on(pages: list[Evaluates]) -> None:
    """Whoever knows more sends a link to the other one."""
    sender, reader = sorted(pages, key=lambda page: len(_moves(page)), reverse=True)
    for one, other in ((sender, reader), (reader, sender)):
        one.evaluate("document.querySelector('#send-on')?.click() ?? null")
        link = one.evaluate("document.querySelector('#link')?.value ?? ''")
        if link:
            one.evaluate("document.querySelector('dialog [data-command=close]').click() ?? null")
            other.evaluate(f"cacao.load({link!r}).then(() => null)")
