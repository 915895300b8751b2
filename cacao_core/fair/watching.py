"""A device without a seat, which watches (docs/fair.md, "Watching")."""

from __future__ import annotations

from cacao_core.errors import CacaoError
from cacao_core.fair.agreements.statements import SignedCourse
from cacao_core.fair.agreements.wishes import Wanted
from cacao_core.fair.hashes import Secrets, digest
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.lobby import Lobby
from cacao_core.fair.memory import DeviceState, Needed
from cacao_core.fair.messages.letters import News
from cacao_core.fair.table import Invitation, Party


class WatchingState(DeviceState):
    """The memory of a device that watches: it takes in what others sign, and signs nothing."""

    @property
    def has_news(self) -> bool:
        """Nobody needs anything from it."""
        return False

    def needed(self) -> Needed:
        """Nothing, see :attr:`has_news`."""
        return Needed(True, 0, 0, False, False)

    def letter(self, whole: bool = False) -> News:
        """All that is public, signed by those who play; anybody may pass it on."""
        assert self.ledger is not None  # noqa: S101  # it has begun
        return self.ledger.news(whole)

    def doubt(self, afresh: bool = True) -> None:
        """It has said nothing that it could have forgotten."""

    def wish(self, wanted: Wanted | None, claim: bytes = b"") -> None:
        """Only those who play end a game.

        Raises:
            CacaoError: always.
        """
        raise CacaoError("a device that watches has no say in the game")

    def _needs_all(self, device: int) -> bool:
        return False

    def _hear_doubts(self, course: SignedCourse, ledger: Ledger) -> bool:
        return False


def seated(memory: DeviceState) -> DeviceState:
    """The memory of a device that has watched and now plays: it was given the seats of a lost one.

    If it has said something there that it does not know, its state was an old one.
    """
    ledger = memory.ledger
    if ledger is None or not (isinstance(memory, WatchingState) and ledger.plays):
        return memory
    lobby = memory.lobby
    party = ledger.parties[ledger.own].joined(lobby.secrets, lobby.invitation.game)
    device = DeviceState(Lobby(lobby.secrets, lobby.invitation, party), ledger)
    device.cheats, device.fixed = memory.cheats, len(ledger.course.moves)
    if ledger.said is not None:
        device.doubt()
    return device


def watching(invitation: Invitation, news: News, secret: bytes) -> WatchingState:
    """The device that watches, see ``Device.watch``."""
    invitation.host.check_invitation(invitation.game)
    secrets = Secrets(digest("watch", secret, invitation.game), invitation.links)
    party = Party.of(secrets, (), ()).joined(secrets, invitation.game)
    memory = WatchingState(Lobby(secrets, invitation, party))
    memory.receive(news)
    return memory
