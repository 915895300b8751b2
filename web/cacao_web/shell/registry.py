"""All features: each is loaded when it is first needed, and found by its registration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from cacao_core import CacaoError, Deal, Move, Record
from cacao_web.browser.progress import Progress
from cacao_web.game.options import Options
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup.found import found
from cacao_web.play.events import Events, P
from cacao_web.play.notices import Notices
from cacao_web.shell.controller import Controller
from cacao_web.shell.feature import Feature
from cacao_web.ui.commands import is_there, tell_registered
from cacao_web.ui.markup import Markup

Action: TypeAlias = Callable[[str], None]
AnyFeature: TypeAlias = Feature[Any]
Q = ParamSpec("Q")
_T = TypeVar("_T")


def _each_once(pairs: Iterable[tuple[str, _T]]) -> dict[str, _T]:
    """The things that are registered under each name.

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
    """The features, and the ways to reach one that need not be known.

    Args:
        features: all of them.
        own: commands that belong to no feature.
        keys: keys of the keyboard that belong to no feature -> command and value.
        notices: tell if a command has failed.
        shell: gives the ``Shell`` of which features are made when they are loaded.
    """

    def __init__(
        self,
        features: Sequence[AnyFeature],
        own: Mapping[str, Action],
        keys: Mapping[str, tuple[str, str]],
        notices: Notices,
        shell: Callable[[], Any],
    ) -> None:
        self._notices, self._shell = notices, shell
        self._features = _each_once((feature.name, feature) for feature in features)
        self._loaded: dict[str, Controller] = {}
        self._own = own
        self._commands = _each_once((name, one) for one in features for name in one.commands)
        _each_once((name, None) for name in (*own, *self._commands))
        tell_registered(self._commands)
        self._dialogs = _each_once((name, one) for one in features for name in one.dialogs)
        self._fields = _each_once((name, one) for one in features for name in one.fields)
        self._answers = _each_once((name, one) for one in features for name in one.answers)
        self._begins = _each_once((one.begins, one) for one in features if one.begins)
        pressed = [item for one in features for item in one.keys.items()]
        self._keys = _each_once([*keys.items(), *pressed])

    def get(self, name: str) -> Any:  # noqa: ANN401  (each feature has a controller of its own)
        """The controller of a feature."""
        if name not in self._loaded:
            self._loaded[name] = self._features[name].load(self._shell())
        return self._loaded[name]

    @property
    def loaded(self) -> list[Controller]:
        """The features that are loaded, in the order of their registration."""
        return [self._loaded[name] for name in self._features if name in self._loaded]

    def of(self, session: Session) -> Controller:
        """The feature that a game counts for; if there is none, one that does nothing."""
        name = session.about.origin.feature
        controller: Controller = self.get(name) if name in self._features else Controller()
        return controller

    def tell(
        self, event: Callable[Concatenate[Events, P], None], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Tell an event to the features that are loaded, and to those that it wakes."""
        for name, feature in self._features.items():
            if name in self._loaded or event in feature.wakes:
                getattr(self.get(name), event.__name__)(*args, **kwargs)

    def answers(
        self,
        question: Callable[Concatenate[Controller, Q], _T | None],
        *args: Q.args,
        **kwargs: Q.kwargs,
    ) -> list[_T]:
        """The answers of the features that name a question in ``Feature.asked``; it loads them."""
        asked = (name for name, feature in self._features.items() if question in feature.asked)
        answers = (getattr(self.get(name), question.__name__)(*args, **kwargs) for name in asked)
        return [answer for answer in answers if answer is not None]

    async def decide(self, record: Record, sitter: Sitter, on_progress: Progress) -> Move:
        """The move of a bot, from the feature that has it."""
        [move] = self.answers(Controller.decide, record, sitter, on_progress)
        return await move

    # --- Commands ----------------------------------------------------------------------------

    def knows(self, name: str) -> bool:
        """Whether there is such a command."""
        return name in self._own or name in self._commands

    def run(self, name: str, value: str = "") -> None:
        """Run a command; if it fails, the page says so, with the reason where a person can help.

        A command that nobody knows fails; one of a feature that is not there does nothing.
        """
        try:
            if own := self._own.get(name):
                own(value)
            elif feature := self._commands.get(name):
                feature.commands[name](self.get(feature.name), value)
            elif is_there(name):
                raise LookupError("there is no such command")
        except CacaoError as error:
            self._notices.tell(str(error))
        except Exception as error:
            error.add_note(f"command {name} {value!r:.40}")
            self._notices.bug(error)

    def key(self, name: str) -> tuple[str, str]:
        """The command of a key and its value; empty if it has none."""
        return self._keys.get(name, ("", ""))

    def dialog(self, name: str) -> Markup | None:
        """The content of a dialog."""
        feature = self._dialogs[name]
        return feature.dialogs[name](self.get(feature.name))

    def field(self, dialog: str, name: str, value: str) -> None:
        """A field of a dialog was changed."""
        feature = self._fields[dialog]
        feature.fields[dialog](self.get(feature.name), name, value)

    def answer(self, name: str, argument: str) -> object:
        """The answer to a question of ``window.cacao``; raises CacaoError."""
        feature = self._answers[name]
        return feature.answers[name](self.get(feature.name), argument)

    # --- Games -------------------------------------------------------------------------------

    def begin(self, length: str, players: tuple[Sitter, ...], deal: Deal, options: Options) -> bool:
        """Begin a game of a length that a feature has registered; returns whether there is one."""
        feature = self._begins.get(length)
        if feature:
            self.get(feature.name).begin_game(players, deal, options)
        return feature is not None

    def open_game(self, fragment: str, owner: str) -> None:
        """Open what a fragment or a pasted text leads to, see ``Controller``; raises CacaoError."""
        text = found(fragment)
        self._opener(text).open_game(text, owner)

    def load_game(self, text: str) -> bool:
        """Show exactly the game of a text, see ``Controller``; raises CacaoError."""
        text = found(text)
        return self._opener(text).load_game(text)

    def _opener(self, text: str) -> Controller:
        """The first feature that takes a text."""
        names = (name for name, feature in self._features.items() if feature.takes(text))
        opener: Controller = self.get(next(names))
        return opener
