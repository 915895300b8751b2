"""Another game of the same people by the same relay: somebody asks, the others answer with a tap.

What they say lies where the finished game has its topics, with a signature of that game: so it is
known who asks, and nobody has to be let in (docs/relay.md, "Rematch").
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from cacao_core import BadLink, CacaoError, Deal
from cacao_core.fair import RelayKeys
from cacao_core.tiles import Seat
from cacao_web.features.together import model
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.joining.opening import JoinOpening
from cacao_web.features.together.joining.parts import JoinParts
from cacao_web.features.together.model import dealer
from cacao_web.features.together.relay import links
from cacao_web.features.together.relay.relayed import relay_of
from cacao_web.game.dealer import Relay
from cacao_web.game.matches.rounds import goes_on
from cacao_web.game.options import Options
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.game.texts import people

_DECLINED: Final = "declined"
"""The slot of the invitations that somebody here has declined."""
_MOST_DECLINED: Final = 20
_ROLE: Final = "next"
"""For which use a device of the finished game signs, see ``Device.prove``."""
_JOINS: Final = "j="


class Rematch:
    """Asks for other games, and answers.

    Args:
        opening: joins games.
    """

    def __init__(self, parts: JoinParts, opening: JoinOpening) -> None:
        self._shell, self._shared_games, _outbox, self._beginning, self._events = parts
        self._games = parts.shell.games
        self._saves = parts.shell.games.saves
        self._opening = opening
        self._calls: dict[str, dict[Seat, str]] = {}  # by token of a finished game: who asks, and K
        self._welcome: dict[str, set[bytes]] = {}  # by the same token: the keys of those who join

    def wanted(self, token: str) -> tuple[Seat, ...]:
        """The seats that want a rematch after a game and have no answer; by its token."""
        return tuple(self._open(token))

    def _open(self, token: str) -> dict[Seat, str]:
        """The invitations without an answer, by who has made them."""
        calls = self._calls.get(token)
        if not calls:
            return {}
        declined = {*self._saves.kept(_DECLINED).split()}
        relays = (relay_of(saved.session) for saved in self._saves.dealt())
        declined |= {relay.key for relay in relays if relay}
        return {seat: key for seat, key in sorted(calls.items()) if key not in declined}

    # --- Asking ----------------------------------------------------------------------------------

    def begin(
        self,
        old: Session,
        players: tuple[Sitter, ...],
        deal: Deal,
        options: Options,
        before: tuple[str, ...] | None = None,
    ) -> bool:
        """Ask for another game, or answer whoever has asked already.

        Returns:
            False if it is no game by a relay, or not over, or this page cannot use relays.
        """
        relay = relay_of(old)
        if relay is None or not (_is_done(old) and self._shared_games.support.relays.is_possible):
            return False
        token = dealer(old).token
        if self._open(token):
            self._shell.tasks.run(self.accept(old))
        elif own := self._asked(token):
            self._games.resume(own.id)
        else:
            late = dealer(old).is_late
            device = model.hosted(players, deal, before=before, late=late)
            salt = device.relay_salt or b""
            key = device.relay_keys(salt).text
            again = Relay(relay.address, key, salt.hex(), former=token)
            self._beginning.enter(device, players, options, again)
        return True

    def _asked(self, token: str) -> Session | None:
        """The game to which this device has invited the people of another one, while it waits."""
        for saved in self._saves.dealt():
            session = saved.session
            is_asked = dealer(session).former == token
            if is_asked and dealer(session).is_host and dealer(session).is_gathering:
                return session
        return None

    def goes_on(self, token: str) -> bool:
        """Whether this device has a game of the people of another one: it says so there."""
        return any(dealer(saved.session).former == token for saved in self._saves.dealt())

    def lies(self, session: Session) -> None:
        """The invitation to a game lies at the relay: whose people play it again are asked."""
        relay = relay_of(session)
        if relay and relay.former and dealer(session).is_host and session.mode.is_joining:
            self._shell.tasks.run(self._say(relay.former, links.invitation(relay.key, "")))

    async def _say(self, token: str, text: str) -> None:
        """Put something where the others of a finished game read it, signed."""
        id = model.saved_as(token)
        if not self._saves.text(id):
            return
        await self._shared_games.hear(id, stays=True)
        old = self._finished(token)
        if old is not None:
            proof = dealer(old).device.prove(_ROLE, text.encode(), b"")
            self._shared_games.of(old).tell(Carrier.call, f"{text}&p={proof}")

    def _finished(self, token: str) -> Session | None:
        """A game that is over, on the page or saved."""
        session = self._games.session
        try:
            if session is None or not model.is_dealt(session, token):
                session = self._saves.load(model.saved_as(token)).session
        except CacaoError:
            return None
        return session if _is_done(session) else None

    # --- Hearing ---------------------------------------------------------------------------------

    def heard(self, token: str, text: str) -> None:
        """Something lies where somebody of a game, perhaps of a finished one, has its topics."""
        body, _mark, proof = text.rpartition("&p=")
        old = self._finished(token)
        if old is None:
            return
        seats = dealer(old).device.proved_by(proof, _ROLE, body.encode(), b"")
        if seats and links.is_link(body):
            self._called(old, seats, links.read(body).key)
        elif seats and body.startswith(_JOINS):
            self._joins(token, body.removeprefix(_JOINS))

    def _called(self, old: Session, seats: tuple[Seat, ...], key: str) -> None:
        token = dealer(old).token
        try:
            RelayKeys.from_text(key)
        except BadLink:
            return
        own, mine = self._asked(token), dealer(old).device.seats
        if own and mine < seats:
            return  # both have asked, and the first of them in the order of seats is answered
        self._calls.setdefault(token, {})[seats[0]] = key
        if own:
            self._shell.tasks.run(self._give_way(old, own))
        elif seats[0] in self._open(token):
            self.mark(old)
            by, in_match, begun = old.said(seats[:1]), goes_on(old), old.reach.next_begun
            text = people.wanting_rematch(by, in_match)
            if old.is_watching:
                text = people.watching_rematch(by, in_match, begun)
            self._events.wanted(old, text)

    async def _give_way(self, old: Session, own: Session) -> None:
        """Somebody else has asked at the same time: join there."""
        await self.accept(old)
        if not self._open(dealer(old).token):
            self._shared_games.let_go(model.token_of(own.id))
            self._saves.remove(own.id)

    def _joins(self, token: str, key: str) -> None:
        """Somebody of a finished game joins another one with this key."""
        try:
            self._welcome.setdefault(token, set()).add(bytes.fromhex(key))
        except ValueError:
            return
        old = self._finished(token)
        if old and old.is_watching:
            self.mark(old)
            self._shared_games.of(old).here.draw()
        if (own := self._asked(token)) and (game := self._shared_games.game(own.id)):
            self._let_in(game, token)

    async def welcome(self, session: Session) -> bool:
        """Let those in who have been asked; returns whether nobody else waits for an answer."""
        if former := dealer(session).former:
            with suppress(CacaoError):  # the finished game is not here any more
                await self._shared_games.hear(model.saved_as(former), stays=True)
            self._let_in(session, former)
        applicants = self._shared_games.of(session).applicants
        applicants.knows_friends = True
        self._shared_games.of(session).changed()
        return not applicants.waiting

    def _let_in(self, session: Session, token: str) -> None:
        """Let those in who have been asked, and wait."""
        applicants = self._shared_games.of(session).applicants
        for key in self._welcome.get(token, set()) & set(applicants.waiting):
            with suppress(CacaoError):  # somebody else has the seat
                applicants.accept(key)

    def mark(self, session: Session) -> None:
        """Note in a game who wants a rematch, also for somebody who has watched it."""
        wanted_by = self.wanted(model.token_of(session.id))
        session.reach.wanted_by = () if session.is_watching else wanted_by
        session.reach.next_by = wanted_by if session.is_watching else ()
        if session.reach.next_by:
            joined = self._welcome.get(model.token_of(session.id), set())
            session.reach.next_begun = len(joined) + 1 >= len(dealer(session).device.devices)

    # --- Watching --------------------------------------------------------------------------------

    def watch_on(self) -> None:
        """Watch the game to which somebody has invited the people of the one on the page."""
        old = self._games.session
        relay = relay_of(old) if old else None
        calls = self._open(dealer(old).token) if old and relay else {}
        if relay and calls:
            link = links.invitation(next(iter(calls.values())), relay.address)
            self._shell.tasks.run(self._watch(link))

    async def _watch(self, link: str) -> None:
        try:
            await self._opening.arrival.watch(link)
        except CacaoError as error:
            self._events.failed(str(error))

    # --- Answering -------------------------------------------------------------------------------

    async def accept(self, old: Session) -> None:
        """Join the game to which somebody has invited the people of this one."""
        relay = relay_of(old)
        calls = self._open(dealer(old).token)
        if relay is None or not calls:
            return
        key = next(iter(calls.values()))
        try:
            await self._opening.join_again(old, links.invitation(key, relay.address))
        except CacaoError as error:
            self._events.failed(str(error))

    async def joined(self, old: Session, key: bytes) -> None:
        """This device joins a game of the same people; with the key that it has there."""
        await self._say(dealer(old).token, f"{_JOINS}{key.hex()}")

    def decline(self) -> None:
        """The person does not want a rematch now."""
        old = self._games.session
        if old and old.dealer:
            declined = self._saves.kept(_DECLINED).split()
            declined += self._open(dealer(old).token).values()
            self._saves.keep(_DECLINED, " ".join(declined[-_MOST_DECLINED:]))
            self.mark(old)
            self._shared_games.of(old).here.draw()


def _is_done(session: Session) -> bool:
    """Whether a game is over, or was ended early: in a match it is played again."""
    return session.game.is_over or session.is_void
