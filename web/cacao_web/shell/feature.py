"""The registration of a feature. Its code is loaded when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from cacao_web.shell.controller import Controller
from cacao_web.ui.markup import Markup

C = TypeVar("C", bound=Controller)


@dataclass(frozen=True)
class Feature(Generic[C]):
    """A feature of the page: everything that must be known about it before it is loaded."""

    name: str  # also the origin of its games; the first one of a folder has the folder's name
    load: Callable[[Any], C]  # imports its controller, and makes it of the ``Shell``
    commands: Mapping[str, Callable[[C, str], None]] = field(default_factory=dict)
    """Name of a command -> action with its value."""
    dialogs: Mapping[str, Callable[[C], Markup | None]] = field(default_factory=dict)
    """Name of a dialog -> its content."""
    fields: Mapping[str, Callable[[C, str, str], None]] = field(default_factory=dict)
    """Name of a dialog -> called with name and value of a changed field."""
    keys: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Name of a key of the keyboard -> command and value."""
    answers: Mapping[str, Callable[[C, str], object]] = field(default_factory=dict)
    """Name of a question of ``window.cacao`` -> answer to its argument, for JSON."""
    wakes: tuple[Callable[..., None], ...] = ()
    """The events that it is loaded for, such as ``Events.ready``; it is told of others only if it
    is already loaded."""
    asked: tuple[Callable[..., object], ...] = ()
    """The questions that it is loaded for, such as ``Controller.doors``."""
    begins: str = ""  # choice of length in the form for new games; it begins games of that
    takes: Callable[[str], bool] = lambda _text: False
    """Whether it can open the game of a fragment or text; the first feature that can opens it."""
