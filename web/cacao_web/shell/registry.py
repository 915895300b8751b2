"""All features: each is loaded when it is first needed, and found by its registration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from cacao_core import CacaoError, Deal, Record
from cacao_web.game.found import found
from cacao_web.game.options import Options
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.saves.codec import Saved
from cacao_web.shell.endings import Ending
from cacao_web.shell.feature import Feature, Origins
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup

Command: TypeAlias = Callable[[str], None]
AnyFeature: TypeAlias = Feature[Any]
_T = TypeVar("_T")


def _each_once(pairs: Iterable[tuple[str, _T]]) -> dict[str, _T]:
    """What is registered under each name.

    Raises:
        ValueError: two things are registered under the same name.
    """
    registered: dict[str, _T] = {}
    for name, what in pairs:
        if name in registered:
            raise ValueError(f"{name!r} is registered twice")
        registered[name] = what
    return registered


class Registry:
    """Implements :class:`cacao_web.shell.shell.Others`.

    Args:
        features: all of them.
        own: commands that belong to no feature.
        keys: keys of the keyboard that belong to no feature -> command and value.

    Attributes:
        shell: given to features when they are loaded; must be set before that.
    """

    shell: Shell

    def __init__(
        self,
        features: Sequence[AnyFeature],
        own: Mapping[str, Command],
        keys: Mapping[str, tuple[str, str]],
    ) -> None:
        self._features = _each_once((feature.name, feature) for feature in features)
        self._loaded: dict[str, Any] = {}
        self._own = own
        self._commands = _each_once((name, one) for one in features for name in one.commands)
        _each_once((name, None) for name in (*own, *self._commands))
        self._dialogs = _each_once((name, one) for one in features for name in one.dialogs)
        self._fields = _each_once((name, one) for one in features for name in one.fields)
        self._answers = _each_once((name, one) for one in features for name in one.answers)
        self._begins = _each_once((name, one) for one in features for name in one.begins)
        pressed = [item for one in features for item in one.keys.items()]
        self._keys = _each_once([*keys.items(), *pressed])

    def get(self, name: str) -> Any:  # noqa: ANN401  (each feature has a controller of its own)
        """The controller of a feature."""
        if name not in self._loaded:
            self._loaded[name] = self._features[name].load(self.shell)
        return self._loaded[name]

    def _with(self, hook: str, *, loaded: bool = True) -> Iterator[tuple[Any, Any]]:
        """Features with a hook, as controller and hook; only loaded ones by default."""
        for name, feature in self._features.items():
            found = getattr(feature, hook)
            if found is not None and (not loaded or name in self._loaded):
                yield self.get(name), found

    # --- Commands ----------------------------------------------------------------------------

    def knows(self, name: str) -> bool:
        """Whether there is such a command."""
        return name in self._own or name in self._commands

    def run(self, name: str, value: str = "") -> None:
        """Run a command; if it fails, the page says so, with the reason where a person can help."""
        try:
            if own := self._own.get(name):
                own(value)
            elif feature := self._commands.get(name):
                feature.commands[name](self.get(feature.name), value)
        except CacaoError as error:
            self.shell.notices.tell(str(error))
        except Exception as error:
            error.add_note(f"command {name} {value!r:.40}")
            self.shell.notices.bug(error)

    def key(self, name: str) -> tuple[str, str]:
        """The command of a key and its value; empty if it has none."""
        return self._keys.get(name, ("", ""))

    def dialog(self, name: str) -> Markup | None:
        """The content of a dialog."""
        feature = self._dialogs[name]
        return feature.dialogs[name](self.get(feature.name))

    def field(self, dialog: str, name: str, value: str) -> None:
        """A field of a dialog was changed."""
        if feature := self._fields.get(dialog):
            feature.fields[dialog](self.get(feature.name), name, value)

    def begin(self, length: str, players: tuple[Sitter, ...], deal: Deal, options: Options) -> bool:
        """Start a game of a length that a feature has registered; returns whether there is one."""
        feature = self._begins.get(length)
        if feature:
            feature.begins[length](self.get(feature.name), players, deal, options)
        return feature is not None

    def route(self, fragment: str, owner: str) -> bool:
        """Open the feature of a fragment; returns whether there is one."""
        for feature in self._features.values():
            if feature.route and feature.fragment == fragment:
                feature.route(self.get(feature.name), owner)
                return True
        return False

    def open_game(self, fragment: str, owner: str) -> None:
        """Open the game of a fragment, or of a pasted text.

        Raises:
            CacaoError: it is not a game; nothing has changed.
        """
        fragment = found(fragment)
        feature = self._opener(fragment)
        assert feature.open_game, "every opener opens"
        feature.open_game(self.get(feature.name), fragment, owner)

    def load_game(self, text: str) -> bool:
        """Show exactly the game of a link or a record; returns whether an address follows.

        Raises:
            CacaoError: it is not a game; nothing has changed.
        """
        text = found(text)
        feature = self._opener(text)
        assert feature.load_game, "every opener loads"
        return bool(feature.load_game(self.get(feature.name), text))

    def _opener(self, text: str) -> AnyFeature:
        """The feature that opens a text."""
        openers = [feature for feature in self._features.values() if feature.open_game]
        chosen = [feature for feature in openers if feature.takes and feature.takes(text)]
        return (chosen or [feature for feature in openers if not feature.takes])[0]

    def ask(self, name: str, argument: str) -> object:
        """The answer to a question of ``window.cacao``.

        Raises:
            CacaoError: there is no answer; the message says why.
        """
        feature = self._answers[name]
        return feature.answers[name](self.get(feature.name), argument)

    # --- Hooks -------------------------------------------------------------------------------

    def ready(self) -> None:
        """The page can be used."""
        for controller, ready in self._with("ready", loaded=False):
            ready(controller)

    def home(self) -> None:
        """The first screen is shown, or has changed."""
        for controller, home in self._with("home", loaded=False):
            home(controller)
        for controller, home in self._with("home_again"):
            home(controller)

    def stored(self, id: str) -> None:
        """Another tab has saved or deleted a game."""
        for controller, stored in self._with("stored", loaded=False):
            stored(controller, id)

    def need_decider(self, kind: str) -> None:
        """Load the feature that decides for seats of a kind."""
        for feature in self._features.values():
            if feature.decides == kind:
                self.get(feature.name)

    def game_ended(self, played: bool) -> None:
        """A shown game is over; with whether it was played to its end here."""
        for controller, ended in self._with("ended", loaded=False):
            ended(controller, played)

    def overtaken(self, session: Session, stored: Saved) -> None:
        """A game was not saved, because another tab has saved it since."""
        for controller, overtaken in self._with("overtaken", loaded=False):
            overtaken(controller, session, stored)

    def decided(self, session: Session) -> None:
        """A game with other devices has changed, and is not saved yet."""
        for controller, decided in self._with("decided", loaded=False):
            decided(controller, session)

    def kept(self, session: Session) -> None:
        """A game with other devices has been saved."""
        for controller, kept in self._with("kept"):
            kept(controller, session)

    def chosen(self, session: Session) -> None:
        """The choice in a game with other devices may have changed."""
        for controller, chosen in self._with("chosen"):
            chosen(controller, session)

    def taken_back(self, session: Session) -> None:
        """Turns of a game were taken back."""
        for controller, taken_back in self._with("taken_back", loaded=False):
            taken_back(controller, session)

    def course_left(self, session: Session, course: Record) -> None:
        """A course of a game was left, because something else was played."""
        for controller, course_left in self._with("course_left", loaded=False):
            course_left(controller, session, course)

    def dialog_closed(self) -> None:
        """No dialog is shown any more."""
        for controller, closed in self._with("dialog_closed"):
            closed(controller)

    def redraw(self) -> None:
        """Draw everything visible again, for example in another language."""
        self.shell.dialogs.redraw()
        if self.shell.table.session:
            self.shell.table.redraw()
        else:
            self.home()

    def left(self) -> None:
        """A game is left."""
        for controller, left in self._with("left"):
            left(controller)

    def may_reload(self) -> bool:
        """Whether no loaded feature would lose data by a reload."""
        return all(may(controller) for controller, may in self._with("may_reload"))

    def busy(self) -> bool:
        """Whether something of a feature happens automatically."""
        return any(busy(controller) for controller, busy in self._with("busy"))

    def offer(self) -> Markup | None:
        """An offer to be shown after a game and in the settings."""
        offers = (offer(controller) for controller, offer in self._with("offer"))
        return next(filter(None, offers), None)

    def status(self) -> list[Markup]:
        """Further parts of the settings."""
        return [status(controller) for controller, status in self._with("status")]

    # --- Games of features ---------------------------------------------------------------------

    def _of(self, session: Session) -> tuple[str, Origins[Any]] | None:
        """The feature that counts a game, and its functions for such games."""
        feature = self._features.get(session.about.origin.feature)
        return (feature.name, feature.origins) if feature and feature.origins else None

    def entered(self, session: Session) -> None:
        """A game is shown."""
        name, origins = self._of(session) or ("", None)
        if origins and origins.entered:
            origins.entered(self.get(name), session)

    def note(self, session: Session | None) -> None:
        """Store the result of a game, if it is over."""
        if session and session.game.is_over:
            name, origins = self._of(session) or ("", None)
            if origins and origins.note:
                origins.note(self.get(name), session)

    def ended(self, session: Session) -> Ending | None:
        """A feature's part of the dialog at the end of a game."""
        self.note(session)  # it may be shown before it is saved
        name, origins = self._of(session) or ("", None)
        return origins.ended(self.get(name), session) if origins else None

    def mark(self, session: Session) -> str:
        """What a game counts for, in a few words; else empty."""
        name, origins = self._of(session) or ("", None)
        return origins.mark(self.get(name), session) if origins else ""

    def reseated(self, session: Session, sitters: Sequence[Sitter]) -> None:
        """Players of a game were replaced."""
        name, origins = self._of(session) or ("", None)
        if origins and origins.reseated:
            origins.reseated(self.get(name), session, sitters)
