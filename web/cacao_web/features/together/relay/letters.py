"""The messages that lie at the relay of a game, on their way into it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from cacao_core import BadLink, CacaoError, fair
from cacao_core.fair import Parcel, Pen, RelayKeys
from cacao_web.features.together import model
from cacao_web.features.together.model import dealer
from cacao_web.features.together.shared_game import SharedGame
from cacao_web.game.session import Session

_ASKING: Final = "f4"
"""The beginning of a message of fair dealing in which a new device asks for a seat."""


class Letters:
    """Takes in what has come.

    Args:
        changed: is called after each parcel.
    """

    def __init__(self, game: SharedGame, changed: Callable[[], None]) -> None:
        self.left_out = ""
        """The reason why this device has no seat, if others have taken all."""
        self._game, self._changed = game, changed
        self._shell, self._events = game.tab.shell, game.tab.events
        self._is_outrun = False  # whether the host has given its seat to another device

    def signed(self, pen: Pen, keys: RelayKeys) -> bytes:
        """A pen, signed by this device."""
        session = self._game.any_game()
        assert session is not None, "it is here"
        return dealer(session).device.pen(keys, pen)

    def called(self, text: str) -> None:
        """Somebody says something beside the game to its players."""
        session = self._game.any_game()
        if session and text.startswith(_ASKING):
            with suppress(BadLink):  # somebody tries something
                self._game.take_text(text)
        elif session:
            self._events.called(dealer(session).token, text)

    def arrived(self, parcel: Parcel) -> None:
        """A device has put something there, perhaps long ago; also another browser of this seat."""
        session = self._game.any_game()
        if session is None:
            return
        try:
            if not dealer(session).device.is_full:
                self._game.take_in(parcel.invitation, is_welcome=False)
            if parcel.news:
                self._game.take_in(parcel.news, is_welcome=False)
        except CacaoError as error:
            self._refuse(session, parcel, error)
        if dealer(session).earlier:
            self._forget_earlier()
        self._changed()

    def _forget_earlier(self) -> None:
        """Once this device takes part, those that it was before are not needed any more."""
        session = self._game.any_game()
        if session and dealer(session).device.is_full:
            dealer(session).earlier = ()
            self._game.here.keep(session)

    def _refuse(self, session: Session, parcel: Parcel, error: CacaoError) -> None:
        """A parcel does not fit; who can do something about it is told."""
        self._shell.page.report(f"parcel: {error}")
        is_host = dealer(session).device.is_host
        if isinstance(error, fair.SeatTaken) and not is_host:
            if not self._is_outrun:
                self._is_outrun = True
                self._events.outrun(session, fair.as_signed(parcel.invitation))
        elif isinstance(error, fair.TooLate) and not is_host and not self.left_out:
            if self._events.outrun(session, parcel.news):
                return
            self.left_out = model.refused(error, session)
            self._events.left_out(session, parcel)
            is_shown = session is self._game.here.shown()
            game = "" if is_shown else f"{session.title}: "
            self._shell.notices.tell(f"{game}{self.left_out}")
