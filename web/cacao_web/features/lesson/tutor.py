"""The tutor of the guided first game: one chapter, and how the person's turn is judged."""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core import Game, Move, Phase, Record, ai
from cacao_core.moves import turns_begun
from cacao_core.tiles import ROTATIONS, TILE_OF_EDGES, Cell
from cacao_web.features.lesson import model
from cacao_web.features.lesson.model import CHAPTERS, PUPIL, Deeds
from cacao_web.game.choice import Choice
from cacao_web.game.mode import Mode, Moment
from cacao_web.game.session import Session
from cacao_web.ui.i18n import _


class JudgedTurn(NamedTuple):
    """A turn of the person."""

    done: Deeds  # its effects
    reached: bool  # whether it was as intended
    differs: bool  # whether it has led to another board than the lesson's own
    skips: bool  # whether the next chapter is about a later turn than the person's next one


class Tutor(Mode):
    """The mode of the guided first game; its address opens a new lesson.

    Args:
        number: of the chapter, from 1.
        passage: what is skipped on the way to it, as a sentence; empty if nothing is.
    """

    fragment: Final = "learn"
    help: Final = "learn-show"
    guides: Final = True
    offers_undo: Final = False
    awaits_motion: Final = True

    def __init__(self, number: int, passage: str = "") -> None:
        self.number = number
        self.passage = passage
        self.chapter = CHAPTERS[number - 1]
        self._judged: tuple[Record, JudgedTurn] | None = None

    @property
    def leads_workers(self) -> bool:
        """Whether the chapter is about something else than what workers do."""
        return not self.chapter.asks

    @property
    def is_last(self) -> bool:
        return self.number == len(CHAPTERS)

    def waits(self, session: Session) -> bool:
        """Whether the companion plays before the chapter begins."""
        return self._awaits(session.record)

    def pauses(self, moment: Moment) -> bool:
        """Whether there is something to read: the chapter itself, or the comment on the turn."""
        if self.is_last or self._awaits(moment.record):
            return False
        return self.chapter.goal is None or self._is_over(moment.record, moment.game)

    def _awaits(self, record: Record) -> bool:
        """Whether the companion's turn before the chapter still goes on."""
        return len(record.moves) < self.chapter.start

    def _is_over(self, record: Record, game: Game) -> bool:
        """Whether the turn that the chapter is about has been played."""
        begun = turns_begun(record.moves[self.chapter.start :])
        return begun > 1 or (begun == 1 and game.turn != PUPIL)

    def judged(self, session: Session) -> JudgedTurn | None:
        """The comment on the person's turn; None before it is over."""
        record = session.record
        if self.chapter.goal is None or not self._is_over(record, session.game):
            return None
        if self._judged is None or self._judged[0] is not record:
            self._judged = (record, self._judge(record))
        return self._judged[1]

    def _judge(self, record: Record) -> JudgedTurn:
        done, following = model.deeds(record, self.chapter.start), CHAPTERS[self.number]
        differs = not model.leads_to(record, model.end_of(self.chapter))
        return JudgedTurn(
            done, self._reaches(done), differs, skips=following.turn != self.chapter.turn + 1
        )

    def _reaches(self, done: Deeds) -> bool:
        return self.chapter.goal is not None and self.chapter.goal(done)

    def fixed_move(self, moment: Moment) -> Move | None:
        """A decision that the chapter is not about: the companion's turns, how workers act."""
        record, game = moment.record, moment.game
        if self._awaits(record):
            return model.script().moves[len(record.moves)]
        if self.pauses(moment) or game.phase is not Phase.ACTIVATE:
            return None
        return None if self.chapter.asks and game.to_move == PUPIL else ai.suggest(game)

    # --- Help --------------------------------------------------------------------------------

    def choice(self, moment: Moment, before: Choice) -> Choice:
        """The tile that is prepared, turned as intended, when the person's turn begins."""
        record, game, start = moment.record, moment.game, self.chapter.start
        if not self.chapter.lies_ready or len(record.moves) != start or game.turn != PUPIL:
            return before.anew()
        move = model.script().moves[start]
        tile = TILE_OF_EDGES[move.what]
        hand, turned = game.players[PUPIL].hand, ROTATIONS[tile].index(move.what)
        index = hand.index(tile)
        return before.anew().turn(PUPIL, hand, index, turned)._replace(hand=index)

    def shown_way(self, session: Session) -> Move | None:
        """The intended placement or fill, while it is legal."""
        game, moves, script = session.game, session.record.moves, model.script().moves
        start, done = self.chapter.start, len(session.record.moves)
        if not session.deciding or game.phase is Phase.ACTIVATE:
            return None
        return script[done] if moves[start:] == script[start:done] else None

    def meant(self, session: Session) -> Cell | None:
        """The cell where the tile is meant to go, as long as the person does what is meant."""
        move = self.shown_way(session)
        return move.cell if move else None

    def may_take_back(self, session: Session) -> bool:
        """Whether the person has done anything in this chapter."""
        return len(session.record.moves) > self.chapter.start and not self.is_last

    def point_before(self, session: Session) -> int:
        """Number of moves before what is taken back.

        That is the latest choice of a jungle tile if another one reaches the goal, else the turn.
        """
        record, start = session.record, self.chapter.start
        fills = [at for at, move in enumerate(record.moves) if at > start and move.kind == "J"]
        for at in reversed(fills if self.judged(session) else []):
            before = record.up_to(at)
            others = (_finished(before.play(move)) for move in before.game().legal_moves())
            if any(self._reaches(model.deeds(other, start)) for other in others):
                return at
        return start

    # --- Words -------------------------------------------------------------------------------

    def task(self, session: Session) -> str | None:
        """The text of the tray while nobody decides."""
        if session.look.presenting:
            return _("A few turns later…")
        if self.waits(session):
            return _("{name} plays…").format(name=session.sitters[1 - PUPIL].said)
        if not session.is_paused:
            return None
        return (
            _("Read what happened, then go on.")
            if self.chapter.goal
            else _("Read on when you are ready.")
        )


def _finished(record: Record) -> Record:
    """A record up to the end of the person's turn, if the rest is as suggested."""
    while (game := record.game()).turn == PUPIL and not game.is_over:
        filling = game.phase is Phase.FILL
        record = record.play(game.legal_moves()[0] if filling else ai.suggest(game))
    return record
