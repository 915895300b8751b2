"""What a feature registers: by name first, so that its code is loaded when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from cacao_core import Deal
from cacao_web.game.options import Options
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.saves.codec import Saved
from cacao_web.shell.endings import Ending
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup

C = TypeVar("C")

Begin: TypeAlias = Callable[[C, tuple[Sitter, ...], Deal, Options], None]
"""Begins a game of a feature, given the players in turn order."""


@dataclass(frozen=True)
class Origins(Generic[C]):
    """What a feature does about games that have it as their origin.

    Attributes:
        ended: its part of the end of a game.
        mark: what the list of games says about a game; empty if it does not count after all.
        note: keeps what a game that is over has come to; may be called again and again.
        entered: called when such a game is shown.
        reseated: called when others take seats of such a game, with all who play it from then on.
    """

    ended: Callable[[C, Session], Ending | None]
    mark: Callable[[C, Session], str]
    note: Callable[[C, Session], None] | None = None
    entered: Callable[[C, Session], None] | None = None
    reseated: Callable[[C, Session, Sequence[Sitter]], None] | None = None


@dataclass(frozen=True)
class Feature(Generic[C]):
    """One thing that people do.

    Attributes:
        name: also the name of its folder, and of games that have it as their origin.
        load: imports its controller and makes it.
        commands: name of a command -> what it does with its value.
        dialogs: name of a dialog -> what is in it.
        fields: name of a dialog -> what is done with a field of it, by name and value.
        keys: name of a key of the keyboard -> command and value.
        begins: name of a length of the game, as the form for new games has it -> what begins it.
        fragment: the fragment of an address that opens it, without ``#``.
        route: opens it, given the game that the address belonged to before a reload.
        origins: what it does about games that have it as their origin.
        ready: called when the page can be used; such a feature is loaded then.
        home: called when the first screen is shown; such a feature is loaded then.
        home_again: the same, but only if the feature is loaded already.
        stored: called with the name of a game that another tab has saved or deleted.
        decides: kind of the seats that it decides for, if there are such; see ``Computers``.
        open_game: opens the game of any other fragment, likewise; raises CacaoError.
        load_game: shows exactly the game of a link or a record, for programs.
        ended: called when a game that is shown is over; whether it was played to its end here.
        overtaken: called when a game was not saved because another tab has saved it since.
        dialog_closed: called when no dialog is shown any more, if the feature is loaded.
        left: called when a game is left, if the feature is loaded.
        may_reload: whether the page may be loaded anew; asked only if the feature is loaded.
        busy: whether something comes by itself; asked only if the feature is loaded.
        offer: something that is offered after a game and in the settings.
        status: something that the settings say.
    """

    name: str
    load: Callable[[Shell], C]
    commands: Mapping[str, Callable[[C, str], None]] = field(default_factory=dict)
    dialogs: Mapping[str, Callable[[C], Markup | None]] = field(default_factory=dict)
    fields: Mapping[str, Callable[[C, str, str], None]] = field(default_factory=dict)
    keys: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    begins: Mapping[str, Begin[C]] = field(default_factory=dict)
    fragment: str = ""
    route: Callable[[C, str], None] | None = None
    origins: Origins[C] | None = None
    ready: Callable[[C], None] | None = None
    home: Callable[[C], None] | None = None
    home_again: Callable[[C], None] | None = None
    stored: Callable[[C, str], None] | None = None
    decides: str = ""
    open_game: Callable[[C, str, str], None] | None = None
    load_game: Callable[[C, str], None] | None = None
    ended: Callable[[C, bool], None] | None = None
    overtaken: Callable[[C, Session, Saved], None] | None = None
    dialog_closed: Callable[[C], None] | None = None
    left: Callable[[C], None] | None = None
    may_reload: Callable[[C], bool] | None = None
    busy: Callable[[C], bool] | None = None
    offer: Callable[[C], Markup | None] | None = None
    status: Callable[[C], Markup] | None = None
