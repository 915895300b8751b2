"""A game that is open on the page: what is played, by whom, and what of it is shown.

It knows nothing of the browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from cacao_core import Game, Move, Phase, Record
from cacao_core.tiles import Seat
from cacao_web.game.choice import NOTHING as NOT_CHOSEN
from cacao_web.game.choice import Choice
from cacao_web.game.dealer import ENDED, STOOD_IN, Dealer
from cacao_web.game.look import Look
from cacao_web.game.mode import ORDINARY_MODE, AwaitedAtTable, Mode, Moment
from cacao_web.game.onward import Onward
from cacao_web.game.options import USUAL, Options
from cacao_web.game.origin import ORDINARY, About
from cacao_web.game.others_turns import NOTHING as NO_TURNS
from cacao_web.game.others_turns import EventLog, Since, since_own_turn
from cacao_web.game.players import PERSON, Sitter, coloured, is_nameless
from cacao_web.game.presence import Reach
from cacao_web.ui.i18n import _, isolated

if TYPE_CHECKING:
    from cacao_core.events import Event
    from cacao_web.game.real_table.mode import RealTable


@dataclass
class OpenGame:
    """A game that is open on this page, as the parts of a session see it."""

    id: str  # name of the saved game
    record: Record  # deal and moves so far
    sitters: tuple[Sitter, ...]  # the player of each seat
    options: Options = USUAL  # how it is played at this device
    about: About = ORDINARY  # other facts about it
    covered: bool = False  # whether the hand is hidden until the next person is ready
    thinking: bool = False  # whether a computer is choosing
    stuck: bool = False  # whether a computer has failed, and the person must say how to go on
    mode: Mode = ORDINARY_MODE  # the answers that differ between kinds of games
    others: Since = NO_TURNS  # what the others did since one's own last turn, as far as shown
    choice: Choice = NOT_CHOSEN  # the person's choice for the next move
    look: Look = field(default_factory=Look, init=False, compare=False)
    onward: Onward = field(default_factory=Onward, init=False, compare=False)
    _position: tuple[Record, Game] | None = field(default=None, init=False, repr=False)
    _event_log: EventLog = field(default_factory=EventLog, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.about.real and not self.mode.guides:
            from cacao_web.game.real_table.mode import RealTable  # noqa: PLC0415  # rarely needed

            self.mode = RealTable()
        self.sitters = coloured(self.sitters)
        self.record = self.record.renamed([sitter.name for sitter in self.sitters])
        self.covered = self._needs_cover()

    @property
    def game(self) -> Game:
        """The position; read only."""
        if self._position is None or self._position[0] is not self.record:
            self._position = (self.record, self.mode.position(self.record))
        return self._position[1]

    @property
    def moment(self) -> Moment:
        """The game as it stands, for its mode."""
        return Moment(self.record, self.game, self.sitters)

    @property
    def shown(self) -> Game:
        """The position that is drawn: the present one, or an earlier one."""
        return self.look.past(self.record) or self.game

    @property
    def shown_moves(self) -> tuple[Move, ...]:
        """The moves that led to the position that is drawn."""
        return self.look.moves(self.record)

    @property
    def title(self) -> str:
        """Name of the game: the person's title, else the players."""
        return isolated(self.about.title) or " · ".join(
            self.label(seat) for seat in range(len(self.sitters))
        )

    @property
    def is_contest(self) -> bool:
        """Whether the game counts for more than itself, or has players elsewhere.

        Nobody gets hints in such a game.
        """
        counts = bool(self.about.origin.feature) and not self.mode.guides
        elsewhere = any(sitter.is_elsewhere for sitter in self.sitters)
        return counts or elsewhere or self.mode.is_written

    @property
    def real_table(self) -> RealTable | None:
        """The mode if it is that of a game at a real table, which is written down here."""
        return cast("RealTable", self.mode) if self.mode.is_written else None

    @property
    def asked(self) -> AwaitedAtTable:
        """The things at a real table that come before the next decision."""
        return self.mode.asked(self.moment)

    @property
    def actor(self) -> Sitter | None:
        """The player who must decide now."""
        seat = self.game.to_move
        return None if seat is None else self.mode.decides(self.record, self.sitters[seat])

    @property
    def dealer(self) -> Dealer | None:
        """The mode if it is that of a game with other devices."""
        return self.mode if isinstance(self.mode, Dealer) else None

    @property
    def reach(self) -> Reach:
        """The people at other devices."""
        return self.mode.reach

    @property
    def is_void(self) -> bool:
        """Whether a game with other devices has no result that counts.

        It was ended early, or a computer has played on for somebody to its end.
        """
        headers = self.record.notes.headers
        return ENDED in headers or (self.game.is_over and STOOD_IN in headers)

    @property
    def is_due(self) -> bool:
        """Whether a game with other devices waits for somebody at this one, as far as is known."""
        standing, turn = self.mode.standing(self.game), self.game.to_move
        if standing is None:
            return False
        asked = self.reach.applicants or self.reach.wanted_by or standing.asking
        if standing.unaware or standing.unsent or asked:
            return True
        return not standing.awaited and (turn in self.persons or self.computer_decides)

    @property
    def computer_decides(self) -> bool:
        """Whether a computer at this device decides, as soon as the game is on the page."""
        return self.actor is not None and self.actor.is_computer

    def deal_fairly(self) -> None:
        """Show what the dealer knows; needed before the game goes on.

        Raises:
            BadLink: what was saved of it is damaged.
        """
        if self.dealer:
            self.dealer.device  # noqa: B018  # is read here, so that damage is found
            self.record = self.dealer.record()
            self.sitters = self.dealer.seated(self.sitters)

    @property
    def persons(self) -> list[Seat]:
        """Seats of people at this device; none of a game that others have played."""
        if self.about.watched:
            return []
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.is_person]

    @property
    def is_watching(self) -> bool:
        """Whether it is a game between other devices, and nobody here has a seat."""
        return self.about.watched and self.dealer is not None

    @property
    def you(self) -> Seat | None:
        """The seat of the only person at this device, whom sentences call "you"."""
        return self.persons[0] if len(self.persons) == 1 else None

    def label(self, seat: Seat) -> str:
        """A player's name where it stands alone; "You" if the person there gave none."""
        sitter = self.sitters[seat]
        return _("You") if seat == self.you and is_nameless(sitter.name) else sitter.said

    def name(self, seat: Seat) -> str:
        """A player's name within a sentence; empty for :attr:`you`, to whom it is said."""
        return "" if seat == self.you else self.sitters[seat].said

    def rename(self, seat: Seat, name: str) -> None:
        """Give a player another name."""
        sitters = list(self.sitters)
        sitters[seat] = sitters[seat]._replace(name=name)
        self.sitters = coloured(sitters)
        self.record = self.record.renamed([sitter.name for sitter in self.sitters])

    def said(self, seats: Iterable[Seat]) -> list[str]:
        return [self.sitters[seat].said for seat in seats]

    @property
    def alone(self) -> tuple[Sitter, ...]:
        """The sitters of a copy: who plays a game with other devices on, plays it alone."""
        return tuple(
            sitter._replace(kind=PERSON) if self.dealer and sitter.is_elsewhere else sitter
            for sitter in self.sitters
        )

    @property
    def colours(self) -> list[str]:
        return [sitter.colour for sitter in self.sitters]

    @property
    def viewer(self) -> Seat | None:
        """The seat whose hand may be shown now; None if there is none."""
        if len(self.persons) == 1:
            return self.persons[0]
        turn = self.game.turn
        if self.covered or not self.sitters[turn].is_person or self.game.to_move != turn:
            return None
        return turn

    @property
    def deciding(self) -> bool:
        """Whether a person at this page has to decide now, and sees the position."""
        return self._asked and self.onward.coming is None and self.look.at is None

    @property
    def _asked(self) -> bool:
        free = not (self.covered or self.is_paused or self.mode.awaited or self.reach.waits)
        return bool(self.actor and self.actor.is_person and free and not self.asked.any)

    @property
    def is_paused(self) -> bool:
        """Whether nobody decides, because the person is reading."""
        return self.mode.pauses(self.moment)

    @property
    def legal(self) -> list[Move]:
        """Legal moves that the person may choose from; none while others decide."""
        return self.game.legal_moves() if self.deciding else []

    @property
    def told(self) -> Sequence[tuple[Event, ...]]:
        """The events of each move."""
        return self._event_log.of(self.record)

    @property
    def shown_told(self) -> Sequence[tuple[Event, ...]]:
        """The events of each move that led to the position that is drawn."""
        events = self.told[: self.look.at]
        if self.look.variation:
            game = self.record.game(self.look.at)
            for move in self.look.variation:
                events = (*events, game.events(move))
                game.play(move)
        return events

    def tell_others(self) -> None:
        """Update what the others did since the turn of the person who plays, or played last."""
        seat: Seat | None = self.game.turn if self.game.turn in self.persons else None
        if len(self.persons) == 1:
            seat = self.persons[0]
        self.others = since_own_turn(self.record, seat, self._event_log)

    def _needs_cover(self) -> bool:
        several = len(self.persons) > 1 and self.options.hide_hands
        turn = self.sitters[self.game.turn]
        return several and turn.is_person and self.game.phase is Phase.PLACE
