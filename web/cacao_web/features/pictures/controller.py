"""The shown position as a picture: drawn by cacao_core.svg, saved, copied, or handed on."""

from __future__ import annotations

from types import ModuleType
from typing import Final

import cacao_core
from cacao_core import CacaoError
from cacao_core.goods import SOURCES
from cacao_web.features.pictures import view
from cacao_web.game.session import Session
from cacao_web.game.texts import marks, words
from cacao_web.shell.controller import Controller
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _, isolated, language, pgettext
from cacao_web.ui.markup import Markup

PICTURE: Final = "picture"
FILE: Final = "./pictures.zip"
"""``cacao_core.svg`` in the page's folder; most visits do not need it."""
_KEPT: Final = "/tmp/pictures.zip"  # noqa: S108  # in the page's own memory


class PicturesController(Controller):
    """Pictures of the game that is shown."""

    def __init__(self, shell: Shell) -> None:
        self._page = shell.page
        self._tasks = shell.tasks
        self._games = shell.games
        self._dialogs = shell.dialogs
        self._export = shell.export
        self._shape, self._theme = view.SHAPES[0], view.THEMES[0]
        self._drawn = ""
        self._failed = False

    def open(self) -> None:
        """Show the picture of the position that is shown, and what can be done with it."""
        self._drawn, self._failed = "", False
        self._theme = view.THEMES[self._page.is_dark()]
        self._dialogs.show(PICTURE, over=True)
        self._tasks.run(self._draw())

    def markup(self) -> Markup | None:
        if self._games.session is None:
            return None
        over, can_send = self._games.session.game.is_over, self._page.can_send_pictures()
        chosen = view.PictureChoice(self._shape, self._theme, can_send, over)
        return view.picture(self._drawn, chosen, failed=self._failed)

    def choose(self, name: str, text: str) -> None:
        if name == "shape" and text in view.SHAPES:
            self._shape = text
        elif name == "picture-theme" and text in view.THEMES:
            self._theme = text
        self._tasks.run(self._draw())

    async def _draw(self) -> None:
        session = self._games.session
        if session is None:
            return
        drawn = marks.shown(session)
        try:
            svg = await self._loaded()
            self._drawn = str(
                svg.card(
                    session.shown,
                    shape=self._shape,
                    theme=self._theme,
                    title=view.title(session),
                    brand=words.played(session.shown.rules),
                    arrows=[svg.Arrow(*one, "blue") for one in drawn if not one.is_circle],
                    marks=[svg.Mark(one.start) for one in drawn if one.is_circle],
                    names=session.said(range(len(session.sitters))),
                    colours=session.colours,
                )
            )
        except (OSError, ImportError, CacaoError) as error:
            self._page.report(f"picture: {error!r}")
            self._failed = True
        self._dialogs.redraw(PICTURE)

    async def _loaded(self) -> ModuleType:
        """``cacao_core.svg``; in the page it comes in a file of its own."""
        try:
            from cacao_core import svg  # noqa: PLC0415  # see FILE
        except ImportError:
            data = await self._page.fetch(FILE)
            if not data:
                raise
            with open(_KEPT, "wb") as file:  # pathlib is not needed otherwise
                file.write(data)
            cacao_core.__path__.append(f"{_KEPT}/cacao_core")
            from cacao_core import svg  # noqa: PLC0415
        return svg

    def give(self, how: str) -> None:
        """Save the picture, copy it, or hand it to another app.

        Args:
            how: ``save``, ``copy`` or ``send``.
        """
        session = self._games.session
        if session and self._drawn:
            name = f"cacao-{self._page.today()}-{len(session.shown_moves)}"
            self._export.picture(self._drawn, name, how)

    def save_film(self) -> None:
        """Offer the finished game as a file that plays it."""
        session = self._games.session
        if session and session.game.is_over:
            self._tasks.run(self._film(session))

    def print_sheet(self) -> None:
        """Print the finished game on one sheet, as the browser does while this dialog is open."""
        if self._drawn:
            self._page.print()

    def printing(self) -> None:
        """The page is about to be printed: with this dialog, the finished game on one sheet."""
        session = self._games.session
        if session and session.game.is_over and self._dialogs.open == PICTURE and self._drawn:
            self._page.lay_sheet(self._sheet(session))

    def _sheet(self, session: Session) -> str:
        """The sheet of a finished game."""
        from cacao_core import svg  # noqa: PLC0415  # the picture was drawn with it

        names = session.said(range(len(session.sitters)))
        title = isolated(session.about.title) or view.title(session)
        earned = [_("Gold"), _("Temples"), _("Suns"), pgettext("score", "Water")]
        more = [name for name in session.game.score()[0].sources if name not in SOURCES]
        if more:
            from cacao_web.board import owned  # noqa: PLC0415  # base games have nothing of it

            earned += [owned.head(name)[1] for name in more]
        return svg.score_sheet(
            session.record,
            title=title,
            names=names,
            colours=session.colours,
            heads=[*earned, _("Total"), _("Cacao left")],
        )

    async def _film(self, session: Session) -> None:
        svg = await self._loaded()
        names = session.said(range(len(session.sitters)))
        texts = svg.Words(
            language=language(),
            start=_("Before the first turn"),
            turn=_("Turn {n} of {total}: {name}"),
            result=view.title(session),
            play=_("Play or pause"),
            before=_("Previous turn"),
            after=_("Next turn"),
            slider=_("Turn"),
            village=_("Village board of {name}"),
            display=_("Jungle display"),
        )
        film = svg.film(
            session.record,
            theme=self._theme,
            names=names,
            colours=session.colours,
            words=texts,
        )
        self._export.download("cacao", film, ".html")
