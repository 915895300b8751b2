"""All that a device knows and keeps, and how it takes in what others send (docs/fair.md)."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core.errors import BadLink
from cacao_core.fair.errors import Cheating, TooLate
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.letters import Gathering, Letter, News
from cacao_core.fair.lobby import Lobby
from cacao_core.fair.merging import Fork, has_own_tag, holds_own, merge, two_versions

MOST_FINDINGS = 8
"""Only the first findings are kept: later ones cannot displace them."""


class Needed(NamedTuple):
    """What others need from a device; it has news for them when this changes.

    Attributes:
        roster: at the host, whether the list of players is complete; elsewhere always true.
        moves: number of moves up to its newest one.
        link: number of its newest link, as the next message shows it.
        end: whether it has seen the end of the game.
    """

    roster: bool
    moves: int
    link: int
    end: bool


class DeviceState:
    """A device's memory.

    Attributes:
        lobby: who takes part, and the secrets.
        ledger: the game, once it has begun.
        fixed: number of moves that cannot be taken back.
        told: what others needed as of the newest message; None before the first.
        cheats: what was found, oldest first.
        asking: numbers of devices that may have forgotten the list of players: restored from an old
            backup, they invite or join again. They are sent it until they show that they have it.
    """

    def __init__(self, lobby: Lobby, ledger: Ledger | None = None) -> None:
        self.lobby, self.ledger = lobby, ledger
        self.fixed = 0
        self.told: Needed | None = None
        self.cheats: tuple[Cheating, ...] = ()
        self.asking: frozenset[int] = frozenset()

    # --- What leaves ---------------------------------------------------------------------------

    def letter(self) -> Letter:
        """The message for all others; this device's decisions in it stand."""
        self.told = self.needed()
        if self.ledger is None:
            return self.lobby.letter()
        self.ledger.close()
        self.fixed = len(self.ledger.course.moves)
        return self.ledger.news(whole=bool(self.asking))

    def needed(self) -> Needed:
        """What others need from this device now."""
        ledger = self.ledger
        if ledger is None:
            return Needed(not self.lobby.is_host, 0, 0, False)
        course, link = ledger.course, ledger.chains[ledger.own].newest
        if course.held is not None and course.closings[-1].decider == ledger.own:
            link = course.segment
        return Needed(
            True, course.last_move_of(ledger.own, len(course.moves)), link, ledger.has_end
        )

    # --- What comes ----------------------------------------------------------------------------

    def receive(self, letter: Letter) -> bool:
        """Take in a message; whether there was something new in it.

        Raises:
            BadLink, Cheating: see ``Device.receive``.
        """
        if letter.token != self.lobby.invitation.token:
            raise BadLink("message: it belongs to another game")
        if isinstance(letter, News):
            return self._receive_news(letter)
        if letter.invitation != self.lobby.invitation:
            raise BadLink("invitation: it is forged; it belongs to this game but differs")
        if self.ledger is not None:
            return self._is_asked(letter, self.ledger)
        is_new = self.lobby.take(letter)
        roster = self.lobby.roster() if self.lobby.is_host else None
        if roster is not None:
            self.ledger = Ledger(roster, roster.host, self.lobby.secrets)
        return is_new

    def _is_asked(self, letter: Gathering, ledger: Ledger) -> bool:
        """Whether the sender needs the list of players again, and this was not known.

        Raises:
            TooLate: the sender takes no part.
        """
        device = ledger.roster.owners[letter.sender]
        party = ledger.roster.parties[device]
        if letter.is_join and party not in letter.joins:
            state = "is over" if ledger.course.is_over else "has begun without it"
            raise TooLate(f"message: it comes too late to join; the game {state}")
        if ledger.course.is_over or device in (ledger.own, *self.asking):
            return False
        self.asking |= {device}
        return True

    def _receive_news(self, news: News) -> bool:
        known = self.ledger
        try:
            ledger, found = self._with(news)
        except Cheating as cheating:
            if known is not None and news.sender == known.own:
                reason = f"message: it is forged, in the name of this device; {cheating.reason}"
                raise BadLink(reason) from None
            self._note(cheating)
            raise
        if known is None or ledger.course.moves != known.course.moves:
            self.fixed = len(ledger.course.moves)
        self.ledger = ledger
        self.asking -= {news.sender}
        for wrong in found:
            self._note(wrong)
        return known is None or _contents(ledger) != _contents(known)

    def _with(self, news: News) -> tuple[Ledger, list[Cheating]]:
        """The game with a message taken in, and what was found; this memory is unchanged."""
        known = self.ledger
        if known is None:
            return self._first(news)
        ledger = known.copy()
        try:
            return ledger, merge(ledger, news)
        except Fork as fork:
            return self._other_version(known, news, fork.at)

    def _first(self, news: News) -> tuple[Ledger, list[Cheating]]:
        """The game from its first message."""
        ledger = self.lobby.ledger_from(news)
        found = merge(ledger, news)
        if self.lobby.is_host and not has_own_tag(ledger, news, 0):
            # Only a host that was restored from an old backup has not started the game itself.
            raise BadLink("message: it starts the game in the name of this device")
        return ledger, found

    def _other_version(self, known: Ledger, news: News, at: int) -> tuple[Ledger, list[Cheating]]:
        """Another version of the game: adopt it if this device made it, else say who did.

        A device that was restored from an old backup has forgotten what it sent; what the others
        accepted first stands.
        """
        other = Ledger(known.roster, known.own, known.secrets)
        found = merge(other, news, is_mine=False)
        # A link that this device has shown is out, even if a message has only an older one.
        shown = known.chains[known.own]
        other.chains[known.own].show(shown.newest, shown[shown.newest])
        decider = known.roster.owners[known.course.deciders[at]]
        if decider == known.own and has_own_tag(other, news, at + 1) and holds_own(other):
            return other, found
        raise two_versions(known, news.sender, at)

    def _note(self, cheating: Cheating) -> None:
        if str(cheating) not in map(str, self.cheats):
            self.cheats = (*self.cheats, cheating)[:MOST_FINDINGS]


def _contents(ledger: Ledger) -> object:
    """What a message can change."""
    newest = [chain.newest for chain in ledger.chains]
    return len(ledger.course.moves), newest, ledger.tags, ledger.privates
