"""The site kept for use without a network, and the change to a new version between games."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple, Protocol

from cacao_web.host import Host
from cacao_web.i18n import _
from cacao_web.views import updates as views
from cacao_web.views.html import Markup

_LOSING_NOTHING: Final = ("", "settings", "end")
"""Dialogs in which nothing has been entered that is not kept."""


class Kept(Enum):
    """Whether the site works without a network, or what stands against it."""

    UNKNOWN = "not known yet"
    COMING = "it is being fetched"
    HERE = "it does"
    BROKEN = "not all files came through"
    REFUSED = "the browser does not keep sites"
    TRIAL = "this address is for trials"


class State(NamedTuple):
    """What is known.

    Attributes:
        kept: whether the site works without a network.
        ready: whether a new version is here as a whole and waits.
        installable: whether the browser offers to install the site as an app.
    """

    kept: Kept = Kept.UNKNOWN
    ready: bool = False
    installable: bool = False


class Keeper(Protocol):
    """What a browser has to keep a site."""

    def start(self, on_state: Callable[[State], None], free: Callable[[], bool]) -> None:
        """Begin to keep it, when nothing else is to do.

        Args:
            on_state: hears the state, and whenever it changes.
            free: asked whether the page may change to another version now; after a yes it must
                not load anything.
        """

    async def change(self) -> str:
        """Change to the new version; the page is loaded anew.

        Returns:
            What stands against it, if anything does: ``busy`` (a page is not free), ``silent``
            (a page does not answer) or ``gone`` (there is no new version).
        """

    async def install(self) -> None:
        """Let the browser ask whether to install the site."""


class Updates:
    """What the page says and does about it.

    Args:
        app: where it is said.
        keeper: what the browser has for it.
    """

    def __init__(self, app: Host, keeper: Keeper) -> None:
        self._app = app
        self._keeper = keeper
        self._state = State()

    def start(self) -> None:
        """Begin to keep the site."""
        self._keeper.start(self._told, self._free)

    def _told(self, state: State) -> None:
        if state != self._state:
            self._state = state
            self.show()

    def show(self) -> None:
        """Show the offer where it belongs; in a game there is a mark only."""
        self._app.page.patch({"offer": self.offer()})
        self._app.page.set_attribute("game", "data-update", "yes" if self._state.ready else "no")
        if self._app.dialog in ("settings", "end"):
            self._app.show(self._app.dialog)

    def offer(self) -> Markup | None:
        """The new version, if there is one and no game goes on."""
        return views.offer() if self._state.ready and self._app.between_games else None

    def status(self) -> Markup:
        """For the settings: whether the site works without a network, and what can be done."""
        waits = self._state.ready and not self._app.between_games
        return views.status(told(self._state.kept), self.offer(), waits, self._state.installable)

    def _free(self) -> bool:
        """Whether nothing would be lost if the page were loaded anew; if so, nothing begins."""
        free = self._app.between_games and self._app.dialog in _LOSING_NOTHING
        if not free or not self._app.table.rest():
            return False
        self._app.bots.leave()
        return True

    def change(self, _value: str) -> None:
        """Change to the new version."""
        self._app.tasks.run(self._change())

    async def _change(self) -> None:
        against = await self._keeper.change()
        if against == "busy":
            self._app.notice(
                _("Another tab is in the middle of something: finish or close it, then try again.")
            )
        elif against == "silent":
            self._app.notice(_("Another tab does not answer: close it, then try again."))

    def install(self, _value: str) -> None:
        """Install the site as an app."""
        self._app.tasks.run(self._keeper.install())


def told(kept: Kept) -> str:
    """Whether the site works without a network, in words for the person."""
    return {
        Kept.UNKNOWN: "",
        Kept.COMING: _("Is being kept for use without a network…"),
        Kept.HERE: _("Works without a network."),
        Kept.BROKEN: _(
            "Does not work without a network yet: not all files came through. It goes on at the "
            "next visit."
        ),
        Kept.REFUSED: _("Needs the network: this browser does not keep the page."),
        Kept.TRIAL: _("Needs the network: this address is for trying the page out."),
    }[kept]


COMMANDS: Final[dict[str, Callable[[Updates, str], None]]] = {
    "update": Updates.change,
    "install": Updates.install,
}
"""Name of an intent -> what it does with its value."""
