"""Results of daily games, exchanged by relay among people who have a game and have both said yes.

A device leaves ``d=``, its results as the daily game writes them, and ``&p=`` with a signature of
the game beside it (docs/relay.md, "Daily games"). There are no results in it until somebody else
has said yes, which the text itself says.
"""

from __future__ import annotations

from typing import Final

from cacao_web.features.together import model
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.model import dealer
from cacao_web.features.together.shared_games import SharedGames
from cacao_web.game.session import Session
from cacao_web.shell.controller import Controller
from cacao_web.shell.friends import exchanges_daily
from cacao_web.shell.shell import Shell

_MARK: Final = "d="
_ROLE: Final = "daily"
"""The use for which a device signs, see ``Device.prove``."""


class Dailies:
    """Tells results of daily games to those with whom this device plays, and hears theirs."""

    def __init__(self, shell: Shell, shared_games: SharedGames) -> None:
        self._saves = shell.saves
        self._answers = shell.others.answers
        self._shared_games = shared_games
        self._agreed: set[str] = set()  # tokens of games in which somebody else has said yes

    def text(self, session: Session) -> str:
        """The text for the players of a game; empty if the person does not exchange results."""
        if not exchanges_daily(self._saves) or dealer(session).device.is_watching:
            return ""
        agreed = dealer(session).token in self._agreed
        results = self._answers(Controller.daily_results) if agreed else []
        text = "".join((_MARK, *results))
        return f"{text}&p={dealer(session).device.prove(_ROLE, text.encode(), b'')}"

    def tell(self) -> None:
        """The results have changed, or whether the person exchanges them."""
        for session, shared in self._shared_games.heard():
            shared.tell(Carrier.tell_daily, self.text(session))

    def heard(self, token: str, text: str) -> bool:
        """Take what lies beside a game; returns whether it is about daily games."""
        if not text.startswith(_MARK):
            return False
        body, _mark, proof = text.rpartition("&p=")
        session = self._shared_games.game(model.saved_as(token))
        if session is None or not exchanges_daily(self._saves):
            return True
        device = dealer(session).device
        if seats := device.proved_by(proof, _ROLE, body.encode(), b""):
            if token not in self._agreed:
                self._agreed.add(token)
                self._shared_games.of(session).tell(Carrier.tell_daily, self.text(session))
            name = session.sitters[seats[0]].name
            self._answers(Controller.daily_arrived, name, body.removeprefix(_MARK))
        return True
