"""Mistakes that come back: kept after an analysis, tried again when they are due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from itertools import islice
from typing import Final

from cacao_core import CacaoError, Record
from cacao_web.engine.protocol import Data
from cacao_web.features.analysis import codec, model
from cacao_web.features.analysis.learning import kept_view
from cacao_web.features.analysis.learning.mistakes import Mistakes, MistakeTask
from cacao_web.features.analysis.model import Review
from cacao_web.game.learning import repetition
from cacao_web.game.learning.repetition import Mistake
from cacao_web.game.players import COMPUTER
from cacao_web.game.session import Session
from cacao_web.game.setup import solo
from cacao_web.saves.slot import Slot
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

KEPT: Final = "own-mistakes"
_PARTS: Final = ("at", "seat", "played", "best", "others", "wins")
"""The parts of the worker's answer that are kept."""


class KeptMistakes:
    """The person's mistakes, in all games that were analysed here.

    Args:
        mistakes: puts them on the board.
    """

    def __init__(self, shell: Shell, mistakes: Mistakes) -> None:
        self._page = shell.page
        self._dialogs = shell.dialogs
        self._notices = shell.notices
        self._setup = shell.setup
        self._mistakes = mistakes
        self._deck = Slot(shell.saves, repetition.SLOT, repetition.from_text, repetition.to_text)

    @property
    def _today(self) -> date:
        return date.fromisoformat(self._page.today())

    def keep(self, session: Session, review: Review, answers: Sequence[Data]) -> None:
        """Keep the mistakes of a finished game that people at this device have made.

        Not those at a real table, where nobody knows which tiles were in their hands, nor those
        of a study, which others have played.
        """
        complete = len(answers) == len(review.turns) and not session.mode.is_written
        complete = complete and not session.about.chapter.study
        if session.game.is_over and session.persons and complete:
            new = list(_new(session, review, answers))
            self._deck.update(lambda deck: deck.with_new(new))
            self._notices.saved()

    # --- The dialog --------------------------------------------------------------------------

    def open(self) -> None:
        self._dialogs.show(KEPT)

    def markup(self) -> Markup:
        return kept_view.kept(self._deck.get(), self._today)

    def begin(self) -> None:
        """Put those that are due on the board, one after the other."""
        self._begin(self._deck.get().due(self._today))

    def begin_one(self, id: str) -> None:
        """Put one of them on the board, due or not."""
        self._begin([one for one in self._deck.get().kept if one.id == id])

    def _begin(self, wanted: Sequence[Mistake]) -> None:
        tasks = [task for one in wanted if (task := self._task(one))]
        if tasks:
            self._mistakes.put(tasks, _("Back to your mistakes"))
        elif wanted:
            self._notices.tell(_("These mistakes can no longer be read."))

    def _task(self, mistake: Mistake) -> MistakeTask | None:
        """A mistake as it is put on the board; None if it is damaged."""
        with suppress(CacaoError, ValueError, IndexError):
            record = Record.from_link(mistake.game)
            turn = codec.read(record, [mistake.turn]).turns[0]
            turn = turn._replace(number=len(record.turns()))
            others = (COMPUTER,) * (record.deal.players - 1)
            sitters = solo.unknown(self._setup, others, turn.seat)
            # Whether it had a star is not known any more.
            options = solo.options(self._setup)._replace(suggestions=False)
            return MistakeTask(mistake.id, record, turn, sitters, options, mistake.game)
        return None

    # --- Deletion ----------------------------------------------------------------------------

    def delete(self, id: str) -> None:
        """Delete one of them; it does not come again, unless that is undone."""
        matching = [one for one in self._deck.get().kept if one.id == id]
        if matching:
            self._deck.update(lambda deck: deck.without(id))
            self._dialogs.redraw(KEPT)
            self._notices.tell(_("Mistake deleted."), undo=partial(self._restore, matching[0]))

    def _restore(self, deleted: Mistake) -> None:
        """Put a deleted one back."""
        self._deck.update(lambda deck: deck.with_again(deleted))
        self._dialogs.redraw(KEPT)


def _new(session: Session, review: Review, answers: Sequence[Data]) -> Iterator[Mistake]:
    """The mistakes of a game, those that cost most."""
    persons, when = session.persons, session.about.created
    record = session.record
    costly = (one.turn for one in review.costly(persons) if one.is_turn and one.seat in persons)
    own = list(islice(costly, model.MOST_MISTAKES))
    ends = [turn.at for turn in review.turns[1:]] + [len(record.moves)]
    for turn in sorted(own, key=lambda one: one.at):
        answer = answers[turn.number - 1]
        parts = {name: answer[name] for name in _PARTS if name in answer}
        others = parts.get("others", ())  # these are only compared with: less to keep
        parts["others"] = [{**one, "follows": [], "differs": []} for one in others]
        whole = record.up_to(ends[turn.number - 1]).to_link()
        yield Mistake(repetition.id_of(record, turn.at), whole, parts, when)
