"""Games that others watch, from both sides (docs/fair.md, "Watching")."""

from __future__ import annotations

from typing import Self

from cacao_core.errors import BadLink, CacaoError
from cacao_core.fair.messages import letters
from cacao_core.fair.messages.letters import Gathering, News
from cacao_core.fair.parts.giving import GivingDevice
from cacao_core.fair.table import fresh_secret
from cacao_core.fair.watching import watching


class WatchedDevice(GivingDevice):
    """A :class:`~cacao_core.fair.Device` that shows its game to others, or watches one itself."""

    @classmethod
    def watch(cls, invitation: str, news: str, secret: bytes | None = None) -> Self:
        """A device without a seat, which watches: it checks everything, and decides nothing.

        It knows what is public. Its own message passes on what others have signed.

        Args:
            invitation: of the game, see :meth:`for_watchers`.
            news: a message of the running game, with the list of players.
            secret: as for ``Device.host``.

        Raises:
            BadLink: they are damaged, forged, or not of one game that has begun.
            Cheating: no honest device makes such a message.
        """
        letter, latest = letters.from_text(invitation), letters.from_text(news)
        if not isinstance(letter, Gathering) or not isinstance(latest, News):
            raise BadLink("message: expected an invitation, and a message of its running game")
        return cls(watching(letter.invitation, latest, fresh_secret(secret)))

    @property
    def is_watching(self) -> bool:
        """Whether this device watches."""
        return not self.seats

    @property
    def is_over(self) -> bool:
        """Whether the last decision of the game was made, as far as this device knows."""
        return self._ledger is not None and self._ledger.course.is_over

    def for_watchers(self) -> tuple[str, str]:
        """The invitation and a message with the list of players, for :meth:`watch`.

        As with ``Device.message``, this device's decisions in it stand.

        Raises:
            CacaoError: the game has not begun.
        """
        if self._ledger is None:
            raise CacaoError("nobody can watch before the game begins")
        invitation = self._lobby.invitation
        alone = Gathering(invitation, (), invitation.host.seats[0])
        return letters.to_text(alone), letters.to_text(self._memory.letter(whole=True))
