"""Everything that games with other devices tell their dialogs, as methods; here they do nothing."""

from __future__ import annotations

from cacao_core.fair import Parcel
from cacao_web.game.session import Session


class TogetherEvents:
    """The part of games with other devices that people see."""

    def taken_here(self, session: Session) -> None:
        """This tab has the game on the page; no other tab has it."""

    def went_on(self, session: Session) -> None:
        """The game on the page has gone on, and is kept."""

    def news(self, session: Session) -> None:
        """Something has come in a game that is not on the page."""

    def asked(self, session: Session) -> None:
        """Somebody wants to join a game of this host, which may not be on the page."""

    def called(self, token: str, text: str) -> None:
        """By the relay: somebody says something beside a game to its players."""

    def daily(self, session: Session) -> str:
        """The results of daily games for the players of a game; empty if the person wants none."""
        return ""

    def lies(self, session: Session) -> None:
        """All that this device may tell of a game lies at the relay, for the first time here."""

    async def joins_again(self, old: Session, key: bytes) -> None:
        """This device joins a game of the people of a finished one; with its key there."""

    def wanted(self, old: Session, told: str) -> None:
        """Somebody wants a rematch after a game that may not be on the page; with the sentence."""

    def outrun(self, session: Session, text: str) -> bool:
        """The host has given the seat of this device to another one.

        This one joins again, if a seat is free. If the game has begun, perhaps one that it was
        before takes part in it.

        Args:
            session: the game, which may not be on the page.
            text: the newest invitation with those whom the host has seated; or the message with the
                list of players.

        Returns:
            Whether the game goes on with another device.
        """
        return False

    def seated(self, session: Session) -> None:
        """This device has watched a game, and now has the seat of a lost one."""

    def left_out(self, session: Session, parcel: Parcel) -> None:
        """A game has begun without this device, which wanted to join it; with a parcel of it."""

    def posted(self, text: str) -> None:
        """Another tab of this browser has an address for a game here."""

    def taken_elsewhere(self, id: str) -> None:
        """A game is played in another tab; with the name of its saved game."""

    def connected(self) -> None:
        """A device of the game on the page has been connected."""

    def moved(self, session: Session) -> None:
        """Somebody of the game on the page has come or gone."""

    def joined(self, session: Session) -> None:
        """A message for the game on the page was opened here."""

    def drawn(self, code: str) -> None:
        """The first tiles of the game on the page are drawn; with the characters to compare."""

    def invited(self, token: str, message: str) -> None:
        """People of a game here are invited to another one.

        Args:
            token: of the old game.
            message: the invitation.
        """

    def cheated(self, text: str) -> None:
        """An offence was found; with a sentence."""

    def failed(self, text: str) -> None:
        """An address cannot be made or opened; with the reason."""
