"""All that a device knows and keeps, and how it takes in what others send (docs/fair.md)."""

from __future__ import annotations

import secrets
from copy import copy
from typing import NamedTuple

from cacao_core.errors import BadLink
from cacao_core.fair.agreements.statements import QUESTION, SignedCourse
from cacao_core.fair.agreements.successions import (
    has_let_go,
    is_bound,
    successor_of,
    take_claim,
    take_over,
)
from cacao_core.fair.agreements.wishes import Wanted, Wish
from cacao_core.fair.errors import Cheating, TooLate
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.lobby import Lobby
from cacao_core.fair.merging import Fork, decided_twice, merge
from cacao_core.fair.messages.letters import ROSTER_CHECK, Asking, Gathering, Letter, News
from cacao_core.fair.table import Roster

MOST_FINDINGS = 8
"""Only the first findings are kept, and the one that ends the game."""


class Needed(NamedTuple):
    """The parts of a device that others need; it has news for them when this changes."""

    roster: bool
    """At the host, whether the list of players is complete; elsewhere always true."""
    moves: int
    """Number of moves up to this device's newest one."""
    link: int
    """One more than the number of its newest link, as the next message shows it."""
    end: bool
    """Whether it has seen the end of the game, and others wait for that."""
    proof: bool
    """Whether it has a proof that ends the game."""


class DeviceState:
    """A device's memory."""

    def __init__(self, lobby: Lobby, ledger: Ledger | None = None) -> None:
        self.lobby = lobby
        """The participants, and the secrets."""
        self.ledger = ledger
        """The game, once the list of players is known."""
        self.fixed = 0
        """Number of moves that cannot be taken back."""
        self.told: Needed | None = None
        """The needs of others as of the newest message; None before the first."""
        self.cheats: tuple[Cheating, ...] = ()
        """The findings, oldest first."""
        self.asking: frozenset[int] = frozenset()
        """Numbers of devices that need everything again, until they have signed something newer.

        Anybody can ask in the name of any device, because nobody signs that."""
        self.forgetful: frozenset[int] = frozenset()
        """Those whose signatures show that an older state was restored, or may be: a message of
        this device helps them."""
        self.question = b""
        """The question to the others if it may have forgotten something; else empty.

        It decides and signs nothing new until all of them have answered."""

    @property
    def is_unsure(self) -> bool:
        """Whether this device may have forgotten something in a game that has begun."""
        return bool(self.question) and self.ledger is not None

    def doubt(self, afresh: bool = True) -> None:
        """This device may have forgotten something; answers of the past do not count if afresh."""
        if afresh or not self.question:
            self.question = secrets.token_bytes(QUESTION)

    @property
    def is_silent(self) -> bool:
        """Whether this device signs nothing more: the game was ended, or it has left it.

        Its seats may also have passed on.
        """
        ledger = self.ledger
        if ledger is None:
            return False
        own = ledger.standing_wish
        has_left = ledger.has_passed_on or (own is not None and own.leaves)
        return has_left or ledger.ended_at is not None

    def wish(self, wanted: Wanted | None, claim: bytes = b"") -> None:
        """Sign what this device wants in a game that does not go on; None to play on.

        With ``give``, the hash of the claim of the new device.
        """
        ledger = self.ledger
        assert ledger is not None  # noqa: S101  # it has begun
        ledger = self.ledger = self._standing(ledger).copy()
        wish = None if wanted is None else Wish(*ledger.stage, wanted, claim)
        ledger.wish(wish, self.question)
        self._take_over(ledger)
        self.fixed, self.told = len(ledger.course.moves), None

    def _take_over(self, ledger: Ledger) -> bool:
        """Whether seats pass on to this device, because all have agreed."""
        return not self.question and ledger.ended_at is None and take_over(ledger)

    # --- What leaves ---------------------------------------------------------------------------

    def letter(self, whole: bool = False) -> Gathering | News:
        """The message for all others; this device's decisions in it stand.

        If ``whole``, the list of players is in it in any case.
        """
        self.told = self.needed()
        self.forgetful &= self.asking
        if self.ledger is None:
            return self.lobby.letter()
        if self.question and not self.is_silent:
            self.ledger.ask(self.question)
        elif not self.is_silent:
            self.ledger.sign()
            self.fixed = len(self.ledger.course.moves)
        return self._standing(self.ledger).news(whole or bool(self.asking & self.ledger.live))

    def _standing(self, ledger: Ledger) -> Ledger:
        """The game without decisions that can be taken back, if this device may not sign them."""
        if not self.question or len(ledger.course.moves) <= self.fixed:
            return ledger
        ledger = ledger.copy()
        while len(ledger.course.moves) > self.fixed:
            ledger.course.take_back()
        return ledger

    @property
    def has_news(self) -> bool:
        """Whether others need something that no message has had yet."""
        if self.ledger is None:
            return self.told != self.needed()
        if self.ledger.watches:
            return False
        if self.is_silent:
            return self.told is None
        statement = self.ledger.said
        asks = self.question not in (b"", statement.question if statement else b"")
        return asks or self.ledger.owes_answer or self.told != self.needed()

    def needed(self) -> Needed:
        """The parts of this device that others need now, besides its questions and answers."""
        if self.ledger is None:
            return Needed(not self.lobby.is_host, 0, 0, False, False)
        ledger = self._standing(self.ledger)
        if ledger.watches:
            return Needed(True, 0, 0, False, False)
        course, link = ledger.course, ledger.chains[ledger.own].newest
        link = course.closed_by(ledger.own) or link
        moves = course.last_move_of(ledger.own, len(course.moves))
        return Needed(True, moves, link + 1, ledger.has_end, ledger.other is not None)

    # --- What comes ----------------------------------------------------------------------------

    def receive(self, letter: Letter) -> bool:
        """Take in a message; whether there was something new in it.

        All of it is taken in, or nothing: then only a finding is kept.

        Raises:
            BadLink, Cheating: see ``Device.receive``.
        """
        trial = copy(self)
        trial.lobby = copy(self.lobby)
        try:
            is_new = trial._taken(letter)
        except Cheating as cheating:
            self._note(cheating)
            raise
        vars(self).update(vars(trial))
        return is_new

    def _taken(self, letter: Letter) -> bool:
        """The same, which leaves a part of it behind when it fails."""
        if letter.token != self.lobby.invitation.token:
            raise BadLink("message: it belongs to another game")
        if isinstance(letter, Asking):
            return self._take_claim(letter)
        if isinstance(letter, News):
            is_new = self._take(letter)
            assert self.ledger is not None  # noqa: S101  # it has begun
            is_new |= self._hear_doubts(letter.course, self.ledger)
            if self.question and not self.ledger.silent_about(self.question):
                self.question = b""
            return is_new
        if letter.invitation != self.lobby.invitation:
            raise BadLink("invitation: it is forged; it belongs to this game but differs")
        if self.ledger is not None:
            return self._is_asked(letter, self.ledger)
        is_new = self.lobby.take(letter)
        self.ledger = self.lobby.ledger()
        return is_new

    def _take_claim(self, letter: Asking) -> bool:
        """Take in that a new device asks for seats; whether this was not known."""
        ledger = self.ledger
        if ledger is None or letter.check != ledger.roster.hash[:ROSTER_CHECK]:
            raise BadLink("message: it belongs to another list of players")
        self.ledger = ledger.copy()
        return take_claim(self.ledger, letter.claim)

    def _is_asked(self, letter: Gathering, ledger: Ledger) -> bool:
        """Whether a device needs the list of players again, and this was not known.

        Raises:
            TooLate: the sender takes no part.
        """
        device = ledger.roster.owners[letter.sender]
        party = ledger.roster.parties[device]
        if letter.is_join and party not in letter.joins:
            state = "is over" if ledger.course.is_over else "has begun without it"
            raise TooLate(f"message: it comes too late to join; the game {state}")
        return self._needs_all(device)

    def _needs_all(self, device: int) -> bool:
        """A device needs everything again; whether this was not known."""
        ledger = self.ledger
        assert ledger is not None  # noqa: S101  # it has begun
        if device in (ledger.own, *self.asking):
            return False
        self.asking |= {device}
        self.told = None
        return True

    def _take(self, news: News) -> bool:
        """Take in a message of a running game; whether it has changed anything."""
        before = self.ledger
        if before is None:
            self.ledger = self.lobby.ledger_from(news)
        else:
            self._check_roster(before, news)
        is_new = self._take_course(news.course) or before is None
        if news.other is not None:
            is_new |= self._take_course(news.other)
        return is_new

    def _hear_doubts(self, course: SignedCourse, ledger: Ledger) -> bool:
        """Whether somebody asks and has no answer of this device, and this was not known.

        Perhaps the answer was in a message to somebody else.
        """
        if ledger.watches:
            return False
        own, heard = ledger.said, course.statements[ledger.own]
        asking = {
            device
            for device in ledger.others
            if course.statements[device] == ledger.statements[device]
            and (answer := ledger.answer_to(device))
            and (heard != own or not own or own.answer_to(device) != answer)
        }
        is_new = not asking <= self.forgetful
        if is_new:
            self.forgetful |= asking
            self.told = None
        return is_new

    def _check_roster(self, ledger: Ledger, news: News) -> None:
        roster = ledger.roster
        other = Roster(roster.invitation, *news.roster) if news.roster else roster
        if news.check != other.hash[:ROSTER_CHECK] or other.hash != roster.hash:
            if other.hash != roster.hash and other.is_signed and roster.host != ledger.own:
                reason = "made two lists of players; this also happens with a restored state"
                raise ledger.cheating(reason, roster.host, 0, "twice")
            raise BadLink("message: it belongs to another list of players")

    def _take_course(self, course: SignedCourse) -> bool:
        """Take in a course of the game; whether it has changed anything."""
        own = self.ledger
        assert own is not None  # noqa: S101  # it has begun
        ledger = own.copy()
        try:
            merge(ledger, course)
        except Fork as fork:
            return self._take_other(own, course, fork.at)
        if _is_bound(own, ledger):
            return False
        end = ledger.ended_at
        if end is not None and not self._ends(own, ledger, end, course.count):
            return False
        if ledger.plays and ledger.said != own.said:
            self.doubt(afresh=False)  # it has said this, and has forgotten it
        self._take_over(ledger)
        is_new = _contents(ledger) != _contents(own)
        newer = {d for d in self.asking if ledger.statements[d] != own.statements[d]}
        self.asking -= newer
        self.forgetful -= newer
        if ledger.course.moves != own.course.moves:
            self.fixed = len(ledger.course.moves)
        self.fixed = max(self.fixed, ledger.said.count if ledger.said else 0)
        self.ledger = ledger
        return is_new

    def _ends(self, own: Ledger, ledger: Ledger, end: int, heard: int) -> bool:
        """Whether there is anything new in a game that was ended after a number of moves.

        Decisions after that count no more. Those of this device that nobody has seen are dropped.
        """
        if own.ended_at == end and len(ledger.course.moves) > len(own.course.moves):
            return False
        while len(ledger.course.moves) > max(end, self.fixed, heard):
            ledger.course.take_back()
        return True

    def _take_other(self, ledger: Ledger, course: SignedCourse, at: int) -> bool:
        """Another course of the game: whoever decided where it first differs has signed both.

        With two devices, the one that did not decide there has seen one course first, and that one
        stands. With more, the game ends with the proof.
        """
        other = Ledger(ledger.roster, ledger.first_own, ledger.secrets)
        try:
            merge(other, course)
        except Fork:
            raise BadLink("message: seats pass on in it, and the draws do not fit") from None
        if ledger.other is not None:
            return False
        if at in {*ledger.course.passed, *other.course.passed}:
            return self._take_succession(ledger, other, course, at)
        author = ledger.course.authors[at]
        if author == ledger.own and self.fixed <= at:  # nobody has seen the decisions from here
            return self._adopt(other)
        if len(ledger.devices) == 2:
            reader = 1 - author
            if reader == ledger.own:
                self.forgetful |= {author}
                return self._needs_all(author)
            return other.covers(reader) > at and self._adopt(other)
        return self._close(ledger, course, decided_twice(ledger, at))

    def _close(self, ledger: Ledger, course: SignedCourse, cheating: Cheating) -> bool:
        """The game ends with the proof."""
        self.ledger = ledger.copy()
        self.ledger.other = course
        self.cheats = (*self.cheats[: MOST_FINDINGS - 1], cheating)
        return True

    def _take_succession(
        self, ledger: Ledger, other: Ledger, course: SignedCourse, at: int
    ) -> bool:
        """Seats have passed on in one of two courses: that one stands.

        The successor has signed both if it has gone on in the other one.
        """
        drawing = [one for one in ledger.successions if one.at == at and one.draws]
        is_known = at in ledger.course.passed and (drawing or at not in other.course.passed)
        first, second = (ledger, other) if is_known else (other, ledger)
        if has_let_go(first, at, second):
            return self._close(ledger, course, decided_twice(first, at))
        if first is other:
            return self._adopt(other)
        device = first.course.passed[at]
        self.forgetful |= {device}
        return self._needs_all(device)

    def _adopt(self, other: Ledger) -> bool:
        """This device has forgotten decisions of its own, and takes them over again."""
        self.ledger, self.fixed = other, len(other.course.moves)
        if other.plays:
            self.doubt(afresh=False)
        return True

    def _note(self, cheating: Cheating) -> None:
        if str(cheating) not in map(str, self.cheats):
            self.cheats = (*self.cheats, cheating)[:MOST_FINDINGS]


def _is_bound(own: Ledger, ledger: Ledger) -> bool:
    """Whether a device that has agreed to pass seats on must not go on in another way yet.

    The successor may have taken them over. Once it signs something else, it has not.
    """
    device, wish = own.course.blocking, own.standing_wish
    if wish is None or device is None or not is_bound(own):
        return False
    successor = successor_of(own, device)
    if ledger.stage == own.stage or wish.at in ledger.course.passed or successor == own.own:
        return False
    return successor in ledger.live and ledger.wish_of(successor) == wish


def _contents(ledger: Ledger) -> object:
    """The part of a ledger that a message can change."""
    newest = [chain.newest for chain in ledger.chains]
    return len(ledger.course.moves), newest, ledger.statements, ledger.claims
