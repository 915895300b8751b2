"""The registration of a feature. Its code is loaded when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from cacao_core import Deal, Record
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
    """The functions of a feature for games with this origin.

    Attributes:
        ended: its part of the dialog at the end of a game.
        mark: the note about a game in the list of games; empty if the game does not count.
        note: stores the result of a finished game; may be called repeatedly.
        entered: called when such a game is shown.
        reseated: called with all players of such a game when some of them were replaced.
    """

    ended: Callable[[C, Session], Ending | None]
    mark: Callable[[C, Session], str]
    note: Callable[[C, Session], None] | None = None
    entered: Callable[[C, Session], None] | None = None
    reseated: Callable[[C, Session, Sequence[Sitter]], None] | None = None


@dataclass(frozen=True)
class Feature(Generic[C]):
    """A feature of the page.

    Attributes:
        name: also the name of its folder, and the origin of its games.
        load: imports and makes its controller.
        commands: name of a command -> action with its value.
        dialogs: name of a dialog -> its content.
        fields: name of a dialog -> called with name and value of a changed field.
        keys: name of a key of the keyboard -> command and value.
        begins: length of a game in the form for new games -> starts such games.
        fragment: the fragment of an address that opens it, without ``#``.
        route: opens it, given the saved game of the address after a reload.
        origins: its functions for games with this origin.
        ready: called when the page can be used; such a feature is loaded then.
        home: called when the first screen is shown; such a feature is loaded then.
        home_again: the same, but only if the feature is loaded already.
        stored: called with the name of a game that another tab has saved or deleted.
        decides: kind of the seats that it decides for; see ``Computers``.
        takes: whether a fragment or text is of the kind that ``open_game`` and ``load_game`` are
            for; the feature without it takes all others.
        open_game: opens the game of a fragment or text, likewise; raises CacaoError.
        load_game: shows exactly the game of a link or a record, for ``window.cacao``; returns
            whether an address follows, see ``answers``.
        answers: name of a question of ``window.cacao`` -> answer to its argument, for JSON.
        ended: called when a shown game is over; with whether it was played to its end here.
        overtaken: called when a game was not saved because another tab has saved it since.
        decided: called when a game with other devices has changed, before it is saved; such a
            feature is loaded then.
        kept: called when such a game has been saved.
        chosen: called when the choice in such a game may have changed, if the feature is loaded.
        taken_back: called when turns of a game were taken back.
        course_left: called when something else was played than what was taken back; with the course
            that was left.
        dialog_closed: called when no dialog is shown any more, if the feature is loaded.
        left: called when a game is left, if the feature is loaded.
        may_reload: whether the page may be reloaded; asked only if the feature is loaded.
        busy: whether something happens automatically; asked only if the feature is loaded.
        offer: an offer to be shown after a game and in the settings.
        status: its part of the settings.
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
    takes: Callable[[str], bool] | None = None
    open_game: Callable[[C, str, str], None] | None = None
    load_game: Callable[[C, str], bool | None] | None = None
    answers: Mapping[str, Callable[[C, str], object]] = field(default_factory=dict)
    ended: Callable[[C, bool], None] | None = None
    overtaken: Callable[[C, Session, Saved], None] | None = None
    decided: Callable[[C, Session], None] | None = None
    kept: Callable[[C, Session], None] | None = None
    chosen: Callable[[C, Session], None] | None = None
    taken_back: Callable[[C, Session], None] | None = None
    course_left: Callable[[C, Session, Record], None] | None = None
    dialog_closed: Callable[[C], None] | None = None
    left: Callable[[C], None] | None = None
    may_reload: Callable[[C], bool] | None = None
    busy: Callable[[C], bool] | None = None
    offer: Callable[[C], Markup | None] | None = None
    status: Callable[[C], Markup] | None = None
