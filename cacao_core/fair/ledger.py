"""A device's knowledge of a running game, and its messages to the others (docs/fair.md)."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from cacao_core.fair import hashes
from cacao_core.fair.agreements.claims import Claim
from cacao_core.fair.agreements.statements import SERIALS, SignedCourse, Statement, Succession
from cacao_core.fair.agreements.wishes import Wish, wish_in
from cacao_core.fair.dealing.course import Course
from cacao_core.fair.errors import Cheating, Finding
from cacao_core.fair.hashes import Chain, Secrets
from cacao_core.fair.messages.digits import Writer
from cacao_core.fair.messages.letters import ROSTER_CHECK, News
from cacao_core.fair.signatures import is_signed
from cacao_core.fair.table import Roster
from cacao_core.moves import Move
from cacao_core.tiles import Seat


class Ledger:
    """A running game, as one device knows it."""

    def __init__(self, roster: Roster, own: int, secrets: Secrets) -> None:
        self.roster = roster
        self.own = self.first_own = own
        """Number of this device now, and at first; one more than the last of those that play, if it
        watches."""
        self.secrets = secrets
        self.course = Course(roster)
        self.parties = roster.parties
        """The devices that play now: one of the list may have given way to a new device."""
        self.chains = [Chain(party.key, [party.root]) for party in roster.parties]
        """For each device its links, as far as they were shown."""
        self.statements: list[Statement | None] = [None] * len(roster.parties)
        """For each device its newest statement; this device's as it has left."""
        self.other: SignedCourse | None = None
        """Another course of the game, whose first difference is signed by the same device."""
        self.successions: tuple[Succession, ...] = ()
        """The agreements about seats that have passed on, in their order."""
        self.claims: tuple[Claim, ...] = ()
        """Those of new devices to lost seats, the newest last; nobody has to agree to them."""

    def copy(self) -> Ledger:
        """An independent copy."""
        twin = copy(self)
        twin.course, twin.statements = self.course.copy(), self.statements.copy()
        twin.chains = [chain.copy() for chain in self.chains]
        return twin

    # --- What is so ----------------------------------------------------------------------------

    @property
    def devices(self) -> range:
        """The numbers of all devices."""
        return range(len(self.roster.parties))

    @property
    def live(self) -> set[int]:
        """The numbers of the devices that have seats now: those that have not passed on."""
        return set(self.course.owners)

    @property
    def others(self) -> list[int]:
        """The numbers of the other devices that have seats now."""
        return sorted(self.live - {self.own})

    @property
    def plays(self) -> bool:
        """Whether this device has a seat now; else it watches."""
        return self.own in self.live

    @property
    def has_passed_on(self) -> bool:
        """Whether this device had a seat, which has passed on, or was given to a new device."""
        given = (one.claim for one in self.successions if one.claim)
        had = self.first_own in self.devices or any(c.key == self.secrets.key for c in given)
        return had and not self.plays

    @property
    def watches(self) -> bool:
        """Whether this device has no number: it never had a seat, or a new device has it."""
        return self.own not in self.devices

    @property
    def said(self) -> Statement | None:
        """The newest statement of this device, as it has left."""
        return self.statements[self.own] if self.plays else None

    def seats_of(self, device: int) -> tuple[Seat, ...]:
        """The seats that a device had first."""
        return self.roster.parties[device].seats

    def covers(self, device: int) -> int:
        """The number of moves that a device has signed."""
        statement = self.statements[device]
        return statement.count if statement else 0

    def has_signed(self, device: int, at: int) -> bool:
        """Whether a device, or the lost one in whose place it is, has signed the move at an index.

        A lost device has done so in the statement that stands in the agreement.
        """
        given = (
            one
            for one in self.successions
            if one.claim and one.claim.device == device and one.at > at
        )
        first = next(given, None)
        last = first.statements[device] if first else self.statements[device]
        return last is not None and last.count > at

    def since(self, device: int) -> int:
        """The number of moves since which a device plays; 0 if it stands in the list of players."""
        return self.course.given.get(device, 0)

    def cheating(
        self,
        reason: str,
        device: int,
        count: int,
        kind: Finding,
        seat: Seat | None = None,
    ) -> Cheating:
        """The error about what a device has signed.

        Args:
            reason: what no device signs that follows the protocol.
            count: number of moves up to the turn that it concerns.
            kind: of the finding.
            seat: of the device; its lowest, if None.
        """
        first = self.seats_of(device)[0] if seat is None else seat
        sentence = f"{self.roster.names[first]}: {reason}"
        return Cheating(sentence, first, self.course.turn_of(count - 1), kind)

    def private_of(self, seat: Seat) -> bytes | None:
        """The private value that determines a seat's draws, if this device may use it.

        That of a seat that has passed on is public, but only its successor looks before the end.
        """
        if value := self.course.open_values.get(seat):
            is_open = self.course.is_over or self.course.owners[seat] == self.own
            return value if is_open else None
        owner = self.roster.owners[seat]
        statement = self.statements[owner]
        if owner == self.own:
            return self.secrets.private
        return statement.private if statement else None

    @property
    def has_end(self) -> bool:
        """Whether all sign the end; two devices have nobody to whom another end was told."""
        return self.course.is_over and len(self.live) > 2

    @property
    def is_verified(self) -> bool:
        """Whether the game is over, and everything was shown and checked."""
        return self.course.is_over and not self.awaited and self.other is None

    @property
    def awaited(self) -> set[int]:
        """The numbers of the devices that have to send something before this one can go on."""
        course, number = self.course, self.course.segment
        if self.other is not None:
            return set()
        if course.drawing:
            return {d for d in course.drawing if self.chains[d].newest < number} - {self.own}
        if not course.is_over:
            assert course.game.to_move is not None  # noqa: S101  # it is not over
            return {course.owners[course.game.to_move]} - {self.own}
        return {other for other in self.others if self._owes_at_end(other)}

    def _owes_at_end(self, device: int) -> bool:
        if self.private_of(self.seats_of(device)[0]) is None:
            return True
        return self.has_end and self.covers(device) < len(self.course.moves)

    # --- What happens --------------------------------------------------------------------------

    def advance(self) -> None:
        """Do everything that follows from what is known: draw, and show links that are due."""
        course = self.course
        while course.drawing:
            number = course.segment
            if self._is_due(number):
                self.show_own(number)
            shown = [self.chains[device] for device in course.drawing]
            if any(chain.newest < number for chain in shown):
                return
            before = course.beacons[-1:]
            links = [chain[number] for chain in shown]
            course.settle(hashes.beacon(self.roster.hash, number, *before, *links))

    def _is_due(self, number: int) -> bool:
        """Whether this device has to show a link of the draw without deciding anything."""
        closing = self.course.due
        if closing is None or not self.plays:
            return self.plays
        return closing.second == self.own and self.chains[closing.decider].newest >= number

    def show_own(self, number: int) -> None:
        """Show a link of this device."""
        self.chains[self.own].show(number, self.secrets.links[number])

    def play(self, move: Move) -> None:
        """A decision of a seat of this device."""
        self.course.play(move)

    # --- What is signed ------------------------------------------------------------------------

    def sign(self) -> None:
        """This device's decisions are about to leave: show the link that they need, and sign."""
        self._say(self._newest(), b"", self.standing_wish)

    def _newest(self) -> Statement:
        """The statement of this device now, not signed yet."""
        course = self.course
        if (link := course.closed_by(self.own)) is not None:
            self.show_own(link)
        count = len(course.moves)
        number = min(self.chains[self.own].newest, course.newest_link(count))
        private = self.secrets.private if course.has_finished(self.own, count) else None
        return Statement(count, number, self.secrets.links[number], private)

    def ask(self, question: bytes) -> None:
        """Sign nothing new, but say once more what was said, with a question."""
        self._say(self._said(), question, self.standing_wish)

    def _said(self) -> Statement:
        """The last statement of this device, without questions and answers."""
        known = self.said
        latest = known or Statement(self.since(self.own), 0, self.secrets.links[0], None)
        return Statement(latest.count, latest.link, latest.value, latest.private)

    def wish(self, wish: Wish | None, question: bytes) -> None:
        """Sign that this device wants to end the game, has left it, or plays on.

        Args:
            wish: which of these; None to play on.
            question: what it asks because it may have forgotten something; then it says only that.
        """
        self._say(self._said() if question else self._newest(), question, wish)

    @property
    def stage(self) -> tuple[int, bool]:
        """The stage of the game: the number of moves, and whether a draw is awaited then."""
        return len(self.course.moves), bool(self.course.drawing)

    @property
    def standing_wish(self) -> Wish | None:
        """The wish of this device, unless the game has gone on since."""
        wish = self.wish_of(self.own) if self.plays else None
        return wish if wish and (wish.leaves or wish[:2] == self.stage) else None

    def wish_of(self, device: int) -> Wish | None:
        """The wish in a device's newest statement; None if it plays."""
        claims = [claim.hash(self.roster.hash) for claim in self.claims]
        return wish_in(self.statements[device], device, self.course.hashes, claims)

    @property
    def ended_at(self) -> int | None:
        """The number of moves after which the devices have ended the game; None if it goes on.

        One of two devices ends it alone. Of more, all must agree but those for which it waits:
        these are known to everybody, so nobody is called silent by one device alone.
        """
        live = self.live
        wishes = {device: self.wish_of(device) for device in live}
        made = {device: wish for device, wish in wishes.items() if wish}
        left = {device for device, wish in made.items() if wish.leaves}
        ending = [wish for wish in made.values() if not wish.passes]
        if ending and (len(live) == 2 or len(left) >= len(live) - 1):
            return max(wish.at for wish in ending)
        for count, draws in {wish[:2] for wish in made.values() if wish.wanted == "over"}:
            agreed = left | {d for d, wish in made.items() if wish[:2] == (count, draws)}
            if self._waits_only_for(live - agreed, count, draws):
                return count
        return None

    def _waits_only_for(self, others: set[int], count: int, draws: bool) -> bool:
        """Whether the game waited for no devices but some, after a number of moves."""
        course = self.course
        if draws and not count:
            shown = [device for device in others if self.chains[device].newest >= 0]
            return len(others) == 1 or not shown
        if draws:
            return any(c.at == count and others <= {c.second} for c in course.closings)
        if count < len(course.moves):
            return others <= {course.passed.get(count, course.authors[count])}
        turn = course.game.to_move
        return turn is not None and not course.drawing and others <= {course.owners[turn]}

    def _say(self, statement: Statement, question: bytes, wish: Wish | None) -> None:
        """Sign a statement, with answers to all who ask, unless that was said before."""
        latest = self.said
        answers = [self.answer_to(device) for device in self.devices]
        if wish:
            answers[self.own] = wish.value(self.course.hashes[wish.at])
        statement = replace(
            statement, question=question, answers=tuple(answers) if any(answers) else ()
        )
        if latest and latest.standing == statement.standing:
            owes = any(a and a != latest.answer_to(d) for d, a in enumerate(answers))
            owes |= latest.answer_to(self.own) != answers[self.own]
            is_said = not owes and question in (b"", latest.question)
            if is_said or latest.serial == SERIALS - 1:
                return
            statement = replace(statement, serial=latest.serial + 1)
        signature = self.secrets.sign("statement", *self._fields(statement, self.own))
        self.statements[self.own] = replace(statement, signature=signature)

    # --- What is asked -------------------------------------------------------------------------

    def answer_to(self, device: int) -> bytes:
        """The answer to the question of another device, if it asks; else empty."""
        statement = self.statements[device]
        if device == self.own or statement is None or not statement.question:
            return b""
        return statement.answered(self.course.hashes[statement.count], statement.question)

    @property
    def owes_answer(self) -> bool:
        """Whether this device has to answer another one, or to say that the game goes on."""
        latest = self.said
        agreed = any(one.statements[self.own] == latest for one in self.successions)
        if latest and latest.answer_to(self.own) and not (self.standing_wish or agreed):
            return True
        given = [latest.answer_to(d) if latest else b"" for d in self.devices]
        return any(self.answer_to(d) not in (b"", given[d]) for d in self.devices)

    def silent_about(self, question: bytes) -> set[int]:
        """The numbers of the devices that have not answered a question of this one."""
        latest = self.said
        if latest is None or latest.question != question:
            return set(self.others)
        expected = latest.answered(self.course.hashes[latest.count], question)
        statements = ((device, self.statements[device]) for device in self.others)
        return {d for d, one in statements if one is None or one.answer_to(self.own) != expected}

    def is_signed(self, statement: Statement, device: int) -> bool:
        """Whether a device has signed a statement about the moves that are known here."""
        key = self.parties[device].key
        signed = hashes.digest("statement", *self._fields(statement, device))
        return is_signed(key, signed, statement.signature)

    def _fields(self, statement: Statement, device: int) -> tuple[bytes | int, ...]:
        history = self.course.hashes[statement.count]
        game = self.roster.invitation.game
        return statement.fields(game, self.roster.hash, device, history)

    # --- What is told --------------------------------------------------------------------------

    def news(self, whole: bool = False, kept: bool = False) -> News:
        """All that the others may know.

        Args:
            whole: whether the list of players is in it in any case.
            kept: whether it is for this device itself: then all claims are in it.
        """
        roster = self.roster
        lacks = any(statement is None for statement in self.statements)
        return News(
            token=roster.invitation.token,
            check=roster.hash[:ROSTER_CHECK],
            course=self.signed_course(kept),
            roster=(roster.parties, roster.signature) if whole or lacks else None,
            other=self.other,
        )

    def signed_course(self, kept: bool = False) -> SignedCourse:
        """The course of the game as this device knows it, see :meth:`news`."""
        writer = Writer()
        for index, radix in self.course.digits:
            writer.put(index, radix)
        count = len(self.course.moves)
        claims = self.claims if kept else self._wanted_claims()
        return SignedCourse(
            tuple(self.statements), count, writer.number(), self.successions, claims
        )

    def _wanted_claims(self) -> tuple[Claim, ...]:
        """The claims to which a device has agreed: without them, nobody could read its wish."""
        wishes = [self.wish_of(device) for device in self.live] if self.claims else []
        wanted = {wish.claim for wish in wishes if wish}
        return tuple(one for one in self.claims if one.hash(self.roster.hash) in wanted)
