"""A game that is open on the page: what is played, by whom, and what of it is shown.

It knows nothing of the browser.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cacao_core import Game, Move, Phase, Record
from cacao_core.tiles import Cell, Seat
from cacao_web.game.dealer import Dealer, Standing
from cacao_web.game.mode import ORDINARY_MODE, Mode, Moment
from cacao_web.game.options import USUAL, Options
from cacao_web.game.origin import ORDINARY, About
from cacao_web.game.players import PERSON, Sitter, coloured, is_nameless
from cacao_web.game.presence import Presence
from cacao_web.game.story import NOTHING as NO_STORY
from cacao_web.game.story import Since, Story, since_own_turn
from cacao_web.ui.i18n import _, isolated

if TYPE_CHECKING:
    from cacao_core.events import Event


@dataclass
class OpenGame:
    """A game that is open on this page."""

    id: str  # name of the saved game
    record: Record  # deal and moves so far
    sitters: tuple[Sitter, ...]  # the player of each seat
    options: Options = USUAL  # how it is played at this device
    about: About = ORDINARY  # other facts about it
    covered: bool = False  # whether the hand is hidden until the next person is ready
    thinking: bool = False  # whether a computer is choosing
    stuck: bool = False  # whether a computer has failed, and the person must say how to go on
    coming: Move | None = None
    """A person's move that will be played automatically: the only sensible one, or one of several
    that were chosen together."""
    looking: int | None = None
    """Number of moves of the earlier position that is shown; None shows the present."""
    variation: tuple[Move, ...] = ()
    """Moves after that position that are shown instead of the played ones."""
    ahead: tuple[Move, ...] = ()
    """Moves of the same variation that come after the shown ones."""
    replaying: bool = False  # whether the positions after it follow automatically
    presenting: bool = False  # whether they do so and the person cannot stop it
    mode: Mode = ORDINARY_MODE  # the answers that differ between kinds of games
    others: Since = NO_STORY  # what the others did since one's own last turn, as far as shown
    dealer: Dealer | None = None
    """Deals the hidden tiles together with other devices; None if a seed does."""
    presence: dict[Seat, Presence] = field(default_factory=dict)
    """The presence of the people of a game with other devices."""
    since: str = ""
    """The time since which a game with others waits (ISO 8601, UTC); empty: unknown."""
    offers_calls: bool = False  # whether to offer to notify the person of their turns
    offers_way_back: bool = False  # whether to offer a link with all seats of this person
    contact: str = ""  # what has happened to a connection; shown until something else happens
    is_told: bool = False  # whether all that this device may tell lies at the relay
    retries: bool = False  # whether that is a relay that the page tries to reach again and again
    applicants: tuple[tuple[str, ...], ...] = ()
    """The people who want to join and wait for an answer: the names at each device."""
    wanted_by: tuple[Seat, ...] = ()  # after the end: who wants a rematch, and has no answer
    answering: bool = False  # whether a connection opens when the other device has its answer
    gone: frozenset[Seat] = frozenset()  # whose device has deleted the game, as the relay says
    silent: bool = False  # whether those for whom it waits have left, or not played for a week
    distant: Move | Cell | None = None
    """The try of somebody at another device: the space, or the placement if they show it."""
    paused: str = ""
    """The reason why nobody decides here for now: the relay is being asked, or another browser
    decides for the seat. Else empty."""
    is_elsewhere: bool = False  # whether another browser of the same seat decides
    unsaved: str = ""
    """The reason why a game with others cannot be saved: nobody can decide, no message leaves.
    Empty if it is saved."""
    remarks: dict[Seat, str] = field(default_factory=dict)
    """For each seat a short remark that is shown now."""
    _position: tuple[Record, Game] | None = field(default=None, init=False, repr=False)
    _past: tuple[Record, int, tuple[Move, ...], Game] | None = field(
        default=None, init=False, repr=False
    )
    _story: Story = field(default_factory=Story, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.sitters = coloured(self.sitters)
        self.record = self.record.renamed([sitter.name for sitter in self.sitters])
        self.covered = self._needs_cover()

    @property
    def game(self) -> Game:
        """The position; read only."""
        if self._position is None or self._position[0] is not self.record:
            dealer = self.dealer if self.dealer and self.dealer.is_loaded else None
            self._position = (self.record, dealer.game() if dealer else self.record.game())
        return self._position[1]

    @property
    def moment(self) -> Moment:
        """The game as it stands, for its mode."""
        return Moment(self.record, self.game)

    @property
    def shown(self) -> Game:
        """The position that is drawn: the present one, or an earlier one."""
        if self.looking is None:
            return self.game
        past, wanted = self._past, (self.looking, self.variation)
        if past is None or past[0] is not self.record or past[1:3] != wanted:
            game = self.record.game(self.looking)
            for move in self.variation:
                game.play(move)
            past = self._past = (self.record, *wanted, game)
        return past[3]

    @property
    def shown_moves(self) -> tuple[Move, ...]:
        """The moves that led to the position that is drawn."""
        return self.record.moves[: self.looking] + self.variation

    @property
    def shown_record(self) -> Record:
        """The game up to the position that is drawn, in a variation with its moves."""
        found = self.record if self.looking is None else self.record.up_to(self.looking)
        for move in self.variation:
            found = found.play(move)
        return found

    @property
    def is_variation(self) -> bool:
        """Whether the position that is drawn was not reached in the game."""
        played = self.record.moves[: len(self.shown_moves)]
        return bool(self.variation) and self.shown_moves != played

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
        return counts or elsewhere or self.is_written

    @property
    def is_written(self) -> bool:
        """Whether it is played with real tiles, and is written down here."""
        return self.about.real and not self.mode.guides

    @property
    def asks_table(self) -> bool:
        """Whether something at a real table comes before the next decision."""
        return False

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """The worker tiles that a seat is offered, as shown."""
        return self.shown.players[seat].hand

    @property
    def actor(self) -> Sitter | None:
        """The player who must decide now."""
        seat = self.game.to_move
        return None if seat is None else self.sitters[seat]

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Seats whose device has to send something before anything can be decided here."""
        return self.dealer.awaited if self.dealer else ()

    @property
    def waited_for(self) -> tuple[Seat, ...]:
        """The seats that the others wait for: the one that decides; else one for each device."""
        if self.dealer is None:
            return ()
        device, seats = self.dealer.device, self.reached_by_link or self.awaited
        if self.is_joining:
            return seats if device.is_host else device.host_seats[:1]
        if self.game.to_move in seats and not device.is_unsure:
            return (self.game.to_move,)
        return self.leaders(seats)

    @property
    def unaware(self) -> tuple[Seat, ...]:
        """After the end: one seat for each device that may not have seen it, nor is connected."""
        if self.dealer is None or not self.dealer.is_loaded or not self.game.is_over:
            return ()
        seats = [seat for seat in self.dealer.unaware if self._presence(seat).needs_link]
        return self.leaders(seats)

    def leaders(self, seats: Collection[Seat]) -> tuple[Seat, ...]:
        """Of some seats one for each device."""
        assert self.dealer is not None, "a game with other devices"
        return tuple(known[0] for known in self.dealer.device.devices if known[0] in seats)

    @property
    def forgetful(self) -> tuple[Seat, ...]:
        """One seat for each device that may have forgotten something, until there is a link."""
        if self.dealer is None or not self.dealer.has_news:
            return ()
        found = [seat for seat in self.dealer.forgetful if self._presence(seat).needs_link]
        return self.leaders(found)

    @property
    def urged(self) -> tuple[Seat, ...]:
        """The same as long as there is no link for them that has the end."""
        return self.unaware if self.dealer and self.dealer.has_news else ()

    @property
    def standing(self) -> Standing | None:
        """The person who has to act in a game with others; None if it is not known or not one."""
        if self.dealer and self.dealer.is_loaded:
            waited_for = self.waited_for
            unsent = waited_for if self.reached_by_link and self.dealer.has_news else ()
            unsent = () if self.game.is_over else tuple(sorted({*unsent, *self.forgetful}))
            return Standing(waited_for, self.urged, unsent)
        return self.dealer.kept if self.dealer else None

    @property
    def is_due(self) -> bool:
        """Whether a game with other devices waits for somebody at this one, as far as is known."""
        standing, turn = self.standing, self.game.to_move
        if standing is None:
            return False
        urgent = standing.unaware or standing.unsent or self.applicants or self.wanted_by
        return bool(urgent) or (not standing.awaited and turn in self.persons)

    @property
    def is_gathering(self) -> bool:
        """Whether people at other devices have to join before it starts."""
        return self.dealer is not None and not self.dealer.has_started

    @property
    def is_joining(self) -> bool:
        """Whether it is not known yet who takes part."""
        return self.dealer is not None and not self.dealer.device.is_full

    @property
    def reached_by_link(self) -> tuple[Seat, ...]:
        """Seats at other devices that must get a link, so that the game goes on."""
        if self.dealer is None:
            return ()
        return tuple(seat for seat in self.awaited if self._presence(seat).needs_link)

    @property
    def is_live(self) -> bool:
        """Whether a device of another person is connected."""
        return any(where.is_live for where in self.presence.values())

    @property
    def is_relayed(self) -> bool:
        """Whether its messages travel by a relay."""
        return self.dealer is not None and self.dealer.relay is not None

    def _presence(self, seat: Seat) -> Presence:
        return self.presence.get(seat, Presence.LINK)

    def deal_fairly(self) -> None:
        """Show what the dealer knows; needed before the game goes on.

        Raises:
            BadLink: what was saved of it is damaged.
        """
        if self.dealer:
            self.dealer.device  # noqa: B018  # is read here, so that damage is found
            self.record = self.dealer.record()
            self.sitters = self.dealer.seated(self.sitters)

    def replayed(self, game: Game, at: int) -> Game:
        """A position that was shown, with the tiles that were drawn since.

        Args:
            game: the position as it was shown.
            at: the number of moves before it.
        """
        return self.dealer.replayed(self.record, at) if self.dealer else game

    def without_blind(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Those of the newest moves of which it is known what they did."""
        return self.dealer.without_blind(moves) if self.dealer else moves

    def known_to(self, seat: Seat) -> Record:
        """The record for a computer: with fair dealing, only what its seat knows."""
        return self.dealer.record_for(seat) if self.dealer else self.record

    @property
    def persons(self) -> list[Seat]:
        """Seats of people at this device; none of a game that others have played."""
        if self.about.watched:
            return []
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.is_person]

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
        """Names of players."""
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
        """Each seat's colour."""
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
        return self._asked and self.coming is None and self.looking is None

    @property
    def _asked(self) -> bool:
        free = not (self.covered or self.held or self.awaited or self.unsaved or self.paused)
        return bool(self.actor and self.actor.is_person and free and not self.asks_table)

    @property
    def held(self) -> bool:
        """Whether nobody decides, because the person is reading."""
        return self.mode.holds(self.moment)

    @property
    def legal(self) -> list[Move]:
        """Legal moves that the person may choose from; none while others decide."""
        return self.game.legal_moves() if self.deciding else []

    @property
    def told(self) -> Sequence[tuple[Event, ...]]:
        """The events of each move."""
        return self._story.of(self.record)

    @property
    def shown_told(self) -> Sequence[tuple[Event, ...]]:
        """The events of each move that led to the position that is drawn."""
        told = self.told[: self.looking]
        if self.variation:
            game = self.record.game(self.looking)
            for move in self.variation:
                told = (*told, game.events(move))
                game.play(move)
        return told

    def tell_others(self) -> None:
        """Update what the others did since the turn of the person who plays, or played last."""
        seat: Seat | None = self.game.turn if self.game.turn in self.persons else None
        if len(self.persons) == 1:
            seat = self.persons[0]
        self.others = since_own_turn(self.record, seat, self._story)

    def _needs_cover(self) -> bool:
        several = len(self.persons) > 1 and self.options.hide_hands
        turn = self.sitters[self.game.turn]
        return several and turn.is_person and self.game.phase is Phase.PLACE
