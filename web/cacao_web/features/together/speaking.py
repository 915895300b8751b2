"""The dialog in which a person makes a remark."""

from __future__ import annotations

from cacao_web.features.together import remarks, view
from cacao_web.features.together.dialogs import REMARKS
from cacao_web.features.together.sittings import Sittings
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup


class Speaking:
    """Makes remarks.

    Args:
        shell: the parts of the page.
        sittings: the games that this tab has.
    """

    def __init__(self, shell: Shell, sittings: Sittings) -> None:
        self._games = shell.games
        self._dialogs = shell.dialogs
        self._sittings = sittings

    def start(self) -> None:
        """Let the person choose a remark."""
        self._dialogs.show(REMARKS)

    def markup(self) -> Markup:
        """The dialog."""
        return view.remarks(remarks.all_remarks())

    def say(self, number: str) -> None:
        """Make a remark, for the person here who decides, or for the first one."""
        session, remark = self._games.session, int(number)
        self._dialogs.close()
        if session and session.dealer and session.persons and 0 <= remark < remarks.NUMBER:
            here, turn = session.persons, session.game.to_move
            seat = turn if turn is not None and turn in here else here[0]
            self._sittings.of(session).gestures.say(session, seat, remark)
