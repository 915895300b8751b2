"""The content of the tray while nobody decides here, in one mode of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cacao_core.tiles import Seat
from cacao_web.game.session import Session
from cacao_web.ui.markup import Markup


class Meanwhile(NamedTuple):
    """The answers of one mode; without any, the tray is that of an ordinary game."""

    seat: Callable[[Session], Seat | None] = lambda _session: None
    """The seat that something waits for, beside the one that decides."""
    hides_turn: Callable[[Session], bool] = lambda _session: False
    """Whether the task belongs to no turn, or to another one."""
    call: Callable[[Session], str] = lambda _session: ""
    """The thing that is awaited, in one sentence as plain text."""
    content: Callable[[Session], Markup | None] = lambda _session: None
    """The content in place of the hand and the choices."""
    beside: Callable[[Session], Markup | None] = lambda _session: None
    """The news beside the task."""
    actions: Callable[[Session], Markup | None] = lambda _session: None
    """Buttons beside the hand."""
    ended: Callable[[Session], Markup | None] = lambda _session: None
    """The first button after the end."""
