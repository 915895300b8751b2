"""The remarks of people: the dialog in which they are made, and their way by a relay.

By a relay, a remark is ``m=``, two digits as in :mod:`remarks`, a dot, the time in seconds, and
``&p=`` with a signature of the device for the text before that (docs/relay.md, "Remarks").
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from cacao_web.features.together import model, view
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.dialogs import REMARKS
from cacao_web.features.together.model import dealer
from cacao_web.features.together.relay.calls import REMARK
from cacao_web.features.together.shared_games import SharedGames
from cacao_web.features.together.talking import remarks
from cacao_web.features.together.talking.gestures import LONG, MUTED
from cacao_web.game.session import Session
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup

_MARK: Final = REMARK.decode()
_ROLE: Final = "says"
"""The use for which a device signs, see ``Device.prove``."""
_HEARD: Final = "remarks-heard"
"""The slot with the remarks that were shown here; a relay keeps them for a long time."""
_MOST_HEARD: Final = 40


class Speaking:
    """Makes remarks, and hears those that lie at a relay.

    Args:
        plays_again: says whether a rematch of a game is under way, given its token; the place of
            remarks at the relay is taken then.
    """

    def __init__(
        self, shell: Shell, shared_games: SharedGames, plays_again: Callable[[str], bool]
    ) -> None:
        self._games = shell.games
        self._saves = shell.saves
        self._dialogs = shell.dialogs
        self._shared_games = shared_games
        self._plays_again = plays_again

    def start(self) -> None:
        """Let the person choose a remark."""
        self._dialogs.show(REMARKS)

    def markup(self) -> Markup:
        return view.remarks(remarks.all_remarks(), is_muted=bool(self._saves.kept(MUTED)))

    def choose(self, name: str, value: str) -> None:
        """The person does not want to see remarks of others, or wants to see them again."""
        if name == "mute":
            self._saves.keep(MUTED, "yes" if value == "on" else "")

    def say(self, number: str) -> None:
        """Make a remark, for the person here who decides, or for the first one."""
        session, remark = self._games.session, int(number)
        self._dialogs.close()
        if session and session.dealer and session.persons and 0 <= remark < remarks.NUMBER:
            here, turn = session.persons, session.game.to_move
            seat = turn if turn is not None and turn in here else here[0]
            self._shared_games.of(session).gestures.say(session, seat, remark)
            self._leave(session, remarks.code(seat, remark))

    def _leave(self, session: Session, code: str) -> None:
        """Leave a remark at the relay of a game."""
        token = dealer(session).token
        if not self._plays_again(token):
            time = int(datetime.fromisoformat(self._games.now).timestamp())
            text = f"{_MARK}{code}.{time}"
            proof = dealer(session).device.prove(_ROLE, text.encode(), b"")
            self._shared_games.of(session).tell(Carrier.call, f"{text}&p={proof}")

    def heard(self, token: str, text: str) -> bool:
        """Show a remark that lies at the relay of a game, once; returns whether it is one."""
        if not text.startswith(_MARK):
            return False
        body, _mark, proof = text.rpartition("&p=")
        remark = remarks.read(body.removeprefix(_MARK).partition(".")[0])
        session = self._shared_games.game(model.saved_as(token))
        before, name = self._saves.kept(_HEARD).split(), f"{token}:{body}"
        if remark is None or session is None or name in before or len(body) > len("m=00.") + 12:
            return True
        if remark[0] in dealer(session).device.proved_by(proof, _ROLE, body.encode(), b""):
            self._saves.keep(_HEARD, " ".join([*before, name][-_MOST_HEARD:]))
            self._shared_games.of(session).gestures.said(*remark, LONG)
        return True
