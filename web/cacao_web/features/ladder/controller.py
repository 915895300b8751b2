"""The solo ladder on the page: its rungs, attempts at them, and the results."""

from __future__ import annotations

import random
from typing import Final

from cacao_core import Deal
from cacao_web.board.overlay import Overlay
from cacao_web.features.ladder import model, view
from cacao_web.features.ladder.model import RUNGS, Best
from cacao_web.game.origin import About, Origin
from cacao_web.game.players import PERSON
from cacao_web.game.session import Session
from cacao_web.game.setup import solo
from cacao_web.game.setup.form import Setup
from cacao_web.saves.saves import Saves, new_id
from cacao_web.saves.slot import Slot
from cacao_web.shell.controller import Controller
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.endings import ResultPart
from cacao_web.shell.games import Games
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

LADDER: Final = "ladder"


class LadderController(Controller):
    """The ladder.

    Args:
        saves: store the results.
        setup: the form with the person's name.
        dialogs: show it.
    """

    def __init__(self, saves: Saves, setup: Setup, games: Games, dialogs: Dialogs) -> None:
        self._climb = Slot(saves, LADDER, model.from_text, model.to_text)
        self._setup = setup
        self._games = games
        self._dialogs = dialogs
        games.table.overlays.add(Overlay(counts=self._counts))

    def open(self) -> None:
        self._dialogs.show(LADDER)

    def markup(self) -> Markup:
        return view.rungs(self._climb.get())

    def play(self, value: str) -> None:
        """Start an attempt at a rung.

        Raises:
            CacaoError: the person's name in the form does not fit.
            ValueError: there is no such rung.
        """
        number = int(value)
        if not 1 <= number <= len(RUNGS):
            raise ValueError("no such rung")
        levels, form = RUNGS[number - 1].levels, self._setup
        count = len(levels) + 1
        players = solo.seated(form, levels, random.randrange(count))
        session = Session.new(new_id(), Deal.shuffled(count), players, solo.options(form))
        self._games.begin(session, About(origin=Origin(LADDER, str(number))))

    def _counts(self, session: Session) -> list[str] | None:
        """The rung, and its target."""
        mark = self.mark(session)
        return [mark, *view.aims(RUNGS[session.about.number_of(LADDER) - 1])] if mark else None

    # --- After a game --------------------------------------------------------------------------

    def saved(self, session: Session) -> None:
        """Store the result of an attempt."""
        if made := _made(session):
            number = session.about.number_of(LADDER)
            self._climb.update(lambda climb: model.with_try(climb, number, *made))

    def ending(self, session: Session) -> ResultPart | None:
        made, number = _made(session), session.about.number_of(LADDER)
        if made is None:
            return ResultPart(view.ordinary()) if number else None
        onward = number + 1 if made.reached else number
        button = view.onward(onward, made.reached) if onward <= len(RUNGS) else None
        return ResultPart(view.tried(number, made), button)

    def mark(self, session: Session) -> str:
        number = session.about.number_of(LADDER)
        return _("Ladder, game {n}").format(n=number) if 1 <= number <= len(RUNGS) else ""


def _made(session: Session) -> Best | None:
    """The result of an attempt; None for any other game, and if it is not over."""
    number, game = session.about.number_of(LADDER), session.game
    if not 1 <= number <= len(RUNGS) or not game.is_over:
        return None
    rung = RUNGS[number - 1]
    seated = sorted(sitter.kind for sitter in session.sitters)
    if seated not in [sorted((PERSON, *levels)) for levels in (rung.levels, rung.once)]:
        return None  # an imported file may claim anything
    [seat], scores = session.persons, game.score()
    return Best(scores[seat].total, rung.reached(scores, game.winners(), seat))
