"""The registration of a feature. Its code is loaded when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from cacao_web.shell.controller import Controller
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup

C = TypeVar("C", bound=Controller)


@dataclass(frozen=True)
class Feature(Generic[C]):
    """A feature of the page; all that must be known of it before it is loaded.

    Attributes:
        name: also the name of its folder, and the origin of its games.
        load: imports and makes its controller.
        commands: name of a command -> action with its value.
        dialogs: name of a dialog -> its content.
        fields: name of a dialog -> called with name and value of a changed field.
        keys: name of a key of the keyboard -> command and value.
        answers: name of a question of ``window.cacao`` -> answer to its argument, for JSON.
        wakes: the events that it is loaded for, such as ``Events.ready``; other events are told to
            it only if it is loaded already.
        begins: the length of a game in the form for new games that it begins.
        takes: whether it opens the game of a fragment or text; the first such feature does.
    """

    name: str
    load: Callable[[Shell], C]
    commands: Mapping[str, Callable[[C, str], None]] = field(default_factory=dict)
    dialogs: Mapping[str, Callable[[C], Markup | None]] = field(default_factory=dict)
    fields: Mapping[str, Callable[[C, str, str], None]] = field(default_factory=dict)
    keys: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    answers: Mapping[str, Callable[[C, str], object]] = field(default_factory=dict)
    wakes: tuple[Callable[..., None], ...] = ()
    begins: str = ""
    takes: Callable[[str], bool] = lambda _text: False
